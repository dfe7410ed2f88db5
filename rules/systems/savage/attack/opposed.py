"""Opposed rolls (SW-46): who acts needs the higher total."""

from dataclasses import replace

from rules.engine.battle_events import Rolled
from rules.engine.exchange import Exchange, throw
from rules.engine.state import BattleView
from rules.systems.savage.attack.traits import roll_settings, throw_again, weighed
from rules.systems.savage.house import LONGER
from rules.systems.savage.rolls import LOSE, WIN, Trait, TraitRoll
from rules.systems.savage.sheet.book_names import SKILLS


def athletics(view: BattleView, who: str, *, longer: bool = False) -> TraitRoll:
    """Prepare an Athletics roll that is no action, maybe with the longer weapon (SW-48, SW-184)."""
    combatant = view.combatant(who)
    die, modifiers = weighed(
        combatant,
        "athletics",
        "athletics",
        lambda house: {"longer-weapon": LONGER.value(house) if longer else 0},
    )
    return TraitRoll(
        who=who,
        purpose="athletics",
        label=SKILLS["athletics"],
        sides=die.sides,
        wild=combatant.sheet.wild_card,
        modifiers=modifiers,
        target=None,
        **roll_settings(combatant.house),
    )


def contest(view: BattleView, acts: TraitRoll, other: TraitRoll) -> Exchange[bool]:
    """Throw for both; the loser as the matter stands may pay for another throw, by turns (SW-46, SW-53).

    The first throw can be judged only once the other has been made, and is told again then.

    Returns:
        Whether the one who acts has won.
    """
    first = yield from throw(acts)
    second = yield from throw(replace(other, against=first, wins_ties=True))
    first = replace(first, target=second.total, outcome=LOSE if second.outcome == WIN else WIN)
    yield Rolled.of(first, acts.label, acts.notation, thrown=False)

    mine, theirs = first, second
    while True:
        wins = _beats(mine, theirs)
        roll, counts, against = (other, theirs, mine) if wins else (acts, mine, theirs)
        if counts.is_critical:
            return wins
        again = yield from throw_again(view, replace(roll, against=against, wins_ties=roll is other), counts)
        if again is None:
            return wins
        mine, theirs = (mine, again) if wins else (again, theirs)


def _beats(acts: Trait, other: Trait) -> bool:
    if acts.is_critical or other.is_critical:
        return other.is_critical and not acts.is_critical
    return acts.total > other.total
