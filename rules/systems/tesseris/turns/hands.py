"""Hands and weapons: drawing, dropping, loading, clearing a jam (TS-182, TS-183)."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.parameters import flag
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.system import Choice, Parameter
from rules.engine.text import Text, Words, as_text, combatant, text
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.parameters import WITH
from rules.systems.tesseris.sheet.gear import FISTS, Weapon
from rules.systems.tesseris.state import Fighter
from rules.systems.tesseris.turns.command_targets import find_weapon
from rules.systems.tesseris.turns.tick_action import HANDS, TesserisAction, refuse_if

WITH_MOVE = flag("with_move", optional=True)
"""Whether it is drawn right after a move, for nothing (TS-099)."""


def _held(_: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    return tuple(Choice(id=w.id, label=w.words) for w in actor.sheet.held_weapons(actor.state.held))


def _put_away(_: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    weapons = (w for w in actor.sheet.weapons if w.id not in (*actor.state.held, FISTS.id))
    return tuple(Choice(id=w.id, label=w.words) for w in weapons)


class ChangeGrip(TesserisAction):
    """Take another weapon that is held into the primary hand (TS-183)."""

    group = HANDS
    id = "change-grip"
    label = text("Change grip")
    help = text("Put one of the weapons that you hold into your primary hand.")
    rule = "TS-183"
    parameters = (replace(WITH, label=text("What"), choices=_held),)

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse what is not held, and to change it with empty hands."""
        named = WITH.of(command)
        refuse_if(
            not actor.state.held,
            "wrong-weapon",
            text("{actor} holds nothing.", actor=combatant(actor)),
            self.rule,
        )
        if named is not None and named not in actor.state.held:
            find_weapon(actor, named)
            raise Refusal(
                "wrong-weapon", text("{actor} does not hold that.", actor=combatant(actor)), self.rule
            )

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Take the weapon named into the primary hand."""
        named = WITH.of(command)
        yield ev.ActionNoted(who=actor.id, what=self.id)
        if named is not None:
            rest = [id_ for id_ in actor.state.held if id_ != named]
            yield ev.Kept(who=actor.id, values={"held": [named, *rest]})


class DropItem(TesserisAction):
    """Let something fall (TS-183)."""

    group = HANDS
    id = "drop-item"
    label = text("Drop")
    help = text("Let go of a weapon.")
    rule = "TS-183"
    parameters = (replace(WITH, label=text("What"), optional=False, choices=_held),)

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse what is not held, and to let go with empty hands."""
        named = WITH.of(command)
        refuse_if(
            not actor.state.held,
            "wrong-weapon",
            text("{actor} holds nothing.", actor=combatant(actor)),
            self.rule,
        )
        if named is not None or complete:
            weapon = find_weapon(actor, named)
            said = text(
                "{actor} does not hold the {weapon}.", actor=combatant(actor), weapon=weapon.words.low
            )
            refuse_if(weapon.id not in actor.state.held, "wrong-weapon", said, self.rule)

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Let it fall."""
        yield ev.Dropped(who=actor.id, weapon=find_weapon(actor, WITH.of(command)).id)


class Draw(TesserisAction):
    """Draw a weapon (TS-183)."""

    group = HANDS
    id = "draw"
    label = text("Draw")
    help = text("Into your last hand; free right after a move.")
    rule = "TS-183"
    ticks = 1
    parameters = (replace(WITH, label=text("What"), optional=False, choices=_put_away),)
    also = (WITH_MOVE,)

    def ways(self, view: BattleView, actor: Fighter) -> tuple[tuple[Mapping[str, str], Words], ...]:
        """Have a button for each weapon; right after a move they draw it for nothing (TS-099)."""
        moves = actor.state.just_moved and view.state.active in (None, actor.id)
        free: Mapping[str, str] = {"with_move": "true"} if moves else {}
        return tuple(
            ({"with": c.id, **free}, text("{weapon}, in passing", weapon=c.label) if moves else c.label)
            for c in _put_away(view, actor)
        )

    def leaves(self, view: BattleView, actor: Fighter) -> Words:
        """Say what is left, unless it costs nothing."""
        return "" if actor.state.just_moved else super().leaves(view, actor)

    def cost_of(self, state: BattleState, actor: Fighter, command: Command) -> int:
        """Give its tick, none right after a move (TS-099)."""
        with_move = WITH_MOVE.of(command) or False
        said = text("{actor}'s last action was no move.", actor=combatant(actor))
        refuse_if(with_move and not actor.state.just_moved, "no-ticks", said, self.rule)
        return 0 if with_move else self.ticks

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse what the hands have no room for."""
        named = WITH.of(command)
        if named is None and not complete:
            said = text("{actor} has nothing put away that could be drawn.", actor=combatant(actor))
            refuse_if(not _put_away(view, actor), "wrong-weapon", said, self.rule)
            return
        weapon = find_weapon(actor, named)
        words = actor.sheet.why_not_held((*actor.state.held, weapon.id))
        refuse_if(
            bool(words), "wrong-weapon", text("It cannot be drawn: {why}.", why=as_text(words)), self.rule
        )

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Take the weapon in hand."""
        yield ev.Drawn(who=actor.id, weapon=find_weapon(actor, WITH.of(command)).id)


class _WithGun(TesserisAction):
    """Something about a weapon, where there is one to do it to."""

    group = HANDS

    @classmethod
    @abstractmethod
    def none(cls, actor: Fighter) -> Text:
        """Say that there is none that needs it."""

    @classmethod
    def fitting(cls, actor: Fighter) -> tuple[Weapon, ...]:
        """List the weapons in the hands that there is a reason to do it to."""
        return tuple(weapon for weapon in cls.able(actor) if cls.needs_it(actor, weapon))

    @classmethod
    def able(cls, actor: Fighter) -> tuple[Weapon, ...]:
        """List the weapons in the hands that it can be done to."""
        held: tuple[Weapon, ...] = actor.sheet.held_weapons(actor.state.held)
        return tuple(weapon for weapon in held if not cls.why_not_to(actor, weapon))

    @classmethod
    def why_not_to(cls, actor: Fighter, weapon: Weapon) -> Words:
        """Say why it cannot be done to a weapon; empty if it can."""
        return ""

    @classmethod
    def needs_it(cls, actor: Fighter, weapon: Weapon) -> bool:
        """Tell whether there is a reason to do it to a weapon."""
        return True

    def gun(self, actor: Fighter, command: Command) -> Weapon:
        """Give the weapon named, or the first one that it can be done to. Raises `Refusal`."""
        named = WITH.of(command)
        if named is None:
            able = self.fitting(actor) or self.able(actor)
            refuse_if(not able, "wrong-weapon", self.none(actor), self.rule)
            return able[0]
        weapon = find_weapon(actor, named)
        words = self.why_not_to(actor, weapon)
        refuse_if(bool(words), "wrong-weapon", words, self.rule)
        return weapon

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse what it cannot be done to, and to offer it where there is no reason to."""
        self.gun(actor, command)
        idle = not complete and WITH.of(command) is None and not self.fitting(actor)
        refuse_if(idle, "wrong-weapon", self.none(actor), self.rule)


def _which(action: type[_WithGun]) -> Parameter:
    def choices(_: BattleView, actor: Fighter) -> tuple[Choice, ...]:
        return tuple(Choice(id=w.id, label=w.words) for w in action.fitting(actor))

    return replace(WITH, choices=choices)


class ClearJam(_WithGun):
    """Clear a jam (TS-182)."""

    id = "clear-jam"
    label = text("Clear a jam")
    help = text("Let the weapon shoot again.")
    rule = "TS-182"
    ticks = 2

    @classmethod
    def none(cls, actor: Fighter) -> Text:
        """Say that nothing is jammed."""
        return text("{actor} holds nothing that is jammed.", actor=combatant(actor))

    @classmethod
    def why_not_to(cls, actor: Fighter, weapon: Weapon) -> Words:
        """Say that it is not jammed."""
        return (
            ""
            if weapon.id in actor.state.jammed
            else text("The {weapon} is not jammed.", weapon=weapon.words.low)
        )

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Let the weapon shoot again."""
        yield ev.JamCleared(who=actor.id, weapon=self.gun(actor, command).id)


class Reload(_WithGun):
    """Fill a magazine (TS-182)."""

    id = "reload"
    label = text("Reload")
    help = text("Fill the magazine; ticks may be borrowed for it.")
    rule = "TS-182"
    ticks = 3
    borrows = True

    @classmethod
    def none(cls, actor: Fighter) -> Text:
        """Say that nothing needs loading."""
        return text("{actor} holds nothing that needs loading.", actor=combatant(actor))

    @classmethod
    def why_not_to(cls, actor: Fighter, weapon: Weapon) -> Words:
        """Say that it has no magazine."""
        return (
            text("The {weapon} has no magazine.", weapon=weapon.words.low) if weapon.magazine is None else ""
        )

    @classmethod
    def needs_it(cls, actor: Fighter, weapon: Weapon) -> bool:
        """Tell whether there is room in its magazine."""
        left: int = actor.state.ammo.get(weapon.id, 0)
        return left < (weapon.magazine or 0)

    def cost_of(self, state: BattleState, actor: Fighter, command: Command) -> int:
        """Give the weapon's own ticks."""
        try:
            return self.gun(actor, command).reload_ticks
        except Refusal:
            return self.ticks

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Fill it."""
        weapon = self.gun(actor, command)
        assert weapon.magazine is not None
        yield ev.Reloaded(who=actor.id, weapon=weapon.id, rounds=weapon.magazine)


ClearJam.parameters = (_which(ClearJam),)
Reload.parameters = (_which(Reload),)
