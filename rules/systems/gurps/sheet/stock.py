"""Ready-made combatants: the four of the rules, and some of our own (section 3.6)."""

from collections.abc import Mapping
from typing import Any

from rules.engine.shown import HEROES
from rules.engine.system import StockItem
from rules.engine.text import template, text
from rules.systems.gurps.sheet.gear_stock import RAW_WEAPONS

_KNIGHT = {
    "ST": 12,
    "DX": 12,
    "IQ": 10,
    "HT": 11,
    "encumbrance": 1,
    "male": True,
    "skills": {"broadsword": 14, "shield": 13, "tactics": 11},
    "advantages": ["combat-reflexes"],
    "weapons": ["broadsword", "medium-shield"],
    "armour": ["mail-hauberk", "pot-helm"],
}
_DUELIST = {
    "ST": 10,
    "DX": 14,
    "IQ": 12,
    "HT": 11,
    "skills": {"smallsword": 16, "knife": 14, "acrobatics": 13, "tactics": 12},
    "advantages": ["weapon-master"],
    "weapons": ["smallsword", "dagger"],
}
_RIFLEMAN = {
    "ST": 11,
    "DX": 12,
    "IQ": 11,
    "HT": 12,
    "skills": {"guns-rifle": 14, "guns-pistol": 13, "knife": 11, "tactics": 12},
    "weapons": ["assault-rifle", {**RAW_WEAPONS["pistol"], "ready": False}],
    "armour": ["ballistic-vest"],
}
_THUG = {
    "ST": 13,
    "DX": 11,
    "IQ": 9,
    "HT": 12,
    "male": True,
    "skills": {"axe-mace": 12, "brawling": 12, "streetwise": 11},
    "weapons": ["axe"],
    "armour": ["leather-jacket"],
}
_BRAWLER = {
    "ST": 12,
    "DX": 13,
    "IQ": 10,
    "HT": 12,
    "skills": {"karate": 15, "judo": 14, "brawling": 13, "acrobatics": 12, "streetwise": 12},
    "advantages": ["combat-reflexes"],
}
_ARCHER = {
    "ST": 11,
    "DX": 13,
    "IQ": 11,
    "HT": 11,
    "Per": 14,
    "skills": {"bow": 15, "knife": 12, "survival": 14, "tactics": 10},
    "weapons": ["longbow", {**RAW_WEAPONS["large-knife"], "ready": False}],
    "armour": ["leather-jacket"],
}
_SPEARMAN = {
    "ST": 12,
    "DX": 11,
    "IQ": 9,
    "HT": 12,
    "skills": {"spear": 13, "brawling": 11, "tactics": 10},
    "weapons": ["spear"],
    "armour": ["breastplate", "pot-helm"],
}
_SURGEON = {
    "ST": 9,
    "DX": 11,
    "IQ": 13,
    "HT": 10,
    "skills": {"physician": 14, "surgery": 14, "guns-pistol": 10},
    "weapons": [{**RAW_WEAPONS["pistol"], "ready": False}],
}
_GRENADIER = {
    "ST": 12,
    "DX": 12,
    "IQ": 10,
    "HT": 12,
    "skills": {"throwing": 13, "guns-smg": 13, "tactics": 11},
    "weapons": [
        "grenade",
        {**RAW_WEAPONS["grenade"], "id": "grenade-2", "name": template("Second grenade"), "ready": False},
        {**RAW_WEAPONS["smg"], "ready": False},
    ],
    "armour": ["ballistic-vest"],
}
_OGRE = {
    "ST": 20,
    "DX": 10,
    "IQ": 7,
    "HT": 13,
    "HP": 22,
    "sm": 1,
    "male": True,
    "dr": {"all": 2},
    "skills": {"axe-mace": 12, "brawling": 12},
    "weapons": [{**RAW_WEAPONS["mace"], "name": "Club", "id": "club"}],
}

STOCK = (
    StockItem(
        id="knight",
        name="Knight",
        portrait="knight",
        side=HEROES,
        sheet=_KNIGHT,
        blurb=text("Mail, a shield and quick reflexes: hard to hit, slow to tire, and in no hurry."),
    ),
    StockItem(
        id="duelist",
        name="Duelist",
        portrait="duellist",
        side=HEROES,
        sheet=_DUELIST,
        blurb=text("A smallsword, a dagger and no armour at all; parries twice while others parry once."),
    ),
    StockItem(
        id="rifleman",
        name="Rifleman",
        temper="careful",
        portrait="soldier",
        side=HEROES,
        sheet=_RIFLEMAN,
        blurb=text("A dozen rounds a second, a vest, and the sense to aim first."),
    ),
    StockItem(
        id="thug",
        name="Thug",
        temper="reckless",
        portrait="thug",
        sheet=_THUG,
        blurb=text("One big swing of an axe, and then he is open."),
    ),
    StockItem(
        id="brawler",
        name="Pit fighter",
        temper="reckless",
        portrait="fighter",
        sheet=_BRAWLER,
        blurb=text("Fights with bare hands, and parries blades with them."),
    ),
    StockItem(
        id="archer",
        name="Ranger",
        temper="careful",
        portrait="ranger",
        side=HEROES,
        sheet=_ARCHER,
        blurb=text("A longbow and good eyes; keeps a knife for those who come too near."),
    ),
    StockItem(
        id="spearman",
        name="Town guard",
        temper="careful",
        portrait="watch",
        sheet=_SPEARMAN,
        blurb=text("Two yards of spear before a breastplate. Better beside a second one."),
    ),
    StockItem(
        id="surgeon",
        name="Field surgeon",
        temper="fearful",
        portrait="surgeon",
        side=HEROES,
        sheet=_SURGEON,
        blurb=text("No fighter, but the reason why some of them live."),
    ),
    StockItem(
        id="grenadier",
        name="Grenadier",
        temper="careful",
        portrait="grenadier",
        sheet=_GRENADIER,
        blurb=text("A grenade in the hand, a submachine gun on the back."),
    ),
    StockItem(
        id="ogre",
        name="Ogre",
        temper="dull",
        portrait="ogre",
        sheet=_OGRE,
        blurb=text("Swings a tree and shrugs off knives."),
    ),
)
BY_ID: Mapping[str, Mapping[str, Any]] = {item.id: item.sheet for item in STOCK}
"""The sheets, by the ids that a sheet's `stock` names."""
