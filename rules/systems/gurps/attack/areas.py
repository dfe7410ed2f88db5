"""Areas of effect, from the throw to the wounds (section 8.3)."""

from collections.abc import Collection, Mapping
from functools import partial

from rules.engine.exchange import Exchange, Ways, checkpoint, shortcut, throw
from rules.engine.state import BattleView
from rules.systems.gurps.attack.area_landing import Landing, aim_point, inside, scatter
from rules.systems.gurps.attack.hits import damage_roll, fumble, throw_area_damage
from rules.systems.gurps.attack.hits_foreseen import burst_foreseen
from rules.systems.gurps.attack.strike import Strike
from rules.systems.gurps.defence.defence import Said
from rules.systems.gurps.defence.dive import dive_from
from rules.systems.gurps.events.attack_events import AreaBurst, AttackHit, AttackMissed
from rules.systems.gurps.harm.injury import take_hit
from rules.systems.gurps.rolls import AreaRoll
from rules.systems.gurps.sheet.names import use_name


def area_attack(view: BattleView, strike: Strike, said: Said) -> Exchange[None]:
    """Carry out an attack that fills an area, once it has begun (GU-830 to GU-836)."""
    roll = yield from throw(
        AreaRoll(
            who=strike.attacker,
            purpose="attack",
            label=use_name(strike.use).low,
            base=strike.base,
            modifiers=strike.modifiers,
        )
    )
    landing = Landing(point=aim_point(view, strike))
    asked: set[str] = set()
    if not roll.succeeded:  # GU-831
        yield AttackMissed(who=strike.attacker, target=strike.target)
        if roll.is_fumble:
            yield from fumble(view, strike)
        landing = yield from scatter(view, strike, landing, roll.failed_by)
    elif strike.target is not None and not strike.at_ground:  # GU-832
        tried = yield from dive_from(view, strike, said, strike.target, landing, asked, moves=False)
        if tried is not None and tried.succeeded:
            landing = yield from scatter(view, strike, landing, max(1, tried.made_by))
    stepped: dict[str, int] = {}
    full = roll.succeeded and roll.total == 3
    for who in tuple(view.state.combatants):  # GU-833
        yield from checkpoint("area", who, landing, full, tuple(sorted(asked)), tuple(stepped))
        caught = inside(view, strike, said, landing, stepped)
        yield from shortcut(partial(_foreseen, view, strike, caught, full, asked=asked))
        if who in asked or who not in caught:
            continue
        tried = yield from dive_from(view, strike, said, who, landing, asked, moves=True)
        if tried is not None and tried.succeeded:
            stepped[who] = 1
    yield from checkpoint("burst", landing, full, tuple(stepped))
    yield from _burst(view, strike, inside(view, strike, said, landing, stepped), landing, full)


def _burst(
    view: BattleView, strike: Strike, caught: Mapping[str, float], landing: Landing, full: bool
) -> Exchange[None]:
    """Throw the damage once, and let everybody inside take its share (GU-835)."""
    victims = [who for who in view.state.combatants if who in caught]
    if landing.point is not None:
        yield AreaBurst(
            who=strike.attacker, weapon=strike.use.weapon.id, at=landing.point, caught=tuple(victims)
        )
    if not victims:
        return
    yield from shortcut(partial(_foreseen, view, strike, caught, full))
    shares = [(view.combatant(who), strike.blow(caught[who])) for who in victims]
    basic = yield from throw_area_damage(damage_roll(strike, ""), shares, full)
    for who in victims:
        yield AttackHit(who=strike.attacker, target=who, location="")
        yield from take_hit(view, strike.attacker, who, strike.blow(caught[who]), None, basic)


def _foreseen(
    view: BattleView,
    strike: Strike,
    caught: Mapping[str, float],
    full: bool,
    who: str,
    asked: Collection[str] | None = None,
) -> Ways | None:
    """Foresee what a landed area does to somebody; None while it may still dive (GU-833, GU-835).

    Args:
        asked: who has had its dive already; None where all have.
    """
    if who not in caught:
        return (((), 1.0),)
    if asked is not None and who not in asked:
        return None
    return burst_foreseen(view.combatant(who), strike, caught[who], full)
