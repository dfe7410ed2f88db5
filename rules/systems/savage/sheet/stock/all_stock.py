"""The whole stock: Wild Cards first, then Extras, beasts, monsters, machines and things."""

from rules.engine.declared.stock_kinds import of_kind
from rules.systems.savage.sheet.stock.beasts import BEAST_STOCK, SWARM_STOCK
from rules.systems.savage.sheet.stock.heroes import HERO_STOCK
from rules.systems.savage.sheet.stock.leaders import LEADER_STOCK
from rules.systems.savage.sheet.stock.machines import MACHINE_STOCK
from rules.systems.savage.sheet.stock.monsters import MONSTER_STOCK
from rules.systems.savage.sheet.stock.people import PEOPLE_STOCK
from rules.systems.savage.sheet.stock.things import THING_STOCK

STOCK = (
    *of_kind("leads", HERO_STOCK),
    *of_kind("people", PEOPLE_STOCK),
    *of_kind("leaders", LEADER_STOCK),
    *of_kind("beasts", BEAST_STOCK),
    *of_kind("swarms", SWARM_STOCK),
    *of_kind("monsters", MONSTER_STOCK),
    *of_kind("machines", MACHINE_STOCK),
    *of_kind("things", THING_STOCK),
)
"""The six of the rules, many of our own, and some things to break."""
