"""What walks at night, and what never should have been made."""

from rules.engine.system import StockItem
from rules.engine.text import template, text
from rules.systems.savage.sheet.gear_stock import built_in, called
from rules.systems.savage.sheet.stock.stock_sheet import extra, wild_card

MONSTER_STOCK = (
    StockItem(
        id="goblin",
        name=template("Goblin"),
        temper="fearful",
        portrait="goblin",
        sheet=extra(
            "goblin",
            "d8 d6 d6 d4 d6",
            "fighting d6, athletics d6, stealth d8, notice d6, shooting d6",
            ["knife"],
            toughness_bonus=-1,
        ),
        blurb=text("Throws its knife, regrets it, and looks for a gang to stand in."),
    ),
    StockItem(
        id="orc",
        name=template("Orc"),
        temper="reckless",
        portrait="orc",
        sheet=extra(
            "orc",
            "d6 d4 d6 d8 d8",
            "fighting d6, athletics d6, notice d6, intimidation d8",
            ["long-sword", "small-shield"],
            ["leather-jacket"],
            toughness_bonus=1,
        ),
        blurb=text("Tougher than a guard in mail and twice as eager. Wild attacks, every time it can."),
    ),
    StockItem(
        id="ogre",
        name=template("Ogre"),
        temper="dull",
        portrait="ogre",
        sheet=wild_card(
            "d6 d4 d6 d12+3 d12",
            "fighting d8, athletics d6, notice d4, intimidation d8",
            [called("improvised-heavy", "tree-trunk", template("Tree trunk"))],
            pace=7,
            toughness_bonus=3,
            bennies=1,
        ),
        blurb=text("Misses more than it should with a trunk for a club, and needs to hit only once."),
    ),
    StockItem(
        id="troll",
        name=template("Troll"),
        temper="reckless",
        portrait="troll",
        sheet=wild_card(
            "d6 d4 d8 d12+2 d12",
            "fighting d8, athletics d6, notice d6",
            ["claws", "bite"],
            pace=7,
            natural_armour=1,
            toughness_bonus=2,
            bennies=2,
        ),
        blurb=text("Two Bennies, both for soaking. Fire from afar before it gets to anybody."),
    ),
    StockItem(
        id="zombie",
        name=template("Walking corpse"),
        temper="dull",
        portrait="zombie",
        sheet=extra(
            "zombie",
            "d4 d4 d4 d8 d6",
            "fighting d6, notice d4, athletics d4",
            ["bite"],
            pace=4,
            run_die="d4",
            toughness_bonus=2,
        ),
        blurb=text(
            "Needs a good hit to go down and comes by the dozen. You can outwalk it, if there is a way out."
        ),
    ),
    StockItem(
        id="skeleton",
        name=template("Skeleton"),
        temper="dull",
        portrait="skeleton",
        sheet=extra(
            "skeleton",
            "d8 d4 d4 d6 d6",
            "fighting d6, athletics d6, notice d4, shooting d6",
            ["short-sword", "small-shield"],
            toughness_bonus=1,
        ),
        blurb=text(
            "Quicker than a corpse, with an old sword and a shield. Fights in the ranks it was buried in."
        ),
    ),
    StockItem(
        id="werewolf",
        name=template("Werewolf"),
        temper="reckless",
        portrait="wolf",
        sheet=wild_card(
            "d10 d6 d8 d12 d10",
            "fighting d10, athletics d10, notice d10, stealth d8",
            ["claws", "bite"],
            pace=8,
            run_die="d10",
            toughness_bonus=1,
        ),
        blurb=text("Two claws a turn at a small loss each. Shake it, and spend the time well that it loses."),
    ),
    StockItem(
        id="slime",
        name=template("Ooze"),
        temper="dull",
        portrait="slime",
        sheet=extra(
            "slime",
            "d4 d4 d6 d10 d12",
            "fighting d6, athletics d4, notice d4",
            ["tentacles"],
            pace=3,
            toughness_bonus=4,
        ),
        blurb=text("A wall that comes nearer. Nothing is easier to hit or less impressed."),
    ),
    StockItem(
        id="golem",
        name=template("Clay golem"),
        temper="dull",
        portrait="golem",
        sheet=wild_card(
            "d6 d4 d8 d12+2 d12",
            "fighting d8, athletics d4, notice d6",
            [called("hooves", "fists", template("Fists of clay"))],
            pace=5,
            natural_armour=4,
            toughness_bonus=1,
            bennies=0,
        ),
        blurb=text("Has no luck to spend, only clay: armour 4 all over, which AP goes through."),
    ),
    StockItem(
        id="fire-elemental",
        name=template("Fire elemental"),
        temper="reckless",
        portrait="elemental",
        sheet=wild_card(
            "d10 d6 d8 d6 d8",
            "fighting d8, shooting d8, athletics d8, notice d6",
            [
                called("hooves", "burning-touch", template("Burning touch")),
                built_in("flamethrower", "gout", template("Gout of flame")),
            ],
            bennies=1,
        ),
        blurb=text("A cone of flame each turn, wherever two of you stand in line. Spread out and strike."),
    ),
    StockItem(
        id="demon",
        name=template("Horned demon"),
        portrait="demon",
        sheet=wild_card(
            "d8 d8 d10 d12 d10",
            "fighting d10, athletics d8, notice d8, intimidation d10, spellcasting d8",
            ["horns", "claws", called("bolt", "hellfire", template("Hellfire"))],
            pace=8,
            natural_armour=2,
            toughness_bonus=1,
        ),
        blurb=text("Hellfire from the gallery until somebody climbs up, then horns. Shrugs off knives."),
    ),
)
