import io
import json
from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.state import Combatant
from rules.engine.system import StockItem, System, find_system
from rules.systems import load_systems
from tests.webapp.pages import host_of
from tests.webapp.sheets.json_schema import wrong
from tests.webapp.world import World
from webapp.cli import main
from webapp.sheets.sheet_file import as_file, read_file, schema_of_file

load_systems()
OURS = ("atomic", "gurps", "phases", "savage", "tesseris")
STOCK = [(id_, item) for id_ in OURS for item in find_system(id_).stock]


def combatant(system: System, name: str, sheet: Any, state: Any = None) -> Combatant:
    battle = Battle(system.id)
    who = {"id": "a", "name": name, "sheet": dict(sheet), "state": dict(state or {})}
    battle.handle(Command(do="add", params={"combatants": [who]}), faces=None)  # type: ignore[arg-type]
    return battle.state.combatants["a"]


def bad(file: dict[str, Any], **changes: Any) -> str:
    with pytest.raises(Refusal) as caught:
        read_file(json.dumps({**file, **changes}).encode())
    return caught.value.message


def is_read(file: dict[str, Any]) -> bool:
    try:
        read_file(json.dumps(file).encode())
    except Refusal:
        return False
    return True


def sent(file: dict[str, Any]) -> dict[str, Any]:
    """Give a form that sends a sheet file."""
    return {"file": (io.BytesIO(json.dumps(file).encode()), "sheet.json")}


def kit() -> dict[str, Any]:
    return as_file(find_system("atomic"), combatant(find_system("atomic"), "Kit", {"skills": {"ranged": 60}}))


@pytest.mark.parametrize(("id_", "item"), STOCK, ids=[f"{id_}-{item.id}" for id_, item in STOCK])
def test_every_ready_made_combatant_comes_back_from_its_file_as_it_was(id_: str, item: StockItem) -> None:
    system = find_system(id_)
    whole = combatant(system, item.name, item.sheet)
    its, imported = read_file(json.dumps(as_file(system, whole)).encode())
    again = combatant(its, imported.name, imported.sheet, imported.state)
    assert (again.name, again.sheet, again.state) == (whole.name, whole.sheet, whole.state)


@pytest.mark.parametrize("id_", OURS)
def test_the_schema_names_every_key_that_a_file_has(id_: str) -> None:
    system = find_system(id_)
    schema = json.loads(json.dumps(schema_of_file(system)))
    file = as_file(system, combatant(system, "X", system.stock[0].sheet))
    assert set(file) == set(schema["properties"])
    assert set(file["sheet"]) <= set(schema["properties"]["sheet"]["properties"])
    assert set(file["state"]) == set(schema["properties"]["state"]["properties"])
    assert schema["properties"]["system"] == {"const": id_}
    text = json.dumps(schema)
    for name in {part.split('"')[0] for part in text.split('"#/$defs/')[1:]}:
        assert name in schema["$defs"], name


@pytest.mark.parametrize("id_", OURS)
def test_files_are_as_the_schema_says_and_what_is_not_is_refused_by_both(id_: str) -> None:
    system = find_system(id_)
    schema = json.loads(json.dumps(schema_of_file(system)))
    for item in system.stock:
        file = json.loads(json.dumps(as_file(system, combatant(system, item.name, item.sheet))))
        assert list(wrong(file, schema, schema)) == [], item.id
    things = {
        key: list(part["known"])
        for key, part in schema["properties"]["sheet"]["properties"].items()
        if "known" in part
    }
    for key, known in things.items():  # by their ids, as one writes a file by hand
        for value in (known[:2], known[0]):
            by_hand = {**file, "sheet": {key: value}}
            is_said = not list(wrong(by_hand, schema, schema))
            assert is_said or not is_read(by_hand), (key, value)
    file["sheet"]["strenght"] = 3
    assert list(wrong(file, schema, schema)) == [".sheet.strenght: no such key"]
    assert "strenght: there is no such key" in bad(file)


def test_the_command_prints_a_schema_or_says_which_systems_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["schema", "savage"]) == 0
    assert json.loads(capsys.readouterr().out) == schema_of_file(find_system("savage"))
    assert main(["schema", "chess"]) == 1
    assert "known are" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"hat": 1}, "no key 'hat'"),
        ({"version": 2}, "reads version 1"),
        ({"version": True}, "reads version 1"),
        ({"name": 7}, "'name' must be a text"),
        ({"size": 0}, "'size' must be a whole number"),
        ({"sheet": []}, "'sheet' must be an object"),
        ({"state": 1}, "'state' must be an object"),
        ({"system": "chess"}, "no rule system 'chess'"),
        ({"sheet": {"skils": {}}}, "skils: there is no such key"),
        ({"sheet": {"skills": {"ranged": "much"}}}, "skills, ranged"),
    ],
)
def test_what_is_wrong_with_a_file_is_named(changes: dict[str, Any], said: str) -> None:
    assert said in bad(kit(), **changes)


def test_a_file_that_lacks_a_key_says_which() -> None:
    file = kit()
    del file["sheet"]
    assert "'sheet' is missing" in bad(file)


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b"[" * 5000, b"\xff\xfe\x00", b'{"format": "other"}'])
def test_what_is_no_sheet_file_is_refused_in_words(data: bytes) -> None:
    with pytest.raises(Refusal, match="This sheet file cannot be used"):
        read_file(data)


def test_a_combatant_goes_out_of_the_page_and_comes_in_again(world: World) -> None:
    gm, ann, ben = world.gm(), world.player("Ann", "kit"), world.player("Ben", "brannock")
    path = world.at("gm/sheet/kit/file.json")
    assert ben.get(path.replace("/gm/", "/play/")).status_code == 404
    answer = ann.get(path.replace("/gm/", "/play/"))
    assert "attachment" in answer.headers["Content-Disposition"]
    file = answer.get_json()
    assert file["name"] == "Kit"
    file["sheet"]["attributes"] = {**file["sheet"].get("attributes", {}), "reflex": 19}
    assert "/file.json" in gm.get(world.at("gm/sheet/kit")).text
    assert gm.post(world.at("gm/sheet/kit/file"), **sent(file)).status_code == 303
    assert host_of(world).battle.state.combatants["kit"].sheet.attributes.reflex == 19
    shown = gm.get(world.at("gm/sheet/kit")).text
    assert "in the file now" in shown
    file["sheet"]["strenght"] = 3
    gm.post(world.at("gm/sheet/kit/file"), **sent(file))
    assert "strenght" in gm.get(world.at("gm/sheet/kit")).text
    file["sheet"].pop("strenght")
    assert gm.htmx(world.at("gm/actor"), **sent(file), side="heroes").status_code == 200
    names = [c.name for c in host_of(world).battle.state.combatants.values()]
    assert len([name for name in names if name.startswith("Kit")]) == 2
    assert ben.post(world.at("gm/sheet/kit/file"), **sent(file)).status_code == 403


def test_a_sheet_of_another_system_is_not_laid_over_this_one(world: World) -> None:
    system = find_system("savage")
    file = as_file(system, combatant(system, "Rosa", system.stock[0].sheet))
    gm = world.gm()
    gm.post(world.at("gm/sheet/kit/file"), **sent(file))
    assert f"is for {system.name}" in gm.get(world.at("gm/sheet/kit")).text


def test_the_schema_is_published_by_the_server_too(world: World) -> None:
    assert (
        world.stranger().get("/schemas/atomic.json").get_json()["properties"]["system"]["const"] == "atomic"
    )
    assert world.stranger().get("/schemas/chess.json").status_code == 404
