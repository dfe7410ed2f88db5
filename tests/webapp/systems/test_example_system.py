"""A sixth system that lies outside `rules`: made into a wheel, installed, found by entry point, played."""

import importlib
import importlib.metadata
import json
import re
import shutil
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules import scenario, systems
from rules.engine import registry
from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.house.house import Switch
from rules.engine.system import find_system
from rules.engine.text import from_json, in_full
from tests.playing.fight import Fight
from tests.playing.filled_commands import faults_of
from tests.rules.house_rule_proofs import Proof, came_of, change_of
from tests.rules.test_house import modifiers_in
from tests.webapp.sheets.json_schema import wrong
from tests.webapp.world import World
from webapp.app import Settings, create_app
from webapp.context import HOSTS, STORE
from webapp.sheets.sheet_file import as_file, schema_of_file
from webapp.table.grants import Visitor
from webapp.table.host import Host

EXAMPLE = Path(__file__).parents[2] / "example_system"
ROOT = EXAMPLE.parent.parent


def build(into: Path) -> Path:
    """Make a wheel of the example, as a build backend would: nothing is fetched for it."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name, version = project["name"].replace("-", "_"), project["version"]
    info = f"{name}-{version}.dist-info"
    entries = [
        f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in found.items())
        for group, found in project["entry-points"].items()
    ]
    files = {
        **{path.relative_to(EXAMPLE).as_posix(): path.read_text(encoding="utf-8") for path in _modules()},
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": "\n".join(entries),
    }
    files[f"{info}/RECORD"] = "".join(f"{path},,\n" for path in (*files, f"{info}/RECORD"))
    wheel = into / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        for path, text in files.items():
            packed.writestr(path, text)
    return wheel


def _modules() -> list[Path]:
    return sorted((EXAMPLE / "crossed_blades").glob("*.py"))


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Install the wheel where this Python looks, and take all of it away afterwards."""
    folder = tmp_path_factory.mktemp("example")
    site = folder / "site-packages"
    with zipfile.ZipFile(build(folder)) as wheel:
        wheel.extractall(site)
    sys.path.insert(0, str(site))
    importlib.invalidate_caches()
    systems.load_systems.cache_clear()
    systems.load_systems()
    yield
    sys.path.remove(str(site))
    for name in [name for name in sys.modules if name.partition(".")[0] == "crossed_blades"]:
        del sys.modules[name]
    registry.REGISTERED.pop("crossed-blades", None)
    systems.load_systems.cache_clear()
    systems.load_systems()


@pytest.mark.usefixtures("installed")
def test_an_installed_system_is_found_by_its_entry_point() -> None:
    assert importlib.metadata.version("battlemat-crossed-blades") == "1.0"
    found = find_system("crossed-blades")
    assert found.name == "Crossed Blades"
    assert not Path(sys.modules["crossed_blades"].__file__ or "").is_relative_to(ROOT)


@pytest.mark.usefixtures("installed")
def test_its_fight_with_given_dice_goes_as_its_rules_say(capsys: pytest.CaptureFixture[str]) -> None:
    assert scenario.main([str(EXAMPLE / "fight.json")]) == 0
    assert json.loads(capsys.readouterr().out)["ok"]


@pytest.mark.usefixtures("installed")
def test_its_sheets_have_a_schema_that_they_keep_to() -> None:
    system = find_system("crossed-blades")
    schema = json.loads(json.dumps(schema_of_file(system)))
    for item in system.stock:
        battle = Battle(system.id)
        people = [{"id": "ann", "sheet": dict(item.sheet)}]
        battle.handle(Command(do="add", params={"combatants": people}), faces=None)  # type: ignore[arg-type]
        file = json.loads(json.dumps(as_file(system, battle.state.combatants["ann"])))
        assert list(wrong(file, schema, schema)) == []
        assert list(wrong({**file, "sheet": {"bladde": 3}}, schema, schema)) == [".sheet.bladde: no such key"]


@pytest.mark.usefixtures("installed")
def test_its_odds_are_exact() -> None:
    battle = Battle("crossed-blades")
    people = [{"id": who, "sheet": {"blade": 3, "guard": 3}} for who in ("ann", "bob")]
    battle.handle(Command(do="add", params={"combatants": people}), faces=None)  # type: ignore[arg-type]
    odds = battle.now.odds(Command(do="strike", actor="ann", params={"target": "bob"}))
    assert not odds.sampled
    assert odds.harm == pytest.approx((210 / 400, 190 / 400))  # of 400 pairs of faces 20 are ties


@pytest.mark.usefixtures("installed")
def test_it_declares_house_rules_that_count_and_are_explained() -> None:
    system = find_system("crossed-blades")
    fights = {
        "CB-3": ({"ann.strike": [10], "bob.guard": [10]}, {}),
        "winded": ({"ann.strike": [10]}, {"winded": True}),
    }
    for thing in (*system.switches, *system.tables):
        dice, state = fights[thing.rule if isinstance(thing, Switch) else thing.id]
        people = [{"id": "ann", "sheet": {}, "state": state}, {"id": "bob", "sheet": {}}]
        steps = [{"do": "strike", "actor": "ann", "target": "bob"}]
        proof = Proof(people=people, steps=steps, dice=dice)
        usual, _ = came_of(system, proof, None)
        changed, battle = came_of(system, proof, change_of(thing, proof))
        assert usual != changed
        assert in_full(system.house_notes(battle.state.house)[thing.rule]).startswith("House rule: ")
        labels = (in_full(from_json(modifier["label"])) for modifier in modifiers_in(changed))
        assert isinstance(thing, Switch) or any("house rule, usually -2" in label for label in labels)


@pytest.mark.usefixtures("installed")
def test_it_is_played_in_the_pages_by_declaration_alone(tmp_path: Path, first_start: Path) -> None:
    data = Path(shutil.copytree(first_start, tmp_path / "data"))
    app = create_app(Settings(data_dir=data, lan=False, async_mode="threading"))
    app.testing = True
    world = World(app)
    gm = world.gm()
    assert "Two swords, two d20" in gm.get("/").text
    at = gm.post("/tables", name="Salle", system="crossed-blades").headers["Location"]
    host: Host = app.extensions[HOSTS].get(at.split("/")[2])
    visitor = Visitor("gm", host.table_id, None, "GM")
    with app.app_context():
        stock = find_system("crossed-blades").stock
        people = [
            {"id": who, "name": who.title(), "side": who, "sheet": dict(item.sheet), "at": [column, 3]}
            for who, item, column in (("ann", stock[1], 3), ("bob", stock[0], 4))
        ]
        host.handle({"do": "add", "combatants": people}, visitor)
        for _ in range(20):  # some strike lands
            host.handle({"do": "strike", "actor": "ann", "target": "bob"}, visitor)
            if host.battle.state.combatants["bob"].state.winded:
                break
        card = gm.get(f"{at}/selected/ann").text  # now, for once the fight runs it may be another's turn
        host.handle({"do": "begin"}, visitor)
        if host.battle.state.active == "bob":
            host.handle({"do": "end-turn", "actor": "bob"}, visitor)
    page = gm.get(at).text
    assert "winded" in page
    assert "touches Bob, who is winded" in page
    assert "Round 1" in page
    assert "Touches" in gm.get(f"{at}/selected/bob").text
    assert "Strike" in card
    assert "Guard" in gm.get(f"{at}/sheet/bob").text
    app.extensions[STORE].close()


@pytest.mark.usefixtures("installed")
def test_hands_that_press_what_its_pages_offer_are_never_refused(tmp_path: Path) -> None:
    app = create_app(Settings(data_dir=tmp_path / "data", lan=False, async_mode="threading"))
    app.testing = True
    with app.app_context():
        told = [Fight(app, "crossed-blades", seed).play(60) for seed in range(20)]
        assert [str(one) for fight in told for one in fight.refused] == []
        assert all(fight.ended for fight in told)
        assert list(faults_of(Fight(app, "crossed-blades", 20), presses=20, look_every=2)) == []
    app.extensions[STORE].close()


def test_no_rule_of_the_example_goes_without_a_test() -> None:
    said = json.loads((EXAMPLE / "fight.json").read_text(encoding="utf-8"))["rules"]
    sheet = (EXAMPLE / "crossed_blades" / "sheet.py").read_text(encoding="utf-8")
    stated = re.findall(r'"(CB-\d+)":', sheet)
    assert said == stated


def test_the_page_that_tells_how_shows_code_that_is_there() -> None:
    page = (EXAMPLE / "README.md").read_text(encoding="utf-8")
    files = (*_modules(), EXAMPLE / "pyproject.toml")
    everything = "\n".join(path.read_text(encoding="utf-8") for path in files)
    shown = re.findall(r"```(?:python|toml)\n(.*?)```", page, re.DOTALL)
    assert len(shown) >= 4
    for block in shown:
        for line in block.splitlines():
            assert line.strip() in everything, line
