"""What needs no maneuver: checks, dropping, crouching, turning, doors (section 7.2)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.engine.battle_events import DoorSet
from rules.engine.command import Command
from rules.engine.dice import Modifier
from rules.engine.exchange import Exchange, tell, throw
from rules.engine.moves.doors import DoorAction
from rules.engine.parameters import choice, number
from rules.engine.parameters import weapon as weapon_parameter
from rules.engine.price import Price
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Action, Choice, Plan
from rules.engine.text import Text, Words, as_text, combatant, joined, text
from rules.map.grid import has_cells
from rules.systems.gurps.attack.choices import facing_choices
from rules.systems.gurps.attack.feint import shock_of
from rules.systems.gurps.attack.order_parameters import WITH
from rules.systems.gurps.defence.defence import Said
from rules.systems.gurps.events.gear_events import WeaponDropped
from rules.systems.gurps.events.maneuver_events import Checked, PostureChanged
from rules.systems.gurps.events.turn_events import FacingSet
from rules.systems.gurps.harm.mortal_wounds import FreeAction, MortalCheck, Stabilize, TendMortal
from rules.systems.gurps.maneuvers import maneuver_table as mv
from rules.systems.gurps.maneuvers.maneuver_action import require_able, require_maneuver, take
from rules.systems.gurps.maneuvers.maneuver_table import MANEUVERS
from rules.systems.gurps.maneuvers.prices import maneuver_price
from rules.systems.gurps.moves.arcs import directions
from rules.systems.gurps.moves.movement import FACING, Pace, Way
from rules.systems.gurps.rolls import (
    CheckRoll,
)
from rules.systems.gurps.sheet.gear import Weapon
from rules.systems.gurps.sheet.names import checked_words, weapon_words
from rules.systems.gurps.sheet.sheet import ATTRIBUTES, DEFAULTS, GurpsSheet
from rules.systems.gurps.state import POSTURE_WORDS, Fighter, Posture, carried, held
from rules.systems.gurps.turns.turn_order import require_awake

_UNSHOCKED = ("ST", "HT", "Will", "Per", "survival")
"""What shock does not touch (GU-915)."""
_MOST_MODIFIER = 100


@dataclass(frozen=True, slots=True)
class _Asked:
    what: str
    base: int
    modifiers: tuple[Modifier, ...]


def _checkable(actor: Fighter) -> tuple[Choice, ...]:
    """List what somebody can be put to the test on: attributes, then skills with their defaults (GU-218)."""
    sheet: GurpsSheet = actor.sheet
    known = {skill: sheet.skill(skill) for skill in (*DEFAULTS, *sheet.skills)}
    known |= {
        weapon.skill: sheet.weapon_skill(weapon.skill) for weapon in sheet.arms if not known.get(weapon.skill)
    }
    attributes = (Choice(id=name, label=_at(name, sheet.attribute(name))) for name in ATTRIBUTES)
    skills = (
        Choice(id=skill, label=_at(skill, level))
        for skill, level in sorted(known.items())
        if level is not None
    )
    return (*attributes, *skills)


def _at(what: str, score: int) -> Text:
    return text("{what} {score}", what=checked_words(what), score=score)


ON = choice("on", text("On what"), choices=lambda view, actor: _checkable(actor))
SKILL, ATTRIBUTE = choice("skill", optional=True), choice("attribute", optional=True)
MODIFIER = number("modifier", -_MOST_MODIFIER, _MOST_MODIFIER, text("Modifier"))


class CheckAction(FreeAction):
    """Check a skill or an attribute (section 7.2).

    A page says `on` what; elsewhere it is a `skill` or an `attribute`.
    """

    id = "check"
    label = text("Check")
    help = text("One success roll on a skill or an attribute; the GM says what comes of it.")
    rule = "GU-401"
    parameters = (ON, MODIFIER)
    also = (SKILL, ATTRIBUTE)

    def ways(self, view: BattleView, actor: Fighter) -> tuple[tuple[Mapping[str, str], Words], ...]:
        """Give it one button: on what is chosen then."""
        return (({}, ""),)

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse it to the dead, and what there is nothing to roll on, once anything is said."""
        actor = view.combatant(command.actor, "actor")
        if actor.state.dead:
            raise Refusal(
                "cannot-act", text("{actor} is dead and can do nothing.", actor=combatant(actor)), "GU-1004"
            )
        if any(key.of(command) is not None for key in (ON, SKILL, ATTRIBUTE, MODIFIER)):
            _read_check(view, actor, command, complete=False)

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Prepare the roll."""
        self.check(view, command)
        actor = view.combatant(command.actor, "actor")
        asked = _read_check(view, actor, command, complete=True)
        assert asked is not None

        def work(view: BattleView) -> Exchange[None]:
            roll = yield from throw(
                CheckRoll(
                    who=actor.id,
                    purpose="check",
                    label=checked_words(asked.what),
                    base=asked.base,
                    modifiers=asked.modifiers,
                )
            )
            yield Checked(who=actor.id, what=asked.what, outcome=roll.outcome, margin=roll.margin)

        target = asked.base + sum(modifier.value for modifier in asked.modifiers)
        return Plan(
            exchange=work, roll=_at(asked.what, asked.base), target_number=target, modifiers=asked.modifiers
        )


def _read_check(view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> _Asked | None:
    """Read what a check is on; None where that is not said yet. Raises `Refusal`."""
    sheet: GurpsSheet = actor.sheet
    skill, attribute, on = SKILL.of(command), ATTRIBUTE.of(command), ON.of(command)
    said = [what for what in (skill, attribute, on) if what is not None]
    if len(said) > 1 or (complete and not said):
        raise Refusal("bad-command", text("A check is on a 'skill' or an 'attribute'."), "GU-401")
    if on is not None:
        skill, attribute = (None, on) if on in ATTRIBUTES else (on, None)
    modifier = MODIFIER.of(command) or 0
    if not said:
        return None
    if attribute is not None:
        if attribute not in ATTRIBUTES:
            words = text(
                "The attributes are {value}; {attribute} is none.",
                value=joined(ATTRIBUTES),
                attribute=f"{attribute!r}",
            )
            raise Refusal("bad-command", words, "GU-401")
        base: int | None = sheet.attribute(attribute)
    else:
        base = sheet.skill(skill or "")
        if base is None and any(weapon.skill == skill for weapon in sheet.arms):
            base = sheet.weapon_skill(skill or "")
    if base is None:
        words = text(
            "{actor} does not know {skill}, and it has no default.",
            actor=combatant(actor),
            skill=f"{skill!r}",
        )
        raise Refusal("no-skill", words, "GU-218")
    what = attribute or skill or ""
    own_turn = not view.state.running or view.state.active == actor.id
    shock = shock_of(actor) if own_turn and what not in _UNSHOCKED else ()
    gm = (Modifier(text("gm"), modifier, "GU-401"),) if modifier else ()
    return _Asked(what, base, (*gm, *shock))


class Drop(FreeAction):
    """Let something fall (section 7.2)."""

    id = "drop"
    label = text("Drop")
    help = text("Let something fall at your feet. It takes no time.")
    rule = "GU-305"
    parameters = (
        weapon_parameter(
            WITH.id,
            text("What"),
            choices=lambda view, actor: tuple(Choice(id=w.id, label=weapon_words(w)) for w in held(actor)),
        ),
    )

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse it to the senseless, to who has nothing, and what it has not."""
        actor = view.combatant(command.actor, "actor")
        require_awake(actor)
        if WITH.of(command) is not None or not _droppable(actor):
            _find_dropped(actor, command)

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Plan to let it fall, with what falls with it."""
        self.check(view, command)
        actor = view.combatant(command.actor, "actor")
        weapon = _find_dropped(actor, command)

        def work(view: BattleView) -> Exchange[None]:
            yield WeaponDropped(
                who=actor.id, weapon=weapon.id, name=weapon.name, at=view.combatant(actor.id).at
            )

        return Plan(exchange=work)


def _droppable(actor: Fighter) -> tuple[Weapon, ...]:
    return tuple(weapon for weapon in carried(actor) if not weapon.unarmed)


def _find_dropped(actor: Fighter, command: Command) -> Weapon:
    id_ = WITH.of(command) or ""
    weapon = next((w for w in _droppable(actor) if w.id == id_.partition("/")[0]), None)
    if weapon is None:
        names = joined(as_text(w.id) for w in _droppable(actor)) or text("nothing")
        raise Refusal(
            "unknown-weapon",
            text(
                "{actor} has no {value} to drop; it has {names}.",
                actor=combatant(actor),
                value=f"{id_!r}",
                names=names,
            ),
            "GU-301",
        )
    return weapon


class Crouch(Action):
    """Crouch, or rise from crouching, free on one's turn (section 7.2)."""

    id = "crouch"
    label = text("Crouch")
    help = text("Crouch, or stand up from crouching. Free on your turn.")
    rule = "GU-1005"
    is_free = True

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse it to who kneels or lies, or cannot act."""
        actor = view.combatant(command.actor, "actor")
        if actor.state.posture not in (Posture.STANDING, Posture.CROUCHING):
            said = text(
                "{actor} is {posture}: rise first, with a Ready maneuver.",
                actor=combatant(actor),
                posture=POSTURE_WORDS[actor.state.posture],
            )
            raise Refusal("bad-variant", said, "GU-1005")

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Plan to crouch from standing, or to rise from crouching."""
        self.check(view, command)
        actor = view.combatant(command.actor, "actor")
        standing = actor.state.posture is Posture.STANDING
        to = Posture.CROUCHING if standing else Posture.STANDING

        def work(view: BattleView) -> Exchange[None]:
            yield PostureChanged(who=actor.id, posture=to)

        return Plan(exchange=work)


class Turn(Action):
    """Face another way, once a maneuver with movement is taken (GU-502, our ruling GU-R67)."""

    id = "face"
    label = text("Turn")
    help = text("Face another way: part of the movement of your maneuver.")
    rule = "GU-R67"
    is_free = True
    parameters = (replace(FACING, label=text("To the"), choices=facing_choices, optional=False),)

    def ways(self, view: BattleView, actor: Fighter) -> tuple[tuple[Mapping[str, str], Words], ...]:
        """Give it one button: where to is chosen then."""
        return (({}, ""),)

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse it without cells, and to who has not moved by a maneuver this turn."""
        actor = view.combatant(command.actor, "actor")
        require_able(actor, self.id)
        if view.state.map is None or not has_cells(view.state.map.grid) or actor.at is None:
            raise Refusal("bad-option", text("Without cells nobody faces anywhere."), "GU-506")
        maneuver = mv.in_force(actor.state)
        if maneuver is None or maneuver.pace is Pace.NONE or actor.state.closed:
            said = text(
                "{actor} turns with a maneuver that has movement: take one first.", actor=combatant(actor)
            )
            raise Refusal("too-far", said, "GU-502")
        face = FACING.of(command)
        if face is not None and face not in directions(view.state.map):
            known = joined(directions(view.state.map))
            raise Refusal(
                "bad-option",
                text("There is no direction {face} here; there are {known}.", face=f"{face!r}", known=known),
                "GU-506",
            )

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Plan to face another way."""
        self.check(view, command)
        actor, face = view.combatant(command.actor, "actor"), FACING.of(command)
        if face is None:
            raise Refusal("bad-option", text("Say which way to face ('face')."), "GU-506")
        return Plan(exchange=lambda view: tell(FacingSet(who=actor.id, facing=face)))


# ------------------------------------------------------------------------------------------------------ doors
class Door(DoorAction):
    """Open or close a door within reach, as a Ready maneuver (our ruling GU-R61)."""

    rule = "GU-R61"

    def price(self, view: BattleView, command: Command) -> Price:
        """Give the turn's maneuver (our ruling GU-R61)."""
        return maneuver_price(view.combatant(command.actor, "actor"))

    def require_able(self, view: BattleView, command: Command) -> None:
        """Refuse who has taken its maneuver."""
        require_maneuver(view.combatant(command.actor, "actor"))

    def work(self, view: BattleView, done: DoorSet) -> Exchange[None]:
        """Take the maneuver, and work the door."""
        assert done.who is not None
        if (yield from take(view, done.who, MANEUVERS[mv.READY], Way(), Said(), detail="door")):
            yield done


FREE_ACTIONS: tuple[Action, ...] = (
    CheckAction(),
    Drop(),
    Crouch(),
    Turn(),
    MortalCheck(),
    TendMortal(),
    Stabilize(),
    Door(),
)
"""What needs no maneuver, and the door."""
