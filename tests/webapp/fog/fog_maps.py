"""A map for twins: from one column on it is walled off, so that nothing of what goes on there can be seen."""

from rules.map.model import BattleMap, Brightness, Grid, GridKind, Light, PictureBox, Wall, WallKind, Zone

COLS, ROWS, SEALED = 10, 5, 6
"""From the column `SEALED` on the map is walled off."""


def sealed_map(kind: GridKind, ambient: Brightness) -> BattleMap:
    walls = (
        Wall("rock", (SEALED, -1), (SEALED, ROWS + 1)),
        Wall("west", (3, 0), (3, 2)),
        Wall("gate", (3, 2), (3, 3), WallKind.DOOR),
        Wall("vault", (8, 2), (8, 3), WallKind.DOOR),
    )
    zones = (Zone("vault", "The vault", ((7.2, 1.2), (8.8, 1.2), (8.8, 2.8), (7.2, 2.8))),)
    lights = (Light((1.5, 1.5), 3.0),)
    grid = Grid(kind, COLS, ROWS)
    return BattleMap(
        grid, walls, zones=zones, lights=lights, picture=PictureBox((0.0, 0.0), (10.5, 5.5)), ambient=ambient
    )
