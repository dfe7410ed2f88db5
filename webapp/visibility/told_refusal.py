"""The edge that every refusal passes on its way out: it names nobody whom its reader does not know.

Rules refuse in words for the table, with names and ids, and are asked of the truth at times. Whatever they
said, neither a name nor an id of the unknown leaves here. What the reader has sent stands as they sent it: an
answer that tells a right guess from a wrong one would say who is there.
"""

import re
from collections.abc import Collection, Mapping
from typing import Any

from flask import request

from rules.engine.known_battle import texts_within
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.text import Text, resolved
from webapp.context import ask_for_scene
from webapp.store.store import StoreTrouble
from webapp.table.grants import reader_now
from webapp.table.hosts import hosts
from webapp.visibility.seen_words import NOBODY, seen_words


def told_refusal(refusal: Refusal) -> Refusal:
    """Give a refusal as the reader of this request or message may read it; the GM reads it as it is."""
    reader = reader_now()
    if reader is not None and reader.visitor.role == "gm":
        return refusal.said_as(resolved(refusal.text)) if isinstance(refusal.text, Text) else refusal
    table_id = reader.visitor.table_id if reader is not None else _table_of_request()
    if not table_id:
        return refusal
    try:
        host = hosts().get(table_id)
    except (Refusal, StoreTrouble):  # there is no battle that it could tell of
        return refusal
    sent = reader.sent if reader is not None else None
    with host.lock:
        known = host.stream(host.viewer(reader.visitor)).now if reader is not None else frozenset()
        state, own = host.battle.state, tuple(texts_within((sent, _form())))
        return refusal.said_as(
            seen_words(refusal.text, state, known, lambda said: masked(said, state, known, own))
        )


def masked(text: str, state: BattleState, known: Collection[str], sent: Collection[str] = ()) -> str:
    """Call everybody unknown "somebody" in a text, wherever their names or ids stand.

    An id that is a word like others is masked in quotes alone, as refusals quote ids.

    Args:
        sent: what the reader has written themselves; in quotes it stays as it is.
    """
    quoted = [re.escape(repr(word)) for word in sorted(set(sent), key=len, reverse=True) if word]
    parts = re.split(f"({'|'.join(quoted)})", text) if quoted else [text]
    parts[::2] = [_without_ids(str(seen_words(part, state, known)), state, known) for part in parts[::2]]
    return "".join(parts)


def _without_ids(text: str, state: BattleState, known: Collection[str]) -> str:
    for who in sorted((who for who in state.combatants if who not in known), key=len, reverse=True):
        text = text.replace(repr(who), NOBODY)
        if not who.isalpha():
            text = re.sub(rf"(?<![\w-]){re.escape(who)}(?![\w-])", NOBODY, text)
    return text


def _table_of_request() -> str:
    """Name the table that an address belongs to whose visitor nobody has looked up."""
    parts: Mapping[str, Any] = request.view_args or {}
    return ask_for_scene(str(parts.get("table_id", "")))


def _form() -> Any:
    """Give what came along with an HTTP request; a socket's messages have none."""
    try:
        body = request.get_json(silent=True)
    except RecursionError:  # nested without end
        body = None
    return [dict(request.values), request.view_args or {}, body]
