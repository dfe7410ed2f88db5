"""What a table may play otherwise: the numbers of Atomic Tomorrow, and the rules that one may do without.

Each table stands here once; the rules that read it ask for the number that counts at the table.
"""

from rules.engine.house.house_rules import HouseRules, roll_names

_rules = HouseRules()
_number, _table, _switch = _rules.number, _rules.table, _rules.switch

# -------------------------------------------------------------------------------------------- the sheet
UNTRAINED = _number("untrained", "AT-09", "Times REFLEX for an untrained skill", 2, low=0, high=10)
INITIATIVE = _number("initiative", "AT-04", "Times REFLEX for initiative", 5, low=1, high=10)
SOAK = _number("soak", "AT-05", "Times GRIT for soaking wounds", 5, low=0, high=10)
LAST_STAND = _number("last-stand", "AT-06", "Times NERVE for a last stand", 5, low=0, high=10)
EFFORT = _number("effort", "AT-07", "Times GRIT for acting at four wounds", 1, low=0, high=10)

# -------------------------------------------------------------------------------------------- the die
SURE_SUCCESS = _number("sure-success", "AT-21", "Highest face that always succeeds", 5, low=0, high=50)
SURE_FAILURE = _number("sure-failure", "AT-22", "Lowest face that always fails", 96, low=51, high=101)

# -------------------------------------------------------------------------------------------- modifiers
DISTANT = _number("distant", "AT-37", "Shooting at somebody distant", -20, low=-100, high=0)
IN_THE_WAY = _number("in-the-way", "AT-R41", "Shooting past each who stands in the way", 0, low=-100, high=0)
FURTHER_DEFENCE = _number("further-defence", "AT-67", "Each further defence in a turn", -20, low=-100, high=0)
SHIELD = _number("shield", "AT-71", "Blocking with a shield", 20, low=0, high=100)
DODGE_MELEE = _number("dodge-melee", "AT-73", "Dodging hand to hand", -20, low=-100, high=0)
HAMPERED = _number("hampered", "AT-96", "Acting at four wounds", -20, low=-100, high=0)
GRANTED = _number("granted", "AT-98", "The action of a last stand", -20, low=-100, high=-5)

# -------------------------------------------------------------------------------------------- wounds
COVER = _table(
    "cover", "AT-84", "What cover takes from the Wound Rating", (0, 5), partial=1, good=2, excellent=3
)
SPECIAL_WOUNDS = _number("special-wounds", "AT-81", "Wounds that a special success adds", 1, low=0, high=5)
CRITICAL_WOUNDS = _table(
    "critical-wounds",
    "AT-82",
    "Wounds that a critical success adds, by its face",
    (0, 5),
    **{str(face): face // 11 // 2 for face in range(11, 99, 11)},
)
SOAKED = _table(
    "soaked",
    "AT-87",
    "Wounds that a soak takes away, by its grade",
    (0, 5),
    success=1,
    special_success=2,
    critical_success=3,
)

# -------------------------------------------------------------------------------------------- switches
PIERCING = _switch("AT-15", "Armour-piercing weapons", "armour counts in full against every weapon")
ENGAGED_BARE = _switch("AT-39", "No cover hand to hand", "cover counts hand to hand too")
UNAWARE = _switch("AT-40", "No defence for the unaware", "who does not see it coming may defend even so")
REFLEX_TIES = _switch("AT-46", "REFLEX breaks ties", "of equal initiative, who was added first acts first")
TWO_FISTED = _switch("AT-68", "The Two-Fisted defence", "being Two-Fisted frees no defence")
ONE_BLOCK = _switch("AT-72", "One block hand to hand", "a shield blocks melee attacks without limit")
SPECIAL_ADDS = _switch("AT-81", "Special hits wound more", "a special success adds no wounds")
CRITICAL_ADDS = _switch("AT-82", "Critical hits wound more", "a critical success adds no wounds")
CRITICAL_PIERCES = _switch("AT-85", "Critical hits ignore armour", "armour counts against critical hits too")
SOAKING = _switch("AT-86", "Soaking wounds", "nobody soaks: what gets through is taken")
FINISHING = _switch("AT-89", "A wound at five kills", "who is down at five wounds is not killed by more")
EFFORTS = _switch("AT-95", "A GRIT roll to act at four wounds", "at four wounds one acts freely")
LAST_STANDS = _switch("AT-97", "Last stands", "the dying do nothing more")

TABLES, SWITCHES = _rules.tables, _rules.switches
ROLL_NAMES = roll_names(
    attack="Attack",
    parry="Parry",
    block="Block",
    dodge="Dodge",
    soak="Soak",
    initiative="Initiative",
    use="Using something",
    incapacitated_action="GRIT to act",
    last_stand="Last stand",
)
"""The rolls that a condition of one's own may bear on."""
