"""Read a table's file: nothing in it is believed that its list and its sums do not say."""

import hashlib
import json
import re
import struct
import zipfile
import zlib
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import IO, Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from rules.engine.text import text
from webapp.archive.table_file import FORMAT, VERSION, KeptScene, TableFile, pictures_of_scene
from webapp.importers import ImportProblem, Picture
from webapp.importers.pictures import MAX_BYTES, keep_picture, megabytes
from webapp.store.rows import MOST_GROUPS, MOST_MEMBERS, StoredEvent, TableSettings
from webapp.talk.file import MOST_BYTES as MOST_OF_TALK
from webapp.talk.file import NAME as TALK
from webapp.talk.file import pictures_of, read_talk
from webapp.talk.rows import TalkRows

_MOST_IN_ALL = 2_000_000_000


_MOST_OF_LOG = 300_000_000


_MOST_FILES = 2_000


_MOST_MANIFEST = 20_000_000


_MOST_TIMES = 200
"""How many times its packed size a log may have: an honest one has ten to thirty."""


_NAME = re.compile(r"manifest\.json|talk\.json|scenes/\d{1,4}\.jsonl|pictures/[0-9a-f]{32}\.webp", re.ASCII)


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
