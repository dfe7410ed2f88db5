"""Rehearsing a fight, for the GM: a page that fills while fights are played, and how they begin and end."""

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from rules.engine.system import find_system
from rules.rehearsal.outcome import sides_standing
from webapp.archive.replay import replays
from webapp.drawing.tokens import side_numbers
from webapp.rehearsal.changes import change_groups, number_groups, number_key, read_key
from webapp.rehearsal.fair_fight import wish_words
from webapp.rehearsal.page import rehearsal_view
from webapp.rehearsal.played import played_fights
from webapp.rehearsal.rehearsal import NARROW
from webapp.rehearsal.rehearsals import rehearsals
from webapp.table.grants import Visitor, granted
from webapp.table.host import Host

bp = Blueprint("rehearsal", __name__, url_prefix="/tables/<table_id>/gm/rehearsal")


@bp.get("")
@granted("gm")
def page(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Show what has been found by now; who looks may press the button soon."""
    host = _host(table_id)
    rehearsals().prepare(host)
    played = played_fights().view(table_id)
    return render_template("pages/rehearsal.html", **_shown(table_id, host), **_asked(host), played=played)


@bp.get("/panel")
@granted("gm")
def panel(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Give the rehearsal alone, for the page to put in place of what it shows."""
    return render_template("panels/gm/rehearsal.html", **_shown(table_id, _host(table_id)))


@bp.post("")
@granted("gm")
def begin(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Begin to rehearse the fight as it stands."""
    host = _host(table_id)
    rehearsals().begin(host)
    return _answer(table_id, host)


@bp.post("/compare")
@granted("gm")
def compare(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Play the rehearsed fight with a change, or without each foe in turn, on the same dice."""
    host = _host(table_id)
    if "each-foe" in request.form:
        rehearsals().compare_each_foe(host)
    elif "to" in request.form:
        rehearsals().compare(host, [number_key(request.form.get("change", ""), request.form["to"])])
    else:
        rehearsals().compare(host, [read_key(request.form.get("change", ""))])
    return _answer(table_id, host)


@bp.post("/fair")
@granted("gm")
def fair(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Search for changes of numbers that bring about what the GM wishes."""
    host = _host(table_id)
    rehearsals().make_fair(host, request.form.get("wish", ""))
    return _answer(table_id, host)


@bp.post("/cancel")
@granted("gm")
def cancel(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Play no more fights; what was found stays."""
    host = _host(table_id)
    rehearsals().cancel(host.scene.id)
    return _answer(table_id, host)


def _host(table_id: str) -> Host:
    return replays().scene(table_id, request.values.get("scene"))


def _asked(host: Host) -> dict[str, Any]:
    """List what may be changed, and wished, of the fight that was rehearsed last, or else as it stands."""
    read = rehearsals().read(host)
    with host.lock:
        state, heroes = host.battle.state, host.heroes()
    if read is not None:
        state, heroes = read.state, read.heroes
    return {
        "groups": change_groups(state, heroes),
        "numbers": number_groups(state),
        "wishes": wish_words(find_system(state.system), heroes),
    }


def _answer(table_id: str, host: Host) -> ResponseReturnValue:
    if "HX-Request" in request.headers:
        return render_template("panels/gm/rehearsal.html", **_shown(table_id, host))
    return redirect(url_for("rehearsal.page", table_id=table_id, scene=host.scene.id), 303)


def _shown(table_id: str, host: Host) -> dict[str, Any]:
    read = rehearsals().read(host)
    with host.lock:
        state, system = host.battle.state, host.battle.system
        sides = side_numbers(state if read is None else read.state)
        scene, table = host.scene, host.table
    return {
        "rehearsal": None if read is None else rehearsal_view(read, sides),
        "table_id": table_id,
        "table_name": table.name,
        "scene": scene,
        "system_name": system.name,
        "may_begin": len(sides_standing(system, state)) > 1,
        "narrow": round(100 * NARROW),
    }
