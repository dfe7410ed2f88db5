"""Crossed Blades: two swords, two d20. Battlemat finds it by its entry point."""

from crossed_blades.system import CrossedBlades

SYSTEM = CrossedBlades()
