"""Auras: set up, ended by the clock, undone, refused; where they lie, and whom they hold."""

from typing import Any

import pytest

from rules.engine.areas.aura_events import AuraCounted, AuraTaken
from rules.engine.areas.auras import MOST_AURAS, Aura, area_of
from rules.engine.areas.holding import held_by
from rules.engine.battle import Battle
from rules.engine.refusal import Refusal
from rules.map.grid import Footprint
from rules.map.map_json import read_map
from rules.map.model import Grid, GridKind
from tests.rules.engine.test_fog import two_rooms
from tests.rules.engine.toy import do, duel

YARDS = Grid(GridKind.SQUARE, 12, 8, per_cell=2.0, unit="yd")


def put(battle: Battle, target: str = "ann", **more: Any) -> Any:
    return do(battle, "put-aura", target=target, **{"name": "Dread", "radius": 3, **more})


def auras(battle: Battle, who: str = "ann") -> tuple[Aura, ...]:
    return battle.state.combatants[who].auras


def test_an_aura_is_set_up_changed_in_its_place_and_taken_away_and_each_is_undone() -> None:
    battle = two_rooms()
    put(battle)
    put(battle, name="Light", seen_by="all")
    put(battle, radius=5, holds="foes", tone="harm", lasts=4)
    dread = Aura(name="Dread", radius=5, holds="foes", tone="harm", left=4)
    assert auras(battle) == (dread, Aura(name="Light", radius=3, seen_by="all"))
    do(battle, "take-aura", target="ann", name="Dread")
    assert [aura.name for aura in auras(battle)] == ["Light"]
    do(battle, "undo")
    assert auras(battle)[0] == dread
    do(battle, "undo")
    assert auras(battle)[0] == Aura(name="Dread", radius=3)


def test_an_aura_ends_by_the_clock_and_is_there_again_when_that_is_undone() -> None:
    battle = duel()
    put(battle, lasts=5)
    put(battle, "bob", lasts=2, seen_by="side")
    told = do(battle, "pass-time", lasts=2)
    assert AuraCounted(who="ann", name="Dread", seen_by="gm", left=3) in told
    assert AuraTaken(who="bob", name="Dread", seen_by="side", ended=True) in told
    assert auras(battle, "bob") == ()
    do(battle, "undo")
    assert (auras(battle)[0].left, auras(battle, "bob")[0].left) == (5, 2)


def test_for_those_who_see_it_no_more_an_aura_is_gone() -> None:
    battle = duel()
    put(battle, seen_by="all")
    told = put(battle, seen_by="gm")
    gone = [event for event in told if isinstance(event, AuraTaken)]
    assert gone == [AuraTaken(who="ann", name="Dread", seen_by="all")]
    assert [aura.seen_by for aura in auras(battle)] == ["gm"]


def test_a_radius_is_in_the_maps_unit_and_counts_from_the_outermost_cells() -> None:
    aura = Aura(name="Dread", radius=3)
    small = area_of(YARDS, Footprint((2, 2), 1), aura, "a")
    assert (small.at, small.size) == ((2.5, 2.5), 1.5)
    large = area_of(YARDS, Footprint((2, 2), 3), aura, "a")
    assert (large.at, large.size) == ((3.5, 3.5), 2.5)


def test_walls_stop_an_aura() -> None:
    wall = {"from": [5, 0], "to": [5, 6], "kind": "wall"}
    battle_map = read_map({"grid": {"kind": "square", "cols": 10, "rows": 6}, "walls": [wall]})
    area = area_of(battle_map.grid, Footprint((4, 2), 1), Aura(name="Dread", radius=3), "a")
    near = {"here": Footprint((2, 2), 1), "behind": Footprint((5, 2), 1), "far": Footprint((0, 2), 1)}
    assert held_by(battle_map, area, near) == ("here",)


def test_who_flies_high_above_the_bearer_is_out_of_it_and_who_flies_beside_it_is_in_it() -> None:
    battle_map = read_map({"grid": {"kind": "square", "cols": 10, "rows": 6}})
    area = area_of(battle_map.grid, Footprint((4, 2), 1), Aura(name="Dread", radius=2), "a")
    near = {"ground": Footprint((5, 2), 1), "air": Footprint((3, 2), 1, 9.0)}
    assert held_by(battle_map, area, near) == ("ground",)
    assert held_by(battle_map, area, near, 9.0) == ("air",)


def test_on_a_map_of_zones_it_is_its_bearers_zone() -> None:
    battle_map = read_map({"grid": {"kind": "zones"}, "zones": [{"id": "bar", "name": "Bar"}]})
    area = area_of(battle_map.grid, Footprint("bar", 1), Aura(name="Dread", radius=2), "a")
    assert held_by(battle_map, area, {"bob": Footprint("bar", 1), "cid": Footprint("x", 1)}) == ("bob",)


@pytest.mark.parametrize(
    ("holds", "held"), [("all", ["heroes", "raiders"]), ("foes", ["raiders"]), ("allies", ["heroes"])]
)
def test_it_holds_all_its_bearers_foes_or_its_allies(holds: Any, held: list[str]) -> None:
    aura = Aura(name="Dread", radius=2, holds=holds)
    sides = ("heroes", "raiders")
    assert [one for one in sides if aura.may_hold("bob", one, bearer="ann", own="heroes")] == held
    assert not aura.may_hold("ann", "heroes", bearer="ann", own="heroes"), "never its bearer"


@pytest.mark.parametrize(
    ("code", "params"),
    [
        ("bad-aura", {"name": "  "}),
        ("bad-aura", {"name": "x" * 41}),
        ("bad-aura", {"radius": 0}),
        ("bad-aura", {"radius": 600}),
        ("bad-aura", {"tone": "pink"}),
        ("bad-aura", {"seen_by": "nobody"}),
        ("bad-aura", {"holds": "cats"}),
        ("bad-command", {"radius": -1}),
        ("bad-command", {"lasts": 3, "unit": "fortnight"}),
        ("unknown-combatant", {"target": "nobody"}),
    ],
)
def test_what_is_no_aura_is_refused_and_changes_nothing(code: str, params: dict[str, Any]) -> None:
    battle = two_rooms()
    before = battle.state
    with pytest.raises(Refusal) as caught:
        put(battle, **params)
    assert (battle.state, caught.value.code) == (before, code)


def test_nobody_has_more_auras_than_there_is_room_for() -> None:
    battle = duel()
    for number in range(MOST_AURAS):
        put(battle, name=f"A{number}")
    for name, said in (("One more", "take one away"), ("A0", "just this aura")):
        with pytest.raises(Refusal, match=said):
            put(battle, name=name)
    with pytest.raises(Refusal, match="no such aura"):
        do(battle, "take-aura", target="ann", name="Zq")
