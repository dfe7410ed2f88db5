"""Where something could be done: each place told has all that was asked, in every system."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from rules.ai.ground_figures import CHANCE, COVER, SEEN, Figure
from rules.ai.spots import ANYBODY, MOST_SPOTS, Spots, SpotsWanted, spots_of
from rules.map.model import BattleMap, Cell, Grid, GridKind, Zone
from tests.rules.ai.test_ground_figures import Table, laid_out
from webapp.demo.fights import ONE_A_SYSTEM, YARD


@pytest.fixture(scope="module", params=ONE_A_SYSTEM)
def table(request: pytest.FixtureRequest) -> Table:
    """Lay out a ready-made fight: there is one for each system."""
    return laid_out(str(request.param))


def ask(table: Table, places: Sequence[Cell], **more: Any) -> Spots:
    """Ask of some places, each of which costs as much as it is far down the list."""
    costs = {place: float(n) for n, place in enumerate(places)}
    wanted = SpotsWanted(who=table.me.id, target=table.target, costs=costs, **more)
    *_, (found, is_last) = spots_of(table.state, wanted)
    assert is_last
    return found


def chances(table: Table, places: Sequence[Cell]) -> list[float]:
    return [figure.value or 0.0 for figure in table.last(CHANCE, places)]


def in_cover(table: Table, figure: Figure) -> bool:
    return figure.value is None or figure.word != table.system.cover_scale.none


def test_the_places_are_those_whose_figures_have_all_that_is_asked(table: Table) -> None:
    places = table.near[:24:3]
    cover, seen, chance = (table.last(kind, places) for kind in (COVER, SEEN, CHANCE))
    least = sorted(figure.value or 0.0 for figure in chance)[len(places) // 2]
    for asked in (
        {"least": least},
        {"least": least, "in_cover": True},
        {"unseen_by": ANYBODY},
        {"unseen_by": table.target, "in_cover": True},
    ):
        fit = [
            n
            for n in range(len(places))
            if chance[n].value is not None
            and (chance[n].value or 0.0) >= asked.get("least", 0.0)
            and (not asked.get("in_cover") or in_cover(table, cover[n]))
            and not (seen[n].who if asked.get("unseen_by") == ANYBODY else ())
            and asked.get("unseen_by") not in seen[n].who
        ]
        found = ask(table, places, **asked)
        assert [spot.place for spot in found.found] == [places[n] for n in fit][:MOST_SPOTS]
        assert found.count == len(fit)
        for spot, n in zip(found.found, fit, strict=False):
            assert (spot.cost, spot.chance, spot.cover, spot.seen) == (float(n), chance[n], cover[n], seen[n])
        assert (found.nearest is None) == bool(fit)


def test_where_no_chance_is_great_enough_the_best_one_is_told(table: Table) -> None:
    places = table.near[:24:3]
    best = max(chances(table, places))
    found = ask(table, places, least=min(1.0, best + 0.01) if best < 1 else 1.01)
    assert found.found == ()
    assert found.fails == (CHANCE,)
    assert found.nearest is not None
    assert found.nearest.chance.value == best
    assert found.nearest.cost == chances(table, places).index(best)


def test_of_several_conditions_as_few_are_missed_as_may_be(table: Table) -> None:
    bare = replace(table, state=replace(table.state, map=replace(table.map, walls=())))
    places = table.near[:12:3]
    cover, chance = bare.last(COVER, places), bare.last(CHANCE, places)
    is_covered = [in_cover(bare, cover[n]) for n in range(len(places)) if chance[n].value is not None]
    found = ask(bare, places, least=1.01, in_cover=True)
    assert found.fails == ((CHANCE,) if any(is_covered) else (CHANCE, COVER))
    in_the_open = [places[n] for n in range(len(places)) if not in_cover(bare, cover[n])]
    strikes = [n for n in range(len(places)) if places[n] in in_the_open and chance[n].value is not None]
    assert ask(bare, in_the_open, in_cover=True).fails == ((COVER,) if strikes else (CHANCE, COVER))
    assert strikes


def test_without_a_target_or_a_place_there_is_nothing_to_tell(table: Table) -> None:
    for target, costs in (("nobody", {table.near[0]: 0.0}), (table.target, {})):
        wanted = SpotsWanted(who=table.me.id, target=target, costs=costs)
        assert list(spots_of(table.state, wanted)) == [(Spots(), True)]


def test_the_same_state_gives_the_same_places(table: Table) -> None:
    places = table.near[:8:2]
    asked: dict[str, Any] = {"least": 0.25, "in_cover": True, "unseen_by": ANYBODY}
    assert ask(table, places, **asked) == ask(table, places, **asked)


def test_an_estimate_comes_first_where_odds_take_long() -> None:
    table = laid_out(YARD)
    costs = {place: float(n) for n, place in enumerate(table.near[:2])}
    wanted = SpotsWanted(who=table.me.id, target=table.target, costs=costs)
    (first, is_last), (last, is_over) = spots_of(table.state, wanted)
    assert (is_last, is_over) == (False, True)
    assert all(spot.chance.is_sampled for spot in first.found)
    assert [spot.place for spot in first.found] == [spot.place for spot in last.found]


def test_among_zones_it_is_answered_too(table: Table) -> None:
    battle_map = BattleMap(
        Grid(GridKind.ZONES, 1, 1), zones=(Zone("bar", "Bar", links=("hall",)), Zone("hall", "Hall"))
    )
    people = {
        who: replace(one, at="bar" if one.side == table.me.side else "hall")
        for who, one in table.state.combatants.items()
    }
    state = replace(table.state, map=battle_map, combatants=people)
    costs = {"bar": 0.0, "hall": 1.0}
    *_, (found, _) = spots_of(state, SpotsWanted(who=table.me.id, target=table.target, costs=costs))
    assert {spot.place for spot in found.found} <= {"bar", "hall"}
    assert found.count == len(found.found) or found.nearest is not None
