"""The attack exchange from the declaration to the last wound (section 8, steps 3 to 8)."""

from rules.engine.exchange import Exchange, checkpoint, throw
from rules.engine.state import BattleView
from rules.engine.text import text
from rules.map.model import Cell
from rules.systems.savage.attack.areas import caught_by, deviated_to
from rules.systems.savage.attack.attack import Attack, Mode, numbers_of
from rules.systems.savage.attack.damage import covers_of, damage_roll
from rules.systems.savage.attack.traits import throw_again
from rules.systems.savage.events import all_events as ev
from rules.systems.savage.harm.injury import Blow, hurt
from rules.systems.savage.house import DEVIATION
from rules.systems.savage.moves.places import centre_of
from rules.systems.savage.plain_rolls import BystanderRoll, PlainRoll
from rules.systems.savage.rolls import MARK_MISS, MARK_RAISE, MARK_STRAY, AttackRoll, Trait

DEVIATION_DIE, DIRECTION_DIE = 6, 12
_WHO_INSTEAD, _DEVIATION, _DIRECTION = text("who is hit instead"), text("deviation"), text("direction")
OWN_FAULT = 2
"""Turns that Vulnerable lasts when it comes of what one does oneself (SW-143)."""


def strike(view: BattleView, attack: Attack) -> Exchange[None]:
    """Carry out an attack that is paid for (section 8, steps 4 to 7); nothing is used up by it (SW-170)."""
    numbers = numbers_of(view.state, attack)
    yield ev.AttackDeclared(
        who=attack.attacker,
        target=attack.target,
        weapon=attack.weapon.id,
        weapon_name=attack.weapon.name,
        mode=attack.mode.value,
        facts=declared_facts(attack),
        overruled=attack.facts.overruled,
        options=attack.options.as_json(),
    )
    if attack.shoots_past_melee:
        yield ev.BecameVulnerable(who=attack.attacker, turns=OWN_FAULT)  # SW-91

    roll = yield from _roll_attack(view, numbers.roll)  # step 5

    if attack.options.wild_attack:
        yield ev.BecameVulnerable(who=attack.attacker, turns=OWN_FAULT)  # SW-79, SW-143
    if attack.mode is Mode.AREA:
        yield from _area(view, attack, roll)
    else:
        yield from _shots(view, attack, roll)


def declared_facts(attack: Attack) -> dict[str, object]:
    """Give the facts that an attack rests on, for the log."""
    facts = attack.facts
    told: dict[str, object] = {"distance": facts.distance}
    if attack.bracket is not None:
        told["range"] = attack.bracket
    if attack.mode is Mode.RANGED:
        told["cover"] = facts.cover
    if facts.light != "bright":
        told["light"] = facts.light
    if facts.speed_penalty:
        told["speed_penalty"] = facts.speed_penalty
    if not facts.aware:
        told["aware"] = False  # SW-R15: recorded, changes nothing
    return told


def _roll_attack(view: BattleView, roll: AttackRoll) -> Exchange[Trait]:
    """Throw to hit; it may be thrown again unless every die hits with a raise (SW-53)."""
    result = yield from throw(roll)
    while not result.is_critical and any(mark != MARK_RAISE for mark in result.marks):
        again = yield from throw_again(view, roll, result)
        if again is None:
            break
        result = again
    return result


def _shots(view: BattleView, attack: Attack, roll: Trait) -> Exchange[None]:
    """Work out each die of a blow or burst in order, hits and stray shots (SW-103, SW-220, SW-R45)."""
    assert attack.target is not None
    if not roll.hits:
        yield ev.AttackMissed(who=attack.attacker, target=attack.target)
    told = tuple(mark for mark in roll.marks if mark != MARK_MISS)
    for number, mark in enumerate(told):
        yield from checkpoint("shot", told[number:])
        if mark == MARK_STRAY:
            found = yield from _bystander(view, attack)
            yield ev.BystanderHit(who=attack.attacker, target=found)
            yield from _wound(view, attack, found, with_raise=False)  # SW-223
        elif not view.combatant(attack.target).state.is_out:
            with_raise = mark == MARK_RAISE
            yield ev.AttackHit(who=attack.attacker, target=attack.target, with_raise=with_raise)
            yield from _wound(view, attack, attack.target, with_raise=with_raise)


def _bystander(view: BattleView, attack: Attack) -> Exchange[str]:
    near = attack.facts.bystanders
    if len(near) == 1:
        return near[0]
    which = yield from throw(
        BystanderRoll(
            who=attack.attacker, purpose="bystander", label=_WHO_INSTEAD, sides=len(near), among=near
        )
    )
    return near[which.total - 1]


def _wound(
    view: BattleView, attack: Attack, hit: str, *, with_raise: bool, cover: str = "none"
) -> Exchange[None]:
    if view.combatant(hit).state.is_out:
        return
    roll = damage_roll(view.state, attack, hit, with_raise=with_raise, cover=cover)
    blow = Blow(
        by=attack.attacker,
        nonlethal=attack.options.nonlethal,
        mount_runs=attack.facts.mount_running if hit == attack.target else None,
    )
    yield from hurt(view, roll, hit, blow)


# ------------------------------------------------------------------------------------------------------ areas
def _area(view: BattleView, attack: Attack, roll: Trait) -> Exchange[None]:
    """Let an area come down where it was aimed, or elsewhere, or not at all (SW-164 to SW-168)."""
    template = attack.template
    assert template is not None
    if roll.succeeded:
        with_raise = bool(roll.raises)
        yield from _come_down(view, attack, attack.at, attack.facts.caught, with_raise=with_raise)
    elif not template.radius:
        yield ev.AttackMissed(who=attack.attacker, target=attack.target)
    else:
        yield from _deviate(view, attack)


def _deviate(view: BattleView, attack: Attack) -> Exchange[None]:
    facts, state = attack.facts, view.state
    deviation = yield from throw(
        PlainRoll(
            who=attack.attacker,
            purpose="deviation",
            label=_DEVIATION,
            sides=DEVIATION_DIE,
            dice=1 if attack.weapon.thrown else 2,
            factor=DEVIATION.of(state.house).get(attack.bracket or "short", 1),
            cap=facts.distance // 2,
        )
    )
    direction = yield from throw(
        PlainRoll(who=attack.attacker, purpose="direction", label=_DIRECTION, sides=DIRECTION_DIE)
    )
    thrower = centre_of(state, view.combatant(attack.attacker))
    centre, caught = None, facts.caught_after or ()
    if attack.at is not None and state.map is not None and thrower is not None:
        centre = deviated_to(state.map, thrower, attack.at, deviation.total, direction.total)
        if facts.caught_after is None and attack.template is not None:
            caught = caught_by(state, attack.template, view.combatant(attack.attacker), centre)
    yield ev.Deviated(
        who=attack.attacker, inches=deviation.total, hour=direction.total, centre=centre, aimed=attack.at
    )
    yield from _come_down(view, attack, centre, caught, with_raise=False)


def _come_down(
    view: BattleView, attack: Attack, centre: Cell | None, caught: tuple[str, ...], *, with_raise: bool
) -> Exchange[None]:
    template = attack.template
    assert template is not None
    covers = covers_of(view.state, attack, centre, caught)
    yield ev.AreaHit(
        who=attack.attacker,
        caught=caught,
        with_raise=with_raise,
        template=template.value,
        centre=centre,
    )
    yield from checkpoint("area", with_raise, tuple((hit, covers.get(hit, "none")) for hit in caught))
    for hit in caught:
        yield from _wound(view, attack, hit, with_raise=with_raise, cover=covers.get(hit, "none"))
