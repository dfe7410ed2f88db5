"""What the GM sets by touch: every system has it whole, in words; what cannot be is refused in a sentence."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from html import unescape
from typing import Any

import pytest
from flask import Flask

from rules.engine.command import Command
from rules.engine.gm.controls import Controls
from rules.engine.refusal import Refusal
from rules.engine.system import find_system
from tests.playing.fight import Fight
from tests.rules.engine.toy import Queue
from tests.webapp.pages import gm_of, host_of
from tests.webapp.panels.test_cards import STEPS, SYSTEMS, cards
from tests.webapp.world import World
from webapp.demo.fights import ONE_A_SYSTEM, read_fight
from webapp.table.setup.scenes import lay_out_scene

FIGHTS = {name: read_fight(name) for name in ONE_A_SYSTEM}
BAD: tuple[Any, ...] = ("x", "", -1, -100_000, 10**9, 1.5, True, None, [1], ["x"], {"x": 1}, {"x": {"y": 2}})
_TAGS = re.compile(r"<[^>]*>")
_SHOWN = re.compile(r'(?:title|aria-label|placeholder|alt)="([^"]*)"')
_FIELD = re.compile(r'<input (?![^>]*type="(?:hidden|number|range)")[^>]* value="([^"]*)"')
_NOT_WORDS = re.compile(
    r"\bnull\b|\bNone\b(?= ?[,\]}])|\bTrue\b|\bFalse\b|\[\]|\{\}|[{}]|\b[a-z]+(?:_[a-z]+)+\b"
    r"|Input should|valid (?:integer|string|list|dictionary|tuple|number)|Value error|pydantic|validation"
)


def sit_at(world: World, name: str) -> list[str]:
    """Bring a ready-made fight before the table, and give who is in it."""
    fight = FIGHTS[name]
    people = fight.combatants()
    row = lay_out_scene(
        world.store,
        world.table.id,
        system=fight.system,
        name=fight.name,
        battle_map=fight.map,
        combatants=people,
    )
    host_of(world).switch(row.id)
    return [str(person["id"]) for person in people]


def words_of(page: str) -> str:
    """Give what of a page is read: its text, and what is said of its parts and stands in its fields."""
    shown = [*_SHOWN.findall(page), *_FIELD.findall(page)]
    page = re.sub(r"<(script|style)\b.*?</\1>", " ", page, flags=re.DOTALL)
    return unescape(" \n ".join([_TAGS.sub(" ", page), *shown]))


def ids_of(host: Any, who: str) -> set[str]:
    """List the ids that somebody's sheet and state hold and that are nobody's words for it."""
    combatant = host.battle.state.combatants[who]
    data = json.dumps([combatant.state.as_json(), combatant.sheet.model_dump(mode="json")])
    names = {name.lower() for name in re.findall(r'"name": "([^"]*)"', data)}
    return set(re.findall(r'"([a-z]+(?:-[a-z0-9]+)+)"', data)) - names - _SAID_SO


_SAID_SO = frozenset({"fast-draw", "low-light", "off-hand", "two-fisted"})
_DICE = "{d8!,d6!}kh1"
"""How dice are written in talk, as the page explains it."""


def unworded(page: str, ids: set[str]) -> list[str]:
    words = words_of(page)
    return _NOT_WORDS.findall(words) + [id_ for id_ in ids if re.search(rf"(?<![\w-]){id_}(?![\w-])", words)]


@pytest.mark.parametrize("name", ONE_A_SYSTEM)
def test_no_page_of_the_gms_shows_a_key_or_how_a_value_is_written_down(world: World, name: str) -> None:
    people, gm, host = sit_at(world, name), world.gm(), host_of(world)
    for who in people:
        for place in (f"gm/selected/{who}", f"gm/sheet/{who}", f"gm/sheet/{who}/edit"):
            answer = gm.get(world.at(place))
            assert answer.status_code == 200, place
            ids = ids_of(host, who) if place != f"gm/sheet/{who}/edit" else set()
            assert unworded(answer.text, ids) == [], place
    assert unworded(gm.get(world.at("gm")).text.replace(_DICE, ""), set()) == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_card_shows_one_in_the_middle_of_a_fight_either(app: Flask, system: str) -> None:
    with app.test_request_context():
        fight = Fight(app, system, 3)
        for _ in range(STEPS):
            fight.step()
            for who, card in cards(fight.gm).items():
                assert unworded(card, ids_of(fight.host, who)) == []
        for line in fight.gm.stream.lines:
            assert _NOT_WORDS.findall(str(line.text)) == []


@pytest.mark.parametrize("name", ONE_A_SYSTEM)
def test_what_cannot_be_is_refused_in_a_sentence(world: World, name: str) -> None:
    who, battle = sit_at(world, name)[0], host_of(world).battle
    ids = ids_of(host_of(world), who)
    refused = 0
    for field in fields(battle.state.combatants[who].state):
        for bad in BAD:
            command = Command(do="gm-set", params={"target": who, "state": {field.name: bad}})
            try:
                battle.decide(command, Queue())
            except Refusal as refusal:
                refused += 1
                said = refusal.message
                assert said.endswith("."), said
                assert unworded(said.replace("“x”", ""), ids) == [], (field.name, bad, said)
                assert field.name not in said or "_" not in field.name
    assert refused > 4 * len(fields(battle.state.combatants[who].state))


@pytest.mark.parametrize("name", ONE_A_SYSTEM)
def test_every_touch_sets_what_it_says_or_says_why_not(world: World, name: str) -> None:
    """Each patch of a card is one that the rules take; a press on what is on takes it off again."""
    people, host = sit_at(world, name), host_of(world)
    touched = 0
    for who in people[:2]:
        state = host.battle.state
        controls = find_system(state.system).looks.controls(state, who)
        for patch in patches_of(controls):
            with suppress_full_hands():
                host.battle.decide(Command(do="gm-set", params={"target": who, "state": patch}), Queue())
            touched += 1
    assert touched > 40


@contextmanager
def suppress_full_hands() -> Iterator[None]:
    """Let pass that somebody has too few hands for one weapon more."""
    try:
        yield
    except Refusal as refusal:
        if "hands" not in refusal.message:
            raise


def patches_of(controls: Controls) -> list[dict[str, Any]]:
    found: list[Any] = [chip.patch for chip in (*controls.chips, *controls.seldom_chips)]
    found += [chip.patch for row in (*controls.rows, *controls.seldom_rows) for chip in row.chips]
    for dial in (*controls.dials, *controls.seldom_dials):
        found += [dial.patch(dial.high), dial.patch(dial.low), dial.patch(dial.stepped(1) or dial.low)]
    return json.loads(json.dumps(found))


@pytest.mark.parametrize("name", ONE_A_SYSTEM)
def test_every_value_that_may_change_in_a_fight_has_its_control(world: World, name: str) -> None:
    """What has none is kept by the rules alone, or shown only to who has it: listed here by its key."""
    who, host = sit_at(world, name)[0], host_of(world)
    state = host.battle.state
    controls = find_system(state.system).looks.controls(state, who)
    shown = {key for patch in patches_of(controls) for key in patch}
    shown |= {line.path[0] for line in controls.lines}
    kept = {field.name for field in fields(state.combatants[who].state)} - shown
    assert kept == NOT_SHOWN_YET[state.system]


NOT_SHOWN_YET: dict[str, set[str]] = {
    "atomic": set(),
    "savage": {"drawn", "heading"},
    "phases": {"action", "targeting"},
    "gurps": {
        *("aim", "braced", "evaluate", "feint", "maneuver", "riposte", "wait", "zone"),
        *("ammo", "dr_lost", "reloading", "weapon_hp"),
        *("attacked_with", "dropped_at", "locked"),
    },
    "tesseris": {"fear", "held_by", "manipulated", "struck_unaware", "swordpoint", "watch"},
}


def test_pressing_the_third_pip_is_three_wounds_and_again_is_two(world: World) -> None:
    gm, host = world.gm(), host_of(world)

    def third() -> str:
        card = unescape(gm.get(world.at("gm/selected/kit")).text)
        found = re.search(r"value='([^']*)' id=\"press-kit-wounds-3\"", card)
        assert found is not None
        return found[1]

    for wounds in (3, 2):
        answer = gm.htmx(world.at("gm/do"), **{"do": "gm-set", "target": "kit", "json:state": third()})
        assert answer.status_code == 204
        assert host.battle.state.combatants["kit"].state.wounds == wounds
    host.handle({"do": "undo"}, by=gm_of(world))
    assert host.battle.state.combatants["kit"].state.wounds == 3


def test_a_number_is_typed_where_it_stands(world: World) -> None:
    gm, host = world.gm(), host_of(world)
    field = 'number:["state", "wounds"]'
    answer = gm.htmx(world.at("gm/do"), **{"do": "gm-set", "target": "kit", field: " 2 "})
    assert answer.status_code == 204
    assert host.battle.state.combatants["kit"].state.wounds == 2
    for typed, why in (("", "Write a number"), ("two", "“two” is no number"), ("9", "at most 5")):
        refused = gm.htmx(world.at("gm/do"), **{"do": "gm-set", "target": "kit", field: typed})
        assert refused.status_code == 422
        assert why in unescape(refused.text)
    for broken in ("number:", "number:{}", 'number:["state", 3]', "words:[]"):
        refused = gm.htmx(world.at("gm/do"), **{"do": "gm-set", "target": "kit", broken: "1"})
        assert refused.status_code == 422
    assert host.battle.state.combatants["kit"].state.wounds == 2
