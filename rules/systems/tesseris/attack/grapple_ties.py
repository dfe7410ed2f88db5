"""Who is in a grapple with whom (TS-111, TS-304)."""

from collections.abc import Iterable

from rules.engine.exchange import Exchange
from rules.engine.state import BattleState, BattleView
from rules.systems.tesseris.events import all_events as ev


def partners(state: BattleState, who: str) -> tuple[str, ...]:
    """List the others in somebody's grapple, in the order of the combatants."""
    found, rest = {who}, [who]
    while rest:
        tie = state.combatants[rest.pop()].state.conditions.get("grappled", {}).get("with", ())
        for other in tie:
            there = state.combatants.get(other)
            if other not in found and there is not None and there.state.has("grappled"):
                found.add(other)
                rest.append(other)
    return tuple(id_ for id_ in state.combatants if id_ in found and id_ != who)


def is_in(state: BattleState, a: str, b: str) -> bool:
    """Tell whether two are in one grapple."""
    return b in partners(state, a)


def tie(view: BattleView, who: Iterable[str]) -> Exchange[None]:
    """Put these into one grapple (TS-111)."""
    group = [id_ for id_ in view.state.combatants if id_ in set(who)]
    for id_ in group:
        yield ev.ConditionGained(
            who=id_, condition="grappled", data={"with": [other for other in group if other != id_]}
        )


def loosen(view: BattleView) -> Exchange[None]:
    """End the grapple of those whom all others have left, and the pins of those who cannot hold (TS-304)."""
    for who, combatant in list(view.state.combatants.items()):
        pin = combatant.state.conditions.get("pinned")
        by = None if pin is None else pin.get("by")
        if by is not None:
            holder = view.state.combatants.get(by)
            if holder is None or holder.state.is_out:
                yield ev.ConditionEnded(who=who, condition="pinned")
        ties = combatant.state.conditions.get("grappled")
        if ties is None or "with" not in ties:
            continue
        others = [view.state.combatants.get(other) for other in ties["with"]]
        if all(other is None or other.state.dead or not other.state.has("grappled") for other in others):
            yield ev.ConditionEnded(who=who, condition="grappled")
            if view.combatant(who).state.has("pinned"):
                yield ev.ConditionEnded(who=who, condition="pinned")
