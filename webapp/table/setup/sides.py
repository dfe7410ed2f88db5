"""The sides of a fight: whose characters players take, who is against them, and who is neither."""

from collections import Counter
from dataclasses import dataclass

from rules.engine.names import side_words
from rules.engine.shown import FOES, HEROES, OTHERS
from rules.engine.state import BattleState
from rules.engine.text import Words, as_text, text

_CALLED_HERE = {HEROES: text("Heroes ({side})"), FOES: text("Foes ({side})")}


@dataclass(frozen=True, slots=True)
class SideChoice:
    """A side that somebody may be added to."""

    side: str
    words: Words
    kind: str = ""
    """Which of the usual sides it is here (`StockItem.side`); empty for a further one."""


def heroes_of(state: BattleState, chosen: str = "") -> str:
    """Name the side whose characters players may take.

    Args:
        chosen: as the GM has set it for the table; empty: the heroes. A table whose sides all have names of
            their own, as older ones do, has those for heroes who came first.
    """
    there = dict.fromkeys(c.side for c in state.combatants.values())
    if chosen or not there or not there.keys().isdisjoint((HEROES, FOES, OTHERS)):
        return chosen or HEROES
    return next(iter(there))


def foes_of(state: BattleState, heroes: str) -> str:
    """Name the side that a foe joins: of those who are against the heroes already, the largest."""
    against = Counter(c.side for c in state.combatants.values() if c.side not in (heroes, OTHERS))
    if FOES in against or not against:
        return FOES
    return min(against, key=lambda side: (-against[side], side))


def side_choices(state: BattleState, chosen: str = "") -> tuple[SideChoice, ...]:
    """List the sides that somebody may be added to: heroes, foes, others, and what else there is.

    Args:
        chosen: as of `heroes_of`.
    """
    heroes = heroes_of(state, chosen)
    foes = foes_of(state, heroes)
    usual = [SideChoice(side, _called(side, kind), kind) for side, kind in ((heroes, HEROES), (foes, FOES))]
    if OTHERS not in (heroes, foes):
        usual.append(SideChoice(OTHERS, side_words(OTHERS), OTHERS))
    known = {choice.side for choice in usual}
    further = sorted({c.side for c in state.combatants.values()} - known)
    return (*usual, *(SideChoice(side, side_words(side)) for side in further if side))


def _called(side: str, kind: str) -> Words:
    words = side_words(side)
    return words if side == kind else _CALLED_HERE[kind].filled(side=as_text(words))
