"""Those whom others follow: one of them makes a band of raiders a fight."""

from rules.engine.system import StockItem
from rules.engine.text import template, text
from rules.systems.atomic.sheet.stock.stock_sheet import armour_like, stock_sheet

LEADER_STOCK = (
    StockItem(
        id="sergeant",
        name=template("Mercenary sergeant"),
        portrait="soldier",
        sheet=stock_sheet(
            "14 12 13 10 10 14 11",
            {"unarmed": 55, "melee": 50, "ranged": 65, "parry": 45, "dodge": 35},
            ["gauss-rifle", "vibro-blade"],
            "medium",
            epithet="hard-bitten",
        ),
        blurb=text(
            "Keeps the squad spread over two zones so that somebody always has a shot. The first to aim at."
        ),
    ),
    StockItem(
        id="pirate-queen",
        name=template("Pirate queen"),
        temper="reckless",
        portrait="pirate-queen",
        sheet=stock_sheet(
            "12 16 15 13 15 13 15",
            {"unarmed": 60, "melee": 75, "ranged": 60, "parry": 70, "dodge": 50},
            ["force-sword", "blast-pistol"],
            "light",
            epithet="two-fisted",
            ready=["force-sword", "blast-pistol"],
        ),
        blurb=text(
            "Parries twice a turn as if once. Keep her crew away from her, then wear her down with shots, "
            "which no blade parries."
        ),
    ),
    StockItem(
        id="warlord",
        name=template("Warlord of the outer moons"),
        portrait="captain",
        sheet=stock_sheet(
            "17 12 16 12 13 16 13",
            {"unarmed": 60, "melee": 75, "ranged": 50, "parry": 65, "dodge": 30},
            ["force-sword", "blast-pistol"],
            "heavy",
            epithet="merciless",
            shield=True,
        ),
        blurb=text(
            "Walks through fire in heavy armour behind a shield. Only criticals, piercing weapons and "
            "patience bring him down."
        ),
    ),
    StockItem(
        id="mastermind",
        name=template("Hidden mastermind"),
        temper="careful",
        portrait="gentleman",
        sheet=stock_sheet(
            "9 12 17 18 15 12 18",
            {"unarmed": 35, "ranged": 50, "parry": 35, "dodge": 55},
            ["hold-out-blaster"],
            armour_like("medium", "force-field", template("Force field")),
            epithet="soft-handed",
        ),
        blurb=text(
            "Talks until the robots are in place, then leaves. The force field is for the last ten steps to "
            "the rocket."
        ),
    ),
    StockItem(
        id="prophet",
        name=template("Prophet of the Black Star"),
        portrait="priest",
        sheet=stock_sheet(
            "10 12 18 13 17 13 14",
            {"unarmed": 40, "melee": 55, "parry": 50, "dodge": 45},
            ["force-sword"],
            epithet="radiant",
        ),
        blurb=text(
            "Stands behind the disciples, unarmoured. Nine times in ten the fifth wound leaves time for one "
            "more blow."
        ),
    ),
)
