"""What the GM sends close behind one another is kept and told as one, and comes to the same as one by one."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.decision import Decision
from rules.engine.events import event_as_json, event_from_text
from rules.engine.history.entry import command_of
from rules.engine.refusal import Refusal
from tests.webapp.fog.fog_fights import FOES, HEROES, Fight
from tests.webapp.pages import gm_of, host_of
from tests.webapp.table.test_host import failing, player, reopened
from tests.webapp.table.test_two_servers import Doubtful
from tests.webapp.world import World
from webapp.dice.face_source import SealedFaces, Serials
from webapp.store.store import Store, StoreTrouble
from webapp.table import host as table_host
from webapp.table.host import HandleResult, Host
from webapp.visibility.viewer import Viewer

SYSTEMS = ("atomic", "gurps", "phases", "savage", "tesseris")


@pytest.fixture(autouse=True)
def _without_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a busy machine decide as many together as a quiet one."""
    monkeypatch.setattr(table_host, "_AT_A_STRETCH", 3600.0)


class Counting(Store):
    """A store that counts how often anything is kept in it."""

    kept = 0

    def append_all(self, *args: Any) -> int:
        self.kept += 1
        return super().append_all(*args)


def counting(world: World) -> tuple[Host, Counting, list[int]]:
    settings = world.app.extensions["battlemat-settings"]
    store = Counting(settings.database_place, settings.pictures)
    host, told = Host(store, world.table.id), list[int]()
    host.listeners = [lambda host: told.append(host.last_seq)]
    return host, store, told


def step(who: str, x: int, y: int, id_: str = "") -> dict[str, Any]:
    return {"id": id_ or f"{who}-{x}-{y}", "do": "gm-set", "target": who, "state": {"at": [x, y]}}


def test_they_are_kept_at_once_and_told_once_and_each_hears_its_own(world: World) -> None:
    host, store, told = counting(world)
    gm = gm_of(world)
    seq = host.stream(host.viewer(gm)).seq
    done = host.handle_all([step("kit", 3, 4), step("kit", 4, 4), step("dutch", 5, 13)], gm)
    assert (store.kept, told) == (1, [host.last_seq])
    heard = [one.events for one in done if isinstance(one, HandleResult)]
    assert [[e["at"] for e in events if "at" in e] for events in heard] == [[[3, 4]], [[4, 4]], [[5, 13]]]
    numbers = [one.seq for one in done if isinstance(one, HandleResult)]
    assert numbers == sorted({*numbers})
    assert numbers[0] > seq
    assert numbers[-1] == host.stream(host.viewer(gm)).seq
    people = reopened(world, gm).combatants
    assert (people["kit"].at, people["dutch"].at) == ((4, 4), (5, 13))
    assert reopened(world, gm) == host.battle.state
    store.close()


def test_each_is_taken_back_by_itself(world: World) -> None:
    host, gm = host_of(world), gm_of(world)
    host.handle_all([step("kit", 3, 4), step("kit", 4, 4), step("kit", 5, 4)], gm)
    for place in ((4, 4), (3, 4)):
        host.handle({"do": "undo"}, gm)
        assert host.battle.state.combatants["kit"].at == place
    host.handle({"do": "redo"}, gm)
    assert host.battle.state.combatants["kit"].at == (4, 4)


def test_what_is_refused_among_them_is_refused_alone(world: World) -> None:
    host, store, told = counting(world)
    done = host.handle_all(
        [step("kit", 3, 4), step("kit", 4, 4), step("nobody", 4, 4), step("kit", 5, 4), {"do": 7}],
        gm_of(world),
    )
    assert [type(one) for one in done] == [HandleResult, HandleResult, Refusal, HandleResult, Refusal]
    assert host.battle.state.combatants["kit"].at == (5, 4)
    assert (store.kept, len(told)) == (2, 2)
    store.close()


def test_the_same_one_again_counts_once(world: World) -> None:
    host, gm = host_of(world), gm_of(world)
    before = len(host.battle.entries)
    done = host.handle_all([step("kit", 3, 4, "a"), step("kit", 3, 4, "a"), step("kit", 4, 4, "b")], gm)
    assert all(isinstance(one, HandleResult) for one in done)
    assert len(host.battle.entries) == before + 2
    host.handle_all([step("kit", 4, 4, "b"), step("kit", 5, 4, "c")], gm)
    assert len(host.battle.entries) == before + 3


def test_what_takes_back_or_answers_waits_for_its_turn(world: World) -> None:
    host, gm = host_of(world), gm_of(world)
    was = host.battle.state.combatants["kit"].at
    by_hand = {"do": "edit", "target": "kit", "by_hand": True}
    use = {"do": "use", "actor": "kit", "value": 50, "note": "pick the lock"}
    answer = {"actor": "kit", "answer": "faces", "faces": [12]}
    done = host.handle_all(
        [step("kit", 3, 4), step("kit", 4, 4), {"do": "undo"}, {"do": "undo"}, by_hand, use, answer], gm
    )
    assert all(isinstance(one, HandleResult) for one in done), done
    assert host.battle.state.combatants["kit"].at == was
    assert host.battle.state.prompt is None
    assert reopened(world, gm) == host.battle.state


def test_where_the_disk_is_full_none_has_happened_and_each_is_told_so(world: World) -> None:
    host, store, told = failing(world)
    gm = gm_of(world)
    before, store.full = host.battle.state, True
    done = host.handle_all([step("kit", 3, 4), step("kit", 4, 4)], gm)
    assert [type(one) for one in done] == [StoreTrouble, StoreTrouble]
    assert (host.battle.state, told) == (before, [])
    store.full = False
    host.handle_all([step("kit", 3, 4), step("kit", 4, 4)], gm)
    assert reopened(world, gm).combatants["kit"].at == (4, 4)
    store.close()


def test_what_another_server_wrote_first_is_taken_in_and_what_was_kept_counts_once(world: World) -> None:
    settings = world.app.extensions["battlemat-settings"]
    gm, store = gm_of(world), Doubtful(settings.database_place, settings.pictures)
    there = Host(store, world.table.id)
    host_of(world).handle(step("dutch", 5, 13), gm)
    store.doubts = False
    before = len(there.battle.entries)
    there.handle_all([step("kit", 3, 4), step("kit", 4, 4)], gm)
    assert len(there.battle.entries) == before + 3
    store.doubts = True
    there.handle_all([step("kit", 5, 4), step("kit", 6, 4)], gm)
    assert len(there.battle.entries) == before + 5
    assert reopened(world, gm) == there.battle.state
    assert there.battle.state.combatants["dutch"].at == (5, 13)
    store.close()


def test_what_players_send_is_judged_by_what_they_know_when_its_turn_comes(world: World) -> None:
    ann = player(world)
    host, store, told = counting(world)
    moves = [{"id": f"w{to}", "do": "move", "actor": "kit", "to": to} for to in ([4, 8], [4, 7])]
    first, *later = host.handle_all([*moves, step("kit", 3, 4)], ann)
    assert isinstance(first, HandleResult)
    for data, outcome in zip([moves[1], step("kit", 3, 4)], later, strict=True):
        with pytest.raises(Refusal) as by_itself:
            host.handle(data, ann)
        assert isinstance(outcome, Refusal)
        assert (outcome.code, outcome.text) == (by_itself.value.code, by_itself.value.text)
    assert (store.kept, len(told)) == (1, 1)
    assert host.battle.state.combatants["kit"].at == (4, 8)
    store.close()


# ------------------------------------------------------------------------------- the same as one by one
def _deeds(fight: Fight, chance: Random) -> list[dict[str, Any]]:
    """Choose what a GM may send in one go: some has dice, some is refused, some asks or undoes."""
    found = list[dict[str, Any]]()
    for _ in range(chance.randrange(2, 6)):
        who = chance.choice([*HEROES, *FOES])
        put: dict[str, Any] = {"do": "gm-set", "target": who, "state": {"at": list(fight.anywhere())}}
        deeds: Sequence[dict[str, Any]] = (
            *(put, put, put, put),
            {"do": "edit", "target": who, "hidden": chance.random() < 0.5},
            {"do": "set-lamp", "target": who, "lamp": {"bright": 2, "dim": 3}},
            {"do": "set-fog", "on": chance.random() < 0.7},
            {"do": chance.choice(("undo", "redo", "begin", "end-battle"))},
            {"do": "remove", "target": who},
            fight.next(),
            fight.next(),
        )
        found.append({**chance.choice(deeds), "id": f"d{chance.random()}"})
    return found


def _written(battle: Battle, first: int = 0) -> list[tuple[str, Any]]:
    return [(event.kind, event_as_json(event)) for entry in battle.entries[first:] for event in entry.events]


@pytest.mark.parametrize("system", SYSTEMS)
def test_they_come_to_what_they_would_one_by_one(
    world: World, system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance, together = Random(f"together {system}"), list[int]()
    world.player("Ann")
    [person] = world.store.people.of_table(world.table.id)
    fight = Fight(world, system, chance, {"kit": person.id}, {})
    host, gm, keep = fight.host, fight.gm, Host._keep

    def counted(host: Host, decisions: Sequence[Decision], viewer: Viewer) -> list[HandleResult]:
        together.append(len(decisions))
        return keep(host, decisions, viewer)

    monkeypatch.setattr(Host, "_keep", counted)
    host.throws = None
    kinds = host.battle.system.event_kinds()
    apart = Battle.load(system, [event_from_text(kinds, *row) for row in host.store.told(host.scene.id)])
    for _ in range(25):
        place, first = host.last_seq + 1, len(host.battle.entries)
        host.handle_all(_deeds(fight, chance), gm)
        for entry in host.battle.entries[first:]:
            if apart.log.find(entry.id) is None:  # an amendment is several entries
                rolled = Serials(event for entry in apart.entries for event in entry.events)
                faces = SealedFaces(host.dice.key, rolled, place)
                place += len(apart.handle(command_of(entry), faces))
        assert _written(apart, first) == _written(host.battle, first)
        assert apart.state == host.battle.state
        for viewer in (host.viewer(gm), fight.viewer_of("ann")):
            stream, anew = host.stream(viewer), host.streams.told_again(viewer)
            assert (stream.lines, stream.seq, stream.marks) == (anew.lines, anew.seq, anew.marks)
    assert any(count > 1 for count in together), "some of it went together"
    assert 1 in together, "and some did not"
