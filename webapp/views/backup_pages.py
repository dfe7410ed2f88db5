"""Keeping and going back: a table as a file, out and in; backups; the log to read elsewhere."""

from tempfile import TemporaryFile
from typing import IO

from flask import Blueprint, redirect, render_template, request, send_file
from flask.typing import ResponseReturnValue

from rules.engine.refusal import Refusal
from rules.engine.text import text
from webapp.archive.backups import Backup, find_backup, is_whole, list_backups, local_time
from webapp.archive.log_export import as_text
from webapp.archive.table_file import SUFFIX, TableFile
from webapp.archive.table_file_import import bring_back, check_logs, open_table, read_backup
from webapp.archive.table_file_reader import read_table
from webapp.archive.table_file_writer import gather, picture_paths, write_table
from webapp.context import SCENE_SIGN, get_settings, get_store, page_address
from webapp.pictures.picture_queue import work_on_picture
from webapp.server.background import run_apart
from webapp.server.downloads import as_download, style_alone
from webapp.server.forms import done
from webapp.server.security import takes_big_files
from webapp.table.grants import Visitor, grant_gm, granted, owner_of_new_table
from webapp.table.hosts import hosts
from webapp.table.names import file_name
from webapp.table.picture_quota import require_room
from webapp.talk.log import with_talk

bp = Blueprint("keeping", __name__)


@bp.app_template_global("backups")
def backups() -> list[Backup]:
    """List the copies that lie beside the data, the newest first."""
    return list_backups(get_settings())


@bp.app_template_global("is_hosts_own")
def is_hosts_own(table_id: str) -> bool:
    """Say whether a table is the host's own: how large the copies are tells of all others' tables."""
    table = get_store().table(table_id.partition(SCENE_SIGN)[0])
    return table is not None and table.gm_id is None


@bp.app_template_global("backup_is_whole")
def backup_is_whole(backup: Backup) -> bool:
    """Say whether a copy is undamaged."""
    return is_whole(get_settings(), backup)


bp.add_app_template_filter(local_time, "local_time")


# ------------------------------------------------------------------------------------- table files
@bp.get("/tables/<table_id>/gm/table.battlemat")
@granted("gm")
def save_table(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Send the table with all its scenes, secrets too, as one file."""
    table = gather(get_store(), table_id)
    if table is None:
        raise Refusal("no-table", text("This table is gone."))
    out = TemporaryFile()  # noqa: SIM115 (the answer closes it)
    run_apart(write_table, table, picture_paths(get_store(), table_id, table), out)
    return send_zip(out, file_name(table.name, SUFFIX))


def send_zip(out: IO[bytes], name: str) -> ResponseReturnValue:
    """Send a file that was just written, under a name."""
    out.seek(0)
    return send_file(out, mimetype="application/zip", as_attachment=True, download_name=name, max_age=0)


@bp.post("/tables/open")
@takes_big_files
def open_file() -> ResponseReturnValue:
    """Open a table file as a new table, for somebody who is a GM here already."""
    gm_id = owner_of_new_table()
    file = request.files.get("file")
    if file is None or not file.filename:
        raise Refusal("no-file", text("Choose a table file first; its name ends in {ending}.", ending=SUFFIX))
    read = work_on_picture(_read_and_check, file.stream)  # each of its pictures is decoded once
    require_room(get_store(), gm_id, sum(len(picture.data) for picture in read.pictures.values()))
    table = open_table(get_store(), read, gm_id)
    grant_gm(table)
    return redirect(page_address("gm", table.id), 303)


def _read_and_check(file: IO[bytes]) -> TableFile:
    read = read_table(file)
    check_logs(read)
    return read


# ----------------------------------------------------------------------------------------- backups
@bp.post("/tables/<table_id>/gm/bring-back")
@granted("gm")
def bring_table_back(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Bring the table before everybody as a backup has it; what it is now stays among its scenes."""
    backup = find_backup(get_settings(), request.form.get("backup", ""))
    if backup is None:
        raise Refusal("no-backup", text("That backup is not there any more: load the page again."))
    if not run_apart(is_whole, get_settings(), backup):
        raise Refusal(
            "damaged-backup", text("That backup is damaged: choose another one. Nothing was changed.")
        )
    store = get_store()
    file = run_apart(read_backup, backup.path, store.pictures, table_id)
    run_apart(check_logs, file)
    hosts().live(table_id).switch(bring_back(store, table_id, file, local_time(backup.made)), as_it_was=True)
    return done(table_id)


# ----------------------------------------------------------------------------------------- the log
@bp.get("/tables/<table_id>/<role>/log.<kind>")
@granted()
def save_log(table_id: str, role: str, kind: str, visitor: Visitor) -> ResponseReturnValue:
    """Send the whole log of the scene as this viewer was told it, as text or as a page that stands alone."""
    if kind not in ("txt", "html"):
        raise Refusal("unknown-format", text("The log can be had as log.txt or log.html."))
    host = hosts().get(table_id)
    with host.lock:
        lines = with_talk(host.whole_log(host.viewer(visitor)), host.talk.heard_by(visitor))
        name = host.name_for(visitor)
    if kind == "txt":
        return as_download(as_text(name, lines), "text/plain", name, ".txt")
    page = render_template("pages/log_alone.html", name=name, lines=lines, style=style_alone("log-alone"))
    return as_download(page, "text/html", name, ".html")
