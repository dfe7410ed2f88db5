"""Pictures of tokens: who puts one on, where it is shown, and that nobody is sent that of somebody unseen."""

import io
from typing import Any

import pytest
from PIL import Image
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

from tests.webapp.pages import Page, host_of, screen, watcher
from tests.webapp.table.test_groups import NEW, keep, the_group
from tests.webapp.world import TOKEN, Browser, World
from webapp.archive.table_file_import import open_table
from webapp.archive.table_file_reader import read_table
from webapp.importers import Crop, read_face

OWN, HIDDEN = "kit", "raider-4"


def picture(colour: tuple[int, int, int] = (180, 60, 60)) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (60, 80), colour).save(out, "PNG")
    return out.getvalue()


def send(
    world: World, browser: Browser, role: str, who: str, data: bytes | None, **form: str
) -> TestResponse:
    sent: dict[str, Any] = (
        {**form} if data is None else {**form, "file": FileStorage(io.BytesIO(data), "me.png")}
    )
    boundary, body = encode_multipart(sent)
    return browser.client.post(
        world.at(f"{role}/sheet/{who}/picture"),
        data=body,
        content_type=f"multipart/form-data; boundary={boundary}",
        headers={"X-CSRF-Token": TOKEN, "HX-Request": "true"},
    )


def put_on(world: World, who: str, colour: tuple[int, int, int] = (180, 60, 60)) -> str:
    """Let the GM put a picture on a token, and give its id."""
    assert send(world, world.gm(), "gm", who, picture(colour)).status_code == 204
    return host_of(world).battle.state.combatants[who].picture


def fetch(world: World, browser: Browser, eyes: str, id_: str) -> TestResponse:
    return browser.get(world.at(f"token/{eyes}/{id_}"))


def test_an_owner_puts_a_picture_on_the_own_token_and_all_who_know_it_see_it(world: World) -> None:
    ann = world.player("Ann", OWN)
    pages = [(ann, "play"), (world.gm(), "gm"), (screen(world), "screen"), (watcher(world), "watch")]
    shown = Page(world, ann, "play")
    assert send(world, ann, "play", OWN, picture(), x="0.5", y="0.4", size="0.8").status_code == 204
    id_ = host_of(world).battle.state.combatants[OWN].picture
    assert any(id_ in update["panels"] for update in shown.take())
    for browser, role in pages:
        page = browser.get(world.at(role)).text
        address = world.at(f"token/{role}/{id_}")
        assert f'<image class="face" href="{address}"' in page
        assert f'<img class="face" src="{address}"' in page  # in the order
        answer = browser.get(address)
        assert (answer.status_code, answer.mimetype) == (200, "image/webp")
        assert "private" in answer.headers["Cache-Control"]
        assert Image.open(io.BytesIO(answer.data)).size == (256, 256)
    assert f'src="{world.at(f"token/play/{id_}")}"' in ann.get(world.at(f"play/sheet/{OWN}")).text
    assert "Kit has a picture now." in ann.get(world.at("play")).text
    shown.close()


def test_the_picture_is_taken_off_and_the_gm_takes_that_back(world: World) -> None:
    ann = world.player("Ann", OWN)
    id_ = put_on(world, OWN)
    assert send(world, ann, "play", OWN, None, remove="1").status_code == 204
    assert host_of(world).battle.state.combatants[OWN].picture == ""
    assert fetch(world, ann, "play", id_).status_code == 404
    world.gm().htmx(world.at("gm/do"), do="undo")
    assert host_of(world).battle.state.combatants[OWN].picture == id_
    assert fetch(world, ann, "play", id_).status_code == 200


def test_a_player_touches_no_other_token_whether_it_is_there_or_not(world: World) -> None:
    world.gm().htmx(world.at("gm/do"), do="edit", target=HIDDEN, **{"json:hidden": "true"})
    ann, before = world.player("Ann", OWN), host_of(world).battle.state
    told = {
        (answer.status_code, answer.text)
        for who in ("brannock", HIDDEN, "nobody")
        for answer in (
            send(world, ann, "play", who, picture()),
            send(world, ann, "play", who, None, remove="1"),
        )
    }
    assert len(told) == 1
    assert next(iter(told))[0] == 422
    assert send(world, ann, "gm", OWN, picture()).status_code == 403
    assert send(world, world.stranger(), "play", OWN, picture()).status_code == 403
    assert host_of(world).battle.state is before


def test_the_gm_locks_sheets_and_pictures(world: World) -> None:
    ann = world.player("Ann", OWN)
    world.gm().htmx(world.at("gm/settings"), sight="1")
    answer = send(world, ann, "play", OWN, picture())
    assert answer.status_code == 422
    assert "The GM has locked the sheets" in answer.text
    assert send(world, world.gm(), "gm", OWN, picture()).status_code == 204


@pytest.mark.parametrize("data", [None, b"", b"<svg/>", b"GIF89a", picture()[:60]])
def test_what_is_no_picture_is_refused_in_a_sentence(world: World, data: bytes | None) -> None:
    answer = send(world, world.gm(), "gm", OWN, data)
    assert answer.status_code == 422
    assert 'id="refusal"' in answer.text
    assert host_of(world).battle.state.combatants[OWN].picture == ""


def test_a_player_names_no_picture_but_brings_one(world: World) -> None:
    """Or else the map in the fog, or the face of somebody unseen, could be had by wearing it."""
    ann = world.player("Ann", OWN)
    foreign = [put_on(world, HIDDEN), host_of(world).picture_id or ""]
    assert all(foreign)
    for id_ in foreign:
        command = {"do": "set-picture", "target": OWN, "picture": id_}
        refused = ann.json(world.at("commands?as=play"), command).get_json()["refusal"]
        assert refused["code"] == "not-allowed"
        assert fetch(world, ann, "play", id_).status_code == 404
    assert host_of(world).battle.state.combatants[OWN].picture == ""


def test_nobody_is_sent_the_picture_of_who_is_hidden(world: World) -> None:
    id_ = put_on(world, "brannock", (20, 120, 20))
    brannock = host_of(world).battle.state.combatants["brannock"]
    assert not brannock.hidden
    browsers = [(world.player("Ann", OWN), "play"), (screen(world), "screen"), (watcher(world), "watch")]
    assert [fetch(world, b, role, id_).status_code for b, role in browsers] == [200, 200, 200]
    world.gm().htmx(world.at("gm/do"), do="edit", target="brannock", **{"json:hidden": "true"})
    for browser, role in browsers:
        hidden, unknown = (fetch(world, browser, role, wanted) for wanted in (id_, "0" * 32))
        assert hidden.status_code == unknown.status_code == 404
        assert hidden.text == unknown.text
        assert id_ not in browser.get(world.at(role)).text
        assert fetch(world, browser, "gm", id_).status_code == 403
    gm = world.gm()
    assert fetch(world, gm, "gm", id_).status_code == 200
    assert fetch(world, gm, "eyes-party", id_).status_code == 404
    assert fetch(world, world.stranger(), "play", id_).status_code == 403


def test_the_address_of_tokens_hands_out_no_map(world: World) -> None:
    gm, id_ = world.gm(), host_of(world).picture_id
    command = {"do": "set-picture", "target": OWN, "picture": id_}
    assert gm.json(world.at("commands?as=gm"), command).status_code == 200
    assert fetch(world, gm, "gm", str(id_)).status_code == 404


def test_a_replay_shows_the_pictures_of_those_who_were_seen(world: World) -> None:
    id_, unseen = put_on(world, OWN), put_on(world, HIDDEN, (1, 2, 200))
    ann, gm = world.player("Ann", OWN), world.gm()
    page = gm.get(world.at("gm/replay?point=999")).text
    address = world.at(f"gm/replay/token/{id_}")
    assert address in page
    assert gm.get(address).status_code == 200
    assert gm.get(world.at(f"gm/replay/token/{unseen}")).status_code == 200
    assert gm.get(world.at(f"gm/replay/token/{unseen}?as=party")).status_code == 404
    assert ann.get(world.at(f"play/replay/token/{id_}")).status_code == 200
    assert ann.get(world.at(f"play/replay/token/{unseen}")).status_code == 404


def test_a_picture_goes_with_groups_to_other_scenes_and_into_table_files(world: World) -> None:
    id_ = put_on(world, OWN)
    keep(world, OWN, as_now="1")
    gm, here = world.gm(), world.battle_id
    before = set(host_of(world).battle.state.combatants)
    gm.htmx(world.at(f"gm/groups/{the_group(world)}/bring"))
    (brought,) = (c for c in host_of(world).battle.state.combatants.values() if c.id not in before)
    assert brought.picture == id_
    gm.htmx(world.at("gm/map/new"), **NEW, system="atomic", prepared="1")
    other = next(row.id for row in world.store.battles(world.table.id) if row.id != here)
    gm.htmx(world.at("gm/send"), who=OWN, scene=other)
    gm.htmx(world.at("gm/scene"), scene=other)
    assert host_of(world).battle.state.combatants[OWN].picture == id_

    data = gm.get(world.at("gm/table.battlemat")).data
    (world.store.pictures / f"{id_}.webp").unlink()  # as on another machine
    read = read_table(io.BytesIO(data))
    assert id_ in read.pictures
    table = open_table(world.store, read)
    assert (world.store.pictures / f"{id_}.webp").is_file()
    (group,) = world.store.groups.all(table.id)
    assert group.members[0]["picture"] == id_


def test_the_same_part_of_the_same_picture_is_kept_once(world: World) -> None:
    assert put_on(world, OWN) == put_on(world, "brannock")
    assert read_face(picture(), Crop()).data == read_face(picture(), Crop()).data
