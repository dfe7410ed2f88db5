"""The report of a fight, for the GM: as a page that fills while it is worked out, and as a file."""

from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from webapp.archive.replay import replays
from webapp.drawing.tokens import side_numbers
from webapp.report.page import report_view
from webapp.report.reports import reports
from webapp.server.downloads import as_download, style_alone
from webapp.table.grants import Visitor, granted

bp = Blueprint("report", __name__, url_prefix="/tables/<table_id>/gm/report")


@bp.get("")
@granted("gm")
def page(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Show what is worked out of a fight by now."""
    return render_template("pages/report.html", **_shown(table_id))


@bp.get("/panel")
@granted("gm")
def panel(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Give the report alone, for the page to put in place of what it shows."""
    return render_template("panels/log/report.html", **_shown(table_id))


@bp.get("/report.html")
@granted("gm")
def file(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Give the report as one file that needs no other."""
    shown = _shown(table_id)
    body = render_template("pages/report_alone.html", **shown, style=style_alone("report-alone"))
    return as_download(body, "text/html", shown["table_name"], ".html")


def _shown(table_id: str) -> dict[str, Any]:
    host = replays().scene(table_id, request.args.get("scene"))
    read = reports().read(host)
    with host.lock:
        battle = host.battle
        view = report_view(battle.system, read, side_numbers(battle.state))
        scene, table = host.scene, host.table
    return {
        "report": view,
        "table_id": table_id,
        "table_name": table.name,
        "scene": scene,
        "system_name": battle.system.name,
    }
