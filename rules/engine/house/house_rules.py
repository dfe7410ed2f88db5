"""How a system declares what a table may play otherwise: each number and each switch once.

    _rules = HouseRules()
    DODGE = _rules.number("dodge", "SW-85", "Shooting at somebody with Dodge", -2, low=-10, high=0)
    LIGHT = _rules.table("light", "SW-85", "Attacking in poor light", (-20, 0), dim=-2, dark=-4, pitch=-6)
    SOAKING = _rules.switch("SW-127", "Soak rolls", "no Benny soaks wounds")

What is declared is a label that a catalogue may have. A page lists all in the order of their declaration.
"""

from collections.abc import Mapping

from rules.engine.house.house import NumberTable, Switch
from rules.engine.text import Words, as_text


class HouseRules:
    """The numbers and rules of one system that a table may change, in the order of their declaration."""

    def __init__(self) -> None:
        """Begin with none."""
        self._tables: list[NumberTable] = []
        self._switches: list[Switch] = []

    def table(
        self, id_: str, rule: str, title: str, limits: tuple[int, int], /, **cells: int | tuple[int, str]
    ) -> NumberTable:
        """Declare a table of several numbers.

        Args:
            limits: the least and the most that a cell may hold.
            cells: the usual numbers, an underline in a name for the hyphen of the cell's key; with what the
                cell is called where its key says too little.
        """
        named = {key.replace("_", "-"): cell for key, cell in cells.items()}
        return self._kept(
            NumberTable(
                id_,
                rule,
                as_text(title),
                {key: cell[0] if isinstance(cell, tuple) else cell for key, cell in named.items()},
                low=limits[0],
                high=limits[1],
                labels={key: as_text(cell[1]) for key, cell in named.items() if isinstance(cell, tuple)},
            )
        )

    def number(self, id_: str, rule: str, title: str, usual: int, *, low: int, high: int) -> NumberTable:
        """Declare a single number, called as the table of it is."""
        return self._kept(NumberTable.single(id_, rule, as_text(title), usual, low=low, high=high))

    def switch(self, rule: str, title: str, without: str) -> Switch:
        """Declare a rule that a table may do without; `without` says what is played then."""
        made = Switch(rule, as_text(title), as_text(without))
        self._switches.append(made)
        return made

    @property
    def tables(self) -> tuple[NumberTable, ...]:
        """All tables and single numbers."""
        return tuple(self._tables)

    @property
    def switches(self) -> tuple[Switch, ...]:
        """All rules that a table may do without."""
        return tuple(self._switches)

    def _kept(self, table: NumberTable) -> NumberTable:
        self._tables.append(table)
        return table


def roll_names(**names: str) -> Mapping[str, Words]:
    """Name the rolls that an own condition may bear on, an underline for the hyphen of a roll's purpose."""
    return {purpose.replace("_", "-"): as_text(name) for purpose, name in names.items()}
