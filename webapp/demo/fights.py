"""The ready-made fights, read from their JSON: boxes become the four walls round each of them."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

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
READY_MADE = ONE_A_SYSTEM
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
class Fight:
    """A ready-made fight."""

    id: str
    blurb: str
    table_name: str
    name: str
    system: str
    map: BattleMap
    boxes: tuple[Box, ...]
    cast: tuple[dict[str, Any], ...]

    def combatants(self) -> list[dict[str, Any]]:
        """Write everybody down for the command `add`, with the sheets of the system's stock."""
        stock = {item.id: item for item in find_system(self.system).stock}
        return [
            {
                "portrait": stock[one["stock"]].portrait,
                "temper": stock[one["stock"]].temper,
                **{key: value for key, value in one.items() if key != "stock"},
                "sheet": {**stock[one["stock"]].sheet, **one.get("sheet", {})},
            }
            for one in self.cast
        ]


def read_gantry() -> Fight:
    """Read the fight that a first start brings."""
    return read_fight(GANTRY)


@cache
def read_fight(id_: str) -> Fight:
    """Read one of the ready-made fights."""
    data = json.loads((_FOLDER / id_ / "fight.json").read_text(encoding="utf-8"))
    boxes = tuple(
        Box(b["id"], WallKind(b["kind"]), b["material"], tuple(b["at"]), tuple(b["size"]))
        for b in data["boxes"]
    )
    walls = [*data["map"]["walls"], *(wall for box in boxes for wall in box.walls())]
    return Fight(
        id=id_,
        blurb=data["blurb"],
        table_name=data["table"],
        name=data["name"],
        system=data["system"],
        map=read_map({**data["map"], "walls": walls}),
        boxes=boxes,
        cast=tuple(data["combatants"]),
    )


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
