"""Which defences are open to a target, what they roll, and how they are offered (AT-65 to AT-74)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Any

from rules.engine.dice import Modifier
from rules.engine.events import Event
from rules.engine.exchange import Ask, Exchange, Ways, ask, throw
from rules.engine.state import BattleView, Offer
from rules.engine.text import Ref, Text, combatant, joined, text
from rules.systems.atomic import house as own
from rules.systems.atomic.attack.defence_words import needed_words
from rules.systems.atomic.events import DefenceCounted
from rules.systems.atomic.harm.injury import hampered as hampering
from rules.systems.atomic.harm.injury import make_effort, needs_effort
from rules.systems.atomic.rolls import (
    SIDES,
    DefenceRoll,
    EffortRoll,
    Percentile,
    chance_to_stop,
    faces_that_stop,
    runs_of,
)
from rules.systems.atomic.sheet.sheet import FIST, Weapon
from rules.systems.atomic.state import AtomicState, Condition, Fighter, ready_weapons

NONE = "none"
_STOPS_IT = text("stops the attack")
WORDS = {"parry": text("Parry"), "block": text("Block"), "dodge": text("Dodge"), NONE: text("No defence")}
RULES = {"parry": "AT-70", "block": "AT-71", "dodge": "AT-73", NONE: "AT-64"}
_ROLL_LABELS = {"parry": text("parry"), "block": text("block"), "dodge": text("dodge")}
_SHIELD, _AGAINST_MELEE = text("shield"), text("against melee")
_ORDINALS = (
    text("first"), text("second"), text("third"), text("fourth"), text("fifth"), text("sixth"),
    text("seventh"), text("eighth"), text("ninth"), text("tenth"),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenDefence:
    """A defence that may be chosen now: what it rolls, and what choosing it counts for."""

    id: str
    base: int
    modifiers: tuple[Modifier, ...]
    counted: bool
    melee_block: bool
    two_fisted: bool


def open_defences(defender: Fighter, melee: bool, aware: bool) -> tuple[OpenDefence, ...]:
    """List the defences open to a target, in the order they are offered (AT-65)."""
    state: AtomicState = defender.state
    senseless = state.is_out or (state.condition is Condition.DYING and state.conscious_rounds is None)
    house = defender.house
    if senseless or (not aware and own.UNAWARE.on(house)):
        return ()  # AT-40, AT-65
    sheet = defender.sheet
    frees = (
        own.TWO_FISTED.on(house) and sheet.is_two_fisted and not state.two_fisted_used and state.defences > 0
    )  # AT-68
    found = []
    if melee and can_parry(defender):
        found.append(_defence("parry", sheet.skill("parry", house), defender, frees))
    # AT-72: missiles without limit; of melee attacks one, and another that is the Two-Fisted defence.
    unlimited = not melee or not own.ONE_BLOCK.on(house)
    if sheet.shield and (unlimited or state.melee_blocks == 0 or (state.melee_blocks == 1 and frees)):
        shield = own.SHIELD.added(house, _SHIELD)
        found.append(_defence("block", sheet.skill("parry", house), defender, frees, shield, melee=melee))
    close = [own.DODGE_MELEE.added(house, _AGAINST_MELEE)] if melee else []
    found.append(_defence("dodge", sheet.skill("dodge", house), defender, False, *close))
    return tuple(found)


def can_parry(defender: Fighter) -> bool:
    """Tell whether somebody has what a parry takes: a melee weapon in hand, or Unarmed Combat (AT-70)."""
    armed = any(weapon.skill == "melee" for weapon in ready_weapons(defender))
    return armed or bool(defender.sheet.has_unarmed_combat)


def _defence(
    id_: str, base: int, defender: Fighter, frees: bool, *its: Modifier, melee: bool = False
) -> OpenDefence:
    modifiers, made = list(its), defender.state.defences
    if made and not frees:
        modifiers.append(own.FURTHER_DEFENCE.added(defender.house, _defence_of_turn(made + 1), made))
    modifiers += defender.own_modifiers(id_)
    return OpenDefence(
        id=id_,
        base=base,
        modifiers=tuple(modifiers),
        counted=not frees,
        melee_block=id_ == "block" and melee,
        two_fisted=frees,
    )


@cache
def _defence_of_turn(number: int) -> Text:
    ordinal = _ORDINALS[number - 1] if number <= len(_ORDINALS) else text("{number}th", number=number)
    return text("{ordinal} defence this turn", ordinal=ordinal)


def defend(
    view: BattleView,
    attacker: str,
    target: str,
    weapon: Weapon,
    attack: Percentile,
    aware: bool,
    lands: Callable[[], Ways] | None = None,
) -> Exchange[str | None]:
    """Ask the target for a defence and roll it (AT-64, AT-69, AT-74 to AT-78).

    Args:
        lands: what comes of the attack for its target if it is not stopped, where that is known.

    Returns:
        The defence that stopped the attack, None if it hits.
    """
    defender = view.combatant(target)
    may = open_defences(defender, weapon.is_melee, aware)
    if not may:
        return None  # AT-64: nothing to ask

    answer = yield from ask(
        Ask(
            to=target,
            purpose="defence",
            question=_question(
                combatant(view.combatant(attacker)),
                weapon.name,
                attack.face,
                attack.target or 0,
                attack.outcome,
            ),
            choices=(*(defence.id for defence in may), NONE),
            default=NONE,
            about=attacker,
            offers=lambda: _offers(defender, may, attack),
            comes_to=None if lands is None else partial(_comes_to, defender, may, attack, cache(lands)),
        )
    )
    if answer == NONE:
        return None
    chosen = next(defence for defence in may if defence.id == answer)
    yield DefenceCounted(
        who=target,
        defence=chosen.id,
        counted=chosen.counted,
        melee_block=chosen.melee_block,
        two_fisted=chosen.two_fisted,
    )
    hampered = yield from make_effort(view, target, chosen.id)
    if hampered is None:
        return None  # AT-69: no defence, though it was counted
    roll = yield from throw(_roll_of(defender, chosen, attack, hampered))
    return chosen.id if roll.stops else None


def _roll_of(
    defender: Fighter, chosen: OpenDefence, attack: Percentile, hampered: tuple[Modifier, ...] = ()
) -> DefenceRoll:
    return DefenceRoll(
        who=defender.id,
        purpose=chosen.id,
        label=_ROLL_LABELS[chosen.id],
        base=chosen.base,
        house=defender.house,
        modifiers=(*chosen.modifiers, *hampered),
        against=attack,
    )


def _comes_to(
    defender: Fighter,
    may: tuple[OpenDefence, ...],
    attack: Percentile,
    lands: Callable[[], Ways],
    answer: str,
) -> Ways | None:
    """Give what an answer comes to for the defender's wounds: it stops the attack, or that lands."""
    if answer == NONE:
        return lands()
    if needs_effort(defender):
        return None
    chosen = next(defence for defence in may if defence.id == answer)
    ways: list[tuple[tuple[Event, ...], float]] = []
    for result, weight in _roll_of(defender, chosen, attack).outcomes():
        ways += [((), weight)] if result.stops else [(events, chance * weight) for events, chance in lands()]
    return ways


# -------------------------------------------------------------------------------------- what the player reads
GRADE_WORDS = {
    "success": text("an ordinary success"),
    "special-success": text("a special success"),
    "critical-success": text("a critical success"),
}


@lru_cache(maxsize=256)
def _question(attacker: Ref, weapon: str, face: int, target: int, outcome: str) -> Text:
    with_what = text("bare hands")
    if weapon != FIST.name:
        with_what = text("the {weapon}", weapon=text(weapon).low)
    return text(
        "{attacker} attacks you with {weapon}: {face} against {target}, {grade}. How do you defend?",
        attacker=attacker,
        weapon=with_what,
        face=f"{face % 100:02d}",
        target=target,
        grade=GRADE_WORDS[outcome],
    )


def _offers(defender: Fighter, may: tuple[OpenDefence, ...], attack: Percentile) -> tuple[Offer, ...]:
    offers = [
        Offer(
            id=defence.id,
            label=WORDS[defence.id],
            chance=chance_of(defender, defence, attack),
            chance_of=_STOPS_IT,
            note=_note(defender, defence, attack),
            modifiers=defence.modifiers,
            rule=RULES[defence.id],
            **_band(defender, defence, attack),
        )
        for defence in may
    ]
    return (*offers, Offer(id=NONE, label=WORDS[NONE], note=text("take the hit and soak"), rule=RULES[NONE]))


def _band(defender: Fighter, defence: OpenDefence, attack: Percentile) -> dict[str, Any]:
    """Give the faces that stop the attack, where no other roll comes before (AT-74 to AT-78)."""
    if needs_effort(defender):
        return {}
    return {"faces": runs_of(faces_that_stop(target_of(defence), attack)), "sides": SIDES}


def target_of(defence: OpenDefence) -> int:
    """Give the number that a defence must stay under (AT-20)."""
    return defence.base + sum(modifier.value for modifier in defence.modifiers)


def chance_of(defender: Fighter, defence: OpenDefence, attack: Percentile) -> float:
    """Give the exact chance that a defence stops this attack, the GRIT roll of AT-95 included."""
    target = target_of(defence)
    if not needs_effort(defender):
        return chance_to_stop(target, attack)
    house = defender.house
    effort = EffortRoll(
        who=defender.id,
        purpose="effort",
        base=defender.sheet.incapacitated_action(house),
        house=house,
        modifiers=defender.own_modifiers("incapacitated-action"),
    )
    return sum(
        weight * chance_to_stop(target if result.critical else target + hampering(house).value, attack)
        for result, weight in effort.outcomes()
        if result.succeeded
    )


def _note(defender: Fighter, defence: OpenDefence, attack: Percentile) -> Text:
    hard = hampering(defender.house).value if needs_effort(defender) else 0
    notes = [needed_words(target_of(defence) + hard, attack)]
    if defence.two_fisted:
        notes.append(text("your Two-Fisted defence: no penalty, and not counted"))
    elif defender.state.defences:
        notes.append(_defence_of_turn(defender.state.defences + 1))
    if defence.melee_block and not defence.two_fisted:
        notes.append(text("the one block of a melee attack this turn"))
    if needs_effort(defender):
        grit = defender.sheet.incapacitated_action(defender.house)
        notes.append(
            text(
                "needs a GRIT roll of {grit} first, and has {hard} unless that is critical",
                grit=grit,
                hard=hard,
            )
        )
    return joined(notes, "; ")
