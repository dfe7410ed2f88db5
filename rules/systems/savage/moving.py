"""Moving, and the free attacks on who walks away from an enemy (SW-61, SW-72, SW-150 to SW-154)."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from rules.engine.command import Command
from rules.engine.events import Moved
from rules.engine.exchange import Answer, Ask, Exchange, ask
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, Combatant, Offer, Scene
from rules.engine.system import Parameter, Reach
from rules.map import movement
from rules.map.grid import Footprint, cell_centre, fits, footprint_cells, has_cells
from rules.map.model import BattleMap, Cell, Place
from rules.map.movement import IllegalStep, StepProblem
from rules.map.zones import zoning
from rules.systems.savage import events as ev
from rules.systems.savage.actions import (
    MOVEMENT,
    UP_AND_DOWN,
    SavageAction,
    inches_left,
    refuse_if,
    refuse_rider,
    require_inches,
)
from rules.systems.savage.attack import Attack, Mode
from rules.systems.savage.facts import facts_of, read_given
from rules.systems.savage.gear import UNARMED, Weapon
from rules.systems.savage.places import (
    are_adjacent,
    cells_in_inch,
    fighters_next_to,
    free_place,
    near_in_order,
    stand_of,
    step_beside,
)
from rules.systems.savage.state import SavageState, mount_of, rider_of
from rules.systems.savage.strike import strike
from rules.systems.savage.turn_order import close

CRAWL = 2
"""Inches a turn that one can crawl (SW-R23)."""
ZONE_INCHES = 6
"""What a step from zone to zone costs where nothing but zones is drawn (our ruling SW-R59)."""
STRIKE, NONE = "attack", "none"
MOST_INCHES = 1000


@dataclass(frozen=True, slots=True)
class Way:
    """Where a move goes: the places entered, and the inches that each step costs."""

    places: tuple[Place, ...]
    inches: tuple[float, ...]

    @property
    def whole(self) -> float:
        """What it costs in all."""
        return round(sum(self.inches), 9)


def room_to_move(mover: Combatant) -> float:
    """Count the inches that may still be moved: one who is prone only crawls (SW-R23)."""
    left = inches_left(mover)
    return min(left, max(0.0, CRAWL - mover.state.moved)) if mover.state.prone else left


def find_way(state: BattleState, mover: Combatant, command: Command, *, complete: bool) -> Way | None:
    """Check where a move is to go (SW-61).

    Returns:
        None where nothing is said of it.
    Raises:
        Refusal: `no-path`, then `too-far`.
    """
    to, steps = command.place("to"), command.places("path")
    inches = _inches(command)
    if steps is not None and to is not None and (not steps or steps[-1] != to):
        raise Refusal("bad-command", "The path must end where the move is to end ('to').")
    grid = state.map.grid if state.map is not None and mover.at is not None else None
    on_cells = grid is not None and has_cells(grid)
    if inches is not None and not on_cells and (grid is None or (to is None and steps is None)):
        way = Way((), (inches,))
    elif grid is None or (to is None and steps is None):
        text = "Say where to move: a place ('to') or a 'path'."
        if not on_cells:
            text = "Say how far ('inches'), or on a map where to ('to')."
        refuse_if(complete, "bad-command", text, "SW-61")
        return None
    elif on_cells:
        way = _way_by_cells(state, mover, to, steps)
    else:
        way = _way_by_zones(state, mover, to, steps)
    left = room_to_move(mover)
    if way.whole > left + 1e-9:
        how = "crawls, and " if mover.state.prone else ""
        text = f"That is {way.whole:g} inches; {mover.name} {how}has {left:g} left this turn."
        raise Refusal("too-far", text, "SW-61")
    return way


def _inches(command: Command) -> float | None:
    value = command.params.get("inches")
    if value is None:
        return None
    if type(value) not in (int, float) or not math.isfinite(value) or not 0 <= value <= MOST_INCHES:
        raise Refusal("bad-command", f"'inches' must be a number from 0 to {MOST_INCHES}; {value!r} is not.")
    return float(value)


def _way_by_zones(
    state: BattleState, mover: Combatant, to: Place | None, steps: Sequence[Place] | None
) -> Way:
    assert state.map is not None
    zones = zoning(state.map)
    here, entered = zones.zone_of(mover.at), tuple(steps) if steps is not None else (to,)
    for step in entered:
        there = step if isinstance(step, str) and step in zones.links else None
        if there is None or zones.distance(here, there) != 1:
            raise Refusal("no-path", f"{step!r} is no zone next to the one before.", "SW-61")
        here = there
    places = tuple(step for step in entered if step is not None)
    return Way(places, (float(ZONE_INCHES),) * len(places))


def _way_by_cells(
    state: BattleState, mover: Combatant, to: Place | None, steps: Sequence[Place] | None
) -> Way:
    battle_map, here = state.map, stand_of(state, mover)
    goal = steps[-1] if steps else to
    assert battle_map is not None
    if here is None or goal is None or isinstance(goal, str) or any(isinstance(s, str) for s in steps or ()):
        raise Refusal("no-path", "This map has cells: give a column and a row, like [3, 4].", "SW-61")
    if goal == here.place and not steps:
        raise Refusal("no-path", "Staying where one is is no move.", "SW-61")
    if not fits(battle_map.grid, Footprint(goal, mover.size)):
        raise Refusal("no-path", f"There is no room for {mover.name} there: it is off the map.", "SW-61")
    enemies, friends = others_of(state, mover)
    if steps is None:
        found = movement.path(battle_map, here, goal, enemies=enemies, friends=friends)
        if found is None:
            taken = set(footprint_cells(battle_map.grid, Footprint(goal, mover.size))) & (enemies | friends)
            text = "Somebody stands there; choose a free cell." if taken else "No way leads there."
            raise Refusal("no-path", text, "SW-61")
    else:
        cells = [step for step in steps if not isinstance(step, str)]
        given = movement.path_cost(battle_map, here, cells, enemies=enemies, friends=friends)
        if isinstance(given, IllegalStep):
            text = f"Step {given.index + 1} of this path {_PROBLEMS[given.reason]}."
            raise Refusal("no-path", text, "SW-61")
        found = given
    return Way(found.cells, _step_inches(battle_map, here, found.cells))


def _step_inches(battle_map: BattleMap, start: Footprint, cells: Sequence[Cell]) -> tuple[float, ...]:
    scale = cells_in_inch(battle_map)
    inches, here = [], start
    for cell in cells:
        step = movement.path_cost(battle_map, here, [cell])
        assert not isinstance(step, IllegalStep), "the whole way was legal"
        inches.append(step.cost / scale)
        here = Footprint(cell, start.size)
    return tuple(inches)


_PROBLEMS = {
    StepProblem.NOT_NEXT: "goes to a cell that is not next to the one before",
    StepProblem.OFF_MAP: "leaves the map",
    StepProblem.WALL: "runs into a wall or a closed door",
    StepProblem.ENEMY: "enters a cell that an enemy holds",
    StepProblem.FRIEND: "ends in a cell that somebody holds",
    StepProblem.NOT_ALLOWED: "leaves what is allowed",
}


def others_of(state: BattleState, mover: Combatant) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """Sort the cells that others hold into those of enemies, and those one may only pass through.

    Those whom the mover's side cannot know of stand in nobody's way; who is out of the fight is stepped over.
    """
    assert state.map is not None
    pair = {other.id for other in (mount_of(state, mover.id), rider_of(state, mover.id)) if other is not None}
    cells: dict[bool, set[Cell]] = {True: set(), False: set()}
    for other in state.combatants.values():
        here = stand_of(state, other)
        if other.id == mover.id or other.id in pair or here is None:
            continue
        friend = other.side == mover.side
        if friend or not other.hidden:
            passable = friend or other.state.is_out
            cells[passable].update(footprint_cells(state.map.grid, here))
    return frozenset(cells[False]), frozenset(cells[True])


def reach_of(state: BattleState, mover: Combatant) -> Reach:
    """Tell where a combatant may still move this turn (SW-61)."""
    battle_map, here = state.map, stand_of(state, mover)
    left = room_to_move(mover)
    words = f'{left:g}" of {inches_left(mover) + mover.state.moved:g}" left'
    if battle_map is not None and not has_cells(battle_map.grid) and mover.at is not None:
        zones = zoning(battle_map)
        own = zones.zone_of(mover.at)
        near = sorted(z for z in zones.within(own, int(left // ZONE_INCHES)) if z is not None)
        zone_costs: dict[Place, float] = {z: ZONE_INCHES * (zones.distance(own, z) or 0) for z in near}
        came: dict[Place, Place] = {z: mover.at for z in near if zones.distance(own, z) == 1}
        return Reach(costs=zone_costs, came_from=came, words=words, rule="SW-61")
    if battle_map is None or here is None:
        return Reach(costs={}, came_from={}, words=words, rule="SW-61")
    enemies, friends = others_of(state, mover)
    budget = left * cells_in_inch(battle_map) + 1e-9
    found = movement.reach(battle_map, here, budget, enemies=enemies, friends=friends)
    return Reach(
        costs=cast(Mapping[Place, float], found.costs),
        came_from=cast(Mapping[Place, Place], found.came_from),
        words=words,
        rule="SW-61",
    )


class Move(SavageAction):
    """Move on foot or on hoof (SW-61)."""

    id = "move"
    label = "Move"
    help = "Go up to your Pace; walking away from an enemy gives it a free attack."
    cost = MOVEMENT
    rule = "SW-61"
    parameters = (Parameter(id="to", kind="cell", label="Where to"),)

    def require(self, scene: Scene, actor: Combatant, command: Command, *, complete: bool) -> None:
        """Refuse it in the saddle, where no way leads, and what is too far."""
        refuse_rider(scene, actor)
        read_given(scene.state, command.table("facts"))
        find_way(scene.state, actor, command, complete=complete)

    def carry_out(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Go, step by step."""
        way = find_way(scene.state, actor, command, complete=True)
        assert way is not None
        yield from _walk(scene, actor.id, way, read_given(scene.state, command.table("facts")))
        yield from close(scene)


def _walk(scene: Scene, who: str, way: Way, given: Mapping[str, Any]) -> Exchange[None]:
    """Go along a way; before each step that leaves enemies behind they are asked (SW-150 to SW-153)."""
    asked: set[str] = set()
    start = 0
    for at in range(max(1, len(way.places))):
        near, left = _left_behind(scene.state, who, way, at, given)
        striking = [id_ for id_ in left if id_ not in asked]
        if striking and at > start:
            yield from _go(scene, who, way, start, at)
            start = at
        for enemy in striking:
            asked.add(enemy)
            yield from _free_attack(scene, enemy, who, near)
            if not _goes_on(scene, who):
                return
    yield from _go(scene, who, way, start, max(1, len(way.places)))


def _goes_on(scene: Scene, who: str) -> bool:
    """Tell whether a mover, or the pair it belongs to, can go on after a free attack (SW-153)."""
    return bool(scene.combatant(who).state.is_able)


def _go(scene: Scene, who: str, way: Way, start: int, end: int) -> Exchange[None]:
    """Make the steps from one to another, a rider going along."""
    places = way.places[start:end]
    inches = round(sum(way.inches[start:end]), 9)
    rider = rider_of(scene.state, who)
    before = scene.combatant(who)
    heading, straight = _heading(scene.state, before, way, start, end)
    if places:
        yield Moved(who=who, to=places[-1], path=places, cost=inches)
    else:
        yield Moved(who=who, to=None, cost=inches)
    yield ev.MovementSpent(who=who, inches=inches, heading=heading, straight=straight)
    if rider is not None and places:
        yield Moved(who=rider.id, to=places[-1])


def _heading(
    state: BattleState, mover: Combatant, way: Way, start: int, end: int
) -> tuple[tuple[float, float] | None, float]:
    """Give the direction of the last step, and the inches in a straight line up to there (SW-58, SW-182)."""
    now: SavageState = mover.state
    here = stand_of(state, mover)
    if state.map is None or here is None or not way.places:
        return None, 0.0
    heading, straight, at = now.heading, now.straight, here.place
    for place, inches in zip(way.places[start:end], way.inches[start:end], strict=True):
        assert not isinstance(place, str)
        assert not isinstance(at, str)
        (x1, y1), (x2, y2) = cell_centre(state.map.grid, at), cell_centre(state.map.grid, place)
        step = round(x2 - x1, 6), round(y2 - y1, 6)
        straight = straight + inches if step == heading and straight else inches
        heading, at = step, place
    return heading, round(straight, 9)


# ----------------------------------------------------------------------------------------------- free attacks
def _left_behind(
    state: BattleState, who: str, way: Way, at: int, given: Mapping[str, Any]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """List the enemies next to the mover before a step, and those of them who are not after it."""
    mover = state.combatants[who]
    here = stand_of(state, mover)
    if "engaged_by" in given or "still_adjacent" in given or here is None:
        near = given.get("engaged_by", ())
        if "engaged_by" not in given and state.map is not None and here is not None:
            near = fighters_next_to(state, mover, enemies=True)
        left = [id_ for id_ in near if id_ not in given.get("still_adjacent", ())]
        return (near, _who_may_strike(state, left)) if at == 0 else (near, ())
    place = here.place if at == 0 else way.places[at - 1]
    near = _near_at(state, mover, place)
    after = set(_near_at(state, mover, way.places[at]))
    return near, _who_may_strike(state, [id_ for id_ in near if id_ not in after])


def _near_at(state: BattleState, mover: Combatant, place: Place) -> tuple[str, ...]:
    """List the enemies who would be next to a mover that stood there."""
    there = state.with_changes(mover.id, at=place)
    return fighters_next_to(there, there.combatants[mover.id], enemies=True)


def _who_may_strike(state: BattleState, left: Sequence[str]) -> tuple[str, ...]:
    """List who of those left behind strikes: of a mounted pair the rider, else the mount (SW-154)."""
    found = []
    for id_ in left:
        rider, mount = rider_of(state, id_), mount_of(state, id_)
        pair = [rider or state.combatants[id_], mount or state.combatants[id_]]
        able = next((one for one in pair if one.state.can_strike), None)
        if able is not None:
            found.append(able.id)
    return near_in_order(state, found)


def free_weapons(enemy: Combatant) -> tuple[Weapon, ...]:
    """List what a free attack may be made with, the default first (SW-151)."""
    held = [w for w in enemy.sheet.held_weapons(enemy.state.held) if w.melee and w.hands]
    natural = [w for w in enemy.sheet.natural_weapons if w.melee]
    return (*held, *natural, UNARMED)


def _free_attack(scene: Scene, enemy: str, mover: str, near: tuple[str, ...]) -> Exchange[None]:
    """Ask an enemy that is left behind, and strike if it likes (SW-150 to SW-152, SW-154)."""
    striker = scene.combatant(enemy)
    rider = rider_of(scene.state, mover)
    target = rider or scene.combatant(mover)  # SW-154
    weapons = free_weapons(striker)

    def check(answer: Answer) -> None:
        named = answer.extra.get("with", weapons[0].id)
        if answer == STRIKE and all(w.id != named for w in weapons):
            known = ", ".join(w.id for w in weapons)
            text = f"A free attack is made with one of these ('with'): {known}; not {named!r}."
            raise Refusal("bad-answer", text, "SW-151")

    default = weapons[0].name.lower()
    answer = yield from ask(
        Ask(
            to=enemy,
            purpose="free-attack",
            question=f"{target.name} moves away from {striker.name}. Strike?",
            choices=(STRIKE, NONE),
            default=STRIKE,
            about=target.id,
            check=check,
            offers=lambda: (
                Offer(id=STRIKE, label="Strike", note=f"with the {default}, at no cost", rule="SW-150"),
                Offer(id=NONE, label="Let them go", rule="SW-151"),
            ),
        )
    )
    if answer != STRIKE:
        return
    named = answer.extra.get("with", weapons[0].id)
    weapon = next(w for w in weapons if w.id == named)
    yield ev.FreeAttack(who=enemy, target=target.id)
    given = {"adjacent_foes": near, "distance": 1, "adjacent": True}
    striker, target = scene.combatant(enemy), scene.combatant(target.id)
    yield from strike(
        scene,
        Attack(
            attacker=enemy,
            target=target.id,
            weapon=weapon,
            mode=Mode.MELEE,
            facts=facts_of(scene.state, striker, target, given),
            is_action=False,
        ),
    )


# ------------------------------------------------------------------------------------------------- the saddle
class MountUp(SavageAction):
    """Get into the saddle (SW-R25)."""

    id = "mount"
    label = "Mount"
    help = "Two inches of movement; from then on the mount does the moving."
    cost = MOVEMENT
    rule = "SW-180"
    parameters = (Parameter(id="target", kind="combatant", label="What to ride"),)

    def require(self, scene: Scene, actor: Combatant, command: Command, *, complete: bool) -> None:
        """Refuse a second mount, and what cannot be ridden or is out of reach."""
        mounted = mount_of(scene.state, actor.id) is not None or rider_of(scene.state, actor.id) is not None
        refuse_if(mounted, "bad-option", f"{actor.name} is part of a mounted pair already.", self.rule)
        named = command.text("target")
        if named is None:
            refuse_if(complete, "no-target", "Say what to ride ('target').", self.rule)
            return
        target = scene.combatant(named, "target")
        free = target.id != actor.id and target.sheet.mountable and target.state.is_able
        free = free and rider_of(scene.state, target.id) is None and not target.state.prone
        text = f"{target.name} cannot be mounted: it must be made for it, able, and without a rider."
        refuse_if(not free, "no-target", text, self.rule)
        given = read_given(scene.state, command.table("facts"))
        here, there = stand_of(scene.state, actor), stand_of(scene.state, target)
        near = True
        if scene.state.map is not None and here is not None and there is not None:
            near = are_adjacent(scene.state.map, here, there)
        text = f"{target.name} is not next to {actor.name}."
        refuse_if(not given.get("adjacent", near), "out-of-range", text, self.rule)
        require_inches(actor, UP_AND_DOWN, self.rule)

    def carry_out(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Mount."""
        yield ev.MovementSpent(who=actor.id, inches=UP_AND_DOWN)
        yield ev.Mounted(who=actor.id, target=scene.combatant(command.text("target"), "target").id)


class Dismount(SavageAction):
    """Get out of the saddle (SW-R25)."""

    id = "dismount"
    label = "Dismount"
    help = "Two inches of movement; you stand beside the mount."
    cost = MOVEMENT
    rule = "SW-180"

    def require(self, scene: Scene, actor: Combatant, command: Command, *, complete: bool) -> None:
        """Refuse it to who does not ride, or has no room beside the mount."""
        mount = mount_of(scene.state, actor.id)
        if mount is None:
            raise Refusal("not-mounted", f"{actor.name} does not ride.", self.rule)
        on_cells = stand_of(scene.state, mount) is not None
        no_room = on_cells and free_place(scene.state, actor, mount) is None
        refuse_if(no_room, "no-path", f"There is no free cell beside {mount.name}.", self.rule)
        require_inches(actor, UP_AND_DOWN, self.rule)

    def carry_out(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Stand beside the mount."""
        mount = mount_of(scene.state, actor.id)
        assert mount is not None
        yield ev.MovementSpent(who=actor.id, inches=UP_AND_DOWN)
        yield ev.Dismounted(who=actor.id, target=mount.id)
        yield from step_beside(scene, actor.id, mount.id)
