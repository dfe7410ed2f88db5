"""The notes of tables (`webapp.table.notes`) as Redis keeps them for all processes, one hash a table."""

import json
from collections.abc import Mapping
from time import time
from typing import Any

import redis

from webapp.cluster.bus import Step
from webapp.cluster.redis_link import RedisLink

_KEPT = 24 * 3600
"""Seconds after the last change for which they are kept."""
_BETWEEN = "\n"
"""Stands between kind and key in the name of a field."""


class SharedNotes:
    """Reads the notes of a table, and says what has to be done to change them."""

    def __init__(self, link: RedisLink) -> None:
        self._link = link

    def read(self, address: str) -> dict[str, dict[str, Any]] | None:
        """Give all notes of a table by kind and key, in the order in which they came.

        None if Redis does not answer, or has lost them with all else: then what is known here still counts.
        """
        try:
            with self._link.unless_away() as client:
                fields: Mapping[Any, Any] = client.hgetall(self._key(address))
        except redis.RedisError:
            return None
        if not fields:
            return None
        found: dict[str, dict[str, Any]] = {}
        noted = [(*json.loads(text), field) for field, text in fields.items()]
        for _, value, field in sorted(noted, key=lambda note: note[0]):
            kind, _, key = field.partition(_BETWEEN)
            if kind:
                found.setdefault(kind, {})[key] = value
        return found

    def changing(self, address: str, kind: str, key: str, value: Any) -> tuple[Step, ...]:
        """Give the commands that note something for all, or take it off: None."""
        name, field = self._key(address), f"{kind}{_BETWEEN}{key}"
        mark = ("hset", name, _BETWEEN, json.dumps([0, None]))  # that there is a hash says that none was lost
        step = ("hdel", name, field) if value is None else ("hset", name, field, json.dumps([time(), value]))
        return (mark, step, ("expire", name, _KEPT))

    def _key(self, address: str) -> str:
        return self._link.key("notes", address)
