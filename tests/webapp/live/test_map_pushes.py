"""What is pushed of the map when it changes: the parts that look otherwise, to those who may know of it."""

from typing import Any

import pytest

from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.map import steps
from rules.map.model import BattleMap, DoorState, Grid, GridKind, PictureBox, with_door
from tests.webapp.pages import Page, host_of
from tests.webapp.world import World
from webapp.drawing.map_drawing import see_map
from webapp.live.precompute import needs_warming, warm
from webapp.visibility.viewer import Viewer


def drawn(page: Page) -> dict[str, str]:
    """Give what was drawn anew since the last time, by the element's id."""
    return {part["id"]: part["svg"] for update in page.take() for part in update.get("drawn", [])}


def edit(gm: Page, **patch: Any) -> None:
    gm.take()
    gm.do("edit-map", **patch)


def test_a_drawn_wall_sends_its_region_alone(gm: Page, ann: Page) -> None:
    drawn(ann)
    edit(gm, walls=[{"from": [2, 2], "to": [3, 2]}])
    for page in (gm, ann):
        [(id_, svg)] = drawn(page).items()
        assert id_.startswith("walls-")
        assert "200 200" in svg


def test_painted_ground_and_heights_send_the_ground_alone(gm: Page, ann: Page) -> None:
    drawn(ann)
    edit(gm, ground=[{"cells": [[2, 2], [3, 2]], "cost": 3, "name": "mud"}])
    assert set(drawn(gm)) == {"map-ground"}
    assert "mud" in drawn(ann)["map-ground"]
    edit(gm, elevation=[{"cells": [[2, 2]], "height": 2}])
    assert 'class="height"' in drawn(ann)["map-ground"]


def test_a_zone_sends_the_zones_alone(gm: Page, ann: Page) -> None:
    drawn(ann)
    edit(gm, zones=[{"name": "Tank room", "polygon": [[1, 1], [3, 1], [3, 3], [1, 3]], "links": []}])
    assert set(drawn(gm)) == {"map-zones"}
    assert "Tank room" in drawn(ann)["map-zones"]


def test_the_picture_s_place_sends_the_picture_alone(gm: Page, ann: Page) -> None:
    drawn(ann)
    edit(gm, picture={"at": [1, 1], "size": [10, 8]})
    assert set(drawn(gm)) == set(drawn(ann)) == {"map-picture"}


def pages_on_bare_ground(world: World, gm: Page, ann: Page) -> tuple[Page, Page]:
    """Put an empty map before the table, and give the pages of the GM and of Ann on it."""
    form = {"kind": "square", "cols": "9", "rows": "9", "per_cell": "1"}
    assert gm.browser.htmx(world.at("gm/map/new"), **form).status_code == 204
    return Page(world, gm.browser, "gm"), Page(world, ann.browser, "play")


def test_another_ground_is_sent_to_every_page_and_undone(world: World, gm: Page, ann: Page) -> None:
    pages = pages_on_bare_ground(world, gm, ann)
    edit(pages[0], surface="grass")
    for page in pages:
        parts = drawn(page)
        assert set(parts) == {"map-picture", "map-surfaces"}
        assert 'class="paper textured on-grass"' in parts["map-picture"]
        assert "pictures/ground-grass.webp" in parts["map-surfaces"]
    assert ['name=\\"surface\\"' in page.text for page in pages] == [True, False]  # the GM's form, as JSON
    pages[0].do("undo", of="map")
    assert 'class="paper"' in drawn(pages[1])["map-picture"]


def test_a_floor_sends_the_surfaces_alone(world: World, gm: Page, ann: Page) -> None:
    hers, his = pages_on_bare_ground(world, gm, ann)
    edit(hers, floors=[{"cells": [[2, 2], [3, 2]], "surface": "wood"}])
    [(id_, svg)] = drawn(his).items()
    assert id_ == "map-surfaces"
    assert svg.count("<image") == 1
    assert 'fill="url(#surface-wood)"' in svg


def test_under_a_picture_no_ground_is_fetched(gm: Page, ann: Page) -> None:
    edit(gm, surface="grass", floors=[{"cells": [[2, 2]], "surface": "wood"}])
    parts = drawn(ann)
    assert 'class="paper"' in parts["map-picture"]
    assert "webp" not in parts["map-surfaces"]


def test_a_secret_change_sends_players_nothing_at_all(gm: Page, ann: Page) -> None:
    gm.do("set-door", wall="gantry-door", state="secret")
    ann.take()
    edit(gm, walls=[{"id": "gantry-door", "material": "oak"}])
    assert ann.take() == []
    assert gm.take()[-1]["seq"]


# ------------------------------------------------------------------------------- the picture's box
def test_a_picture_fills_the_grid_unless_its_place_is_given() -> None:
    gm = Viewer(role="gm")
    square = BattleMap(Grid(GridKind.SQUARE, 4, 3))
    assert see_map(square, gm).picture == (0, 0, 400, 300)
    placed = BattleMap(Grid(GridKind.SQUARE, 4, 3), picture=PictureBox((1.0, 0.5), (2.0, 1.5)))
    assert see_map(placed, gm).picture == (100, 50, 200, 150)


def test_under_zones_alone_a_picture_lies_where_it_is_put_or_not_at_all() -> None:
    gm = Viewer(role="gm")
    assert see_map(BattleMap(Grid(GridKind.ZONES)), gm).picture is None
    placed = BattleMap(Grid(GridKind.ZONES), picture=PictureBox((0.0, 0.0), (6.0, 4.0)))
    seen = see_map(placed, gm)
    assert seen.picture is not None
    assert (seen.picture[2], seen.picture[3]) == (600, 400)
    assert seen.width >= 600
    assert seen.height >= 400


# -------------------------------------------------------------------------------------- warming up
def test_a_scene_is_warmed_once_and_then_ready(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = host_of(world).battle
    state = battle.state
    assert needs_warming(state)
    assert not needs_warming(state)
    warm(state)

    def built_again(*_: Any) -> Any:
        raise AssertionError("it was to be ready")

    monkeypatch.setattr(steps, "_geometry", built_again)
    monkeypatch.setattr(steps, "_build", built_again)
    assert battle.system.reach(BattleView(state), "kit").costs


def test_a_door_does_not_make_a_scene_cold_again(world: World) -> None:
    state = host_of(world).battle.state
    assert needs_warming(state)
    assert state.map is not None
    opened = BattleState(system=state.system, map=with_door(state.map, "gantry-door", DoorState.OPEN))
    assert not needs_warming(opened)


def test_where_nobody_can_move_warming_harms_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = host_of(world).battle

    def refused(*_: Any) -> Any:
        raise Refusal("spent", "Nobody moves today.")

    monkeypatch.setattr(type(battle.system), "reach", refused)
    warm(battle.state)
    assert not needs_warming(BattleState(system="atomic", map=BattleMap(Grid(GridKind.ZONES))))
    assert not needs_warming(BattleState(system="atomic"))
