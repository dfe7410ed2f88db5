"""Doors: which somebody stands next to, and opening and closing them (our ruling AT-R27)."""

from math import dist

from rules.engine.command import Command
from rules.engine.events import DoorSet
from rules.engine.exchange import Exchange
from rules.engine.refusal import Refusal
from rules.engine.state import Combatant, Scene
from rules.engine.system import Choice, Parameter, Plan
from rules.map.grid import Footprint, cell_centre, footprint_cells, has_cells
from rules.map.model import BattleMap, DoorState, Point, Wall, WallKind
from rules.map.walls import stops, wall_index
from rules.systems.atomic.actions import ALLOWANCE_WORDS, QUICK, AtomicAction
from rules.systems.atomic.deed import finish_action, start_action

DOOR_RULE = "AT-R27"
ARM = 1.0
"""How far a door may be from the middle of one's nearest cell, in cells."""
_SHORT_OF = 0.95  # of the way to the door: its own ends touch the walls that it stands between


def doors_at_hand(battle_map: BattleMap | None, who: Combatant) -> tuple[Wall, ...]:
    """List the doors that somebody can lay hands on. A secret door is no door to anybody."""
    if battle_map is None or who.at is None or not has_cells(battle_map.grid):
        return ()
    cells = footprint_cells(battle_map.grid, Footprint(who.at, who.size))
    centres = [cell_centre(battle_map.grid, cell) for cell in cells]
    return tuple(
        wall
        for number, wall in enumerate(battle_map.walls)
        if wall.kind is WallKind.DOOR
        and wall.state is not DoorState.SECRET
        and any(_at_hand(battle_map, number, wall, centre) for centre in centres)
    )


def find_door(battle_map: BattleMap | None, wall_id: str) -> Wall | None:
    """Find a door that anybody may know of."""
    walls = battle_map.walls if battle_map else ()
    found = (w for w in walls if w.id == wall_id and w.kind is WallKind.DOOR)
    return next((wall for wall in found if wall.state is not DoorState.SECRET), None)


def _at_hand(battle_map: BattleMap, number: int, door: Wall, stand: Point) -> bool:
    if _distance(stand, door) > ARM:
        return False
    middle = (door.start[0] + door.end[0]) / 2, (door.start[1] + door.end[1]) / 2
    end = tuple(here + (there - here) * _SHORT_OF for here, there in zip(stand, middle, strict=True))
    others = stops(battle_map).movement.copy()
    others[number] = False
    return not wall_index(battle_map).meets_any([stand], [end], others)[0]


def _distance(point: Point, wall: Wall) -> float:
    (x, y), (x1, y1), (x2, y2) = point, wall.start, wall.end
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy
    share = min(1.0, max(0.0, ((x - x1) * dx + (y - y1) * dy) / square)) if square else 0.0
    return dist(point, (x1 + share * dx, y1 + share * dy))


def _doors(scene: Scene, actor: Combatant) -> tuple[Choice, ...]:
    words = {DoorState.OPEN: "close it", DoorState.CLOSED: "open it", DoorState.LOCKED: "locked"}
    doors = doors_at_hand(scene.state.map, actor)
    many = len(doors) > 1
    return tuple(
        Choice(id=d.id, label=f"{words[d.state or DoorState.CLOSED]}{f' ({d.id})' if many else ''}")
        for d in doors
    )


class Door(AtomicAction):
    """Open or close a door that one stands next to, as a quick action (our ruling AT-R27; AT-53)."""

    id = "door"
    label = "Door"
    help = "Open or close a door within reach."
    cost = ALLOWANCE_WORDS[QUICK]
    rule = DOOR_RULE
    allowance = QUICK
    parameters = (Parameter(id="wall", kind="choice", label="Door", choices=_doors),)

    def check(self, scene: Scene, command: Command) -> None:
        """Refuse a door that there is not, that is out of reach or locked."""
        super().check(scene, command)
        wall = command.text("wall")
        if wall is not None:
            self._require(scene, command, wall)

    def plan(self, scene: Scene, command: Command) -> Plan:
        """Prepare opening or closing it."""
        super().check(scene, command)
        door = self._require(scene, command, command.text("wall") or "")
        to = DoorState.CLOSED if door.state is DoorState.OPEN else DoorState.OPEN
        actor = scene.combatant(command.actor, "actor").id
        return Plan(exchange=lambda scene: _set_door(scene, actor, door.id, to))

    def _require(self, scene: Scene, command: Command, wall: str) -> Wall:
        actor = scene.combatant(command.actor, "actor")
        door = find_door(scene.state.map, wall)
        if door is None:
            raise Refusal("no-door", f"There is no door {wall!r} on this map.", DOOR_RULE)
        if door not in doors_at_hand(scene.state.map, actor):
            text = f"{actor.name} does not stand next to that door: move up to it first."
            raise Refusal("too-far", text, DOOR_RULE)
        if door.state is DoorState.LOCKED:
            text = "That door is locked. Opening it is up to the GM: use a key, a tool or a charge on it."
            raise Refusal("door-locked", text, DOOR_RULE)
        return door


def _set_door(scene: Scene, who: str, wall: str, to: DoorState) -> Exchange[None]:
    start = yield from start_action(scene, who, QUICK, "door")
    if not start.is_lost:
        yield DoorSet(wall=wall, state=to, who=who)
    yield from finish_action(scene, start)
