"""Which processes there are: each says every few seconds that it is still there, and what it does."""

import json
from collections.abc import Mapping
from typing import Any

import redis

from webapp.cluster.redis_link import RedisLink

GONE = 8
"""Seconds after which a process that says nothing is taken for gone."""


class Members:
    """The processes that share one Redis, as they said themselves."""

    def __init__(self, link: RedisLink, name: str) -> None:
        self._link, self._name = link, name
        self._all = link.key("processes")

    def beat(self, about: Mapping[str, Any]) -> dict[str, dict[str, Any]] | None:
        """Say that this process is there; give all that are, by name, or None if Redis does not answer.

        Args:
            about: what the host may want to know of it.
        """
        try:
            with self._link.unless_away() as client, client.pipeline(transaction=False) as pipe:
                pipe.set(self._key(self._name), json.dumps(about), ex=GONE)
                pipe.sadd(self._all, self._name)
                pipe.smembers(self._all)
                names = sorted(pipe.execute()[-1])
            said = self._link.client.mget([self._key(name) for name in names])
            found = {
                name: json.loads(text) for name, text in zip(names, said, strict=True) if text is not None
            }
            gone = [name for name in names if name not in found]
            if gone:
                self._link.client.srem(self._all, *gone)
        except redis.RedisError:
            return None
        return found

    def leave(self) -> None:
        """Say that this process goes; where Redis does not answer, it will be missed soon enough."""
        try:
            self._link.client.delete(self._key(self._name))
            self._link.client.srem(self._all, self._name)
        except redis.RedisError:
            return

    def _key(self, name: str) -> str:
        return self._link.key("process", name)
