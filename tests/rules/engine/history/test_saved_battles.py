"""Old logs stay readable: a battle saved by an earlier version loads to the same state."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.events import (
    SavedBattleError,
    event_as_json,
    event_from_json,
    event_from_text,
)
from rules.engine.state import Lamp
from rules.engine.system import COMMON_EVENTS
from rules.map.cell_bits import cells_in
from rules.map.map_writer import write_map
from tests.rules.engine.toy import TOY, do

KEPT = Path(__file__).parent / "kept"


def kept(name: str = "first-version") -> Any:
    return json.loads((KEPT / f"{name}.json").read_text(encoding="utf-8"))


def load(name: str = "first-version") -> Battle:
    kinds = TOY.event_kinds()
    return Battle.load(
        "toy", [event_from_json(kinds, line["kind"], line["data"]) for line in kept(name)["events"]]
    )


def test_the_kept_battle_folds_to_the_state_that_was_kept_with_it() -> None:
    state, expected = load().state, kept()["state"]
    people = {
        who.id: {
            "name": who.name,
            "side": who.side,
            "at": list(who.at) if isinstance(who.at, tuple) else who.at,
            "size": who.size,
            "hidden": who.hidden,
            "by_hand": who.by_hand,
            "state": who.state.as_json(),
        }
        for who in state.combatants.values()
    }
    assert people == expected["combatants"]
    assert (state.running, list(state.order), state.active) == (True, expected["order"], expected["active"])
    assert state.clock == expected["clock"]
    assert state.map is not None
    assert {wall.id: wall.state for wall in state.map.walls} == expected["doors"]


def test_the_prompt_of_the_kept_battle_stands_and_can_be_answered() -> None:
    battle = load()
    assert battle.state.prompt is not None
    assert not battle.is_stuck
    assert [battle.state.prompt.to, battle.state.prompt.question] == kept()["state"]["prompt"]
    do(battle, "answer", "ann", answer="keep")
    do(battle, "answer", "ann", answer="faces", faces=[4, 4])
    assert battle.state.prompt is None
    assert (
        battle.state.combatants["bob"].state.hurt == kept()["state"]["combatants"]["bob"]["state"]["hurt"] + 2
    )


def test_the_map_drawn_in_the_kept_battle_is_the_map_that_was_kept_with_it() -> None:
    state = load("map-edits").state
    assert state.map is not None
    assert write_map(state.map) == kept("map-edits")["map"]


def test_the_sheet_written_anew_in_the_kept_battle_counts() -> None:
    bob = load("sheets").state.combatants["bob"]
    assert (bob.sheet.skill, bob.state.hurt) == (kept("sheets")["skill"], 2)


def burning(lamp: Lamp | None) -> dict[str, float] | None:
    """Write a light down as battles had it that were saved before lights burnt down."""
    assert lamp is None or lamp.left is None
    return None if lamp is None else {"bright": lamp.bright, "dim": lamp.dim}


def test_the_pictures_and_the_new_name_in_the_kept_battle_stand() -> None:
    people = load("pictures").state.combatants
    keys = ("name", "picture", "by_hand", "miniature")
    found = {
        who: {**{key: getattr(c, key) for key in keys}, "lamp": burning(c.lamp)} for who, c in people.items()
    }
    assert found == kept("pictures")["combatants"]


def test_the_modifier_added_in_the_kept_battle_counts() -> None:
    assert load("amended").state.combatants["bob"].state.hurt == kept("amended")["hurt"]


def test_what_was_explored_in_the_kept_battle_is_known() -> None:
    state = load("fog").state
    assert state.map is not None
    known = set(cells_in(state.fog.known_to({"heroes"}, ()), state.map.grid))
    assert known == {tuple(cell) for cell in kept("fog")["known"]}


def test_the_house_of_the_kept_battle_counts_even_where_the_rules_know_it_no_more() -> None:
    state = load("house").state
    assert state.house.off == {"TOY-1"}
    assert (state.house.tables, state.house.stock) == (
        {"gone": {"cell": 3}},
        {"weapons": {"fork": {"id": "fork"}}},
    )
    ann = state.combatants["ann"]
    assert ann.house is state.house
    assert [(id_, made.name) for id_, made in ann.own_conditions] == [("netted", "Netted")]


def test_the_marks_of_the_kept_battle_are_on_who_has_them() -> None:
    marks = load("marks").state.combatants["ann"].gm_marks
    assert [(mark.name, mark.tone, mark.rounds, mark.seen_by) for mark in marks] == [
        ("Blessed", "good", 2, "all")
    ]


def test_the_counters_of_the_kept_battle_stand_where_they_stood() -> None:
    luck, alarm = load("counters").state.combatants["ann"].counters
    assert (luck.name, luck.value, luck.most, luck.seen_by) == ("Luck", 1, 5, "owner")
    assert (luck.by_owner, luck.on_token) == (True, True)
    assert (alarm.name, alarm.value, alarm.most, alarm.seen_by) == ("Alarm", 7, None, "all")


def test_what_was_to_end_by_the_clock_in_the_kept_battle_has_ended_or_lasts_as_long_as_it_did() -> None:
    people = load("time").state.combatants
    assert people["ann"].state.down is False
    assert [(one.condition, one.left, one.unit) for one in people["bob"].timed] == [("down", 3, "round")]
    assert [(mark.name, mark.rounds, mark.unit) for mark in people["ann"].gm_marks] == [("Wet", 2, "round")]


def test_the_areas_of_the_kept_battle_lie_where_they_were_laid_or_are_over() -> None:
    smoke, ward = load("areas").state.areas
    assert (smoke.name, smoke.at, smoke.size, smoke.tone, smoke.left) == (
        "Thin smoke",
        (2.5, 1.5),
        2.0,
        "info",
        2,
    )
    assert (ward.name, ward.shape, ward.width, ward.left, ward.seen_by) == ("Ward", "line", 1.0, None, "all")


def test_the_auras_of_the_kept_battle_are_about_who_had_them_or_are_over() -> None:
    people = load("auras").state.combatants
    (light,) = people["ann"].auras
    assert (light.name, light.radius, light.holds, light.seen_by) == ("Light", 2.5, "allies", "all")
    assert (light.tone, light.left, light.unit) == ("good", 4, "round")
    assert people["bob"].auras == ()


def test_the_lights_of_the_kept_battle_burn_as_long_as_they_did() -> None:
    people = load("torches").state.combatants
    assert [(c.lamp, c.put_out) for c in people.values()] == [
        (Lamp(2, 4, 6), None),
        (None, None),
        (None, Lamp(0, 2, 27)),
    ]


def test_the_notes_of_the_kept_battle_lie_where_they_were_left() -> None:
    state = load("notes").state
    assert [(note.shape, note.words, note.by, note.points[0]) for note in state.map_notes] == [
        ("pin", "The well", "", (2.5, 1.5)),
        ("line", "", "ann", (1.0, 1.0)),
    ]
    pin = state.map_notes[0]
    assert (pin.page, pin.picture, pin.seen_by, pin.in_fog) == (
        "Deep.\n\n- cold\n- dark",
        "0" * 32,
        "all",
        True,
    )
    assert state.scene_notes == "A cold well.\n\n- 12 coins"


def test_the_damage_of_the_kept_battle_was_done() -> None:
    assert load("harm").state.combatants["bob"].state.hurt == 3


def test_the_temper_of_the_kept_battle_is_as_it_was_set() -> None:
    people = load("tempers").state.combatants
    assert {who: c.temper for who, c in people.items()} == {"ann": "steady", "bob": "fearful", "cid": "dull"}


def test_the_aims_of_the_kept_battle_are_as_they_were_set() -> None:
    people = load("aims").state.combatants
    assert [(c.aim.id, c.aim.at, c.aim.whom, c.by_itself) for c in people.values()] == [
        ("guard", None, "bob", True),
        ("reach", (3, 2), "", False),
        ("flee", None, "", False),
    ]


def all_lines() -> list[Any]:
    names = (
        "first-version",
        "harm",
        "map-edits",
        "sheets",
        "amended",
        "fog",
        "pictures",
        "house",
        "marks",
        "counters",
        "time",
        "tempers",
        "aims",
        "sealed",
        "notes",
        "flight",
        "areas",
        "auras",
        "torches",
    )
    return [line for name in names for line in kept(name)["events"]]


def test_the_kept_battles_have_every_kind_of_event_that_any_battle_has() -> None:
    assert {line["kind"] for line in all_lines()} >= {event.kind for event in COMMON_EVENTS}


def test_what_is_read_is_written_again_with_nothing_lost() -> None:
    kinds = TOY.event_kinds()
    for line in all_lines():
        written = event_as_json(event_from_json(kinds, line["kind"], line["data"]))
        assert _as_kept(written, line["data"]) == line["data"]


def test_an_event_is_the_same_whether_it_is_read_from_its_text_or_its_fields() -> None:
    kinds = TOY.event_kinds()
    for line in all_lines():
        text = json.dumps(line["data"], ensure_ascii=False)
        read = event_from_text(kinds, line["kind"], text)
        assert repr(read) == repr(event_from_json(kinds, line["kind"], line["data"]))


def test_a_text_that_is_no_event_is_refused_in_words() -> None:
    for kind, text in (("moved", '{"who": 5}'), ("moved", "{"), ("no-such-kind", "{}")):
        with pytest.raises(SavedBattleError, match=r"his battle"):
            event_from_text(TOY.event_kinds(), kind, text)


def _as_kept(written: Any, kept: Any) -> Any:
    """Leave out the fields that have come since."""
    if isinstance(kept, dict):
        return {key: _as_kept(written[key], value) for key, value in kept.items()}
    if isinstance(kept, list) and len(kept) == len(written):
        return [_as_kept(one, other) for one, other in zip(written, kept, strict=True)]
    return written


def test_a_kept_flight_ends_on_the_ground() -> None:
    battle = load("flight")
    ann = battle.state.combatants["ann"]
    assert (ann.altitude, ann.flies) == (0.0, False)
    do(battle, "undo")
    assert battle.state.combatants["ann"].altitude == 5.0
