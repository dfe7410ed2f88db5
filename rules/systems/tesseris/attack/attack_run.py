"""The run that a charge or firing from the hip contains (TS-107, TS-128)."""

from rules.engine.command import Command, Said
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, changed
from rules.engine.text import combatant, text
from rules.systems.tesseris.attack.attack_form import CHARGE, HIP_FIRE, LEAST_CHARGE, Form
from rules.systems.tesseris.moves.places import are_adjacent, knows_places, near_to, yards_apart
from rules.systems.tesseris.moves.reach import reach_within
from rules.systems.tesseris.moves.ways import Way, find_way
from rules.systems.tesseris.parameters import MOVED, TARGET, TO
from rules.systems.tesseris.state import Fighter, speed_of


def run_of(
    form: Form, state: BattleState, actor: Fighter, command: Command, *, complete: bool, rule: str
) -> Way | None:
    """Find the run that a command names, or the shortest that will do; None for an attack on the spot.

    Args:
        complete: whether a charge without a run is refused.
        rule: the attack's own.

    Raises:
        Refusal: `already-moved`, `too-close`, or that of the way.
    """
    if not form.moves:
        return None
    if actor.state.has_stepped:
        raise Refusal(
            "already-moved",
            text("{actor} has taken its quick step already.", actor=combatant(actor)),
            "TS-162",
        )
    most = 2 * speed_of(actor)
    way = find_way(state, actor, command, most, needed=False, far=MOVED)
    if way is None and form.moves == CHARGE:
        way = _run_up(state, actor, TARGET.of(command), most, rule)
    if way is None:
        if form.moves == HIP_FIRE:
            return Way((), 0)
        if complete:
            said = text(
                "A charge needs a run-up of {value} yards: say where to, or how far.", value=LEAST_CHARGE
            )
            raise Refusal("too-close", said, "TS-107")
        return None
    if form.moves == CHARGE and way.yards < LEAST_CHARGE:
        said = text(
            "A charge takes a run-up of {value} yards; that is {yards}.",
            value=LEAST_CHARGE,
            yards=way.yards,
        )
        raise Refusal("too-close", said, "TS-107")
    return way


def _run_up(state: BattleState, actor: Fighter, named: str | None, most: int, rule: str) -> Way | None:
    """Find the shortest run on the map that is a charge and ends beside whom it is aimed at (TS-107)."""
    target = None if named is None else state.combatants.get(named)
    if target is None:
        return None
    if not knows_places(state, actor, target):  # off the map: as short as may be
        return None if most < LEAST_CHARGE else Way((), LEAST_CHARGE)
    if yards_apart(state, actor, target) > most + 1:
        return None
    reach = reach_within(state, actor, most, rule)
    near = near_to(state, target, actor.size)
    long_enough = (
        (cost, place) for place, cost in reach.costs.items() if cost >= LEAST_CHARGE and near(place)
    )
    for _, place in sorted(long_enough):
        if are_adjacent(state, changed(actor, at=place), target):
            return find_way(state, actor, Said(params={TO.id: place}), most)
    return None
