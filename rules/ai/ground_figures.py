"""What a combatant would find on each place that it may go to: a chance, cover, harm, who could see it.

Places are judged together, not one after the other: attacks from two of them that rest on the same facts and
modifiers have the same odds, which are worked out once. Cover and sight cost little; chance and harm are for
a process beside the loop (`figures_of`).
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules.ai.blows import Blows
from rules.ai.foresight import PLAIN, Watch, go_on
from rules.ai.prospects import Prospects
from rules.ai.temper import UNMARKED
from rules.engine.action import Action, Plan
from rules.engine.chances.aim_odds import AimOdds, chance_of
from rules.engine.chances.attack_ways import attack_ways
from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.sides import are_foes
from rules.engine.state import BattleState, BattleView, Combatant, changed
from rules.engine.system import System, find_system
from rules.map.grid import Footprint, fits, footprint_centre, has_cells
from rules.map.line_of_fire import fire_table, prepare_lines, sees_which
from rules.map.model import BattleMap, Place
from rules.map.zones import zoning

CHANCE, COVER, HARM, SEEN = "chance", "cover", "harm", "seen"
KINDS = (CHANCE, COVER, HARM, SEEN)
AT_ONCE = (COVER, SEEN)
"""Those that are worked out while everybody waits."""
MOST_FOES = 5
"""So many foes are reckoned with for the harm, the nearest first to where the combatant stands now."""
MOST_WATCHED = 40
"""So many for cover and sight."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundWanted:
    """A question: which figures of which places, for whom."""

    kind: str
    """One of `KINDS`."""
    who: str
    target: str | None
    """Whom the chance is to hit; None for nobody in particular, which leaves no chance."""
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One figure of one place."""

    value: float | None
    """A chance or a share of cover from 0 to 1, harm in fresh fighters, or how many foes see the place.

    None where there is no attack to make, or nobody who could shoot there.
    """
    who: tuple[str, ...] = ()
    """Whose line the cover is of, who has the largest share in the harm, who sees the place: by their ids."""
    word: str = ""
    """What the system calls the cover."""
    command: Command | None = None
    """The attack that the chance is of."""
    is_sampled: bool = False
    """Whether it is an estimate by samples."""


NONE = Figure(value=None)

Figures = tuple[Figure, ...]
"""One of each place, in the order in which the places were given."""


def figures_of(
    state: BattleState, wanted: GroundWanted, watch: Watch = go_on
) -> Iterator[tuple[Figures, bool]]:
    """Work out figures, each time with whether they are the last: an estimate may come first.

    Args:
        state: the battle as who asks knows it; nobody else's knowledge counts.
        watch: may raise, to give up what nobody waits for any more.
    """
    system = find_system(state.system)
    if wanted.kind in AT_ONCE:
        yield figures_at_once(system, state, wanted), True
    elif wanted.kind == HARM:
        yield _harm(system, state, wanted, watch), True
    elif wanted.target not in state.combatants:
        yield (NONE,) * len(wanted.places), True
    else:
        yield from _chances(system, state, wanted, watch)


def figures_at_once(system: System, state: BattleState, wanted: GroundWanted) -> Figures:
    """Work out figures of a kind that costs little (`AT_ONCE`)."""
    if wanted.kind == COVER:
        return _cover(system, state, wanted)
    return _seen(system, state, wanted)


def foes_of(system: System, state: BattleState, who: str) -> list[Combatant]:
    """List whom somebody fights against, on the map and able to act, the nearest first."""
    me = state.combatants[who]
    foes = [
        c
        for c in state.combatants.values()
        if are_foes(me.side, c.side) and c.at is not None and not system.turns.passed_over(c)
    ]
    return sorted(foes, key=lambda foe: (_apart(state.map, me, foe), foe.id))


def _apart(battle_map: BattleMap | None, one: Combatant, other: Combatant) -> float:
    if battle_map is None or one.at is None or other.at is None:
        return math.inf
    if isinstance(one.at, tuple) and isinstance(other.at, tuple) and has_cells(battle_map.grid):
        ends = (footprint_centre(battle_map.grid, Footprint(c.at, c.size)) for c in (one, other))  # type: ignore[arg-type]
        return math.dist(*ends)
    zones = zoning(battle_map)
    links = zones.distance(zones.zone_of(one.at), zones.zone_of(other.at))
    return math.inf if links is None else float(links)


def state_at(state: BattleState, who: str, place: Place) -> BattleState:
    """Give a state in which somebody stands elsewhere, and nothing else is otherwise."""
    moved = replace(state.combatants[who], at=place)
    return replace(state, combatants={**state.combatants, who: moved})


# ---------------------------------------------------------------------------------------- cover and sight
@dataclass(frozen=True, slots=True)
class _Watchers:
    """The foes on the cells of a map, and the places that are judged."""

    battle_map: BattleMap
    foes: Sequence[Combatant]
    spots: Sequence[Footprint]
    """Where the foes stand."""
    prints: Sequence[Footprint]
    """What who asks would cover on each place."""


def _watchers(system: System, state: BattleState, wanted: GroundWanted) -> _Watchers | None:
    """Give who may see and shoot; None where the map has no cells, and so no lines."""
    battle_map = state.map
    if battle_map is None or not has_cells(battle_map.grid):
        return None
    standing = [
        (foe, Footprint(foe.at, foe.size, foe.altitude))
        for foe in foes_of(system, state, wanted.who)
        if isinstance(foe.at, tuple)
    ]
    found = [(foe, spot) for foe, spot in standing if fits(battle_map.grid, spot)][:MOST_WATCHED]
    prints = _prints(state, wanted)
    return _Watchers(battle_map, [foe for foe, _ in found], [spot for _, spot in found], prints)


def _prints(state: BattleState, wanted: GroundWanted) -> list[Footprint]:
    """Give what who asks would cover on each place of a map with cells."""
    who = state.combatants[wanted.who]
    return [Footprint(place, who.size, who.altitude) for place in wanted.places if isinstance(place, tuple)]


def _cover(system: System, state: BattleState, wanted: GroundWanted) -> Figures:
    """Give the least cover from any of the foes who could shoot at each place."""
    there, scale = _watchers(system, state, wanted), system.cover_scale
    if there is None:
        return (Figure(value=0.0, word=scale.none),) * len(wanted.places)
    table = fire_table(there.battle_map, there.spots, there.prints)
    found = []
    for column, target in enumerate(there.prints):
        shares = [
            (float(table.cover_share[row, column]), row)
            for row in range(len(there.foes))
            if table.clear[row, column] and scale.allows_shot(float(table.cover_share[row, column]))
        ]
        found.append(_covered(system, there, target, *min(shares)) if shares else NONE)
    return tuple(found)


def _covered(system: System, there: _Watchers, target: Footprint, share: float, row: int) -> Figure:
    foe = there.foes[row]
    word = system.cover_word(there.battle_map, there.spots[row], target, share, foe.house)
    return Figure(value=share, who=(foe.id,), word=word)


def _seen(system: System, state: BattleState, wanted: GroundWanted) -> Figures:
    """Count the foes who have a line of sight to each place, whatever the light; without cells all have."""
    there = _watchers(system, state, wanted)
    if there is None:
        everybody = tuple(foe.id for foe in foes_of(system, state, wanted.who))
        return (Figure(value=float(len(everybody)), who=everybody),) * len(wanted.places)
    sights = [sees_which(there.battle_map, spot, there.prints) for spot in there.spots]
    seers = (
        tuple(foe.id for foe, sight in zip(there.foes, sights, strict=True) if sight[column])
        for column in range(len(there.prints))
    )
    return tuple(Figure(value=float(len(who)), who=who) for who in seers)


# -------------------------------------------------------------------------------------------------- harm
def _harm(system: System, state: BattleState, wanted: GroundWanted, watch: Watch) -> Figures:
    """Give what foes are expected to gain by attacks until the next turn: the risk by which the AI goes."""
    here = _on_the_map(state)
    if wanted.who not in here.combatants or not system.condition(here.combatants[wanted.who]):
        return (NONE,) * len(wanted.places)
    _look_back(system, here, wanted)
    prospects = Prospects(system, here, wanted.who, UNMARKED, MOST_FOES, Blows(system, PLAIN, watch))
    return tuple(_risk(prospects, state_at(here, wanted.who, place)) for place in wanted.places)


def _look_back(system: System, state: BattleState, wanted: GroundWanted) -> None:
    """Judge the lines of fire from the foes at all places together, which is quicker than one by one."""
    if state.map is not None:
        near = foes_of(system, state, wanted.who)[:MOST_FOES]
        spots = [Footprint(foe.at, foe.size, foe.altitude) for foe in near if isinstance(foe.at, tuple)]
        prepare_lines(state.map, spots, _prints(state, wanted))


def _on_the_map(state: BattleState) -> BattleState:
    people = state.combatants.items()
    return changed(state, combatants={who: one for who, one in people if one.at is not None})


def _risk(prospects: Prospects, state: BattleState) -> Figure:
    threats = {who: found for who, found in prospects.threats(state).items() if found.gain > 0}
    worst = max(threats, key=lambda who: threats[who].gain, default=None)
    return Figure(
        value=sum(found.gain for found in threats.values()),
        who=() if worst is None else (worst,),
        is_sampled=any(found.sampled for found in threats.values()),
    )


# ------------------------------------------------------------------------------------------------ chance
_ERRORS = 4.0
"""By so many standard errors an estimate may be off."""
Kind = tuple[Any, ...]
"""What an attack rests on: those of the same kind have the same odds."""


@dataclass(slots=True)
class _Attacks:
    """The attacks from all places, each with its kind, and the odds of each kind as far as they are known."""

    system: System
    target: str
    odds: dict[Kind, AimOdds] = field(default_factory=dict)
    hits: dict[Kind, float | None] = field(default_factory=dict)
    errors: dict[Kind, float] = field(default_factory=dict)
    """How far the estimates may be off, of those kinds of which there is no more yet."""

    def kind_of(self, state: BattleState, action: Action, command: Command) -> Kind | None:
        """Plan an attack and note its odds; None where it may not be made, or is none."""
        view = BattleView(state)
        if action.why_not(view, command) is not None or not action.suits(view, command):
            return None
        try:
            plan = action.plan(view, command)
        except Refusal:
            return None
        if plan.contest is not None or plan.promises is not None:  # it strikes nobody, or not yet
            return None
        kind = _kind(command, plan)
        if kind not in self.odds:
            self._note(kind, AimOdds(self.system, state, plan))
        return kind

    def _note(self, kind: Kind, odds: AimOdds) -> None:
        self.odds[kind] = odds
        try:
            found = odds.at_once()
            if found is None:
                found = odds.first()
                self.errors[kind] = _ERRORS * max(one.standard_error for _, one in found)
            self.hits[kind] = chance_of(found, self.target)
        except Refusal:
            self.hits[kind] = None

    def settle(self, kinds: Iterable[Kind], watch: Watch) -> None:
        """Work out as exactly as may be what there are only estimates of."""
        for kind in kinds:
            if self.errors.pop(kind, None) is not None:
                self.hits[kind] = chance_of(self.odds[kind].whole(watch), self.target)

    def rivals(self, ways: Iterable[Kind]) -> list[Kind]:
        """List the attacks from one place that may be the best, as far as the estimates go."""
        known = [
            (hit, self.errors.get(kind, 0.0), kind) for kind in ways if (hit := self.hits[kind]) is not None
        ]
        least = max((hit - error for hit, error, _ in known), default=0.0)
        return [kind for hit, error, kind in known if hit + error >= least]

    def best(self, ways: Mapping[Kind, Command]) -> Figure:
        """Give the best of the attacks from one place; of equal ones the first that comes to mind."""
        known = [(hit, kind) for kind in ways if (hit := self.hits[kind]) is not None]
        if not known:
            return NONE
        hit, kind = max(known, key=lambda entry: entry[0])
        return Figure(value=hit, command=ways[kind], is_sampled=kind in self.errors)


def _kind(command: Command, plan: Plan) -> Kind:
    numbers = tuple((m.value, str(m.label)) for m in (*plan.modifiers, *plan.notes, *plan.target_notes))
    facts = tuple((fact.id, repr(fact.value)) for fact in plan.facts)
    return command.do, repr(sorted(command.params.items())), plan.target_number, plan.chance, numbers, facts


def _chances(
    system: System, state: BattleState, wanted: GroundWanted, watch: Watch
) -> Iterator[tuple[Figures, bool]]:
    """Give the best attack's chance to hit the target from each place, by the odds of an aim from there."""
    assert wanted.target is not None, "without a target there is no chance"
    attacks = _Attacks(system, wanted.target)
    _look(state, wanted)
    ways = [_ways(attacks, state_at(state, wanted.who, place), wanted, watch) for place in wanted.places]
    if attacks.errors:
        yield tuple(attacks.best(from_here) for from_here in ways), False
        attacks.settle([kind for from_here in ways for kind in attacks.rivals(from_here)], watch)
    yield tuple(attacks.best(from_here) for from_here in ways), True


def _look(state: BattleState, wanted: GroundWanted) -> None:
    """Judge the lines of fire from all places at the target together, which is quicker than one by one."""
    target = state.combatants[wanted.target or ""]
    if state.map is not None and isinstance(target.at, tuple):
        prepare_lines(state.map, _prints(state, wanted), [Footprint(target.at, target.size, target.altitude)])


def _ways(attacks: _Attacks, state: BattleState, wanted: GroundWanted, watch: Watch) -> dict[Kind, Command]:
    watch()
    found: dict[Kind, Command] = {}
    actor, target = state.combatants[wanted.who], wanted.target or ""
    for command, action in attack_ways(attacks.system, BattleView(state), actor, target):
        kind = attacks.kind_of(state, action, command)
        if kind is not None:
            found.setdefault(kind, command)
    return found
