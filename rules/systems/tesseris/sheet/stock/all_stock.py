"""The whole stock: the nine that were there first lead it, in their old order."""

from rules.engine.declared.stock_kinds import of_kind
from rules.systems.tesseris.sheet.stock.beasts import BEAST_STOCK, SWARM_STOCK
from rules.systems.tesseris.sheet.stock.heroes import DUELLIST, FIRST_HEROES, HEROES_STOCK
from rules.systems.tesseris.sheet.stock.leaders import LEADER_STOCK
from rules.systems.tesseris.sheet.stock.machines import MACHINE_STOCK
from rules.systems.tesseris.sheet.stock.people import BRUTE, FIGHTING_PEOPLE, FIRST_TWO, OTHER_PEOPLE

STOCK = (
    *of_kind("people", FIRST_TWO),
    *of_kind("leads", (DUELLIST,)),
    *of_kind("people", (BRUTE,)),
    *of_kind("leads", (*FIRST_HEROES, *HEROES_STOCK)),
    *of_kind("people", (*FIGHTING_PEOPLE, *OTHER_PEOPLE)),
    *of_kind("leaders", LEADER_STOCK),
    *of_kind("beasts", BEAST_STOCK),
    *of_kind("swarms", SWARM_STOCK),
    *of_kind("machines", MACHINE_STOCK),
)
"""The four of the rules, and many of our own."""
