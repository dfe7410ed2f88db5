"""Sheets from what somebody pastes, read beside their source; and sheets as such a text."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from rules.engine.refusal import Refusal
from rules.engine.sheets.stat_block import Mark
from rules.engine.system import System
from rules.engine.text import Text, as_text, text
from webapp.importers.character_file import MAX_CHARACTER_BYTES
from webapp.importers.pasted import Pasted, read_pasted
from webapp.importers.problem import ImportProblem
from webapp.server.downloads import as_download
from webapp.server.http_errors import Missing
from webapp.server.language import language, told
from webapp.server.limits import require_message_may_come
from webapp.server.security import csrf_token
from webapp.sheets.sheet_form import form_of
from webapp.table.authority import require_own_sheet
from webapp.table.grants import Visitor, granted
from webapp.table.host import Host
from webapp.table.hosts import hosts
from webapp.table.setup.sides import side_choices
from webapp.views.setup import MOST_AT_ONCE
from webapp.views.sheets import require_readable

bp = Blueprint("pasted", __name__, url_prefix="/tables/<table_id>")

MARKS = (
    (Mark.READ, "✓", text("read")),
    (Mark.GUESSED, "?", text("guessed")),
    (Mark.LEFT, "✗", text("left out")),
)
"""Each mark with its sign and its word."""


@bp.route("/gm/paste", methods=["GET", "POST"])
@granted("gm")
def newcomer(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Read what is pasted or chosen, and offer it as a sheet for newcomers; nothing is added by it."""
    return _page(hosts().get(table_id), visitor, "gm", "")


@bp.route("/<any(gm, play):role>/sheet/<who>/paste", methods=["GET", "POST"])
@granted()
def replacement(table_id: str, role: str, who: str, visitor: Visitor) -> ResponseReturnValue:
    """Do the same for a combatant's sheet: for its player, unless sheets are locked, and for the GM."""
    host = hosts().get(table_id)
    with host.lock:
        require_readable(host, visitor, who)
        require_own_sheet(host, visitor, who)
    return _page(host, visitor, role, who)


@bp.get("/<any(gm, play):role>/sheet/<who>/block.txt")
@granted()
def block(table_id: str, role: str, who: str, visitor: Visitor) -> ResponseReturnValue:
    """Write a combatant down as a stat block, for its player and the GM alone."""
    host = hosts().get(table_id)
    with host.lock:
        combatant = require_readable(host, visitor, who)
        layout = host.battle.system.sheets.stat_block
        if layout is None:
            raise Missing(text("{system} has no stat blocks.", system=text(host.battle.system.name)))
        lines = layout.write(combatant.name, combatant.sheet, language())
    return as_download("\n".join(lines) + "\n", "text/plain; charset=utf-8", combatant.name, ".txt")


def _page(host: Host, visitor: Visitor, role: str, who: str) -> ResponseReturnValue:
    """Show the source with what became of it beside the sheet, or why it cannot be read."""
    system = host.battle.system
    found: Pasted | None = None
    problem: Text | None = None
    if request.method == "POST":
        require_message_may_come(visitor)
        try:
            found = read_pasted(*_sent(), system)
        except (Refusal, ImportProblem) as said:
            problem = as_text(said.text)
    with host.lock:
        house = host.battle.state.house
        whose = require_readable(host, visitor, who) if who else None
        sides = side_choices(host.battle.state, host.settings.hero_side)
    page = render_template(
        "pages/paste.html",
        csrf=csrf_token(),
        table_id=host.address,
        role=role,
        who=who,
        whose=whose.name if whose else "",
        system=system,
        has_layout=system.sheets.stat_block is not None,
        example=_example(system),
        endings=(*system.character_endings, ".json", ".txt"),
        written=request.form.get("text", "") if problem else "",
        problem=problem,
        found=found,
        fields=form_of(system, system.read_sheet(found.imported.sheet), house) if found else (),
        name=found.imported.name or (whose.name if whose else "") if found else "",
        sides=sides,
        marks=MARKS,
        most_at_once=MOST_AT_ONCE,
    )
    return page, 422 if problem else 200, {"Cache-Control": "no-store"}


def _sent() -> tuple[bytes, str]:
    """Give what was chosen, or else what was pasted, with the name of the file. Raises `ImportProblem`."""
    file = request.files.get("file")
    if file is not None and file.filename:
        return file.read(MAX_CHARACTER_BYTES + 1), file.filename
    written = request.form.get("text", "")
    return written.encode("utf-8", "replace"), ""


def _example(system: System) -> str:
    """Write the first of the stock down, to show the layout."""
    layout, first = system.sheets.stat_block, next(iter(system.stock), None)
    if layout is None or first is None:
        return ""
    return "\n".join(layout.write(told(first.name), system.read_sheet(first.sheet), language()))
