"""What a fight does to a combatant, and what the table keeps besides (section 11)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypeAlias

from pydantic import Field

from rules.engine.declared.cards import DECK
from rules.engine.refusal import Refusal
from rules.engine.shown import Choice
from rules.engine.state import BattleState, Combatant, CombatantState
from rules.engine.text import Text, text
from rules.engine.text import combatant as named
from rules.systems.savage import house as own
from rules.systems.savage.sheet.sheet import SavageSheet

MOST_PENALTY = 3
Turns = Annotated[int, Field(ge=0, le=2)]
Count = Annotated[int, Field(ge=0, le=99)]
Inches = Annotated[float, Field(ge=0, le=1000)]


@dataclass(frozen=True)
class SavageState(CombatantState):
    """The state of a combatant, a field for each state key; the last seven are kept for the rules alone."""

    wounds: Annotated[int, Field(ge=0, le=3)] = 0
    shaken: bool = False
    stunned: bool = False
    prone: bool = False
    incapacitated: bool = False
    bleeding: bool = False
    dead: bool = False
    broken: bool = False
    on_hold: bool = False
    surprised: bool = False
    defending: bool = False
    joker: bool = False
    ran: bool = False
    vulnerable: Turns = 0
    distracted: Turns = 0
    unconscious_hours: Count | None = None
    bennies: Count = 0
    card: str | None = None
    aimed: str | None = None
    actions_declared: Annotated[int, Field(ge=1, le=3)] = 1
    actions_used: Count = 0
    moved: Inches = 0
    run_bonus: Count = 0
    held: tuple[str, ...] = ()
    mount: str | None = None
    aim_is_new: bool = False
    """Whether the Aim was taken in the turn that is running (SW-27)."""
    drawn: tuple[str, ...] = ()
    """Where several cards were drawn for the one that counts, all of them (SW-34)."""
    has_readied: bool = False
    turn_over: bool = False
    """In free play: whether its turn was ended and no new one begun (SW-35)."""
    heading: tuple[float, float] | None = None
    """The direction of its last step, in cells (SW-58)."""
    straight: Inches = 0
    """Inches moved this turn in that direction without a turn (SW-182)."""

    @property
    def is_out(self) -> bool:
        """Whether it is out of the fight (SW-21, SW-28)."""
        return self.incapacitated or self.dead or self.broken

    @property
    def is_able(self) -> bool:
        """Whether it counts for Gang Up (SW-76)."""
        return not (self.stunned or self.is_out)

    @property
    def can_strike(self) -> bool:
        """Whether it may make a free attack: the surprised do nothing at all (SW-29, SW-150)."""
        return self.is_able and not (self.shaken or self.surprised)

    @property
    def wound_penalty(self) -> int:
        """What wounds take from trait rolls and from Pace, as a positive number (SW-09, SW-47)."""
        return min(self.wounds, MOST_PENALTY)

    @property
    def has_begun(self) -> bool:
        """Whether anything of this turn was used (SW-30)."""
        return bool(self.actions_used or self.moved or self.ran or self.has_readied or self.defending)


Fighter: TypeAlias = Combatant[SavageSheet, SavageState]
"""A combatant of these rules, so that what is read of its sheet and state is checked."""


def parry_of(combatant: Fighter) -> int:
    """Give Parry as it stands (SW-04, SW-69, SW-73, SW-77)."""
    sheet: SavageSheet = combatant.sheet
    state: SavageState = combatant.state
    if sheet.is_object:
        return sheet.parry((), combatant.house)
    now = sheet.parry(state.held) + (own.DEFENDING.value(combatant.house) if state.defending else 0)
    return now + (own.PRONE.number(combatant.house, "parry") if state.prone else 0)


def pace_of(combatant: Fighter) -> int:
    """Give Pace as it stands, in inches (SW-09)."""
    base: int = combatant.sheet.pace
    wounds = combatant.state.wound_penalty if own.PACE_WOUNDS.on(combatant.house) else 0
    return max(1, base - wounds) if base else 0


def inches_left(actor: Fighter) -> float:
    """Count what is left of this turn's movement (SW-61, SW-71)."""
    state: SavageState = actor.state
    return max(0.0, pace_of(actor) + state.run_bonus - state.moved)


_OUT, _OUT_AT_THE_FIRST = text("out"), text("out at the first")


def wounds_words(combatant: Fighter) -> Text:
    """Count wounds up to the limit; who has none is out at the first (SW-07, SW-126)."""
    state, limit = combatant.state, combatant.sheet.limit
    if limit:
        return text("{wounds} of {limit}", wounds=min(state.wounds, limit), limit=limit)
    return _OUT if state.is_out else _OUT_AT_THE_FIRST


def choice_of(who: Fighter) -> Choice:
    """Give somebody whom the one who chooses knows as a choice, called by name."""
    return Choice(id=who.id, label=text("{who}", who=named(who)))


def mount_of(state: BattleState, who: str) -> Fighter | None:
    """Give what somebody rides; one who is out rides nothing."""
    rider = state.combatants.get(who)
    mount = rider.state.mount if rider is not None and not rider.state.is_out else None
    return state.combatants.get(mount) if mount is not None and mount != who else None


def rider_of(state: BattleState, who: str) -> Fighter | None:
    """Give who rides somebody."""
    for other in state.combatants.values():
        if other.state.mount == who and other.id != who and not other.state.is_out:
            return other
    return None


@dataclass(frozen=True, slots=True)
class Table:
    """What is kept for the whole table: the cards that are out of the deck, and whose turns are to come.

    Attributes:
        drawn: the cards drawn since the last shuffle.
        acted: those whose turn in this round has started.
        after: pairs of whose turn it waits for and whose held turn starts then (SW-31, SW-32).
        interrupted: those whose turns go on once what interrupts them is over, the latest last (SW-32).
    """

    drawn: tuple[str, ...] = ()
    acted: tuple[str, ...] = ()
    after: tuple[tuple[str, str], ...] = ()
    interrupted: tuple[str, ...] = ()

    def without(self, who: str) -> "Table":
        """Give it without the turns of one combatant."""
        return Table(
            drawn=self.drawn,
            acted=self.acted,
            after=tuple(pair for pair in self.after if pair[1] != who),
            interrupted=tuple(other for other in self.interrupted if other != who),
        )


def table_of(state: BattleState) -> Table:
    """Give what the table keeps."""
    return state.shared if isinstance(state.shared, Table) else Table()


def starting_state(sheet: SavageSheet) -> SavageState:
    """Give a fresh combatant its Bennies and what is in its hands (SW-08)."""
    return SavageState(bennies=sheet.starting_bennies, held=sheet.starts_held)


def fitted(combatant: Fighter, new: SavageSheet) -> SavageState:
    """Give a combatant's state under a new sheet.

    Hands and Bennies that are as they were at the start become those of the new sheet; what is no weapon of
    it any more is neither held nor aimed, and there are no more wounds than it can carry (SW-07, SW-08).
    """
    old: SavageSheet = combatant.sheet
    state: SavageState = combatant.state
    held = new.starts_held if state.held == old.starts_held else state.held
    held = tuple(id_ for id_ in held if new.weapon(id_) is not None)
    if new.why_not_held(held):  # what was held has become larger
        held = new.starts_held
    bennies = new.starting_bennies if state.bennies == old.starting_bennies else state.bennies
    aimed = state.aimed if new.weapon(state.aimed) is not None else None
    wounds = min(state.wounds, new.limit)
    return replace(state, held=held, bennies=bennies, aimed=aimed, wounds=wounds)


def set_by_gm(combatant: Fighter, patch: Mapping[str, Any]) -> SavageState:
    """Put in the GM's values; what is in the hands must fit, and a card must be one.

    Raises:
        Refusal: `bad-state`.
    """
    sheet = combatant.sheet
    merged: SavageState = combatant.state.merged(patch)
    if words := sheet.why_not_held(merged.held):
        raise Refusal("bad-state", text("It cannot hold that: {why}.", why=words), "SW-08")
    if merged.aimed is not None and sheet.weapon(merged.aimed) is None:
        raise Refusal(
            "bad-state",
            text("It has no weapon {weapon} to aim with.", weapon=f"“{merged.aimed}”"),
            "SW-68",
        )
    if merged.card is not None and merged.card not in DECK:
        said = text("There is no card {card}: write rank and suit, like 10S.", card=f"“{merged.card}”")
        raise Refusal("bad-state", said, "SW-20")
    return merged
