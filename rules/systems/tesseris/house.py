"""What a table may play otherwise: the numbers of Tesseris, and the rules that one may do without.

Each table stands here once; the rules that read it ask for the number that counts at the table.
"""

from collections.abc import Mapping

from rules.engine.house.house import OwnKind
from rules.engine.house.house_rules import HouseRules, roll_names
from rules.engine.text import text

_rules = HouseRules()
_number, _table, _switch = _rules.number, _rules.table, _rules.switch

# -------------------------------------------------------------------------------------------- the situation
NEAR = _number("point-blank", "TS-230", "Shooting at two yards", 2, low=-10, high=10)
SHORT = _number("short", "TS-231", "Shooting at four yards", 1, low=-10, high=10)
BANDS = _table(
    "bands", "TS-232", "Shooting farther, by range band", (-12, 6), medium=0, long=-1, far=-2, extreme=-4
)
FURTHER_ATTACK = _number("further-attack", "TS-233", "Each further attack in a round", -1, low=-6, high=0)
UNAWARE = _table("unaware", "TS-234", "Attacking the unaware", (0, 10), shot=1, blow=2)
TWO_WEAPONS = _table("two-weapons", "TS-235", "Two weapons in one round", (-10, 0), primary=-1, other=-3)
AMBIDEXTROUS = _number("ambidextrous", "TS-236", "What the ambidextrous lose less", 2, low=0, high=6)
OUTNUMBERED = _number("outnumbered", "TS-237", "Attacking the outnumbered", 1, low=0, high=6)
MOUNTED = _table("mounted", "TS-238", "Attacking from the saddle", (-6, 6), shot=-2, blow=1)
BLIND_FIRE = _number("blind-fire", "TS-239", "Firing blindly", -3, low=-10, high=0)
INTO_MELEE = _number("into-melee", "TS-240", "Shooting into a melee", -2, low=-10, high=0)
HIGHER = _number("higher-ground", "TS-241", "Attacking from higher ground", 1, low=0, high=6)
PRONE = _table(
    "prone", "TS-242", "Lying down", (-6, 6), braced=(2, "shooting"), against_shots=2, against_blows=-2
)
COVER_BONUS = _table("cover-bonus", "TS-243", "Defending from cover", (0, 12), cover=2, hunkered=4)
FREE_DEFENCES = _number("free-defences", "TS-244", "Defences before each costs 1", 3, low=0, high=20)
DEFEND_ALLY = _number("defend-ally", "TS-144", "Blocking for an ally", -2, low=-10, high=0)
OVERWATCH = _number("overwatch", "TS-131", "Shooting on overwatch", -1, low=-10, high=0)
SWORDPOINT = _number("swordpoint", "TS-343", "Words at swordpoint", 2, low=0, high=10)

# -------------------------------------------------------------------------------------------- conditions
DAZED = _number("dazed", "TS-303", "Being dazed", -1, low=-10, high=0)
STUNNED = _number("stunned", "TS-308", "Being stunned", -2, low=-10, high=0)
STAGGERED = _number("staggered", "TS-309", "Being staggered", -2, low=-10, high=0)
DISABLED = _number("disabled", "TS-302", "Using what is disabled", -1, low=-10, high=0)
BLINDED = _table("blinded", "TS-305", "Being blinded", (-12, 0), blow=-4, shot=-6, defence=-2)
BLOODIED = _table("bloodied", "TS-306", "Being bloodied", (-6, 6), attack=-1, defence=1)
SLOWED = _number("slowed", "TS-310", "Defending while slowed", -1, low=-10, high=0)
SUPPRESSED = _number("suppressed", "TS-315", "Being suppressed", -2, low=-10, high=0)
FEAR = _table(
    "fear",
    "TS-319",
    "Being afraid",
    (-10, 0),
    frightened_attack=-1,
    frightened_social=-1,
    terrified_attack=-3,
    terrified_social=-2,
    scared_to_death_social=-3,
)
PREPARED = _table("prepared", "TS-246", "Aim and inspiration", (0, 10), aim=1, inspired=1)

# -------------------------------------------------------------------------------------------- hits
CRITICAL = _number("critical", "TS-206", "Net of a critical hit", 6, low=2, high=30)
BULLET = _number("bullet", "TS-203", "What each further bullet is worse by", 2, low=1, high=10)
WOUND = _number("stamina-for-wound", "TS-257", "Stamina lost to one hit for a wound", 5, low=1, high=50)
TOTAL_DEFENCE = _number("total-defence", "TS-252", "Armour points of total defence", 2, low=0, high=20)
CALLED = _table("called-shot", "TS-124", "A called shot at the head", (0, 12), damage=3, armour_piercing=2)
MATERIALS: Mapping[str, tuple[int, int]] = {
    "wood-thin": (2, 10),
    "wood-thick": (3, 15),
    "wood-reinforced": (4, 20),
    "stone": (8, 30),
    "sandbag": (18, 90),
    "concrete": (25, 125),
}
COVER_ARMOUR = _table(
    "cover-armour",
    "TS-285",
    "Armour points of cover",
    (0, 100),
    **{material: points for material, (points, _) in MATERIALS.items()},
)
COVER_STRUCTURE = _table(
    "cover-structure",
    "TS-285",
    "Structure points of cover",
    (1, 500),
    **{material: structure for material, (_, structure) in MATERIALS.items()},
)
DISTRACTION = _number("distraction", "TS-125", "Ticks that a distraction takes", 2, low=0, high=10)
TAKES_WEAPON = _number("takes-weapon", "TS-118", "Net by which a weapon is taken", 3, low=1, high=20)

# -------------------------------------------------------------------------------------------- time
TICKS = _number("ticks", "TS-061", "Ticks of a round", 5, low=1, high=20)
SURPRISED = _number("surprised-ticks", "TS-052", "Ticks of the surprised", 3, low=0, high=20)
BORROWED = _number("borrowed", "TS-064", "Ticks that may be borrowed", 5, low=0, high=20)
BLEEDING = _number("bleeding", "TS-301", "Damage of a round's bleeding", 1, low=0, high=20)
DYING = _number("dying", "TS-274", "Rounds until the dying take a wound", 5, low=1, high=50)

# -------------------------------------------------------------------------------------------- switches
CRITICALS = _switch("TS-206", "Critical hits", "no hit is critical but one from swordpoint")
JAMS = _switch("TS-220", "Weapons jam", "no weapon jams")
FURTHER = _switch("TS-233", "Each attack is worse than the one before", "further attacks cost nothing more")
OFF_HANDS = _switch("TS-235", "Two weapons cost", "two weapons in one round cost nothing")
NUMBERS = _switch("TS-237", "Outnumbering", "to be outnumbered is no matter")
ELSEWHERE = _switch("TS-240", "Shots into a melee", "shots into a melee are like any")
HEIGHT = _switch("TS-241", "Higher ground", "higher ground is no matter")
TIRING = _switch("TS-244", "Many defences cost", "one may defend as often as one can pay for it")
WOUNDS_WEIGH = _switch("TS-245", "Wounds weigh on tests", "wounds cost nothing on tests")
STAMINA_WOUNDS = _switch("TS-257", "Great losses of stamina wound", "only damage beyond stamina wounds")
DAZES = _switch("TS-303", "The dazed are worse", "to be dazed costs ticks alone")
DRESS = _switch("TS-334", "The better dressed speak better", "how one is dressed adds nothing")
WEARING = _switch("TS-293", "Cover breaks", "cover takes no damage")

TABLES, SWITCHES = _rules.tables, _rules.switches
OWN_KINDS = (
    OwnKind("weapons", text("weapon")),
    OwnKind("armour", text("suit of armour"), is_list=False),
    OwnKind("cloak", text("cloak"), is_list=False),
)
ROLL_NAMES = roll_names(
    attack="Attack",
    duck="Duck",
    dodge="Dodge",
    block="Block",
    parry="Parry",
    grapple_defence="Resisting a grapple",
    resist="Resisting",
    social="Words",
    social_defence="Resisting words",
    medicine="Medicine",
    test="Other tests",
)
"""The rolls that a condition of one's own may bear on."""
