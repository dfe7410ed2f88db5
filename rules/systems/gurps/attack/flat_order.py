"""What a page says of an attack, one flat object of choices, written as the command that programs give.

Scenario files and programs write the options of an attack as a list, and what else there is beside it
(section 7.3). A page says all of it under `options` as an object: `{"with": "axe", "location": "skull",
"rapid-strike": 1, "target-2": "thug"}`. `spelled_out` turns the one into the other.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from rules.engine.caches import Same
from rules.engine.command import Command
from rules.engine.parameters import GIVEN
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.text import combatant, text
from rules.systems.gurps.attack.facts import yards_between
from rules.systems.gurps.attack.order_parameters import (
    ATTACKS,
    FLAT,
    TARGET,
    VALUED,
    VARIANT,
    WITH,
)
from rules.systems.gurps.attack.order_words import require_ready
from rules.systems.gurps.maneuvers import maneuver_table as mv
from rules.systems.gurps.maneuvers.maneuver_table import Maneuver
from rules.systems.gurps.moves.movement import MOVES
from rules.systems.gurps.sheet.gear import Use
from rules.systems.gurps.sheet.natural_weapons import SLAM
from rules.systems.gurps.state import Fighter, carried

_LIFTED = (
    "variant",
    "with",
    "location",
    "weapon",
    "basis",
    "end_posture",
    "face",
    "to",
    "then_to",
    "slam_damage",
    "shots",
    "trigger",
)
"""What stands in the command itself, not among its options."""

_ELSEWHERE = frozenset((GIVEN.id, ATTACKS.id, *(move.id for move in MOVES)))
"""By these an attack is made from elsewhere, at others too, or as far off as the GM says."""

_PARTS = ("target", "location", "shots", "with")


def spelled_out(command: Command) -> Command:
    """Write what a page chose as a command says it; any other command stays as it is."""
    said = FLAT.of(command)
    if said is None:
        return command
    params = {key: value for key, value in command.params.items() if key != "options"}
    options: list[Mapping[str, Any]] = []
    rows: dict[int, dict[str, Any]] = {}
    for key, value in said.items():
        name, _, number = str(key).rpartition("-")
        if value is None or value is False or value == "":
            continue
        if key in _LIFTED:
            params.setdefault(key, value)
        elif name in _PARTS and number.isdigit():
            rows.setdefault(int(number), {})[name] = value
        elif key in VALUED:
            options.append({"id": key, VALUED[key]: value})
        else:
            options.append({"id": str(key)})
    if options:
        params["options"] = options
    if rows:
        params["attacks"] = [rows.get(number, {}) for number in range(1, min(max(rows), 9) + 1)]
    return replace(command, params=params)


def filled(
    view: BattleView, command: Command, maneuver: Maneuver, fits: Callable[[Command], bool]
) -> Command:
    """Put in the likeliest weapon and variant where a page has not said them.

    Args:
        fits: whether a command, as far as it is said, may be done.
    """
    said = FLAT.of(command)
    if said is None and FLAT.is_in(command):
        return command
    chosen = dict(said or {})
    plain = spelled_out(command)
    actor = view.combatant(command.actor, "actor")
    variants = variants_of(maneuver)
    if variants and VARIANT.of(plain) is None:
        chosen["variant"] = variants[0]
    if maneuver.kinds and WITH.of(plain) is None:
        uses = usable(actor, maneuver)
        yards = _yards(view.state, actor, plain) if maneuver.is_attack else None
        is_long = chosen.get(VARIANT.id) == mv.LONG
        tried = (
            use
            for use in uses
            if (yards is None or use.is_in_range(yards, is_long))
            and fits(replace(command, params={**command.params, "options": {**chosen, "with": use.id}}))
        )
        best = uses[0] if len(uses) == 1 else next(tried, uses[0] if uses else None)
        if best is not None:
            chosen["with"] = best.id
    return replace(command, params={**command.params, "options": chosen})


def _yards(state: BattleState, actor: Fighter, plain: Command) -> float | None:
    """Give how far its target is from an attack that is made from where its actor stands; None otherwise."""
    target = state.combatants.get(TARGET.of(plain) or "")
    says_more = not plain.params.keys().isdisjoint(_ELSEWHERE)
    return None if target is None or says_more else yards_between(state, actor, target)


def variants_of(maneuver: Maneuver) -> tuple[str, ...]:
    """List the ways of a maneuver that are chosen: suppression fire is a button of its own (GU-712)."""
    return tuple(variant for variant in maneuver.variants if variant != mv.SUPPRESSION)


def usable(actor: Fighter, maneuver: Maneuver) -> tuple[Use, ...]:
    """List the ways to use ready weapons that a maneuver takes, those in hand first (GU-306, GU-703)."""
    return tuple(
        use
        for use in _ready_uses(Same(actor))
        if use.kind in maneuver.kinds and (use.weapon.id != SLAM or maneuver.id in mv.SLAMMING)
    )


@lru_cache(maxsize=256)
def _ready_uses(actor: Same) -> tuple[Use, ...]:
    """List the ways to use ready weapons, those in hand first: each maneuver's button asks for them."""
    found: list[Use] = []
    for weapon in sorted(carried(actor.thing), key=lambda weapon: weapon.unarmed):
        try:
            require_ready(actor.thing, weapon)
        except Refusal:
            continue
        found += [use for mode in weapon.modes if (use := weapon.use(mode.id))]
    return tuple(found)


def require_usable(actor: Fighter, maneuver: Maneuver) -> None:
    """Refuse a maneuver for which somebody has no weapon ready. Raises `Refusal` `not-ready`."""
    if maneuver.kinds and not usable(actor, maneuver):
        ranged = not maneuver.takes_melee
        said = (
            text("{actor} has no ranged weapon ready for that.", actor=combatant(actor))
            if ranged
            else text("{actor} has no weapon ready for that.", actor=combatant(actor))
        )
        raise Refusal("not-ready", said, "GU-306")
