"""Lines of the log that tell of auras."""

from rules.engine.areas.aura_events import AuraPut, AuraTaken
from rules.engine.system import Line
from rules.engine.text import Ref, Text, as_typed, text


def aura_line(event: AuraPut | AuraTaken, who: Ref | Text) -> Line:
    """Word that somebody has an aura, or has it no more."""
    name = as_typed(event.name)
    if isinstance(event, AuraPut):
        return Line(text=text("{who} has an aura: {aura}.", who=who, aura=name), tone="gm", big=name)
    if event.ended:
        return Line(text=text("{who}: the aura {aura} is over.", who=who, aura=name), tone="turn")
    return Line(text=text("{who} has no aura {aura} any more.", who=who, aura=name), tone="gm")
