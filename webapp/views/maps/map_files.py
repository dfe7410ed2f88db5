"""Maps in and out: a file becomes a new scene, a scene becomes a file; and handing out the pictures."""

from dataclasses import replace
from pathlib import PureWindowsPath

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import FileStorage

from rules.engine.refusal import Refusal
from rules.engine.system import System, find_system
from rules.engine.text import text
from rules.map.model import BattleMap
from webapp.context import get_store, table_address
from webapp.exporters import write_uvtt
from webapp.importers import ImportProblem, ImportReport, Picture, read_picture_map, read_uvtt
from webapp.importers.picture_size import picture_type
from webapp.importers.pictures import check_picture
from webapp.pictures.grid_alignment import box_under
from webapp.pictures.picture_queue import cut_when_needed, work_on_picture
from webapp.pictures.tiles import needs_tiles
from webapp.server.downloads import as_download
from webapp.server.forms import is_ticked
from webapp.server.language import told
from webapp.server.security import takes_big_files
from webapp.table.grants import Visitor, granted
from webapp.table.host import Host
from webapp.table.hosts import hosts
from webapp.table.names import LONGEST_TITLE
from webapp.table.picture_quota import save_for_table
from webapp.table.setup.scenes import bring_scene

bp = Blueprint("maps", __name__, url_prefix="/tables/<table_id>")

_YEAR = 365 * 24 * 3600
_HEAD_BYTES = 65_536


@bp.post("/gm/map")
@takes_big_files
@granted("gm")
def add_map(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Lay out a Universal VTT file or a picture as a new scene, or a picture under the one that is there."""
    file = _the_file()
    name = PureWindowsPath(file.filename or "").stem[:LONGEST_TITLE] or told(text("Map"))
    is_picture = _is_picture(file)
    host = hosts().get(table_id)
    system = find_system(request.form.get("system") or host.scene.system)
    read = read_picture_map if is_picture else read_uvtt
    imported = work_on_picture(lambda: read(file.read(), file.filename or ""))
    if imported.picture is not None:
        _cut_early(table_id, imported.picture)
    report = imported.report
    under, prepared = is_picture and is_ticked("under"), is_ticked("prepared") or host.is_prepared
    with host.queue:
        if under:
            _lay_under(host, imported.picture, visitor)
        else:
            report = report if prepared else _with_left_behind(report, host, system)
            battle_map = _measured(imported.map, system)
            bring_scene(
                host,
                name=name,
                battle_map=battle_map,
                picture=imported.picture,
                system=system.id,
                prepared=prepared,
            )
    return render_template(
        "panels/gm/import_report.html",
        report=report,
        table_id=table_address(table_id),
        has_grid=not is_picture or under or prepared,
    )


def _the_file() -> FileStorage:
    """Give the one file that was sent. Raises `Refusal`."""
    files = [file for file in request.files.getlist("file") if file.filename]
    if not files:
        raise Refusal(
            "no-file", text("Choose a map file first: Universal VTT, or a PNG, JPEG or WebP picture.")
        )
    if len(files) > 1:
        said = text(
            "Those are {files} files. Bring them in one by one: each floor is a scene of its own.",
            files=len(files),
        )
        raise Refusal("one-file", said)
    return files[0]


def _cut_early(table_id: str, picture: Picture) -> None:
    """Cut a large picture into tiles before anybody is shown the scene: the first look would wait for it."""
    if needs_tiles(picture.width, picture.height):
        kept = save_for_table(get_store(), table_id, picture)  # under its bytes: saved again, it is the same
        file = get_store().picture_file(kept)
        if file is not None:  # otherwise deleted meanwhile, with the table
            cut_when_needed(file, kept.tiles)


def _is_picture(file: FileStorage) -> bool:
    """Tell a plain picture by its first bytes, and refuse one that is too large before all of it is read."""
    head = file.stream.read(_HEAD_BYTES)
    size = file.stream.seek(0, 2)
    file.stream.seek(0)
    if picture_type(head) is None:
        return False
    try:
        check_picture(head, size)
    except ImportProblem as problem:
        raise problem.of_file(file.filename or "") from None
    return True


def _with_left_behind(report: ImportReport, host: Host, system: System) -> ImportReport:
    """Say who does not come along onto a scene of another rule system."""
    people = len(host.battle.state.combatants)
    if system.id == host.scene.system or not people:
        return report
    who = text("1 combatant stays") if people == 1 else text("{people} combatants stay", people=people)
    said = text(
        "{who} on {host}: their sheets are of {system}.",
        who=who,
        host=host.scene.name,
        system=text(host.battle.system.name),
    )
    return replace(report, dropped=(*report.dropped, said))


def _measured(battle_map: BattleMap, system: System) -> BattleMap:
    """Give a map whose file says nothing of its measure a cell as the rule system has it."""
    grid = battle_map.grid
    if (grid.per_cell, grid.unit) != System.cell:
        return battle_map
    return replace(battle_map, grid=replace(grid, per_cell=system.cell[0], unit=system.cell[1]))


def _lay_under(host: Host, picture: Picture | None, visitor: Visitor) -> None:
    """Lay a picture under the map that is there, in place of the one it has: a change of the map."""
    battle_map = host.battle.state.map
    assert picture is not None
    if battle_map is None:
        raise Refusal("no-map", text("There is no map before the table yet that a picture could lie under."))
    id_ = save_for_table(host.store, host.table_id, picture).id
    box = box_under(battle_map, (picture.width, picture.height))
    box = replace(box, id="" if id_ == host.scene.picture_id else id_)
    if box != battle_map.picture:
        laid = {"at": list(box.at), "size": list(box.size), "id": box.id}
        host.handle({"do": "edit-map", "picture": laid}, visitor)


@bp.get("/gm/map.uvtt")
@granted("gm")
def save_map(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Send the map with everything on it, secrets too, as a Universal VTT file."""
    host = hosts().get(table_id)
    battle_map, scene = host.battle.state.map, host.scene
    if battle_map is None:
        raise Refusal("no-map", text("There is no map before the table that could be saved."))
    picture = get_store().picture_at(table_id, host.picture_id) if host.picture_id else None
    path = get_store().picture_file(picture) if picture is not None else None
    size = (picture.width, picture.height) if picture is not None else (0, 0)
    written = work_on_picture(lambda: write_uvtt(battle_map, path.read_bytes() if path else None, size))
    return as_download(written, "application/octet-stream", scene.name, ".uvtt")
