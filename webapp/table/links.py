"""The links that lead to a table: for its GM, its players, its projector, and those who only watch.

The watchers' key is made of the projector's, which changes it too; nobody can work one out from the other.
The host's key is made of the one that signs sessions: whoever starts the server on the data has it.
"""

import hmac
import time
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from flask import request

from webapp.context import get_settings
from webapp.server.lan_name import lan_name
from webapp.server.network import find_network
from webapp.store.store import TableRow

_OWN_NAMES = ("127.0.0.1", "localhost", "[::1]")
_SECONDS = 30.0  # a laptop may join another network while it serves; the system is not asked at every push


@dataclass(frozen=True, slots=True)
class Links:
    """Where a table is reached, as paths on this server."""

    gm: str
    join: str
    screen: str
    watch: str = ""
    host: str = ""
    """The page of all GMs and tables, where it is to be told."""


def links_to(table: TableRow) -> Links:
    """Give a table's links."""
    return Links(
        f"/gm/{table.gm_key}",
        f"/join/{table.join_code}",
        f"/screen/{table.screen_key}",
        f"/watch/{table.id}/{watch_key(table)}",
    )


def watch_key(table: TableRow) -> str:
    """Give the key of those who only watch."""
    return sha256(f"watch {table.screen_key}".encode()).hexdigest()[:32]


def second_path(table: TableRow) -> str:
    """Give the path by which one person becomes a GM beside the table's own."""
    return f"/second/{table.id}/{table.settings.second_key}"


def link_mark(table: TableRow, role: str) -> str:
    """Give a short sign of the link that lets a role in now: a page that came by an older one has another."""
    key = table.gm_key if role == "gm" else table.screen_key
    return sha256(f"{role} {key}".encode()).hexdigest()[:12]


def host_key(secret: str) -> str:
    """Give the key of the page of all GMs and tables.

    Args:
        secret: what this server signs sessions with.
    """
    return hmac.new(secret.encode(), b"the host of all tables", sha256).hexdigest()[:32]


def for_others(path: str) -> str:
    """Give the address of a path as another device reaches it, best guess first.

    A GM at the server's own keyboard sees it under a name that leads nowhere from a phone.
    """
    host = request.host
    name = host.rsplit(":", 1)[0]
    if name in _OWN_NAMES:
        return public_origin() + path
    return f"{request.scheme}://{host}{path}"


def public_origin() -> str:
    """Give the address that other devices reach this server by; its own where there is no network."""
    settings = get_settings()
    return settings.public_url or settings.origin(_address(settings.lan, int(time.monotonic() / _SECONDS)))


def named_origin() -> str:
    """Give the address by the name on the local network; empty where the server has none."""
    name = lan_name()
    return get_settings().origin(name) if name else ""


@lru_cache(maxsize=4)
def _address(lan: bool, _period: int) -> str:
    return (*find_network(lan=lan).addresses, "127.0.0.1")[0]
