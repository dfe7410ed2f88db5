"""What a token would find at a place that it is dragged over: who could shoot whom, behind which cover.

Of others it counts only whom the viewer knows, so that an answer says nothing of anybody unseen; of the map
it asks the same that an aim asks.
"""

import math
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from rules.engine.battle import Battle
from rules.engine.chances.aim_odds import AimOdds, ProvokedStrike, chance_of
from rules.engine.chances.attack_ways import attack_ways
from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView, Combatant
from rules.engine.system import Action, Plan, System
from rules.engine.text import Words, text
from rules.map.grid import Footprint, fits, footprint_centre, has_cells
from rules.map.line_of_fire import FireTable, fire_table
from rules.map.model import BattleMap, Cell, Place
from webapp.visibility.viewer import without_unseen

MOST = 40
"""Enemies that are judged: the nearest ones, so that a drag is answered at once in any crowd."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One side's shot at the other: how the target's cover is called, and its step on the system's scale.

    `level` is 0 without cover, one more with each step of the scale, and None where no shot is possible.
    """

    level: int | None
    word: Words


@dataclass(frozen=True, slots=True)
class HeavyChance:
    """A chance that takes long to work out: of which command, as the viewer knows the battle, to hit whom."""

    state: BattleState
    command: Command
    target: str


@dataclass(frozen=True, slots=True)
class HeavyStrike:
    """The same for a strike that a way provokes: at whom it goes."""

    state: BattleState
    asked: ProvokedStrike
    target: str


@dataclass(frozen=True, slots=True)
class Meeting:
    """What the shots between a token and one enemy would be; `hit` is a chance, where it was worked out."""

    who: str
    shot: Shot
    """At the enemy."""
    danger: Shot
    """From the enemy."""
    hit: float | None = None


@dataclass(frozen=True, slots=True)
class Meetings:
    """Those between a token and its enemies, the nearest first."""

    each: tuple[Meeting, ...] = ()
    heavy: HeavyChance | None = None
    """The chance that is yet to be worked out beside the loop, if there is one."""


def meetings_from(
    battle: Battle,
    known: Collection[str],
    who: str,
    at: Place,
    aimed: str | None = None,
    *,
    state: BattleState | None = None,
) -> Meetings:
    """Judge the shots between a combatant, as if it stood at a place, and the enemies that a viewer knows.

    Args:
        state: the battle as the viewer knows it, where that is not all of it.
        aimed: the enemy for which the chance to hit is worked out; by default the nearest that can be shot.
    Raises:
        Refusal: `unknown-combatant`, or `bad-command` for a place that is not on the map. A map of zones
            alone has no cover: nobody is judged there.
    """
    here = battle.state.combatant(who, "actor")
    before = without_unseen(state or battle.state, known)
    battle_map = before.map
    if battle_map is None or not has_cells(battle_map.grid):
        return Meetings()
    if isinstance(at, str) or not fits(battle_map.grid, Footprint(at, here.size)):
        raise Refusal("bad-command", text("There is no such place on this map."))
    state = _as_if_at(before, who, at)
    system = battle.system
    foes = _enemies(state, system, battle_map, Footprint(at, here.size, here.altitude), here.side)
    found = [
        Meeting(foe.id, shot, danger)
        for foe, shot, danger in _judged(system, battle_map, Footprint(at, here.size, here.altitude), foes)
    ]
    wanted = aimed if any(m.who == aimed for m in found) else None
    target = wanted or next((m.who for m in found if m.shot.level is not None), None)
    hit = None if target is None else _chance(system, state, who, target)
    heavy = hit if isinstance(hit, HeavyChance) else None
    known_hit = None if isinstance(hit, HeavyChance) else hit
    return Meetings(tuple(replace(m, hit=known_hit) if m.who == target else m for m in found), heavy)


def as_answer(meetings: Meetings) -> list[dict[str, Any]]:
    """Write meetings down for the page."""

    def shot(s: Shot) -> dict[str, Any]:
        return {"level": s.level, "word": s.word}

    return [
        {"who": m.who, "shot": shot(m.shot), "danger": shot(m.danger), "hit": m.hit and round(m.hit, 4)}
        for m in meetings.each
    ]


def _as_if_at(state: BattleState, who: str, at: Cell) -> BattleState:
    moved = replace(state.combatants[who], at=at)
    return replace(state, combatants={**state.combatants, who: moved})


def _enemies(
    state: BattleState, system: System, battle_map: BattleMap, here: Footprint, side: str
) -> list[tuple[Combatant, Footprint]]:
    """List who is of another side and can still act, nearest first, with where they stand."""
    middle = footprint_centre(battle_map.grid, here)
    standing = []
    for c in state.combatants.values():
        if (
            c.side != side
            and c.at is not None
            and not isinstance(c.at, str)
            and not system.turns.passed_over(c)
        ):
            spot = Footprint(c.at, c.size, c.altitude)
            if fits(battle_map.grid, spot):
                standing.append((math.dist(middle, footprint_centre(battle_map.grid, spot)), c.id, c, spot))
    standing.sort(key=lambda part: part[:2])
    return [(c, spot) for _, _, c, spot in standing[:MOST]]


def _judged(
    system: System, battle_map: BattleMap, here: Footprint, foes: list[tuple[Combatant, Footprint]]
) -> list[tuple[Combatant, Shot, Shot]]:
    spots = [spot for _, spot in foes]
    out: FireTable = fire_table(battle_map, [here], spots)
    back: FireTable = fire_table(battle_map, spots, [here])

    def shot(foe: Combatant, shooter: Footprint, target: Footprint, clear: bool, share: float) -> Shot:
        scale = system.cover_scale
        if not clear or not scale.allows_shot(share):
            return Shot(None, text("no shot"))
        word = system.cover_word(battle_map, shooter, target, share, foe.house)
        words = [word for _, word in scale.steps]
        return Shot(words.index(word) + 1 if word in words else 0, word)

    return [
        (
            foe,
            shot(foe, here, spot, bool(out.clear[0, n]), float(out.cover_share[0, n])),
            shot(foe, spot, here, bool(back.clear[n, 0]), float(back.cover_share[n, 0])),
        )
        for n, (foe, spot) in enumerate(foes)
    ]


def _chance(system: System, state: BattleState, who: str, target: str) -> float | HeavyChance | None:
    """Work out how likely the first attack that may be made would hit, if that is little work.

    None where none may be made.

    Whose turn it is does not count here: a drag may be made to look only.
    """
    view = BattleView(state)
    for command, action in attack_ways(system, view, state.combatants[who], target):
        if action.why_not(view, command) is None and action.suits(view, command):
            try:
                found = AimOdds(system, state, action.plan(view, command)).at_once()
            except Refusal:
                continue
            return HeavyChance(state, command, target) if found is None else chance_of(found, target)
    return None


@dataclass(frozen=True, slots=True)
class Strike:
    """Who may strike along a way that is shown, with the chance to hit, where that is little work."""

    who: str
    hit: float | None
    heavy: HeavyStrike | None = None


def strikes_on_the_way(
    system: System, seen: BattleState, action: Action, command: Command, known: Collection[str]
) -> list[Strike]:
    """List who may strike at who goes some way, as the viewer knows the battle.

    Args:
        known: whom the viewer knows; of others nothing is said.
    """
    view = BattleView(seen)
    found = []
    try:
        for who in action.provokes(view, command):
            if who in known:
                plan = action.provoked_strike(view, command, who)
                found.append(_strike(system, seen, command, who, plan))
    except Refusal:  # it does not lead there: the move itself will say so
        return []
    return found


def _strike(system: System, seen: BattleState, command: Command, who: str, plan: Plan | None) -> Strike:
    if plan is None or plan.target is None:
        return Strike(who, None)
    odds = AimOdds(system, seen, plan).at_once()
    if odds is None:
        return Strike(who, None, HeavyStrike(seen, ProvokedStrike(command, who), plan.target))
    return Strike(who, chance_of(odds, plan.target))
