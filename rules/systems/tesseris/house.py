"""What a table may play otherwise: the numbers of Tesseris, and the rules that one may do without.

Each table stands here once; the rules that read it ask for the number that counts at the table.
"""

from collections.abc import Mapping

from rules.engine.house.house import NumberTable, OwnKind, Switch
from rules.engine.text import Words, text

_number = NumberTable.single

# -------------------------------------------------------------------------------------------- the situation
NEAR = _number("point-blank", "TS-230", text("Shooting at two yards"), 2, low=-10, high=10)
SHORT = _number("short", "TS-231", text("Shooting at four yards"), 1, low=-10, high=10)
BANDS = NumberTable(
    "bands",
    "TS-232",
    text("Shooting farther, by range band"),
    {"medium": 0, "long": -1, "far": -2, "extreme": -4},
    low=-12,
    high=6,
)
FURTHER_ATTACK = _number(
    "further-attack", "TS-233", text("Each further attack in a round"), -1, low=-6, high=0
)
UNAWARE = NumberTable(
    "unaware", "TS-234", text("Attacking the unaware"), {"shot": 1, "blow": 2}, low=0, high=10
)
TWO_WEAPONS = NumberTable(
    "two-weapons", "TS-235", text("Two weapons in one round"), {"primary": -1, "other": -3}, low=-10, high=0
)
AMBIDEXTROUS = _number("ambidextrous", "TS-236", text("What the ambidextrous lose less"), 2, low=0, high=6)
OUTNUMBERED = _number("outnumbered", "TS-237", text("Attacking the outnumbered"), 1, low=0, high=6)
MOUNTED = NumberTable(
    "mounted", "TS-238", text("Attacking from the saddle"), {"shot": -2, "blow": 1}, low=-6, high=6
)
BLIND_FIRE = _number("blind-fire", "TS-239", text("Firing blindly"), -3, low=-10, high=0)
INTO_MELEE = _number("into-melee", "TS-240", text("Shooting into a melee"), -2, low=-10, high=0)
HIGHER = _number("higher-ground", "TS-241", text("Attacking from higher ground"), 1, low=0, high=6)
PRONE = NumberTable(
    "prone",
    "TS-242",
    text("Lying down"),
    {"braced": 2, "against-shots": 2, "against-blows": -2},
    low=-6,
    high=6,
    labels={"braced": text("shooting")},
)
COVER_BONUS = NumberTable(
    "cover-bonus", "TS-243", text("Defending from cover"), {"cover": 2, "hunkered": 4}, low=0, high=12
)
FREE_DEFENCES = _number("free-defences", "TS-244", text("Defences before each costs 1"), 3, low=0, high=20)
DEFEND_ALLY = _number("defend-ally", "TS-144", text("Blocking for an ally"), -2, low=-10, high=0)
OVERWATCH = _number("overwatch", "TS-131", text("Shooting on overwatch"), -1, low=-10, high=0)
SWORDPOINT = _number("swordpoint", "TS-343", text("Words at swordpoint"), 2, low=0, high=10)

# -------------------------------------------------------------------------------------------- conditions
DAZED = _number("dazed", "TS-303", text("Being dazed"), -1, low=-10, high=0)
STUNNED = _number("stunned", "TS-308", text("Being stunned"), -2, low=-10, high=0)
STAGGERED = _number("staggered", "TS-309", text("Being staggered"), -2, low=-10, high=0)
DISABLED = _number("disabled", "TS-302", text("Using what is disabled"), -1, low=-10, high=0)
BLINDED = NumberTable(
    "blinded",
    "TS-305",
    text("Being blinded"),
    {"blow": -4, "shot": -6, "defence": -2},
    low=-12,
    high=0,
)
BLOODIED = NumberTable(
    "bloodied", "TS-306", text("Being bloodied"), {"attack": -1, "defence": 1}, low=-6, high=6
)
SLOWED = _number("slowed", "TS-310", text("Defending while slowed"), -1, low=-10, high=0)
SUPPRESSED = _number("suppressed", "TS-315", text("Being suppressed"), -2, low=-10, high=0)
FEAR = NumberTable(
    "fear",
    "TS-319",
    text("Being afraid"),
    {
        "frightened-attack": -1,
        "frightened-social": -1,
        "terrified-attack": -3,
        "terrified-social": -2,
        "scared-to-death-social": -3,
    },
    low=-10,
    high=0,
)
PREPARED = NumberTable(
    "prepared", "TS-246", text("Aim and inspiration"), {"aim": 1, "inspired": 1}, low=0, high=10
)

# -------------------------------------------------------------------------------------------- hits
CRITICAL = _number("critical", "TS-206", text("Net of a critical hit"), 6, low=2, high=30)
BULLET = _number("bullet", "TS-203", text("What each further bullet is worse by"), 2, low=1, high=10)
WOUND = _number("stamina-for-wound", "TS-257", text("Stamina lost to one hit for a wound"), 5, low=1, high=50)
TOTAL_DEFENCE = _number("total-defence", "TS-252", text("Armour points of total defence"), 2, low=0, high=20)
CALLED = NumberTable(
    "called-shot",
    "TS-124",
    text("A called shot at the head"),
    {"damage": 3, "armour-piercing": 2},
    low=0,
    high=12,
)
MATERIALS: Mapping[str, tuple[int, int]] = {
    "wood-thin": (2, 10),
    "wood-thick": (3, 15),
    "wood-reinforced": (4, 20),
    "stone": (8, 30),
    "sandbag": (18, 90),
    "concrete": (25, 125),
}
COVER_ARMOUR = NumberTable(
    "cover-armour",
    "TS-285",
    text("Armour points of cover"),
    {material: points for material, (points, _) in MATERIALS.items()},
    low=0,
    high=100,
)
COVER_STRUCTURE = NumberTable(
    "cover-structure",
    "TS-285",
    text("Structure points of cover"),
    {material: structure for material, (_, structure) in MATERIALS.items()},
    low=1,
    high=500,
)
DISTRACTION = _number("distraction", "TS-125", text("Ticks that a distraction takes"), 2, low=0, high=10)
TAKES_WEAPON = _number("takes-weapon", "TS-118", text("Net by which a weapon is taken"), 3, low=1, high=20)

# -------------------------------------------------------------------------------------------- time
TICKS = _number("ticks", "TS-061", text("Ticks of a round"), 5, low=1, high=20)
SURPRISED = _number("surprised-ticks", "TS-052", text("Ticks of the surprised"), 3, low=0, high=20)
BORROWED = _number("borrowed", "TS-064", text("Ticks that may be borrowed"), 5, low=0, high=20)
BLEEDING = _number("bleeding", "TS-301", text("Damage of a round's bleeding"), 1, low=0, high=20)
DYING = _number("dying", "TS-274", text("Rounds until the dying take a wound"), 5, low=1, high=50)

TABLES = (
    NEAR, SHORT, BANDS, FURTHER_ATTACK, UNAWARE, TWO_WEAPONS, AMBIDEXTROUS, OUTNUMBERED, MOUNTED, BLIND_FIRE,
    INTO_MELEE, HIGHER, PRONE, COVER_BONUS, FREE_DEFENCES, DEFEND_ALLY, OVERWATCH, SWORDPOINT, DAZED, STUNNED,
    STAGGERED, DISABLED, BLINDED, BLOODIED, SLOWED, SUPPRESSED, FEAR, PREPARED, CRITICAL, BULLET, WOUND,
    TOTAL_DEFENCE, CALLED, COVER_ARMOUR, COVER_STRUCTURE, DISTRACTION, TAKES_WEAPON, TICKS, SURPRISED,
    BORROWED, BLEEDING, DYING,
)  # fmt: skip

# -------------------------------------------------------------------------------------------- switches
CRITICALS = Switch("TS-206", text("Critical hits"), text("no hit is critical but one from swordpoint"))
JAMS = Switch("TS-220", text("Weapons jam"), text("no weapon jams"))
FURTHER = Switch(
    "TS-233", text("Each attack is worse than the one before"), text("further attacks cost nothing more")
)
OFF_HANDS = Switch("TS-235", text("Two weapons cost"), text("two weapons in one round cost nothing"))
NUMBERS = Switch("TS-237", text("Outnumbering"), text("to be outnumbered is no matter"))
ELSEWHERE = Switch("TS-240", text("Shots into a melee"), text("shots into a melee are like any"))
HEIGHT = Switch("TS-241", text("Higher ground"), text("higher ground is no matter"))
TIRING = Switch("TS-244", text("Many defences cost"), text("one may defend as often as one can pay for it"))
WOUNDS_WEIGH = Switch("TS-245", text("Wounds weigh on tests"), text("wounds cost nothing on tests"))
STAMINA_WOUNDS = Switch(
    "TS-257", text("Great losses of stamina wound"), text("only damage beyond stamina wounds")
)
DAZES = Switch("TS-303", text("The dazed are worse"), text("to be dazed costs ticks alone"))
DRESS = Switch("TS-334", text("The better dressed speak better"), text("how one is dressed adds nothing"))
WEARING = Switch("TS-293", text("Cover breaks"), text("cover takes no damage"))

SWITCHES = (
    CRITICALS, JAMS, FURTHER, OFF_HANDS, NUMBERS, ELSEWHERE, HEIGHT, TIRING, WOUNDS_WEIGH, STAMINA_WOUNDS,
    DAZES, DRESS, WEARING,
)  # fmt: skip

OWN_KINDS = (
    OwnKind("weapons", text("weapon")),
    OwnKind("armour", text("suit of armour"), is_list=False),
    OwnKind("cloak", text("cloak"), is_list=False),
)
ROLL_NAMES: Mapping[str, Words] = {
    "attack": text("Attack"),
    "duck": text("Duck"),
    "dodge": text("Dodge"),
    "block": text("Block"),
    "parry": text("Parry"),
    "grapple-defence": text("Resisting a grapple"),
    "resist": text("Resisting"),
    "social": text("Words"),
    "social-defence": text("Resisting words"),
    "medicine": text("Medicine"),
    "test": text("Other tests"),
}
"""The rolls that a condition of one's own may bear on."""
