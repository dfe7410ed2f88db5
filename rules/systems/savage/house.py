"""What a table may play otherwise: the numbers of the Savage Worlds-style rules, and what one may do without.

Each table stands here once; the rules that read it ask for the number that counts at the table.
"""

from collections.abc import Mapping

from rules.engine.house.house import NumberTable, OwnKind, Switch
from rules.engine.text import Words, text
from rules.systems.savage.sheet.book_names import THINGS

_number = NumberTable.single

# -------------------------------------------------------------------------------------------- trait rolls
TARGET = _number("target", "SW-45", text("Number to reach"), 4, low=2, high=12)
RAISE = _number("raise", "SW-50", text("Points for each raise"), 4, low=1, high=12)
WOUND = _number("wound", "SW-123", text("Damage points for each wound"), 4, low=1, high=12)
JOKER = _number("joker", "SW-23", text("Bonus of a Joker"), 2, low=0, high=10)
UNTRAINED = _number("untrained", "SW-43", text("Rolling an untrained skill"), -2, low=-10, high=0)
DISTRACTED = _number("distracted", "SW-47", text("Being Distracted"), -2, low=-10, high=0)
EACH_ACTION = _number("each-action", "SW-65", text("Each action beyond the first"), -2, low=-10, high=0)
RUNNING = _number("running", "SW-71", text("Acting while running"), -2, low=-10, high=0)
LONGER = _number("longer-weapon", "SW-184", text("The longer weapon against a charge"), 2, low=0, high=10)

# -------------------------------------------------------------------------------------------- to hit
COVER = NumberTable(
    "cover",
    "SW-85",
    text("Shooting at somebody in cover"),
    {"light": -2, "medium": -4, "heavy": -6, "near-total": -8},
    low=-20,
    high=0,
    labels={
        "light": text("light cover"),
        "medium": text("medium cover"),
        "heavy": text("heavy cover"),
        "near-total": text("near-total cover"),
    },
)
LIGHT = NumberTable(
    "light",
    "SW-85",
    text("Attacking in poor light"),
    {"dim": -2, "dark": -4, "pitch": -6},
    low=-20,
    high=0,
    labels={
        "dim": text("dim"),
        "dark": text("dark"),
        "pitch": text("pitch"),
    },
)
RANGE = NumberTable(
    "range",
    "SW-82",
    text("Shooting beyond short range"),
    {"medium": -2, "long": -4, "extreme": -8},
    low=-20,
    high=0,
    labels={
        "medium": text("medium"),
        "long": text("long"),
        "extreme": text("extreme"),
    },
)
CALLED_SHOTS = NumberTable(
    "called-shots",
    "SW-70",
    text("Called shots"),
    {"arm": -2, "leg": -2, "hand": -4, "head": -4, "vitals": -4},
    low=-20,
    high=0,
    labels={
        "arm": text("arm"),
        "leg": text("leg"),
        "hand": text("hand"),
        "head": text("head"),
        "vitals": text("vitals"),
    },
)
AIM = NumberTable(
    "aim",
    "SW-68",
    text("Aiming for a turn"),
    {"steady": 2, "clear": 4},
    low=0,
    high=10,
    labels={"steady": text("bonus"), "clear": text("penalties cleared")},
)
DODGE = _number("dodge", "SW-85", text("Shooting at somebody with Dodge"), -2, low=-10, high=0)
PRONE_TARGET = _number(
    "prone-target", "SW-86", text("Shooting at somebody who lies down"), -4, low=-10, high=0
)
PRONE = NumberTable(
    "prone",
    "SW-77",
    text("Fighting from the ground"),
    {"attack": -2, "parry": -2},
    low=-10,
    high=0,
    labels={
        "attack": text("attack"),
        "parry": text("parry"),
    },
)
VULNERABLE = _number("vulnerable", "SW-78", text("Attacking the Vulnerable"), 2, low=0, high=10)
GANG_UP = _number("gang-up", "SW-76", text("Most that Gang Up gives"), 4, low=0, high=10)
UNARMED = _number("unarmed-defender", "SW-75", text("Attacking the unarmed"), 2, low=0, high=10)
WILD_ATTACK = _number("wild-attack", "SW-79", text("A wild attack"), 2, low=0, high=10)
TWO_WEAPONS = _number("two-weapons", "SW-222", text("Fighting with two weapons"), 1, low=0, high=10)
FLAT = _number("flat", "SW-210", text("Striking with the flat"), -1, low=-10, high=0)
RECOIL = _number("recoil", "SW-102", text("Recoil of several shots"), -2, low=-10, high=0)
SHOTGUN = _number("shotgun", "SW-171", text("Shooting with a shotgun"), 2, low=0, high=10)
IMPROVISED = _number("improvised", "SW-176", text("Makeshift weapons"), -2, low=-10, high=0)
DEFENDING = _number("defending", "SW-69", text("Parry of who defends"), 4, low=0, high=10)

# -------------------------------------------------------------------------------------------- damage
RAISE_DIE = _number("raise-die", "SW-120", text("Sides of the die that a raise adds"), 6, low=2, high=12)
EXTRA_DAMAGE = NumberTable(
    "extra-damage",
    "SW-121",
    text("What adds to damage"),
    {"called-shot": 4, "charge": 4, "set-weapon": 4, "both-barrels": 4},
    low=0,
    high=12,
    labels={
        "called-shot": text("head or vitals"),
        "charge": text("charge"),
        "set-weapon": text("set weapon"),
        "both-barrels": text("both barrels"),
    },
)
PRONE_IN_BLAST = _number("prone-in-blast", "SW-168", text("Lying down in a blast"), -4, low=-12, high=0)
SHOTGUN_DICE = NumberTable(
    "shotgun-dice",
    "SW-172",
    text("Damage dice of a shotgun, by range"),
    {"short": 3, "medium": 2, "long": 1},
    low=1,
    high=6,
    labels={
        "short": text("short"),
        "medium": text("medium"),
        "long": text("long"),
    },
)
OBJECT_TOUGHNESS = NumberTable(
    "object-toughness",
    "SW-231",
    text("How hard things are to break"),
    {
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
    low=1,
    high=40,
    labels=THINGS,
)
OBJECT_PARRY = _number("object-parry", "SW-230", text("Number to hit a thing with a blow"), 2, low=2, high=12)

# -------------------------------------------------------------------------------------------- moving
UP_AND_DOWN = _number(
    "up-and-down", "SW-145", text("Inches that getting up or mounting costs"), 2, low=0, high=12
)
CRAWL = _number("crawl", "SW-R23", text("Inches that one can crawl"), 2, low=0, high=12)
RUN_UP = _number("run-up", "SW-182", text("Inches of run-up that a charge takes"), 6, low=0, high=24)
DEVIATION = NumberTable(
    "deviation",
    "SW-166",
    text("Times the dice of a blast's drift, by range"),
    {"short": 1, "medium": 2, "long": 3, "extreme": 4},
    low=0,
    high=10,
    labels={
        "short": text("short"),
        "medium": text("medium"),
        "long": text("long"),
        "extreme": text("extreme"),
    },
)

TABLES = (
    TARGET, RAISE, WOUND, JOKER, UNTRAINED, DISTRACTED, EACH_ACTION, RUNNING, LONGER, COVER, LIGHT, RANGE,
    CALLED_SHOTS, AIM, DODGE, PRONE_TARGET, PRONE, VULNERABLE, GANG_UP, UNARMED, WILD_ATTACK, TWO_WEAPONS,
    FLAT, RECOIL, SHOTGUN, IMPROVISED, DEFENDING, RAISE_DIE, EXTRA_DAMAGE, PRONE_IN_BLAST, SHOTGUN_DICE,
    OBJECT_TOUGHNESS, OBJECT_PARRY, UP_AND_DOWN, CRAWL, RUN_UP, DEVIATION,
)  # fmt: skip

# -------------------------------------------------------------------------------------------- switches
TOO_WEAK = Switch(
    "SW-15", text("Too weak for a ranged weapon"), text("ranged weapons cost the weak nothing to hit")
)
CRITICALS = Switch("SW-44", text("Critical failures"), text("a 1 on both dice is no more than a failure"))
WOUND_PENALTIES = Switch("SW-47", text("Wounds weigh on rolls"), text("wounds cost nothing on trait rolls"))
PACE_WOUNDS = Switch("SW-09", text("Wounds slow"), text("wounds take nothing from Pace"))
REROLLS = Switch("SW-52", text("Bennies for another throw"), text("no Benny buys another throw"))
GANGING_UP = Switch("SW-76", text("Gang Up"), text("standing around somebody gives no bonus"))
RIDERS = Switch("SW-80", text("Riders strike with the lower skill"), text("a rider strikes with Fighting"))
LYING = Switch("SW-86", text("Lying down is cover"), text("who lies down is no harder to shoot"))
SHAKEN_TWICE = Switch("SW-124", text("Shaken twice is a wound"), text("to be Shaken again does nothing more"))
SOAKING = Switch("SW-127", text("Soak rolls"), text("no Benny soaks wounds"))
FREE_ATTACKS = Switch(
    "SW-150", text("Free attacks on who walks away"), text("one may walk away from an enemy freely")
)
STRAYS = Switch("SW-220", text("Stray shots"), text("a missed shot hits nobody else"))
TWO_HANDED = Switch("SW-222", text("Two weapons"), text("a second weapon gives no bonus"))

SWITCHES = (
    TOO_WEAK, CRITICALS, WOUND_PENALTIES, PACE_WOUNDS, REROLLS, GANGING_UP, RIDERS, LYING, SHAKEN_TWICE,
    SOAKING, FREE_ATTACKS, STRAYS, TWO_HANDED,
)  # fmt: skip

OWN_KINDS = (OwnKind("weapons", text("weapon or shield")), OwnKind("armour", text("piece of armour")))
ROLL_NAMES: Mapping[str, Words] = {
    "attack": text("Attack"),
    "damage": text("Damage"),
    "soak": text("Soak"),
    "athletics": text("Athletics"),
    "riding": text("Riding"),
    "incapacitation": text("Vigor to survive"),
    "bleeding": text("Vigor against bleeding out"),
}
"""The rolls that a condition of one's own may bear on."""
