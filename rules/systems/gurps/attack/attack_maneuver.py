"""A maneuver that attacks, from the collapse roll to the last step (GU-701, GU-704, GU-729)."""

from rules.engine.exchange import Exchange, checkpoint
from rules.engine.state import BattleView
from rules.systems.gurps.attack.attack import attack, is_hopeless
from rules.systems.gurps.attack.attack_order import Attack
from rules.systems.gurps.attack.feint import feint_contest
from rules.systems.gurps.defence.defence import Said
from rules.systems.gurps.events.maneuver_events import (
    AimLost,
    Braced,
    EvaluationUsed,
    ManeuverTaken,
    PostureChanged,
)
from rules.systems.gurps.events.turn_events import FacingSet
from rules.systems.gurps.maneuvers import maneuver_table as mv
from rules.systems.gurps.moves.walk import collapses, walk
from rules.systems.gurps.state import GurpsState, Posture


def attack_maneuver(view: BattleView, order: Attack, said: Said) -> Exchange[None]:
    """Carry out a maneuver that attacks: collapse, movement, perhaps a feint, attacks (GU-704, GU-729)."""
    who = order.actor
    if not order.out_of_turn and (yield from collapses(view, who)):
        return
    target = next((strike.target for strike in order.strikes), None)
    yield ManeuverTaken(
        who=who,
        maneuver=order.maneuver.id,
        variant=order.variant,
        target=target,
        out_of_turn=order.out_of_turn,
    )
    state: GurpsState = view.combatant(who).state
    if state.aim is not None and not order.is_aimed_again:
        yield AimLost(who=who)
    way = order.way
    if not (yield from walk(view, who, way.before, way.yards_before, said)):
        return
    if way.face is not None:
        yield FacingSet(who=who, facing=way.face)
    if order.brace is not None:
        yield Braced(who=who, weapon=order.brace[0], on=order.brace[1])
    if order.variant == mv.FEINTING and target is not None:
        yield from feint_contest(view, who, target, order.strikes[0].use, order.basis)
    watched = view.combatant(who).state.evaluate
    if watched is not None and any(
        strike.target == watched.target and strike.use.kind in mv.MELEE for strike in order.strikes
    ):
        yield EvaluationUsed(who=who)
    for number, strike in enumerate(order.strikes):
        yield from checkpoint("attack", number)
        if number == 0 or not is_hopeless(view, strike):
            yield from attack(view, strike, said)
    if order.end_posture is not None and view.combatant(who).state.posture is Posture.STANDING:
        yield PostureChanged(who=who, posture=Posture(order.end_posture))
    if way.after and not view.combatant(who).state.is_out:
        yield from walk(view, who, way.after, way.yards_after, said)
