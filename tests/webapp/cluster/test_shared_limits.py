"""Limits that several processes count together: as one, without names in clear, and on without a Redis."""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.cluster_kit.own_servers import OwnRedis
from tests.redis_server import own_keys, redis
from webapp.app import Settings, create_app
from webapp.cluster.redis_link import PAUSE, WAIT, RedisLink
from webapp.cluster.shared_limits import (
    SettledBucket,
    SharedAttempts,
    SharedBucket,
    SharedShutOut,
    shared_limits,
)
from webapp.server.http_errors import TooOften
from webapp.server.limits import LIMITS, Bucket, Limits, ShutOut
from webapp.server.security import MOST_SLOW_TRIES, SLOW_TRY, Attempts
from webapp.sockets.line import Line, Verdict

NewLink = Callable[[], RedisLink]


@pytest.fixture
def new_link() -> Iterator[NewLink]:
    """A way to make links of several processes to the same keys."""
    with own_keys() as (url, secret), ExitStack() as links:
        yield lambda: links.enter_context(closing(RedisLink(url, secret)))


@pytest.fixture
def own_redis() -> Iterator[OwnRedis]:
    with OwnRedis() as server:
        yield server


def spent(*buckets: Bucket, rounds: int = 10, who: str = "ann") -> int:
    """Spend from buckets in turn; give how often that was allowed."""
    return sum(bucket.spend(who) for _ in range(rounds) for bucket in buckets)


# ------------------------------------------------------------------------------- as in one process
@pytest.mark.parametrize("kind", [None, SharedBucket, SettledBucket])
def test_each_kind_of_bucket_lets_through_the_same(
    new_link: NewLink, kind: type[SharedBucket | SettledBucket] | None
) -> None:
    alone = Bucket(3, 5)
    bucket = alone if kind is None else kind(new_link(), "some", alone)
    assert [bucket.spend("ann") for _ in range(5)] == [True, True, True, False, False]
    assert bucket.spend("ben")
    time.sleep(0.3)
    assert [bucket.spend("ann") for _ in range(2)] == [True, False]
    time.sleep(1.5)
    assert spent(bucket) == 3


@pytest.mark.parametrize("is_shared", [False, True])
def test_each_kind_of_attempts_gives_turns_and_refuses(new_link: NewLink, is_shared: bool) -> None:
    alone = Attempts(1, 60)
    attempts = SharedAttempts(new_link(), alone) if is_shared else alone
    assert attempts.seconds_to_wait("here") == 0
    attempts.failed("here")
    turns = [attempts.seconds_to_wait("here") for _ in range(MOST_SLOW_TRIES)]
    assert turns == pytest.approx([SLOW_TRY * (n + 1) for n in range(MOST_SLOW_TRIES)], abs=0.5)
    with pytest.raises(TooOften):
        attempts.seconds_to_wait("here")
    assert attempts.seconds_to_wait("elsewhere") == 0


# ----------------------------------------------------------------------------------- together as one
@pytest.mark.parametrize("counted", ["newcomers", "pages", "uploads"])
def test_what_comes_to_two_processes_is_counted_together(new_link: NewLink, counted: str) -> None:
    one, other = (getattr(shared_limits(new_link()), counted) for _ in range(2))
    usual = getattr(Limits(), counted)
    at_once = int(usual._most)
    assert at_once <= spent(one, other, rounds=at_once) <= at_once + 20  # some flow in meanwhile
    assert one.spend("somebody else")
    assert other.spend("somebody else")


def test_a_shared_bucket_fills_up_again(new_link: NewLink) -> None:
    one, other = (SharedBucket(new_link(), "some", Bucket(2, 5)) for _ in range(2))
    assert spent(one, other, rounds=2) == 2
    time.sleep(0.3)
    assert spent(other, one, rounds=2) == 1


def test_who_has_nothing_left_here_is_refused_without_asking(new_link: NewLink) -> None:
    link = new_link()
    bucket = SharedBucket(link, "some", Bucket(1, 0.01))
    assert spent(bucket) == 1
    link.client.delete(*link.client.keys(link.key("*")))  # it would allow one again
    assert spent(bucket) == 0


def test_wrong_codes_are_counted_and_slowed_down_together(new_link: NewLink) -> None:
    one, other = (SharedAttempts(new_link(), Attempts(4, 60)) for _ in range(2))
    for attempts in (one, other, one):
        attempts.failed("10.0.0.1")
    assert one.seconds_to_wait("10.0.0.1") == other.seconds_to_wait("10.0.0.1") == 0
    other.failed("10.0.0.1")
    for attempts in (one, other):
        with pytest.raises(TooOften):
            attempts.check("10.0.0.1")
        attempts.check("10.0.0.2")
    turns = [
        attempts.seconds_to_wait("10.0.0.1") for _ in range(MOST_SLOW_TRIES // 2) for attempts in (one, other)
    ]
    assert turns == pytest.approx([SLOW_TRY * (n + 1) for n in range(MOST_SLOW_TRIES)], abs=0.5)
    with pytest.raises(TooOften):
        one.seconds_to_wait("10.0.0.1")


def test_wrong_codes_are_forgotten_after_a_while(new_link: NewLink) -> None:
    one, other = (SharedAttempts(new_link(), Attempts(1, 0.3)) for _ in range(2))
    one.failed("10.0.0.1")
    assert other.count("10.0.0.1") == 1
    time.sleep(0.35)
    assert other.count("10.0.0.1") == 0


def test_who_was_disconnected_by_one_process_is_let_in_by_none(new_link: NewLink) -> None:
    one, other = (SharedShutOut(new_link(), ShutOut(0.4)) for _ in range(2))
    one.add("cookie", "", "a1b2/ann")
    assert other.has("cookie")
    assert other.has("a1b2/ann")
    assert not other.has("")
    assert not other.has("ben")
    time.sleep(0.45)
    assert not other.has("cookie")


def test_an_app_with_a_redis_refuses_who_guessed_at_another(tmp_path: Path) -> None:
    with own_keys() as (url, secret):
        (tmp_path / "secret-key").write_text(secret, encoding="ascii")
        app = create_app(Settings(data_dir=tmp_path, lan=False, async_mode="threading", redis=url))
        asked = app.test_client()
        assert asked.get("/join/WRONG").status_code == 404
        with closing(RedisLink(url, secret)) as link:
            other = shared_limits(link)
            assert other.wrong_codes.count("127.0.0.1") == 1
            for _ in range(other.wrong_codes.most - 1):
                other.wrong_codes.failed("127.0.0.1")
        app.extensions[LIMITS].sleep = lambda seconds: None
        assert asked.get("/join/WRONG").status_code == 429


# ------------------------------------------------------------------------------ messages of a socket
def test_messages_over_two_processes_have_one_budget_once_settled(new_link: NewLink) -> None:
    one, other = (SettledBucket(new_link(), "some", Bucket(10, 0.1)) for _ in range(2))
    one._settles = other._settles = True  # settled by hand
    assert spent(one, rounds=6) == spent(other, rounds=6) == 6
    one.settle()
    other.settle()
    assert other.left("ann") == pytest.approx(-2, abs=0.1)
    assert spent(other) == 0
    assert spent(other, rounds=1, who="ben") == 1


def test_messages_spent_while_it_is_settled_are_not_given_back(new_link: NewLink) -> None:
    bucket = SettledBucket(new_link(), "some", Bucket(10, 0.1))
    bucket._settles = True
    assert spent(bucket, rounds=3) == 3
    charge = bucket._counter.charge

    def slowly(*args: float, **more: float) -> object:
        assert bucket.spend("ann")
        return charge(*args, **more)  # type: ignore[arg-type]

    bucket._counter.charge = slowly  # type: ignore[method-assign, assignment]
    bucket.settle()
    assert bucket.left("ann") == pytest.approx(6, abs=0.1)


def test_messages_are_settled_by_themselves(new_link: NewLink) -> None:
    one, other = (SettledBucket(new_link(), "some", Bucket(10, 0.1)) for _ in range(2))
    assert spent(one, rounds=9) == 9
    assert spent(other, rounds=1) == 1
    deadline = time.monotonic() + 6
    while other.left("ann") > 1 and time.monotonic() < deadline:
        time.sleep(0.1)
        other.spend("ben")
        other.spend("ann")
    assert other.left("ann") < 1
    while (one._settles or other._settles) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not one._settles
    assert not other._settles


def test_a_flood_over_two_processes_keeps_to_the_rate_in_the_long_run(new_link: NewLink) -> None:
    rate, seconds, at_once = 50, 3.0, 20
    both = [SettledBucket(new_link(), "some", Bucket(at_once, rate)) for _ in range(2)]
    for bucket in both:
        bucket._settles = True
    since, allowed, settled = time.monotonic(), 0, time.monotonic()
    while time.monotonic() - since < seconds:
        allowed += spent(*both, rounds=1)
        if time.monotonic() - settled > 0.2:
            settled = time.monotonic()
            for bucket in both:
                bucket.settle()
        time.sleep(0.002)
    assert rate * seconds * 0.6 < allowed < rate * seconds * 1.25 + 2 * at_once


def test_a_line_is_judged_without_a_question_to_redis() -> None:
    nowhere = RedisLink("redis://127.0.0.1:1/0", "secret")
    limits, line = shared_limits(nowhere), Line()
    line.grant("a1b2/ann", is_gm=False)
    for bucket in (limits.messages, limits.excess):
        bucket._settles = True  # type: ignore[attr-defined]
    assert line.judge(limits) is Verdict.TAKEN
    assert nowhere._away_until is None


# ------------------------------------------------------------------------------- what is kept in Redis
def test_nothing_in_redis_names_an_address_and_everything_expires(new_link: NewLink) -> None:
    link = new_link()
    limits = shared_limits(link)
    limits.newcomers.spend("192.168.178.20")
    limits.wrong_codes.failed("192.168.178.20")
    limits.wrong_codes.next_turn("192.168.178.20")
    limits.flooders.add("192.168.178.20", "session-cookie")
    limits.messages._settles = True  # type: ignore[attr-defined]
    limits.messages.spend("a1b2/ann")
    limits.messages.settle()  # type: ignore[attr-defined]
    keys = list(link.client.scan_iter(link.key("*")))
    assert len(keys) == 6
    assert all(0 < link.client.ttl(key) <= 3_600 for key in keys)
    assert not [key for key in keys if "192.168" in key or "cookie" in key or "ann" in key]
    assert RedisLink("redis://127.0.0.1", "another secret").hidden("x") != link.hidden("x")


# -------------------------------------------------------------------------------------- without Redis
def test_a_redis_that_stops_shuts_nobody_out_and_lets_nothing_run_on(
    own_redis: OwnRedis, caplog: pytest.LogCaptureFixture
) -> None:
    now = [0.0]
    link = RedisLink(own_redis.url, "secret", lambda: now[0])
    bucket = SharedBucket(link, "some", Bucket(5, 0.01))
    attempts = SharedAttempts(link, Attempts(3, 60))
    assert spent(bucket, rounds=2) == 2
    own_redis.stop()
    assert spent(bucket, rounds=20) == 3  # what Redis had said last is counted on
    for _ in range(3):
        attempts.failed("10.0.0.1")
    with pytest.raises(TooOften):
        attempts.check("10.0.0.1")
    told = [r for r in caplog.records if "Limits are counted in this process alone" in r.getMessage()]
    assert len(told) == 1

    own_redis.start()
    assert SharedBucket(link, "others", Bucket(5, 0.01)).spend("ann")
    assert not link.client.keys(link.key("*"))  # left alone for now
    now[0] += PAUSE + 0.1
    assert SharedBucket(link, "others", Bucket(5, 0.01)).spend("ann")
    assert len(link.client.keys(link.key("*"))) == 1
    link.close()


def test_a_silent_redis_is_waited_for_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        link = RedisLink(f"redis://127.0.0.1:{silent.getsockname()[1]}/0", "secret")
        limits = shared_limits(link)
        since = time.monotonic()
        assert limits.newcomers.spend("10.0.0.1")
        assert time.monotonic() - since < WAIT + 0.9
        since = time.monotonic()
        assert limits.pages.spend("10.0.0.1")
        assert limits.uploads.spend("10.0.0.1")
        assert limits.wrong_codes.seconds_to_wait("10.0.0.1") == 0
        assert not limits.flooders.has("cookie")
        assert time.monotonic() - since < 0.5


def test_after_the_pause_one_asks_for_all() -> None:
    now = [0.0]
    link = RedisLink("redis://127.0.0.1:1/0", "secret", lambda: now[0])
    asked = []

    def ask() -> None:
        with link.unless_away():
            asked.append(now[0])
            if len(asked) == 2:
                with pytest.raises(redis.ConnectionError):
                    ask()  # another one, while this one waits for an answer
            raise redis.ConnectionError

    for _ in range(3):
        with pytest.raises(redis.ConnectionError):
            ask()
    assert asked == [0.0]
    now[0] = PAUSE + 0.1
    with pytest.raises(redis.ConnectionError):
        ask()
    assert len(asked) == 2
