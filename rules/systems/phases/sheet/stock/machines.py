"""Machines that keep watch by themselves, and what is sent after those who got past."""

from rules.engine.system import StockItem
from rules.engine.text import template, text
from rules.systems.phases.sheet.stock.stock_sheet import armour_like, bite_like, stock_sheet, weapon_like

MACHINE_STOCK = (
    StockItem(
        id="sentry-gun",
        name=template("Automated sentry"),
        temper="dull",
        portrait="turret",
        sheet=stock_sheet(
            3,
            6,
            {"firearms": 4},
            [weapon_like("carbine", "sentry-gun", template("Sentry gun"))],
            armour=[
                armour_like("suit", "hull", template("Steel hull")),
                armour_like("helmet", "housing", template("Armoured lens")),
            ],
            move=0,
            initiative=8,
        ),
        blurb=text("Cannot leave its place. Bursts at what moves; a round of full auto at what stays."),
    ),
    StockItem(
        id="patrol-drone",
        name=template("Patrol drone"),
        temper="careful",
        portrait="drone",
        sheet=stock_sheet(
            5,
            2,
            {"firearms": 3, template("notice"): 5},
            [weapon_like("stunner", "charge", template("Stunning charge"))],
            move=8,
            initiative=11,
        ),
        blurb=text(
            "Evades, follows and calls for help; five cells near it stuns. Two dice of toughness are not "
            "much."
        ),
    ),
    StockItem(
        id="hunter-robot",
        name=template("Hunter robot"),
        temper="dull",
        portrait="war-robot",
        sheet=stock_sheet(
            4,
            7,
            {"firearms": 4, "brawling": 4},
            [
                weapon_like("rifle", "arm-rifle", template("Arm rifle")),
                bite_like("sword", "blade-arm", template("Blade arm")),
            ],
            ready=2,
            armour=[
                armour_like("vest", "core", template("Armoured core")),
                armour_like("suit", "hull", template("Steel hull")),
            ],
            initiative=10,
        ),
        blurb=text("Keeps its targeting from shot to shot. Break the line of fire, and it begins anew."),
    ),
    StockItem(
        id="riot-robot",
        name=template("Riot robot"),
        temper="dull",
        portrait="sentry",
        sheet=stock_sheet(
            2,
            6,
            {"firearms": 3, "brawling": 4},
            [
                weapon_like("stunner", "charge", template("Stunning charge")),
                bite_like("club", "truncheon-arm", template("Truncheon arm")),
            ],
            ready=2,
            armour=[
                armour_like("vest", "core", template("Armoured core")),
                armour_like("helmet", "visor", template("Armoured visor")),
            ],
            initiative=9,
            move=4,
        ),
        blurb=text(
            "Stuns the nearest, arrests the stunned, goes on to the next. It is slow, and says so beforehand."
        ),
    ),
    StockItem(
        id="android",
        name=template("Android"),
        portrait="android",
        sheet=stock_sheet(
            6,
            5,
            {"brawling": 6, "firearms": 4, "fast-draw": 4, "melee": 4},
            ["heavy-pistol"],
            ready=0,
            armour=[armour_like("vest", "core", template("Armoured core"))],
            initiative=13,
            move=7,
        ),
        blurb=text(
            "Declares after every human being in the room, and answers each of them with what hurts most."
        ),
    ),
    StockItem(
        id="walker",
        name=template("Walking tank"),
        temper="dull",
        portrait="walker",
        size=2,
        sheet=stock_sheet(
            2,
            10,
            {"firearms": 5, "brawling": 3},
            [
                weapon_like("carbine", "repeater", template("Repeater")),
                weapon_like("rifle", "long-gun", template("Long gun")),
                bite_like("sword", "feet", template("Iron feet")),
            ],
            ready=3,
            armour=[
                armour_like("vest", "core", template("Armoured core")),
                armour_like("suit", "hull", template("Steel hull")),
                armour_like("helmet", "cockpit", template("Armoured cockpit")),
            ],
            initiative=8,
            move=6,
        ),
        blurb=text(
            "Ten dice of toughness under the plate. Call the legs: two crippled ones put it down, where the "
            "plate is thinnest."
        ),
    ),
)

MACHINE_SWARMS = (
    StockItem(
        id="drones",
        name=template("Swarm of drones"),
        temper="reckless",
        portrait="drones",
        sheet=stock_sheet(
            5,
            7,
            {"firearms": 3},
            [weapon_like("light-pistol", "needle-guns", template("Needle guns"))],
            move=8,
            initiative=10,
        ),
        blurb=text(
            "Targets and fires as one, two shots a round. Hard to cripple as a whole, but flesh wounds count."
        ),
    ),
)
