"""Damage that the GM deals, that no attack does: a blast, a collapse, a fall (GU-903 to GU-917, GU-R80)."""

from rules.engine.command import Command
from rules.engine.dice import TABLE
from rules.engine.exchange import Exchange
from rules.engine.parameters import choice, number
from rules.engine.refusal import Refusal
from rules.engine.shown import Choice
from rules.engine.state import BattleView
from rules.engine.text import text
from rules.systems.gurps.attack.damage import TYPES
from rules.systems.gurps.harm.injury import take_hit
from rules.systems.gurps.harm.wounds import Blow

DAMAGE = number("damage", 1, 999, text("Damage"), rule="GU-903")
TYPE = choice(
    "type",
    text("Type"),
    optional=True,
    default="cr",
    choices=lambda view, actor: tuple(Choice(id=kind.id, label=kind.name) for kind in TYPES.values()),
)
_HARDEST_FALL = 100
TAKE_PARAMETERS = (DAMAGE, TYPE)


def take(view: BattleView, who: str, command: Command) -> Exchange[None]:
    """Let so much basic damage hit no place in particular, against the mean DR (GU-904, GU-907)."""
    type_ = TYPE.of(command) or TYPE.default
    if type_ not in TYPES:
        raise Refusal("bad-command", text("There is no type of damage {type}.", type=repr(type_)))
    return take_hit(view, TABLE, who, Blow(type=type_), None, DAMAGE.of(command) or 0)


def fall(height: float) -> dict[str, int]:
    """Give the damage of a fall of so many cells: a point of crushing damage a yard, from two on (GU-R91)."""
    cells = int(height)
    return {"damage": min(cells, _HARDEST_FALL)} if cells >= 2 else {}
