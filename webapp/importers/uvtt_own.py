"""The part of a Universal VTT file that our own export adds: the whole map, as long as it is still true."""

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from rules.engine.sheets.import_report import Notes
from rules.engine.text import text
from rules.map.map_json import MapError, read_map
from rules.map.model import BattleMap, GridKind, PictureBox, Point, Wall, WallKind
from webapp.exporters.uvtt_plain import OWN_KEY, OWN_VERSION, agree, extent, plain_fields
from webapp.importers.pictures import Picture, keep_picture
from webapp.importers.problem import ImportProblem
from webapp.importers.uvtt_file import UvttFile
from webapp.importers.uvtt_frame import MAX_CELLS
from webapp.importers.uvtt_walls import MAX_SEGMENTS, too_many_segments

_COMPARED = ("line_of_sight", "objects_line_of_sight", "portals", "lights")


@dataclass(frozen=True, slots=True)
class OwnPart:
    """Our part of a file: the map, how its picture is kept, and the digest of the one for other programs."""

    map: BattleMap
    picture: str
    sheet: str

    def agrees(self, fields: dict[str, Any]) -> bool:
        """Say whether the rest of the file still holds the walls, doors and lights of this map."""
        plain = plain_fields(self.map)
        return all(agree(plain[key], fields.get(key, [])) for key in _COMPARED)

    def has_size_of(self, fields: dict[str, Any]) -> bool:
        """Say whether the rest of the file still has the size of this map, and is cropped nowhere."""
        if self.map.grid.kind is GridKind.ZONES:
            return True  # its size is only that of how it is drawn
        return agree(plain_fields(self.map)["resolution"], fields.get("resolution"))


def read_own(file: UvttFile, notes: Notes) -> OwnPart | None:
    """Read our part; None where there is none, or it can't be used, which is noted."""
    own = file.fields.get(OWN_KEY)
    if own is None:
        return None
    if not isinstance(own, dict) or own.get("version") != OWN_VERSION:
        notes.doubtful.append(
            text("Another version of Battlemat wrote this file: only what others read was read.")
        )
        return None
    try:
        battle_map = read_map(_whole_numbers(own.get("map")))
    except MapError:
        notes.doubtful.append(
            text("Battlemat's own part of the file is damaged: only what others read was read.")
        )
        return None
    if max(battle_map.grid.cols, battle_map.grid.rows) > MAX_CELLS:
        said = text(
            "The map has {cols} x {rows} cells; at most {most} x {most} are read.",
            cols=battle_map.grid.cols,
            rows=battle_map.grid.rows,
            most=MAX_CELLS,
        )
        raise ImportProblem(said)
    if len(battle_map.walls) > MAX_SEGMENTS:
        raise too_many_segments(len(battle_map.walls))
    picture, sheet = (value if isinstance(value, str) else "" for value in map(own.get, ("picture", "sheet")))
    return OwnPart(battle_map, picture, sheet)


def own_picture(own: OwnPart, file: UvttFile, notes: Notes) -> tuple[BattleMap, Picture | None]:
    """Give our map with its picture: the one kept for us, unless the other was changed since.

    Raises:
        ImportProblem: if a picture is there and can't be read.
    """
    is_changed = file.picture is not None and sha256(file.picture).hexdigest() != own.sheet
    if is_changed and file.picture:
        notes.doubtful.append(
            text("The picture was changed in another program: that one lies under the map now.")
        )
        return replace(own.map, picture=_whole_sheet(own.map)), keep_picture(file.picture)
    if own.picture == "none":
        return own.map, None
    kept = file.own_picture if own.picture == "own" else file.picture
    if not kept:
        raise ImportProblem(text("The file has lost its picture: export the map again."))
    return own.map, keep_picture(kept)


def with_own_kinds(plain: BattleMap, own: OwnPart) -> BattleMap:
    """Add to a map of the file's walls what only our part knows: kinds, low walls, ground, heights, zones."""
    known = {frozenset((_near(wall.start), _near(wall.end))): wall for wall in own.map.walls}
    walls = [known.get(frozenset((_near(wall.start), _near(wall.end))), wall) for wall in plain.walls]
    low = [wall for wall in own.map.walls if wall.kind is WallKind.LOW]
    return replace(own.map, walls=_with_ids_once([*walls, *low]), lights=plain.lights, picture=plain.picture)


def _whole_sheet(battle_map: BattleMap) -> PictureBox:
    across, down = extent(battle_map)
    return PictureBox(at=(0.0, 0.0), size=(float(across), float(down)))


def _near(point: Point) -> Point:
    return round(point[0], 4) + 0.0, round(point[1], 4) + 0.0


def _with_ids_once(walls: list[Wall]) -> tuple[Wall, ...]:
    """Give each wall an id of its own where another has it already; the same wall twice is kept once."""
    taken: dict[str, Wall] = {}
    for wall in walls:
        if taken.get(wall.id) == wall:
            continue
        id_, number = wall.id, 1
        while id_ in taken:
            number += 1
            id_ = f"{wall.id}-{number}"
        taken[id_] = replace(wall, id=id_)
    return tuple(taken.values())


def _whole_numbers(value: Any) -> Any:
    """Turn whole floats into integers: the file was parsed with all its numbers as floats."""
    if isinstance(value, dict):
        return {key: _whole_numbers(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_whole_numbers(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
