"""GMs beside the table's own: named among the people who are here, or come by a link that works once.

One of these people may run the table for a while: it is handed over to them, and handed or taken back.
"""

from flask import Blueprint, flash, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from rules.engine.refusal import Refusal
from rules.engine.text import Words, text
from webapp.context import get_store, page_address
from webapp.server.forms import done, is_ticked
from webapp.server.http_errors import Missing
from webapp.server.language import told
from webapp.server.limits import require_newcomer_may_come, slow_down_guessing, wrong_code
from webapp.store.rows import Person, TableRow
from webapp.table.grants import Visitor, find_visitor, grant_person, granted
from webapp.table.hosts import hosts
from webapp.table.names import read_name
from webapp.table.ownership import (
    add_second,
    come_as_second,
    hand_back,
    hand_over,
    is_second_key,
    set_second_link,
    take_back,
    take_back_second,
)
from webapp.views.join import require_free_name

bp = Blueprint("second_gms", __name__)

_LEADS_NOWHERE = text(
    "This link leads to no table: it works once, and may have been used. Ask the GM for another."
)


# ------------------------------------------------------------------------------------ for the table's GM
@bp.post("/tables/<table_id>/gm/people/<person_id>/second")
@granted("gm", leads=True)
def second(table_id: str, person_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Make a person who is here a GM beside the table's own, or take that back."""
    person = _find_person(table_id, person_id)
    if person.id == visitor.second:
        raise Refusal("not-allowed", text("You run this table: what you are afterwards, its own GM says."))
    if is_ticked("on"):
        add_second(table_id, person)
    else:
        take_back_second(table_id, person.id)
    return done(table_id)


@bp.post("/tables/<table_id>/gm/second-link")
@granted("gm", leads=True)
def link(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Make a link that makes one person a GM, or let the one of now lead nowhere."""
    set_second_link(table_id, on=is_ticked("on"))
    return done(table_id)


@bp.post("/tables/<table_id>/gm/people/<person_id>/hand-over")
@granted("gm")
def hand_table_over(table_id: str, person_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Let a person who is here run the table until it is handed or taken back."""
    person = _find_person(table_id, person_id)
    if not visitor.is_own:
        raise Refusal("not-allowed", text("Only the table's own GM hands it over to somebody."))
    player = find_visitor("play", table_id)
    if player is not None and player.person_id == person.id:
        raise Refusal("not-allowed", text("That is you: hand the table over to somebody else."))
    hand_over(table_id, person)
    return done(table_id)


@bp.post("/tables/<table_id>/gm/take-back")
@granted("gm")
def take_table_back(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Let the table's own GM run it again: asked by that one, or by who has it."""
    if visitor.is_own:
        take_back(table_id)
    elif get_store().settings(table_id).is_led_by(visitor.second):
        hand_back(table_id, visitor.second)
    else:
        said = text("Only the table's own GM takes it back, and who runs it hands it back.")
        raise Refusal("not-allowed", said)
    return done(table_id)


def _find_person(table_id: str, person_id: str) -> Person:
    person = get_store().people.find(person_id)
    if person is None or person.table_id != table_id:
        raise Refusal("unknown-person", text("This person is not at the table any more."))
    return person


# ---------------------------------------------------------------------------------- for who comes by it
@bp.get("/second/<table_id>/<key>")
def page(table_id: str, key: str) -> ResponseReturnValue:
    """Ask for the name of who comes by the link; who is a person here already is asked for a press."""
    table = _find_table(table_id, key)
    if find_visitor("gm", table.id) is not None:
        return redirect(page_address("gm", table.id), 303)
    return _form(table, key)


@bp.post("/second/<table_id>/<key>")
def come(table_id: str, key: str) -> ResponseReturnValue:
    """Make who comes by the link a GM beside the table's own; the link leads nowhere from then on."""
    table = _find_table(table_id, key)
    if find_visitor("gm", table.id) is not None:
        return redirect(page_address("gm", table.id), 303)
    try:
        present = _present(table)
        person = present or _newcomer(table)
        is_first = come_as_second(table.id, person, key)
    except Refusal as refusal:
        return _form(table, key, refusal.message)
    if not is_first:  # somebody else has used it since it was found
        if present is None:
            get_store().people.remove(person.id)
        raise Missing(_LEADS_NOWHERE)
    grant_person(person.id)
    if table.battle_id is not None:
        hosts().get(table.id).reload_seats()
    flash(told(text("You are a GM of this table now, beside its own.")))
    return redirect(page_address("gm", table.id), 303)


def _present(table: TableRow) -> Person | None:
    """Tell which person of the table the session is already."""
    player = find_visitor("play", table.id)
    return get_store().people.find(player.person_id) if player is not None and player.person_id else None


def _newcomer(table: TableRow) -> Person:
    name = read_name(request.form.get("name"), text("your name"))
    require_free_name(get_store(), table, name)
    require_newcomer_may_come()
    return get_store().people.add(table.id, name)


def _find_table(table_id: str, key: str) -> TableRow:
    """Find the table of a link. Raises `Missing`, alike for all that lead nowhere."""
    slow_down_guessing()
    table = get_store().table(table_id)
    if table is None or not is_second_key(table, key):
        wrong_code()
        raise Missing(_LEADS_NOWHERE)
    return table


def _form(table: TableRow, key: str, error: Words = "") -> ResponseReturnValue:
    present = _present(table)
    name = present.name if present is not None else ""
    page = render_template("pages/second_gm.html", table=table, key=key, present=name, error=error)
    return make_response(page, 422 if error else 200)
