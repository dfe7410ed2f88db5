"""People with guns, from the street to the barricade."""

from rules.engine.system import StockItem
from rules.engine.text import template, text
from rules.systems.gurps.sheet.weapon_stock import called, put_away

GUNS = (
    StockItem(
        id="patrol-officer",
        name=template("Patrol officer"),
        temper="careful",
        portrait="policeman",
        sheet={
            "ST": 11,
            "DX": 11,
            "IQ": 11,
            "HT": 11,
            "skills": {"guns-pistol": 12, "brawling": 11, "judo": 11, "streetwise": 12},
            "weapons": ["pistol"],
            "armour": ["light-ballistic-vest"],
        },
        blurb=text("Calls out, takes cover by the car door, and fires three at a time."),
    ),
    StockItem(
        id="riot-officer",
        name=template("Riot officer"),
        portrait="armoured-guard",
        sheet={
            "ST": 12,
            "DX": 12,
            "IQ": 10,
            "HT": 12,
            "encumbrance": 1,
            "skills": {"axe-mace": 13, "shield": 13, "brawling": 12, "tactics": 10},
            "weapons": [
                called("mace", "baton", template("Riot baton")),
                "medium-shield",
            ],
            "armour": ["ballistic-vest", "pot-helm"],
        },
        blurb=text("Shield beside shield they come on at a walk. Stones they block; bullets they cannot."),
    ),
    StockItem(
        id="gangster",
        name=template("Gangster"),
        temper="reckless",
        portrait="gangster",
        sheet={
            "ST": 11,
            "DX": 11,
            "IQ": 10,
            "HT": 11,
            "skills": {"guns-smg": 12, "guns-pistol": 12, "brawling": 11, "streetwise": 12},
            "weapons": ["smg", put_away("pistol")],
        },
        blurb=text("Thirteen rounds a second at whatever moves. The magazine lasts for two of them."),
    ),
    StockItem(
        id="sniper",
        name=template("Sniper"),
        temper="careful",
        portrait="marksman",
        sheet={
            "ST": 11,
            "DX": 13,
            "IQ": 12,
            "HT": 11,
            "Per": 15,
            "skills": {"guns-rifle": 16, "guns-pistol": 13, "survival": 13},
            "weapons": ["sniper-rifle", put_away("pistol")],
        },
        blurb=text("Three seconds of aim on a window sill, one shot, and most vests do not matter."),
    ),
    StockItem(
        id="homesteader",
        name=template("Homesteader"),
        temper="careful",
        portrait="militia",
        sheet={
            "ST": 11,
            "DX": 11,
            "IQ": 10,
            "HT": 12,
            "skills": {"guns-shotgun": 13, "axe-mace": 11, "survival": 12},
            "weapons": ["shotgun"],
            "armour": ["leather-jacket"],
        },
        blurb=text(
            "Waits behind the porch until they are within five yards, where the pellets strike as one blow."
        ),
    ),
    StockItem(
        id="partisan",
        name=template("Partisan"),
        portrait="rebel",
        sheet={
            "ST": 11,
            "DX": 11,
            "IQ": 11,
            "HT": 11,
            "skills": {"guns-rifle": 12, "throwing": 11, "knife": 11, "survival": 12, "tactics": 10},
            "weapons": ["assault-rifle", put_away("large-knife")],
        },
        blurb=text("Puts a lane under fire and keeps it so, while others of the band go round."),
    ),
    StockItem(
        id="grenadier",
        name=template("Grenadier"),
        temper="careful",
        portrait="grenadier",
        sheet={
            "ST": 12,
            "DX": 12,
            "IQ": 10,
            "HT": 12,
            "skills": {"throwing": 13, "guns-smg": 13, "tactics": 11},
            "weapons": [
                "grenade",
                called("grenade", "grenade-2", template("Second grenade"), ready=False),
                put_away("smg"),
            ],
            "armour": ["ballistic-vest"],
        },
        blurb=text("A grenade in the hand, a submachine gun on the back."),
    ),
    StockItem(
        id="flame-trooper",
        name=template("Flame trooper"),
        temper="reckless",
        portrait="trooper",
        sheet={
            "ST": 13,
            "DX": 11,
            "IQ": 10,
            "HT": 12,
            "encumbrance": 1,
            "skills": {"liquid-projector": 13, "knife": 11},
            "weapons": ["flamethrower", put_away("large-knife")],
            "armour": ["ballistic-vest", "pot-helm"],
        },
        blurb=text("Ten yards of fire that no blade parries: dodge it, block it, or be somewhere else."),
    ),
    StockItem(
        id="vat-worker",
        name=template("Vat worker"),
        temper="fearful",
        portrait="worker",
        sheet={
            "ST": 11,
            "DX": 10,
            "IQ": 10,
            "HT": 11,
            "skills": {"liquid-projector": 12, "brawling": 10},
            "weapons": ["acid-sprayer"],
            "armour": ["leather-jacket", "gauntlets"],
        },
        blurb=text(
            "Sprays a cone of acid that leaves armour thinner than it found it. Better not stand downwind."
        ),
    ),
)
