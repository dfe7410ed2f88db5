"""How the chances of a fight went, for the GM: a part of the report that fills while fights are played."""

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webapp.archive.replay import replays
from webapp.report.curve_page import curve_of
from webapp.report.win_curves import win_curves
from webapp.table.grants import Visitor, granted
from webapp.table.host import Host

bp = Blueprint("win_curve", __name__, url_prefix="/tables/<table_id>/gm/win-curve")


@bp.get("")
@granted("gm")
def panel(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Give the curve alone, for the report's page to put in place of what it shows."""
    return render_template("panels/gm/win_curve.html", **_shown(_host(table_id)))


@bp.post("")
@granted("gm")
def begin(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Begin to rehearse the fight from each of its turns."""
    host = _host(table_id)
    win_curves().begin(host)
    return _answer(host)


@bp.post("/cancel")
@granted("gm")
def cancel(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Rehearse it no more; what was found stays."""
    host = _host(table_id)
    win_curves().cancel(host.scene.id)
    return _answer(host)


def _host(table_id: str) -> Host:
    return replays().scene(table_id, request.values.get("scene"))


def _answer(host: Host) -> ResponseReturnValue:
    if "HX-Request" in request.headers:
        return render_template("panels/gm/win_curve.html", **_shown(host))
    return redirect(url_for("report.page", table_id=host.table_id, role="gm", scene=host.scene.id), 303)


def _shown(host: Host) -> dict[str, Any]:
    return {"curve": curve_of(host), "table_id": host.table_id, "scene": host.scene}
