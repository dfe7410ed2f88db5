"""The attack as an action, and the weapon set against a charge (SW-182 to SW-186)."""

from collections.abc import Mapping
from typing import Any

from rules.engine.exchange import Answer, Ask, Exchange, ask
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView, Offer
from rules.engine.text import combatant, joined, text
from rules.systems.savage.attack.attack import Attack, Mode
from rules.systems.savage.attack.facts import facts_of
from rules.systems.savage.attack.opposed import athletics, contest
from rules.systems.savage.attack.strike import strike
from rules.systems.savage.attack.traits import with_which
from rules.systems.savage.events import all_events as ev
from rules.systems.savage.sheet.gear import Weapon
from rules.systems.savage.state import Fighter, SavageState, mount_of
from rules.systems.savage.turns.turn_order import close

SET, NONE = "set", "none"


def attack_action(view: BattleView, attack: Attack, given: Mapping[str, Any]) -> Exchange[None]:
    """Carry out an attack from what it costs to the last effect (section 8)."""
    yield ev.ActionSpent(who=attack.attacker)
    weapon = yield from _ask_to_set(view, attack)
    if weapon is None:
        yield from strike(view, attack)
    else:
        yield from _meet(view, attack, weapon, given)
    yield from close(view)


def set_weapons(who: Fighter) -> tuple[Weapon, ...]:
    """List what somebody could set against a charge, the longest first (SW-184, SW-R43)."""
    held = who.sheet.held_weapons(who.state.held)
    long_ones = [w for w in held if w.melee and who.sheet.reach(w) >= 1]
    return tuple(sorted(long_ones, key=lambda w: -who.sheet.reach(w)))


def _ask_to_set(view: BattleView, attack: Attack) -> Exchange[Weapon | None]:
    """Ask the target of a charge, if it is on Hold with a long weapon; give the weapon that it sets."""
    if not attack.options.charge or attack.target is None:
        return None
    target = view.combatant(attack.target)
    state: SavageState = target.state
    weapons = set_weapons(target)
    if not state.on_hold or not state.can_strike or not weapons:
        return None

    def check(answer: Answer) -> None:
        named = answer.extra.get("with", weapons[0].id)
        if answer == SET and all(w.id != named for w in weapons):
            known = joined(w.id for w in weapons)
            raise Refusal(
                "bad-answer",
                text("Set one of these ('with'): {known}; not {named}.", known=known, named=repr(named)),
                "SW-184",
            )

    charger = view.combatant(attack.attacker)
    longest = weapons[0].low_name
    answer = yield from ask(
        Ask(
            to=target.id,
            purpose="set-weapon",
            question=text(
                "{charger} charges {target}. Set the {longest} against it?",
                charger=combatant(charger),
                target=combatant(target),
                longest=longest,
            ),
            choices=(SET, NONE),
            default=NONE,
            about=charger.id,
            forks=False,
            check=check,
            offers=lambda: (
                Offer(
                    id=SET,
                    label=text("Set the {longest}", longest=longest),
                    note=text("Athletics against the charger's: the winner strikes first, with +4 damage"),
                    rule="SW-185",
                    ways=with_which(weapons),
                ),
                Offer(id=NONE, label=text("Do not"), rule="SW-184"),
            ),
        )
    )
    if answer != SET:
        return None
    named = answer.extra.get("with", weapons[0].id)
    return next(w for w in weapons if w.id == named)


def _meet(view: BattleView, charge: Attack, weapon: Weapon, given: Mapping[str, Any]) -> Exchange[None]:
    """Let a set weapon meet a charge: the winner strikes first, then the other if it still can (SW-186)."""
    assert charge.target is not None
    setter, charger = view.combatant(charge.target), view.combatant(charge.attacker)
    mine, theirs = setter.sheet.reach(weapon), charger.sheet.reach(charge.weapon)
    won = yield from contest(
        view,
        athletics(view, setter.id, longer=mine > theirs),
        athletics(view, charger.id, longer=theirs > mine),
    )
    yield ev.WeaponSet(who=setter.id, target=charger.id, won=won)

    def set_blow() -> Exchange[None]:
        here, there = view.combatant(setter.id), view.combatant(charger.id)
        if not here.state.can_strike or there.state.is_out:
            return
        known = {name: given[name] for name in ("distance", "light", "adjacent") if name in given}
        yield from strike(
            view,
            Attack(
                attacker=setter.id,
                target=charger.id,
                weapon=weapon,
                mode=Mode.MELEE,
                facts=facts_of(view.state, here, there, known),
                is_action=False,
                set_bonus=won,
            ),
        )

    def charging_blow() -> Exchange[None]:
        here, there = view.combatant(charger.id), view.combatant(setter.id)
        mounted = mount_of(view.state, charger.id) is not None
        if here.state.can_strike and mounted and not there.state.is_out:
            yield from strike(view, charge)

    for blow in (set_blow, charging_blow) if won else (charging_blow, set_blow):
        yield from blow()
