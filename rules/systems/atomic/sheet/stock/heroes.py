"""Those whom players play, or would like to."""

from rules.engine.shown import HEROES
from rules.engine.system import StockItem
from rules.engine.text import template, text
from rules.systems.atomic.sheet.stock.stock_sheet import armour_like, bite_like, stock_sheet

LEADS = (
    StockItem(
        id="kit",
        name=template("Kit Calloway, rocket jockey"),
        portrait="rocket-jockey",
        side=HEROES,
        sheet=stock_sheet(
            "10 15 13 12 13 10 11",
            {"unarmed": 40, "ranged": 60, "parry": 35, "dodge": 55},
            ["blast-pistol", "combat-knife"],
            epithet="daring",
        ),
        blurb=text("Quick on the draw and quicker out of the way; wears nothing that slows a pilot down."),
    ),
    StockItem(
        id="brannock",
        name=template("Sergeant Brannock, solar marine"),
        portrait="space-marine",
        side=HEROES,
        sheet=stock_sheet(
            "14 12 12 9 8 14 8",
            {"unarmed": 50, "melee": 55, "ranged": 70, "parry": 50, "dodge": 35},
            ["gauss-rifle", "vibro-blade"],
            "heavy",
            epithet="grizzled",
        ),
        blurb=text(
            "Twenty years of boarding ships in vacuum armour, with a rifle that goes through the same."
        ),
    ),
    StockItem(
        id="dutch",
        name=template("Dutch Vane, two-fisted bounty hunter"),
        portrait="bounty-hunter",
        side=HEROES,
        sheet=stock_sheet(
            "13 13 14 10 9 13 12",
            {"unarmed": 70, "melee": 60, "ranged": 45, "parry": 65, "dodge": 40},
            ["vibro-blade", "hold-out-blaster"],
            "light",
            epithet="two-fisted",
            shield=True,
        ),
        blurb=text("Comes close, shield first; two blades at once do not worry him."),
    ),
)
"""The three heroes of the rules."""

HEROES_STOCK = (
    StockItem(
        id="marlow",
        name=template("Captain Juno Marlow, star patrol"),
        portrait="star-captain",
        side=HEROES,
        sheet=stock_sheet(
            "11 14 15 13 14 12 12",
            {"unarmed": 45, "melee": 65, "ranged": 65, "parry": 60, "dodge": 50},
            ["laser-pistol", "force-sword"],
            "light",
            epithet="unflinching",
            ready=["laser-pistol", "force-sword"],
        ),
        blurb=text(
            "Laser in the left hand, force sword in the right: shoots on the way in, parries once she is "
            "there."
        ),
    ),
    StockItem(
        id="farrow",
        name=template("Doctor Imogen Farrow, ship's surgeon"),
        temper="careful",
        portrait="doctor",
        side=HEROES,
        sheet=stock_sheet(
            "9 12 14 16 13 12 11",
            {"ranged": 35, "parry": 30, "dodge": 45},
            ["hold-out-blaster"],
            epithet="soft-spoken",
        ),
        blurb=text(
            "Stays a zone behind the shooting. Her small blaster is for whoever comes between her and a "
            "patient."
        ),
    ),
    StockItem(
        id="quist",
        name=template("Professor Aurel Quist, inventor"),
        temper="fearful",
        portrait="scientist",
        side=HEROES,
        sheet=stock_sheet(
            "8 11 10 18 11 9 13",
            {"ranged": 40, "dodge": 35},
            ["laser-pistol"],
            armour_like("medium", "force-belt", template("Force belt")),
            epithet="absent-minded",
        ),
        blurb=text(
            "Wears a force belt of his own making, as good as patrol armour. He would rather "
            "work the device in the corner than shoot."
        ),
    ),
    StockItem(
        id="tobias",
        name=template("Tobias, tin butler"),
        portrait="robot",
        side=HEROES,
        sheet=stock_sheet(
            "16 10 16 12 14 16 6",
            {"unarmed": 55, "parry": 45, "dodge": 25},
            [bite_like("combat-staff", "steel-grip", template("Steel grip"))],
            armour_like("medium", "tin-hull", template("Tin hull")),
            epithet="loyal",
        ),
        blurb=text(
            "Steps between his people and the trouble, begs its pardon and holds on. Hard to stop, slow to "
            "dodge."
        ),
    ),
    StockItem(
        id="hobb",
        name=template("Old Hobb, asteroid prospector"),
        temper="careful",
        portrait="sapper",
        side=HEROES,
        sheet=stock_sheet(
            "12 10 13 11 7 15 12",
            {"unarmed": 35, "melee": 45, "ranged": 50, "parry": 35, "dodge": 30},
            ["blast-rifle", "combat-staff"],
            "light",
            epithet="stubborn",
        ),
        blurb=text("One careful shot from behind a rock, then the next rock. Soaks three hits in four."),
    ),
)
"""Further ones, of our own."""
