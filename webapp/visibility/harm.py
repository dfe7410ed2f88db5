"""What others than the GM are told of the harm that those against them have taken: a setting of the table.

Exact figures are the default. Otherwise one bar in thirds, one word, or nothing stands in place of the
gauges; marks, lines of the log and events lose their figures; the dice of enemies come as what they came to,
since a penalty would tell of wounds; and what is worked out of the battle (odds, modifiers) is worked out as
if enemies were unhurt. What all can see stays: who is stunned, who lies there.
"""

from collections.abc import Set
from dataclasses import replace
from typing import Any

from rules.engine.battle_events import (
    Amended,
    BattleBegun,
    Moved,
    OrderChanged,
    PromptOpened,
    Rolled,
    TurnStarted,
)
from rules.engine.combatant_events import AltitudeSet, CombatantRemoved
from rules.engine.events import Event
from rules.engine.fog.fog_events import LampLit, LampOut, LampSet
from rules.engine.gm.time_events import ConditionRanOut
from rules.engine.state import BattleState, Combatant
from rules.engine.system import Gauge, Line, Mark, System, Vague, find_system
from rules.engine.text import Text, as_text, text
from webapp.battle_log.house_words import all_marks
from webapp.visibility.viewer import EXACT, Viewer, known_marks

BAR, WORDS, NOTHING = "bar", "words", "nothing"
HARM_SHOWN = (EXACT, BAR, WORDS, NOTHING)
_WORDS = (text("At the end"), text("Badly hurt"), text("Hurt"), text("Unhurt"))
"""For nothing left, for half of it and less, for more, and for all: finer steps would count few wounds."""
_WHOLE_OF = text("Health")
_PEOPLE = frozenset({"who", "target", "to"})
_OF_A_ROLL = frozenset({"purpose", "label", "total", "outcome"})
_TELL_NO_HARM = (
    AltitudeSet,
    BattleBegun,
    CombatantRemoved,
    LampLit,
    LampOut,
    LampSet,
    Moved,
    OrderChanged,
    PromptOpened,
    TurnStarted,
)


def see_gauges(system: System, combatant: Combatant, viewer: Viewer) -> tuple[Gauge, ...]:
    """Give the gauges of a combatant as a viewer may see them.

    What somebody has some of (Bennies) only their own side is told: it may have come from somebody unseen.
    """
    gauges = system.looks.gauges(combatant)
    if not (viewer.is_gm or combatant.id in viewer.owns or combatant.side in viewer.sides):
        gauges = tuple(gauge for gauge in gauges if gauge.shape != "count")
    if viewer.knows_harm_of(combatant):
        return gauges
    others = tuple(gauge for gauge in gauges if gauge.shape == "count")
    if viewer.harm == NOTHING or len(others) == len(gauges):
        return others
    left = min(_left(gauge) for gauge in gauges if gauge.shape != "count")
    level = 3 if left >= 1 else 2 if left > 0.5 else 1 if left > 0 else 0
    if viewer.harm == WORDS:
        return (Gauge(label=_WHOLE_OF, value=0, most=0, shape="words", words=_WORDS[level]), *others)
    return (Gauge(label=_WHOLE_OF, value=level, most=3, shape="bar", words=_WORDS[level]), *others)


def _left(gauge: Gauge) -> float:
    """Give the share of a gauge that harm has left: pips are taken, of a bar points are left."""
    most = gauge.most + gauge.beyond
    share = gauge.value / most if most else 0.0
    return min(1.0, max(0.0, share if gauge.shape == "bar" else 1.0 - share))


def see_marks(system: System, combatant: Combatant, viewer: Viewer) -> tuple[Mark, ...]:
    """Give the marks of a combatant as a viewer may see them."""
    marks = all_marks(system, combatant, known_marks(viewer, combatant))
    if combatant.timed and (viewer.is_gm or combatant.id in viewer.owns):
        marks = _with_time(marks, combatant, system)
    if viewer.knows_harm_of(combatant):
        return marks
    return tuple(
        mark if mark.vague is None else replace(mark, label=mark.vague)
        for mark in marks
        if mark.vague is None or viewer.harm != NOTHING
    )


def _with_time(marks: tuple[Mark, ...], combatant: Combatant, system: System) -> tuple[Mark, ...]:
    """Add to marks how long what they stand for still lasts, where it ends by the clock."""
    timed = {one.condition: system.turns.time_words(one.left, one.unit) for one in combatant.timed}
    return tuple(
        replace(mark, label=text("{mark}, {time} more", mark=as_text(mark.label), time=timed[mark.id]))
        if mark.id in timed
        else mark
        for mark in marks
    )


# ------------------------------------------------------------------------------------------- what is told
def guarded(state: BattleState, viewer: Viewer) -> frozenset[str]:
    """List those of whom a viewer may not know how badly they are hurt."""
    if viewer.told_harm == EXACT:
        return frozenset()
    return frozenset(c.id for c in state.combatants.values() if not viewer.knows_harm_of(c))


def see_roll(event: Rolled, system: System, harm: str, who: Set[str]) -> Rolled:
    """Give a roll without what tells of the harm of the guarded: theirs lose their dice, others their counts.

    Args:
        harm: how much is told of it.
        who: the guarded.
    """
    if harm == EXACT:
        return event
    if event.who not in who:
        kept = {key: value for key, value in event.details.items() if key not in system.counts_of_harm}
        return replace(event, details=kept)
    return replace(event, faces=(), dice=(), threw=(), modifiers=(), notation="", target=None, details={})


def see_line(
    event: Event, line: Line | None, state: BattleState, system: System, harm: str, who: Set[str]
) -> Line | None:
    """Give a line of the log without figures of the harm of the guarded; None where nothing is left of it.

    Args:
        harm: how much is told of it.
        who: the guarded.
    """
    if line is None or not who:
        return line
    if isinstance(event, ConditionRanOut) and event.who in who and harm == NOTHING:
        return None
    vague = system.vague.get(type(event))
    if vague is not None and getattr(event, vague.of, None) in who:
        return None if harm == NOTHING else Line(text=_vaguely(event, vague, state), tone=line.tone)
    tells = isinstance(event, Amended) or not who.isdisjoint(event.subjects())
    return replace(line, figures=()) if tells else line


def _vaguely(event: Event, vague: Vague, state: BattleState) -> Text:
    people = {field: str(getattr(event, field, "")) for field in ("who", "target")}
    said = as_text(vague.text)
    return text(
        said.template,
        **{field: state.called(id_) for field, id_ in people.items()},
    )


def without_harm(data: dict[str, Any], event: Event, after: BattleState, viewer: Viewer) -> dict[str, Any]:
    """Give an event's JSON without what tells a viewer of the harm of those whose harm they may not know."""
    who = guarded(after, viewer)
    if not who or isinstance(event, _TELL_NO_HARM):
        return data
    if isinstance(event, Amended):
        return {"kind": event.kind}
    if isinstance(event, Rolled) and event.who not in who:
        counts = find_system(after.system).counts_of_harm
        kept = {key: value for key, value in event.details.items() if key not in counts}
        return {**data, "details": kept} if "details" in data else data
    if who.isdisjoint(data.get(field) for field in _PEOPLE):
        return data
    told = _PEOPLE | _OF_A_ROLL if isinstance(event, Rolled) else _PEOPLE
    return {"kind": event.kind} | {field: data[field] for field in sorted(told) if field in data}


def as_if_unhurt(state: BattleState, system: System, viewer: Viewer) -> BattleState:
    """Give the battle as if those were unhurt whose harm a viewer may not know."""
    who = guarded(state, viewer)
    if not who:
        return state
    people = {
        c.id: replace(c, state=system.harm.unhurt(c)) if c.id in who else c for c in state.combatants.values()
    }
    return replace(state, combatants=people)
