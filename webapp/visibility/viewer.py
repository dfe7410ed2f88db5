"""What one viewer may know of a battle: the only way from a state or an event to a page or a socket.

It starts from nothing and adds what may be known. Hidden tokens are the GM's (and their owner's) alone; one
of another side is known while one of the party's has a free line of sight to it, as long as the table wants
it so. In the fog of war one is known while it stands on a cell that the viewer's eyes see now, in the light
that there is, and of the map no more is known than has been explored (`MapKnowledge`, and `known_map`).

Where an event tells of somebody unseen and of somebody seen, the unseen one is called "somebody".
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.engine.combatant_events import CombatantAdded, CombatantEdited, SheetSet, StateSet
from rules.engine.dice import TABLE, ThrownAgain
from rules.engine.events import (
    Commanded,
    DoorSet,
    Event,
    MapEdited,
    MapSet,
    Moved,
    OrderChanged,
    PromptAnswered,
    PromptOpened,
    Rolled,
    TurnStarted,
    event_as_json,
)
from rules.engine.fog.exploration import is_foggy, seen_by
from rules.engine.fog.fog_events import Explored, FogPainted, FogSet
from rules.engine.fog.lamps import lit_map
from rules.engine.gm.gm_mark_events import OF_MARKS
from rules.engine.gm.gm_marks import GmMark, may_know
from rules.engine.known_battle import event_without, forgetting
from rules.engine.shown import Fact
from rules.engine.state import BattleState, Combatant, Extra, Offer
from rules.engine.system import find_system
from rules.engine.text import Words, text
from rules.engine.text import combatant as named
from rules.map.cell_bits import CellBits, bits_of, holds
from rules.map.grid import Footprint, footprint_cells, footprint_centre, has_cells
from rules.map.line_of_fire import sees_which
from rules.map.map_changes import read_patch
from rules.map.model import BattleMap, Brightness, DoorState, Place, Point, Wall, WallKind
from webapp.visibility.seen_words import seen_words

GM, PLAYER, SCREEN = "gm", "play", "screen"
EXACT = "exact"
"""All is told of the harm of everybody: so it is to the GM, and to others where the table wants it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """Somebody who looks: the role makes the page, the sides what is known, the owned what may be done."""

    role: str
    sides: frozenset[str] = frozenset()
    owns: frozenset[str] = frozenset()
    sight: bool = True
    """Whether tokens out of the party's sight are kept from it (a setting of the table)."""
    alone: bool = False
    """Whether in the fog it knows what its own see, and not what the whole party does."""
    through: str = ""
    """Whose eyes the GM looks through, if these are not the viewer's own."""
    harm: str = EXACT
    """How much it is told of the harm of those against it (a setting of the table; see `harm`)."""
    secret_turns: bool = True
    """Whether it is told nothing of the turns of the unknown (a setting of the table; see `told_turn`)."""

    @property
    def is_gm(self) -> bool:
        """Say whether everything may be known."""
        return self.role == GM

    @property
    def knowledge(self) -> tuple[Any, ...]:
        """Give what viewers who know the same things share: what is made for one serves all."""
        known = tuple(sorted(self.sides)), tuple(sorted(self.owns)), self.sight, self.alone
        return (self.role, *known, self.through, self.harm, self.secret_turns)

    @property
    def told_harm(self) -> str:
        """Give how much it is told of the harm of those against it: all, where it is the GM's."""
        return EXACT if self.is_gm else self.harm

    def knows_harm_of(self, combatant: Combatant) -> bool:
        """Say whether it may know exactly how badly somebody is hurt."""
        if self.told_harm == EXACT:
            return True
        return combatant.id in self.owns or combatant.side in self.sides


def knows_mark(viewer: Viewer, combatant: Combatant | None, seen_by: str) -> bool:
    """Say whether a viewer may know of a mark of the GM's on a combatant.

    The projector is nobody's side: what not all may see is not on it.
    """
    if viewer.is_gm or combatant is None:
        return viewer.is_gm
    own = viewer.role != SCREEN
    return may_know(
        seen_by,
        combatant.id,
        combatant.side,
        owns=viewer.owns if own else (),
        sides=viewer.sides if own else (),
    )


def known_marks(viewer: Viewer, combatant: Combatant) -> tuple[GmMark, ...]:
    """List the GM's marks on a combatant that a viewer may know of."""
    return tuple(mark for mark in combatant.gm_marks if knows_mark(viewer, combatant, mark.seen_by))


# -------------------------------------------------------------------------------------- who is seen
def visible(state: BattleState, viewer: Viewer) -> frozenset[str]:
    """List the combatants that a viewer may know of."""
    if viewer.is_gm:
        return frozenset(state.combatants)
    own = _own(state, viewer)
    mine = {c.id for c in own}
    others = [c for c in state.combatants.values() if c.id not in mine and not c.hidden]
    looked = map_knowledge(state, viewer)
    if looked is not None and state.map is not None:
        others = [c for c in others if _stands_in(state.map, c, looked.seen)]
    elif viewer.sight and state.map is not None and has_cells(state.map.grid):
        others = _in_sight(state.map, own, others)
    return frozenset(c.id for c in (*own, *others))


def _own(state: BattleState, viewer: Viewer) -> list[Combatant]:
    """List those whose eyes a viewer sees with; each of them is always known to it."""
    sides = frozenset() if viewer.alone else viewer.sides
    people = state.combatants.values()
    return [c for c in people if c.id in viewer.owns or (c.side in sides and not c.hidden)]


def own_eyes(state: BattleState, viewer: Viewer) -> tuple[Point, ...]:
    """List from where a viewer in the fog looks at the map, in cells: where its own stand, whom it knows."""
    if viewer.is_gm or state.map is None or not is_foggy(state):
        return ()
    places = {Footprint(c.at, c.size) for c in _own(state, viewer) if isinstance(c.at, tuple)}
    return tuple(sorted(footprint_centre(state.map.grid, place) for place in places))


Feeling = tuple[float, float, float]
"""Where somebody looks from, and how far they see what no light falls on: all in cells."""


def own_dark_sight(state: BattleState, viewer: Viewer) -> tuple[Feeling, ...]:
    """List how far a viewer's own see in the dark, in the fog, where it is not bright everywhere."""
    lit = None if viewer.is_gm or not is_foggy(state) else lit_map(state)
    if lit is None or lit.ambient is Brightness.BRIGHT or not has_cells(lit.grid):
        return ()
    eyes = find_system(state.system).map.eyes
    far = float(max(lit.grid.cols, lit.grid.rows))
    found: list[Feeling] = []
    for own in _own(state, viewer):
        if isinstance(own.at, tuple):
            x, y = footprint_centre(lit.grid, Footprint(own.at, own.size))
            reach = eyes(own, lit).dark
            found.append((x, y, 2 * far if reach is None else reach))
    return tuple(found)


def _stands_in(battle_map: BattleMap, c: Combatant, cells: CellBits) -> bool:
    if not isinstance(c.at, tuple):
        return False
    return bool(bits_of(battle_map.grid, footprint_cells(battle_map.grid, Footprint(c.at, c.size))) & cells)


@dataclass(frozen=True, slots=True)
class MapKnowledge:
    """What a viewer in the fog knows of the map: the cells that it sees now, and all that it has explored."""

    seen: CellBits
    explored: CellBits


def map_knowledge(state: BattleState, viewer: Viewer) -> MapKnowledge | None:
    """Tell what a viewer sees and has explored; None where nothing of the map is kept from it."""
    if viewer.is_gm or not is_foggy(state):
        return None
    fog, own = state.fog, _own(state, viewer)
    seen = seen_by(state, own) & ~fog.covered
    silent = {c.id for c in state.combatants.values() if c.hidden}
    sides = frozenset() if viewer.alone else viewer.sides
    return MapKnowledge(seen, seen | fog.known_to(sides, viewer.owns, silent))


def is_explored(ground: MapKnowledge | None, battle_map: BattleMap | None, place: Place | None) -> bool:
    """Say whether a place lies on ground that a viewer knows; off the map is nothing that they could know.

    Args:
        ground: what of the map is known; None for all of it.
    """
    if ground is None or battle_map is None or isinstance(place, str):
        return True
    return place is not None and holds(ground.explored, battle_map.grid, place)


def visibility_key(state: BattleState) -> tuple[Any, ...]:
    """Give what `visible` depends on besides the map: as long as it stays the same, so does who is seen."""
    return tuple((c.id, c.at, c.size, c.side, c.hidden) for c in state.combatants.values())


_Looks = dict[Footprint, dict[Footprint, bool]]
_LOOKS_KEPT = 2_000  # places to look from, on one map


def _no_looks(_: BattleMap) -> _Looks:
    return {}


def _in_sight(
    battle_map: BattleMap, own: Sequence[Combatant], others: Sequence[Combatant]
) -> list[Combatant]:
    """List those of `others` that one of `own` sees. What was looked at once is kept as long as the map."""
    looks = battle_map.derived(_no_looks)
    if len(looks) > _LOOKS_KEPT:
        looks.clear()
    standing = [(c, Footprint(c.at, c.size)) for c in others if c.at is not None]
    seen: set[str] = set()
    for watcher in own:
        if watcher.at is None:
            continue
        eye = Footprint(watcher.at, watcher.size)
        looked = looks.setdefault(eye, {})
        left = [(c, spot) for c, spot in standing if c.id not in seen]
        fresh = [spot for _, spot in left if spot not in looked]
        if fresh:
            looked.update(zip(fresh, sees_which(battle_map, eye, fresh), strict=True))
        seen.update(c.id for c, spot in left if looked[spot])
    return [c for c in others if c.id in seen]


def plays(state: BattleState, viewer: Viewer, who: str | None) -> bool:
    """Say whether a viewer may act for a combatant: the GM, who plays it, or whom it carries."""
    if viewer.is_gm or who in viewer.owns:
        return True
    system = find_system(state.system)
    return who is not None and any(system.map.carrier(state, own) == who for own in viewer.owns)


def known_state(state: BattleState, viewer: Viewer) -> BattleState:
    """Give the state without what the rules let others keep to themselves for now."""
    return state if viewer.is_gm else find_system(state.system).secrets.as_known(state, viewer.owns)


def without_unseen(state: BattleState, known: Collection[str]) -> BattleState:
    """Give the state without the unknown: what a viewer takes to be in the way, and whose turn to come."""
    return forgetting(state, known)


# ------------------------------------------------------------------------------------------- events
def tells(
    event: Event, before: BattleState, after: BattleState, viewer: Viewer, known: Collection[str]
) -> bool:
    """Say whether a viewer is told of an event at all, and counts it.

    Args:
        before, after: the states round the event.
        known: the combatants that the viewer knew of before it, or knows of after it.
    """
    if viewer.is_gm:
        return True
    if isinstance(event, OF_MARKS) and not knows_mark(viewer, after.combatants.get(event.who), event.seen_by):
        return False
    system = find_system(after.system)
    keeper = system.secrets.secret_of(event, before)
    if keeper is not None and keeper not in viewer.owns:
        return False
    if system.secrets.hides(event, before, known) and viewer.owns.isdisjoint(event.subjects()):
        return False
    if event.is_doers_own() and getattr(event, "who", None) not in known:
        return False
    if viewer.secret_turns and isinstance(event, PromptOpened | PromptAnswered):
        return event.to in known
    if viewer.secret_turns and event.of_turns:
        return getattr(event, "who", None) in known
    if viewer.secret_turns and event.ends_turn:
        return _ends_more_than_a_turn(event, before, after, viewer, known)
    match event:
        case Commanded():  # what it did is told for itself; that the GM overruled something is told by it
            is_action = system.action(event.do) is not None
            return is_action and event.actor in known and bool(event.params.get("facts"))
        case DoorSet():
            return event.state is not DoorState.SECRET
        case FogSet() | FogPainted() | Explored():
            return False  # what a viewer has of it is the ground that it knows of
        case MapEdited():
            return _shows(event, before.map, after.map)
        case OrderChanged():
            return [i for i in before.order if i in known] != [i for i in after.order if i in known]
        case TurnStarted():
            return event.who in known or before.clock != after.clock
        case Rolled(quiet=True):
            return False
        case PromptAnswered():
            return event.to in known or (before.prompt is not None and before.prompt.about in known)
    subjects = [who for who in event.subjects() if who != TABLE]
    return not subjects or any(who in known for who in subjects)


def _ends_more_than_a_turn(
    event: Event, before: BattleState, after: BattleState, viewer: Viewer, known: Collection[str]
) -> bool:
    """Say whether the end of a turn changes what is to be seen of somebody known, or is a viewer's own."""
    system, known_ones = find_system(after.system), [who for who in event.subjects() if who in known]

    def looks(state: BattleState) -> list[Any]:
        people = [state.combatants[who] for who in known_ones if who in state.combatants]
        return [
            (system.looks.marks(c), system.looks.gauges(c), system.looks.track(c), system.is_down(c))
            for c in people
        ]

    return not viewer.owns.isdisjoint(known_ones) or looks(before) != looks(after)


_CUT_DOWN = (Commanded, MapSet, MapEdited, CombatantAdded, CombatantEdited, SheetSet, StateSet)
"""Events that hold sheets, states or secret doors: others than the GM are given their kind alone."""


def event_for(event: Event, after: BattleState, viewer: Viewer, known: Collection[str]) -> dict[str, Any]:
    """Give an event that a viewer is told of as JSON, to a program that acts for the viewer.

    Lists lose the unknown; one that is about somebody unknown is cut down to its kind.
    """
    kind = {"kind": event.kind}
    if viewer.is_gm:
        return {**kind, **event_as_json(event)}
    event = event.as_known(known)
    if isinstance(event, _CUT_DOWN):
        return kind
    if isinstance(event, Moved) and event.who not in visible(after, viewer):
        return {**kind, "who": event.who}
    if isinstance(event, PromptOpened) and event.to not in viewer.owns:
        return {**kind, "to": event.to} if event.to in known else kind
    unseen = after.unknown_to(known)
    cut = event_without(event, unseen)
    if cut is None:
        return kind
    data = event_as_json(cut)
    if isinstance(data.get("clock"), dict):
        secret = find_system(after.system).secret_clock
        data["clock"] = {key: value for key, value in data["clock"].items() if key not in secret}
    names = unseen | {after.combatants[who].name for who in unseen if who in after.combatants}
    return kind if names and _names_any(data, names) else {**kind, **data}


def _names_any(value: Any, names: Collection[str]) -> bool:
    if isinstance(value, str):
        return any(name in value for name in names)
    if isinstance(value, Mapping):
        return any(_names_any(part, names) for pair in value.items() for part in pair)
    return isinstance(value, list | tuple) and any(_names_any(part, names) for part in value)


# ------------------------------------------------------------------------------------- secret doors
def as_known(wall: Wall) -> Wall:
    """Give a wall as everybody but the GM knows it: a secret door is a wall, and of walls all look alike.

    What a wall is made of and how high it is would tell a secret door from the walls that it stands between.
    Nobody works a wall, so that it needs no id, and its id may tell.
    """
    if wall.kind is WallKind.DOOR and wall.state is not DoorState.SECRET:
        return wall
    if wall.kind in (WallKind.WALL, WallKind.DOOR):
        return Wall(id="", start=wall.start, end=wall.end)
    return replace(wall, id="")


def _shows(event: MapEdited, before: BattleMap | None, after: BattleMap | None) -> bool:
    """Say whether an edit changed anything that others than the GM know of the map."""
    if before is None or after is None:
        return False
    patch = read_patch(event.patch)
    painted = patch.ground or patch.elevation or patch.floors or patch.surface is not None
    if patch.zones or patch.zones_gone or painted or patch.moves_picture:
        return True
    touched = {*patch.walls_gone, *(wall.id for wall in patch.walls)}
    was, now = (looks_of(w for w in m.walls if w.id in touched) for m in (before, after))
    return was != now


def looks_of(walls: Iterable[Wall]) -> Counter[Wall]:
    """Count how walls look to others than the GM, whichever way round and in any order."""
    looks = (as_known(wall) for wall in walls)
    return Counter(w if w.start <= w.end else replace(w, start=w.end, end=w.start) for w in looks)


# ---------------------------------------------------------------------------------------- questions
@dataclass(frozen=True, slots=True, kw_only=True)
class PromptView:
    """The open question, for those who may answer it (`mine`) and those who wait."""

    number: int
    to: str
    to_name: Words
    question: Words
    offers: tuple[Offer, ...]
    default: str
    dice: str | None
    mine: bool
    explodes: bool = False
    """Whether a die among those asked for is thrown again when it shows its highest face."""
    again: ThrownAgain | None = None
    """Which of them are thrown again, where that is more."""
    facts: tuple[Fact, ...] = ()
    """What it rests on, for the GM, who may overrule it with the answer."""
    about: str = ""
    """Whom it is about beside who is asked, such as the attacker; empty for nobody, and for nobody known."""


def see_prompt(
    state: BattleState,
    viewer: Viewer,
    known: Collection[str],
    number: int,
    ground: MapKnowledge | None = None,
    shown: BattleState | None = None,
) -> PromptView | None:
    """Give the open question to who is asked and the GM; who sees what it is about learns that they wait.

    Args:
        number: how many questions this viewer has heard of; the battle's own count would tell of others.
        ground: what the viewer knows of the map, where that is not all of it.
        shown: the state as the viewer knows it, where that is not all of it.
    """
    prompt = state.prompt
    if prompt is None or (prompt.to not in known and (viewer.secret_turns or prompt.about not in known)):
        return None
    name = seen_words(text("{who}", who=named(state.combatants[prompt.to])), state, known)
    if not plays(state, viewer, prompt.to):
        to = prompt.to if prompt.to in known else ""
        return PromptView(
            number=number, to=to, to_name=name, question="", offers=(), default="", dice=None, mine=False
        )
    return PromptView(
        number=number,
        to=prompt.to,
        to_name=name,
        question=seen_words(prompt.question, state, known),
        offers=tuple(seen_offer(offer, state, known, ground, shown) for offer in prompt.offers),
        default=prompt.default,
        dice=prompt.dice,
        mine=True,
        explodes=prompt.explodes,
        again=prompt.again,
        about=prompt.about if prompt.about and prompt.about in known else "",
    )


def seen_offer(
    offer: Offer,
    state: BattleState,
    known: Collection[str],
    ground: MapKnowledge | None = None,
    shown: BattleState | None = None,
) -> Offer:
    """Give a choice of the open question as who is asked may read it.

    The places where it may take them are those that they know of: where somebody unseen stands too, and
    nowhere on unexplored ground.
    """
    places = offer.places
    if places and shown is not None and state.prompt is not None and state.prompt.to in shown.combatants:
        places = find_system(state.system).map.places_offered(shown, state.prompt.to, offer.id)

    def said(words: Words) -> Words:
        return seen_words(words, state, known)

    def extras(found: tuple[Extra, ...]) -> tuple[Extra, ...]:
        return tuple(replace(e, label=said(e.label), note=said(e.note)) for e in found)

    return replace(
        offer,
        label=said(offer.label),
        note=said(offer.note),
        modifiers=tuple(replace(m, label=said(m.label)) for m in offer.modifiers),
        rungs=tuple(replace(r, label=said(r.label), note=said(r.note)) for r in offer.rungs),
        ways=extras(offer.ways),
        options=extras(offer.options),
        places=tuple(place for place in places if is_explored(ground, state.map, place)),
    )
