"""Feints: a quick contest of weapon skills (GU-717)."""

from rules.engine.dice import Modifier
from rules.engine.exchange import Exchange, throw
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.text import text
from rules.systems.gurps.attack.strike import LEAST_SKILL
from rules.systems.gurps.events.maneuver_events import Feinted
from rules.systems.gurps.rolls import MarginRoll, contest
from rules.systems.gurps.sheet.gear import Kind, Use
from rules.systems.gurps.sheet.sheet import GurpsSheet
from rules.systems.gurps.state import Fighter, held, is_between_turns

_BARE = ("boxing", "brawling", "judo", "karate")

_SHOCK = text("shock")


def feint_skill(actor: Fighter, use: Use, basis: str) -> int:
    """Give the skill that a feint is rolled at, on DX, IQ or ST (GU-217, GU-717)."""
    sheet: GurpsSheet = actor.sheet
    skill = sheet.attack_skill(use)
    return skill if basis == "dx" else sheet.on(skill, basis.upper())


def resisting_skill(target: Fighter) -> int:
    """Give the best skill that somebody has against a feint; with none, DX (GU-717)."""
    sheet: GurpsSheet = target.sheet
    found = [sheet.skills[skill] for skill in _BARE if skill in sheet.skills]
    for weapon in held(target):
        uses = (weapon.use(mode.id) for mode in weapon.modes)
        found += [sheet.attack_skill(use) for use in uses if use is not None and use.kind is Kind.MELEE]
    return max(found, default=sheet.DX)


def shock_of(actor: Fighter) -> tuple[Modifier, ...]:
    """Give what shock takes from a roll on the own turn (GU-915)."""
    shock = actor.state.shock
    return (Modifier(_SHOCK, -shock, "GU-915"),) if shock else ()


def feint_contest(view: BattleView, who: str, target: str, use: Use, basis: str) -> Exchange[None]:
    """Work a feint out: the margin of victory is taken from the enemy's dodge (GU-717)."""
    actor, enemy = view.combatant(who), view.combatant(target)
    ours = yield from throw(
        MarginRoll(
            who=who,
            purpose="feint",
            label=text("feint"),
            base=feint_skill(actor, use, basis),
            modifiers=shock_of(actor),
        )
    )
    theirs = yield from throw(
        MarginRoll(
            who=target, purpose="feint", label=text("see through a feint"), base=resisting_skill(enemy)
        )
    )
    due = is_between_turns(view.state, who)
    yield Feinted(who=who, target=target, penalty=max(0, contest(ours, theirs)), due=due)


def require_feint_skill(actor: Fighter, use: Use, basis: str) -> int:
    """Give the effective skill of a feint. Raises `Refusal` `skill-too-low` (GU-405)."""
    skill = feint_skill(actor, use, basis) + sum(modifier.value for modifier in shock_of(actor))
    if skill < LEAST_SKILL:
        said = text(
            "The effective skill of the feint would be {skill}; below {value} there is none.",
            skill=skill,
            value=LEAST_SKILL,
        )
        raise Refusal("skill-too-low", said, "GU-405")
    return skill
