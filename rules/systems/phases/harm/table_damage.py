"""Damage that the GM deals, that no attack does: a blast, a fall (PH-81, PH-90 to PH-101, PH-R40)."""

from rules.engine.command import Command
from rules.engine.dice import TABLE
from rules.engine.exchange import Exchange, throw
from rules.engine.parameters import choice, number
from rules.engine.refusal import Refusal
from rules.engine.shown import Choice
from rules.engine.state import BattleView
from rules.engine.text import text
from rules.systems.phases.attack.attack_rolls import LocationRoll
from rules.systems.phases.harm.injury import wound
from rules.systems.phases.sheet.gear import LOCATIONS, Kind, Weapon

DICE = number("dice", 1, 10, text("Damage dice"), rule="PH-91")
PLACE = choice(
    "place",
    text("Where"),
    optional=True,
    blank=text("as the die falls"),
    choices=lambda view, actor: tuple(Choice(id=place, label=text(place)) for place in LOCATIONS),
)
_HARDEST_FALL = 10
TAKE_PARAMETERS = (DICE, PLACE)
_LOCATION = text("location")


def take(view: BattleView, who: str, command: Command) -> Exchange[None]:
    """Throw damage against one place, said or thrown, and what it brings (PH-81, PH-91 to PH-101)."""
    place = PLACE.of(command) or None
    if place is not None and place not in LOCATIONS:
        raise Refusal("bad-command", text("There is no place {place} on a body.", place=repr(place)))
    return _take(view, who, DICE.of(command) or 0, place)


def _take(view: BattleView, who: str, dice: int, place: str | None) -> Exchange[None]:
    spread: tuple[tuple[str, float], ...] = () if place is None else ((place, 1.0),)
    if place is None:
        roll = LocationRoll(who=TABLE, purpose="location", label=_LOCATION, exposed=frozenset(LOCATIONS))
        spread = (yield from throw(roll)).spread
    target = view.combatant(who)
    armour = tuple((one, target.sheet.armour_at(one)) for one in LOCATIONS)
    harm = Weapon(id="harm", name="harm", kind=Kind.MELEE, skill="melee", damage=dice)
    yield from wound(view, TABLE, target, harm, spread, armour)


def fall(height: float) -> dict[str, int]:
    """Give the damage of a fall of so many cells: a die for each two cells, from two on (PH-R51)."""
    cells = int(height)
    return {"dice": min(cells // 2, _HARDEST_FALL)} if cells >= 2 else {}
