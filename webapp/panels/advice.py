"""What somebody would best do, as the GM reads it: each piece of advice in words, with its chances."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.ai.advice import END_TURN, Advice
from rules.engine.action import Action
from rules.engine.command import Command, Said
from rules.engine.names import place_words
from rules.engine.state import BattleState, BattleView
from rules.engine.system import System
from rules.engine.text import Words
from rules.map.model import Place
from webapp.panels.odds_bars import small_share
from webapp.visibility.seen_words import seen_shown

_LITTLE, _MUCH = 0.08, 0.25
"""Below and above such a share of a fighter a risk is called little and great."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AdviceView:
    """One thing to do."""

    label: Words
    detail: Words
    """With which weapon, say; empty for nothing in particular."""
    target: str
    """The name of whom it is aimed at; empty for nobody."""
    to: str
    """What the place is called that it leads to; empty where one stays."""
    besides: tuple[Words, ...]
    """What is chosen besides."""
    hit: float | None
    down: float | None
    instead: tuple[tuple[str, Words], ...]
    """The names of those whom it may hit in its target's place, each with the chance in words."""
    gain: float
    risk: float
    risk_level: str
    """`little`, `some` or `great`."""
    better: float
    """By how much of a fighter it is better than ending the turn."""
    rule: str
    """The rule of what is done; empty for what is no action."""
    then: "AdviceView | None"
    """What it leads up to within the same turn: an attack, or a way out of danger."""
    then_times: int
    """How often that fits into what is left of the turn."""
    sampled: bool
    command: Mapping[str, Any]
    """What its button sends."""
    marks: Mapping[str, Any]
    """What is marked on the map for it: who is aimed at, where it leads to, and where one goes afterwards."""


def advice_views(system: System, state: BattleState, found: Sequence[Advice]) -> tuple[AdviceView, ...]:
    """Put what was found into words, but for what is over meanwhile.

    Args:
        state: the battle as whoever reads it knows it.
    """
    views = (_view(system, state, advice) for advice in found if advice.command.actor in state.combatants)
    return tuple(seen_shown(view, state.combatants) for view in views)


def _view(system: System, state: BattleState, advice: Advice) -> AdviceView:
    command = advice.command
    action, params = system.action(command.do), command.params
    label: Words = command.do
    detail: Words = ""
    besides: tuple[Words, ...] = ()
    rule = ""
    target = state.combatants.get(str(params.get("target", "")))
    if command.do == END_TURN:
        label = system.end_turn_words[0]
    elif command.do == "answer" and state.prompt is not None:
        label = next((o.label for o in state.prompt.offers if o.id == params.get("answer")), label)
    elif action is not None:
        target = state.combatants.get(str(params.get(action.aimed_key, "")))
        label, detail, rule = action.label, _way(state, action, command), action.rule
        besides = _besides(state, action, command)
    place = command.place("to") or command.place("at") or _first(action, command)
    then = _led_up_to(system, state, advice)
    return AdviceView(
        label=label,
        detail=detail,
        target=target.name if target is not None else "",
        to=place_words(state, place) if place is not None else "",
        besides=besides,
        hit=advice.hit,
        down=advice.down,
        instead=tuple(
            (state.combatants[who].name, small_share(chance))
            for who, chance in advice.instead
            if chance and who in state.combatants
        ),
        gain=advice.gain,
        risk=advice.risk,
        risk_level="little" if advice.risk < _LITTLE else "some" if advice.risk < _MUCH else "great",
        better=advice.better,
        rule=rule,
        then=then,
        then_times=advice.times,
        sampled=advice.sampled,
        command={"do": command.do, "actor": command.actor, **_plain(params)},
        marks={
            "who": command.actor,
            "target": target.id if target is not None else then.marks["target"] if then is not None else None,
            "at": _plain_place(place),
            "then_at": _plain_place(advice.then_to.place("to")) if advice.then_to is not None else None,
        },
    )


def _led_up_to(system: System, state: BattleState, advice: Advice) -> AdviceView | None:
    """Give the attack that something leads up to, or the way that is gone afterwards."""
    if advice.then_to is not None:
        return _view(system, state, Advice(command=advice.then_to, worth=0.0))
    if advice.then is None:
        return None
    found = advice.then.forecast
    return _view(
        system,
        state,
        Advice(command=advice.then.command, worth=0.0, hit=found.hit, down=found.down, instead=found.instead),
    )


def _way(state: BattleState, action: Action, command: Command) -> Words:
    """Say which of an action's buttons it is: with which weapon, say."""
    actor = state.combatants[command.actor or ""]
    for fixed, words in action.ways(BattleView(state), actor):
        if all(command.params.get(key) == value for key, value in fixed.items()):
            return words
    return ""


def _first(action: Action | None, command: Command) -> Place | None:
    """Give the place that an attack begins by going to."""
    key = action.goes_first if action is not None else None
    return Said(params=command.table("options")).place(key) if key is not None else None


def _besides(state: BattleState, action: Action, command: Command) -> tuple[Words, ...]:
    """Name what is chosen besides, each with the choice where there are several."""
    view, said = BattleView(state), command.table("options")
    actor, found = state.combatants[command.actor or ""], list[Words]()
    for option in action.options(view, command):
        if option.id not in said or option.id == action.goes_first:
            continue
        chosen = option.choices(view, actor) if option.choices is not None else ()
        found.append(next((c.label for c in chosen if c.id == said[option.id]), option.label))
    return tuple(found)


def _plain(params: Mapping[str, Any]) -> dict[str, Any]:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in params.items()}


def _plain_place(place: Place | None) -> Any:
    return list(place) if isinstance(place, tuple) else place
