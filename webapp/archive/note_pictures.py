"""The pictures on the pages behind pins, as the log of a scene names them."""

from collections.abc import Mapping
from dataclasses import replace

from rules.engine.notes.note_events import MapNoteSet
from webapp.store.rows import StoredEvent


def picture_of_note(event: StoredEvent) -> str:
    """Name the picture on a note's page that an event sets; empty where it has none."""
    note = event.data.get("note") if event.kind == MapNoteSet.kind else None
    id_ = note.get("picture") if isinstance(note, dict) else None
    return id_ if isinstance(id_, str) else ""


def with_note_picture(event: StoredEvent, pictures: Mapping[str | None, str | None]) -> StoredEvent:
    """Let an event that sets a note name its picture as it is kept here."""
    old = picture_of_note(event)
    new = pictures.get(old)
    if not old or new is None or new == old:
        return event
    return replace(event, data={**event.data, "note": {**event.data["note"], "picture": new}})
