"""Atomic Tomorrow Adventures: percentile dice, four ranges, five wounds."""

from rules.engine.declared.about import About
from rules.engine.text import text

ABOUT = About(
    id="atomic",
    name="Atomic Tomorrow Adventures",
    summary=text(
        "Percentile dice, four ranges instead of counted steps, defences asked of the target, five wounds."
    ),
)
