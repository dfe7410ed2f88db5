"""The links that lead to a table: for its GM, its players, its projector."""

from dataclasses import dataclass

from flask import request

from webapp.context import get_settings
from webapp.network import find_network
from webapp.store import TableRow


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
    settings = get_settings()
    if name in ("127.0.0.1", "localhost", "[::1]") and settings.lan:
        addresses = find_network(lan=True).addresses
        if addresses:
            host = f"{addresses[0]}:{settings.port}"
    scheme = request.headers.get("X-Forwarded-Proto", request.scheme).split(",")[0].strip()
    return f"{'https' if scheme == 'https' else 'http'}://{host}{path}"
