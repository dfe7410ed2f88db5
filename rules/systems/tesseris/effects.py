"""What a blow does besides damage, and what the struggles win (TS-105 to TS-125)."""

from rules.engine.exchange import Exchange
from rules.engine.state import Combatant, Scene
from rules.systems.tesseris import events as ev
from rules.systems.tesseris import house as own
from rules.systems.tesseris.facts import Facts
from rules.systems.tesseris.grapple_ties import partners, tie
from rules.systems.tesseris.injury import knock_out, resists
from rules.systems.tesseris.state import TesserisState, table_of
from rules.systems.tesseris.strike import Attack

RESISTED = frozenset({"knockout", "pressure", "disable", "called"})
"""What an attack may do besides damage, which its target resists."""


def after_hits(scene: Scene, what: Attack, target: str, damage: int, facts: Facts) -> Exchange[None]:
    """Let the target resist what the blow does besides (TS-200, step 10)."""
    if what.effect not in RESISTED:
        return
    if scene.combatant(target).state.is_out:
        return
    held = yield from resists(scene, target, damage)
    if held:
        return
    now: TesserisState = scene.combatant(target).state
    if what.effect == "knockout":  # TS-105
        if now.has("staggered", "stunned"):
            yield from knock_out(scene, target)
        else:
            yield from gain(scene, target, "staggered" if now.has("dazed") else "dazed")
    elif what.effect == "pressure":  # TS-106
        yield from gain(scene, target, "slowed" if now.has("dazed") else "dazed")
    elif what.effect == "called":  # TS-124
        yield from gain(scene, target, "stunned" if now.has("dazed") else "dazed")
    else:
        yield from _disable(scene, target, facts.item or facts.location)


def gain(scene: Scene, who: str, condition: str) -> Exchange[None]:
    """Give a condition, unless a higher step of its ladder stands (TS-322)."""
    if condition == "dazed" and scene.combatant(who).state.has("stunned", "staggered"):
        return
    yield ev.ConditionGained(who=who, condition=condition)


def _disable(scene: Scene, target: str, place: str) -> Exchange[None]:
    """Disable a place or an item; a second time it does worse (TS-123, TS-302)."""
    now: TesserisState = scene.combatant(target).state
    places = list(now.conditions.get("disabled", {}).get("places", ()))
    if place not in places:
        yield ev.ConditionGained(who=target, condition="disabled", data={"places": [*places, place]})
    elif place == "legs":
        yield from gain(scene, target, "slowed")
    elif place in ("head", "torso"):
        yield from gain(scene, target, "stunned")
    else:
        dropped = now.held[0] if place == "arms" and now.held else place
        if dropped in now.held:
            yield ev.Dropped(who=target, weapon=dropped)


# -------------------------------------------------------------------------------------------------- struggles
def won(scene: Scene, what: Attack, target: str, net: int) -> Exchange[None]:
    """Carry out what a struggle has won."""
    if what.effect == "grapple":  # TS-111
        group = {what.actor, target, *partners(scene.state, target), *partners(scene.state, what.actor)}
        yield from tie(scene, group)
    elif what.effect == "pin":  # TS-114
        yield ev.ConditionGained(who=target, condition="pinned", data={"by": what.actor})
    elif what.effect == "break-pin":  # TS-115
        yield ev.ConditionEnded(who=what.about or what.actor, condition="pinned")
    elif what.effect == "disarm":
        yield from _disarm(scene, what, target, net)
    elif what.effect == "trip":  # TS-119
        yield ev.ConditionGained(who=target, condition="prone")
    elif what.effect == "distract":
        yield from _distract(scene, target)


def _disarm(scene: Scene, what: Attack, target: str, net: int) -> Exchange[None]:
    """Strike the first weapon out of somebody's hands, into one's own if it was easy (TS-118)."""
    loser = scene.combatant(target)
    if not loser.state.held:
        return
    weapon = loser.sheet.weapon(loser.state.held[0])
    yield ev.Dropped(who=target, weapon=weapon.id)
    taker = scene.combatant(what.actor)
    if net >= own.TAKES_WEAPON.value(scene.state.house) and _can_take(taker, weapon.id):
        yield ev.Drawn(who=taker.id, weapon=weapon.id)


def _can_take(taker: Combatant, weapon: str) -> bool:
    """Tell whether a weapon that was won can be held: there is a hand free, and its sheet knows how (R53)."""
    return weapon not in taker.state.held and not taker.sheet.why_not_held((*taker.state.held, weapon))


def _distract(scene: Scene, target: str) -> Exchange[None]:
    """Take two ticks, now or at the next round start (TS-125)."""
    state, now = scene.state, scene.combatant(target).state
    to_come = state.running and target in state.order and target not in table_of(state).acted
    if to_come and state.active != target:
        yield ev.Kept(who=target, values={"ticks": max(0, now.ticks - own.DISTRACTION.value(state.house))})
    else:
        yield ev.Kept(who=target, values={"lost_ticks": now.lost_ticks + own.DISTRACTION.value(state.house)})
