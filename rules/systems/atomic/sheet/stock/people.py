"""People of all trades, most of them against the heroes."""

from rules.engine.shown import OTHERS
from rules.engine.system import StockItem
from rules.engine.text import template, text
from rules.systems.atomic.sheet.stock.stock_sheet import stock_sheet

FIRST_PEOPLE = (
    StockItem(
        id="raider",
        name=template("Belt raider"),
        temper="reckless",
        portrait="raider",
        sheet=stock_sheet(
            "11 10 9 8 7 10 10",
            {"melee": 40, "ranged": 40, "parry": 30, "dodge": 30},
            ["blast-pistol", "combat-knife"],
            "light",
        ),
        blurb=text("A pistol, a knife, a patched vest. Dangerous in sixes."),
    ),
    StockItem(
        id="markswoman",
        name=template("Ridge markswoman"),
        temper="careful",
        portrait="markswoman",
        sheet=stock_sheet(
            "10 13 11 10 10 9 10",
            {"melee": 30, "ranged": 65, "parry": 30, "dodge": 40},
            ["anti-materiel-rifle", "hold-out-blaster"],
            "light",
            epithet="patient",
        ),
        blurb=text(
            "Waits far off with a rifle made for engines, and is in trouble once somebody comes near."
        ),
    ),
    StockItem(
        id="brute",
        name=template("Dock brute"),
        temper="reckless",
        portrait="dock-brute",
        sheet=stock_sheet(
            "16 9 12 10 10 15 10",
            {"unarmed": 55, "melee": 50, "parry": 40, "dodge": 20},
            ["combat-staff"],
            "medium",
            epithet="hulking",
        ),
        blurb=text("Slow, broad, and hard to put down; swings a cargo staff."),
    ),
)

PEOPLE_STOCK = (
    StockItem(
        id="void-pirate",
        name=template("Void pirate"),
        temper="reckless",
        portrait="pirate",
        sheet=stock_sheet(
            "12 12 11 9 9 11 12",
            {"unarmed": 35, "melee": 50, "ranged": 45, "parry": 45, "dodge": 40},
            ["vibro-blade", "blast-pistol"],
            "light",
            epithet="swaggering",
            ready=["vibro-blade", "blast-pistol"],
        ),
        blurb=text(
            "One shot through the lock, then over the threshold with the blade. Fights worst when made to "
            "wait."
        ),
    ),
    StockItem(
        id="boarder",
        name=template("Boarding trooper"),
        portrait="astronaut",
        sheet=stock_sheet(
            "13 11 11 9 8 13 8",
            {"unarmed": 45, "melee": 45, "ranged": 55, "parry": 40, "dodge": 30},
            ["blast-rifle", "combat-knife"],
            "heavy",
        ),
        blurb=text(
            "Vacuum armour all over: pistols only scratch it. Pierce it, or press him hand to hand, where "
            "the "
            "rifle is dead weight."
        ),
    ),
    StockItem(
        id="patrolman",
        name=template("Patrol officer"),
        temper="careful",
        portrait="policeman",
        side=OTHERS,
        sheet=stock_sheet(
            "12 11 12 11 11 12 10",
            {"unarmed": 50, "melee": 50, "ranged": 50, "parry": 45, "dodge": 35},
            ["laser-pistol", "combat-staff"],
            "medium",
            shield=True,
        ),
        blurb=text(
            "Calls for surrender twice, blocks with the shield meanwhile, then shoots. Comes in pairs."
        ),
    ),
    StockItem(
        id="cadet",
        name=template("Patrol cadet"),
        temper="fearful",
        portrait="constable",
        side=OTHERS,
        sheet=stock_sheet(
            "10 12 8 11 10 9 9",
            {"unarmed": 30, "ranged": 35, "parry": 30, "dodge": 35},
            ["blast-pistol"],
            "light",
            epithet="eager",
        ),
        blurb=text("Brave up to the first wound. Then it matters who is in command."),
    ),
    StockItem(
        id="smuggler",
        name=template("Smuggler"),
        temper="careful",
        portrait="rogue",
        sheet=stock_sheet(
            "10 13 11 12 13 10 15",
            {"unarmed": 35, "melee": 35, "ranged": 50, "parry": 30, "dodge": 50},
            ["blast-pistol", "hold-out-blaster"],
            epithet="slippery",
        ),
        blurb=text(
            "Knows the second way out. Shoots to make others duck, and keeps a small blaster for the search."
        ),
    ),
    StockItem(
        id="gunhand",
        name=template("Moon-town gunhand"),
        portrait="gunslinger",
        sheet=stock_sheet(
            "11 14 13 9 10 11 10",
            {"unarmed": 40, "ranged": 65, "parry": 30, "dodge": 45},
            ["blast-pistol", "hold-out-blaster"],
            "light",
            epithet="cold-eyed",
        ),
        blurb=text(
            "Acts before most and hits two times in three. Behind the famous pistol there is nothing but a "
            "vest."
        ),
    ),
    StockItem(
        id="assassin",
        name=template("Guild assassin"),
        temper="careful",
        portrait="assassin",
        sheet=stock_sheet(
            "11 15 13 12 10 10 16",
            {"unarmed": 60, "melee": 70, "ranged": 45, "parry": 55, "dodge": 60},
            ["vibro-blade", "hold-out-blaster"],
            epithet="silent",
        ),
        blurb=text(
            "Should be put down unseen: who is not aware cannot defend. In the open, two or three hits end "
            "it."
        ),
    ),
    StockItem(
        id="disciple",
        name=template("Disciple of the Black Star"),
        temper="reckless",
        portrait="cultist",
        sheet=stock_sheet(
            "10 10 16 8 7 10 8",
            {"unarmed": 30, "melee": 40, "parry": 25, "dodge": 25},
            ["combat-knife"],
            epithet="fervent",
        ),
        blurb=text("Poor with the knife, but seldom done when dying: most of them get up for one last blow."),
    ),
    StockItem(
        id="venusian",
        name=template("Venusian duellist"),
        portrait="duellist",
        sheet=stock_sheet(
            "11 15 13 11 14 10 12",
            {"unarmed": 45, "melee": 70, "ranged": 35, "parry": 70, "dodge": 45},
            ["force-sword"],
            epithet="haughty",
        ),
        blurb=text(
            "The first parry of a turn nearly always holds; the third does not. Come at him from three "
            "sides, or shoot."
        ),
    ),
    StockItem(
        id="gauss-gunner",
        name=template("Gauss gunner"),
        temper="careful",
        portrait="gunner",
        sheet=stock_sheet(
            "14 10 11 9 8 12 8",
            {"melee": 35, "ranged": 60, "parry": 30, "dodge": 25},
            ["gauss-rifle", "combat-knife"],
            "medium",
        ),
        blurb=text(
            "Covers a corridor from its far end, through any plate. Of no use once it comes to knives."
        ),
    ),
    StockItem(
        id="martian",
        name=template("Martian dune rider"),
        portrait="alien",
        sheet=stock_sheet(
            "10 14 12 11 9 12 13",
            {"unarmed": 35, "melee": 60, "ranged": 50, "parry": 50, "dodge": 50},
            ["laser-pistol", "combat-staff"],
            "light",
            epithet="far-seeing",
        ),
        blurb=text(
            "Turns about the enemy at pistol range and comes in when somebody has spent all defences."
        ),
    ),
    StockItem(
        id="agent",
        name=template("Secret agent"),
        temper="careful",
        portrait="detective",
        side=OTHERS,
        sheet=stock_sheet(
            "10 13 13 14 13 11 15",
            {"unarmed": 55, "melee": 40, "ranged": 55, "parry": 45, "dodge": 45},
            ["laser-pistol"],
            "light",
            epithet="unremarkable",
        ),
        blurb=text(
            "Has chosen the table with the wall behind it. Whose agent? The GM knows, or the log does."
        ),
    ),
    StockItem(
        id="saboteur",
        name=template("Saboteur"),
        temper="fearful",
        portrait="engineer",
        sheet=stock_sheet(
            "10 12 10 14 9 10 14",
            {"unarmed": 30, "melee": 35, "ranged": 35, "parry": 30, "dodge": 40},
            ["hold-out-blaster", "combat-knife"],
            epithet="nervous",
        ),
        blurb=text(
            "Wants one action at the reactor and a clear way out. Fights only whoever stands in either."
        ),
    ),
    StockItem(
        id="miner",
        name=template("Striking miner"),
        portrait="worker",
        side=OTHERS,
        sheet=stock_sheet(
            "15 10 11 8 8 14 8",
            {"unarmed": 45, "melee": 40, "parry": 35, "dodge": 20},
            ["combat-staff"],
            "light",
            epithet="angry",
        ),
        blurb=text("A crowbar, a helmet and a grievance. Soaks like a marine; stops when the foreman does."),
    ),
    StockItem(
        id="colonist",
        name=template("Frightened colonist"),
        temper="fearful",
        portrait="farmer",
        side=OTHERS,
        sheet=stock_sheet(
            "10 10 8 10 11 10 9",
            {"melee": 25, "dodge": 25},
            ["combat-staff"],
        ),
        blurb=text("Runs for the shelter. Somebody to be saved, and in everybody's line of fire."),
    ),
)
"""Further ones, of our own."""
