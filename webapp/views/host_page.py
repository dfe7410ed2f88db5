"""The host's page: who is invited, all tables, how large they are, and what may become of them.

Who may come here has the host's link, which the terminal shows to whoever starts the server.
"""

import hmac
import os
import time
from dataclasses import dataclass

from flask import Blueprint, current_app, redirect, render_template, request
from flask.typing import ResponseReturnValue

from rules.engine.refusal import Refusal
from rules.engine.text import Text, text
from webapp import __version__
from webapp.context import CLUSTER, STARTED, get_store
from webapp.live.audiences import audiences
from webapp.server.forms import read_count
from webapp.server.http_errors import Missing
from webapp.server.limits import wrong_code
from webapp.server.security import csrf_token
from webapp.store.rows import GmRow, HostSettings, TableRow
from webapp.table import ownership
from webapp.table.grants import grant_host, require_host
from webapp.table.hosts import hosts
from webapp.table.links import for_others, host_key
from webapp.table.names import new_id, read_name
from webapp.table.questions import ask_to_delete, ask_to_send_away
from webapp.table.table_lists import all_shelves

bp = Blueprint("host_page", __name__)

_MOST_MEGABYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Process:
    """A server that answers for the tables: where it runs, since when, and how much it does."""

    name: str
    pages: int
    tables: int
    hours: int
    minutes: int


def _processes() -> list[Process]:
    """List the processes that serve the tables; this one alone where there are no others."""
    minutes = int(time.monotonic() - current_app.extensions[STARTED]) // 60
    others = current_app.extensions.get(CLUSTER)
    if others is None or not others.members:
        pages, tables = len(audiences().sockets), hosts().count_awake()
        return [Process(str(os.getpid()), pages, tables, *divmod(minutes, 60))]
    return sorted(
        (
            Process(
                one["name"],
                one["pages"],
                len(one["awake"]),
                *divmod(int(time.time() - one["began"]) // 60, 60),
            )
            for one in others.members.values()
        ),
        key=lambda process: process.name,
    )


@bp.get("/host/<key>")
def come_in(key: str) -> ResponseReturnValue:
    """Let the host in by the host's link."""
    if not hmac.compare_digest(key.encode(), host_key(current_app.config["SECRET_KEY"]).encode()):
        wrong_code()
        raise Missing(text("This host's link leads nowhere. Copy it whole, as the terminal shows it."))
    grant_host()
    return redirect("/host", 303)


@bp.get("/host")
def show() -> ResponseReturnValue:
    """Show all GMs and tables."""
    require_host()
    return _page()


def _page(gm: GmRow | None = None, key: str = "") -> ResponseReturnValue:
    """Show the page, with the link of a GM who was just invited: it is shown this once."""
    page = render_template(
        "pages/host.html",
        shelves=all_shelves(),
        settings=get_store().gms.settings(),
        version=__version__,
        database=get_store().kind,
        processes=_processes(),
        fresh=gm,
        link=for_others(f"/invitation/{key}") if key else "",
        next_id=new_id(),
        csrf=csrf_token(),
    )
    return page, {"Cache-Control": "no-store"}


# ------------------------------------------------------------------------------------------------ GMs
@bp.post("/host/gms")
def invite() -> ResponseReturnValue:
    """Invite a GM, and show the link. The page gave the id: the same form sent again invites nobody else."""
    require_host()
    gm_id = request.form.get("id", "")
    name = read_name(request.form.get("name"), text("a name"))
    if not (gm_id.isascii() and gm_id.isalnum() and len(gm_id) <= 32):
        raise Refusal("bad-command", text("This page is too old: load it again, then try once more."))
    if get_store().gms.find(gm_id) is not None:
        said = text("{name} is invited already. The link is shown once: make a new one.", name=name)
        raise Refusal("invited-already", said)
    key = get_store().gms.invite(gm_id, name)
    return _page(_gm(gm_id), key)


@bp.post("/host/gms/<gm_id>/link")
def new_link(gm_id: str) -> ResponseReturnValue:
    """Give a GM another link in place of the old one, and show it; who was sent away is let back in."""
    require_host()
    gm = _gm(gm_id)
    return _page(gm, ownership.new_invitation(gm))


@bp.get("/host/gms/<gm_id>/away")
def ask_away(gm_id: str) -> ResponseReturnValue:
    """Ask whether a GM is to be sent away."""
    require_host()
    tables = get_store().tables_of(get_store().gms.tables_of(gm_id))
    return ask_to_send_away(_gm(gm_id), tables, "/host")


@bp.post("/host/gms/<gm_id>/away")
def send_away(gm_id: str) -> ResponseReturnValue:
    """Send a GM away."""
    require_host()
    ownership.send_away(_gm(gm_id))
    return redirect("/host", 303)


# --------------------------------------------------------------------------------------------- tables
@bp.post("/host/tables/<table_id>/give")
def give(table_id: str) -> ResponseReturnValue:
    """Give a table to another GM, or take it among the host's own."""
    require_host()
    table, gm_id = _table(table_id), request.form.get("gm", "")
    gm = _gm(gm_id) if gm_id else None
    if gm is not None and gm.sent_away is not None:
        raise Refusal("sent-away", text("{name} was sent away: choose another GM.", name=gm.name))
    if table.gm_id != (gm_id or None):
        ownership.give(table.id, gm)
    return redirect("/host", 303)


@bp.get("/host/tables/<table_id>/delete")
def ask_delete(table_id: str) -> ResponseReturnValue:
    """Ask whether a table is to be deleted."""
    require_host()
    return ask_to_delete(_table(table_id), "/host")


@bp.post("/host/tables/<table_id>/delete")
def delete(table_id: str) -> ResponseReturnValue:
    """Delete a table."""
    require_host()
    ownership.delete_table(_table(table_id).id)
    return redirect("/host", 303)


@bp.post("/host/settings")
def settings() -> ResponseReturnValue:
    """Keep how much room the pictures of invited GMs have."""
    require_host()

    def megabytes(key: str, what: Text) -> int | None:
        typed = request.form.get(key, "").strip()
        return read_count(typed, what, 0, _MOST_MEGABYTES) if typed else None

    chosen = HostSettings(
        table_megabytes=megabytes("table_megabytes", text("MB for a table")),
        gm_megabytes=megabytes("gm_megabytes", text("MB for a GM")),
    )
    get_store().gms.set_settings(chosen)
    return redirect("/host", 303)


def _gm(gm_id: str) -> GmRow:
    gm = get_store().gms.find(gm_id)
    if gm is None:
        raise Missing(text("This GM is not here any more: load the page again."))
    return gm


def _table(table_id: str) -> TableRow:
    table = get_store().table(table_id)
    if table is None:
        raise Missing(text("This table is gone."))
    return table
