"""Wild Cards whom players might play."""

from rules.engine.shown import HEROES
from rules.engine.system import StockItem
from rules.engine.text import template, text
from rules.systems.savage.sheet.gear_stock import called
from rules.systems.savage.sheet.stock.stock_sheet import wild_card

HERO_STOCK = (
    StockItem(
        id="duellist",
        name=template("Duellist"),
        portrait="duellist",
        side=HEROES,
        sheet={"stock": "duellist"},
        blurb=text("A Wild Card with a long sword, quick feet and a leather jacket."),
    ),
    StockItem(
        id="gunslinger",
        name=template("Gunslinger"),
        temper="careful",
        portrait="gunslinger",
        side=HEROES,
        sheet={"stock": "gunslinger"},
        blurb=text("A Wild Card who shoots better than most and should not be caught at arm's length."),
    ),
    StockItem(
        id="scholar",
        name=template("Spell scholar"),
        temper="careful",
        portrait="scholar",
        side=HEROES,
        sheet=wild_card(
            "d6 d10 d8 d4 d6",
            "spellcasting d8, notice d8, fighting d4, athletics d4, riding d4",
            ["bolt", "knife"],
            edges=["level-headed"],
        ),
        blurb=text("A Wild Card with bolts of force, who keeps her head and the better of two cards."),
    ),
    StockItem(
        id="brawler",
        name=template("Axe brawler"),
        temper="reckless",
        portrait="axeman",
        side=HEROES,
        sheet=wild_card(
            "d6 d4 d8 d10 d10",
            "fighting d10, athletics d6, notice d4, shooting d4",
            ["great-axe", "club"],
            ["padded-coat", "steel-helmet"],
            hindrances=["hesitant"],
        ),
        blurb=text("A Wild Card who is slow to begin and hard to stop."),
    ),
    StockItem(
        id="lancer",
        name=template("Lancer"),
        portrait="lancer",
        side=HEROES,
        sheet=wild_card(
            "d8 d6 d8 d8 d8",
            "fighting d8, riding d10, athletics d6, notice d6",
            ["lance", "medium-shield", "long-sword"],
            ["chain-shirt", "steel-helmet"],
            edges=["quick"],
        ),
        blurb=text("A Wild Card for the saddle. Give her a war horse and room for a charge."),
    ),
    StockItem(
        id="sheriff",
        name=template("Sheriff"),
        portrait="sheriff",
        side=HEROES,
        sheet=wild_card(
            "d8 d6 d8 d6 d8",
            "shooting d8, fighting d6, riding d6, athletics d6, notice d8, intimidation d8",
            ["pistol", "double-shotgun"],
            ["leather-vest"],
            edges=["level-headed"],
        ),
        blurb=text("Keeps the better of two cards, and both barrels for whoever does not listen."),
    ),
    StockItem(
        id="swashbuckler",
        name=template("Swashbuckler"),
        temper="reckless",
        portrait="cavalier",
        side=HEROES,
        sheet=wild_card(
            "d10 d6 d8 d6 d6",
            "fighting d10, athletics d8, taunt d8, notice d6, riding d6",
            [called("short-sword", "rapier", template("Rapier")), "knife"],
            edges=["quick", "dodge"],
        ),
        blurb=text("A blade in each hand, seldom a low card, and always where the shot is not. Wears silk."),
    ),
    StockItem(
        id="sharpshooter",
        name=template("Sharpshooter"),
        temper="careful",
        portrait="markswoman",
        side=HEROES,
        sheet=wild_card(
            "d10 d8 d6 d6 d6",
            "shooting d10, notice d10, athletics d6, fighting d4, stealth d8, survival d6",
            ["rifle", "knife"],
            edges=["level-headed"],
        ),
        blurb=text(
            "With a turn of aim nothing on the map is out of range. Needs somebody between her and it."
        ),
    ),
    StockItem(
        id="prizefighter",
        name=template("Prizefighter"),
        portrait="fighter",
        side=HEROES,
        sheet=wild_card(
            "d8 d6 d8 d10 d10",
            "fighting d10, athletics d8, notice d6, intimidation d6",
            edges=["dodge"],
            toughness_bonus=1,
        ),
        blurb=text(
            "Fists that leave others lying without killing them. The armed find such a one easier to hit."
        ),
    ),
    StockItem(
        id="preacher",
        name=template("Travelling preacher"),
        temper="careful",
        portrait="priest",
        side=HEROES,
        sheet=wild_card(
            "d6 d8 d10 d6 d8",
            "faith d10, fighting d6, healing d8, persuasion d8, athletics d4, notice d6",
            [called("bolt", "wrath", template("Word of wrath"), skill="faith"), "club"],
            ["padded-coat"],
        ),
        blurb=text(
            "Shakes sinners from afar by a word, shakes off fright by Spirit, and binds wounds afterwards."
        ),
    ),
    StockItem(
        id="soldier-of-fortune",
        name=template("Soldier of fortune"),
        portrait="commando",
        side=HEROES,
        sheet=wild_card(
            "d8 d6 d6 d8 d8",
            "shooting d8, athletics d8, fighting d6, notice d6, stealth d6, driving d6",
            ["submachine-gun", "grenade"],
            ["leather-jacket", "steel-helmet"],
        ),
        blurb=text(
            "Three shots at one target, or a pin and a count of three. Has been paid for neither yet."
        ),
    ),
)
"""The two Wild Cards of the rules (SW-18), and more of our own."""
