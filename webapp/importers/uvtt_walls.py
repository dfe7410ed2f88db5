"""Universal VTT outlines, portals and lights made into our walls, doors and lights, inside the crop.

The order matters: outlines are thinned whole, then clipped; doors on top of each other become one; then the
walls beneath the doors are cut away, because some tools leave no gap there and an open door must let people
through.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import pairwise
from math import dist, floor

from rules.engine.sheets.import_report import Notes
from rules.engine.text import counted, listed, template, text
from rules.map.model import Cell, DoorState, Light, Point, Wall, WallKind
from webapp.importers.problem import ImportProblem
from webapp.importers.segments import DOOR_TOLERANCE, THIN_TOLERANCE, Segment, clip, coincide, cut_out, thin
from webapp.importers.uvtt_fields import MAX_DOORS, MAX_LIGHTS, SHORTEST_DOOR, FileDoor, FileLight, counted_of
from webapp.importers.uvtt_frame import Frame

MANY_SEGMENTS = 5_000
"""More wall segments than this are imported, with a warning."""
MAX_SEGMENTS = 20_000
"""More than this are refused."""

Outline = list[Point]


def build_walls(
    frame: Frame, walls: list[Outline], objects: list[Outline], doors: list[FileDoor], notes: Notes
) -> tuple[Wall, ...]:
    """Make walls, outlines of objects and doors into segments of our map, in this order.

    Ids start with `wall-`, `object-` or `door-`, so that they can be told apart after the import too.

    Raises:
        ImportProblem: if more segments or doors lie inside the picture than can be played on.
    """
    clipper = _Clipper(frame)
    doors_inside = _inside_doors(doors, frame, clipper, notes)
    wall_lines = _segments(walls, frame, clipper, "wall segment", notes)
    object_lines = _segments(objects, frame, clipper, "object segment", notes)
    total = len(wall_lines) + len(object_lines)
    if total > MAX_SEGMENTS:
        raise too_many_segments(total)
    if total > MANY_SEGMENTS:
        said = text("{n} wall segments: above {many} sight may become slow.", n=total, many=MANY_SEGMENTS)
        notes.doubtful.append(said)
    _note_doors(doors_inside, len(object_lines), notes)
    built = (
        *_named("wall", _cut_doors(wall_lines, doors_inside), frame, clipper),
        *_named("object", _cut_doors(object_lines, doors_inside), frame, clipper),
        *_doors(doors_inside, frame),
    )
    clipper.note(notes)
    return built


def too_many_segments(n: int) -> ImportProblem:
    """Give the refusal of a map with more walls than can be played on."""
    return ImportProblem(
        text(
            "The map has {n} wall segments; at most {most} are read. Export a smaller part of it.",
            n=n,
            most=MAX_SEGMENTS,
        )
    )


def build_lights(frame: Frame, lights: list[FileLight], notes: Notes) -> tuple[Light, ...]:
    """Make lights of our map; those outside the crop are left out.

    Raises:
        ImportProblem: if there are more than any real map has.
    """
    placed = []
    for light in lights:
        (x, y) = at = frame.shift([light.at])[0]
        if 0 <= x <= frame.size[0] and 0 <= y <= frame.size[1]:
            placed.append(
                Light(
                    at=frame.place_point(at),
                    range_cells=light.range_cells,
                    colour=light.colour,
                    intensity=light.intensity,
                    shadows=light.shadows,
                )
            )
    if len(placed) > MAX_LIGHTS:
        raise ImportProblem(
            text("The map has {n} lights; at most {most} are read.", n=len(placed), most=MAX_LIGHTS)
        )
    if len(placed) < len(lights):
        lost = counted_of("light", len(lights) - len(placed))
        notes.dropped.append(text("Dropped {things} outside the picture.", things=lost))
    return tuple(placed)


class _Clipper:
    """Clips segments to the crop and counts what it did, by noun, and what had no length to clip."""

    def __init__(self, frame: Frame) -> None:
        self._size = frame.size
        self._dropped: dict[str, int] = defaultdict(int)
        self._shortened: dict[str, int] = defaultdict(int)
        self._pointless: dict[str, int] = defaultdict(int)

    def leave_out(self, noun: str) -> None:
        """Count something that has no length: it is nowhere, so that it can stop nothing."""
        self._pointless[noun] += 1

    def clip(self, segment: Segment, noun: str) -> Segment | None:
        """Clip a segment in the crop's coordinates; None when it lies outside."""
        inside = clip(segment, self._size)
        if inside is None:
            self._dropped[noun] += 1
        elif inside != segment:
            self._shortened[noun] += 1
        return inside

    def note(self, notes: Notes) -> None:
        """Write down what was lost."""
        for counts, said in (
            (self._dropped, text("Dropped {things} outside the picture.")),
            (self._shortened, text("Cut off {things} at the picture's edge.")),
            (self._pointless, text("Dropped {things} without any length.")),
        ):
            if counts:
                parts = [counted_of(noun, number) for noun, number in sorted(counts.items(), reverse=True)]
                notes.dropped.append(said.filled(things=listed(parts)))


_THINNED = {
    "wall segment": (
        template("{n} long line of wall segments"),
        template("{n} long lines of wall segments"),
    ),
    "object segment": (
        template("{n} long line of object segments"),
        template("{n} long lines of object segments"),
    ),
}


def _segments(
    lines: list[Outline], frame: Frame, clipper: _Clipper, noun: str, notes: Notes
) -> list[Segment]:
    segments = []
    before = after = thinned = 0
    for line in lines:
        shifted = frame.shift(line)
        thin_line = thin(shifted)
        if len(thin_line) < len(shifted):
            thinned += 1
            before, after = before + len(shifted) - 1, after + len(thin_line) - 1
        for segment in pairwise(thin_line):
            if segment[0] == segment[1]:
                clipper.leave_out(noun)
                continue
            inside = clipper.clip(segment, noun)
            if inside:
                segments.append(inside)
    if thinned:
        one, many = _THINNED[noun]
        said = text(
            "Thinned {lines} from {before} to {after} segments; nothing moved more than {most} cells.",
            lines=counted(one, many, n=thinned),
            before=before,
            after=after,
            most=THIN_TOLERANCE,
        )
        notes.read.append(said)
    return segments


def _inside_doors(doors: list[FileDoor], frame: Frame, clipper: _Clipper, notes: Notes) -> list[FileDoor]:
    """Clip the doors and merge those that lie on one another: the longer gap stays, closed if either is."""
    kept: list[FileDoor] = []
    merged = 0
    for door in doors:
        start, end = frame.shift(door.gap)
        gap = clipper.clip((start, end), "door")
        if gap is None:
            continue
        if dist(*gap) < SHORTEST_DOOR:
            clipper.leave_out("door")
            continue
        twin = next((index for index, other in enumerate(kept) if coincide(other.gap, gap)), None)
        if twin is None:
            kept.append(FileDoor(gap=gap, is_open=door.is_open))
            if len(kept) > MAX_DOORS:
                said = text("The map has over {most} doors: export a smaller part of it.", most=MAX_DOORS)
                raise ImportProblem(said)
        else:
            merged += 1
            other = kept[twin]
            longer = max(other.gap, gap, key=lambda ends: dist(*ends))
            kept[twin] = FileDoor(gap=longer, is_open=other.is_open and door.is_open)
    if merged:
        said = text(
            "Merged {doors} into the one at the same place (a door frame?).",
            doors=counted_of("door", merged),
        )
        notes.read.append(said)
    return kept


def _cut_doors(walls: list[Segment], doors: Sequence[FileDoor]) -> list[Segment]:
    """Take away the stretches of wall that lie along a door, at most a tenth of a cell beside it."""
    by_cell: dict[Cell, list[Segment]] = defaultdict(list)  # so that a wall meets only the doors on its way
    for door in doors:
        for cell in _cells_along(door.gap):
            by_cell[cell].append(door.gap)

    left = []
    for wall in walls:
        pieces = [wall]
        for gap in dict.fromkeys(gap for cell in _cells_along(wall) for gap in by_cell.get(cell, ())):
            pieces = [rest for piece in pieces for rest in cut_out(gap, piece)]
        left += pieces
    return left


def _cells_along(segment: Segment) -> Iterator[Cell]:
    """List the cells that a segment comes near to, column by column."""
    (x1, y1), (x2, y2) = sorted(segment)
    slope = (y2 - y1) / (x2 - x1) if x2 - x1 > DOOR_TOLERANCE else None
    for column in range(floor(x1 - DOOR_TOLERANCE), floor(x2 + DOOR_TOLERANCE) + 1):
        ys = [y1, y2]
        if slope is not None:
            sides = (column - DOOR_TOLERANCE, column + 1 + DOOR_TOLERANCE)
            ys = [y1 + slope * (min(max(x, x1), x2) - x1) for x in sides]
        for row in range(floor(min(ys) - DOOR_TOLERANCE), floor(max(ys) + DOOR_TOLERANCE) + 1):
            yield column, row


def _note_doors(doors: Sequence[FileDoor], object_segments: int, notes: Notes) -> None:
    opened = sum(door.is_open for door in doors)
    if opened:
        said = counted(
            "{n} door was marked not closed: imported as an open door; change it if it is a window.",
            "{n} doors were marked not closed: imported as open doors; change them if they are windows.",
            n=opened,
        )
        notes.doubtful.append(said)
    if object_segments:
        said = text(
            "Outlines of objects (furniture, pillars) are walls that stop movement, sight and fire; change "
            "those that one can see over to low cover."
        )
        notes.doubtful.append(said)


def _named(prefix: str, segments: list[Segment], frame: Frame, clipper: _Clipper) -> list[Wall]:
    walls: list[Wall] = []
    for segment in segments:
        start, end = frame.place(segment)
        if start == end:  # a sliver shorter than a millionth of a cell
            clipper.leave_out(f"{prefix} segment")
            continue
        walls.append(Wall(id=f"{prefix}-{len(walls) + 1}", start=start, end=end))
    return walls


def _doors(doors: list[FileDoor], frame: Frame) -> Iterator[Wall]:
    """Place the doors, with ids after where they are: a count would tell players of those kept secret."""
    here: Counter[str] = Counter()
    for door in doors:
        start, end = frame.place(door.gap)
        where = sha256(f"{start} {end}".encode()).hexdigest()[:12]
        here[where] += 1
        id_ = f"door-{where}" + (f"-{here[where]}" if here[where] > 1 else "")
        state = DoorState.OPEN if door.is_open else DoorState.CLOSED
        yield Wall(id=id_, start=start, end=end, kind=WallKind.DOOR, state=state)
