"""Those whom players play, or would like to."""

from rules.engine.shown import HEROES
from rules.engine.system import StockItem
from rules.engine.text import template, text
from rules.systems.phases.sheet.stock.stock_sheet import stock_sheet

LEADS = (
    StockItem(
        id="earl",
        name=template("Earl, gunfighter"),
        portrait="gunslinger",
        side=HEROES,
        sheet={
            "attributes": {"reflexes": 4, "toughness": 3},
            "initiative": 11,
            "skills": {"firearms": 4, "fast-draw": 4, "brawling": 2},
            "weapons": ["heavy-pistol"],
        },
        blurb=text("Declares after everybody else, and has the pistol out before they have finished."),
    ),
    StockItem(
        id="leroy",
        name=template("Leroy, hired hand"),
        temper="careful",
        portrait="hired-hand",
        side=HEROES,
        sheet={
            "attributes": {"reflexes": 2, "toughness": 3},
            "skills": {"firearms": 2, "brawling": 3},
            "weapons": ["light-pistol", "knife"],
        },
        blurb=text("Paid by the day. Better with his fists than with the pistol, and slow with both."),
    ),
)
"""The two heroes of the rules."""

HEROES_STOCK = (
    StockItem(
        id="vera",
        name=template("Vera Stahl, investigator"),
        temper="careful",
        portrait="detective.1",
        side=HEROES,
        sheet=stock_sheet(
            4,
            3,
            {"firearms": 4, "brawling": 3, "fast-draw": 2, template("notice"): 4},
            ["light-pistol"],
            initiative=11,
        ),
        blurb=text(
            "Targets first and aims while the others talk. With three phases of aim she calls the arm."
        ),
    ),
    StockItem(
        id="nix",
        name=template("Nix, courier"),
        portrait="rogue",
        side=HEROES,
        sheet=stock_sheet(
            5,
            2,
            {"melee": 4, "brawling": 3, "fast-draw": 5, "firearms": 2, template("climb"): 4},
            ["knife", "light-pistol"],
            ready=0,
            initiative=12,
            move=7,
        ),
        blurb=text(
            "Hears what all declare, evades what is meant for her, and is at the throat a phase later."
        ),
    ),
    StockItem(
        id="bruno",
        name=template("Bruno, doorman"),
        portrait="wrestler",
        side=HEROES,
        sheet=stock_sheet(
            3,
            6,
            {"brawling": 5, "melee": 2, "firearms": 1},
            armour=["vest"],
        ),
        blurb=text("Six dice of toughness shrug off what cripples others. Walk him up to them, parrying."),
    ),
    StockItem(
        id="amara",
        name=template("Amara Osei, paramedic"),
        temper="fearful",
        portrait="surgeon.3",
        side=HEROES,
        sheet=stock_sheet(
            3,
            3,
            {template("medicine"): 5, "brawling": 2, "firearms": 2},
            ["stunner"],
            armour=["helmet"],
        ),
        blurb=text("Her work is a task of minutes: somebody has to hold the room. Stuns rather than shoots."),
    ),
)
"""Further ones, of our own."""
