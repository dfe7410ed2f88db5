"""What the GM adds to a combatant, on a page beside the map: counters, auras, light, what the clock ends."""

from dataclasses import dataclass

from rules.engine.areas.auras import Aura
from rules.engine.declared.clock_units import ClockUnit
from rules.engine.gm.countdown import lasting_conditions
from rules.engine.gm.counters import Counter
from rules.engine.state import BattleState, Lamp
from rules.engine.system import find_system
from rules.engine.text import Words
from webapp.battle_log.lamp_words import burns_words
from webapp.drawing.area_drawing import aura_words
from webapp.panels.page_frame import Frame
from webapp.visibility.seen_words import seen_shown


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtrasView:
    """What there is of it, for the GM."""

    frame: Frame
    who: str
    name: str
    counters: tuple[Counter, ...]
    auras: tuple[tuple[Aura, Words], ...]
    """Its auras, each in words."""
    unit: str
    """What their lengths are counted in."""
    lasting: tuple[tuple[str, Words, Words], ...]
    """The conditions that it has, by id and words, and how long each still lasts, if that is known."""
    units: tuple[ClockUnit, ...]
    running: bool
    lamp: Lamp | None
    """The light that it carries, be it put out."""
    burns: Words
    """How long that still burns."""
    is_lit: bool


def extras_view(state: BattleState, frame: Frame, who: str) -> ExtrasView:
    """List what the GM has added to somebody. Raises `Refusal` `unknown-combatant`."""
    combatant, system = state.combatant(who), find_system(state.system)
    turns, lamp = system.turns, combatant.lamp or combatant.put_out
    unit = state.map.grid.unit if state.map is not None else system.cell[1]
    left = {one.condition: turns.time_words(one.left, one.unit) for one in combatant.timed}
    conditions = seen_shown(tuple(lasting_conditions(state, who).items()), state.combatants)
    return ExtrasView(
        frame=frame,
        who=who,
        name=combatant.name,
        counters=combatant.counters,
        auras=tuple((aura, aura_words(aura, system, unit)) for aura in combatant.auras),
        unit=unit,
        lasting=tuple((id_, words, left.get(id_, "")) for id_, words in conditions),
        units=turns.clock_units,
        running=state.running,
        lamp=lamp,
        burns="" if lamp is None else burns_words(lamp, system),
        is_lit=combatant.lamp is not None,
    )
