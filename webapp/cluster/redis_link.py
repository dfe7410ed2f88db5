"""The connection to Redis: made once for a process, with an end to every wait."""

import hmac
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from rules.engine.text import text
from webapp.store.database import StoreTrouble

WAIT = 2.0
"""Seconds after which an answer is not waited for any longer."""
PAUSE = 5.0
"""Seconds for which a Redis that did not answer is not asked again by who can do without it."""


class RedisAway(redis.ConnectionError):
    """Redis did not answer a moment ago, and so was not asked."""


class RedisLink:
    """One Redis, and the part of it that belongs to one Battlemat.

    Attributes:
        client: for single commands; any thread may use it. Its errors are `redis.RedisError`.
    """

    def __init__(self, url: str, secret: str, clock: Callable[[], float] = time.monotonic) -> None:
        """Take down where it is; nothing is sent yet.

        Args:
            secret: what all processes of this Battlemat share, and no other one has.
        """
        self.client = redis.Redis.from_url(
            url,
            decode_responses=True,
            socket_timeout=WAIT,
            socket_connect_timeout=WAIT,
            # A connection that was cut while nobody used it; one that is silent is waited for once.
            retry=Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,)),
        )
        self._hiding = sha256(f"redis names:{secret}".encode()).digest()
        self._clock = clock
        self._away_until: float | None = None
        self._prefix = "battlemat:" + sha256(f"redis:{secret}".encode()).hexdigest()[:12]

    def key(self, *parts: str) -> str:
        """Name a key or a channel of this Battlemat's; channels belong to all databases of one Redis."""
        return ":".join((self._prefix, *parts))

    def hidden(self, name: str) -> str:
        """Stand for a name that is not to be read in Redis, an address say: the same in all processes."""
        return hmac.digest(self._hiding, name.encode(), "sha256").hex()[:32]

    @contextmanager
    def unless_away(self) -> Iterator[redis.Redis]:
        """Give the client to who can do without an answer, so that no request after request waits for it.

        Once it did not answer it is left alone for `PAUSE` seconds; then one asks, and the others wait for
        what becomes of that. Raises `RedisAway`, and whatever the client raises.
        """
        if self._away_until is not None:
            if self._clock() < self._away_until:
                raise RedisAway("Redis did not answer a moment ago")
            self._away_until = self._clock() + PAUSE
        try:
            yield self.client
        except (redis.ConnectionError, redis.TimeoutError):
            self._away_until = self._clock() + PAUSE
            raise
        self._away_until = None

    def is_back(self) -> None:
        """Let everybody ask it again at once: it has just answered somebody who asks in another way."""
        self._away_until = None

    def close(self) -> None:
        """Give up its connections."""
        self.client.close()

    def ping(self) -> None:
        """Look whether it answers. Raises `StoreTrouble`."""
        with redis_told_plainly():
            self.client.ping()


@contextmanager
def redis_told_plainly() -> Iterator[None]:
    """Turn what Redis complains of into a `StoreTrouble` with a clear sentence."""
    try:
        yield
    except redis.RedisError as error:
        said = text("Redis does not answer, which this server needs. Nothing was changed; try again.")
        raise StoreTrouble(said) from error
