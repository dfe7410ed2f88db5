"""The stock as the GM picks from it: by kinds, each piece with the figures that tell it from the others."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rules.engine.declared.stock_kinds import KINDS
from rules.engine.house.house import House
from rules.engine.shown import Figure
from rules.engine.state import Combatant
from rules.engine.system import StockItem, System
from rules.engine.text import Words

MOST_FIGURES = 4


@dataclass(frozen=True, slots=True)
class StockCard:
    """One piece of the stock, and what matters of it in a fight."""

    item: StockItem
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class StockGroup:
    """All of one kind."""

    id: str
    words: Words
    cards: tuple[StockCard, ...]


@lru_cache(maxsize=32)
def stock_groups(system: System, house: House) -> tuple[StockGroup, ...]:
    """List the stock by kinds, in the order of `KINDS`; each kind in the order of the system.

    It is kept for all tables that play by the same rules: a system's stock never changes.
    """
    cards = stock_cards(system, house)
    found = (
        (kind, words, [card for card in cards if card.item.kind == kind]) for kind, words in _kinds(cards)
    )
    return tuple(StockGroup(kind, words, tuple(its_own)) for kind, words, its_own in found if its_own)


def _kinds(cards: Sequence[StockCard]) -> list[tuple[str, Words]]:
    """List the known kinds, and then what a system from outside has of its own."""
    others = (card.item.kind for card in cards if card.item.kind not in KINDS)
    return [*KINDS.items(), *((kind, kind) for kind in dict.fromkeys(others))]


def stock_cards(system: System, house: House) -> tuple[StockCard, ...]:
    """List the stock with its figures under these house rules; what is the same for all says nothing here."""
    found = [(item, _figures(system, item, house)) for item in system.stock]
    values: dict[str, set[str]] = {}
    for _, figures in found:
        for figure in figures:
            values.setdefault(str(figure.label), set()).add(str(figure.value))
    return tuple(
        StockCard(item, tuple(f for f in figures if len(values[str(f.label)]) > 1)[:MOST_FIGURES])
        for item, figures in found
    )


def _figures(system: System, item: StockItem, house: House) -> tuple[Figure, ...]:
    sheet = system.read_sheet(system.with_house_stock(item.sheet, house))
    state = system.starting_state(sheet)
    fresh = Combatant(id=item.id, name=item.name, side=item.side, sheet=sheet, state=state, house=house)
    return system.looks.numbers(fresh)
