"""Stat blocks on the web: read beside their source, added or put in a sheet's place; and copied."""

import io
import json
import re
from typing import Any

import pytest
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.test import TestResponse, encode_multipart

from tests.rules.kept_blocks import FOLDER
from tests.rules.systems.savage.sheet.swade import actor, as_file, skill, weapon
from tests.webapp.sheets.test_sheets import bridge, host, named
from tests.webapp.world import TOKEN, Browser, World

__all__ = ["bridge"]
FILE = {"format": "battlemat-sheet", "version": 1, "system": "savage", "name": "A"}
CAPTAIN = (FOLDER / "savage" / "ferry-captain.txt").read_text(encoding="utf-8")


def paste(
    browser: Browser, address: str, text: str = "", file: tuple[bytes, str] | None = None
) -> TestResponse:
    sent: dict[str, Any] = {"csrf": TOKEN, "text": text}
    if file is not None:
        sent["file"] = FileStorage(io.BytesIO(file[0]), file[1])
    boundary, body = encode_multipart(sent)
    return browser.client.post(address, data=body, content_type=f"multipart/form-data; boundary={boundary}")


def form_of_page(page: str) -> MultiDict[str, str]:
    """Give what the page's sheet form would send, as far as inputs go by themselves."""
    form = page.split('id="sheet-form"')[1].split("</form>")[0]
    found: MultiDict[str, str] = MultiDict()
    for tag in re.findall(r"<input [^>]*>", form):
        part = dict(re.findall(r'([a-z-]+)="([^"]*)"', tag))
        if part.get("type") in ("checkbox", "radio") and " checked" not in tag:
            continue
        if part.get("name"):
            found.add(part["name"], part.get("value", "").replace("&#34;", '"'))
    for name, options in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options)
        found.add(name, chosen[1] if chosen else "")
    return found


def people(world: World) -> set[str]:
    return {who.name for who in host(world).battle.state.combatants.values()}


def test_a_block_is_shown_line_by_line_beside_the_sheet_and_nothing_is_added(bridge: World) -> None:
    before = people(bridge)
    answer = paste(bridge.gm(), bridge.at("gm/paste"), CAPTAIN)
    assert answer.status_code == 200
    page = answer.text
    assert "A hard woman of the river" in page
    assert page.count('class="paste-mark is-guessed"') > 1
    assert "its locations are not in the block" in page
    assert 'value="Marta Quill, ferry captain"' in page
    assert people(bridge) == before


def test_what_was_read_is_added_as_often_and_where_the_gm_says(bridge: World) -> None:
    gm = bridge.gm()
    form = form_of_page(paste(gm, bridge.at("gm/paste"), CAPTAIN).text)
    form["count"], form["side"], form["at"] = "2", "smugglers", json.dumps([5, 5])
    answer = gm.client.post(
        bridge.at("gm/sheet-new"), data=form, headers={"HX-Request": "true", "X-CSRF-Token": TOKEN}
    )
    assert answer.status_code == 204, answer.text
    added = [c for c in host(bridge).battle.state.combatants.values() if c.name.startswith("Marta Quill")]
    assert len(added) == 2
    assert {c.side for c in added} == {"smugglers"}
    assert all(c.sheet.wild_card and c.sheet.toughness_bonus == 1 for c in added)
    assert (5, 5) in {tuple(c.at) for c in added}


def test_an_actor_from_a_file_brings_its_wounds_along(bridge: World) -> None:
    gm = bridge.gm()
    vex = as_file(
        actor(skill("Fighting", 8), weapon("Hook", "@str+d6"), wounds={"value": 2, "max": 3, "ignored": 0})
    )
    page = paste(gm, bridge.at("gm/paste"), file=(vex, "vex.json")).text
    assert "What the file said" in page
    form = form_of_page(page)
    gm.client.post(bridge.at("gm/sheet-new"), data=form, headers={"X-CSRF-Token": TOKEN})
    assert named(bridge, "Vex Marrow").state.wounds == 2


def test_a_player_puts_a_block_in_the_place_of_the_own_sheet_alone(bridge: World) -> None:
    ann = bridge.player("Ann", "maren")
    page = paste(ann, bridge.at("play/sheet/maren/paste"), CAPTAIN).text
    assert "Replace this sheet" in page
    assert 'name="count"' not in page
    form = form_of_page(page)
    assert "/play/sheet/maren/edit" in page
    answer = ann.client.post(bridge.at("play/sheet/maren/edit"), data=form, headers={"X-CSRF-Token": TOKEN})
    assert answer.status_code == 303
    assert named(bridge, "Marta Quill, ferry captain").id == "maren"
    for who in ("captain", "nobody"):
        assert paste(ann, bridge.at(f"play/sheet/{who}/paste"), CAPTAIN).status_code == 404
        assert ann.get(bridge.at(f"play/sheet/{who}/block.txt")).status_code == 404
    assert paste(ann, bridge.at("gm/paste"), CAPTAIN).status_code == 403
    assert paste(bridge.stranger(), bridge.at("play/sheet/maren/paste"), CAPTAIN).status_code == 403


def test_locked_sheets_are_replaced_by_no_player(bridge: World) -> None:
    ann = bridge.player("Ann", "maren")
    host(bridge).change_settings(own_sheets=False)
    answer = paste(ann, bridge.at("play/sheet/maren/paste"), CAPTAIN)
    assert "Marta" not in answer.text
    assert answer.status_code in (303, 422)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "nothing to read"),
        ("   \n", "nothing to read"),
        ("Lorem ipsum dolor sit amet", "looks like a stat block"),
        ("<html><body><p>Pace: 6</p></body></html>", "source of a web page"),
        ("x" * 20_001, "20,001 letters"),
        ('{"type": "npc"', "damaged"),
        ("[1, 2]", "list"),
        ('{"attributes": [{"attr_id": "st"}], "profile": {}, "calc": {}}', "GURPS-style"),
        (as_file({**FILE, "sheet": {"nose": 1}}).decode(), "nose"),
        ("\u202e\u0647\u0631\u062d\u0628\u0627 \u0661\u0662", "looks like a stat block"),
    ],
)
def test_what_cannot_be_read_is_said_on_the_page_and_changes_nothing(
    bridge: World, text: str, words: str
) -> None:
    before = host(bridge).battle.state
    answer = paste(bridge.gm(), bridge.at("gm/paste"), text)
    assert answer.status_code == 422
    assert words in answer.text.split('id="paste-problem"')[1].split("</p>")[0]
    assert host(bridge).battle.state is before


def test_bytes_that_are_no_text_are_refused(bridge: World) -> None:
    answer = paste(bridge.gm(), bridge.at("gm/paste"), file=(b"\x00\x01\x02\xff" * 50, "a.txt"))
    assert answer.status_code == 422
    assert "no readable text" in answer.text


def test_what_somebody_typed_is_never_markup(bridge: World) -> None:
    text = CAPTAIN.replace("A hard woman of the river.", "<img src=x onerror=alert(1)>")
    page = paste(bridge.gm(), bridge.at("gm/paste"), text).text
    assert "<img src=x" not in page
    assert "&lt;" in page.split('class="paste-lines"')[1]


def test_a_sheet_is_copied_as_a_block_that_is_read_again(bridge: World) -> None:
    gm = bridge.gm()
    block = gm.get(bridge.at("gm/sheet/maren/block.txt"))
    assert block.mimetype == "text/plain"
    page = paste(gm, bridge.at("gm/paste"), block.text).text
    assert 'class="paste-mark is-left"><b aria-hidden="true">✗</b> 0 left out' in page
    assert 'class="paste-mark is-guessed"><b aria-hidden="true">?</b> 0 guessed' in page
