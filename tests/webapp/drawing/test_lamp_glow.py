"""The glow of lamps and the night about them: in a lamp's colour, up to walls, of what a viewer sees."""

from dataclasses import replace

import pytest

from rules.map.cell_bits import bits_of
from rules.map.model import BattleMap, Brightness, Grid, GridKind, Light, Wall
from webapp.drawing.lamp_glow import see_glows, see_night
from webapp.visibility.known_people import MapKnowledge

_GRID = Grid(GridKind.SQUARE, 10, 6)
_LAMP = Light(at=(2.5, 2.5), range_cells=4, colour="#ff0000", bright_cells=1)
_WALLED = BattleMap(_GRID, (Wall("a", (4.0, 0.0), (4.0, 6.0)),))
_DARK, _BRIGHT = Brightness.DARK, Brightness.BRIGHT


def _rightmost(path: str) -> int:
    return max(int(spot.split()[0]) for spot in path.strip("MZ").split("L"))


def test_a_lamp_glows_in_its_colour_up_to_the_wall() -> None:
    [glow] = see_glows(_WALLED, (_LAMP,), (), _DARK)
    assert (glow.colour, glow.x, glow.y, glow.r, glow.bright) == ("#ff0000", 250, 250, 400, 0.25)
    assert _rightmost(glow.d) == 400
    [free] = see_glows(BattleMap(_GRID), (_LAMP,), (), _DARK)
    assert _rightmost(free.d) > 600


def test_a_lamp_without_shadows_shines_through_walls() -> None:
    [glow] = see_glows(_WALLED, (replace(_LAMP, shadows=False),), (), _DARK)
    assert "a400 400" in glow.d


def test_a_lamp_on_a_wall_shines_on_both_sides() -> None:
    [glow] = see_glows(_WALLED, (replace(_LAMP, at=(4.0, 2.5)),), (), _DARK)
    assert glow.d.count("M") > 1
    assert max(map(_rightmost, glow.d.split("Z")[:-1])) > 600


def test_the_darker_it_is_about_a_lamp_the_stronger_it_glows() -> None:
    strengths = [see_glows(_WALLED, (_LAMP,), (), each)[0].strength for each in (_BRIGHT, _DARK)]
    assert strengths[0] < strengths[1]


def test_in_the_fog_a_lamp_glows_where_it_is_seen_and_is_numbered_by_that_alone() -> None:
    other = replace(_LAMP, at=(8.5, 2.5))
    seen = bits_of(_GRID, [(8, 2)])
    [glow] = see_glows(_WALLED, (_LAMP, other), (), _DARK, MapKnowledge(seen, seen))
    assert (glow.id, glow.x) == ("glow-0", 850)
    explored = MapKnowledge(0, seen)
    assert see_glows(_WALLED, (_LAMP, other), (), _DARK, explored) == ()


def test_night_lies_on_what_is_seen_and_nowhere_else_in_the_fog() -> None:
    seen = bits_of(_GRID, [(1, 1), (2, 1)])
    night = see_night(_WALLED, _DARK, ((1.5, 1.5, 1.5),), MapKnowledge(seen, seen))
    assert night is not None
    assert night.d == "M100 100h200v100h-200z"
    assert night.eyes == ((150, 150, 150),)
    assert night.depth == 1, "beyond the lamps it is as dark as what nobody sees"


@pytest.mark.parametrize("kind", [GridKind.SQUARE, GridKind.ZONES])
def test_no_night_falls_where_it_is_bright_or_there_are_no_cells(kind: GridKind) -> None:
    ambient = _BRIGHT if kind is GridKind.SQUARE else _DARK
    assert see_night(BattleMap(replace(_GRID, kind=kind)), ambient) is None
    assert see_glows(BattleMap(Grid(GridKind.ZONES)), (_LAMP,), (), ambient) == ()
