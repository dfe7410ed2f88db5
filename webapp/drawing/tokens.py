"""What is drawn for a viewer of those who stand on the map: their tokens.

What it is handed as `known` comes from `viewer`; of others it tells nothing, not even by a gap in a row.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from rules.engine.shown import HeldArea
from rules.engine.state import BattleState, Combatant
from rules.engine.system import Gauge, Mark, System, find_system
from rules.engine.text import Text, Words, as_text, resolved, text
from rules.map.area_outline import outlines
from rules.map.grid import Footprint, footprint_centre, has_cells
from rules.map.model import BattleMap, Place
from webapp.battle_log.counter_words import counter_words
from webapp.drawing.area_drawing import NO_AREAS, AreasOnMap
from webapp.drawing.kept_parts import KeptParts
from webapp.drawing.zone_layout import UNIT, lay_out
from webapp.portraits.choice import portrait_for
from webapp.visibility.harm import see_gauges, see_marks
from webapp.visibility.known_people import MapKnowledge, is_explored
from webapp.visibility.seen_words import seen_words
from webapp.visibility.viewer import Viewer, known_counters, plays, without_unseen


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenView:
    """A token as it is drawn; x and y are its centre in map units."""

    who: str
    name: str
    initials: str
    side: str
    side_number: int
    x: float
    y: float
    place: str
    """Its top left cell as `column,row`, or its zone."""
    size: int
    mine: bool
    active: bool
    hidden: bool
    out: bool
    """Whether it is out of the fight: it lies there."""
    miniature: bool
    """Whether a miniature stands in its place on the table, so that it is not drawn."""
    carrier: str
    """Who carries it about, if anybody known does: that one is moved."""
    facing: float | None
    """Where it looks, in degrees clockwise from north; None where that makes no difference."""
    marks: tuple[Mark, ...]
    gauges: tuple[Gauge, ...]
    counters: tuple[tuple[Text, str], ...] = ()
    """The GM's counters that stand beside it: in words, and the figure alone."""
    picture: str = ""
    """The id of its picture; empty where its portrait stands for it."""
    portrait: str = ""
    by_itself: bool = False
    """Whether its player has left it to the AI: for the GM's page, which plays it then."""
    looks: tuple[str, ...] = ()
    """How its face shows what is the matter with it: `bleeding`, `dazed`, `burning`, `lying`."""
    areas: tuple["AreaView", ...] = ()
    """What it keeps under watch or under fire."""
    way: "WayView | None" = None
    """Where it has said that it will go."""
    altitude: float = 0.0
    """How far above the ground it is, in the grid's unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaView:
    """A part of the map that somebody holds, as it is drawn: a path in map units, and what it is."""

    d: str
    words: Words
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WayView:
    """A declared way as it is drawn: a path in map units, the centre that it leads to, and what it is."""

    d: str
    x: float
    y: float
    words: Words
    rule: str
    secret: bool


@dataclass(frozen=True, slots=True)
class _Drawn:
    """What is drawn of somebody wherever they stand."""

    initials: str
    out: bool
    marks: tuple[Mark, ...]
    gauges: tuple[Gauge, ...]
    portrait: str
    counters: tuple[tuple[Text, str], ...]


def see_tokens(
    state: BattleState,
    viewer: Viewer,
    known: Collection[str],
    ground: MapKnowledge | None = None,
    *,
    among_miniatures: bool = False,
    met: Sequence[str] = (),
    areas: AreasOnMap = NO_AREAS,
    kept: KeptParts | None = None,
) -> tuple[TokenView, ...]:
    """List the tokens that a viewer may see, in the order of the battle's list.

    Args:
        ground: what of the map is known; None for all of it.
        among_miniatures: whether those who have a miniature are left to it.
        met: the sides that the viewer has met (see `side_numbers`).
        areas: those on the map that the viewer knows of.
        kept: what was made for the same viewer before.
    """
    system, kept = find_system(state.system), kept or KeptParts()
    places, sides = positions(state, known), side_numbers(state, met)
    carrier, facing, has_areas = system.map.carrier, system.map.facing, _has_areas(state)
    shown = _WithoutUnseen(state, known)
    return tuple(
        kept.piece(
            ("token", c.id),
            _token,
            c,
            (
                system,
                viewer,
                sides[c.side],
                places[c.id],
                plays(state, viewer, c.id),
                state.active == c.id,
                among_miniatures and c.miniature,
                known_id(carrier(state, c.id), known),
                facing(state, c),
                _held(state, system, c.id, known, kept) if has_areas else (),
                _way(shown, system, c, places[c.id], ground),
                areas.marks_of(c.id) if areas.marks else (),
            ),
        )
        for c in state.combatants.values()
        if c.id in known
    )


class _WithoutUnseen:
    """A battle without those whom a viewer does not know, made when somebody asks for it: few have a way."""

    def __init__(self, state: BattleState, known: Collection[str]) -> None:
        self._of, self._known = state, known

    @cached_property
    def state(self) -> BattleState:
        """Give the battle without them."""
        return without_unseen(self._of, self._known)


def _has_areas(state: BattleState) -> bool:
    return state.map is not None and has_cells(state.map.grid)


def _drawn(system: System, c: Combatant, viewer: Viewer) -> _Drawn:
    marks = (*see_marks(system, c, viewer), *_lamp(c))
    portrait = portrait_for(c.name, c.id, c.portrait)
    gauges = see_gauges(system, c, viewer)
    return _Drawn(initials(c.name), system.is_down(c), marks, gauges, portrait, _counters(c, viewer))


def _counters(c: Combatant, viewer: Viewer) -> tuple[tuple[Text, str], ...]:
    """Give the counters that are to stand beside a token: it has room for two."""
    shown = [counter for counter in known_counters(viewer, c) if counter.on_token]
    return tuple((counter_words(counter), str(counter.value)) for counter in shown[:2])


_Standing = tuple[
    System,
    Viewer,
    int,
    tuple[float, float],
    bool,
    bool,
    bool,
    str,
    float | None,
    tuple[AreaView, ...],
    WayView | None,
    tuple[Mark, ...],
]
"""What a token is drawn by beside its combatant, in the order in which `_token` takes it apart."""


def _token(c: Combatant, standing: _Standing) -> TokenView:
    system, viewer, side_number, at, mine, active, miniature, carrier, facing, areas, way, held = standing
    drawn = _drawn(system, c, viewer)
    return TokenView(
        who=c.id,
        name=c.name,
        initials=drawn.initials,
        side=c.side,
        side_number=side_number,
        x=at[0],
        y=at[1],
        place=place_key(c.at) if c.at is not None else "",
        size=c.size,
        mine=mine,
        active=active,
        hidden=c.hidden,
        out=drawn.out,
        miniature=miniature,
        carrier=carrier,
        facing=facing,
        marks=(*drawn.marks, *held),
        gauges=drawn.gauges,
        counters=drawn.counters,
        picture=c.picture,
        portrait=drawn.portrait,
        by_itself=viewer.is_gm and c.by_itself,
        looks=_looks(drawn.marks),
        areas=areas,
        way=way,
        altitude=c.altitude,
    )


def _lamp(c: Combatant) -> tuple[Mark, ...]:
    """Mark who carries a light."""
    if c.lamp is None:
        return ()
    label = text(
        "Carries a light: bright {bright} cells far, dim {dim}",
        bright=float(c.lamp.bright),
        dim=float(c.lamp.dim),
    )
    return (Mark(id="lamp", label=label, shape="sun", tone="info", rule=""),)


_LOOKS_OF_SHAPES = {"drop": "bleeding", "spiral": "dazed", "flame": "burning"}
_LYING = frozenset({"prone", "down"})


def _looks(marks: Sequence[Mark]) -> tuple[str, ...]:
    """Tell what a face shows besides the marks about it: what does somebody good has a mark alone."""
    ills = [mark for mark in marks if mark.tone in ("harm", "warn")]
    found = {_LOOKS_OF_SHAPES[mark.shape] for mark in ills if mark.shape in _LOOKS_OF_SHAPES}
    lying = {"lying"} if any(mark.id in _LYING for mark in marks) else set()
    return tuple(sorted(found | lying))


def _held(
    state: BattleState, system: System, who: str, known: Collection[str], kept: KeptParts
) -> tuple[AreaView, ...]:
    """Draw what somebody keeps under watch or under fire; of whom a viewer does not know it tells nothing."""
    held = system.map.held_areas(state, who)
    if not held:
        return ()
    assert state.map is not None, "areas are held on a map"
    told = tuple(
        replace(area, words=seen_words(area.words, state, known))
        for area in held
        if area.on is None or area.on in known
    )
    return kept.part(("held", who), _outlined, state.map, told) if told else ()


def _outlined(battle_map: BattleMap, held: tuple[HeldArea, ...]) -> tuple[AreaView, ...]:
    return tuple(AreaView(d=_path(battle_map, one), words=one.words, rule=one.rule) for one in held)


def _path(battle_map: BattleMap, held: HeldArea) -> str:
    pieces = outlines(battle_map, held.area, stopped_by_walls=held.stopped_by_walls)
    return "".join("M" + "L".join(f"{x * UNIT:g} {y * UNIT:g}" for x, y in piece) + "Z" for piece in pieces)


def _way(
    shown: _WithoutUnseen,
    system: System,
    combatant: Combatant,
    start: tuple[float, float],
    ground: MapKnowledge | None,
) -> WayView | None:
    """Draw where somebody has said that it will go: over known ground, and round whom the viewer knows of."""
    if not system.map.has_ways:
        return None
    state = shown.state
    declared = system.map.declared_way(state, combatant.id)
    if declared is None or state.map is None:
        return None
    if not all(is_explored(ground, state.map, place) for place in declared.places):
        return None
    points = [start]
    for place in declared.places:
        if isinstance(place, tuple):
            x, y = footprint_centre(state.map.grid, Footprint(place, combatant.size))
            points.append((x * UNIT, y * UNIT))
        elif place in (layout := lay_out(state.map)).boxes:
            points.append(layout.middle(place))
    if len(points) == 1:
        return None
    return WayView(
        d="M" + "L".join(f"{x:g} {y:g}" for x, y in points),
        x=points[-1][0],
        y=points[-1][1],
        words=resolved(as_text(declared.words)),  # of nobody but the one who is drawn
        rule=declared.rule,
        secret=declared.secret,
    )


_STACKED = 0.17
"""How far those at the ends of a pile in one place are drawn aside, as a share of their size."""


def positions(state: BattleState, known: Collection[str]) -> dict[str, tuple[float, float]]:
    """Work out where each token is drawn, in map units; those with no place stand in a row above the map."""
    layout = lay_out(state.map) if state.map is not None else None
    found: dict[str, tuple[float, float]] = {}
    crowds: dict[str, list[str]] = {}
    stacks: dict[tuple[Place, int], list[str]] = {}
    waiting = 0
    for c in state.combatants.values():
        if c.id not in known:  # it must not even push another aside
            continue
        if isinstance(c.at, str) and layout is not None and c.at in layout.boxes:
            crowds.setdefault(c.at, []).append(c.id)
        elif state.map is not None and isinstance(c.at, tuple):
            x, y = footprint_centre(state.map.grid, Footprint(c.at, c.size))
            found[c.id] = (x * UNIT, y * UNIT)
            stacks.setdefault((c.at, c.size), []).append(c.id)
        elif isinstance(c.at, tuple):
            found[c.id] = ((c.at[0] + c.size / 2) * UNIT, (c.at[1] + c.size / 2) * UNIT)
        else:
            found[c.id] = ((waiting + 0.5) * UNIT, -0.7 * UNIT)
            waiting += 1
    for (_, size), stack in stacks.items():
        for number, who in enumerate(stack if len(stack) > 1 else ()):
            aside = _STACKED * size * UNIT * (2 * number / (len(stack) - 1) - 1)
            found[who] = (found[who][0] + aside, found[who][1] - aside)
    for zone, crowd in crowds.items():
        assert layout is not None
        found.update(zip(crowd, layout.slots(zone, len(crowd)), strict=True))
    return found


def side_numbers(state: BattleState, met: Sequence[str] = ()) -> dict[str, int]:
    """Give each side the number of its colour and ring, from 0 in the order in which the sides came.

    Args:
        met: the sides that a viewer has met, first to last: it counts none that it has not.
    """
    sides = dict.fromkeys((*met, *(c.side for c in state.combatants.values())))
    return {side: n for n, side in enumerate(sides)}


def initials(name: str) -> str:
    """Shorten a name to what fits a disc: two letters, or a letter and the number that ends it."""
    words = name.replace("-", " ").split()
    if not words:
        return "?"
    if len(words) > 1 and words[-1].isdigit():
        return words[0][0].upper() + words[-1][-2:]
    return (words[0][0] + (words[1][0] if len(words) > 1 else words[0][1:2])).upper()


def place_key(place: Place) -> str:
    """Write a place as the page names it: `column,row`, or the zone's id."""
    return place if isinstance(place, str) else f"{place[0]},{place[1]}"


def known_id(who: str | None, known: Collection[str]) -> str:
    """Give an id, or nothing where it is not known."""
    return who if who is not None and who in known else ""
