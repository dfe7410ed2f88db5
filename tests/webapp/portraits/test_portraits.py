"""Portraits: everybody has a fitting one, the same everywhere, and none tells what a name keeps to itself."""

import gzip
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rules.engine.system import systems
from rules.systems import load_systems
from tests.webapp.pages import host_of
from tests.webapp.pictures.test_faces import picture, send
from tests.webapp.world import World
from webapp.demo.fights import READY_MADE, read_fight
from webapp.drawing.tokens import TokenView, see_tokens
from webapp.portraits.cast import CAST
from webapp.portraits.choice import portrait_for
from webapp.portraits.drawing import drawn
from webapp.portraits.served import portrait_address
from webapp.visibility.viewer import Viewer

PARTS = Path(drawn.__code__.co_filename).parent / "parts"
MOST_BYTES, MOST_COMPRESSED = 14_000, 3_000

load_systems()


def is_one(portrait: str) -> bool:
    name, _, variant = portrait.partition(".")
    return name in CAST and int(variant or 0) < CAST[name].variants


def test_all_stock_names_a_portrait_that_there_is() -> None:
    missing = [
        (system.id, item.id) for system in systems() for item in system.stock if not is_one(item.portrait)
    ]
    assert missing == []


@pytest.mark.parametrize("fight", READY_MADE)
def test_everybody_in_a_ready_fight_has_a_portrait_and_no_two_leads_the_same(fight: str) -> None:
    people = read_fight(fight).combatants()
    assert [one["id"] for one in people if not is_one(one["portrait"])] == []
    persons = [one["portrait"] for one in people if "." in one["portrait"]]
    assert len(persons) == len(set(persons))


@pytest.mark.parametrize("name", CAST)
def test_a_portrait_is_a_small_drawing_in_each_variant(name: str) -> None:
    for variant in range(CAST[name].variants):
        text = drawn(CAST[name].figure(variant))
        root = ElementTree.fromstring(text)
        assert root.get("viewBox") == "0 0 128 128"
        assert "@" not in text
        assert "cel=" not in text
        assert len(text) < MOST_BYTES
        assert len(gzip.compress(text.encode())) < MOST_COMPRESSED


def test_no_part_lies_about_unused() -> None:
    there = {part.get("id") for file in PARTS.glob("*.svg") for part in ElementTree.parse(file).getroot()}
    used = {
        part
        for portrait in CAST.values()
        for variant in range(portrait.variants)
        for part in portrait.figure(variant).parts
    }
    assert there == used


def test_persons_differ_from_variant_to_variant() -> None:
    faces = {drawn(CAST["thug"].figure(variant)) for variant in range(CAST["thug"].variants)}
    assert len(faces) == CAST["thug"].variants


@pytest.mark.parametrize(
    ("name", "who"),
    [
        ("Grey wolf", "wolf"),
        ("Wolves 3", "wolf"),
        ("Wolf rider", "lancer"),
        ("Guard captain", "captain"),
        ("Stadtwache 12", "guard"),
        ("Räuberinnen", "bandit"),
        ("Wachroboter", "sentry"),
        ("Old Tom, pirate", "pirate"),
        ("Scharfschütze", "marksman"),
        ("Bär", "bear"),
    ],
)
def test_a_name_tells_whose_face_it_is_in_english_and_german(name: str, who: str) -> None:
    assert portrait_for(name, "x").partition(".")[0] == who


def test_who_tells_nothing_is_somebody_by_the_id_and_stays_so() -> None:
    faces = {portrait_for("Ann", f"id-{number}") for number in range(200)}
    assert all(face.startswith("person-") for face in faces)
    assert len(faces) > 40
    assert portrait_for("Ann", "id-7") == portrait_for("Bea", "id-7")


@pytest.mark.parametrize("name", ["Stranger", "Somebody 12", "Vermummter", "???", "A hooded figure"])
def test_a_name_that_keeps_somebody_unknown_has_a_face_that_does(name: str) -> None:
    assert portrait_for(name, "x", "ogre") == portrait_for(name, "y") == "somebody.0"


def test_what_is_said_of_somebody_goes_before_the_name() -> None:
    assert portrait_for("Captain Brock", "x", "axeman.2") == "axeman.2"
    assert portrait_for("Captain Brock", "x", "no-such-one").startswith("captain.")


def tokens(world: World) -> dict[str, TokenView]:
    battle = host_of(world).battle.state
    seen = see_tokens(battle, Viewer(role="gm"), battle.combatants)
    return {token.who: token for token in seen}


def test_who_is_added_from_stock_comes_with_its_portrait(world: World) -> None:
    world.gm().htmx(world.at("gm/stock"), item="sentry", count="1", side="raiders")
    (sentry,) = (token for token in tokens(world).values() if token.name.startswith("Sentry robot"))
    assert sentry.portrait == "sentry.0"
    assert portrait_address(sentry.portrait) in world.gm().get(world.at("gm")).text


def test_a_new_name_takes_the_old_one_s_portrait_off_unless_they_share_a_word(world: World) -> None:
    def called(name: str) -> str:
        named = {"do": "edit", "target": "raider-1", "name": name}
        assert world.gm().json(world.at("commands"), named).status_code == 200
        return tokens(world)["raider-1"].portrait

    assert called("Raider chief") == "raider.0"
    assert called("Merchant").startswith("merchant.")
    assert called("Aldric, knight").startswith("knight.")
    assert called("Aunt Ruth").startswith("person-")


def test_somebody_keeps_the_portrait_when_only_something_else_is_changed(world: World) -> None:
    one = {"do": "add", "combatants": [{"id": "r2", "name": "R2-7", "portrait": "robot"}]}
    for said in (one, {"do": "edit", "target": "r2", "hidden": True}):
        assert world.gm().json(world.at("commands"), said).status_code == 200
    assert tokens(world)["r2"].portrait == "robot.0"


def test_a_player_s_character_keeps_its_face_under_the_name_that_the_player_gives_it(world: World) -> None:
    ann = world.player("Ann", "kit")
    sheet = host_of(world).battle.state.combatants["kit"].sheet.model_dump(mode="json", exclude_unset=True)
    told = {"do": "set-sheet", "target": "kit", "sheet": sheet, "name": "Amelia"}
    assert ann.json(world.at("commands"), told).status_code == 200
    assert tokens(world)["kit"].name == "Amelia"
    assert tokens(world)["kit"].portrait == "rocket-jockey.0"
    assert world.gm().json(world.at("commands"), {**told, "name": "Bea"}).status_code == 200
    assert tokens(world)["kit"].portrait.startswith("person-")


def test_a_picture_of_one_s_own_stands_in_place_of_the_portrait(world: World) -> None:
    gm = world.gm()
    portrait = portrait_address(tokens(world)["kit"].portrait)
    assert portrait in gm.get(world.at("gm")).text
    assert send(world, gm, "gm", "kit", picture()).status_code == 204
    assert f'href="{portrait}"' not in gm.get(world.at("gm")).text


def test_players_are_sent_no_portrait_of_somebody_hidden(world: World) -> None:
    named = {"do": "add", "combatants": [{"id": "x1", "name": "Dragon", "hidden": True, "at": [2, 2]}]}
    assert world.gm().json(world.at("commands"), named).status_code == 200
    assert "/dragon.0.svg" in world.gm().get(world.at("gm")).text
    assert "dragon" not in world.player("Ann", "kit").get(world.at("play")).text.lower()


def test_who_joins_sees_the_faces_of_the_characters(world: World) -> None:
    page = world.stranger().get(world.links.join, follow_redirects=True).text
    assert portrait_address("rocket-jockey") in page


def test_a_browser_keeps_a_portrait_for_good_and_is_given_it_without_a_cookie(world: World) -> None:
    answer = world.stranger().get(portrait_address("guard.3"))
    assert answer.status_code == 200
    assert answer.mimetype == "image/svg+xml"
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Set-Cookie" not in answer.headers
    other = world.stranger().get("/portraits/000000000000/guard.3.svg")
    assert (other.data, other.headers["Cache-Control"]) == (answer.data, "no-cache")


@pytest.mark.parametrize("name", ["nobody.0", "guard", "guard.18", "guard.-1", "guard.0001", "guard.²"])
def test_there_are_no_other_portraits(name: str, world: World) -> None:
    assert world.stranger().get(f"/portraits/000000000000/{name}.svg").status_code == 404


def test_a_portrait_is_named_in_few_plain_letters(world: World) -> None:
    for bad in ("../etc", "A", "x" * 41, 3):
        one = {"do": "add", "combatants": [{"id": "x2", "name": "X", "portrait": bad}]}
        assert world.gm().json(world.at("commands"), one).status_code == 422
    assert "x2" not in host_of(world).battle.state.combatants
