"""What a table may play otherwise: the numbers of phase combat, and the rules that one may do without.

Each table stands here once; the rules that read it ask for the number that counts at the table.
"""

from rules.engine.house.house import WEAPONS_AND_ARMOUR
from rules.engine.house.house_rules import HouseRules, roll_names

_rules = HouseRules()
_number, _table, _switch = _rules.number, _rules.table, _rules.switch

# -------------------------------------------------------------------------------------------- to hit
RANGE_TARGETS = _table(
    "range-targets", "PH-65", "What a shot must reach, by range", (2, 20), near=6, middle=8, far=10
)
MELEE_TARGET = _number("melee-target", "PH-76", "What a blow must reach", 7, low=2, high=20)
REACH = _number("reach", "PH-75", "Cells that a blow reaches", 1, low=1, high=5)
COVER = _table("cover", "PH-25", "Shooting at somebody in cover", (-10, 0), partial=-1, good=-2, excellent=-3)
IN_THE_WAY = _number("in-the-way", "PH-R41", "Shooting past each who stands in the way", 0, low=-10, high=0)
WILD = _number("wild", "PH-66", "A wild shot", -2, low=-10, high=0)
EVADING = _number("evading", "PH-78", "Attacking somebody who evades", -2, low=-10, high=0)
FULL_AUTO = _number("full-auto", "PH-73", "Firing full auto", 2, low=-10, high=10)
AIM = _number("aim", "PH-64", "Most that aiming gives", 3, low=0, high=3)
ROUNDS = _table("rounds", "PH-08", "Rounds that an attack uses", (0, 30), single=1, burst=3, auto=10)
MOST_HITS = _table("most-hits", "PH-70", "Most hits of one roll", (1, 6), burst=3, auto=(6, "full auto"))

# -------------------------------------------------------------------------------------------- wounds
PENALTY = _table(
    "wound-penalty",
    "PH-96",
    "What wounds take from rolls",
    (-10, 0),
    three_flesh=(-1, "three flesh wounds"),
    traumatic=(-2, "a traumatic wound"),
)
HEAD = _number("head", "PH-94", "Toughness against a blow at the head", 2, low=0, high=10)
FALL = _table(
    "fall",
    "PH-97",
    "Wounds that bring down or kill",
    (1, 30),
    flesh_down=(9, "flesh wounds: down"),
    trauma_down=(2, "trauma: down"),
    trauma_dead=(3, "trauma: dead"),
)
STUN = _number("stun", "PH-98", "Phases that a stunner takes", 6, low=1, high=24)
CRAWL = _number("crawl", "PH-99", "Cells a phase with a hurt leg", 1, low=0, high=10)

# -------------------------------------------------------------------------------------------- other rolls
FAST_DRAW = _number("fast-draw", "PH-46", "What a fast draw must reach", 8, low=2, high=20)
REACT = _number("react", "PH-34", "What reacting to a surprise must reach", 8, low=2, high=20)
REACT_AFTER = _number("react-after", "PH-33", "Phases until one may react", 3, low=1, high=12)

# -------------------------------------------------------------------------------------------- switches
ONES = _switch("PH-14", "Ones that fail", "ones are low and no more")
PARTIAL = _switch("PH-17", "Partial successes of called attacks", "a called attack that falls short misses")
BOTCHED = _switch("PH-21", "A botch loses the target", "a botched attack keeps target and aim")
SURPRISE = _switch("PH-32", "Surprise", "who is attacked unaware is not surprised")
TRIES = _switch("PH-35", "Each failed try helps the next", "reacting does not become easier")
CALLING = _switch("PH-68", "Called attacks cost points", "calling a location costs nothing")
PARRIES = _switch("PH-77", "Parries", "a parry stops no blow")
TRAUMA = _switch("PH-95", "Traumatic wounds", "every wound is a flesh wound")
WOUNDS_WEIGH = _switch("PH-96", "Wounds weigh on rolls", "wounds take nothing from rolls")
HURT_ARMS = _switch("PH-99", "A hurt arm lets things fall", "what is in hand stays there")

TABLES, SWITCHES = _rules.tables, _rules.switches
OWN_KINDS = WEAPONS_AND_ARMOUR
ROLL_NAMES = roll_names(
    attack="Attack",
    parry="Parry",
    damage="Damage",
    trauma="Toughness",
    initiative="Initiative",
    react="Reacting to a surprise",
    fast_draw="Fast draw",
    task="Other tasks",
)
"""The rolls that a condition of one's own may bear on."""
