"""Universal VTT maps (.dd2vtt, .uvtt, .df2vtt): a picture with its walls, doors and lights in one JSON file.

There is no official specification, and the tools that write the format differ. What a reader has to know:
`closed: false` means a window in one tool and an open door in another, and the file can't tell; some files
hold the walls of the whole map beside the picture of a part; only `bounds` of a portal can be trusted.
Whatever had to be guessed or left out stands in the report, for the GM to set right.

Darkness comes only with lights in it, and where the file says that none is painted into its picture: nearly
all files claim baked lighting and have no lights, and would come out black.
"""

from dataclasses import dataclass, replace
from pathlib import PureWindowsPath

from PIL import Image

from rules.engine.import_report import ImportReport, Notes, count, listed
from rules.map.model import BattleMap, Brightness, Grid, GridKind, WallKind
from webapp.exporters.uvtt_plain import OWN_KEY
from webapp.importers.pictures import Picture, decode_picture, encode_brought
from webapp.importers.problem import ImportProblem
from webapp.importers.uvtt_fields import WHITE, FieldReader, colour, number, point
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


def read_uvtt(data: bytes, filename: str = "") -> ImportedMap:
    """Read a Universal VTT file, whatever its name ends in; the name is only used in the refusal.

    Raises:
        ImportProblem: if nothing usable can be read from the bytes.
    """
    try:
        return _read(open_uvtt(data))
    except ImportProblem as problem:
        name = "".join(filter(str.isprintable, PureWindowsPath(filename).name))[:80]
        raise ImportProblem(f"{name}: {problem}" if name else str(problem)) from None


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
    notes.read.append("Battlemat wrote this file: nothing was lost on the way.")
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
        nothing = "The file holds neither a picture nor walls, doors or lights: export the map again."
        raise ImportProblem(picture_problem or nothing)

    cols, rows = frame.cells
    battle_map = BattleMap(
        grid=Grid(kind=GridKind.SQUARE, cols=cols, rows=rows),
        walls=build_walls(frame, walls, objects, doors, notes),
        lights=build_lights(frame, lights, notes),
    )
    battle_map = replace(battle_map, ambient=_ambient(reader, battle_map, notes))
    if own is not None and own.has_size_of(file.fields):
        text = "The map was changed in another program since Battlemat wrote the file: its walls, doors and"
        notes.doubtful.append(f"{text} lights are as they are there; check the kinds of those that are new.")
        battle_map = with_own_kinds(battle_map, own)
    elif own is not None:
        text = "The map was cut or resized in another program since Battlemat wrote the file"
        notes.doubtful.append(f"{text}: zones, ground, heights and kinds of wall are not in it any more.")
    picture = encode_brought(frame.lay_under(image)) if image else None
    _note_counts(battle_map, picture, notes)
    _note_picture(image, frame, picture_problem, notes)
    _note_fields(reader, file, notes)
    return ImportedMap(map=battle_map, picture=picture, report=notes.report())


def _open_picture(file: UvttFile) -> tuple[Image.Image | None, str]:
    """Decode the picture, or say why there is none; walls without a picture are still worth having."""
    if file.picture is None:
        return None, ""
    if not file.picture:
        return None, "The file holds some other text where its picture should be: export the map again."
    try:
        return decode_picture(file.picture), ""
    except ImportProblem as problem:
        return None, str(problem)


def _note_counts(battle_map: BattleMap, picture: Picture | None, notes: Notes) -> None:
    doors = sum(wall.kind is WallKind.DOOR for wall in battle_map.walls)
    objects = sum(wall.id.startswith("object-") for wall in battle_map.walls)
    parts = [count(len(battle_map.walls) - doors - objects, "wall segment")]
    parts += [count(objects, "segment of object outlines")] if objects else []
    parts += [count(doors, "door"), count(len(battle_map.lights), "light")]
    of_picture = f" and a picture of {picture.width} x {picture.height} pixels" if picture else ""
    grid = battle_map.grid
    notes.read[:0] = [f"Read {listed(parts)}.", f"Read {grid.cols} x {grid.rows} cells{of_picture}."]


def _note_picture(image: Image.Image | None, frame: Frame, problem: str, notes: Notes) -> None:
    if problem:
        notes.dropped.append(f"Dropped the picture, not the walls. {problem}")
    elif image is None:
        notes.doubtful.append("The file holds no picture: lay one under the walls.")
    across, down = frame.size
    if image and frame.pixels_per_cell:
        promised = (across * frame.pixels_per_cell, down * frame.pixels_per_cell)
        if max(abs(promised[0] - image.width), abs(promised[1] - image.height)) > 1:
            text = f"The picture is {image.width} x {image.height} pixels where the file says"
            text += f" {promised[0]:g} x {promised[1]:g}: it was laid over all cells"
            notes.doubtful.append(f"{text}; check that the grid fits.")
    if not frame.is_on_grid:
        text = f"The map is {across:g} x {down:g} cells and was cut inside a cell"
        notes.doubtful.append(f"{text}: an empty margin fills it up to whole ones; check that the grid fits.")


def _note_fields(reader: FieldReader, file: UvttFile, notes: Notes) -> None:
    unreadable = [count(times, noun) for noun, times in sorted(reader.unreadable.items()) if times]
    if unreadable:
        notes.dropped.append(f"Dropped {listed(unreadable)} with missing or impossible numbers.")
    unknown = sorted(set(reader.fields) - _KNOWN_KEYS)
    if unknown:
        names = [_shown(key) for key in unknown[:5]] + ([f"{len(unknown) - 5} more"] if unknown[5:] else [])
        notes.dropped.append(f"Left out what other programs added: {listed(names)}.")
    if file.repeated_keys:
        names = [_shown(key) for key in file.repeated_keys[:5]]
        notes.doubtful.append(f"The file says some things twice ({listed(names)}): the last one counts.")

    version = reader.fields.get("format")
    if version is not None and number(version) not in _FORMATS:
        notes.doubtful.append(f"The file calls its format {_shown(version)}, an unknown one: read like 0.3.")
    resolution = reader.part("resolution")
    if "map_origin" in resolution and point(resolution["map_origin"]) is None:
        notes.doubtful.append("Where the picture lies in its map (map_origin) is unreadable: taken as 0, 0.")


def _ambient(reader: FieldReader, battle_map: BattleMap, notes: Notes) -> Brightness:
    """Tell how light it is where no light shines, by how bright the file's ambient colour is."""
    environment = reader.part("environment")
    ambient = colour(environment.get("ambient_light"))
    if ambient in (None, WHITE):
        return Brightness.BRIGHT
    red, green, blue = (int(ambient[n : n + 2], 16) / 255 for n in (1, 3, 5))
    level = 0.3 * red + 0.59 * green + 0.11 * blue
    if environment.get("baked_lighting") is not False or not battle_map.lights or level >= _DIM_BELOW:
        notes.doubtful.append(f"The file wants a tinted or dark map ({ambient}); it is imported bright.")
        return Brightness.BRIGHT
    found = Brightness.DARK if level < _DARK_BELOW else Brightness.DIM
    notes.read.append(f"Where no light shines it is {found.value}; that shows once fog lies over the map.")
    return found


def _shown(value: object) -> str:
    """Write a value from the file, shortened, without what could upset a line of text."""
    return "".join(filter(str.isprintable, str(value)[:200]))[:40]
