"""Tables, their people and their GMs as they are kept: keys, codes, settings, seats, what goes with them."""

from collections.abc import Callable

import pytest

from tests.webapp.store.store_kit import PICTURE, battle
from webapp.store.rows import TableSettings
from webapp.store.store import Store, StoreTrouble
from webapp.store.table_keys import clean_code


def test_a_table_is_found_by_each_of_its_keys_and_no_other(store: Store) -> None:
    table, other = store.create_table("Ours"), store.create_table("Theirs")
    assert store.table(table.id) == table
    assert store.table_by_gm_key(table.gm_key) == table
    assert store.table_by_screen_key(table.screen_key) == table
    assert store.table_by_join_code(table.join_code) == table
    assert store.table_by_gm_key(table.screen_key) is None
    assert store.table_by_screen_key(table.gm_key) is None
    assert store.table_by_gm_key("") is None
    assert store.tables_of([other.id, "nobody", table.id]) == [other, table]
    assert store.any_table() == table


def test_a_join_code_may_be_typed_carelessly(store: Store) -> None:
    table = store.create_table("Ours")
    code = table.join_code.lower()
    assert store.table_by_join_code(f" {code[:3]}-{code[3:]} ") == table


def test_join_codes_have_no_letters_that_look_or_sound_alike(store: Store) -> None:
    table = store.create_table("Ours")
    codes = "".join(store.new_join_code(table.id) for _ in range(60))
    assert len(codes) == 360
    assert not set(codes) & set("0O1IL5S8B")
    assert clean_code(codes) == codes[:16]


def test_an_old_join_code_leads_nowhere(store: Store) -> None:
    table = store.create_table("Ours")
    new = store.new_join_code(table.id)
    assert store.table_by_join_code(table.join_code) is None
    found = store.table_by_join_code(new)
    assert found is not None
    assert found.id == table.id


def test_settings_are_kept_and_start_with_sight(store: Store) -> None:
    table = store.create_table("Ours")
    assert table.settings == TableSettings(sight=True, answer_seconds=None)
    store.change_settings(table.id, sight=False, answer_seconds=30)
    assert store.settings(table.id) == TableSettings(sight=False, answer_seconds=30)


def test_settings_of_a_newer_version_are_passed_over() -> None:
    assert TableSettings.read('{"sight": false, "fog": 3}') == TableSettings(sight=False)


def test_a_table_shows_the_battle_put_before_it(store: Store) -> None:
    table = store.create_table("Ours")
    first = store.create_battle(table.id, "atomic", "One")
    then = store.create_battle(table.id, "atomic", "Two")
    store.set_current(table.id, first.id)
    store.set_current(table.id, then.id)
    found = store.table(table.id)
    assert found is not None
    assert found.battle_id == then.id
    assert [b.id for b in store.battles(table.id)] == [first.id, then.id]


def test_a_table_cannot_show_anothers_battle(store: Store) -> None:
    foreign, table = battle(store), store.create_table("Ours")
    with pytest.raises(ValueError, match="not one of"):
        store.set_current(table.id, foreign)


def test_every_battle_has_dice_of_its_own(store: Store) -> None:
    seeds = {store.battle(battle(store)).dice_seed for _ in range(5)}  # type: ignore[union-attr]
    assert len(seeds) == 5
    assert all(len(seed) == 64 for seed in seeds)


def test_secrets_do_not_show_in_a_printed_row(store: Store) -> None:
    table = store.create_table("Ours")
    fight = store.create_battle(table.id, "atomic", "One")
    person = store.people.add(table.id, "Ann")
    shown = f"{table!r} {fight!r} {person!r}"
    secrets = (table.gm_key, table.screen_key, table.join_code, fight.dice_seed, person.key)
    assert not [secret for secret in secrets if secret in shown]


def test_people_come_and_are_renamed_and_go(store: Store) -> None:
    table = store.create_table("Ours")
    ann, bob = store.people.add(table.id, "Ann"), store.people.add(table.id, "Bob")
    store.people.rename(ann.id, "Anna")
    assert [p.name for p in store.people.of_table(table.id)] == ["Anna", "Bob"]
    store.people.remove(bob.id)
    assert store.people.find(bob.id) is None
    assert [p.id for p in store.people.of_table(table.id)] == [ann.id]


def test_a_removed_persons_seats_are_free(store: Store) -> None:
    id_ = battle(store)
    ann = store.people.add(store.battle(id_).table_id, "Ann")  # type: ignore[union-attr]
    store.people.seat(id_, "kit", ann.id)
    assert store.people.seats(id_) == {"kit": ann.id}
    store.people.remove(ann.id)
    assert store.people.seats(id_) == {}


def test_a_taken_seat_is_not_taken_twice(store: Store) -> None:
    id_ = battle(store)
    table_id = store.battle(id_).table_id  # type: ignore[union-attr]
    ann, bob = store.people.add(table_id, "Ann"), store.people.add(table_id, "Bob")
    assert store.people.take_seat(id_, "kit", ann.id)
    assert not store.people.take_seat(id_, "kit", bob.id)
    assert store.people.take_seat(id_, "kit", ann.id)
    assert store.people.seats(id_) == {"kit": ann.id}
    store.people.seat(id_, "kit", bob.id)  # the GM may
    assert store.people.seats(id_) == {"kit": bob.id}
    store.people.seat(id_, "kit", None)
    assert store.people.seats(id_) == {}


def test_a_deleted_table_takes_with_it_all_that_is_its_own(store: Store, opened: Callable[[], Store]) -> None:
    key = store.gms.invite("ada", "Ada")
    other = store.create_table("Other")
    ours = store.create_table("Ours")
    store.gms.give(ours.id, "ada")
    for table in (other, ours):
        picture = store.save_picture(PICTURE, table.id)
        id_ = store.create_battle(table.id, "atomic", "One", picture.id).id
        store.set_current(table.id, id_)
        store.append(id_, 1, "c1", [("moved", {})])
        person = store.people.add(table.id, "Ann")
        store.people.seat(id_, "kit", person.id)
        store.groups.keep(table.id, "atomic", "Party", [{"name": "Kit"}])
        store.talk.set_real_dice(person.id, on=True)
    late = opened()
    assert store.gms.delete_table(ours.id) == [], "the other table has the same picture"
    assert late.table(ours.id) is None
    assert late.gms.tables_of("ada") == []
    assert store.picture_file(picture) == picture.path
    kept = late.table(other.id)
    assert kept is not None
    assert late.last_seq(str(kept.battle_id)) == 1
    with pytest.raises(StoreTrouble, match="gone"):
        late.append(id_, 2, "late", [("moved", {})])
    assert store.gms.delete_table(other.id) == [picture.id]
    assert not picture.path.exists()
    assert store.picture_file(picture) is None
    assert late.picture_file(late.save_picture(PICTURE, store.create_table("Third").id)) == picture.path
    found = late.gms.find_by_key(key)
    assert found is not None
    assert found.name == "Ada"


def test_who_is_sent_away_is_let_in_by_nothing_until_invited_again(store: Store) -> None:
    key = store.gms.invite("ada", "Ada")
    table = store.create_table("Ours")
    store.gms.give(table.id, "ada")
    ann = store.people.add(table.id, "Ann")
    assert store.people.find_let_in(ann.id) == ann
    store.gms.send_away("ada")
    closed = store.table(table.id)
    assert closed is not None
    assert closed.is_closed
    assert store.gms.find_by_key(key) is None
    assert store.table_by_join_code(closed.join_code) is None
    assert store.table_by_screen_key(closed.screen_key) is None
    assert store.people.find_let_in(ann.id) is None
    again = store.gms.renew("ada")
    assert store.gms.find_by_key(again) is not None
    assert store.table_by_join_code(closed.join_code) is not None
    assert store.people.find_let_in(ann.id) == ann


def test_a_gm_who_was_sent_away_is_forgotten_with_the_last_table(store: Store) -> None:
    for name in ("ada", "ben", "cy"):
        store.gms.invite(name, name)
        table = store.create_table(name)
        store.gms.give(table.id, name)
        store.gms.send_away(name)
    assert [gm.id for gm in store.gms.all()] == ["ada", "ben", "cy"]
    [ada], [ben] = store.gms.tables_of("ada"), store.gms.tables_of("ben")
    store.gms.delete_table(ada)
    store.gms.give(ben, None)
    assert [gm.id for gm in store.gms.all()] == ["cy"]
    assert store.gms.leave("cy") == []
    assert store.gms.all() == []


def test_the_first_table_of_the_host_is_none_of_an_invited_gms(store: Store) -> None:
    store.gms.invite("ada", "Ada")
    first = store.create_table("First")
    store.gms.give(first.id, "ada")
    assert store.any_table() is None
    [given] = [table for table in store.all_tables() if table.gm_id == "ada"]
    assert store.table_by_gm_key(given.gm_key) is None
    second = store.create_table("Second")
    assert store.any_table() == second
