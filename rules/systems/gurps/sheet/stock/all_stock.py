"""Everybody who stands ready: the four of the rules, and more of our own (section 3.6)."""

from collections.abc import Mapping
from typing import Any

from rules.systems.gurps.sheet.stock.beasts import BEASTS
from rules.systems.gurps.sheet.stock.guns import GUNS
from rules.systems.gurps.sheet.stock.machines import MACHINES
from rules.systems.gurps.sheet.stock.monsters import MONSTERS
from rules.systems.gurps.sheet.stock.outlaws import OUTLAWS
from rules.systems.gurps.sheet.stock.soldiers import SOLDIERS

STOCK = (*SOLDIERS, *OUTLAWS, *GUNS, *BEASTS, *MONSTERS, *MACHINES)
BY_ID: Mapping[str, Mapping[str, Any]] = {item.id: item.sheet for item in STOCK}
"""The sheets, by the ids that a sheet's `stock` names."""
