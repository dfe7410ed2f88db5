"""What the actions have in common: who may declare, with what in hand, and when (sections 7 and 8)."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.parameters import Parameter, weapon
from rules.engine.price import Price
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Action, Plan
from rules.engine.text import Words, combatant, joined, text
from rules.systems.phases.events.declaration_events import FreeSpent
from rules.systems.phases.sheet.gear import FIST, Weapon, named
from rules.systems.phases.state import (
    CONDITION_WORDS,
    Condition,
    Declaration,
    Fighter,
    Length,
    PhasesState,
    carried,
    is_ready,
)
from rules.systems.phases.turns import turn_order
from rules.systems.phases.turns.prices import free_price, price_of
from rules.systems.phases.turns.resolution import BOTH_ARMS, is_without_dice

ATTACKING, MOVING, HANDLING = text("Attack"), text("Move and defend"), text("Weapons and doors")
FREELY = text("Free, before you declare")
"""The headings that actions stand under."""


def why_out(actor: Fighter) -> Words:
    """Say why somebody can do nothing in this fight any more (PH-100); empty for who can."""
    state: PhasesState = actor.state
    if state.condition is Condition.UP:
        return ""
    return text(
        "{actor} is {condition} and can do nothing.",
        actor=combatant(actor),
        condition=CONDITION_WORDS[state.condition],
    )


def require_able(actor: Fighter) -> None:
    """Refuse who can declare nothing. Raises `Refusal` `cannot-act`."""
    state: PhasesState = actor.state
    if words := why_out(actor):
        raise Refusal("cannot-act", words, "PH-100")
    if state.stunned:
        said = text(
            "{actor} is stunned for {stunned_words} and can do nothing.",
            actor=combatant(actor),
            stunned_words=state.stunned_words,
        )
        raise Refusal("cannot-act", said, "PH-101")
    if not state.aware:
        said = text("{actor} knows of no enemy yet, and declares nothing.", actor=combatant(actor))
        raise Refusal("cannot-act", said, "PH-31")
    if state.surprised:
        raise Refusal(
            "cannot-act", text("{actor} is surprised and cannot react yet.", actor=combatant(actor)), "PH-33"
        )


def require_arms(actor: Fighter, weapon_id: str | None) -> None:
    """Refuse weapons to who has both arms hurt (PH-99). Raises `Refusal` `cannot-act`."""
    if weapon_id not in (None, FIST.id) and actor.state.arms_hurt >= BOTH_ARMS:
        said = text("{actor} has both arms hurt: only bare hands are left.", actor=combatant(actor))
        raise Refusal("cannot-act", said, "PH-99")


def require_free(actor: Fighter) -> None:
    """Refuse a second free action in a phase (PH-45). Raises `Refusal` `free-action-spent`."""
    if not actor.state.free_left:
        said = text(
            "{actor} has taken this phase's free action: declare an action, or pass.", actor=combatant(actor)
        )
        raise Refusal("free-action-spent", said, "PH-45")


def carried_weapon(view: BattleView, actor: Fighter, id_: str, *, fists: bool = True) -> Weapon:
    """Find a weapon that somebody carries. Raises `Refusal` `unknown-weapon`."""
    weapons = carried(view.state, actor)
    found = next((w for w in weapons if w.id == id_ and (fists or w.id != FIST.id)), None)
    if found is None:
        names = joined(named(w.name) for w in weapons if fists or w.id != FIST.id) or text("nothing")
        said = text(
            "{actor} does not carry {value}; carried are: {names}.",
            actor=combatant(actor),
            value=f"{id_!r}",
            names=names,
        )
        if id_ == FIST.id:
            said = text(
                "{actor} cannot do that with bare hands; carried are: {names}.",
                actor=combatant(actor),
                names=names,
            )
        raise Refusal("unknown-weapon", said, "PH-05")
    return found


def require_ready(actor: Fighter, weapon: Weapon) -> None:
    """Refuse a weapon that is not in hand. Raises `Refusal` `not-ready`."""
    if not is_ready(actor, weapon):
        said = text(
            "{actor} has the {weapon}, but not in hand: draw it first.",
            actor=combatant(actor),
            weapon=named(weapon.name),
        )
        raise Refusal("not-ready", said, "PH-05")


def require_ranged(weapon: Weapon) -> None:
    """Refuse a melee weapon where only a ranged one will do. Raises `Refusal` `unknown-weapon`."""
    if weapon.is_melee:
        said = text("The {weapon} is no ranged weapon: choose one that shoots.", weapon=named(weapon.name))
        raise Refusal("unknown-weapon", said, "PH-60")


WITH = weapon("with", text("Weapon"))


def require_said(command: Command, parameter: Parameter[str], code: str, words: Words) -> None:
    """Refuse a complete command that leaves a parameter out."""
    if parameter.of(command) is None:
        raise Refusal(code, words, "PH-41")


class Declarable(Action):
    """An action of a phase or longer: it is declared now, and resolves at the end of its time."""

    length: ClassVar[Length] = Length.PHASE

    def price(self, view: BattleView, command: Command) -> Price:
        """Give its time (PH-40, PH-44)."""
        return price_of(view, self.length_of(command))

    def length_of(self, command: Command) -> Length:
        """Give how long it takes."""
        return self.length

    @abstractmethod
    def require(self, view: BattleView, actor: Fighter, command: Command) -> Mapping[str, Any]:
        """Check what the command says, as far as it does, and give what the declaration holds of it."""

    def require_complete(self, command: Command) -> None:
        """Refuse a command that leaves out what it needs."""

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse what may not be declared, as far as the command says it."""
        actor = view.combatant(command.actor, "actor")
        require_able(actor)
        self.require(view, actor, command)

    def declaration(self, view: BattleView, command: Command) -> Declaration:
        """Check a complete command, and give what is declared by it. Raises `Refusal`."""
        actor = self.require_whole(view, command)
        return self.declared_as(view, command, self.require(view, actor, command))

    def require_whole(self, view: BattleView, command: Command) -> Fighter:
        """Give who declares, where it may and the command leaves out nothing. Raises `Refusal`."""
        actor = view.combatant(command.actor, "actor")
        require_able(actor)
        self.require_complete(command)
        return actor

    def declared_as(self, view: BattleView, command: Command, parts: Mapping[str, Any]) -> Declaration:
        """Give the declaration of a command that has been checked, with what it holds of it."""
        action = Declaration(id=self.id, length=self.length_of(command), declared=0, due=0, **parts)
        return turn_order.timed(view, command.actor or "", action)

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Prepare the declaration; in free play it resolves at once.

        What is done without dice by the end of the phase is foreseen as done: so the AI sees where it leads.
        """
        action, who = self.declaration(view, command), command.actor or ""
        declares = Plan(exchange=lambda view: turn_order.declare(view, who, action))
        if not (view.state.running and action.length is Length.PHASE and is_without_dice(action)):
            return declares
        return replace(declares, foreseen=lambda view: turn_order.alone(view, who, action))


class FreeAction(Action):
    """An action that is taken at once, once in a phase (PH-45)."""

    group = FREELY

    def price(self, view: BattleView, command: Command) -> Price:
        """Give the free action of the phase (PH-45)."""
        return free_price(view.combatant(command.actor, "actor"))

    def require(self, view: BattleView, actor: Fighter, command: Command) -> None:
        """Refuse what may not be done, as far as the command says it."""

    def require_complete(self, command: Command) -> None:
        """Refuse a command that leaves out what it needs."""

    @abstractmethod
    def work(self, view: BattleView, who: str, command: Command) -> Exchange[None]:
        """Carry it out."""

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse it to who cannot act, or has taken one."""
        actor = view.combatant(command.actor, "actor")
        require_able(actor)
        require_free(actor)
        self.require(view, actor, command)

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Plan what `work` does, once it is sure that somebody may act freely in this phase."""
        actor = view.combatant(command.actor, "actor")
        require_able(actor)
        require_free(actor)
        self.require_complete(command)
        self.require(view, actor, command)
        return Plan(exchange=lambda view: self._take(view, actor.id, command))

    def _take(self, view: BattleView, who: str, command: Command) -> Exchange[None]:
        yield from turn_order.end_free_defence(view, who)
        yield FreeSpent(who=who)
        yield from self.work(view, who, command)
        yield from turn_order.close_free(view)
