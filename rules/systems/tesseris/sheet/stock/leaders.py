"""Those whom others follow, by rank, fear or words."""

from rules.engine.system import StockItem
from rules.engine.text import template, text
from rules.systems.tesseris.sheet.stock.stock_sheet import stock_sheet

LEADER_STOCK = (
    StockItem(
        id="captain",
        name=template("Captain of the guard"),
        portrait="captain",
        sheet=stock_sheet(
            "4 4 3 3 4 4",
            {"melee": 4, "athletics": 3, "leadership": 3, "intimidation": 2, "awareness": 2, "resolve": 3},
            ["sword", "revolver"],
            armour="mail",
            gear=["shield"],
            fate=1,
        ),
        blurb=text("Opens with a rally, then holds the gap with sword and shield. Burns fate before dying."),
    ),
    StockItem(
        id="lieutenant",
        name=template("Lieutenant"),
        temper="careful",
        portrait="officer",
        sheet=stock_sheet(
            "3 3 4 4 3 4",
            {"ballistics": 3, "leadership": 3, "awareness": 2, "athletics": 1, "resolve": 2},
            ["assault-rifle", "pistol"],
            armour="flak",
        ),
        blurb=text(
            "Gives covering fire so that everybody else is harder to hit, and motivates whoever has lost "
            "heart."
        ),
    ),
    StockItem(
        id="gang-boss",
        name=template("Gang boss"),
        portrait="gangster",
        sheet=stock_sheet(
            "4 3 4 3 4 4",
            {"ballistics": 3, "melee": 2, "intimidation": 4, "deception": 2, "scrutiny": 2, "resolve": 2},
            ["pistol", "knife"],
            cloak="armoured-coat",
            dapper=2,
            fate=1,
        ),
        blurb=text(
            "Frightens one of you a round, which spoils every attack, and fires a burst with what is left of "
            "it."
        ),
    ),
    StockItem(
        id="demagogue",
        name=template("Demagogue"),
        temper="careful",
        portrait="speaker",
        sheet=stock_sheet(
            "2 3 3 4 5 6",
            {"persuasion": 4, "leadership": 4, "deception": 3, "melee": 1, "resolve": 3},
            ["knife"],
            cloak="greatcoat",
            dapper=4,
            fate=1,
        ),
        blurb=text(
            "Takes the will to fight from one after the other until they surrender. Has no answer to a rifle."
        ),
    ),
    StockItem(
        id="inquisitor",
        name=template("Inquisitor"),
        portrait="nun",
        sheet=stock_sheet(
            "3 4 4 4 6 4",
            {"melee": 3, "psy": 4, "intimidation": 3, "scrutiny": 4, "resolve": 4, "athletics": 1},
            ["sword"],
            armour="leather",
            cloak="armoured-coat",
            bonus_ticks=1,
            fate=1,
        ),
        blurb=text(
            "Wears you down in two ways at once: intimidates with two ticks, strikes with two, keeps two."
        ),
    ),
)
