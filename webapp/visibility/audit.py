"""Taking down for the GM who asked for what is not theirs, and what it was."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rules.engine.refusal import Refusal
from rules.engine.text import Text, as_text, as_typed, resolved, text
from webapp.live.audiences import audiences
from webapp.server.limits import address
from webapp.server.log_throttle import SeldomLog
from webapp.table.grants import ROLES, Visitor, find_visitor
from webapp.table.host import Host
from webapp.table.hosts import hosts
from webapp.visibility.refused_log import SUSPECT

_log = SeldomLog(logging.getLogger(__name__))

_NAMING = ("do", "actor", "target", "wall", "answer", "question", "viewer", "role", "seq")
_LONGEST = 120
_NAMES = {
    "gm": text("the GM’s page"),
    "play": text("a player’s page"),
    "screen": text("the projector"),
    "watch": text("to watch"),
}


@contextmanager
def noting(host: Host, visitor: Visitor, message: str, data: Any) -> Iterator[None]:
    """Take it down if what a visitor asks is refused because it is not theirs to ask; the refusal goes on.

    Args:
        message: what is asked; data: what came along with it, from a browser.
    """
    try:
        yield
    except Refusal as refusal:
        if refusal.code in SUSPECT and visitor.role != "gm" and not visitor.through:
            _take_down(host, as_typed(visitor.name), _words(message, data), resolved(as_text(refusal.text)))
        raise


def note_not_granted(table_id: str, role: str) -> None:
    """Take down that somebody asked for a page in a role that their session has not got."""
    host = hosts().find(table_id)
    if host is None:
        return
    held = next((found for each in ROLES if (found := find_visitor(each, table_id)) is not None), None)
    who = as_typed(held.name) if held is not None else text("Somebody at {address}", address=address())
    what = _NAMES.get(role) or text("a page as {role}", role=repr(role[:20]))
    why = text("They have not come by the link that this needs.")
    _take_down(host, who, text("asks for {what}", what=what), why)


def note_forged(host: Host, visitor: Visitor, what: Text) -> None:
    """Take down that a page claims what cannot be; nothing of it was believed."""
    if visitor.role != "gm":
        _take_down(host, as_typed(visitor.name), what, text("It was sent everything anew instead."))


def note_flood(host: Host, visitor: Visitor, *, ended: bool) -> None:
    """Take down that somebody sends more than any hand could."""
    if visitor.role != "gm" and not visitor.through:
        ended_words, kept = (
            text("They were disconnected for a moment."),
            text("What was too much was refused."),
        )
        why = ended_words if ended else kept
        _take_down(host, as_typed(visitor.name), text("sends more messages than any hand"), why)


def _take_down(host: Host, who: Text, what: Text, why: Text) -> None:
    _log.warning(f"{host.table_id}/{who}", "Refused at table %s: %s: %s (%s)", host.table_id, who, what, why)
    with host.lock:
        host.note_refused(who, what, why)
        audiences().of(host).tell_gm()


def _words(message: str, data: Any) -> Text:
    """Say what was asked for in one line."""
    if not isinstance(data, Mapping):
        return as_typed(message[:_LONGEST])
    named = [f"{key} {str(data[key])[:40]!r}" for key in _NAMING if key in data]
    return as_typed(", ".join([message, *named])[:_LONGEST])
