"""The events that tell who takes part in a battle: who comes, goes, is changed by hand, has which sheet.

As with all events a `kind` is never renamed.
"""

from dataclasses import field, replace
from typing import Any

from rules.engine.caches import ReadOnce
from rules.engine.declared.tempers import STEADY
from rules.engine.events import OfOne, event
from rules.engine.gm.aims import Aim
from rules.engine.registry import find_registered
from rules.engine.state import BattleState, Combatant, Lamp, still_there
from rules.engine.text import Words
from rules.map.model import Place

_SHEETS: ReadOnce[Any] = ReadOnce(100)


@event("combatant-added")
class CombatantAdded(OfOne):
    """A combatant joined the battle, with its sheet and starting state as JSON."""

    name: str
    side: str
    sheet: dict[str, Any] = field(default_factory=dict)
    state: dict[str, Any] = field(default_factory=dict)
    at: Place | None = None
    size: int = 1
    hidden: bool = False
    by_hand: bool = False
    miniature: bool = False
    picture: str = ""
    lamp: Lamp | None = None
    portrait: str = ""
    temper: str = STEADY
    altitude: float = 0.0
    flies: bool = False

    def apply(self, state: BattleState) -> BattleState:
        """Put the combatant at the end of the list."""
        system = find_registered(state.system)
        sheet = _SHEETS.read(self.sheet, system.read_sheet)
        added = Combatant(
            id=self.who,
            name=self.name,
            side=self.side,
            sheet=sheet,
            state=system.state_type.from_json(self.state),
            at=still_there(state.map, self.at, self.size),
            size=self.size,
            hidden=self.hidden,
            house=state.house,
            by_hand=self.by_hand,
            miniature=self.miniature,
            picture=self.picture,
            lamp=self.lamp,
            portrait=self.portrait,
            temper=self.temper,
            altitude=self.altitude,
            flies=self.flies,
        )
        return replace(state.with_combatant(added), gone=state.gone - {self.who})


@event("combatant-removed")
class CombatantRemoved(OfOne):
    """A combatant was taken out of the battle."""

    def apply(self, state: BattleState) -> BattleState:
        """Take it from the list, the order and the turn."""
        return replace(
            state,
            combatants={id_: c for id_, c in state.combatants.items() if id_ != self.who},
            order=tuple(o for o in state.order if o != self.who),
            active=None if state.active == self.who else state.active,
            gone=state.gone | {self.who},
        )


@event("combatant-edited")
class CombatantEdited(OfOne):
    """The GM changed what a combatant is called, its side or size, or a mark of it: hidden, miniature."""

    name: str
    side: str
    size: int
    hidden: bool
    by_hand: bool = False
    miniature: bool = False

    def apply(self, state: BattleState) -> BattleState:
        """Write the new values; who has quite another name now is not told by the old one's portrait."""
        return state.with_changes(
            self.who,
            portrait=_portrait_under(state.combatants[self.who], self.name),
            name=self.name,
            side=self.side,
            size=self.size,
            hidden=self.hidden,
            by_hand=self.by_hand,
            miniature=self.miniature,
        )


def _portrait_under(combatant: Combatant, name: str) -> str:
    """Give the portrait that somebody keeps under another name: their own where the names share a word."""
    if name == combatant.name:
        return combatant.portrait
    names = (combatant.name, name)
    words, others = ({word.strip(",.") for word in one.casefold().split()} for one in names)
    return combatant.portrait if any(word.isalpha() for word in words & others) else ""


@event("picture-set")
class PictureSet(OfOne):
    """A combatant's token was given a picture, by what it is kept under, or (empty) has none any more."""

    picture: str

    def apply(self, state: BattleState) -> BattleState:
        """Put it on the token."""
        return state.with_changes(self.who, picture=self.picture)


@event("altitude-set")
class AltitudeSet(OfOne):
    """A combatant is so far above its ground from now on, in the grid's unit.

    `fell` tells that it dropped there; `flies` is what the GM said of whether it may change its altitude by
    itself, None where nothing was said.
    """

    altitude: float
    fell: float = 0.0
    flies: bool | None = None

    def apply(self, state: BattleState) -> BattleState:
        """Put it there."""
        flies = state.combatants[self.who].flies if self.flies is None else self.flies
        return state.with_changes(self.who, altitude=self.altitude, flies=flies)


@event("temper-set")
class TemperSet(OfOne):
    """The GM said how a combatant fights where no person plays it."""

    temper: str

    def apply(self, state: BattleState) -> BattleState:
        return state.with_changes(self.who, temper=self.temper)


@event("aim-set")
class AimSet(OfOne):
    """The GM said what a combatant is to do where no person plays it."""

    aim: str
    at: Place | None = None
    whom: str = ""

    def apply(self, state: BattleState) -> BattleState:
        return state.with_changes(self.who, aim=Aim(self.aim, self.at, self.whom))


@event("handed-over")
class HandedOver(OfOne):
    """A combatant's player left it to the AI for a while, or took it back."""

    on: bool

    def apply(self, state: BattleState) -> BattleState:
        return state.with_changes(self.who, by_itself=self.on)


@event("sheet-set")
class SheetSet(OfOne):
    """A combatant's sheet was written anew; `state` holds the state keys that came out changed by it."""

    sheet: dict[str, Any]
    state: dict[str, Any] = field(default_factory=dict)
    name: str = ""
    """What the combatant is called from now on; empty: as before."""
    own: bool = False
    """Whether it was who plays it, and not the GM."""
    changes: tuple[tuple[str, str, str], ...] = ()
    """Which parts of the sheet differ, what they were, and what they are."""

    def apply(self, state: BattleState) -> BattleState:
        """Put the sheet in the place of the old one."""
        combatant = state.combatants[self.who]
        sheet = find_registered(state.system).read_sheet(self.sheet)
        written = replace(combatant, sheet=sheet, state=combatant.state.replaced(self.state))
        name = self.name or combatant.name
        portrait = combatant.portrait if self.own else _portrait_under(combatant, name)
        return state.with_combatant(replace(written, name=name, portrait=portrait))


@event("harm-dealt")
class HarmDealt(OfOne):
    """The GM let somebody take damage that no attack did; what came of it is told by what follows.

    `said` is what the GM said of it, each with what it is called.
    """

    said: tuple[tuple[Words, str], ...] = ()


@event("state-set")
class StateSet(OfOne):
    """The GM set state keys, and a place perhaps; `state` holds all keys that came out changed."""

    state: dict[str, Any] = field(default_factory=dict)
    at: Place | None = None

    def apply(self, state: BattleState) -> BattleState:
        """Put the values in, each whole."""
        combatant = state.combatants[self.who]
        at = combatant.at if self.at is None else still_there(state.map, self.at, combatant.size)
        values = combatant.state.replaced(self.state) if self.state else combatant.state
        return state.with_changes(self.who, state=values, at=at)
