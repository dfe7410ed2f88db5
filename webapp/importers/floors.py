"""Several floors brought at once: each file becomes a level, and all of them one map, side by side.

Universal VTT has one picture and no floors, so that a house of three comes as three files. Which lies above
which is read off their names where these say it; else they are stacked in the order of their names. Nothing
says where stairs are: these the GM puts.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import PureWindowsPath

from PIL import Image

from rules.engine.gm.level_edits import LONGEST_NAME
from rules.engine.sheets.import_report import Notes
from rules.engine.text import listed, text
from rules.map.level_json import put_levels
from rules.map.model import BattleMap, Cell, GridKind, Level, Point
from webapp.importers.pictures import MAX_SIDE, Picture, decode_kept, encode_brought
from webapp.importers.problem import ImportProblem
from webapp.importers.uvtt import ImportedMap

MAX_FLOORS = 12
MAX_COLUMNS = 1000
"""The most columns that all floors may have together."""
GAP = 2
"""Cells between two floors."""
STOREY = 3
"""How many cells high a storey is taken to be."""
_PAPER, _BESIDE = (228, 221, 204), (32, 36, 42)

_NUMBER = re.compile(r"(?<![a-z0-9])(?:floor|level|etage|stock|og|f|l)?\s*(\d{1,2})(?!\d|\s*x\s*\d)")
_BELOW = re.compile(r"(?<![a-z])(?:basement|cellar|underground|keller)\s*(\d{1,2})?")
_BELOW_BY_NUMBER = re.compile(r"(?<![a-z0-9])(?:ug|b)\s*(\d{1,2})(?!\d)")
_WORDS = {
    **dict.fromkeys(("ground", "erdgeschoss", "eg", "main"), 0),
    **dict.fromkeys(("first", "upper", "gallery", "balcony", "obergeschoss"), 1),
    "second": 2,
    "third": 3,
    "fourth": 4,
    **dict.fromkeys(("attic", "loft", "dachboden", "dachgeschoss"), 98),
    **dict.fromkeys(("roof", "dach"), 99),
}


@dataclass(frozen=True, slots=True)
class Floor:
    """One file as it was read, and the file's name."""

    filename: str
    imported: ImportedMap

    @property
    def stem(self) -> str:
        """Give the name without what only says of which kind the file is."""
        name = PureWindowsPath(self.filename).name
        return name.partition(".")[0].strip() or name


def stack(floors: Sequence[Floor]) -> ImportedMap:
    """Lay several maps side by side as levels of one.

    Raises:
        ImportProblem: if there are too many, or one of them cannot be a floor.
    """
    _check(floors)
    names = _names([floor.stem for floor in floors])
    heights = [height_of(floor.stem) for floor in floors]
    is_told = None not in heights and len(set(heights)) == len(heights)
    order = sorted(
        range(len(floors)), key=lambda n: (heights[n] or 0, []) if is_told else (0, _natural(names[n]))
    )
    stacked, titles = [floors[n] for n in order], [names[n] for n in order]
    above = [n for n, place in enumerate(order) if not is_told or (heights[place] or 0) >= 0]
    ground = above[0] if above else len(order)
    origins = _origins(stacked)
    notes = Notes()
    levels, parts, left = [], [], 0
    for number, floor in enumerate(stacked):
        grid = floor.imported.map.grid
        level = Level(
            id=f"floor-{number + 1}",
            name=titles[number],
            elevation=float(STOREY * (number - ground) * grid.per_cell),
            at=(left, 0),
            cols=grid.cols,
            rows=grid.rows,
            over=origins[number],
        )
        levels.append(level)
        parts.append(_moved(floor.imported.map, number + 1, left))
        left += grid.cols + GAP
    whole = _joined(parts, cols=left - GAP)
    picture = _picture(stacked, levels, whole)
    _note(notes, stacked, levels, is_told=is_told)
    return ImportedMap(map=put_levels(whole, tuple(levels), ()), picture=picture, report=notes.report())


def height_of(name: str) -> int | None:
    """Tell how many floors above the ground one is by its name; None where the name says nothing of it."""
    said = re.sub(r"[_\-.]+", " ", name.casefold())
    below = _BELOW.search(said) or _BELOW_BY_NUMBER.search(said)
    if below:
        return -int(below[1] or 1)
    for word in said.split():
        if word in _WORDS:
            return _WORDS[word]
    numbers = _NUMBER.findall(said)
    return int(numbers[-1]) if numbers else None


def _check(floors: Sequence[Floor]) -> None:
    if len(floors) > MAX_FLOORS:
        said = text(
            "Those are {files} files; at most {most} floors are read as one scene.",
            files=len(floors),
            most=MAX_FLOORS,
        )
        raise ImportProblem(said)
    for floor in floors:
        battle_map = floor.imported.map
        if battle_map.grid.kind is not GridKind.SQUARE:
            said = text("Its map has no squares, and cannot be a floor among others: bring it by itself.")
            raise ImportProblem(said).of_file(floor.filename)
        if battle_map.levels:
            said = text("Its map has levels already, and cannot be a floor among others: bring it by itself.")
            raise ImportProblem(said).of_file(floor.filename)
    columns = sum(floor.imported.map.grid.cols + GAP for floor in floors) - GAP
    if columns > MAX_COLUMNS:
        said = text(
            "Side by side the floors are {columns} cells wide; at most {most} are read. Bring fewer at once.",
            columns=columns,
            most=MAX_COLUMNS,
        )
        raise ImportProblem(said)


def _natural(name: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", name.casefold())]


def _names(stems: Sequence[str]) -> list[str]:
    """Give each floor what its name has for itself: of "Inn - Cellar" and "Inn - Attic" the last word."""
    words = [re.sub(r"[_\s]+", " ", stem).split(" ") for stem in stems]
    common = 0
    while all(len(each) > common + 1 for each in words) and len({each[common] for each in words}) == 1:
        common += 1
    names = [
        " ".join(each[common:]).strip(" -–·")[:LONGEST_NAME] or stem
        for each, stem in zip(words, stems, strict=True)
    ]
    return [name if names.count(name) == 1 else f"{name} ({n + 1})" for n, name in enumerate(names)]


def _origins(floors: Sequence[Floor]) -> list[Cell]:
    """Tell over which cells of the plan the floors begin.

    Files that were cut out of one drawing say where: that is believed where the floors then lie over one
    another; where they do not, they were drawn side by side, and their corners are laid over each other.
    """
    corners = [floor.imported.origin for floor in floors]
    boxes = [
        (x, y, floor.imported.map.grid.cols, floor.imported.map.grid.rows)
        for (x, y), floor in zip(corners, floors, strict=True)
    ]
    if len(set(corners)) == 1 or not all(_lie_over(one, other) for one, other in combinations(boxes, 2)):
        return [(0, 0)] * len(floors)
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    return [(x - left, y - top) for x, y in corners]


def _lie_over(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    """Say whether half of the smaller of two boxes lies over the other."""
    across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    down = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return across > 0 and down > 0 and 2 * across * down >= min(one[2] * one[3], other[2] * other[3])


def _moved(battle_map: BattleMap, number: int, left: int) -> BattleMap:
    """Give a floor's map as it lies so many columns to the right, with ids that no other floor has."""

    def point(at: Point) -> Point:
        return at[0] + left, at[1]

    def cells(each: Sequence[Cell]) -> tuple[Cell, ...]:
        return tuple((column + left, row) for column, row in each)

    def named(id_: str) -> str:
        return f"f{number}-{id_}"

    return replace(
        battle_map,
        walls=tuple(
            replace(w, id=named(w.id), start=point(w.start), end=point(w.end)) for w in battle_map.walls
        ),
        ground=tuple(replace(area, cells=cells(area.cells)) for area in battle_map.ground),
        elevation=tuple(replace(area, cells=cells(area.cells)) for area in battle_map.elevation),
        floors=tuple(replace(area, cells=cells(area.cells)) for area in battle_map.floors),
        zones=tuple(
            replace(
                zone,
                id=named(zone.id),
                polygon=tuple(map(point, zone.polygon)),
                links=tuple(map(named, zone.links)),
            )
            for zone in battle_map.zones
        ),
        lights=tuple(replace(light, at=point(light.at)) for light in battle_map.lights),
    )


def _joined(parts: Sequence[BattleMap], cols: int) -> BattleMap:
    first = parts[0]
    grid = replace(first.grid, cols=cols, rows=max(part.grid.rows for part in parts))
    return BattleMap(
        grid=grid,
        walls=tuple(wall for part in parts for wall in part.walls),
        ground=tuple(area for part in parts for area in part.ground),
        elevation=tuple(area for part in parts for area in part.elevation),
        zones=tuple(zone for part in parts for zone in part.zones),
        lights=tuple(light for part in parts for light in part.lights),
        floors=tuple(area for part in parts for area in part.floors),
        ambient=first.ambient,
        surface=first.surface,
    )


def _picture(floors: Sequence[Floor], levels: Sequence[Level], whole: BattleMap) -> Picture | None:
    """Lay the floors' pictures into one, as fine as the finest of them, as far as a picture may be large."""
    pictures = [floor.imported.picture for floor in floors]
    if not any(pictures):
        return None
    fine = max(p.width / level.cols for p, level in zip(pictures, levels, strict=True) if p is not None)
    pixels = min(fine, MAX_SIDE / max(whole.grid.cols, whole.grid.rows))
    sheet = Image.new("RGB", (round(whole.grid.cols * pixels), round(whole.grid.rows * pixels)), _BESIDE)
    for picture, level in zip(pictures, levels, strict=True):
        left, right = round(level.at[0] * pixels), round((level.at[0] + level.cols) * pixels)
        size = (right - left, round(level.rows * pixels))
        floor = Image.new("RGB", size, _PAPER)
        if picture is not None:
            drawn = decode_kept(picture.data)
            drawn = drawn if drawn.size == size else drawn.resize(size, Image.Resampling.LANCZOS)
            floor.paste(drawn, (0, 0), drawn if drawn.mode == "RGBA" else None)
        sheet.paste(floor, (left, 0))
    return encode_brought(sheet)


def _note(notes: Notes, floors: Sequence[Floor], levels: Sequence[Level], *, is_told: bool) -> None:
    maps = [floor.imported.map for floor in floors]
    names = listed([level.name for level in levels])
    said = text("Read {count} floors as levels, the lowest first: {names}.", count=len(levels), names=names)
    notes.read.append(said)
    doubts = notes.doubtful
    if not is_told:
        doubts.append(text("The names do not say which floor lies above which: their order was taken."))
    doubts.append(text("Each floor is taken to be {cells} cells high: see Draw, Levels.", cells=STOREY))
    if len({level.over for level in levels}) > 1:
        doubts.append(text("How the floors lie over one another the files say: check it at Draw, Levels."))
    elif len({(level.cols, level.rows) for level in levels}) > 1:
        said = text(
            "The floors are not of one size, and nothing says how they lie over one another: their upper "
            "left corners do. Change it at Draw, Levels."
        )
        doubts.append(said)
    if len({battle_map.ambient for battle_map in maps}) > 1:
        doubts.append(text("The floors are not equally light: all are taken as the lowest one is."))
    if len({battle_map.grid.per_cell for battle_map in maps}) > 1:
        doubts.append(text("Cells of the floors measure differently: all are taken as on the lowest one."))
    notes.dropped.append(text("Universal VTT says nothing of stairs: put them with Draw, Stairs."))
    for floor, level in zip(floors, levels, strict=True):
        report = floor.imported.report
        for lines, into in (
            (report.read, notes.read),
            (report.dropped, notes.dropped),
            (report.doubtful, notes.doubtful),
        ):
            into += [text("{floor}: {line}", floor=level.name, line=line) for line in lines]
