"""Putting a table file down: as a new table, or as scenes of the table that it once was."""

import logging
import secrets
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rules.engine.battle import Battle
from rules.engine.battle_events import Commanded, MapSet
from rules.engine.events import SavedBattleError, event_from_json
from rules.engine.refusal import Refusal
from rules.engine.system import find_system
from rules.engine.text import as_text, resolved, text
from webapp.archive.note_pictures import picture_of_note, with_note_picture
from webapp.archive.table_file import TableFile, face_named, picture_named
from webapp.archive.table_file_writer import gather
from webapp.archive.unsealed_logs import without_serials
from webapp.importers import ImportProblem
from webapp.panels.page_frame import Frame
from webapp.panels.presenter import table_view
from webapp.panels.selected import selected_view
from webapp.server.language import told
from webapp.store.rows import BattleRow, SceneRows, StoredEvent, TableRow
from webapp.store.store import Store
from webapp.table.names import new_id
from webapp.table.streams import tell_log
from webapp.talk.file import moved, pictures_of
from webapp.visibility.stream import Stream
from webapp.visibility.viewer import Viewer

_log = logging.getLogger(__name__)


def open_table(store: Store, file: TableFile, gm_id: str | None = None) -> TableRow:
    """Make a new table of a file whose logs were checked; it may be opened any number of times.

    Args:
        gm_id: the invited GM whose it is; None makes it the host's own.
    """
    people = {old: new_id() for old, _ in file.people}
    scenes = _rows(store, file, people)
    named = [(people[old], name) for old, name in file.people]
    moved_on = tuple(
        (people[who], right, value) for who, right, value in file.settings.exceptions if who in people
    )
    settings = replace(file.settings.without_grants(), exceptions=moved_on)
    table = store.put_table(file.name, settings, named, scenes, scenes[file.current].battle.id, gm_id)
    pictures = {id_: store.save_picture(picture, table.id).id for id_, picture in file.pictures.items()}
    store.talk.put_all(table.id, moved(file.talk, people, [scene.battle.id for scene in scenes], pictures))
    for system, name, members in file.groups:
        faced = [{**m, "picture": pictures.get(m["picture"], "")} if m.get("picture") else m for m in members]
        store.groups.keep(table.id, system, name, faced)
    return table


def read_backup(backup: Path, pictures: Path, table_id: str) -> TableFile:
    """Read what a table was in a backup; its pictures are where they were.

    Raises:
        Refusal: `not-in-backup`, if the table was made later.
        StoreTrouble: if the backup is damaged.
    """
    with TemporaryDirectory() as folder:
        copy = Path(folder) / backup.name
        shutil.copyfile(backup, copy)
        old = Store(copy, pictures)  # of whatever version: the copy is brought up to date
        try:
            file = gather(old, table_id)
        finally:
            old.close()
    if file is None:
        raise Refusal("not-in-backup", text("This table did not exist yet when that backup was made."))
    return file


def bring_back(store: Store, table_id: str, file: TableFile, when: str) -> str:
    """Put what a table once was beside what it is, as scenes named after the time.

    Notes, handouts and kept rolls that are gone since come back too; what people said stays as it is.

    Gives the id of the one that lay before the table then.
    """
    now = datetime.now(UTC)
    scenes = _rows(store, file, {})
    for number, scene in enumerate(scenes):
        name = told(text("{scene}, as it was {when}", scene=scene.battle.name, when=when))
        scenes[number] = replace(scene, battle=replace(scene.battle, name=name, created=now))
    store.put_scenes(table_id, scenes)
    store.table_pictures.note(table_id, pictures_of(file.talk))
    store.talk.put_back(table_id, file.talk)
    return scenes[file.current].battle.id


def check_logs(file: TableFile) -> None:
    """Tell every log again. Raises `ImportProblem` for one that no rule system here can."""
    for scene in file.scenes:
        try:
            kinds = find_system(scene.system).event_kinds()
            events = (event_from_json(kinds, e.kind, e.data) for e in scene.events)
            show_all(Battle.load(scene.system, events))
        except (Refusal, SavedBattleError) as problem:
            why = problem.text if isinstance(problem, Refusal) else str(problem)
            said = text(
                "The scene {scene} cannot be opened. {why}", scene=scene.name, why=resolved(as_text(why))
            )
            raise ImportProblem(said) from None
        except Exception as error:  # no bug: a log that no fight comes to, which the rules need not bear
            _log.info("A table file was refused: the scene %s cannot be shown", scene.name, exc_info=error)
            said = text(
                "The scene {scene} cannot be opened: its log holds what no fight comes to.", scene=scene.name
            )
            raise ImportProblem(said) from None


def show_all(battle: Battle) -> None:
    """Put all that pages show of a battle into words once, so that what cannot be shown is raised here."""
    viewer, frame = Viewer(role="gm"), Frame(table_id="", table_name="", role="gm")
    stream = tell_log(Stream(viewer, ""), battle)
    table_view(battle, viewer, frame, stream)
    for who in battle.state.combatants:
        selected_view(battle, stream, frame, who, {})


def _rows(store: Store, file: TableFile, people: Mapping[str, str]) -> list[SceneRows]:
    """Give the file's scenes ids of their own; `people` are the new ids for the old, where they change."""
    pictures = {scene.picture: scene.picture for scene in file.scenes}
    pictures |= {id_: store.save_picture(picture).id for id_, picture in file.pictures.items()}
    return [
        SceneRows(
            BattleRow(
                id=new_id(),
                table_id="",
                system=scene.system,
                name=scene.name,
                picture_id=pictures[scene.picture],
                dice_seed=secrets.token_hex(32),
                created=scene.created,
            ),
            without_serials(_with_pictures(_said_by(scene.events, people), pictures)),
            {who: people.get(person, person) for who, person in scene.seats.items()},
        )
        for scene in file.scenes
    ]


def _with_pictures(
    events: Sequence[StoredEvent], pictures: Mapping[str | None, str | None]
) -> list[StoredEvent]:
    """Let the log name pictures as they are kept here."""

    def renamed(event: StoredEvent) -> StoredEvent:
        face = face_named(event)
        if face:
            return replace(event, data={**event.data, "picture": pictures.get(face, face)})
        if picture_of_note(event):
            return with_note_picture(event, pictures)
        old = picture_named(event)
        new = pictures.get(old)
        if not old or new is None or new == old:
            return event
        key = "map" if event.kind == MapSet.kind else "patch"
        whole = event.data[key]
        return replace(event, data={**event.data, key: {**whole, "picture": {**whole["picture"], "id": new}}})

    return [renamed(event) for event in events]


def _said_by(events: Sequence[StoredEvent], people: Mapping[str, str]) -> list[StoredEvent]:
    """Let the log name people by their new ids."""

    def renamed(data: dict[str, Any]) -> dict[str, Any]:
        by = data.get("by")
        return {**data, "by": people[by]} if isinstance(by, str) and by in people else data

    return [replace(e, data=renamed(e.data)) if e.kind == Commanded.kind else e for e in events]
