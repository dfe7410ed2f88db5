"""Guards and the levy, and those for whom they fight."""

from rules.engine.shown import OTHERS
from rules.engine.system import StockItem
from rules.engine.text import template, text
from rules.systems.gurps.sheet.weapon_stock import called

SOLDIERS = (
    StockItem(
        id="spearman",
        name=template("Town guard"),
        temper="careful",
        portrait="watch",
        sheet={
            "ST": 12,
            "DX": 11,
            "IQ": 9,
            "HT": 12,
            "skills": {"spear": 13, "brawling": 11, "tactics": 10},
            "weapons": ["spear"],
            "armour": ["breastplate", "pot-helm"],
        },
        blurb=text("Two yards of spear before a breastplate. Better beside a second one."),
    ),
    StockItem(
        id="gate-keeper",
        name=template("Gate keeper"),
        temper="dull",
        portrait="spearman",
        sheet={
            "ST": 11,
            "DX": 10,
            "IQ": 9,
            "HT": 11,
            "Per": 11,
            "skills": {"spear": 11, "shield": 10, "brawling": 10},
            "weapons": ["spear"],
            "armour": ["leather-jacket", "pot-helm"],
        },
        blurb=text(
            "Stands where he was put and pokes at what comes near. Shouts before he thinks of fighting."
        ),
    ),
    StockItem(
        id="levy",
        name=template("Levied farmer"),
        temper="fearful",
        portrait="farmer",
        side=OTHERS,
        sheet={
            "ST": 11,
            "DX": 10,
            "IQ": 9,
            "HT": 11,
            "skills": {"spear": 10, "brawling": 10, "survival": 10},
            "weapons": [called("spear", "pitchfork", template("Pitchfork"))],
        },
        blurb=text(
            "A pitchfork in a row of others reaches as far as a spear. Alone he looks for the others."
        ),
    ),
    StockItem(
        id="townsman",
        name=template("Bystander"),
        temper="fearful",
        portrait="merchant",
        side=OTHERS,
        sheet={"IQ": 11, "Per": 11, "skills": {"streetwise": 10}},
        blurb=text("No weapon and no wish for one: somebody to stand in the way, to save, or to answer for."),
    ),
)
