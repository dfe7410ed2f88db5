"""Empty maps."""

import json

import pytest

from rules.map.model import BattleMap, Grid, GridKind
from tests.webapp.pages import host_of
from tests.webapp.pictures.map_forms import map_of
from tests.webapp.world import World


@pytest.mark.parametrize("kind", ["square", "hex-rows", "hex-columns"])
def test_an_empty_map_is_a_new_scene_with_everybody(world: World, kind: str) -> None:
    gm, old = world.gm(), world.battle_id
    form = {"kind": kind, "cols": "30", "rows": "20", "per_cell": "1.5", "unit": "m", "name": "Ice field"}
    assert gm.htmx(world.at("gm/map/new"), **form).status_code == 204
    row = world.store.battle(world.battle_id)
    assert row is not None
    assert (row.id != old, row.name, row.picture_id) == (True, "Ice field", None)
    assert map_of(world) == BattleMap(Grid(GridKind(kind), 30, 20, 1.5, "m"))
    assert len({c.at for c in host_of(world).battle.state.combatants.values()}) == 7


def test_an_empty_map_of_zones_begins_with_a_few_linked_ones(world: World) -> None:
    assert world.gm().htmx(world.at("gm/map/new"), kind="zones", per_cell="1").status_code == 204
    assert [zone.links for zone in map_of(world).zones] == [("zone-2",), ("zone-3",), ()]
    assert {c.at for c in host_of(world).battle.state.combatants.values()} == {"zone-1"}
    assert "picture" not in json.loads(world.gm().get(world.at("gm/map.json")).data)["map"]


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"cols": "201"}, "The columns: a whole number from 1 to 200"),
        ({"rows": "0"}, "The rows: a whole number from 1 to 200"),
        ({"rows": "\u0663"}, "The rows: a whole number"),
        ({"kind": "cubes"}, "is none of these"),
        ({"cols": "2", "rows": "2"}, "no room"),
        ({"kind": "zones", "zones": "Bar"}, "from 2 to 24"),
        ({"name": "x" * 61}, "at most 60 letters"),
    ],
)
def test_an_empty_map_that_cannot_be_is_refused(world: World, form: dict[str, str], words: str) -> None:
    old = world.battle_id
    whole = {"kind": "square", "cols": "24", "rows": "16", "per_cell": "1", **form}
    answer = world.gm().htmx(world.at("gm/map/new"), **whole)
    assert answer.status_code == 422
    assert words in answer.text
    assert world.battle_id == old


def test_a_picture_does_not_stay_behind_on_a_map_of_zones_alone(world: World) -> None:
    gm = world.gm()
    zones = {"grid": {"kind": "zones"}, "zones": [{"id": "a", "name": "A"}]}
    assert gm.json(world.at("commands"), {"do": "set-map", "map": zones}).status_code == 200
    assert "/picture/" not in gm.get(world.at("gm")).text
    box = {"picture": {"at": [0, 0], "size": [10, 6]}}
    assert gm.json(world.at("commands"), {"do": "set-map", "map": {**zones, **box}}).status_code == 200
    assert "/picture/" in gm.get(world.at("gm")).text
