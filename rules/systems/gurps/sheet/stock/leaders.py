"""Whoever rolls for a side when it comes to who moves first, and leads it then."""

from rules.engine.shown import HEROES
from rules.engine.system import StockItem
from rules.engine.text import template, text
from rules.systems.gurps.sheet.weapon_stock import put_away

LEADERS = (
    StockItem(
        id="guard-sergeant",
        name=template("Sergeant of the guard"),
        portrait="guard",
        sheet={
            "ST": 13,
            "DX": 12,
            "IQ": 11,
            "HT": 12,
            "encumbrance": 1,
            "skills": {"axe-mace": 14, "shield": 13, "brawling": 12, "tactics": 13, "streetwise": 12},
            "advantages": ["combat-reflexes"],
            "weapons": ["mace", "medium-shield"],
            "armour": ["mail-hauberk", "pot-helm"],
        },
        blurb=text("Rolls for the whole watch when it comes to who moves first, then leads with the mace."),
    ),
    StockItem(
        id="mercenary-captain",
        name=template("Mercenary captain"),
        portrait="cavalier",
        sheet={
            "ST": 12,
            "DX": 13,
            "IQ": 13,
            "HT": 12,
            "encumbrance": 1,
            "skills": {"rapier": 15, "shield": 13, "knife": 13, "tactics": 16, "streetwise": 13},
            "advantages": ["combat-reflexes"],
            "weapons": ["rapier", "buckler", put_away("large-knife")],
            "armour": ["breastplate", "gorget"],
        },
        blurb=text(
            "Wins the first second of most fights by tactics alone, and is not paid for dying in the last."
        ),
    ),
    StockItem(
        id="outlaw-chief",
        name=template("Outlaw chief"),
        portrait="bandit",
        sheet={
            "ST": 12,
            "DX": 13,
            "IQ": 12,
            "HT": 12,
            "skills": {
                "broadsword": 15,
                "shield": 13,
                "brawling": 13,
                "streetwise": 14,
                "survival": 13,
                "tactics": 13,
            },
            "advantages": ["combat-reflexes"],
            "weapons": ["broadsword", "buckler"],
            "armour": ["mail-shirt"],
        },
        blurb=text(
            "Fights beside the others and feints before the first blow. Without him they have no leader."
        ),
    ),
    StockItem(
        id="orc-warlord",
        name=template("Orc warlord"),
        portrait="orc",
        sheet={
            "ST": 16,
            "DX": 12,
            "IQ": 11,
            "HT": 14,
            "encumbrance": 1,
            "skills": {"flail": 14, "shield": 13, "brawling": 13, "tactics": 13, "survival": 12},
            "advantages": ["combat-reflexes"],
            "weapons": ["flail", "medium-shield"],
            "armour": ["mail-hauberk", "pot-helm"],
        },
        blurb=text("Has learned tactics from those who lost to him. The flail goes round most parries."),
    ),
    StockItem(
        id="lieutenant",
        name=template("Lieutenant"),
        temper="careful",
        portrait="officer",
        side=HEROES,
        sheet={
            "ST": 11,
            "DX": 12,
            "IQ": 13,
            "HT": 12,
            "skills": {"guns-pistol": 14, "guns-rifle": 12, "tactics": 15, "brawling": 11},
            "advantages": ["combat-reflexes"],
            "weapons": ["pistol"],
            "armour": ["ballistic-vest"],
        },
        blurb=text("Worth more for the turn order than for the pistol. Keep her alive and behind something."),
    ),
    StockItem(
        id="gang-boss",
        name=template("Gang boss"),
        temper="careful",
        portrait="gentleman",
        sheet={
            "ST": 11,
            "DX": 12,
            "IQ": 13,
            "HT": 11,
            "skills": {"guns-pistol": 14, "knife": 13, "streetwise": 16, "tactics": 11},
            "advantages": ["combat-reflexes"],
            "weapons": ["pistol", put_away("large-knife")],
            "armour": ["light-ballistic-vest"],
        },
        blurb=text("Leads by Streetwise, stands behind two others, and wears a vest under the good suit."),
    ),
)
