"""The ready-made combatants."""

from rules.engine.shown import HEROES
from rules.engine.system import StockItem
from rules.engine.text import text

STOCK = (
    StockItem(
        id="earl",
        name="Earl, gunfighter",
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
        name="Leroy, hired hand",
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
    StockItem(
        id="trooper",
        name="Trooper",
        portrait="trooper",
        sheet={
            "attributes": {"reflexes": 3, "toughness": 3},
            "skills": {"firearms": 3, "melee": 2, "brawling": 2},
            "weapons": ["carbine", "knife"],
            "ready": ["carbine"],
            "armour": ["helmet", "vest"],
        },
        blurb=text("A carbine that fires bursts, a vest, a helmet; arms and legs are bare."),
    ),
    StockItem(
        id="brawler",
        name="Dockside brawler",
        temper="reckless",
        portrait="brute",
        sheet={
            "attributes": {"reflexes": 3, "toughness": 5},
            "skills": {"brawling": 4, "melee": 3},
            "weapons": ["club"],
            "ready": ["club"],
            "armour": [],
        },
        blurb=text("Hard to hurt badly. Parries with the club and waits for the answer."),
    ),
    StockItem(
        id="marksman",
        name="Rooftop marksman",
        temper="careful",
        portrait="marksman",
        sheet={
            "attributes": {"reflexes": 3, "toughness": 2},
            "skills": {"firearms": 5},
            "weapons": ["rifle"],
            "ready": ["rifle"],
        },
        blurb=text(
            "Targets, aims for three phases, calls the shot. Helpless once somebody is up the stairs."
        ),
    ),
    StockItem(
        id="constable",
        name="Constable with a stunner",
        temper="careful",
        portrait="constable",
        sheet={
            "attributes": {"reflexes": 3, "toughness": 3},
            "skills": {"firearms": 3, "melee": 3, "brawling": 3},
            "weapons": ["stunner", "club"],
            "ready": ["stunner"],
            "armour": ["vest"],
        },
        blurb=text("Wants them alive: who does not shrug the charge off is out for a whole turn."),
    ),
    StockItem(
        id="guard",
        name="Armoured guard",
        portrait="armoured-guard",
        sheet={
            "attributes": {"reflexes": 2, "toughness": 4},
            "initiative": 9,
            "skills": {"firearms": 3, "melee": 3, "brawling": 2},
            "move": 4,
            "weapons": ["heavy-pistol", "sword"],
            "ready": ["heavy-pistol"],
            "armour": ["suit", "helmet"],
        },
        blurb=text("Plated from head to foot and in no hurry: declares early, and everybody hears it."),
    ),
)
"""The four of the rules, and three of our own."""
