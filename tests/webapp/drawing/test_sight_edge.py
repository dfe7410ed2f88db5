"""The edge of sight lies within what is seen, and tells of nothing that its viewer does not hold already."""

import re
from dataclasses import replace

import numpy as np

from rules.map.cell_bits import pack
from rules.map.model import BattleMap, DoorState, Grid, GridKind, Wall, WallKind
from rules.map.vision import line_of_sight
from webapp.drawing.sight_edge import see_sight_edge
from webapp.drawing.zone_layout import UNIT
from webapp.visibility.known_people import MapKnowledge
from webapp.visibility.known_walls import as_known

_EYE = (1.5, 2.5)
_PILLAR = (Wall("a", (3.0, 1.5), (3.0, 2.5)), Wall("b", (3.0, 2.5), (4.0, 2.5)))
_HALL = BattleMap(Grid(GridKind.SQUARE, 10, 6), _PILLAR)
_BOX = re.compile(r"M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h-([\d.]+)z")


def _looked(battle_map: BattleMap) -> MapKnowledge:
    seen = pack(line_of_sight(battle_map, _EYE))
    return MapKnowledge(seen, seen)


def test_the_edge_is_drawn_within_the_cells_that_are_seen() -> None:
    knowledge = _looked(_HALL)
    edge = see_sight_edge(_HALL, (_EYE,), knowledge)
    assert edge is not None
    drawn = np.zeros((6, 10), dtype=np.bool_)
    for box in _BOX.findall(edge.cells):
        x, y, wide, high = (round(float(part) / UNIT) for part in box[:4])
        drawn[y : y + high, x : x + wide] = True
    assert drawn.any()
    assert pack(drawn) & ~knowledge.seen == 0
    assert "300 150" in edge.seen[0].d, "sight ends at the corner of the wall"


def test_covered_cells_have_no_edge() -> None:
    assert see_sight_edge(_HALL, (_EYE,), MapKnowledge(0, 0)) is None


def test_who_stands_nowhere_and_who_has_zones_alone_has_no_edge() -> None:
    assert see_sight_edge(_HALL, (), _looked(_HALL)) is None
    assert see_sight_edge(BattleMap(Grid(GridKind.ZONES)), (_EYE,), MapKnowledge(0, 0)) is None


def test_two_pairs_of_eyes_have_a_polygon_each() -> None:
    edge = see_sight_edge(_HALL, (_EYE, (8.5, 4.5)), _looked(_HALL))
    assert edge is not None
    assert len(edge.seen) == 2


def test_a_secret_door_ends_sight_as_the_wall_does_that_it_is_taken_for() -> None:
    door = Wall("a", (3.0, 1.5), (3.0, 2.5), WallKind.DOOR, DoorState.SECRET)
    secret = replace(_HALL, walls=(as_known(door), _PILLAR[1]))
    edges = [see_sight_edge(each, (_EYE,), _looked(_HALL)) for each in (secret, _HALL)]
    assert edges[0] == edges[1]


def test_hexes_have_an_edge_too() -> None:
    hexes = replace(_HALL, grid=Grid(GridKind.HEX_ROWS, 10, 6))
    edge = see_sight_edge(hexes, (_EYE,), _looked(hexes))
    assert edge is not None
    assert edge.cells.startswith("M")


def test_each_polygon_comes_with_the_box_about_it() -> None:
    edge = see_sight_edge(_HALL, (_EYE,), _looked(_HALL))
    assert edge is not None
    assert edge.seen[0].box == (0, 0, 10 * UNIT, 6 * UNIT)


def test_the_edge_of_a_crowd_is_sharp() -> None:
    eyes = tuple((1.5 + n, 4.5) for n in range(8))
    edges = [see_sight_edge(_HALL, each, _looked(_HALL)) for each in (eyes, (*eyes, _EYE))]
    assert [edge is not None and edge.is_soft for edge in edges] == [True, False]
