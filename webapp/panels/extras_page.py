"""What the GM adds to a combatant, on a page beside the map: counters, what ends by the clock, its light."""

from dataclasses import dataclass

from rules.engine.declared.clock_units import ClockUnit
from rules.engine.gm.countdown import lasting_conditions
from rules.engine.gm.counters import Counter
from rules.engine.state import BattleState, Lamp
from rules.engine.system import find_system
from rules.engine.text import Words
from webapp.panels.page_frame import Frame
from webapp.visibility.seen_words import seen_shown


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtrasView:
    """What there is of it, for the GM."""

    frame: Frame
    who: str
    name: str
    counters: tuple[Counter, ...]
    lasting: tuple[tuple[str, Words, Words], ...]
    """The conditions that it has, by id and words, and how long each still lasts, if that is known."""
    units: tuple[ClockUnit, ...]
    running: bool
    lamp: Lamp | None


def extras_view(state: BattleState, frame: Frame, who: str) -> ExtrasView:
    """List what the GM has added to somebody. Raises `Refusal` `unknown-combatant`."""
    combatant, turns = state.combatant(who), find_system(state.system).turns
    left = {one.condition: turns.time_words(one.left, one.unit) for one in combatant.timed}
    conditions = seen_shown(tuple(lasting_conditions(state, who).items()), state.combatants)
    return ExtrasView(
        frame=frame,
        who=who,
        name=combatant.name,
        counters=combatant.counters,
        lasting=tuple((id_, words, left.get(id_, "")) for id_, words in conditions),
        units=turns.clock_units,
        running=state.running,
        lamp=combatant.lamp,
    )
