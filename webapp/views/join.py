"""Joining a table as a player: a code, a name, a character; if the GM wants it so, a wait at the door."""

from typing import Any

from flask import Blueprint, jsonify, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from rules.engine.refusal import Refusal
from rules.engine.text import Words, as_text, joined, text
from webapp.context import get_store, page_address
from webapp.portraits.choice import portrait_for
from webapp.portraits.served import portrait_address
from webapp.server.http_errors import Denied, Missing
from webapp.server.limits import require_newcomer_may_come, slow_down_guessing, wrong_code
from webapp.server.security import csrf_token
from webapp.store.store import Store, TableRow
from webapp.table.grants import find_visitor, grant_person, knock_of, remember_knock
from webapp.table.host import Host
from webapp.table.hosts import hosts
from webapp.table.lobby import Knock
from webapp.table.names import new_id, read_name

bp = Blueprint("join", __name__)


@bp.get("/join")
def by_code() -> ResponseReturnValue:
    """Go on with a code that was typed on the first page."""
    code = "".join(sign for sign in request.args.get("code", "") if sign.isalnum())[:16]
    if not code:
        raise Missing(text("Please type the code that the GM's screen shows."))
    return redirect(f"/join/{code}", 303)


@bp.get("/join/<code>")
def page(code: str) -> ResponseReturnValue:
    """Ask for a name and a character; who has joined before goes straight on."""
    table = _find_table(code)
    if find_visitor("play", table.id) is not None:
        return redirect(page_address("play", table.id), 303)
    if knock_of(table.id) is not None:
        return redirect(f"/door/{table.id}", 303)
    return _form(table)


@bp.post("/join/<code>")
def join(code: str) -> ResponseReturnValue:
    """Take somebody in, with the character they chose if it is still free."""
    table, store = _find_table(code), get_store()
    if find_visitor("play", table.id) is not None:
        return redirect(page_address("play", table.id), 303)
    host = _find_host(table)
    wanted = request.form.get("character", "")
    try:
        name = read_name(request.form.get("name"), text("your name"))
        require_free_name(store, table, name)
        if wanted and wanted not in {free["id"] for free in _free_characters(host)}:
            raise Refusal(
                "seat-taken", text("Somebody else has just taken this character: choose another one.")
            )
        require_newcomer_may_come()
        if host is not None and host.settings.waiting_room:
            _knock(host, Knock(new_id(), name, wanted))
            return redirect(f"/door/{table.id}", 303)
    except Refusal as refusal:
        return _form(table, refusal.message)
    person = store.people.add(table.id, name)
    if wanted and host is not None and not store.people.take_seat(host.scene.id, wanted, person.id):
        store.people.remove(person.id)
        return _form(table, text("Somebody else has just taken this character: choose another one."))
    grant_person(person.id)
    if host is not None:
        host.reload_seats()
    return redirect(page_address("play", table.id), 303)


# ------------------------------------------------------------------------------------------ the door
@bp.get("/door/<table_id>")
def wait(table_id: str) -> ResponseReturnValue:
    """Show who waits that they do, let in whom the GM has let in, and tell who was sent away."""
    host, said = _host_and_knock(table_id)
    if get_store().people.find(said.id) is not None:
        remember_knock(table_id, None)
        grant_person(said.id)
        return redirect(page_address("play", table_id), 303)
    fate = host.door.fate(said.id)
    if fate == "unknown" and not host.settings.waiting_room:  # the GM has opened the door since
        remember_knock(table_id, None)
        raise Denied(
            text("The GM lets everybody in now who has the link. Open it once more, or type the code.")
        )
    if fate == "unknown":
        require_newcomer_may_come()
        _knock(host, said)
    if fate == "away":
        remember_knock(table_id, None)
    return render_template(
        "pages/door.html",
        table_id=table_id,
        table_name=host.table.name,
        name=said.name,
        away=fate == "away",
    )


@bp.get("/door/<table_id>/waits")
def still_waits(table_id: str) -> ResponseReturnValue:
    """Tell the page of who waits whether they still do; where not, it opens `wait` once more."""
    host, said = _host_and_knock(table_id)
    return jsonify(waits=host.door.fate(said.id) == "waits")


def _host_and_knock(table_id: str) -> tuple[Host, Knock]:
    """Find the table that somebody waits for, and what they said as they knocked. Raises `Denied`."""
    said = knock_of(table_id)
    if said is None or get_store().table(table_id) is None:
        raise Denied(text("Nobody waits here. Open the link or the code of the table to join it."))
    return hosts().get(table_id), said


def let_in(host: Host, id_: str) -> None:
    """Make a person of somebody who waits, with the character that they asked for if it is still free.

    Raises:
        Refusal: `unknown-person` or `name-taken`.
    """
    with host.queue:
        knock = next((knock for knock in host.door.waiting if knock.id == id_), None)
        if knock is None:
            raise Refusal("unknown-person", text("Nobody of that name waits any more."))
        require_free_name(host.store, host.table, knock.name)
        host.store.people.add(host.table_id, knock.name, knock.id)
        host.door.take(id_)
        if knock.character:
            host.store.people.take_seat(host.scene.id, knock.character, knock.id)
        host.reload_seats()


def _knock(host: Host, knock: Knock) -> None:
    """Let somebody wait at the door. Raises `Refusal` `door-full`."""
    with host.lock:
        if not host.door.knock(knock):
            raise Refusal("door-full", text("Too many people wait already. Ask the GM to look at the door."))
        remember_knock(host.table_id, knock)
        host.publish()


def require_free_name(store: Store, table: TableRow, name: str) -> None:
    """Refuse (`name-taken`) a name that somebody has already."""
    if name.casefold() in {person.name.casefold() for person in store.people.of_table(table.id)}:
        said = text(
            "Somebody called {name} is here already: add a letter, or ask the GM to remove them.", name=name
        )
        raise Refusal("name-taken", said)


# -------------------------------------------------------------------------------------------- helpers
def _find_table(code: str) -> TableRow:
    slow_down_guessing()
    table = get_store().table_by_join_code(code)
    if table is None:
        wrong_code()
        raise Missing(
            text("No table has the code {code}. Look at it again; it may have been changed.", code=code[:16])
        )
    return table


def _find_host(table: TableRow) -> Host | None:
    return hosts().get(table.id) if table.battle_id is not None else None


def _free_characters(host: Host | None) -> list[dict[str, Any]]:
    """List the heroes that nobody plays and the GM does not hide."""
    if host is None:
        return []
    battle, heroes = host.battle, host.heroes()
    return [
        {
            "id": c.id,
            "name": c.name,
            "portrait": "" if c.picture else portrait_address(portrait_for(c.name, c.id, c.portrait)),
            "blurb": joined(
                text("{label} {value}", label=as_text(figure.label), value=as_text(figure.value))
                for figure in battle.system.looks.numbers(c)[:3]
            ),
        }
        for c in battle.state.combatants.values()
        if c.side == heroes and not c.hidden and c.id not in host.seats
    ]


def _form(table: TableRow, error: Words = "") -> ResponseReturnValue:
    page = render_template(
        "pages/join.html",
        table_name=table.name,
        code=table.join_code,
        characters=_free_characters(_find_host(table)),
        error=error,
        csrf=csrf_token(),
    )
    return make_response(page, 422 if error else 200)
