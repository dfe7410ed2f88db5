"""A viewer: one who looks at a battle, with what of it is theirs to know.

From a state or an event to a page or a socket there is no way but through what stands here and beside it: who
is seen (`known_people`), how the map looks (`known_walls`, `known_map`), what is told of an event
(`known_events`) and of the open question (`seen_prompt`).
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from rules.engine.areas.auras import Aura
from rules.engine.gm.counters import Counter
from rules.engine.gm.gm_marks import GmMark, may_know
from rules.engine.known_battle import forgetting
from rules.engine.state import BattleState, Combatant
from rules.engine.system import find_system

GM, PLAYER, SCREEN = "gm", "play", "screen"
SECOND = ":"
"""What stands in the log between the role and the name of a GM who is one beside the table's own."""
OWN, RUNS = "own", "runs"
"""Whose a table is that was handed over, and who has it: one takes it back, the other hands it back."""
EXACT = "exact"
"""All is told of the harm of everybody: so it is to the GM, and to others where the table wants it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """Somebody who looks: the role makes the page, the sides what is known, the owned what may be done."""

    role: str
    sides: frozenset[str] = frozenset()
    owns: frozenset[str] = frozenset()
    sight: bool = True
    """Whether tokens out of the party's sight are kept from it (a setting of the table)."""
    alone: bool = False
    """Whether in the fog it knows what its own see, and not what the whole party does."""
    through: str = ""
    """Whose eyes the GM looks through, if these are not the viewer's own."""
    harm: str = EXACT
    """How much it is told of the harm of those against it (a setting of the table; see `harm`)."""
    secret_turns: bool = True
    """Whether it is told nothing of the turns of the unknown (a setting of the table; see `told_turn`)."""
    exceptions: tuple[tuple[str, bool | str], ...] = ()
    """What it may do that others who know the same may not, or the other way round (`table/rights.py`)."""
    leads: bool = True
    """Whether a GM runs the table, and is not one beside who does."""
    way_back: str = ""
    """What it may do about a table that was handed over: `OWN`, `RUNS`, or nothing."""

    @property
    def is_gm(self) -> bool:
        """Say whether everything may be known."""
        return self.role == GM

    @property
    def knowledge(self) -> tuple[Any, ...]:
        """Give what viewers who know the same things share: what is made for one serves all."""
        known = tuple(sorted(self.sides)), tuple(sorted(self.owns)), self.sight, self.alone
        return (self.role, *known, self.through, self.harm, self.secret_turns)

    @property
    def page(self) -> tuple[Any, ...]:
        """Give what viewers share who have the same page: what they know, and what they may do."""
        own = self.exceptions, self.leads, self.way_back
        return self.knowledge if own == ((), True, "") else (*self.knowledge, *own)

    @property
    def told_harm(self) -> str:
        """Give how much it is told of the harm of those against it: all, where it is the GM's."""
        return EXACT if self.is_gm else self.harm

    def knows_harm_of(self, combatant: Combatant) -> bool:
        """Say whether it may know exactly how badly somebody is hurt."""
        if self.told_harm == EXACT:
            return True
        return combatant.id in self.owns or combatant.side in self.sides


def knows_mark(viewer: Viewer, combatant: Combatant | None, seen_by: str) -> bool:
    """Say whether a viewer may know of a mark of the GM's on a combatant, or of a counter.

    The projector is nobody's side: what not all may see is not on it.
    """
    if viewer.is_gm or combatant is None:
        return viewer.is_gm
    own = viewer.role != SCREEN
    return may_know(
        seen_by,
        combatant.id,
        combatant.side,
        owns=viewer.owns if own else (),
        sides=viewer.sides if own else (),
    )


def known_marks(viewer: Viewer, combatant: Combatant) -> tuple[GmMark, ...]:
    """List the GM's marks on a combatant that a viewer may know of."""
    return tuple(mark for mark in combatant.gm_marks if knows_mark(viewer, combatant, mark.seen_by))


def known_counters(viewer: Viewer, combatant: Combatant) -> tuple[Counter, ...]:
    """List the counters of a combatant that a viewer may see."""
    return tuple(one for one in combatant.counters if knows_mark(viewer, combatant, one.seen_by))


def known_auras(viewer: Viewer, combatant: Combatant) -> tuple[Aura, ...]:
    """List the auras of a combatant that a viewer may know of; how long they last is for who plays it."""
    known = (aura for aura in combatant.auras if knows_mark(viewer, combatant, aura.seen_by))
    if viewer.is_gm or (viewer.role != SCREEN and combatant.id in viewer.owns):
        return tuple(known)
    return tuple(replace(aura, left=None, unit="round") for aura in known)


def plays(state: BattleState, viewer: Viewer, who: str | None) -> bool:
    """Say whether a viewer may act for a combatant: the GM, who plays it, or whom it carries."""
    if viewer.is_gm or who in viewer.owns:
        return True
    system = find_system(state.system)
    return who is not None and any(system.map.carrier(state, own) == who for own in viewer.owns)


def known_state(state: BattleState, viewer: Viewer) -> BattleState:
    """Give the state without what the rules let others keep to themselves for now."""
    return state if viewer.is_gm else find_system(state.system).secrets.as_known(state, viewer.owns)


def without_unseen(state: BattleState, known: Collection[str]) -> BattleState:
    """Give the state without the unknown: what a viewer takes to be in the way, and whose turn to come."""
    return forgetting(state, known)


# ------------------------------------------------------------------------------------- secret doors
