"""People of all trades, most of them against the heroes."""

from rules.engine.shown import OTHERS
from rules.engine.system import StockItem
from rules.engine.text import template, text
from rules.systems.phases.sheet.stock.stock_sheet import stock_sheet

FIRST_PEOPLE = (
    StockItem(
        id="trooper",
        name=template("Trooper"),
        portrait="trooper",
        sheet=stock_sheet(
            3,
            3,
            {"firearms": 3, "melee": 2, "brawling": 2},
            ["carbine", "knife"],
            armour=["helmet", "vest"],
        ),
        blurb=text("A carbine that fires bursts, a vest, a helmet; arms and legs are bare."),
    ),
    StockItem(
        id="brawler",
        name=template("Dockside brawler"),
        temper="reckless",
        portrait="brute",
        sheet=stock_sheet(3, 5, {"brawling": 4, "melee": 3}, ["club"]),
        blurb=text("Hard to hurt badly. Parries with the club and waits for the answer."),
    ),
    StockItem(
        id="marksman",
        name=template("Rooftop marksman"),
        temper="careful",
        portrait="marksman",
        sheet=stock_sheet(3, 2, {"firearms": 5}, ["rifle"]),
        blurb=text(
            "Targets, aims for three phases, calls the shot. Helpless once somebody is up the stairs."
        ),
    ),
    StockItem(
        id="constable",
        name=template("Constable with a stunner"),
        temper="careful",
        portrait="constable",
        sheet=stock_sheet(
            3,
            3,
            {"firearms": 3, "melee": 3, "brawling": 3},
            ["stunner", "club"],
            armour=["vest"],
        ),
        blurb=text("Wants them alive: who does not shrug the charge off is out for a whole turn."),
    ),
    StockItem(
        id="guard",
        name=template("Armoured guard"),
        portrait="armoured-guard",
        sheet=stock_sheet(
            2,
            4,
            {"firearms": 3, "melee": 3, "brawling": 2},
            ["heavy-pistol", "sword"],
            armour=["suit", "helmet"],
            initiative=9,
            move=4,
        ),
        blurb=text("Plated from head to foot and in no hurry: declares early, and everybody hears it."),
    ),
)

GUNS = (
    StockItem(
        id="gunman",
        name=template("Gunman"),
        temper="reckless",
        portrait="gunman",
        sheet=stock_sheet(
            3,
            3,
            {"firearms": 3, "brawling": 2, "fast-draw": 2},
            ["heavy-pistol"],
            ready=0,
        ),
        blurb=text(
            "Shoots wild at once rather than target first: it costs two points, and from afar nearly "
            "everything."
        ),
    ),
    StockItem(
        id="hitman",
        name=template("Hitman"),
        temper="careful",
        portrait="gangster",
        sheet=stock_sheet(
            4,
            3,
            {"firearms": 5, "fast-draw": 5, "melee": 3, "brawling": 3},
            ["heavy-pistol", "knife"],
            ready=0,
            initiative=12,
            armour=["vest"],
        ),
        blurb=text("Draws as a free action, targets in the same phase, and calls the head in the next."),
    ),
    StockItem(
        id="bodyguard",
        name=template("Bodyguard"),
        portrait="commando",
        sheet=stock_sheet(
            4,
            4,
            {"firearms": 4, "melee": 3, "brawling": 4, "fast-draw": 3},
            ["heavy-pistol", "club"],
            armour=["vest"],
            initiative=11,
        ),
        blurb=text("Keeps the pistol on whoever came closest, and does not change targets for a shout."),
    ),
    StockItem(
        id="assault-officer",
        name=template("Assault officer"),
        portrait="grenadier",
        sheet=stock_sheet(
            3,
            4,
            {"firearms": 4, "melee": 3, "brawling": 3},
            ["carbine", "club"],
            armour=["suit", "vest", "helmet"],
            move=4,
        ),
        blurb=text(
            "Bursts through the door, a phase each. Where vest and suit lie over one another the better "
            "counts."
        ),
    ),
    StockItem(
        id="rebel",
        name=template("Rebel"),
        temper="reckless",
        portrait="rebel",
        sheet=stock_sheet(
            3,
            3,
            {"firearms": 2, "melee": 2, "brawling": 2},
            ["carbine", "knife"],
        ),
        blurb=text(
            "Full auto, for a whole round, and thirty rounds last for three of them. Then comes the knife."
        ),
    ),
    StockItem(
        id="ranger",
        name=template("Game warden"),
        temper="careful",
        portrait="rifleman",
        side=OTHERS,
        sheet=stock_sheet(
            3,
            3,
            {"firearms": 4, "melee": 2, "brawling": 2, template("track"): 4},
            ["rifle", "knife"],
        ),
        blurb=text("Shoots to stop at twenty cells: targets, aims once, and calls a leg."),
    ),
    StockItem(
        id="deserter",
        name=template("Deserter"),
        temper="fearful",
        portrait="militia",
        sheet=stock_sheet(
            2,
            3,
            {"firearms": 3, "brawling": 2},
            ["rifle"],
            armour=["helmet"],
            initiative=9,
        ),
        blurb=text(
            "Declares before all others and hopes that nobody heard. Gives up at the first wound that "
            "cripples."
        ),
    ),
    StockItem(
        id="security",
        name=template("Security guard"),
        portrait="policeman",
        sheet=stock_sheet(
            2,
            3,
            {"firearms": 2, "melee": 2, "brawling": 3},
            ["light-pistol", "club"],
            armour=["vest"],
        ),
        blurb=text("Should have called first. Two of them at one door, one targeting, one talking."),
    ),
)

BLADES = (
    StockItem(
        id="mugger",
        name=template("Mugger"),
        temper="fearful",
        portrait="thief",
        sheet=stock_sheet(3, 3, {"melee": 2, "brawling": 3}, ["knife"]),
        blurb=text("Wants a surprised victim: a full round without an answer. One who answers sees a back."),
    ),
    StockItem(
        id="ganger",
        name=template("Ganger"),
        temper="reckless",
        portrait="thug",
        sheet=stock_sheet(
            3,
            4,
            {"melee": 3, "brawling": 3, "firearms": 1},
            ["club", "light-pistol"],
        ),
        blurb=text("Comes in threes. Who parries parries all of them, and strikes none."),
    ),
    StockItem(
        id="knife-fighter",
        name=template("Knife fighter"),
        portrait="assassin",
        sheet=stock_sheet(
            5,
            3,
            {"melee": 5, "brawling": 3, "fast-draw": 4},
            ["knife"],
            initiative=12,
            move=6,
        ),
        blurb=text("Hears first whether somebody parries, then calls an arm: what it held falls down."),
    ),
    StockItem(
        id="swordsman",
        name=template("Swordsman"),
        portrait="duellist",
        sheet=stock_sheet(
            4,
            3,
            {"melee": 5, "brawling": 2},
            ["sword"],
            armour=["vest"],
        ),
        blurb=text("Parries a phase, strikes a phase. Strike when he strikes: nobody does both at once."),
    ),
    StockItem(
        id="fist-fighter",
        name=template("Ring fighter"),
        portrait="fighter",
        sheet=stock_sheet(4, 5, {"brawling": 6}),
        blurb=text(
            "One die of damage a blow, but six dice to place it: flesh wounds add up, nine are enough."
        ),
    ),
    StockItem(
        id="cultist",
        name=template("Cultist"),
        temper="reckless",
        portrait="cultist",
        sheet=stock_sheet(2, 4, {"melee": 2, "brawling": 2}, ["knife"]),
        blurb=text("Walks into the sights of whoever attacks the altar, and does not evade."),
    ),
)

BYSTANDERS = (
    StockItem(
        id="bartender",
        name=template("Bartender"),
        temper="careful",
        portrait="innkeeper",
        side=OTHERS,
        sheet=stock_sheet(
            3,
            4,
            {"brawling": 3, "melee": 3, "firearms": 2},
            ["club", "rifle"],
            ready=0,
        ),
        blurb=text(
            "Two things lie under the bar. The club is for regulars; the rifle takes a phase to come up."
        ),
    ),
    StockItem(
        id="clerk",
        name=template("Clerk"),
        temper="fearful",
        portrait="scholar",
        side=OTHERS,
        sheet=stock_sheet(2, 2, {"brawling": 1}, initiative=9),
        blurb=text("Evades, and then evades again. Knows the code of the door if somebody asks kindly."),
    ),
    StockItem(
        id="reporter",
        name=template("Reporter"),
        temper="careful",
        portrait="minstrel",
        side=OTHERS,
        sheet=stock_sheet(
            4,
            2,
            {"brawling": 2, template("notice"): 5, template("persuasion"): 4},
            initiative=11,
            move=6,
        ),
        blurb=text("Stands where the picture is best, which is never behind cover. Somebody worth saving."),
    ),
)
