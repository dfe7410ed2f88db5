"""The combatants that stand ready for the GM: those of SW-18, and some of our own with gear of theirs.

Extras of a kind are a group: they share a card with each other, not with every Extra of their side (SW-21).
"""

from collections.abc import Mapping
from typing import Any

from rules.engine.shown import HEROES, OTHERS
from rules.engine.system import StockItem
from rules.engine.text import text

_SCHOLAR: Mapping[str, Any] = {
    "wild_card": True,
    "attributes": {"agility": "d6", "smarts": "d10", "spirit": "d8", "strength": "d4", "vigor": "d6"},
    "skills": {"spellcasting": "d8", "notice": "d8", "fighting": "d4", "athletics": "d4", "riding": "d4"},
    "edges": ["level-headed"],
    "weapons": ["bolt", "knife"],
}
_BRAWLER: Mapping[str, Any] = {
    "wild_card": True,
    "attributes": {"agility": "d6", "smarts": "d4", "spirit": "d8", "strength": "d10", "vigor": "d10"},
    "skills": {"fighting": "d10", "athletics": "d6", "notice": "d4", "shooting": "d4"},
    "hindrances": ["hesitant"],
    "weapons": ["great-axe", "club"],
    "armour": ["padded-coat", "steel-helmet"],
}
_LANCER: Mapping[str, Any] = {
    "wild_card": True,
    "attributes": {"agility": "d8", "smarts": "d6", "spirit": "d8", "strength": "d8", "vigor": "d8"},
    "skills": {"fighting": "d8", "riding": "d10", "athletics": "d6", "notice": "d6"},
    "edges": ["quick"],
    "weapons": ["lance", "medium-shield", "long-sword"],
    "armour": ["chain-shirt", "steel-helmet"],
}
_SAPPER: Mapping[str, Any] = {
    "group": "sapper",
    "attributes": {"agility": "d6", "smarts": "d8", "spirit": "d6", "strength": "d8", "vigor": "d6"},
    "skills": {"athletics": "d8", "shooting": "d6", "fighting": "d4", "notice": "d6"},
    "weapons": ["grenade", "pistol"],
    "armour": ["leather-jacket"],
}
_SPEARMAN: Mapping[str, Any] = {
    "group": "spearman",
    "attributes": {"agility": "d6", "smarts": "d4", "spirit": "d6", "strength": "d8", "vigor": "d8"},
    "skills": {"fighting": "d6", "athletics": "d6", "notice": "d4"},
    "weapons": ["spear"],
    "armour": ["padded-coat"],
}
_HOUND: Mapping[str, Any] = {
    "group": "hound",
    "kind": "animal",
    "attributes": {"agility": "d8", "smarts": "d4", "spirit": "d6", "strength": "d6", "vigor": "d6"},
    "skills": {"fighting": "d6", "athletics": "d8", "notice": "d10"},
    "weapons": ["bite"],
    "pace": 8,
    "run_die": "d10",
    "toughness_bonus": -1,
}

STOCK = (
    StockItem(
        id="duellist",
        name="Duellist",
        portrait="duellist",
        side=HEROES,
        sheet={"stock": "duellist"},
        blurb=text("A Wild Card with a long sword, quick feet and a leather jacket."),
    ),
    StockItem(
        id="gunslinger",
        name="Gunslinger",
        temper="careful",
        portrait="gunslinger",
        side=HEROES,
        sheet={"stock": "gunslinger"},
        blurb=text("A Wild Card who shoots better than most and should not be caught at arm's length."),
    ),
    StockItem(
        id="scholar",
        name="Spell scholar",
        temper="careful",
        portrait="scholar",
        side=HEROES,
        sheet=_SCHOLAR,
        blurb=text("A Wild Card with bolts of force, who keeps her head and the better of two cards."),
    ),
    StockItem(
        id="brawler",
        name="Axe brawler",
        temper="reckless",
        portrait="axeman",
        side=HEROES,
        sheet=_BRAWLER,
        blurb=text("A Wild Card who is slow to begin and hard to stop."),
    ),
    StockItem(
        id="lancer",
        name="Lancer",
        portrait="lancer",
        side=HEROES,
        sheet=_LANCER,
        blurb=text("A Wild Card for the saddle. Give her a war horse and room for a charge."),
    ),
    StockItem(
        id="thug",
        name="Thug",
        temper="reckless",
        portrait="thief",
        sheet={"stock": "thug", "group": "thug"},
        blurb=text("An Extra with a club. They come in gangs, and share a card."),
    ),
    StockItem(
        id="guard",
        name="Guard",
        portrait="guard",
        sheet={"stock": "guard", "group": "guard"},
        blurb=text("An Extra behind a shield and a chain shirt."),
    ),
    StockItem(
        id="gunman",
        name="Gunman",
        portrait="rifleman",
        sheet={"stock": "gunman", "group": "gunman"},
        blurb=text("An Extra with a rifle, good at keeping heads down."),
    ),
    StockItem(
        id="spearman",
        name="Spearman",
        temper="careful",
        portrait="spearman",
        sheet=_SPEARMAN,
        blurb=text("An Extra on Hold with a spear is what riders think of at night."),
    ),
    StockItem(
        id="sapper",
        name="Sapper",
        temper="careful",
        portrait="sapper",
        sheet=_SAPPER,
        blurb=text("An Extra with grenades, which do not always land where they should."),
    ),
    StockItem(
        id="war-horse",
        name="War horse",
        temper="fearful",
        portrait="horse",
        side=HEROES,
        sheet={"stock": "war-horse"},
        blurb=text("May be ridden, acts with its rider, and kicks."),
    ),
    StockItem(
        id="hound",
        name="Hunting hound",
        temper="reckless",
        portrait="hound",
        side=HEROES,
        sheet=_HOUND,
        blurb=text("An Extra with teeth that nobody outruns."),
    ),
    StockItem(
        id="door",
        name="Heavy door",
        portrait="door",
        side=OTHERS,
        sheet={"kind": "object", "object": "heavy-door"},
        blurb=text("A thing: Toughness 10, and one blow must reach it."),
    ),
    StockItem(
        id="lock",
        name="Lock",
        portrait="lock",
        side=OTHERS,
        sheet={"kind": "object", "object": "lock"},
        blurb=text("A thing: Toughness 8."),
    ),
)
"""The six of the rules, more of our own, and two things to break."""
