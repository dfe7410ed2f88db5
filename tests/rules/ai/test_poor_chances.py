"""Who can hurt somebody only seldom does so all the same: else the fight would have no end."""

from rules.ai.advice import Advisor
from tests.rules.kit import fighter
from tests.rules.systems.atomic.fights import Fight

HOUND = {
    "skills": {"unarmed": 45, "dodge": 50},
    "weapons": [{"id": "teeth", "name": "Teeth", "skill": "unarmed", "wounds": 1, "ranges": ["engaged"]}],
}
COLOSSUS = {"attributes": {"grit": 15}, "armour": "heavy"}
FIELD = {"grid": {"kind": "square", "cols": 24, "rows": 8, "per_cell": 1, "unit": "yd"}, "walls": []}


def test_who_hurts_a_foe_only_by_a_rare_success_strikes() -> None:
    """AT-85, AT-87"""
    hound = fighter("ann", "heroes", HOUND, at=[2, 2], state={"ready": ["teeth"]})
    fight = Fight(hound, fighter("bob", "raiders", COLOSSUS, at=[3, 2]), map=FIELD)
    assert Advisor(fight.battle.system, fight.battle.state, "ann").best(1)[0].command.do == "attack"
