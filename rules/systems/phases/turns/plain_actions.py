"""What a combatant may declare or do besides attacking, and what the table does (section 7)."""

from typing import Any

from rules.engine.command import Command
from rules.engine.exchange import Exchange, throw
from rules.engine.parameters import keys
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Action, Choice, Parameter, Plan
from rules.engine.text import combatant, text
from rules.systems.phases import house as own
from rules.systems.phases.actions import (
    HANDLING,
    LENGTH_WORDS,
    MOVING,
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
from rules.systems.phases.moves.movement import find_way
from rules.systems.phases.rolls import BOTCH, PoolRoll
from rules.systems.phases.sheet.gear import FIST
from rules.systems.phases.sheet.sheet import FAST_DRAW
from rules.systems.phases.state import (
    EVADE,
    PARRY,
    Declaration,
    Fighter,
    Length,
    carried,
    is_ready,
    wounds_of,
)
from rules.systems.phases.turns import turn_order
from rules.systems.phases.turns.resolution import DRAW, HOLSTER, RELOAD


# ---------------------------------------------------------------------------------------------- free actions
class Speak(FreeAction):
    """Say something (PH-45)."""

    id = "speak"
    label = "Speak"
    help = "Say something short. It happens at once, before what you declare."
    rule = "PH-45"
    parameters = (Parameter(id="note", kind="text", label="What is said", optional=True),)

    def require(self, view: BattleView, actor: Fighter, command: Command) -> None:
        """Read the note."""
        command.text("note")

    def work(self, view: BattleView, who: str, command: Command) -> Exchange[None]:
        """Record it."""
        yield Noted(who=who, action=self.id, note=command.text("note") or "")


def _in_hand(_: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    return tuple(Choice(id=w.id, label=w.name) for w in actor.sheet.weapons if w.id in actor.state.ready)


def _shooters_in_hand(_: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    return tuple(
        Choice(id=w.id, label=f"{w.name}, {actor.state.ammo.get(w.id, 0)} of {w.shots}")
        for w in actor.sheet.weapons
        if w.id in actor.state.ready and not w.is_melee
    )


def _put_away(view: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    weapons = (w for w in carried(view.state, actor) if not is_ready(actor, w))
    return tuple(Choice(id=w.id, label=w.name) for w in weapons)


_NO_WEAPON = "Say which weapon ('with')."


def _change(actor: Fighter, weapon_id: str, change: str) -> WeaponChanged:
    weapon = actor.sheet.weapon(weapon_id)
    assert weapon is not None, "checked before"
    return WeaponChanged(who=actor.id, weapon=weapon_id, weapon_name=weapon.name, change=change)


def _drop(view: BattleView, who: str, weapon_id: str) -> Exchange[None]:
    """Let a weapon fall, and what was targeted with it (PH-63)."""
    actor = view.combatant(who)
    yield _change(actor, weapon_id, "dropped")
    if actor.state.targeting is not None and actor.state.targeting.weapon == weapon_id:
        yield from lose_targeting(view, who, "the weapon is dropped")


class Drop(FreeAction):
    """Let a weapon fall (PH-05)."""

    id = "drop"
    label = "Drop"
    help = "Let a weapon fall, at once. You no longer carry it."
    rule = "PH-05"
    parameters = (Parameter(id="with", kind="weapon", label="Weapon", choices=_in_hand),)

    def require(self, view: BattleView, actor: Fighter, command: Command) -> None:
        """Refuse a weapon that is not in hand."""
        id_ = command.text("with")
        if id_ is not None:
            require_ready(actor, carried_weapon(view, actor, id_, fists=False))

    def require_complete(self, command: Command) -> None:
        """Ask for the weapon."""
        require_said(command, "with", "unknown-weapon", _NO_WEAPON)

    def work(self, view: BattleView, who: str, command: Command) -> Exchange[None]:
        """Let it fall."""
        yield from _drop(view, who, command.params["with"])


def _require_drawable(view: BattleView, actor: Fighter, command: Command) -> None:
    id_ = command.text("with")
    if id_ is None:
        return
    require_arms(actor, id_)
    weapon = carried_weapon(view, actor, id_)
    if is_ready(actor, weapon):
        said = text(
            "{actor} has the {weapon} in hand already.", actor=combatant(actor), weapon=text(weapon.name).low
        )
        raise Refusal("already-ready", said, "PH-04" if weapon is FIST else "PH-05")


class FastDraw(FreeAction):
    """Draw a weapon so fast that it costs no phase, if it succeeds (PH-46)."""

    id = "fast-draw"
    label = "Fast draw"
    help = "Roll fast-draw against 8: on a success the weapon is in hand at once, else you declare a draw."
    rule = "PH-46"
    parameters = (Parameter(id="with", kind="weapon", label="Weapon", choices=_put_away),)

    def require(self, view: BattleView, actor: Fighter, command: Command) -> None:
        """Refuse a weapon that cannot be drawn."""
        _require_drawable(view, actor, command)

    def require_complete(self, command: Command) -> None:
        """Ask for the weapon."""
        require_said(command, "with", "unknown-weapon", _NO_WEAPON)

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Prepare it, with the number to reach."""
        plan = super().plan(view, command)
        actor = view.combatant(command.actor, "actor")
        return Plan(
            exchange=plan.exchange,
            roll=f"fast-draw {actor.sheet.skill(FAST_DRAW)}d10",
            target_number=own.FAST_DRAW.value(actor.house),
            modifiers=wounds_of(actor),
        )

    def work(self, view: BattleView, who: str, command: Command) -> Exchange[None]:
        """Roll; a failure is an ordinary draw, a botch drops the weapon and ends the declaration."""
        actor, weapon_id = view.combatant(who), command.params["with"]
        roll = yield from throw(
            PoolRoll(
                who=who,
                purpose="fast-draw",
                label="fast draw",
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

    cost = LENGTH_WORDS[Length.PHASE]
    group = HANDLING

    def require_complete(self, command: Command) -> None:
        """Ask for the weapon."""
        require_said(command, "with", "unknown-weapon", _NO_WEAPON)


class Draw(WeaponAction):
    """Take a weapon in hand (PH-05)."""

    id = DRAW
    label = "Draw"
    help = "Take a weapon that you carry in hand, by the end of the phase."
    rule = "PH-05"
    parameters = (Parameter(id="with", kind="weapon", label="Weapon", choices=_put_away),)

    def require(self, view: BattleView, actor: Fighter, command: Command) -> dict[str, Any]:
        """Refuse a weapon that cannot be drawn."""
        _require_drawable(view, actor, command)
        return {"weapon": command.text("with")}


class Holster(WeaponAction):
    """Put a weapon away (PH-05)."""

    id = HOLSTER
    label = "Holster"
    help = "Put a weapon away, by the end of the phase; you still carry it."
    rule = "PH-05"
    parameters = (Parameter(id="with", kind="weapon", label="Weapon", choices=_in_hand),)

    def require(self, view: BattleView, actor: Fighter, command: Command) -> dict[str, Any]:
        """Refuse a weapon that is not in hand."""
        id_ = command.text("with")
        if id_ is not None:
            require_ready(actor, carried_weapon(view, actor, id_, fists=False))
        return {"weapon": id_}


class Reload(WeaponAction):
    """Fill a weapon (PH-08)."""

    id = RELOAD
    label = "Reload"
    help = "Fill a ranged weapon that you have in hand, by the end of the phase."
    rule = "PH-08"
    parameters = (Parameter(id="with", kind="weapon", label="Weapon", choices=_shooters_in_hand),)

    def require(self, view: BattleView, actor: Fighter, command: Command) -> dict[str, Any]:
        """Refuse a weapon that is not in hand, or holds no rounds."""
        id_ = command.text("with")
        if id_ is not None:
            weapon = carried_weapon(view, actor, id_, fists=False)
            require_ranged(weapon)
            require_ready(actor, weapon)
        return {"weapon": id_}


class Defence(Declarable):
    """Defend oneself until the end of the phase."""

    cost = LENGTH_WORDS[Length.PHASE]
    group = MOVING

    def require(self, view: BattleView, actor: Fighter, command: Command) -> dict[str, Any]:
        """Refuse nothing: bare hands are always ready."""
        return {}


class Parry(Defence):
    """Parry blows until the end of the phase (PH-77)."""

    id = PARRY
    label = "Parry"
    help = "Until the phase ends, roll against each blow at you: it must reach your total."
    rule = "PH-77"


class Evade(Defence):
    """Be hard to hit until the end of the phase (PH-78)."""

    id = EVADE
    label = "Evade"
    help = "Until the phase ends, every attack on you has -2."
    rule = "PH-78"


class Move(Declarable):
    """Go somewhere within one's reach (PH-52, PH-99)."""

    id = "move"
    label = "Move"
    help = "Be somewhere else by the end of the phase. It costs what you have aimed."
    cost = LENGTH_WORDS[Length.PHASE]
    group = MOVING
    rule = "PH-52"
    parameters = (Parameter(id="to", kind="cell", label="Where to"),)
    also = keys("cells", "path")

    def require(self, view: BattleView, actor: Fighter, command: Command) -> dict[str, Any]:
        """Refuse a place that is too far, or that no way leads to."""
        find_way(view.state, actor, command)
        return {"said": {key: command.params[key] for key in ("to", "path") if command.params.get(key)}}

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Prepare it; on a map it must be said where to."""
        plan = super().plan(view, command)
        if view.state.map is not None and not (command.params.get("to") or command.params.get("path")):
            raise Refusal("bad-command", "Say where to move: a cell or a zone ('to'), or a 'path'.", "PH-52")
        return plan


MOST_TASK_DICE, MOST_TASK_TARGET = 10, 30
_LENGTHS = tuple(Choice(id=length.value, label=LENGTH_WORDS[length]) for length in Length)


def _lengths(_: BattleView, __: Fighter) -> tuple[Choice, ...]:
    return _LENGTHS


class Task(Declarable):
    """Do anything else that takes its time, with a roll or without (PH-40, PH-50)."""

    id = "task"
    label = "Task"
    help = "Anything else: say how long it takes; with dice it is rolled when it resolves."
    rule = "PH-50"
    parameters = (
        Parameter(id="length", kind="choice", label="How long", choices=_lengths),
        Parameter(id="note", kind="text", label="What is done", optional=True),
        Parameter(id="dice", kind="number", label="Dice", optional=True, low=0, high=MOST_TASK_DICE),
        Parameter(id="tn", kind="number", label="Target number", optional=True, low=1, high=MOST_TASK_TARGET),
    )

    def require(self, view: BattleView, actor: Fighter, command: Command) -> dict[str, Any]:
        """Refuse a length that there is not, and numbers out of range."""
        length = command.text("length")
        if length is not None and length not in set(Length):
            known = ", ".join(Length)
            raise Refusal(
                "bad-command",
                text("A task takes one of {known}; {length} is none.", known=known, length=f"{length!r}"),
                "PH-40",
            )
        said = {
            "note": command.text("note"),
            "dice": command.number("dice", 0, MOST_TASK_DICE),
            "tn": command.number("tn", 1, MOST_TASK_TARGET),
        }
        if said["dice"] is None:
            said["tn"] = None  # nothing is thrown that could reach it
        return {"said": {key: value for key, value in said.items() if value is not None}}

    def length_of(self, command: Command) -> Length:
        """Give the length that was said."""
        return Length(command.params["length"])

    def require_complete(self, command: Command) -> None:
        """Ask for the length."""
        require_said(command, "length", "bad-command", "Say how long it takes ('length').")


# --------------------------------------------------------------------------------------------- other commands
class Cancel(Action):
    """Give up a declared action (PH-54)."""

    id = "cancel"
    label = "Cancel"
    help = "Give up what you have declared in an earlier phase; you declare again in the next one."
    rule = "PH-54"

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
