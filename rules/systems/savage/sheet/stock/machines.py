"""Machines that fight: their guns fill no hands, and their plating is natural armour."""

from rules.engine.system import StockItem
from rules.engine.text import template, text
from rules.systems.savage.sheet.gear_stock import built_in, called
from rules.systems.savage.sheet.stock.stock_sheet import extra, wild_card

MACHINE_STOCK = (
    StockItem(
        id="sentry-robot",
        name=template("Sentry robot"),
        temper="dull",
        portrait="sentry",
        sheet=extra(
            "sentry-robot",
            "d6 d4 d4 d10 d10",
            "shooting d6, fighting d4, athletics d4, notice d8",
            [built_in("submachine-gun", "built-in-smg", template("Built-in submachine gun"))],
            pace=5,
            natural_armour=4,
        ),
        blurb=text("Bursts at whoever comes in sight, three dice each. Notices well and thinks of nothing."),
    ),
    StockItem(
        id="android",
        name=template("Android"),
        portrait="android",
        sheet=extra(
            "android",
            "d8 d8 d6 d10 d8",
            "shooting d8, fighting d8, athletics d6, notice d8",
            ["pistol"],
            natural_armour=2,
        ),
        blurb=text(
            "Better at everything than the guard whose place it took, and it falls to a wound like him."
        ),
    ),
    StockItem(
        id="drone",
        name=template("Gun drone"),
        temper="careful",
        portrait="drone",
        sheet=extra(
            "drone",
            "d10 d4 d4 d4 d4",
            "shooting d6, athletics d8, notice d8",
            [built_in("pistol", "built-in-pistol", template("Built-in pistol"))],
            edges=["dodge"],
            pace=12,
            run_die="d10",
        ),
        blurb=text("Two worse to shoot and nothing to it when hit. Comes in threes, from three sides."),
    ),
    StockItem(
        id="turret",
        name=template("Gun turret"),
        temper="dull",
        portrait="turret",
        sheet=extra(
            "turret",
            "d4 d4 d4 d10 d12",
            "shooting d8, notice d8",
            [built_in("rifle", "built-in-rifle", template("Built-in rifle"))],
            pace=0,
            natural_armour=4,
        ),
        blurb=text("Never moves, never misses a turn, and does not parry. Get beside it."),
    ),
    StockItem(
        id="walker",
        name=template("Battle walker"),
        portrait="walker",
        size=2,
        sheet=wild_card(
            "d6 d6 d6 d12+4 d12",
            "shooting d8, fighting d6, athletics d6, notice d8",
            [
                built_in("submachine-gun", "built-in-smg", template("Built-in submachine gun")),
                built_in("rocket-launcher", "built-in-rockets", template("Built-in rockets")),
                called("hooves", "stamp", template("Stamp")),
            ],
            pace=8,
            natural_armour=6,
            toughness_bonus=4,
            bennies=1,
        ),
        blurb=text(
            "Rockets for groups, bursts for the rest, a foot for the brave. Knives do not even scratch it."
        ),
    ),
    StockItem(
        id="loader",
        name=template("Cargo robot"),
        temper="dull",
        portrait="loader",
        sheet=extra(
            "loader",
            "d4 d4 d4 d12+2 d12",
            "fighting d4, athletics d4, notice d4",
            [called("hooves", "grab-arms", template("Grab arms"))],
            pace=4,
            natural_armour=2,
            toughness_bonus=2,
        ),
        blurb=text("Slow, clumsy and the strongest thing in the hold."),
    ),
)
