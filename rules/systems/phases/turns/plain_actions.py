"""What a combatant may declare or do besides attacking, and what the table does (section 7)."""

from dataclasses import replace
from typing import Any

from rules.engine.command import Command
from rules.engine.exchange import Exchange, throw
from rules.engine.kinds import read_text
from rules.engine.parameters import number, words
from rules.engine.price import Price
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Action, Choice, Parameter, Plan
from rules.engine.text import combatant, joined, text
from rules.systems.phases import house as own
from rules.systems.phases.actions import (
    HANDLING,
    MOVING,
    WITH,
    Declarable,
    FreeAction,
    carried_weapon,
    require_arms,
    require_ranged,
    require_ready,
    require_said,
)
from rules.systems.phases.events.declaration_events import Cancelled, Noted
from rules.systems.phases.events.weapon_events import WeaponChanged
from rules.systems.phases.harm.injury import lose_targeting
from rules.systems.phases.moves.movement import PATH, TO, find_way
from rules.systems.phases.rolls import BOTCH, PoolRoll
from rules.systems.phases.sheet.gear import FIST, named
from rules.systems.phases.sheet.sheet import FAST_DRAW
from rules.systems.phases.state import (
    EVADE,
    LENGTH_WORDS,
    PARRY,
    Declaration,
    Fighter,
    Length,
    carried,
    is_ready,
    wounds_of,
)
from rules.systems.phases.turns import turn_order
from rules.systems.phases.turns.prices import price_of
from rules.systems.phases.turns.resolution import DRAW, HOLSTER, RELOAD

# ---------------------------------------------------------------------------------------------- free actions
_SPOKEN = words("note", text("What is said"))


class Speak(FreeAction):
    """Say something (PH-45)."""

    id = "speak"
    label = text("Speak")
    help = text("Say something short. It happens at once, before what you declare.")
    rule = "PH-45"
    parameters = (_SPOKEN,)

    def work(self, view: BattleView, who: str, command: Command) -> Exchange[None]:
        """Record it."""
        yield Noted(who=who, action=self.id, note=_SPOKEN.of(command) or "")


def _in_hand(_: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    return tuple(
        Choice(id=w.id, label=text(w.name)) for w in actor.sheet.weapons if w.id in actor.state.ready
    )


def _shooters_in_hand(_: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            id=w.id,
            label=text(
                "{weapon}, {ammo} of {shots}",
                weapon=text(w.name),
                ammo=actor.state.ammo.get(w.id, 0),
                shots=w.shots or 0,
            ),
        )
        for w in actor.sheet.weapons
        if w.id in actor.state.ready and not w.is_melee
    )


def _put_away(view: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    weapons = (w for w in carried(view.state, actor) if not is_ready(actor, w))
    return tuple(Choice(id=w.id, label=text(w.name)) for w in weapons)


_NO_WEAPON = text("Say which weapon ('with').")
_FAST_DRAW = text("fast draw")


def _change(actor: Fighter, weapon_id: str, change: str) -> WeaponChanged:
    weapon = actor.sheet.weapon(weapon_id)
    assert weapon is not None, "checked before"
    return WeaponChanged(who=actor.id, weapon=weapon_id, weapon_name=weapon.name, change=change)


def _drop(view: BattleView, who: str, weapon_id: str) -> Exchange[None]:
    """Let a weapon fall, and what was targeted with it (PH-63)."""
    actor = view.combatant(who)
    yield _change(actor, weapon_id, "dropped")
    if actor.state.targeting is not None and actor.state.targeting.weapon == weapon_id:
        yield from lose_targeting(view, who, text("the weapon is dropped"))


class Drop(FreeAction):
    """Let a weapon fall (PH-05)."""

    id = "drop"
    label = text("Drop")
    help = text("Let a weapon fall, at once. You no longer carry it.")
    rule = "PH-05"
    parameters = (replace(WITH, choices=_in_hand),)

    def require(self, view: BattleView, actor: Fighter, command: Command) -> None:
        """Refuse a weapon that is not in hand."""
        id_ = WITH.of(command)
        if id_ is not None:
            require_ready(actor, carried_weapon(view, actor, id_, fists=False))

    def require_complete(self, command: Command) -> None:
        """Ask for the weapon."""
        require_said(command, WITH, "unknown-weapon", _NO_WEAPON)

    def work(self, view: BattleView, who: str, command: Command) -> Exchange[None]:
        """Let it fall."""
        yield from _drop(view, who, WITH.of(command) or "")


def _require_drawable(view: BattleView, actor: Fighter, command: Command) -> None:
    id_ = WITH.of(command)
    if id_ is None:
        return
    require_arms(actor, id_)
    weapon = carried_weapon(view, actor, id_)
    if is_ready(actor, weapon):
        said = text(
            "{actor} has the {weapon} in hand already.", actor=combatant(actor), weapon=named(weapon.name)
        )
        raise Refusal("already-ready", said, "PH-04" if weapon is FIST else "PH-05")


class FastDraw(FreeAction):
    """Draw a weapon so fast that it costs no phase, if it succeeds (PH-46)."""

    id = "fast-draw"
    label = text("Fast draw")
    help = text(
        "Roll fast-draw against 8: on a success the weapon is in hand at once, else you declare a draw."
    )
    rule = "PH-46"
    parameters = (replace(WITH, choices=_put_away),)

    def require(self, view: BattleView, actor: Fighter, command: Command) -> None:
        """Refuse a weapon that cannot be drawn."""
        _require_drawable(view, actor, command)

    def require_complete(self, command: Command) -> None:
        """Ask for the weapon."""
        require_said(command, WITH, "unknown-weapon", _NO_WEAPON)

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Prepare it, with the number to reach."""
        plan = super().plan(view, command)
        actor = view.combatant(command.actor, "actor")
        return Plan(
            exchange=plan.exchange,
            roll=text("fast-draw {skill}d10", skill=actor.sheet.skill(FAST_DRAW)),
            target_number=own.FAST_DRAW.value(actor.house),
            modifiers=wounds_of(actor),
        )

    def work(self, view: BattleView, who: str, command: Command) -> Exchange[None]:
        """Roll; a failure is an ordinary draw, a botch drops the weapon and ends the declaration."""
        actor, weapon_id = view.combatant(who), WITH.of(command) or ""
        roll = yield from throw(
            PoolRoll(
                who=who,
                purpose="fast-draw",
                label=_FAST_DRAW,
                dice=actor.sheet.skill(FAST_DRAW),
                target=own.FAST_DRAW.value(actor.house),
                house=actor.house,
                modifiers=wounds_of(actor),
            )
        )
        if roll.succeeded:
            yield _change(actor, weapon_id, "drawn")
        elif roll.outcome != BOTCH:
            action = Declaration(id=DRAW, length=Length.PHASE, declared=0, due=0, weapon=weapon_id)
            yield from turn_order.declare(view, who, turn_order.timed(view, who, action))
        else:
            yield from _drop(view, who, weapon_id)
            if view.state.running:
                yield from turn_order.advance(view, who)


# ------------------------------------------------------------------------------------------- phase actions
class WeaponAction(Declarable):
    """Do something with a weapon that takes a phase."""

    group = HANDLING

    def require_complete(self, command: Command) -> None:
        """Ask for the weapon."""
        require_said(command, WITH, "unknown-weapon", _NO_WEAPON)


class Draw(WeaponAction):
    """Take a weapon in hand (PH-05)."""

    id = DRAW
    label = text("Draw")
    help = text("Take a weapon that you carry in hand, by the end of the phase.")
    rule = "PH-05"
    parameters = (replace(WITH, choices=_put_away),)

    def require(self, view: BattleView, actor: Fighter, command: Command) -> dict[str, Any]:
        """Refuse a weapon that cannot be drawn."""
        _require_drawable(view, actor, command)
        return {"weapon": WITH.of(command)}


class Holster(WeaponAction):
    """Put a weapon away (PH-05)."""

    id = HOLSTER
    label = text("Holster")
    help = text("Put a weapon away, by the end of the phase; you still carry it.")
    rule = "PH-05"
    parameters = (replace(WITH, choices=_in_hand),)

    def require(self, view: BattleView, actor: Fighter, command: Command) -> dict[str, Any]:
        """Refuse a weapon that is not in hand."""
        id_ = WITH.of(command)
        if id_ is not None:
            require_ready(actor, carried_weapon(view, actor, id_, fists=False))
        return {"weapon": id_}


class Reload(WeaponAction):
    """Fill a weapon (PH-08)."""

    id = RELOAD
    label = text("Reload")
    help = text("Fill a ranged weapon that you have in hand, by the end of the phase.")
    rule = "PH-08"
    parameters = (replace(WITH, choices=_shooters_in_hand),)

    def require(self, view: BattleView, actor: Fighter, command: Command) -> dict[str, Any]:
        """Refuse a weapon that is not in hand, or holds no rounds."""
        id_ = WITH.of(command)
        if id_ is not None:
            weapon = carried_weapon(view, actor, id_, fists=False)
            require_ranged(weapon)
            require_ready(actor, weapon)
        return {"weapon": id_}


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
        return {"said": {key.id: command.params[key.id] for key in (TO, PATH) if key.of(command)}}

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


# --------------------------------------------------------------------------------------------- other commands
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
        """Prepare it."""
        self.check(view, command)
        actor = view.combatant(command.actor, "actor")
        event = Cancelled(who=actor.id, action=actor.state.action.id)
        return Plan(exchange=lambda view: _cancel(event))


def _cancel(event: Cancelled) -> Exchange[None]:
    yield event
