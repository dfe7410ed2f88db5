"""How the events of the phase combat game are worded for the log, and for the moment beside the token."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.engine.events import Event, Rolled
from rules.engine.state import BattleState
from rules.engine.system import Figure, Line, Vague
from rules.systems.phases.appearance import ACTION_WORDS, destination
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
    Missed,
    Stopped,
    Stunned,
    TraumaticWound,
)
from rules.systems.phases.sheet.gear import FIST, LOCATIONS, location_words
from rules.systems.phases.state import Condition, Declaration, Length
from rules.systems.phases.turns.resolution import TARGET_AND_FIRE
from rules.systems.phases.turns.secret_declarations import DeclaredSecretly, Revealed, SecrecySwitched

OUTCOME_WORDS = {
    "success": "success",
    "partial": "partial success",
    "failure": "failure",
    "auto-failure": "failure, mostly ones",
    "botch": "botch",
    "none": "",
}
VAGUE: Mapping[type[Event], Vague] = {
    FleshWound: Vague(text="{who} is hurt."),
    TraumaticWound: Vague(text="{who} is hurt."),
}
_CONDITION_LINES = {
    Condition.UP: ("is up again", "good", "Up"),
    Condition.DOWN: ("is down", "harm", "Down"),
    Condition.DEAD: ("is dead", "harm", "Dead"),
}
_CHANGES = {
    "drawn": ("draws", "PH-05"),
    "holstered": ("puts away", "PH-05"),
    "dropped": ("drops", "PH-05"),
    "fallen": ("lets fall", "PH-99"),
}
_Name = Callable[[str], str]


def describe_roll(rolled: Rolled) -> str:
    """Word a roll's outcome; one without a number to reach says its total (PH-19)."""
    if rolled.outcome == "none":
        return str(rolled.total)
    return OUTCOME_WORDS.get(rolled.outcome, rolled.outcome)


def describe(event: Event, state: BattleState) -> Line | None:
    """Word an event of this system; None for those that say nothing to a reader."""

    def name(who: str) -> str:
        return state.combatants[who].name if who in state.combatants else who

    if isinstance(event, Declared | DeclaredSecretly):
        return _declaration(event, state, name)
    return _of_time(event, name) or _of_weapons(event, name) or _of_harm(event, name)


def _of_time(event: Event, name: _Name) -> Line | None:
    match event:
        case PhaseStarted():
            clock = clock_of(event.phase, DECLARE)
            text = f"Phase {event.phase} begins: round {clock['round']}, turn {clock['turn']}."
            return Line(text=text, tone="turn", rule="PH-36")
        case PhaseEnded():
            return Line(text=f"Phase {event.phase} is over.", tone="turn", rule="PH-47")
        case Passed():
            return Line(text=f"{name(event.who)} declares nothing.", rule="PH-44")
        case Surprised():
            when = "" if event.react_from is None else f", and cannot react before phase {event.react_from}"
            text = f"{name(event.who)} is surprised{when}."
            return Line(text=text, tone="warn", rule="PH-32", big="Surprised")
        case ReactFailed():
            text = f"{name(event.who)} is still surprised; the next try has +{event.bonus}."
            return Line(text=text, tone="warn", rule="PH-35")
        case Recovered():
            text = f"{name(event.who)} has recovered from the surprise."
            return Line(text=text, tone="good", rule="PH-34")
        case Unaware():
            return Line(text=f"{name(event.who)} knows of no enemy yet.", rule="PH-31")
        case Revealed():
            return Line(text="All declarations are revealed.", tone="turn", rule="PH-R29")
        case SecrecySwitched():
            how = "told to the GM alone and revealed together" if event.on else "heard by all"
            return Line(text=f"From now on declarations are {how}.", tone="gm", rule="PH-R29")
        case Cancelled():
            what = _action(event.action)
            return Line(text=f"{name(event.who)} gives up: no {what} any more.", rule="PH-54")
        case Resolved():
            return _resolved(event, name)
        case ActionLost():
            text = f"{name(event.who)} loses its action ({_action(event.action)}): {event.why}."
            return Line(text=text, tone="warn", rule=event.rule, big="Action lost")
        case Noted():
            return _noted(event, name(event.who))
    return None


def _of_weapons(event: Event, name: _Name) -> Line | None:
    match event:
        case WeaponChanged():
            does, rule = _CHANGES[event.change]
            return Line(text=f"{name(event.who)} {does} the {event.weapon_name.lower()}.", rule=rule)
        case Reloaded():
            text = f"{name(event.who)} reloads the {event.weapon_name.lower()}: {event.rounds} rounds."
            return Line(text=text, rule="PH-08")
        case Targeted():
            place = event.targeting.location
            where = "" if place is None else f", at the {location_words(place)}"
            text = f"{name(event.who)} has {name(event.targeting.target)} in sight{where}."
            return Line(text=text, rule="PH-60", big="Targeted")
        case Aimed():
            return Line(text=f"{name(event.who)} aims: +{event.aim}.", rule="PH-64", big=f"Aim +{event.aim}")
        case TargetingLost():
            text = f"{name(event.who)} has no target in sight any more: {event.why}."
            return Line(text=text, tone="warn", rule=event.rule)
    return None


def _of_harm(event: Event, name: _Name) -> Line | None:
    match event:
        case Missed():
            why = ": what it would have hit is hidden" if event.hidden else ""
            text = f"{name(event.who)} misses {name(event.target)}{why}."
            return Line(text=text, rule="PH-83" if event.hidden else "PH-69", big="Miss")
        case Hit():
            return _hit(event, name)
        case Stopped():
            text = f"Armour on the {location_words(event.location)} of {name(event.who)} stops it."
            return Line(text=text, tone="good", rule="PH-91", big="Stopped")
        case FleshWound():
            return Line(text=f"{name(event.who)} takes a flesh wound.", tone="harm", rule="PH-92")
        case TraumaticWound():
            place = location_words(event.location)
            text = f"{name(event.who)} takes a traumatic wound: {place}."
            return Line(text=text, tone="harm", rule="PH-94", big=f"Trauma: {place}")
        case Stunned():
            text = f"{name(event.who)} is stunned for {event.phases} phases."
            return Line(text=text, tone="harm", rule="PH-98", big="Stunned")
        case ConditionChanged():
            text, tone, big = _CONDITION_LINES[event.condition]
            return Line(text=f"{name(event.who)} {text}.", tone=tone, rule="PH-97", big=big)
    return None


def _action(id_: str) -> str:
    return ACTION_WORDS.get(id_, id_).lower()


def _declaration(event: Declared | DeclaredSecretly, state: BattleState, name: _Name) -> Line:
    """Say what is declared: to all, or to the GM alone."""
    who, rule = name(event.who), "PH-57"
    secretly = isinstance(event, DeclaredSecretly)
    if secretly:
        rule = "PH-R29"
    if event.action is None:
        return Line(text=f"{who} declares nothing, in secret.", rule=rule)
    if not event.action.declared:  # free play has no phases to declare in
        return Line(text=f"{who}: {_declared(event.action, event.weapon_name, state, name)}.", rule="PH-48")
    says = f"In secret, {who} declares" if secretly else f"{who} declares"
    return Line(text=f"{says}: {_declared(event.action, event.weapon_name, state, name)}.", rule=rule)


def _declared(action: Declaration, weapon_name: str, state: BattleState, name: _Name) -> str:
    parts = [_action(action.id)]
    if action.target is not None:
        parts.append(f"at {name(action.target)}" if action.id == TARGET_AND_FIRE else name(action.target))
    if where := destination(state, action):
        parts.append(where)
    if weapon_name:
        weapon = FIST.name if action.weapon == FIST.id else f"the {weapon_name}"
        parts.append(f"{'with ' if action.target else ''}{weapon.lower()}")
    if action.mode is not None and action.mode.value != "single":
        parts.append(f"({'full auto' if action.mode.value == 'auto' else action.mode.value})")
    if action.called is not None:
        parts.append(f"at the {location_words(action.called)}")
    if action.said.get("note"):
        parts.append(f"({action.said['note']})")
    long = "" if action.length is Length.PHASE else f", which takes a {action.length.value}"
    due = f", due in phase {action.due}" if action.due > action.declared else ""
    return f"{' '.join(parts)}{long}{due}"


def _resolved(event: Resolved, name: _Name) -> Line | None:
    """Say what is attacked with which facts; of the rest the event that follows says all."""
    if event.target is None or not event.facts:
        return None
    weapon = "bare hands" if event.weapon_name == FIST.name else f"the {event.weapon_name.lower()}"
    facts: Mapping[str, Any] = event.facts
    hidden = [location_words(place) for place in LOCATIONS if place not in facts["exposed"]]
    figures = [
        Figure(label="distance", value=f"{facts['distance']} cells", rule="PH-65"),
        Figure(label="cover", value=facts["cover"], rule="PH-25"),
        Figure(label="line of fire", value="clear" if facts["line_of_fire"] else "none", rule="PH-26"),
    ]
    if hidden:
        figures.append(Figure(label="hidden", value=", ".join(hidden), rule="PH-83"))
    text = f"{name(event.who)} attacks {name(event.target)} with {weapon}."
    return Line(text=text, rule="PH-69", figures=tuple(figures))


def _hit(event: Hit, name: _Name) -> Line:
    place = location_words(event.location)
    text, rule = f"{name(event.who)} hits {name(event.target)}: {place}.", "PH-81"
    figures: tuple[Figure, ...] = ()
    if event.called is not None:
        called = location_words(event.called)
        rule = "PH-82" if event.step else "PH-80"
        figures = (Figure(label="called", value=called, rule="PH-80"),)
        if event.step:
            steps = f"{event.step} step{'' if event.step == 1 else 's'} down the chain"
            text = f"{name(event.who)} meant the {called} of {name(event.target)} and hits the {place}."
            figures = (*figures, Figure(label="missed by", value=steps, rule="PH-82"))
    return Line(text=text, tone="harm", rule=rule, big=f"Hit: {place}", figures=figures)


def _noted(event: Noted, who: str) -> Line:
    if event.action == "speak":
        text = f"{who}: {event.note}" if event.note else f"{who} says something."
        return Line(text=text, rule="PH-45")
    came = f" ({OUTCOME_WORDS[event.outcome]})" if event.outcome and OUTCOME_WORDS[event.outcome] else ""
    what = event.note or "does what takes its time"
    return Line(text=f"{who}: {what}{came}.", rule="PH-50")
