"""A Redis for the tests that need one: the one that `BATTLEMAT_TEST_REDIS` names, or a local one.

Each data folder has keys and channels of its own in it, which expire by themselves.
"""

import os

import pytest
import redis

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
