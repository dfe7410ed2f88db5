"""The connection to Redis: made once for a process, with an end to every wait."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from rules.engine.text import text
from webapp.store.database import StoreTrouble

WAIT = 2.0
"""Seconds after which an answer is not waited for any longer."""


class RedisLink:
    """One Redis, and the part of it that belongs to one Battlemat.

    Attributes:
        client: for single commands; any thread may use it. Its errors are `redis.RedisError`.
    """

    def __init__(self, url: str, secret: str) -> None:
        """Take down where it is; nothing is sent yet.

        Args:
            secret: what all processes of this Battlemat share, and no other one has.
        """
        self.client = redis.Redis.from_url(
            url,
            decode_responses=True,
            socket_timeout=WAIT,
            socket_connect_timeout=WAIT,
            retry=Retry(NoBackoff(), 1),  # a connection that was cut while nobody used it
        )
        self._prefix = "battlemat:" + sha256(f"redis:{secret}".encode()).hexdigest()[:12]

    def key(self, *parts: str) -> str:
        """Name a key or a channel of this Battlemat's; channels belong to all databases of one Redis."""
        return ":".join((self._prefix, *parts))

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
