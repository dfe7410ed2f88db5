"""The door of a table: who may do what, what counts, and what happens when the store cannot keep it."""

import threading
from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.events import event_as_json
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from tests.webapp.pages import gm_of, host_of
from tests.webapp.world import World
from webapp.context import STORE
from webapp.store.store import Store, StoreTrouble
from webapp.table.grants import Visitor
from webapp.table.host import Host
from webapp.table.known_reach import known_reach
from webapp.visibility.stream import Stream


def person(world: World, name: str) -> Visitor:
    found = next(p for p in world.store.people.of_table(world.table.id) if p.name == name)
    return Visitor("play", world.table.id, found.id, found.name)


def player(world: World, name: str = "Ann", character: str = "kit") -> Visitor:
    world.player(name, character)
    return person(world, name)


def refused(host: Host, by: Visitor, **command: Any) -> Refusal:
    """Give a command that is refused; nothing has changed."""
    before, stored = host.battle.state, host.store.last_seq(host.scene.id)
    with pytest.raises(Refusal) as caught:
        host.handle(command, by)
    assert host.battle.state is before
    assert host.store.last_seq(host.scene.id) == stored
    return caught.value


def do(host: Host, by: Visitor, **command: Any) -> tuple[dict[str, Any], ...]:
    return host.handle(command, by).events


# ------------------------------------------------------------------------------------------- rights
@pytest.mark.parametrize(
    ("command", "code"),
    [
        ({"do": "move", "actor": "brannock", "to": [4, 10]}, "not-yours"),
        ({"do": "move", "actor": "raider-4", "to": [4, 10]}, "not-yours"),
        ({"do": "move", "actor": "nobody", "to": [4, 10]}, "not-yours"),
        ({"do": "move", "to": [4, 10]}, "not-yours"),
        ({"answer": "none", "actor": "brannock"}, "not-yours"),
        ({"do": "gm-set", "target": "kit", "state": {"wounds": 0}}, "not-allowed"),
        ({"do": "gm-set", "actor": "kit", "target": "kit", "state": {}}, "not-allowed"),
        ({"do": "begin"}, "not-allowed"),
        ({"do": "undo"}, "not-allowed"),
        ({"do": "set-door", "wall": "gantry-door", "state": "open"}, "not-allowed"),
        ({"do": "remove", "target": "kit"}, "not-allowed"),
        ({"do": "attack", "actor": "kit", "target": "raider-3", "facts": {}}, "not-allowed"),
        ({"do": "attack", "actor": "kit", "target": ["raider-3"]}, "bad-command"),
        ({"do": "attack", "actor": ["kit"]}, "bad-command"),
        ({"do": 7}, "bad-command"),
        ({}, "bad-command"),
        ({"do": "move", "actor": "kit", "id": "x" * 65}, "bad-command"),
        ({"do": "move", "actor": "kit", "to": [float("nan"), 1]}, "bad-command"),
    ],
)
def test_a_player_does_what_is_theirs_alone(world: World, command: dict[str, Any], code: str) -> None:
    assert refused(host_of(world), player(world), **command).code == code


def test_what_is_the_tables_no_player_does(world: World) -> None:
    ann, host = player(world), host_of(world)
    host.battle = Battle("phases")  # where `alert` is the GM's
    assert refused(host, ann, do="alert", actor="kit", target="kit").code == "not-allowed"


def test_a_player_acts_for_the_own_character(world: World) -> None:
    ann, host = player(world), host_of(world)
    do(host, ann, do="move", actor="kit", to=[4, 8])
    assert host.battle.state.combatants["kit"].at == (4, 8)
    assert host.battle.entries[-1].command.by == ann.person_id


def test_who_gives_a_command_is_not_taken_from_what_is_sent(world: World) -> None:
    ann, host = player(world), host_of(world)
    for key in ("by", "viewer", "role", "as", "seq"):
        with pytest.raises(Refusal) as caught:
            host.handle({"do": "turn", "actor": "kit", key: "gm"}, ann)
        assert (key, caught.value.code) == (key, "forged")
    assert host.battle.entries[-1].command.do != "turn"
    host.handle({"do": "turn", "actor": "kit"}, ann)
    assert host.battle.entries[-1].command.by == ann.person_id


def test_a_screen_only_shows(world: World) -> None:
    screen = Visitor("screen", world.table.id, None, "Screen")
    for command in ({"do": "begin"}, {"do": "turn", "actor": "kit"}, {"answer": "none", "actor": "kit"}):
        assert refused(host_of(world), screen, **command).code == "not-allowed"


def test_one_who_hides_and_one_who_is_not_there_are_refused_alike(world: World) -> None:
    host, ann = host_of(world), player(world)
    said = {
        (r.code, r.message)
        for who in ("raider-4", "raider-2", "nobody")
        for r in [refused(host, ann, do="attack", actor="kit", target=who, **{"with": "blast-pistol"})]
    }
    assert said == {("unknown-combatant", "There is nobody of that name here.")}


def test_a_refusal_names_nobody_unseen(world: World) -> None:
    host, ann, gm = host_of(world), player(world), gm_of(world)
    do(host, gm, do="edit", target="raider-2", name="Vex")
    host.handle({"do": "begin"}, gm)
    while host.battle.state.active != "raider-2":
        host.handle({"do": "end-turn", "actor": host.battle.state.active}, gm)
    for command in ({"do": "end-turn"}, {"do": "move", "to": [4, 8]}, {"do": "drop", "with": "blast-pistol"}):
        secret = refused(host, ann, actor="kit", **command)
        assert "Vex" not in secret.message
        assert "somebody" not in secret.message, "it would tell that somebody unseen acts"
    host.change_settings(secret_turns=False)
    for command in ({"do": "end-turn"}, {"do": "move", "to": [4, 8]}, {"do": "drop", "with": "blast-pistol"}):
        refusal = refused(host, ann, actor="kit", **command)
        assert refusal.message == "Kit must wait: just now it is nobody's turn."


def test_a_move_into_somebody_unseen_goes_as_far_as_it_goes(world: World) -> None:
    host, ann, gm = host_of(world), player(world), gm_of(world)
    places = {"brannock": [2, 3], "dutch": [3, 3], "raider-3": [20, 3], "raider-2": [9, 12], "kit": [7, 10]}
    for who, place in places.items():
        do(host, gm, do="gm-set", target=who, state={"at": place})
    assert (9, 12) in known_reach(host, host.viewer(ann), "kit").costs, "as far as Kit knows, it is free"
    gms = refused(host, gm, do="move", actor="kit", to=[9, 12])
    assert "Somebody stands there" in gms.message
    done = host.handle({"id": "a", "do": "move", "actor": "kit", "to": [9, 12]}, ann)
    at = host.battle.state.combatants["kit"].at
    assert isinstance(at, tuple)
    assert max(abs(at[0] - 9), abs(at[1] - 12)) == 1, "as far as the cell before"
    assert (
        str(done.said)
        == "You stop there: something that you could not see from where you were is in the way."
    )
    again = host.handle({"id": "a", "do": "move", "actor": "kit", "to": [9, 12]}, ann)
    assert again.seq == done.seq
    assert host.battle.state.combatants["kit"].at == at


def test_who_is_removed_has_no_character_any_more(world: World) -> None:
    host, ann = host_of(world), player(world)
    assert ann.person_id is not None
    world.store.people.remove(ann.person_id)
    host.reload_seats()
    assert refused(host, ann, do="turn", actor="kit").code == "not-yours"


# ------------------------------------------------------------------------------------------ counting
def test_a_command_sent_twice_counts_once_and_tells_the_same(world: World) -> None:
    host, ann = host_of(world), player(world)
    first = host.handle({"id": "a", "do": "move", "actor": "kit", "to": [4, 8]}, ann)
    entries = len(host.battle.entries)
    again = host.handle({"id": "a", "do": "move", "actor": "kit", "to": [4, 8]}, ann)
    assert again == first
    assert len(host.battle.entries) == entries


def test_sent_at_the_same_time_it_counts_once_too(world: World) -> None:
    host, gm = host_of(world), gm_of(world)
    before = len(host.battle.entries)
    threads = [
        threading.Thread(target=host.handle, args=({"id": "x", "do": "turn", "actor": "kit"}, gm))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(host.battle.entries) == before + 1


def test_nobody_hears_what_another_did_by_guessing_the_id(world: World) -> None:
    """An id given again answers with the events of the first time: they must be one's own."""
    host, ann, gm = host_of(world), player(world), gm_of(world)
    host.handle({"id": "secret", "do": "gm-set", "target": "raider-4", "state": {"at": [19, 4]}}, gm)
    for id_ in ("secret", "lay-out-map", "lay-out-combatants"):
        events = do(host, ann, id=id_, do="turn", actor="kit")
        assert [event["kind"] for event in events] == ["turn-started", "refreshed"], "the own command's"


def test_a_command_without_an_id_counts_each_time(world: World) -> None:
    host, gm = host_of(world), gm_of(world)
    before = len(host.battle.entries)
    for _ in range(2):
        do(host, gm, do="turn", actor="kit")
    assert len(host.battle.entries) == before + 2


def test_a_player_hears_of_an_own_command_what_the_character_does(world: World) -> None:
    host, ann, gm = host_of(world), player(world), gm_of(world)
    host.handle({"do": "begin"}, gm)
    while host.battle.state.active != "kit":
        host.handle({"do": "end-turn", "actor": host.battle.state.active}, gm)
    events = do(host, ann, do="end-turn", actor="kit")
    assert {e["who"] for e in events if "who" in e} <= host.stream(host.viewer(ann)).now
    assert events[0]["kind"] == "turn-ended"


# ----------------------------------------------------------------------------------------- the store
class Failing(Store):
    """A store whose disk is full while `full` is set; it cannot be read then either."""

    full = False

    def append_all(self, *args: Any) -> int:
        if self.full:
            raise StoreTrouble("The disk is full: make room on it. Nothing was changed.")
        return super().append_all(*args)

    def events(self, battle_id: str, after: int = 0) -> Any:
        if self.full:
            raise StoreTrouble("The database does not answer.")
        return super().events(battle_id, after)


def failing(world: World) -> tuple[Host, Failing, list[int]]:
    """Open the table on a store that can fail; `told` grows whenever anybody would be told of anything."""
    settings = world.app.extensions["battlemat-settings"]
    store = Failing(settings.database_place, settings.pictures)
    host = Host(store, world.table.id)
    told: list[int] = []
    host.listeners = [lambda host: told.append(host.last_seq)]
    return host, store, told


def test_what_the_store_did_not_keep_did_not_happen_and_nobody_is_told(world: World) -> None:
    host, store, told = failing(world)
    ann, gm = player(world), gm_of(world)
    host.reload_seats()
    told.clear()
    stream = host.stream(host.viewer(ann))
    before, seq, lines = host.battle.state, stream.seq, list(stream.lines)
    store.full = True
    with pytest.raises(StoreTrouble, match="The disk is full"):
        host.handle({"id": "a", "do": "move", "actor": "kit", "to": [4, 8]}, ann)
    assert host.battle.state == before
    assert (stream.seq, stream.lines, told) == (seq, lines, [])
    store.full = False
    host.handle({"id": "a", "do": "move", "actor": "kit", "to": [4, 8]}, ann)
    assert host.battle.state.combatants["kit"].at == (4, 8)
    assert told == [host.last_seq]
    assert reopened(world, gm).combatants["kit"].at == (4, 8)
    store.close()


def test_an_open_question_outlives_a_store_that_fails(world: World) -> None:
    host, store, _ = failing(world)
    gm = gm_of(world)
    for command in (
        {"do": "edit", "target": "kit", "by_hand": True},
        {"do": "use", "actor": "kit", "value": 50, "note": "pick the lock"},
    ):
        host.handle(command, gm)
    prompt = host.battle.state.prompt
    assert prompt is not None
    store.full = True
    with pytest.raises(StoreTrouble):
        host.handle({"actor": "kit", "answer": "faces", "faces": [12]}, gm)
    assert host.battle.state.prompt == prompt
    store.full = False
    host.handle({"actor": "kit", "answer": "faces", "faces": [12]}, gm)
    assert host.battle.state.prompt is None
    store.close()


def reopened(world: World, gm: Visitor) -> BattleState:
    """Open the table anew from what the store holds."""
    return Host(world.app.extensions[STORE], world.table.id).battle.state


# ----------------------------------------------------------------------------------------- two servers
def second(world: World) -> Host:
    """Another server on the same database."""
    settings = world.app.extensions["battlemat-settings"]
    return Host(Store(settings.database_place, settings.pictures), world.table.id)


def test_two_servers_on_one_database_take_in_what_the_other_did(world: World) -> None:
    here, there, gm = host_of(world), second(world), gm_of(world)
    told: list[int] = []
    there.listeners = [lambda host: told.append(host.last_seq)]
    do(here, gm, do="gm-set", target="kit", state={"at": [4, 8]})
    do(there, gm, do="gm-set", target="dutch", state={"at": [5, 13]})
    places = {who: there.battle.state.combatants[who].at for who in ("kit", "dutch")}
    assert places == {"kit": (4, 8), "dutch": (5, 13)}
    assert len(told) == 2, "of what the other server did, then of the own command"
    assert reopened(world, gm) == there.battle.state
    there.store.close()


def test_a_command_sent_to_both_counts_once(world: World) -> None:
    here, there, gm = host_of(world), second(world), gm_of(world)
    command = {"id": "same", "do": "turn", "actor": "kit"}
    here.handle(command, gm)
    there.handle(command, gm)
    assert len(world.store.events(world.battle_id)) == here.last_seq == there.last_seq
    there.store.close()


def test_two_servers_at_once_keep_one_log_without_gaps(world: World) -> None:
    here, there, gm = host_of(world), second(world), gm_of(world)
    done: dict[int, int] = {0: 0, 1: 0}

    def work(number: int, host: Host) -> None:
        for _ in range(10):
            try:
                host.handle({"do": "turn", "actor": "kit"}, gm)
                done[number] += 1
            except StoreTrouble:  # the other was first, again and again
                pass

    threads = [threading.Thread(target=work, args=pair) for pair in enumerate((here, there))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    stored = world.store.events(world.battle_id)
    assert [event.seq for event in stored] == list(range(1, len(stored) + 1))
    turns = [e for e in stored if e.kind == "command" and e.data["do"] == "turn"]
    assert len(turns) == sum(done.values())
    fresh = Host(world.store, world.table.id)
    assert [event_as_json(e) for entry in fresh.battle.entries for e in entry.events] == [
        e.data for e in stored
    ]
    there.store.close()


# ------------------------------------------------------------------------------------- who is told when
def test_who_was_told_by_half_is_told_anew_from_the_log(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = player(world), player(world, "Bob", "brannock")
    host = host_of(world)
    failing, others = host.viewer(ann), host.viewer(bob)
    told, take_in = {viewer: host.stream(viewer) for viewer in (failing, others)}, Stream.take_in

    def fail(stream: Stream, *told: Any, **more: Any) -> None:
        take_in(stream, *told, **more)
        if stream.viewer == failing:
            raise RuntimeError("in the middle")

    monkeypatch.setattr(Stream, "take_in", fail)
    do(host, gm_of(world), do="gm-set", target="kit", state={"at": [4, 8]})
    monkeypatch.undo()
    assert host.stream(others) is told[others]
    assert host.stream(failing) is not told[failing]
    for viewer in (failing, others):
        stream, again = host.stream(viewer), host.streams.told_again(viewer)
        assert (stream.seq, stream.lines) == (again.seq, again.lines)
        assert "Kit" in str(stream.lines[-1].text)
