"""The whole stock: the seven that were there first lead it, as fights that are kept know them."""

from rules.engine.declared.stock_kinds import of_kind
from rules.systems.phases.sheet.stock.beasts import BEAST_STOCK, SWARM_STOCK
from rules.systems.phases.sheet.stock.heroes import HEROES_STOCK, LEADS
from rules.systems.phases.sheet.stock.leaders import LEADER_STOCK
from rules.systems.phases.sheet.stock.machines import MACHINE_STOCK, MACHINE_SWARMS
from rules.systems.phases.sheet.stock.people import BLADES, BYSTANDERS, FIRST_PEOPLE, GUNS

STOCK = (
    *of_kind("leads", LEADS),
    *of_kind("people", FIRST_PEOPLE),
    *of_kind("leads", HEROES_STOCK),
    *of_kind("people", (*GUNS, *BLADES, *BYSTANDERS)),
    *of_kind("leaders", LEADER_STOCK),
    *of_kind("beasts", BEAST_STOCK),
    *of_kind("swarms", (*SWARM_STOCK, *MACHINE_SWARMS)),
    *of_kind("machines", MACHINE_STOCK),
)
"""The four of the rules, and many of our own."""
