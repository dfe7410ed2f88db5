"""The Savage Worlds-style system: action cards, exploding dice, Wild Cards and Extras."""

from rules.engine.declared.about import About
from rules.engine.text import text

ABOUT = About(
    id="savage",
    name="Savage Worlds-style",
    summary=text("Action cards, dice that explode, Wild Cards with Bennies against gangs of Extras."),
    character_files="an actor of Foundry’s SWADE, exported as JSON",
)
