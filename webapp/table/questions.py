"""Questions that are asked before something is gone for good; each names what it is about."""

from collections.abc import Sequence

from flask import render_template
from flask.typing import ResponseReturnValue

from rules.engine.text import Text, text
from webapp.server.security import csrf_token
from webapp.store.rows import GmRow, TableRow

_FOR_GOOD = text("This cannot be undone. Backups of the server may hold the log until they are replaced.")


def ask_to_delete(table: TableRow, back: str) -> ResponseReturnValue:
    """Ask whether a table is to be deleted."""
    gone = text("All its scenes, logs and handouts go, and the pictures that no other table has.")
    return _ask(
        text("Delete {table}?", table=table.name),
        (gone, _FOR_GOOD),
        (),
        text("Delete {table}", table=table.name),
        back,
    )


def ask_to_leave(name: str, tables: Sequence[TableRow]) -> ResponseReturnValue:
    """Ask whether all that is a GM's is to be deleted."""
    gone = text("All your tables go, with their logs, handouts and pictures, and your link ends.")
    return _ask(
        text("Delete all that is yours, {name}, and leave?", name=name),
        (gone, text("Download them first if you want to keep them."), _FOR_GOOD),
        tables,
        text("Delete everything and leave"),
        "/",
    )


def ask_to_go_on_as(name: str) -> ResponseReturnValue:
    """Ask somebody who is a GM here already whether this device is to be an invited GM's."""
    said = text("You are a GM here already. Tables that you make from now on will be {name}'s.", name=name)
    go_on = text("Go on as {name}", name=name)
    return _ask(text("Go on as {name} on this device?", name=name), (said,), (), go_on, "/", is_grave=False)


def ask_to_send_away(gm: GmRow, tables: Sequence[TableRow], back: str) -> ResponseReturnValue:
    """Ask whether a GM is to be sent away."""
    ends = text("The link and all open pages end at once, and nobody is let in at these tables any more.")
    stay = text("The tables stay as they are until you give them to another GM or delete them.")
    return _ask(
        text("Send {name} away?", name=gm.name),
        (ends, stay) if tables else (text("The link and all open pages end at once."),),
        tables,
        text("Send {name} away", name=gm.name),
        back,
    )


def _ask(
    title: Text,
    sentences: Sequence[Text],
    tables: Sequence[TableRow],
    yes: Text,
    back: str,
    *,
    is_grave: bool = True,
) -> ResponseReturnValue:
    return render_template(
        "pages/question.html",
        title=title,
        sentences=sentences,
        tables=tables,
        yes=yes,
        back=back,
        is_grave=is_grave,
        csrf=csrf_token(),
    )
