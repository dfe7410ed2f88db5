"""The whole stock: the seven that were there first lead it, as fights that are kept know them."""

from rules.engine.declared.stock_kinds import of_kind
from rules.systems.atomic.sheet.stock.beasts import BEAST_STOCK, SWARM_STOCK
from rules.systems.atomic.sheet.stock.heroes import HEROES_STOCK, LEADS
from rules.systems.atomic.sheet.stock.leaders import LEADER_STOCK
from rules.systems.atomic.sheet.stock.machines import FIRST_MACHINES, MACHINE_STOCK
from rules.systems.atomic.sheet.stock.people import FIRST_PEOPLE, PEOPLE_STOCK

STOCK = (
    *of_kind("leads", LEADS),
    *of_kind("people", FIRST_PEOPLE),
    *of_kind("machines", FIRST_MACHINES),
    *of_kind("leads", HEROES_STOCK),
    *of_kind("people", PEOPLE_STOCK),
    *of_kind("leaders", LEADER_STOCK),
    *of_kind("beasts", BEAST_STOCK),
    *of_kind("swarms", SWARM_STOCK),
    *of_kind("machines", MACHINE_STOCK),
)
"""The four of the rules, and many of our own."""
