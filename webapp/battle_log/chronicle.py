"""The log as one viewer reads it: each event in words, with the numbers that opened lines show.

Words for what any battle has stand here; the rest is asked of the system. What may be said, `viewer` decides.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.engine.dice import ThrownDie
from rules.engine.events import (
    Event,
    Rolled,
)
from rules.engine.house.house_events import HouseChanged
from rules.engine.known_battle import lists_without
from rules.engine.shown import Card, Trace
from rules.engine.state import BattleState
from rules.engine.system import Figure, System, find_system
from rules.engine.text import Gap, Text, Words, combatant, text
from rules.map.area_outline import Outline, outlines
from rules.map.model import Point
from webapp.battle_log.core_lines import Known, core_line
from webapp.battle_log.house_words import with_house
from webapp.drawing.zone_layout import UNIT
from webapp.visibility.harm import guarded, see_line, see_roll
from webapp.visibility.viewer import cloak, seen_state, seen_words


@dataclass(frozen=True, slots=True, kw_only=True)
class RollView:
    """A roll as the log shows it."""

    who: str
    purpose: str
    name: Words
    label: Words
    notation: str
    faces: tuple[int, ...]
    total: int
    target: int | None
    base: int | None
    modifiers: tuple[Figure, ...]
    outcome: str
    words: Words
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
    text: Words
    tone: str = "plain"
    rule: str | None = None
    big: Words | None = None
    figures: tuple[Figure, ...] = ()
    roll: RollView | None = None
    cards: tuple[Card, ...] = ()
    trace: TraceView | None = None
    undone: bool = False


def see_event(
    event: Event, before: BattleState, after: BattleState, stream: Known, number: int, command: str
) -> LogLine | None:
    """Word an event for a viewer who is told of it; None if there is nothing to say.

    Args:
        before, after: the states round the event.
        number: the viewer's own number for it.
        command: the id of the command that it belongs to.
    """
    known = stream.then_or_now
    named = seen_state(after, known)
    system = find_system(after.system)
    event = lists_without(event.as_known(known), {who for who in after.combatants if who not in known})
    who = guarded(after, stream.viewer)
    told = [who for who in event.subjects() if who in known]
    common: dict[str, Any] = {
        "number": number,
        "command": command,
        "kind": event.kind,
        "who": told[-1] if told else None,
    }

    def cloaked(words: str) -> str:
        return cloak(words, after, known)

    def said(words: Words) -> Words:
        return seen_words(words, after, known)

    if isinstance(event, Rolled) and event.quiet:
        return None
    if isinstance(event, Rolled):
        event = see_roll(event, system, stream.viewer, who)
        roll = _see_roll(event, named, system, said)
        tone = "good" if roll.good else "plain"
        return LogLine(**common, text=_roll_line(event, roll), tone=tone, roll=roll)
    line = core_line(event, before, after, system, stream, cloaked) or system.looks.describe(event, named)
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


def _roll_line(event: Rolled, roll: RollView) -> Text:
    """Word a roll in one line, where its figures do not stand beside it."""
    gaps: dict[str, Gap] = {"who": roll.name, "what": roll.label, "total": event.total, "came": roll.words}
    if event.target is None:
        return text("{who}, {what}: {total}, {came}", **gaps)
    return text("{who}, {what}: {total} against {needed}, {came}", needed=event.target, **gaps)


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


def _see_roll(event: Rolled, state: BattleState, system: System, said: Callable[[Words], Words]) -> RollView:
    roller = state.combatants.get(event.who)
    signed = tuple(Figure(label=said(m.label), value=f"{m.value:+d}", rule=m.rule) for m in event.modifiers)
    base = event.details.get("base")
    return RollView(
        who=event.who,
        purpose=event.purpose,
        name=said(text("{who}", who=combatant(roller)) if roller else text("The table")),
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
