"""The notes on the map as a viewer knows them: those that they may see, where they have explored the ground.

What else is known of a note to those who see it would tell of others: whom it is for besides, that it is seen
even in the fog, and who drew it where they do not know of them.
"""

from collections.abc import Collection
from dataclasses import replace

from rules.engine.notes.map_notes import ALL, MapNote, cells_under, may_see
from rules.engine.state import BattleState
from rules.map.model import BattleMap
from webapp.visibility.known_people import MapKnowledge
from webapp.visibility.viewer import Viewer

SOMEBODY = "?"
"""Who drew a note, for those who do not know of them."""


def known_notes(
    state: BattleState, viewer: Viewer, ground: MapKnowledge | None, known: Collection[str]
) -> tuple[MapNote, ...]:
    """List the notes that a viewer knows of, as the viewer does, in the order in which they were put.

    Args:
        ground: what of the map is known in the fog; None for all of it.
        known: the combatants that the viewer knows of.
    """
    if viewer.is_gm or not state.map_notes:
        return state.map_notes
    return tuple(
        _as_known(note, viewer, known)
        for note in state.map_notes
        if may_see(note, viewer.owns) and _lies_in_sight(note, viewer, ground, state.map)
    )


def _lies_in_sight(
    note: MapNote, viewer: Viewer, ground: MapKnowledge | None, battle_map: BattleMap | None
) -> bool:
    """Say whether all that a note lies on is explored, or it is seen whatever it lies on."""
    if ground is None or battle_map is None or note.in_fog or note.by in viewer.owns:
        return True
    cells = cells_under(battle_map.grid, note.points)
    return bool(cells) and not cells & ~ground.explored


def _as_known(note: MapNote, viewer: Viewer, known: Collection[str]) -> MapNote:
    if note.by in viewer.owns:
        return note
    by = note.by if not note.by or note.by in known else SOMEBODY
    return replace(note, seen_by=ALL, whom=(), in_fog=False, by=by)
