"""What a page shows of a note on the map, and of a scene's own notes."""

from dataclasses import dataclass

from rules.engine.notes.map_notes import MapNote
from rules.engine.text import Gap
from webapp.drawing.note_drawing import NoteView, drawer_words, see_notes
from webapp.notes.page_text import Block, blocks_of
from webapp.table.host import Host
from webapp.table.open_table import picture_under
from webapp.talk.rows import GM
from webapp.visibility.viewer import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class NotePage:
    """A note that is opened."""

    note: NoteView
    page: str
    """What is written on its page, as it was typed."""
    blocks: tuple[Block, ...]
    has_picture: bool
    by: Gap
    chosen: tuple[str, ...] = ()
    """Whose players see it, for the GM."""
    characters: tuple[tuple[str, str, str], ...] = ()
    """Who may be chosen, for the GM: ids, names, and by whom they are played."""
    picture: str = ""
    pictures: tuple[tuple[str, str], ...] = ()
    """The pictures that the GM may put on it, by ids with what they are of."""


def note_page(host: Host, viewer: Viewer, note: MapNote) -> NotePage:
    """Open a note for a viewer who knows of it. Called with the table's lock held."""
    state, now = host.battle.state, host.stream(viewer).now
    names = tuple((c.id, c.name) for c in state.combatants.values() if c.id in now)
    (seen,) = see_notes((note,), viewer.owns, names, is_gm=viewer.is_gm)
    page = NotePage(
        note=seen,
        page=note.page,
        blocks=blocks_of(note.page),
        has_picture=bool(note.picture),
        by=drawer_words(note, dict(names)),
    )
    return _for_gm(host, note, page) if viewer.is_gm else page


def _for_gm(host: Host, note: MapNote, page: NotePage) -> NotePage:
    people = {person.id: person.name for person in host.people}
    played = {who: people.get(person, "") for who, person in host.seats.items()}
    characters = tuple(
        (c.id, c.name, played.get(c.id, ""))
        for c in host.battle.state.combatants.values()
        if c.id in played or c.id in note.whom
    )
    return NotePage(
        note=page.note,
        page=page.page,
        blocks=page.blocks,
        has_picture=page.has_picture,
        by=page.by,
        chosen=note.whom,
        characters=characters,
        picture=note.picture,
        pictures=_pictures(host, note),
    )


def _pictures(host: Host, note: MapNote) -> tuple[tuple[str, str], ...]:
    """List the table's pictures that may be put on a pin: those of handouts, and the one under the map."""
    papers = [paper for paper in host.store.talk.papers(host.table_id) if paper.owner == GM]
    found = {paper.picture_id: paper.title for paper in papers if paper.picture_id}
    under = picture_under(host.battle.state.map, host.scene)
    if under:
        found.setdefault(under, host.scene.name)
    if note.picture:
        found.setdefault(note.picture, note.words)
    return tuple(found.items())
