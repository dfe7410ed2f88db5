"""How walls and doors look to others than the GM: a secret door is a wall."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from rules.engine.battle_events import MapEdited
from rules.map.levels import FRAME, is_frame
from rules.map.map_changes import read_patch
from rules.map.model import BattleMap, DoorState, Wall, WallKind


def as_known(wall: Wall) -> Wall:
    """Give a wall as everybody but the GM knows it: a secret door is a wall, and of walls all look alike.

    What a wall is made of and how high it is would tell a secret door from the walls that it stands between.
    Nobody works a wall, so that it needs no id, and its id may tell; of the frame about a level all that is
    left is that it is one.
    """
    if wall.kind is WallKind.DOOR and wall.state is not DoorState.SECRET:
        return wall
    if wall.kind in (WallKind.WALL, WallKind.DOOR):
        return Wall(id=FRAME if is_frame(wall.id) else "", start=wall.start, end=wall.end)
    return replace(wall, id="")


def shows(event: MapEdited, before: BattleMap | None, after: BattleMap | None) -> bool:
    """Say whether an edit changed anything that others than the GM know of the map."""
    if before is None or after is None:
        return False
    patch = read_patch(event.patch)
    painted = patch.ground or patch.elevation or patch.floors or patch.surface is not None
    if patch.zones or patch.zones_gone or painted or patch.moves_picture:
        return True
    if (before.levels, before.passages) != (after.levels, after.passages):
        return True
    touched = {*patch.walls_gone, *(wall.id for wall in patch.walls)}
    was, now = (looks_of(w for w in m.walls if w.id in touched) for m in (before, after))
    return was != now


def looks_of(walls: Iterable[Wall]) -> Counter[Wall]:
    """Count how walls look to others than the GM, whichever way round and in any order."""
    looks = (as_known(wall) for wall in walls)
    return Counter(w if w.start <= w.end else replace(w, start=w.end, end=w.start) for w in looks)
