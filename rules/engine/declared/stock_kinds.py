"""What kinds of ready-made combatants there are: the GM picks from them one kind after the other."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rules.engine.shown import StockItem
from rules.engine.text import Words, text

KINDS: Mapping[str, Words] = {
    "leads": text("Lead characters"),
    "people": text("People"),
    "leaders": text("Leaders"),
    "beasts": text("Beasts"),
    "swarms": text("Swarms"),
    "monsters": text("Monsters"),
    "machines": text("Machines"),
    "things": text("Things"),
}
"""What each is called, by ids, in the order in which they are offered."""


def of_kind(kind: str, items: Iterable[StockItem]) -> tuple[StockItem, ...]:
    """Say of ready-made combatants that they are of a kind, one of `KINDS`."""
    return tuple(replace(item, kind=kind) for item in items)
