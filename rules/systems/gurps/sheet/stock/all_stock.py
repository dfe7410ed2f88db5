"""Everybody who stands ready: the four of the rules, and more of our own (section 3.6)."""

from collections.abc import Mapping
from typing import Any

from rules.engine.declared.stock_kinds import of_kind
from rules.systems.gurps.sheet.stock.beasts import BEASTS, SWARMS
from rules.systems.gurps.sheet.stock.guns import GUNS
from rules.systems.gurps.sheet.stock.heroes import HERO_STOCK
from rules.systems.gurps.sheet.stock.leaders import LEADERS
from rules.systems.gurps.sheet.stock.machines import MACHINES
from rules.systems.gurps.sheet.stock.monsters import MONSTERS
from rules.systems.gurps.sheet.stock.outlaws import OUTLAWS
from rules.systems.gurps.sheet.stock.soldiers import SOLDIERS

STOCK = (
    *of_kind("leads", HERO_STOCK),
    *of_kind("people", (*SOLDIERS, *OUTLAWS, *GUNS)),
    *of_kind("leaders", LEADERS),
    *of_kind("beasts", BEASTS),
    *of_kind("swarms", SWARMS),
    *of_kind("monsters", MONSTERS),
    *of_kind("machines", MACHINES),
)
BY_ID: Mapping[str, Mapping[str, Any]] = {item.id: item.sheet for item in STOCK}
"""The sheets, by the ids that a sheet's `stock` names."""
