"""People of all trades, most of them against the heroes."""

from rules.engine.shown import OTHERS
from rules.engine.system import StockItem
from rules.engine.text import template, text
from rules.systems.tesseris.sheet.stock.stock_sheet import stock_sheet

FIRST_TWO = (
    StockItem(
        id="militia",
        name=template("Militia"),
        temper="fearful",
        portrait="militia",
        sheet={"stock": "militia"},
        blurb=text(
            "Five rounds of rifle and little heart for more: a threat, or a friend who falls, and they are "
            "off."
        ),
    ),
    StockItem(
        id="trooper",
        name=template("Trooper"),
        portrait="soldier",
        sheet={"stock": "trooper"},
        blurb=text("Bursts and full auto from an assault rifle, in flak."),
    ),
)
BRUTE = StockItem(
    id="brute",
    name=template("Brute"),
    temper="reckless",
    portrait="barbarian",
    sheet={"stock": "brute"},
    blurb=text(
        "A club, mail, and a grip that holds: grapples, pins, and then takes all the time in the world."
    ),
)

FIGHTING_PEOPLE = (
    StockItem(
        id="watchman",
        name=template("Watchman"),
        temper="careful",
        portrait="watch",
        sheet=stock_sheet(
            "3 3 3 2 3 2",
            {"melee": 2, "athletics": 2, "awareness": 2, "intimidation": 1, "resolve": 1},
            ["club", "knife"],
            armour="leather",
            gear=["shield"],
        ),
        blurb=text("Wants prisoners: knocks out with the club and blocks with the shield until more come."),
    ),
    StockItem(
        id="spearman",
        name=template("Spearman"),
        portrait="spearman",
        sheet=stock_sheet(
            "3 3 3 2 3 2",
            {"melee": 2, "athletics": 1, "awareness": 1, "resolve": 2},
            ["spear", "knife"],
            armour="mail",
        ),
        blurb=text(
            "Steady in a line: two beside one foe have the better of him. The point takes one off any armour."
        ),
    ),
    StockItem(
        id="shield-bearer",
        name=template("Shield-bearer"),
        portrait="guard",
        sheet=stock_sheet(
            "4 3 3 2 4 2",
            {"melee": 2, "athletics": 4, "resolve": 2},
            ["sword"],
            armour="mail",
            gear=["shield"],
        ),
        blurb=text(
            "Puts the shield before others who have given up defending. Go round, or spend its ticks for it."
        ),
    ),
    StockItem(
        id="sellsword",
        name=template("Sellsword"),
        portrait="fighter",
        sheet=stock_sheet(
            "4 3 3 2 3 2",
            {"melee": 3, "athletics": 2, "acrobatics": 1, "intimidation": 1, "resolve": 1},
            ["greatsword", "knife"],
            armour="flak",
        ),
        blurb=text(
            "One all-out blow with the greatsword ends most quarrels. Strike in the same round: the defence "
            "is down."
        ),
    ),
    StockItem(
        id="pit-fighter",
        name=template("Pit fighter"),
        temper="reckless",
        portrait="martial-artist",
        sheet=stock_sheet(
            "4 4 3 2 3 2",
            {"melee": 4, "acrobatics": 2, "athletics": 2, "intimidation": 2, "resolve": 2},
            traits=["martial-artist"],
        ),
        blurb=text("Parries steel with bare hands and beats people dazed, then staggered, then asleep."),
    ),
    StockItem(
        id="sailor",
        name=template("Sailor"),
        temper="reckless",
        portrait="sailor",
        sheet=stock_sheet(
            "4 3 3 2 3 3",
            {"melee": 2, "athletics": 2, "acrobatics": 2, "throwing": 1},
            ["knife", "throwing-knife"],
        ),
        blurb=text("Grapples first and stabs inside the grapple, where long blades are of no use."),
    ),
    StockItem(
        id="knife-thrower",
        name=template("Knife thrower"),
        temper="careful",
        portrait="rogue",
        sheet=stock_sheet(
            "3 4 4 2 2 3",
            {"throwing": 3, "acrobatics": 2, "stealth": 2, "melee": 1, "deception": 1},
            ["throwing-knife", "knife"],
            cloak="greatcoat",
        ),
        blurb=text(
            "Keeps three or four yards away, where a throw has its bonus, and puts an arm's strength in it."
        ),
    ),
    StockItem(
        id="highwayman",
        name=template("Highwayman"),
        temper="reckless",
        portrait="bandit",
        sheet=stock_sheet(
            "3 3 3 2 3 3",
            {"ballistics": 2, "melee": 2, "athletics": 1, "intimidation": 2},
            ["blunderbuss", "sword"],
            cloak="greatcoat",
        ),
        blurb=text(
            "One shot at six yards, which nobody forgets. Then it is three ticks of loading, or the sword."
        ),
    ),
    StockItem(
        id="poacher",
        name=template("Poacher"),
        temper="careful",
        portrait="ranger",
        sheet=stock_sheet(
            "3 4 4 2 2 2",
            {"archery": 3, "stealth": 3, "awareness": 2, "acrobatics": 1, "melee": 1},
            ["bow", "knife"],
            armour="leather",
        ),
        blurb=text("Begins unseen, with a bonus for it, and moves on after two arrows."),
    ),
    StockItem(
        id="rifleman",
        name=template("Rifleman"),
        temper="careful",
        portrait="rifleman",
        sheet=stock_sheet(
            "3 3 4 2 3 2",
            {"ballistics": 3, "awareness": 1, "athletics": 1, "resolve": 1},
            ["rifle", "knife"],
            armour="leather",
        ),
        blurb=text(
            "Five rounds from behind a wall, one calculated shot a turn. Loads again when it is quiet."
        ),
    ),
    StockItem(
        id="marksman",
        name=template("Marksman"),
        temper="careful",
        portrait="marksman",
        sheet=stock_sheet(
            "2 3 5 3 3 2",
            {"ballistics": 4, "stealth": 2, "awareness": 2, "resolve": 1},
            ["rifle", "pistol"],
            cloak="greatcoat",
        ),
        blurb=text(
            "Aims for one tick and calls the shot with four: the head, through most armour. Make him move."
        ),
    ),
    StockItem(
        id="deserter",
        name=template("Deserter"),
        temper="fearful",
        portrait="trooper",
        sheet=stock_sheet(
            "3 3 3 2 1 2",
            {"ballistics": 2, "melee": 1, "athletics": 1, "acrobatics": 1},
            ["assault-rifle", "knife"],
            armour="flak",
        ),
        blurb=text("Empties the magazine at noises. One who is threatened well runs."),
    ),
    StockItem(
        id="assassin",
        name=template("Assassin"),
        temper="careful",
        portrait="assassin",
        sheet=stock_sheet(
            "3 5 4 3 3 3",
            {"melee": 4, "stealth": 4, "acrobatics": 3, "throwing": 2, "deception": 2},
            ["knife", "throwing-knife"],
            armour="leather",
            bonus_ticks=1,
        ),
        blurb=text("Six ticks a round: two stabs, a step and a dodge. Who defends well outlasts it."),
    ),
)

OTHER_PEOPLE = (
    StockItem(
        id="constable",
        name=template("Constable"),
        temper="careful",
        portrait="policeman",
        side=OTHERS,
        sheet=stock_sheet(
            "3 3 3 3 3 3",
            {"ballistics": 2, "melee": 2, "athletics": 1, "intimidation": 2, "scrutiny": 2, "resolve": 2},
            ["club", "revolver"],
            held=["club", "revolver"],
            cloak="armoured-coat",
        ),
        blurb=text("Holds one at gunpoint and talks to the others. Shoots when the hands come down."),
    ),
    StockItem(
        id="zealot",
        name=template("Zealot"),
        temper="reckless",
        portrait="cultist",
        sheet=stock_sheet(
            "3 3 3 2 5 2",
            {"melee": 1, "resolve": 4, "psy": 1},
            ["knife"],
            stamina_bonus=2,
        ),
        blurb=text(
            "Is hard to frighten or to talk round, stays awake with no stamina left, and comes on with a "
            "knife."
        ),
    ),
    StockItem(
        id="mesmerist",
        name=template("Mesmerist"),
        temper="careful",
        portrait="gentleman",
        sheet=stock_sheet(
            "2 3 4 4 4 5",
            {"charm": 3, "deception": 4, "psy": 3, "scrutiny": 2, "ballistics": 2, "resolve": 2},
            ["pistol"],
            cloak="greatcoat",
            dapper=3,
        ),
        blurb=text(
            "Talks the strongest of you into guarding the wrong door. Short words and a club are the answer."
        ),
    ),
    StockItem(
        id="courtier",
        name=template("Courtier"),
        temper="careful",
        portrait="noble",
        sheet=stock_sheet(
            "2 4 3 3 3 5",
            {"melee": 2, "charm": 4, "persuasion": 2, "scrutiny": 2, "acrobatics": 1, "resolve": 1},
            ["sword"],
            dapper=4,
        ),
        blurb=text(
            "Charms one admirer after the other, who should not strike then. The sword is for ornament."
        ),
    ),
    StockItem(
        id="broker",
        name=template("Broker"),
        temper="fearful",
        portrait="merchant",
        side=OTHERS,
        sheet=stock_sheet(
            "2 2 4 4 3 4",
            {"barter": 4, "persuasion": 2, "scrutiny": 3, "ballistics": 1, "resolve": 1},
            ["pistol"],
            dapper=2,
        ),
        blurb=text("Bribes the other side in the middle of a fight, from behind a desk."),
    ),
    StockItem(
        id="chaplain",
        name=template("Chaplain"),
        portrait="priest",
        side=OTHERS,
        sheet=stock_sheet(
            "3 2 3 3 5 4",
            {"resolve": 4, "leadership": 3, "persuasion": 2, "medicine": 1, "melee": 2, "athletics": 1},
            ["club"],
        ),
        blurb=text("Motivates, rallies, inspires: a company with a chaplain is slow to run."),
    ),
    StockItem(
        id="bystander",
        name=template("Bystander"),
        temper="fearful",
        portrait="innkeeper",
        side=OTHERS,
        sheet=stock_sheet(
            "3 2 3 2 2 3",
            {"athletics": 1, "melee": 1},
            ["club"],
        ),
        blurb=text("Dives for cover, if there is some. Somebody will have to defend this one."),
    ),
)
