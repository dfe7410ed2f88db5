"""The figures of a reach are those of each of its places alone, in every system and on every kind of map."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest

from rules.ai.blows import Blows
from rules.ai.foresight import PLAIN
from rules.ai.ground_figures import (
    CHANCE,
    COVER,
    HARM,
    KINDS,
    MOST_FOES,
    NONE,
    SEEN,
    Figures,
    GroundWanted,
    figures_of,
    foes_of,
    state_at,
)
from rules.ai.prospects import Prospects
from rules.ai.temper import UNMARKED
from rules.engine.chances.aim_odds import AimOdds, chance_of
from rules.engine.state import BattleState, BattleView, Combatant
from rules.engine.system import System, find_system
from rules.map.grid import Footprint, footprint_centre
from rules.map.line_of_fire import line_of_fire, sees
from rules.map.model import BattleMap, Cell, Grid, GridKind, Place, Zone
from rules.map.movement import reach
from rules.systems import load_systems
from tests.playing.scenes import scenes
from webapp.demo.fights import ONE_A_SYSTEM, YARD, read_fight


@dataclass(frozen=True)
class Table:
    """A ready-made fight, somebody in it, and whom they would strike."""

    system: System
    state: BattleState
    map: BattleMap
    me: Combatant
    target: str
    near: tuple[Cell, ...]
    """Cells about the target, the nearest first."""

    def last(self, kind: str, places: Sequence[Place]) -> Figures:
        """Give figures as they are in the end."""
        wanted = GroundWanted(kind=kind, who=self.me.id, target=self.target, places=tuple(places))
        *_, (found, is_last) = figures_of(self.state, wanted)
        assert is_last
        return found


@pytest.fixture(scope="module", params=ONE_A_SYSTEM)
def table(request: pytest.FixtureRequest) -> Table:
    """Lay out a ready-made fight: there is one for each system."""
    return laid_out(str(request.param))


def laid_out(fight_id: str) -> Table:
    load_systems()
    system = find_system(read_fight(fight_id).system)
    state = next(s for s in scenes(system.id, 0) if s.name == fight_id).begun().state
    assert state.map is not None
    me = next(c for c in state.combatants.values() if c.at is not None)
    target = foes_of(system, state, me.id)[0]
    assert isinstance(target.at, tuple)
    costs = reach(state.map, Footprint(target.at, me.size)).costs
    taken = {c.at for c in state.combatants.values()}
    near = sorted((cell for cell in costs if cell not in taken), key=lambda cell: (costs[cell], cell))
    return Table(system, state, state.map, me, target.id, tuple(near))


def test_cover_is_the_least_from_who_could_shoot(table: Table) -> None:
    places = table.near[:60:4]
    foes = [(foe, Footprint(foe.at, foe.size)) for foe in foes_of(table.system, table.state, table.me.id)]  # type: ignore[arg-type]
    scale = table.system.cover_scale
    for place, found in zip(places, table.last(COVER, places), strict=True):
        here = Footprint(place, table.me.size)
        lines = {foe.id: line_of_fire(table.map, spot, here) for foe, spot in foes}
        shots = {
            who: line.cover_share
            for who, line in lines.items()
            if line.clear and scale.allows_shot(line.cover_share)
        }
        assert found.value == (min(shots.values()) if shots else None)
        if shots:
            assert shots[found.who[0]] == found.value
            assert found.word in {scale.none, scale.word(shots[found.who[0]])}


def test_who_could_see_a_place_is_counted_and_named(table: Table) -> None:
    places = table.near[:60:4]
    for place, found in zip(places, table.last(SEEN, places), strict=True):
        here = Footprint(place, table.me.size)
        seers = {
            foe.id
            for foe in foes_of(table.system, table.state, table.me.id)
            if isinstance(foe.at, tuple) and sees(table.map, Footprint(foe.at, foe.size), here)
        }
        assert set(found.who) == seers
        assert found.value == len(seers)


def test_the_chance_is_that_of_the_aim_from_there(table: Table) -> None:
    places = table.near[:40:5]
    found = table.last(CHANCE, places)
    assert any(figure.value for figure in found), "somewhere near its target it can strike"
    for place, figure in zip(places, found, strict=True):
        if figure.command is None:
            assert figure == NONE
            continue
        there = state_at(table.state, table.me.id, place)
        action = table.system.action(figure.command.do)
        assert action is not None
        plan = action.plan(BattleView(there), figure.command)
        odds = AimOdds(table.system, there, plan)
        exact = odds.at_once() or odds.whole()
        assert figure.value == chance_of(exact, table.target)


def test_a_place_alone_has_the_figures_that_it_has_among_others(table: Table) -> None:
    places = table.near[:12:4]
    for kind in (CHANCE, COVER, SEEN):
        together = table.last(kind, places)
        assert together == tuple(table.last(kind, [place])[0] for place in places)


def test_the_harm_is_the_risk_that_the_ai_reckons_with(table: Table) -> None:
    places = table.near[4:20:4]
    found = table.last(HARM, places)
    blows = Blows(table.system, PLAIN)
    ai = Prospects(table.system, table.state, table.me.id, UNMARKED, MOST_FOES, blows)
    for place, figure in zip(places, found, strict=True):
        standing = ai.standing(state_at(table.state, table.me.id, place))
        assert figure.value == pytest.approx(standing.risk)
        assert figure.who == ((standing.danger,) if standing.risk else ())
    assert any(figure.value for figure in found)


def test_the_same_state_has_the_same_figures(table: Table) -> None:
    for kind in KINDS:
        assert table.last(kind, table.near[:3]) == table.last(kind, table.near[:3])


def test_an_estimate_comes_first_where_odds_take_long_and_is_said_to_be_one() -> None:
    table = laid_out(YARD)
    wanted = GroundWanted(kind=CHANCE, who=table.me.id, target=table.target, places=table.near[:2])
    (first, is_last), (last, is_over) = figures_of(table.state, wanted)
    assert (is_last, is_over) == (False, True)
    assert all(figure.is_sampled for figure in first if figure.value is not None)
    for one, other in zip(first, last, strict=True):
        assert one.value == pytest.approx(other.value, abs=0.1)


def test_who_is_told_to_strike_nobody_has_no_chance(table: Table) -> None:
    wanted = GroundWanted(kind=CHANCE, who=table.me.id, target=None, places=table.near[:2])
    assert list(figures_of(table.state, wanted)) == [((NONE, NONE), True)]


def test_among_zones_all_kinds_have_figures(table: Table) -> None:
    battle_map = BattleMap(
        Grid(GridKind.ZONES, 1, 1), zones=(Zone("bar", "Bar", links=("hall",)), Zone("hall", "Hall"))
    )
    people = {
        who: replace(one, at="bar" if one.side == table.me.side else "hall")
        for who, one in table.state.combatants.items()
    }
    among = replace(table, state=replace(table.state, map=battle_map, combatants=people))
    foes = foes_of(among.system, among.state, among.me.id)
    assert [f.value for f in among.last(SEEN, ("bar", "hall"))] == [len(foes)] * 2
    assert [f.value for f in among.last(COVER, ("bar", "hall"))] == [0, 0]
    here, there = among.last(HARM, ("bar", "hall"))
    assert here.value is not None
    assert there.value is not None
    assert there.value >= here.value >= 0
    assert len(among.last(CHANCE, ("bar", "hall"))) == 2


def test_the_nearest_foe_comes_first(table: Table) -> None:
    assert isinstance(table.me.at, tuple)
    spots = [
        footprint_centre(table.map.grid, Footprint(foe.at, foe.size))
        for foe in foes_of(table.system, table.state, table.me.id)
        if isinstance(foe.at, tuple)
    ]
    x, y = footprint_centre(table.map.grid, Footprint(table.me.at, table.me.size))
    far = [(a - x) ** 2 + (b - y) ** 2 for a, b in spots]
    assert far == sorted(far)
