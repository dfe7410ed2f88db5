"""How the events of the phase combat game are worded for the log, and for the moment beside the token."""

from collections.abc import Mapping
from typing import Any

from rules.engine.battle_events import Rolled
from rules.engine.declared.told import Told, told_line
from rules.engine.events import Event
from rules.engine.state import BattleState
from rules.engine.system import Figure, Line, Vague
from rules.engine.text import Gap, Names, Text, Words, as_text, counted, joined, template, text
from rules.systems.phases.appearance import action_words, destination
from rules.systems.phases.events.declaration_events import (
    ActionLost,
    Cancelled,
    Declared,
    Noted,
    Passed,
    Resolved,
)
from rules.systems.phases.events.event_state import DECLARE, clock_of
from rules.systems.phases.events.time_events import (
    PhaseEnded,
    PhaseStarted,
    ReactFailed,
    Recovered,
    Surprised,
    Unaware,
)
from rules.systems.phases.events.weapon_events import Aimed, Reloaded, Targeted, TargetingLost, WeaponChanged
from rules.systems.phases.events.wound_events import (
    ConditionChanged,
    FleshWound,
    Hit,
    HitInstead,
    Missed,
    Stopped,
    Stunned,
    TraumaticWound,
)
from rules.systems.phases.sheet.gear import FIST, LOCATION_WORDS, LOCATIONS, MODE_WORDS, Mode, named
from rules.systems.phases.state import LENGTH_NAMES, Condition, Declaration, Length
from rules.systems.phases.turns.resolution import TARGET_AND_FIRE
from rules.systems.phases.turns.secret_declarations import DeclaredSecretly, Revealed, SecrecySwitched

OUTCOME_WORDS = {
    "success": text("success"),
    "partial": text("partial success"),
    "failure": text("failure"),
    "auto-failure": text("failure, mostly ones"),
    "botch": text("botch"),
    "none": Text(""),
}
VAGUE: Mapping[type[Event], Vague] = {
    FleshWound: Vague(text=text("{who} is hurt.")),
    TraumaticWound: Vague(text=text("{who} is hurt.")),
}
_CONDITION_LINES = {
    Condition.UP: (template("{who} is up again."), "good", text("Up")),
    Condition.DOWN: (template("{who} is down."), "harm", text("Down")),
    Condition.DEAD: ("{who} is dead.", "harm", text("Dead")),
}
_CHANGES = {
    "drawn": (template("{who} draws the {weapon}."), "PH-05"),
    "holstered": (template("{who} puts away the {weapon}."), "PH-05"),
    "dropped": ("{who} drops the {weapon}.", "PH-05"),
    "fallen": (template("{who} lets fall the {weapon}."), "PH-99"),
}
_COVER = {
    "none": text("none"),
    "partial": text("partial"),
    "good": text("good"),
    "excellent": text("excellent"),
}


def describe_roll(rolled: Rolled) -> Words:
    """Word a roll's outcome; one without a number to reach says its total (PH-19)."""
    if rolled.outcome == "none":
        return str(rolled.total)
    return OUTCOME_WORDS.get(rolled.outcome) or text(rolled.outcome)


_TOLD: Mapping[type[Event], Told] = {
    PhaseEnded: Told(text("Phase {phase} is over."), "PH-47", "turn"),
    Passed: Told(text("{who} declares nothing."), "PH-44"),
    ReactFailed: Told(text("{who} is still surprised; the next try has +{bonus}."), "PH-35", "warn"),
    Recovered: Told(text("{who} has recovered from the surprise."), "PH-34", "good"),
    Unaware: Told(text("{who} knows of no enemy yet."), "PH-31"),
    Revealed: Told(text("All declarations are revealed."), "PH-R29", "turn"),
    FleshWound: Told(text("{who} takes a flesh wound."), "PH-92", "harm"),
    Stunned: Told(text("{who} is stunned for {phases} phases."), "PH-98", "harm", text("Stunned")),
}
"""Those of which a sentence says all."""


def describe(event: Event, state: BattleState) -> Line | None:
    """Word an event of this system; None for those that say nothing to a reader."""
    name = state.called
    if isinstance(event, Declared | DeclaredSecretly):
        return _declaration(event, state, name)
    return (
        _of_time(event, name)
        or _of_weapons(event, name)
        or _of_harm(event, name)
        or told_line(_TOLD, event, name)
    )


def _of_time(event: Event, name: Names) -> Line | None:
    match event:
        case PhaseStarted():
            clock = clock_of(event.phase, DECLARE)
            said = text(
                "Phase {phase} begins: round {round}, turn {turn}.",
                phase=event.phase,
                round=clock["round"],
                turn=clock["turn"],
            )
            return Line(text=said, tone="turn", rule="PH-36")
        case Surprised():
            said = text("{who} is surprised.", who=name(event.who))
            if event.react_from is not None:
                said = text(
                    "{who} is surprised, and cannot react before phase {phase}.",
                    who=name(event.who),
                    phase=event.react_from,
                )
            return Line(text=said, tone="warn", rule="PH-32", big=text("Surprised"))
        case SecrecySwitched():
            said = text("From now on declarations are heard by all.")
            if event.on:
                said = text("From now on declarations are told to the GM alone and revealed together.")
            return Line(text=said, tone="gm", rule="PH-R29")
        case Cancelled():
            what = _action(event.action)
            return Line(
                text=text("{who} gives up: no {what} any more.", who=name(event.who), what=what), rule="PH-54"
            )
        case Resolved():
            return _resolved(event, name)
        case ActionLost():
            action, why = _action(event.action), as_text(event.why)
            said = text(
                "{who} loses its action ({action}): {why}.", who=name(event.who), action=action, why=why
            )
            return Line(text=said, tone="warn", rule=event.rule, big=text("Action lost"))
        case Noted():
            return _noted(event, name(event.who))
    return None


def _of_weapons(event: Event, name: Names) -> Line | None:
    match event:
        case WeaponChanged():
            does, rule = _CHANGES[event.change]
            weapon = named(event.weapon_name)
            return Line(text=text(does, who=name(event.who), weapon=weapon), rule=rule)
        case Reloaded():
            said = text(
                "{who} reloads the {weapon}: {rounds} rounds.",
                who=name(event.who),
                weapon=named(event.weapon_name),
                rounds=event.rounds,
            )
            return Line(text=said, rule="PH-08")
        case Targeted():
            place = event.targeting.location
            target = name(event.targeting.target)
            said = text("{who} has {target} in sight.", who=name(event.who), target=target)
            if place is not None:
                said = text(
                    "{who} has {target} in sight, at the {place}.",
                    who=name(event.who),
                    target=target,
                    place=_place(place),
                )
            return Line(text=said, rule="PH-60", big=text("Targeted"))
        case Aimed():
            return Line(
                text=text("{who} aims: +{aim}.", who=name(event.who), aim=event.aim),
                rule="PH-64",
                big=text("Aim +{aim}", aim=event.aim),
            )
        case TargetingLost():
            said = text(
                "{who} has no target in sight any more: {why}.",
                who=name(event.who),
                why=as_text(event.why),
            )
            return Line(text=said, tone="warn", rule=event.rule)
    return None


def _of_harm(event: Event, name: Names) -> Line | None:
    match event:
        case Missed():
            missed = "{who} misses {target}."
            if event.hidden:
                missed = template("{who} misses {target}: what it would have hit is hidden.")
            said = text(missed, who=name(event.who), target=name(event.target))
            return Line(text=said, rule="PH-83" if event.hidden else "PH-69", big=text("Miss"))
        case HitInstead():
            said = text(
                "{target} stood in the way: the shot of {who} goes there.",
                who=name(event.who),
                target=name(event.target),
            )
            return Line(text=said, rule="PH-R41", tone="warn", big=text("Hit instead"))
        case Hit():
            return _hit(event, name)
        case Stopped():
            said = text(
                "Armour on the {location} of {who} stops it.",
                location=_place(event.location),
                who=name(event.who),
            )
            return Line(text=said, tone="good", rule="PH-91", big=text("Stopped"))
        case TraumaticWound():
            place = _place(event.location)
            said = text("{who} takes a traumatic wound: {place}.", who=name(event.who), place=place)
            return Line(text=said, tone="harm", rule="PH-94", big=text("Trauma: {place}", place=place))
        case ConditionChanged():
            became, tone, big = _CONDITION_LINES[event.condition]
            return Line(text=text(became, who=name(event.who)), tone=tone, rule="PH-97", big=big)
    return None


def _action(id_: str) -> Text:
    return action_words(id_).low


def _place(location: str) -> Text:
    return LOCATION_WORDS.get(location) or text(location)


def _declaration(event: Declared | DeclaredSecretly, state: BattleState, name: Names) -> Line:
    """Say what is declared: to all, or to the GM alone."""
    who, rule = name(event.who), "PH-57"
    secretly = isinstance(event, DeclaredSecretly)
    if secretly:
        rule = "PH-R29"
    if event.action is None:
        return Line(text=text("{who} declares nothing, in secret.", who=who), rule=rule)
    if not event.action.declared:  # free play has no phases to declare in
        what = _declared(event.action, event.weapon_name, state, name)
        return Line(text=text("{who}: {what}.", who=who, what=what), rule="PH-48")
    says = template("In secret, {who} declares: {what}.") if secretly else template("{who} declares: {what}.")
    what = _declared(event.action, event.weapon_name, state, name)
    return Line(text=text(says, who=who, what=what), rule=rule)


_DEEDS: Mapping[str, str] = {
    "draw": template("draw the {weapon}"),
    "holster": template("holster the {weapon}"),
    "reload": "reload the {weapon}",
    "target": template("target {whom} with the {weapon}"),
    "attack": template("attack {whom} with the {weapon}"),
    TARGET_AND_FIRE: template("target and fire at {whom} with the {weapon}"),
}
"""What is done with a weapon, and perhaps to somebody."""


def _deed(action: Declaration, weapon_name: str, state: BattleState, name: Names) -> Text:
    whom: Gap = "" if action.target is None else name(action.target)
    weapon = named(weapon_name)
    said = _DEEDS.get(action.id, "")
    if weapon_name and said and ("{whom}" in said) == (action.target is not None):
        if action.id == "attack" and action.weapon == FIST.id:
            said = template("attack {whom} with {weapon}")
        return text(said, weapon=weapon, **({"whom": whom} if whom else {}))
    said = template("target and fire at {whom}") if action.id == TARGET_AND_FIRE else "{action} {whom}"
    deed = text(said, action=_action(action.id), whom=whom) if whom else _action(action.id)
    if where := destination(state, action):
        deed = text("move {where}", where=where)
    if weapon_name and action.target is not None:
        return text("{what} with the {weapon}", what=deed, weapon=weapon)
    return text("{what} the {weapon}", what=deed, weapon=weapon) if weapon_name else deed


def _declared(action: Declaration, weapon_name: str, state: BattleState, name: Names) -> Text:
    parts: list[Gap] = [_deed(action, weapon_name, state, name)]
    if action.mode is not None and action.mode is not Mode.SINGLE:
        parts.append(text("({mode})", mode=MODE_WORDS[action.mode]))
    if action.called is not None:
        parts.append(text("at the {called}", called=_place(action.called)))
    if action.said.get("note"):
        parts.append(f"({action.said['note']})")  # as they wrote it
    said = joined(parts, " ")
    if action.length is not Length.PHASE:
        said = text("{what}, which takes a {length}", what=said, length=LENGTH_NAMES[action.length])
    if action.due > action.declared:
        said = text("{what}, due in phase {phase}", what=said, phase=action.due)
    return said


def _resolved(event: Resolved, name: Names) -> Line | None:
    """Say what is attacked with which facts; of the rest the event that follows says all."""
    if event.target is None or not event.facts:
        return None
    weapon = (
        text("bare hands")
        if event.weapon_name == FIST.name
        else text("the {weapon}", weapon=named(event.weapon_name))
    )
    facts: Mapping[str, Any] = event.facts
    clear = text("clear") if facts["line_of_fire"] else text("none")
    hidden = [_place(place) for place in LOCATIONS if place not in facts["exposed"]]
    figures = [
        Figure(
            label=text("distance"), value=counted("{n} cell", "{n} cells", n=facts["distance"]), rule="PH-65"
        ),
        Figure(label=text("cover"), value=_COVER[facts["cover"]], rule="PH-25"),
        Figure(label=text("line of fire"), value=clear, rule="PH-26"),
    ]
    if hidden:
        figures.append(Figure(label=text("hidden"), value=joined(hidden), rule="PH-83"))
    said = text(
        "{who} attacks {target} with {weapon}.", who=name(event.who), target=name(event.target), weapon=weapon
    )
    return Line(text=said, rule="PH-69", figures=tuple(figures))


def _hit(event: Hit, name: Names) -> Line:
    place = _place(event.location)
    said, rule = (
        text("{who} hits {target}: {place}.", who=name(event.who), target=name(event.target), place=place),
        "PH-81",
    )
    figures: tuple[Figure, ...] = ()
    if event.called is not None:
        called = _place(event.called)
        rule = "PH-82" if event.step else "PH-80"
        figures = (Figure(label=text("called"), value=called, rule="PH-80"),)
        if event.step:
            steps = counted("{n} step down the chain", "{n} steps down the chain", n=event.step)
            said = text(
                "{who} meant the {called} of {target} and hits the {place}.",
                who=name(event.who),
                called=called,
                target=name(event.target),
                place=place,
            )
            figures = (*figures, Figure(label=text("missed by"), value=steps, rule="PH-82"))
    return Line(text=said, tone="harm", rule=rule, big=text("Hit: {place}", place=place), figures=figures)


def _noted(event: Noted, who: Gap) -> Line:
    if event.action == "speak":
        said = text("{who} says something.", who=who)
        if event.note:
            said = text("{who}: {note}", who=who, note=event.note)
        return Line(text=said, rule="PH-45")
    outcome = OUTCOME_WORDS[event.outcome or "none"]
    came = text(" ({outcome})", outcome=outcome) if outcome else ""
    what = event.note or text("does what takes its time")
    return Line(text=text("{who}: {what}{came}.", who=who, what=what, came=came), rule="PH-50")
