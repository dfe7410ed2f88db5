"""The strikes of foes whom an action, once done, lays its actor open to (TS-104, TS-148, TS-170)."""

from collections.abc import Mapping
from typing import Any

from rules.engine.command import Said
from rules.engine.dice import Modifier
from rules.engine.exchange import Answer, Ask, Exchange
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView, Extra, Offer
from rules.engine.text import combatant, text
from rules.systems.tesseris.attack.attack import attack
from rules.systems.tesseris.attack.checks import Points, require_points
from rules.systems.tesseris.attack.facts import facts_of, read_given
from rules.systems.tesseris.attack.hits import Done
from rules.systems.tesseris.attack.options import ask_of, extras_of
from rules.systems.tesseris.attack.strike import Attack, Strike
from rules.systems.tesseris.defence.defences import NONE
from rules.systems.tesseris.defence.exposure import Exposure, can_strike_back, ready_gun, strikers
from rules.systems.tesseris.events.turn_events import TicksSpent
from rules.systems.tesseris.moves.places import are_adjacent
from rules.systems.tesseris.parameters import WITH
from rules.systems.tesseris.sheet.gear import FISTS, Mode, Weapon
from rules.systems.tesseris.state import Fighter
from rules.systems.tesseris.turns.ticks import pay_of, reaction_payment, reaction_price_in_words, require_pay

REACTION_STRIKE = "reaction-strike"


def provoke(view: BattleView, who: str, exposure: Exposure, given: Mapping[str, Any]) -> Exchange[None]:
    """Ask each foe who was next to the start or the way whether it strikes (TS-170, R30)."""
    for foe in strikers(view.state, who, exposure, given):
        if view.combatant(who).state.dead:
            return
        if can_strike_back(view.state, foe):
            yield from _ask_strike(view, foe, who, exposure)


def reaction_strike(view: BattleView, foe: str, who: str, exposure: Exposure) -> Exchange[None]:
    """Strike as a foe does that is asked and says no more than that it strikes (TS-104)."""
    weapon = _default_weapon(view.state, foe, who, exposure)
    given: dict[str, Any] = {"flanked": True} if exposure.by_ranged else {}
    yield from _strike(view, foe, who, weapon, given, Said(params={}))


def _default_weapon(state: BattleState, foe: str, who: str, exposure: Exposure) -> Weapon:
    striker = state.combatants[foe]
    by_gun = None
    if exposure.by_ranged and not are_adjacent(state, striker, state.combatants[who]):
        by_gun = ready_gun(striker)
    return by_gun or reaction_weapon(striker) or FISTS


def reaction_weapon(who: Fighter, named: str | None = None) -> Weapon | None:
    """Give a reaction strike's weapon: as named, else the primary hand's for melee, else fists (TS-104)."""
    held: tuple[Weapon, ...] = who.sheet.held_weapons(who.state.held)
    if named is not None:
        return next((w for w in (*held, FISTS) if w.id == named and w.is_melee), None)
    return held[0] if held and held[0].is_melee else FISTS


def _ask_strike(view: BattleView, foe: str, who: str, exposure: Exposure) -> Exchange[None]:
    striker, target = view.combatant(foe), view.combatant(who)

    def check(answer: Answer) -> None:
        said = Said(params=answer.extra)
        require_points(striker, said)
        read_given(view.state, said)
        named = WITH.of(said)
        if named is not None and _weapon(striker, named, exposure) is None:
            raise Refusal(
                "bad-answer",
                text(
                    "{striker} cannot strike with {named} now.",
                    striker=combatant(striker),
                    named=f"{named!r}",
                ),
                "TS-104",
            )
        require_pay(said)

    default = _default_weapon(view.state, foe, who, exposure)
    answer = yield from ask_of(
        Ask(
            to=foe,
            purpose=REACTION_STRIKE,
            question=text(
                "{target} lays itself open to {striker}. Strike?",
                target=combatant(target),
                striker=combatant(striker),
            ),
            choices=(REACTION_STRIKE, NONE),
            default=NONE,
            about=who,
            forks=False,
            interrupts=True,
            check=check,
            offers=lambda: (
                Offer(
                    id=REACTION_STRIKE,
                    label=text("Strike"),
                    note=text(
                        "with the {weapon}; {price}",
                        weapon=default.words.low,
                        price=reaction_price_in_words(view.state, foe),
                    ),
                    rule="TS-104",
                    ways=_ways(view.state, striker, exposure, default),
                    options=extras_of(striker, free_or_ticks=True),
                ),
                Offer(id=NONE, label=text("Let it go"), rule="TS-170"),
            ),
        )
    )
    if answer != REACTION_STRIKE:
        return
    said = Said(params=answer.extra)
    named = WITH.of(said)
    weapon = default if named is None else _weapon(striker, named, exposure) or default
    given = dict(read_given(view.state, said))
    if exposure.by_ranged:
        given["flanked"] = True  # TS-148: that cover does not count
    yield from _strike(view, foe, who, weapon, given, said)


def _ways(state: BattleState, striker: Fighter, exposure: Exposure, default: Weapon) -> tuple[Extra, ...]:
    """List what a reaction strike may be made with, where there is a choice (TS-104)."""
    held = striker.sheet.held_weapons(striker.state.held)
    found = [w for w in (default, *held, FISTS) if _weapon(striker, w.id, exposure) is not None]
    unique = list({w.id: w for w in found}.values())
    return tuple(Extra(id=w.id, label=w.words) for w in unique) if len(unique) > 1 else ()


def _weapon(striker: Fighter, named: str, exposure: Exposure) -> Weapon | None:
    gun = ready_gun(striker) if exposure.by_ranged else None
    if gun is not None and gun.id == named:
        return gun
    return reaction_weapon(striker, named)


def _strike(
    view: BattleView, foe: str, who: str, weapon: Weapon, given: Mapping[str, Any], said: Said
) -> Exchange[None]:
    payment = reaction_payment(view.state, foe, REACTION_STRIKE, 1, pay=pay_of(said))
    assert payment is not None, "who cannot pay is not asked"
    yield from strike_once(view, foe, who, weapon, REACTION_STRIKE, given, said, payment=payment)


def strike_once(
    view: BattleView,
    striker: str,
    who: str,
    weapon: Weapon,
    action: str,
    given: Mapping[str, Any],
    said: Said,
    *,
    own: tuple[Modifier, ...] = (),
    payment: TicksSpent | None = None,
    counts: bool = True,
) -> Exchange[None]:
    """Strike or fire a single shot out of turn, and let those strike at whom its target dived past.

    Args:
        own: the modifiers of what is done.
        payment: what it costs; nothing where it is free.
        counts: whether it counts as an attack action (TS-133, TS-233).
    """
    ranged = not weapon.is_melee
    facts = facts_of(view.state, view.combatant(striker), view.combatant(who), given, ranged=ranged)
    bullets = (weapon.rounds(Mode.SINGLE) or 1) if ranged else 1
    done = yield from attack(
        view,
        Attack(
            actor=striker,
            action=action,
            strikes=(Strike(weapon=weapon, target=who, bullets=bullets),),
            targets=(who,),
            facts={who: facts},
            ranged=ranged,
            skill=weapon.skill,
            own=own,
            payment=payment,
            counts=counts,
            spends=Points.of(said),
        ),
    )
    yield from follow_dives(view, done)


def follow_dives(view: BattleView, done: Done) -> Exchange[None]:
    """Ask those who may strike at somebody that dived away (TS-148)."""
    for who, defence in done.dived:
        exposure = Exposure(left=defence.left, moved=True, by_ranged=True)
        yield from provoke(view, who, exposure, defence.given)
