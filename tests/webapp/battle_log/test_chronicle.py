"""The log as it is read: worded for each reader, and the same however often it is told."""

from collections.abc import Collection
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.battle_events import Commanded, DoorSet, Moved, PromptAnswered, PromptOpened, Rolled
from rules.engine.combatant_events import StateSet
from rules.engine.names import column_letter
from rules.engine.refusal import Refusal
from rules.map.model import DoorState
from tests.webapp.pages import gm_of, host_of
from tests.webapp.visibility.test_viewer import ANN, APART, GM, PARTY, rolled, scene
from tests.webapp.world import World
from webapp.battle_log import chronicle
from webapp.battle_log.chronicle import LogLine, Wording, see_event
from webapp.battle_log.core_lines import Reader
from webapp.table.grants import Visitor
from webapp.table.host import Host
from webapp.visibility.stream import LOG_LINES, Stream
from webapp.visibility.viewer import Viewer


def line(
    event: Any, viewer: Viewer = PARTY, knows: tuple[str, ...] = ("ann", "bob"), knew: tuple[str, ...] = ()
) -> LogLine | None:
    """Word an event for a viewer who knows some now, and knew others just before."""
    everybody = tuple(APART.combatants)
    now = frozenset(everybody if viewer.is_gm else knows)
    stream = Stream(viewer, "scene", now=now, then=now | frozenset(knew), then_or_now=now | frozenset(knew))
    return see_event(event, APART, event.apply(APART), stream, 1, "c")


def text(event: Any, **options: Any) -> str:
    found = line(event, **options)
    assert found is not None
    return str(found.text)


def test_a_move_says_where_to() -> None:
    assert text(Moved(who="ann", to=(2, 3), cost=2.0)) == "Ann moves to C4, 2 to go there."


def test_who_moves_out_of_sight_is_not_followed() -> None:
    assert text(Moved(who="vex", to=(6, 4)), knew=("vex",)) == "Vex moves out of sight."


def test_a_door_is_told_without_the_unseen_hand() -> None:
    event = DoorSet(wall="door", state=DoorState.OPEN, who="vex")
    assert text(event) == "A door is opened."
    assert text(event, viewer=GM) == "A door is opened by Vex."


def test_what_the_gm_sets_is_spelled_out_for_the_gm_alone() -> None:
    event = StateSet(who="bob", state={"wounds": 2, "engaged_with": ["vex"]}, at=(3, 3))
    assert text(event, viewer=GM) == "The GM sets Bob: Wounds 2, Engaged with Vex, place D4."
    assert text(event) == "The GM moves Bob to D4."
    assert text(StateSet(who="bob", state={"wounds": 2})) == "The GM changes Bob."
    assert text(StateSet(who="vex", at=(6, 4)), knew=("vex",)) == "The GM moves Vex out of sight."


def test_a_question_names_nobody_unseen() -> None:
    asked = PromptOpened(
        to="ann", purpose="x", question="Vex attacks you.", offers=(), default="", about="vex"
    )
    assert text(asked) == "Ann is asked: Somebody attacks you."
    assert text(asked, viewer=GM) == "Ann is asked: Vex attacks you."
    assert text(PromptAnswered(to="vex", purpose="x", answer="none")) == "Somebody answers: none."


def test_what_is_overruled_is_said() -> None:
    event = Commanded(
        id="x", do="attack", actor="ann", params={"facts": {"line_of_fire": True, "cover": None}}
    )
    assert text(event) == "Overruled: line of fire yes, cover none."


def test_a_roll_for_nobody_is_the_tables() -> None:
    found = line(rolled("table"))
    assert found is not None
    assert found.roll is not None
    assert str(found.roll.name) == "The table"


def test_a_roll_keeps_its_numbers_and_names_nobody_unseen_in_them() -> None:
    from rules.engine.dice import Modifier

    event = Rolled(
        who="ann",
        purpose="attack",
        label="pistol",
        notation="d100",
        faces=(34,),
        modifiers=(Modifier("flanked by Vex", -10, "X-1"),),
        total=34,
        target=50,
        outcome="success",
        details={"base": 60},
    )
    found = line(event)
    assert found is not None
    assert str(found.text) == "Ann, pistol: 34 against 50, success"
    assert found.roll is not None
    assert [(m.label, m.value, m.rule) for m in found.roll.modifiers] == [
        ("flanked by somebody", "-10", "X-1")
    ]
    assert (found.roll.base, found.roll.target, found.roll.good) == (60, 50, True)


@pytest.mark.parametrize(
    ("column", "letters"), [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (702, "AAA")]
)
def test_columns_are_lettered_as_on_the_maps_edge(column: int, letters: str) -> None:
    assert column_letter(column) == letters


# ------------------------------------------------------------------------------------- told twice
def some_commands(random: Random, host: Host) -> dict[str, Any]:
    """Choose something that a GM might do now; it may well be refused."""
    state = host.battle.state
    who, other = random.choice(list(state.combatants)), random.choice(list(state.combatants))
    if state.prompt is not None and random.random() < 0.8:
        return {"actor": state.prompt.to, "answer": random.choice(state.prompt.choices)}
    active = state.active or who
    facts = {"range": "near", "line_of_fire": True}
    x, y, kind = random.randrange(24), random.randrange(15), random.choice(("wall", "low", "door"))
    assert state.map is not None
    doors = [wall.id for wall in state.map.walls if wall.state is not None]
    kinds: list[dict[str, Any]] = [
        {"do": "attack", "actor": active, "target": other, "with": "blast-pistol", "facts": facts},
        {"do": "attack", "actor": active, "target": "kit", "with": "laser-rifle", "facts": facts},
        {"do": "move", "actor": active, "to": [random.randrange(24), random.randrange(16)]},
        {"do": "gm-set", "target": who, "state": {"at": [random.randrange(24), random.randrange(16)]}},
        {"do": "gm-set", "target": who, "state": {"wounds": random.randrange(5)}},
        {"do": "edit", "target": who, "hidden": random.random() < 0.5, "by_hand": random.random() < 0.2},
        {"do": "edit", "target": who, "name": f"{who} {random.randrange(9)}"},
        {"do": "set-door", "wall": "gantry-door", "state": random.choice(["open", "closed", "secret"])},
        {"do": "set-door", "wall": "hatch", "state": random.choice(["open", "closed"])},
        {
            "do": "add",
            "combatants": [
                {
                    "id": f"x{random.randrange(99)}",
                    "name": "New",
                    "side": "raiders",
                    "at": [9, 9],
                    "sheet": {},
                }
            ],
        },
        {"do": "remove", "target": who},
        {"do": "begin" if not state.running else "end-turn", "actor": active},
        {"do": "turn", "actor": who},
        {"do": "undo"},
        {"do": "redo"},
        {"do": "undo", "of": "map"},
        {"do": "redo", "of": "map"},
        {"do": "edit-map", "walls": [{"from": [x, y], "to": [x, y + 1], "kind": kind}]},
        {"do": "edit-map", "walls": [{"from": [x, y], "to": [x, y + 1], "kind": "door", "state": "secret"}]},
        {"do": "set-door", "wall": random.choice(doors), "state": random.choice(("open", "closed"))},
    ]
    return random.choice(kinds)


@pytest.mark.parametrize("seed", range(6))
def test_the_log_told_again_from_the_store_is_the_log_told_live(world: World, seed: int) -> None:
    host, gm, random = host_of(world), gm_of(world), Random(seed)
    world.player("Ann", "kit")
    world.player("Bob", "dutch")
    people = world.store.people.of_table(world.table.id)
    readers = [gm, Visitor("screen", world.table.id, None, "Screen")]
    readers += [Visitor("play", world.table.id, p.id, p.name) for p in people]
    viewers = [host.viewer(reader) for reader in readers]
    live = [host.stream(viewer) for viewer in viewers]
    done: set[str] = set()
    for _ in range(60):
        command = some_commands(random, host)
        try:
            host.handle(command, gm)
            done.add(host.battle.entries[-1].command.do)
        except Refusal:
            continue
    assert len(done) >= 6, done
    again = Host(world.store, world.table.id)
    assert again.battle.state == host.battle.state
    for viewer, stream in zip(viewers, live, strict=True):
        told = again.stream(viewer)
        assert (told.seq, told.asked, told.now) == (stream.seq, stream.asked, stream.now)
        assert told.lines == stream.lines
    gms, others = live[0], live[1:]
    assert all(len(other.lines) < len(gms.lines) for other in others)


def test_a_run_of_changes_of_the_map_is_one_line_for_the_gm_and_none_for_others(world: World) -> None:
    host, gm = host_of(world), gm_of(world)
    world.player("Ann", "kit")
    screen = host.stream(host.viewer(Visitor("screen", world.table.id, None, "")))
    own = host.stream(host.viewer(gm))
    start, heard, read = len(own.lines), screen.seq, list(screen.lines)

    def draw(y: int) -> None:
        host.handle({"do": "edit-map", "walls": [{"from": [1, y], "to": [2, y]}]}, gm)

    for y in (1, 2, 3):
        draw(y)
    host.handle({"do": "undo", "of": "map"}, gm)
    assert [(str(x.text), x.undone) for x in own.lines[start:]] == [("The GM changes the map.", False)]
    assert (screen.seq, screen.lines) == (heard + 4, read), "others see it, and need not read it"
    host.handle({"do": "gm-set", "target": "kit", "state": {"at": [4, 8]}}, gm)
    host.handle({"do": "undo", "of": "map"}, gm)
    host.handle({"do": "redo", "of": "map"}, gm)
    draw(4)
    assert [str(x.text) for x in own.lines[start + 1 :]] == [
        "The GM sets Kit: place E9.",
        "The GM takes a change of the map back.",
    ]


def test_numbers_of_one_scene_are_never_anothers() -> None:
    starts = {Stream(viewer, s).seq for viewer in (GM, PARTY) for s in ("one", "two")}
    assert len(starts) == 4
    assert all(start < 2**53 - 2**20 for start in starts), "a browser counts no further"


def test_what_was_taken_back_is_marked_for_those_who_had_heard_of_it(world: World) -> None:
    host, gm = host_of(world), gm_of(world)
    world.player("Ann", "kit")
    screen = host.stream(host.viewer(Visitor("screen", world.table.id, None, "")))
    host.handle({"do": "gm-set", "target": "raider-4", "state": {"at": [20, 4]}}, gm)
    before = (screen.seq, list(screen.lines))
    host.handle({"do": "undo"}, gm)
    assert (screen.seq, screen.lines) == before, "nothing is heard of what was never told"
    host.handle({"do": "gm-set", "target": "kit", "state": {"at": [4, 8]}}, gm)
    host.handle({"do": "undo"}, gm)
    assert [(str(x.text), x.undone) for x in screen.lines[-2:]] == [
        ("The GM moves Kit to E9.", True),
        ("The GM takes back what was done last.", False),
    ]
    host.handle({"do": "redo"}, gm)
    assert not any(x.undone for x in screen.lines)
    assert str(screen.lines[-1].text) == "The GM puts it back."


def test_a_line_is_worded_once_for_all_who_read_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers of whom one thing differs, whichever that is, do not share a line."""
    worded, word = list[Reader](), chronicle._worded

    def counted(*of: Any) -> Any:
        worded.append(of[3])
        return word(*of)

    monkeypatch.setattr(chronicle, "_worded", counted)
    everybody, wording = frozenset(APART.combatants), Wording()
    moved = StateSet(who="ann", state={}, at=(2, 2))
    after = moved.apply(APART)

    def read(
        viewer: Viewer, now: Collection[str], then: Collection[str], of: Wording | None
    ) -> LogLine | None:
        stream = Stream(viewer, "scene", now=frozenset(now), then=frozenset(then))
        stream.then_or_now = stream.now | stream.then
        return see_event(moved, APART, after, stream, len(worded), "c", place=1, wording=of)

    vague = replace(PARTY, harm="words")
    readers: list[tuple[Viewer, Collection[str], Collection[str]]] = [
        (PARTY, ("ann", "bob"), ("ann", "bob")),
        (PARTY, ("bob",), ("ann", "bob")),
        (PARTY, ("ann", "bob"), ("bob",)),
        (PARTY, everybody, everybody),
        (vague, everybody, everybody),
        (replace(vague, harm="nothing"), everybody, everybody),
        (replace(vague, owns=everybody), everybody, everybody),
        (GM, everybody, everybody),
    ]
    lines = [read(*reader, wording) for reader in readers]
    assert len(worded) == len(readers)
    other = replace(PARTY, owns=frozenset({"ann"}), role="screen", secret_turns=False)
    again = [read(*reader, wording) for reader in [*readers, (other, *readers[0][1:])]]
    assert len(worded) == len(readers), "nothing was worded anew"
    for line, other_line, reader in zip([*lines, lines[0]], again, [*readers, readers[0]], strict=True):
        assert line is not None
        assert other_line == replace(line, number=len(readers)), "each has a number of its own"
        assert replace(line, number=0) == replace(read(*reader, None) or line, number=0)


def test_two_events_of_a_command_have_a_line_each_though_they_are_the_same_one() -> None:
    there, wording, stream = Moved(who="ann", to=(2, 2)), Wording(), Stream(GM, "scene")
    stream.now = stream.then = stream.then_or_now = frozenset(APART.combatants)
    renamed = APART.with_changes("ann", name="Zoe")
    lines = [
        see_event(there, state, there.apply(state), stream, 1, "c", place=place, wording=wording)
        for place, state in enumerate((APART, renamed))
    ]
    assert [str(line.text) for line in lines if line] == ["Ann moves to C3.", "Zoe moves to C3."]


def test_nobody_is_told_of_whom_they_do_not_know() -> None:
    assert scene(ANN).combatants.keys() == {"ann"}
    stream = Stream(PARTY, "scene")
    start = stream.seq
    stream.take_in(
        "c", [(Moved(who="vex", to=(6, 4)), APART, Moved(who="vex", to=(6, 4)).apply(APART))], frozenset()
    )
    assert (stream.seq, stream.lines, stream.heard) == (start, [], [])


def test_facts_that_are_no_facts_are_refused_and_a_log_that_has_some_opens(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, gm = host_of(world), gm_of(world)
    told = len(host.stream(host.viewer(gm)).lines)
    with pytest.raises(Refusal, match="'facts'"):
        host.handle({"do": "begin", "facts": "dan"}, gm)
    monkeypatch.setattr(Battle, "require_kinds", lambda battle, command: None)  # as before it was refused
    host.handle({"do": "begin", "facts": "dan"}, gm)
    lines = host.stream(host.viewer(gm)).lines[told:]
    assert lines
    assert not any(str(line.text).startswith("Overruled") for line in lines)
    again = Host(world.store, world.table.id)
    assert again.stream(again.viewer(gm)).lines[told:] == lines


def test_who_comes_late_to_a_long_log_reads_its_end_and_may_have_it_whole(world: World) -> None:
    host, gm = host_of(world), gm_of(world)
    viewers = [host.viewer(gm), host.viewer(Visitor("screen", world.table.id, None, ""))]
    live = [host.stream(viewer) for viewer in viewers]
    for number in range(150):
        host.handle({"do": "gm-set", "target": "kit", "state": {"at": [4 + number % 3, 8]}}, gm)
    host.handle({"do": "undo", "to": host.battle.log.live[-20].command.id}, gm)
    for viewer, stream in zip(viewers, live, strict=True):
        end = host.streams.told_again(viewer, worded=260)
        assert stream.is_whole
        assert not end.is_whole
        assert LOG_LINES < len(end.lines) < len(stream.lines)
        assert end.lines == stream.lines[-len(end.lines) :]
        assert (end.seq, end.asked, end.now) == (stream.seq, stream.asked, stream.now)
        assert host.streams.told_again(viewer, worded=20).lines[-LOG_LINES:] == stream.lines[-LOG_LINES:]
        host.streams._told[viewer.knowledge] = end
        assert list(host.whole_log(viewer)) == stream.lines
    host.handle({"do": "undo"}, gm)
    assert host.stream(viewers[0]).lines[-3].undone


def test_who_is_gone_is_called_by_name(world: World) -> None:
    """An id says nothing to a reader."""
    host = host_of(world)
    host.handle({"do": "edit", "target": "raider-1", "name": "Vex"}, gm_of(world))
    host.handle({"do": "remove", "target": "raider-1"}, gm_of(world))
    lines = [str(line.text) for line in host.stream(host.viewer(gm_of(world))).lines]
    assert lines[-1] == "Vex is gone."
