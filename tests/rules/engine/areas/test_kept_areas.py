"""Areas that stay on the map: laid, changed, ended by the clock, undone, refused; and whom they hold."""

from typing import Any

import pytest

from rules.engine.areas.area_events import AreaCounted, AreaKept, AreaTaken
from rules.engine.areas.holding import held_by, outlines_of
from rules.engine.areas.kept_areas import MOST_AREAS, KeptArea
from rules.engine.battle import Battle
from rules.engine.refusal import Refusal
from rules.map.grid import Footprint
from rules.map.map_json import read_map
from rules.map.model import BattleMap
from tests.rules.engine.test_fog import two_rooms
from tests.rules.engine.toy import do

WALLED = {
    "grid": {"kind": "square", "cols": 10, "rows": 6},
    "walls": [{"from": [5, 0], "to": [5, 6], "kind": "wall"}],
}
ZONES = {
    "grid": {"kind": "zones"},
    "zones": [{"id": "bar", "name": "Bar"}, {"id": "street", "name": "Street"}],
}


def lay(battle: Battle, **more: Any) -> KeptArea:
    do(battle, "put-area", **{"name": "Smoke", "shape": "blast", "at": [2.5, 1.5], "size": 2, **more})
    return battle.state.areas[-1]


def test_an_area_is_laid_changed_in_its_place_and_taken_away_and_each_is_undone() -> None:
    battle = two_rooms()
    smoke = lay(battle, tone="info", lasts=4)
    fire = lay(battle, name="Fire", shape="cone", direction=90, angle=60, touch=True, walls=False)
    do(battle, "put-area", area=smoke.id, name=" Thin  smoke ")
    assert [(one.name, one.left, one.size) for one in battle.state.areas] == [
        ("Thin smoke", 4, 2.0),
        ("Fire", None, 2.0),
    ]
    do(battle, "take-area", area=smoke.id)
    assert battle.state.areas == (fire,)
    do(battle, "undo")
    do(battle, "undo")
    assert battle.state.areas == (smoke, fire)


def test_an_area_ends_by_the_clock_and_is_there_again_when_that_is_undone() -> None:
    battle = two_rooms()
    smoke, fire = lay(battle, lasts=5), lay(battle, name="Fire", lasts=2, seen_by="gm")
    ward = lay(battle, name="Ward")
    told = do(battle, "pass-time", lasts=3)
    assert AreaCounted(area=smoke.id, left=2) in told
    assert AreaTaken(area=fire.id, name="Fire", seen_by="gm", ended=True) in told
    assert [one.name for one in battle.state.areas] == ["Smoke", "Ward"]
    do(battle, "undo")
    assert battle.state.areas == (smoke, fire, ward)


def test_to_who_saw_it_an_area_is_gone_that_the_gm_keeps_back() -> None:
    battle = two_rooms()
    smoke = lay(battle)
    told = do(battle, "put-area", area=smoke.id, name="Secret", seen_by="gm")
    gone = [event for event in told if isinstance(event, AreaTaken)]
    assert gone == [AreaTaken(area=smoke.id, name="Smoke", seen_by="all")], "and not by its new name"
    assert [event.area.name for event in told if isinstance(event, AreaKept)] == ["Secret"]


def test_an_area_holds_whom_it_covers_as_far_as_walls_let_it() -> None:
    battle_map = read_map(WALLED)
    standing = {
        who: Footprint(at, 1) for who, at in {"near": (3, 2), "far": (0, 0), "behind": (5, 2)}.items()
    }
    area = KeptArea(id="a", name="Smoke", shape="blast", at=(4.5, 2.5), size=2)
    assert held_by(battle_map, area, standing) == ("near",)
    through = KeptArea(id="a", name="Smoke", shape="blast", at=(4.5, 2.5), size=2, walls=False)
    assert held_by(battle_map, through, standing) == ("near", "behind")
    assert max(x for piece in outlines_of(battle_map, area) for x, _ in piece) == pytest.approx(5)
    assert max(x for piece in outlines_of(battle_map, through) for x, _ in piece) == pytest.approx(6.5)


def on_zones() -> tuple[Battle, BattleMap]:
    battle = two_rooms()
    do(battle, "set-map", map=ZONES)
    assert battle.state.map is not None
    return battle, battle.state.map


def test_on_a_map_of_zones_an_area_is_a_whole_one_and_holds_who_stands_in_it() -> None:
    battle, battle_map = on_zones()
    do(battle, "put-area", name="Gas", shape="zone", zone="bar")
    (gas,) = battle.state.areas
    standing = {"ann": Footprint("bar", 1), "bob": Footprint("street", 1)}
    assert held_by(battle_map, gas, standing) == ("ann",)
    do(battle, "edit-map", drop={"zones": ["bar"]})
    assert battle.state.areas == (), "it goes with its zone"


def test_an_area_stays_on_another_map_if_that_has_its_place() -> None:
    battle = two_rooms()
    near, far = lay(battle, at=[1, 1]), lay(battle, at=[5, 3])
    do(battle, "set-map", map={"grid": {"kind": "square", "cols": 3, "rows": 3}})
    assert battle.state.areas == (near,)
    do(battle, "undo")
    assert battle.state.areas == (near, far)


@pytest.mark.parametrize(
    ("code", "params"),
    [
        ("bad-area", {"name": " "}),
        ("bad-area", {"name": "x" * 41}),
        ("bad-area", {"tone": "pink"}),
        ("bad-area", {"seen_by": "side"}),
        ("bad-area", {"shape": "star"}),
        ("bad-area", {"shape": "zone", "zone": "bar"}),
        ("bad-area", {"size": 0}),
        ("bad-area", {"shape": "line", "size": 3}),
        ("bad-area", {"at": [400, 1]}),
        ("bad-area", {"at": "here"}),
        ("bad-command", {"size": 501}),
        ("bad-command", {"lasts": -1}),
        ("bad-command", {"lasts": 3, "unit": "fortnight"}),
        ("no-area", {"area": "a0"}),
    ],
)
def test_what_is_no_area_is_refused_and_changes_nothing(code: str, params: dict[str, Any]) -> None:
    battle = two_rooms()
    before = battle.state
    with pytest.raises(Refusal) as caught:
        lay(battle, **params)
    assert (battle.state, caught.value.code) == (before, code)


def test_no_more_areas_are_laid_than_a_map_has_room_for() -> None:
    battle = two_rooms()
    areas = [lay(battle, name=f"A{n}") for n in range(MOST_AREAS)]
    assert len({area.id for area in areas}) == MOST_AREAS
    with pytest.raises(Refusal, match="take one away"):
        lay(battle)
    with pytest.raises(Refusal, match="like that already"):
        do(battle, "put-area", area=areas[0].id)


def test_without_a_map_there_is_nothing_to_lay_an_area_on() -> None:
    battle = two_rooms()
    do(battle, "set-map", map=None)
    with pytest.raises(Refusal) as caught:
        lay(battle)
    assert caught.value.code == "no-map"


def test_an_area_of_a_spoiled_log_is_left_out() -> None:
    state = two_rooms().state
    for spoiled in (
        KeptArea(id="a", name="A", shape="star", size=1),
        KeptArea(id="a", name="A", shape="blast", size=9_999),
        KeptArea(id="a", name="A", shape="cone", size=1),
        KeptArea(id="a", name="A", shape="zone"),
    ):
        assert AreaKept(area=spoiled).apply(state) is state
