"""A part of a page is made once for what it reads, and anew as soon as any of that is another."""

from dataclasses import fields, replace
from typing import Any

import pytest

from rules.engine.fog.fog import Fog
from rules.engine.shown import HeldArea
from rules.engine.state import BattleState, Combatant
from rules.engine.system import find_system
from rules.map.areas import Blast
from tests.webapp.pages import gm_of, host_of
from tests.webapp.world import World
from webapp.drawing.kept_parts import KeptParts, WithoutPlaces, are_alike_to
from webapp.drawing.tokens import see_tokens
from webapp.drawing.turn_tracker import see_order
from webapp.table.grants import Visitor
from webapp.visibility.viewer import Viewer


def _state(**places: Any) -> BattleState:
    people = {
        who: Combatant(id=who, name=who, side="heroes", sheet=None, state=None, at=at)
        for who, at in places.items()
    }
    return BattleState(system="atomic", combatants=people)


def test_a_part_is_made_once_for_the_same_inputs() -> None:
    kept, made = KeptParts(), list[tuple[Any, ...]]()

    def make(*inputs: Any) -> list[Any]:
        made.append(inputs)
        return [*inputs]

    one = object()
    first = kept.part("list", make, one, ("kit", 2))
    assert kept.part("list", make, one, ("kit", 2)) is first
    assert kept.part("list", make, one, ("kit", 3)) == [one, ("kit", 3)]
    assert kept.part("list", make, object(), ("kit", 3))[0] is not one
    assert len(made) == 3


def test_what_can_change_is_the_same_only_as_the_same_object() -> None:
    kept = KeptParts()
    assert kept.part("count", len, [1, 2]) == 2
    assert kept.part("first", min, (2, 3)) is kept.part("first", min, (2, 3))
    assert kept.part("type", type, 1) is int
    assert kept.part("type", type, True) is bool, "though the two are equal"


def test_an_equal_value_is_given_as_the_one_of_before() -> None:
    kept, value = KeptParts(), ["kit"]
    assert kept.same("names", value) is value
    assert kept.same("names", ["kit"]) is value
    assert kept.same("names", ["dutch"]) == ["dutch"]


def test_a_battle_without_places_is_the_same_one_while_people_only_move() -> None:
    lifted, before = WithoutPlaces(), _state(kit=(1, 1), vex=(2, 2))
    first = lifted.give(before)
    assert {c.at for c in first.combatants.values()} == {None}
    moved = before.with_changes("kit", at=(3, 3))
    assert lifted.give(moved) is first
    named = lifted.give(moved.with_changes("kit", name="Kitty"))
    assert named is not first
    assert named.combatants["kit"].name == "Kitty"
    assert named.combatants["vex"] is first.combatants["vex"], "who has not changed stays the same too"


def test_a_battle_without_places_is_the_same_one_while_people_only_explore() -> None:
    lifted, before = WithoutPlaces(), _state(kit=(1, 1))
    first = lifted.give(before)
    explored = replace(before, fog=before.fog.with_explored("heroes", "kit", 7))
    assert lifted.give(explored) is first
    named = lifted.give(explored.with_changes("kit", name="Kitty"))
    assert not named.fog.explored


@pytest.mark.parametrize("name", [f.name for f in fields(Fog) if f.name != "explored"])
def test_any_other_change_of_the_fog_makes_another_battle_without_places(name: str) -> None:
    lifted, before = WithoutPlaces(), _state(kit=(1, 1))
    first, other = lifted.give(before), object()
    now = lifted.give(replace(before, fog=replace(before.fog, **{name: other})))
    assert now is not first
    assert getattr(now.fog, name) is other


@pytest.mark.parametrize("name", [f.name for f in fields(BattleState) if f.name != "fog"])
def test_any_other_change_of_a_battle_makes_another_one_without_places(name: str) -> None:
    lifted, before = WithoutPlaces(), _state(kit=(1, 1))
    first = lifted.give(before)
    other: Any = {} if name == "combatants" else object()
    assert lifted.give(replace(before, **{name: other})) is not first


@pytest.mark.parametrize("name", [f.name for f in fields(Combatant) if f.name not in ("id", "at")])
def test_any_other_change_of_somebody_makes_another_one_without_places(name: str) -> None:
    lifted, before, other = WithoutPlaces(), _state(kit=(1, 1)), object()
    first = lifted.give(before)
    now = lifted.give(before.with_changes("kit", **{name: other}))
    assert now is not first
    assert getattr(now.combatants["kit"], name) is other


def test_who_does_not_know_somebody_is_told_nothing_by_where_they_stand_or_how_they_fare() -> None:
    before = _state(kit=(1, 1), vex=(2, 2))
    moved = before.with_changes("vex", at=(3, 3), state=object())
    assert are_alike_to(before, moved, {"kit"})
    assert not are_alike_to(before, moved, {"kit", "vex"})
    explored = replace(moved, fog=moved.fog.with_explored("heroes", "vex", 7))
    assert are_alike_to(before, explored, {"kit"})


@pytest.mark.parametrize("name", [f.name for f in fields(BattleState) if f.name != "fog"])
def test_any_other_change_of_a_battle_makes_it_another_one_to_everybody(name: str) -> None:
    before = _state(kit=(1, 1))
    other: Any = {} if name == "combatants" else object()
    assert not are_alike_to(before, replace(before, **{name: other}), set())


@pytest.mark.parametrize("name", [f.name for f in fields(Fog) if f.name != "explored"])
def test_any_other_change_of_the_fog_makes_it_another_battle_to_everybody(name: str) -> None:
    before, other = _state(kit=(1, 1)), object()
    assert not are_alike_to(before, replace(before, fog=replace(before.fog, **{name: other})), set())


@pytest.mark.parametrize("name", [f.name for f in fields(Combatant) if f.name not in ("id", "at", "state")])
def test_any_other_change_of_somebody_makes_it_another_battle_to_everybody(name: str) -> None:
    before, other = _state(kit=(1, 1)), object()
    assert not are_alike_to(before, before.with_changes("kit", **{name: other}), set())


def test_the_order_of_the_list_counts_in_a_battle_without_places() -> None:
    lifted = WithoutPlaces()
    before = _state(kit=(1, 1), vex=(2, 2))
    first = lifted.give(before)
    turned = replace(before, combatants=dict(reversed(before.combatants.items())))
    assert [*lifted.give(turned).combatants] == ["vex", "kit"]
    assert lifted.give(before) is not first


def test_a_page_leaves_tokens_to_miniatures_as_soon_as_it_is_to(world: World) -> None:
    host = host_of(world)
    host.handle({"do": "edit", "target": "kit", "miniature": True}, gm_of(world))
    state, kept = host.battle.state, KeptParts()
    viewer = host.viewer(Visitor("screen", host.table_id, None, ""))
    for among in (True, False, True):
        tokens = see_tokens(state, viewer, {"kit"}, among_miniatures=among, kept=kept)
        assert [token.miniature for token in tokens] == [among]


def test_who_carries_ones_own_is_ones_own_to_move_as_soon_as_they_do(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    system, carried_by = find_system("atomic"), {"kit": "brannock"}
    carrier = replace(system.map, carrier=lambda state, who: carried_by.get(who))
    monkeypatch.setattr(type(system), "map", carrier)
    state, kept = host_of(world).battle.state, KeptParts()
    viewer = Viewer(role="play", sides=frozenset({"heroes"}), owns=frozenset({"kit"}))
    for who in ("brannock", "dutch", "brannock"):
        carried_by["kit"] = who
        tokens = see_tokens(state, viewer, {"kit", "brannock", "dutch"}, kept=kept)
        assert {token.who for token in tokens if token.mine} == {"kit", who}


def test_what_somebody_holds_is_drawn_anew_where_the_walls_are_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, system, kept = host_of(world).battle.state, find_system("atomic"), KeptParts()
    assert state.map is not None
    (x, y), _ = state.map.walls[0].start, state.map.walls[0].end
    held = (HeldArea(area=Blast((x + 0.3, y + 0.3), 3), words="holds it", rule=""),)
    monkeypatch.setattr(type(system), "map", replace(system.map, held_areas=lambda state, who: held))
    viewer, found = Viewer(role="gm"), list[str]()
    for walls in (state.map.walls, ()):
        other = replace(state, map=replace(state.map, walls=walls))
        [token] = see_tokens(other, viewer, {"kit"}, kept=kept)
        assert [token] == [*see_tokens(other, viewer, {"kit"})]
        found.append(token.areas[0].d)
    assert found[0] != found[1]


def test_a_row_is_set_aside_as_soon_as_one_waits(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    state, system, kept = host_of(world).battle.state, find_system("atomic"), KeptParts()
    running, waiting = replace(state, running=True, order=("dutch",)), ["kit"]
    turns = replace(system.turns, waiting=lambda state: tuple(waiting))
    monkeypatch.setattr(type(system), "turns", turns)
    viewer = Viewer(role="gm")
    for who in ("kit", "dutch", "brannock", "kit"):
        waiting[:] = [who]
        rows = see_order(running, viewer, {"kit", "dutch", "brannock"}, (), kept)
        assert {row.who for row in rows if row.aside} == {who}
