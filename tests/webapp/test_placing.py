"""Where combatants are put down when they come onto a map."""

from rules.map.model import BattleMap, Grid, GridKind
from webapp.placing import free_places


def test_nobody_needs_no_room() -> None:
    assert free_places(BattleMap(Grid(kind=GridKind.SQUARE, cols=2, rows=2)), []) == []
