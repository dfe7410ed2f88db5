"""What is let go of, and what is taken in hand (SW-60, our ruling SW-R24)."""

from rules.engine.command import Command
from rules.engine.events import Event
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Choice, Parameter
from rules.engine.text import combatant, text
from rules.systems.savage.actions import FREE, Simple, find_weapon, refuse_if
from rules.systems.savage.events import all_events as ev
from rules.systems.savage.sheet.sheet import HANDS, SavageSheet
from rules.systems.savage.state import Fighter


def _in_hand(_: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    weapons = actor.sheet.held_weapons(actor.state.held)
    return tuple(Choice(id=w.id, label=w.name) for w in weapons)


def _put_away(_: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    weapons = (w for w in actor.sheet.weapons if w.hands and w.id not in actor.state.held)
    return tuple(Choice(id=w.id, label=w.name) for w in weapons)


class DropItem(Simple):
    """Let something fall (SW-60)."""

    id = "drop-item"
    label = "Drop"
    help = "Let go of what is in your hand."
    cost = FREE
    rule = "SW-60"
    parameters = (Parameter(id="with", kind="weapon", label="What", choices=_in_hand),)

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse what is not in the hands."""
        id_ = command.text("with")
        if id_ is None and not complete:
            said = text("{actor} holds nothing that could be dropped.", actor=combatant(actor))
            refuse_if(not _in_hand(view, actor), "not-held", said, "SW-11")
            return
        weapon = find_weapon(actor, id_)
        if weapon.id not in actor.state.held:
            said = text(
                "{actor} does not hold the {weapon}.", actor=combatant(actor), weapon=text(weapon.name).low
            )
            raise Refusal("not-held", said, "SW-11")

    def told(self, actor: Fighter, command: Command) -> tuple[Event, ...]:
        """Let it fall."""
        weapon = find_weapon(actor, command.text("with"))
        return (ev.ItemDropped(who=actor.id, item=weapon.id, item_name=weapon.name),)


class Ready(Simple):
    """Take something in hand (SW-R24)."""

    id = "ready"
    label = "Ready"
    help = "Take something in hand, once a turn."
    cost = FREE
    rule = "SW-60"
    parameters = (Parameter(id="with", kind="weapon", label="What", choices=_put_away),)

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse a second one in a turn, and what the hands have no room for."""
        id_ = command.text("with")
        weapon = find_weapon(actor, id_) if id_ is not None or complete else None
        if weapon is not None:
            here = not weapon.hands or weapon.id in actor.state.held
            said = text("The {weapon} is at hand already.", weapon=text(weapon.name).low)
            refuse_if(here, "bad-option", said, self.rule)
        if weapon is None:
            said = text("{actor} has nothing that is not at hand already.", actor=combatant(actor))
            refuse_if(not _put_away(view, actor), "bad-option", said, self.rule)
        said = text("{actor} has readied something this turn already.", actor=combatant(actor))
        refuse_if(actor.state.has_readied, "actions-spent", said, self.rule)
        if weapon is not None:
            sheet: SavageSheet = actor.sheet
            held = sheet.held_weapons(actor.state.held)
            full = sum(w.hands for w in held) + weapon.hands > HANDS
            names = " and ".join(w.name.lower() for w in held)
            said = text(
                "{actor} has no hand free for the {weapon}: drop the {names} first.",
                actor=combatant(actor),
                weapon=text(weapon.name).low,
                names=text(names),
            )
            refuse_if(full, "hands-full", said, "SW-08")

    def told(self, actor: Fighter, command: Command) -> tuple[Event, ...]:
        """Take it."""
        weapon = find_weapon(actor, command.text("with"))
        return (ev.ItemReadied(who=actor.id, item=weapon.id, item_name=weapon.name),)
