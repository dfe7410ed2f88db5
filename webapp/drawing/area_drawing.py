"""Areas and auras on the map as they are drawn, in map units, and whom of those known they hold.

All is worked out of what the viewer knows: the map, the areas, and those who stand there. So an area tells of
no wall and of nobody whom it may not tell of.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.engine.areas.auras import Aura, area_of
from rules.engine.areas.holding import held_by, outlines_of
from rules.engine.areas.kept_areas import ZONE, KeptArea, still_lies
from rules.engine.state import BattleState, Combatant
from rules.engine.system import Mark, System, find_system
from rules.engine.text import Text, as_typed, joined, text
from rules.map.grid import Footprint
from rules.map.model import BattleMap, Grid, Place
from webapp.battle_log.area_words import area_words
from webapp.drawing.kept_parts import KeptParts
from webapp.drawing.measured_table import length_words
from webapp.drawing.zone_layout import UNIT, lay_out
from webapp.visibility.viewer import Viewer, known_auras

Pieces = tuple[tuple[tuple[float, float], ...], ...]
Standing = tuple[tuple[str, str, Place, int, float], ...]
"""Who stands there: id, side, place, size and altitude of each."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lying:
    """An area that is to be drawn."""

    area: KeptArea
    altitude: float = 0.0
    words: Text
    """What it is, for who looks at it."""
    label: Text
    """What it is to be in it."""
    is_secret: bool
    bearer: str = ""
    """Whose aura it is, if it is one, and on which side they are."""
    side: str = ""
    aura: Aura | None = None

    def may_hold(self, who: str, side: str) -> bool:
        """Say whether it holds somebody who stands in it."""
        aura = self.aura
        return aura is None or aura.may_hold(who, side, bearer=self.bearer, own=self.side)


def see_areas(
    state: BattleState,
    viewer: Viewer,
    areas: tuple[KeptArea, ...],
    known: frozenset[str],
    kept: KeptParts | None = None,
) -> AreasOnMap:
    """Lay out the areas and auras that a viewer knows of.

    Args:
        state: the battle on the map as the viewer knows it.
        areas: those that stay where they are, as far as the viewer knows of them.
        known: whom the viewer knows of.
        kept: what was made for the same viewer before.
    """
    laid = _lying(state, viewer, areas, known)
    if state.map is None or not laid:
        return NO_AREAS
    standing = tuple(
        (c.id, c.side, c.at, c.size, c.altitude)
        for c in state.combatants.values()
        if c.id in known and c.at is not None
    )
    kept = kept or KeptParts()
    outlines = kept.part("outlines of areas", KeptParts)  # its own: what keeps itself is never let go of
    return kept.part("areas", _lay_out, state.map, laid, standing, outlines)


def see_held(
    state: BattleState, viewer: Viewer, areas: tuple[KeptArea, ...], known: frozenset[str], who: str
) -> tuple[Mark, ...]:
    """Mark in which of these areas and auras somebody is; the arguments are those of `see_areas`."""
    c = state.combatants[who]
    if state.map is None or c.at is None:
        return ()
    marks: dict[str, list[Mark]] = {}
    _mark_held(
        marks, state.map, _lying(state, viewer, areas, known), ((who, c.side, c.at, c.size, c.altitude),)
    )
    return tuple(marks.get(who, ()))


def _lying(
    state: BattleState, viewer: Viewer, areas: tuple[KeptArea, ...], known: frozenset[str]
) -> tuple[_Lying, ...]:
    if state.map is None:
        return ()
    bearers = [c for c in state.combatants.values() if c.auras and c.id in known and c.at is not None]
    if not areas and not bearers:
        return ()
    grid, system = state.map.grid, find_system(state.system)
    return (
        *(_of_map(area, system) for area in areas if still_lies(area, state.map)),
        *(one for bearer in bearers for one in _of_bearer(grid, viewer, bearer, system)),
    )


def _of_map(area: KeptArea, system: System) -> _Lying:
    return _Lying(
        area=area,
        words=area_words(area, system),
        label=text("In {area}", area=as_typed(area.name)),
        is_secret=area.seen_by != "all",
    )


def _of_bearer(grid: Grid, viewer: Viewer, bearer: Combatant, system: System) -> Iterator[_Lying]:
    if bearer.at is None:
        return
    footprint, who = Footprint(bearer.at, bearer.size), as_typed(bearer.name)
    for number, aura in enumerate(known_auras(viewer, bearer), 1):
        yield _Lying(
            area=area_of(grid, footprint, aura, f"{number}-of-{bearer.id}"),
            altitude=bearer.altitude,
            words=text("{who}: {aura}", who=who, aura=aura_words(aura, system, grid.unit)),
            label=text("In {aura} of {who}", aura=as_typed(aura.name), who=who),
            is_secret=aura.seen_by != "all",
            bearer=bearer.id,
            side=bearer.side,
            aura=aura,
        )


_HOLDS: Mapping[str, Text] = {"foes": text("foes alone"), "allies": text("allies alone")}


def aura_words(aura: Aura, system: System, unit: str) -> Text:
    """Word an aura: its name, how far it reaches, whom it holds, and how long it lasts, if that is known.

    Args:
        unit: what lengths are counted in.
    """
    parts = [as_typed(aura.name), length_words(aura.radius, unit)]
    if aura.holds in _HOLDS:
        parts.append(_HOLDS[aura.holds])
    if aura.left is not None:
        parts.append(text("{time} more", time=system.turns.time_words(aura.left, aura.unit)))
    return joined(parts)


def _lay_out(
    battle_map: BattleMap, laid: tuple[_Lying, ...], standing: Standing, kept: KeptParts
) -> AreasOnMap:
    drawn = tuple(
        _drawn(one, kept.part(("outline", one.area.id), _pieces, battle_map, _where(one.area)))
        for one in laid
    )
    marks: dict[str, list[Mark]] = {}
    _mark_held(marks, battle_map, laid, standing)
    return AreasOnMap(drawn, tuple((who, tuple(found)) for who, found in marks.items()))


def _mark_held(
    marks: dict[str, list[Mark]], battle_map: BattleMap, laid: tuple[_Lying, ...], standing: Standing
) -> None:
    """Mark all those whom each of some areas holds."""
    for one in laid:
        near = {
            who: Footprint(place, size, altitude)
            for who, side, place, size, altitude in standing
            if one.may_hold(who, side)
        }
        for who in held_by(battle_map, one.area, near, one.altitude):
            mine = marks.setdefault(who, [])
            number, tone = len(mine) + 1, one.area.tone
            mine.append(Mark(id=f"held-{number}", label=one.label, shape="star", tone=tone, rule=""))


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


def _drawn(laid: _Lying, pieces: Pieces) -> AreaOnMap:
    area = laid.area
    corners = [corner for piece in pieces for corner in piece]
    origin = area.at[0] * UNIT, area.at[1] * UNIT
    top = min(corners, key=lambda corner: (corner[1], corner[0]), default=origin)
    return AreaOnMap(
        id=f"area-{area.id}",
        d="".join("M" + "L".join(f"{x:g} {y:g}" for x, y in piece) + "Z" for piece in pieces),
        x=top[0],
        y=top[1],
        name=area.name,
        words=laid.words,
        tone=area.tone,
        is_secret=laid.is_secret,
    )
