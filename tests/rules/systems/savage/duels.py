"""Two who fight, and what an attack of the one on the other comes to."""

from typing import Any

from rules.engine.text import in_full
from tests.rules.systems.savage.fights import GUN, HERO, THUG, Fight, hero, raider


def duel(ann: Any = None, bob: Any = None, *more: dict[str, Any], **dice: Any) -> Fight:
    ann_state, bob_state = dice.pop("ann_state", {}), dice.pop("bob_state", {})
    return Fight(
        hero("ann", ann or HERO, state=ann_state), raider("bob", bob or THUG, state=bob_state), *more, **dice
    )


def numbers(fight: Fight, with_: str, **params: Any) -> tuple[int | None, dict[str, int]]:
    """Give the target number and the modifiers of Ann's attack at Bob."""
    plan = fight.plan("attack", "ann", target="bob", with_=with_, **params)
    return plan.target_number, {in_full(m.label): m.value for m in plan.modifiers}


SMG = {**GUN, "weapons": ["submachine-gun"]}
