"""Phase combat: pools of ten-sided dice, declared actions, simultaneous moments."""

from rules.engine.declared.about import About
from rules.engine.text import text

ABOUT = About(
    id="phases",
    name="Phase combat",
    summary=text(
        "Pools of ten-sided dice. Actions are declared, the slowest first, and fall at the same moment."
    ),
)
