"""What the traits, Edges and things of the book are called; what a sheet makes up is called by its id."""

from collections.abc import Mapping

from rules.engine.text import Text, Words, text

ATTRIBUTES: Mapping[str, Text] = {
    "agility": text("Agility"),
    "smarts": text("Smarts"),
    "spirit": text("Spirit"),
    "strength": text("Strength"),
    "vigor": text("Vigor"),
}
SKILLS: Mapping[str, Text] = {
    "academics": text("Academics"),
    "athletics": text("Athletics"),
    "battle": text("Battle"),
    "boating": text("Boating"),
    "common-knowledge": text("Common knowledge"),
    "driving": text("Driving"),
    "electronics": text("Electronics"),
    "faith": text("Faith"),
    "fighting": text("Fighting"),
    "focus": text("Focus"),
    "gambling": text("Gambling"),
    "hacking": text("Hacking"),
    "healing": text("Healing"),
    "intimidation": text("Intimidation"),
    "language": text("Language"),
    "notice": text("Notice"),
    "occult": text("Occult"),
    "performance": text("Performance"),
    "persuasion": text("Persuasion"),
    "piloting": text("Piloting"),
    "psionics": text("Psionics"),
    "repair": text("Repair"),
    "research": text("Research"),
    "riding": text("Riding"),
    "science": text("Science"),
    "shooting": text("Shooting"),
    "spellcasting": text("Spellcasting"),
    "stealth": text("Stealth"),
    "survival": text("Survival"),
    "taunt": text("Taunt"),
    "thievery": text("Thievery"),
    "weird-science": text("Weird science"),
}
EDGES: Mapping[str, Text] = {
    "quick": text("Quick"),
    "level-headed": text("Level Headed"),
    "improved-level-headed": text("Improved Level Headed"),
    "dodge": text("Dodge"),
    "hesitant": text("Hesitant"),
}
"""The Edges and the Hindrance that have an effect here (SW-01, SW-10)."""


def trait_name(id_: str) -> Words:
    """Call an attribute or a skill; one that is not of the book is called by its id, as somebody typed it."""
    return ATTRIBUTES.get(id_) or SKILLS.get(id_) or id_.replace("-", " ").capitalize()


def edge_name(id_: str) -> Words:
    """Call an Edge or a Hindrance; what a sheet keeps as a note is called as somebody typed it."""
    return EDGES.get(id_) or (id_.replace("-", " ").title() if id_.islower() else id_)
