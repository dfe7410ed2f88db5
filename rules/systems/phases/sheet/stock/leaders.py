"""Those whom others follow."""

from rules.engine.system import StockItem
from rules.engine.text import template, text
from rules.systems.phases.sheet.stock.stock_sheet import stock_sheet

LEADER_STOCK = (
    StockItem(
        id="crime-boss",
        name=template("Crime boss"),
        temper="careful",
        portrait="gentleman",
        sheet=stock_sheet(
            3,
            4,
            {"firearms": 4, "fast-draw": 3, "brawling": 3, template("persuasion"): 6},
            ["heavy-pistol"],
            ready=0,
            armour=["vest"],
            initiative=12,
        ),
        blurb=text("Always declares last of his people, when he knows what they will do and what you will."),
    ),
    StockItem(
        id="sergeant",
        name=template("Sergeant"),
        portrait="soldier",
        sheet=stock_sheet(
            4,
            4,
            {"firearms": 5, "melee": 3, "brawling": 4},
            ["carbine", "knife"],
            armour=["helmet", "vest"],
            initiative=11,
        ),
        blurb=text(
            "Aims for a phase while the squad fires bursts, then picks the one they drove into the open."
        ),
    ),
    StockItem(
        id="gang-queen",
        name=template("Gang queen"),
        temper="reckless",
        portrait="two-blades.1",
        sheet=stock_sheet(
            5,
            4,
            {"melee": 5, "firearms": 3, "brawling": 4, "fast-draw": 4},
            ["sword", "heavy-pistol"],
            ready=2,
            initiative=12,
            move=6,
        ),
        blurb=text("A sword for whoever is next to her and a pistol for the rest. Wants to be seen winning."),
    ),
    StockItem(
        id="prophet",
        name=template("Cult leader"),
        portrait="priest",
        sheet=stock_sheet(
            3,
            5,
            {"melee": 4, "brawling": 3, template("persuasion"): 6},
            ["sword"],
            initiative=10,
        ),
        blurb=text(
            "Stands behind the others and parries. It takes two wounds that cripple to silence the sermon."
        ),
    ),
    StockItem(
        id="commander",
        name=template("Tactical commander"),
        temper="careful",
        portrait="officer",
        sheet=stock_sheet(
            4,
            3,
            {"firearms": 4, "brawling": 3, template("persuasion"): 4},
            ["heavy-pistol", "stunner"],
            armour=["suit", "helmet"],
            initiative=12,
        ),
        blurb=text(
            "Hears every declaration before the last order goes out. In secret declarations, half as good."
        ),
    ),
)
