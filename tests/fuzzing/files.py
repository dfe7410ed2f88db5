"""Files that somebody chooses, spoilt: read, or refused in a sentence."""

import io
import json
import random
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.events import event_as_json, event_from_json
from rules.engine.refusal import Refusal
from rules.engine.state import Combatant
from rules.engine.system import System, find_system
from rules.scenario import play as play_scenario
from rules.scenario_file import ScenarioError, parse_scenario
from rules.systems import load_systems
from tests.fuzzing.commands import any_command, begun, give, playable, tell_everybody
from tests.fuzzing.spoiled_data import spoilt, spoilt_bytes
from tests.load.chance import Faces
from tests.rules.systems.gurps.sheet import gcs_files as gcs
from tests.rules.systems.savage.sheet.swade import actor, item, skill, weapon
from tests.webapp.importers.uvtt_writer import light, portal, uvtt
from webapp.archive.table_file import KeptScene, TableFile
from webapp.archive.table_file_import import check_logs
from webapp.archive.table_file_reader import read_table
from webapp.archive.table_file_writer import write_table
from webapp.importers import ImportProblem, read_character, read_uvtt
from webapp.sheets.sheet_file import as_file, read_file
from webapp.store.rows import StoredEvent, TableSettings
from webapp.talk.rows import KeptRoll, Paper, Said, TalkRows

SCENARIOS = Path(__file__).parents[1] / "scenarios"


@cache
def _scenarios() -> tuple[bytes, ...]:
    load_systems()
    return tuple(path.read_bytes() for path in sorted(SCENARIOS.glob("*.json")))


def fuzz_scenario(dice: random.Random) -> None:
    """Play a scenario file with something odd in it: it holds, or does not, or is no scenario."""
    data = dice.choice(_scenarios())
    if dice.random() < 0.2:
        data = spoilt_bytes(data, dice)
    else:
        data = json.dumps(spoilt(json.loads(data), dice, dice.randint(1, 3))).encode()
    with suppress(ScenarioError):
        json.dumps(play_scenario(parse_scenario(data)).as_json())


@cache
def map_files() -> tuple[bytes, ...]:
    """Give maps as other programs write them."""
    walls = [[(3, 2), (9, 2), (9, 7)], [(0, 0), (20, 20)]]
    doors = [portal((4, 2), (5, 2)), portal((6, 2), (7, 2), closed=False)]
    return uvtt(walls=walls), uvtt(origin=(2, 1), walls=walls, portals=doors, lights=[light(5, 5)])


def fuzz_map(dice: random.Random) -> None:
    """Read a Universal VTT file with something odd in it."""
    data = dice.choice(map_files())
    if dice.random() < 0.3:
        data = spoilt_bytes(data, dice)
    else:
        data = json.dumps(spoilt(json.loads(data), dice, dice.randint(1, 4))).encode()
    with suppress(ImportProblem):
        read_uvtt(data, "odd.uvtt")


@cache
def _characters() -> tuple[dict[str, Any], ...]:
    load_systems()
    savage = actor(
        skill("Fighting", 8),
        weapon("Dart", "@str+d4", range="3/6/12", ap=1, minStr="d6"),
        item("armor", "Coat", armor=2, locations={"torso": True}),
        item("edge", "Quick"),
    )
    things = [gcs.gear("Sword", gcs.sword()), gcs.armour("Coat", 2, "torso", "arm")]
    skills = [gcs.skill("Broadsword", 14), gcs.skill("Guns", 12, "Pistol")]
    return gcs.character(skills=skills, equipment=things, now={"hp": 9}), savage


def character_files() -> tuple[bytes, ...]:
    """Give characters as other programs write them."""
    return tuple(json.dumps(character).encode() for character in _characters())


def fuzz_character(dice: random.Random) -> None:
    """Read a character file with something odd in it, and put it into a battle of its rules."""
    character = dice.choice(_characters())
    data = json.dumps(spoilt(character, dice, dice.randint(1, 5))).encode()
    if dice.random() < 0.15:
        data = spoilt_bytes(data, dice)
    try:
        system, found = read_character(data, "odd.gcs", find_system(dice.choice(playable())))
    except (ImportProblem, Refusal):
        return
    battle = Battle(system.id)
    one = {"id": "a", "name": found.name, "sheet": found.sheet, "state": found.state, "size": found.size}
    battle.handle(Command.parse({"do": "add", "combatants": [json.loads(json.dumps(one))]}), Faces(1))
    combatant = battle.state.combatants["a"]
    _show(system, combatant)


def _show(system: System, combatant: Combatant) -> None:
    """Lay out all that a page shows of somebody."""
    looks = system.looks
    for show in (looks.marks, looks.gauges, looks.numbers, looks.sections, looks.sheet_page):
        show(combatant)


def fuzz_sheet(dice: random.Random) -> None:
    """Read a sheet file of our own with something odd in it, and write a combatant's sheet anew from it."""
    battle = begun(dice.choice(playable()), dice)
    for _ in range(3):
        give(battle, any_command(battle, dice, 0.1), dice)
    whole = as_file(battle.system, dice.choice(list(battle.state.combatants.values())))
    data = json.dumps(spoilt(whole, dice, dice.randint(0, 3))).encode()
    if dice.random() < 0.15:
        data = spoilt_bytes(data, dice)
    try:
        system, found = read_file(data)
    except Refusal:
        return
    one = {"id": "new", "name": found.name, "sheet": found.sheet, "state": found.state, "size": found.size}
    added = system.id == battle.system.id and give(battle, {"do": "add", "combatants": [one]}, dice)
    if added and give(battle, {"do": "set-sheet", "target": "new", "sheet": found.sheet}, dice):
        combatant = battle.state.combatants["new"]
        _show(system, combatant)
        assert read_file(json.dumps(as_file(system, combatant)).encode())[1].sheet is not None


# ---------------------------------------------------------------------------------------- table files
def _talk(now: datetime) -> TalkRows:
    """Give some talk of each kind: words, a whisper, a roll, a paper, a kept roll, real dice."""
    common: dict[str, Any] = {"by": "p1", "name": "Ann", "battle_id": "s", "at": now}
    roll = {"notation": "2d6+1", "label": "luck", "total": 8, "dice": [[6, [3, 4], True]], "parts": []}
    said = (
        Said(seq=1, command_id="a", kind="words", data={"text": "Hello"}, audience=None, entry=1, **common),
        Said(seq=2, command_id="b", kind="words", data={"text": "Psst"}, audience=("p1",), entry=2, **common),
        Said(seq=3, command_id="c", kind="roll", data=roll, audience=None, entry=2, **common),
        Said(
            seq=4,
            command_id="d",
            kind="paper",
            data={"paper": "q", "title": "A map"},
            audience=(),
            entry=2,
            **common,
        ),
    )
    paper = Paper(
        id="q", owner="gm", title="A map", words="Here", picture_id=None, shown=("p1", "screen"), created=now
    )
    kept = KeptRoll(owner="p1", name="luck", dice="2d6")
    return TalkRows(said=said, papers=(paper,), kept_rolls=(kept,), real_dice=("p1",))


def packed(dice: random.Random) -> bytes:
    """Play a little under some system, and save it as a table file."""
    battle = begun(dice.choice(playable()), dice)
    for _ in range(8):
        give(battle, any_command(battle, dice, 0.1), dice)
    now = datetime.now(UTC)
    events = [(event, entry.command.id) for entry in battle.entries for event in entry.events]
    stored = tuple(
        StoredEvent(seq, event.kind, event_as_json(event), now, command)
        for seq, (event, command) in enumerate(events, 1)
    )
    scene = KeptScene(battle.system.id, "A scene", now, None, {"ann": "p1"}, stored)
    out = io.BytesIO()
    members = battle.entries[-1].command.params.get("combatants") or [{"id": "a", "name": "A", "sheet": {}}]
    groups = ((battle.system.id, "The lot", tuple(members)),)
    people, talk = (("p1", "Ann"),), _talk(now)
    file = TableFile("Odd", TableSettings(), people, (scene,), 0, {}, groups, talk, ("s",))
    write_table(file, {}, out)
    return out.getvalue()


def fuzz_archive(dice: random.Random) -> None:
    """Read a table file with something odd in its bytes, its manifest or its log."""
    load_systems()
    try:
        file = read_table(io.BytesIO(spoilt_archive(dice)))
        check_logs(file)
    except ImportProblem:
        return
    for scene in file.scenes:  # what was let in is told to everybody who comes
        _tell(scene)


def spoilt_archive(dice: random.Random) -> bytes:
    """Save a table as a file with something odd in it: its bytes, or a part of it whose sum is right."""
    data, way = packed(dice), dice.random()
    part = "log" if way < 0.6 else "talk" if way < 0.8 else "manifest"
    return spoilt_bytes(data, dice) if way < 0.15 else _repacked(data, dice, part)


def _tell(scene: KeptScene) -> None:
    kinds = find_system(scene.system).event_kinds()
    tell_everybody(Battle.load(scene.system, [event_from_json(kinds, e.kind, e.data) for e in scene.events]))


def _repacked(data: bytes, dice: random.Random, part: str) -> bytes:
    """Change the log, the talk or the manifest, and let the manifest's sums be right again."""
    with zipfile.ZipFile(io.BytesIO(data)) as old:
        files = {info.filename: old.read(info) for info in old.infolist()}
    manifest: Any = json.loads(files.pop("manifest.json"))
    if part == "log":
        lines = [json.loads(line) for line in files["scenes/0.jsonl"].splitlines()]
        lines = spoilt(lines, dice, dice.randint(1, 3))
        if isinstance(lines, list):
            files["scenes/0.jsonl"] = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
    elif part == "talk":
        files["talk.json"] = json.dumps(spoilt(json.loads(files["talk.json"]), dice, 2)).encode()
    else:
        manifest = spoilt(manifest, dice, dice.randint(1, 3))
    if isinstance(manifest, dict) and isinstance(manifest.get("files"), Mapping):
        for name, content in files.items():
            sums = {"size": len(content), "sha256": sha256(content).hexdigest()}
            if part != "manifest":
                manifest["files"] = {**manifest["files"], name: sums}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as new:
        for name, content in files.items():
            new.writestr(name, content)
        new.writestr("manifest.json", json.dumps(manifest))
    return out.getvalue()
