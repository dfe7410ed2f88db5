"""What is let go of, and what is taken in hand (SW-60, our ruling SW-R24)."""

from collections.abc import Sequence
from dataclasses import replace

from rules.engine.command import Command
from rules.engine.events import Event
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Choice
from rules.engine.text import Text, combatant, listed, text
from rules.systems.savage.actions import WITH, find_weapon, refuse_if
from rules.systems.savage.events import all_events as ev
from rules.systems.savage.sheet.gear import Weapon
from rules.systems.savage.sheet.sheet import HANDS, SavageSheet
from rules.systems.savage.state import Fighter
from rules.systems.savage.turns.plain_actions import Simple


def _in_hand(_: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    weapons = actor.sheet.held_weapons(actor.state.held)
    return tuple(Choice(id=w.id, label=w.name) for w in weapons)


def _put_away(_: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    weapons = (w for w in actor.sheet.weapons if w.hands and w.id not in actor.state.held)
    return tuple(Choice(id=w.id, label=w.name) for w in weapons)


def _names(held: Sequence[Weapon]) -> Text:
    """Name what is in the hands: `long sword and small shield`."""
    return listed([weapon.low_name for weapon in held])


class DropItem(Simple):
    """Let something fall (SW-60)."""

    id = "drop-item"
    label = text("Drop")
    help = text("Let go of what is in your hand.")
    rule = "SW-60"
    parameters = (replace(WITH, label=text("What"), choices=_in_hand),)

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse what is not in the hands."""
        id_ = WITH.of(command)
        if id_ is None and not complete:
            said = text("{actor} holds nothing that could be dropped.", actor=combatant(actor))
            refuse_if(not _in_hand(view, actor), "not-held", said, "SW-11")
            return
        weapon = find_weapon(actor, id_)
        if weapon.id not in actor.state.held:
            said = text("{actor} does not hold the {weapon}.", actor=combatant(actor), weapon=weapon.low_name)
            raise Refusal("not-held", said, "SW-11")

    def told(self, actor: Fighter, command: Command) -> tuple[Event, ...]:
        """Let it fall."""
        weapon = find_weapon(actor, WITH.of(command))
        return (ev.ItemDropped(who=actor.id, item=weapon.id, item_name=weapon.name),)


class Ready(Simple):
    """Take something in hand (SW-R24)."""

    id = "ready"
    label = text("Ready")
    help = text("Take something in hand, once a turn.")
    rule = "SW-60"
    parameters = (replace(WITH, label=text("What"), choices=_put_away),)

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse a second one in a turn, and what the hands have no room for."""
        id_ = WITH.of(command)
        weapon = find_weapon(actor, id_) if id_ is not None or complete else None
        if weapon is not None:
            here = not weapon.hands or weapon.id in actor.state.held
            said = text("The {weapon} is at hand already.", weapon=weapon.low_name)
            refuse_if(here, "bad-option", said, self.rule)
        if weapon is None:
            said = text("{actor} has nothing that is not at hand already.", actor=combatant(actor))
            refuse_if(not _put_away(view, actor), "bad-option", said, self.rule)
        said = text("{actor} has readied something this turn already.", actor=combatant(actor))
        refuse_if(actor.state.has_readied, "actions-spent", said, self.rule)
        if weapon is not None:
            sheet: SavageSheet = actor.sheet
            held = sheet.held_weapons(actor.state.held)
            if held and sum(w.hands for w in held) + weapon.hands > HANDS:
                said = text(
                    "{actor} has no hand free for the {weapon}: drop the {names} first.",
                    actor=combatant(actor),
                    weapon=weapon.low_name,
                    names=_names(held),
                )
                raise Refusal("hands-full", said, "SW-08")

    def told(self, actor: Fighter, command: Command) -> tuple[Event, ...]:
        """Tell what is in hand now."""
        weapon = find_weapon(actor, WITH.of(command))
        return (ev.ItemReadied(who=actor.id, item=weapon.id, item_name=weapon.name),)
