"""What a combatant may do: actions with their parameters, what is planned of them, and where one may go."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar

from rules.engine.chances.odds_figures import Contest
from rules.engine.command import Command
from rules.engine.dice import Modifier
from rules.engine.exchange import Exchange
from rules.engine.kinds import ONE
from rules.engine.parameters import ALWAYS, Parameter
from rules.engine.price import FREE, ONE_ACTION, Price
from rules.engine.refusal import Refusal
from rules.engine.shown import Fact, Laid, Strays
from rules.engine.state import BattleView, Combatant
from rules.engine.text import Words
from rules.map.line_of_fire import LineOfFire
from rules.map.model import Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """An action that is legal and complete: what it rests on, and the exchange that works it out."""

    exchange: Callable[[BattleView], Exchange[None]]
    foreseen: Callable[[BattleView], Exchange[None]] | None = None
    """What the odds work out instead, for an action that is only declared now and carried out later."""
    promises: Price | None = None
    """What another action costs, in a later turn, that what is foreseen takes: this one makes it ready."""
    facts: Sequence[Fact] = ()
    roll: Words = ""
    """What will be rolled first, in words."""
    target_number: int | None = None
    chance: float | None = None
    """The chance that this roll succeeds, where a number alone does not tell it."""
    modifiers: tuple[Modifier, ...] = ()
    notes: tuple[Modifier, ...] = ()
    """What else counts, after the roll (armour, cover): label, signed number and rule."""
    target_notes: tuple[Modifier, ...] = ()
    """The same, but read off the target's sheet: told to those alone who may read that."""
    line: LineOfFire | None = None
    target: str | None = None
    laid: Laid | None = None
    """The area that it covers, if it covers one."""
    strays: Strays | None = None
    """Whom it may strike in the target's place, where there are any: each has odds of its own."""
    contest: Contest | None = None
    """In which words its odds are told, where it strikes nobody."""

    @property
    def astray(self) -> tuple[str, ...]:
        """Those whom it may strike in the target's place; nobody where it covers an area."""
        who = () if self.strays is None or self.laid is not None else self.strays.who
        return tuple(one for one in who if one != self.target)


class Action(ABC):
    """Something a combatant may do. `plan` is the one home of its legality."""

    id: ClassVar[str]
    label: ClassVar[Words]
    help: ClassVar[Words]
    is_free: ClassVar[bool] = False
    """Whether it costs nothing, where `price` does not say more."""
    rule: ClassVar[str]
    parameters: ClassVar[tuple[Parameter, ...]] = ()
    """What its form or its buttons ask for."""
    also: ClassVar[tuple[Parameter, ...]] = ()
    """What it may be told besides, by a page, a program or the GM, on top of what its bases declare."""
    aimed: ClassVar[bool] = False
    """Whether it is aimed at a combatant, with facts and odds worth showing before it is done."""
    group: ClassVar[Words] = ""
    """The heading that its buttons stand under; what is aimed and has the same can be switched to."""
    listed: ClassVar[bool] = True
    """Whether it has a button at all: what only repeats others has none."""
    of_table: ClassVar[bool] = False
    """Whether nobody in particular does it (a phase ends, cards are dealt): it needs no actor and no turn."""

    beyond_map: ClassVar[bool] = False
    """Whether what it takes stands on no map, a vehicle to get into, say: only the people at the table know
    whether it is there, and the AI leaves it alone."""
    goes_first: ClassVar[str | None] = None
    """The option that takes who does it to a place of its `reach` before it is done; None where none does."""

    @cached_property
    def declared(self) -> tuple[Parameter, ...]:
        """All that it may be told: whom, what or which place a command names is found by this alone."""
        also = (parameter for base in type(self).__mro__ for parameter in vars(base).get("also", ()))
        return (*self.parameters, *also, *ALWAYS)

    @cached_property
    def aimed_key(self) -> str:
        """The id of the parameter that says at whom it is aimed: `target`, unless it calls that otherwise."""
        people = [parameter.id for parameter in self.declared if parameter.kind == ONE]
        return people[0] if people and "target" not in people else "target"

    def ways(self, view: BattleView, actor: Combatant) -> tuple[tuple[Mapping[str, str], Words], ...]:
        """List the buttons that it has: what each says of the command already, and the words for that.

        By default one for each choice of the first parameter that has choices and is needed.
        """
        first = next((p for p in self.parameters if p.choices is not None and not p.optional), None)
        if first is None or first.choices is None:
            return (({}, ""),)
        return tuple(({first.id: choice.id}, choice.label) for choice in first.choices(view, actor))

    def price(self, view: BattleView, command: Command) -> Price:
        """Say what it costs, as far as the command is said; never a refusal, whether it can be paid or not.

        `Looks.price` makes words of it. By default it is an action that nobody counts.
        """
        return FREE if self.is_free or self.of_table else ONE_ACTION

    def takes(self, view: BattleView, command: Command) -> int:
        """Count what it takes off the track (`Looks.track`) of who does it."""
        return 0

    def leaves(self, view: BattleView, actor: Combatant) -> Words:
        """Say what somebody who does it has left afterwards: defences, movement."""
        return ""

    def chance(self, view: BattleView, actor: Combatant) -> float | None:
        """Give the chance that it succeeds, where all it takes is a press; None where nothing is rolled."""
        return None

    def asks(self, view: BattleView, command: Command) -> tuple[Parameter, ...]:
        """List what its button still asks for: what the command does not say yet."""
        return tuple(p for p in self.parameters if p.id not in command.params)

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

    def provoked_strike(self, view: BattleView, command: Command, by: str) -> Plan | None:
        """Plan what one of those whom it provokes would do, for its odds; None where that is not foreseen."""
        return None

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

    def is_ruled_out(self, view: BattleView, command: Command) -> bool:
        """Say at a glance that `check` refuses a command, as for most buttons of a turn that is nearly over.

        False says nothing. Who only lists what may be done asks this before `check`, which costs far more.
        """
        return False

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
            return refusal.only_read()
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """Where a combatant may go: the least cost of each place and the place before it on the way."""

    costs: Mapping[Place, float]
    came_from: Mapping[Place, Place]
    words: Words
    """What limits it, for the person who drags: `the bar and the zones next to it`."""
    rule: str
    ways: Mapping[Place, Sequence[Place]] = field(default_factory=dict)
    """The ways that do not come by the places before: the places entered, by where they lead."""

    def but_staying(self, mover: Combatant) -> "Reach":
        """Give the reach of a move that has to lead somewhere else than where one stands."""
        return replace(self, costs={place: cost for place, cost in self.costs.items() if place != mover.at})
