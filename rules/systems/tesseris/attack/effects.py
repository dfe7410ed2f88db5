"""What a blow does besides damage, and what the struggles win (TS-105 to TS-125)."""

from rules.engine.exchange import Exchange
from rules.engine.state import BattleView
from rules.systems.tesseris import house as own
from rules.systems.tesseris.attack.facts import Facts
from rules.systems.tesseris.attack.grapple_ties import partners, tie
from rules.systems.tesseris.attack.strike import Attack
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.harm.injury import knock_out, resists
from rules.systems.tesseris.sheet.gear import FISTS, Weapon
from rules.systems.tesseris.state import Fighter, TesserisState, table_of

RESISTED = frozenset({"knockout", "pressure", "disable", "called"})
"""What an attack may do besides damage, which its target resists."""


def after_hits(view: BattleView, what: Attack, target: str, damage: int, facts: Facts) -> Exchange[None]:
    """Let the target resist what the blow does besides (TS-200, step 10)."""
    if what.effect not in RESISTED:
        return
    if view.combatant(target).state.is_out:
        return
    held = yield from resists(view, target, damage)
    if held:
        return
    now: TesserisState = view.combatant(target).state
    if what.effect == "knockout":  # TS-105
        if now.has("staggered", "stunned"):
            yield from knock_out(view, target)
        else:
            yield from gain(view, target, "staggered" if now.has("dazed") else "dazed")
    elif what.effect == "pressure":  # TS-106
        yield from gain(view, target, "slowed" if now.has("dazed") else "dazed")
    elif what.effect == "called":  # TS-124
        yield from gain(view, target, "stunned" if now.has("dazed") else "dazed")
    else:
        yield from _disable(view, target, facts.item or facts.location)


def gain(view: BattleView, who: str, condition: str) -> Exchange[None]:
    """Give a condition, unless a higher step of its ladder stands (TS-322)."""
    if condition == "dazed" and view.combatant(who).state.has("stunned", "staggered"):
        return
    yield ev.ConditionGained(who=who, condition=condition)


def _disable(view: BattleView, target: str, place: str) -> Exchange[None]:
    """Disable a place or an item; a second time it does worse (TS-123, TS-302)."""
    now: TesserisState = view.combatant(target).state
    places = list(now.conditions.get("disabled", {}).get("places", ()))
    if place not in places:
        yield ev.ConditionGained(who=target, condition="disabled", data={"places": [*places, place]})
    elif place == "legs":
        yield from gain(view, target, "slowed")
    elif place in ("head", "torso"):
        yield from gain(view, target, "stunned")
    else:
        dropped = now.held[0] if place == "arms" and now.held else place
        if dropped in now.held:
            yield ev.Dropped(who=target, weapon=dropped)


# -------------------------------------------------------------------------------------------------- struggles
def won(view: BattleView, what: Attack, target: str, net: int) -> Exchange[None]:
    """Carry out what a struggle has won."""
    if what.effect == "grapple":  # TS-111
        group = {what.actor, target, *partners(view.state, target), *partners(view.state, what.actor)}
        yield from tie(view, group)
    elif what.effect == "pin":  # TS-114
        yield ev.ConditionGained(who=target, condition="pinned", data={"by": what.actor})
    elif what.effect == "break-pin":  # TS-115
        yield ev.ConditionEnded(who=what.about or what.actor, condition="pinned")
    elif what.effect == "disarm":
        yield from _disarm(view, what, target, net)
    elif what.effect == "trip":  # TS-119
        yield ev.ConditionGained(who=target, condition="prone")
    elif what.effect == "distract":
        yield from _distract(view, target)


def _disarm(view: BattleView, what: Attack, target: str, net: int) -> Exchange[None]:
    """Strike the first weapon out of somebody's hands, into one's own if it was easy (TS-118, TS-C1)."""
    loser = view.combatant(target)
    held = loser.sheet.held_weapons(loser.state.held)  # without what a new sheet has not got
    if not held:
        return
    weapon = held[0]
    yield ev.Dropped(who=target, weapon=weapon.id)
    taker = view.combatant(what.actor)
    if net >= own.TAKES_WEAPON.value(view.state.house) and taker.sheet.has_hands_for(
        weapon, taker.state.held
    ):
        as_id = _id_of_won(taker, weapon)
        yield ev.WeaponWon(who=taker.id, target=target, weapon=weapon.id, as_id=as_id)


def _id_of_won(taker: Fighter, weapon: Weapon) -> str:
    """Give what a weapon that was won is called on the winner's sheet: numbered, if it has one so (R53)."""
    known = {mine.id for mine in (*taker.sheet.weapons, FISTS)}
    ids = (weapon.id, *(f"{weapon.id}-{number}" for number in range(2, len(known) + 3)))
    is_alike = taker.sheet.weapon(weapon.id) == weapon and weapon.id not in taker.state.held
    return weapon.id if is_alike else next(id_ for id_ in ids if id_ not in known)


def _distract(view: BattleView, target: str) -> Exchange[None]:
    """Take two ticks, now or at the next round start (TS-125)."""
    state, now = view.state, view.combatant(target).state
    to_come = state.running and target in state.order and target not in table_of(state).acted
    if to_come and state.active != target:
        yield ev.Kept(who=target, values={"ticks": max(0, now.ticks - own.DISTRACTION.value(state.house))})
    else:
        yield ev.Kept(who=target, values={"lost_ticks": now.lost_ticks + own.DISTRACTION.value(state.house)})
