"""Whom an action may be aimed at, listed before one is chosen: how far each is, and the chance to hit."""

from collections.abc import Callable
from dataclasses import dataclass
from math import dist, inf

from rules.engine.battle import Battle
from rules.engine.chances.aim_odds import AimOdds, chance_of
from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView, Combatant
from rules.engine.system import Action, System
from rules.engine.text import Words
from rules.map.grid import Footprint, footprint_centre, has_cells
from rules.map.model import BattleMap
from webapp.drawing.tokens import side_numbers
from webapp.panels.aim import planned
from webapp.portraits.choice import portrait_for
from webapp.visibility.seen_words import seen_words
from webapp.visibility.stream import Stream

MOST = 12
"""So many of the nearest are listed: more would be no help, and the odds of each take their time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetView:
    """One who may be aimed at."""

    who: str
    name: str
    side_number: int
    picture: str
    portrait: str
    distance: Words
    """Empty where the map does not say."""
    hit: float | None
    """None where nothing is thrown for, or where it takes long to work out."""
    why_not: Words = ""
    """Why it cannot be done to this one now; empty where it can."""


def targets_of(
    battle: Battle,
    stream: Stream,
    actor_id: str,
    candidates: tuple[str, ...],
    command_at: Callable[[str], Command],
) -> tuple[TargetView, ...]:
    """List the nearest whom an action may be aimed at, those first to whom it can be done now.

    Args:
        candidates: of whom the action says that it can be meant for them; empty for all of other sides.
        command_at: the command that aims at one of them.
    """
    state, system = stream.as_known(battle.state), battle.system
    actor = state.combatant(actor_id, "actor")
    wanted = candidates or tuple(
        c.id for c in state.combatants.values() if c.side != actor.side and not system.turns.passed_over(c)
    )
    there = [state.combatants[who] for who in wanted if who in stream.now and who in state.combatants]
    there.sort(key=lambda c: _apart(state.map, actor, c))
    sides = side_numbers(battle.state, stream.met)

    def view(target: Combatant) -> TargetView:
        command = command_at(target.id)
        action = system.action(command.do)
        hit, why_not = _judged(battle, stream, action, command, target) if action is not None else (None, "")
        return TargetView(
            who=target.id,
            name=target.name,
            side_number=sides[target.side],
            picture=target.picture,
            portrait=portrait_for(target.name, target.id, target.portrait),
            distance=_distance(system, state, actor, target),
            hit=hit,
            why_not=why_not,
        )

    found = [view(target) for target in there[:MOST] if target.id != actor.id]
    return tuple(sorted(found, key=lambda one: bool(one.why_not)))


def _judged(
    battle: Battle, stream: Stream, action: Action, command: Command, target: Combatant
) -> tuple[float | None, Words]:
    """Give the chance to hit, and why it cannot be done now."""
    if not action.aimed:
        return None, ""
    seen = stream.as_known(battle.state)
    command = action.filled(BattleView(seen), command)
    plan, refused = planned(battle, stream, action, command)
    if plan is None or refused is not None:
        return None, "" if refused is None else seen_words(refused.text, battle.state, stream.now)
    try:
        found = AimOdds(battle.system, seen, plan).at_once()
    except Refusal:
        return None, ""
    return (chance_of(found, target.id) if found is not None else None), ""


def _distance(system: System, state: BattleState, here: Combatant, there: Combatant) -> Words:
    if state.map is None or here.at is None or there.at is None:
        return ""
    words = system.map.range_words(
        state.map,
        Footprint(here.at, here.size, here.altitude),
        Footprint(there.at, there.size, there.altitude),
        state.house,
    )
    return words.words if words is not None else ""


def _apart(battle_map: BattleMap | None, one: Combatant, other: Combatant) -> float:
    if battle_map is None or not has_cells(battle_map.grid) or one.at is None or other.at is None:
        return inf
    here, there = Footprint(one.at, one.size, one.altitude), Footprint(other.at, other.size, other.altitude)
    return dist(footprint_centre(battle_map.grid, here), footprint_centre(battle_map.grid, there))
