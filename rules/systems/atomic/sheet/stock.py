"""Ready-made combatants."""

from rules.engine.shown import HEROES
from rules.engine.system import StockItem
from rules.engine.text import template, text

_KIT = {
    "attributes": {
        "brawn": 10,
        "reflex": 15,
        "nerve": 13,
        "savvy": 12,
        "charm": 13,
        "grit": 10,
        "guile": 11,
    },
    "skills": {"unarmed": 40, "ranged": 60, "parry": 35, "dodge": 55},
    "epithet": "daring",
    "weapons": ["blast-pistol", "combat-knife"],
    "armour": "none",
}
_BRANNOCK = {
    "attributes": {
        "brawn": 14,
        "reflex": 12,
        "nerve": 12,
        "savvy": 9,
        "charm": 8,
        "grit": 14,
        "guile": 8,
    },
    "skills": {"unarmed": 50, "melee": 55, "ranged": 70, "parry": 50, "dodge": 35},
    "epithet": "grizzled",
    "weapons": ["gauss-rifle", "vibro-blade"],
    "armour": "heavy",
}
_DUTCH = {
    "attributes": {
        "brawn": 13,
        "reflex": 13,
        "nerve": 14,
        "savvy": 10,
        "charm": 9,
        "grit": 13,
        "guile": 12,
    },
    "skills": {"unarmed": 70, "melee": 60, "ranged": 45, "parry": 65, "dodge": 40},
    "epithet": "two-fisted",
    "weapons": ["vibro-blade", "hold-out-blaster"],
    "armour": "light",
    "shield": True,
}
_RAIDER = {
    "attributes": {
        "brawn": 11,
        "reflex": 10,
        "nerve": 9,
        "savvy": 8,
        "charm": 7,
        "grit": 10,
        "guile": 10,
    },
    "skills": {"melee": 40, "ranged": 40, "parry": 30, "dodge": 30},
    "weapons": ["blast-pistol", "combat-knife"],
    "armour": "light",
}
_MARKSWOMAN = {
    "attributes": {"reflex": 13, "nerve": 11, "grit": 9},
    "skills": {"melee": 30, "ranged": 65, "parry": 25, "dodge": 40},
    "epithet": "patient",
    "weapons": ["anti-materiel-rifle", "hold-out-blaster"],
    "armour": "light",
}
_BRUTE = {
    "attributes": {"brawn": 16, "reflex": 9, "nerve": 12, "grit": 15},
    "skills": {"unarmed": 55, "melee": 50, "parry": 40, "dodge": 20},
    "epithet": "hulking",
    "weapons": ["combat-staff"],
    "armour": "medium",
}
_SENTRY = {
    "attributes": {"brawn": 15, "reflex": 14, "nerve": 18, "savvy": 5, "charm": 3, "grit": 12, "guile": 3},
    "skills": {"ranged": 50, "dodge": 25},
    "weapons": [
        {
            "id": "arm-laser",
            "name": template("Arm laser"),
            "skill": "ranged",
            "wounds": 2,
            "ranges": ["near", "far"],
            "ap": 1,
        }
    ],
    "armour": "heavy",
}

STOCK = (
    StockItem(
        id="kit",
        name="Kit Calloway, rocket jockey",
        portrait="rocket-jockey",
        side=HEROES,
        sheet=_KIT,
        blurb=text("Quick on the draw and quicker out of the way; wears nothing that slows a pilot down."),
    ),
    StockItem(
        id="brannock",
        name="Sergeant Brannock, solar marine",
        portrait="space-marine",
        side=HEROES,
        sheet=_BRANNOCK,
        blurb=text(
            "Twenty years of boarding ships in vacuum armour, with a rifle that goes through the same."
        ),
    ),
    StockItem(
        id="dutch",
        name="Dutch Vane, two-fisted bounty hunter",
        portrait="bounty-hunter",
        side=HEROES,
        sheet=_DUTCH,
        blurb=text("Comes close, shield first; two blades at once do not worry him."),
    ),
    StockItem(
        id="raider",
        name="Belt raider",
        temper="reckless",
        portrait="raider",
        sheet=_RAIDER,
        blurb=text("A pistol, a knife, a patched vest. Dangerous in sixes."),
    ),
    StockItem(
        id="markswoman",
        name="Ridge markswoman",
        temper="careful",
        portrait="markswoman",
        sheet=_MARKSWOMAN,
        blurb=text(
            "Waits far off with a rifle made for engines, and is in trouble once somebody comes near."
        ),
    ),
    StockItem(
        id="brute",
        name="Dock brute",
        temper="reckless",
        portrait="dock-brute",
        sheet=_BRUTE,
        blurb=text("Slow, broad, and hard to put down; swings a cargo staff."),
    ),
    StockItem(
        id="sentry",
        name="Sentry robot",
        temper="dull",
        portrait="sentry",
        sheet=_SENTRY,
        blurb=text("Plated like a bulkhead, with a laser for an arm. It does not get frightened."),
    ),
)
"""The four of the rules, and three of our own."""
