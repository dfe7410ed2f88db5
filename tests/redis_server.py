"""A Redis for the tests that need one: the one that `BATTLEMAT_TEST_REDIS` names, or a local one.

Each data folder, and each test by its secret, has keys and channels of its own in it.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

redis = pytest.importorskip("redis", reason="the extra 'redis' is not installed")

from webapp.cluster.redis_link import RedisLink  # noqa: E402 - not without the extra

NAMED = "BATTLEMAT_TEST_REDIS"
_LOCAL = "redis://127.0.0.1:6379/0"


def redis_url() -> str:
    """Give the URL of a Redis. Without any the test is skipped, unless one is named: then it fails."""
    url = os.environ.get(NAMED) or _LOCAL
    try:
        redis.Redis.from_url(url, socket_connect_timeout=5).ping()
    except redis.RedisError:
        if NAMED in os.environ:
            raise
        pytest.skip(f"no Redis answers at its local port, and {NAMED} names none")
    return url


@contextmanager
def own_keys() -> Iterator[tuple[str, str]]:
    """Give the URL of a Redis, and a secret under which nothing is kept there before and after."""
    url, secret = redis_url(), secrets.token_hex(16)
    link = RedisLink(url, secret)
    try:
        yield url, secret
    finally:
        for key in link.client.scan_iter(link.key("*")):
            link.client.delete(key)
        link.close()
