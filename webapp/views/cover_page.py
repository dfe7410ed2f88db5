"""The page that shows how cover is worked out, for everybody, at a table or not."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from rules.map.cover import DEFAULT_SCALE
from webapp.cover_scenes import cover_scenes

bp = Blueprint("cover_page", __name__)


@bp.get("/help/cover")
def show() -> ResponseReturnValue:
    """Show the scenes, their rays cast by the map at this request."""
    return render_template("pages/cover.html", scenes=cover_scenes(), scale=DEFAULT_SCALE, csrf="")
