"""What all forms share: what was ticked and typed in them, and the answer to one that went through."""

from math import isfinite
from typing import Any

from flask import redirect, render_template, request
from flask.typing import ResponseReturnValue

from rules.engine.refusal import Refusal
from rules.engine.text import Text, text
from webapp.context import page_address
from webapp.server.security import csrf_token


def is_ticked(key: str) -> bool:
    """Say whether a box of the form was ticked."""
    return request.form.get(key, "").lower() not in ("", "0", "false", "off", "no")


def read_count(typed: str, what: Text, low: int, high: int) -> int:
    """Read a whole number of a form within its range. Raises `Refusal` `bad-number`."""
    number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 9 else None
    if number is None or not low <= number <= high:
        said = text(
            "{what}: a whole number from {low} to {high}; {typed} is not.",
            what=what.large,
            low=low,
            high=high,
            typed=repr(typed[:20]),
        )
        raise Refusal("bad-number", said)
    return number


def read_number(key: str, what: Text, low: float, high: float) -> float:
    """Read a number of a form within its range. Raises `Refusal` `bad-number`."""
    typed = request.form.get(key, "").strip()
    try:
        number = float(typed.replace(",", "."))
    except ValueError:
        number = float("nan")
    if not isfinite(number) or not low <= number <= high:
        said = text(
            "{what}: a number from {low} to {high}; {typed} is not.",
            what=what.large,
            low=float(low),
            high=float(high),
            typed=repr(typed[:20]),
        )
        raise Refusal("bad-number", said)
    return number


def done(table_id: str, role: str = "gm") -> ResponseReturnValue:
    """Answer a form that went through: the push brings what has changed."""
    return went_through(page_address(role, table_id))


def went_through(address: str) -> ResponseReturnValue:
    """Answer a form that went through; whoever sent it without htmx goes to this address."""
    if "HX-Request" in request.headers:
        return "", 204
    return redirect(address, 303)


def form_page(template: str, **shown: Any) -> ResponseReturnValue:
    """Render a page with forms, which no browser keeps."""
    return render_template(template, csrf=csrf_token(), **shown), {"Cache-Control": "no-store"}
