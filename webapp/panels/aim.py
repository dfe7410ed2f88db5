"""What an aimed action rests on and would do, before it is done: facts, modifiers, odds as bars, the line."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.engine.battle import Battle
from rules.engine.chances.aim_odds import AimOdds, Found
from rules.engine.chances.odds_figures import Contest, Odds
from rules.engine.command import Command
from rules.engine.dice import Modifier
from rules.engine.names import place_words
from rules.engine.refusal import Refusal
from rules.engine.shown import Choice, Laid, Track
from rules.engine.state import BattleState, BattleView, Combatant
from rules.engine.system import Action, Fact, Parameter, Plan, System
from rules.engine.text import Words, text
from rules.map.area_outline import outlines
from rules.map.grid import Footprint
from rules.map.line_of_fire import LineOfFire, line_of_fire
from rules.map.model import BattleMap, Place
from webapp.drawing.zone_layout import UNIT
from webapp.panels.action_bar import Button, aimed_buttons, why_not
from webapp.panels.odds_bars import Bar, bars, can_be_felled, small_share
from webapp.panels.page_frame import Frame
from webapp.visibility.seen_words import seen_refusal, seen_shown, seen_words
from webapp.visibility.stream import Stream


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionView:
    """Something that may be chosen about an action: one of `choices`, a number up to `high`, or a switch."""

    id: str
    kind: str
    """As of a `Parameter`."""
    label: Words
    help: Words
    value: Any
    choices: tuple[Choice, ...]
    low: int
    high: int
    rule: str
    blank: Words
    template: str
    """What draws the choices; empty for a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AimView:
    """What an aimed action rests on and would do, before it is done; `refusal` says why it cannot be done."""

    frame: Frame
    actor: str
    actor_name: str
    target: str
    """Empty for what is aimed at a place of the map."""
    whom: str
    """Under which key the action is told of the target."""
    target_name: str
    at: Place | None
    do: str
    label: Words
    fixed: Mapping[str, str]
    leaves: Words
    """What is left afterwards: defences, movement."""
    chosen: Mapping[str, Any]
    """What is said of the action's options."""
    options: tuple[Button, ...]
    """The same kind of action with its other weapons, to switch between."""
    choices: tuple[OptionView, ...]
    laid: Laid | None = None
    caught: tuple[str, ...] = ()
    """The names of those whom an area catches, as far as they are known here."""
    refusal: Refusal | None
    roll: Words = ""
    target_number: int | None = None
    chance: float | None = None
    """The chance that the first roll succeeds, where the system says it."""
    track: Track | None = None
    """What the action is paid from, and how many pieces of it: `takes`."""
    takes: int = 0
    modifiers: tuple[Modifier, ...] = ()
    notes: tuple[Modifier, ...] = ()
    facts: tuple[Fact, ...] = ()
    odds: "OddsView | None" = None
    heavy: "HeavyOdds | None" = None
    """What is still to be worked out, where it takes longer than others should wait."""
    line: LineOfFire | None = None
    is_gm: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StrayView:
    """Somebody whom a miss may find, with the chances in words, where they are known."""

    who: str
    name: str
    hit: Words = ""
    hurt: Words = ""
    down: Words = ""
    """Empty for who is down already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsView:
    """The odds of an aim as bars, as far as they are known."""

    bars: tuple[Bar, ...] = ()
    strays: tuple[StrayView, ...] = ()
    """Those whom it may strike in the target's place, as far as the viewer knows of them."""
    stray_words: Words = ""
    stray_rule: str = ""
    sampled: bool = False
    standard_error: float = 0.0
    awaited: bool = False
    """Whether they are still being worked out, all of them or those of whom a miss may find."""
    estimated: bool = False
    """Whether what there is of them is a first estimate."""
    failed: bool = False


@dataclass(frozen=True, slots=True)
class HeavyOdds:
    """Odds that are worked out elsewhere: of what is known of the battle, and of the command."""

    state: BattleState
    command: Command
    plan: Plan
    known: Found | None = None
    """The target's own, where those alone of whom a miss may find take long."""

    def view(self, system: System, found: Found | None, *, is_last: bool) -> OddsView:
        """Show what has been found of them; None where they cannot be worked out."""
        if found is None:
            return replace(self._so_far(system), failed=True, awaited=False)
        if not is_last and self.known is not None:  # no estimate takes the place of what is exact
            return self._so_far(system)
        return _odds_view(system, self.state, self.plan, found, awaited=not is_last, estimated=not is_last)

    def _so_far(self, system: System) -> OddsView:
        return _odds_view(system, self.state, self.plan, self.known or (), awaited=True)


def _odds_view(
    system: System,
    seen: BattleState,
    plan: Plan,
    found: Found,
    *,
    awaited: bool = False,
    estimated: bool = False,
) -> OddsView:
    strays, chances = plan.astray, dict(found)

    def drawn(who: str, odds: Odds, contest: Contest | None = None) -> tuple[Bar, ...]:
        named, fells = plan.laid is not None, can_be_felled(system, seen, who)
        return bars(odds, system, seen.combatants[who], named, contest, fells=fells)

    def stray(who: str) -> StrayView:
        odds, name = chances.get(who), seen.combatants[who].name
        if odds is None:
            return StrayView(who=who, name=name)
        (bar,) = drawn(who, replace(odds, by_answer={}))  # as they answer best, like the odds themselves
        return StrayView(
            who=who,
            name=name,
            hit=small_share(bar.hit),
            hurt=small_share(bar.hurt),
            down="" if bar.down is None else small_share(bar.down),
        )

    return OddsView(
        bars=tuple(bar for who, odds in found if who not in strays for bar in drawn(who, odds, plan.contest)),
        strays=tuple(map(stray, strays)),
        stray_words="" if plan.strays is None else plan.strays.words,
        stray_rule="" if plan.strays is None else plan.strays.rule,
        sampled=any(odds.sampled for _, odds in found),
        standard_error=max((odds.standard_error for _, odds in found), default=0.0),
        awaited=awaited,
        estimated=estimated,
    )


def aim_view(battle: Battle, stream: Stream, frame: Frame, command: Command) -> AimView:
    """Work out what an aimed action would do, in or out of turn. A refusal is part of the answer.

    Raises:
        Refusal: `unknown-combatant` or `unknown-action`, where there is nothing to aim.
    """
    known = stream.now
    state, system = battle.state, battle.system
    actor = state.combatant(command.actor, "actor")
    action = system.action(command.do)
    if action is None:
        raise Refusal(
            "unknown-action",
            text("{system} knows no action {do}.", system=text(system.name), do=repr(command.do)),
        )
    target = _target(battle, command, action.aimed_key, known)
    fixed, seen = said_by_button(action, state, actor, command), stream.as_known(state)

    def is_alike(other: Action) -> bool:
        return other.id == action.id or (other.group == action.group != "")

    at = _aimed_at(None if target is None else target.id, command.place("at"))
    options = tuple(button for _, button in aimed_buttons(battle, stream, actor.id, at, is_alike))
    command = action.filled(BattleView(seen), command)
    common: dict[str, Any] = {
        "frame": frame,
        "actor": actor.id,
        "actor_name": actor.name,
        "target": target.id if target is not None else "",
        "whom": action.aimed_key,
        "target_name": target.name if target is not None else place_words(state, command.place("at")),
        "at": command.place("at"),
        "do": action.id,
        "label": action.label,
        "fixed": fixed,
        "chosen": command.table("options"),
        "leaves": seen_words(action.leaves(BattleView(seen), actor), state, known),
        "options": options,
        "track": system.looks.track(actor),
        "takes": action.takes(BattleView(seen), command),
        "choices": aim_choices(action, seen, command, known),
        "is_gm": stream.is_gm,
    }

    def said(words: Words) -> Words:
        return seen_words(words, state, known)

    def as_seen(fact: Fact) -> Fact:
        return seen_shown(replace(fact, words=said(fact.words), brief=said(fact.brief)), known)

    plan, refused = planned(battle, stream, action, command)
    if plan is None:
        line = _line(stream.shown_map(state), actor, target) if target is not None else None
        overridable_facts = action.overridable_facts(BattleView(state), command) if stream.is_gm else ()
        facts = tuple(map(as_seen, overridable_facts))
        return AimView(**common, refusal=refused, line=line, facts=facts)

    found = AimOdds(system, seen, plan).at_once()
    whole = AimOdds(system, seen, plan, strays=True).at_once() if found and plan.astray else found
    return AimView(
        **common,
        refusal=refused,
        roll=said(plan.roll),
        target_number=plan.target_number,
        chance=plan.chance,
        modifiers=tuple(replace(m, label=said(m.label)) for m in plan.modifiers),
        notes=tuple(replace(m, label=said(m.label)) for m in (*plan.notes, *_read_off(plan, stream))),
        facts=tuple(map(as_seen, plan.facts)),
        odds=_odds_view(system, seen, plan, whole or found or (), awaited=whole is None),
        heavy=HeavyOdds(seen, command, plan, known=found) if whole is None else None,
        line=plan.line,
        laid=seen_shown(plan.laid, known),
        caught=tuple(state.combatants[who].name for who in plan.laid.caught) if plan.laid else (),
    )


def planned(
    battle: Battle, stream: Stream, action: Action, command: Command
) -> tuple[Plan | None, Refusal | None]:
    """Plan an aimed action as its giver knows the battle: what it rests on, and why it cannot be done now.

    Without a plan there is a refusal; one with a plan says why what could be done must wait.
    """
    seen = stream.as_known(battle.state)
    refused = why_not(battle, command, stream.now, seen)
    try:
        return action.plan(BattleView(seen), command), refused
    except Refusal as refusal:
        return None, refused or seen_refusal(refusal, battle.state, stream.now)


def _read_off(plan: Plan, stream: Stream) -> tuple[Modifier, ...]:
    """Give what counts of the target's own sheet, to who may read that: the GM, and who plays it."""
    return plan.target_notes if stream.viewer.is_gm or plan.target in stream.viewer.owns else ()


def said_by_button(
    action: Action, state: BattleState, actor: Combatant, command: Command
) -> Mapping[str, str]:
    """Give what the action's button has said already: of several that fit, the one that says most."""
    fits = (
        fixed
        for fixed, _ in action.ways(BattleView(state), actor)
        if all(command.params.get(key) == value for key, value in fixed.items())
    )
    return max(fits, key=len, default={})


def aim_choices(
    action: Action, state: BattleState, command: Command, known: frozenset[str]
) -> tuple[OptionView, ...]:
    """List what may be chosen about an action, with what the command says of it."""
    view, said = BattleView(state), command.table("options")
    actor = state.combatant(command.actor, "actor")
    found = []
    for p in action.options(view, command):
        label, help_ = _label_and_help(p)
        choices = () if p.choices is None else seen_shown(p.choices(view, actor), state.combatants)
        if p.kind == "combatant":
            choices = tuple(choice for choice in choices if choice.id in known)
        if p.choices is not None and not choices and p.kind != "cell":  # a cell is tapped on the map
            continue
        found.append(
            OptionView(
                id=p.id,
                kind=p.kind,
                label=label,
                help=help_,
                value=said.get(p.id, p.low if p.kind == "number" else p.default or None),
                choices=choices,
                low=p.low,
                high=p.high if p.kind == "number" else 0,
                rule=p.rule,
                blank=p.blank,
                template=p.template,
            )
        )
    return tuple(found)


def _label_and_help(parameter: Parameter) -> tuple[Words, Words]:
    """Give what a parameter is called and the help beside it, be it written after a colon."""
    if parameter.help or not isinstance(parameter.label, str):
        return parameter.label, parameter.help
    label, _, help_ = parameter.label.partition(": ")
    return label, help_


def _target(battle: Battle, command: Command, whom: str, known: frozenset[str]) -> Combatant | None:
    """Find who is aimed at; None where a place is. Raises `Refusal` `unknown-combatant`."""
    target = command.text(whom)
    if target is None and command.place("at") is not None:
        return None
    if target not in known:
        raise Refusal("unknown-combatant", text("There is nobody of that name here."))
    return battle.state.combatant(target, "target")


def draft(battle: Battle, stream: Stream, command: Command) -> dict[str, Any]:
    """Lay an area for a hand that moves it, before anything is worked out: its outline, and whom it catches.

    Raises:
        Refusal: as the action itself, if it cannot be laid there.
    """
    action = battle.system.action(command.do)
    if action is None:
        raise Refusal(
            "unknown-action",
            text("{system} knows no action {do}.", system=text(battle.system.name), do=repr(command.do)),
        )
    state = stream.as_known(battle.state)
    plan = action.plan(BattleView(state), command)
    return {"area": area_on_page(state, plan.laid)}


def area_on_page(state: BattleState, laid: Laid | None) -> dict[str, Any] | None:
    """Give an area as the page draws it, in map units."""
    if laid is None or state.map is None:
        return None
    pieces = outlines(state.map, laid.area, stopped_by_walls=laid.stopped_by_walls)
    people = [{"who": who, "name": state.combatants[who].name} for who in laid.caught]
    return {
        "outline": [[[x * UNIT, y * UNIT] for x, y in piece] for piece in pieces],
        "at": [laid.at[0] * UNIT, laid.at[1] * UNIT],
        "words": laid.words,
        "caught": [{"people": people}],
    }


def aim_on_page(battle: Battle, stream: Stream, view: AimView) -> dict[str, Any]:
    """Give what of an aim is drawn on the map: the line of fire, the area."""
    return {"line": line_points(view.line), "area": area_on_page(stream.as_known(battle.state), view.laid)}


def _line(battle_map: BattleMap | None, actor: Combatant, target: Combatant) -> LineOfFire | None:
    """Give the line of fire of an action that is refused: it shows what stands in the way, if that is why."""
    if battle_map is None or actor.at is None or target.at is None:
        return None
    return line_of_fire(
        battle_map,
        Footprint(actor.at, actor.size, actor.altitude),
        Footprint(target.at, target.size, target.altitude),
    )


def _aimed_at(target: str | None, at: Place | None = None) -> dict[str, Any]:
    return {key: value for key, value in (("target", target), ("at", at)) if value is not None}


def as_aimed(system: System, data: Mapping[str, Any]) -> dict[str, Any]:
    """Write whom a page aims at, its `target`, under the key that the action calls that by."""
    action = system.action(str(data.get("do", "")))
    if action is None or action.aimed_key == "target" or "target" not in data:
        return dict(data)
    said = {key: value for key, value in data.items() if key != "target"}
    return {action.aimed_key: data["target"], **said}


def default_aim(battle: Battle, stream: Stream, who: str, target: str) -> dict[str, Any] | None:
    """Choose what to aim with when the target alone is known: the first that may be used, else the first.

    Of what may be used, what the weapon in hand is for comes before all else.
    """
    found = aimed_buttons(battle, stream, who, _aimed_at(target), lambda action: True)
    if not found:
        return None
    view = BattleView(stream.as_known(battle.state))

    def aim(action: Action, button: Button) -> dict[str, Any]:
        return {"do": action.id, "actor": who, action.aimed_key: target, **button.fixed}

    def rank(one: tuple[Action, Button]) -> tuple[bool, bool]:
        action, button = one
        command = Command(do=action.id, actor=who, params={**button.fixed, action.aimed_key: target})
        suits = button.refusal is None and action.suits(view, command)
        return button.refusal is not None, not suits

    return aim(*min(found, key=rank))


def line_points(line: LineOfFire | None) -> dict[str, Any] | None:
    """Give a line of fire as the page draws it, in map units."""
    if line is None or line.origin is None:
        return None

    def at(point: tuple[float, float] | None) -> list[float] | None:
        return None if point is None else [point[0] * UNIT, point[1] * UNIT]

    rays = [
        {"from": at(ray.start), "to": at(ray.end), "status": ray.status.value, "stopped_at": at(ray.met)}
        for ray in line.rays
    ]
    return {"start": at(line.origin), "end": at(line.rays[0].end) if line.rays else None, "rays": rays}
