"""What one viewer may see of a battle: the only way from a state or an event to a page or a socket.

It starts from nothing and adds what may be seen. Hidden tokens are the GM's (and their owner's) alone; one
of another side is seen when one of the party's has a free line of sight to it, as long as the table wants it
so. Where an event tells of somebody unseen and of somebody seen, the unseen one is called "somebody".
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.engine.events import Event, event_as_json
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, Combatant, Offer
from rules.engine.system import Gauge, Mark, System, find_system
from rules.map.grid import Footprint, footprint_centre
from rules.map.line_of_fire import sees_which
from rules.map.model import BattleMap, DoorState, GridKind, Place, Wall, WallKind
from webapp.zone_layout import UNIT, Box, lay_out

GM, PLAYER, SCREEN = "gm", "play", "screen"
NOBODY = "somebody"


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """Somebody who looks: the role makes the page, the sides what is known, the owned what may be done."""

    role: str
    sides: frozenset[str] = frozenset()
    owns: frozenset[str] = frozenset()
    sight: bool = True
    """Whether tokens out of the party's sight are kept from it (a setting of the table)."""

    @property
    def is_gm(self) -> bool:
        """Say whether everything may be seen."""
        return self.role == GM

    @property
    def knowledge(self) -> tuple[Any, ...]:
        """Give what viewers who know the same things share: what is made for one serves all."""
        return (self.role, self.sides, self.owns, self.sight)


# -------------------------------------------------------------------------------------- who is seen
def visible(state: BattleState, viewer: Viewer) -> frozenset[str]:
    """List the combatants that a viewer may know of."""
    if viewer.is_gm:
        return frozenset(state.combatants)
    shown = [c for c in state.combatants.values() if not c.hidden]
    own = [c for c in shown if c.side in viewer.sides]
    others = [c for c in shown if c.side not in viewer.sides]
    seen = {c.id for c in own} | (viewer.owns & frozenset(state.combatants))
    if not viewer.sight or state.map is None:
        return frozenset(seen | {c.id for c in others})
    return frozenset(seen | _in_sight(state.map, own, others))


def stance(state: BattleState) -> tuple[Any, ...]:
    """Give what `visible` depends on besides the map: as long as it stays the same, so does who is seen."""
    return tuple((c.id, c.at, c.size, c.side, c.hidden) for c in state.combatants.values())


def _in_sight(battle_map: BattleMap, own: Sequence[Combatant], others: Sequence[Combatant]) -> set[str]:
    if battle_map.grid.kind is GridKind.ZONES:
        return {c.id for c in others}
    found: set[str] = set()
    for watcher in own:
        left = [c for c in others if c.id not in found and c.at is not None]
        if watcher.at is None or not left:
            continue
        sees = sees_which(
            battle_map, Footprint(watcher.at, watcher.size), [Footprint(_at(c), c.size) for c in left]
        )
        found.update(c.id for c, seen in zip(left, sees, strict=True) if seen)
    return found


def _at(combatant: Combatant) -> Place:
    assert combatant.at is not None
    return combatant.at


def seen_state(state: BattleState, known: frozenset[str]) -> BattleState:
    """Give the state with the unseen called "somebody": what log lines are worded from."""
    if len(known) == len(state.combatants):
        return state
    masked = {i: c if i in known else replace(c, name=NOBODY) for i, c in state.combatants.items()}
    return replace(state, combatants=masked)


def cloak(text: str, state: BattleState, known: frozenset[str]) -> str:
    """Call everybody whom a viewer does not know "somebody" in a text that a rule wrote with names."""
    unseen = {c.name for c in state.combatants.values() if c.id not in known}
    unseen -= {c.name for c in state.combatants.values() if c.id in known}
    if not unseen:
        return text
    names = "|".join(re.escape(name) for name in sorted(unseen, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{names})(?!\w)", NOBODY, text)


def cloak_refusal(refusal: Refusal, state: BattleState, known: frozenset[str]) -> Refusal:
    """Give a refusal as a viewer may read it."""
    return Refusal(refusal.code, cloak(refusal.message, state, known), refusal.rule)


def tells(event: Event, known: frozenset[str]) -> bool:
    """Say whether a viewer who knows these combatants is told of an event at all."""
    subjects = event.subjects()
    return not subjects or any(who in known for who in subjects)


# ------------------------------------------------------------------------------------------ the map
@dataclass(frozen=True, slots=True, kw_only=True)
class WallView:
    """A segment as it is drawn, in map units. `kind` is the wall's kind; doors carry their state."""

    id: str
    kind: str
    x1: float
    y1: float
    x2: float
    y2: float
    state: str = ""
    material: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneView:
    """A zone as it is drawn: the points of its outline, and where its name stands."""

    id: str
    name: str
    points: str
    x: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MapView:
    """Everything on the map that stands still, in map units (100 a cell)."""

    kind: str
    cols: int
    rows: int
    width: float
    height: float
    unit: str
    walls: tuple[WallView, ...]
    doors: tuple[WallView, ...]
    zones: tuple[ZoneView, ...]
    links: tuple[tuple[float, float, float, float], ...]
    ground: tuple[tuple[int, int, str], ...]
    """Difficult cells: column, row, name."""


def see_map(battle_map: BattleMap | None, viewer: Viewer) -> MapView:
    """Lay out the map for a viewer; a secret door is a plain wall to all but the GM."""
    if battle_map is None:
        return MapView(
            kind="none",
            cols=0,
            rows=0,
            width=16 * UNIT,
            height=10 * UNIT,
            unit="",
            walls=(),
            doors=(),
            zones=(),
            links=(),
            ground=(),
        )
    layout = lay_out(battle_map)
    drawn = [_see_wall(w, viewer) for w in battle_map.walls]
    zones = tuple(
        ZoneView(
            id=zone.id,
            name=zone.name,
            points=" ".join(f"{x:g},{y:g}" for x, y in layout.outlines[zone.id]),
            x=layout.labels[zone.id][0],
            y=layout.labels[zone.id][1],
        )
        for zone in battle_map.zones
        if zone.id in layout.outlines
    )
    return MapView(
        kind=battle_map.grid.kind.value,
        cols=battle_map.grid.cols,
        rows=battle_map.grid.rows,
        width=layout.width,
        height=layout.height,
        unit=battle_map.grid.unit,
        walls=tuple(w for w in drawn if w.kind != WallKind.DOOR),
        doors=tuple(w for w in drawn if w.kind == WallKind.DOOR),
        zones=zones,
        links=layout.links,
        ground=tuple((c, r, g.name) for g in battle_map.ground for c, r in g.cells),
    )


def _see_wall(wall: Wall, viewer: Viewer) -> WallView:
    kind, state = wall.kind.value, wall.state.value if wall.state else ""
    if wall.state is DoorState.SECRET and not viewer.is_gm:
        kind, state = WallKind.WALL.value, ""
    return WallView(
        id=wall.id,
        kind=kind,
        x1=wall.start[0] * UNIT,
        y1=wall.start[1] * UNIT,
        x2=wall.end[0] * UNIT,
        y2=wall.end[1] * UNIT,
        state=state,
        material=wall.material or "",
    )


# ----------------------------------------------------------------------------------- the combatants
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
    """Whether turn order passes over it: it lies there."""
    marks: tuple[Mark, ...]
    gauges: tuple[Gauge, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderRow:
    """A line of the tracker."""

    who: str
    name: str
    side_number: int
    active: bool
    next: bool
    hidden: bool
    mine: bool
    out: bool
    note: str
    marks: tuple[Mark, ...]
    gauges: tuple[Gauge, ...]


def see_tokens(state: BattleState, viewer: Viewer, known: frozenset[str]) -> tuple[TokenView, ...]:
    """List the tokens that a viewer may see, in the order of the battle's list."""
    system = find_system(state.system)
    places = positions(state)
    sides = side_numbers(state)
    return tuple(
        TokenView(
            who=c.id,
            name=c.name,
            initials=initials(c.name),
            side=c.side,
            side_number=sides[c.side],
            x=places[c.id][0],
            y=places[c.id][1],
            place=place_key(c.at) if c.at is not None else "",
            size=c.size,
            mine=viewer.is_gm or c.id in viewer.owns,
            active=state.active == c.id,
            hidden=c.hidden,
            out=system.passed_over(c),
            marks=system.marks(c),
            gauges=system.gauges(c),
        )
        for c in state.combatants.values()
        if c.id in known
    )


def see_order(state: BattleState, viewer: Viewer, known: frozenset[str]) -> tuple[OrderRow, ...]:
    """Give the turn order, or everybody in free play, without the unseen."""
    system = find_system(state.system)
    sides = side_numbers(state)
    ids = state.order if state.running else tuple(state.combatants)
    next_one = next_up(state, system, known)
    return tuple(
        OrderRow(
            who=c.id,
            name=c.name,
            side_number=sides[c.side],
            active=state.active == c.id,
            next=c.id == next_one,
            hidden=c.hidden,
            mine=not viewer.is_gm and c.id in viewer.owns,
            out=system.passed_over(c),
            note=system.order_note(state, c.id),
            marks=system.marks(c),
            gauges=system.gauges(c),
        )
        for c in (state.combatants[i] for i in ids)
        if c.id in known
    )


def next_up(state: BattleState, system: System, known: frozenset[str]) -> str | None:
    """Tell who of those known acts after the active one."""
    if not state.running or state.active not in state.order:
        return None
    at = state.order.index(state.active)
    for who in state.order[at + 1 :] + state.order[:at]:
        if who in known and not system.passed_over(state.combatants[who]):
            return who
    return None


def positions(state: BattleState) -> dict[str, tuple[float, float]]:
    """Work out where each token is drawn, in map units; those with no place stand in a row above the map."""
    layout = lay_out(state.map) if state.map is not None else None
    found: dict[str, tuple[float, float]] = {}
    crowd: dict[str, int] = {}
    waiting = 0
    for c in state.combatants.values():
        if isinstance(c.at, str) and layout is not None and c.at in layout.boxes:
            box: Box = layout.boxes[c.at]
            found[c.id] = box.slot(crowd.get(c.at, 0))
            crowd[c.at] = crowd.get(c.at, 0) + 1
        elif state.map is not None and isinstance(c.at, tuple):
            x, y = footprint_centre(state.map.grid, Footprint(c.at, c.size))
            found[c.id] = (x * UNIT, y * UNIT)
        elif isinstance(c.at, tuple):
            found[c.id] = ((c.at[0] + c.size / 2) * UNIT, (c.at[1] + c.size / 2) * UNIT)
        else:
            found[c.id] = ((waiting + 0.5) * UNIT, -0.7 * UNIT)
            waiting += 1
    return found


def side_numbers(state: BattleState) -> dict[str, int]:
    """Give each side the number of its colour and ring, from 0 in the order in which the sides came."""
    return {side: n for n, side in enumerate(dict.fromkeys(c.side for c in state.combatants.values()))}


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


# ---------------------------------------------------------------------------------------- questions
@dataclass(frozen=True, slots=True, kw_only=True)
class PromptView:
    """The open question, for those who may answer it (`mine`) and those who wait."""

    number: int
    to: str
    to_name: str
    question: str
    offers: tuple[Offer, ...]
    default: str
    dice: str | None
    mine: bool


def see_prompt(state: BattleState, viewer: Viewer, known: frozenset[str]) -> PromptView | None:
    """Give the open question to who is asked and the GM; others who see who is asked learn that they wait."""
    prompt = state.prompt
    if prompt is None or prompt.to not in known:
        return None
    mine = viewer.is_gm or prompt.to in viewer.owns
    return PromptView(
        number=prompt.number,
        to=prompt.to,
        to_name=state.combatants[prompt.to].name,
        question=cloak(prompt.question, state, known) if mine else "",
        offers=tuple(_cloak_offer(offer, state, known) for offer in prompt.offers) if mine else (),
        default=prompt.default,
        dice=prompt.dice,
        mine=mine,
    )


def _cloak_offer(offer: Offer, state: BattleState, known: frozenset[str]) -> Offer:
    return replace(offer, label=cloak(offer.label, state, known), note=cloak(offer.note, state, known))


def event_for(event: Event, known: frozenset[str]) -> dict[str, Any] | None:
    """Give an event as JSON to a program that acts for a viewer; None where the viewer may not hear of it.

    An event that also tells of somebody unseen is cut down to its kind: its fields could name the unseen one.
    """
    if not tells(event, known):
        return None
    if any(who not in known for who in event.subjects()):
        return {"kind": event.kind}
    return {"kind": event.kind, **event_as_json(event)}
