"""A 3d6 game: one-second turns, maneuvers, hit locations, active defences."""

from rules.engine.declared.about import About
from rules.engine.text import text

ABOUT = About(
    id="gurps",
    name="GURPS-style 3d6",
    summary=text("Turns of one second, three dice under a number, active defences, hit locations."),
    character_files="characters of GCS (.gcs) and actors of Foundry’s GURPS Game Aid, exported as JSON",
)
