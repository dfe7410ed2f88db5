"""The page of dice, the file that it gives, and checking a file there."""

import io
import json
import re
from dataclasses import replace
from typing import Any

from rules.engine.battle_events import Rolled
from rules.engine.history.entry import FRESH
from tests.webapp.pages import gm_of, host_of
from tests.webapp.world import Browser, World
from webapp.archive.table_file_import import open_table
from webapp.archive.table_file_writer import gather
from webapp.dice.dice_file import DiceFile, read_dice_file
from webapp.dice.sealed import in_groups
from webapp.dice.verification import verify
from webapp.table.grants import Visitor
from webapp.table.host import Host


def do(world: World, do: str, **params: Any) -> None:
    host = host_of(world)
    host.handle({"do": do, **params}, by=gm_of(world))
    while (prompt := host.battle.state.prompt) is not None:
        host.handle({"do": "answer", "actor": prompt.to, "answer": prompt.default}, by=gm_of(world))


def shoot(world: World) -> None:
    do(world, "gm-set", target="kit", state={"at": [6, 8]})
    do(world, "gm-set", target="raider-1", state={"at": [7, 8]})
    do(world, "attack", **{"actor": "kit", "target": "raider-1", "with": "blast-pistol"})


def shoot_by_hand(world: World) -> None:
    """Let Kit's player shoot and type in a seven; whatever comes of it is left open."""
    host, gm = host_of(world), gm_of(world)
    host.handle({"do": "gm-set", "target": "kit", "state": {"at": [6, 8]}}, by=gm)
    host.handle({"do": "gm-set", "target": "raider-1", "state": {"at": [7, 8]}}, by=gm)
    host.handle({"do": "attack", "actor": "kit", "target": "raider-1", "with": "blast-pistol"}, by=gm)
    host.handle({"do": "answer", "actor": "kit", "answer": "faces", "faces": [7]}, by=gm)


def begin(world: World) -> None:
    """Begin the fight, and go on to Kit's turn."""
    do(world, "begin")
    for _ in range(20):
        active = host_of(world).battle.state.active
        if active == "kit":
            return
        do(world, "end-turn", actor=active)
    raise AssertionError("Kit never has the turn")


def fight(world: World) -> None:
    begin(world)
    shoot(world)


def file_of(world: World, browser: Browser, role: str = "play") -> DiceFile:
    return read_dice_file(browser.get(world.at(f"{role}/dice/fight.dice.json")).data)


def page_of(world: World, browser: Browser, role: str = "play") -> str:
    return browser.get(world.at(f"{role}/dice")).get_data(as_text=True)


def checked(world: World, browser: Browser, data: bytes, role: str = "play") -> str:
    answer = browser.post(world.at(f"{role}/dice/check"), file=(io.BytesIO(data), "a.dice.json"))
    return answer.get_data(as_text=True)


def test_the_seal_is_told_to_everybody_and_logged_as_the_fight_begins(world: World) -> None:
    ann, host = world.player("Ann", "kit"), host_of(world)
    assert "will be told and logged" in page_of(world, ann)
    do(world, "begin")
    seal = in_groups(host.dice.key.seal)
    assert seal in page_of(world, ann)
    assert "It stands in the log since the fight began" in page_of(world, ann)
    assert seal in ann.get(world.at("play")).get_data(as_text=True)
    assert [row["seal"] for row in world.store.of_kind(host.scene.id, "dice-sealed")] == [host.dice.key.seal]


def test_everybodys_file_agrees_with_the_seal(world: World) -> None:
    ann, gm = world.player("Ann", "kit"), world.gm()
    fight(world)
    for browser, role in ((ann, "play"), (gm, "gm")):
        file = file_of(world, browser, role)
        verdict = verify(file)
        assert not verdict.problems
        assert verdict.agree >= 1
        assert file.seal == host_of(world).dice.key.seal
    assert any(roll.who == "kit" for roll in file_of(world, ann).rolls)
    assert [lane.who for lane in file_of(world, ann).lanes] == ["kit"]


def test_the_file_has_the_faces_that_the_log_has(world: World) -> None:
    fight(world)
    host = host_of(world)
    logged = [row["faces"] for row in world.store.of_kind(host.scene.id, Rolled.kind) if row["threw"]]
    assert [roll.faces for roll in file_of(world, world.gm(), "gm").rolls] == logged


def test_what_was_taken_back_stays_in_the_file_and_its_dice_come_no_second_time(world: World) -> None:
    fight(world)
    gm, before = world.gm(), len(file_of(world, world.gm(), "gm").rolls)
    do(world, "undo")
    assert len(file_of(world, gm, "gm").rolls) == before
    shoot(world)
    file = file_of(world, gm, "gm")
    assert len(file.rolls) > before
    assert len({roll.ticket for roll in file.rolls}) == len(file.rolls)
    assert not verify(file).problems


def test_a_roll_that_is_told_again_with_a_forgotten_modifier_counts_once(world: World) -> None:
    fight(world)
    host, gm = host_of(world), world.gm()
    before = file_of(world, gm, "gm")
    [attack] = [entry for entry in host.battle.entries if entry.do == "attack"]
    roll = {"command": attack.id, "who": "kit", "purpose": "attack", "nth": 0}
    do(world, "reconsider", roll=roll, value=-10, label="smoke")
    after = file_of(world, gm, "gm")
    assert after.rolls[: len(before.rolls)] == before.rolls
    assert not verify(after).problems


def test_real_dice_are_marked_and_told_by_person(world: World) -> None:
    ann = world.player("Ann", "kit")
    begin(world)
    do(world, "edit", target="kit", by_hand=True)
    shoot_by_hand(world)
    file = file_of(world, ann)
    [typed] = [roll for roll in file.rolls if roll.by]
    assert (typed.by, typed.faces, typed.sides, typed.ticket) == ("Ann", [7], [100], "")
    assert verify(file).real == 1
    page = page_of(world, ann)
    assert "Real dice" in page
    assert "<h3>Ann, d100</h3>" in page


def test_real_dice_stay_marked_once_their_entries_lie_packed(world: World) -> None:
    ann, host = world.player("Ann", "kit"), host_of(world)
    do(world, "edit", target="kit", by_hand=True)
    shoot_by_hand(world)
    for n in range(2 * FRESH):
        do(world, "gm-set", target="brannock", state={"wounds": n % 2})
    assert host.battle.entries[0].is_packed
    assert [roll.by for roll in file_of(world, ann).rolls if not roll.ticket] == ["Ann"]


def test_a_program_that_plays_for_somebody_is_told_no_number_of_a_roll(world: World) -> None:
    world.player("Ann", "kit")
    begin(world)
    do(world, "gm-set", target="kit", state={"at": [6, 8]})
    do(world, "gm-set", target="raider-1", state={"at": [7, 8]})
    [ann] = world.store.people.of_table(world.table.id)
    done = host_of(world).handle(
        {"do": "attack", "actor": "kit", "target": "raider-1", "with": "blast-pistol"},
        by=Visitor("play", world.table.id, ann.id, ann.name),
    )
    rolls = [event for event in done.events if event["kind"] == Rolled.kind]
    assert rolls
    assert {roll["serial"] for roll in rolls} == {0}


def test_free_dice_are_under_the_seal_and_whispered_ones_are_told_to_nobody_else(world: World) -> None:
    ann, bob, gm = world.player("Ann", "kit"), world.player("Bob", "brannock"), world.gm()
    ann.htmx(world.at("play/talk/roll"), dice="3d6", label="open")
    ann.htmx(world.at("play/talk/roll"), dice="2d8", label="whispered", to="gm")
    ann.htmx(world.at("play/talk/roll"), dice="d20", label="unseen", to="blind")
    ann.htmx(world.at("play/talk/roll"), dice="d12", label="open again")
    labels = {
        name: [roll.what for roll in file_of(world, browser, role).rolls]
        for name, browser, role in (("ann", ann, "play"), ("bob", bob, "play"), ("gm", gm, "gm"))
    }
    assert labels == {
        "ann": ["open", "whispered", "open again"],
        "bob": ["open", "open again"],
        "gm": ["open", "whispered", "unseen", "open again"],
    }
    for browser, role, followed in ((ann, "play", 3), (bob, "play", 0), (gm, "gm", 4)):
        verdict = verify(file_of(world, browser, role))
        assert (verdict.problems, verdict.followed) == ((), followed)


def test_players_are_given_no_dice_of_whom_they_do_not_see(world: World) -> None:
    ann = world.player("Ann", "kit")
    fight(world)
    do(world, "edit", target="raider-1", hidden=True)
    do(world, "end-turn", actor="kit")
    names = {roll.who for roll in file_of(world, ann).rolls}
    whole = {roll.who for roll in file_of(world, world.gm(), "gm").rolls}
    assert names <= whole
    assert not any(lane.who.startswith("raider") for lane in file_of(world, ann).lanes)


def test_a_whole_file_is_said_to_agree_and_a_tampered_one_not(world: World) -> None:
    ann = world.player("Ann", "kit")
    fight(world)
    data = ann.get(world.at("play/dice/fight.dice.json")).data
    good = checked(world, ann, data)
    assert "die-agrees" in good
    assert "It is under the seal of this fight." in good
    changed = json.loads(data)
    changed["rolls"][0]["faces"][0] = changed["rolls"][0]["faces"][0] % 100 + 1
    bad = checked(world, ann, json.dumps(changed).encode())
    assert "die-differs" in bad
    assert "does not agree: the seal has" in bad
    assert "This is no file of dice" in checked(world, ann, b"nothing of the kind")


def test_nobody_else_is_given_the_page_or_the_file(world: World) -> None:
    for place in ("play/dice", "gm/dice", "play/dice/fight.dice.json", "gm/dice/fight.dice.json"):
        assert world.stranger().get(world.at(place)).status_code in (302, 303, 403, 404)
    ann = world.player("Ann", "kit")
    for place in ("gm/dice", "gm/dice/fight.dice.json", "screen/dice", "watch/dice"):
        assert ann.get(world.at(place)).status_code in (302, 303, 403, 404)


def test_dice_of_a_table_that_came_as_a_file_are_said_to_be_unproven(world: World) -> None:
    fight(world)
    read = gather(world.store, world.table.id)
    assert read is not None
    told = [event for scene in read.scenes for event in scene.events if event.kind == Rolled.kind]
    assert {event.data["serial"] for event in told} == {0}, "they are under the seal of a seed that stays"
    forged = [replace(event, data={**event.data, "serial": 7}) for event in read.scenes[0].events]
    read = replace(read, scenes=(replace(read.scenes[0], events=tuple(forged)), *read.scenes[1:]))
    copy = open_table(world.store, read)
    host = Host(world.store, copy.id)
    rows = world.store.of_kind(host.scene.id, Rolled.kind)
    assert rows
    assert {row["serial"] for row in rows} == {0}


def test_the_page_is_told_in_german_too(world: World) -> None:
    ann = world.player("Ann", "kit")
    fight(world)
    ann.post("/language", language="de", next="/")
    page = page_of(world, ann)
    assert "Würfel" in page
    assert not re.search(r"Nothing unusual|Too few to tell|The seal", page)
