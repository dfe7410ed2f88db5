"""Beasts, and swarms that fight as one."""

from rules.engine.shown import OTHERS
from rules.engine.system import StockItem
from rules.engine.text import template, text
from rules.systems.phases.sheet.stock.stock_sheet import armour_like, bite_like, stock_sheet

BEAST_STOCK = (
    StockItem(
        id="guard-dog",
        name=template("Guard dog"),
        temper="reckless",
        portrait="dog",
        sheet=stock_sheet(
            4,
            3,
            {"brawling": 4},
            [bite_like("knife", "teeth", template("Teeth"))],
            move=9,
            initiative=11,
        ),
        blurb=text(
            "Nine cells a phase: it is there before the pistol has a target. Calls the arm, as trained."
        ),
    ),
    StockItem(
        id="wolf",
        name=template("Wolf"),
        portrait="wolf",
        sheet=stock_sheet(
            4,
            3,
            {"brawling": 4},
            [bite_like("knife", "jaws", template("Jaws"))],
            move=9,
        ),
        blurb=text("Waits for a victim that has just declared something long, and then all of them come."),
    ),
    StockItem(
        id="bear",
        name=template("Bear"),
        temper="reckless",
        portrait="bear",
        size=2,
        sheet=stock_sheet(
            3,
            8,
            {"brawling": 5},
            [bite_like("sword", "claws", template("Claws"))],
            armour=[armour_like("suit", "fat", template("Fat and fur"))],
            move=7,
        ),
        blurb=text("Eight dice of toughness: a rifle cripples it now and then, a pistol makes it angry."),
    ),
    StockItem(
        id="boar",
        name=template("Wild boar"),
        temper="reckless",
        portrait="boar",
        sheet=stock_sheet(
            3,
            6,
            {"brawling": 3},
            [bite_like("sword", "tusks", template("Tusks"))],
            move=8,
            initiative=9,
        ),
        blurb=text("Declares its charge early and everybody hears it; there is a phase to be elsewhere."),
    ),
    StockItem(
        id="panther",
        name=template("Panther"),
        temper="careful",
        portrait="panther",
        sheet=stock_sheet(
            6,
            4,
            {"brawling": 5},
            [bite_like("knife", "claws", template("Claws"))],
            move=9,
            initiative=13,
        ),
        blurb=text("Strikes the unaware and has a round for itself. Evades and goes when that is over."),
    ),
    StockItem(
        id="crocodile",
        name=template("Crocodile"),
        temper="dull",
        portrait="lizard",
        size=2,
        sheet=stock_sheet(
            2,
            7,
            {"brawling": 4},
            [bite_like("sword", "great-jaws", template("Huge jaws"))],
            armour=[
                armour_like("suit", "scales", template("Scales")),
                armour_like("helmet", "skull", template("Thick skull")),
            ],
            move=3,
            initiative=7,
        ),
        blurb=text("Declares first, and bites what is still there when the phase is over."),
    ),
    StockItem(
        id="snake",
        name=template("Viper"),
        temper="fearful",
        portrait="snake",
        sheet=stock_sheet(
            6,
            1,
            {"brawling": 4},
            [bite_like("knife", "fangs", template("Fangs"))],
            move=2,
            initiative=12,
        ),
        blurb=text("Quick and easily killed. Bites once, unseen, and wants nothing but to be left alone."),
    ),
    StockItem(
        id="horse",
        name=template("Horse"),
        temper="fearful",
        portrait="horse",
        side=OTHERS,
        size=2,
        sheet=stock_sheet(
            3,
            6,
            {"brawling": 2},
            [bite_like("club", "hooves", template("Hooves"))],
            move=12,
        ),
        blurb=text("Twelve cells a phase in whatever direction the noise is not."),
    ),
)

SWARM_STOCK = (
    StockItem(
        id="rats",
        name=template("Swarm of rats"),
        temper="reckless",
        portrait="rats",
        sheet=stock_sheet(
            3,
            6,
            {"brawling": 4},
            [bite_like("club", "teeth", template("Teeth"))],
            move=6,
        ),
        blurb=text("Hard to cripple as one, but nine flesh wounds scatter them, and each blow is one."),
    ),
    StockItem(
        id="hornets",
        name=template("Swarm of hornets"),
        temper="dull",
        portrait="swarm",
        sheet=stock_sheet(
            5,
            9,
            {"brawling": 5},
            [bite_like("club", "stings", template("Stings"))],
            move=8,
        ),
        blurb=text(
            "Bullets find next to nothing to cripple. A vest takes three points off a sting; a door takes "
            "all."
        ),
    ),
)
