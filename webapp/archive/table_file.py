"""A table as one file (`.battlemat`): a zip of its scenes' logs, its pictures and a list of both.

    manifest.json                 what it is, the table's name and settings, people, scenes, and every file
                                  with its size and SHA-256
    scenes/0.jsonl, 1.jsonl ...   the log of each scene, an event a line: [kind, data, command id, time]
    talk.json                     what people said, threw and showed each other, their papers and kept rolls
    pictures/<id>.webp            the pictures that lie under the scenes, those of tokens, papers and pins

It holds all that the GM knows, and neither keys nor the seeds of dice to come. Nothing is unpacked to a name
that stands in the file: only these names are read at all, each no further than the manifest says.
"""

import hashlib
import json
import re
import struct
import time
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from rules.engine.battle_events import MapEdited, MapSet
from rules.engine.combatant_events import CombatantAdded, PictureSet
from rules.engine.text import text
from webapp import __version__
from webapp.archive.note_pictures import picture_of_note
from webapp.archive.unsealed_logs import without_serials
from webapp.importers import ImportProblem, Picture
from webapp.importers.pictures import MAX_BYTES, keep_picture, megabytes
from webapp.store.rows import MOST_GROUPS, MOST_MEMBERS, StoredEvent, TableSettings
from webapp.store.store import Store
from webapp.talk.file import MOST_BYTES as MOST_OF_TALK
from webapp.talk.file import NAME as TALK
from webapp.talk.file import pictures_of, read_talk, write_talk
from webapp.talk.rows import TalkRows

FORMAT, VERSION = "battlemat-table", 2
SUFFIX = ".battlemat"
MAX_FILE_BYTES = 500_000_000
"""Largest table file, in bytes."""
_MOST_IN_ALL = 2_000_000_000
_MOST_OF_LOG = 300_000_000
_MOST_FILES = 2_000
_MOST_MANIFEST = 20_000_000
_MOST_TIMES = 200
"""How many times its packed size a log may have: an honest one has ten to thirty."""
_NAME = re.compile(r"manifest\.json|talk\.json|scenes/\d{1,4}\.jsonl|pictures/[0-9a-f]{32}\.webp", re.ASCII)

_PIECE = 1 << 20

_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    OverflowError,
    RuntimeError,  # locked with a password, or packed in a way that is not known here
    ValueError,
)
"""What zips that are damaged or none raise."""

_Name = Field(min_length=1, max_length=200)
_Id = Field(pattern=r"^[0-9A-Za-z]{1,32}$")


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Person(_Part):
    id: str = _Id
    name: str = _Name


class _Scene(_Part):
    system: str = Field(max_length=64)
    name: str = _Name
    picture: str | None = Field(default=None, pattern=r"^[0-9a-f]{32}$")
    created: AwareDatetime
    seats: dict[str, str] = {}


class _Group(_Part):
    system: str = Field(max_length=64)
    name: str = _Name
    members: list[dict[str, Any]] = Field(min_length=1, max_length=MOST_MEMBERS)


class _File(_Part):
    size: int = Field(ge=0)
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")


class _Manifest(_Part):
    format: Literal["battlemat-table"]
    version: int
    made_by: str = Field(max_length=100)
    made: AwareDatetime
    name: str = _Name
    settings: dict[str, Any] = {}
    people: list[_Person] = []
    scenes: list[_Scene] = Field(min_length=1)
    groups: list[_Group] = Field(default=[], max_length=MOST_GROUPS)
    current: int = Field(ge=0)
    files: dict[str, _File]


_EVENT: TypeAdapter[tuple[str, dict[str, Any], str, datetime]] = TypeAdapter(
    tuple[str, dict[str, Any], str, AwareDatetime]
)


@dataclass(frozen=True, slots=True)
class KeptScene:
    """A scene out of a table file; `seats` go by the ids of the file's people, `picture` by its pictures."""

    system: str
    name: str
    created: datetime
    picture: str | None
    seats: Mapping[str, str]
    events: tuple[StoredEvent, ...]


@dataclass(frozen=True, slots=True)
class TableFile:
    """What a table file holds. `people` are ids and names; `pictures` those that came along."""

    name: str
    settings: TableSettings
    people: tuple[tuple[str, str], ...]
    scenes: tuple[KeptScene, ...]
    current: int
    pictures: Mapping[str, Picture]
    groups: tuple[tuple[str, str, tuple[Mapping[str, Any], ...]], ...] = ()
    """Kept parties and encounters: system, name and members of each."""
    talk: TalkRows = field(default_factory=TalkRows)
    """Where it was said is named by the scenes' ids in the database, or by their places in the file."""
    scene_ids: tuple[str, ...] = ()


def pictures_of_scene(scene: KeptScene) -> set[str]:
    """Name the pictures that a scene ever had: the one it came with, and those of its log."""
    named = {
        id_
        for event in scene.events
        if (id_ := picture_named(event) or face_named(event) or picture_of_note(event))
    }
    return named | {scene.picture} if scene.picture else named


def faces_of_groups(file: "TableFile") -> set[str]:
    """Name the pictures of tokens that come with the kept groups."""
    return {str(m["picture"]) for _, _, members in file.groups for m in members if m.get("picture")}


def face_named(event: StoredEvent) -> str:
    """Name the picture that an event puts on a token; empty where it names none."""
    if event.kind not in (CombatantAdded.kind, PictureSet.kind):
        return ""
    id_ = event.data.get("picture")
    return id_ if isinstance(id_, str) else ""


def picture_named(event: StoredEvent) -> str:
    """Name the picture that an event lays under the map; empty where it names none."""
    whole = event.data.get({MapSet.kind: "map", MapEdited.kind: "patch"}.get(event.kind, ""))
    picture = whole.get("picture") if isinstance(whole, dict) else None
    id_ = picture.get("id") if isinstance(picture, dict) else None
    return id_ if isinstance(id_, str) else ""


# ------------------------------------------------------------------------------------------- writing
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
    return TableFile(table.name, table.settings, people, scenes, current, {}, groups, talk, ids)


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


# ------------------------------------------------------------------------------------------- reading
def read_table(file: IO[bytes] | Path) -> TableFile:
    """Read a table file and check all of it; nothing is written anywhere.

    Raises:
        ImportProblem: saying what is wrong with it and what to do.
    """
    try:
        with zipfile.ZipFile(file) as packed:
            return _read(packed)
    except _DAMAGE:
        said = text("This is no table file, or a damaged one: save the table once more and choose that file.")
        raise ImportProblem(said) from None


def _read(packed: zipfile.ZipFile) -> TableFile:
    infos = packed.infolist()
    if len(infos) > _MOST_FILES:
        raise ImportProblem(
            text("The file holds {n} files; a table has at most {most}.", n=len(infos), most=_MOST_FILES)
        )
    found = {info.filename: info for info in infos}
    if len(found) != len(infos):
        raise ImportProblem(text("The file holds two files of one name: it was not made by Battlemat."))
    for name in found:
        if _NAME.fullmatch(name) is None:
            raise ImportProblem(
                text("The file holds {name}, which has no place in a table file.", name=_short(name))
            )
    if sum(info.file_size for info in infos) > _MOST_IN_ALL:
        said = text(
            "Unpacked, the file has more than {most} MB: too much for a table.", most=megabytes(_MOST_IN_ALL)
        )
        raise ImportProblem(said)
    if "manifest.json" not in found:
        raise ImportProblem(text("The file has no manifest.json: it is a zip, but no table file."))
    manifest = _manifest(_unpack(packed, found["manifest.json"], _MOST_MANIFEST))
    if set(manifest.files) != set(found) - {"manifest.json"}:
        raise ImportProblem(text("The file does not hold what its manifest lists: save the table once more."))
    scenes = tuple(_kept_scene(packed, found, manifest, number) for number in range(len(manifest.scenes)))
    talk = TalkRows()  # a file of an older version has none
    if TALK in found:
        talk = read_talk(_checked(packed, found, manifest, TALK, MOST_OF_TALK), len(scenes))
    needed = {scene.picture for scene in scenes if scene.picture} | pictures_of(talk)
    groups = tuple((group.system, group.name, tuple(group.members)) for group in manifest.groups)
    named = {str(m.get("picture")) for _, _, members in groups for m in members}
    named = named.union(*map(pictures_of_scene, scenes))
    there = {id_ for id_ in named if f"pictures/{id_}.webp" in found}
    pictures = {id_: _picture(packed, found, manifest, id_) for id_ in sorted(needed | there)}
    return TableFile(
        name=manifest.name,
        settings=TableSettings.read(json.dumps(manifest.settings)),
        people=tuple((person.id, person.name) for person in manifest.people),
        scenes=scenes,
        current=manifest.current,
        pictures=pictures,
        talk=talk,
        scene_ids=tuple(str(n) for n in range(len(scenes))),
        groups=groups,
    )


def _manifest(data: bytes) -> _Manifest:
    try:
        raw = json.loads(data)
    except (ValueError, RecursionError):
        raise ImportProblem(text("The file's manifest is damaged: save the table once more.")) from None
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise ImportProblem(text("This zip is no table file of Battlemat."))
    if isinstance(raw.get("version"), int) and raw["version"] > VERSION:
        by = _short(str(raw["made_by"])) if "made_by" in raw else text("a newer version")
        raise ImportProblem(
            text("The file was made by {by}, which is newer than this one: update Battlemat first.", by=by)
        )
    try:
        manifest = _Manifest.model_validate(raw)
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors()[0]["loc"])
        raise ImportProblem(
            text("The file's manifest cannot be read: look at {where}.", where=_short(where))
        ) from None
    if manifest.current >= len(manifest.scenes):
        raise ImportProblem(text("The file's manifest names a scene that is not there."))
    return manifest


def _kept_scene(
    packed: zipfile.ZipFile, found: Mapping[str, zipfile.ZipInfo], manifest: _Manifest, number: int
) -> KeptScene:
    scene = manifest.scenes[number]
    people = {person.id for person in manifest.people}
    name = f"scenes/{number}.jsonl"
    log = _checked(packed, found, manifest, name, _MOST_OF_LOG)
    events = []
    for seq, line in enumerate(log.splitlines(), 1):
        try:
            kind, data, command_id, at = _EVENT.validate_json(line)
        except ValidationError:
            said = text(
                "Line {line} of the log of {scene} cannot be read: save the table once more.",
                line=seq,
                scene=_short(scene.name),
            )
            raise ImportProblem(said) from None
        if len(kind) > 64 or len(command_id) > 64:
            said = text(
                "Line {line} of the log of {scene} is no event of Battlemat.",
                line=seq,
                scene=_short(scene.name),
            )
            raise ImportProblem(said)
        events.append(StoredEvent(seq, kind, data, at, command_id))
    seats = {who: person for who, person in scene.seats.items() if person in people and len(who) <= 128}
    return KeptScene(scene.system, scene.name, scene.created, scene.picture, seats, tuple(events))


def _picture(
    packed: zipfile.ZipFile, found: Mapping[str, zipfile.ZipInfo], manifest: _Manifest, id_: str
) -> Picture:
    return keep_picture(_checked(packed, found, manifest, f"pictures/{id_}.webp", 4 * MAX_BYTES))


def _checked(
    packed: zipfile.ZipFile,
    found: Mapping[str, zipfile.ZipInfo],
    manifest: _Manifest,
    name: str,
    most: int,
) -> bytes:
    if name not in found:
        raise ImportProblem(
            text("The file lacks {name}, which its manifest speaks of: save the table once more.", name=name)
        )
    data, said = _unpack(packed, found[name], most), manifest.files[name]
    if len(data) != said.size or hashlib.sha256(data).hexdigest() != said.sha256:
        raise ImportProblem(text("{name} in the file is damaged: save the table once more.", name=name))
    return data


def _unpack(packed: zipfile.ZipFile, info: zipfile.ZipInfo, most: int) -> bytes:
    """Read one file of the zip, no further than may be."""
    packs_too_well = info.file_size > 1_000_000 and info.file_size > _MOST_TIMES * max(info.compress_size, 1)
    if info.file_size > most or packs_too_well:
        raise ImportProblem(text("{name} in the file is too large for a table file.", name=info.filename))
    with packed.open(info) as stream:
        data = stream.read(info.file_size + 1)
    if len(data) != info.file_size:
        raise zipfile.BadZipFile(info.filename)
    return data


def _short(name: str) -> str:
    clean = "".join(sign if sign.isprintable() else "?" for sign in name)
    return f"“{clean if len(clean) <= 60 else clean[:57] + '...'}”"
