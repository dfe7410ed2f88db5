"""Those whom players play, or would like to."""

from rules.engine.shown import HEROES
from rules.engine.system import StockItem
from rules.engine.text import template, text
from rules.systems.tesseris.sheet.stock.stock_sheet import stock_sheet

DUELLIST = StockItem(
    id="duellist",
    name=template("Duellist"),
    portrait="cavalier",
    side=HEROES,
    sheet={"stock": "duellist"},
    blurb=text("Sword in hand, revolver at the hip, and a way with words."),
)

FIRST_HEROES = (
    StockItem(
        id="two-blades",
        name=template("Two-blade fencer"),
        portrait="two-blades",
        side=HEROES,
        sheet={
            "stock": "duellist",
            "traits": ["multi-weapon-melee", "ambidextrous"],
            "weapons": ["sword", "knife"],
            "held": ["sword", "knife"],
        },
        blurb=text("Strikes with sword and knife on one roll, at one foe or at two, for three ticks."),
    ),
    StockItem(
        id="gunner",
        name=template("Gunner"),
        temper="careful",
        portrait="gunner",
        side=HEROES,
        sheet={
            "stock": "trooper",
            "weapons": ["machine-gun", "knife"],
            "characteristics": {"strength": 4},
            "armour": "plate",
        },
        blurb=text("Keeps a street empty with a machine gun, slowly, in plate."),
    ),
    StockItem(
        id="archer",
        name=template("Archer"),
        temper="careful",
        portrait="archer",
        side=HEROES,
        sheet={
            "stock": "militia",
            "weapons": ["bow", "knife"],
            "skills": {"archery": 3, "ballistics": 0, "acrobatics": 2},
        },
        blurb=text("A bow that never jams, nor betrays by its noise where the arrow came from."),
    ),
    StockItem(
        id="speaker",
        name=template("Speaker"),
        temper="careful",
        portrait="speaker",
        side=HEROES,
        sheet={
            "stock": "duellist",
            "weapons": ["knife", "pistol"],
            "characteristics": {"charisma": 5, "willpower": 4},
            "skills": {"charm": 3, "persuasion": 3, "deception": 2, "leadership": 2, "intimidation": 2},
            "dapper": 2,
        },
        blurb=text(
            "Wins most fights before they begin: charms one, frightens another, and inspires the rest."
        ),
    ),
    StockItem(
        id="wrestler",
        name=template("Wrestler"),
        temper="reckless",
        portrait="wrestler",
        side=HEROES,
        sheet={
            "stock": "brute",
            "weapons": [],
            "armour": "leather",
            "traits": ["martial-artist"],
            "skills": {"melee": 3, "acrobatics": 1},
        },
        blurb=text("Parries with bare hands, throws the nearest to the ground and never lets go."),
    ),
)

HEROES_STOCK = (
    StockItem(
        id="pistoleer",
        name=template("Two-pistol gunslinger"),
        temper="reckless",
        portrait="gunslinger",
        side=HEROES,
        sheet=stock_sheet(
            "3 4 4 3 3 3",
            {"ballistics": 3, "acrobatics": 2, "melee": 1, "athletics": 1, "intimidation": 1, "resolve": 1},
            ["revolver", "pistol", "knife"],
            held=["revolver", "pistol"],
            traits=["multi-weapon-pistol", "ambidextrous"],
            cloak="greatcoat",
            fate=1,
        ),
        blurb=text(
            "Fires both pistols on one roll for three ticks, at one or at two. Best within four yards."
        ),
    ),
    StockItem(
        id="knight",
        name=template("Knight"),
        portrait="knight",
        side=HEROES,
        sheet=stock_sheet(
            "4 3 3 3 4 3",
            {"melee": 3, "athletics": 3, "leadership": 1, "resolve": 2, "intimidation": 1},
            ["sword", "knife"],
            armour="plate",
            gear=["shield"],
            fate=1,
        ),
        blurb=text(
            "Blocks for whoever stands beside, and lets plate take the rest. Ducks badly in it: keep out of "
            "the "
            "way of rifles."
        ),
    ),
    StockItem(
        id="surgeon",
        name=template("Field surgeon"),
        temper="careful",
        portrait="surgeon",
        side=HEROES,
        sheet=stock_sheet(
            "2 3 4 5 4 3",
            {"medicine": 4, "scrutiny": 2, "awareness": 1, "ballistics": 1, "leadership": 1, "resolve": 2},
            ["pistol", "knife"],
            armour="leather",
            fate=1,
        ),
        blurb=text(
            "Stops bleeding in three ticks and keeps the fallen from dying. Ducks well: five duds are thrown "
            "again."
        ),
    ),
)
