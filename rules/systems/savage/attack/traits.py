"""Trait rolls with what weighs on all of them, and the Bennies that buy another throw (SW-38 to SW-53)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import fsum
from typing import Any, TypeVar

from rules.engine.dice import Modifier
from rules.engine.exchange import Ask, Exchange, ask, throw
from rules.engine.house.house import AS_WRITTEN, House
from rules.engine.state import BattleView, Extra, Offer
from rules.engine.text import Text, Words, combatant, text
from rules.systems.savage import house as own
from rules.systems.savage.events.all_events import BennySpent
from rules.systems.savage.rolls import RAISED, WIN, BesideRoll, Trait, TraitRoll
from rules.systems.savage.sheet.die import Die
from rules.systems.savage.sheet.gear import Weapon
from rules.systems.savage.state import Fighter, SavageState
from rules.systems.savage.turns.prices import multi_action

LABELS: Mapping[str, tuple[Text, str]] = {
    "trait": (text("trait"), "SW-42"),
    "untrained": (text("untrained"), "SW-43"),
    "wounds": (text("wounds"), "SW-47"),
    "distracted": (text("distracted"), "SW-47"),
    "joker": (text("joker"), "SW-23"),
    "multi-action": (text("multi-action"), "SW-65"),
    "running": (text("running"), "SW-71"),
    "range": (text("range"), "SW-82"),
    "cover": (text("cover"), "SW-85"),
    "prone": (text("prone"), "SW-86"),
    "light": (text("light"), "SW-85"),
    "speed": (text("speed"), "SW-85"),
    "dodge": (text("dodge"), "SW-85"),
    "vulnerable": (text("vulnerable"), "SW-78"),
    "gang-up": (text("gang-up"), "SW-76"),
    "unarmed-defender": (text("unarmed-defender"), "SW-75"),
    "wild-attack": (text("wild-attack"), "SW-79"),
    "two-weapons": (text("two-weapons"), "SW-222"),
    "flat": (text("flat"), "SW-210"),
    "called-shot": (text("called-shot"), "SW-70"),
    "aim": (text("aim"), "SW-68"),
    "recoil": (text("recoil"), "SW-102"),
    "shotgun": (text("shotgun"), "SW-171"),
    "improvised": (text("improvised"), "SW-176"),
    "min-strength": (text("min-strength"), "SW-15"),
    "longer-weapon": (text("longer-weapon"), "SW-184"),
}
"""The modifiers of trait rolls in their order, each with what it is called and its rule (SW-38)."""
KEEP, REROLL = "keep", "reroll"
_KEEP_IT, _THROW_AGAIN, _BETTER = text("Keep it"), text("Throw again"), text("comes to more")
T = TypeVar("T", bound=Trait)


def in_order(
    values: Mapping[str, int], rules: Mapping[str, str] | None = None, usual: Mapping[str, int] | None = None
) -> tuple[Modifier, ...]:
    """Put modifiers into their order, without the zeros (SW-38).

    Args:
        values: what each adds, by its id.
        rules: the rule of one where it is not that of `LABELS`.
        usual: what they are by the book; who differs says so.
    """
    others = rules or {}
    return tuple(
        Modifier(house_label(label, id_, values, usual), values[id_], others.get(id_, rule))
        for id_, (label, rule) in LABELS.items()
        if values.get(id_)
    )


def house_label(label: Text, id_: str, values: Mapping[str, int], usual: Mapping[str, int] | None) -> Text:
    """Label a modifier, and say what it usually is where it is another here."""
    if usual is None or usual.get(id_, 0) == values[id_]:
        return label
    return text("{label} (house rule, usually {usual})", label=label, usual=f"{usual.get(id_, 0):+d}")


def weighed(
    who: Fighter, purpose: str, trait: str, more: Callable[[House], Mapping[str, int]] | None = None
) -> tuple[Die, tuple[Modifier, ...]]:
    """Give a trait's die and the modifiers of a roll that is no action (SW-42, SW-43, SW-47, SW-48).

    Args:
        more: gives what this roll has besides, by a house.
    """
    die, trained = who.sheet.trait(trait)

    def values(house: House) -> dict[str, int]:
        return {**weighing(who, die, trained, house, action=False), **(more(house) if more else {})}

    house = who.house
    found = in_order(values(house), usual=None if house is AS_WRITTEN else values(AS_WRITTEN))
    return die, (*found, *who.own_modifiers(purpose))


def weighing(who: Fighter, die: Die, trained: bool, house: House, *, action: bool) -> dict[str, int]:
    """Give the modifiers that weigh on every roll of a die (SW-42, SW-43, SW-47, SW-48)."""
    state: SavageState = who.state
    values = {
        "trait": die.plus,
        "untrained": 0 if trained else own.UNTRAINED.value(house),
        "wounds": -state.wound_penalty if own.WOUND_PENALTIES.on(house) else 0,
        "distracted": own.DISTRACTED.value(house) if state.distracted else 0,
        "joker": own.JOKER.value(house) if state.joker else 0,
    }
    if action:
        values["multi-action"] = multi_action(house, state.actions_declared)
        values["running"] = own.RUNNING.value(house) if state.ran else 0
    return values


def roll_settings(house: House) -> dict[str, Any]:
    """Give what a trait roll is read by at a table (SW-44, SW-50)."""
    return {"step": own.RAISE.value(house), "criticals": own.CRITICALS.on(house)}


def plain_roll(who: Fighter, purpose: str, trait: str, label: Text, *, beside: bool = False) -> TraitRoll:
    """Prepare a roll of a trait that is no action, against 4 (SW-45, SW-48)."""
    die, modifiers = weighed(who, purpose, trait)
    kind = BesideRoll if beside else TraitRoll
    return kind(
        who=who.id,
        purpose=purpose,
        label=label,
        sides=die.sides,
        wild=who.sheet.wild_card,
        modifiers=modifiers,
        target=own.TARGET.value(who.house),
        **roll_settings(who.house),
    )


def roll_trait(view: BattleView, roll: TraitRoll, *, even_success: bool = False) -> Exchange[Trait]:
    """Throw a roll, and again as long as its roller pays for it; give what counts (SW-51 to SW-53).

    Args:
        even_success: whether a raise is worth having, so that a success is offered too.
    """
    result = yield from throw(roll)
    while not result.is_critical:
        if result.outcome == RAISED or (result.succeeded and not even_success):
            break
        again = yield from throw_again(view, roll, result)
        if again is None:
            break
        result = again
    return result


def throw_again(view: BattleView, roll: TraitRoll, counts: T) -> Exchange[T | None]:
    """Offer one re-roll; give what counts then, or None if there is none (SW-52).

    A critical failure counts whatever there was before.
    """
    what = roll.label or roll.purpose
    wanted = yield from offer_reroll(view, roll.who, what, counts.total, lambda: better(roll, counts))
    if not wanted:
        return None
    result = yield from throw(replace(roll, before=counts))
    kept = result if result.kept == REROLL else counts
    return kept  # type: ignore[return-value]  # a roll gives results of one type


def better(roll: TraitRoll, counts: Trait) -> float:
    """Give the chance that another throw comes to more: more hits or raises, or of an opposed roll a win."""
    if counts.opposed:
        return fsum(chance for result, chance in roll.outcomes() if result.outcome == WIN)
    had = counts.quality[:2]
    return fsum(chance for result, chance in roll.outcomes() if result.quality[:2] > had)


def offer_reroll(
    view: BattleView, who: str, what: Words, total: int, chance: Callable[[], float]
) -> Exchange[bool]:
    """Ask a roller who has a Benny, an Extra too, whether to spend it on a throw (SW-51, SW-53, SW-54).

    Args:
        chance: works out how likely it is that another throw comes to more.
    """
    bennies: int = view.combatant(who).state.bennies
    if not bennies or not own.REROLLS.on(view.state.house):
        return False
    answer = yield from ask(
        Ask(
            to=who,
            purpose="reroll",
            question=text(
                "{who}: {what} comes to {total}. Spend a Benny on another throw?",
                who=combatant(view.combatant(who)),
                what=what,
                total=total,
            ),
            choices=(KEEP, REROLL),
            default=KEEP,
            forks=False,
            offers=lambda: (
                Offer(id=KEEP, label=_KEEP_IT),
                Offer(
                    id=REROLL,
                    label=_THROW_AGAIN,
                    chance=chance(),
                    chance_of=_BETTER,
                    note=text("to do better; a Benny of {bennies}, the better throw counts", bennies=bennies),
                    rule="SW-52",
                ),
            ),
        )
    )
    if answer != REROLL:
        return False
    yield BennySpent(who=who, on="reroll")
    return True


def with_which(weapons: Sequence[Weapon]) -> tuple[Extra, ...]:
    """Let an answer name one of several weapons, the default first (SW-151, SW-184)."""
    if len(weapons) < 2:
        return ()
    return tuple(Extra(id=weapon.id, label=weapon.name) for weapon in weapons)
