"""What all actions have in common: who may act, with what in hand, and why not (section 7)."""

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.parameters import Parameter, one, weapon, words
from rules.engine.price import Price
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Action, Plan
from rules.engine.text import Text, Words, combatant, counted, joined, text
from rules.systems.savage.sheet.gear import Weapon
from rules.systems.savage.state import Fighter, SavageState, inches_left
from rules.systems.savage.turns.prices import FREE


def why_out(actor: Fighter) -> Text:
    """Say why somebody does nothing more in this fight (SW-134 on, SW-230); empty for who may."""
    state: SavageState = actor.state
    who = combatant(actor)
    if actor.sheet.is_object:
        return text("{who} is broken.", who=who) if state.broken else text("{who} is a thing.", who=who)
    if state.dead:
        return text("{who} is dead.", who=who)
    if state.unconscious_hours is not None:
        return text("{who} lies unconscious.", who=who)
    if state.incapacitated and state.bleeding:
        return text("{who} is incapacitated, and bleeding out.", who=who)
    return text("{who} is incapacitated.", who=who) if state.incapacitated else _MAY_ACT


_MAY_ACT = Text("")


def require_present(actor: Fighter) -> None:
    """Refuse those who can do nothing at all (SW-66). Raises `Refusal` `cannot-act`."""
    state: SavageState = actor.state
    words = why_out(actor)
    if not words and state.stunned:
        words = text(
            "{actor} is Stunned, and rolls Vigor at the start of the next turn.", actor=combatant(actor)
        )
    if not words and state.surprised:
        words = text("{actor} is surprised, and can do nothing in this round.", actor=combatant(actor))
    if words:
        raise Refusal("cannot-act", words, "SW-66")


def require_unshaken(actor: Fighter) -> None:
    """Refuse actions to the Shaken (SW-66). Raises `Refusal` `cannot-act`."""
    require_present(actor)
    if actor.state.shaken:
        said = text(
            "{actor} is Shaken: only movement and free actions until that ends.", actor=combatant(actor)
        )
        if actor.state.bennies:
            said = text(
                "{actor} is Shaken: only movement and free actions until that ends. A Benny ends it at once.",
                actor=combatant(actor),
            )
        raise Refusal("cannot-act", said, "SW-66")


def require_action_left(actor: Fighter) -> None:
    """Refuse an action beyond those declared (SW-64). Raises `Refusal` `actions-spent`."""
    state: SavageState = actor.state
    if state.actions_used >= state.actions_declared:
        many = counted("the one action", "all {n} actions", n=state.actions_declared)
        said = text(
            "{actor} has used {many} of this turn; more must be declared before the first.",
            actor=combatant(actor),
            many=many,
        )
        raise Refusal("actions-spent", said, "SW-64")


def find_weapon(actor: Fighter, id_: str | None) -> Weapon:
    """Find a thing on somebody's sheet, or bare hands. Raises `Refusal` `unknown-weapon`."""
    found: Weapon | None = actor.sheet.weapon(id_)
    if found is None:
        names = joined(w.low_name for w in actor.sheet.weapons) or text("nothing")
        what = text("Say which ('with')")
        if id_ is not None:
            what = text("{actor} has no {what}", actor=combatant(actor), what=repr(id_))
        raise Refusal(
            "unknown-weapon", text("{what}; carried are: {names}.", what=what, names=names), "SW-11"
        )
    return found


def require_held(actor: Fighter, weapon: Weapon) -> None:
    """Refuse what is not in the hands; nature's weapons always are (SW-11). Raises `Refusal` `not-held`."""
    if weapon.hands and weapon.id not in actor.state.held:
        said = text(
            "{actor} has the {weapon}, but not in hand: ready it first, for free.",
            actor=combatant(actor),
            weapon=weapon.low_name,
        )
        raise Refusal("not-held", said, "SW-11")


def require_inches(actor: Fighter, inches: float, rule: str) -> None:
    """Refuse what costs more movement than is left (SW-61). Raises `Refusal` `too-far`."""
    left = inches_left(actor)
    if inches > left + 1e-9:
        said = text(
            "That takes {inches} inches of movement, and {actor} has {left} left this turn.",
            inches=inches,
            actor=combatant(actor),
            left=left,
        )
        raise Refusal("too-far", said, rule)


def refuse_if(holds: bool, code: str, said: Words, rule: str) -> None:
    """Refuse, if so."""
    if holds:
        raise Refusal(code, said, rule)


WITH = weapon("with", text("Weapon"))
TARGET = one("target", text("Target"))
COUNT: Parameter[float] = Parameter(id="count", kind="number", label=text("Actions"), low=2, high=3)
NOTE = words("note", text("What is said"))


class SavageAction(Action):
    """What the actions have in common: the command is checked as far as it goes, then carried out."""

    def price(self, view: BattleView, command: Command) -> Price:
        """Give nothing, unless an action says more."""
        return FREE

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse what may not be done, in the order of SW-67."""
        actor = view.combatant(command.actor, "actor")
        require_present(actor)
        self.require(view, actor, command, complete=False)

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Check a complete command and prepare its exchange."""
        actor = view.combatant(command.actor, "actor")
        require_present(actor)
        self.require(view, actor, command, complete=True)
        return Plan(exchange=lambda view: self.carry_out(view, view.combatant(actor.id), command))

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse what this action does not allow. Raises `Refusal`.

        Args:
            complete: whether a parameter that is missing is to be refused as well.
        """

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Do what the action is; nothing, where a system's action does not say."""
        yield from ()
