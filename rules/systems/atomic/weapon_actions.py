"""Weapons in hand: drawing, stowing and dropping them, and which one an action takes."""

from dataclasses import replace
from typing import ClassVar

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Choice, Plan
from rules.engine.text import Text, combatant, joined, template, text
from rules.systems.atomic.actions import WITH, AtomicAction
from rules.systems.atomic.events import WeaponChanged
from rules.systems.atomic.sheet.sheet import FIST, RANGE_WORDS, Weapon
from rules.systems.atomic.state import Fighter, carried, is_ready, ready_weapons
from rules.systems.atomic.turns.deed import finish_action, start_action
from rules.systems.atomic.turns.prices import QUICK


def weapon_words(weapon: Weapon) -> Text:
    """Name a weapon with what it does and how far: `Blast pistol, wounds 2, near/far`."""
    return joined((text(weapon.name), what_it_does(weapon)))


def what_it_does(weapon: Weapon) -> Text:
    """Say what a weapon does and how far: `wounds 2, near/far`."""
    ranges = joined((RANGE_WORDS[each] for each in weapon.ranges), "/")
    if weapon.ap:
        return text("wounds {wounds}, AP {ap}, {ranges}", wounds=weapon.wounds, ap=weapon.ap, ranges=ranges)
    return text("wounds {wounds}, {ranges}", wounds=weapon.wounds, ranges=ranges)


def carried_weapon(view: BattleView, actor: Fighter, id_: str, *, fists: bool = True) -> Weapon:
    """Find a weapon that somebody carries. Raises `Refusal` `unknown-weapon`."""
    weapons = carried(view.state, actor)
    found = next((w for w in weapons if w.id == id_ and (fists or w.id != FIST.id)), None)
    if found is None:
        names = joined(text(w.name).low for w in weapons if fists or w.id != FIST.id) or text("nothing")
        if id_ == FIST.id:
            said = text(
                "{actor} cannot put away bare hands; carried are: {names}.",
                actor=combatant(actor),
                names=names,
            )
        else:
            said = text(
                "{actor} does not carry {value}; carried are: {names}.",
                actor=combatant(actor),
                value=f"{id_!r}",
                names=names,
            )
        raise Refusal("unknown-weapon", said, "AT-16")
    return found


def require_weapon(command: Command) -> str:
    """Give the weapon that a complete command must name. Raises `Refusal` `unknown-weapon`."""
    id_ = WITH.of(command)
    if id_ is None:
        raise Refusal("unknown-weapon", text("Say which weapon ('with')."), "AT-16")
    return id_


def require_ready(
    actor: Fighter, weapon: Weapon, says: str = template("{actor} has the {weapon}, but not in hand.")
) -> None:
    """Refuse a weapon that is not in hand, in these words. Raises `Refusal` `not-ready`."""
    if not is_ready(actor, weapon):
        said = text(says, actor=combatant(actor), weapon=text(weapon.name).low)
        raise Refusal("not-ready", said, "AT-16")


class WeaponAction(AtomicAction):
    """Take a weapon in hand, or out of it (AT-16)."""

    change: ClassVar[str]

    def require(self, view: BattleView, actor: Fighter, id_: str) -> Weapon:
        """Find a weapon that this can be done with. Raises `Refusal`."""
        weapon = carried_weapon(view, actor, id_, fists=False)
        require_ready(actor, weapon)
        return weapon

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse a weapon that this cannot be done with."""
        super().check(view, command)
        id_ = WITH.of(command)
        if id_ is not None:
            self.require(view, view.combatant(command.actor, "actor"), id_)

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Prepare the change."""
        super().check(view, command)
        actor = view.combatant(command.actor, "actor")
        weapon = self.require(view, actor, require_weapon(command))
        return Plan(exchange=lambda view: self._do(view, actor.id, weapon))

    def _do(self, view: BattleView, who: str, weapon: Weapon) -> Exchange[None]:
        changed = WeaponChanged(who=who, weapon=weapon.id, weapon_name=weapon.name, change=self.change)
        if not self.allowance:
            yield changed
            return
        start = yield from start_action(view, who, self.allowance, self.id)
        if not start.is_lost:
            yield changed
        yield from finish_action(view, start)


def _in_hand(_: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    return tuple(Choice(id=w.id, label=text(w.name)) for w in ready_weapons(actor))


def _put_away(view: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    weapons = (w for w in carried(view.state, actor) if not is_ready(actor, w))
    return tuple(Choice(id=w.id, label=text(w.name)) for w in weapons)


class Draw(WeaponAction):
    """Take a weapon in hand (AT-53)."""

    id = "draw"
    label = text("Draw")
    help = text("Take a weapon that you carry in hand; attacks and parries need it there.")
    rule = "AT-53"
    allowance = QUICK
    change = "drawn"
    parameters = (replace(WITH, choices=_put_away),)

    def require(self, view: BattleView, actor: Fighter, id_: str) -> Weapon:
        """Find a weapon that is carried but not in hand. Raises `Refusal`."""
        weapon = carried_weapon(view, actor, id_)
        if is_ready(actor, weapon):
            said = text(
                "{actor} has the {weapon} in hand already.",
                actor=combatant(actor),
                weapon=text(weapon.name).low,
            )
            raise Refusal("already-ready", said, "AT-12" if weapon is FIST else "AT-16")
        return weapon


class Stow(WeaponAction):
    """Put a weapon away (AT-53)."""

    id = "stow"
    label = text("Stow")
    help = text("Put a weapon away; you still carry it.")
    rule = "AT-53"
    allowance = QUICK
    change = "stowed"
    parameters = (replace(WITH, choices=_in_hand),)


class Drop(WeaponAction):
    """Let a weapon fall (AT-16)."""

    id = "drop"
    label = text("Drop")
    help = text("Let a weapon fall. It costs nothing, and the weapon is gone.")
    rule = "AT-16"
    change = "dropped"
    parameters = (replace(WITH, choices=_in_hand),)
