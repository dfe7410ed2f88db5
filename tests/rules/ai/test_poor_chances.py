"""Who can hurt somebody only seldom does so all the same: else the fight would have no end."""

from rules.ai.advice import Advisor
from tests.rules.kit import fighter
from tests.rules.systems.atomic.fights import Fight
from tests.rules.systems.gurps.fights import OPEN
from tests.rules.systems.gurps.fights import Fight as GurpsFight

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


def test_who_cannot_get_through_armour_strikes_where_there_is_none() -> None:
    """GU-202"""
    beast = {"ST": 17, "DX": 13, "skills": {"brawling": 15}, "weapons": ["claws"]}
    vest = {"ST": 11, "armour": ["ballistic-vest"]}
    fight = GurpsFight(
        fighter("ann", "heroes", beast, at=[2, 5]),
        fighter("bob", "raiders", vest, at=[3, 5], state={"posture": "prone"}),
        map=OPEN,
    )
    best = Advisor(fight.battle.system, fight.battle.state, "ann").best(1)[0]
    assert best.gain > 0.02
    assert best.command.params["options"]["location"] not in ("torso", "vitals")
