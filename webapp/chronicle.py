"""The log as one viewer reads it: each event in words, with the numbers that opened lines show.

Words for what any battle has stand here; the rest is asked of the system. What may be said, `viewer` decides.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from rules.engine.dice import ThrownDie
from rules.engine.events import (
    Amended,
    BattleBegun,
    BattleEnded,
    CombatantAdded,
    CombatantEdited,
    CombatantRemoved,
    Commanded,
    DoorSet,
    Event,
    MapEdited,
    Moved,
    PictureSet,
    PromptAnswered,
    PromptOpened,
    Redone,
    Rolled,
    SheetSet,
    StateSet,
    TurnStarted,
    Undone,
)
from rules.engine.fog_events import FogPainted, FogSet, LampSet
from rules.engine.house_events import ConditionsSet, HouseChanged
from rules.engine.log import OF_MAP
from rules.engine.naming import place_words
from rules.engine.shown import Card, Trace
from rules.engine.state import BattleState
from rules.engine.system import Figure, Line, System, find_system
from rules.map.area_outline import Outline, outlines
from rules.map.model import BattleMap, DoorState, Point
from webapp.harm import guarded, see_line, see_roll
from webapp.house_words import conditions_line, house_line, with_house
from webapp.viewer import Viewer, begin_large, cloak, seen_state
from webapp.zone_layout import UNIT


@dataclass(frozen=True, slots=True, kw_only=True)
class RollView:
    """A roll as the log shows it."""

    who: str
    purpose: str
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
    dice: tuple[ThrownDie, ...] = ()
    """The dice one by one, where the system tells them apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceView:
    """What a line leaves on the map for some seconds, in map units: a way, and outlines of an area."""

    path: tuple[tuple[float, float], ...] = ()
    outline: tuple[tuple[tuple[float, float], ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """A line of the log, which opens to its figures. `command` is the id of what brought it about."""

    number: int
    command: str
    kind: str
    who: str | None
    """Beside whose token it is shown: whom it was done to, rather than who did it."""
    text: str
    tone: str = "plain"
    rule: str | None = None
    big: str | None = None
    figures: tuple[Figure, ...] = ()
    roll: RollView | None = None
    cards: tuple[Card, ...] = ()
    trace: TraceView | None = None
    undone: bool = False


class Known(Protocol):
    """Whom the reader knows of: now that the event has happened, and now or just before it."""

    viewer: Viewer

    @property
    def is_gm(self) -> bool:
        """Say whether everything may be known."""

    def has_explored(self, point: Point) -> bool:
        """Say whether a point of the map lies on ground that the reader has explored."""

    def shown_map(self, state: BattleState) -> BattleMap | None:
        """Give the map as the reader knows it."""

    @property
    def now(self) -> frozenset[str]:
        """List those known of now."""

    @property
    def then(self) -> frozenset[str]:
        """List those known of before the event."""

    @property
    def then_or_now(self) -> frozenset[str]:
        """List those known of before the event or after it."""


def see_event(event: Event, after: BattleState, stream: Known, number: int, command: str) -> LogLine | None:
    """Word an event for a viewer who is told of it; None if there is nothing to say.

    Args:
        after: the state that the event led to.
        number: the viewer's own number for it.
        command: the id of the command that it belongs to.
    """
    known = stream.then_or_now
    named = seen_state(after, known)
    system = find_system(after.system)
    event, who = event.as_known(known), guarded(after, stream.viewer)
    told = [who for who in event.subjects() if who in known]
    common: dict[str, Any] = {
        "number": number,
        "command": command,
        "kind": event.kind,
        "who": told[-1] if told else None,
    }

    def said(text: str) -> str:
        return cloak(text, after, known)

    if isinstance(event, Rolled) and event.quiet:
        return None
    if isinstance(event, Rolled):
        event = see_roll(event, system, stream.viewer, who)
        roll = _see_roll(event, named, system, said)
        needed = "" if event.target is None else f" against {event.target}"
        text = begin_large(f"{roll.name}, {roll.label}: {event.total}{needed}, {roll.words}")
        return LogLine(**common, text=text, tone="good" if roll.good else "plain", roll=roll)
    line = _core_line(event, named, system, stream) or system.describe(event, named)
    line = see_line(event, line, named, system, stream.viewer, who)
    if line is None:
        return None
    if not isinstance(event, HouseChanged):  # which says it itself
        line = with_house(line, system, after)
    return LogLine(
        **common,
        text=said(line.text),
        tone=line.tone,
        rule=line.rule,
        big=said(line.big) if line.big else None,
        figures=tuple(replace(f, label=said(f.label), value=said(f.value)) for f in line.figures),
        cards=line.cards,
        trace=_see_trace(line.trace, after, stream),
    )


def _see_trace(trace: Trace | None, after: BattleState, stream: Known) -> TraceView | None:
    if trace is None:
        return None
    points = [*trace.path, *(() if trace.area is None else (trace.area.origin,))]
    battle_map = stream.shown_map(after) if all(map(stream.has_explored, points)) else None
    if battle_map is None:
        return None
    pieces: tuple[Outline, ...] = ()
    if trace.area is not None:
        pieces = outlines(battle_map, trace.area, stopped_by_walls=trace.stopped_by_walls)
    return TraceView(path=_on_page(trace.path), outline=tuple(_on_page(piece) for piece in pieces))


def _on_page(points: Sequence[Point]) -> tuple[tuple[float, float], ...]:
    return tuple((round(x * UNIT, 1), round(y * UNIT, 1)) for x, y in points)


def _see_roll(event: Rolled, state: BattleState, system: System, said: Callable[[str], str]) -> RollView:
    roller = state.combatants.get(event.who)
    signed = tuple(Figure(label=said(m.label), value=f"{m.value:+d}", rule=m.rule) for m in event.modifiers)
    base = event.details.get("base")
    return RollView(
        who=event.who,
        purpose=event.purpose,
        name=roller.name if roller else "The table",
        label=said(event.label),
        notation=event.notation,
        faces=event.faces,
        total=event.total,
        target=event.target,
        base=base if isinstance(base, int) else None,
        modifiers=signed,
        outcome=event.outcome,
        words=system.describe_roll(event),
        good=event.outcome in system.good_outcomes,
        dice=event.dice,
    )


def _see_amended(event: Amended, state: BattleState, stream: Known) -> Line:
    """Tell what a forgotten modifier has changed, as far as the reader knows whom it changed."""
    names = {who: c.name for who, c in state.combatants.items() if stream.is_gm or who in stream.now}
    roller = names.get(event.who, "The table")
    was, now = event.was.replace("-", " "), event.now.replace("-", " ")
    came = f"it stays {now}" if was == now else f"{was} becomes {now}"
    sign = "+" if event.value > 0 else "−"
    return Line(
        text=f"Forgotten: {sign}{abs(event.value)} {event.label}, on {roller}'s roll; {came}.",
        tone="gm",
        figures=tuple(
            Figure(label=f"{names[who]}, {key.replace('_', ' ')}", value=f"{before} → {after}")
            for who, key, before, after in event.changes
            if who in names
        ),
    )


_DOOR_WORDS = {
    DoorState.OPEN: "opened",
    DoorState.CLOSED: "closed",
    DoorState.LOCKED: "locked",
    DoorState.SECRET: "hidden",
}


def is_of_map(event: Event) -> bool:
    """Say whether an event is one of drawing, of which there are so many that one line stands for a run."""
    return isinstance(event, MapEdited) or (isinstance(event, Undone | Redone) and event.of == OF_MAP)


def _core_line(event: Event, state: BattleState, system: System, stream: Known) -> Line | None:
    """Word what any battle has."""

    def name(who: str) -> str:
        return state.combatants[who].name if who in state.combatants else who

    match event:
        case BattleBegun():
            return Line(text="The fight begins.", tone="turn")
        case BattleEnded():
            return Line(text="The fight is over; free play goes on.", tone="turn")
        case TurnStarted() if state.running:
            whose = system.turn_words[1].replace("’", "'")
            return Line(text=f"{system.clock_words(state)}: {name(event.who)}{whose}.", tone="turn")
        case Moved() if event.who not in stream.now:
            return Line(text=f"{name(event.who)} moves out of sight.")
        case Moved(to=None):
            return Line(text=f"{name(event.who)} moves.")
        case Moved():
            cost = "" if event.cost is None else f", {event.cost:g} to go there"
            if event.who not in stream.then:  # it would tell of where they came from
                cost = ""
            return Line(text=f"{name(event.who)} moves to {place_words(state, event.to)}{cost}.")
        case DoorSet():
            by = f" by {name(event.who)}" if event.who in stream.then_or_now else ""
            return Line(text=f"A door is {_DOOR_WORDS[event.state]}{by}.")
        case MapEdited():
            return Line(text="The GM changes the map.", tone="gm") if stream.is_gm else None
        case FogSet():
            words = "Fog lies over the map." if event.on else "The fog is lifted."
            return Line(text=words, tone="gm")
        case FogPainted():
            words = {"show": "shows", "cover": "covers", "forget": "lets the players forget"}[event.how]
            return Line(text=f"The GM {words} some of the map.", tone="gm")
        case HouseChanged():
            return house_line(event, system, state)
        case ConditionsSet():
            return conditions_line(event, state)
        case LampSet():
            does = "carries a light" if event.dim else "puts the light out"
            return Line(text=f"{name(event.who)} {does}.")
        case CombatantAdded():
            return Line(text=f"{name(event.who)} comes in.")
        case CombatantRemoved():
            return Line(text=f"{name(event.who)} is gone.")
        case CombatantEdited():
            return Line(text=f"The GM changes {name(event.who)}.") if stream.is_gm else None
        case PictureSet():
            if event.picture:
                return Line(text=f"{name(event.who)} has a picture now.")
            return Line(text=f"{name(event.who)} has no picture any more.")
        case SheetSet():
            return _sheet_set(event, name(event.who), stream)
        case StateSet():
            return _state_set(event, state, name(event.who), stream)
        case PromptOpened(dice=None):
            return Line(text=f"{name(event.to)} is asked: {event.question}", tone="ask")
        case PromptAnswered(extra={"late": True}):
            answer = event.answer.replace("-", " ")
            return Line(text=f"Time is up: {name(event.to)} answers: {answer}.", tone="ask")
        case PromptAnswered(extra={"faces": _}):
            return Line(text=f"{name(event.to)} throws real dice.", tone="ask")
        case PromptAnswered():
            return Line(text=f"{name(event.to)} answers: {event.answer.replace('-', ' ')}.", tone="ask")
        case Undone(of="map"):
            return Line(text="The GM takes a change of the map back.", tone="gm") if stream.is_gm else None
        case Redone(of="map"):
            return Line(text="The GM puts a change of the map back.", tone="gm") if stream.is_gm else None
        case Amended():
            return _see_amended(event, state, stream)
        case Undone(of="turn"):
            return Line(text="The GM takes back all that was done since the turn began.", tone="gm")
        case Undone(of="line"):
            return Line(text="The GM goes back to an earlier moment.", tone="gm")
        case Undone():
            return Line(text="The GM takes back what was done last.", tone="gm")
        case Redone():
            return Line(text="The GM puts it back.", tone="gm")
        case Commanded(params={"facts": Mapping() as facts}) if facts:
            return Line(text=f"Overruled: {_overruled(facts, state, stream)}.", tone="gm")
    return None


def _sheet_set(event: SheetSet, name: str, stream: Known) -> Line:
    """Tell who wrote a sheet anew; what differs on it is for the GM, who is asked to bear it."""
    text = f"Who plays {name} changes the sheet." if event.own else f"The GM changes the sheet of {name}."
    figures = (
        Figure(label=what[:1].upper() + what[1:], value=f"{was} → {now}") for what, was, now in event.changes
    )
    return Line(text=text, tone="gm", figures=tuple(figures) if stream.is_gm else ())


def _state_set(event: StateSet, state: BattleState, name: str, stream: Known) -> Line:
    """Word what the GM set; others read where somebody was put, but no states, which may name the unseen."""
    if stream.is_gm:
        keys = ", ".join(f"{k.replace('_', ' ')} {_plain(v)}" for k, v in event.state.items())
        place = "" if event.at is None else f"place {place_words(state, event.at)}"
        what = ", ".join(part for part in (keys, place) if part) or "nothing"
        return Line(text=f"The GM sets {name}: {what}.", tone="gm")
    if event.at is None:
        return Line(text=f"The GM changes {name}.", tone="gm")
    where = f"to {place_words(state, event.at)}" if event.who in stream.now else "out of sight"
    return Line(text=f"The GM moves {name} {where}.", tone="gm")


def _overruled(facts: Mapping[str, Any], state: BattleState, stream: Known) -> str:
    """Word the facts that the GM has said; of people those alone whom the reader knows, by their names."""

    def is_known(part: Any) -> bool:
        return stream.is_gm or part in stream.now or part not in state.combatants

    def named(part: Any) -> str:
        return state.combatants[part].name if part in state.combatants else _plain(part)

    def said(value: Any) -> str:
        if isinstance(value, Mapping):
            return ", ".join(f"{named(k)} {_plain(v)}" for k, v in value.items() if is_known(k)) or "nobody"
        if isinstance(value, list | tuple):
            return ", ".join(named(part) for part in value if is_known(part)) or "none"
        return _plain(value)

    return ", ".join(f"{key.replace('_', ' ')} {said(value)}" for key, value in facts.items())


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{key} {_plain(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(_plain(part) for part in value) or "none"
    if value is None or isinstance(value, bool):
        return {True: "yes", False: "no", None: "none"}[value]
    return str(value)
