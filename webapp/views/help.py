"""Help: how a fight goes in each rule system, our rulings, every rule in words."""

from collections.abc import Mapping

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from rules.engine.refusal import Refusal
from rules.engine.registry import known_systems
from rules.engine.system import System, find_system
from rules.engine.text import Words
from webapp.server.http_errors import Missing
from webapp.table.grants import roles
from webapp.table.hosts import hosts

bp = Blueprint("help", __name__)


@bp.get("/help")
def index() -> ResponseReturnValue:
    """List the systems, and what is the same in all of them."""
    return render_template("pages/help.html", systems=known_systems(), system=None, rules=(), rulings=())


@bp.get("/help/<system>")
def of_system(system: str) -> ResponseReturnValue:
    """Show a system's help."""
    try:
        found = find_system(system)
    except Refusal as refusal:
        raise Missing(refusal.text) from None
    rulings = [(id_, text) for id_, text in found.rules.items() if is_ruling(id_)]
    rules = [(id_, text) for id_, text in found.rules.items() if not is_ruling(id_)]
    house, played = _house_of(request.args.get("table", ""), found)
    return render_template(
        "pages/help.html",
        systems=known_systems(),
        system=found,
        rules=rules,
        rulings=rulings,
        house=house,
        played=played,
    )


def _house_of(table_id: str, system: System) -> tuple[str, Mapping[str, Words]]:
    """Give where the house rules of a table stand, for who sits at it, and what they change by the rule."""
    held = roles(table_id) if table_id else []
    host = hosts().get(table_id) if held else None
    if host is None or host.battle.system.id != system.id:
        return "", {}
    return url_for("house.show", table_id=table_id, role=held[0]), system.house_notes(host.battle.state.house)


def is_ruling(id_: str) -> bool:
    """Tell a ruling of ours (AT-R1) from a rule (AT-41)."""
    return id_.rpartition("-")[2].startswith("R")
