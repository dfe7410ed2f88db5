"""Damage that the GM deals, that no attack does: a blast, a collapse, a fall (SW-120 to SW-128, SW-R80)."""

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.parameters import number
from rules.engine.state import BattleView
from rules.engine.text import text
from rules.systems.savage import house as own
from rules.systems.savage.attack.damage_rolls import DamageRoll
from rules.systems.savage.harm.injury import Blow, room_of, suffer
from rules.systems.savage.sheet.gear import Location

DAMAGE = number("damage", 1, 999, text("Damage"), rule="SW-120")
PIERCING = number("ap", 0, 99, text("Armour piercing"), rule="SW-122")
_HARDEST_FALL = 40
TAKE_PARAMETERS = (DAMAGE, PIERCING)


def take(view: BattleView, who: str, command: Command) -> Exchange[None]:
    """Measure so much damage against the Toughness of the torso, and let it work (SW-121 to SW-128)."""
    target = view.combatant(who)
    sheet, toughness = target.sheet, target.sheet.toughness(house=target.house)
    if not sheet.is_object:
        toughness -= min(PIERCING.of(command) or 0, sheet.armour_at(Location.TORSO))
    roll = DamageRoll(
        who=who,
        purpose="damage",
        dice=(),
        toughness=toughness,
        is_shaken=target.state.shaken and own.SHAKEN_TWICE.on(view.state.house),
        is_object=sheet.is_object,
        room=room_of(target),
        step=own.WOUND.value(view.state.house),
    )
    return suffer(view, roll.read(DAMAGE.of(command) or 0, ()), who, Blow(by=None, unseats=True))


def fall(height: float) -> dict[str, int]:
    """Give the damage of a fall of so many cells: three points of damage a cell, from two on (SW-R91)."""
    cells = int(height)
    return {"damage": min(3 * cells, _HARDEST_FALL)} if cells >= 2 else {}
