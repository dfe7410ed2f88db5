"""The GM's commands over areas that stay on the map.

put-area   {"name": "Smoke", "shape": "blast", "at": [3.5, 4.5], "size": 2, "walls": true, "tone": "info",
            "seen_by": "all", "lasts": 3, "unit": "round"}
put-area   {"area": ID, "name": "Thin smoke", "lasts": 1}     changes that area: what is left out stays
take-area  {"area": ID}

Cones, arcs and lines have a `direction` and a `width` or an `angle` besides. On a map of zones it is a
whole one: {"shape": "zone", "zone": ID}. With 0 for `lasts` it ends by itself no more.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import cast, get_args

from rules.engine.areas.area_events import AreaKept, AreaTaken
from rules.engine.areas.area_parameters import (
    AREA,
    AREA_ANGLE,
    AREA_AT,
    AREA_DIRECTION,
    AREA_NAME,
    AREA_SEEN,
    AREA_SHAPE,
    AREA_SIZE,
    AREA_TONE,
    AREA_TOUCH,
    AREA_WALLS,
    AREA_WIDTH,
    ZONE_ID,
)
from rules.engine.areas.kept_areas import (
    AREA_SEEN_BY,
    MOST_AREAS,
    SHAPES,
    ZONE,
    AreaSeenBy,
    KeptArea,
    still_lies,
)
from rules.engine.command import Command
from rules.engine.exchange import Exchange, tell
from rules.engine.gm.time_parameters import LASTS
from rules.engine.gm.time_units import read_unit
from rules.engine.house.house import Tone
from rules.engine.parameters import read_all
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.text import joined, text
from rules.map.map_json import MapError

LONGEST_NAME = 40
"""Letters that an area's name has at most."""
_WHERE = (AREA_AT, AREA_SIZE, AREA_WIDTH, AREA_DIRECTION, AREA_ANGLE, AREA_TOUCH, AREA_WALLS)
"""What is said of where an area lies; each is called as the area has it."""


def put_area(view: BattleView, command: Command) -> Exchange[None]:
    """Lay an area that stays, or change one. Refuses `bad-area`, `no-area`, `no-map` and `no-change`."""
    state = view.state
    if state.map is None:
        raise Refusal("no-map", text("There is no map to lay an area on: lay one out first."))
    old = _find(state, AREA.of(command) or "") if AREA.is_in(command) else None
    area = _checked(state, _wanted(state, command, old))
    if area == old:
        raise Refusal("no-change", text("The area is like that already."))
    if old is None and len(state.areas) >= MOST_AREAS:
        said = text("There are {most} areas on this map: take one away first.", most=MOST_AREAS)
        raise Refusal("bad-area", said)
    if old is not None and old.seen_by != area.seen_by:  # to who sees it no more it is gone
        yield from tell(AreaTaken(area=old.id, name=old.name, seen_by=old.seen_by))
    yield from tell(AreaKept(area=area))


def take_area(view: BattleView, command: Command) -> Exchange[None]:
    """Take an area off the map. Refuses `no-area`."""
    area = _find(view.state, AREA.of(command) or "")
    yield from tell(AreaTaken(area=area.id, name=area.name, seen_by=area.seen_by))


def _find(state: BattleState, id_: str) -> KeptArea:
    found = next((area for area in state.areas if area.id == id_), None)
    if found is None:
        raise Refusal("no-area", text("That area is not on the map any more."))
    return found


def _wanted(state: BattleState, command: Command, old: KeptArea | None) -> KeptArea:
    """Read what a command wants of an area; what it leaves out is as it was."""
    area = (
        KeptArea(id=command.fresh_id("a", {area.id for area in state.areas}), name="", shape="blast")
        if old is None
        else old
    )
    area = replace(area, **read_all(_WHERE, command))
    if LASTS.is_in(command):
        area = replace(area, left=LASTS.of(command) or None, unit=read_unit(state, command))
    return replace(
        area,
        name=" ".join((AREA_NAME.of(command) or area.name).split()),
        shape=AREA_SHAPE.of(command) or area.shape,
        zone=ZONE_ID.of(command) or area.zone,
        tone=cast(Tone, AREA_TONE.of(command) or area.tone),
        seen_by=cast(AreaSeenBy, AREA_SEEN.of(command) or area.seen_by),
    )


def _checked(state: BattleState, area: KeptArea) -> KeptArea:
    if not area.name:
        raise Refusal("bad-area", text("An area needs a name."))
    if len(area.name) > LONGEST_NAME:
        raise Refusal("bad-area", text("An area's name has at most {most} letters.", most=LONGEST_NAME))
    if area.tone not in get_args(Tone):
        raise Refusal("bad-area", text("An area is red, yellow, blue or green."))
    if area.seen_by not in AREA_SEEN_BY:
        raise Refusal("bad-area", text("An area is seen by all, or by the GM alone."))
    if area.shape not in SHAPES:
        said = text("An area is {shapes}; not {given}.", shapes=joined(SHAPES), given=repr(area.shape[:40]))
        raise Refusal("bad-area", said)
    if area.shape == "blast" or area.shape == ZONE:
        area = replace(area, direction=0.0, width=0.0, angle=0.0)
    if area.shape == ZONE:
        area = replace(area, at=(0.0, 0.0), size=0.0, touch=False, walls=True)
    else:
        area = replace(area, zone="", at=(round(area.at[0], 3), round(area.at[1], 3)))
        try:
            _ = area.area
        except MapError as error:
            raise Refusal("bad-area", text("This is no area: {problem}", problem=str(error))) from None
    if not still_lies(area, state.map):
        raise Refusal("bad-area", text("Say where on the map the area lies."))
    return area


AREA_COMMANDS: Mapping[str, Callable[[BattleView, Command], Exchange[None]]] = {
    "put-area": put_area,
    "take-area": take_area,
}
"""By what they are called; all of them may come while somebody is asked."""
