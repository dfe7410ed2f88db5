"""The lines of the log that any battle has, as texts: joining, moving, turns, questions, the GM's deeds.

What a system has of its own it words itself (`System.describe`); what a reader may know, `chronicle` decides.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.areas.area_events import AreaKept, AreaTaken
from rules.engine.areas.aura_events import AuraPut, AuraTaken
from rules.engine.battle_events import (
    Amended,
    BattleBegun,
    BattleEnded,
    Commanded,
    DoorSet,
    MapEdited,
    Moved,
    PromptAnswered,
    PromptOpened,
    Redone,
    TurnStarted,
    Undone,
)
from rules.engine.combatant_events import (
    AltitudeSet,
    CombatantAdded,
    CombatantEdited,
    CombatantRemoved,
    HarmDealt,
    PictureSet,
    SheetSet,
    StateSet,
)
from rules.engine.events import Event
from rules.engine.fog.fog_events import FogPainted, FogSet, LampLit, LampOut, LampSet, LampTimed
from rules.engine.gm.controls import changes
from rules.engine.gm.counter_events import CounterPut, CounterStepped, CounterTaken
from rules.engine.gm.gm_mark_events import MarkPut, MarkTaken
from rules.engine.gm.time_events import ConditionRanOut, ConditionTimed, TimePassed
from rules.engine.history.log import OF_LINE, OF_MAP, OF_TURN
from rules.engine.history.seal_events import DiceSealed
from rules.engine.house.house_events import ConditionsSet, HouseChanged
from rules.engine.names import place_words
from rules.engine.notes.map_notes import MapNote
from rules.engine.notes.note_events import MapNoteSet, SceneNotesWritten
from rules.engine.state import BattleState
from rules.engine.system import Figure, Line, System, find_system
from rules.engine.text import Gap, Ref, Text, Words, as_text, combatant, joined, key_words, template, text
from rules.map.model import DoorState
from webapp.battle_log.area_words import area_line
from webapp.battle_log.aura_words import aura_line
from webapp.battle_log.counter_words import counter_line
from webapp.battle_log.house_words import conditions_line, house_line, mark_line
from webapp.battle_log.lamp_words import lamp_line
from webapp.battle_log.note_words import note_line, scene_notes_line
from webapp.battle_log.time_words import time_line
from webapp.dice.sealed import in_groups
from webapp.visibility.known_notes import SOMEBODY

_Name = Callable[[str], Ref | Text]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """All that the words of a line depend on of who reads it: the same words go to its equals."""

    is_gm: bool
    """Whether everything may be known."""
    harm: str
    """How much is told of the harm of the guarded."""
    guarded: frozenset[str]
    """Those of whom it may not be known how badly they are hurt."""
    then: frozenset[str]
    """Those known of before the event."""
    now: frozenset[str]
    """Those known of now that it has happened."""
    then_or_now: frozenset[str]
    """Those known of before the event or after it."""
    note: tuple[MapNote | None, MapNote | None] = (None, None)
    """Of an event that tells of a note: that note as it was known before, and is known now."""


def _see_amended(event: Amended, names: _Name, reader: Reader, as_told: Callable[[Words], Words]) -> Line:
    """Tell what a forgotten modifier has changed, as far as the reader knows whom it changed."""
    was, now = key_words(event.was), key_words(event.now)
    came = text("it stays {now}", now=now) if was == now else text("{was} becomes {now}", was=was, now=now)
    return Line(
        text=text(
            "Forgotten: {value} {label}, on {roller}'s roll; {came}.",
            value=f"{'+' if event.value > 0 else '−'}{abs(event.value)}",
            label=as_told(event.label),
            roller=names(event.who),
            came=came,
        ),
        tone="gm",
        figures=tuple(
            Figure(
                label=text("{who}, {what}", who=names(who), what=key_words(key)),
                value=f"{before} → {after}",
            )
            for who, key, before, after in event.changes
            if reader.is_gm or who in reader.now
        ),
    )


_DOOR_LINES = {
    DoorState.OPEN: (text("A door is opened."), text("A door is opened by {who}.")),
    DoorState.CLOSED: (text("A door is closed."), text("A door is closed by {who}.")),
    DoorState.LOCKED: (text("A door is locked."), text("A door is locked by {who}.")),
    DoorState.SECRET: (text("A door is hidden."), text("A door is hidden by {who}.")),
}
_PAINTED = {
    "show": text("The GM shows some of the map."),
    "cover": text("The GM covers some of the map."),
    "forget": text("The GM lets the players forget some of the map."),
}


def is_of_map(event: Event) -> bool:
    """Say whether an event is one of drawing, of which there are so many that one line stands for a run."""
    return isinstance(event, MapEdited) or (isinstance(event, Undone | Redone) and event.of == OF_MAP)


def core_line(
    event: Event,
    before: BattleState,
    after: BattleState,
    system: System,
    reader: Reader,
    as_told: Callable[[Words], Words],
) -> Line | None:
    """Word what any battle has."""

    def name(who: str) -> Ref | Text:
        found = after.combatants.get(who) or before.combatants.get(who)
        return text("The table") if found is None else combatant(found)

    match event:
        case BattleBegun():
            return Line(text=text("The fight begins."), tone="turn")
        case DiceSealed():
            return Line(
                text=text("The dice are under a seal: anybody can check them afterwards."),
                tone="gm",  # nothing that happened
                figures=(Figure(label=in_groups(event.seal), value=text("Seal")),),
            )
        case BattleEnded():
            return Line(text=text("The fight is over; free play goes on."), tone="turn")
        case TurnStarted() if after.running:
            return Line(
                text=as_text(system.turn_line).filled(
                    clock=as_text(system.turns.clock_words(after)), who=name(event.who)
                ),
                tone="turn",
            )
        case Moved():
            return Line(text=_moved(event, name(event.who), after, reader))
        case DoorSet():
            alone, by = _DOOR_LINES[event.state]
            return Line(text=by.filled(who=name(event.who)) if event.who in reader.then_or_now else alone)
        case FogSet():
            return Line(
                text=text("Fog lies over the map.") if event.on else text("The fog is lifted."), tone="gm"
            )
        case FogPainted():
            return Line(text=_PAINTED[event.how], tone="gm")
        case HouseChanged():
            return house_line(event, system, after)
        case ConditionsSet():
            return conditions_line(event, after)
        case MarkPut() | MarkTaken():
            return mark_line(event, name(event.who), system)
        case ConditionTimed() | ConditionRanOut() | TimePassed():
            return time_line(event, before, system, as_told)
        case CounterPut() | CounterStepped() | CounterTaken():
            return counter_line(event, name(event.who))
        case MapNoteSet():
            return note_line(*reader.note, _drawer(reader.note, name))
        case AreaKept() | AreaTaken():
            return area_line(event, system, is_gm=reader.is_gm)
        case AuraPut() | AuraTaken():
            return aura_line(event, name(event.who))
        case SceneNotesWritten():
            return scene_notes_line()
        case AltitudeSet():
            return _risen(event, before, name(event.who), after)
        case LampSet() | LampTimed() | LampOut() | LampLit():
            return lamp_line(event, name(event.who), system)
        case CombatantAdded():
            return Line(text=text("{who} comes in.", who=name(event.who)))
        case CombatantRemoved():
            return Line(text=text("{who} is gone.", who=name(event.who)))
        case PictureSet(picture=""):
            return Line(text=text("{who} has no picture any more.", who=name(event.who)))
        case PictureSet():
            return Line(text=text("{who} has a picture now.", who=name(event.who)))
        case CombatantEdited() | MapEdited() | SheetSet() | StateSet() | Undone() | Redone():
            return _by_gm(event, before, after, name, reader)
        case HarmDealt():
            return Line(
                text=text("The GM deals damage to {who}.", who=name(event.who)),
                tone="gm",
                figures=tuple(Figure(label=as_told(label), value=value) for label, value in event.said),
            )
        case Amended():
            return _see_amended(event, name, reader, as_told)
        case PromptOpened(dice=None):
            question = as_text(as_told(event.question))
            asked = text("{who} is asked: {question}", who=name(event.to), question=question)
            return Line(text=asked, tone="ask")
        case PromptAnswered():
            return Line(text=_answered(event, name(event.to)), tone="ask")
        case Commanded(params={"facts": Mapping() as facts}) if facts:
            return Line(text=text("Overruled: {facts}.", facts=_overruled(facts, after, reader)), tone="gm")
    return None


def _drawer(note: tuple[MapNote | None, MapNote | None], name: _Name) -> Ref | Text:
    """Refer to whose player drew a note."""
    by = next((one.by for one in reversed(note) if one is not None), "")
    if not by:
        return text("The GM")
    return text("Somebody") if by == SOMEBODY else name(by)


def _moved(event: Moved, who: Ref | Text, state: BattleState, reader: Reader) -> Text:
    """Word a move, as far as the reader sees it; its cost would tell of where somebody came from."""
    if event.who not in reader.now:
        return text("{who} moves out of sight.", who=who)
    if event.to is None:
        return text("{who} moves.", who=who)
    place = place_words(state, event.to)
    if event.cost is None or event.who not in reader.then:
        return text("{who} moves to {place}.", who=who, place=place)
    return text("{who} moves to {place}, {cost} to go there.", who=who, place=place, cost=event.cost)


def _risen(event: AltitudeSet, before: BattleState, who: Ref | Text, after: BattleState) -> Line:
    """Word how somebody comes to be higher or lower."""
    unit = "" if after.map is None else after.map.grid.unit
    if event.fell:
        return Line(text=text("{who} falls {far} {unit}.", who=who, far=event.fell, unit=unit))
    was = before.combatants[event.who].altitude if event.who in before.combatants else 0.0
    if event.altitude == was:
        flies = template("{who} flies by itself now.") if event.flies else template("{who} flies no more.")
        return Line(text=text(flies, who=who), tone="gm")
    if not event.altitude:
        return Line(text=text("{who} comes down to the ground.", who=who))
    goes = template("{who} rises to {far} {unit} above the ground.")
    if event.altitude < was:
        goes = template("{who} sinks to {far} {unit} above the ground.")
    return Line(text=text(goes, who=who, far=event.altitude, unit=unit))


def _answered(event: PromptAnswered, who: Ref | Text) -> Text:
    answer = key_words(event.answer)
    if event.extra.get("late") is True:
        return text("Time is up: {who} answers: {answer}.", who=who, answer=answer)
    if "faces" in event.extra:
        return text("{who} throws real dice.", who=who)
    return text("{who} answers: {answer}.", who=who, answer=answer)


def _by_gm(event: Event, before: BattleState, state: BattleState, name: _Name, reader: Reader) -> Line | None:
    """Word what the GM did outside the rules; of drawing and editing nobody else reads."""
    match event:
        case SheetSet():
            return _sheet_set(event, name(event.who), reader)
        case StateSet():
            return Line(text=_state_set(event, before, state, name(event.who), reader), tone="gm")
        case CombatantEdited():
            return Line(text=text("The GM changes {who}.", who=name(event.who))) if reader.is_gm else None
        case MapEdited() | Undone(of="map") | Redone(of="map"):
            return Line(text=_OF_MAP[type(event)], tone="gm") if reader.is_gm else None
        case Undone():
            return Line(text=_UNDONE.get(event.of, _UNDONE[""]), tone="gm")
    return Line(text=text("The GM puts it back."), tone="gm")


_OF_MAP: Mapping[type[Event], Text] = {
    MapEdited: text("The GM changes the map."),
    Undone: text("The GM takes a change of the map back."),
    Redone: text("The GM puts a change of the map back."),
}
_UNDONE = {
    OF_TURN: text("The GM takes back all that was done since the turn began."),
    OF_LINE: text("The GM goes back to an earlier moment."),
    "": text("The GM takes back what was done last."),
}


def _sheet_set(event: SheetSet, who: Ref | Text, reader: Reader) -> Line:
    """Tell who wrote a sheet anew; what differs on it is for the GM, who is asked to bear it."""
    own, by_gm = text("Who plays {who} changes the sheet."), text("The GM changes the sheet of {who}.")
    figures = (Figure(label=_part(what), value=f"{was} → {now}") for what, was, now in event.changes)
    return Line(
        text=(own if event.own else by_gm).filled(who=who),
        tone="gm",
        figures=tuple(figures) if reader.is_gm else (),
    )


def _part(what: str) -> Text:
    """Word which part of a sheet it is: the keys that lead to it, from the outermost."""
    return joined(key_words(key) for key in what.split(", ")).large


def _state_set(
    event: StateSet, before: BattleState, state: BattleState, who: Ref | Text, reader: Reader
) -> Text:
    """Word what the GM set; others read where somebody was put, but no states, which may name the unseen."""
    if reader.is_gm:
        parts: list[Gap] = _set_by_touch(event, before, state)
        if event.at is not None:
            parts.append(text("place {place}", place=place_words(state, event.at)))
        return text("The GM sets {who}: {what}.", who=who, what=joined(parts) or text("nothing"))
    if event.at is None:
        return text("The GM changes {who}.", who=who)
    if event.who not in reader.now:
        return text("The GM moves {who} out of sight.", who=who)
    return text("The GM moves {who} to {place}.", who=who, place=place_words(state, event.at))


def _set_by_touch(event: StateSet, before: BattleState, state: BattleState) -> list[Gap]:
    """Word the values that are others now, as the card calls them; else the keys."""
    if not event.state:  # somebody is moved, and no more: it happens with every step of a drag
        return []
    controls = find_system(state.system).looks.controls
    shown: list[Gap] = []
    if event.who in before.combatants and event.who in state.combatants:
        shown = [*changes(controls(before, event.who), controls(state, event.who))]
    return shown or [
        text("{key} {value}", key=key_words(key), value=_plain(value)) for key, value in event.state.items()
    ]


def _overruled(facts: Mapping[str, Any], state: BattleState, reader: Reader) -> Text:
    """Word the facts that the GM has said; of people those alone whom the reader knows, by their names."""

    def is_known(part: Any) -> bool:
        return reader.is_gm or part in reader.now or part not in state.combatants

    def named(part: Any) -> Gap:
        found = state.combatants.get(part) if isinstance(part, str) else None
        return _plain(part) if found is None else combatant(found)

    def said(value: Any) -> Gap:
        if isinstance(value, Mapping):
            pairs = ((named(k), _plain(v)) for k, v in value.items() if is_known(k))
            return joined(text("{who} {what}", who=who, what=what) for who, what in pairs) or text("nobody")
        if isinstance(value, list | tuple):
            return joined(named(part) for part in value if is_known(part)) or text("none")
        return _plain(value)

    return joined(
        text("{fact} {value}", fact=key_words(key), value=said(value)) for key, value in facts.items()
    )


def _plain(value: Any) -> Text:
    if isinstance(value, Mapping):
        return joined(
            (text("{key} {value}", key=key_words(str(k)), value=_plain(v)) for k, v in value.items()), " "
        )
    if isinstance(value, list | tuple):
        return joined(map(_plain, value)) or text("none")
    if value is None or isinstance(value, bool):
        return {True: text("yes"), False: text("no"), None: text("none")}[value]
    return key_words(str(value))
