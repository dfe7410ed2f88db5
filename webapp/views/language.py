"""The choice of a language, and the texts of the browser's modules in it."""

import json
from hashlib import sha256
from urllib.parse import urlsplit

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from rules.engine.refusal import Refusal
from rules.engine.text import text
from webapp.server.catalogue import LANGUAGES, SOURCE, script_texts
from webapp.server.http_errors import Missing
from webapp.server.language import language_cookie

bp = Blueprint("language", __name__)

_YEAR = 365 * 24 * 3600


@bp.post("/language")
def choose() -> ResponseReturnValue:
    """Keep in which language this browser is spoken to, and show the page again in it."""
    chosen = request.form.get("language", "")
    if chosen not in LANGUAGES:
        raise Refusal("unknown-language", text("Battlemat does not speak this language."))
    if "HX-Request" in request.headers:
        answer = Response(status=204, headers={"HX-Refresh": "true"})
    else:
        answer = Response(status=303, headers={"Location": _page_before()})
    name, is_secure = language_cookie(), request.is_secure
    answer.set_cookie(name, chosen, max_age=_YEAR, httponly=True, samesite="Lax", secure=is_secure)
    return answer


def _page_before() -> str:
    """Give the address of the page that the choice was made on, on this server."""
    came = urlsplit(request.referrer or "")
    if came.netloc != request.host or not came.path.startswith("/") or came.path.startswith("//"):
        return "/"
    return came.path + (f"?{came.query}" if came.query else "")


@bp.get("/language/<code>.js")
def texts(code: str) -> ResponseReturnValue:
    """Give the texts of the browser's modules in a language, as a script that runs before them."""
    if code not in LANGUAGES or code == SOURCE:
        raise Missing(text("There are no texts in this language."))
    answer = Response(_script(code), mimetype="text/javascript")
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.set_etag(sha256(answer.get_data()).hexdigest()[:16])
    return answer.make_conditional(request)


def _script(code: str) -> str:
    return f"globalThis.battlematTexts = {json.dumps(script_texts(code), ensure_ascii=False)};\n"
