"""What a table may play otherwise: the numbers of Atomic Tomorrow, and the rules that one may do without.

Each table stands here once; the rules that read it ask for the number that counts at the table.
"""

from collections.abc import Mapping

from rules.engine.house.house import NumberTable, Switch
from rules.engine.text import text

_number = NumberTable.single

# -------------------------------------------------------------------------------------------- the sheet
UNTRAINED = _number("untrained", "AT-09", text("Times REFLEX for an untrained skill"), 2, low=0, high=10)
INITIATIVE = _number("initiative", "AT-04", text("Times REFLEX for initiative"), 5, low=1, high=10)
SOAK = _number("soak", "AT-05", text("Times GRIT for soaking wounds"), 5, low=0, high=10)
LAST_STAND = _number("last-stand", "AT-06", text("Times NERVE for a last stand"), 5, low=0, high=10)
EFFORT = _number("effort", "AT-07", text("Times GRIT for acting at four wounds"), 1, low=0, high=10)

# -------------------------------------------------------------------------------------------- the die
SURE_SUCCESS = _number("sure-success", "AT-21", text("Highest face that always succeeds"), 5, low=0, high=50)
SURE_FAILURE = _number("sure-failure", "AT-22", text("Lowest face that always fails"), 96, low=51, high=101)

# -------------------------------------------------------------------------------------------- modifiers
DISTANT = _number("distant", "AT-37", text("Shooting at somebody distant"), -20, low=-100, high=0)
FURTHER_DEFENCE = _number(
    "further-defence", "AT-67", text("Each further defence in a turn"), -20, low=-100, high=0
)
SHIELD = _number("shield", "AT-71", text("Blocking with a shield"), 20, low=0, high=100)
DODGE_MELEE = _number("dodge-melee", "AT-73", text("Dodging hand to hand"), -20, low=-100, high=0)
HAMPERED = _number("hampered", "AT-96", text("Acting at four wounds"), -20, low=-100, high=0)
GRANTED = _number("granted", "AT-98", text("The action of a last stand"), -20, low=-100, high=-5)

# -------------------------------------------------------------------------------------------- wounds
COVER = NumberTable(
    "cover",
    "AT-84",
    text("What cover takes from the Wound Rating"),
    {"partial": 1, "good": 2, "excellent": 3},
    low=0,
    high=5,
)
SPECIAL_WOUNDS = _number(
    "special-wounds", "AT-81", text("Wounds that a special success adds"), 1, low=0, high=5
)
CRITICAL_WOUNDS = NumberTable(
    "critical-wounds",
    "AT-82",
    text("Wounds that a critical success adds, by its face"),
    {str(face): face // 11 // 2 for face in range(11, 99, 11)},
    low=0,
    high=5,
)
SOAKED = NumberTable(
    "soaked",
    "AT-87",
    text("Wounds that a soak takes away, by its grade"),
    {"success": 1, "special-success": 2, "critical-success": 3},
    low=0,
    high=5,
)

TABLES = (
    UNTRAINED, INITIATIVE, SOAK, LAST_STAND, EFFORT, SURE_SUCCESS, SURE_FAILURE, DISTANT, FURTHER_DEFENCE,
    SHIELD, DODGE_MELEE, HAMPERED, GRANTED, COVER, SPECIAL_WOUNDS, CRITICAL_WOUNDS, SOAKED,
)  # fmt: skip

# -------------------------------------------------------------------------------------------- switches
PIERCING = Switch(
    "AT-15", text("Armour-piercing weapons"), text("armour counts in full against every weapon")
)
ENGAGED_BARE = Switch("AT-39", text("No cover hand to hand"), text("cover counts hand to hand too"))
UNAWARE = Switch(
    "AT-40", text("No defence for the unaware"), text("who does not see it coming may defend even so")
)
REFLEX_TIES = Switch(
    "AT-46", text("REFLEX breaks ties"), text("of equal initiative, who was added first acts first")
)
TWO_FISTED = Switch("AT-68", text("The Two-Fisted defence"), text("being Two-Fisted frees no defence"))
ONE_BLOCK = Switch(
    "AT-72", text("One block hand to hand"), text("a shield blocks melee attacks without limit")
)
SPECIAL_ADDS = Switch("AT-81", text("Special hits wound more"), text("a special success adds no wounds"))
CRITICAL_ADDS = Switch("AT-82", text("Critical hits wound more"), text("a critical success adds no wounds"))
CRITICAL_PIERCES = Switch(
    "AT-85", text("Critical hits ignore armour"), text("armour counts against critical hits too")
)
SOAKING = Switch("AT-86", text("Soaking wounds"), text("nobody soaks: what gets through is taken"))
FINISHING = Switch(
    "AT-89", text("A wound at five kills"), text("who is down at five wounds is not killed by more")
)
EFFORTS = Switch("AT-95", text("A GRIT roll to act at four wounds"), text("at four wounds one acts freely"))
LAST_STANDS = Switch("AT-97", text("Last stands"), text("the dying do nothing more"))

SWITCHES = (
    PIERCING, ENGAGED_BARE, UNAWARE, REFLEX_TIES, TWO_FISTED, ONE_BLOCK, SPECIAL_ADDS, CRITICAL_ADDS,
    CRITICAL_PIERCES, SOAKING, FINISHING, EFFORTS, LAST_STANDS,
)  # fmt: skip

ROLL_NAMES: Mapping[str, str] = {
    "attack": "Attack",
    "parry": "Parry",
    "block": "Block",
    "dodge": "Dodge",
    "soak": "Soak",
    "initiative": "Initiative",
    "use": "Using something",
    "incapacitated-action": "GRIT to act",
    "last-stand": "Last stand",
}
"""The rolls that a condition of one's own may bear on."""
