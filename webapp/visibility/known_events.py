"""Which events a viewer is told of, and what of each.

Where an event tells of somebody unseen and of somebody seen, the unseen one is called "somebody".
"""

from collections.abc import Collection, Mapping
from typing import Any

from rules.engine.areas.area_events import AreaCounted, AreaKept, AreaTaken
from rules.engine.areas.aura_events import AuraCounted, AuraPut
from rules.engine.battle_events import (
    Commanded,
    DoorSet,
    MapEdited,
    MapSet,
    Moved,
    OrderChanged,
    PromptAnswered,
    PromptOpened,
    Rolled,
    TurnStarted,
)
from rules.engine.combatant_events import CombatantAdded, CombatantEdited, SheetSet, StateSet
from rules.engine.dice import TABLE
from rules.engine.events import Event, ForSome, event_as_json
from rules.engine.fog.fog_events import Explored, FogPainted, FogSet, LampCounted, LampTimed
from rules.engine.gm.time_events import ConditionCounted, ConditionRanOut, ConditionTimed
from rules.engine.known_battle import event_without
from rules.engine.notes.note_events import MapNoteSet, SceneNotesWritten
from rules.engine.state import BattleState
from rules.engine.system import find_system
from rules.map.model import DoorState
from webapp.visibility.known_people import visible
from webapp.visibility.known_walls import shows
from webapp.visibility.viewer import Viewer, knows_mark


def tells(
    event: Event, before: BattleState, after: BattleState, viewer: Viewer, known: Collection[str]
) -> bool:
    """Say whether a viewer is told of an event at all, and counts it.

    Args:
        before, after: the states round the event.
        known: the combatants that the viewer knew of before it, or knows of after it.
    """
    if viewer.is_gm:
        return True
    if isinstance(event, ForSome) and not knows_mark(viewer, after.combatants.get(event.who), event.seen_by):
        return False
    system = find_system(after.system)
    keeper = system.secrets.secret_of(event, before)
    if keeper is not None and keeper not in viewer.owns:
        return False
    if system.secrets.hides(event, before, known) and viewer.owns.isdisjoint(event.subjects()):
        return False
    if event.is_doers_own() and getattr(event, "who", None) not in known:
        return False
    if viewer.secret_turns and isinstance(event, PromptOpened | PromptAnswered):
        return event.to in known
    if viewer.secret_turns and event.of_turns:
        return getattr(event, "who", None) in known
    if viewer.secret_turns and event.ends_turn:
        return _ends_more_than_a_turn(event, before, after, viewer, known)
    match event:
        case Commanded():  # what it did is told for itself; that the GM overruled something is told by it
            is_action = system.action(event.do) is not None
            return is_action and event.actor in known and bool(event.params.get("facts"))
        case DoorSet():
            return event.state is not DoorState.SECRET
        case FogSet() | FogPainted() | Explored():
            return False  # what a viewer has of it is the ground that it knows of
        case MapNoteSet() | SceneNotesWritten() | AreaKept() | AreaCounted() | AreaTaken():
            return False  # the stream tells of those that its viewers know; a scene's notes are the GM's
        case ConditionTimed() | ConditionCounted() | AuraCounted() | LampTimed() | LampCounted():
            return event.who in viewer.owns  # how long it lasts is not seen of others
        case MapEdited():
            return shows(event, before.map, after.map)
        case OrderChanged():
            return [i for i in before.order if i in known] != [i for i in after.order if i in known]
        case TurnStarted():
            return event.who in known or before.clock != after.clock
        case Rolled(quiet=True):
            return False
        case PromptAnswered():
            return event.to in known or (before.prompt is not None and before.prompt.about in known)
    subjects = [who for who in event.subjects() if who != TABLE]
    return not subjects or any(who in known for who in subjects)


def _ends_more_than_a_turn(
    event: Event, before: BattleState, after: BattleState, viewer: Viewer, known: Collection[str]
) -> bool:
    """Say whether the end of a turn changes what is to be seen of somebody known, or is a viewer's own."""
    system, known_ones = find_system(after.system), [who for who in event.subjects() if who in known]

    def looks(state: BattleState) -> list[Any]:
        people = [state.combatants[who] for who in known_ones if who in state.combatants]
        return [
            (system.looks.marks(c), system.looks.gauges(c), system.looks.track(c), system.is_down(c))
            for c in people
        ]

    return not viewer.owns.isdisjoint(known_ones) or looks(before) != looks(after)


_CUT_DOWN = (
    *(Commanded, MapSet, MapEdited, CombatantAdded, CombatantEdited, SheetSet, StateSet),
    *(ConditionTimed, ConditionRanOut),
    *(MapNoteSet, SceneNotesWritten, AreaKept, AuraPut),
)
"""Events that hold sheets, states, notes or secret doors: others than the GM are given their kind alone."""


def event_for(event: Event, after: BattleState, viewer: Viewer, known: Collection[str]) -> dict[str, Any]:
    """Give an event that a viewer is told of as JSON, to a program that acts for the viewer.

    Lists lose the unknown; one that is about somebody unknown is cut down to its kind.
    """
    kind = {"kind": event.kind}
    if viewer.is_gm:
        return {**kind, **event_as_json(event)}
    event = event.as_known(known)
    if isinstance(event, _CUT_DOWN):
        return kind
    if isinstance(event, Moved) and event.who not in visible(after, viewer):
        return {**kind, "who": event.who}
    if isinstance(event, PromptOpened) and event.to not in viewer.owns:
        return {**kind, "to": event.to} if event.to in known else kind
    unseen = after.unknown_to(known)
    cut = event_without(event, unseen)
    if cut is None:
        return kind
    data = event_as_json(cut)
    if isinstance(data.get("clock"), dict):
        secret = find_system(after.system).secret_clock
        data["clock"] = {key: value for key, value in data["clock"].items() if key not in secret}
    names = unseen | {after.combatants[who].name for who in unseen if who in after.combatants}
    return kind if names and _names_any(data, names) else {**kind, **data}


def _names_any(value: Any, names: Collection[str]) -> bool:
    if isinstance(value, str):
        return any(name in value for name in names)
    if isinstance(value, Mapping):
        return any(_names_any(part, names) for pair in value.items() for part in pair)
    return isinstance(value, list | tuple) and any(_names_any(part, names) for part in value)
