"""Damage that the GM deals, that no attack does: a blast, a collapse, a fall (TS-252 to TS-258, TS-R70)."""

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.parameters import number
from rules.engine.state import BattleView
from rules.engine.text import text
from rules.systems.tesseris.harm.injury import fall_all, hurt, soak_of

DAMAGE = number("damage", 1, 999, text("Damage"), rule="TS-250")
PIERCING = number("ap", 0, 99, text("Armour piercing"), rule="TS-253")
_HARDEST_FALL = 100
TAKE_PARAMETERS = (DAMAGE, PIERCING)


def take(view: BattleView, who: str, command: Command) -> Exchange[None]:
    """Let so much damage through what the torso soaks: to stamina, to wounds (TS-253 to TS-258)."""
    soak = soak_of(view.combatant(who), "torso", PIERCING.of(command) or 0, cover=False)
    return _take(view, who, DAMAGE.of(command) or 0, soak)


def _take(view: BattleView, who: str, damage: int, soak: int) -> Exchange[None]:
    yield from hurt(view, who, damage, soak)
    yield from fall_all(view, (who,))


def fall(height: float) -> dict[str, int]:
    """Give the damage of a fall of so many cells: a point of damage a yard, from two on (TS-R81)."""
    cells = int(height)
    return {"damage": min(cells, _HARDEST_FALL)} if cells >= 2 else {}
