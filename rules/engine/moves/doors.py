"""Doors: which somebody stands next to, and opening and closing them, whatever the system.

A door is next to somebody when it lies within `ARM` of the middle of one of their cells and no other wall
stands between: on squares that takes in the doors of one's own cell, those that only meet it at a corner, and
no others. On a map of zones it is any door on or inside the outline of the zone that they stand in.
"""

from abc import abstractmethod
from collections.abc import Sequence
from math import atan2, pi

import numpy as np

from rules.engine.battle_events import DoorSet
from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.parameters import door
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView, Combatant
from rules.engine.system import Action, Choice, Plan
from rules.engine.text import Gap, combatant, text
from rules.map.grid import Footprint, cell_centre, footprint_cells, footprint_centre, has_cells
from rules.map.model import BattleMap, DoorState, Point, Wall, WallKind
from rules.map.walls import distance_to, stops, wall_index
from rules.map.zones import contains

ARM = 1.0
"""How far a door may be from the middle of one's nearest cell, in cells."""
_COMPASS = (
    *(text("east"), text("south-east"), text("south"), text("south-west")),
    *(text("west"), text("north-west"), text("north"), text("north-east")),
)
_SHORT_OF = 0.95  # of the way to the door: its own ends touch the walls that it stands between


def doors_at_hand(battle_map: BattleMap | None, who: Combatant) -> tuple[Wall, ...]:
    """List the doors that somebody can lay hands on. A secret door is no door to anybody."""
    if battle_map is None or who.at is None:
        return ()
    doors = [(n, wall) for n, wall in enumerate(battle_map.walls) if _is_known(wall)]
    if not has_cells(battle_map.grid):
        zone = next((zone for zone in battle_map.zones if zone.id == who.at), None)
        if zone is None or not zone.polygon or not doors:
            return ()
        inside = contains(zone.polygon, np.array([_middle(door) for _, door in doors]))
        return tuple(door for (_, door), near in zip(doors, inside, strict=True) if near)
    cells = footprint_cells(battle_map.grid, Footprint(who.at, who.size))
    centres = [cell_centre(battle_map.grid, cell) for cell in cells]
    return tuple(
        door for n, door in doors if any(_at_hand(battle_map, n, door, centre) for centre in centres)
    )


def known_door(battle_map: BattleMap | None, wall_id: str) -> Wall | None:
    """Find a door that anybody may know of: not a secret one."""
    walls = battle_map.walls if battle_map else ()
    return next((wall for wall in walls if wall.id == wall_id and _is_known(wall)), None)


def require_door(view: BattleView, actor: Combatant, wall_id: str, rule: str) -> Wall:
    """Give the door that somebody can open or close now.

    Raises:
        Refusal: `no-door`, `too-far` or `door-locked`.
    """
    door = known_door(view.state.map, wall_id)
    if door is None:
        raise Refusal(
            "no-door", text("There is no door {wall_id} on this map.", wall_id=f"{wall_id!r}"), rule
        )
    if door not in doors_at_hand(view.state.map, actor):
        said = text("{actor} does not stand next to that door: move up to it first.", actor=combatant(actor))
        raise Refusal("too-far", said, rule)
    if door.state is DoorState.LOCKED:
        said = text("That door is locked. Opening it is up to the GM: use a key, a tool or a charge on it.")
        raise Refusal("door-locked", said, rule)
    return door


def door_choices(view: BattleView, actor: Combatant) -> tuple[Choice, ...]:
    """Offer the doors at hand, each with what would be done to it."""
    words = {
        DoorState.OPEN: text("close it"),
        DoorState.CLOSED: text("open it"),
        DoorState.LOCKED: text("locked"),
    }
    doors = doors_at_hand(view.state.map, actor)
    sides = _sides(view.state.map, actor, doors)
    return tuple(
        Choice(id=door.id, label=text("{deed} ({side})", deed=deed, side=side) if side else deed)
        for door, side in zip(doors, sides, strict=True)
        for deed in (words[door.state or DoorState.CLOSED],)
    )


def _sides(battle_map: BattleMap | None, actor: Combatant, doors: Sequence[Wall]) -> list[Gap]:
    """Tell doors apart, if there are several: by where they lie from somebody, else by numbers."""
    if len(doors) < 2 or battle_map is None or actor.at is None:
        return [""] * len(doors)
    sides: list[Gap] = [*range(1, len(doors) + 1)]
    if has_cells(battle_map.grid):
        x, y = footprint_centre(battle_map.grid, Footprint(actor.at, actor.size))
        ways = [(mx - x, my - y) for mx, my in map(_middle, doors)]
        named = [_COMPASS[round(atan2(down, across) / (pi / 4)) % 8] for across, down in ways]
        sides = [
            way if named.count(way) == 1 else text("{way} {number}", way=way, number=number)
            for number, way in enumerate(named, 1)
        ]
    return sides


DOOR = door("wall", text("Door"), choices=door_choices)


class DoorAction(Action):
    """Open or close a door that one stands next to. A system says by which rule, and what it costs."""

    id = "door"
    label = text("Door")
    help = text("Open or close a door within reach.")
    parameters = (DOOR,)

    def require_able(self, view: BattleView, command: Command) -> None:
        """Refuse who cannot act, or cannot pay for it."""

    @abstractmethod
    def work(self, view: BattleView, done: DoorSet) -> Exchange[None]:
        """Pay what it costs, and yield `done` if that is what comes of it."""

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse a door that there is not, that is out of reach or locked."""
        self.require_able(view, command)
        wall = DOOR.of(command)
        if wall is not None:
            require_door(view, view.combatant(command.actor, "actor"), wall, self.rule)

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Prepare opening or closing it."""
        self.require_able(view, command)
        actor = view.combatant(command.actor, "actor")
        door = require_door(view, actor, DOOR.of(command) or "", self.rule)
        to = DoorState.CLOSED if door.state is DoorState.OPEN else DoorState.OPEN
        done = DoorSet(wall=door.id, state=to, who=actor.id)
        return Plan(exchange=lambda view: self.work(view, done))


def _is_known(wall: Wall) -> bool:
    return wall.kind is WallKind.DOOR and wall.state is not DoorState.SECRET


def _middle(wall: Wall) -> Point:
    return (wall.start[0] + wall.end[0]) / 2, (wall.start[1] + wall.end[1]) / 2


def _at_hand(battle_map: BattleMap, number: int, door: Wall, stand: Point) -> bool:
    if distance_to(door, stand) > ARM:
        return False
    end = tuple(here + (there - here) * _SHORT_OF for here, there in zip(stand, _middle(door), strict=True))
    others = stops(battle_map).movement.copy()
    others[number] = False
    return not wall_index(battle_map).meets_any([stand], [end], others)[0]
