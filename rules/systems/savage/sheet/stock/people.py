"""Extras: they share a card with their group, and one wound takes them out."""

from rules.engine.shown import OTHERS
from rules.engine.system import StockItem
from rules.engine.text import template, text
from rules.systems.savage.sheet.gear_stock import called
from rules.systems.savage.sheet.stock.stock_sheet import extra

PEOPLE_STOCK = (
    StockItem(
        id="thug",
        name=template("Thug"),
        temper="reckless",
        portrait="thief",
        sheet={"stock": "thug", "group": "thug"},
        blurb=text("An Extra with a club. They come in gangs, and share a card."),
    ),
    StockItem(
        id="guard",
        name=template("Guard"),
        portrait="guard",
        sheet={"stock": "guard", "group": "guard"},
        blurb=text("An Extra behind a shield and a chain shirt."),
    ),
    StockItem(
        id="gunman",
        name=template("Gunman"),
        portrait="rifleman",
        sheet={"stock": "gunman", "group": "gunman"},
        blurb=text("An Extra with a rifle, good at keeping heads down."),
    ),
    StockItem(
        id="spearman",
        name=template("Spearman"),
        temper="careful",
        portrait="spearman",
        sheet=extra(
            "spearman",
            "d6 d4 d6 d8 d8",
            "fighting d6, athletics d6, notice d4",
            ["spear"],
            ["padded-coat"],
        ),
        blurb=text("An Extra on Hold with a spear is what riders think of at night."),
    ),
    StockItem(
        id="sapper",
        name=template("Sapper"),
        temper="careful",
        portrait="sapper",
        sheet=extra(
            "sapper",
            "d6 d8 d6 d8 d6",
            "athletics d8, shooting d6, fighting d4, notice d6",
            ["grenade", "pistol"],
            ["leather-jacket"],
        ),
        blurb=text("An Extra with grenades, which do not always land where they should."),
    ),
    StockItem(
        id="bandit",
        name=template("Bandit"),
        portrait="raider",
        sheet=extra(
            "bandit",
            "d6 d4 d6 d6 d6",
            "shooting d6, fighting d6, riding d6, athletics d6, notice d6",
            ["pistol", "knife"],
        ),
        blurb=text("Shoots from the saddle or from behind the water trough, whichever is nearer."),
    ),
    StockItem(
        id="archer",
        name=template("Archer"),
        temper="careful",
        portrait="archer",
        sheet=extra(
            "archer",
            "d8 d6 d6 d6 d6",
            "shooting d6, fighting d4, athletics d6, notice d6",
            ["bow", "short-sword"],
            ["padded-vest"],
        ),
        blurb=text(
            "A dozen inches without a penalty, and no answer to a charge but to step behind the spears."
        ),
    ),
    StockItem(
        id="swordsman",
        name=template("Sword-and-buckler man"),
        portrait="two-blades",
        sheet=extra(
            "swordsman",
            "d8 d6 d6 d8 d6",
            "fighting d8, athletics d6, notice d6",
            ["short-sword", "small-shield"],
            ["leather-jacket"],
        ),
        blurb=text("Knows the trade: a d8 in Fighting makes a row of these worth a name of their own."),
    ),
    StockItem(
        id="axe-guard",
        name=template("Axe guard"),
        temper="reckless",
        portrait="barbarian",
        sheet=extra(
            "axe-guard",
            "d6 d4 d6 d10 d8",
            "fighting d6, athletics d6, notice d4",
            ["great-axe"],
            ["padded-coat"],
        ),
        blurb=text("Easily hit and soon down, but each axe that comes through goes through armour too."),
    ),
    StockItem(
        id="cutthroat",
        name=template("Cutthroat"),
        portrait="assassin",
        sheet=extra(
            "cutthroat",
            "d8 d6 d6 d6 d6",
            "fighting d6, athletics d8, stealth d8, notice d6",
            ["knife", called("knife", "second-knife", template("Second knife"))],
        ),
        blurb=text(
            "Two knives are a point better than one, and both can be thrown. Looks for whoever stands alone."
        ),
    ),
    StockItem(
        id="cultist",
        name=template("Cultist"),
        temper="reckless",
        portrait="cultist",
        sheet=extra(
            "cultist",
            "d6 d6 d8 d6 d6",
            "fighting d6, athletics d4, occult d6, notice d4",
            [called("knife", "ritual-knife", template("Ritual knife"))],
        ),
        blurb=text("Gangs up without fear of the answer, and gets over a fright sooner than most."),
    ),
    StockItem(
        id="soldier",
        name=template("Soldier"),
        portrait="soldier",
        sheet=extra(
            "soldier",
            "d6 d6 d6 d6 d6",
            "shooting d6, fighting d6, athletics d6, notice d6",
            ["rifle", called("knife", "bayonet", template("Bayonet"))],
            ["steel-helmet"],
        ),
        blurb=text("A rifle, a helmet and orders: half of them shoot while the other half runs."),
    ),
    StockItem(
        id="stormtrooper",
        name=template("Storm trooper"),
        portrait="trooper",
        sheet=extra(
            "stormtrooper",
            "d8 d6 d6 d8 d8",
            "shooting d8, fighting d6, athletics d8, notice d6",
            ["submachine-gun", "grenade"],
            ["leather-jacket", "steel-helmet"],
        ),
        blurb=text(
            "Three dice a burst at close quarters. What misses may find whoever stands beside the target."
        ),
    ),
    StockItem(
        id="deputy",
        name=template("Deputy"),
        temper="careful",
        portrait="cowboy",
        sheet=extra(
            "deputy",
            "d6 d6 d6 d6 d6",
            "shooting d6, fighting d6, riding d6, athletics d6, notice d6",
            ["shotgun", "club"],
        ),
        blurb=text("A shotgun forgives bad aim: two better to hit, and three dice of harm at short range."),
    ),
    StockItem(
        id="flame-trooper",
        name=template("Flame trooper"),
        temper="reckless",
        portrait="grenadier",
        sheet=extra(
            "flame-trooper",
            "d6 d6 d6 d8 d8",
            "shooting d6, fighting d4, athletics d6, notice d4",
            ["flamethrower"],
            ["leather-jacket", "steel-helmet"],
        ),
        blurb=text("Everybody in nine inches of cone, friend and foe. Shoot first, and from farther away."),
    ),
    StockItem(
        id="rocketeer",
        name=template("Rocket gunner"),
        temper="careful",
        portrait="gunner",
        sheet=extra(
            "rocketeer",
            "d6 d6 d6 d8 d6",
            "shooting d6, fighting d4, athletics d6, notice d6",
            ["rocket-launcher"],
            ["steel-helmet"],
        ),
        blurb=text("Four dice and AP 9 in a medium blast: the answer to walkers, and to knots of heroes."),
    ),
    StockItem(
        id="rider",
        name=template("Light rider"),
        portrait="lancer",
        sheet=extra(
            "rider",
            "d8 d4 d6 d8 d6",
            "fighting d6, riding d8, athletics d6, notice d6",
            ["lance", "small-shield"],
            ["leather-jacket"],
        ),
        blurb=text("Six inches of run-up make four points of harm. On foot the lance is only long."),
    ),
    StockItem(
        id="sailor",
        name=template("Sailor"),
        temper="reckless",
        portrait="sailor",
        sheet=extra(
            "sailor",
            "d6 d4 d6 d6 d6",
            "fighting d6, athletics d8, boating d6, notice d4",
            [called("club", "belaying-pin", template("Belaying pin")), "knife"],
        ),
        blurb=text("Swings in on a rope and hits with what the ship had lying about."),
    ),
    StockItem(
        id="villager",
        name=template("Villager with a fork"),
        temper="fearful",
        portrait="farmer",
        side=OTHERS,
        sheet=extra(
            "villager",
            "d6 d4 d6 d6 d6",
            "fighting d4, athletics d4, notice d4",
            [called("improvised-medium", "pitchfork", template("Pitchfork"))],
        ),
        blurb=text("Two worse to hit with what is no weapon, but six of them round one raider are a gang."),
    ),
    StockItem(
        id="bystander",
        name=template("Bystander"),
        temper="fearful",
        portrait="merchant",
        side=OTHERS,
        sheet=extra("bystander", "d6 d6 d6 d6 d6", "notice d6, persuasion d6"),
        blurb=text("Nobody's enemy and everybody's concern, above all of those who fire bursts."),
    ),
)
"""The three Extras of the rules (SW-18), and more of our own."""
