"""The Savage Worlds-style system: action cards, exploding dice, Wild Cards and Extras."""

from rules.systems.savage.system import SavageSystem

SYSTEM = SavageSystem()
