"""Help: how a fight goes in each rule system, our rulings, every rule in words."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from rules.engine.refusal import Refusal
from rules.engine.system import find_system, systems

bp = Blueprint("help", __name__)


@bp.get("/help")
def index() -> ResponseReturnValue:
    """List the systems, and what is the same in all of them."""
    return render_template("pages/help.html", systems=systems(), system=None, rules=(), rulings=())


@bp.get("/help/<system>")
def of_system(system: str) -> ResponseReturnValue:
    """Show a system's help."""
    try:
        found = find_system(system)
    except Refusal as refusal:
        raise NotFound(refusal.message) from None
    rulings = [(id_, text) for id_, text in found.rules.items() if is_ruling(id_)]
    rules = [(id_, text) for id_, text in found.rules.items() if not is_ruling(id_)]
    return render_template("pages/help.html", systems=systems(), system=found, rules=rules, rulings=rulings)


def is_ruling(id_: str) -> bool:
    """Tell a ruling of ours (AT-R1) from a rule (AT-41)."""
    return id_.rpartition("-")[2].startswith("R")
