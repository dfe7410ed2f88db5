"""A Redis for the tests that need one: the one that `BATTLEMAT_TEST_REDIS` names, or a local one.

Each test has a secret of its own, and with it keys of its own, which are gone afterwards.
"""

import os
import secrets
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

redis = pytest.importorskip("redis", reason="the extra 'redis' is not installed")

from webapp.cluster.redis_link import RedisLink  # noqa: E402 - not without the extra

NAMED = "BATTLEMAT_TEST_REDIS"
_LOCAL = "redis://127.0.0.1:6379/0"


@contextmanager
def own_keys() -> Iterator[tuple[str, str]]:
    """Give the URL of a Redis that answers, and a secret under which nothing is kept there yet.

    Without any the test is skipped, unless one is named: then it fails.
    """
    named = os.environ.get(NAMED)
    url, secret = named or _LOCAL, secrets.token_hex(16)
    link = RedisLink(url, secret)
    try:
        link.client.ping()
    except redis.ConnectionError:
        if named:
            raise
        pytest.skip(f"no Redis answers at its local port, and {NAMED} names none")
    try:
        yield url, secret
    finally:
        for key in link.client.scan_iter(link.key("*")):
            link.client.delete(key)
        link.close()


class OwnRedis:
    """A Redis of a test's own, which may be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self.url, self._folder = f"redis://127.0.0.1:{self._port}/0", folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, empty, and wait until it answers. Skips the test where none is installed."""
        program = shutil.which("redis-server")
        if program is None:
            pytest.skip("no redis-server is installed")
        options = ["--port", str(self._port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self._folder)]
        self._process = subprocess.Popen([program, *options], stdout=subprocess.DEVNULL)
        with closing(redis.Redis.from_url(self.url)) as client:
            for _ in range(100):
                try:
                    client.ping()
                    return
                except redis.ConnectionError:
                    time.sleep(0.05)
        raise AssertionError("the test's own Redis did not start")

    def stop(self) -> None:
        """End it, if it runs."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
