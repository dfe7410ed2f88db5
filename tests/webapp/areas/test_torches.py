"""Lights that burn down: who is told how long, who puts them out and lights them, what is said at the end."""

from typing import Any

import pytest

from rules.map.map_json import read_map
from tests.webapp.notes.notes_table import ROOMS, NotesTable
from webapp.table.setup.scenes import bring_scene

EVERYBODY = ["ann", "ben", "screen", "watcher"]


def light(table: NotesTable, who: str = "kit", **more: Any) -> None:
    table.gm.do("set-lamp", target=who, **{"bright": 2, "dim": 4, "lasts": 7, **more})


def card(table: NotesTable, page: Any, who: str = "kit") -> str:
    return str(page.browser.get(table.world.at(f"{page.role}/selected/{who}")).text)


def test_who_carries_no_light_has_none_of_its_bytes(table: NotesTable) -> None:
    assert "light-row" not in card(table, table.ann) + card(table, table.gm)
    light(table)
    assert "light-row" in card(table, table.ann)


def test_who_plays_the_bearer_and_the_gm_are_told_how_long_it_burns(table: NotesTable) -> None:
    light(table)
    assert table.who_hears("burns for 7 rounds") == ["ann"]
    assert "carries a light" in table.ben.load()
    for page in (table.ann, table.gm):
        assert "7 rounds more" in card(table, page)
    assert "7 rounds" not in card(table, table.ben) + table.ben.load() + table.screen.load()
    assert "7 rounds more" in table.gm.browser.get(table.world.at("gm/extras/kit")).text
    table.gm.do("pass-time", lasts=3)
    assert "4 rounds more" in card(table, table.ann)


def test_that_it_has_burnt_down_is_told_to_all_who_see_its_bearer(table: NotesTable) -> None:
    light(table)
    light(table, "vex")
    table.heard()
    table.gm.do("pass-time", lasts=7)
    heard = table.heard()
    assert [name for name, said in heard.items() if "The light of Kit has burnt down" in said] == EVERYBODY
    assert not any("Vex" in said for said in heard.values()), "behind the rock it is nobody's to know"
    assert "light-row" not in card(table, table.ann)


def test_a_player_puts_the_own_light_out_and_lights_it_again(table: NotesTable) -> None:
    light(table)
    assert 'value="put-out-lamp"' in card(table, table.ann)
    table.ann.do("put-out-lamp", target="kit")
    assert "Kit puts the light out." in table.ben.load()
    table.gm.do("pass-time", lasts=50)
    shown = card(table, table.ann)
    assert "Light, put out" in shown
    assert "7 rounds more" in shown
    assert 'value="light-lamp"' in shown
    assert "light-row" not in card(table, table.ben)
    table.ann.do("light-lamp", target="kit")
    assert table.host.battle.state.combatants["kit"].lamp is not None
    table.gm.do("undo")
    assert table.host.battle.state.combatants["kit"].lamp is None


@pytest.mark.parametrize("do", ["put-out-lamp", "light-lamp"])
def test_nobody_puts_out_or_lights_what_is_not_theirs_and_none_hears_that_it_is_there(
    table: NotesTable, do: str
) -> None:
    light(table, "vex")
    light(table, "bo")
    answers = [table.ann.refused("command", {"do": do, "target": who}) for who in ("vex", "bo", "nobody")]
    assert answers == [answers[0]] * 3
    assert answers[0]["code"] == "not-yours"
    wrong = table.ann.refused("command", {"do": "set-lamp", "target": "kit", "bright": 9, "dim": 9})
    assert wrong["code"] == "not-allowed"


@pytest.mark.parametrize("is_out", [False, True])
def test_what_is_left_of_it_comes_along_to_the_next_scene(table: NotesTable, is_out: bool) -> None:
    light(table)
    if is_out:
        table.gm.do("put-out-lamp", target="kit")
    was = table.host.battle.state.combatants["kit"]
    bring_scene(table.host, name="Next", battle_map=read_map(ROOMS))
    now = table.host.battle.state.combatants["kit"]
    assert (now.lamp, now.put_out) == (was.lamp, was.put_out)


def test_a_round_of_the_clock_is_no_round_of_ammunition_in_german(table: NotesTable) -> None:
    light(table)
    assert table.ann.browser.post("/language", language="de").status_code in (200, 303)
    shown = card(table, table.ann)
    assert "noch 7 Runden" in shown
    assert "Schuss" not in shown.split("light-row")[1].split("</form>")[0]
