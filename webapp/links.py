"""The links that lead to a table: for its GM, its players, its projector."""

import time
from dataclasses import dataclass
from functools import lru_cache

from flask import request

from webapp.context import get_settings
from webapp.network import find_network
from webapp.store import TableRow

_OWN_NAMES = ("127.0.0.1", "localhost", "[::1]")
_SECONDS = 30.0  # a laptop may join another network while it serves; the system is not asked at every push


@dataclass(frozen=True, slots=True)
class Links:
    """Where a table is reached, as paths on this server."""

    gm: str
    join: str
    screen: str


def links_to(table: TableRow) -> Links:
    """Give a table's links."""
    return Links(f"/gm/{table.gm_key}", f"/join/{table.join_code}", f"/screen/{table.screen_key}")


def for_others(path: str) -> str:
    """Give the address of a path as another device reaches it, best guess first.

    A GM at the server's own keyboard sees it under a name that leads nowhere from a phone.
    """
    host = request.host
    name = host.rsplit(":", 1)[0]
    if name in _OWN_NAMES:
        return public_origin() + path
    scheme = request.headers.get("X-Forwarded-Proto", request.scheme).split(",")[0].strip()
    return f"{'https' if scheme == 'https' else 'http'}://{host}{path}"


def public_origin() -> str:
    """Give the address that other devices reach this server by; its own where there is no network."""
    settings = get_settings()
    return _origin(settings.lan, settings.port, int(time.monotonic() / _SECONDS))


@lru_cache(maxsize=4)
def _origin(lan: bool, port: int, _period: int) -> str:
    return f"http://{(*find_network(lan=lan).addresses, '127.0.0.1')[0]}:{port}"
