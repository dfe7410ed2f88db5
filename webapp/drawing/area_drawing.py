"""Areas on the map as they are drawn, in map units, and whom of those known they hold.

All is worked out of what the viewer knows: the map, the areas, and those who stand there. So an area tells of
no wall and of nobody whom it may not tell of.
"""

from dataclasses import dataclass

from rules.engine.areas.holding import held_by, outlines_of
from rules.engine.areas.kept_areas import ZONE, KeptArea, still_lies
from rules.engine.state import BattleState
from rules.engine.system import Mark, System, find_system
from rules.engine.text import Text, as_typed, text
from rules.map.grid import Footprint
from rules.map.model import BattleMap, Place
from webapp.battle_log.area_words import area_words
from webapp.drawing.kept_parts import KeptParts
from webapp.drawing.zone_layout import UNIT, lay_out

Pieces = tuple[tuple[tuple[float, float], ...], ...]
Standing = tuple[tuple[str, Place, int, float], ...]
"""Who stands there: id, place, size and altitude of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaOnMap:
    """An area as it is drawn: a path in map units, where its name stands, and what it is."""

    id: str
    """Of its element."""
    d: str
    x: float
    y: float
    name: str
    words: Text
    tone: str
    is_secret: bool
    """Whether it is kept from some: drawn so for who sees it."""


@dataclass(frozen=True, slots=True)
class AreasOnMap:
    """All the areas that a viewer knows of, and how those whom they hold are marked."""

    drawn: tuple[AreaOnMap, ...] = ()
    marks: tuple[tuple[str, tuple[Mark, ...]], ...] = ()
    """The marks of each who is held, by ids."""

    def marks_of(self, who: str) -> tuple[Mark, ...]:
        """Give the marks of somebody for the areas that hold them."""
        return next((marks for held, marks in self.marks if held == who), ())


NO_AREAS = AreasOnMap()


def see_areas(
    state: BattleState,
    areas: tuple[KeptArea, ...],
    known: frozenset[str],
    kept: KeptParts | None = None,
) -> AreasOnMap:
    """Lay out the areas that a viewer knows of.

    Args:
        state: the battle on the map as the viewer knows it.
        areas: those that the viewer knows of.
        known: whom the viewer knows of.
        kept: what was made for the same viewer before.
    """
    if state.map is None or not areas:
        return NO_AREAS
    people = state.combatants.values()
    standing = tuple((c.id, c.at, c.size, c.altitude) for c in people if c.id in known and c.at is not None)
    kept = kept or KeptParts()
    outlines = kept.part("outlines of areas", KeptParts)  # its own: what keeps itself is never let go of
    return kept.part("areas", _lay_out, find_system(state.system), state.map, areas, standing, outlines)


def _lay_out(
    system: System,
    battle_map: BattleMap,
    areas: tuple[KeptArea, ...],
    standing: Standing,
    kept: KeptParts,
) -> AreasOnMap:
    footprints = {who: Footprint(place, size, altitude) for who, place, size, altitude in standing}
    drawn: list[AreaOnMap] = []
    marks: dict[str, list[Mark]] = {}
    for area in areas:
        if not still_lies(area, battle_map):
            continue
        id_ = f"area-{area.id}"
        pieces = kept.part(("outline", id_), _pieces, battle_map, _where(area))
        drawn.append(_drawn(id_, area, pieces, area_words(area, system)))
        label = text("In {area}", area=as_typed(area.name))
        _mark(marks, held_by(battle_map, area, footprints), label, area.tone)
    return AreasOnMap(tuple(drawn), tuple((who, tuple(found)) for who, found in marks.items()))


def _mark(marks: dict[str, list[Mark]], held: tuple[str, ...], label: Text, tone: str) -> None:
    for who in held:
        mine = marks.setdefault(who, [])
        mine.append(Mark(id=f"held-{len(mine) + 1}", label=label, shape="star", tone=tone, rule=""))


def _where(area: KeptArea) -> tuple[tuple[str, object], ...]:
    """Give what an area's outline depends on."""
    keys = ("shape", "at", "zone", "size", "direction", "width", "angle", "walls")
    return tuple((key, getattr(area, key)) for key in keys)


def _pieces(battle_map: BattleMap, where: tuple[tuple[str, object], ...]) -> Pieces:
    area = KeptArea(id="", name="", **dict(where))  # type: ignore[arg-type]
    if area.shape == ZONE:
        return (tuple((x, y) for x, y in lay_out(battle_map).outlines[area.zone]),)
    found = outlines_of(battle_map, area)
    return tuple(tuple((round(x * UNIT, 1), round(y * UNIT, 1)) for x, y in piece) for piece in found)


def _drawn(id_: str, area: KeptArea, pieces: Pieces, words: Text) -> AreaOnMap:
    corners = [corner for piece in pieces for corner in piece]
    origin = area.at[0] * UNIT, area.at[1] * UNIT
    top = min(corners, key=lambda corner: (corner[1], corner[0]), default=origin)
    return AreaOnMap(
        id=id_,
        d="".join("M" + "L".join(f"{x:g} {y:g}" for x, y in piece) + "Z" for piece in pieces),
        x=top[0],
        y=top[1],
        name=area.name,
        words=words,
        tone=area.tone,
        is_secret=area.seen_by != "all",
    )
