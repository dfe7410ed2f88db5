"""What the tests of the 3d6 game play with: a battle with given dice, told in few words."""

from typing import Any

from rules.engine.battle_events import Rolled
from rules.engine.text import in_full
from tests.rules.kit import BattleInHand, fighter

SWORD = {"ST": 12, "skills": {"broadsword": 14}, "weapons": ["broadsword"]}
HIT = [3, 3, 4]
"""Dice of an attack that hits, and is no critical."""
GUN = {"skills": {"guns-rifle": 14}, "weapons": ["assault-rifle"]}
OPEN = {"grid": {"kind": "square", "cols": 30, "rows": 20, "unit": "yd"}}


class Fight(BattleInHand):
    system = "gurps"
    die = 6

    def offers(self) -> dict[str, Any]:
        return {offer.id: offer for offer in self.prompt().offers}


def labels(roll: Rolled) -> dict[str, int]:
    return {in_full(modifier.label): modifier.value for modifier in roll.modifiers}


def duel(ann: Any = None, bob: Any = None, **rest: Any) -> Fight:
    """Two fighters without a map: Ann with a broadsword, Bob with what he is given."""
    ann_state, bob_state = rest.pop("ann_state", {}), rest.pop("bob_state", {})
    return Fight(
        fighter("ann", "heroes", SWORD if ann is None else ann, state=ann_state),
        fighter("bob", "raiders", bob or {}, state=bob_state),
        **rest,
    )


def refusal_code(fight: Fight, what: str = "attack", **params: Any) -> str:
    return fight.refuses(what, "ann", **{"target": "bob", "with": "broadsword", **params}).code
