"""Beasts of a dozen worlds, and swarms that fight as one."""

from rules.engine.shown import OTHERS
from rules.engine.system import StockItem
from rules.engine.text import template, text
from rules.systems.atomic.sheet.sheet import Range
from rules.systems.atomic.sheet.stock.stock_sheet import armour_like, bite_like, stock_sheet, weapon_like

_ITS_ZONE = (Range.ENGAGED, Range.NEAR)
_ACID = weapon_like("laser-pistol", "acid", template("Acid spray"), ranges=_ITS_ZONE)

BEAST_STOCK = (
    StockItem(
        id="dust-wolf",
        name=template("Dust wolf"),
        portrait="wolf",
        sheet=stock_sheet(
            "12 15 11 4 6 11 10",
            {"unarmed": 50, "dodge": 45},
            [bite_like("combat-staff", "jaws", template("Jaws"))],
        ),
        blurb=text("Three to one victim: the first two draw its defences, the third bites."),
    ),
    StockItem(
        id="glacier-bear",
        name=template("Glacier bear"),
        temper="reckless",
        portrait="white-bear",
        size=2,
        sheet=stock_sheet(
            "26 10 14 3 4 18 6",
            {"unarmed": 55, "parry": 35},
            [bite_like("force-sword", "claws", template("Claws"))],
            armour_like("light", "pelt", template("Thick pelt")),
        ),
        blurb=text(
            "A blow opens plate like a tin. Soaks something of nine hits in ten, so bring many guns, or keep "
            "a "
            "good distance."
        ),
    ),
    StockItem(
        id="moon-cat",
        name=template("Moon cat"),
        temper="careful",
        portrait="moon-cat",
        sheet=stock_sheet(
            "14 18 10 4 7 10 14",
            {"unarmed": 60, "dodge": 60},
            [bite_like("vibro-blade", "claws", template("Claws"))],
        ),
        blurb=text(
            "Acts first, strikes from the dark at whoever stands alone, and is gone a zone away before the "
            "answer."
        ),
    ),
    StockItem(
        id="canal-serpent",
        name=template("Canal serpent"),
        portrait="snake",
        size=2,
        sheet=stock_sheet(
            "20 12 12 2 2 14 8",
            {"unarmed": 55, "parry": 30, "dodge": 30},
            [bite_like("vibro-blade", "fangs", template("Fangs"))],
            armour_like("light", "scales", template("Scales")),
        ),
        blurb=text("Lies under the water until somebody wades by: who does not see it coming cannot defend."),
    ),
    StockItem(
        id="tunnel-crawler",
        name=template("Tunnel crawler"),
        temper="dull",
        portrait="insect",
        sheet=stock_sheet(
            "16 11 18 1 1 13 3",
            {"unarmed": 45, "dodge": 25},
            [bite_like("vibro-blade", "mandibles", template("Mandibles"))],
            armour_like("medium", "chitin", template("Chitin")),
        ),
        blurb=text("Goes for the nearest warmth over its own dead. Blast pistols ring on the shell."),
    ),
    StockItem(
        id="brood-mother",
        name=template("Brood mother"),
        temper="dull",
        portrait="spider",
        size=2,
        sheet=stock_sheet(
            "28 10 20 3 1 20 6",
            {"unarmed": 60, "ranged": 45, "parry": 35},
            [
                bite_like("force-sword", "mandibles", template("Mandibles")),
                _ACID,
            ],
            armour_like("heavy", "chitin", template("Chitin")),
            ready=["mandibles", "acid"],
        ),
        blurb=text(
            "Sprays acid over its whole zone, bites who comes close. Armoured like a marine, and never "
            "afraid."
        ),
    ),
    StockItem(
        id="storm-ray",
        name=template("Storm ray"),
        portrait="bat",
        sheet=stock_sheet(
            "8 17 10 3 4 8 8",
            {"ranged": 45, "dodge": 65},
            [weapon_like("hold-out-blaster", "spark", template("Spark"))],
        ),
        blurb=text(
            "Glides over the fight and drops sparks. Dodges the first shot of a turn, seldom the third."
        ),
    ),
    StockItem(
        id="spitting-vine",
        name=template("Spitting vine"),
        temper="dull",
        portrait="plant",
        sheet=stock_sheet(
            "14 6 20 1 1 16 2",
            {"unarmed": 35, "ranged": 40},
            [
                _ACID,
                bite_like("combat-staff", "tendrils", template("Tendrils")),
            ],
            armour_like("light", "bark", template("Bark")),
            ready=["acid", "tendrils"],
        ),
        blurb=text(
            "Last to act, easy to hit, tedious to kill. Its acid goes through a vest, but not out of its "
            "zone."
        ),
    ),
    StockItem(
        id="vent-kraken",
        name=template("Vent kraken"),
        temper="reckless",
        portrait="tentacles",
        size=2,
        sheet=stock_sheet(
            "30 11 15 5 1 19 9",
            {"unarmed": 65, "parry": 45},
            [bite_like("combat-staff", "tentacles", template("Tentacles"))],
            epithet="two-fisted",
        ),
        blurb=text(
            "Arms enough to parry twice. Soft, but soaks something of nineteen hits in twenty: flood it with "
            "them."
        ),
    ),
    StockItem(
        id="ape",
        name=template("Venusian jungle ape"),
        temper="reckless",
        portrait="ape",
        sheet=stock_sheet(
            "20 13 13 5 6 15 7",
            {"unarmed": 60, "parry": 40, "dodge": 35},
            [bite_like("combat-staff", "fists", template("Huge fists"))],
        ),
        blurb=text("Charges whoever shouts loudest. One of them is a scene, four are a rout."),
    ),
    StockItem(
        id="pack-lizard",
        name=template("Pack lizard"),
        temper="fearful",
        portrait="lizard",
        side=OTHERS,
        size=2,
        sheet=stock_sheet(
            "20 9 7 3 5 15 4",
            {"unarmed": 30, "dodge": 20},
            [bite_like("combat-knife", "tail", template("Tail"))],
            armour_like("light", "scales", template("Scales")),
        ),
        blurb=text(
            "Carries the caravan's water. Bolts at the first shot, through whatever stands behind it."
        ),
    ),
)

SWARM_STOCK = (
    StockItem(
        id="needle-flies",
        name=template("Swarm of needle flies"),
        temper="dull",
        portrait="swarm",
        sheet=stock_sheet(
            "2 17 20 1 1 5 1",
            {"unarmed": 65, "dodge": 85},
            [bite_like("combat-knife", "stings", template("Stings"))],
        ),
        blurb=text(
            "A cloud as one token: most shots pass through it, and each wound takes a fifth of it away."
        ),
    ),
    StockItem(
        id="bilge-rats",
        name=template("Bilge rats"),
        temper="reckless",
        portrait="rats",
        sheet=stock_sheet(
            "6 13 8 2 2 9 8",
            {"unarmed": 45, "dodge": 50},
            [bite_like("combat-knife", "teeth", template("Teeth"))],
        ),
        blurb=text("A dozen to a token. A vest stops all but the best bites; bare skin stops none."),
    ),
    StockItem(
        id="spores",
        name=template("Drifting spores"),
        temper="dull",
        portrait="slime",
        sheet=stock_sheet(
            "1 8 20 1 1 12 1",
            {"ranged": 30, "dodge": 30},
            [weapon_like("laser-pistol", "spore-cloud", template("Cloud of spores"), ranges=_ITS_ZONE)],
        ),
        blurb=text("Drifts after breath and eats its way through filters. Slow: keep out of its zone."),
    ),
)
