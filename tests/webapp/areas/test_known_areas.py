"""Who is sent which areas on the map, how those whom they hold are marked, and what is said when they end."""

from typing import Any

from rules.map.map_json import read_map
from tests.webapp.notes.notes_table import EAST, WEST, NotesTable
from webapp.table.setup.scenes import bring_scene

EVERYBODY = ["ann", "ben", "screen", "watcher"]


def lay(table: NotesTable, at: Any = WEST, **more: Any) -> str:
    table.gm.do("put-area", **{"name": "Zqfire", "shape": "blast", "at": at, "size": 2, **more})
    return table.host.battle.state.areas[-1].id


def card(table: NotesTable, page: Any, who: str) -> str:
    return str(page.browser.get(table.world.at(f"{page.role}/selected/{who}")).text)


def test_a_table_without_areas_has_none_of_their_bytes(table: NotesTable) -> None:
    sent = "".join(page.load() for page in (table.gm, *table.others.values()))
    assert "kept-area" not in sent
    lay(table)
    assert "kept-area" in table.ann.load()


def test_an_area_for_all_is_drawn_named_and_told_and_marks_whom_it_holds(table: NotesTable) -> None:
    id_ = lay(table, lasts=3)
    heard = table.heard()
    assert all(f"area-{id_}" in heard[name] for name in EVERYBODY)
    assert "An area on the map: Zqfire." in table.ann.load()
    assert "In Zqfire" in card(table, table.ann, "kit")
    assert "In Zqfire" not in card(table, table.ann, "bo")
    assert table.ann.load().count(", In Zqfire") == 1, "on the one token"
    assert "3 rounds more" in table.gm.load()
    assert "3 rounds" not in "".join(page.load() for page in table.others.values())
    table.gm.do("gm-set", target="kit", state={"at": [4, 4]})
    assert "In Zqfire" not in card(table, table.ann, "kit")


def test_an_area_of_the_gms_is_nobody_elses(table: NotesTable) -> None:
    id_ = lay(table, seen_by="gm", lasts=1)
    table.gm.do("put-area", area=id_, tone="harm")
    table.gm.do("pass-time", lasts=1)
    assert "Zqfire is over." in table.gm.load()
    assert table.who_hears("Zqfire") == []
    assert "Zqfire" not in "".join(page.load() for page in table.others.values())


def test_an_area_in_the_fog_is_not_sent_before_its_place_is_explored(table: NotesTable) -> None:
    id_ = lay(table, at=EAST)
    assert table.who_hears("Zqfire") == table.who_hears(id_) == []
    table.gm.do("paint-fog", how="show", cells=[[9, 3]])
    assert table.who_hears(f"area-{id_}") == EVERYBODY
    table.gm.do("undo")
    assert table.who_hears(f"area-{id_}") == EVERYBODY, "it is taken off their pages"
    assert "kept-area" not in table.ann.load()


def test_nobody_is_told_of_the_end_of_what_they_never_saw(table: NotesTable) -> None:
    lay(table, at=EAST, lasts=2)
    lay(table, name="Zqsmoke", lasts=2)
    table.heard()
    table.gm.do("pass-time", lasts=2)
    assert table.who_hears("Zqsmoke is over.") == EVERYBODY
    assert "Zqfire" not in "".join(page.load() for page in table.others.values())


def test_an_area_that_was_never_seen_and_is_undone_changes_nothing_for_others(table: NotesTable) -> None:
    table.heard()
    before = [page.load() for page in (table.screen, table.watcher)]
    lay(table, at=EAST)
    table.gm.do("undo")
    assert [page.load() for page in (table.screen, table.watcher)] == before


def test_the_gms_page_keeps_what_was_measured_and_lists_what_is_there(table: NotesTable) -> None:
    where = table.world.at("gm/areas")
    measured = "?shape=cone&x=150&y=250&size=3&direction=90&angle=60&walls=true&touch=false"
    fresh = table.gm.browser.get(where + measured).text
    for said in ('name="json:at" value="[1.500,2.500]"', 'name="json:size" value="3.0000"', 'id="keep-area"'):
        assert said in fresh
    for wrong in ("?shape=star&x=1&y=1", "?shape=blast&x=nan&y=1", "?shape=blast&x=1", ""):
        assert 'id="keep-area"' not in table.gm.browser.get(where + wrong).text
    lay(table, lasts=4)
    listed = table.gm.browser.get(where).text
    assert "Zqfire" in listed
    assert "4 rounds more" in listed
    assert table.ann.browser.get(where).status_code == 403
    refused = table.ann.refused("command", {"do": "take-area", "area": "a0"})
    assert refused["code"] == "not-allowed"


def test_on_a_map_of_zones_the_whole_zone_is_kept(table: NotesTable) -> None:
    zones = [{"id": id_, "name": id_.title(), "polygon": box} for id_, box in BOXES.items()]
    battle_map = read_map({"grid": {"kind": "zones"}, "zones": zones})
    bring_scene(table.host, name="Bar", battle_map=battle_map)
    page = table.gm.browser.get(table.world.at("gm/areas?shape=zone&x=100&y=100")).text
    assert 'name="zone" value="bar"' in page
    table.gm.do("put-area", name="Gas", shape="zone", zone="bar")
    table.gm.do("gm-set", target="kit", state={"at": "bar"})
    assert "In Gas" in card(table, table.ann, "kit")
    assert 'class="kept-area tone-warn"' in table.ann.load()


BOXES = {"bar": [[0, 0], [3, 0], [3, 3], [0, 3]], "street": [[3, 0], [6, 0], [6, 3], [3, 3]]}
