"""What a table may play otherwise: the numbers of phase combat, and the rules that one may do without.

Each table stands here once; the rules that read it ask for the number that counts at the table.
"""

from collections.abc import Mapping

from rules.engine.house.house import WEAPONS_AND_ARMOUR, NumberTable, Switch
from rules.engine.text import text

_number = NumberTable.single

# -------------------------------------------------------------------------------------------- to hit
RANGE_TARGETS = NumberTable(
    "range-targets",
    "PH-65",
    text("What a shot must reach, by range"),
    {"near": 6, "middle": 8, "far": 10},
    low=2,
    high=20,
)
MELEE_TARGET = _number("melee-target", "PH-76", text("What a blow must reach"), 7, low=2, high=20)
REACH = _number("reach", "PH-75", text("Cells that a blow reaches"), 1, low=1, high=5)
COVER = NumberTable(
    "cover",
    "PH-25",
    text("Shooting at somebody in cover"),
    {"partial": -1, "good": -2, "excellent": -3},
    low=-10,
    high=0,
)
WILD = _number("wild", "PH-66", text("A wild shot"), -2, low=-10, high=0)
EVADING = _number("evading", "PH-78", text("Attacking somebody who evades"), -2, low=-10, high=0)
FULL_AUTO = _number("full-auto", "PH-73", text("Firing full auto"), 2, low=-10, high=10)
AIM = _number("aim", "PH-64", text("Most that aiming gives"), 3, low=0, high=3)
ROUNDS = NumberTable(
    "rounds",
    "PH-08",
    text("Rounds that an attack uses"),
    {"single": 1, "burst": 3, "auto": 10},
    low=0,
    high=30,
)
MOST_HITS = NumberTable(
    "most-hits",
    "PH-70",
    text("Most hits of one roll"),
    {"burst": 3, "auto": 6},
    low=1,
    high=6,
    labels={"auto": text("full auto")},
)

# -------------------------------------------------------------------------------------------- wounds
PENALTY = NumberTable(
    "wound-penalty",
    "PH-96",
    text("What wounds take from rolls"),
    {"three-flesh": -1, "traumatic": -2},
    low=-10,
    high=0,
    labels={"three-flesh": text("three flesh wounds"), "traumatic": text("a traumatic wound")},
)
HEAD = _number("head", "PH-94", text("Toughness against a blow at the head"), 2, low=0, high=10)
FALL = NumberTable(
    "fall",
    "PH-97",
    text("Wounds that bring down or kill"),
    {"flesh-down": 9, "trauma-down": 2, "trauma-dead": 3},
    low=1,
    high=30,
    labels={
        "flesh-down": text("flesh wounds: down"),
        "trauma-down": text("trauma: down"),
        "trauma-dead": text("trauma: dead"),
    },
)
STUN = _number("stun", "PH-98", text("Phases that a stunner takes"), 6, low=1, high=24)
CRAWL = _number("crawl", "PH-99", text("Cells a phase with a hurt leg"), 1, low=0, high=10)

# -------------------------------------------------------------------------------------------- other rolls
FAST_DRAW = _number("fast-draw", "PH-46", text("What a fast draw must reach"), 8, low=2, high=20)
REACT = _number("react", "PH-34", text("What reacting to a surprise must reach"), 8, low=2, high=20)
REACT_AFTER = _number("react-after", "PH-33", text("Phases until one may react"), 3, low=1, high=12)

TABLES = (
    RANGE_TARGETS, MELEE_TARGET, REACH, COVER, WILD, EVADING, FULL_AUTO, AIM, ROUNDS, MOST_HITS, PENALTY,
    HEAD, FALL, STUN, CRAWL, FAST_DRAW, REACT, REACT_AFTER,
)  # fmt: skip

# -------------------------------------------------------------------------------------------- switches
ONES = Switch("PH-14", text("Ones that fail"), text("ones are low and no more"))
PARTIAL = Switch(
    "PH-17", text("Partial successes of called attacks"), text("a called attack that falls short misses")
)
BOTCHED = Switch("PH-21", text("A botch loses the target"), text("a botched attack keeps target and aim"))
SURPRISE = Switch("PH-32", text("Surprise"), text("who is attacked unaware is not surprised"))
TRIES = Switch("PH-35", text("Each failed try helps the next"), text("reacting does not become easier"))
CALLING = Switch("PH-68", text("Called attacks cost points"), text("calling a location costs nothing"))
PARRIES = Switch("PH-77", text("Parries"), text("a parry stops no blow"))
TRAUMA = Switch("PH-95", text("Traumatic wounds"), text("every wound is a flesh wound"))
WOUNDS_WEIGH = Switch("PH-96", text("Wounds weigh on rolls"), text("wounds take nothing from rolls"))
HURT_ARMS = Switch("PH-99", text("A hurt arm lets things fall"), text("what is in hand stays there"))

SWITCHES = (
    ONES, PARTIAL, BOTCHED, SURPRISE, TRIES, CALLING, PARRIES, TRAUMA, WOUNDS_WEIGH, HURT_ARMS,
)  # fmt: skip

OWN_KINDS = WEAPONS_AND_ARMOUR
ROLL_NAMES: Mapping[str, str] = {
    "attack": "Attack",
    "parry": "Parry",
    "damage": "Damage",
    "trauma": "Toughness",
    "initiative": "Initiative",
    "react": "Reacting to a surprise",
    "fast-draw": "Fast draw",
    "task": "Other tasks",
}
"""The rolls that a condition of one's own may bear on."""
