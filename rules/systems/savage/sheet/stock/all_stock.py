"""The whole stock: Wild Cards first, then Extras, beasts, monsters, machines and things."""

from rules.systems.savage.sheet.stock.beasts import BEAST_STOCK
from rules.systems.savage.sheet.stock.heroes import HERO_STOCK
from rules.systems.savage.sheet.stock.leaders import LEADER_STOCK
from rules.systems.savage.sheet.stock.machines import MACHINE_STOCK
from rules.systems.savage.sheet.stock.monsters import MONSTER_STOCK
from rules.systems.savage.sheet.stock.people import PEOPLE_STOCK
from rules.systems.savage.sheet.stock.things import THING_STOCK

STOCK = (
    *HERO_STOCK,
    *PEOPLE_STOCK,
    *LEADER_STOCK,
    *BEAST_STOCK,
    *MONSTER_STOCK,
    *MACHINE_STOCK,
    *THING_STOCK,
)
"""The six of the rules, many of our own, and some things to break."""
