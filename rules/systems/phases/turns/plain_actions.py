"""What one may do besides attacking and handling weapons: speak, defend, move, work, cancel (section 7)."""

from typing import Any

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.gm.gm_parameters import ALTITUDE
from rules.engine.kinds import read_text
from rules.engine.parameters import number, words
from rules.engine.price import Price
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Action, Choice, Parameter, Plan
from rules.engine.text import combatant, joined, text
from rules.systems.phases.actions import (
    MOVING,
    Declarable,
    FreeAction,
    require_said,
)
from rules.systems.phases.events.declaration_events import Cancelled, Noted
from rules.systems.phases.moves.movement import PATH, TO, find_way
from rules.systems.phases.state import (
    EVADE,
    LENGTH_WORDS,
    PARRY,
    Fighter,
    Length,
)
from rules.systems.phases.turns import turn_order
from rules.systems.phases.turns.prices import price_of

_SPOKEN = words("note", text("What is said"))


class Speak(FreeAction):
    """Say something (PH-45)."""

    id = "speak"
    label = text("Speak")
    help = text("Say something short. It happens at once, before what you declare.")
    rule = "PH-45"
    parameters = (_SPOKEN,)

    def work(self, view: BattleView, who: str, command: Command) -> Exchange[None]:
        """Put what is said into the log."""
        yield Noted(who=who, action=self.id, note=_SPOKEN.of(command) or "")


class Defence(Declarable):
    """Defend oneself until the end of the phase."""

    group = MOVING

    def require(self, view: BattleView, actor: Fighter, command: Command) -> dict[str, Any]:
        """Refuse nothing: bare hands are always ready."""
        return {}


class Parry(Defence):
    """Parry blows until the end of the phase (PH-77)."""

    id = PARRY
    label = text("Parry")
    help = text("Until the phase ends, roll against each blow at you: it must reach your total.")
    rule = "PH-77"


class Evade(Defence):
    """Be hard to hit until the end of the phase (PH-78)."""

    id = EVADE
    label = text("Evade")
    help = text("Until the phase ends, every attack on you has -2.")
    rule = "PH-78"


class Move(Declarable):
    """Go somewhere within one's reach (PH-52, PH-99)."""

    id = "move"
    label = text("Move")
    help = text("Be somewhere else by the end of the phase. It costs what you have aimed.")
    group = MOVING
    rule = "PH-52"
    parameters = (TO,)
    also = (PATH,)

    def require(self, view: BattleView, actor: Fighter, command: Command) -> dict[str, Any]:
        """Refuse a place that is too far, or that no way leads to."""
        find_way(view.state, actor, command)
        named = (key for key in (TO, PATH, ALTITUDE) if key.of(command) is not None)
        return {"said": {key.id: command.params[key.id] for key in named if command.params[key.id] != []}}

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Prepare it; on a map it must be said where to."""
        plan = super().plan(view, command)
        if view.state.map is not None and not (TO.of(command) or PATH.of(command)):
            raise Refusal(
                "bad-command", text("Say where to move: a cell or a zone ('to'), or a 'path'."), "PH-52"
            )
        return plan


MOST_TASK_DICE, MOST_TASK_TARGET = 10, 30
_LENGTHS = tuple(Choice(id=length.value, label=LENGTH_WORDS[length]) for length in Length)


def _lengths(_: BattleView, __: Fighter) -> tuple[Choice, ...]:
    return _LENGTHS


_LENGTH: Parameter[str] = Parameter(
    id="length", kind="choice", label=text("How long"), choices=_lengths, reader=read_text
)
_NOTE = words("note", text("What is done"))
_DICE = number("dice", 0, MOST_TASK_DICE, text("Dice"))
_TARGET = number("tn", 1, MOST_TASK_TARGET, text("Target number"))


class Task(Declarable):
    """Do anything else that takes its time, with a roll or without (PH-40, PH-50)."""

    id = "task"
    label = text("Task")
    help = text("Anything else: say how long it takes; with dice it is rolled when it resolves.")
    rule = "PH-50"
    parameters = (
        _LENGTH,
        _NOTE,
        _DICE,
        _TARGET,
    )

    def require(self, view: BattleView, actor: Fighter, command: Command) -> dict[str, Any]:
        """Refuse a length that there is not, and numbers out of range."""
        length = _LENGTH.of(command)
        if length is not None and length not in set(Length):
            known = joined(Length)
            raise Refusal(
                "bad-command",
                text("A task takes one of {known}; {length} is none.", known=known, length=f"{length!r}"),
                "PH-40",
            )
        said = {
            "note": _NOTE.of(command),
            "dice": _DICE.of(command),
            "tn": _TARGET.of(command),
        }
        if said["dice"] is None:
            said["tn"] = None  # nothing is thrown that could reach it
        return {"said": {key: value for key, value in said.items() if value is not None}}

    def price(self, view: BattleView, command: Command) -> Price:
        """Give the time that was said."""
        said = _LENGTH.of(command)
        return price_of(view, Length(said) if said in set(Length) else None)

    def length_of(self, command: Command) -> Length:
        """Give the length that was said."""
        return Length(_LENGTH.of(command) or "")

    def require_complete(self, command: Command) -> None:
        """Ask for the length."""
        require_said(command, _LENGTH, "bad-command", text("Say how long it takes ('length')."))


class Cancel(Action):
    """Give up a declared action (PH-54)."""

    id = "cancel"
    label = text("Cancel")
    help = text("Give up what you have declared in an earlier phase; you declare again in the next one.")
    rule = "PH-54"
    is_free = True

    def interrupts(self, view: BattleView, actor: Fighter) -> bool:
        """Let it be done at any time."""
        return True

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse it unless something was declared in an earlier phase. Raises `nothing-to-cancel`."""
        actor = view.combatant(command.actor, "actor")
        action, phase = actor.state.action, turn_order.phase_of(view)
        if action is None or not phase:
            said = text("{actor} has declared nothing that is still to come.", actor=combatant(actor))
            raise Refusal("nothing-to-cancel", said, "PH-54")
        if action.declared == phase:  # until the next one starts, resolved or not (PH-R28)
            said = text(
                "{actor} has declared this phase; that can be cancelled from the next one on.",
                actor=combatant(actor),
            )
            raise Refusal("nothing-to-cancel", said, "PH-54")

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Plan to give up what stands declared."""
        self.check(view, command)
        actor = view.combatant(command.actor, "actor")
        event = Cancelled(who=actor.id, action=actor.state.action.id)
        return Plan(exchange=lambda view: _cancel(event))


def _cancel(event: Cancelled) -> Exchange[None]:
    yield event
