"""Sheets on the web: who may read one, filling one in, changing one, bringing one in from a file."""

import io
import re
from typing import Any

import pytest
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.test import TestResponse, encode_multipart

from rules.engine.state import Combatant
from rules.engine.system import find_system
from tests.rules.systems.savage.sheet.swade import actor, as_file, item, skill, weapon
from tests.webapp.sheets.test_sheet_form import typed
from tests.webapp.world import TOKEN, Browser, World
from webapp.context import HOSTS
from webapp.demo.fights import fight_picture, read_fight
from webapp.demo.first_table import lay_out_fight
from webapp.sheets.sheet_form import form_of
from webapp.table.host import Host


@pytest.fixture
def bridge(world: World) -> World:
    """The world with the fight at the bridge before its table."""
    lay_out_fight(world.store, world.table, read_fight("bridge"), fight_picture("bridge"))
    return world


def host(world: World) -> Host:
    found: Host = world.app.extensions[HOSTS].get(world.table.id)
    return found


def bring(world: World, browser: Browser, data: bytes, htmx: bool = True, **form: str) -> TestResponse:
    headers = {"X-CSRF-Token": TOKEN, **({"HX-Request": "true"} if htmx else {})}
    sent: dict[str, Any] = {"side": "heroes", **form, "file": FileStorage(io.BytesIO(data), "vex.json")}
    boundary, body = encode_multipart(sent)
    kind = f"multipart/form-data; boundary={boundary}"
    return browser.client.post(world.at("gm/actor"), data=body, content_type=kind, headers=headers)


VEX = as_file(
    actor(
        skill("Fighting", 8),
        weapon("Hook sword", "@str+d6"),
        item("power", "Fire dart"),
        item("edge", "<script>alert(1)</script>"),
    )
)


# ----------------------------------------------------------------------------------------- reading
def test_the_gm_reads_every_sheet_with_its_dice(bridge: World) -> None:
    page = bridge.gm().get(bridge.at("gm/sheet/maren")).text
    for words in (
        "Maren",
        "Wild Card",
        'aria-label="d8"',
        "Long sword",
        "Str+d8",
        "Leather jacket",
        "Bennies",
    ):
        assert words in page


def test_a_player_reads_the_own_sheet_and_no_other(world: World) -> None:
    ann = world.player("Ann", "kit")
    assert "Kit" in ann.get(world.at("play/sheet/kit")).text
    for who in ("brannock", "raider-1", "raider-4", "nobody"):
        answer = ann.get(world.at(f"play/sheet/{who}"))
        assert answer.status_code == 404
        assert answer.text == ann.get(world.at("play/sheet/nobody")).text
    assert ann.get(world.at("gm/sheet/kit")).status_code == 403
    assert world.stranger().get(world.at("play/sheet/kit")).status_code == 403


def test_a_system_without_a_template_of_its_own_shows_its_sections(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(find_system("atomic")), "sheet_template", "sheets/plain.html")
    page = world.gm().get(world.at("gm/sheet/kit")).text
    assert "plain-sections" in page
    assert "Ranged" in page


def test_a_thing_has_a_sheet_too(bridge: World) -> None:
    gm = bridge.gm()
    gm.htmx(bridge.at("gm/stock"), item="door", count="1", side="things")
    door = list(host(bridge).battle.state.combatants)[-1]
    assert "A thing: heavy door" in gm.get(bridge.at(f"gm/sheet/{door}")).text


def named(world: World, name: str) -> Combatant:
    """Find somebody by name: ids are drawn."""
    [found] = [c for c in host(world).battle.state.combatants.values() if c.name == name]
    return found


# ----------------------------------------------------------------------------------------- by hand
def form(world: World, who: str = "") -> MultiDict[str, str]:
    battle = host(world).battle
    return MultiDict(list(typed(form_of(battle.system, battle.state.combatants[who].sheet if who else None))))


def send(browser: Browser, path: str, form: MultiDict[str, str]) -> TestResponse:
    return browser.client.post(path, data=form, headers={"HX-Request": "true", "X-CSRF-Token": TOKEN})


@pytest.mark.parametrize("who", ["maren", "captain", "guard-1", "hound"])
def test_the_form_of_a_sheet_shows_what_stands_on_it(bridge: World, who: str) -> None:
    page = bridge.gm().get(bridge.at(f"gm/sheet/{who}/edit")).text
    for name, value in form(bridge, who).items():
        assert f'name="{name}"' in page, name
        assert not value or f'value="{value}"' in page.replace("&#39;", "'"), (name, value)


def test_a_combatant_is_added_by_hand(bridge: World) -> None:
    gm = bridge.gm()
    assert "What is left empty takes its default" in gm.get(bridge.at("gm/sheet-new")).text
    filled = form(bridge)
    told = {"name": "Old Tam", "side": "heroes", "wild_card": "1", "attributes.vigor": "d10"}
    for key, value in told.items():
        filled[key] = value
    filled.add("weapons.known", "rifle")
    assert send(gm, bridge.at("gm/sheet-new"), filled).status_code == 204
    tam = named(bridge, "Old Tam")
    assert (tam.name, tam.side, tam.sheet.wild_card) == ("Old Tam", "heroes", True)
    assert (str(tam.sheet.attributes.vigor), tam.state.held) == ("d10", ("rifle",))
    assert tam.at is not None


def test_a_sheet_is_changed_and_the_change_undone(bridge: World) -> None:
    gm = bridge.gm()
    changed = form(bridge, "maren")
    changed["attributes.vigor"] = "d12+1"
    assert send(gm, bridge.at("gm/sheet/maren/edit"), changed).status_code == 204
    assert str(host(bridge).battle.state.combatants["maren"].sheet.attributes.vigor) == "d12+1"
    gm.htmx(bridge.at("gm/do"), do="undo")
    assert str(host(bridge).battle.state.combatants["maren"].sheet.attributes.vigor) == "d6"


def test_what_is_no_sheet_is_refused_in_a_sentence(bridge: World) -> None:
    gm, before = bridge.gm(), host(bridge).battle.state
    wrong = form(bridge, "maren")
    wrong["attributes.vigor"] = "d7"
    answer = send(gm, bridge.at("gm/sheet/maren/edit"), wrong)
    assert answer.status_code == 422
    assert "vigor" in answer.text
    assert host(bridge).battle.state == before


def test_a_player_changes_the_own_sheet_and_the_gm_reads_what(world: World) -> None:
    ann = world.player("Ann", "kit")
    assert ann.get(world.at("play/sheet/kit/edit")).status_code == 200
    changed = form(world, "kit")
    changed["attributes.grit"], changed["name"] = "13", "Kit the Kid"
    assert send(ann, world.at("play/sheet/kit/edit"), changed).status_code == 204
    kit = host(world).battle.state.combatants["kit"]
    assert (kit.name, kit.sheet.attributes.grit) == ("Kit the Kid", 13)
    told = world.gm().get(world.at("gm")).text
    assert "Who plays Kit the Kid changes the sheet." in told
    assert "→ 13" in told
    assert "→ 13" not in world.player("Bea", "brannock").get(world.at("play")).text
    world.gm().htmx(world.at("gm/do"), do="undo")
    assert host(world).battle.state.combatants["kit"].name == "Kit"


def sheet_file(world: World, who: str) -> bytes:
    return world.gm().get(world.at(f"gm/sheet/{who}/file.json")).data


def load(world: World, browser: Browser, role: str, who: str, data: bytes) -> TestResponse:
    boundary, body = encode_multipart({"file": FileStorage(io.BytesIO(data), "me.json")})
    kind, headers = f"multipart/form-data; boundary={boundary}", {"X-CSRF-Token": TOKEN}
    return browser.client.post(
        world.at(f"{role}/sheet/{who}/file"), data=body, content_type=kind, headers=headers
    )


def test_a_player_brings_a_file_onto_the_own_sheet_alone(world: World) -> None:
    ann, brannock = world.player("Ann", "kit"), sheet_file(world, "brannock")
    people = host(world).battle.state.combatants
    assert load(world, ann, "play", "kit", brannock).status_code == 303
    assert "The GM can take it back." in ann.get(world.at("play/sheet/kit")).text
    after = host(world).battle.state.combatants
    assert after["kit"].sheet == people["brannock"].sheet
    for who in ("brannock", "raider-4", "nobody"):
        answer = load(world, ann, "play", who, sheet_file(world, "kit"))
        assert answer.status_code == 404
        assert answer.text == load(world, ann, "play", "nobody", brannock).text
    assert host(world).battle.state.combatants is after
    wrong = brannock.replace(b'"grit"', b'"gritt"')
    assert load(world, ann, "play", "kit", wrong).status_code == 303
    assert "gritt: there is no such key" in ann.get(world.at("play/sheet/kit")).text
    assert host(world).battle.state.combatants is after


def test_a_player_touches_no_other_sheet(world: World) -> None:
    ann, filled = world.player("Ann", "kit"), form(world, "kit")
    for path in ("gm/sheet/kit/edit", "gm/sheet-new"):
        assert ann.get(world.at(path)).status_code == 403
        assert send(ann, world.at(path), filled).status_code == 403
    for who in ("brannock", "raider-4", "nobody"):
        assert ann.get(world.at(f"play/sheet/{who}/edit")).status_code == 404
        assert send(ann, world.at(f"play/sheet/{who}/edit"), filled).status_code == 404
        command = {"do": "set-sheet", "target": who, "sheet": {}}
        refused = ann.json(world.at("commands?as=play"), command).get_json()["refusal"]
        assert refused["code"] == "not-yours"


def test_the_gm_locks_the_sheets(world: World) -> None:
    ann, gm = world.player("Ann", "kit"), world.gm()
    before = host(world).battle.state
    gm.htmx(world.at("gm/settings"), sight="1")
    page = ann.get(world.at("play/sheet/kit")).text
    assert "The GM has locked the sheets." in page
    assert "/edit" not in page + ann.get(world.at("play/selected/kit")).text
    assert ann.get(world.at("play/sheet/kit/edit")).status_code == 422
    assert send(ann, world.at("play/sheet/kit/edit"), form(world, "kit")).status_code == 422
    command = {"do": "set-sheet", "target": "kit", "sheet": {}}
    assert ann.json(world.at("commands?as=play"), command).get_json()["refusal"]["code"] == "locked"
    assert host(world).battle.state is before
    assert send(gm, world.at("gm/sheet/kit/edit"), form(world, "kit")).status_code == 204


def test_what_is_typed_is_checked_beside_its_field(bridge: World) -> None:
    ann, before = bridge.player("Ann", "maren"), host(bridge).battle.state
    typed_so_far = form(bridge, "maren")
    assert send(ann, bridge.at("play/sheet-check"), typed_so_far).get_json() == {"wrong": []}
    typed_so_far["pace"] = "99"
    (wrong,) = send(ann, bridge.at("play/sheet-check"), typed_so_far).get_json()["wrong"]
    assert wrong == {"field": "pace", "label": "Pace", "words": "At most 24."}
    assert host(bridge).battle.state is before
    assert send(bridge.stranger(), bridge.at("play/sheet-check"), typed_so_far).status_code == 403


def test_others_hear_of_a_changed_sheet_but_not_what_stands_on_it(world: World) -> None:
    gm, ann = world.gm(), world.player("Ann", "kit")
    sheet = {"weapons": ["gauss-rifle"]}
    gm.json(world.at("commands?as=gm"), {"do": "set-sheet", "target": "kit", "sheet": sheet})
    gm.json(world.at("commands?as=gm"), {"do": "set-sheet", "target": "raider-4", "sheet": sheet})
    page = ann.get(world.at("play")).text
    assert "The GM changes the sheet of Kit." in page
    assert "Raider 4" not in page
    assert page.count("gauss-rifle") == ann.get(world.at("play/selected/kit")).text.count("gauss-rifle")


# ------------------------------------------------------------------------------------- from a file
def test_an_actor_is_added_with_a_report(bridge: World) -> None:
    answer = bring(bridge, bridge.gm(), VEX)
    assert answer.status_code == 200
    assert "Vex Marrow: on the map" in answer.text
    assert "1 power" in answer.text
    assert "<script>" not in answer.text
    vex = named(bridge, "Vex Marrow")
    assert (vex.side, vex.sheet.wild_card) == ("heroes", True)
    assert vex.at is not None
    assert "<script>alert" not in bridge.gm().get(bridge.at(f"gm/sheet/{vex.id}")).text


def test_several_of_an_actor_are_numbered(bridge: World) -> None:
    gm = bridge.gm()
    bring(bridge, gm, VEX, count="3", hidden="1")
    bring(bridge, gm, VEX)
    added = list(host(bridge).battle.state.combatants.values())[-4:]
    assert all(re.fullmatch("Vex Marrow [0-9]{2}", c.name) for c in added)
    assert len({c.name for c in added}) == 4
    assert [c.hidden for c in added] == [True, True, True, False]


def test_an_actor_of_another_system_than_the_scene_is_refused(world: World) -> None:
    before = host(world).battle.state
    answer = bring(world, world.gm(), VEX)
    assert answer.status_code == 422
    assert find_system("savage").name in answer.text
    assert host(world).battle.state == before


@pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b"{" * 5000, as_file({"type": "Actor", "name": "F"})])
def test_a_broken_file_is_refused_in_a_sentence(bridge: World, data: bytes) -> None:
    before = host(bridge).battle.state
    answer = bring(bridge, bridge.gm(), data)
    assert answer.status_code == 422
    assert 'id="refusal"' in answer.text
    assert host(bridge).battle.state == before


def test_a_huge_file_is_refused(bridge: World) -> None:
    answer = bring(bridge, bridge.gm(), b" " * 9_000_000)
    assert answer.status_code in (413, 422)
    assert "<p>" in answer.text


def test_without_script_the_report_is_told_on_the_page(bridge: World) -> None:
    gm = bridge.gm()
    assert bring(bridge, gm, VEX, htmx=False).status_code == 303
    assert "Vex Marrow, a Wild Card." in gm.get(bridge.at("gm")).text


def test_a_player_brings_in_nothing(bridge: World) -> None:
    assert bring(bridge, bridge.player("Ann", "maren"), VEX).status_code == 403
