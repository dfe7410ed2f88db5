"""What a table's own conditions do: they add to rolls, and forbid actions, under any system.

A system's rules need not know of them. Where they show a chance before the roll, they put in what
`Combatant.own_modifiers` gives themselves; it is not added twice.
"""

from dataclasses import replace

from rules.engine.dice import Modifier, Roll, RollResult
from rules.engine.exchange import Ask, Exchange
from rules.engine.house.house import EVERY_ACTION, OWN_RULE
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView, Combatant
from rules.engine.text import combatant, text


def conditioned(view: BattleView, exchange: Exchange[None]) -> Exchange[None]:
    """Run an exchange with what the conditions of those who roll add to their rolls."""
    reply = None
    while True:
        try:
            request = exchange.send(reply)
        except StopIteration:
            return
        if isinstance(request, Roll) and (roller := view.state.combatants.get(request.who)) is not None:
            more = own_modifiers(roller, request.purpose, request.modifiers)
            if more:
                request = replace(request, modifiers=(*request.modifiers, *more))
        reply = yield request


def own_modifiers(roller: Combatant, purpose: str, there: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """List what somebody's conditions add to a roll that does not have it yet."""
    return tuple(modifier for modifier in roller.own_modifiers(purpose) if modifier not in there)


def first_roll(view: BattleView, exchange: Exchange[None], who: str) -> Roll[RollResult] | None:
    """Find the first roll that somebody makes in an exchange; None if something is asked before."""
    reply = None
    for _ in range(100):
        try:
            request = exchange.send(reply)
        except StopIteration:
            return None
        if isinstance(request, Roll):
            return request if request.who == who else None
        if isinstance(request, Ask):
            return None
        if hasattr(request, "apply"):
            view.state = request.apply(view.state)
    return None


def require_not_forbidden(actor: Combatant, do: str) -> None:
    """Refuse what a condition of the actor's forbids. Raises `Refusal` `cannot-act`."""
    for _, condition in actor.own_conditions:
        if do in condition.forbids or EVERY_ACTION in condition.forbids:
            said = text(
                "{actor} is {condition}, and cannot do that until it is taken away.",
                actor=combatant(actor),
                condition=text(condition.name),
            )
            raise Refusal("cannot-act", said, OWN_RULE)
