"""What a table may play otherwise: the numbers of the Savage Worlds-style rules, and what one may do without.

Each table stands here once; the rules that read it ask for the number that counts at the table.
"""

from rules.engine.house.house import OwnKind
from rules.engine.house.house_rules import HouseRules, roll_names
from rules.engine.text import text

_rules = HouseRules()
_number, _table, _switch = _rules.number, _rules.table, _rules.switch

# -------------------------------------------------------------------------------------------- trait rolls
TARGET = _number("target", "SW-45", "Number to reach", 4, low=2, high=12)
RAISE = _number("raise", "SW-50", "Points for each raise", 4, low=1, high=12)
WOUND = _number("wound", "SW-123", "Damage points for each wound", 4, low=1, high=12)
JOKER = _number("joker", "SW-23", "Bonus of a Joker", 2, low=0, high=10)
UNTRAINED = _number("untrained", "SW-43", "Rolling an untrained skill", -2, low=-10, high=0)
DISTRACTED = _number("distracted", "SW-47", "Being Distracted", -2, low=-10, high=0)
EACH_ACTION = _number("each-action", "SW-65", "Each action beyond the first", -2, low=-10, high=0)
RUNNING = _number("running", "SW-71", "Acting while running", -2, low=-10, high=0)
LONGER = _number("longer-weapon", "SW-184", "The longer weapon against a charge", 2, low=0, high=10)

# -------------------------------------------------------------------------------------------- to hit
COVER = _table(
    "cover",
    "SW-85",
    "Shooting at somebody in cover",
    (-20, 0),
    light=(-2, "light cover"),
    medium=(-4, "medium cover"),
    heavy=(-6, "heavy cover"),
    near_total=(-8, "near-total cover"),
)
LIGHT = _table("light", "SW-85", "Attacking in poor light", (-20, 0), dim=-2, dark=-4, pitch=-6)
RANGE = _table("range", "SW-82", "Shooting beyond short range", (-20, 0), medium=-2, long=-4, extreme=-8)
CALLED_SHOTS = _table(
    "called-shots", "SW-70", "Called shots", (-20, 0), arm=-2, leg=-2, hand=-4, head=-4, vitals=-4
)
AIM = _table(
    "aim", "SW-68", "Aiming for a turn", (0, 10), steady=(2, "bonus"), clear=(4, "penalties cleared")
)
DODGE = _number("dodge", "SW-85", "Shooting at somebody with Dodge", -2, low=-10, high=0)
PRONE_TARGET = _number("prone-target", "SW-86", "Shooting at somebody who lies down", -4, low=-10, high=0)
PRONE = _table("prone", "SW-77", "Fighting from the ground", (-10, 0), attack=-2, parry=-2)
VULNERABLE = _number("vulnerable", "SW-78", "Attacking the Vulnerable", 2, low=0, high=10)
GANG_UP = _number("gang-up", "SW-76", "Most that Gang Up gives", 4, low=0, high=10)
UNARMED = _number("unarmed-defender", "SW-75", "Attacking the unarmed", 2, low=0, high=10)
WILD_ATTACK = _number("wild-attack", "SW-79", "A wild attack", 2, low=0, high=10)
TWO_WEAPONS = _number("two-weapons", "SW-222", "Fighting with two weapons", 1, low=0, high=10)
FLAT = _number("flat", "SW-210", "Striking with the flat", -1, low=-10, high=0)
RECOIL = _number("recoil", "SW-102", "Recoil of several shots", -2, low=-10, high=0)
SHOTGUN = _number("shotgun", "SW-171", "Shooting with a shotgun", 2, low=0, high=10)
IMPROVISED = _number("improvised", "SW-176", "Makeshift weapons", -2, low=-10, high=0)
DEFENDING = _number("defending", "SW-69", "Parry of who defends", 4, low=0, high=10)

# -------------------------------------------------------------------------------------------- damage
RAISE_DIE = _number("raise-die", "SW-120", "Sides of the die that a raise adds", 6, low=2, high=12)
EXTRA_DAMAGE = _table(
    "extra-damage",
    "SW-121",
    "What adds to damage",
    (0, 12),
    called_shot=(4, "head or vitals"),
    charge=4,
    set_weapon=4,
    both_barrels=4,
)
PRONE_IN_BLAST = _number("prone-in-blast", "SW-168", "Lying down in a blast", -4, low=-12, high=0)
SHOTGUN_DICE = _table(
    "shotgun-dice", "SW-172", "Damage dice of a shotgun, by range", (1, 6), short=3, medium=2, long=1
)
OBJECT_TOUGHNESS = _table(
    "object-toughness",
    "SW-231",
    "How hard things are to break",
    (1, 40),
    **{
        "light-door": 8,
        "heavy-door": 10,
        "lock": 8,
        "firearm": 9,
        "handcuffs": 12,
        "knife": 10,
        "sword": 10,
        "medieval-shield": 10,
        "modern-shield": 12,
        "rope": 4,
    },
)
OBJECT_PARRY = _number("object-parry", "SW-230", "Number to hit a thing with a blow", 2, low=2, high=12)

# -------------------------------------------------------------------------------------------- moving
UP_AND_DOWN = _number("up-and-down", "SW-145", "Inches that getting up or mounting costs", 2, low=0, high=12)
CRAWL = _number("crawl", "SW-R23", "Inches that one can crawl", 2, low=0, high=12)
RUN_UP = _number("run-up", "SW-182", "Inches of run-up that a charge takes", 6, low=0, high=24)
DEVIATION = _table(
    "deviation",
    "SW-166",
    "Times the dice of a blast's drift, by range",
    (0, 10),
    short=1,
    medium=2,
    long=3,
    extreme=4,
)

# -------------------------------------------------------------------------------------------- switches
TOO_WEAK = _switch("SW-15", "Too weak for a ranged weapon", "ranged weapons cost the weak nothing to hit")
CRITICALS = _switch("SW-44", "Critical failures", "a 1 on both dice is no more than a failure")
WOUND_PENALTIES = _switch("SW-47", "Wounds weigh on rolls", "wounds cost nothing on trait rolls")
PACE_WOUNDS = _switch("SW-09", "Wounds slow", "wounds take nothing from Pace")
REROLLS = _switch("SW-52", "Bennies for another throw", "no Benny buys another throw")
GANGING_UP = _switch("SW-76", "Gang Up", "standing around somebody gives no bonus")
RIDERS = _switch("SW-80", "Riders strike with the lower skill", "a rider strikes with Fighting")
LYING = _switch("SW-86", "Lying down is cover", "who lies down is no harder to shoot")
SHAKEN_TWICE = _switch("SW-124", "Shaken twice is a wound", "to be Shaken again does nothing more")
SOAKING = _switch("SW-127", "Soak rolls", "no Benny soaks wounds")
FREE_ATTACKS = _switch("SW-150", "Free attacks on who walks away", "one may walk away from an enemy freely")
STRAYS = _switch("SW-220", "Stray shots", "a missed shot hits nobody else")
TWO_HANDED = _switch("SW-222", "Two weapons", "a second weapon gives no bonus")

TABLES, SWITCHES = _rules.tables, _rules.switches
OWN_KINDS = (OwnKind("weapons", text("weapon or shield")), OwnKind("armour", text("piece of armour")))
ROLL_NAMES = roll_names(
    attack="Attack",
    damage="Damage",
    soak="Soak",
    athletics="Athletics",
    riding="Riding",
    incapacitation="Vigor to survive",
    bleeding="Vigor against bleeding out",
)
"""The rolls that a condition of one's own may bear on."""
