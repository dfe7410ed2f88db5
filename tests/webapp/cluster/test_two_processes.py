"""Two apps on one PostgreSQL and one Redis, as two processes have them: what one does, the other knows."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from rules.engine.refusal import Refusal
from rules.engine.text import text
from tests.postgres import own_schema
from tests.redis_server import redis, redis_url
from tests.webapp.pages import Page, gm_of, host_of
from tests.webapp.table.invited import come_by, gm_called, host_of_all, invite, makes_table
from tests.webapp.table.test_gms import Elsewhere
from tests.webapp.world import World
from webapp.app import Settings, create_app
from webapp.cluster.cluster import Cluster
from webapp.context import CLUSTER
from webapp.table.host import Host
from webapp.table.hosts import hosts
from webapp.table.lobby import Knock
from webapp.table.setup.scenes import bring_scene

STEP = {"do": "gm-set", "target": "kit", "state": {"at": [4, 8]}}


@dataclass
class Side:
    """One of the two."""

    world: World

    @property
    def app(self) -> Flask:
        return self.world.app

    @property
    def cluster(self) -> Cluster:
        found: Cluster = self.app.extensions[CLUSTER]
        return found

    @property
    def host(self) -> Host:
        return host_of(self.world)


@dataclass
class Two:
    here: Side
    there: Side

    def __iter__(self) -> Iterator[Side]:
        return iter((self.here, self.there))


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Two]:
    with own_schema() as url:
        settings = Settings(
            data_dir=tmp_path, lan=False, async_mode="threading", database=url, redis=redis_url()
        )
        both = Two(*(Side(World(create_app(settings))) for _ in range(2)))
        assert both.here.host.table_id == both.there.host.table_id
        try:
            for side in both:
                side.cluster.start()
            for side, other in ((both.here, both.there), (both.there, both.here)):
                side.cluster.show(side.host, "ready", True)
                until(lambda: other.cluster.parts(other.host, "ready"))  # noqa: B023
            yield both
        finally:
            for side in both:
                side.cluster.stop()
                side.world.store.close()


def until(is_so: Callable[[], Any]) -> None:
    """Wait for something that another process brings about by itself."""
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.005)


def test_what_one_process_keeps_is_in_the_battle_of_the_other(two: Two) -> None:
    two.here.host.handle(STEP, gm_of(two.here.world))
    until(lambda: two.there.host.last_seq == two.here.host.last_seq)
    assert two.there.host.battle.state == two.here.host.battle.state


def test_a_change_is_told_without_the_database_being_asked(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = two.here.host, two.there.host

    def fail(*args: Any) -> Any:
        raise AssertionError("the database was asked")

    monkeypatch.setattr(there.store, "told", fail)
    here.handle(STEP, gm_of(two.here.world))
    until(lambda: there.last_seq == here.last_seq)


def test_commands_at_both_at_once_all_count_in_one_order(two: Two) -> None:
    gm = gm_of(two.here.world)

    def play(side: Side, column: int) -> None:
        for row in range(2, 8):
            side.host.handle({"do": "gm-set", "target": "kit", "state": {"at": [column, row]}}, gm)

    before = two.here.host.last_seq
    with ThreadPoolExecutor(2) as pool:
        for job in [pool.submit(play, side, 3 + n) for n, side in enumerate(two)]:
            job.result()
    until(lambda: two.there.host.last_seq == two.here.host.last_seq)
    assert two.there.host.battle.state == two.here.host.battle.state
    kept = [e for e in two.here.world.store.events(two.here.world.battle_id, before) if e.kind == "command"]
    assert len(kept) == 12


def test_a_command_that_comes_to_both_counts_once(two: Two) -> None:
    command, gm = {**STEP, "id": "the same"}, gm_of(two.here.world)
    before = len(two.here.host.battle.entries)
    with ThreadPoolExecutor(2) as pool:
        done = [job.result() for job in [pool.submit(side.host.handle, command, gm) for side in two]]
    kept = [e for e in two.here.world.store.events(two.here.world.battle_id) if e.kind == "command"]
    assert len(kept) == before + 1
    assert done[0].seq == done[1].seq


@pytest.fixture
def silence(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what is kept here not be told: the message is lost."""
    monkeypatch.setattr(two.here.cluster, "kept", lambda *args: None)


@pytest.mark.usefixtures("silence")
def test_who_was_told_nothing_finds_out_before_an_answer(two: Two) -> None:
    gm = two.there.world.gm()
    two.here.host.handle(STEP, gm_of(two.here.world))
    assert two.there.host.last_seq < two.here.host.last_seq
    assert gm.get(two.there.world.at("gm")).status_code == 200
    assert two.there.host.last_seq == two.here.host.last_seq


@pytest.mark.usefixtures("silence")
def test_who_was_told_nothing_is_refused_by_what_is_so(two: Two) -> None:
    gm = gm_of(two.here.world)
    assert not two.there.host.battle.state.running
    two.here.host.handle({"do": "begin"}, gm)
    with pytest.raises(Refusal, match="is running already"):
        two.there.host.handle({"do": "begin"}, gm)
    assert two.there.host.last_seq == two.here.host.last_seq


def test_who_joins_at_one_is_known_at_the_other(two: Two) -> None:
    two.here.world.player("Ann", "kit")
    until(lambda: [person.name for person in two.there.host.people] == ["Ann"])
    until(lambda: "kit" in two.there.host.seats)


def test_settings_changed_at_both_at_once_are_both_kept(two: Two) -> None:
    with ThreadPoolExecutor(2) as pool:
        jobs = [
            pool.submit(two.here.host.change_settings, answer_seconds=30),
            pool.submit(two.there.host.change_settings, sight=False),
        ]
        for job in jobs:
            job.result()
    for side in two:
        until(lambda: (side.host.settings.answer_seconds, side.host.settings.sight) == (30, False))  # noqa: B023


def test_who_knocks_at_one_is_let_in_at_the_other(two: Two) -> None:
    here, there = two.here.host, two.there.host
    with here.lock:
        for id_, name in (("b", "Ben"), ("a", "Ann")):
            here.door.knock(Knock(id_, name, ""))
    until(lambda: [knock.name for knock in there.door.waiting] == ["Ben", "Ann"])
    with there.lock:
        there.door.send_away("b")
    until(lambda: here.door.fate("b") == "away")
    assert [knock.name for knock in here.door.waiting] == ["Ann"]


def test_a_note_taken_off_stays_off_when_who_was_cut_from_redis_hears_again(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    with two.here.host.lock:
        two.here.host.notes.put("some", "note", 1)
    until(lambda: two.there.host.notes.of("some"))
    with monkeypatch.context() as cut:
        cut.setattr(two.here.cluster._bus, "_take", lambda message: None)
        with two.there.host.lock:
            two.there.host.notes.take("some", "note")
        address = two.there.host.address
        until(lambda: two.there.cluster._notes.read(address) == {})
        time.sleep(0.2)  # the message comes after that, and is not heard
    with pytest.raises(redis.ConnectionError), two.here.cluster.link.unless_away():
        raise redis.ConnectionError  # what somebody else asked meanwhile
    two.here.cluster._joined(two.here.host.table_id)
    until(lambda: not two.here.host.notes.of("some"))
    assert not two.there.host.notes.of("some")


def test_a_table_opened_while_redis_was_left_alone_knows_who_waits(two: Two) -> None:
    with two.here.host.lock:
        two.here.host.notes.put("some", "note", 1)
    until(lambda: two.there.host.notes.of("some"))
    with two.there.app.app_context():
        hosts().close(two.there.host.table_id)
    with pytest.raises(redis.ConnectionError), two.there.cluster.link.unless_away():
        raise redis.ConnectionError
    until(lambda: two.there.host.notes.of("some"))


def test_a_process_that_opens_a_table_later_knows_who_waits(two: Two) -> None:
    with two.here.host.lock:
        two.here.host.door.knock(Knock("a", "Ann", ""))
    until(lambda: two.there.host.door.waiting)
    with two.there.app.app_context():
        hosts().close(two.there.host.table_id)
    assert [knock.name for knock in two.there.host.door.waiting] == ["Ann"]


def test_what_is_said_at_both_is_heard_at_both(two: Two) -> None:
    gm = gm_of(two.here.world)

    def say(side: Side, words: str) -> None:
        for n in range(5):
            with side.app.app_context(), side.host.queue:
                side.host.talk.say(gm, f"{words} {n}")

    with ThreadPoolExecutor(2) as pool:
        for job in [
            pool.submit(say, side, words) for side, words in zip(two, ("here", "there"), strict=True)
        ]:
            job.result()

    def heard(side: Side) -> list[str]:
        with side.host.lock:
            return [line.text for line in side.host.talk.heard_by(gm)]

    until(lambda: len(heard(two.here)) == len(heard(two.there)) == 10)
    assert heard(two.here) == heard(two.there)


def test_what_is_refused_at_one_is_read_at_the_other(two: Two) -> None:
    with two.here.host.lock:
        two.here.host.note_refused(text("Ann"), text("asks for {n} things", n=3), text("They are not hers."))
    until(lambda: two.there.host.refused_lines() == two.here.host.refused_lines())
    assert len(two.there.host.refused_lines()) == 1


def test_what_a_process_shows_goes_with_it(two: Two) -> None:
    here, there = two.here.host, two.there.host
    two.here.cluster.show(here, "here", ["somebody"])
    until(lambda: list(two.there.cluster.parts(there, "here")) == [["somebody"]])
    two.here.cluster.stop()
    until(lambda: not two.there.cluster.parts(there, "here"))


def test_a_process_that_opens_a_table_later_is_shown_what_the_others_have(two: Two) -> None:
    two.here.cluster.show(two.here.host, "here", ["somebody"])
    with two.there.app.app_context():
        hosts().close(two.there.host.table_id)
    there = two.there.host
    until(lambda: list(two.there.cluster.parts(there, "here")) == [["somebody"]])


def test_a_scene_brought_at_one_lies_before_the_other(two: Two) -> None:
    here = two.here.host
    assert here.battle.state.map is not None
    with two.here.app.app_context():
        scene = bring_scene(here, name="Cellar", battle_map=here.battle.state.map)
    until(lambda: two.there.host.scene.id == scene.id)


def test_a_table_deleted_at_one_is_gone_at_the_other(two: Two) -> None:
    there = two.there.world
    gm, path = there.gm(), there.at("gm")
    assert gm.get(path).status_code == 200
    two.here.world.store.gms.delete_table(two.here.host.table_id)
    assert gm.get(path).status_code in (403, 404)
    with two.there.app.app_context():
        assert hosts().awake() == []


ENDINGS = {
    "is sent away": "/host/gms/{gm}/away",
    "gets a new link": "/host/gms/{gm}/link",
    "loses the table": "/host/tables/{table}/delete",
}


@pytest.mark.parametrize("path", ENDINGS.values(), ids=ENDINGS)
def test_a_gm_whose_rights_end_at_one_is_shown_nothing_more_by_the_other(
    two: Two, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """At once: the other one is told, though nobody has the table open here."""
    here, there = two.here.world, two.there.world
    link = invite(here, "Ada")
    ada = come_by(there, link)
    table = makes_table(there, ada, "The Mill")
    page = Page(Elsewhere(there, table), ada, "gm")
    assert page.is_open
    bus = two.there.cluster._bus
    until(lambda: bus._channel(table.id) in bus._times_heard)
    monkeypatch.setattr(two.there.cluster, "_watch", lambda: None)  # it looks for nothing by itself
    gm = gm_called(here, "Ada")
    answer = host_of_all(here).post(path.format(gm=gm.id, table=table.id))
    assert answer.status_code < 400, answer.text
    until(lambda: not page.is_open)


def test_a_second_gm_who_is_taken_back_at_one_is_shown_nothing_more_by_the_other(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = two.here.world, two.there.world
    gm, bea = here.gm(), there.player("Bea")
    [person] = here.store.people.of_table(here.table.id)
    path = here.at(f"gm/people/{person.id}/second")
    assert gm.post(path, on="1").status_code == 303
    page = Page(there, bea, "gm")
    assert page.is_open
    bus = two.there.cluster._bus
    until(lambda: bus._channel(here.table.id) in bus._times_heard)
    monkeypatch.setattr(two.there.cluster, "_watch", lambda: None)  # it looks for nothing by itself
    assert gm.post(path, on="").status_code == 303
    until(lambda: not page.is_open)
    assert bea.get(there.at("gm")).status_code == 403


def test_a_table_that_is_handed_over_at_one_is_told_and_taken_back_at_the_other(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = two.here.world, two.there.world
    gm, bea = here.gm(), there.player("Bea")
    [person] = here.store.people.of_table(here.table.id)
    own = Page(there, bea, "play")
    bus = two.there.cluster._bus
    until(lambda: bus._channel(here.table.id) in bus._times_heard)
    monkeypatch.setattr(two.there.cluster, "_watch", lambda: None)  # it looks for nothing by itself

    def told(words: str) -> bool:
        return any(words in update["panels"] for update in own.take())

    assert gm.post(here.at(f"gm/people/{person.id}/hand-over")).status_code == 303
    until(lambda: told("You run this table now."))
    page = Page(there, bea, "gm")
    assert page.is_open
    assert gm.post(here.at("gm/take-back")).status_code == 303
    until(lambda: not page.is_open and told('id="who-runs"'))
    assert bea.get(there.at("gm")).status_code == 403


def test_the_host_reads_of_all_processes_and_of_what_is_awake_anywhere(two: Two) -> None:
    table_id, cluster = two.here.host.table_id, two.there.cluster
    until(lambda: len(cluster.members) == 2 and table_id in cluster.awake())
    with two.there.app.app_context():
        hosts().close(table_id)
    host = two.there.world.stranger()
    host.get(two.there.world.links.host)
    page = host.get("/host").text
    assert page.count("<dt>Process</dt>") == 2
    assert '<span class="tag mine-tag">awake</span>' in page
    assert "asleep" not in page


def test_a_question_is_answered_by_one_alone(two: Two) -> None:
    assert two.here.cluster.may_answer("scene", 1)
    assert not two.there.cluster.may_answer("scene", 1)
    assert two.here.cluster.may_answer("scene", 1), "it may try again"
    assert two.there.cluster.may_answer("scene", 2)


def test_who_answers_and_dies_is_followed_by_another(two: Two) -> None:
    assert two.here.cluster.may_answer("scene", 3)
    two.here.cluster.stop()
    until(lambda: two.there.cluster.may_answer("scene", 3))


def test_a_redis_that_has_begun_anew_takes_nobodys_part_away(two: Two) -> None:
    """It hears of the processes one after the other, each as it says that it is there."""
    cluster, host = two.here.cluster, two.here.host
    cluster.members = {cluster.name: {}}
    with two.here.app.app_context():
        cluster._forget_the_gone([host])
    assert True in cluster.parts(host, "ready")
