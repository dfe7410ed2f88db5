"""The events of notes: one on the map was put, changed or taken away, or the scene's own were written.

As with all events a `kind` is never renamed.
"""

from rules.engine.events import Event, event
from rules.engine.notes.map_notes import MapNote, is_sound
from rules.engine.state import BattleState, changed


@event("map-note-set")
class MapNoteSet(Event):
    """A note on the map is like this from now on; None: it is gone."""

    id: str
    note: MapNote | None = None

    def apply(self, state: BattleState) -> BattleState:
        """Put it over the others, or in the place of the one that it changes."""
        note = self.note
        if note is None:
            return changed(state, map_notes=tuple(one for one in state.map_notes if one.id != self.id))
        if not is_sound(note):
            return state
        if all(one.id != self.id for one in state.map_notes):
            return changed(state, map_notes=(*state.map_notes, note))
        return changed(state, map_notes=tuple(note if one.id == self.id else one for one in state.map_notes))


@event("scene-notes-written")
class SceneNotesWritten(Event):
    """The GM wrote the scene's own notes anew."""

    words: str

    def apply(self, state: BattleState) -> BattleState:
        """Keep them with the scene."""
        return changed(state, scene_notes=self.words)
