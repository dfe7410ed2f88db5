"""What an action lays its actor open to, and which foes that lets strike (TS-148, TS-170)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.engine.state import BattleState
from rules.map.grid import Footprint
from rules.map.line_of_fire import line_of_fire
from rules.map.model import Place
from rules.systems.tesseris.moves.places import footprints_adjacent, stand_of
from rules.systems.tesseris.sheet.gear import Mode, Weapon
from rules.systems.tesseris.state import Fighter, TesserisState
from rules.systems.tesseris.turns.ticks import can_react


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposure:
    """What an action laid its actor open to.

    Attributes:
        left: the places left on the way, the start first; empty for one that stood still.
        moved: whether it moved.
        showed: whether it showed itself: an attack, but for one fired blind, or getting up (TS-132).
        was_covered: whether it was in cover until then, which it has left meanwhile.
        by_ranged: whether those who can shoot at it may do so, as on a dive (TS-148).
    """

    left: tuple[Place, ...] = ()
    moved: bool = False
    showed: bool = False
    was_covered: bool = False
    by_ranged: bool = False


def may_attack(who: Fighter) -> bool:
    """Tell whether somebody may make attack actions at all (TS-133, TS-163)."""
    now: TesserisState = who.state
    stopped = now.has(
        "surrendered", "fleeing", "scared-to-death", "blabbermouth", "grappled", "pinned", "suffocating"
    )
    return not (now.is_out or stopped or "no-attacks" in now.stance)


def foes_who_may_strike(state: BattleState, who: str, exposure: Exposure) -> tuple[str, ...]:
    """List those whom an action would give a strike, as far as the map tells (TS-170)."""
    return tuple(foe for foe in strikers(state, who, exposure, {}) if can_strike_back(state, foe))


def strikers(state: BattleState, who: str, exposure: Exposure, given: Mapping[str, Any]) -> tuple[str, ...]:
    """List the foes that an action provokes, highest initiative first (TS-170).

    Whom they cannot know of provokes nobody: being asked would tell of it.
    """
    mover = state.combatants[who]
    if "provokes" in given:
        named = [id_ for id_ in given["provokes"] if id_ in state.combatants and id_ != who]
    else:
        named = [
            other.id
            for other in state.combatants.values()
            if other.side != mover.side
            and not mover.is_hidden_from(other.side)
            and not other.state.is_out
            and _was_beside(state, mover, other, exposure)
        ]
    place = {id_: number for number, id_ in enumerate(state.combatants)}

    def rank(id_: str) -> tuple[int, int]:
        initiative = state.combatants[id_].state.initiative if state.running else None
        return -(initiative or 0), place[id_]

    return tuple(sorted(named, key=rank))


def _was_beside(state: BattleState, mover: Fighter, other: Fighter, exposure: Exposure) -> bool:
    there = stand_of(state, other)
    if state.map is None or there is None:
        return False
    if exposure.by_ranged:
        return _reaches(state, mover, other, exposure.left)
    return any(
        footprints_adjacent(state.map, Footprint(place, mover.size, mover.altitude), there)
        for place in exposure.left
        if not isinstance(place, str)
    )


def _reaches(state: BattleState, mover: Fighter, other: Fighter, places: Sequence[Place]) -> bool:
    """Tell whether somebody can strike or shoot at any of these places (TS-148)."""
    there = stand_of(state, other)
    assert there is not None
    assert state.map is not None
    gun = ready_gun(other)
    for place in places:
        if isinstance(place, str):
            continue
        here = Footprint(place, mover.size, mover.altitude)
        if footprints_adjacent(state.map, here, there):
            return True
        if gun is not None and line_of_fire(state.map, there, here).clear:
            return True
    return False


def ready_gun(who: Fighter) -> Weapon | None:
    """Give the weapon in the primary hand if it can shoot at once."""
    now: TesserisState = who.state
    first: Weapon | None = who.sheet.weapon(now.held[0]) if now.held else None
    if first is None or first.is_melee or first.id in now.jammed:
        return None
    rounds = first.rounds(Mode.SINGLE)
    if rounds is None or now.ammo.get(first.id, rounds) < rounds:
        return None
    return first


def can_strike_back(state: BattleState, foe: str) -> bool:
    """Tell whether a foe is asked at all: conscious, allowed to attack, able to pay (TS-170)."""
    who = state.combatants[foe]
    return may_attack(who) and can_react(state, foe, 1)
