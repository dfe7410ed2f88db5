"""The whole stock: the seven that were there first lead it, as fights that are kept know them."""

from rules.systems.atomic.sheet.stock.beasts import BEAST_STOCK, SWARM_STOCK
from rules.systems.atomic.sheet.stock.heroes import HEROES_STOCK, LEADS
from rules.systems.atomic.sheet.stock.leaders import LEADER_STOCK
from rules.systems.atomic.sheet.stock.machines import FIRST_MACHINES, MACHINE_STOCK
from rules.systems.atomic.sheet.stock.people import FIRST_PEOPLE, PEOPLE_STOCK

STOCK = (
    *LEADS,
    *FIRST_PEOPLE,
    *FIRST_MACHINES,
    *HEROES_STOCK,
    *PEOPLE_STOCK,
    *LEADER_STOCK,
    *BEAST_STOCK,
    *SWARM_STOCK,
    *MACHINE_STOCK,
)
"""The four of the rules, and many of our own."""
