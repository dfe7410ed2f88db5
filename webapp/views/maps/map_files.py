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
from webapp.importers import (
    MAX_FLOORS,
    Floor,
    ImportedMap,
    ImportProblem,
    ImportReport,
    Picture,
    read_picture_map,
    read_uvtt,
    stack,
)
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
    """Lay out a Universal VTT file or a picture as a new scene, or a picture under the one that is there.

    Several files at once are the floors of one scene.
    """
    files = _the_files()
    name = _title([PureWindowsPath(file.filename or "").stem for file in files])
    is_picture = len(files) == 1 and _is_picture(files[0])
    under = is_ticked("under") and (is_picture or len(files) > 1)
    if under and len(files) > 1:
        raise Refusal("one-file", text("One picture goes under the map that is there, and no more."))
    host = hosts().get(table_id)
    system = find_system(request.form.get("system") or host.scene.system)
    imported = work_on_picture(lambda: _read(files))
    if imported.picture is not None:
        _cut_early(table_id, imported.picture)
    report = imported.report
    prepared = is_ticked("prepared") or host.is_prepared
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


def _the_files() -> list[FileStorage]:
    """Give the files that were sent. Raises `Refusal`."""
    files = [file for file in request.files.getlist("file") if file.filename]
    if not files:
        raise Refusal(
            "no-file", text("Choose a map file first: Universal VTT, or a PNG, JPEG or WebP picture.")
        )
    if len(files) > MAX_FLOORS:
        said = text(
            "Those are {files} files; at most {most} floors are read as one scene.",
            files=len(files),
            most=MAX_FLOORS,
        )
        raise Refusal("one-file", said)
    return files


def _title(stems: list[str]) -> str:
    """Name the scene as its file is called; of several floors what all their names begin with."""
    name = stems[0]
    for stem in stems[1:]:
        while not stem.startswith(name):
            name = name[:-1]
    if len(stems) > 1 and name not in stems:
        name = name.rpartition(" ")[0] if " " in name else name
    return name.strip(" -–_.")[:LONGEST_TITLE] or told(text("Map"))


def _read(files: list[FileStorage]) -> ImportedMap:
    """Read what was brought: one map, or several floors of one."""

    def read(file: FileStorage) -> ImportedMap:
        reader = read_picture_map if _is_picture(file) else read_uvtt
        return reader(file.read(), file.filename or "")

    if len(files) == 1:
        return read(files[0])
    return stack([Floor(file.filename or "", read(file)) for file in files])


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
    per_cell, unit = system.cell
    levels = tuple(replace(level, elevation=level.elevation * per_cell) for level in battle_map.levels)
    return replace(battle_map, grid=replace(grid, per_cell=per_cell, unit=unit), levels=levels)


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
