"""Free dice, and who throws real ones."""

import json

from tests.webapp.pages import gm_of, host_of
from tests.webapp.talk.talk_table import Table, shoot
from webapp.talk.conversation import talk_thrower
from webapp.talk.rows import KeptRoll
from webapp.views.talk import MOST_KEPT


def test_free_dice_are_thrown_on_the_server_and_shown_one_by_one(table: Table) -> None:
    table.post(table.ann, "say", words="/r 3d6+2 # stealth")
    gm, ann, ben, _ = table.said()
    (line,) = table.lines(table.visitor("Ben"))
    assert line.label == "stealth"
    assert line.total == sum(die.faces[0] for die in line.dice) + 2
    assert [die.sides for die in line.dice] == [6, 6, 6]
    for heard in (gm, ann, ben):
        assert f"3d6+2 = {line.total}" in " ".join(heard.split())


def test_whoever_throws_has_dice_of_their_own_whatever_others_throw_meanwhile(table: Table) -> None:
    host, gm, ann = host_of(table.world), gm_of(table.world), table.visitor("Ann")
    with table.world.app.app_context(), host.lock:
        key, thrower = host.dice.key, talk_thrower(ann.by, is_blind=False)
        faces = [key.faces(key.ticket(thrower, serial))(1000) for serial in (1, 2)]
        for visitor in (gm, ann, gm, ann):
            host.talk.roll(visitor, "d1000")
        thrown = [line.total for line in host.talk.heard_by(gm) if line.name == "Ann"]
    assert thrown == faces


def test_dice_that_are_thrown_blind_leave_no_gap_among_the_others(table: Table) -> None:
    host, ann = host_of(table.world), table.visitor("Ann")
    with table.world.app.app_context(), host.lock:
        host.talk.roll(ann, "d6")
        host.talk.roll(ann, "d6", to=["blind"])
        host.talk.roll(ann, "d6")
    said = host.store.talk.said(host.table_id)
    assert [(one.is_blind, one.data["serial"]) for one in said] == [(False, 1), (True, 1), (False, 2)]


def test_dice_of_every_system_can_be_thrown_at_any_table(table: Table) -> None:
    assert table.post(table.ann, "roll", dice="4dT", label="sneak") == 204
    assert "4dT" in table.said()[0]


def test_a_roll_to_the_gm_is_seen_by_who_threw_and_the_gm(table: Table) -> None:
    table.post(table.ann, "roll", dice="3d6", to="gm")
    gm, ann, ben, _ = table.said()
    assert "3d6 =" in gm
    assert "3d6 =" in ann
    assert ben == ""


def test_a_blind_roll_is_seen_by_the_gm_alone(table: Table) -> None:
    table.post(table.ann, "roll", dice="3d6", to="blind")
    messages = table.heard()
    gm, ann, ben = (json.dumps(part) for part in messages[:3])
    total = table.lines(gm_of(table.world))[0].total
    assert f">{total}<" in gm
    assert "only the GM sees it" in ann
    assert f">{total}<" not in ann
    assert "3d6" not in ben
    seen = table.lines(table.visitor("Ann"))[0]
    assert (seen.total, seen.dice, seen.parts) == (None, (), ())
    assert 'class="die counts' not in table.ann.load().split('id="said-before"')[1]


def test_a_player_keeps_rolls_of_their_own(table: Table) -> None:
    assert table.post(table.ann, "rolls", name="Stealth", dice="3d6 + 2") == 204
    assert table.post(table.ann, "rolls", name="Stealth", dice="4d6kh3") == 204
    assert table.post(table.ann, "rolls", name="Bad", dice="banana") == 422
    store, id_ = table.world.store.talk, table.world.table.id
    assert [(r.name, r.dice) for r in store.kept_rolls(id_, table.id("Ann"))] == [("Stealth", "4d6kh3")]
    assert store.kept_rolls(id_, table.id("Ben")) == []
    assert 'data-roll="4d6kh3"' in table.ann.load()
    assert 'data-roll="4d6kh3"' not in table.ben.load()
    assert table.post(table.ann, "rolls/drop", name="Stealth") == 204
    assert store.kept_rolls(id_, table.id("Ann")) == []


def test_nobody_keeps_rolls_without_end(table: Table) -> None:
    for n in range(MOST_KEPT):
        kept = KeptRoll(owner="gm", name=f"Roll {n}", dice="d6")
        table.world.store.talk.keep_roll(table.world.table.id, kept)
    assert table.post(table.gm, "rolls", name="One more", dice="d6") == 422
    assert table.post(table.gm, "rolls", name="Roll 3", dice="d8") == 204


# --------------------------------------------------------------------------------------- real dice
def test_who_throws_real_dice_is_asked_for_every_roll_of_theirs(table: Table) -> None:
    assert table.post(table.ann, "real-dice", on="1") == 204
    shoot(table)
    prompt = host_of(table.world).battle.state.prompt
    assert prompt is not None
    assert (prompt.to, prompt.dice) == ("kit", "d100")
    answer = table.ann.ask("command", {"actor": "kit", "answer": "faces", "faces": [5]})
    assert answer["ok"], answer


def test_undo_does_not_change_who_throws_real_dice(table: Table) -> None:
    table.post(table.ann, "real-dice", on="1")
    table.gm.do("edit", target="kit", name="Kit Marlowe")
    table.gm.do("undo")
    host = host_of(table.world)
    assert host.real_dice == {table.id("Ann")}
    assert not host.battle.state.combatants["kit"].by_hand
    assert table.post(table.ann, "real-dice", on="") == 204
    assert host.real_dice == frozenset()


def test_an_open_question_for_real_dice_stands_again_after_a_restart(table: Table) -> None:
    table.post(table.ann, "real-dice", on="1")
    shoot(table)
    host = host_of(table.world)
    asked = host.battle.state.prompt
    table.post(table.ann, "real-dice", on="")  # the question that is open stays what it is
    host.load()
    assert host.battle.state.prompt == asked
    assert table.ann.ask("command", {"actor": "kit", "answer": "faces", "faces": [5]})["ok"]


def test_the_gm_sets_real_dice_for_a_player_and_a_player_for_nobody_else(table: Table) -> None:
    assert table.post(table.gm, "real-dice", on="1", person=table.id("Ben")) == 204
    assert host_of(table.world).real_dice == {table.id("Ben")}
    assert "real dice" in table.gm.load()
    table.post(table.ann, "real-dice", on="", person=table.id("Ben"))
    assert host_of(table.world).real_dice == {table.id("Ben")}
    assert table.post(table.gm, "real-dice", on="1", person="gone") == 422
