"""Write a table into one file: its scenes' logs, pictures, talk and a list of them."""

import hashlib
import json
import time
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from webapp import __version__
from webapp.archive.table_file import (
    FORMAT,
    VERSION,
    KeptScene,
    TableFile,
    faces_of_groups,
    pictures_of_scene,
)
from webapp.archive.unsealed_logs import without_serials
from webapp.store.rows import StoredEvent
from webapp.store.store import Store
from webapp.talk.file import NAME as TALK
from webapp.talk.file import pictures_of, write_talk

_PIECE = 1 << 20


def gather(store: Store, table_id: str) -> TableFile | None:
    """Collect a table with all its scenes, but without the pictures; None for one that is not there."""
    table = store.table(table_id)
    battles = store.battles(table_id) if table else []
    if table is None or not battles:
        return None
    scenes = tuple(
        KeptScene(
            b.system,
            b.name,
            b.created,
            b.picture_id,
            store.people.seats(b.id),
            without_serials(store.events(b.id)),
        )
        for b in battles
    )
    people = tuple((person.id, person.name) for person in store.people.of_table(table_id))
    current = next((n for n, battle in enumerate(battles) if battle.id == table.battle_id), 0)
    groups = tuple((group.system, group.name, group.members) for group in store.groups.all(table_id))
    talk, ids = store.talk.all_of(table_id), tuple(battle.id for battle in battles)
    settings = table.settings.without_grants()
    return TableFile(table.name, settings, people, scenes, current, {}, groups, talk, ids)


def picture_paths(store: Store, table_id: str, file: TableFile) -> dict[str, Path]:
    """Give where each picture lies here that a table's file names, by its id; lost ones are left out."""
    named = (pictures_of(file.talk) | faces_of_groups(file)).union(*map(pictures_of_scene, file.scenes))
    found = [store.picture_at(table_id, id_) for id_ in sorted(named)]
    files = {picture.id: store.picture_file(picture) for picture in found if picture is not None}
    return {id_: file for id_, file in files.items() if file is not None}


def write_table(file: TableFile, paths: Mapping[str, Path], out: IO[bytes]) -> None:
    """Write a table into a file.

    Args:
        paths: where the pictures lie, by their ids; one that is missing is left out.
    """
    files: dict[str, dict[str, Any]] = {}
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for number, scene in enumerate(file.scenes):
            text = "".join(f"{line}\n" for line in _lines(scene.events)).encode()
            packed.writestr(f"scenes/{number}.jsonl", text)
            files[f"scenes/{number}.jsonl"] = _entry(text)
        for id_, path in sorted(paths.items()):
            if path.is_file():
                files[f"pictures/{id_}.webp"] = _pack(packed, f"pictures/{id_}.webp", path)
        kept = [id_ for id_ in paths if f"pictures/{id_}.webp" in files]
        text = write_talk(file.talk, file.scene_ids, kept)
        packed.writestr(TALK, text)
        files[TALK] = _entry(text)
        manifest = {
            "format": FORMAT,
            "version": VERSION,
            "made_by": f"Battlemat {__version__}",
            "made": datetime.now(UTC).isoformat(),
            "name": file.name,
            "settings": asdict(file.settings),
            "people": [{"id": id_, "name": name} for id_, name in file.people],
            "scenes": [_scene(scene, files) for scene in file.scenes],
            "groups": [
                {"system": system, "name": name, "members": members} for system, name, members in file.groups
            ],
            "current": file.current,
            "files": files,
        }
        packed.writestr("manifest.json", json.dumps(manifest, ensure_ascii=False, indent=1))


def _pack(packed: zipfile.ZipFile, name: str, path: Path) -> dict[str, Any]:
    """Put a file into the zip, piece by piece; give its entry in the manifest."""
    size, digest = 0, hashlib.sha256()
    with open(path, "rb") as file, packed.open(zipfile.ZipInfo(name, time.localtime()[:6]), "w") as out:
        while piece := file.read(_PIECE):
            out.write(piece)
            digest.update(piece)
            size += len(piece)
    return {"size": size, "sha256": digest.hexdigest()}


def _lines(events: Sequence[StoredEvent]) -> Iterator[str]:
    for event in events:
        parts = [event.kind, event.data, event.command_id, event.at.isoformat()]
        yield json.dumps(parts, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _scene(scene: KeptScene, files: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "system": scene.system,
        "name": scene.name,
        "picture": scene.picture if f"pictures/{scene.picture}.webp" in files else None,
        "created": scene.created.isoformat(),
        "seats": dict(scene.seats),
    }


def _entry(data: bytes) -> dict[str, Any]:
    return {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
