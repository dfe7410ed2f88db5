import re

import pytest
from werkzeug.exceptions import TooManyRequests

from tests.webapp.world import World
from webapp.context import HOSTS
from webapp.server.limits import LIMITS
from webapp.server.security import Attempts


def heard(text: str) -> str:
    """A page's words, without its tags."""
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


def test_a_stranger_gets_nothing(world: World) -> None:
    stranger = world.stranger()
    for path in ("gm", "play", "screen", "session", "qr.svg", "picture/0"):
        assert stranger.get(world.at(path)).status_code == 403, path
    for path in ("gm/map", "gm/stock", "gm/seat", "gm/settings", "gm/code", "gm/do", "play/do"):
        assert stranger.post(world.at(path)).status_code == 403, path
    assert stranger.json(world.at("commands"), {"do": "begin"}).status_code == 403


def test_a_player_is_no_gm_and_no_screen(world: World) -> None:
    player = world.player("Ann", "kit")
    assert player.get(world.at("play")).status_code == 200
    for path in ("gm", "screen"):
        assert player.get(world.at(path)).status_code == 403
    for path in ("gm/stock", "gm/settings", "gm/do"):
        assert player.post(world.at(path)).status_code == 403


def test_links_lead_to_their_pages(world: World) -> None:
    browser = world.stranger()
    answer = browser.get(world.links.gm)
    assert (answer.status_code, answer.location) == (303, world.at("gm"))
    answer = browser.get(world.links.screen)
    assert (answer.status_code, answer.location) == (303, world.at("screen"))
    assert browser.get(world.at("gm")).status_code == 200
    assert browser.get(world.at("screen")).status_code == 200
    assert browser.get(world.at("play")).status_code == 403


@pytest.mark.parametrize("path", ["/gm/wrong", "/screen/wrong", "/join/WRONG"])
def test_a_wrong_link_is_told_in_a_sentence(world: World, path: str) -> None:
    answer = world.stranger().get(path)
    assert answer.status_code == 404
    assert re.search(r"leads to no table|No table has the code", answer.text)


def test_the_keys_are_not_interchangeable(world: World) -> None:
    table = world.table
    for path in (f"/gm/{table.screen_key}", f"/gm/{table.join_code}", f"/screen/{table.gm_key}"):
        assert world.stranger().get(path).status_code == 404


def test_the_form_offers_the_party_and_nobody_else(world: World) -> None:
    page = world.stranger().get(world.links.join).text
    for name in ("Kit", "Brannock", "Dutch"):
        assert name in page
    assert "aider" not in page


def test_joining_takes_the_character(world: World) -> None:
    player = world.player("Ann", "kit")
    [ann] = world.store.people.of_table(world.table.id)
    assert ann.name == "Ann"
    assert world.store.people.seats(world.battle_id) == {"kit": ann.id}
    assert world.app.extensions[HOSTS].get(world.table.id).seats == {"kit": ann.id}
    assert player.get(world.at("play")).status_code == 200


def test_somebody_may_just_watch(world: World) -> None:
    world.player("Ann")
    assert [p.name for p in world.store.people.of_table(world.table.id)] == ["Ann"]
    assert world.store.people.seats(world.battle_id) == {}


def test_a_taken_character_is_not_offered_and_not_given(world: World) -> None:
    world.player("Ann", "kit")
    other = world.stranger()
    assert 'value="kit"' not in other.get(world.links.join).text
    answer = other.post(world.links.join, name="Bob", character="kit")
    assert answer.status_code == 422
    assert "just taken this character" in heard(answer.text)
    assert [p.name for p in world.store.people.of_table(world.table.id)] == ["Ann"]


@pytest.mark.parametrize("who", ["raider-1", "raider-4", "nobody-of-that-name"])
def test_nobody_can_take_what_is_not_offered(world: World, who: str) -> None:
    answer = world.stranger().post(world.links.join, name="Bob", character=who)
    assert answer.status_code == 422
    assert world.store.people.of_table(world.table.id) == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "Please type your name"),
        ("  \u200b\n ", "Please type your name"),
        ("x" * 41, "at most 40 letters"),
    ],
)
def test_a_name_must_be_one(world: World, name: str, words: str) -> None:
    answer = world.stranger().post(world.links.join, name=name, character="kit")
    assert answer.status_code == 422
    assert words in heard(answer.text)
    assert world.store.people.of_table(world.table.id) == []


def test_a_name_is_tidied_and_shown_as_text(world: World) -> None:
    player = world.player("  <b>Ann</b> \n of  X ", "kit")
    assert [p.name for p in world.store.people.of_table(world.table.id)] == ["<b>Ann</b> of X"]
    assert "<b>Ann</b> of X" not in player.get(world.at("play")).text
    assert "<b>Ann</b> of X" not in world.gm().get(world.at("gm")).text


def test_two_people_of_one_name_would_be_taken_for_each_other(world: World) -> None:
    world.player("Ann", "kit")
    answer = world.stranger().post(world.links.join, name="ANN", character="dutch")
    assert answer.status_code == 422
    assert "here already" in heard(answer.text)


def test_who_comes_back_is_the_same_person_in_the_same_seat(world: World) -> None:
    player = world.player("Ann", "kit")
    answer = player.get(world.links.join)
    assert (answer.status_code, answer.location) == (303, world.at("play"))
    answer = player.post(world.links.join, name="Bob", character="dutch")
    assert answer.status_code == 303
    [ann] = world.store.people.of_table(world.table.id)
    assert world.store.people.seats(world.battle_id) == {"kit": ann.id}


def test_a_code_typed_on_the_first_page_leads_on(world: World) -> None:
    code = world.table.join_code
    answer = world.stranger().get("/join", query_string={"code": f" {code[:3].lower()}-{code[3:]} "})
    assert answer.status_code == 303
    assert world.stranger().get(answer.location).status_code == 200
    assert world.stranger().get("/join").status_code == 404


def test_guessing_codes_is_slow_from_then_on_and_the_right_one_still_opens(world: World) -> None:
    waits: list[float] = []
    world.app.extensions[LIMITS].sleep = waits.append
    stranger = world.stranger()
    answers = [stranger.get(f"/join/WRONG{n}").status_code for n in range(20)]
    assert (answers, waits) == ([404] * 20, [])
    answer = stranger.get("/join/WRONG")
    assert answer.status_code == 429
    assert "Too many wrong codes" in answer.text
    assert len(waits) == 1
    assert stranger.get(world.links.join).status_code == 200
    assert len(waits) == 2, "each try is a slow one now"
    assert stranger.post(world.links.join, name="Ann").status_code == 303


def test_no_more_than_a_try_a_second_is_looked_up_of_who_guesses(world: World) -> None:
    now = [0.0]
    attempts = Attempts(most=1, seconds=300, clock=lambda: now[0])
    assert attempts.seconds_to_wait("here") == 0
    attempts.failed("here")
    assert [attempts.seconds_to_wait("here") for _ in range(8)] == [1, 2, 3, 4, 5, 6, 7, 8]
    with pytest.raises(TooManyRequests):
        attempts.seconds_to_wait("here")
    assert attempts.seconds_to_wait("elsewhere") == 0
    now[0] = 1.0
    assert attempts.seconds_to_wait("here") == 8


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://evil.example"},
        {"Referer": "http://evil.example/page"},
    ],
)
def test_another_sites_page_cannot_use_up_the_tries_of_who_reads_it(
    world: World, headers: dict[str, str]
) -> None:
    waits: list[float] = []
    world.app.extensions[LIMITS].sleep = waits.append
    reader = world.stranger()
    for n in range(25):
        assert reader.get(f"/join/WRONG{n}", headers=headers).status_code == (404 if n < 20 else 429)
    assert len(waits) == 5, "a program that pretends to be such a page is slowed as well"
    assert reader.get("/join/WRONG").status_code == 404
    assert reader.get(world.links.join).status_code == 200
    assert len(waits) == 5


def test_who_is_removed_is_out_at_once(world: World) -> None:
    player, gm = world.player("Ann", "kit"), world.gm()
    [ann] = world.store.people.of_table(world.table.id)
    assert gm.htmx(world.at(f"gm/people/{ann.id}/remove")).status_code == 204
    assert player.get(world.at("play")).status_code == 403
    assert player.json(world.at("commands"), {"do": "end-turn", "actor": "kit"}).status_code == 403
    assert world.store.people.seats(world.battle_id) == {}
    assert 'value="kit"' in world.stranger().get(world.links.join).text


def test_a_changed_code_keeps_who_is_here_and_shuts_out_the_rest(world: World) -> None:
    player, gm, old = world.player("Ann", "kit"), world.gm(), world.links.join
    assert gm.htmx(world.at("gm/code")).status_code == 204
    assert world.stranger().get(old).status_code == 404
    assert player.get(world.at("play")).status_code == 200


def test_the_first_page_lists_a_gms_tables_and_only_theirs(world: World) -> None:
    other = world.store.create_table("Somebody else's")
    page = world.gm().get("/").text
    assert world.table.gm_key in page
    assert other.gm_key not in page
    assert world.table.gm_key not in world.player("Ann").get("/").text


def test_a_gm_makes_another_table_and_is_its_gm(world: World) -> None:
    gm = world.gm()
    answer = gm.post("/tables", name=" Friday  night ")
    assert answer.status_code == 303
    table_id = answer.location.split("/")[2]
    made = world.store.table(table_id)
    assert made is not None
    assert made.name == "Friday night"
    assert gm.get(answer.location).status_code == 200
    assert world.gm().get(answer.location).status_code == 403


def test_nobody_else_makes_tables(world: World) -> None:
    assert world.player("Ann").post("/tables", name="Mine").status_code == 403
    assert world.stranger().post("/tables", name="Mine").status_code == 403


def test_a_person_of_one_table_is_nobody_at_another(world: World) -> None:
    gm = world.gm()
    other = gm.post("/tables", name="Other").location.split("/")[2]
    player = world.player("Ann", "kit")
    assert player.get(f"/tables/{other}/play").status_code == 403
    [ann] = world.store.people.of_table(world.table.id)
    assert gm.htmx(f"/tables/{other}/gm/people/{ann.id}/remove").status_code == 422
    assert world.store.people.find(ann.id) == ann
