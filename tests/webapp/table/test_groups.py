"""Parties and encounters that are kept, scenes that are only prepared, people sent to another scene."""

import io
import re

import pytest

from rules.map.map_json import read_map
from rules.map.model import BattleMap
from tests.webapp.pages import host_of
from tests.webapp.world import World
from webapp.archive.table_file_import import open_table
from webapp.archive.table_file_reader import read_table
from webapp.archive.table_file_writer import gather, write_table
from webapp.table.setup.free_places import places_in_shape

NEW = {"kind": "square", "cols": "10", "rows": "10", "per_cell": "1", "unit": "in", "name": "Yard"}


def keep(world: World, *who: str, name: str = "The party", **form: str) -> None:
    answer = world.gm().htmx(world.at("gm/groups"), who=list(who), name=name, **form)
    assert answer.status_code == 204, answer.text


def the_group(world: World) -> str:
    (group,) = world.store.groups.all(world.table.id)
    return group.id


def two_of_a_side(world: World) -> tuple[str, str]:
    people = list(host_of(world).battle.state.combatants.values())
    first = people[0]
    second = next(c for c in people[1:] if c.side == first.side)
    return first.id, second.id


def test_a_group_comes_onto_another_map_as_it_was(world: World) -> None:
    a, b = two_of_a_side(world)
    before = host_of(world).battle.state.combatants
    shape = (before[b].at[0] - before[a].at[0], before[b].at[1] - before[a].at[1])
    keep(world, b, a, as_now="1")
    for who in (*before,):
        world.gm().htmx(world.at("gm/do"), do="remove", target=who)
    assert not host_of(world).battle.state.combatants
    assert world.gm().htmx(world.at(f"gm/groups/{the_group(world)}/bring"), hidden="1").status_code == 204
    first, second = host_of(world).battle.state.combatants.values()
    for who, now in ((a, first), (b, second)):
        assert now.hidden
        assert (now.name, now.sheet, now.state) == (before[who].name, before[who].sheet, before[who].state)
        assert now.id not in before, "an id would tell who came back"
    assert (second.at[0] - first.at[0], second.at[1] - first.at[1]) == shape


def test_who_has_a_namesake_is_numbered_on_and_stands_on_a_free_cell(world: World) -> None:
    a, b = two_of_a_side(world)
    keep(world, a, b)
    for _ in range(2):
        assert world.gm().htmx(world.at(f"gm/groups/{the_group(world)}/bring")).status_code == 204
    people = host_of(world).battle.state.combatants
    name = people[a].name.split(",")[0]
    namesakes = [c.name for c in people.values() if c.name.startswith(f"{name} ")]
    assert len(set(namesakes)) == 2
    assert all(re.fullmatch(f"{name} [0-9]{{2}}", drawn) for drawn in namesakes)
    places = [c.at for c in people.values()]
    assert len(set(places)) == len(places)


def test_fresh_members_come_without_their_wounds(world: World) -> None:
    a, _ = two_of_a_side(world)
    fresh = host_of(world).battle.state.combatants[a].state
    world.gm().htmx(world.at("gm/do"), do="gm-set", target=a, **{"json:state": '{"wounds": 1}'})
    hurt = host_of(world).battle.state.combatants[a].state
    assert hurt != fresh
    keep(world, a, name="Fresh")
    keep(world, a, name="Worn", as_now="1")
    states = []
    for group in world.store.groups.all(world.table.id):
        world.gm().htmx(world.at(f"gm/groups/{group.id}/bring"))
        states.append(list(host_of(world).battle.state.combatants.values())[-1].state)
    assert states == [fresh, hurt]


def test_a_group_of_the_same_name_gives_way_and_can_be_thrown_away(world: World) -> None:
    a, b = two_of_a_side(world)
    keep(world, a)
    keep(world, a, b)
    (group,) = world.store.groups.all(world.table.id)
    assert [m["id"] for m in group.members] == [a, b]
    assert group.name in world.gm().get(world.at("gm")).text
    assert world.gm().htmx(world.at(f"gm/groups/{group.id}/forget")).status_code == 204
    assert world.store.groups.all(world.table.id) == []
    answer = world.gm().htmx(world.at(f"gm/groups/{group.id}/bring"))
    assert answer.status_code == 422
    assert "not kept any more" in answer.text


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"who": [], "name": "Nobody"}, "Tick at least one"),
        ({"who": ["nobody-known"], "name": "Ghosts"}, "nobody-known"),
        ({"who": ["kit"], "name": " "}, "Please type a name"),
    ],
)
def test_what_cannot_be_kept_is_told(world: World, form: dict[str, object], words: str) -> None:
    answer = world.gm().htmx(world.at("gm/groups"), **form)
    assert answer.status_code == 422
    assert words in answer.text
    assert world.store.groups.all(world.table.id) == []


def test_players_neither_see_nor_touch_groups(world: World) -> None:
    a, _ = two_of_a_side(world)
    keep(world, a, name="The ambush to come")
    ann = world.player("Ann", "kit")
    assert "The ambush to come" not in ann.get(world.at("play")).text
    for path in ("gm/groups", f"gm/groups/{the_group(world)}/bring", "gm/send"):
        assert ann.htmx(world.at(path), who=a, name="Mine").status_code == 403


def test_a_scene_is_prepared_and_people_are_sent_to_it(world: World) -> None:
    here = world.battle_id
    a, b = two_of_a_side(world)
    world.player("Ann", "kit")
    world.gm().json(world.at("commands?as=gm"), {"do": "set-lamp", "target": "kit", "bright": 2, "dim": 4})
    people = host_of(world).battle.state.combatants
    assert world.gm().htmx(world.at("gm/map/new"), **NEW, system="atomic", prepared="1").status_code == 204
    assert world.battle_id == here
    assert "Yard" in world.gm().get(world.at("gm")).text
    other = next(row.id for row in world.store.battles(world.table.id) if row.id != here)
    for _ in range(2):  # the second time there is nobody left to send
        answer = world.gm().htmx(world.at("gm/send"), who=["kit", b if b != "kit" else a], scene=other)
    assert answer.status_code == 422
    sent = {"kit", b if b != "kit" else a}
    assert not sent & set(host_of(world).battle.state.combatants)
    world.gm().htmx(world.at("gm/scene"), scene=other)
    there = host_of(world).battle.state.combatants
    assert set(there) == sent
    assert all((there[who].sheet, there[who].state) == (people[who].sheet, people[who].state) for who in sent)
    assert there["kit"].lamp == people["kit"].lamp is not None
    assert list(host_of(world).seats) == ["kit"]


def test_nobody_is_sent_to_a_scene_of_another_system_or_table(world: World) -> None:
    world.gm().htmx(world.at("gm/map/new"), **NEW, system="savage", prepared="1")
    other = next(row.id for row in world.store.battles(world.table.id) if row.id != world.battle_id)
    for scene, words in ((other, "has no sheet for it"), ("elsewhere", "no such other scene")):
        answer = world.gm().htmx(world.at("gm/send"), who="kit", scene=scene)
        assert answer.status_code == 422
        assert words in answer.text
    assert "kit" in host_of(world).battle.state.combatants


def test_groups_travel_in_the_table_file(world: World) -> None:
    a, b = two_of_a_side(world)
    keep(world, a, b, name="Both")
    file = gather(world.store, world.table.id)
    assert file is not None
    packed = io.BytesIO()
    write_table(file, {}, packed)
    opened = open_table(world.store, read_table(packed))
    old, new = (world.store.groups.all(id_)[0] for id_ in (world.table.id, opened.id))
    assert (new.name, new.system, new.members) == (old.name, old.system, old.members)


WALLED = read_map(
    {
        "grid": {"kind": "square", "cols": 8, "rows": 4},
        "walls": [{"id": "w", "from": [4, 0], "to": [4, 4], "kind": "wall"}],
    }
)


@pytest.mark.parametrize(
    ("stood", "taken", "places"),
    [
        ([(0, 0), (1, 1)], set(), [(0, 0), (1, 1)]),  # all free: where they stood
        ([(0, 0), (1, 1)], {(1, 1)}, [(1, 0), (2, 1)]),  # the nearest shift
        ([(3, 0), (4, 0)], set(), [(2, 0), (3, 0)]),  # not with a wall between them
        ([(0, 0), (5, 0)], set(), [(0, 0), (1, 0)]),  # too wide for either side: side by side
    ],
)
def test_a_shape_keeps_together_where_it_can(
    stood: list[tuple[int, int]], taken: set[tuple[int, int]], places: list[tuple[int, int]]
) -> None:
    battle_map: BattleMap = WALLED
    assert places_in_shape(battle_map, stood, [1, 1], taken) == places


def test_extras_are_added_in_groups_that_share_a_card(world: World) -> None:
    """SW-21: those of a side and a group act on one card; without a group all of the side do."""
    gm, item = world.gm(), "guard"
    gm.htmx(world.at("gm/map/new"), **NEW, system="savage")
    for group in ("left", "right"):
        form = {"item": item, "count": "2", "side": "guards", "group": group}
        assert gm.htmx(world.at("gm/stock"), **form).status_code == 204
    assert gm.htmx(world.at("gm/do"), do="begin").status_code == 204
    people = host_of(world).battle.state.combatants
    assert [c.sheet.group for c in people.values()] == ["left", "left", "right", "right"]
    cards = [c.state.card for c in people.values()]
    assert cards[0] == cards[1] != cards[2] == cards[3]
    gm.htmx(world.at("gm/do"), do="end-battle")
    assert gm.htmx(world.at("gm/share"), who=list(people), name="").status_code == 204
    gm.htmx(world.at("gm/do"), do="begin")
    assert len({c.state.card for c in host_of(world).battle.state.combatants.values()}) == 1


def test_where_nobody_shares_initiative_it_is_not_offered(world: World) -> None:
    gm = world.gm()
    assert 'name="group"' not in gm.get(world.at("gm")).text
    answer = gm.htmx(world.at("gm/share"), who="kit", name="left")
    assert answer.status_code == 422
    assert "an initiative of their own" in answer.text
