"""Sheets: to read and print, to fill in by hand, and to bring in from a file."""

import json
from collections.abc import Mapping, Sequence
from pathlib import PureWindowsPath

from flask import Blueprint, flash, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from rules.engine.gm.gm_parameters import LARGEST
from rules.engine.refusal import Refusal
from rules.engine.sheets.import_report import slug
from rules.engine.state import Combatant
from rules.engine.system import StockItem
from rules.engine.text import text
from rules.map.model import Place
from webapp.context import page_address
from webapp.drawing.tokens import side_numbers
from webapp.importers import read_character
from webapp.importers.character_file import MAX_CHARACTER_BYTES
from webapp.importers.pasted import require_system
from webapp.panels.pages import shared_frame
from webapp.portraits.choice import portrait_for
from webapp.server.downloads import as_download
from webapp.server.forms import done, form_page, is_ticked, read_count, went_through
from webapp.server.http_errors import Missing
from webapp.server.language import told
from webapp.server.limits import require_message_may_come
from webapp.server.security import csrf_token
from webapp.sheets.form_input import read_form
from webapp.sheets.sheet_check import check_form
from webapp.sheets.sheet_file import as_file, read_file
from webapp.sheets.sheet_form import SheetField, form_of
from webapp.table.authority import require_own_sheet
from webapp.table.grants import Visitor, granted
from webapp.table.host import Host
from webapp.table.hosts import hosts
from webapp.table.names import LONGEST_TITLE, read_name
from webapp.table.rights import READ
from webapp.table.setup.copy_names import numbered
from webapp.table.setup.sides import SideChoice, side_choices
from webapp.views.setup import MOST_AT_ONCE, comes_in_sight, read_side, read_spot
from webapp.visibility.harm import see_gauges, see_marks
from webapp.visibility.readable_sheets import as_read, may_read
from webapp.visibility.viewer import plays, without_unseen

bp = Blueprint("sheets", __name__, url_prefix="/tables/<table_id>")


# --------------------------------------------------------------------------------------------- reading
def require_readable(host: Host, visitor: Visitor, who: str) -> Combatant:
    """Give a combatant whose sheet the visitor may read, without the unknown whom its state names.

    Raises:
        Missing: alike for all others.
    """
    state, viewer = host.battle.state, host.viewer(visitor)
    if who not in state.combatants or not plays(state, viewer, who):
        raise Missing(READ.refusal)
    known = state if viewer.is_gm else without_unseen(state, {*host.stream(viewer).now, who})
    return known.combatants[who]


def _require_shown(host: Host, visitor: Visitor, who: str) -> Combatant:
    """Give a combatant as the visitor may read its sheet. Raises `Missing`, alike for all others."""
    state, viewer, rights = host.battle.state, host.viewer(visitor), host.rights(visitor)
    stream = host.stream(viewer)
    if not may_read(state, viewer, rights, stream.now, who):
        raise Missing(READ.refusal)
    return as_read(state, host.battle.system, stream, viewer, who)


def _may_change(host: Host, visitor: Visitor, who: str) -> bool:
    try:
        require_own_sheet(host, visitor, who)
    except Refusal:
        return False
    return True


@bp.get("/<any(gm, play):role>/sheet/<who>")
@granted()
def show(table_id: str, role: str, who: str, visitor: Visitor) -> ResponseReturnValue:
    """Show a combatant's whole sheet to its player, the GM, and whom the GM lets read it."""
    host = hosts().get(table_id)
    with host.lock:
        combatant = _require_shown(host, visitor, who)
        system, viewer = host.battle.system, host.viewer(visitor)
        frame = shared_frame(host, viewer, frozenset())
        met = host.stream(viewer).met
        return render_template(
            "pages/sheet.html",
            table_id=frame.table_id,
            role=role,
            system=system,
            who=who,
            name=combatant.name,
            side=combatant.side,
            side_number=side_numbers(host.battle.state, met)[combatant.side],
            marks=see_marks(system, combatant, viewer),
            gauges=see_gauges(system, combatant, viewer),
            sections=system.looks.sections(combatant),
            page=system.looks.sheet_page(combatant),
            face=frame.face(combatant.picture, portrait_for(combatant.name, who, combatant.portrait)),
            has_picture=bool(combatant.picture),
            has_block=system.sheets.stat_block is not None,
            may_change=_may_change(host, visitor, who),
            is_own=role == "gm" or who in viewer.owns,
            may_save=plays(host.battle.state, viewer, who),
            csrf=csrf_token(),
        )


# ---------------------------------------------------------------------------------------- as a file
@bp.get("/<any(gm, play):role>/sheet/<who>/file.json")
@granted()
def save(table_id: str, role: str, who: str, visitor: Visitor) -> ResponseReturnValue:
    """Send a combatant as a file, to its player and the GM alone."""
    host = hosts().get(table_id)
    with host.lock:
        combatant = require_readable(host, visitor, who)
        text = json.dumps(as_file(host.battle.system, combatant), ensure_ascii=False, indent=2)
    return as_download(f"{text}\n", "application/json", combatant.name, ".json")


@bp.post("/<any(gm, play):role>/sheet/<who>/file")
@granted()
def load(table_id: str, role: str, who: str, visitor: Visitor) -> ResponseReturnValue:
    """Write a combatant's sheet anew from a file: one change, which can be undone."""
    file = request.files.get("file")
    host = hosts().get(table_id)
    with host.lock:
        require_readable(host, visitor, who)
    try:
        if file is None or not file.filename:
            raise Refusal("no-file", text("Choose a sheet file first, as Battlemat has saved it."))
        its, imported = read_file(file.read(MAX_CHARACTER_BYTES))
        with host.queue:
            require_system(its, host.battle.system)
            host.handle({"do": "set-sheet", "target": who, "sheet": dict(imported.sheet)}, visitor)
        flash(told(text("The sheet is that of {imported} in the file now.", imported=imported.name)))
        flash(told(text("Undo takes it back.") if role == "gm" else text("The GM can take it back.")))
    except Refusal as refusal:
        flash(told(refusal.text))
    return redirect(url_for("sheets.show", table_id=table_id, role=role, who=who), 303)


# --------------------------------------------------------------------------------------------- by hand
@bp.get("/gm/sheet-new")
@granted("gm")
def new_form(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Give an empty sheet to fill in."""
    host = hosts().get(table_id)
    with host.lock:
        sides = side_choices(host.battle.state, host.settings.hero_side)
        return _form_page(host, form_of(host.battle.system, None, host.battle.state.house), sides=sides)


@bp.post("/gm/sheet-new")
@granted("gm")
def add_new(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Add combatants on the sheet that was filled in, where the GM pressed or beside their side."""
    host = hosts().get(table_id)
    name = read_name(request.form.get("name"), text("the combatant's name"), LONGEST_TITLE)
    side = read_side(text("its side"))
    count = read_count(request.form.get("count") or "1", text("how many"), 1, MOST_AT_ONCE)
    size = read_count(request.form.get("size") or "1", text("the size in cells"), 1, LARGEST)
    state = _state_sent()
    with host.queue:
        sheet = read_form(host.battle.system, request.form, request.form.getlist)
        host.battle.system.read_sheet(host.battle.system.with_house_stock(sheet, host.battle.state.house))
        spot = read_spot(host.battle.state)
        _add(host, visitor, name, sheet, state, side, count, size=size, spot=spot)
    return done(table_id)


def _state_sent() -> Mapping[str, object]:
    """Read the wounds and the like that a file gave and the page kept. Raises `Refusal` `bad-sheet`."""
    sent = request.form.get("state") or "{}"
    try:
        state = json.loads(sent)
    except (ValueError, RecursionError):
        state = None
    if not isinstance(state, dict):
        raise Refusal(
            "bad-sheet", text("The wounds that came with the sheet cannot be read: paste it once more.")
        )
    return state


@bp.get("/<any(gm, play):role>/sheet/<who>/edit")
@granted()
def edit_form(table_id: str, role: str, who: str, visitor: Visitor) -> ResponseReturnValue:
    """Give a combatant's sheet to change, to its player and the GM alone."""
    host = hosts().get(table_id)
    with host.lock:
        combatant = require_readable(host, visitor, who)
        require_own_sheet(host, visitor, who)
        fields = form_of(host.battle.system, combatant.sheet, combatant.house)
        return _form_page(host, fields, role, who, combatant.name)


@bp.post("/<any(gm, play):role>/sheet/<who>/edit")
@granted()
def change(table_id: str, role: str, who: str, visitor: Visitor) -> ResponseReturnValue:
    """Write a combatant's sheet anew: one change, which can be undone."""
    host = hosts().get(table_id)
    with host.queue:
        require_readable(host, visitor, who)
        typed = request.form.get("name")
        name = "" if typed is None else read_name(typed, text("the name"), LONGEST_TITLE)
        sheet = read_form(host.battle.system, request.form, request.form.getlist)
        host.handle({"do": "set-sheet", "target": who, "sheet": sheet, "name": name}, visitor)
    return went_through(url_for("sheets.show", table_id=table_id, role=role, who=who))


@bp.post("/<any(gm, play):role>/sheet-check")
@granted()
def check(table_id: str, role: str, visitor: Visitor) -> ResponseReturnValue:
    """Say what is wrong with what was typed so far; nothing is changed, and nothing told of the table."""
    require_message_may_come(visitor)
    battle = hosts().get(table_id).battle
    system = battle.system
    found = check_form(system, request.form, request.form.getlist, battle.state.house)
    return jsonify(
        wrong=[
            {
                "field": wrong.field,
                "label": told(wrong.label),
                "words": told(wrong.words),
            }
            for wrong in found
        ]
    )


def _form_page(
    host: Host,
    fields: Sequence[SheetField],
    role: str = "gm",
    who: str = "",
    name: str = "",
    sides: Sequence[SideChoice] = (),
) -> ResponseReturnValue:
    return form_page(
        "pages/sheet_form.html",
        table_id=host.address,
        role=role,
        system=host.battle.system,
        fields=fields,
        who=who,
        name=name,
        sides=sides,
    )


# ------------------------------------------------------------------------------------------- from a file
@bp.post("/gm/actor")
@granted("gm")
def actor(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Add a combatant from a character file, and tell what was understood of it."""
    files = [file for file in request.files.getlist("file") if file.filename]
    if len(files) != 1:
        raise Refusal("no-file", text("Choose one character file, as another program has exported it."))
    side = read_side(text("its side"))
    count = read_count(request.form.get("count") or "1", text("how many"), 1, MOST_AT_ONCE)
    filename = PureWindowsPath(files[0].filename or "").name
    host = hosts().get(table_id)
    its, imported = read_character(files[0].read(), filename, host.battle.system)
    with host.queue:
        require_system(its, host.battle.system)
        added = _add(
            host, visitor, imported.name, imported.sheet, imported.state, side, count, size=imported.size
        )
    report = imported.report
    if "HX-Request" not in request.headers:
        flash(" ".join(map(told, (*report.read, *report.dropped, *report.doubtful))))
        return redirect(page_address("gm", table_id), 303)
    return render_template("panels/gm/actor_report.html", report=report, added=added, table_id=host.address)


def _add(
    host: Host,
    visitor: Visitor,
    name: str,
    sheet: Mapping[str, object],
    state: Mapping[str, object],
    side: str,
    count: int,
    size: int = 1,
    spot: Place | None = None,
) -> list[tuple[str, str]]:
    """Add combatants beside their own side; give their ids and names."""
    item = StockItem(id=slug(name)[:40] or "somebody", name=name, sheet=sheet)
    hidden = is_ticked("hidden")
    in_sight = not hidden and comes_in_sight(host, side)
    added = numbered(host.battle.state, item, count, side, size, in_sight=in_sight, spot=spot)
    for data in added:
        data |= {"state": dict(state), "hidden": hidden}
    host.handle({"do": "add", "combatants": added}, visitor)
    return [(data["id"], data["name"]) for data in added]
