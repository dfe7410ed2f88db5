"""Reading an attack command: every check of GU-801, in its order, up to strikes made ready."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules.engine.command import Command
from rules.engine.moves.ways import footprint_of
from rules.engine.parameters import GIVEN
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.text import combatant, joined, text
from rules.map.grid import Footprint
from rules.map.model import Cell
from rules.systems.gurps.attack.disarm import require_disarm_skill
from rules.systems.gurps.attack.facts import (
    FULL,
    SCALE,
    Facts,
    enemy_at_hand,
    facts_of,
    read_given,
    shot_between,
)
from rules.systems.gurps.attack.order_needs import brace_of, require_options, wasted_rounds
from rules.systems.gurps.attack.order_parameters import AT, BASIS, END_POSTURE
from rules.systems.gurps.attack.order_strike import capped, make_strike, require_ammo, with_aim
from rules.systems.gurps.attack.order_words import (
    AttackSpec,
    find_use,
    read_options,
    read_specs,
    require_known,
    require_ready,
    require_variant,
)
from rules.systems.gurps.attack.strike import LEAST_SKILL, Strike
from rules.systems.gurps.maneuvers import maneuver_table as mv
from rules.systems.gurps.maneuvers.maneuver_table import Maneuver
from rules.systems.gurps.moves.arcs import distance_between
from rules.systems.gurps.moves.movement import Way, find_way
from rules.systems.gurps.sheet.gear import Use, Weapon
from rules.systems.gurps.sheet.names import KIND_WORDS, weapon_words
from rules.systems.gurps.state import Fighter


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """An attack that has passed every check, with each of its strikes."""

    actor: str
    maneuver: Maneuver
    variant: str | None
    way: Way
    strikes: tuple[Strike, ...] = ()
    basis: str = "dx"
    """The attribute of the feint that comes before an all-out attack (GU-711)."""
    end_posture: str | None = None
    brace: tuple[str, str] | None = None
    """The weapon that is braced with the attack, and on what (GU-741)."""
    is_aimed_again: bool = False
    """Whether the attack is the one that was aimed, so that the aim is no loss (GU-710)."""
    feint_skill: int = 0
    out_of_turn: bool = False
    given: Mapping[str, Any] = field(default_factory=dict)
    """The facts that the GM has said, as they were read."""


def read_attack(
    view: BattleView, command: Command, maneuver: Maneuver, complete: bool = True, out_of_turn: bool = False
) -> Attack | None:
    """Check an attack, in the order of GU-801 from the variant on.

    Args:
        complete: whether everything needed must be there; else what is left out is not checked.

    Returns:
        The order, None where the command is not complete.
    """
    actor = view.combatant(command.actor, "actor")
    variant = require_variant(maneuver, command, complete)
    way = find_way(view.state, actor, command, maneuver.pace, maneuver.forward)
    placed, actor = _placed(view.state, actor, way)
    options = read_options(command)
    specs = read_specs(actor, command, options, variant)
    if any(spec.target is None for spec in specs) and AT.of(command) is None:
        if complete:
            raise _no_target()
        if specs[0].with_ is not None:
            _require_weapon(actor, specs[0], maneuver)
        return None
    targets = [_target(placed, actor, spec.target) for spec in specs]
    if specs[0].with_ is None and not complete:
        return None
    uses = [_require_weapon(actor, spec, maneuver) for spec in specs]
    require_known(options)
    at = AT.of(command)
    if at is None and None in [spec.target for spec in specs]:
        raise _no_target()
    given = read_given(GIVEN.of(command) or {})
    facts = [_facts(placed, actor, target, at, use, given) for target, use in zip(targets, uses, strict=True)]
    require_options(actor, maneuver, variant, options, specs, uses, facts)
    brace = brace_of(actor, options, uses, facts)
    wasted = wasted_rounds(placed, actor, options, specs, uses, targets, facts, command)
    strikes = [
        make_strike(actor, maneuver, variant, way, options, command, parts)
        for parts in zip(specs, targets, uses, facts, wasted, strict=True)
    ]
    require_ammo(actor, strikes)
    if maneuver.is_attack:
        strikes = with_aim(actor, strikes, brace)
    strikes = [
        replace(
            capped(maneuver, strike, actor.house),
            number=n,
            is_last=strike.target not in _targets(strikes[n + 1 :]),
            is_only=len(strikes) == 1,
        )
        for n, strike in enumerate(strikes)
    ]
    for strike in strikes:
        if strike.target is None and not strike.is_area:
            raise _no_target()
        if strike.target_number < LEAST_SKILL:
            skill = strike.target_number
            said = text(
                "The effective skill would be {skill}; below {value} there is no attack.",
                skill=skill,
                value=LEAST_SKILL,
            )
            raise Refusal("skill-too-low", said, "GU-405")
        if strike.disarm is not None:
            require_disarm_skill(actor, strike)
    return Attack(
        actor=actor.id,
        maneuver=maneuver,
        variant=variant,
        way=way,
        strikes=tuple(strikes),
        basis=_basis(command),
        end_posture=_end_posture(command, variant),
        brace=brace,
        is_aimed_again=any(strike.uses_aim for strike in strikes),
        out_of_turn=out_of_turn,
        given=given,
    )


def _no_target() -> Refusal:
    return Refusal("no-target", text("Say at whom ('target')."), "GU-801")


def _targets(strikes: Sequence[Strike]) -> set[str | None]:
    return {strike.target for strike in strikes}


def _placed(state: BattleState, actor: Fighter, way: Way) -> tuple[BattleState, Fighter]:
    """Give the battle as it is once the actor has gone where it attacks from."""
    if way.before:
        state = state.with_changes(actor.id, at=way.before[-1])
    if way.face is not None:
        state = state.with_state(actor.id, facing=way.face)
    if way.yards_before:
        leaning = actor.state.braced is not None and actor.state.braced.on == "surface"
        braced = None if leaning else actor.state.braced  # GU-741: any movement ends it
        state = state.with_state(actor.id, moved=actor.state.moved + way.yards_before, braced=braced)
    return state, state.combatants[actor.id]


def _target(state: BattleState, actor: Fighter, id_: str | None) -> Fighter | None:
    if id_ is None:
        return None
    target = state.combatant(id_, "target")
    if target.id == actor.id:
        raise Refusal(
            "no-target",
            text("{actor} cannot attack itself; choose somebody else.", actor=combatant(actor)),
            "GU-801",
        )
    return target


def _require_weapon(actor: Fighter, spec: AttackSpec, maneuver: Maneuver) -> Use:
    found = find_use(actor, spec.with_)
    weapon = found if isinstance(found, Weapon) else found.weapon
    require_ready(actor, weapon)
    if isinstance(found, Weapon) or found.kind not in maneuver.kinds:
        kinds = joined(KIND_WORDS[kind] for kind in sorted(maneuver.kinds))
        said = text(
            "{maneuver} takes {kinds} weapons; the {weapon} is none.",
            maneuver=maneuver.label,
            kinds=kinds,
            weapon=weapon_words(weapon).low,
        )
        raise Refusal("bad-option", said, "GU-703")
    return found


def _facts(
    state: BattleState,
    actor: Fighter,
    target: Fighter | None,
    at: Cell | None,
    use: Use,
    given: Mapping[str, Any],
) -> Facts:
    if target is not None:
        return facts_of(state, actor, target, use.kind, given)
    here = footprint_of(actor)
    if state.map is None or here is None or at is None:
        return Facts(moved=actor.state.moved, house=state.house).with_given(given)
    there = Footprint(at, 1)
    line = shot_between(state.map, here, there)
    return Facts(
        distance=distance_between(state.map.grid, here, there),
        close_quarters=enemy_at_hand(state, actor),
        cover=SCALE.word(line.cover_share) if line.clear else FULL,
        line_of_fire=line.clear,
        moved=actor.state.moved,
        house=state.house,
        line=line,
    ).with_given(given)


def _basis(command: Command) -> str:
    basis = BASIS.of(command) or "dx"
    if basis not in ("dx", "iq", "st"):
        raise Refusal("bad-variant", text("A feint is on dx, iq or st."), "GU-717")
    return basis


def _end_posture(command: Command, variant: str | None) -> str | None:
    posture = END_POSTURE.of(command)
    if posture is None:
        return None
    if variant != mv.LONG or posture != "crouching":
        raise Refusal("bad-variant", text("Only a long all-out attack may end crouching."), "GU-711")
    return posture
