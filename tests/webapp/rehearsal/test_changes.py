"""What may be changed of a rehearsed fight: each choice is a change, and the same key the same change."""

from dataclasses import replace

import pytest

from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.system import find_system
from rules.map.grid import Footprint, footprint_cells
from rules.rehearsal.changes import Change, with_change
from rules.systems import load_systems
from tests.load.rules.rehearsal import ready_fight
from webapp.demo.fights import ONE_A_SYSTEM
from webapp.rehearsal.changes import (
    FEWER,
    able_foes,
    change_groups,
    change_of,
    number_groups,
    number_key,
    read_key,
)
from webapp.table.setup.sides import heroes_of

load_systems()


@pytest.fixture(params=ONE_A_SYSTEM)
def state(request: pytest.FixtureRequest) -> BattleState:
    return ready_fight(request.param)


def kinds(state: BattleState, heroes: str) -> set[str | int]:
    """Name the kinds of change that are offered."""
    return {read_key(key)[0] for group in change_groups(state, heroes) for key, _ in group.choices}


def test_every_choice_changes_something_and_always_the_same(state: BattleState) -> None:
    heroes, seen = heroes_of(state), set[str]()
    for group in change_groups(state, heroes):
        for key, words in group.choices:
            change = change_of(state, heroes, read_key(key))
            assert change.words == words
            after = with_change(state, change)
            assert change.begin is not None or after != with_change(state, Change(words=words)), key
            assert after == with_change(state, change_of(state, heroes, read_key(key)))
            seen.add(str(read_key(key)[0]))
    surprise = find_system(state.system).turns.surprising(state, heroes)
    assert seen - {"surprised"} == {"fewer", "more", "stock", "temper", "door", "house"}
    assert ("surprised" in seen) == (surprise is not None)


def test_newcomers_stand_on_free_cells_and_fight_for_the_foes(state: BattleState) -> None:
    heroes = heroes_of(state)
    foe = able_foes(state, heroes)[0]
    for key in (("more", foe.id, 3), ("stock", find_system(state.system).stock[0].id, 3)):
        after = with_change(state, change_of(state, heroes, key))
        new = [one for id_, one in after.combatants.items() if id_ not in state.combatants]
        assert len(new) == 3
        assert all(one.side == foe.side for one in new)
        places = [one.at for one in after.combatants.values()]
        assert len(set(places)) == len(places)


def test_another_in_place_of_somebody_stands_where_they_stood(state: BattleState) -> None:
    heroes = heroes_of(state)
    foe, item = able_foes(state, heroes)[0], find_system(state.system).stock[0]
    after = with_change(state, change_of(state, heroes, ("instead", item.id, foe.id)))
    [new] = [one for id_, one in after.combatants.items() if id_ not in state.combatants]
    assert foe.id not in after.combatants
    assert (new.at, new.side) == (foe.at, foe.side)


def test_one_of_the_stock_who_is_large_finds_room_in_place_of_somebody_small() -> None:
    state = ready_fight("gantry")
    heroes = heroes_of(state)
    foe = able_foes(state, heroes)[0]
    assert state.map is not None
    grid = state.map.grid
    for key in (("instead", "war-walker", foe.id), ("stock", "war-walker", 1)):
        after = with_change(state, change_of(state, heroes, key))
        [new] = [one for id_, one in after.combatants.items() if id_ not in state.combatants]
        others = [one for one in after.combatants.values() if one is not new]
        assert new.size == 2
        taken = {cell for one in others for cell in footprint_cells(grid, Footprint(one.at, one.size))}
        assert taken.isdisjoint(footprint_cells(grid, Footprint(new.at, new.size)))


def test_in_a_fight_that_runs_nobody_is_surprised_as_it_begins(state: BattleState) -> None:
    heroes = heroes_of(state)
    runs = replace(state, running=True)
    assert "surprised" not in kinds(runs, heroes)
    with pytest.raises(Refusal):
        change_of(runs, heroes, ("surprised", heroes))


def test_of_a_single_foe_there_is_none_fewer() -> None:
    state = ready_fight("gantry")
    heroes = heroes_of(state)
    alone = with_change(state, change_of(state, heroes, (FEWER, "raider-2", "raider-3", "raider-4")))
    assert FEWER not in kinds(alone, heroes)


def test_every_number_of_the_house_rules_can_be_another_and_stays_within_its_limits(
    state: BattleState,
) -> None:
    system, heroes = find_system(state.system), heroes_of(state)
    offered = [key for group in number_groups(state) for key, _ in group.choices]
    assert len(offered) == sum(len(table) for table in system.tables) > 0
    for key in offered:
        _, id_, cell = read_key(key)
        [table] = [one for one in system.tables if one.id == id_]
        now = table[str(cell)]
        other = table.high if table.high != now else table.low
        after = with_change(state, change_of(state, heroes, number_key(key, f" {other} ")))
        assert table.number(after.house, str(cell)) == other
        assert {c: n for c, n in table.of(after.house).items() if c != cell} == {
            c: n for c, n in table.items() if c != cell
        }
        for typed, code in (
            (str(now), "no-change"),
            (str(table.high + 1), "out-of-limits"),
            ("x", "not-a-number"),
        ):
            with pytest.raises(Refusal) as refused:
                change_of(state, heroes, number_key(key, typed))
            assert refused.value.code == code


def test_a_number_of_no_table_is_no_change(state: BattleState) -> None:
    for key in (("number", "no-table", "cell", 1), ("number", "no-table"), ("number",)):
        with pytest.raises(Refusal) as refused:
            change_of(state, heroes_of(state), key)
        assert refused.value.code == "no-such-change"
