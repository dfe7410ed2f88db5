"""The report of a fight, as its reader saw it: a page that fills while it is worked out, and a file."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from webapp.archive.replay import replays
from webapp.report.curve_page import curve_of
from webapp.report.page import report_view
from webapp.report.reports import reports
from webapp.server.downloads import as_download, style_alone
from webapp.table.grants import Visitor, granted
from webapp.table.host import Host

bp = Blueprint("report", __name__, url_prefix="/tables/<table_id>/<any(gm, play):role>/report")


@bp.get("")
@granted()
def page(table_id: str, role: str, visitor: Visitor) -> ResponseReturnValue:
    """Show what is worked out of a fight by now."""
    return render_template("pages/report.html", **_shown(table_id, visitor))


@bp.get("/panel")
@granted()
def panel(table_id: str, role: str, visitor: Visitor) -> ResponseReturnValue:
    """Give the report alone, for the page to put in place of what it shows."""
    return render_template("panels/log/report.html", **_shown(table_id, visitor))


@bp.get("/report.html")
@granted()
def file(table_id: str, role: str, visitor: Visitor) -> ResponseReturnValue:
    """Give the report as one file that needs no other."""
    shown = _shown(table_id, visitor)
    body = render_template("pages/report_alone.html", **shown, style=style_alone("report-alone"))
    return as_download(body, "text/html", shown["name"], ".html")


def _shown(table_id: str, visitor: Visitor) -> dict[str, Any]:
    """Give the templates a scene's report: of any scene to the GM, to players of the one before the table."""
    host = replays().scene(table_id, request.args.get("scene") if visitor.role == "gm" else None)
    read = reports().read(host, visitor)
    return {
        "curve": curve_of(host) if visitor.role == "gm" else None,
        "report": report_view(host.battle.system, read, _moments(host, visitor)),
        "table_id": table_id,
        "role": visitor.role,
        "name": host.name_for(visitor),
        "scene": host.scene,
        "system_name": host.battle.system.name,
    }


def _moments(host: Host, visitor: Visitor) -> Callable[[int], int]:
    """Give what says where the replay shows an event: each player's log counts moments of its own."""
    if visitor.role == "gm":
        return lambda point: point
    with host.lock:
        viewer = host.viewer(visitor)
    return replays().get(host, viewer, afresh=True).moment_at
