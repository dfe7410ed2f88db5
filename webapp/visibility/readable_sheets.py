"""Whose sheets somebody may read: of whom they play, and as far as the GM lets them, those of others.

Of their own side a player reads how it stands with them now. Of all others they read what these are and can
do when they are fresh: of their harm, and of what they have left, it tells no more than the map and the log.
"""

from collections.abc import Collection
from dataclasses import replace

from rules.engine.state import BattleState, Combatant
from rules.engine.system import System
from webapp.table.rights import ALL_SHEETS, OWN_SIDE, READ, Rights
from webapp.visibility.stream import Stream
from webapp.visibility.viewer import PLAYER, Viewer, plays, without_unseen


def may_read(state: BattleState, viewer: Viewer, rights: Rights, known: Collection[str], who: str) -> bool:
    """Say whether a viewer may read somebody's whole sheet.

    Args:
        rights: what the viewer may do.
        known: whom the viewer knows of.
    """
    if plays(state, viewer, who):
        return who in state.combatants
    if viewer.role != PLAYER or who not in known or who not in state.combatants:
        return False
    whose, is_own_side = rights.value(READ), bool(viewer.owns) and state.combatants[who].side in viewer.sides
    return whose == ALL_SHEETS or (whose == OWN_SIDE and is_own_side)


def as_read(state: BattleState, system: System, stream: Stream, viewer: Viewer, who: str) -> Combatant:
    """Give a combatant as a viewer may read its sheet, without the unknown whom its state names."""
    if viewer.is_gm:
        return state.combatants[who]
    known = state if plays(state, viewer, who) else stream.told_state(state)
    found = without_unseen(known, {*stream.now, who}).combatants[who]
    if found.side in viewer.sides:
        return found
    return replace(found, state=system.starting_state(found.sheet))
