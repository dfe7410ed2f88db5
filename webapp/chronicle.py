"""The log as one viewer reads it: each event in words, with the numbers that opened lines show.

Words for what any battle has stand here; the rest is asked of the system. What may be said, `viewer` decides.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.events import (
    BattleBegun,
    BattleEnded,
    CombatantAdded,
    CombatantEdited,
    CombatantRemoved,
    Commanded,
    DoorSet,
    Event,
    Moved,
    PromptAnswered,
    PromptOpened,
    Redone,
    Rolled,
    StateSet,
    TurnStarted,
    Undone,
)
from rules.engine.state import BattleState
from rules.engine.system import Figure, Line, System, find_system
from rules.map.model import DoorState, Place
from webapp.viewer import Viewer, cloak, place_key, seen_state


@dataclass(frozen=True, slots=True, kw_only=True)
class RollView:
    """A roll as the log shows it."""

    who: str
    name: str
    label: str
    notation: str
    faces: tuple[int, ...]
    total: int
    target: int | None
    base: int | None
    modifiers: tuple[Figure, ...]
    outcome: str
    words: str
    good: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """A line of the log, which opens to its figures. `command` is the id of what brought it about."""

    number: int
    command: str
    kind: str
    who: str | None
    text: str
    tone: str = "plain"
    rule: str | None = None
    big: str | None = None
    figures: tuple[Figure, ...] = ()
    roll: RollView | None = None
    undone: bool = False


def see_event(
    event: Event, after: BattleState, viewer: Viewer, known: frozenset[str], number: int, command: str
) -> LogLine | None:
    """Word an event for a viewer who knows these combatants; None if there is nothing to say.

    Args:
        after: the state that the event led to.
        number: the viewer's own number for it.
        command: the id of the command that it belongs to.
    """
    named = seen_state(after, known)
    who = next((s for s in event.subjects() if s in known), None)
    system = find_system(after.system)
    if isinstance(event, Rolled):
        roll = _see_roll(event, named, system)
        needed = "" if event.target is None else f" against {event.target}"
        text = f"{roll.name}, {roll.label}: {event.total}{needed}, {roll.words}"
        tone = "good" if roll.good else "plain"
        return LogLine(
            number=number, command=command, kind=event.kind, who=who, text=text, tone=tone, roll=roll
        )
    line = _core_line(event, named, system, viewer) or system.describe(event, named)
    if line is None:
        return None
    return LogLine(
        number=number,
        command=command,
        kind=event.kind,
        who=who,
        text=cloak(line.text, after, known),
        tone=line.tone,
        rule=line.rule,
        big=line.big,
        figures=line.figures,
    )


def _see_roll(event: Rolled, state: BattleState, system: System) -> RollView:
    roller = state.combatants.get(event.who)
    signed = tuple(Figure(label=m.label, value=f"{m.value:+d}", rule=m.rule) for m in event.modifiers)
    base = event.details.get("base")
    return RollView(
        who=event.who,
        name=roller.name if roller else "The table",
        label=event.label,
        notation=event.notation,
        faces=event.faces,
        total=event.total,
        target=event.target,
        base=base if isinstance(base, int) else None,
        modifiers=signed,
        outcome=event.outcome,
        words=system.describe_roll(event),
        good=event.outcome in system.good_outcomes,
    )


_DOOR_WORDS = {
    DoorState.OPEN: "opened",
    DoorState.CLOSED: "closed",
    DoorState.LOCKED: "locked",
    DoorState.SECRET: "hidden",
}


def _core_line(event: Event, state: BattleState, system: System, viewer: Viewer) -> Line | None:
    """Word what any battle has."""

    def name(who: str) -> str:
        return state.combatants[who].name if who in state.combatants else who

    match event:
        case BattleBegun():
            return Line(text="The fight begins.", tone="turn")
        case BattleEnded():
            return Line(text="The fight is over; free play goes on.", tone="turn")
        case TurnStarted() if state.running:
            return Line(text=f"{system.clock_words(state)}: {name(event.who)}'s turn.", tone="turn")
        case Moved(to=None):
            return Line(text=f"{name(event.who)} moves.")
        case Moved():
            where = _where(state, event.to)
            cost = "" if event.cost is None else f", {event.cost:g} to go there"
            return Line(text=f"{name(event.who)} moves to {where}{cost}.")
        case DoorSet():
            word = {"open": "opened", "closed": "closed", "locked": "locked", "secret": "hidden"}[
                event.state.value
            ]
            if event.state is DoorState.SECRET and not viewer.is_gm:
                return None
            by = f" by {name(event.who)}" if event.who else ""
            return Line(text=f"A door is {word}{by}.")
        case CombatantAdded():
            return Line(text=f"{name(event.who)} comes in.")
        case CombatantRemoved():
            return Line(text=f"{name(event.who)} is gone.")
        case CombatantEdited():
            return Line(text=f"The GM changes {name(event.who)}.") if viewer.is_gm else None
        case StateSet():
            keys = ", ".join(f"{k} {_plain(v)}" for k, v in event.state.items())
            place = "" if event.at is None else f"place {place_key(event.at)}"
            what = ", ".join(part for part in (keys, place) if part) or "nothing"
            return Line(text=f"The GM sets {name(event.who)}: {what}.", tone="gm")
        case PromptOpened():
            return Line(text=f"{name(event.to)} is asked: {event.question}", tone="ask")
        case PromptAnswered():
            return Line(text=f"{name(event.to)} answers: {event.answer}.", tone="ask")
        case Undone():
            return Line(text="The GM takes back what was done last.", tone="gm")
        case Redone():
            return Line(text="The GM puts it back.", tone="gm")
        case Commanded(params=params) if params.get("facts"):
            facts = ", ".join(f"{k.replace('_', ' ')} {_plain(v)}" for k, v in params["facts"].items())
            return Line(text=f"Overruled: {facts}.", tone="gm")
    return None


def _where(state: BattleState, place: Place | None) -> str:
    if isinstance(place, str) and state.map is not None:
        return next((z.name for z in state.map.zones if z.id == place), place)
    return f"{column_letter(place[0])}{place[1] + 1}" if isinstance(place, tuple) else "somewhere"


def column_letter(column: int) -> str:
    """Name a column as the map's edge does: A to Z, then AA."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{k} {_plain(v)}" for k, v in value.items())
    return (
        {True: "yes", False: "no", None: "none"}.get(value, str(value))
        if not isinstance(value, list)
        else str(value)
    )
