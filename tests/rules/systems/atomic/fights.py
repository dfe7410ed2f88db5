"""What the tests of Atomic Tomorrow play with: a battle with given dice, told in few words."""

from typing import Any

from tests.rules.kit import BattleInHand, fighter

STAFF = {"skills": {"melee": 60, "parry": 40, "dodge": 30}, "weapons": ["combat-staff"]}
PISTOL = {"skills": {"ranged": 60, "dodge": 40}, "weapons": ["blast-pistol", "combat-knife"]}


class Fight(BattleInHand):
    system = "atomic"
    die = 100


def duel(ann: Any = None, bob: Any = None, **rest: Any) -> Fight:
    """Two fighters without a map: Ann with a staff, Bob with what he is given."""
    ann_state, bob_state = rest.pop("ann_state", {}), rest.pop("bob_state", {})
    return Fight(
        fighter("ann", "heroes", ann or STAFF, state=ann_state),
        fighter("bob", "raiders", bob or {}, state=bob_state),
        **rest,
    )
