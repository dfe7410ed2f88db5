"""House rules from the browser: changed by the GM alone, read by everybody at the table, told in the log."""

import io
from typing import Any

import pytest

from rules.engine.system import find_system
from rules.systems import load_systems
from tests.webapp.pages import gm_of, host_of
from tests.webapp.world import Browser, World
from webapp.archive.table_file_import import open_table
from webapp.archive.table_file_reader import read_table
from webapp.archive.table_file_writer import gather, write_table
from webapp.panels.house_rules_page import piece_form
from webapp.table.host import Host

FORK = {"piece.name": "Long fork", "piece.skill": "melee", "piece.wounds": "3"}
NETTED = {
    "name": "Netted",
    "words": "Stuck in a net.",
    "shape": "chain",
    "tone": "warn",
    "roll.attack": "-10",
    "forbids": "move",
}


def change(world: World, **form: str) -> str:
    answer = world.gm().post(world.at("gm/house"), **form)
    assert answer.status_code == 303
    return str(world.gm().get(world.at("gm/house")).text)


def make(world: World, part: str, where: str = "new", **form: Any) -> int:
    return int(world.gm().htmx(world.at(f"gm/house/{part}/{where}"), **form).status_code)


def ordered(world: World, who: Browser, **command: Any) -> int:
    return int(who.json(world.at("commands?as=play"), command).status_code)


def partial(world: World) -> int:
    return dict(host_of(world).battle.state.house.tables.get("cover", {})).get("partial", 1)


def test_a_number_is_changed_told_and_read_by_everybody(world: World) -> None:
    page = change(world, table="cover", **{"cell.partial": "3", "cell.good": ""})
    assert partial(world) == 3
    assert "usually 1" in page
    ann = world.player("Ann", "kit")
    read = ann.get(world.at("play/house")).text
    assert "What cover takes from the Wound Rating" in read
    assert "usually 1" in read
    assert "<form" not in read
    told = ann.get(world.at("play/house.json")).json
    assert told == {"AT-84": "House rule: partial 3 (usually 1)."}
    assert "partial 3 (usually 1)" in ann.get(world.at("play")).text, "the log says it too"


def test_the_help_of_who_sits_at_the_table_says_what_is_changed(world: World) -> None:
    change(world, table="cover", **{"cell.partial": "3"})
    at = f"/help/atomic?table={world.table.id}"
    ann = world.player("Ann", "kit")
    assert "partial 3 (usually 1)" in ann.get(at).text
    assert world.at("play/house") in ann.get(at).text
    assert f"help/atomic?table={world.table.id}" in ann.get(world.at("play")).text
    assert "usually 1" not in world.stranger().get(at).text


def test_a_rule_is_switched_off_and_on_again(world: World) -> None:
    page = change(world, rule="AT-86", on="0")
    assert "Not played" in page
    assert host_of(world).battle.state.house.off == {"AT-86"}
    change(world, rule="AT-86", on="1")
    assert host_of(world).battle.state.house.is_usual


def test_a_table_comes_back_to_its_usual_numbers(world: World) -> None:
    change(world, table="cover", **{"cell.partial": "3"})
    change(world, table="cover", usual="1", **{"cell.partial": "3"})
    assert host_of(world).battle.state.house.is_usual


@pytest.mark.parametrize(
    "form",
    [
        {"table": "cover", "cell.partial": "9"},
        {"table": "cover", "cell.partial": "many"},
        {"table": "cover", "cell.partial": "1" * 400},
        {"table": "no-such", "cell.partial": "1"},
        {"rule": "AT-1", "on": "0"},
        {},
    ],
)
def test_what_cannot_be_is_said_and_changes_nothing(world: World, form: dict[str, str]) -> None:
    before = len(host_of(world).battle.entries)
    page = change(world, **form)
    assert len(host_of(world).battle.entries) == before
    assert 'id="refusal"' in page
    assert host_of(world).battle.state.house.is_usual


def test_a_player_changes_nothing_and_the_gm_is_told(world: World) -> None:
    ann = world.player("Ann", "kit")
    made = {"part": "rules", "id": "AT-86", "to": False}
    assert ordered(world, ann, do="set-house", changes=[made]) == 422
    assert ordered(world, ann, do="set-conditions", target="kit", conditions=[]) == 422
    for where in ("gm/house", "gm/house/weapons/new", "gm/house/conditions/new", "gm/house/weapons/drop/x"):
        assert ann.post(world.at(where), rule="AT-86", on="0").status_code in (403, 404)
    assert host_of(world).battle.state.house.is_usual
    assert "set-house" in str(host_of(world).refused.lines)


def test_a_weapon_of_ones_own_stands_on_every_sheet_and_strikes(world: World) -> None:
    assert make(world, "weapons", **FORK) == 204
    assert "Long fork" in world.gm().get(world.at("gm/sheet/kit/edit")).text
    sheet = {"weapons": ["long-fork"], "skills": {"melee": 60}}
    host_of(world).handle({"do": "set-sheet", "target": "kit", "sheet": sheet}, by=gm_of(world))
    kit = host_of(world).battle.state.combatants["kit"]
    assert [(w.id, w.name, w.wounds) for w in kit.sheet.weapons] == [("long-fork", "Long fork", 3)]
    again = world.gm().get(world.at("gm/sheet/kit/edit")).text
    assert 'value="long-fork" checked' in again
    assert "Long fork" in world.gm().get(world.at("gm/selected/kit")).text


def test_a_weapon_is_changed_and_taken_away_and_sheets_keep_theirs(world: World) -> None:
    make(world, "weapons", **FORK)
    assert 'value="Long fork"' in world.gm().get(world.at("gm/house/weapons/edit/long-fork")).text
    assert make(world, "weapons", "edit/long-fork", **{**FORK, "piece.wounds": "1"}) == 204
    assert host_of(world).battle.state.house.stock["weapons"]["long-fork"]["wounds"] == 1
    assert world.gm().post(world.at("gm/house/weapons/drop/long-fork")).status_code == 303
    assert host_of(world).battle.state.house.is_usual
    assert world.gm().get(world.at("gm/house/weapons/edit/long-fork")).status_code == 404


@pytest.mark.parametrize(
    ("part", "form"),
    [
        ("weapons", {**FORK, "piece.wounds": "9"}),
        ("weapons", {**FORK, "piece.name": ""}),
        ("weapons", {**FORK, "piece.name": "Blast pistol"}),
        ("armour", {"piece.name": "Fur", "piece.rating": "x"}),
        ("conditions", {**NETTED, "name": ""}),
        ("conditions", {**NETTED, "shape": "elephant"}),
        ("conditions", {**NETTED, "roll.attack": "many"}),
        ("conditions", {**NETTED, "forbids": "fly"}),
    ],
)
def test_what_cannot_be_made_is_refused_in_words(world: World, part: str, form: dict[str, str]) -> None:
    answer = world.gm().htmx(world.at(f"gm/house/{part}/new"), **form)
    assert answer.status_code == 422
    assert host_of(world).battle.state.house.is_usual


def test_one_of_the_same_name_is_not_made_over(world: World) -> None:
    make(world, "weapons", **FORK)
    assert make(world, "weapons", **{**FORK, "piece.wounds": "1"}) == 422
    assert host_of(world).battle.state.house.stock["weapons"]["long-fork"]["wounds"] == 3


def test_there_is_nothing_of_a_kind_that_the_system_has_not(world: World) -> None:
    for where in ("spells/new", "weapons/edit/no-such"):
        assert world.gm().get(world.at(f"gm/house/{where}")).status_code == 404
    assert make(world, "spells", **FORK) == 404


def test_a_condition_is_given_seen_felt_and_taken(world: World) -> None:
    assert make(world, "conditions", **NETTED) == 204
    world.gm().htmx(world.at("gm/do"), do="set-conditions", target="kit", **{"list:conditions": "netted"})
    ann = world.player("Ann", "kit")
    card = ann.get(world.at("play/selected/kit")).text
    assert "Stuck in a net." in card
    assert "#mark-chain" in card
    assert ordered(world, ann, do="move", actor="kit", to=[1, 1]) == 422
    assert "Netted" in world.gm().get(world.at("gm/house")).text
    world.gm().htmx(world.at("gm/do"), do="set-conditions", target="kit", **{"list:conditions": ""})
    assert "Stuck in a net." not in ann.get(world.at("play/selected/kit")).text


def test_the_house_goes_with_the_table_to_other_scenes_and_files(world: World) -> None:
    change(world, rule="AT-86", on="0")
    make(world, "conditions", **NETTED)
    world.gm().htmx(world.at("gm/do"), do="set-conditions", target="kit", **{"list:conditions": "netted"})
    first = host_of(world).table.battle_id
    new = {"kind": "square", "cols": "10", "rows": "10", "per_cell": "1", "unit": "in", "name": "Yard"}
    assert world.gm().htmx(world.at("gm/map/new"), **new).status_code == 204
    there = host_of(world).battle
    assert there.state.house.off == {"AT-86"}
    assert there.state.combatants["kit"].own_conditions
    assert not there.can_undo, "it is laid out so"
    change(world, rule="AT-81", on="0")
    host_of(world).switch(str(first))
    assert host_of(world).battle.state.house.off == {"AT-81", "AT-86"}
    file = gather(world.store, world.table.id)
    assert file is not None
    packed = io.BytesIO()
    write_table(file, {}, packed)
    copy = open_table(world.store, read_table(packed))
    house = Host(world.store, copy.id).battle.state.house
    assert (house.off, list(house.conditions)) == ({"AT-81", "AT-86"}, ["netted"])


def test_the_log_explains_an_attack_by_the_rules_of_its_time(world: World) -> None:
    change(world, table="cover", **{"cell.partial": "3"})
    change(world, rule="AT-86", on="0")
    gm = gm_of(world)
    said = {"do": "attack", "actor": "kit", "target": "raider-1", "with": "blast-pistol"}
    facts = {"range": "near", "cover": "partial", "line_of_fire": True, "aware": False}
    host_of(world).handle({"do": "edit", "target": "kit", "by_hand": True}, by=gm)
    host_of(world).handle({**said, "facts": facts}, by=gm)
    host_of(world).handle({"actor": "kit", "answer": "faces", "faces": [55]}, by=gm)
    change(world, table="cover", usual="1")
    change(world, rule="AT-86", on="1")
    assert host_of(world).battle.state.house.is_usual
    lines = host_of(world).whole_log(host_of(world).viewer(gm))
    figures = [figure for line in lines for figure in line.figures]
    assert any("house rule, usually -1" in str(figure.label) and figure.value == "-3" for figure in figures)
    assert any("partial 3 (usually 1)" in str(figure.value) for figure in figures)


@pytest.mark.parametrize("id_", ["atomic", "gurps", "phases", "savage", "tesseris"])
def test_every_systems_things_are_made_by_a_form_from_its_own_schema(id_: str) -> None:
    load_systems()
    system = find_system(id_)
    for kind in system.own_kinds:
        fields = piece_form(system, kind, None)
        names = [field.name for field in fields]
        assert "piece.name" in names
        assert "piece.id" not in names
