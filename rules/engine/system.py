"""What a rule system declares, and the register of systems.

The app draws sheets, action bar, prompts, tracker, facts, odds and log from these declarations alone, so that
a new system is a new package and nothing else.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from pydantic import ValidationError

from rules.engine.command import Command
from rules.engine.dice import Modifier
from rules.engine.events import CORE_EVENTS, Event, Rolled
from rules.engine.exchange import Exchange
from rules.engine.fog.fog_events import FOG_EVENTS
from rules.engine.free_dice import FreeDie
from rules.engine.house.house import House, NumberTable, OwnKind, Switch, house_notes
from rules.engine.house.house_events import HOUSE_EVENTS
from rules.engine.import_report import Imported
from rules.engine.measures import AreaTemplate, RangeWords
from rules.engine.odds import BUDGET, Contest, Harm
from rules.engine.primer import Step
from rules.engine.refusal import Refusal
from rules.engine.registry import REGISTERED, find_registered
from rules.engine.shown import Card, DeclaredWay, HeldArea, Laid, OrderCard, Timeline, Trace, Track
from rules.engine.shown import Choice as Choice
from rules.engine.shown import Fact as Fact
from rules.engine.state import BattleState, BattleView, Combatant, CombatantState, Sheet, explain
from rules.engine.text import Words, text
from rules.engine.text import combatant as named
from rules.map.cover import DEFAULT_SCALE, CoverScale
from rules.map.grid import Diagonals, Footprint
from rules.map.line_of_fire import LineOfFire
from rules.map.model import BattleMap, Place
from rules.map.vision import Eyes
from rules.map.zones import Zoning, zoning

TURN_COMMANDS = frozenset({"begin", "turn", "end-turn"})
"""What every system's clock knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """Something an action needs to know.

    `kind`: combatant, combatants (a list of them), weapon or choice, cell, text, number, or flag. The choices
    of a cell are the JSON of the places that are near, for who has no map to tap on.
    """

    id: str
    kind: str
    label: str
    optional: bool = False
    choices: Callable[[BattleView, Combatant], tuple[Choice, ...]] | None = None
    low: int = 0
    high: int = 0
    rule: str = ""
    """Where the book has it, for what may be chosen besides."""
    blank: str = "–"
    """What stands for no choice."""
    default: str = ""
    """Which of its choices goes without saying."""
    template: str = ""
    """The Jinja template that draws its choices, where a list says too little; its `o` is the option."""
    apart_from: str = ""
    """Of a list of combatants: the id of another list; nobody stands in both."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """An action that is legal and complete: what it rests on, and the exchange that works it out."""

    exchange: Callable[[BattleView], Exchange[None]]
    foreseen: Callable[[BattleView], Exchange[None]] | None = None
    """What the odds work out instead, for an action that is only declared now and carried out later."""
    facts: tuple[Fact, ...] = ()
    roll: str = ""
    """What will be rolled first, in words."""
    target_number: int | None = None
    modifiers: tuple[Modifier, ...] = ()
    notes: tuple[Modifier, ...] = ()
    """What else counts, after the roll (armour, cover): label, signed number and rule."""
    target_notes: tuple[Modifier, ...] = ()
    """The same, but read off the target's sheet: told to those alone who may read that."""
    line: LineOfFire | None = None
    target: str | None = None
    laid: Laid | None = None
    """The area that it covers, if it covers one."""
    contest: Contest | None = None
    """In which words its odds are told, where it strikes nobody."""


class Action(ABC):
    """Something a combatant may do. `plan` is the one home of its legality."""

    id: ClassVar[str]
    label: ClassVar[str]
    help: ClassVar[str]
    cost: ClassVar[str] = ""
    """What it is paid from, in the system's words; empty for nothing."""
    rule: ClassVar[str]
    parameters: ClassVar[tuple[Parameter, ...]] = ()
    aimed: ClassVar[bool] = False
    """Whether it is aimed at a combatant, with facts and odds worth showing before it is done."""
    group: ClassVar[str] = ""
    """The heading that its buttons stand under; what is aimed and has the same can be switched to."""
    listed: ClassVar[bool] = True
    """Whether it has a button at all: what only repeats others has none."""
    of_table: ClassVar[bool] = False
    """Whether nobody in particular does it (a phase ends, cards are dealt): it needs no actor and no turn."""

    def ways(self, view: BattleView, actor: Combatant) -> tuple[tuple[Mapping[str, str], str], ...]:
        """List the buttons that it has: what each says of the command already, and the words for that.

        By default one for each choice of the first parameter that has choices and is needed.
        """
        first = next((p for p in self.parameters if p.choices is not None and not p.optional), None)
        if first is None or first.choices is None:
            return (({}, ""),)
        return tuple(({first.id: choice.id}, choice.label) for choice in first.choices(view, actor))

    def takes(self, view: BattleView, command: Command) -> int:
        """Count what it takes off the track (`System.track`) of who does it."""
        return 0

    def leaves(self, view: BattleView, actor: Combatant) -> str:
        """Say what somebody who does it has left afterwards: defences, movement."""
        return ""

    def chance(self, view: BattleView, actor: Combatant) -> float | None:
        """Give the chance that it succeeds, where all it takes is a press; None where nothing is rolled."""
        return None

    def filled(self, view: BattleView, command: Command) -> Command:
        """Put in what is likeliest where an aimed command leaves out what is needed: a weapon, say."""
        return command

    def reach(self, view: BattleView, command: Command) -> "Reach | None":
        """Tell where one may go within this action; None where it is asked as for any move.

        Raises `Refusal`.
        """
        return None

    def provokes(self, view: BattleView, command: Command) -> tuple[str, ...]:
        """List those who may do something about it, as far as it is said: who strikes at a passer-by, say."""
        return ()

    def options(self, view: BattleView, command: Command) -> tuple[Parameter, ...]:
        """List what may be chosen besides, as far as it fits the command; sent together as `options`."""
        return ()

    def overridable_facts(self, view: BattleView, command: Command) -> tuple[Fact, ...]:
        """List the facts for whose sake an aimed command may be refused: the GM may overrule them even so."""
        return ()

    def suits(self, view: BattleView, command: Command) -> bool:
        """Say whether something that may be done is what one would think of first, with what is in hand."""
        return True

    def doubts(self, view: BattleView, command: Command) -> bool:
        """Say whether what could be done to nobody may yet be done by what the GM says of somebody."""
        return False

    def interrupts(self, view: BattleView, actor: Combatant) -> bool:
        """Say whether somebody may do it now although it is not their turn."""
        return False

    def switched(self, view: BattleView) -> bool | None:
        """Say whether what it switches is on (by a flag `on`): a table's option; None for other actions."""
        return None

    def is_laid(self, view: BattleView, command: Command) -> bool:
        """Say whether an aimed action covers an area: it is aimed at a cell (`at`) then, not at somebody."""
        return False

    def is_aimed(self, view: BattleView, command: Command) -> bool:
        """Say whether it is aimed as it is said so far: by default as `aimed` says."""
        return self.aimed

    @abstractmethod
    def check(self, view: BattleView, command: Command) -> None:
        """Refuse what may not be done, in the order that the rules give.

        A parameter that the command leaves out is not checked: so the same function tells what may be done at
        all, with which weapon, against whom. Raises `Refusal`.
        """

    @abstractmethod
    def plan(self, view: BattleView, command: Command) -> Plan:
        """Check a complete command and prepare its exchange. Raises `Refusal`."""

    def why_not(self, view: BattleView, command: Command) -> Refusal | None:
        """Say why the command, as far as it is complete, may not be done; None if it may."""
        try:
            self.check(view, command)
        except Refusal as refusal:
            return refusal
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """Where a combatant may go: the least cost of each place and the place before it on the way."""

    costs: Mapping[Place, float]
    came_from: Mapping[Place, Place]
    words: str
    """What limits it, for the person who drags: `the bar and the zones next to it`."""
    rule: str
    ways: Mapping[Place, Sequence[Place]] = field(default_factory=dict)
    """The ways that do not come by the places before: the places entered, by where they lead."""

    def but_staying(self, mover: Combatant) -> "Reach":
        """Give the reach of a move that has to lead somewhere else than where one stands."""
        return replace(self, costs={place: cost for place, cost in self.costs.items() if place != mover.at})


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A condition as drawn on the token. `shape` is one of the app's; `tone` is harm, warn, info or good."""

    id: str
    label: str
    shape: str
    tone: str
    rule: str
    vague: str | None = None
    """What is said of it to who may not know how much harm was done, where the label tells that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vague:
    """What the log says of an event in place of words that count harm, with `{who}` and `{target}`."""

    text: str
    of: str = "who"
    """The event's field that names whose harm it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gauge:
    """Harm as the system counts it: `pips` of wounds taken, or a `bar` of points left.

    A `count` is no harm but something that one has some of; it stands beside the token, not on it.
    """

    label: str
    value: int
    most: int
    shape: str = "pips"
    words: str = ""
    """What is said in place of the numbers, to who may not know them."""
    beyond: int = 0
    """How much more harm than `most` it takes to be out of the fight: who has all of it still stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A labelled value of a sheet or of the state, with the rule it comes from and a word of help."""

    label: Words
    value: Words
    rule: str = ""
    help: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A block of a sheet: a heading with its figures."""

    title: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of the log. `big` is what is shown large beside the token for a moment, if anything."""

    text: Words
    tone: str = "plain"
    rule: str | None = None
    big: Words | None = None
    figures: tuple[Figure, ...] = ()
    """What opens under the line: the numbers and where they came from."""
    cards: tuple[Card, ...] = ()
    """Cards that are laid on the table, the one that counts first."""
    trace: Trace | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StockItem:
    """A ready-made combatant."""

    id: str
    name: str
    sheet: Mapping[str, Any] = field(default_factory=dict)
    blurb: str = ""


class System(ABC):
    """A rule system. Everything that the engine or the app needs to know of it is asked here."""

    id: ClassVar[str]
    name: ClassVar[str]
    summary: ClassVar[str] = ""
    """One line for somebody who chooses a system: what it is played with, and what is its own."""
    sheet_template: ClassVar[str] = "sheets/plain.html"
    """The Jinja template that shows a sheet; it is given what `sheet_page` gives as `page`."""
    character_files: ClassVar[str] = ""
    """Which files of other programs `import_character` reads, in words; empty for none."""
    group_words: ClassVar[str] = ""
    """What those are called who act together, on one initiative; empty where everybody has their own."""
    sheet_type: ClassVar[type[Sheet]]
    state_type: ClassVar[type[CombatantState]]
    own_events: ClassVar[tuple[type[Event], ...]] = ()
    actions: ClassVar[tuple[Action, ...]]
    secret_clock: ClassVar[frozenset[str]] = frozenset()
    """What of the clock may follow from what somebody unseen has or does: for the GM alone to know."""
    outcome_words: ClassVar[Mapping[str, str]] = {}
    """How each outcome of a roll is called at the table."""
    good_outcomes: ClassVar[frozenset[str]] = frozenset()
    harm_words: ClassVar[tuple[Words, ...]] = ()
    """What each amount of harm is called in the odds, from 0 up; the last serves for all above."""
    shaken_word: ClassVar[str] = ""
    """What it is called in the odds to come off worse without harm (`Harm.shaken`)."""
    answer_words: ClassVar[Mapping[str, str]] = {"none": "No defence"}
    """How the target's answers are called in the odds; others are named by their ids."""
    vague: ClassVar[Mapping[type[Event], Vague]] = {}
    """The events whose words count somebody's harm, with what is said to who may not know it."""
    counts_of_harm: ClassVar[frozenset[str]] = frozenset()
    """The details of a roll that count the harm it does."""
    begin_parameters: ClassVar[tuple[Parameter, ...]] = ()
    """What may be said as a fight begins (who is surprised, say); all of it may be left out."""
    down_word: ClassVar[str] = "down"
    end_turn_words: ClassVar[tuple[str, str]] = ("End turn", "Next turn")
    """What the button is called that ends a turn: for who has it, and for the GM whoever has it."""
    turn_words: ClassVar[tuple[str, str, str]] = ("Your turn", "’s turn", "Nobody’s turn")
    """How it is said whose turn it is: to who has it, after another's name, and when nobody has it."""
    turn_line: ClassVar[str] = "{clock}: {who}'s turn."
    """The template of the line in the log that says so."""
    ends_by: ClassVar[str] = ""
    """The id of the table action that ends a fight as the rules say; empty where it merely ends."""
    rules: ClassVar[Mapping[str, str]] = {}
    """Each rule id with what it says, in our words."""
    reasons: ClassVar[Mapping[str, str]] = {}
    """For each ruling what speaks for it."""
    primer: ClassVar[tuple[Step, ...]] = ()
    """How a fight goes, for newcomers."""
    odds_budget: ClassVar[int] = BUDGET
    """How many ways through an attack are walked for exact odds, before as many are drawn at random."""
    aim_budget: ClassVar[int] = 800
    """The same while somebody aims and waits."""
    area_budget: ClassVar[int] = 800
    """The same for each of those whom an area catches."""
    odds_draws: ClassVar[int] = 0
    """How many ways are drawn at most where too many would be walked; 0 for as many as the budget."""
    event_names: ClassVar[Mapping[str, str]] = {}
    """What the system's specification calls the kinds of event that any battle has, where it differs."""
    cell: ClassVar[tuple[float, str]] = (1.0, "cell")
    """What a cell of a new map measures: a number and its unit."""
    diagonals: ClassVar[Diagonals] = Diagonals.ONE
    """How diagonal steps on squares are counted."""
    cover_scale: ClassVar[CoverScale] = DEFAULT_SCALE
    """Which shares of hidden rays give which cover."""
    free_dice: ClassVar[Mapping[str, FreeDie]] = {}
    """Dice that are read in the system's own way, by the capital letter for them: `T` for `4dT`."""
    switches: ClassVar[tuple[Switch, ...]] = ()
    """The rules that a table may do without."""
    tables: ClassVar[tuple[NumberTable, ...]] = ()
    """The tables whose numbers a table may change."""
    own_kinds: ClassVar[tuple[OwnKind, ...]] = ()
    """The kinds of stock of which a table may make its own."""
    roll_names: ClassVar[Mapping[str, str]] = {}
    """What an own condition may bear on: the purposes of rolls, with what they are called."""
    rolls_under: ClassVar[bool] = False
    """Whether modifiers move the number to stay under, rather than what is thrown."""
    checks: ClassVar[tuple[str, ...]] = ("actor", "prompt", "turn", "action")
    """In which order an action is refused for what no action may lack: there is no such actor, a question is
    open, it is not its turn, there is no such action. `able` is where `require_able` comes, if at all."""

    # ----------------------------------------------------------------------------------- what is written down
    def read_sheet(self, data: Mapping[str, Any]) -> Any:
        """Read a sheet. Raises `Refusal` `bad-sheet` naming the key; its cause has all that is wrong."""
        try:
            return self.sheet_type.model_validate_json(_as_text(data))
        except ValidationError as error:
            raise Refusal(
                "bad-sheet", text("This sheet cannot be used: {explain}.", explain=explain(error))
            ) from error

    def import_character(self, data: Mapping[str, Any], name: str) -> Imported:
        """Make a combatant of a character that another program has written as JSON.

        Args:
            name: what to call it where the data do not say.

        Raises:
            Refusal: `unknown-format` for what is no character of these rules; `bad-sheet` for one that
                cannot be used. The text is a sentence for who has chosen the file.
        """
        raise Refusal(
            "unknown-format", text("{value} reads no characters of other programs.", value=text(self.name))
        )

    def known_stock(self, key: str) -> Mapping[str, str]:
        """Give the ids, with labels, of the stock that a key of the sheet may name."""
        extra = self.sheet_type.model_fields[key].json_schema_extra
        known = extra.get("known", {}) if isinstance(extra, dict) else {}
        return {str(id_): str(label) for id_, label in known.items()} if isinstance(known, dict) else {}

    def with_house_stock(self, data: Mapping[str, Any], house: House) -> dict[str, Any]:
        """Put in, whole, the pieces of a table's own that a sheet names by their ids."""
        whole = dict(data)
        for kind in self.own_kinds:
            own, named = house.stock.get(kind.id, {}), whole.get(kind.id)
            if isinstance(named, str) and named in own:
                whole[kind.id] = dict(own[named])
            elif isinstance(named, list):
                whole[kind.id] = [
                    dict(own[one]) if isinstance(one, str) and one in own else one for one in named
                ]
        return whole

    def house_notes(self, house: House) -> dict[str, str]:
        """Word what a table plays otherwise, by the rule."""
        return house_notes(house, self.switches, self.tables)

    def in_group(self, sheet: Mapping[str, Any], group: str) -> dict[str, Any]:
        """Write on a sheet, as JSON, with whom it acts together; as it is where nobody does."""
        return dict(sheet)

    def starting_state(self, sheet: Any) -> Any:
        """Give the state of a fresh combatant."""
        return self.state_type()

    def set_state(self, combatant: Combatant, patch: Mapping[str, Any]) -> Any:
        """Merge the GM's values into a combatant's state, and work out what follows. Raises `Refusal`."""
        return combatant.state.merged(patch)

    def fitted_state(self, combatant: Combatant, sheet: Any) -> Any:
        """Give the state of a combatant under a new sheet: as it is, but for what the sheet rules out."""
        return combatant.state

    def derived_values(self, state: BattleState, who: str) -> Mapping[str, Any]:
        """Give what may be read of a combatant beside its state keys: what follows from the sheet, say."""
        return {}

    def as_known(self, state: BattleState, owns: Collection[str]) -> BattleState:
        """Give the state as it is known to who plays these combatants and is not the GM.

        What the rules let others keep to themselves for now is not in it.
        """
        return state

    def secret_of(self, event: Event, before: BattleState) -> str | None:
        """Name the combatant whose player alone, besides the GM, is told of an event; None if all may be."""
        return None

    def hides(self, event: Event, before: BattleState, known: Collection[str]) -> bool:
        """Say whether an event, whomever it names, would tell of somebody who is not known.

        Whoever plays those whom it names is told of it nevertheless: they must know what they have.
        """
        return False

    def shared_state(self) -> Any:
        """Give what the system keeps for the whole table at the start."""
        return None

    def event_kinds(self) -> dict[str, type[Event]]:
        """List the kinds of event in this system's battles."""
        return {event.kind: event for event in (*CORE_EVENTS, *FOG_EVENTS, *HOUSE_EVENTS, *self.own_events)}

    # --------------------------------------------------------------------------------------------- turn order
    def require_clock(self, state: BattleState, command: Command) -> None:
        """Refuse `begin`, `turn` or `end-turn` where there is none now. Raises `Refusal` `unknown-action`."""
        words = ""
        if command.do == "begin" and state.running:
            words = "The fight is running already."
        elif command.do == "begin" and not state.combatants:
            words = "Nobody is here to fight: add somebody first."
        elif command.do == "turn" and state.running:
            words = "Turns follow the order while a fight is running: end the turn of who is active."
        elif command.do == "end-turn" and not state.running:
            words = "No fight is running: in free play no turn ends."
        if words:
            raise Refusal("unknown-action", words)

    def require_turn(self, state: BattleState, who: str) -> None:
        """Refuse who must wait for its turn; in free play nobody does. Raises `Refusal` `not-your-turn`."""
        if state.running and state.active != who:
            said = text("{who} must wait: just now it is nobody's turn.", who=named(state.combatants[who]))
            if state.active is not None:
                whose = state.combatants[state.active].name
                said = text(
                    "{who} must wait: it is the turn of {whose}.",
                    who=named(state.combatants[who]),
                    whose=whose,
                )
            raise Refusal("not-your-turn", said)

    @abstractmethod
    def begin(self, view: BattleView, command: Command) -> Exchange[None]:
        """Begin turn order: initiative, order, the first turn. The command may say more (surprise, say)."""

    @abstractmethod
    def start_turn(self, view: BattleView, who: str) -> Exchange[None]:
        """Start a combatant's turn: the next in the order, or anybody's in free play."""

    @abstractmethod
    def end_turn(self, view: BattleView, who: str) -> Exchange[None]:
        """End a combatant's turn and start the next one's."""

    def take_turn(self, view: BattleView, who: str, command: Command) -> Exchange[None]:
        """Start a turn that somebody asked for, with what the command says besides (facts, by the GM)."""
        return self.start_turn(view, who)

    def finish_turn(self, view: BattleView, who: str, command: Command) -> Exchange[None]:
        """End a turn that somebody ends, with what the command says besides (facts, by the GM)."""
        return self.end_turn(view, who)

    def join(self, view: BattleView, who: str) -> Exchange[None]:
        """Take a combatant that came late into the running order."""
        yield from ()

    def settle(self, view: BattleView) -> Exchange[None]:
        """Carry out what a change by the GM brings about while nobody is asked: a turn that ends, say.

        It comes after values are set, combatants are added and a map is laid out.
        """
        yield from ()

    def begin_needs(self, state: BattleState) -> tuple[Parameter, ...]:
        """List what may be said as this fight begins; all of it may be left out."""
        return self.begin_parameters

    def clock_words(self, state: BattleState) -> str:
        """Say where in time the battle is."""
        return f"Round {state.clock.get('round', 1)}" if state.running else "Free play"

    def order_note(self, state: BattleState, who: str) -> str:
        """Give a short word on a combatant's place in the order (its initiative)."""
        return ""

    def order_card(self, state: BattleState, who: str) -> OrderCard | None:
        """Give the card that a combatant acts on; None where the order is no matter of cards."""
        return None

    def waiting(self, state: BattleState) -> tuple[str, ...]:
        """List those who stand beside the running order and may come into it again: on hold, say."""
        return ()

    def timeline(self, state: BattleState) -> Timeline | None:
        """Lay what is declared on a timeline; None where actions take no time worth drawing."""
        return None

    def places_offered(self, state: BattleState, who: str, choice: str) -> tuple[Place, ...]:
        """List where a choice of a question may take who is asked, as far as a state tells.

        A state as who is asked knows it gives what they may be told: one with all in it has holes where
        others stand unseen.
        """
        return ()

    def stage_words(self, state: BattleState) -> str:
        """Say what goes on while it is nobody's turn to act, though one may be noted; empty in a turn."""
        return ""

    def coming(self, state: BattleState) -> tuple[str, ...]:
        """List who acts after the active one, soonest first, as far as it is known."""
        if not state.running or state.active not in state.order:
            return ()
        at = state.order.index(state.active)
        return state.order[at + 1 :] + state.order[:at]

    # ------------------------------------------------------------------------------------------------- action
    def action(self, id_: str) -> Action | None:
        """Find an action by its id."""
        return next((a for a in self.actions if a.id == id_), None)

    def require_able(self, view: BattleView, action: Action, actor: Combatant) -> None:
        """Refuse who can do nothing now, before it is asked whose turn it is (see `checks`)."""
        return None

    def reach(self, view: BattleView, who: str) -> Reach:
        """Tell where a combatant may move now. Raises `Refusal` as its move would."""
        raise Refusal("unknown-action", text("Nobody moves in {value}.", value=text(self.name)))

    @abstractmethod
    def harm(self, before: BattleState, after: BattleState, target: str, told: Sequence[Event]) -> Harm:
        """Judge what an exchange did to its target, for the odds."""

    # ----------------------------------------------------------------------------------------------- distance
    def zones(self, battle_map: BattleMap) -> Zoning | None:
        """Give the zones that a map shows: those drawn, unless the system counts in its own."""
        return zoning(battle_map) if battle_map.zones else None

    def zone_words(self, links: int | None) -> str:
        """Call a zone so many links away as the system does; None is a zone that nothing links."""
        return ""

    def range_words(
        self, battle_map: BattleMap, here: Footprint, there: Footprint, house: House
    ) -> RangeWords | None:
        """Call the distance between two places as the system does; None where it only counts."""
        return None

    def cover_word(
        self, battle_map: BattleMap, shooter: Footprint, target: Footprint, share: float, house: House
    ) -> str:
        """Call the cover that a share of hidden rays gives a target: by the scale, unless more counts."""
        return self.cover_scale.word(share)

    def eyes(self, combatant: Combatant, battle_map: BattleMap) -> Eyes:
        """Tell how far a combatant sees in each light: in the dark no farther than it can feel."""
        return _PLAIN_EYES

    def templates(self) -> tuple[AreaTemplate, ...]:
        """List the areas that the book has a name for."""
        return ()

    def gm_only(self, command: Command) -> str | None:
        """Name the key of an action or an answer by which somebody would overrule what only the GM may."""
        return None

    def held_areas(self, state: BattleState, who: str) -> tuple[HeldArea, ...]:
        """List the parts of the map that somebody keeps under watch or under fire."""
        return ()

    def declared_way(self, state: BattleState, who: str) -> DeclaredWay | None:
        """Give the way that somebody has said it will go; None where whoever goes is there at once."""
        return None

    # --------------------------------------------------------------------------------------------- appearance
    def track(self, combatant: Combatant) -> Track | None:
        """Give what somebody pays actions from, where it is spent piece by piece."""
        return None

    def facing(self, state: BattleState, combatant: Combatant) -> float | None:
        """Give where a combatant looks, in degrees clockwise from north; None where that is nothing."""
        return None

    def marks(self, combatant: Combatant) -> tuple[Mark, ...]:
        """List the conditions to draw on a token."""
        return ()

    def gauges(self, combatant: Combatant) -> tuple[Gauge, ...]:
        """List the gauges of harm to draw on a token."""
        return ()

    def unhurt(self, combatant: Combatant) -> Any:
        """Give a combatant's state as if it had taken no harm; what all can see of it stays as it is."""
        return combatant.state

    def numbers(self, combatant: Combatant) -> tuple[Figure, ...]:
        """List the numbers that matter now."""
        return ()

    def sections(self, combatant: Combatant) -> tuple[Section, ...]:
        """Lay out the sheet for reading."""
        return ()

    def sheet_page(self, combatant: Combatant) -> Any:
        """Give what the system's own sheet template shows; the plain one shows `sections`."""
        return None

    def allowances(self, combatant: Combatant) -> tuple[Figure, ...]:
        """List what is left of the turn."""
        return ()

    def passed_over(self, combatant: Combatant) -> bool:
        """Say whether turn order passes over this combatant."""
        return False

    def why_out(self, combatant: Combatant) -> str:
        """Say in a sentence why somebody can do nothing any more, whoever has the turn; empty for who can."""
        return f"{combatant.name} is {self.down_word}." if self.passed_over(combatant) else ""

    def is_down(self, combatant: Combatant) -> bool:
        """Say whether this combatant is drawn as out of the fight; by default who is passed over."""
        return self.passed_over(combatant)

    def harm_in_words(self, target: Combatant) -> tuple[Words, ...]:
        """Give what each amount of harm is called in the odds, where it is done to this combatant."""
        return self.harm_words

    def carrier(self, state: BattleState, who: str) -> str | None:
        """Give who carries a combatant about: who moves the one moves the other, and plays it meanwhile."""
        return None

    def describe(self, event: Event, state: BattleState) -> Line | None:
        """Word one of the system's own events for the log; None for those that say nothing to a reader."""
        return None

    def describe_roll(self, rolled: Rolled) -> Words:
        """Word what came of a roll: the outcome's word by default."""
        if not rolled.outcome:
            return str(rolled.total)
        return self.outcome_words.get(rolled.outcome, rolled.outcome)

    def stock(self) -> tuple[StockItem, ...]:
        """List the ready-made combatants."""
        return ()


def _as_text(data: Mapping[str, Any]) -> str:
    try:
        return json.dumps(data)
    except (TypeError, ValueError):
        raise Refusal(
            "bad-sheet", "This sheet cannot be used: it holds something that is not JSON."
        ) from None


_PLAIN_EYES = Eyes()


def register(system: System) -> None:
    """Make a system known under its id; the latest one registered counts."""
    REGISTERED[system.id] = system


def systems() -> tuple[System, ...]:
    """List the systems that are known, by name."""
    return tuple(find_system(id_) for id_, _ in sorted(REGISTERED.items(), key=lambda item: item[1].name))


def find_system(id_: str) -> System:
    """Find a system. Raises `Refusal` `unknown-system`."""
    found = find_registered(id_)
    assert isinstance(found, System)
    return found
