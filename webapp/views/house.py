"""House rules: for the GM to change, and for everybody at the table to read."""

from typing import Any

from flask import Blueprint, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from rules.engine.house.house import CONDITIONS
from rules.engine.refusal import Refusal
from rules.engine.text import text
from webapp.battle_log.house_words import rule_notes
from webapp.panels.house_rules_page import (
    COLOURS,
    condition_change,
    condition_form,
    house_view,
    kind_of,
    piece_change,
    piece_form,
    switch_change,
    table_change,
)
from webapp.server.forms import form_page, went_through
from webapp.server.http_errors import Missing
from webapp.server.language import told
from webapp.table.grants import Visitor, granted
from webapp.table.host import Host
from webapp.table.hosts import hosts

bp = Blueprint("house", __name__, url_prefix="/tables/<table_id>")


@bp.get("/<any(gm, play, watch, screen):role>/house")
@granted()
def show(table_id: str, role: str, visitor: Visitor) -> ResponseReturnValue:
    """Show the house rules: to the GM all that can be changed, to others what is."""
    host = hosts().get(table_id)
    with host.lock:
        system = host.battle.system
        view = house_view(system, host.battle.state.house)
    return form_page(
        "pages/house.html",
        table_id=table_id,
        table_name=host.table.name,
        role=role,
        system=system,
        view=view,
    )


@bp.get("/<any(gm, play, watch, screen):role>/house.json")
@granted()
def notes(table_id: str, role: str, visitor: Visitor) -> ResponseReturnValue:
    """Give what is to be added to the words of the rules that this table plays otherwise."""
    host = hosts().get(table_id)
    with host.lock:
        found = rule_notes(host.battle.system, host.battle.state)
    return {rule: told(words) for rule, words in found.items()}, {"Cache-Control": "no-store"}


@bp.post("/gm/house")
@granted("gm")
def change(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Switch a rule, or change the numbers of a table: one change, which can be undone."""
    host = hosts().get(table_id)
    try:
        with host.queue:
            if "rule" in request.form:
                wanted = switch_change(request.form)
            else:
                wanted = table_change(host.battle.system, request.form)
            _carry_out(host, visitor, wanted)
    except Refusal as refusal:
        flash(told(refusal.text))
    where = request.form.get("rule") or f"table-{request.form.get('table', '')}"
    return redirect(url_for("house.show", table_id=table_id, role="gm", _anchor=where), 303)


@bp.get("/gm/house/<part>/new")
@bp.get("/gm/house/<part>/edit/<id_>")
@granted("gm")
def form(table_id: str, part: str, visitor: Visitor, id_: str = "") -> ResponseReturnValue:
    """Give the form for something of the table's own, new or there already."""
    host = hosts().get(table_id)
    with host.lock:
        system, house = host.battle.system, host.battle.state.house
        kind = kind_of(system, part)
        there: Any = house.conditions if part == CONDITIONS else house.stock.get(part, {})
        if (kind is None and part != CONDITIONS) or (id_ and id_ not in there):
            raise Missing(text("There is nothing of the kind here: perhaps it was taken away."))
        condition = condition_form(system, house, id_) if kind is None else None
        fields = () if kind is None else piece_form(system, kind, there.get(id_))
        name = condition.name if condition else str(there[id_].get("name", id_)) if id_ else ""
    return form_page(
        "pages/house_form.html",
        table_id=table_id,
        system=system,
        part=part,
        one="condition" if kind is None else kind.one,
        id_=id_,
        name=name,
        fields=fields,
        condition=condition,
        colours=COLOURS,
    )


@bp.post("/gm/house/<part>/new")
@bp.post("/gm/house/<part>/edit/<id_>")
@granted("gm")
def make(table_id: str, part: str, visitor: Visitor, id_: str = "") -> ResponseReturnValue:
    """Keep something of the table's own as it was typed."""
    host = hosts().get(table_id)
    with host.queue:
        system, house = host.battle.system, host.battle.state.house
        kind = kind_of(system, part)
        if part == CONDITIONS:
            wanted = condition_change(system, id_, request.form, request.form.getlist("forbids"))
        elif kind is not None:
            wanted = piece_change(system, kind, id_, request.form, request.form.getlist)
        else:
            raise Missing(text("There is nothing of the kind here."))
        there: Any = house.conditions if kind is None else house.stock.get(part, {})
        if not id_ and wanted["id"] in there:
            raise Refusal("bad-house", text("This table has one of that name already: give it another."))
        _carry_out(host, visitor, wanted)
    return went_through(url_for("house.show", table_id=table_id, role="gm", _anchor=f"own-{part}"))


@bp.post("/gm/house/<part>/drop/<id_>")
@granted("gm")
def drop(table_id: str, part: str, id_: str, visitor: Visitor) -> ResponseReturnValue:
    """Take something of the table's own away; sheets that have it keep it."""
    host = hosts().get(table_id)
    try:
        with host.queue:
            _carry_out(host, visitor, {"part": part, "id": id_, "to": None})
    except Refusal as refusal:
        flash(told(refusal.text))
    return redirect(url_for("house.show", table_id=table_id, role="gm", _anchor=f"own-{part}"), 303)


def _carry_out(host: Host, visitor: Visitor, wanted: dict[str, Any]) -> None:
    host.handle({"do": "set-house", "changes": [wanted]}, visitor)
