"""Several who move as one: where each would come to stand, and why one of them cannot.

Each moves by the rules of a single move. Who goes ahead makes room for who follows: they are tried with those
in front first, and again as long as that lets more of them go.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rules.engine.action import Reach
from rules.engine.command import Command
from rules.engine.moves.places import require_place
from rules.engine.position import Position
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView, Combatant
from rules.engine.system import find_system
from rules.engine.text import combatant as named
from rules.engine.text import text
from rules.map.grid import Footprint, cell_centre, footprint_cells, from_axial, has_cells, is_inside, to_axial
from rules.map.model import BattleMap, Cell, Place

MOST = 60
"""How many go together at most."""
Within = Callable[[str], Command | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Where one of them goes: the place, what the way costs, and why it cannot; in the order to go in."""

    who: str
    at: Place | None
    cost: float | None = None
    refusal: Refusal | None = None


def formation(
    state: BattleState,
    people: Sequence[str],
    lead: str,
    at: Place,
    *,
    within: Within = lambda who: None,
    known: Callable[[Reach], Reach] = lambda reach: reach,
    freely: bool = False,
) -> tuple[Step, ...]:
    """Tell where each would go, if the first of them went to a place and all kept theirs round it.

    Args:
        state: the battle as who moves them knows it.
        within: the action by which somebody moves; None for a plain move.
        known: leaves out of a reach what who moves them has not seen.
        freely: whether they are put there, whatever the rules say.
    Returns:
        Those who can, in the order in which they have to go, and then those who cannot.
    """
    first = state.combatant(lead, "combatant")
    wanted = {who: _beside(state.map, state.combatants[who], first, at) for who in people}
    waiting = sorted(people, key=lambda who: -_ahead(state, first, at, who))
    done, why = list[Step](), dict[str, Refusal]()
    while True:
        still = list[str]()
        for who in waiting:
            try:
                cost = _cost(state, who, wanted[who], within, known, freely=freely)
            except Refusal as refusal:
                why[who] = refusal
                still.append(who)
                continue
            done.append(Step(who=who, at=wanted[who], cost=cost))
            state = state.with_combatant(replace(state.combatants[who], at=wanted[who]))
        if len(still) == len(waiting) or not still:
            break
        waiting = still
    return (*done, *(Step(who=who, at=wanted[who], refusal=why[who]) for who in still))


def _beside(battle_map: BattleMap | None, one: Combatant, first: Combatant, at: Place) -> Place | None:
    """Give the place that lies to another as the two lie to each other now; a zone for all the same one."""
    if one.at is None:
        return None
    if (
        battle_map is None
        or isinstance(at, str)
        or isinstance(one.at, str)
        or not isinstance(first.at, tuple)
    ):
        return at
    grid = battle_map.grid
    (a, b), (from_a, from_b), (to_a, to_b) = (to_axial(grid, cell) for cell in (one.at, first.at, at))
    return from_axial(grid, (a + to_a - from_a, b + to_b - from_b))


def _ahead(state: BattleState, first: Combatant, at: Place, who: str) -> float:
    """Measure how far ahead somebody is on the way that all go."""
    cells = [place for place in (at, first.at, state.combatants[who].at) if isinstance(place, tuple)]
    if state.map is None or len(cells) < 3:
        return 0.0
    (to_x, to_y), (from_x, from_y), (x, y) = (cell_centre(state.map.grid, cell) for cell in cells)
    return x * (to_x - from_x) + y * (to_y - from_y)


def _cost(
    state: BattleState,
    who: str,
    at: Place | None,
    within: Within,
    known: Callable[[Reach], Reach],
    *,
    freely: bool,
) -> float | None:
    """Give what a way costs. Raises `Refusal`, for whoever stands there, or as the rules have it."""
    mover = state.combatants[who]
    if at is None:
        raise Refusal("no-place", text("{who} is not on the map.", who=named(mover)))
    if at == mover.at:
        return 0.0
    _require_on_map(state, mover, at)
    if freely:
        return None
    reach = known(Position(find_system(state.system), state).reach(who, within=within(who)))
    if at in reach.costs:
        return reach.costs[at]
    there = _standing_at(state, mover, at)
    if there is not None:
        said = text("{other} stands there.", other=named(there))
    elif reach.words:
        said = text("Out of reach: one may go to {words}.", words=reach.words)
    else:
        said = text("Out of reach.")
    raise Refusal("no-path", said, reach.rule)


def _require_on_map(state: BattleState, mover: Combatant, at: Place) -> None:
    try:
        require_place(BattleView(state), at, mover.size)
    except Refusal as refusal:
        if isinstance(at, str):
            raise
        raise Refusal(refusal.code, text("That is off the map.")) from None


def _standing_at(state: BattleState, mover: Combatant, at: Place) -> Combatant | None:
    """Find who stands where somebody would."""
    if state.map is None or not isinstance(at, tuple) or not has_cells(state.map.grid):
        return None
    cells = _cells(state.map, at, mover.size)
    for other in state.combatants.values():
        if other.id == mover.id or not isinstance(other.at, tuple):
            continue
        if cells & _cells(state.map, other.at, other.size):
            return other
    return None


def _cells(battle_map: BattleMap, at: Cell, size: int) -> set[Cell]:
    cells = footprint_cells(battle_map.grid, Footprint(at, size))
    return {cell for cell in cells if is_inside(battle_map.grid, cell)}
