"""A battle from a snapshot and the rest of its log is the one that the whole log comes to."""

import pickle
import random
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.events import event_as_json
from rules.engine.refusal import Refusal
from rules.map.model import DoorState, WallKind
from rules.systems import load_systems
from tests.load.chance import Faces, next_command
from tests.load.player import come_as_gm
from tests.load.rules.long_log import lay_out_log
from tests.load.server import start
from webapp.demo.fights import READY_MADE, read_fight
from webapp.demo.first_table import lay_out_fight
from webapp.store.snapshots import Pickler, SafeUnpickler, SnapshotShelf
from webapp.store.store import Store
from webapp.table.host import Host
from webapp.table.snapshot import taken_up
from webapp.visibility.stream import LOG_LINES, Stream
from webapp.visibility.viewer import Viewer

EVENTS = 700
FOG = "fog"


class Kept:
    """A store with one table whose log is written bit by bit."""

    def __init__(self, folder: Path, fight: str) -> None:
        load_systems()
        self.store = Store(folder / "battlemat.db", folder / "pictures")
        ready = read_fight(fight)
        self.table = self.store.create_table(ready.table_name)
        lay_out_fight(self.store, self.table, ready, None)
        self.host = self.open()
        self.in_fog = False

    def open(self) -> Host:
        return Host(self.store, self.table.id)

    def write(self, battle: Battle, events: int, seed: int) -> None:
        """Let a battle go on by chance, and keep what comes of it."""
        row, dice, number = self.host.scene, random.Random(seed), 0
        seq = self.store.last_seq(row.id) + 1
        until = seq + events
        while seq < until:
            number += 1
            asked = self._of_fog(battle, number) or next_command(battle, dice)
            command = Command.parse({**asked, "id": f"{seed}-{number}"}, by="gm")
            try:
                told = battle.handle(command, Faces(f"{seed}:{seq}"))
            except Refusal:
                continue
            rows = [(event.kind, event_as_json(event)) for event in told]
            seq = self.store.append(row.id, seq, command.id, rows) + 1

    def _of_fog(self, battle: Battle, number: int) -> dict[str, Any] | None:
        """Let fog lie that outlasts an undo, and somebody work the doors in it now and then."""
        state = battle.state
        if not self.in_fog or state.map is None or state.prompt is not None:
            return None
        if not state.fog.on:
            one = next(iter(state.combatants.values()))
            return {"do": "set-fog", "on": True, "lasting": True, "sides": [one.side]}
        doors = [wall for wall in state.map.walls if wall.kind is WallKind.DOOR]
        if number % 25 or not doors:
            return None
        door = doors[number // 25 % len(doors)]
        return {
            "do": "set-door",
            "wall": door.id,
            "state": "closed" if door.state is DoorState.OPEN else "open",
        }


@pytest.fixture(params=[*READY_MADE, FOG])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Kept]:
    made = Kept(tmp_path, request.param.removesuffix(FOG) or "gantry")
    made.in_fog = request.param == FOG
    yield made
    made.store.close()


def viewers_of(host: Host) -> list[Viewer]:
    one, *_ = host.battle.state.combatants.values()
    return [
        Viewer(role="gm"),
        Viewer(role="screen", sides=frozenset({one.side})),
        Viewer(role="play", sides=frozenset({one.side}), owns=frozenset({one.id}), sight=False),
    ]


def told_to(stream: Stream) -> dict[str, Any]:
    """Give all that a stream knows and tells, without what it keeps only to be quick."""
    caches = {"_parts", "_map", "_lit", "_plain", "_unlooked", "heard", "then", "then_or_now"}
    left_out = caches | {"lines", "is_whole", "memory"}
    found = {f.name: getattr(stream, f.name) for f in fields(stream) if f.name not in left_out}
    memory = stream.memory
    remembered = (memory._map, memory._explored, memory._walls, memory._changed)
    return found | {"lines": stream.lines[-LOG_LINES:], "memory": remembered}


def is_like(found: Host, host: Host) -> None:
    """Hold everything that a battle is asked for against what another one answers."""
    one, other = found.battle, host.battle
    assert one.state == other.state
    assert one.state.prompt == other.state.prompt
    assert one.is_stuck == other.is_stuck
    assert one.taken_back == other.taken_back
    assert [e.id for e in one.log.live] == [e.id for e in other.log.live]
    for what in ("can_undo", "can_redo", "can_undo_map", "can_redo_map"):
        assert getattr(one, what) == getattr(other, what)
    for viewer in viewers_of(host):
        assert told_to(found.stream(viewer)) == told_to(host.stream(viewer))
    assert [(e.events, steps) for e, steps in one.told()] == [(e.events, steps) for e, steps in other.told()]


def goes_on_alike(one: Battle, other: Battle, seed: int, steps: int = 12) -> None:
    """Do the same to two battles, and then take it all back and put it back."""
    dice, done = random.Random(seed), 0
    while done < steps:
        done += 1
        asked = {**next_command(one, dice), "id": f"more-{seed}-{done}"}
        came = [_outcome(battle, asked, seed + done) for battle in (one, other)]
        assert came[0] == came[1]
    for number, do in enumerate(("undo", "undo", "redo", "undo", "undo", "redo")):
        asked = {"do": do, "id": f"back-{seed}-{number}"}
        came = [_outcome(battle, asked, number) for battle in (one, other)]
        assert came[0] == came[1]
        assert one.state == other.state
    middle = one.log.live[len(one.log.live) // 2].id
    came = [_outcome(battle, {"do": "undo", "to": middle, "id": f"far-{seed}"}, 0) for battle in (one, other)]
    assert came[0] == came[1]
    assert one.state == other.state


def _outcome(battle: Battle, asked: dict[str, Any], seed: int) -> Any:
    try:
        return battle.handle(Command.parse(asked), Faces(seed))
    except Refusal as refusal:
        return refusal.code, refusal.text


def test_a_battle_from_a_snapshot_is_the_one_that_its_whole_log_comes_to(kept: Kept) -> None:
    battle = kept.open().battle
    kept.write(battle, EVENTS, 1)
    for seed, more in enumerate((1, 60, 250), 2):
        host = kept.open()
        for viewer in viewers_of(host):
            host.stream(viewer)
        host.keep_snapshot()
        kept.write(battle, more, seed)
        found = kept.open()
        assert 0 < found.streams.snapshot_seq < found.last_seq
        kept.store.snapshots.throw_away(found.scene.id)
        whole = kept.open()
        assert whole.streams.snapshot_seq == 0
        is_like(found, whole)
        goes_on_alike(found.battle, whole.battle, seed)
        is_like_told(found.battle, whole.battle)


def is_like_told(one: Battle, other: Battle) -> None:
    assert [e.events for e in one.entries] == [e.events for e in other.entries]


@pytest.fixture
def long(tmp_path: Path) -> Iterator[Kept]:
    made = Kept(tmp_path, "yard")
    made.write(made.open().battle, 600, 1)
    yield made
    made.store.close()


def test_a_snapshot_of_another_log_is_left_alone(long: Kept) -> None:
    host = long.open()
    host.keep_snapshot()
    row, stored = host.scene, long.store.told(host.scene.id)
    kind, _ = stored[-1]
    others = [*stored[:-1], (kind, '{"zqchanged": true}')], stored[:-1], [stored[1], stored[0], *stored[2:]]
    assert taken_up(long.store, row, stored) is not None
    assert [taken_up(long.store, row, other) for other in others] == [None, None, None]


def test_a_short_log_has_no_snapshot(tmp_path: Path) -> None:
    short = Kept(tmp_path, "yard")
    short.open().keep_snapshot()
    assert short.store.snapshots.read(short.host.scene.id) is None
    short.store.close()


@pytest.mark.parametrize("damage", [b"", b"nonsense", b"\0" * 200, None])
def test_a_damaged_snapshot_is_as_none(long: Kept, damage: bytes | None) -> None:
    long.open().keep_snapshot()
    (file,) = long.store.snapshots.folder.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[:-3] if damage is None else damage)
    host = long.open()
    assert host.streams.snapshot_seq == 0
    host.keep_snapshot()
    assert long.open().streams.snapshot_seq == host.last_seq


def test_a_snapshot_of_other_code_is_left_alone(long: Kept) -> None:
    host = long.open()
    host.keep_snapshot()
    shelf, id_ = long.store.snapshots, host.scene.id
    whole = shelf.read(id_)
    assert whole is not None
    found = SafeUnpickler(whole, {"rules", "webapp"}, {}).load()
    shelf.write(id_, Pickler({}).pickled({**found, "code": "another"}))
    assert long.open().streams.snapshot_seq == 0
    shelf.write(id_, Pickler({}).pickled(found))
    assert long.open().streams.snapshot_seq == host.last_seq


class Trap:
    """What somebody would lay into the folder."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (Path("sprung"),)


@pytest.mark.parametrize("trap", [Trap(), {"code": Trap()}, SnapshotShelf(Path("x")), print])
def test_a_snapshot_that_somebody_else_wrote_runs_nothing(
    long: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trap: object
) -> None:
    monkeypatch.chdir(tmp_path)
    id_ = long.host.scene.id
    long.store.snapshots.write(id_, pickle.dumps(trap))
    with pytest.raises(pickle.UnpicklingError, match="no plain data"):
        SafeUnpickler(pickle.dumps(trap), {"rules", "webapp"}, {}).load()
    assert long.open().streams.snapshot_seq == 0
    assert not Path("sprung").exists()
    assert long.store.snapshots.read(id_) is None, "it is thrown away"


class Named:
    """Something that is written as what an object calls by a name: Python 3.11.2 writes enumerations so."""

    def __init__(self, of: type, name: str) -> None:
        self._of, self._name = of, name

    def __reduce__(self) -> tuple[Any, ...]:
        return getattr, (self._of, self._name)


def test_the_member_of_an_enumeration_is_read_however_a_python_writes_it() -> None:
    def read(value: object) -> object:
        return SafeUnpickler(pickle.dumps(value), {"rules", "webapp"}, {}).load()

    name, member = next(iter(WallKind.__members__.items()))
    assert read(Named(WallKind, name)) is member
    with pytest.raises(pickle.UnpicklingError, match="has no members"):
        read(Named(frozenset, "union"))


def test_a_snapshot_is_no_more_than_a_saving_where_the_folder_cannot_be_written(long: Kept) -> None:
    long.store.snapshots.folder.write_text("a file where a folder should be", encoding="ascii")
    long.open().keep_snapshot()
    assert long.open().streams.snapshot_seq == 0


def test_a_server_that_is_stopped_keeps_what_it_opened(tmp_path: Path) -> None:
    lay_out_log(tmp_path, "yard", 600)
    pages: list[str] = []
    for _ in range(2):
        server = start(tmp_path)
        gm = come_as_gm(server.origin, server.gm)
        pages.append(gm.session.get(f"{server.origin}/tables/{gm.table}/gm").text)
        gm.close()
        server.stop()
        (file,) = (tmp_path / "snapshots").iterdir()
        assert file.suffix == ".snapshot"
    seqs = [re.search(r'data-seq="(\d+)"', page) for page in pages]
    assert seqs[0] is not None
    assert seqs[1] is not None
    assert seqs[0][1] == seqs[1][1]
