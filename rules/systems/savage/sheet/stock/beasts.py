"""Beasts to ride, to fear and to run from, and vermin by the swarm (SW-11, our ruling SW-R63)."""

from rules.engine.shown import HEROES, OTHERS
from rules.engine.system import StockItem
from rules.engine.text import template, text
from rules.systems.savage.sheet.stock.stock_sheet import extra, wild_card

BEAST_STOCK = (
    StockItem(
        id="war-horse",
        name=template("War horse"),
        temper="fearful",
        portrait="horse",
        side=HEROES,
        sheet={"stock": "war-horse"},
        blurb=text("May be ridden, acts with its rider, and kicks."),
    ),
    StockItem(
        id="riding-horse",
        name=template("Riding horse"),
        temper="fearful",
        portrait="horse",
        side=OTHERS,
        sheet=extra(
            "riding-horse",
            "d8 d4 d6 d10 d8",
            "fighting d4, athletics d8, notice d6",
            ["hooves"],
            kind="animal",
            pace=10,
            run_die="d8",
            toughness_bonus=2,
            mountable=True,
        ),
        blurb=text(
            "Faster than a war horse and less willing: it carries its rider to a fight and out of it."
        ),
    ),
    StockItem(
        id="hound",
        name=template("Hunting hound"),
        temper="reckless",
        portrait="hound",
        side=HEROES,
        sheet=extra(
            "hound",
            "d8 d4 d6 d6 d6",
            "fighting d6, athletics d8, notice d10",
            ["bite"],
            kind="animal",
            pace=8,
            run_die="d10",
            toughness_bonus=-1,
        ),
        blurb=text("An Extra with teeth that nobody outruns."),
    ),
    StockItem(
        id="wolf",
        name=template("Wolf"),
        portrait="wolf",
        sheet=extra(
            "wolf",
            "d8 d4 d6 d6 d8",
            "fighting d6, athletics d8, notice d10, stealth d8",
            ["bite"],
            kind="animal",
            pace=8,
            run_die="d10",
            toughness_bonus=-1,
        ),
        blurb=text("One alone is nothing. Five around you hit as if they were trained, and share a card."),
    ),
    StockItem(
        id="bear",
        name=template("Bear"),
        portrait="bear",
        sheet=wild_card(
            "d6 d4 d8 d12+2 d12",
            "fighting d8, athletics d6, notice d8",
            ["claws", "bite"],
            kind="animal",
            pace=8,
            toughness_bonus=2,
            bennies=1,
        ),
        blurb=text("Takes three wounds like a hero and gives them back. Would rather have the fish."),
    ),
    StockItem(
        id="boar",
        name=template("Wild boar"),
        temper="reckless",
        portrait="boar",
        sheet=extra(
            "boar",
            "d6 d4 d8 d8 d8",
            "fighting d6, athletics d6, notice d6",
            ["tusks"],
            kind="animal",
            pace=8,
            natural_armour=1,
        ),
        blurb=text("Never turns aside and never tires of coming back. Have a spear, or a tree."),
    ),
    StockItem(
        id="tiger",
        name=template("Tiger"),
        portrait="big-cat",
        sheet=wild_card(
            "d10 d4 d8 d12 d8",
            "fighting d8, athletics d8, notice d8, stealth d10",
            ["claws", "bite"],
            kind="animal",
            pace=8,
            run_die="d10",
            toughness_bonus=1,
            bennies=1,
        ),
        blurb=text("Starts on Hold in the reeds with nobody the wiser, and one of you fails to notice."),
    ),
    StockItem(
        id="giant-snake",
        name=template("Giant snake"),
        temper="dull",
        portrait="snake",
        sheet=extra(
            "giant-snake",
            "d8 d4 d6 d10 d8",
            "fighting d6, athletics d6, notice d8, stealth d8",
            ["coils", "bite"],
            kind="animal",
            pace=4,
            toughness_bonus=1,
        ),
        blurb=text(
            "Slow on the ground and quick with its head. Walking away from it gives it one free bite."
        ),
    ),
    StockItem(
        id="giant-spider",
        name=template("Giant spider"),
        temper="careful",
        portrait="spider",
        sheet=extra(
            "giant-spider",
            "d10 d4 d6 d8 d6",
            "fighting d8, athletics d10, notice d8, stealth d10",
            ["bite"],
            kind="animal",
            pace=8,
            natural_armour=1,
        ),
        blurb=text("Good at Athletics, so it wins most interruptions: it holds above the door and drops."),
    ),
    StockItem(
        id="giant-scorpion",
        name=template("Giant scorpion"),
        portrait="insect",
        sheet=extra(
            "giant-scorpion",
            "d8 d4 d6 d10 d8",
            "fighting d8, athletics d6, notice d6",
            ["sting", "claws"],
            kind="animal",
            natural_armour=3,
        ),
        blurb=text("Armoured on every spot. Bullets with AP and raises are what it is open to."),
    ),
    StockItem(
        id="eagle",
        name=template("Giant eagle"),
        temper="careful",
        portrait="eagle",
        sheet=extra(
            "eagle",
            "d8 d4 d6 d8 d6",
            "fighting d6, athletics d8, notice d12",
            ["talons"],
            kind="animal",
            pace=12,
            run_die="d12",
        ),
        blurb=text("Crosses the map in a turn. Leaving costs it a free blow from everybody beside it."),
    ),
)

SWARM_STOCK = (
    StockItem(
        id="rat-swarm",
        name=template("Swarm of rats"),
        temper="reckless",
        portrait="rats",
        sheet=extra(
            "rat-swarm",
            "d8 d4 d10 d4 d8",
            "fighting d6, athletics d6, notice d6",
            ["bite"],
            kind="animal",
            toughness_bonus=-1,
        ),
        blurb=text("Small dice that may explode all the same, and a Spirit that is not Shaken for long."),
    ),
    StockItem(
        id="bat-swarm",
        name=template("Swarm of bats"),
        temper="reckless",
        portrait="bat",
        sheet=extra(
            "bat-swarm",
            "d10 d4 d8 d4 d6",
            "fighting d6, athletics d10, notice d8",
            ["bite"],
            edges=["dodge"],
            kind="animal",
            pace=8,
            toughness_bonus=-1,
        ),
        blurb=text(
            "Dodges shots, keeps rifles from firing by hanging about them, and falls to one clean blow."
        ),
    ),
)
"""Many that fight as one."""
