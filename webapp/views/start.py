"""The first page, and the links that let somebody in: the GM's, the projector's, and a new table."""

import hmac
from dataclasses import replace
from itertools import groupby

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from rules.engine.registry import known_systems
from rules.engine.text import text
from webapp.context import get_store, page_address
from webapp.demo.fights import READY_MADE, Fight, read_fight
from webapp.demo.first_table import new_table
from webapp.server.http_errors import Missing
from webapp.server.limits import wrong_code
from webapp.server.security import csrf_token
from webapp.table.grants import (
    forget_invitation,
    grant_by_link,
    grant_gm,
    invited_gm,
    is_host,
    own_tables,
    owner_of_new_table,
    was_invited,
)
from webapp.table.links import links_to, watch_key
from webapp.table.names import LONGEST_TITLE, read_name
from webapp.table.table_lists import last_played_first, shelf_of

bp = Blueprint("start", __name__)


@bp.get("/")
def home() -> ResponseReturnValue:
    """Show the way in: a code to type, and for a GM the own tables."""
    own, gm = own_tables(), invited_gm()
    is_over = gm is None and was_invited()
    if is_over:
        forget_invitation()
    is_gm = bool(own) or gm is not None or is_host()
    tables = [
        {"id": t.id, "name": t.name, "gm_url": links_to(t).gm, "scene_id": t.battle_id}
        for t in last_played_first([table for table in reversed(own) if table.gm_id is None])
    ]
    invited = shelf_of(gm) if gm is not None else None
    if invited is not None:
        invited = replace(invited, tables=tuple(last_played_first(invited.tables)))
    return render_template(
        "pages/start.html",
        tables=tables,
        invited=invited,
        is_over=is_over,
        is_gm=is_gm,
        is_host=is_host(),
        fights=_fights_by_system() if is_gm else [],
        csrf=csrf_token(),
    )


def _fights_by_system() -> list[tuple[str, list[Fight]]]:
    fights = map(read_fight, READY_MADE)
    return [(system, list(its_own)) for system, its_own in groupby(fights, key=lambda fight: fight.system)]


@bp.get("/gm/<key>")
def gm(key: str) -> ResponseReturnValue:
    """Let the GM in by the GM's link."""
    table = get_store().table_by_gm_key(key)
    if table is None:
        wrong_code()
        raise Missing(text("This GM's link leads to no table. Copy it whole, as the terminal shows it."))
    grant_gm(table)
    return redirect(page_address("gm", table.id), 303)


@bp.get("/screen/<key>")
def screen(key: str) -> ResponseReturnValue:
    """Let a projector in by its link."""
    table = get_store().table_by_screen_key(key)
    if table is None:
        wrong_code()
        raise Missing(
            text("This projector's link leads to no table; it may have been changed. Ask the GM for it.")
        )
    grant_by_link("screen", table)
    return redirect(page_address("screen", table.id), 303)


@bp.get("/watch/<table_id>/<key>")
def watch(table_id: str, key: str) -> ResponseReturnValue:
    """Let somebody in who only watches."""
    table = get_store().table(table_id)
    if table is None or not hmac.compare_digest(key.encode(), watch_key(table).encode()):
        wrong_code()
        raise Missing(
            text("This watchers' link leads to no table; it may have been changed. Ask the GM for it.")
        )
    grant_by_link("watch", table)
    return redirect(page_address("watch", table.id), 303)


@bp.post("/tables")
def make_table() -> ResponseReturnValue:
    """Make another table with an empty map, for somebody who is a GM here already."""
    gm_id = owner_of_new_table()
    name = read_name(request.form.get("name"), text("the table's name"), LONGEST_TITLE)
    table = new_table(get_store(), name, request.form.get("system") or known_systems()[0].id, gm_id)
    grant_gm(table)
    return redirect(page_address("gm", table.id), 303)
