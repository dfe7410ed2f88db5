"""What the pages and panels show, put together from what a viewer may see and what the system declares.

Templates get these views and nothing else; no template reads a state.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.dice import Modifier
from rules.engine.odds import Odds
from rules.engine.refusal import Refusal
from rules.engine.state import Scene
from rules.engine.system import (
    Action,
    Choice,
    Fact,
    Figure,
    Gauge,
    Mark,
    Parameter,
    Section,
    StockItem,
    System,
)
from rules.map.line_of_fire import LineOfFire
from webapp.chronicle import LogLine
from webapp.stream import Stream
from webapp.viewer import (
    MapView,
    OrderRow,
    PromptView,
    TokenView,
    Viewer,
    cloak,
    cloak_refusal,
    see_map,
    see_order,
    see_prompt,
    see_tokens,
    side_numbers,
    visible,
)
from webapp.zone_layout import UNIT

LOG_LINES = 120
"""How many lines of the log a page starts with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRow:
    """Somebody who joined, for the GM: the name, what they play, and whether a page of theirs is open."""

    id: str
    name: str
    plays: tuple[str, ...]
    here: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What a page needs that is not the battle's: where it is, who looks, the addresses to hand out."""

    table_id: str
    table_name: str
    role: str
    csrf: str = ""
    person_name: str = ""
    picture_url: str | None = None
    join_url: str = ""
    screen_url: str = ""
    code: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    people: tuple[PersonRow, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """A whole page of play."""

    frame: Frame
    seq: int
    system_id: str
    system_name: str
    clock: str
    running: bool
    active: str | None
    active_name: str
    my_turn: bool
    next_name: str
    can_undo: bool
    can_redo: bool
    owns: tuple[str, ...]
    map: MapView
    tokens: tuple[TokenView, ...]
    order: tuple[OrderRow, ...]
    prompt: PromptView | None
    log: tuple[LogLine, ...]
    stock: tuple[StockItem, ...]
    sides: tuple[str, ...]

    @property
    def is_gm(self) -> bool:
        """Say whether this is the GM's page."""
        return self.frame.role == "gm"


def table_view(battle: Battle, viewer: Viewer, frame: Frame, stream: Stream) -> TableView:
    """Put a page together from what its viewers have been told."""
    state, known = battle.state, stream.known
    order = see_order(state, viewer, known)
    active = next((row for row in order if row.active), None)
    following = next((row.name for row in order if row.next), "")
    return TableView(
        frame=frame,
        seq=stream.seq,
        system_id=battle.system.id,
        system_name=battle.system.name,
        clock=battle.system.clock_words(state),
        running=state.running,
        active=active.who if active else None,
        active_name=active.name if active else "",
        my_turn=state.running and state.active in viewer.owns,
        next_name=following,
        can_undo=viewer.is_gm and battle.can_undo,
        can_redo=viewer.is_gm and battle.can_redo,
        owns=tuple(who for who in state.combatants if who in viewer.owns),
        map=see_map(state.map, viewer),
        tokens=see_tokens(state, viewer, known),
        order=order,
        prompt=see_prompt(state, viewer, known),
        log=tuple(stream.lines[-LOG_LINES:]),
        stock=battle.system.stock() if viewer.is_gm else (),
        sides=tuple(side_numbers(state)) if viewer.is_gm else (),
    )


# ---------------------------------------------------------------- one combatant, and what it may do
@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """Something that an action still needs to know, as a form asks for it."""

    id: str
    kind: str
    label: str
    optional: bool
    low: int
    high: int
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionEntry:
    """A button of the action bar: an action, with a weapon perhaps, and why it cannot be used now."""

    do: str
    label: str
    detail: str
    help: str
    cost: str
    rule: str
    fixed: Mapping[str, str]
    needs: tuple[Need, ...]
    aimed: bool
    refusal: Refusal | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectedView:
    """A combatant's card: what everybody sees, and for its owner and the GM its sheet and its actions."""

    frame: Frame
    who: str
    name: str
    side: str
    side_number: int
    mine: bool
    is_gm: bool
    is_active: bool
    running: bool
    hidden: bool
    by_hand: bool
    size: int
    marks: tuple[Mark, ...]
    gauges: tuple[Gauge, ...]
    numbers: tuple[Figure, ...]
    allowances: tuple[Figure, ...]
    sections: tuple[Section, ...]
    actions: tuple[ActionEntry, ...]
    waiting: str
    """Why it can do nothing at all now, in a sentence; empty when it can."""
    played_by: str
    state: Mapping[str, Any]
    """The state keys, for the GM to set."""


def selected_view(
    battle: Battle, viewer: Viewer, frame: Frame, who: str, seats: Mapping[str, str]
) -> SelectedView:
    """Put a combatant's card together.

    Raises:
        Refusal: `unknown-combatant`, also for one that the viewer may not know of.
    """
    state, system = battle.state, battle.system
    if who not in visible(state, viewer):
        raise Refusal("unknown-combatant", "There is nobody of that name here.")
    combatant = state.combatants[who]
    mine = viewer.is_gm or who in viewer.owns
    known = visible(state, viewer)
    actions = action_entries(battle, who, known) if mine else ()
    return SelectedView(
        frame=frame,
        who=who,
        name=combatant.name,
        side=combatant.side,
        side_number=side_numbers(state)[combatant.side],
        mine=mine,
        is_gm=viewer.is_gm,
        is_active=state.active == who,
        running=state.running,
        hidden=combatant.hidden,
        by_hand=combatant.by_hand,
        size=combatant.size,
        marks=system.marks(combatant),
        gauges=system.gauges(combatant),
        numbers=system.numbers(combatant) if mine else (),
        allowances=system.allowances(combatant) if mine else (),
        sections=system.sections(combatant) if mine else (),
        actions=actions,
        waiting=_waiting(battle, who, known) if mine else "",
        played_by=seats.get(who, ""),
        state=combatant.state.as_json() if viewer.is_gm else {},
    )


def _why_not(battle: Battle, command: Command, known: frozenset[str]) -> Refusal | None:
    refusal = battle.check(command)
    return None if refusal is None else cloak_refusal(refusal, battle.state, known)


def _waiting(battle: Battle, who: str, known: frozenset[str]) -> str:
    try:
        battle.legal_action(Command(do=battle.system.actions[0].id, actor=who))
    except Refusal as refusal:
        return cloak(refusal.message, battle.state, known)
    return ""


def action_entries(battle: Battle, who: str, known: frozenset[str]) -> tuple[ActionEntry, ...]:
    """List what a combatant may do: a button an action, or one for each choice of the action's parameter."""
    entries: list[ActionEntry] = []
    for action in battle.system.actions:
        first = next((p for p in action.parameters if p.choices is not None), None)
        if first is None or first.choices is None:
            entries.append(_entry(battle, action, who, {}, "", known))
            continue
        scene = Scene(battle.state)
        for choice in first.choices(scene, battle.state.combatants[who]):
            entries.append(_entry(battle, action, who, {first.id: choice.id}, choice.label, known))
    return tuple(entries)


def _entry(
    battle: Battle,
    action: Action,
    who: str,
    fixed: Mapping[str, str],
    detail: str,
    known: frozenset[str],
) -> ActionEntry:
    command = Command(do=action.id, actor=who, params=dict(fixed))
    needs = tuple(_need(battle, p, who) for p in action.parameters if p.id not in fixed)
    return ActionEntry(
        do=action.id,
        label=action.label,
        detail=detail,
        help=action.help,
        cost=action.cost,
        rule=action.rule,
        fixed=fixed,
        needs=needs,
        aimed=action.aimed,
        refusal=_why_not(battle, command, known),
    )


def _need(battle: Battle, parameter: Parameter, who: str) -> Need:
    choices: tuple[Choice, ...] = ()
    if parameter.choices is not None:
        choices = parameter.choices(Scene(battle.state), battle.state.combatants[who])
    return Need(
        id=parameter.id,
        kind=parameter.kind,
        label=parameter.label,
        optional=parameter.optional,
        low=parameter.low,
        high=parameter.high,
        choices=choices,
    )


# ------------------------------------------------------------------------------------------- aiming
@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A stretch of an odds bar: a chance from 0 to 1 and its words. `kind` is miss or harm-0 to harm-5."""

    kind: str
    label: str
    chance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """The odds for one answer of the target (empty label: it is asked nothing)."""

    answer: str
    label: str
    best: bool
    parts: tuple[Part, ...]
    hit: float
    hurt: float
    down: float
    mean: float


@dataclass(frozen=True, slots=True, kw_only=True)
class AimView:
    """What an aimed action rests on and would do, before it is done; `refusal` says why it cannot be done."""

    frame: Frame
    actor: str
    actor_name: str
    target: str
    target_name: str
    do: str
    label: str
    fixed: Mapping[str, str]
    options: tuple[ActionEntry, ...]
    """The same kind of action with its other weapons, to switch between."""
    refusal: Refusal | None
    roll: str = ""
    target_number: int | None = None
    modifiers: tuple[Modifier, ...] = ()
    notes: tuple[Modifier, ...] = ()
    facts: tuple[Fact, ...] = ()
    bars: tuple[Bar, ...] = ()
    sampled: bool = False
    standard_error: float = 0.0
    line: LineOfFire | None = None
    is_gm: bool = False


def aim_view(battle: Battle, viewer: Viewer, frame: Frame, command: Command) -> AimView:
    """Work out what an aimed action would do, in or out of turn. A refusal is part of the answer.

    Raises:
        Refusal: `unknown-combatant` or `unknown-action`, where there is nothing to aim.
    """
    known = visible(battle.state, viewer)
    actor = battle.state.combatant(command.actor, "actor")
    target_id = command.text("target")
    if target_id not in known:
        raise Refusal("unknown-combatant", "There is nobody of that name here.")
    target = battle.state.combatant(target_id, "target")
    action = battle.system.action(command.do)
    if action is None:
        raise Refusal("unknown-action", f"{battle.system.name} knows no action {command.do!r}.")
    first = next((p for p in action.parameters if p.choices is not None), None)
    fixed = {first.id: str(command.params[first.id])} if first and first.id in command.params else {}
    options = tuple(e for e in _aimed_at(battle, actor.id, target.id, known) if e.do == action.id)
    common: dict[str, Any] = {
        "frame": frame,
        "actor": actor.id,
        "actor_name": actor.name,
        "target": target.id,
        "target_name": target.name,
        "do": action.id,
        "label": action.label,
        "fixed": fixed,
        "options": options,
        "is_gm": viewer.is_gm,
    }
    refused = _why_not(battle, command, known)
    try:
        plan = action.plan(Scene(battle.state), command)
    except Refusal as refusal:
        return AimView(**common, refusal=refused or cloak_refusal(refusal, battle.state, known))
    odds = battle.odds_of(plan)
    return AimView(
        **common,
        refusal=refused,
        roll=plan.roll,
        target_number=plan.target_number,
        modifiers=plan.modifiers,
        notes=plan.notes,
        facts=plan.facts,
        bars=bars(odds, battle.system),
        sampled=odds.sampled,
        standard_error=odds.standard_error,
        line=plan.line,
    )


def _aimed_at(battle: Battle, who: str, target: str, known: frozenset[str]) -> list[ActionEntry]:
    entries = []
    for entry in action_entries(battle, who, known):
        if entry.aimed:
            command = Command(do=entry.do, actor=who, params={**entry.fixed, "target": target})
            entries.append(replace(entry, refusal=_why_not(battle, command, known)))
    return entries


def default_aim(battle: Battle, viewer: Viewer, who: str, target: str) -> dict[str, Any] | None:
    """Choose what to aim with when the target alone is known: the first that may be used, else the first."""
    entries = _aimed_at(battle, who, target, visible(battle.state, viewer))
    if not entries:
        return None
    entry = next((e for e in entries if e.refusal is None), entries[0])
    return {"do": entry.do, "actor": who, "target": target, **entry.fixed}


def bars(odds: Odds, system: System) -> tuple[Bar, ...]:
    """Turn odds into bars, one for each answer the target may give."""
    if not odds.by_answer:
        return (_bar("", "", True, odds, system),)
    words = {"none": "No defence"}
    return tuple(
        _bar(a, words.get(a, a.replace("-", " ").capitalize()), a == odds.best, o, system)
        for a, o in odds.by_answer.items()
    )


def _bar(answer: str, label: str, best: bool, odds: Odds, system: System) -> Bar:
    words = system.harm_words or ("no harm",)
    miss = 1.0 - odds.hit
    parts = [Part(kind="miss", label="miss", chance=miss)]
    for amount, chance in enumerate(odds.harm):
        if amount == 0:
            chance = max(0.0, chance - miss)
        word = words[min(amount, len(words) - 1)]
        parts.append(Part(kind=f"harm-{min(amount, 5)}", label=word, chance=chance))
    shown = tuple(p for p in parts if p.chance > 1e-12)
    return Bar(
        answer=answer,
        label=label,
        best=best,
        parts=shown,
        hit=odds.hit,
        hurt=1.0 - (odds.harm[0] if odds.harm else 1.0),
        down=odds.down,
        mean=odds.mean_harm,
    )


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
