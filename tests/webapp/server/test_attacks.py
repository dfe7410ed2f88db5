"""Each attack on a table, tried for real: over HTTP and the socket, as the one who would do it."""

import io
import re
from typing import Any

import pytest
from itsdangerous import URLSafeTimedSerializer
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from tests.webapp.pages import Page, host_of, let_in, screen, wait_for, watcher
from tests.webapp.world import TOKEN, World
from webapp.server.limits import LIMITS, Bucket, Limits
from webapp.sockets.packets import PROTOCOL_NAMES

SCRIPT = "<script>alert(1)</script>"
BREAKOUT = "\"'><img src=x onerror=alert(1)>"
PARTS = {
    "table_id": "T",
    "role": "gm",
    "who": "kit",
    "person_id": "P",
    "knock_id": "K",
    "code": "C",
    "key": "k",
    "picture_id": "0",
    "number": "1",
}


@pytest.fixture
def gm(world: World) -> Page:
    return Page(world, world.gm(), "gm")


@pytest.fixture
def ann(world: World) -> Page:
    return Page(world, world.player("Ann", "kit"), "play")


def as_kept(world: World) -> Any:
    host = host_of(world)
    return host.battle.state, len(host.battle.entries), host.store.last_seq(host.scene.id)


def noted(world: World) -> list[str]:
    return [f"{line.who}: {line.what}" for line in host_of(world).refused.lines]


# ------------------------------------------------------------------------------- commands that are not theirs
FORGED: dict[str, dict[str, Any]] = {
    "another's token": {"do": "move", "actor": "brannock", "to": [3, 9]},
    "an enemy's token": {"do": "move", "actor": "raider-3", "to": [3, 9]},
    "nobody's token": {"do": "move", "to": [3, 9]},
    "the GM's hand": {"do": "gm-set", "target": "kit", "state": {"at": [9, 9]}},
    "the GM's undo": {"do": "undo"},
    "the GM's facts": {"do": "attack", "actor": "kit", "target": "raider-3", "facts": {"cover": "none"}},
    "somebody hidden": {"do": "attack", "actor": "kit", "target": "raider-4", "with": "blast-pistol"},
    "another viewer": {"do": "turn", "actor": "kit", "viewer": "gm"},
    "another giver": {"do": "turn", "actor": "kit", "by": "gm"},
    "another place in the log": {"do": "turn", "actor": "kit", "seq": 1},
    "a question that was never asked": {"actor": "kit", "answer": "none", "question": 99},
}


def test_a_forged_command_changes_nothing_and_only_the_gm_reads_of_it(
    world: World, gm: Page, ann: Page
) -> None:
    table = Page(world, screen(world), "screen")
    before = as_kept(world)
    for page in (ann, table):
        page.take()
    for number, (attack, command) in enumerate(FORGED.items(), 1):
        code = ann.refused("command", command)["code"]
        assert code in ("not-yours", "not-allowed", "unknown-combatant", "forged"), attack
        assert ann.browser.json(world.at("commands"), command).status_code == 422, attack
        assert as_kept(world) == before, attack
        assert len(noted(world)) == number, attack
        assert noted(world)[0].startswith("Ann: command"), attack
        assert host_of(world).refused.lines[0].times == 2, attack
        assert ann.take() == table.take() == [], attack
    assert wait_for(lambda: any("refused-log" in update["panels"] for update in gm.take()))
    assert "refused-log" not in ann.load() + table.load()


def test_an_honest_refusal_is_not_taken_down(world: World, ann: Page) -> None:
    ann.refused("command", {"do": "move", "actor": "kit", "to": [20, 3]})
    assert noted(world) == []


def test_who_only_looks_can_do_nothing(world: World) -> None:
    before = as_kept(world)
    for page in (Page(world, watcher(world), "watch"), Page(world, screen(world), "screen")):
        for message, data in (
            ("command", {"do": "turn", "actor": "kit"}),
            ("frame", {"to": [0, 0]}),
            ("measure", {"points": [[50, 50], [150, 50]], "show": True}),
            ("reach", {"actor": "kit"}),
            ("measure-screen", {"open": True}),
        ):
            assert page.refused(message, data)["code"] in ("not-allowed", "not-yours")
        assert page.browser.post(world.at("play/do"), do="turn", actor="kit").status_code == 403
    assert as_kept(world) == before


def test_a_page_in_anothers_role_is_not_given_and_told_to_the_gm(world: World, gm: Page, ann: Page) -> None:
    for role in ("gm", "screen", "watch"):
        assert ann.browser.get(world.at(role)).status_code == 403
        assert not let_in(world, ann.browser, {"table": world.table.id, "role": role})
    assert not let_in(world, world.stranger(), {"table": world.table.id, "role": "gm"})
    lines = noted(world)
    assert sum("Ann: asks for the GM’s page" in line for line in lines) == 1
    assert lines[0].startswith("Somebody at ")


def test_a_number_that_was_never_given_is_not_believed(world: World, ann: Page) -> None:
    seq = ann.updates[-1]["seq"]
    ann.close()
    ann.connect(seq + 5)
    assert ann.updates[-1]["prev"] is None
    assert ann.updates[-1]["panels"]
    assert noted(world)[0] == "Ann: goes on from a number that no page was given"


def test_nobody_repeats_anothers_command_by_its_id(world: World, gm: Page, ann: Page) -> None:
    assert gm.ask("command", {"id": "same", "do": "turn", "actor": "brannock"})["ok"]
    before = len(host_of(world).battle.entries)
    assert ann.ask("command", {"id": "same", "do": "turn", "actor": "kit"})["ok"]
    assert len(host_of(world).battle.entries) == before + 1


# --------------------------------------------------------------------------------------- sessions and sites
def test_a_session_of_ones_own_making_is_worth_nothing(world: World) -> None:
    made = URLSafeTimedSerializer("guessed", salt="cookie-session").dumps({"gm": [world.table.id]})
    client = world.app.test_client()
    client.set_cookie(world.app.config["SESSION_COOKIE_NAME"], str(made))
    assert client.get(world.at("gm")).status_code == 403
    good = world.gm()
    cookie = good.client.get_cookie(world.app.config["SESSION_COOKIE_NAME"])
    assert cookie is not None
    payload, _, rest = cookie.value.partition(".")
    client.set_cookie(cookie.key, f"{payload[:-2]}AA.{rest}")
    assert client.get(world.at("gm")).status_code == 403


def test_every_form_is_refused_without_the_token_and_from_another_site(world: World) -> None:
    gm = world.gm()
    tried = 0
    for rule in world.app.url_map.iter_rules():
        if "POST" not in (rule.methods or ()):
            continue
        parts = {name: PARTS.get(name, "0") for name in rule.arguments} | {"table_id": world.table.id}
        path = world.app.url_map.bind("localhost").build(
            rule.endpoint, {n: parts[n] for n in rule.arguments}, method="POST"
        )
        for headers in ({}, {"X-CSRF-Token": TOKEN, "Origin": "http://evil.example"}):
            answer = gm.client.post(path, data={}, headers=headers)
            assert answer.status_code == 403, path
        tried += 1
    assert tried > 25


def test_a_foreign_page_gets_no_socket(world: World) -> None:
    client = world.gm().client
    path = "/socket.io/?EIO=4&transport=polling"
    assert client.get(path, headers={"Origin": "http://evil.example"}).status_code == 400


def test_no_page_lets_a_script_in_that_is_not_a_file_of_ours(world: World, ann: Page) -> None:
    for page in (world.gm().get(world.at("gm")), ann.browser.get(world.at("play"))):
        assert "script-src 'self';" in page.headers["Content-Security-Policy"]
        assert "unsafe" not in page.headers["Content-Security-Policy"]
        assert not re.search(r"<script(?![^>]*\bsrc=)|<[^>]+\son\w+=|<[^>]+\sstyle=|javascript:", page.text)


# ------------------------------------------------------------------------------------- what people type
def test_what_people_type_is_text_everywhere(world: World, gm: Page, ann: Page) -> None:
    typed = f"{SCRIPT}{BREAKOUT}"[:40]
    world.player(typed)
    gm.do("edit", target="raider-3", name=SCRIPT)
    gm.do("edit", target="kit", side=BREAKOUT)
    ends = {"from": [1, 1], "to": [1, 2]}
    gm.do("edit-map", walls=[{**ends, "material": BREAKOUT}])
    gm.do("edit-map", ground=[{"cells": [[2, 2]], "cost": 2, "name": SCRIPT}])
    square = [[3, 3], [5, 3], [5, 5], [3, 5]]
    gm.do("edit-map", zones=[{"name": SCRIPT, "polygon": square}])
    gm.browser.post("/tables", name=SCRIPT)
    gm.do("turn", "kit")
    ann.refused("command", {"do": SCRIPT, "actor": BREAKOUT})
    texts = [gm.load(), ann.load(), Page(world, watcher(world), "watch").load(), gm.browser.get("/").text]
    texts += [Page(world, screen(world), "screen").load()]
    for page in (gm, ann):
        page.take()
        texts += [update.get("panels", "") for update in page.updates]
        texts += [part["svg"] for update in page.updates for part in update.get("drawn", ())]
    for text in texts:
        assert "<script>alert" not in text
        assert "<img src=x" not in text


# ---------------------------------------------------------------------------------------------- files
def png(width: int = 70, height: int = 70, **options: Any) -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (width, height), "green").save(data, "PNG", **options)
    return data.getvalue()


def send(world: World, gm: Page, name: str, data: bytes) -> Any:
    files = {"csrf": TOKEN, "file": (io.BytesIO(data), name), "columns": "4", "rows": "4", "kind": "square"}
    return gm.browser.client.post(
        world.at("gm/map"),
        data=files,
        headers={"HX-Request": "true"},
        content_type="multipart/form-data",
    )


def bomb() -> bytes:
    """A picture of 400 megapixels by its own word, in a hundred bytes."""
    data = bytearray(png(1, 1))
    data[16:24] = (20_000).to_bytes(4, "big") * 2
    return bytes(data)


NO_PICTURES = (
    f'<svg xmlns="http://www.w3.org/2000/svg">{SCRIPT}</svg>'.encode(),
    b"GIF89a" + bytes(40),
    b"<!doctype html>" + SCRIPT.encode(),
    b"\x89PNG\r\n\x1a\n" + bytes(60),
    b"",
)


def test_a_file_is_what_its_bytes_say_and_not_its_name(world: World, gm: Page) -> None:
    before = as_kept(world)
    for data in NO_PICTURES:
        answer = send(world, gm, "map.png", data)
        assert answer.status_code == 422, (data[:20], answer.text)
        assert as_kept(world) == before


def test_a_picture_too_large_is_refused_with_its_size(world: World, gm: Page) -> None:
    answer = send(world, gm, "map.png", bomb())
    assert answer.status_code == 422
    assert re.search(r"20[, ]?000|megapixel", answer.text), answer.text


def test_a_kept_picture_holds_nothing_but_pixels(world: World, gm: Page) -> None:
    info = PngInfo()
    info.add_text("Comment", SCRIPT)
    answer = send(world, gm, "map [4x4].png", png(pnginfo=info) + SCRIPT.encode())
    assert answer.status_code == 200, answer.text
    kept = max(host_of(world).store.pictures.iterdir(), key=lambda path: path.stat().st_mtime_ns)
    assert b"<script" not in kept.read_bytes()
    with Image.open(kept) as image:
        assert image.format == "WEBP"
        assert not image.info.get("exif")
    picture = host_of(world).scene.picture_id
    sent = gm.browser.get(world.at(f"picture/{picture}"))
    assert sent.headers["X-Content-Type-Options"] == "nosniff"
    assert sent.mimetype == "image/webp"


# ---------------------------------------------------------------------------------------- too much of it
@pytest.fixture
def strict(world: World) -> Limits:
    """The same limits, so low that a test reaches them."""
    now = lambda: 0.0  # noqa: E731
    kinds = ("newcomers", "pages", "uploads", "messages")
    world.app.extensions[LIMITS] = limits = Limits(**{kind: Bucket(3, 1, now) for kind in kinds})
    return limits


def test_too_many_commands_are_refused_in_a_sentence_to_that_one_alone(
    world: World, gm: Page, ann: Page, strict: Limits
) -> None:
    """What comes over a real socket is judged before it gets here: see `sockets/test_flood.py`."""
    turn = {"do": "turn", "actor": "kit"}
    for _ in range(3):
        assert ann.browser.json(world.at("commands"), turn).status_code == 200
    answer = ann.browser.json(world.at("commands"), turn)
    said = answer.json["refusal"]
    assert (answer.status_code, said["code"], "Wait a second" in said["message"]) == (422, "too-often", True)
    assert gm.browser.json(world.at("commands"), turn).status_code == 200
    bob = world.player("Bob", "dutch")
    assert bob.json(world.at("commands"), {"do": "turn", "actor": "dutch"}).status_code == 200
    assert noted(world)[0].startswith("Ann: ")


def test_too_many_files_newcomers_and_lines_are_refused(world: World, gm: Page, strict: Limits) -> None:
    answers = [send(world, gm, "map.png", b"x").status_code for _ in range(4)]
    assert (answers[2], answers[3]) == (422, 429)
    said = [world.stranger().post(world.links.join, name=f"N{n}").status_code for n in range(4)]
    assert said == [303, 303, 303, 429]
    opened = [
        let_in(world, world.stranger(), {"table": world.table.id, "role": "play"}) for _ in range(2)
    ] + [let_in(world, world.gm(), {"table": world.table.id, "role": "gm"}) for _ in range(2)]
    assert opened == [False, False, True, False]


def test_keys_are_not_guessed_either_and_right_links_always_work(world: World) -> None:
    stranger = world.stranger()
    paths = ("/gm/wrong", "/screen/wrong", f"/watch/{world.table.id}/wrong")
    for n in range(20):
        assert stranger.get(paths[n % 3]).status_code == 404
    for path in paths:
        assert stranger.get(path).status_code == 429
    for right in (world.links.gm, world.links.screen, world.links.watch):
        assert world.stranger().get(right).status_code == 303
    assert stranger.get(world.links.gm).status_code == 303


@pytest.mark.parametrize("name", sorted(PROTOCOL_NAMES))
def test_a_message_by_a_name_of_the_protocol_is_refused_and_the_page_stays(
    world: World, ann: Page, name: str
) -> None:
    for sent in ({}, None, "client disconnect"):
        said = ann.refused(name, sent)
        assert (said["code"], name in said["message"]) == ("bad-command", True)
    ann.socket.emit(name)
    assert ann.is_open
    assert ann.ask("resume", {})["ok"]
    assert ann.do("turn", "kit")["ok"]


def test_five_friends_never_reach_a_limit() -> None:
    now = [0.0]
    limits = Limits()
    bucket = Bucket(limits.messages._most, limits.messages._rate, lambda: now[0])
    for _ in range(600):  # a minute of dragging without a pause
        now[0] += 0.1
        assert all(bucket.spend("ann") for _ in range(3))


def test_a_bucket_forgets_who_is_full_again() -> None:
    now = [0.0]
    bucket = Bucket(1, 1, lambda: now[0])
    for n in range(1_500):
        now[0] += 0.01
        bucket.spend(str(n))
    assert len(bucket._left) < 1_200
