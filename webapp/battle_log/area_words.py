"""Lines of the log that tell of areas on the map, as their reader knows them."""

from rules.engine.areas.area_events import AreaKept, AreaTaken
from rules.engine.areas.kept_areas import KeptArea
from rules.engine.system import Line, System
from rules.engine.text import Text, as_typed, text


def area_line(event: AreaKept | AreaTaken, system: System, *, is_gm: bool) -> Line:
    """Word that an area lies on the map, or is gone."""
    if isinstance(event, AreaTaken):
        name = as_typed(event.name)
        if event.ended:
            return Line(text=text("{area} is over.", area=name), tone="turn")
        return Line(text=text("{area} is gone from the map.", area=name), tone="gm")
    area = area_words(event.area, system) if is_gm else as_typed(event.area.name)
    return Line(text=text("An area on the map: {area}.", area=area), tone="gm")


def area_words(area: KeptArea, system: System) -> Text:
    """Word an area for who may know how long it lasts: its name and that."""
    if area.left is None:
        return as_typed(area.name)
    time = system.turns.time_words(area.left, area.unit)
    return text("{area}, {time} more", area=as_typed(area.name), time=time)
