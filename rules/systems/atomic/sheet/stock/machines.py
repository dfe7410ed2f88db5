"""Robots, from the butler's poor relations to what walks in front of an army."""

from rules.engine.shown import OTHERS
from rules.engine.system import StockItem
from rules.engine.text import template, text
from rules.systems.atomic.sheet.sheet import Range
from rules.systems.atomic.sheet.stock.stock_sheet import armour_like, bite_like, stock_sheet, weapon_like

FIRST_MACHINES = (
    StockItem(
        id="sentry",
        name=template("Sentry robot"),
        temper="dull",
        portrait="sentry",
        sheet=stock_sheet(
            "15 14 18 5 3 12 3",
            {"ranged": 50, "dodge": 30},
            [
                # fixed along its arm: it cannot be brought to bear on who stands beside it
                weapon_like(
                    "laser-pistol", "arm-laser", template("Arm laser"), ranges=(Range.NEAR, Range.FAR)
                )
            ],
            "heavy",
        ),
        blurb=text("Plated like a bulkhead, with a laser for an arm. It does not get frightened."),
    ),
)

MACHINE_STOCK = (
    StockItem(
        id="war-robot",
        name=template("War robot"),
        temper="dull",
        portrait="war-robot",
        sheet=stock_sheet(
            "20 11 20 6 1 16 3",
            {"unarmed": 50, "ranged": 55, "parry": 35, "dodge": 25},
            [
                weapon_like("blast-rifle", "arm-blaster", template("Arm blaster")),
                bite_like("vibro-blade", "pincers", template("Pincers")),
            ],
            "heavy",
            ready=["arm-blaster", "pincers"],
        ),
        blurb=text(
            "Shoots what is far, cuts what is near, and needs neither hand free. Pierce the plate or find "
            "the switch."
        ),
    ),
    StockItem(
        id="spy-drone",
        name=template("Spy drone"),
        temper="fearful",
        portrait="drone",
        sheet=stock_sheet(
            "3 18 12 8 1 6 14",
            {"ranged": 40, "dodge": 70},
            [weapon_like("hold-out-blaster", "needle-beam", template("Needle beam"))],
        ),
        blurb=text("Watches and tells. Fires only to get away; two hits bring it down."),
    ),
    StockItem(
        id="gun-crawler",
        name=template("Gun crawler"),
        temper="dull",
        portrait="turret",
        sheet=stock_sheet(
            "24 6 20 4 1 15 1",
            {"ranged": 60},
            [weapon_like("anti-materiel-rifle", "long-gun", template("Long gun"))],
            "heavy",
        ),
        blurb=text(
            "A gun on tracks. Nothing stops its shell, and nothing turns its barrel down to who has come "
            "near."
        ),
    ),
    StockItem(
        id="war-walker",
        name=template("War walker"),
        temper="dull",
        portrait="walker",
        size=2,
        sheet=stock_sheet(
            "30 9 20 6 1 20 4",
            {"unarmed": 45, "ranged": 60},
            [
                weapon_like("anti-materiel-rifle", "lance", template("Heat lance")),
                weapon_like("gauss-rifle", "repeater", template("Gauss repeater")),
                bite_like("force-sword", "stamp", template("Stamping feet")),
            ],
            "heavy",
            ready=["lance", "repeater", "stamp"],
        ),
        blurb=text(
            "Has a gun for each distance and a foot for the last. A fight about terrain: get under it or out "
            "of sight."
        ),
    ),
    StockItem(
        id="android",
        name=template("Android infiltrator"),
        temper="careful",
        portrait="android",
        sheet=stock_sheet(
            "15 15 18 14 12 15 16",
            {"unarmed": 65, "ranged": 55, "parry": 55, "dodge": 45},
            ["hold-out-blaster"],
            armour_like("light", "alloy-bones", template("Alloy bones")),
            epithet="unblinking",
        ),
        blurb=text("Sits at your table until the third round. Breaks arms with a smile and never tires."),
    ),
    StockItem(
        id="loader",
        name=template("Cargo loader"),
        temper="dull",
        portrait="loader",
        side=OTHERS,
        sheet=stock_sheet(
            "24 8 15 3 2 17 1",
            {"unarmed": 40, "parry": 25, "dodge": 17},
            [bite_like("combat-staff", "gripper", template("Gripper"))],
            armour_like("medium", "work-hull", template("Working hull")),
        ),
        blurb=text("Harmless until somebody changes its orders. Then it stacks people."),
    ),
    StockItem(
        id="welder",
        name=template("Welding robot"),
        temper="dull",
        portrait="welder",
        sheet=stock_sheet(
            "12 11 15 6 2 11 3",
            {"unarmed": 45, "dodge": 30},
            [bite_like("force-sword", "torch", template("Cutting torch"))],
            armour_like("light", "work-hull", template("Working hull")),
        ),
        blurb=text("Must come close with its torch, which cares little for armour. Shoot it on the way."),
    ),
    StockItem(
        id="drone-swarm",
        name=template("Swarm of seeker drones"),
        temper="reckless",
        portrait="drones",
        sheet=stock_sheet(
            "2 16 20 5 1 7 5",
            {"ranged": 50, "dodge": 75},
            [weapon_like("hold-out-blaster", "needle-beams", template("Needle beams"))],
        ),
        blurb=text(
            "Many to a token, and five hits to the last of them. Any cover takes the harm out of their small "
            "beams."
        ),
    ),
)
