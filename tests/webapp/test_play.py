"""The pages of play, the form for commands, the JSON door, and the card of whoever is selected."""

import re
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.webapp.pages import gm_of, host_of, screen
from tests.webapp.world import TOKEN, Browser, World


def state_of(world: World, who: str) -> Any:
    return host_of(world).battle.state.combatants[who]


def by_gm(world: World, **command: Any) -> None:
    host_of(world).handle(command, gm_of(world))


# ------------------------------------------------------------------------------------------- pages
def test_each_page_shows_what_its_reader_knows(world: World) -> None:
    tokens = {
        role: set(re.findall(r'id="token-([^"]+)"', browser.get(world.at(role)).text))
        for role, browser in (
            ("gm", world.gm()),
            ("play", world.player("Ann", "kit")),
            ("screen", screen(world)),
        )
    }
    party = {"kit", "brannock", "dutch"}
    assert tokens["gm"] == {*party, "raider-1", "raider-2", "raider-3", "raider-4"}
    assert tokens["play"] == tokens["screen"] == {*party, "raider-3"}


def test_what_the_gm_hands_out_is_on_the_gms_page_alone(world: World) -> None:
    secrets = (world.table.gm_key, world.table.screen_key, world.table.join_code)
    gm = world.gm().get(world.at("gm")).text
    assert all(secret in gm for secret in secrets[1:])
    for role, browser in (("play", world.player("Ann", "kit")), ("screen", screen(world))):
        page = browser.get(world.at(role)).text
        assert not any(secret in page for secret in secrets)
        assert host_of(world).scene.dice_seed not in page


def test_a_players_page_has_the_own_sheet_and_nobody_elses(world: World) -> None:
    page = world.player("Ann", "kit").get(world.at("play")).text
    assert 'data-owns="kit"' in page
    assert re.search(r'id="selected"[^>]*data-who="kit"', page)
    assert "Skills" in page


def test_somebody_who_watches_has_no_sheet(world: World) -> None:
    page = world.player("Wat").get(world.at("play")).text
    assert 'data-owns=""' in page
    assert not re.search(r'id="selected"[^>]*data-who', page)


def test_an_open_question_is_on_the_page_of_who_is_asked(world: World) -> None:
    ann, watcher = world.player("Ann", "kit"), world.player("Wat")
    by_gm(world, do="edit", target="kit", by_hand=True)
    by_gm(world, do="use", actor="kit", value=50)
    assert 'name="answer" value="faces"' in ann.get(world.at("play")).text
    page = watcher.get(world.at("play")).text
    assert 'name="answer"' not in page
    assert "Waiting for Kit" in page


# ------------------------------------------------------------------------------------- the form door
def test_a_form_carries_out_a_command(world: World) -> None:
    ann = world.player("Ann", "kit")
    form = {"do": "move", "actor": "kit", "json:to": "[4, 8]"}
    assert ann.htmx(world.at("play/do"), **form).status_code == 204
    assert state_of(world, "kit").at == (4, 8)


def test_without_scripts_the_form_leads_back_to_the_page(world: World) -> None:
    ann = world.player("Ann", "kit")
    answer = ann.post(world.at("play/do"), do="turn", actor="kit")
    assert (answer.status_code, answer.location) == (303, world.at("play"))


def test_a_refusal_is_a_panel_or_stands_on_the_page(world: World) -> None:
    ann = world.player("Ann", "kit")
    by_gm(world, do="gm-set", target="kit", state={"allowances": {"move": 0}})
    form = {"do": "move", "actor": "kit", "json:to": "[4, 8]"}
    answer = ann.htmx(world.at("play/do"), **form)
    assert answer.status_code == 422
    assert 'id="refusal"' in answer.text
    assert "has used this turn" in answer.text
    assert "AT-50" in answer.text
    answer = ann.post(world.at("play/do"), **form)
    assert (answer.status_code, answer.location) == (303, world.at("play"))
    assert "has used this turn" in ann.get(world.at("play")).text


def test_the_address_decides_in_which_role(world: World) -> None:
    """The GM who also plays gives a player's commands from the player's page."""
    both = world.player("Ann", "kit")
    both.get(world.links.gm)
    assert both.htmx(world.at("play/do"), do="begin").status_code == 422
    assert both.htmx(world.at("gm/do"), do="begin").status_code == 204
    assert host_of(world).battle.state.running


@pytest.mark.parametrize("value", ["[4,", "nan", "four", "[" * 40])
def test_a_field_that_is_no_json_is_refused_in_a_sentence(world: World, value: str) -> None:
    answer = world.player("Ann", "kit").htmx(
        world.at("play/do"), do="move", actor="kit", **{"json:to": value}
    )
    assert answer.status_code == 422
    assert "Traceback" not in answer.text


def test_an_empty_number_is_no_number(world: World) -> None:
    ann = world.player("Ann", "kit")
    assert ann.htmx(world.at("play/do"), do="use", actor="kit", **{"json:value": ""}).status_code == 204


def test_a_second_click_counts_once(world: World) -> None:
    ann = world.player("Ann", "kit")
    before = len(host_of(world).battle.entries)
    for _ in range(2):
        assert ann.htmx(world.at("play/do"), do="turn", actor="kit", id="one-click").status_code == 204
    assert len(host_of(world).battle.entries) == before + 1


def test_a_screen_has_no_form_door(world: World) -> None:
    assert screen(world).htmx(world.at("screen/do"), do="begin").status_code in (404, 405)


# ------------------------------------------------------------------------------------- the JSON door
def refusal(answer: TestResponse) -> dict[str, Any]:
    assert answer.status_code == 422, answer.text
    assert answer.json is not None
    assert answer.json["ok"] is False
    return dict(answer.json["refusal"])


def test_the_json_door_needs_the_token(world: World) -> None:
    browser = world.gm()
    answer = browser.client.post(world.at("commands"), json={"do": "begin"})
    assert answer.status_code == 403
    assert answer.json is not None
    assert answer.json["refusal"]["code"] == "http-403"
    assert not host_of(world).battle.state.running


def test_the_session_tells_its_token_and_its_rights(world: World) -> None:
    answer = world.player("Ann", "kit").get(world.at("session"))
    rights = dict(answer.json or {})
    told = rights.pop("seq")
    assert rights == {"csrf": TOKEN, "roles": ["play"], "person": "Ann", "plays": ["kit"]}
    gm = world.gm()
    before = gm.get(world.at("session")).json
    assert before is not None
    assert before["roles"] == ["gm"]
    assert before["seq"] != told  # who knows other things counts from another number
    assert gm.htmx(world.at("gm/do"), do="begin").status_code == 204
    after = gm.get(world.at("session")).json
    assert after is not None
    assert after["seq"] > before["seq"]


def test_a_program_is_told_what_happened(world: World) -> None:
    answer = world.player("Ann", "kit").json(
        world.at("commands"), {"id": "a", "do": "move", "actor": "kit", "to": [4, 8]}
    )
    assert answer.status_code == 200
    told = answer.json
    assert told is not None
    assert (told["ok"], told["seq"]) == (True, host_of(world).stream(viewer(world, "Ann")).seq)
    kinds = [event["kind"] for event in told["events"]]
    assert kinds == ["allowance-spent", "moved"]
    assert told["events"][1]["to"] == [4, 8]


def viewer(world: World, name: str) -> Any:
    from webapp.table.grants import Visitor

    person = next(p for p in world.store.people.of_table(world.table.id) if p.name == name)
    return host_of(world).viewer(Visitor("play", world.table.id, person.id, name))


def test_a_program_of_the_gm_is_told_everything(world: World) -> None:
    answer = world.gm().json(
        world.at("commands"), {"do": "gm-set", "target": "raider-4", "state": {"wounds": 1}}
    )
    assert answer.json is not None
    assert [event["kind"] for event in answer.json["events"]] == ["command", "state-set"]
    assert answer.json["events"][1]["who"] == "raider-4"


def test_a_program_of_a_player_hears_of_nobody_unseen(world: World) -> None:
    ann = world.player("Ann", "kit")
    by_gm(world, do="begin")
    for _ in range(2 * len(host_of(world).battle.state.order)):
        active = host_of(world).battle.state.active
        if active != "kit":
            by_gm(world, do="end-turn", actor=active)
            continue
        answer = ann.json(world.at("commands"), {"do": "end-turn", "actor": "kit"})
        assert answer.status_code == 200
        for who in ("raider-1", "raider-2", "raider-4", "Raider 1", "Raider 2", "Raider 4"):
            assert who not in answer.text


def test_who_holds_both_rights_chooses_between_them(world: World) -> None:
    both = world.player("Ann", "kit")
    both.get(world.links.gm)
    assert refusal(both.json(world.at("commands?as=play"), {"do": "begin"}))["code"] == "not-allowed"
    assert both.json(world.at("commands?as=screen"), {"do": "begin"}).status_code == 403
    assert both.json(world.at("commands"), {"do": "begin"}).status_code == 200


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ([], "bad-command"),
        ("begin", "bad-command"),
        (None, "bad-command"),
        ({}, "bad-command"),
        ({"do": []}, "bad-command"),
        ({"do": "begin", "answer": "none"}, "bad-command"),
        ({"do": "gm-set", "target": ["kit"]}, "bad-command"),
        ({"do": "no-such-thing", "actor": "kit"}, "unknown-action"),
        ({"do": "gm-set", "target": "nobody"}, "unknown-combatant"),
    ],
)
def test_a_program_is_refused_in_json(world: World, body: Any, code: str) -> None:
    told = refusal(world.gm().json(world.at("commands"), body))
    assert told["code"] == code
    assert set(told) == {"code", "message", "rule"}


@pytest.mark.parametrize("body", [b"", b"{", b"[" * 100_000, b'{"do": ' + b"9" * 5000 + b"}", b"\xff\xfe"])
def test_what_is_no_json_is_refused_too(world: World, body: bytes) -> None:
    answer = world.gm().client.post(
        world.at("commands"), data=body, headers={"X-CSRF-Token": TOKEN}, content_type="application/json"
    )
    assert refusal(answer)["code"] == "bad-command"


def test_numbers_beyond_all_bounds_are_refused(world: World) -> None:
    gm = world.gm()
    for at in ([10**30, 3], [1e308, 3], [-1, 3], [3], "nowhere"):
        answer = gm.json(world.at("commands"), {"do": "gm-set", "target": "kit", "state": {"at": at}})
        assert refusal(answer)["code"] in ("bad-command", "no-place")
    assert state_of(world, "kit").at == (4, 7)


def test_at_a_table_that_is_not_nobody_commands(world: World) -> None:
    assert world.gm().json("/tables/nowhere/commands", {"do": "begin"}).status_code == 403


# ---------------------------------------------------------------------------------------- the card
def card(browser: Browser, world: World, role: str, who: str) -> str:
    answer = browser.get(world.at(f"{role}/selected/{who}"))
    assert answer.status_code == 200
    return answer.text


def test_the_own_card_has_actions_and_sheet(world: World) -> None:
    text = card(world.player("Ann", "kit"), world, "play", "kit")
    assert "Skills" in text
    assert 'name="do" value="end-turn"' not in text
    assert 'name="do" value="turn"' in text


def test_anothers_card_is_what_everybody_sees(world: World) -> None:
    text = card(world.player("Ann", "kit"), world, "play", "raider-3")
    assert "Raider 3" in text
    assert "Skills" not in text
    assert "data-command-id" not in text


def test_the_gms_card_has_the_reins(world: World) -> None:
    text = card(world.gm(), world, "gm", "raider-4")
    assert "gm-reins" in text
    assert 'aria-label="Wounds: 3 of 5"' in text


def test_one_who_hides_has_no_card_and_neither_has_one_who_is_not_there(world: World) -> None:
    ann = world.player("Ann", "kit")
    answers = [ann.get(world.at(f"play/selected/{who}")) for who in ("raider-4", "raider-2", "no-such-one")]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.text for answer in answers}) == 1


def test_the_card_says_who_must_be_waited_for_unless_unseen(world: World) -> None:
    ann = world.player("Ann", "kit")
    by_gm(world, do="edit", target="raider-2", name="Vex")
    by_gm(world, do="begin")
    while host_of(world).battle.state.active != "raider-2":
        by_gm(world, do="end-turn", actor=host_of(world).battle.state.active)
    text = card(ann, world, "play", "kit")
    assert "Kit must wait: " in text
    assert "somebody" not in text, "it would tell that somebody unseen acts"
    assert "Vex" not in text
    assert "it is the turn of Vex" in card(world.gm(), world, "gm", "kit")
