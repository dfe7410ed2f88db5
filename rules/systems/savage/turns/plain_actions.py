"""Actions without a target: the turn's plan, running, aiming, defending, getting up, and shaking it off."""

from abc import abstractmethod
from dataclasses import replace

from rules.engine.command import Command
from rules.engine.events import Event
from rules.engine.exchange import Exchange, tell, throw
from rules.engine.price import Price
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Choice, Plan
from rules.engine.text import Text, combatant, text
from rules.systems.savage import house as own
from rules.systems.savage.actions import (
    COUNT,
    NOTE,
    WITH,
    SavageAction,
    find_weapon,
    refuse_if,
    require_held,
    require_inches,
    require_unshaken,
)
from rules.systems.savage.events import all_events as ev
from rules.systems.savage.plain_rolls import PlainRoll
from rules.systems.savage.state import Fighter, SavageState, mount_of
from rules.systems.savage.turns.prices import (
    ALL_ACTIONS,
    WHOLE_TURN,
    benny_price,
    declaring_price,
    movement_price,
    up_and_down_price,
)


class Simple(SavageAction):
    """An action that only tells events."""

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Tell what `told` lists."""
        yield from tell(*self.told(actor, command))

    @abstractmethod
    def told(self, actor: Fighter, command: Command) -> tuple[Event, ...]:
        """List what happens."""


class DeclareActions(Simple):
    """Say how many actions the turn will have (SW-63)."""

    id = "declare-actions"
    label = text("Several actions")
    help = text(
        "Before the first: two actions at -2 each, or three at -4. What is declared counts, used or not."
    )
    rule = "SW-63"
    parameters = (COUNT,)

    def price(self, view: BattleView, command: Command) -> Price:
        """Give what each of them suffers for their number (SW-65)."""
        actor, count = view.combatant(command.actor, "actor"), COUNT.of(command)
        return Price(amount=None) if count is None else declaring_price(actor, int(count))

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse other numbers, and a declaration that comes too late."""
        require_unshaken(actor)
        count = COUNT.of(command)
        if count is not None or complete:
            said = text(
                "Declare 2 or 3 actions; {count} is neither. One needs no declaration.", count=repr(count)
            )
            refuse_if(type(count) is not int or count not in (2, 3), "bad-option", said, self.rule)
        late = text(
            "{actor} has acted already: how many actions there are is said before the first.",
            actor=combatant(actor),
        )
        refuse_if(actor.state.actions_used > 0, "too-late", late, self.rule)

    def told(self, actor: Fighter, command: Command) -> tuple[Event, ...]:
        """Note the number."""
        return (ev.ActionsDeclared(who=actor.id, count=int(COUNT.of(command) or 0)),)


class Run(SavageAction):
    """Run: the running die on top of Pace (SW-71)."""

    id = "run"
    label = text("Run")
    help = text("Throw the running die and move that much farther; all actions of this turn are at -2.")
    rule = "SW-71"

    def price(self, view: BattleView, command: Command) -> Price:
        """Give movement, and what it takes off the actions of the turn (SW-71)."""
        actor = view.combatant(command.actor, "actor")
        return movement_price(actor, None, own.RUNNING.value(actor.house))

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse it in the saddle, and once anything stands against it."""
        refuse_rider(view, actor)
        said = self._too_late(actor)
        refuse_if(bool(said), "too-late", said, self.rule)

    @staticmethod
    def _too_late(actor: Fighter) -> Text:
        state: SavageState = actor.state
        who = combatant(actor)
        if state.ran:
            return text("{who} runs already.", who=who)
        if state.defending:
            return text("{who} defends this turn.", who=who)
        if state.aim_is_new:
            return text("{who} aims this turn.", who=who)
        acted = text("{who} has acted already, and running is decided before.", who=who)
        return acted if state.actions_used else Text("")

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Throw the die."""
        die = actor.sheet.run_die
        roll = PlainRoll(
            who=actor.id, purpose="running", label=text("running"), sides=die.sides, plus=die.plus
        )
        result = yield from throw(roll)
        yield ev.Ran(who=actor.id, bonus=max(0, result.total))


def refuse_rider(view: BattleView, actor: Fighter) -> None:
    """Refuse a rider what its mount does for it (SW-72). Raises `Refusal` `bad-option`."""
    mount = mount_of(view.state, actor.id)
    if mount is not None:
        said = text(
            "{actor} rides: {mount} does the moving, in the same turn.",
            actor=combatant(actor),
            mount=combatant(mount),
        )
        raise Refusal("bad-option", said, "SW-72")


class TakeAim(Simple):
    """Aim for the whole turn (SW-68)."""

    id = "aim"
    label = text("Aim")
    help = text(
        "Nothing else this turn. The next turn's first shot has +2, or up to 4 points of penalty less."
    )
    rule = "SW-68"

    def price(self, view: BattleView, command: Command) -> Price:
        """Give the whole turn."""
        return WHOLE_TURN

    @staticmethod
    def _choices(_: BattleView, actor: Fighter) -> tuple[Choice, ...]:
        weapons = (w for w in actor.sheet.weapons if w.is_ranged)
        return tuple(
            Choice(id=w.id, label=w.name) for w in weapons if not w.hands or w.id in actor.state.held
        )

    parameters = (replace(WITH, choices=_choices),)

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse what cannot be aimed, and a turn that is not whole."""
        require_unshaken(actor)
        id_ = WITH.of(command)
        if id_ is not None or complete:
            weapon = find_weapon(actor, id_)
            require_held(actor, weapon)
            said = text("The {weapon} is no ranged weapon.", weapon=weapon.low_name)
            refuse_if(not weapon.is_ranged, "bad-option", said, self.rule)
        said = text("{actor} has begun this turn already; aiming takes all of it.", actor=combatant(actor))
        begun = actor.state.has_begun or actor.state.actions_declared > 1
        refuse_if(begun, "too-late", said, self.rule)

    def told(self, actor: Fighter, command: Command) -> tuple[Event, ...]:
        """Note the weapon."""
        weapon = find_weapon(actor, WITH.of(command))
        return (ev.Aimed(who=actor.id, weapon=weapon.id, weapon_name=weapon.name),)


class Defend(Simple):
    """Do nothing but defend (SW-69)."""

    id = "defend"
    label = text("Defend")
    help = text("Parry +4 until your next turn; you may still move, but neither run nor act.")
    rule = "SW-69"

    def price(self, view: BattleView, command: Command) -> Price:
        """Give all actions of the turn."""
        return ALL_ACTIONS

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse it to who has acted, declared several actions or runs."""
        require_unshaken(actor)
        state: SavageState = actor.state
        who = combatant(actor)
        said = text("{who} has acted or declared several actions; defending takes all of the turn.", who=who)
        begun = state.actions_used > 0 or state.actions_declared > 1
        refuse_if(begun, "too-late", said, self.rule)
        refuse_if(state.ran, "too-late", text("{who} runs this turn.", who=who), self.rule)

    def told(self, actor: Fighter, command: Command) -> tuple[Event, ...]:
        """Raise Parry."""
        return (ev.Defended(who=actor.id),)


class DropProne(Simple):
    """Lie down (SW-145)."""

    id = "drop-prone"
    label = text("Drop prone")
    help = text("Lie down: hard to hit from afar, easy to hit at hand, and two inches to get up again.")
    rule = "SW-145"

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse it in the saddle, and to who lies already."""
        mounted = mount_of(view.state, actor.id) is not None
        refuse_if(
            mounted,
            "bad-option",
            text("{actor} is in the saddle: dismount first.", actor=combatant(actor)),
            self.rule,
        )
        refuse_if(
            actor.state.prone, "bad-option", text("{actor} lies already.", actor=combatant(actor)), self.rule
        )

    def told(self, actor: Fighter, command: Command) -> tuple[Event, ...]:
        """Lie down."""
        return (ev.FellProne(who=actor.id),)


class Stand(Simple):
    """Get up (SW-145)."""

    id = "stand"
    label = text("Stand up")
    help = text("Two inches of movement.")
    rule = "SW-145"

    def price(self, view: BattleView, command: Command) -> Price:
        """Give its inches."""
        return up_and_down_price(view.combatant(command.actor, "actor"))

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse it to who stands, or has too little movement left."""
        refuse_if(
            not actor.state.prone,
            "bad-option",
            text("{actor} is on its feet already.", actor=combatant(actor)),
            self.rule,
        )
        require_inches(actor, own.UP_AND_DOWN.value(actor.house), self.rule)

    def told(self, actor: Fighter, command: Command) -> tuple[Event, ...]:
        """Tell the inches that it costs, and that one stands."""
        return ev.MovementSpent(who=actor.id, inches=own.UP_AND_DOWN.value(actor.house)), ev.Stood(
            who=actor.id
        )


class Speak(Simple):
    """Say a short phrase (SW-60)."""

    id = "speak"
    label = text("Speak")
    help = text("Say a short phrase.")
    rule = "SW-60"
    parameters = (NOTE,)

    def told(self, actor: Fighter, command: Command) -> tuple[Event, ...]:
        """Tell what is said."""
        return (ev.Spoke(who=actor.id, words=NOTE.of(command) or ""),)


class Unshake(SavageAction):
    """Spend a Benny to end Shaken, in anybody's turn (SW-141)."""

    id = "unshake"
    label = text("Shake it off")
    help = text("Spend a Benny: you are Shaken no more. At any time, also in another's turn.")
    rule = "SW-141"

    def price(self, view: BattleView, command: Command) -> Price:
        """Give the Benny."""
        return benny_price(view.combatant(command.actor, "actor"))

    def interrupts(self, view: BattleView, actor: Fighter) -> bool:
        """Say so: it needs no turn of one's own."""
        return True

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse it to who is not Shaken or has no Benny."""
        actor = view.combatant(command.actor, "actor")
        refuse_if(
            not actor.state.shaken,
            "bad-option",
            text("{actor} is not Shaken.", actor=combatant(actor)),
            self.rule,
        )
        refuse_if(
            not actor.state.bennies,
            "no-benny",
            text("{actor} has no Benny left.", actor=combatant(actor)),
            "SW-51",
        )

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Plan to spend a Benny and be Shaken no more."""
        self.check(view, command)
        who = view.combatant(command.actor, "actor").id
        return Plan(exchange=lambda _: tell(ev.BennySpent(who=who, on="unshake"), ev.ShakenEnded(who=who)))
