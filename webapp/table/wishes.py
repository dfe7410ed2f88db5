"""Players who ask the GM to take the last thing back."""

from rules.engine.refusal import Refusal
from rules.engine.text import text
from webapp.table.grants import Visitor
from webapp.table.host import Host
from webapp.table.notes import WISHES


def wish(host: Host, visitor: Visitor) -> None:
    """Let the GM know that a player asks to take the last thing back.

    Raises:
        Refusal: `not-allowed` or `nothing-to-undo`.
    """
    with host.lock:
        if visitor.role != "play" or visitor.person_id is None:
            raise Refusal("not-allowed", text("Only players ask the GM for an undo."))
        if not host.battle.can_undo:
            raise Refusal("nothing-to-undo", text("There is nothing to take back."))
        host.notes.put(WISHES, visitor.person_id, visitor.name)
        host.publish()


def settle(host: Host, person_id: str) -> None:
    """Lay a player's wish aside, if there is one."""
    with host.lock:
        if host.notes.take(WISHES, person_id) is not None:
            host.publish()
