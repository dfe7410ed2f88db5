"""Whether an attack gets to its target: reach, range, line of fire, and one's own cover (TS-200, TS-232)."""

from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.text import combatant, text
from rules.systems.tesseris.attack.facts import Facts
from rules.systems.tesseris.attack.options import (
    is_blind,
)
from rules.systems.tesseris.attack.strike import range_band
from rules.systems.tesseris.sheet.gear import Weapon
from rules.systems.tesseris.state import Fighter


def require_reach(actor: Fighter, target: Fighter, weapon: Weapon, facts: Facts) -> None:
    """Refuse what is out of range or line of fire. Raises `Refusal`."""
    if weapon.is_melee:
        if facts.adjacent:
            return
        said = text(
            "{target} is {distance} yards away, not next to {actor}.",
            target=combatant(target),
            distance=facts.distance,
            actor=combatant(actor),
        )
        raise Refusal("out-of-range", said, "TS-208")
    if range_band(weapon, facts.distance, actor.house) is None:
        said = text(
            "{target} is {distance} yards away; the {weapon} shoots {value} at the most.",
            target=combatant(target),
            distance=facts.distance,
            weapon=weapon.words.low,
            value=3 * (weapon.range or 0),
        )
        raise Refusal("out-of-range", said, "TS-232")
    if not facts.line_of_fire:
        raise Refusal(
            "no-line-of-fire",
            text("There is no line of fire to {target}.", target=combatant(target)),
            "TS-200",
        )


def require_open(actor: Fighter, facts: Facts, command: Command) -> bool:
    """Refuse to shoot from behind one's cover unseeing; say if it is fired blind (TS-145, TS-239)."""
    blind = is_blind(command)
    cover = actor.state.cover
    if blind and cover is None:
        raise Refusal(
            "no-cover",
            text("{actor} is in no cover to fire blindly from.", actor=combatant(actor)),
            "TS-239",
        )
    if cover is not None and cover.hunkered and not blind and not facts.near_side:
        said = text(
            "{actor} is hunkered down and sees nobody: stand up, or fire blindly.", actor=combatant(actor)
        )
        raise Refusal("hunkered", said, "TS-145")
    return blind
