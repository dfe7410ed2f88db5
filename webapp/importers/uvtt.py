"""Universal VTT maps (.dd2vtt, .uvtt, .df2vtt): a picture with its walls, doors and lights in one JSON file.

There is no official specification, and the tools that write the format differ. What a reader has to know:
`closed: false` means a window in one tool and an open door in another, and the file can't tell; some files
hold the walls of the whole map beside the picture of a part; only `bounds` of a portal can be trusted.
Whatever had to be guessed or left out stands in the report, for the GM to set right.

Darkness comes only with lights in it, and where the file says that none is painted into its picture: nearly
all files claim baked lighting and have no lights, and would come out black.
"""

from dataclasses import dataclass, replace
from math import floor

from PIL import Image

from rules.engine.sheets.import_report import ImportReport, Notes
from rules.engine.text import Gap, Text, as_text, listed, text
from rules.map.model import BattleMap, Brightness, Cell, Grid, GridKind, WallKind
from webapp.exporters.uvtt_plain import OWN_KEY
from webapp.importers.pictures import Picture, decode_picture, encode_brought
from webapp.importers.problem import ImportProblem
from webapp.importers.uvtt_fields import WHITE, FieldReader, colour, counted_of, number, point
from webapp.importers.uvtt_file import UvttFile, open_uvtt
from webapp.importers.uvtt_frame import Frame, read_frame
from webapp.importers.uvtt_own import OwnPart, own_picture, read_own, with_own_kinds
from webapp.importers.uvtt_walls import build_lights, build_walls

_FORMATS = (0.2, 0.3, 1.0)
_DARK_BELOW, _DIM_BELOW = 0.35, 0.75  # of white
_KNOWN_KEYS = {
    *("format", "resolution", "line_of_sight", "objects_line_of_sight", "portals", "environment", "lights"),
    *("image", "software", "creator", OWN_KEY),
}


@dataclass(frozen=True, slots=True)
class ImportedMap:
    """A map read from a file, the picture that covers its whole grid, and the report."""

    map: BattleMap
    picture: Picture | None
    report: ImportReport
    origin: Cell = (0, 0)
    """The cell of the drawing that it was cut out of at which it begins, where the file says so."""


def read_uvtt(data: bytes, filename: str = "") -> ImportedMap:
    """Read a Universal VTT file, whatever its name ends in; the name is only used in the refusal.

    Raises:
        ImportProblem: if nothing usable can be read from the bytes.
    """
    try:
        return _read(open_uvtt(data))
    except ImportProblem as problem:
        raise problem.of_file(filename) from None


def _read(file: UvttFile) -> ImportedMap:
    notes = Notes()
    own = read_own(file, notes)
    if own is not None and own.agrees(file.fields) and own.has_size_of(file.fields):
        return _read_ours(own, file, notes)
    return _read_theirs(own, file, notes)


def _read_ours(own: OwnPart, file: UvttFile, notes: Notes) -> ImportedMap:
    """Take the whole map from the part that our own export added."""
    battle_map, picture = own_picture(own, file, notes)
    _note_counts(battle_map, picture, notes)
    notes.read.append(text("Battlemat wrote this file: nothing was lost on the way."))
    return ImportedMap(map=battle_map, picture=picture, report=notes.report())


def _read_theirs(own: OwnPart | None, file: UvttFile, notes: Notes) -> ImportedMap:
    """Read what the format itself says, and add what our own export knew of a map changed since."""
    reader = FieldReader(file.fields)
    image, picture_problem = _open_picture(file)
    frame = read_frame(reader.part("resolution"), image.size if image else None)
    walls = reader.outlines("line_of_sight", "wall")
    objects = reader.outlines("objects_line_of_sight", "object", closed=True)
    doors, lights = reader.doors(), reader.lights()
    if image is None and not (walls or objects or doors or lights):
        nothing = text("The file holds neither a picture nor walls, doors or lights: export the map again.")
        raise ImportProblem(picture_problem or nothing)

    cols, rows = frame.cells
    battle_map = BattleMap(
        grid=Grid(kind=GridKind.SQUARE, cols=cols, rows=rows),
        walls=build_walls(frame, walls, objects, doors, notes),
        lights=build_lights(frame, lights, notes),
    )
    battle_map = replace(battle_map, ambient=_ambient(reader, battle_map, notes))
    if own is not None and own.has_size_of(file.fields):
        said = text(
            "The map was changed in another program since Battlemat wrote the file: its walls, doors and "
            "lights are as they are there; check the kinds of those that are new."
        )
        notes.doubtful.append(said)
        battle_map = with_own_kinds(battle_map, own)
    elif own is not None:
        said = text(
            "The map was cut or resized in another program since Battlemat wrote the file: zones, ground, "
            "heights and kinds of wall are not in it any more."
        )
        notes.doubtful.append(said)
    picture = encode_brought(frame.lay_under(image)) if image else None
    _note_counts(battle_map, picture, notes)
    _note_picture(image, frame, picture_problem, notes)
    _note_fields(reader, file, notes)
    origin = floor(frame.origin[0]), floor(frame.origin[1])
    return ImportedMap(map=battle_map, picture=picture, report=notes.report(), origin=origin)


def _open_picture(file: UvttFile) -> tuple[Image.Image | None, Text | None]:
    """Decode the picture, or say why there is none; walls without a picture are still worth having."""
    if file.picture is None:
        return None, None
    if not file.picture:
        said = text("The file holds some other text where its picture should be: export the map again.")
        return None, said
    try:
        return decode_picture(file.picture), None
    except ImportProblem as problem:
        return None, as_text(problem.text)


def _note_counts(battle_map: BattleMap, picture: Picture | None, notes: Notes) -> None:
    doors = sum(wall.kind is WallKind.DOOR for wall in battle_map.walls)
    objects = sum(wall.id.startswith("object-") for wall in battle_map.walls)
    parts = [counted_of("wall segment", len(battle_map.walls) - doors - objects)]
    parts += [counted_of("segment of object outlines", objects)] if objects else []
    parts += [counted_of("door", doors), counted_of("light", len(battle_map.lights))]
    cells = text("{cols} x {rows} cells", cols=battle_map.grid.cols, rows=battle_map.grid.rows)
    if picture:
        pixels = text("a picture of {width} x {height} pixels", width=picture.width, height=picture.height)
        cells = listed((cells, pixels))
    notes.read[:0] = [text("Read {things}.", things=listed(parts)), text("Read {things}.", things=cells)]


def _note_picture(image: Image.Image | None, frame: Frame, problem: Text | None, notes: Notes) -> None:
    if problem:
        notes.dropped.append(text("Dropped the picture, not the walls. {problem}", problem=problem))
    elif image is None:
        notes.doubtful.append(text("The file holds no picture: lay one under the walls."))
    across, down = frame.size
    if image and frame.pixels_per_cell:
        promised = (across * frame.pixels_per_cell, down * frame.pixels_per_cell)
        if max(abs(promised[0] - image.width), abs(promised[1] - image.height)) > 1:
            said = text(
                "The picture is {width} x {height} pixels where the file says {across} x {down}: it was laid "
                "over all cells; check that the grid fits.",
                width=image.width,
                height=image.height,
                across=promised[0],
                down=promised[1],
            )
            notes.doubtful.append(said)
    if not frame.is_on_grid:
        said = text(
            "The map is {across} x {down} cells and was cut inside a cell: an empty margin fills it up to "
            "whole ones; check that the grid fits.",
            across=across,
            down=down,
        )
        notes.doubtful.append(said)


def _note_fields(reader: FieldReader, file: UvttFile, notes: Notes) -> None:
    unreadable = [counted_of(noun, times) for noun, times in sorted(reader.unreadable.items()) if times]
    if unreadable:
        said = text("Dropped {things} with missing or impossible numbers.", things=listed(unreadable))
        notes.dropped.append(said)
    unknown = sorted(set(reader.fields) - _KNOWN_KEYS)
    if unknown:
        names: list[Gap] = [_shown(key) for key in unknown[:5]]
        names += [text("{n} more", n=len(unknown) - 5)] if unknown[5:] else []
        notes.dropped.append(text("Left out what other programs added: {names}.", names=listed(names)))
    if file.repeated_keys:
        said = text(
            "The file says some things twice ({names}): the last one counts.",
            names=listed([_shown(key) for key in file.repeated_keys[:5]]),
        )
        notes.doubtful.append(said)

    version = reader.fields.get("format")
    if version is not None and number(version) not in _FORMATS:
        said = text(
            "The file calls its format {version}, an unknown one: read like 0.3.", version=_shown(version)
        )
        notes.doubtful.append(said)
    resolution = reader.part("resolution")
    if "map_origin" in resolution and point(resolution["map_origin"]) is None:
        notes.doubtful.append(
            text("Where the picture lies in its map (map_origin) is unreadable: taken as 0, 0.")
        )


def _ambient(reader: FieldReader, battle_map: BattleMap, notes: Notes) -> Brightness:
    """Tell how light it is where no light shines, by how bright the file's ambient colour is."""
    environment = reader.part("environment")
    ambient = colour(environment.get("ambient_light"))
    if ambient in (None, WHITE):
        return Brightness.BRIGHT
    red, green, blue = (int(ambient[n : n + 2], 16) / 255 for n in (1, 3, 5))
    level = 0.3 * red + 0.59 * green + 0.11 * blue
    if environment.get("baked_lighting") is not False or not battle_map.lights or level >= _DIM_BELOW:
        said = text(
            "The file wants a tinted or dark map ({colour}); it is imported bright.", colour=ambient or ""
        )
        notes.doubtful.append(said)
        return Brightness.BRIGHT
    if level < _DARK_BELOW:
        said = text("Where no light shines it is dark; that shows once fog lies over the map.")
        found = Brightness.DARK
    else:
        said = text("Where no light shines it is dim; that shows once fog lies over the map.")
        found = Brightness.DIM
    notes.read.append(said)
    return found


def _shown(value: object) -> str:
    """Write a value from the file, shortened, without what could upset a line of text."""
    return "".join(filter(str.isprintable, str(value)[:200]))[:40]
