"""What a system answers, by subject: functions given as values, each with what counts where none is given.

A system says `looks = Looks(marks=appearance.marks, ...)`; the engine and the app
call `system.looks.marks(...)`. What has no default here must be given.
"""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rules.engine.action import Action, Reach
from rules.engine.battle_events import Rolled
from rules.engine.chances.odds_figures import Harm
from rules.engine.command import Command
from rules.engine.declared.clock_units import ROUND, ClockUnit
from rules.engine.declared.measures import RangeWords
from rules.engine.events import Event
from rules.engine.exchange import Exchange
from rules.engine.gm.controls import Controls, plain_controls
from rules.engine.house.house import House
from rules.engine.parameters import Parameter
from rules.engine.price import Price
from rules.engine.refusal import Refusal
from rules.engine.sheets.import_report import Imported
from rules.engine.sheets.stat_block import StatBlock
from rules.engine.shown import (
    DeclaredWay,
    Figure,
    Gauge,
    HeldArea,
    Line,
    Mark,
    OrderCard,
    Section,
    Timeline,
    Track,
)
from rules.engine.state import BattleState, BattleView, Combatant
from rules.engine.text import Words, text
from rules.engine.text import combatant as named
from rules.map.grid import Footprint
from rules.map.model import BattleMap, Place
from rules.map.vision import Eyes
from rules.map.zones import Zoning, zoning


def _none(*_: Any) -> None:
    """Answer that there is nothing."""


def _nobody(*_: Any) -> tuple[()]:
    return ()


def _no(*_: Any) -> bool:
    return False


def _nothing_happens(*_: Any) -> Exchange[None]:
    yield from ()


def _empty(*_: Any) -> str:
    return ""


def _as_it_is(state: Any, *_: Any) -> Any:
    return state


def _state_as_it_is(combatant: Combatant, *_: Any) -> Any:
    return combatant.state


# --------------------------------------------------------------------------------------- what is written down
@dataclass(frozen=True, kw_only=True)
class SheetRules:
    """What becomes of a sheet and of the state beside it."""

    completed: Callable[[Mapping[str, Any]], Mapping[str, Any]] = _as_it_is
    """Put in what a sheet names without writing it out: a ready-made combatant, say. Raises `Refusal`."""
    import_character: (
        Callable[[Mapping[str, Any], str, Callable[[Mapping[str, Any]], Any]], Imported] | None
    ) = None
    """Make a combatant of a character that another program has written as JSON.

    It is handed what to call it where the data do not say, and what reads a sheet. Raises `Refusal`:
    `unknown-format` for what is no character of these rules; `bad-sheet` for one that cannot be used. The
    text is a sentence for who has chosen the file.
    """
    stat_block: StatBlock | None = None
    """How players write somebody down as a text, if these rules know it: to read it, and to write it."""
    in_group: Callable[[Mapping[str, Any], str], dict[str, Any]] = lambda sheet, group: dict(sheet)
    """Write on a sheet, as JSON, with whom it acts together; as it is where nobody does."""
    starting_state: Callable[[Any], Any] | None = None
    """Give the state of a fresh combatant of this sheet; by default as `state_type` begins."""
    set_state: Callable[[Combatant, Mapping[str, Any]], Any] = lambda combatant, patch: (
        combatant.state.merged(patch)
    )
    """Merge the GM's values into a combatant's state, and work out what follows. Raises `Refusal`."""
    fitted_state: Callable[[Combatant, Any], Any] = _state_as_it_is
    """Give the state of a combatant under a new sheet: as it is, but for what the sheet rules out."""
    derived_values: Callable[[BattleState, str], Mapping[str, Any]] = lambda state, who: {}
    """Give what may be read of a combatant beside its state keys: what follows from the sheet, say."""
    shared_state: Callable[[], Any] = _none
    """Give what the system keeps for the whole table at the start."""


@dataclass(frozen=True, kw_only=True)
class SecretRules:
    """What the rules let people keep to themselves, and what is for the GM alone to say."""

    as_known: Callable[[BattleState, Collection[str]], BattleState] = _as_it_is
    """Give the state as it is known to who plays these combatants and is not the GM.

    What the rules let others keep to themselves for now is not in it.
    """
    secret_of: Callable[[Event, BattleState], str | None] = _none
    """Name the combatant whose player alone, besides the GM, is told of an event; None if all may be."""
    hides: Callable[[Event, BattleState, Collection[str]], bool] = _no
    """Say whether an event, whomever it names, would tell of somebody who is not among the known.

    Whoever plays those whom it names is told of it nevertheless: they must know what they have.
    """
    gm_only: Callable[[Command], str | None] = _none
    """Name the key of an action or an answer by which somebody would overrule what only the GM may."""


# ------------------------------------------------------------------------------------------------- turn order
def require_clock(state: BattleState, command: Command) -> None:
    """Refuse `begin`, `turn` or `end-turn` where there is none now. Raises `Refusal` `unknown-action`."""
    words: Words = ""
    if command.do == "begin" and state.running:
        words = text("The fight is running already.")
    elif command.do == "begin" and not state.combatants:
        words = text("Nobody is here to fight: add somebody first.")
    elif command.do == "turn" and state.running:
        words = text("Turns follow the order while a fight is running: end the turn of who is active.")
    elif command.do == "end-turn" and not state.running:
        words = text("No fight is running: in free play no turn ends.")
    if words:
        raise Refusal("unknown-action", words)


def require_turn(state: BattleState, who: str) -> None:
    """Refuse who must wait for its turn; in free play nobody does. Raises `Refusal` `not-your-turn`."""
    if state.running and state.active != who:
        waits = named(state.combatants[who])
        said = text("{who} must wait: just now it is nobody's turn.", who=waits)
        if state.active is not None:
            whose = named(state.combatants[state.active])
            said = text("{who} must wait: it is the turn of {whose}.", who=waits, whose=whose)
        raise Refusal("not-your-turn", said)


def round_words(state: BattleState) -> Words:
    """Count the rounds."""
    return text("Round {n}", n=state.clock.get("round", 1)) if state.running else text("Free play")


def coming(state: BattleState) -> tuple[str, ...]:
    """List the rest of the order, and then those who have acted."""
    if not state.running or state.active not in state.order:
        return ()
    at = state.order.index(state.active)
    return state.order[at + 1 :] + state.order[:at]


def placed(order: Sequence[str], who: str, ranked: Sequence[str]) -> tuple[str, ...]:
    """Put somebody who comes late into a running order: the others stay in it as they are.

    Args:
        ranked: the newcomer and those who are compared with it, first to act first. The newcomer's place is
            before the first in the order who ranks behind it, or else after the last who is compared.
    """
    others = [id_ for id_ in order if id_ != who]
    behind, compared = set(ranked[ranked.index(who) :]), set(ranked)
    places = [number for number, id_ in enumerate(others) if id_ in behind]
    last = max((number for number, id_ in enumerate(others) if id_ in compared), default=len(others) - 1)
    place = places[0] if places else last + 1
    return (*others[:place], who, *others[place:])


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedOut:
    """What somebody had declared, as it begins to be carried out."""

    who: str
    do: str
    """The id of the action."""
    target: str | None
    moment: Hashable
    """What is carried out one after the other under the same of these comes about at the same moment."""


@dataclass(frozen=True, kw_only=True)
class TurnRules:
    """The clock: how turns come and go, and who is where in the order."""

    begin: Callable[[BattleView, Command], Exchange[None]]
    """Begin turn order: initiative, order, the first turn. The command may say more (surprise, say)."""
    start_turn: Callable[[BattleView, str], Exchange[None]]
    """Start a combatant's turn: the next in the order, or anybody's in free play."""
    end_turn: Callable[[BattleView, str], Exchange[None]]
    """End a combatant's turn and start the next one's."""
    take_turn: Callable[[BattleView, str, Command], Exchange[None]] | None = None
    """Start a turn that somebody asked for, where the command may say more (facts, by the GM)."""
    finish_turn: Callable[[BattleView, str, Command], Exchange[None]] | None = None
    """End a turn that somebody ends, where the command may say more (facts, by the GM)."""
    join: Callable[[BattleView, str], Exchange[None]] = _nothing_happens
    """Take a combatant that came late into the running order."""
    settle: Callable[[BattleView], Exchange[None]] = _nothing_happens
    """Carry out what a change by the GM brings about while nobody is asked: a turn that ends, say.

    It comes after values are set, combatants are added and a map is laid out.
    """
    require_clock: Callable[[BattleState, Command], None] = require_clock
    """Refuse `begin`, `turn` or `end-turn` where there is none now. Raises `Refusal`."""
    require_turn: Callable[[BattleState, str], None] = require_turn
    """Refuse who must wait for its turn. Raises `Refusal` `not-your-turn`."""
    require_able: Callable[[BattleView, Action, Combatant], None] = _none
    """Refuse who can do nothing now, before it is asked whose turn it is (see `System.checks`)."""
    begin_needs: Callable[[BattleState], tuple[Parameter, ...]] | None = None
    """List what may be said as this fight begins, where that is more than `System.begin_parameters`."""
    surprising: Callable[[BattleState, str], Mapping[str, Any] | None] = _none
    """Give what `begin` is told where all of a side are surprised by all others; None where nobody can be."""
    clock_units: tuple[ClockUnit, ...] = (ROUND,)
    """What time is counted in: by these comes to its end what lasts only so long. One is `round`."""
    clock_words: Callable[[BattleState], Words] = round_words
    """Say where in time the battle is."""
    order_note: Callable[[BattleState, str], Words] = _empty
    """Give a short word on a combatant's place in the order (its initiative)."""
    order_card: Callable[[BattleState, str], OrderCard | None] = _none
    """Give the card that a combatant acts on; None where the order is no matter of cards."""
    waiting: Callable[[BattleState], tuple[str, ...]] = _nobody
    """List those who stand beside the running order and may come into it again: on hold, say."""
    holds_turn: str = ""
    """The action by which a turn is put off; empty where none ever is."""
    takes_held_turn: str = ""
    """The action by which one of those takes a turn that was put off."""
    timeline: Callable[[BattleState], Timeline | None] = _none
    """Lay what is declared on a timeline; None where actions take no time worth drawing."""
    stage_words: Callable[[BattleState], Words] = _empty
    """Say what goes on while it is nobody's turn to act, though one may be noted; empty in a turn."""
    coming: Callable[[BattleState], tuple[str, ...]] = coming
    """List who acts after the active one, soonest first, as far as it is known."""
    passed_over: Callable[[Combatant], bool] = lambda combatant: bool(combatant.state.is_out)
    """Say whether turn order passes over this combatant: by default who is out of the fight."""
    carried_out: Callable[[Event, BattleState], CarriedOut | None] = _none
    """Read what begins to be carried out with an event, where actions are declared before; with the state
    before the event."""
    carry_out: Callable[[BattleView, BattleState, str], Exchange[None]] = _nothing_happens
    """Carry out by itself what somebody has declared, worked out on the state before its moment."""

    def time_words(self, n: int, unit: str) -> Words:
        """Word so many of a unit of the clock."""
        return next((one for one in self.clock_units if one.id == unit), ROUND).words(n)


# ---------------------------------------------------------------------------------------------------- the map
def zones_drawn(battle_map: BattleMap) -> Zoning | None:
    """Give the zones that are drawn on a map."""
    return zoning(battle_map) if battle_map.zones else None


_PLAIN_EYES = Eyes()


@dataclass(frozen=True, kw_only=True)
class MapRules:
    """What the rules make of places: ways, distances, cover, sight, and what is held or carried."""

    reach: Callable[[BattleView, str], Reach] | None = None
    """Tell where a combatant may move now, where the rules know moves. Raises `Refusal` as its move would."""
    zones: Callable[[BattleMap], Zoning | None] = zones_drawn
    """Give the zones that a map shows: those drawn, unless the system counts in its own."""
    zone_words: Callable[[int | None], Words] = _empty
    """Call a zone so many links away as the system does; None is a zone that nothing links."""
    range_words: Callable[[BattleMap, Footprint, Footprint, House], RangeWords | None] = _none
    """Call the distance between two places as the system does; None where it only counts."""
    no_cover: Callable[[BattleMap, Footprint, Footprint, House], bool] = _no
    """Say whether no cover counts between shooter and target, however much of the target is hidden."""
    eyes: Callable[[Combatant, BattleMap], Eyes] = lambda combatant, battle_map: _PLAIN_EYES
    """Tell how far a combatant sees in each light: in the dark no farther than it can feel."""
    places_offered: Callable[[BattleState, str, str], tuple[Place, ...]] = _nobody
    """List where a choice of a question may take who is asked, as far as a state tells.

    A state as who is asked knows it gives what they may be told: one with all in it has holes where others
    stand unseen.
    """
    held_areas: Callable[[BattleState, str], tuple[HeldArea, ...]] = _nobody
    """List the parts of the map that somebody keeps under watch or under fire."""
    declared_way: Callable[[BattleState, str], DeclaredWay | None] = _none
    """Give the way that somebody has said it will go; None where whoever goes is there at once."""
    facing: Callable[[BattleState, Combatant], float | None] = _none
    """Give where a combatant looks, in degrees clockwise from north; None where that is nothing."""
    carrier: Callable[[BattleState, str], str | None] = _none
    """Give who carries a combatant about: who moves the one moves the other, and plays it meanwhile."""

    @property
    def has_ways(self) -> bool:
        """Say whether anybody here ever says where they will go."""
        return self.declared_way is not _none


# -------------------------------------------------------------------------------------------- harm, and looks
@dataclass(frozen=True, kw_only=True)
class HarmRules:
    """What harm is, and who is out of the fight by it."""

    judge: Callable[[BattleState, BattleState, str, Sequence[Event]], Harm]
    """Judge what an exchange did to its target, for the odds: the states before and after, what was told."""
    in_words: Callable[[Combatant], tuple[Words, ...]] | None = None
    """Give what each amount of harm is called, where `System.harm_words` do not fit every combatant."""
    unhurt: Callable[[Combatant], Any] = _state_as_it_is
    """Give a combatant's state as if it had taken no harm; what all can see of it stays as it is."""
    why_out: Callable[[Combatant], Words] | None = None
    """Say in a sentence why somebody can do nothing any more, whoever has the turn; empty for who can."""
    is_down: Callable[[Combatant], bool] | None = None
    """Say whether somebody is drawn as out of the fight, where that is not who is passed over."""
    is_dead: Callable[[Combatant], bool] | None = None
    """Say whether somebody who is down is dead, for those who want foes alive."""
    take: Callable[[BattleView, str, Command], Exchange[None]] | None = None
    """Let somebody take damage that no attack of this battle does (a blast of the GM's, a fall).

    It is as the command says by `take_parameters`, and worked out as any other. Raises `Refusal` before
    anything is worked out.
    """
    take_parameters: tuple[Parameter, ...] = ()
    """What the GM says of such damage; the first is how much, and must be said."""
    fall: Callable[[float], Mapping[str, Any]] = lambda cells: {}
    """Say what damage a fall of so many cells is, by `take_parameters`; nothing for none."""
    condition: Callable[[Combatant], float] | None = None
    """Say how much fight is left in somebody who is not down, by the book's own steps of harm: from 1, fresh,
    to 0. Without it whoever is not down counts as fresh."""


class _Appearance(Protocol):
    """A module that tells how combatants look."""

    def marks(self, combatant: Any, /) -> tuple[Mark, ...]: ...
    def gauges(self, combatant: Any, /) -> tuple[Gauge, ...]: ...
    def numbers(self, combatant: Any, /) -> tuple[Figure, ...]: ...
    def sections(self, combatant: Any, /) -> tuple[Section, ...]: ...
    def allowances(self, combatant: Any, /) -> tuple[Figure, ...]: ...


class _LogLines(Protocol):
    """A module that words what happened."""

    def describe(self, event: Event, state: BattleState, /) -> Line | None: ...
    def describe_roll(self, rolled: Rolled, /) -> Words: ...


@dataclass(frozen=True, kw_only=True)
class Looks:
    """How combatants are drawn and laid out for reading, and how the log words what happened."""

    price: Callable[[Price], Words] = _empty
    """Say what an action costs; empty where that goes without saying."""
    track: Callable[[Combatant], Track | None] = _none
    """Give what somebody pays actions from, where it is spent piece by piece."""
    marks: Callable[[Combatant], tuple[Mark, ...]] = _nobody
    """List the conditions to draw on a token."""
    gauges: Callable[[Combatant], tuple[Gauge, ...]] = _nobody
    """List the gauges of harm to draw on a token."""
    ammunition: Callable[[Combatant], int] = lambda combatant: 0
    """Count the shots in somebody's weapons, where the rules count them: each that is fired is one less."""
    controls: Callable[[BattleState, str], Controls] = plain_controls
    """List what the GM sets of a combatant by touch."""
    numbers: Callable[[Combatant], tuple[Figure, ...]] = _nobody
    """List the numbers that matter now."""
    sections: Callable[[Combatant], tuple[Section, ...]] = _nobody
    """Lay out the sheet for reading."""
    sheet_page: Callable[[Combatant], Any] = _none
    """Give what the system's own sheet template shows; the plain one shows `sections`."""
    allowances: Callable[[Combatant], tuple[Figure, ...]] = _nobody
    """List what is left of the turn."""
    describe: Callable[[Event, BattleState], Line | None] = _none
    """Word one of the system's own events for the log; None for those that say nothing to a reader."""
    describe_roll: Callable[[Rolled], Words] | None = None
    """Word what came of a roll, where that is more than the outcome's word."""

    @classmethod
    def of(
        cls,
        appearance: _Appearance,
        lines: _LogLines,
        *,
        price: Callable[[Price], Words] = _empty,
        sheet_page: Callable[[Combatant], Any] = _none,
        track: Callable[[Combatant], Track | None] = _none,
        controls: Callable[[BattleState, str], Controls] = plain_controls,
        ammunition: Callable[[Combatant], int] = lambda combatant: 0,
    ) -> "Looks":
        """Take them from the modules that have them under these very names."""
        return cls(
            price=price,
            track=track,
            marks=appearance.marks,
            gauges=appearance.gauges,
            ammunition=ammunition,
            controls=controls,
            numbers=appearance.numbers,
            sections=appearance.sections,
            sheet_page=sheet_page,
            allowances=appearance.allowances,
            describe=lines.describe,
            describe_roll=lines.describe_roll,
        )
