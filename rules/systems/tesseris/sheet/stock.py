"""The ready-made combatants on offer (TS-032)."""

from rules.engine.shown import HEROES
from rules.engine.system import StockItem
from rules.engine.text import text

STOCK = (
    StockItem(
        id="militia",
        name="Militia",
        temper="fearful",
        portrait="militia",
        sheet={"stock": "militia"},
        blurb=text("A rifle, a knife, some leather."),
    ),
    StockItem(
        id="trooper",
        name="Trooper",
        portrait="soldier",
        sheet={"stock": "trooper"},
        blurb=text("Bursts and full auto from an assault rifle, in flak."),
    ),
    StockItem(
        id="duellist",
        name="Duellist",
        portrait="cavalier",
        side=HEROES,
        sheet={"stock": "duellist"},
        blurb=text("Sword in hand, revolver at the hip, and a way with words."),
    ),
    StockItem(
        id="brute",
        name="Brute",
        temper="reckless",
        portrait="barbarian",
        sheet={"stock": "brute"},
        blurb=text("A club, mail, and a grip that holds."),
    ),
    StockItem(
        id="two-blades",
        name="Two-blade fencer",
        portrait="two-blades",
        side=HEROES,
        sheet={
            "stock": "duellist",
            "traits": ["multi-weapon-melee", "ambidextrous"],
            "weapons": ["sword", "knife"],
            "held": ["sword", "knife"],
        },
        blurb=text("Strikes with sword and knife on one roll."),
    ),
    StockItem(
        id="gunner",
        name="Gunner",
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
        name="Archer",
        temper="careful",
        portrait="archer",
        side=HEROES,
        sheet={
            "stock": "militia",
            "weapons": ["bow", "knife"],
            "skills": {"archery": 3, "ballistics": 0, "acrobatics": 2},
        },
        blurb=text("A bow that never jams."),
    ),
    StockItem(
        id="speaker",
        name="Speaker",
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
        blurb=text("Wins most fights before they begin."),
    ),
    StockItem(
        id="wrestler",
        name="Wrestler",
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
        blurb=text("Parries with bare hands, and never lets go."),
    ),
)
"""The four of the rules, and some of our own."""
