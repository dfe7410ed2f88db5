"""Heavy odds come from a process of their own: an estimate first, then the odds; nobody waits for them."""

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.chances.aim_odds import AimOdds, Found
from rules.engine.command import Command
from rules.engine.state import BattleState
from rules.systems import load_systems
from tests.load.chance import Faces
from tests.load.player import Player, come_as_gm, come_to_play
from tests.load.scene import lay_out_fight
from tests.load.server import Server, running
from tests.webapp.live.unseen import UNSEEN
from tests.webapp.pages import Page, gm_of, host_of
from tests.webapp.world import World
from webapp.context import HOSTS
from webapp.demo.fights import GANTRY, YARD, read_fight
from webapp.live import odds_pool
from webapp.live.audiences import audiences
from webapp.live.odds_pool import OddsPool
from webapp.live.odds_worker import packed, unpacked
from webapp.table.grants import Visitor

BURST = Command(do="burst-fire", actor="tam", params={"target": "rook"})
"""The dearest that can be done in the brickyard: hundreds of ways, of twenty steps each."""


def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.01)


class Told:
    """What a page is told of its odds."""

    def __init__(self) -> None:
        self._told: SimpleQueue[tuple[Found | None, bool]] = SimpleQueue()

    def __call__(self, found: Found | None, is_last: bool) -> None:
        self._told.put((found, is_last))

    @property
    def is_empty(self) -> bool:
        return self._told.empty()

    def next(self) -> tuple[Found | None, bool]:
        return self._told.get(timeout=60)

    def last(self) -> Found | None:
        """Wait for the odds themselves."""
        while not (told := self.next())[1]:
            pass
        return told[0]


@pytest.fixture(scope="module")
def yard() -> BattleState:
    load_systems()
    fight = read_fight(YARD)
    battle = Battle(fight.system)
    people = {"do": "add", "combatants": fight.combatants(), "id": "add"}
    battle.handle(Command.parse(people, by="gm"), Faces(1))
    return battle.state


@pytest.fixture
def pool() -> Iterator[OddsPool]:
    made = OddsPool()
    yield made
    made.drop("ann")
    until(lambda: not made.is_busy)
    made.close()


def test_an_estimate_comes_first_and_then_the_very_odds(pool: OddsPool, yard: BattleState) -> None:
    told = Told()
    pool.ask("ann", yard, BURST, told)
    (first, is_last) = told.next()
    assert first is not None
    assert not is_last
    assert first[0][1].sampled
    assert told.last() == AimOdds.of(yard, BURST).whole()


def test_a_map_that_was_sent_before_is_the_same_with_all_that_was_worked_out_of_it(yard: BattleState) -> None:
    mapped = replace(yard, map=read_fight(YARD).map)
    (first, _), (again, said) = (unpacked(packed(mapped, BURST)) for _ in range(2))
    assert (again, said) == (mapped, BURST)
    assert again.map is first.map


def test_no_process_is_begun_before_the_first_heavy_odds(pool: OddsPool, yard: BattleState) -> None:
    assert pool.processes() == []
    told = Told()
    pool.ask("ann", yard, BURST, told)
    told.last()
    until(lambda: not pool.is_busy)
    assert len(pool.processes()) == 1


def test_a_process_that_was_begun_beforehand_serves_the_first_who_asks(
    pool: OddsPool, yard: BattleState
) -> None:
    pool.prepare()
    pool.prepare()
    until(lambda: not pool.is_busy)
    [begun] = pool.processes()
    told = Told()
    pool.ask("ann", yard, BURST, told)
    told.last()
    until(lambda: not pool.is_busy)
    assert pool.processes() == [begun]


@pytest.mark.parametrize(("fight", "processes"), [(YARD, 1), (GANTRY, 0)])
def test_one_is_begun_for_who_may_aim_in_a_fight_whose_system_has_heavy_odds(
    world: World, fight: str, processes: int
) -> None:
    pool, gm = odds_pool.odds_pool(), world.gm()
    until(lambda: not pool.is_busy)
    pool.close()
    at = gm.post("/tables/ready-made", fight=fight).location
    host = world.app.extensions[HOSTS].get(at.split("/")[2])
    state = host.battle.state
    assert gm.get(f"{at}/selected/{next(iter(state.combatants))}").status_code == 200
    until(lambda: not pool.is_busy)
    assert pool.processes() == [], "nobody fights yet"
    host.handle({"do": "begin"}, Visitor(role="gm", table_id=host.table_id, person_id=None, name="GM"))
    assert gm.get(f"{at}/selected/{host.battle.state.active}").status_code == 200
    until(lambda: not pool.is_busy)
    assert len(pool.processes()) == processes


def test_what_is_asked_anew_drops_what_was_asked_before(pool: OddsPool, yard: BattleState) -> None:
    begun, waiting, wanted = Told(), Told(), Told()
    pool.ask("ann", yard, BURST, begun)
    begun.next()
    pool.ask("ann", yard, BURST, waiting)
    pool.ask("ann", yard, BURST, wanted)
    assert wanted.last() is not None
    assert begun.is_empty
    assert waiting.is_empty
    until(lambda: not pool.is_busy)
    assert len(pool.processes()) == 1, "the same process went on to it"


def test_who_stops_aiming_sets_the_process_free(pool: OddsPool, yard: BattleState) -> None:
    told = Told()
    pool.ask("ann", yard, BURST, told)
    told.next()
    pool.drop("ann")
    until(lambda: not pool.is_busy)
    assert told.is_empty


def test_a_process_that_is_killed_is_replaced(pool: OddsPool, yard: BattleState) -> None:
    told = Told()
    pool.ask("ann", yard, BURST, told)
    told.last()
    until(lambda: not pool.is_busy)
    [killed] = pool.processes()
    os.kill(killed, signal.SIGTERM)
    pool.ask("ann", yard, BURST, told)
    assert told.last() is not None
    until(lambda: not pool.is_busy)
    assert killed not in pool.processes()


def test_a_page_that_cannot_be_told_is_told_no_more_and_the_process_serves_the_next(
    pool: OddsPool, yard: BattleState, caplog: pytest.LogCaptureFixture
) -> None:
    tried: list[bool] = []

    def fail(found: Found | None, is_last: bool) -> None:
        tried.append(is_last)
        raise LookupError("its table is closed")

    pool.ask("ann", yard, BURST, fail)
    until(lambda: not pool.is_busy)
    assert tried == [False]
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [LookupError]
    [process] = pool.processes()
    told = Told()
    pool.ask("ann", yard, BURST, told)
    assert told.last() == AimOdds.of(yard, BURST).whole()
    until(lambda: not pool.is_busy)
    assert pool.processes() == [process]


@pytest.mark.parametrize("begins", [True, False])
def test_a_process_whose_answers_cannot_be_read_is_ended(
    pool: OddsPool, yard: BattleState, monkeypatch: pytest.MonkeyPatch, begins: bool
) -> None:
    begun: list[subprocess.Popen[bytes]] = []
    begin = subprocess.Popen

    def kept(*line: Any, **options: Any) -> subprocess.Popen[bytes]:
        begun.append(begin(*line, **options))
        return begun[-1]

    monkeypatch.setattr(subprocess, "Popen", kept)
    if not begins:
        pool.prepare()
        until(lambda: not pool.is_busy)
    monkeypatch.setattr(odds_pool, "get", lambda pipe: b"no answer")
    told = Told()
    pool.ask("ann", yard, BURST, told)
    assert told.last() == AimOdds.of(yard, BURST).whole(), "worked out in the server"
    until(lambda: not pool.is_busy)
    assert {process.returncode for process in begun} == {-signal.SIGKILL}
    assert pool.processes() == []


def test_what_takes_too_much_of_the_processor_is_left_at_its_estimate(yard: BattleState) -> None:
    frugal, told = OddsPool(most_seconds=0.01), Told()
    frugal.ask("ann", yard, BURST, told)
    assert told.next() == (AimOdds.of(yard, BURST).first(), False)
    assert told.next() == (AimOdds.of(yard, BURST).first(), True)
    until(lambda: not frugal.is_busy)
    assert len(frugal.processes()) == 1, "it goes on to what is asked next"
    frugal.close()


def test_a_process_that_is_silent_is_ended_and_its_odds_said_to_have_failed(yard: BattleState) -> None:
    hasty, told = OddsPool(most_to_wait=0.01), Told()
    hasty.ask("ann", yard, BURST, told)
    assert told.last() is None
    until(lambda: not hasty.is_busy)
    assert hasty.processes() == []


def test_processes_that_have_waited_long_enough_are_ended_and_begun_anew(yard: BattleState) -> None:
    passing, told = OddsPool(most_idle=0.01), Told()
    for _ in range(2):
        passing.ask("ann", yard, BURST, told)
        assert told.last() is not None
        until(lambda: not passing.is_busy and not passing.processes())


def test_so_many_may_wait_and_no_more(
    pool: OddsPool, yard: BattleState, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(odds_pool, "MOST_WAITING", 0)
    told = Told()
    pool.ask("ann", yard, BURST, told)
    assert told.next() == (None, True)


def test_where_no_process_can_be_begun_the_server_works_them_out_and_says_so_once(
    pool: OddsPool, yard: BattleState, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    told = Told()
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            pool.ask("ann", yard, BURST, told)
            assert told.last() == AimOdds.of(yard, BURST).whole()
    assert [record.levelname for record in caplog.records] == ["WARNING"]


@pytest.mark.parametrize("fog", [False, True])
def test_nothing_of_the_unseen_is_sent_to_it(world: World, fog: bool) -> None:
    gm, host = gm_of(world), host_of(world)
    for who, name in UNSEEN.items():
        host.handle({"do": "edit", "target": who, "name": name}, gm)
    if fog:
        host.handle({"do": "set-fog", "on": True}, gm)
    page = Page(world, world.player("Ann", "kit"), "play")
    with world.app.app_context():
        [(_, viewer)] = audiences().of(host).rooms()
    page.close()
    sent = packed(host.stream(viewer).as_known(host.battle.state), BURST)
    assert b"raider-3" in sent
    for who, name in UNSEEN.items():
        assert who.encode() not in sent
        assert name.encode() not in sent


# ------------------------------------------------------------------------------- real pages, a real server
@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("yard") / "data"
    data.mkdir()
    lay_out_fight(data, YARD)
    with running(data) as found:
        yield found


def aim(page: Player, number: int, target: str = "rook") -> str:
    """Aim with the dearest, and give the panel that comes at once."""
    said = {"do": "burst-fire", "actor": "tam", "target": target, "number": number}
    reply = page.ask("aim", said)
    assert reply["ok"], reply
    return str(reply["panel"])


def odds_of(page: Player, number: int, words: str) -> None:
    """Wait for odds with these words in them."""
    while not any(odds["of"] == number and words in odds["panel"] for _, odds in page.odds):
        page.take()


def test_others_are_answered_while_heavy_odds_are_worked_out(server: Server) -> None:
    gm, ann = come_as_gm(server.origin, server.gm), come_to_play(server.origin, server.join, "Ann", "iris")
    gm.connect()
    ann.connect()
    panel = aim(gm, 1)
    assert "Working out the chances…" in panel
    assert 'class="bar-sum"' not in panel
    [(to, *_)] = [ann.ask("reach", {"actor": "iris"})["places"][1:2]]
    cell = [int(part) for part in to.split(",")]
    assert ann.ask("command", {"do": "move", "actor": "iris", "to": cell, "id": "step"})["ok"]
    moved = time.monotonic()
    odds_of(gm, 1, "Exact: every throw is counted.")
    first, *_, (last, _) = gm.odds
    assert "about" in first[1]["panel"]
    assert "A first estimate, give or take" in first[1]["panel"]
    assert moved < last
    gm.close()
    ann.close()


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="only there it can be seen which process is whose")
def test_the_process_ends_with_a_server_that_is_killed(tmp_path: Path) -> None:
    lay_out_fight(tmp_path, YARD)
    with running(tmp_path) as dying:
        gm = come_as_gm(dying.origin, dying.gm)
        gm.connect()
        aim(gm, 1)
        odds_of(gm, 1, "A first estimate")
        own = Path(f"/proc/{dying.process.pid}/task/{dying.process.pid}/children")
        children = [Path(f"/proc/{child}/cmdline") for child in own.read_text().split()]
        [worker] = [child for child in children if b"odds_worker" in child.read_bytes()]
        dying.process.kill()
        until(lambda: not worker.exists() or not worker.read_bytes())
        assert "Traceback" not in dying.process.communicate(timeout=60)[0]
        gm.close()


def test_the_odds_of_what_is_aimed_no_more_never_come(server: Server) -> None:
    gm = come_as_gm(server.origin, server.gm)
    gm.connect()
    aim(gm, 1)
    aim(gm, 2, "crow")
    aim(gm, 3)
    assert gm.ask("aim-closed", {})["ok"]
    aim(gm, 4)
    odds_of(gm, 4, "Exact: every throw is counted.")
    assert {odds["of"] for _, odds in gm.odds if "Exact" in odds["panel"]} == {4}
    gm.close()


def test_the_chance_that_a_dragged_token_would_have_comes_later_and_is_the_aim_s(server: Server) -> None:
    gm = come_as_gm(server.origin, server.gm)
    gm.connect()
    reply = gm.ask("cover", {"actor": "tam", "at": [12, 8], "target": "rook"})
    assert reply["ok"], reply
    assert [one["hit"] for one in reply["meetings"] if one["who"] == "rook"] == [None]
    while not any(chance["exact"] for _, chance in gm.chances):
        gm.take()
    (_, first), *_, (_, last) = gm.chances
    assert not first["exact"]
    assert abs(first["hit"] - last["hit"]) < 0.2
    assert (last["actor"], last["at"], last["who"]) == ("tam", "12,8", "rook")
    gm.close()


def test_the_chances_of_places_that_were_passed_never_come(server: Server) -> None:
    gm = come_as_gm(server.origin, server.gm)
    gm.connect()
    for column in (8, 9, 10, 11, 12):
        gm.ask("cover", {"actor": "tam", "at": [column, 8], "target": "rook"})
    while not any(chance["exact"] for _, chance in gm.chances):
        gm.take()
    assert {chance["at"] for _, chance in gm.chances if chance["exact"]} == {"12,8"}
    gm.close()
