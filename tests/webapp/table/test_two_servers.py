"""Two servers on one database: each takes in what the other wrote from where it stood, and tells it."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, Offer
from tests.webapp.pages import gm_of, host_of
from tests.webapp.table.test_host import player, second
from tests.webapp.world import World
from webapp.store.store import SeqTaken, Store
from webapp.table.host import Host
from webapp.table.setup.scenes import bring_scene
from webapp.table.wishes import wish

_COMMANDS: tuple[Mapping[str, Any], ...] = (
    {"do": "gm-set", "target": "kit", "state": {"at": [4, 8]}},
    {"do": "edit", "target": "kit", "by_hand": True},
    {"do": "use", "actor": "kit", "value": 50, "note": "pick the lock"},
    {"do": "gm-set", "target": "dutch", "state": {"at": [5, 13]}},
    {"actor": "kit", "answer": "faces", "faces": [12]},
    {"do": "undo"},
    {"do": "redo"},
    {"do": "edit-map", "walls": [{"from": [1, 1], "to": [2, 1], "kind": "wall"}]},
    {"do": "begin"},
    {"do": "undo", "of": "map"},
)


@pytest.fixture
def there(world: World) -> Iterator[Host]:
    host = second(world)
    yield host
    host.store.close()


@pytest.fixture
def nothing_is_loaded_anew(monkeypatch: pytest.MonkeyPatch) -> list[Host]:
    """Count who reads a whole log again once both have read it."""
    loaded, load = list[Host](), Host.load

    def counted(host: Host) -> None:
        loaded.append(host)
        load(host)

    monkeypatch.setattr(Host, "load", counted)
    return loaded


def told(host: Host, world: World, *people: Any) -> list[Any]:
    """Give all that some people were told at a server, and the state of its battle."""
    streams = [host.stream(host.viewer(one)) for one in people]
    return [repr(host.battle.state), [(one.seq, one.now, list(one.lines), one.marks) for one in streams]]


@pytest.mark.parametrize("seed", range(3))
def test_two_servers_in_turns_end_with_the_same_and_read_no_more_than_the_tail(
    world: World, there: Host, nothing_is_loaded_anew: list[Host], seed: int
) -> None:
    here, gm, ann, dice = host_of(world), gm_of(world), player(world), Random(seed)
    there.catch_up()
    nothing_is_loaded_anew.clear()
    for host in (here, there):
        told(host, world, gm, ann)
    for command in _COMMANDS:
        host = dice.choice((here, there))
        try:
            host.handle(command, gm)
        except Refusal:  # by what it knew: the other had opened a question, or answered it
            host.catch_up()
            host.handle(command, gm)
    here.catch_up()
    there.catch_up()
    assert nothing_is_loaded_anew == []
    afresh = Host(world.store, world.table.id)
    assert told(here, world, gm, ann) == told(there, world, gm, ann) == told(afresh, world, gm, ann)
    assert here.last_seq == there.last_seq == world.store.last_seq(world.battle_id)


def test_a_wish_to_undo_is_laid_aside_where_another_server_undid_something(world: World, there: Host) -> None:
    here, gm, ann = host_of(world), gm_of(world), player(world)
    here.handle(_COMMANDS[0], gm)
    wish(here, ann)
    there.handle(_COMMANDS[3], gm)
    here.catch_up()
    assert here.wishes
    there.handle({"do": "undo"}, gm)
    here.catch_up()
    assert not here.wishes


def test_people_and_settings_that_changed_elsewhere_are_taken_in(world: World, there: Host) -> None:
    here = host_of(world)
    ann = player(world)
    there.change_settings(answer_seconds=30)
    here.catch_up()
    assert here.settings.answer_seconds == 30
    there.catch_up()
    assert (there.seats["kit"], there.seats) == (ann.person_id, here.seats)


def test_another_scene_that_another_server_brought_is_opened(world: World, there: Host) -> None:
    here = host_of(world)
    battle_map = there.battle.state.map
    assert battle_map is not None
    scene = bring_scene(there, name="Cellar", battle_map=battle_map)
    here.handle(_COMMANDS[0], gm_of(world))
    here.catch_up()
    assert here.scene.id == there.scene.id == scene.id
    assert here.battle.state == there.battle.state


def test_a_tail_that_cannot_be_told_leaves_the_battle_as_it_was(world: World, there: Host) -> None:
    here = host_of(world)
    before, last = here.battle.state, here.last_seq
    there.store.append(here.scene.id, last + 1, "wrong", [("no such kind", {})])
    with pytest.raises(Exception, match="Restore a backup"):
        here.catch_up()
    assert (here.battle.state, here.last_seq) == (before, last)


class Watched(Store):
    """A store that lets somebody look on as it begins to keep something."""

    looks: Any = None

    def append_all(self, *args: Any) -> int:
        if self.looks is not None:
            self.looks()
        return super().append_all(*args)


def test_while_an_answer_is_kept_the_question_stands_as_it_was(world: World) -> None:
    settings = world.app.extensions["battlemat-settings"]
    store = Watched(settings.database_place, settings.pictures)
    host, gm, seen = Host(store, world.table.id), gm_of(world), list[Any]()
    facts = {"line_of_fire": True, "range": "near"}
    attack = {"do": "attack", "actor": "kit", "target": "raider-3", "with": "blast-pistol", "facts": facts}
    for who in ("kit", "raider-3"):
        host.handle({"do": "edit", "target": who, "by_hand": True}, gm)
    host.handle(attack, gm)

    def asked() -> tuple[BattleState, Any, Offer | None, bool]:
        battle, prompt = host.battle, host.battle.state.prompt
        assert prompt is not None
        return battle.state, battle.asked_facts(), prompt.offers, battle.is_stuck

    before = asked()
    store.looks = lambda: seen.append(asked())
    host.handle({"actor": "kit", "answer": "roll"}, gm)
    assert seen == [before]
    assert host.battle.state != before[0]
    store.close()


class Doubtful(Store):
    """A store that keeps what it is given and says once that it did not: the line broke before its answer."""

    doubts = True

    def append_all(self, *args: Any) -> int:
        last = super().append_all(*args)
        if self.doubts:
            self.doubts = False
            raise SeqTaken("who knows")
        return last


def test_what_was_kept_although_it_did_not_seem_so_counts_once(world: World) -> None:
    settings = world.app.extensions["battlemat-settings"]
    store = Doubtful(settings.database_place, settings.pictures)
    host = Host(store, world.table.id)
    before = len(host.battle.entries)
    done = host.handle({"do": "turn", "actor": "kit"}, gm_of(world))
    assert len(host.battle.entries) == before + 1
    assert [event["kind"] for event in done.events][:1] == ["command"]
    assert host.last_seq == store.last_seq(world.battle_id)
    store.close()
