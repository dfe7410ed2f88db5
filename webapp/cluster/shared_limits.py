"""Limits that several processes count together, in Redis.

The package `limits` was looked at and does not fit: it knows windows, in which who has used up 250 at once
waits for most of the window, not buckets that are filled up again each second; it cannot charge afterwards
what was let through already, gives out no turns for those who guess, and leaves addresses in Redis as they
are. A token bucket is a page of Lua, and needs no further package.

Redis tells the time, so that the clocks of the machines need not agree; whatever is kept there expires by
itself. While it does not answer, each process counts in its own memory, where it has counted along.
"""

import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import redis

from webapp.cluster.redis_link import RedisAway, RedisLink
from webapp.server.background import begin
from webapp.server.limits import Bucket, Limits, ShutOut
from webapp.server.log_throttle import SeldomLog
from webapp.server.security import MOST_SLOW_TRIES, SLOW_TRY, Attempts

_log = SeldomLog(logging.getLogger(__name__))

SETTLING = 1.0
"""Seconds after which a process notes in Redis what it has let through without asking."""
_CHARGE = """
local at_once, per_second, lowest = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local full = at_once + per_second * tonumber(ARGV[4])
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local answers = {}
for i, key in ipairs(KEYS) do
    local cost = tonumber(ARGV[4 + i])
    local kept = redis.call('HMGET', key, 'left', 'at')
    local left = full
    if kept[1] then
        left = math.min(full, kept[1] + math.max(0, now - kept[2]) * per_second)
    end
    local taken = 0
    if left - cost >= 0 or lowest < 0 then
        left, taken = math.max(lowest, left - cost), 1
    end
    left = math.min(at_once, left)
    redis.call('HSET', key, 'left', string.format('%.6f', left), 'at', string.format('%.6f', now))
    redis.call('EXPIRE', key, 1 + math.ceil(math.min(86400, (at_once - left) / math.max(per_second, 0.001))))
    answers[2 * i - 1], answers[2 * i] = taken, string.format('%.6f', left)
end
return answers
"""
"""Charge buckets: for each key whether it was let through, and what is left, down to `lowest`.

What was spent some seconds ago is charged to a bucket into which something flowed since then, were it full.
"""
_FAILURES = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[1])
if ARGV[2] ~= '' then
    redis.call('ZADD', KEYS[1], now, ARGV[2])
    redis.call('EXPIRE', KEYS[1], math.ceil(ARGV[1]))
end
return redis.call('ZCARD', KEYS[1])
"""
"""Count the failed tries of the last seconds, one more among them if it is named."""
_TURN = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local turn = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0)) + ARGV[1]
if turn - now <= tonumber(ARGV[2]) then
    redis.call('SET', KEYS[1], string.format('%.6f', turn), 'EX', math.ceil(turn - now))
end
return string.format('%.6f', turn - now)
"""
"""Give a try its turn, in seconds from now, unless too many wait."""


def shared_limits(link: RedisLink) -> Limits:
    """Make limits at the usual rates that all processes with this Redis count together.

    What comes over a socket before its page is let in is counted by socket, which lies on one process.
    """
    alone = Limits()
    return replace(
        alone,
        wrong_codes=SharedAttempts(link, alone.wrong_codes),
        newcomers=SharedBucket(link, "newcomers", alone.newcomers),
        pages=SharedBucket(link, "pages", alone.pages),
        uploads=SharedBucket(link, "uploads", alone.uploads),
        messages=SettledBucket(link, "messages", alone.messages),
        of_gm=SettledBucket(link, "of_gm", alone.of_gm),
        excess=SettledBucket(link, "excess", alone.excess),
        flooders=SharedShutOut(link, alone.flooders),
    )


class _Counter:
    """Asks Redis for something that is counted under a name, and tells the log where that does not go."""

    def __init__(self, link: RedisLink, name: str) -> None:
        self._link, self._name = link, name

    def key(self, who: str) -> str:
        """Name the key under which somebody is counted, who cannot be read from it."""
        return self._link.key("limits", self._name, self._link.hidden(who))

    def ask(self, question: Callable[["redis.Redis"], Any]) -> Any:
        """Give the answer to a question; None while there is none."""
        try:
            with self._link.unless_away() as client:
                return question(client)
        except RedisAway:
            return None
        except redis.RedisError as error:
            why = type(error).__name__  # its text may name a host
            _log.warning(
                "limits", "Limits are counted in this process alone: Redis does not answer (%s)", why
            )
            return None

    def charge(
        self,
        costs: dict[str, float],
        at_once: float,
        per_second: float,
        lowest: float = 0.0,
        ago: float = 0.0,
    ) -> dict[str, tuple[bool, float]]:
        """Charge some people; give whether each was let through and what is left; nothing without Redis.

        Args:
            lowest: how far it may go down; below 0 all are let through.
            ago: how many seconds ago the first of it was spent.
        """
        keys, rates = [self.key(who) for who in costs], (at_once, per_second, lowest, ago)
        said = self.ask(lambda client: client.register_script(_CHARGE)(keys, [*rates, *costs.values()]))
        if said is None:
            return {}
        return {who: (bool(said[2 * i]), float(said[2 * i + 1])) for i, who in enumerate(costs)}


class SharedBucket(Bucket):
    """A bucket of which each spending is asked of Redis, for what is rare and a request already.

    Here is never less left than there, as long as it answers: who has nothing left here is refused without
    asking, so that a flood costs Redis nothing.
    """

    def __init__(self, link: RedisLink, name: str, like: Bucket) -> None:
        super().__init__(like._most, like._rate)
        self._counter = _Counter(link, name)

    def spend(self, who: str) -> bool:
        """Count one in all processes; say whether it is still allowed."""
        if not super().spend(who):
            return False
        said = self._counter.charge({who: 1.0}, self._most, self._rate).get(who)
        if said is None:
            return True
        allowed, left = said
        self.leave(who, left)
        return allowed


class SettledBucket(Bucket):
    """A bucket that is spent from in memory and settled with Redis each second: nobody waits for a message.

    Whoever sends over several processes may have the whole bucket at once in each of them, and for a second
    what flows in. Then Redis knows of all of it and each process has left what is left there, which may be a
    debt of one bucket: in the long run all processes together let through no more than one would. It costs
    one question a second for each kind of bucket and process, while anybody sends at all.
    """

    def __init__(self, link: RedisLink, name: str, like: Bucket) -> None:
        super().__init__(like._most, like._rate)
        self._counter = _Counter(link, name)
        self._spent: dict[str, float] = {}
        self._since = 0.0
        self._settles = False

    def spend(self, who: str) -> bool:
        """Count one here, and have it noted soon."""
        if not super().spend(who):
            return False
        if not self._spent:
            self._since = self._clock()
        self._spent[who] = self._spent.get(who, 0.0) + 1
        if not self._settles:
            self._settles = True
            begin(self._settle_while_spent)
        return True

    def settle(self) -> None:
        """Note in Redis what was spent here, and take over what is left after all processes."""
        (spent, since), self._spent = (self._spent, self._since), {}
        if not spent:
            return
        charged = self._counter.charge(
            spent, self._most, self._rate, lowest=-self._most, ago=self._clock() - since
        )
        for who, (_, left) in charged.items():
            self.leave(who, min(self.left(who), left - self._spent.get(who, 0.0)))

    def _settle_while_spent(self) -> None:
        try:
            while self._spent:
                time.sleep(SETTLING)
                self.settle()
        finally:
            self._settles = False


class SharedAttempts(Attempts):
    """Failed tries, counted together; and each waits its turn after those that came to another process."""

    def __init__(self, link: RedisLink, like: Attempts) -> None:
        super().__init__(like.most, like.seconds)
        self._failures, self._turns = _Counter(link, "wrong-codes"), _Counter(link, "turns")

    def failed(self, address: str) -> None:
        """Count one failed try in all processes."""
        super().failed(address)
        self._asked(address, secrets.token_hex(8))

    def count(self, address: str) -> int:
        """Tell how many tries of an address failed of late, in whichever process."""
        here = super().count(address)
        return here if here >= self.most else max(here, self._asked(address, ""))

    def next_turn(self, address: str) -> float:
        """Give a try its turn among those of all processes, in seconds from now."""
        key, longest = self._turns.key(address), SLOW_TRY * MOST_SLOW_TRIES
        said = self._turns.ask(lambda client: client.register_script(_TURN)([key], [SLOW_TRY, longest]))
        return super().next_turn(address) if said is None else float(said)

    def _asked(self, address: str, one_more: str) -> int:
        key = self._failures.key(address)
        values: tuple[float | str, ...] = (self.seconds, one_more)
        return self._failures.ask(lambda client: client.register_script(_FAILURES)([key], values)) or 0


class SharedShutOut(ShutOut):
    """Those who are let in nowhere for a while, whichever process shut them out."""

    def __init__(self, link: RedisLink, like: ShutOut) -> None:
        super().__init__(like.seconds)
        self._counter = _Counter(link, "shut-out")

    def add(self, *names: str) -> None:
        """Shut somebody out of all processes, under all the names that they have."""
        super().add(*names)
        keys = [self._counter.key(name) for name in names if name]
        milliseconds = int(self.seconds * 1000)

        def note(client: "redis.Redis") -> None:
            with client.pipeline() as together:
                for key in keys:
                    together.set(key, "", px=milliseconds)
                together.execute()

        self._counter.ask(note)

    def has(self, name: str) -> bool:
        """Say whether somebody is shut out now, of this process or another."""
        if super().has(name):
            return True
        key = self._counter.key(name)
        return bool(self._counter.ask(lambda client: client.exists(key)))
