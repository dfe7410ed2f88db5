"""Beasts, and swarms that fight as one."""

from rules.engine.shown import OTHERS
from rules.engine.system import StockItem
from rules.engine.text import template, text
from rules.systems.tesseris.sheet.stock.stock_sheet import armour_like, stock_sheet, weapon_like

BEAST_STOCK = (
    StockItem(
        id="wolf",
        name=template("Wolf"),
        portrait="wolf",
        sheet=stock_sheet(
            "3 4 4 1 3 1",
            {"melee": 2, "acrobatics": 2, "athletics": 2, "stealth": 2, "awareness": 3},
            [weapon_like("knife", "jaws", template("Jaws"))],
            speed=6,
            humanoid=False,
        ),
        blurb=text("Comes in threes round one victim: outnumbering helps each of them. One trips, two bite."),
    ),
    StockItem(
        id="war-hound",
        name=template("War hound"),
        temper="reckless",
        portrait="hound",
        sheet=stock_sheet(
            "3 4 4 1 4 1",
            {"melee": 3, "athletics": 3, "awareness": 3, "resolve": 2},
            [weapon_like("knife", "jaws", template("Jaws"))],
            armour=armour_like("leather", "harness", template("Spiked harness")),
            speed=6,
            humanoid=False,
        ),
        blurb=text(
            "Is let loose at whoever loads. Grapples and does not let go; in the open it is soon shot."
        ),
    ),
    StockItem(
        id="bear",
        name=template("Bear"),
        temper="reckless",
        portrait="bear",
        size=2,
        sheet=stock_sheet(
            "8 3 3 1 4 1",
            {"melee": 3, "athletics": 3, "awareness": 1, "intimidation": 3, "resolve": 1},
            [weapon_like("sword", "claws", template("Claws"))],
            speed=5,
            soak=2,
            humanoid=False,
        ),
        blurb=text(
            "Twelve points before the first success counts. Nobody should be the only one next to it."
        ),
    ),
    StockItem(
        id="boar",
        name=template("Wild boar"),
        temper="reckless",
        portrait="boar",
        sheet=stock_sheet(
            "5 3 3 1 5 1",
            {"melee": 2, "athletics": 2, "resolve": 3},
            [weapon_like("spear", "tusks", template("Tusks"))],
            speed=5,
            soak=1,
            humanoid=False,
        ),
        blurb=text("Charges from ten yards, and again. Stays up longer than anything of its size."),
    ),
    StockItem(
        id="panther",
        name=template("Panther"),
        temper="careful",
        portrait="panther",
        sheet=stock_sheet(
            "4 5 4 1 3 1",
            {"melee": 3, "acrobatics": 3, "stealth": 4, "athletics": 2, "awareness": 2},
            [weapon_like("sword", "claws", template("Claws"))],
            speed=6,
            humanoid=False,
        ),
        blurb=text(
            "Strikes from where nobody looked and dodges away. Gives up when the first leap has failed."
        ),
    ),
    StockItem(
        id="giant-spider",
        name=template("Giant spider"),
        temper="dull",
        portrait="spider",
        sheet=stock_sheet(
            "4 4 3 0 4 0",
            {"melee": 3, "athletics": 3, "stealth": 3},
            [weapon_like("knife", "fangs", template("Fangs"))],
            armour=armour_like("leather", "shell", template("Shell")),
            hands=8,
            speed=4,
            humanoid=False,
        ),
        blurb=text("Grapples with all its legs, pins, and bites who is pinned. Free your friend first."),
    ),
    StockItem(
        id="crocodile",
        name=template("Crocodile"),
        temper="dull",
        portrait="lizard",
        size=2,
        sheet=stock_sheet(
            "7 2 3 0 4 0",
            {"melee": 3, "stealth": 3, "athletics": 3},
            [weapon_like("greatsword", "great-jaws", template("Huge jaws"))],
            armour=armour_like("flak", "scales", template("Scales")),
            speed=2,
            humanoid=False,
        ),
        blurb=text("One bite out of muddy water, with no warning. On land it is slow: walk away."),
    ),
    StockItem(
        id="ape",
        name=template("Ape"),
        portrait="ape",
        sheet=stock_sheet(
            "6 4 3 2 3 2",
            {"melee": 2, "athletics": 4, "acrobatics": 3, "intimidation": 3, "throwing": 1},
            traits=["martial-artist"],
            speed=4,
            soak=1,
            humanoid=False,
        ),
        blurb=text(
            "Threatens before it fights, and parries with its forearms. Whom it has pinned it pummels."
        ),
    ),
    StockItem(
        id="eagle",
        name=template("Hunting eagle"),
        portrait="eagle",
        sheet=stock_sheet(
            "1 5 6 1 3 1",
            {"melee": 2, "acrobatics": 4, "awareness": 4},
            [weapon_like("knife", "talons", template("Talons"))],
            speed=9,
            stamina_bonus=-3,
            humanoid=False,
        ),
        blurb=text("Stoops from nine yards off, claws, and is gone again. One or two good hits end it."),
    ),
    StockItem(
        id="horse",
        name=template("Horse"),
        temper="fearful",
        portrait="horse",
        side=OTHERS,
        size=2,
        sheet=stock_sheet(
            "6 3 4 1 2 1",
            {"athletics": 4, "awareness": 2, "melee": 1},
            [weapon_like("club", "hooves", template("Hooves"))],
            speed=7,
            humanoid=False,
        ),
        blurb=text("Runs twenty-eight yards in three ticks, with or without its rider, when a gun goes off."),
    ),
)

SWARM_STOCK = (
    StockItem(
        id="rats",
        name=template("Swarm of rats"),
        temper="reckless",
        portrait="rats",
        sheet=stock_sheet(
            "1 4 3 0 2 0",
            {"melee": 2, "acrobatics": 2, "athletics": 1},
            [weapon_like("knife", "teeth", template("Teeth"))],
            speed=4,
            stamina_bonus=-2,
            humanoid=False,
        ),
        blurb=text("Fifty at once, who grapple and bite in it. Mail stops nearly all of their teeth."),
    ),
    StockItem(
        id="hornets",
        name=template("Swarm of hornets"),
        temper="dull",
        portrait="swarm",
        sheet=stock_sheet(
            "0 6 3 0 5 0",
            {"melee": 2, "acrobatics": 5},
            [weapon_like("knife", "stings", template("Stings"))],
            speed=5,
            stamina_bonus=-5,
            max_wounds=5,
            humanoid=False,
        ),
        blurb=text(
            "Dodges nearly every blow while it has ticks: many attacks do better than one good one. Stings "
            "do little through leather."
        ),
    ),
    StockItem(
        id="mob",
        name=template("Angry mob"),
        temper="reckless",
        portrait="farmer",
        size=2,
        sheet=stock_sheet(
            "5 2 3 1 2 2",
            {"melee": 3, "athletics": 2, "intimidation": 3},
            [weapon_like("club", "torches", template("Torches and tools"))],
            stamina_bonus=10,
            hands=8,
            humanoid=False,
        ),
        blurb=text(
            "Twenty people as one, easy to hit and easy to frighten: words break it faster than bullets."
        ),
    ),
)
