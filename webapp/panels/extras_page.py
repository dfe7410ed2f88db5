"""What the GM adds to a combatant, on a page that opens beside the map: counters, and its light."""

from dataclasses import dataclass

from rules.engine.gm.counters import Counter
from rules.engine.state import BattleState, Lamp
from webapp.panels.page_frame import Frame


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtrasView:
    """What there is of it, for the GM."""

    frame: Frame
    who: str
    name: str
    counters: tuple[Counter, ...]
    lamp: Lamp | None


def extras_view(state: BattleState, frame: Frame, who: str) -> ExtrasView:
    """List what the GM has added to somebody. Raises `Refusal` `unknown-combatant`."""
    combatant = state.combatant(who)
    return ExtrasView(
        frame=frame,
        who=who,
        name=combatant.name,
        counters=combatant.counters,
        lamp=combatant.lamp,
    )
