"""The ready-made fights, read from their JSON.

Boxes become the four walls round each of them, and `rects` of ground and heights ([column, row, columns,
rows]) the cells within.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rules.engine.shown import StockItem
from rules.engine.system import find_system
from rules.map.map_json import read_map
from rules.map.model import BattleMap, WallKind
from webapp.importers.picture_size import WEBP, header_size
from webapp.importers.pictures import Picture

_INSET = 0.15  # cells: a step past a crate's corner does not climb over it
_FOLDER = Path(__file__).parent / "ready_made"
GANTRY, BRIDGE, MILL, BAR, YARD = "gantry", "bridge", "mill", "bar", "yard"
ONE_A_SYSTEM = (GANTRY, BRIDGE, MILL, BAR, YARD)
"""A fight of each system, the one that a first start brings first: for what is slow to try with all."""
READY_MADE = (
    *(GANTRY, "berth", "canal"),
    *(BRIDGE, "opera", "pass"),
    *(MILL, "chapel", "market"),
    *(BAR, "bank", "rooftop"),
    *(YARD, "pier", "temple"),
)
"""All fights by the names of their folders, in the order in which they are offered."""


@dataclass(frozen=True, slots=True)
class Box:
    """Something rectangular that stands on the floor; place and size in cells."""

    id: str
    kind: WallKind
    material: str
    at: tuple[int, int]
    size: tuple[int, int]

    @property
    def edges(self) -> tuple[float, float, float, float]:
        """Give left, top, right and bottom; what blocks the way altogether fills its cells."""
        inset = _INSET if self.kind is WallKind.LOW else 0.0
        (x, y), (width, height) = self.at, self.size
        return x + inset, y + inset, x + width - inset, y + height - inset

    def walls(self) -> list[dict[str, Any]]:
        """Write its four sides down as a map has them."""
        left, top, right, bottom = self.edges
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        return [
            {
                "id": f"{self.id}-{number}",
                "from": list(corners[number]),
                "to": list(corners[(number + 1) % 4]),
                "kind": self.kind.value,
                "material": self.material,
            }
            for number in range(4)
        ]


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """Who won when a ready-made fight was rehearsed (`python -m tests.rehearsed_fights`)."""

    fights: int
    won: Mapping[str, int]
    """How many of them each side won; nobody won the others."""
    layout: str
    """The digest of what was rehearsed, see `Fight.layout`."""


@dataclass(frozen=True, slots=True)
class Fight:
    """A ready-made fight."""

    id: str
    blurb: str
    story: tuple[str, ...]
    """What makes it interesting, in paragraphs."""
    rehearsed: Rehearsed
    layout: str
    """A digest of the map and of who stands on it: another one than was rehearsed is another fight."""
    table_name: str
    name: str
    system: str
    map: BattleMap
    boxes: tuple[Box, ...]
    cast: tuple[dict[str, Any], ...]

    def combatants(self) -> list[dict[str, Any]]:
        """Write everybody down for the command `add`, with the sheets of the system's stock."""
        return [_from_stock(one, self.stock_item(one)) for one in self.cast]

    def stock_item(self, one: Mapping[str, Any]) -> StockItem:
        """Give the piece of the system's stock that somebody of the cast is."""
        return next(item for item in find_system(self.system).stock if item.id == one["stock"])


def _from_stock(one: Mapping[str, Any], item: StockItem) -> dict[str, Any]:
    own = {key: value for key, value in one.items() if key != "stock"}
    size = {"size": item.size} if item.size != 1 else {}
    sheet = {**item.sheet, **one.get("sheet", {})}
    return {"portrait": item.portrait, "temper": item.temper, **size, **own, "sheet": sheet}


def read_gantry() -> Fight:
    """Read the fight that a first start brings."""
    return read_fight(GANTRY)


@cache
def read_fight(id_: str) -> Fight:
    """Read one of the ready-made fights."""
    data = json.loads(fight_file(id_).read_text(encoding="utf-8"))
    boxes = tuple(
        Box(b["id"], WallKind(b["kind"]), b["material"], tuple(b["at"]), tuple(b["size"]))
        for b in data["boxes"]
    )
    walls = [*data["map"]["walls"], *(wall for box in boxes for wall in box.walls())]
    areas = {key: [_spread(area) for area in data["map"].get(key, ())] for key in ("ground", "elevation")}
    layout = json.dumps([data[key] for key in ("system", "map", "boxes", "combatants")], sort_keys=True)
    return Fight(
        id=id_,
        blurb=data["blurb"],
        story=tuple(data["story"]),
        rehearsed=Rehearsed(**data["rehearsed"]),
        layout=hashlib.sha256(layout.encode()).hexdigest()[:12],
        table_name=data["table"],
        name=data["name"],
        system=data["system"],
        map=read_map({**data["map"], **areas, "walls": walls}),
        boxes=boxes,
        cast=tuple(data["combatants"]),
    )


def _spread(area: Mapping[str, Any]) -> dict[str, Any]:
    """Write the cells of an area down one by one, as a map has them."""
    cells = [
        [column, row]
        for left, top, across, down in area.get("rects", ())
        for row in range(top, top + down)
        for column in range(left, left + across)
    ]
    rest = {key: value for key, value in area.items() if key != "rects"}
    return {**rest, "cells": [*area.get("cells", ()), *cells]}


def fight_file(fight_id: str) -> Path:
    """Name the file that says what stands on the map of a fight, and who."""
    return _FOLDER / fight_id / "fight.json"


def picture_file(fight_id: str) -> Path:
    """Name the file that `webapp.demo.painters` keeps the picture of a fight in."""
    return _FOLDER / fight_id / "picture.webp"


def fight_picture(fight_id: str) -> Picture | None:
    """Give the painted map of a ready-made fight; None for one that is played on the bare map."""
    file = picture_file(fight_id)
    if not file.is_file():
        return None
    data = file.read_bytes()
    size = header_size(data)
    assert size is not None, f"{file.name} is a WebP picture"
    return Picture(data, WEBP, *size)
