"""Robbers, raiders, cutpurses and killers."""

from rules.engine.system import StockItem
from rules.engine.text import template, text
from rules.systems.gurps.sheet.weapon_stock import called, put_away

OUTLAWS = (
    StockItem(
        id="axe-raider",
        name=template("Northern raider"),
        temper="reckless",
        portrait="axeman",
        sheet={
            "ST": 13,
            "DX": 12,
            "IQ": 9,
            "HT": 13,
            "male": True,
            "skills": {"axe-mace": 13, "shield": 12, "brawling": 12, "survival": 12},
            "weapons": ["axe", "buckler"],
            "armour": ["leather-jacket", "pot-helm"],
        },
        blurb=text("The axe does not come back in time to parry, so the buckler has to do it, once."),
    ),
    StockItem(
        id="flail-zealot",
        name=template("Zealot with a flail"),
        temper="reckless",
        portrait="cultist",
        sheet={
            "ST": 12,
            "DX": 11,
            "IQ": 9,
            "HT": 13,
            "Will": 13,
            "skills": {"flail": 13, "shield": 11, "brawling": 11},
            "weapons": ["flail", "buckler"],
        },
        blurb=text(
            "Hard to parry and not to be stopped at all with a fencing blade. Wears nothing that helps."
        ),
    ),
    StockItem(
        id="bravo",
        name=template("Hired blade"),
        portrait="duellist.3",
        sheet={
            "ST": 10,
            "DX": 13,
            "IQ": 11,
            "HT": 11,
            "skills": {"rapier": 14, "knife": 13, "acrobatics": 11, "streetwise": 13},
            "weapons": ["rapier", "dagger"],
            "armour": ["leather-jacket"],
        },
        blurb=text("Keeps two yards off with the rapier and has the dagger for who slips inside."),
    ),
    StockItem(
        id="outlaw",
        name=template("Outlaw"),
        temper="careful",
        portrait="archer",
        sheet={
            "ST": 11,
            "DX": 12,
            "IQ": 10,
            "HT": 11,
            "skills": {"bow": 13, "knife": 12, "survival": 12},
            "weapons": ["longbow", put_away("large-knife")],
            "armour": ["leather-vest"],
        },
        blurb=text("Aims for a second from behind a tree, and is gone when somebody reaches it."),
    ),
    StockItem(
        id="thug",
        name=template("Thug"),
        temper="reckless",
        portrait="thug",
        sheet={
            "ST": 13,
            "DX": 11,
            "IQ": 9,
            "HT": 12,
            "male": True,
            "skills": {"axe-mace": 12, "brawling": 12, "streetwise": 11},
            "weapons": ["axe"],
            "armour": ["leather-jacket"],
        },
        blurb=text("One big swing of an axe, and then he is open."),
    ),
    StockItem(
        id="brawler",
        name=template("Pit fighter"),
        temper="reckless",
        portrait="fighter",
        sheet={
            "ST": 12,
            "DX": 13,
            "IQ": 10,
            "HT": 12,
            "skills": {"karate": 15, "judo": 14, "brawling": 13, "acrobatics": 12, "streetwise": 12},
            "advantages": ["combat-reflexes"],
        },
        blurb=text("Fights with bare hands, and parries blades with them."),
    ),
    StockItem(
        id="cutpurse",
        name=template("Cutpurse"),
        temper="fearful",
        portrait="rogue",
        sheet={
            "ST": 9,
            "DX": 13,
            "IQ": 11,
            "HT": 10,
            "skills": {"knife": 13, "thrown-weapon": 13, "acrobatics": 13, "streetwise": 13},
            "weapons": [
                "throwing-knife",
                called("throwing-knife", "throwing-knife-2", template("Second throwing knife"), hand="left"),
                put_away("large-knife"),
            ],
        },
        blurb=text(
            "Two knives for throwing and a third for leaving. Tumbles out of reach rather than parry."
        ),
    ),
    StockItem(
        id="assassin",
        name=template("Assassin"),
        portrait="assassin",
        sheet={
            "ST": 11,
            "DX": 15,
            "IQ": 12,
            "HT": 11,
            "Per": 14,
            "skills": {"smallsword": 15, "knife": 16, "thrown-weapon": 14, "acrobatics": 14, "tactics": 12},
            "advantages": ["combat-reflexes", "trained-by-a-master"],
            "weapons": ["smallsword", "dagger", put_away("throwing-knife")],
        },
        blurb=text("Comes from behind, where nobody may defend, and strikes twice at the vitals."),
    ),
)
