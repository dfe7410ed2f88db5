"""Machines that fight: their guns are parts of their bodies, and their plating is natural DR."""

from rules.engine.system import StockItem
from rules.engine.text import template, text
from rules.systems.gurps.sheet.natural_weapons import part_of_the_body
from rules.systems.gurps.sheet.weapon_stock import STOCK_WEAPONS

_BUILT_IN_LASER = part_of_the_body(
    STOCK_WEAPONS["laser-rifle"], id="built-in-laser", name=template("Built-in laser")
)
_BUILT_IN_RIFLE = part_of_the_body(
    STOCK_WEAPONS["assault-rifle"], id="built-in-rifle", name=template("Built-in rifle")
)
_BUILT_IN_SMG = part_of_the_body(
    STOCK_WEAPONS["smg"], id="built-in-smg", name=template("Built-in submachine gun")
)

MACHINES = (
    StockItem(
        id="sentry-robot",
        name=template("Sentry robot"),
        temper="dull",
        portrait="sentry",
        sheet={
            "ST": 15,
            "DX": 10,
            "IQ": 6,
            "HT": 12,
            "Per": 12,
            "basic_move": 4,
            "skills": {"guns-smg": 13, "brawling": 10},
            "weapons": [_BUILT_IN_SMG],
            "dr": {"all": 6},
        },
        blurb=text("Fires on whoever crosses the line that it guards, and follows nobody beyond it."),
    ),
    StockItem(
        id="android",
        name=template("Android guard"),
        portrait="android",
        sheet={
            "ST": 14,
            "DX": 13,
            "IQ": 11,
            "HT": 12,
            "skills": {"guns-pistol": 14, "karate": 14, "tactics": 12},
            "advantages": ["combat-reflexes"],
            "weapons": ["pistol"],
            "dr": {"all": 2},
        },
        blurb=text("Looks like a person until the first bullet. Parries blades with a bare forearm."),
    ),
    StockItem(
        id="drone",
        name=template("Gun drone"),
        temper="careful",
        portrait="drone",
        sheet={
            "ST": 7,
            "DX": 13,
            "IQ": 5,
            "HT": 10,
            "Per": 13,
            "sm": -2,
            "basic_move": 10,
            "skills": {"beam-weapons": 13},
            "weapons": [_BUILT_IN_LASER],
            "dr": {"all": 2},
            "body": "shapeless",
        },
        blurb=text("Small, quick and thin-skinned: it circles at thirty yards and is hard to hit there."),
    ),
    StockItem(
        id="turret",
        name=template("Gun turret"),
        temper="dull",
        portrait="turret",
        sheet={
            "ST": 18,
            "DX": 10,
            "IQ": 4,
            "HT": 12,
            "Per": 12,
            "basic_speed": 1,
            "basic_move": 0,
            "skills": {"guns-rifle": 14},
            "weapons": [_BUILT_IN_RIFLE],
            "dr": {"all": 8},
            "body": "shapeless",
        },
        blurb=text(
            "Takes no step, so it dodges badly and never gives way. Come from where it does not look."
        ),
    ),
    StockItem(
        id="walker",
        name=template("Battle walker"),
        portrait="walker",
        size=2,
        sheet={
            "ST": 30,
            "DX": 10,
            "IQ": 8,
            "HT": 12,
            "Per": 11,
            "sm": 2,
            "basic_move": 7,
            "skills": {"guns-rifle": 14, "liquid-projector": 13, "brawling": 11},
            "weapons": [
                _BUILT_IN_RIFLE,
                part_of_the_body(
                    STOCK_WEAPONS["flamethrower"],
                    id="built-in-flamethrower",
                    name=template("Built-in flamethrower"),
                ),
            ],
            "dr": {"all": 20},
            "body": "many-legged",
        },
        blurb=text(
            "Most bullets ring off it. A beam halves the plating, acid thins it, and the rest takes courage."
        ),
    ),
    StockItem(
        id="loader",
        name=template("Cargo robot"),
        temper="dull",
        portrait="loader",
        sheet={
            "ST": 25,
            "DX": 9,
            "IQ": 5,
            "HT": 12,
            "sm": 1,
            "basic_move": 4,
            "skills": {"brawling": 11},
            "dr": {"all": 4},
        },
        blurb=text("Built to stack crates. Its fist is a crate that comes at your chest."),
    ),
)
