"""Wounds that the GM deals, that no attack does: a blast, a collapse, a fall (AT-80 to AT-90, AT-R40)."""

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.parameters import number
from rules.engine.state import BattleView
from rules.engine.text import text
from rules.systems.atomic.harm.injury import take_wounds

RATING = number("rating", 1, 99, text("Wound Rating"), rule="AT-80")
PIERCING = number("ap", 0, 9, text("Armour piercing"), rule="AT-15")
_HARDEST_FALL = 99
TAKE_PARAMETERS = (RATING, PIERCING)


def take(view: BattleView, who: str, command: Command) -> Exchange[None]:
    """Let a Wound Rating meet the armour, and what is left the soak (AT-80 to AT-89)."""
    armour = max(0, view.combatant(who).sheet.armour.rating - (PIERCING.of(command) or 0))
    return take_wounds(view, who, max(0, (RATING.of(command) or 0) - armour))


def fall(height: float) -> dict[str, int]:
    """Give the damage of a fall of so many cells: a Wound Rating of half the cells, from two on (AT-R51)."""
    cells = int(height)
    return {"rating": min(cells // 2, _HARDEST_FALL)} if cells >= 2 else {}
