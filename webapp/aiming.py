"""What an aimed action rests on and would do, before it is done: facts, modifiers, odds as bars, the line."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.dice import Modifier
from rules.engine.odds import Odds
from rules.engine.refusal import Refusal
from rules.engine.state import Combatant, Scene
from rules.engine.system import Fact, System
from rules.map.grid import Footprint
from rules.map.line_of_fire import LineOfFire, line_of_fire
from rules.map.model import BattleMap
from webapp.presenter import ActionEntry, Frame, action_entries, why_not
from webapp.stream import Stream
from webapp.viewer import cloak, cloak_refusal
from webapp.zone_layout import UNIT


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


def aim_view(battle: Battle, stream: Stream, frame: Frame, command: Command) -> AimView:
    """Work out what an aimed action would do, in or out of turn. A refusal is part of the answer.

    Raises:
        Refusal: `unknown-combatant` or `unknown-action`, where there is nothing to aim.
    """
    known = stream.now
    actor = battle.state.combatant(command.actor, "actor")
    target_id = command.text("target")
    if target_id not in known:
        raise Refusal("unknown-combatant", "There is nobody of that name here.")
    target = battle.state.combatant(target_id, "target")
    action = battle.system.action(command.do)
    if action is None:
        raise Refusal("unknown-action", f"{battle.system.name} knows no action {command.do!r}.")
    first = next((p for p in action.parameters if p.choices is not None and not p.optional), None)
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
        "is_gm": stream.is_gm,
    }
    refused = why_not(battle, command, known)
    try:
        plan = action.plan(Scene(battle.state), command)
    except Refusal as refusal:
        told = refused or cloak_refusal(refusal, battle.state, known)
        return AimView(**common, refusal=told, line=_line(battle.state.map, actor, target))
    odds = battle.odds_of(plan)

    def said(text: str) -> str:
        return cloak(text, battle.state, known)

    return AimView(
        **common,
        refusal=refused,
        roll=said(plan.roll),
        target_number=plan.target_number,
        modifiers=tuple(replace(m, label=said(m.label)) for m in plan.modifiers),
        notes=tuple(replace(m, label=said(m.label)) for m in plan.notes),
        facts=tuple(replace(fact, words=said(fact.words)) for fact in plan.facts),
        bars=bars(odds, battle.system),
        sampled=odds.sampled,
        standard_error=odds.standard_error,
        line=plan.line,
    )


def _line(battle_map: BattleMap | None, actor: Combatant, target: Combatant) -> LineOfFire | None:
    """Give the line of fire of an action that is refused: it shows what stands in the way, if that is why."""
    if battle_map is None or actor.at is None or target.at is None:
        return None
    return line_of_fire(battle_map, Footprint(actor.at, actor.size), Footprint(target.at, target.size))


def _aimed_at(battle: Battle, who: str, target: str, known: frozenset[str]) -> list[ActionEntry]:
    entries = []
    for entry in action_entries(battle, who, known):
        if entry.aimed:
            command = Command(do=entry.do, actor=who, params={**entry.fixed, "target": target})
            entries.append(replace(entry, refusal=why_not(battle, command, known)))
    return entries


def default_aim(battle: Battle, stream: Stream, who: str, target: str) -> dict[str, Any] | None:
    """Choose what to aim with when the target alone is known: the first that may be used, else the first."""
    entries = _aimed_at(battle, who, target, stream.now)
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
