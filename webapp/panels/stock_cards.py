"""The stock as the GM picks from it: each kind with the figures that tell it from the others."""

from dataclasses import dataclass

from rules.engine.house.house import House
from rules.engine.shown import Figure
from rules.engine.state import Combatant
from rules.engine.system import StockItem, System

MOST_FIGURES = 4


@dataclass(frozen=True, slots=True)
class StockCard:
    """One kind of the stock, and what matters of it in a fight."""

    item: StockItem
    figures: tuple[Figure, ...]


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
