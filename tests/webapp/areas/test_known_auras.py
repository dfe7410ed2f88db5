"""Auras as each viewer knows them: drawn, cut by walls, marked on whom they hold, moved with their bearer."""

import re
from typing import Any

import pytest

from rules.map.map_json import read_map
from tests.webapp.notes.notes_table import ROOMS, NotesTable
from tests.webapp.world import World
from webapp.table.setup.scenes import bring_scene

EVERYBODY = ["ann", "ben", "screen", "watcher"]


def put(table: NotesTable, target: str = "kit", **more: Any) -> None:
    table.gm.do("put-aura", target=target, **{"name": "Zqward", "radius": 4, "seen_by": "all", **more})


def card(table: NotesTable, page: Any, who: str) -> str:
    return str(page.browser.get(table.world.at(f"{page.role}/selected/{who}")).text)


def drawn(page: Any) -> list[str]:
    """Give the paths of the areas that a page draws."""
    return re.findall(r'class="kept-area[^>]*><title>[^<]*</title><path d="([^"]*)"', page.load())


def test_an_aura_for_all_is_drawn_and_marks_whom_it_holds_and_not_its_bearer(table: NotesTable) -> None:
    put(table, lasts=3)
    assert table.who_hears("area-1-of-kit") == EVERYBODY
    assert "Kit has an aura: Zqward." in table.ben.load()
    assert "In Zqward of Kit" in card(table, table.ben, "bo")
    assert "In Zqward of Kit" not in card(table, table.ann, "kit")
    assert "Zqward, 4 cells, 3 rounds more" in card(table, table.ann, "kit"), "she plays its bearer"
    assert "Zqward, 4 cells" in card(table, table.ben, "kit")
    assert "3 rounds" not in card(table, table.ben, "kit") + table.ben.load() + table.screen.load()


def test_it_goes_with_its_bearer_and_whom_it_leaves_is_marked_no_more(table: NotesTable) -> None:
    put(table, radius=2)
    assert "In Zqward" not in card(table, table.ben, "bo")
    table.heard()
    table.gm.do("gm-set", target="kit", state={"at": [2, 2]})
    assert table.who_hears("In Zqward of Kit") == EVERYBODY
    (path,) = drawn(table.ann)
    table.gm.do("gm-set", target="kit", state={"at": [1, 1]})
    assert "In Zqward" not in card(table, table.ben, "bo")
    assert drawn(table.ann) != [path]


def test_walls_cut_it_and_who_stands_behind_one_is_not_held(table: NotesTable) -> None:
    put(table, radius=10)
    (path,) = drawn(table.gm)
    across = [float(x) for x in re.findall(r"[ML]([\d.]+) ", path)]
    assert max(across) == pytest.approx(600), "it ends at the rock"
    assert "In Zqward" not in card(table, table.gm, "vex")


@pytest.mark.parametrize(
    ("seen_by", "hear"),
    [("gm", []), ("owner", ["ann"]), ("side", ["ann", "ben", "watcher"]), ("all", EVERYBODY)],
)
def test_it_is_sent_to_those_alone_who_may_know_of_it(
    table: NotesTable, seen_by: str, hear: list[str]
) -> None:
    put(table, seen_by=seen_by)
    heard = table.heard()
    pages = {name: page.load() for name, page in table.others.items()}
    assert [name for name, said in heard.items() if "Zqward" in said] == hear
    assert [name for name, said in pages.items() if "Zqward" in said] == hear
    cards = {name: card(table, table.others[name], "bo") for name in ("ann", "ben")}
    assert [name for name, said in cards.items() if "In Zqward" in said] == [n for n in hear if n in cards]


def test_of_the_aura_of_somebody_unseen_nobody_is_told_and_nobody_is_marked(table: NotesTable) -> None:
    table.gm.do("gm-set", target="vex", state={"at": [3, 3]})
    table.gm.do("edit", target="vex", hidden=True)
    table.heard()
    before = [page.load() for page in table.others.values()]
    put(table, "vex")
    assert "In Zqward of Vex" in card(table, table.gm, "kit")
    assert table.who_hears("Zqward") == []
    assert [page.load() for page in table.others.values()] == before


def test_whom_it_holds_and_nobody_knows_of_changes_nothing_for_others(table: NotesTable) -> None:
    table.gm.do("edit", target="vex", hidden=True)
    put(table)
    table.heard()
    before = [page.load() for page in (table.ann, table.screen)]
    table.gm.do("gm-set", target="vex", state={"at": [3, 3]})
    assert "In Zqward of Kit" in card(table, table.gm, "vex")
    assert not any("vex" in said for said in table.heard().values())
    assert [page.load() for page in (table.ann, table.screen)] == before


def test_an_aura_that_is_for_foes_marks_no_friends(table: NotesTable) -> None:
    put(table, holds="foes")
    table.gm.do("gm-set", target="vex", state={"at": [3, 3]})
    assert "In Zqward of Kit" in card(table, table.ann, "vex")
    assert "In Zqward" not in card(table, table.ann, "bo")
    put(table, holds="allies")
    assert "In Zqward" not in card(table, table.ann, "vex")
    assert "In Zqward of Kit" in card(table, table.ann, "bo")


def test_it_ends_by_itself_and_goes_with_its_people_to_the_next_scene(table: NotesTable) -> None:
    put(table, lasts=2)
    put(table, name="Zqcold", radius=1.5, holds="foes", seen_by="side")
    was = table.host.battle.state.combatants["kit"].auras
    bring_scene(table.host, name="Next", battle_map=read_map(ROOMS))
    assert table.host.battle.state.combatants["kit"].auras == was
    table.gm.do("pass-time", lasts=2)
    assert "the aura Zqward is over" in table.ben.load()
    assert len(table.host.battle.state.combatants["kit"].auras) == 1


def test_the_order_shows_who_is_held(table: NotesTable) -> None:
    put(table)
    row = table.ann.load().split('data-order-who="bo"')[1].split("</li>")[0]
    assert "In Zqward of Kit" in row


def test_the_page_of_what_is_added_sets_auras_up(table: NotesTable) -> None:
    where = table.world.at("gm/extras/kit")
    assert 'id="new-aura"' in table.gm.browser.get(where).text
    put(table, holds="foes", lasts=5)
    shown = table.gm.browser.get(where).text
    assert "Zqward, 4 cells, foes alone, 5 rounds more" in shown
    refused = table.ann.refused("command", {"do": "put-aura", "target": "kit", "name": "A", "radius": 1})
    assert refused["code"] == "not-allowed"


def test_a_wall_that_nobody_has_seen_cuts_it_for_the_gm_alone(world: World) -> None:
    table = NotesTable(world, fog=False)
    table.gm.do("edit-map", ambient="dark")
    table.gm.do("set-lamp", target="kit", bright=1, dim=1)
    table.gm.do("set-fog", on=True, sides=["heroes"])
    put(table, radius=6)
    table.heard()
    (theirs,), (whole,) = drawn(table.ann), drawn(table.gm)
    table.gm.do("edit-map", walls=[{"from": [4, 0], "to": [4, 2], "kind": "wall"}])
    assert drawn(table.gm) != [whole]
    assert drawn(table.ann) == [theirs]
    assert table.heard()["ann"] == "[]"
    table.close()
