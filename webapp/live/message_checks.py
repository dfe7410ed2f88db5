"""Who sends a message to a table, and what each is answered with: a reply, or a refusal.

What a page sends is never trusted: who sends it is what the session says, now, and whatever it holds comes to
a reply, a refusal at worst.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from flask import copy_current_request_context, current_app, request

from rules.engine.refusal import Refusal
from rules.engine.text import Words, text
from webapp.live.audience import Audience
from webapp.live.audiences import audiences
from webapp.server.language import language, speaking, told, told_all
from webapp.server.network import async_mode
from webapp.sockets.message_contexts import Sockets
from webapp.sockets.packets import CheckedPacket
from webapp.store.store import StoreTrouble
from webapp.table.grants import EYES, NotGranted, Visitor, is_read_by, visitor_of
from webapp.table.host import Host
from webapp.visibility.audit import noting
from webapp.visibility.told_refusal import told_refusal

socketio = Sockets(serializer=CheckedPacket)

_LATER = 0.025
"""Seconds after a message by which it has been answered, mostly."""

Reply = dict[str, Any]
Handler = Callable[[Host, Visitor, Mapping[str, Any]], Reply]


def own_sid() -> str:
    """Give the id of the page's socket."""
    return str(request.sid)  # type: ignore[attr-defined]


def seq(value: Any) -> int | None:
    """Give a number that a page has sent; None for what is none."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def sender() -> tuple[Audience, Visitor]:
    """Tell whose page the message came from. Raises `Refusal` for who has been sent away since."""
    room = audiences().sockets.get(own_sid())
    guest = room.guest(own_sid()) if room is not None else None
    if room is None or guest is None:
        raise _gone()
    if not room.is_known(own_sid()):
        _look_up(room, guest)
    elif async_mode() == "gevent" and room.begins_to_age(own_sid()):
        socketio.start_background_task(copy_current_request_context(_look_up_later), room, guest)
    return room, guest


def _look_up(room: Audience, guest: Visitor) -> None:
    """Look up what the sender's rights are now. Raises `Refusal` for who has been sent away."""
    note_known = room.looks_up(own_sid())
    now = _as_now(guest)
    if now is None or (now.person_id, now.second) != (guest.person_id, guest.second):
        raise _gone()
    note_known()


def _look_up_later(room: Audience, guest: Visitor) -> None:
    """Look the sender's rights up when its message has been answered: its next ones need not wait for it."""
    socketio.sleep(_LATER)
    is_found = False
    try:
        _look_up(room, guest)
        is_found = True
    except (Refusal, StoreTrouble) as error:  # its next message is told so
        current_app.logger.debug("A page's rights were looked up in vain: %s", error)
    finally:
        room.looked_up(own_sid(), is_found=is_found)


def _gone() -> Refusal:
    return Refusal("not-allowed", text("You are not at this table any more: open its link again."))


def _as_now(guest: Visitor) -> Visitor | None:
    """Tell who a guest is by its grants as they are now."""
    try:
        return visitor_of(EYES + guest.through if guest.through else guest.role, guest.table_id)
    except NotGranted:
        return None


def guarded(handler: Handler) -> Callable[..., Reply]:
    """Look up who sends, check that what is sent can be read, and look at the table as nobody changes it."""

    def locked(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
        with host.lock:
            return handler(host, visitor, data)

    return checked(wraps(handler)(locked))


def checked(handler: Handler) -> Callable[..., Reply]:
    """Look up who sends, and check that what is sent can be read."""

    @wraps(handler)
    def answer(*sent: Any) -> Reply:
        room, visitor = sender()
        is_read_by(visitor, sent)
        with noting(room.host, visitor, handler.__name__.strip("_"), sent[0] if sent else None):
            if len(sent) != 1 or not isinstance(sent[0], Mapping):
                raise Refusal("bad-command", text("A message to the table must be one object with keys."))
            with speaking(room.language_at(own_sid())):
                return {"ok": True, **told_all(handler(room.host, visitor, sent[0]))}

    return answer


@socketio.on_error_default
def _failed(error: Exception) -> Reply:
    """Tell a refusal to who asked; a bug is logged, and told as one."""
    room = audiences().sockets.get(own_sid())
    with speaking(room.language_at(own_sid()) if room is not None and room.guest(own_sid()) else language()):
        return _refusal_of(error)


def _refusal_of(error: Exception) -> Reply:
    if isinstance(error, Refusal):
        refusal = told_refusal(error)
        return refused(refusal.code, refusal.text, refusal.rule)
    if isinstance(error, StoreTrouble):
        return refused("store-trouble", error.text)
    current_app.logger.error("A message to a table failed", exc_info=error)
    return refused("bug", text("Something went wrong in Battlemat itself. The terminal says more."))


def refused(code: str, message: Words, rule: str | None = None) -> Reply:
    """Word a refusal as the reply to a message."""
    return {"ok": False, "refusal": {"code": code, "message": told(message), "rule": rule}}
