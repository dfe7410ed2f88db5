"""What each command of the GM may be told, under any system: whom and what it names, and how that is read.

It stands apart from what the commands do, so that `System.declared` finds it without them.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine.areas.area_parameters import AREA_PARAMETERS
from rules.engine.declared.tempers import TEMPERS
from rules.engine.gm.aims import AIMS
from rules.engine.gm.counters import HIGHEST_COUNT
from rules.engine.gm.gm_marks import MOST_ROUNDS
from rules.engine.gm.time_parameters import LASTS, UNIT
from rules.engine.kinds import (
    OBJECT,
    PLACES,
    Reader,
    measure,
    read_cells,
    read_object,
    read_text,
    read_texts,
)
from rules.engine.notes.note_parameters import NOTE_PARAMETERS
from rules.engine.parameters import Parameter, choice, door, flag, number, one, place, record, records, words
from rules.engine.refusal import Refusal
from rules.engine.text import joined, text
from rules.map.map_json import MapError, read_ambient, read_surface
from rules.map.model import Brightness, Cell, DoorState, Surface

LARGEST = 10
"""Cells that a side of the largest footprint has."""
FARTHEST = 1000
"""How many cells far a light that is carried may shine."""
HIGHEST = 10_000
"""How far above the ground somebody may be, in the grid's unit."""
LARGEST_MODIFIER = 1000
"""How much a modifier may be that was forgotten."""
_PORTRAIT = re.compile("[a-z0-9.-]{0,40}", re.ASCII)
_PICTURE_ID = re.compile("(?:[0-9a-f]{32})?", re.ASCII)


# ---------------------------------------------------------------------------------- how a part is read
def _read_picture_id(key: str, value: Any) -> str:
    picture = read_text(key, value)
    if _PICTURE_ID.fullmatch(picture) is None:
        said = text("'picture' must be the id of a picture; {picture} is none.", picture=repr(picture[:40]))
        raise Refusal("bad-command", said)
    return picture


def _read_portrait(key: str, value: Any) -> str:
    portrait = read_text(key, value)
    if _PORTRAIT.fullmatch(portrait) is None:
        said = text(
            "'portrait' must be the name of a portrait; {portrait} is none.", portrait=repr(portrait[:40])
        )
        raise Refusal("bad-command", said)
    return portrait


def read_door_state(key: str, value: Any) -> DoorState:
    """Read what a door is to be. Raises `Refusal` `bad-command`."""
    if not isinstance(value, str) or value not in set(DoorState):
        said = text("A door is {states}; not {given}.", states=joined(DoorState), given=repr(value))
        raise Refusal("bad-command", said)
    return DoorState(value)


def _read_temper(key: str, value: Any) -> str:
    if not isinstance(value, str) or value not in TEMPERS:
        said = text("A temper is {tempers}; not {given}.", tempers=joined(TEMPERS), given=repr(value))
        raise Refusal("bad-command", said)
    return str(value)


def _read_aim(key: str, value: Any) -> str:
    if not isinstance(value, str) or value not in AIMS:
        said = text("An aim is {aims}; not {given}.", aims=joined(AIMS), given=repr(value))
        raise Refusal("bad-command", said)
    return str(value)


def _read_map(key: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise Refusal("bad-map", text("A map is an object with a grid, or null for none."))
    return value


def read_map_list(key: str, value: Any) -> tuple[Any, ...]:
    """Read a list of what is drawn on a map. Raises `Refusal` `bad-map`."""
    if not isinstance(value, list | tuple):
        raise Refusal("bad-map", text("{key}: expected a list.", key=key))
    return tuple(value)


def read_map_object(key: str, value: Any) -> Mapping[str, Any]:
    """Read something that is drawn on a map. Raises `Refusal` `bad-map`."""
    if not isinstance(value, Mapping):
        raise Refusal("bad-map", text("{key}: expected an object.", key=key))
    return value


def _read_dropped(key: str, value: Any) -> tuple[Any, ...]:
    return read_map_list(f"drop.{key}", value)


def _read_ambient(key: str, value: Any) -> Brightness:
    try:
        return read_ambient({key: value})
    except MapError as error:
        raise Refusal("bad-map", str(error)) from None


def _read_surface(key: str, value: Any) -> Surface:
    try:
        return read_surface({key: value})
    except MapError as error:
        raise Refusal("bad-map", str(error)) from None


def read_forgotten(key: str, value: Any) -> int:
    """Read a modifier that was forgotten, which is not 0. Raises `Refusal` `bad-command`."""
    if type(value) is not int or not 0 < abs(value) <= LARGEST_MODIFIER:
        said = text(
            "Give the forgotten modifier as a whole number up to {most}, such as -2.", most=LARGEST_MODIFIER
        )
        raise Refusal("bad-command", said)
    return int(value)


def _object(id_: str, reader: Reader[Mapping[str, Any]] = read_object) -> Parameter[Mapping[str, Any]]:
    return Parameter(id=id_, kind=OBJECT, optional=True, reader=reader)


def _drawn(id_: str, reader: Reader[tuple[Any, ...]] = read_map_list) -> Parameter[tuple[Any, ...]]:
    return Parameter(id=id_, kind="list", optional=True, reader=reader)


# ------------------------------------------------------------------------------------------ combatants
TARGET = one("target")
STATE = _object("state")
"""Keys of a combatant's state, and `at`."""
AT = place("at", optional=True)
ID, NAME, SIDE = words("id"), words("name"), words("side")
SIZE = number("size", 1, LARGEST)
HIDDEN, BY_HAND, MINIATURE = (flag(id_, optional=True) for id_ in ("hidden", "by_hand", "miniature"))
LOOKS: tuple[Parameter, ...] = (NAME, SIDE, SIZE, HIDDEN, BY_HAND, MINIATURE)
"""What `edit` changes: each is called as the combatant has it."""
PICTURE: Parameter[str] = Parameter(id="picture", kind="text", optional=True, reader=_read_picture_id)
PORTRAIT: Parameter[str] = Parameter(id="portrait", kind="text", optional=True, reader=_read_portrait)
TEMPER: Parameter[str] = Parameter(id="temper", kind="choice", optional=True, reader=_read_temper)
AIM: Parameter[str] = Parameter(id="aim", kind="choice", optional=True, reader=_read_aim)
WHOM = one("whom", optional=True)
SHEET = _object("sheet")
OWN = flag("own", optional=True)
"""Whether it is the player's doing whose character it is: set by the server."""
BRIGHT, DIM = (
    Parameter(id=id_, kind="number", optional=True, reader=measure(FARTHEST)) for id_ in ("bright", "dim")
)
LAMP = record("lamp", BRIGHT, DIM)
ALTITUDE: Parameter[float] = Parameter(id="altitude", kind="number", optional=True, reader=measure(HIGHEST))
"""How far above the ground somebody is, or is to be after a move, in the grid's unit."""
FLIES, FALLS = flag("flies", optional=True), flag("falls", optional=True)
COMBATANTS = records(
    "combatants", ID, *LOOKS, SHEET, STATE, AT, PICTURE, LAMP, PORTRAIT, TEMPER, ALTITUDE, FLIES
)

# ----------------------------------------------------------------------------------------- map and fog
MAP = _object("map", _read_map)
WALL = door("wall")
DOOR_STATE: Parameter[DoorState] = Parameter(id="state", kind="choice", reader=read_door_state)
WALLS, ZONES, LIGHTS = (_drawn(id_) for id_ in ("walls", "zones", "lights"))
GROUND, ELEVATION = _drawn("ground"), _drawn("elevation")
LEVELS, PASSAGES = _drawn("levels"), _drawn("passages")
WALLS_GONE, ZONES_GONE, LIGHTS_GONE = (_drawn(id_, _read_dropped) for id_ in ("walls", "zones", "lights"))
LEVELS_GONE, PASSAGES_GONE = (_drawn(id_, _read_dropped) for id_ in ("levels", "passages"))
DROP = replace(
    _object("drop", read_map_object),
    parts=(WALLS_GONE, ZONES_GONE, LIGHTS_GONE, LEVELS_GONE, PASSAGES_GONE),
)
PICTURE_BOX = _object("picture", read_map_object)
"""Where the picture lies; null for all over the grid."""
AMBIENT: Parameter[Brightness] = Parameter(id="ambient", kind="choice", optional=True, reader=_read_ambient)
SURFACE: Parameter[Surface] = Parameter(id="surface", kind="choice", optional=True, reader=_read_surface)
FLOORS = _drawn("floors")
_LINES: tuple[Parameter, ...] = (WALLS, ZONES, LEVELS, PASSAGES, DROP)
_LOOKS: tuple[Parameter, ...] = (PICTURE_BOX, LIGHTS, AMBIENT, SURFACE)
DRAWN: tuple[Parameter, ...] = (*_LINES, GROUND, ELEVATION, FLOORS, *_LOOKS)
"""What `edit-map` changes."""
ON, EACH, LASTING, ALL = (flag(id_, optional=True) for id_ in ("on", "each", "lasting", "all"))
SIDES: Parameter[tuple[str, ...]] = Parameter(id="sides", kind="list", optional=True, reader=read_texts)
HOW = choice("how")
CELLS: Parameter[tuple[Cell, ...]] = Parameter(id="cells", kind=PLACES, optional=True, reader=read_cells)

# ---------------------------------------------------------------------------------------------- marks
MARK_TONE, SEEN_BY_WHOM = choice("tone", optional=True), choice("seen_by", optional=True)
MARK_ROUNDS = number("rounds", 0, MOST_ROUNDS)
"""How many rounds a mark lasts; 0 for as long as the GM wants."""

CONDITION = words("condition")

# ------------------------------------------------------------------------------------------- counters
COUNT, MOST_COUNT = number("value", 0, HIGHEST_COUNT), number("most", 0, HIGHEST_COUNT)
"""How many a counter has, and at most; a most of 0 is none."""
STEP = number("step", -HIGHEST_COUNT, HIGHEST_COUNT)
BY_OWNER, ON_TOKEN = flag("by_owner", optional=True), flag("on_token", optional=True)

# ---------------------------------------------------------------------------------------------- auras
RADIUS: Parameter[float] = Parameter(id="radius", kind="number", optional=True, reader=measure(HIGHEST))
"""How far an aura reaches, in the grid's unit."""
AURA_HOLDS = choice("holds", optional=True)

# --------------------------------------------------------------------------------- house rules and history
CHANGES: Parameter[tuple[Any, ...]] = Parameter(
    id="changes", kind="list", optional=True, parts=(words("part"), words("id"), _object("to"))
)
OWN_CONDITIONS: Parameter[tuple[str, ...]] = Parameter(id="conditions", kind="list", reader=read_texts)
OF, TO = choice("of", optional=True), words("to")
WHO, PURPOSE, COMMAND = one("who"), words("purpose"), words("command")
NTH = number("nth", 0, 10_000)
ROLL = record("roll", COMMAND, WHO, PURPOSE, NTH)
FORGOTTEN: Parameter[int] = Parameter(id="value", kind="number", reader=read_forgotten)
LABEL = words("label")

GM_PARAMETERS: Mapping[str, tuple[Parameter, ...]] = {
    "gm-set": (TARGET, STATE),
    "add": (COMBATANTS,),
    "remove": (TARGET,),
    "edit": (TARGET, *LOOKS),
    "set-picture": (TARGET, PICTURE),
    "set-temper": (TARGET, TEMPER, ALL),
    "hand-over": (TARGET, ON),
    "set-aim": (TARGET, AIM, AT, WHOM, ALL),
    "set-sheet": (TARGET, SHEET, NAME, OWN),
    "set-map": (MAP,),
    "edit-map": DRAWN,
    "set-door": (WALL, DOOR_STATE),
    "set-fog": (ON, EACH, LASTING, SIDES),
    "paint-fog": (HOW, CELLS, ALL),
    "set-lamp": (TARGET, BRIGHT, DIM, LASTS, UNIT),
    "put-out-lamp": (TARGET,),
    "light-lamp": (TARGET,),
    "set-altitude": (TARGET, ALTITUDE, FLIES, FALLS),
    "set-house": (CHANGES,),
    "set-conditions": (TARGET, OWN_CONDITIONS),
    "put-mark": (TARGET, NAME, MARK_TONE, MARK_ROUNDS, UNIT, SEEN_BY_WHOM),
    "take-mark": (TARGET, NAME, SEEN_BY_WHOM),
    "time-condition": (TARGET, CONDITION, LASTS, UNIT),
    "pass-time": (LASTS, UNIT),
    "put-counter": (TARGET, NAME, COUNT, MOST_COUNT, SEEN_BY_WHOM, BY_OWNER, ON_TOKEN),
    "step-counter": (TARGET, NAME, STEP, OWN),
    "take-counter": (TARGET, NAME),
    "put-aura": (TARGET, NAME, RADIUS, MARK_TONE, AURA_HOLDS, SEEN_BY_WHOM, LASTS, UNIT),
    "take-aura": (TARGET, NAME),
    **AREA_PARAMETERS,
    **NOTE_PARAMETERS,
    "harm": (TARGET,),
    "end-battle": (),
    "undo": (OF, TO),
    "redo": (OF,),
    "reconsider": (ROLL, FORGOTTEN, LABEL),
}
"""All the commands that are the GM's alone whatever the system, but for the beginning of a fight."""
