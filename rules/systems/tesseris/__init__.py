"""Tesseris: ticks and reactions, pools of dT, cover that breaks, words that wound."""

from rules.engine.declared.about import About
from rules.engine.text import text
from rules.systems.tesseris.ten_sided import FREE_DIE

ABOUT = About(
    id="tesseris",
    name="Tesseris",
    summary=text("Ticks and reactions, pools of dice that explode, cover that breaks, words that wound."),
    free_dice={"T": FREE_DIE},
)
