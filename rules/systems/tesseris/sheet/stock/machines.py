"""Clockwork and engines."""

from rules.engine.system import StockItem
from rules.engine.text import template, text
from rules.systems.tesseris.sheet.stock.stock_sheet import armour_like, stock_sheet, weapon_like

MACHINE_STOCK = (
    StockItem(
        id="clockwork-guard",
        name=template("Clockwork guard"),
        temper="dull",
        portrait="clockwork",
        sheet=stock_sheet(
            "6 2 2 0 6 0",
            {"melee": 3, "athletics": 3, "resolve": 6},
            [weapon_like("greatsword", "blade-arms", template("Blade arms"))],
            armour=armour_like("mail", "brass-hull", template("Brass hull")),
            speed=2,
            humanoid=False,
        ),
        blurb=text(
            "Two yards a tick, and never tired. Fear, charm and bribes are all but lost on it; a good door "
            "is not."
        ),
    ),
    StockItem(
        id="sentry-gun",
        name=template("Sentry gun"),
        temper="dull",
        portrait="turret",
        sheet=stock_sheet(
            "5 0 4 0 6 0",
            {"ballistics": 3, "awareness": 4, "resolve": 6},
            [weapon_like("machine-gun", "twin-gun", template("Twin gun"))],
            armour=armour_like("plate", "hull", template("Steel hull")),
            speed=0,
            humanoid=False,
        ),
        blurb=text("Watches one street on overwatch and cannot move from it. Draw its two shots, then run."),
    ),
    StockItem(
        id="eye",
        name=template("Flying eye"),
        temper="fearful",
        portrait="drone",
        sheet=stock_sheet(
            "0 5 5 0 4 0",
            {"ballistics": 1, "acrobatics": 4, "awareness": 5, "stealth": 2},
            [weapon_like("pistol", "needle-gun", template("Needle gun"))],
            speed=7,
            stamina_bonus=-6,
            max_wounds=4,
            humanoid=False,
        ),
        blurb=text("Finds the hidden and calls the others. It shoots only when it is cornered."),
    ),
    StockItem(
        id="steam-walker",
        name=template("Steam walker"),
        temper="dull",
        portrait="walker",
        size=2,
        sheet=stock_sheet(
            "9 2 4 0 6 0",
            {"ballistics": 3, "melee": 2, "athletics": 2, "resolve": 6},
            [
                weapon_like("machine-gun", "repeater", template("Repeater")),
                weapon_like("club", "feet", template("Iron feet")),
            ],
            held=["repeater", "feet"],
            hands=3,
            armour=armour_like("plate", "boiler-plate", template("Boiler plate")),
            stamina_bonus=10,
            max_wounds=15,
            speed=4,
            humanoid=False,
        ),
        blurb=text(
            "Suppresses one foe and tramples another. Against its plate rifles count, and little else does."
        ),
    ),
    StockItem(
        id="armoured-car",
        name=template("Armoured car"),
        portrait="vehicle",
        size=2,
        sheet=stock_sheet(
            "8 2 4 1 5 1",
            {"ballistics": 3, "awareness": 1, "resolve": 4},
            [weapon_like("machine-gun", "turret-gun", template("Turret gun"))],
            armour=armour_like("plate", "hull", template("Steel hull")),
            stamina_bonus=8,
            max_wounds=15,
            speed=8,
            humanoid=False,
        ),
        blurb=text(
            "Drives through and sprays whole streets: five ticks, everybody in the arc. It dodges nothing."
        ),
    ),
)
