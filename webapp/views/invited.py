"""What an invited GM has besides the tables: the way in, all tables as files, deleting them, and leaving.

Whose a table is, is looked up before anything else: of another's there is no more to be learnt here than of
one that never was.
"""

import shutil
import zipfile
from tempfile import TemporaryFile

from flask import Blueprint, redirect
from flask.typing import ResponseReturnValue

from rules.engine.text import text
from webapp.archive.table_file import SUFFIX
from webapp.archive.table_file_writer import gather, picture_paths, write_table
from webapp.context import get_store
from webapp.server.background import run_apart
from webapp.server.http_errors import Denied, Missing
from webapp.server.limits import wrong_code
from webapp.store.rows import GmRow, TableRow
from webapp.table import ownership
from webapp.table.grants import forget_invitation, grant_invited, invited_gm, is_host, own_tables
from webapp.table.names import file_name
from webapp.table.questions import ask_to_delete, ask_to_go_on_as, ask_to_leave
from webapp.views.backup_pages import send_zip

bp = Blueprint("invited", __name__)


@bp.get("/invitation/<key>")
def come_in(key: str) -> ResponseReturnValue:
    """Let an invited GM in by the invitation; who is a GM here already is asked first.

    Otherwise a link that somebody else sends would make the tables that they go on to make the sender's.
    """
    gm, present = _by_key(key), invited_gm()
    is_another = present is not None and present.id != gm.id
    if is_another or (present is None and (is_host() or own_tables())):
        return ask_to_go_on_as(gm.name)
    grant_invited(gm)
    return redirect("/", 303)


@bp.post("/invitation/<key>")
def go_on(key: str) -> ResponseReturnValue:
    """Let somebody in as an invited GM who was somebody else here before."""
    grant_invited(_by_key(key))
    return redirect("/", 303)


@bp.post("/mine/sign-out")
def sign_out() -> ResponseReturnValue:
    """Let this device be the GM's no more; the link opens everything again."""
    forget_invitation()
    return redirect("/", 303)


@bp.get("/mine/tables.zip")
def save_all() -> ResponseReturnValue:
    """Send all tables of the GM as table files in one archive."""
    gm, store = _require_gm(), get_store()
    out = TemporaryFile()  # noqa: SIM115 (the answer closes it)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as packed:
        for number, table_id in enumerate(store.gms.tables_of(gm.id), 1):
            file = gather(store, table_id)
            if file is None:
                continue
            paths = picture_paths(store, table_id, file)
            with TemporaryFile() as one:
                run_apart(write_table, file, paths, one)
                one.seek(0)
                with packed.open(
                    f"{number:02} {file_name(file.name, SUFFIX)}", "w", force_zip64=True
                ) as part:
                    run_apart(shutil.copyfileobj, one, part)
    return send_zip(out, file_name(f"Battlemat {gm.name}", ".zip"))


@bp.get("/mine/tables/<table_id>/delete")
def ask_delete(table_id: str) -> ResponseReturnValue:
    """Ask whether a table is to be deleted."""
    return ask_to_delete(_own_table(table_id), "/")


@bp.post("/mine/tables/<table_id>/delete")
def delete(table_id: str) -> ResponseReturnValue:
    """Delete a table."""
    ownership.delete_table(_own_table(table_id).id)
    return redirect("/", 303)


@bp.get("/mine/leave")
def ask_leave() -> ResponseReturnValue:
    """Ask whether all that is the GM's is to be deleted."""
    gm, store = _require_gm(), get_store()
    return ask_to_leave(gm.name, store.tables_of(store.gms.tables_of(gm.id)))


@bp.post("/mine/leave")
def leave() -> ResponseReturnValue:
    """Delete all that is the GM's, and let the session be nobody's."""
    ownership.leave(_require_gm())
    forget_invitation()
    return redirect("/", 303)


def _by_key(key: str) -> GmRow:
    gm = get_store().gms.find_by_key(key)
    if gm is None:
        wrong_code()
        raise Missing(text("This invitation leads nowhere; it may have been changed. Ask the host for it."))
    return gm


def _require_gm() -> GmRow:
    gm = invited_gm()
    if gm is None:
        raise Denied(text("This page is for a GM whom the host has invited: open the invitation first."))
    return gm


def _own_table(table_id: str) -> TableRow:
    gm, table = _require_gm(), get_store().table(table_id)
    if table is None or table.gm_id != gm.id:
        raise Missing(text("You have no such table."))
    return table
