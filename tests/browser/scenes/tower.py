"""A fight on three levels to play in tests: a hall, a gallery over its right side, a cellar below it."""

from pathlib import Path
from typing import Any

from rules.map.map_json import read_map
from tests.browser.fights import lay_out_fight, standing, walled
from webapp.store.rows import TableRow

LEVELS: tuple[dict[str, Any], ...] = (
    {"id": "hall", "name": "Hall", "elevation": 0, "at": [0, 0], "cols": 12, "rows": 9},
    {"id": "gallery", "name": "Gallery", "elevation": 3, "at": [14, 0], "cols": 6, "rows": 9, "over": [6, 0]},
    {"id": "cellar", "name": "Cellar", "elevation": -3, "at": [22, 0], "cols": 6, "rows": 6, "over": [0, 0]},
)
PASSAGES: tuple[dict[str, Any], ...] = (
    {"kind": "stairs", "joins": [[[5, 7], [14, 7]]], "cost": 2},
    {"kind": "ladder", "joins": [[[1, 1], [23, 1]]]},
    {"kind": "hole", "cells": [[17, 3]]},
)
WALLS = (
    ("rail", (14, 0), (14, 6), "low", "wood"),
    ("beam", (4, 0), (4, 4), "wall", "stone"),
    ("cask", (25, 3), (27, 3), "low", "wood"),
)
CAST = (
    ("aldric", "Aldric", "heroes", (5, 6), {"stock": "knight"}),
    ("nia", "Nia", "heroes", (8, 4), {"stock": "grenadier"}),
    ("thug", "Thug", "robbers", (16, 4), {"stock": "thug"}),
    ("rook", "Rook", "robbers", (24, 2), {"stock": "thug"}),
)


def lay_out(data: Path) -> TableRow:
    """Put a table with this fight into a data folder."""
    grid = {"kind": "square", "cols": 28, "rows": 9, "unit": "yd", "per_cell": 1}
    levels = {"levels": list(LEVELS), "passages": list(PASSAGES)}
    return lay_out_fight(
        data,
        "The Tower",
        system="gurps",
        name="The tower",
        battle_map=read_map({"grid": grid, "walls": walled(WALLS), "surface": "stone", **levels}),
        combatants=standing(CAST),
    )
