"""Tables that nobody looks at leave memory, and come back without anybody noticing."""

import gc
import time
import weakref
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from flask import Flask

from tests.load.player import come_as_gm, come_to_play
from tests.webapp.pages import Page, ask_by_hand, host_of
from tests.webapp.sockets.own_server import serving
from tests.webapp.table.test_prepared_scenes import Elsewhere, PageThere, prepare
from tests.webapp.world import World, app_on_copy
from webapp.context import HOSTS
from webapp.live.projector_view import FRAMINGS
from webapp.live.shared_rulers import SHOWINGS
from webapp.table.host import Host
from webapp.table.hosts import Hosts
from webapp.table.lobby import Knock
from webapp.table.sleep import Sleep, sleep_of

HURRIED = 0.01
"""Seconds after which a table of these tests is idle."""


@pytest.fixture
def asleep(app: Flask) -> Sleep:
    """What puts this app's tables to sleep, as soon as nobody looks; its timer does not run by itself."""
    found = sleep_of(app)
    found._idle = HURRIED
    return found


def awake(world: World) -> list[Host]:
    opened: Hosts = world.app.extensions[HOSTS]
    return opened.awake()


def fall_asleep(world: World, asleep: Sleep) -> list[str]:
    """Wait until all tables sleep; give the addresses of those that fell asleep."""
    addresses: list[str] = []
    while awake(world):
        addresses += asleep.put_to_sleep()
    return addresses


def test_a_table_with_an_open_page_stays_awake(world: World, asleep: Sleep) -> None:
    page = Page(world, world.gm(), "gm")
    time.sleep(2 * HURRIED)
    assert asleep.put_to_sleep() == []
    page.close()
    assert fall_asleep(world, asleep) == [world.table.id]


def test_a_table_that_was_just_asked_for_stays_awake(world: World) -> None:
    host_of(world)
    assert sleep_of(world.app).put_to_sleep() == []
    assert awake(world)


def test_nothing_of_a_sleeping_table_is_left_in_memory(world: World, asleep: Sleep) -> None:
    gm, ann = Page(world, world.gm(), "gm"), Page(world, world.player("Ann", "kit"), "play")
    gm.load()
    ann.load()
    gm.do("gm-set", target="kit", state={"at": [4, 4]})
    ann.ask("measure", {"way": [[1, 1], [3, 3]], "show": True, "page": "p"})
    host = host_of(world)
    left = [weakref.ref(part) for part in (host, host.battle, host.talk)]
    del host
    gm.close()
    ann.close()
    gc.collect()
    gc.disable()  # what the server keeps for good, the collector never looks at
    try:
        fall_asleep(world, asleep)
        until = time.monotonic() + 60
        while any(ref() is not None for ref in left):  # who came and went is gathered for a moment
            assert time.monotonic() < until, [ref() for ref in left]
            time.sleep(0.02)
    finally:
        gc.enable()
    for name in (FRAMINGS, SHOWINGS):
        assert not world.app.extensions[name]._made


def test_what_nobody_uses_any_more_is_not_kept_for_good_with_the_tables_that_wake(
    first_start: Path, tmp_path: Path
) -> None:
    """The collector does not look at what stays; what was made for pages and is used up does not.

    In a process of its own: the collector would go through all that the tests before have left, many times.
    What its first rounds leave once is let go of in some of them; what is kept is in each.
    """
    times = 4
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as alone:
        kept = alone.submit(kept_by_wakings, first_start, tmp_path, times).result()
    assert min(kept) < 200 * times, kept


def kept_by_wakings(prepared: Path, folder: Path, times: int) -> list[int]:
    """Let a table wake so many times in each of four rounds; tell what each has used up and kept."""
    kept: list[int] = []
    for app in app_on_copy(prepared, folder):
        world, asleep = World(app), sleep_of(app)
        asleep._idle, gm = HURRIED, world.gm()
        for _ in range(4):
            for _ in range(times):
                page = Page(world, gm, "gm")
                page.load()
                page.close()
                del page.socket.clients[page.socket.eio_sid], page  # which would be kept, with all that came
                fall_asleep(world, asleep)
                gc.collect()
            kept.append(used_up_and_kept())
    return kept


def used_up_and_kept() -> int:
    """Let go of what nobody uses and the collector was not to look at, and tell how much that was."""
    gc.unfreeze()
    found = gc.collect()
    gc.freeze()
    return found


def test_a_page_that_comes_back_with_its_number_is_sent_what_it_lacks(world: World, asleep: Sleep) -> None:
    gm = Page(world, world.gm(), "gm")
    ann = Page(world, world.player("Ann", "kit"), "play")
    gm.do("gm-set", target="kit", state={"at": [4, 4]})
    shown = ann.take()[-1]["seq"]
    ann.close()
    gm.do("gm-set", target="kit", state={"at": [5, 4]})
    now = gm.take()[-1]["seq"]
    gm.close()
    fall_asleep(world, asleep)
    back, gm_back = Page(world, ann.browser, "play", seq=shown), Page(world, gm.browser, "gm", seq=now)
    [whole] = [update for update in back.updates if "tokens" in update["panels"]]
    assert whole["prev"] is None
    assert whole["seq"] > shown
    up_to_date = gm_back.updates[0]
    assert (up_to_date["prev"], up_to_date["seq"]) == (now, now)
    gm_back.do("gm-set", target="kit", state={"at": [6, 4]})
    assert [update["prev"] for update in back.take() if update["moves"]] == [whole["seq"]]


def test_an_open_question_is_still_open_after_sleep(world: World, asleep: Sleep) -> None:
    gm = Page(world, world.gm(), "gm")
    ask_by_hand(gm, "kit", "raider-3")
    before = host_of(world).battle.state.prompt
    gm.close()
    fall_asleep(world, asleep)
    assert host_of(world).battle.state.prompt == before
    gm.connect()
    gm.do("answer", "raider-3", answer="none")


def test_a_table_whose_clock_runs_stays_awake(world: World, asleep: Sleep) -> None:
    host_of(world).change_settings(answer_seconds=600)
    gm = Page(world, world.gm(), "gm")
    ask_by_hand(gm, "kit", "raider-3")
    assert host_of(world).answer_by is not None
    gm.close()
    time.sleep(2 * HURRIED)
    assert asleep.put_to_sleep() == []
    host_of(world).change_settings(answer_seconds=None)
    fall_asleep(world, asleep)


def test_what_stands_in_memory_alone_is_there_after_sleep(world: World, asleep: Sleep) -> None:
    gm, ann = Page(world, world.gm(), "gm"), Page(world, world.player("Ann", "kit"), "play")
    gm.do("gm-set", target="kit", state={"at": [4, 4]})
    assert ann.browser.htmx(world.at("play/wish")).status_code == 200
    ann.refused("command", {"do": "attack", "actor": "raider-3", "target": "kit"})
    host = host_of(world)
    host.notes.put("brought", "somebody", "picture")
    host.door.knock(Knock("k", "Bob", ""))
    refused, wishes = host.refused.lines, dict(host.wishes)
    assert refused
    assert wishes
    del host
    gm.close()
    ann.close()
    fall_asleep(world, asleep)
    host = host_of(world)
    assert (host.refused.lines, host.wishes) == (refused, wishes)
    assert host.notes.of("brought") == {"somebody": "picture"}
    assert host.door.fate("k") == "waits"
    assert "Bob" in gm.load()


def test_a_prepared_scene_sleeps_before_its_table(world: World, asleep: Sleep) -> None:
    there = Elsewhere(world, prepare(world))
    gm = world.gm()
    mine = PageThere(there, gm, "gm")
    time.sleep(2 * HURRIED)
    assert asleep.put_to_sleep() == []  # what is said on the scene goes over the table's own host
    table = Page(world, gm, "gm")
    mine.close()
    while len(awake(world)) == 2:
        asleep.put_to_sleep()
    assert [host.is_prepared for host in awake(world)] == [False]
    mine.connect()
    mine.do("edit-map", walls=[{"from": [1, 1], "to": [1, 4], "kind": "wall"}])
    mine.close()
    table.close()
    assert len(fall_asleep(world, asleep)) == 2


def test_the_timer_puts_a_table_to_sleep_and_is_set_no_longer(world: World, asleep: Sleep) -> None:
    page = Page(world, world.gm(), "gm")
    asleep.start()
    while asleep._is_set:  # a page is open: nothing to look for
        time.sleep(HURRIED)
    assert awake(world)
    page.close()
    while awake(world) or asleep._is_set:
        time.sleep(HURRIED)
    page.connect()
    assert page.do("gm-set", target="kit", state={"at": [4, 4]})
    page.close()
    while awake(world) or asleep._is_set:
        time.sleep(HURRIED)


def test_the_gm_of_a_sleeping_table_is_served_as_before(world: World, asleep: Sleep) -> None:
    gm = Page(world, world.gm(), "gm")
    gm.do("gm-set", target="kit", state={"wounds": 1})
    before = gm.load()
    gm.close()
    fall_asleep(world, asleep)
    assert gm.load() == before


@pytest.mark.parametrize("mode", ["gevent", "threading"])
def test_a_server_whose_tables_sleep_all_the_time_loses_nothing(tmp_path: Path, mode: str) -> None:
    with serving(tmp_path / "data", mode, idle=HURRIED) as server:
        gm, ann = come_as_gm(server.origin, server.gm), come_to_play(server.origin, server.join, "Ann", "kit")
        gm.connect()
        shown: int | None = None
        for number in range(12):
            place = [4 + number % 3, 4]
            command = {"id": f"m{number}", "do": "gm-set", "target": "kit", "state": {"at": place}}
            assert gm.ask("command", command)["ok"]
            ann.updates.clear()
            ann.connect(shown)
            while not ann.updates:
                ann.take()
            update = ann.updates[-1][1]
            assert update["prev"] is None, "everything is sent to a page that lacks something"
            assert shown is None or update["seq"] > shown
            shown = update["seq"]
            assert f'data-place="{place[0]},{place[1]}"' in update["panels"]
            ann.close()
            gm.close()
            time.sleep(HURRIED * (number % 5))  # it sleeps by now, falls asleep, or is about to
            gm.connect()
        gm.close()
