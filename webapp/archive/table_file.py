"""A table as one file (`.battlemat`): a zip of its scenes' logs, its pictures and a list of both.

    manifest.json                 what it is, the table's name and settings, people, scenes, and every file
                                  with its size and SHA-256
    scenes/0.jsonl, 1.jsonl ...   the log of each scene, an event a line: [kind, data, command id, time]
    talk.json                     what people said, threw and showed each other, their papers and kept rolls
    pictures/<id>.webp            the pictures that lie under the scenes, those of tokens, papers and pins

It holds all that the GM knows, and neither keys nor the seeds of dice to come. Nothing is unpacked to a name
that stands in the file: only these names are read at all, each no further than the manifest says.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from rules.engine.battle_events import MapEdited, MapSet
from rules.engine.combatant_events import CombatantAdded, PictureSet
from webapp.archive.note_pictures import picture_of_note
from webapp.importers import Picture
from webapp.store.rows import StoredEvent, TableSettings
from webapp.talk.rows import TalkRows

FORMAT, VERSION = "battlemat-table", 2
SUFFIX = ".battlemat"
MAX_FILE_BYTES = 500_000_000
"""Largest table file, in bytes."""


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
