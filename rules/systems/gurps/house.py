"""What a table may play otherwise: the numbers of the GURPS-style rules, and what one may do without.

Each table stands here once; the rules that read it ask for the number that counts at the table. Hit locations
are no table of this kind: a body plan is data of the sheet already.
"""

from rules.engine.house.house import WEAPONS_AND_ARMOUR
from rules.engine.house.house_rules import HouseRules, roll_names

_rules = HouseRules()
_number, _table, _switch = _rules.number, _rules.table, _rules.switch

# -------------------------------------------------------------------------------------------- to hit
RANGE = _table(
    "range", "GU-750", "Shooting, by range band", (-30, 5), close=0, short=-3, medium=-7, long=-11, far=-15
)
COVER = _table("cover", "GU-503", "Shooting at somebody in cover", (-20, 0), light=-2, heavy=-4)
IN_THE_WAY = _number("in-the-way", "GU-R81", "Shooting past each who stands in the way", 0, low=-10, high=0)
GROUND = _number("at-ground", "GU-752", "Firing at the ground", 4, low=0, high=20)
POSTURE = _table(
    "posture", "GU-753", "Striking from a low posture", (-15, 0), crouching=-2, kneeling=-2, prone=-4
)
BLIND = _table(
    "blind",
    "GU-753",
    "Attacking half blind or blind",
    (-20, 0),
    blind=-10,
    one_eye_blow=(-1, "one eye, blows"),
    one_eye_shot=(-3, "one eye, shots"),
)
ALL_OUT = _table(
    "all-out", "GU-711", "All-out attacks", (0, 12), determined=(4, "to hit"), strong=(2, "damage")
)
ALL_OUT_FIRE = _number("all-out-fire", "GU-712", "All-out fire, to hit", 1, low=0, high=12)
SUPPRESSION = _number("suppression", "GU-712", "Skill of suppression fire", 8, low=3, high=20)
ALL_OUT_DEFENCE = _number("all-out-defence", "GU-713", "All-out defence", 2, low=0, high=12)
COMMITTED = _table(
    "committed", "GU-714", "Committed attacks", (-10, 10), to_hit=2, second_step=-2, defence=-2
)
DEFENSIVE = _number("defensive", "GU-715", "Defences after a defensive attack", 1, low=0, high=10)
EVALUATE = _number("evaluate", "GU-716", "Most that evaluating gives", 3, low=0, high=3)
ON_THE_RUN = _table(
    "on-the-run",
    "GU-718",
    "Attacking on the run",
    (-10, 20),
    blow=-4,
    shot=(-2, "shot, or the Bulk"),
    cap=(9, "never better than"),
)
DISARM = _number("disarm", "GU-744", "Striking to disarm", -2, low=-10, high=0)
WEAK_SPOTS = _table(
    "weak-spots", "GU-762", "Aiming at weak spots of armour", (-20, 0), torso=-8, elsewhere=-10
)

# -------------------------------------------------------------------------------------------- defences
FURTHER_DODGE = _number("further-dodge", "GU-811", "Each further dodge", -1, low=-10, high=0)
DEFENDING = _table(
    "defending",
    "GU-811",
    "What weighs on defences",
    (-12, 0),
    from_the_side=-2,
    stunned=-4,
    prone=-3,
    kneeling=-2,
    blind=-4,
)
FURTHER_PARRY = _table(
    "further-parry",
    "GU-812",
    "Each further parry with the same weapon",
    (-12, 0),
    others=-4,
    fencer_or_master=-2,
    both=-1,
)
BARE_PARRY = _number("bare-parry", "GU-813", "Parrying a weapon with a bare hand", -3, low=-12, high=0)
FLAIL = _number("flail", "GU-814", "Parrying a flail", -4, low=-12, high=0)
REFLEXES = _number("combat-reflexes", "GU-222", "Defences with Combat Reflexes", 1, low=0, high=6)
OPTIONS = _table(
    "defence-options",
    "GU-819",
    "What goes with a defence",
    (-10, 10),
    retreat_nimble=(3, "retreat, dodge or nimble parry"),
    retreat=1,
    dive=3,
    cross=2,
    supported=2,
    acrobatics=2,
    acrobatics_failed=-2,
)
DIVE = _number("dive", "GU-836", "Diving from an area", 3, low=0, high=10)

# -------------------------------------------------------------------------------------------- injury
SKULL = _number("skull", "GU-220", "DR of bone at the skull", 2, low=0, high=20)
WOUNDING = _table(
    "wounding",
    "GU-909",
    "Injury by the type of damage, per cent",
    (10, 500),
    **{
        "cr": (100, "crushing"),
        "cut": (150, "cutting"),
        "imp": (200, "impaling"),
        "pi-": (50, "small piercing"),
        "pi": (100, "piercing"),
        "pi+": (150, "large piercing"),
        "pi++": (200, "huge piercing"),
        "burn": (100, "burning"),
    },
)
SHOCK = _table("shock", "GU-915", "Most shock", (0, 20), any=4, groin=8)
KNOCKDOWN = _table(
    "knockdown",
    "GU-1000",
    "Knockdown by a major wound",
    (-20, 0),
    skull_or_eye=-10,
    face_or_vitals=-5,
    groin=-5,
)
SURGERY = _table(
    "surgery",
    "GU-1023",
    "Surgery on a mortal wound",
    (-15, 0),
    below_3=(-2, "below −3 × HP"),
    below_4=(-4, "below −4 × HP"),
    earlier=(-2, "each earlier try"),
)

# -------------------------------------------------------------------------------------------- the mind
LEADERLESS = _number("leaderless", "GU-603", "A side without a leader", -2, low=-10, high=0)
CONCENTRATING = _number("concentrating", "GU-720", "Defending while concentrating", -3, low=-10, high=0)

# -------------------------------------------------------------------------------------------- switches
CAPPED = _switch("GU-718", "No better than 9 on the run", "attacks on the run may be as good as the skill")
SIZE = _switch("GU-751", "Size and Bulk", "neither size nor Bulk matters to shots")
TIRING = _switch("GU-811", "Each further dodge is worse", "one dodges as well as the first time")
REPEATS = _switch("GU-812", "Each further parry is worse", "one parries as well as the first time")
BRUISES = _switch("GU-913", "Blows bruise through flexible armour", "what armour stops does nothing")
ACID = _switch("GU-911", "Acid eats armour", "acid leaves armour as it is")
SHOCKS = _switch("GU-915", "Shock", "an injury does not weigh on the next turn")
KNOCKDOWNS = _switch("GU-1000", "Knockdown", "no wound knocks down")
DEATHS = _switch("GU-1015", "Rolls to live", "down to five times the HP below 0 nobody dies")
FEINTS = _switch("GU-717", "Feints trouble dodges too", "a feint takes nothing from a dodge")

TABLES, SWITCHES = _rules.tables, _rules.switches
OWN_KINDS = WEAPONS_AND_ARMOUR
ROLL_NAMES = roll_names(
    attack="Attack",
    dodge="Dodge",
    parry="Parry",
    block="Block",
    damage="Damage",
    knockdown="Knockdown",
    death="HT to live",
    collapse="HT to stay conscious",
    initiative="Initiative",
    feint="Feint",
    disarm="Disarming",
    check="Other checks",
)
"""The rolls that a condition of one's own may bear on."""
