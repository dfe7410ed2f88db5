"""Striking a weapon out of a hand (GU-744)."""

from rules.engine.exchange import Exchange, throw
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.text import text
from rules.systems.gurps.attack.feint import shock_of
from rules.systems.gurps.attack.strike import LEAST_SKILL, Strike
from rules.systems.gurps.events.gear_events import Disarmed, WeaponDropped, WeaponUnready
from rules.systems.gurps.rolls import MarginRoll, contest
from rules.systems.gurps.sheet.gear import Kind, Weapon
from rules.systems.gurps.sheet.sheet import GurpsSheet
from rules.systems.gurps.state import Fighter, is_ready

LITTLE = 3
"""Up to this margin a defender who wins still has the weapon out of line."""


def keeping_skill(target: Fighter, weapon: Weapon) -> int:
    """Give the skill with which a weapon is held on to: on DX, or on ST if that is better (GU-744)."""
    sheet: GurpsSheet = target.sheet
    use = weapon.use()
    skill = sheet.weapon_skill(weapon.skill) if use is None else sheet.attack_skill(use)
    return skill if weapon.kind is Kind.MISSILE else max(skill, sheet.on(skill, "ST"))


def disarming_skill(attacker: Fighter, strike: Strike) -> int:
    """Give the skill with which a weapon is struck away, on DX or ST (GU-217, GU-744)."""
    sheet: GurpsSheet = attacker.sheet
    skill = sheet.attack_skill(strike.use)
    return skill if strike.disarm == "dx" else sheet.on(skill, "ST")


def require_disarm_skill(attacker: Fighter, strike: Strike) -> None:
    """Refuse a disarm whose contest would be too low. Raises `Refusal` `skill-too-low` (GU-405)."""
    skill = disarming_skill(attacker, strike) + sum(modifier.value for modifier in shock_of(attacker))
    if skill < LEAST_SKILL:
        said = text(
            "The effective skill of the disarm would be {skill}; below {value} there is none.",
            skill=skill,
            value=LEAST_SKILL,
        )
        raise Refusal("skill-too-low", said, "GU-405")


def disarm_contest(view: BattleView, strike: Strike) -> Exchange[None]:
    """Work a disarm out once it has hit (GU-744)."""
    assert strike.target is not None
    assert strike.struck is not None
    attacker, target = view.combatant(strike.attacker), view.combatant(strike.target)
    weapon = target.sheet.weapon(strike.struck)
    if weapon is None or not is_ready(target, weapon):
        return
    ours = yield from throw(
        MarginRoll(
            who=attacker.id,
            purpose="disarm",
            label=text("disarm"),
            base=disarming_skill(attacker, strike),
            modifiers=() if strike.is_suppression else shock_of(attacker),
        )
    )
    theirs = yield from throw(
        MarginRoll(who=target.id, purpose="disarm", label=text("hold on"), base=keeping_skill(target, weapon))
    )
    margin = contest(ours, theirs)
    if margin > 0:
        yield Disarmed(who=attacker.id, target=target.id, weapon=weapon.id, name=weapon.name)
        yield WeaponDropped(who=target.id, weapon=weapon.id, name=weapon.name, at=target.at)
    elif margin >= -LITTLE:
        yield WeaponUnready(who=target.id, weapon=weapon.id, name=weapon.name)
    own = strike.use.weapon
    if ours.is_fumble and not own.unarmed and is_ready(view.combatant(attacker.id), own):
        yield WeaponDropped(who=attacker.id, weapon=own.id, name=own.name, at=attacker.at)
