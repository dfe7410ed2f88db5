"""What a GM does around a fight: combatants from the stock, seats, people, settings, the code to join by."""

import io
import json
from dataclasses import replace

import segno
from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from rules.engine.kinds import read_place
from rules.engine.moves.places import require_place
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.system import StockItem, System, find_system
from rules.engine.text import Text, text
from rules.map.model import Place
from webapp.context import get_store
from webapp.server.forms import done, is_ticked, read_count
from webapp.server.http_errors import Missing
from webapp.server.language import told
from webapp.sheets.sheet_file import schema_of_file
from webapp.store.store import Person
from webapp.table.grants import Visitor, granted, require_any
from webapp.table.host import Host
from webapp.table.hosts import hosts
from webapp.table.links import for_others, links_to
from webapp.table.names import LONGEST, read_name
from webapp.table.ownership import send_away_gm
from webapp.table.rights import RIGHTS, exceptions_of, with_exceptions
from webapp.table.setup.copy_names import numbered
from webapp.visibility.harm import HARM_SHOWN
from webapp.visibility.viewer import EXACT

bp = Blueprint("setup", __name__)

MOST_AT_ONCE = 20


# ---------------------------------------------------------------------------------------- combatants
@bp.post("/tables/<table_id>/gm/stock")
@granted("gm")
def stock(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Add ready-made combatants, numbered, round the place that was pressed or beside their own side."""
    host = hosts().get(table_id)
    item = _find_item(host.battle.system, request.form.get("item", ""))
    item = replace(item, name=told(item.name))  # from now on it is a name, in the language of who adds it
    count = read_count(request.form.get("count") or "1", text("how many"), 1, MOST_AT_ONCE)
    side = read_side(text("their side"))
    hidden = is_ticked("hidden")
    group = request.form.get("group", "").strip()[:LONGEST]
    if group:
        item = replace(item, sheet=host.battle.system.sheets.in_group(item.sheet, group))
    with host.queue:
        in_sight = not hidden and comes_in_sight(host, side)
        is_somebody = in_sight or ("," in item.name and not hidden)
        state, spot = host.battle.state, read_spot(host.battle.state)
        added = numbered(
            state, item, count, side, item.size, by_name=is_somebody, in_sight=in_sight, spot=spot
        )
        for data in added:
            data["hidden"] = hidden
        host.handle({"do": "add", "combatants": added}, visitor)
    return done(table_id)


def read_spot(state: BattleState) -> Place | None:
    """Read where the GM pressed on the map, if so. Raises `Refusal` `bad-command` or `no-place`."""
    typed = request.form.get("at", "")
    if not typed or state.map is None:
        return None
    try:
        value = json.loads(typed)
    except ValueError:
        value = typed
    place = read_place("at", value)
    require_place(BattleView(state), place)
    return place


def comes_in_sight(host: Host, side: str) -> bool:
    """Say whether the players see everybody of a side at once."""
    return side in host.party()


def read_side(what: Text) -> str:
    """Read the side that was chosen in a form, or the name that was typed for a further one."""
    return read_name(request.form.get("side_name") or request.form.get("side"), what)


def _find_item(system: System, id_: str) -> StockItem:
    items = system.stock
    found = next((item for item in items if item.id == id_), None)
    if found is None:
        known = ", ".join(item.name for item in items) or "nobody"
        raise Refusal(
            "unknown-stock",
            text(
                "The stock of {system} has no {id}; it has {known}.",
                system=text(system.name),
                id=repr(id_[:40]),
                known=known,
            ),
        )
    return found


# --------------------------------------------------------------------------------------------- people
@bp.post("/tables/<table_id>/gm/seat")
@granted("gm")
def seat(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Give a character to a person, or to nobody."""
    host, store = hosts().get(table_id), get_store()
    who, person_id = request.form.get("who", ""), request.form.get("person", "")
    host.battle.state.combatant(who, "character")
    person = _find_person(table_id, person_id) if person_id else None
    store.people.seat(host.scene.id, who, person.id if person else None)
    host.reload_seats()
    return done(table_id)


@bp.post("/tables/<table_id>/gm/people/<person_id>")
@granted("gm")
def rename_person(table_id: str, person_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Call a person something else."""
    person = _find_person(table_id, person_id)
    get_store().people.rename(person.id, read_name(request.form.get("name"), text("a name")))
    hosts().live(table_id).tell_people_changed()
    return done(table_id)


@bp.post("/tables/<table_id>/gm/people/<person_id>/rights")
@granted("gm")
def person_rights(table_id: str, person_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Let one person do more or less than the others; what is left empty is as at the table."""
    person, host = _find_person(table_id, person_id), hosts().live(table_id)
    chosen = {right.id: right.read(typed) for right in RIGHTS if (typed := request.form.get(right.id))}
    with host.queue:
        settings = host.store.settings(table_id)
        host.change_settings(exceptions=with_exceptions(settings, person.id, chosen))
    return done(table_id)


@bp.post("/tables/<table_id>/gm/people/<person_id>/remove")
@granted("gm")
def remove_person(table_id: str, person_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Send a person away: the characters are free again, the grant is worth nothing."""
    person, host = _find_person(table_id, person_id), hosts().live(table_id)
    may = visitor.is_own or host.settings.is_led_by(visitor.second)
    if not may and host.settings.is_gm_beside(person.id):
        said = text("{name} is a GM here as well: only the table's own GM sends them away.", name=person.name)
        raise Refusal("not-allowed", said)
    send_away_gm(table_id, person.id)
    get_store().people.remove(person.id)
    with host.queue:
        settings = host.store.settings(table_id)
        if exceptions_of(settings, person.id):
            host.change_settings(exceptions=with_exceptions(settings, person.id, {}))
    host.reload_seats()
    return done(table_id)


def _find_person(table_id: str, person_id: str) -> Person:
    person = get_store().people.find(person_id)
    if person is None or person.table_id != table_id:
        raise Refusal("unknown-person", text("This person is not at the table any more."))
    return person


@bp.post("/tables/<table_id>/gm/code")
@granted("gm")
def new_code(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Change the code to join by; who has joined stays."""
    get_store().new_join_code(table_id)
    hosts().live(table_id).tell_people_changed()
    return done(table_id)


@bp.get("/tables/<table_id>/qr.svg")
def qr(table_id: str) -> ResponseReturnValue:
    """Draw the code that a phone scans to join."""
    require_any(table_id)
    table = get_store().table(table_id)
    if table is None:
        raise Missing(text("This table is gone."))
    drawing = io.BytesIO()
    code = segno.make(for_others(links_to(table).join), error="m", micro=False)
    code.save(drawing, kind="svg", scale=8, border=4, dark="#000", light="#fff", omitsize=True)
    return Response(drawing.getvalue(), mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})


# ------------------------------------------------------------------------------------ settings, rules
@bp.post("/tables/<table_id>/gm/settings")
@granted("gm")
def settings(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Keep what the GM chose for the table, and show everybody what they may see by it."""

    def seconds(key: str, what: Text) -> int | None:
        typed = request.form.get(key, "").strip()
        return read_count(typed, what, 5, 600) if typed else None

    hosts().live(table_id).change_settings(
        sight=is_ticked("sight"),
        waiting_room=is_ticked("waiting_room"),
        secret_turns=is_ticked("secret_turns"),
        answer_seconds=seconds("answer_seconds", text("the seconds to answer in")),
        reaction_seconds=seconds("reaction_seconds", text("the seconds to react in")),
        enemy_harm=_harm_chosen(),
        hero_side=request.form.get("hero_side", "")[:LONGEST],
        table_side=request.form.get("table_side", "")[:LONGEST],
        **{right.id: right.read(request.form.get(right.id, right.least)) for right in RIGHTS},
    )
    return done(table_id)


def _harm_chosen() -> str:
    """Read how much of enemies' harm is shown. Raises `Refusal` `bad-choice`."""
    chosen = request.form.get("enemy_harm", EXACT)
    if chosen not in HARM_SHOWN:
        raise Refusal("bad-choice", text("Of enemies' harm one shows {ways}.", ways=", ".join(HARM_SHOWN)))
    return chosen


@bp.get("/rules/<system>.json")
def rules(system: str) -> ResponseReturnValue:
    """Give each rule of a system in our words."""
    try:
        found = find_system(system)
    except Refusal as refusal:
        raise Missing(refusal.text) from None
    return dict(found.rules)


@bp.get("/schemas/<system>.json")
def schema(system: str) -> ResponseReturnValue:
    """Give the JSON schema of a system's sheet files."""
    try:
        return schema_of_file(find_system(system))
    except Refusal as refusal:
        raise Missing(refusal.text) from None
