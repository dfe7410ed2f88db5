"""How long something lasts, as each command says it that lets something end by the clock."""

from rules.engine.parameters import number, words

LONGEST = 9999
"""How many rounds, or other units of the clock, something lasts at most."""
UNIT = words("unit")
"""In which unit of the system's clock; rounds, where it is left out."""
LASTS = number("lasts", 0, LONGEST)
"""How many of them; 0 for as long as the GM wants."""
