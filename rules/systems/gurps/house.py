"""What a table may play otherwise: the numbers of the GURPS-style rules, and what one may do without.

Each table stands here once; the rules that read it ask for the number that counts at the table. Hit locations
are no table of this kind: a body plan is data of the sheet already.
"""

from collections.abc import Mapping

from rules.engine.house.house import WEAPONS_AND_ARMOUR, NumberTable, Switch
from rules.engine.text import Text, text

_number = NumberTable.single

# -------------------------------------------------------------------------------------------- to hit
RANGE = NumberTable(
    "range",
    "GU-750",
    text("Shooting, by range band"),
    {"close": 0, "short": -3, "medium": -7, "long": -11, "far": -15},
    low=-30,
    high=5,
    labels={
        "close": text("close"),
        "short": text("short"),
        "medium": text("medium"),
        "long": text("long"),
        "far": text("far"),
    },
)
COVER = NumberTable(
    "cover",
    "GU-503",
    text("Shooting at somebody in cover"),
    {"light": -2, "heavy": -4},
    low=-20,
    high=0,
    labels={"light": text("light"), "heavy": text("heavy")},
)
GROUND = _number("at-ground", "GU-752", text("Firing at the ground"), 4, low=0, high=20)
POSTURE = NumberTable(
    "posture",
    "GU-753",
    text("Striking from a low posture"),
    {"crouching": -2, "kneeling": -2, "prone": -4},
    low=-15,
    high=0,
    labels={"crouching": text("crouching"), "kneeling": text("kneeling"), "prone": text("prone")},
)
BLIND = NumberTable(
    "blind",
    "GU-753",
    text("Attacking half blind or blind"),
    {"blind": -10, "one-eye-blow": -1, "one-eye-shot": -3},
    low=-20,
    high=0,
    labels={
        "blind": text("blind"),
        "one-eye-blow": text("one eye, blows"),
        "one-eye-shot": text("one eye, shots"),
    },
)
ALL_OUT = NumberTable(
    "all-out",
    "GU-711",
    text("All-out attacks"),
    {"determined": 4, "strong": 2},
    low=0,
    high=12,
    labels={"determined": text("to hit"), "strong": text("damage")},
)
ALL_OUT_FIRE = _number("all-out-fire", "GU-712", text("All-out fire, to hit"), 1, low=0, high=12)
SUPPRESSION = _number("suppression", "GU-712", text("Skill of suppression fire"), 8, low=3, high=20)
ALL_OUT_DEFENCE = _number("all-out-defence", "GU-713", text("All-out defence"), 2, low=0, high=12)
COMMITTED = NumberTable(
    "committed",
    "GU-714",
    text("Committed attacks"),
    {"to-hit": 2, "second-step": -2, "defence": -2},
    low=-10,
    high=10,
    labels={"to-hit": text("to hit"), "second-step": text("second step"), "defence": text("defence")},
)
DEFENSIVE = _number("defensive", "GU-715", text("Defences after a defensive attack"), 1, low=0, high=10)
EVALUATE = _number("evaluate", "GU-716", text("Most that evaluating gives"), 3, low=0, high=3)
ON_THE_RUN = NumberTable(
    "on-the-run",
    "GU-718",
    text("Attacking on the run"),
    {"blow": -4, "shot": -2, "cap": 9},
    low=-10,
    high=20,
    labels={"blow": text("blow"), "shot": text("shot, or the Bulk"), "cap": text("never better than")},
)
DISARM = _number("disarm", "GU-744", text("Striking to disarm"), -2, low=-10, high=0)
WEAK_SPOTS = NumberTable(
    "weak-spots",
    "GU-762",
    text("Aiming at weak spots of armour"),
    {"torso": -8, "elsewhere": -10},
    low=-20,
    high=0,
    labels={"torso": text("torso"), "elsewhere": text("elsewhere")},
)

# -------------------------------------------------------------------------------------------- defences
FURTHER_DODGE = _number("further-dodge", "GU-811", text("Each further dodge"), -1, low=-10, high=0)
DEFENDING = NumberTable(
    "defending",
    "GU-811",
    text("What weighs on defences"),
    {"from-the-side": -2, "stunned": -4, "prone": -3, "kneeling": -2, "blind": -4},
    low=-12,
    high=0,
    labels={
        "from-the-side": text("from the side"),
        "stunned": text("stunned"),
        "prone": text("prone"),
        "kneeling": text("kneeling"),
        "blind": text("blind"),
    },
)
FURTHER_PARRY = NumberTable(
    "further-parry",
    "GU-812",
    text("Each further parry with the same weapon"),
    {"others": -4, "fencer-or-master": -2, "both": -1},
    low=-12,
    high=0,
    labels={"others": text("others"), "fencer-or-master": text("fencer or master"), "both": text("both")},
)
BARE_PARRY = _number("bare-parry", "GU-813", text("Parrying a weapon with a bare hand"), -3, low=-12, high=0)
FLAIL = _number("flail", "GU-814", text("Parrying a flail"), -4, low=-12, high=0)
REFLEXES = _number("combat-reflexes", "GU-222", text("Defences with Combat Reflexes"), 1, low=0, high=6)
OPTIONS = NumberTable(
    "defence-options",
    "GU-819",
    text("What goes with a defence"),
    {
        "retreat-nimble": 3,
        "retreat": 1,
        "dive": 3,
        "cross": 2,
        "supported": 2,
        "acrobatics": 2,
        "acrobatics-failed": -2,
    },
    low=-10,
    high=10,
    labels={
        "retreat-nimble": text("retreat, dodge or nimble parry"),
        "retreat": text("retreat"),
        "dive": text("dive"),
        "cross": text("cross"),
        "supported": text("supported"),
        "acrobatics": text("acrobatics"),
        "acrobatics-failed": text("acrobatics failed"),
    },
)
DIVE = _number("dive", "GU-836", text("Diving from an area"), 3, low=0, high=10)

# -------------------------------------------------------------------------------------------- injury
SKULL = _number("skull", "GU-220", text("DR of bone at the skull"), 2, low=0, high=20)
WOUNDING = NumberTable(
    "wounding",
    "GU-909",
    text("Injury by the type of damage, per cent"),
    {"cr": 100, "cut": 150, "imp": 200, "pi-": 50, "pi": 100, "pi+": 150, "pi++": 200, "burn": 100},
    low=10,
    high=500,
    labels={
        "cr": text("crushing"),
        "cut": text("cutting"),
        "imp": text("impaling"),
        "pi-": text("small piercing"),
        "pi": text("piercing"),
        "pi+": text("large piercing"),
        "pi++": text("huge piercing"),
        "burn": text("burning"),
    },
)
SHOCK = NumberTable(
    "shock",
    "GU-915",
    text("Most shock"),
    {"any": 4, "groin": 8},
    low=0,
    high=20,
    labels={"any": text("any"), "groin": text("groin")},
)
KNOCKDOWN = NumberTable(
    "knockdown",
    "GU-1000",
    text("Knockdown by a major wound"),
    {"skull-or-eye": -10, "face-or-vitals": -5, "groin": -5},
    low=-20,
    high=0,
    labels={
        "skull-or-eye": text("skull or eye"),
        "face-or-vitals": text("face or vitals"),
        "groin": text("groin"),
    },
)
SURGERY = NumberTable(
    "surgery",
    "GU-1023",
    text("Surgery on a mortal wound"),
    {"below-3": -2, "below-4": -4, "earlier": -2},
    low=-15,
    high=0,
    labels={
        "below-3": text("below −3 × HP"),
        "below-4": text("below −4 × HP"),
        "earlier": text("each earlier try"),
    },
)

# -------------------------------------------------------------------------------------------- the mind
LEADERLESS = _number("leaderless", "GU-603", text("A side without a leader"), -2, low=-10, high=0)
CONCENTRATING = _number("concentrating", "GU-720", text("Defending while concentrating"), -3, low=-10, high=0)

TABLES = (
    RANGE, COVER, GROUND, POSTURE, BLIND, ALL_OUT, ALL_OUT_FIRE, SUPPRESSION, ALL_OUT_DEFENCE, COMMITTED,
    DEFENSIVE, EVALUATE, ON_THE_RUN, DISARM, WEAK_SPOTS, FURTHER_DODGE, DEFENDING, FURTHER_PARRY, BARE_PARRY,
    FLAIL, REFLEXES, OPTIONS, DIVE, SKULL, WOUNDING, SHOCK, KNOCKDOWN, SURGERY, LEADERLESS, CONCENTRATING,
)  # fmt: skip

# -------------------------------------------------------------------------------------------- switches
CAPPED = Switch(
    "GU-718", text("No better than 9 on the run"), text("attacks on the run may be as good as the skill")
)
SIZE = Switch("GU-751", text("Size and Bulk"), text("neither size nor Bulk matters to shots"))
TIRING = Switch("GU-811", text("Each further dodge is worse"), text("one dodges as well as the first time"))
REPEATS = Switch("GU-812", text("Each further parry is worse"), text("one parries as well as the first time"))
BRUISES = Switch(
    "GU-913", text("Blows bruise through flexible armour"), text("what armour stops does nothing")
)
ACID = Switch("GU-911", text("Acid eats armour"), text("acid leaves armour as it is"))
SHOCKS = Switch("GU-915", text("Shock"), text("an injury does not weigh on the next turn"))
KNOCKDOWNS = Switch("GU-1000", text("Knockdown"), text("no wound knocks down"))
DEATHS = Switch("GU-1015", text("Rolls to live"), text("down to five times the HP below 0 nobody dies"))
FEINTS = Switch("GU-717", text("Feints trouble dodges too"), text("a feint takes nothing from a dodge"))

SWITCHES = (CAPPED, SIZE, TIRING, REPEATS, BRUISES, ACID, SHOCKS, KNOCKDOWNS, DEATHS, FEINTS)

OWN_KINDS = WEAPONS_AND_ARMOUR
ROLL_NAMES: Mapping[str, Text] = {
    "attack": text("Attack"),
    "dodge": text("Dodge"),
    "parry": text("Parry"),
    "block": text("Block"),
    "damage": text("Damage"),
    "knockdown": text("Knockdown"),
    "death": text("HT to live"),
    "collapse": text("HT to stay conscious"),
    "initiative": text("Initiative"),
    "feint": text("Feint"),
    "disarm": text("Disarming"),
    "check": text("Other checks"),
}
"""The rolls that a condition of one's own may bear on."""
