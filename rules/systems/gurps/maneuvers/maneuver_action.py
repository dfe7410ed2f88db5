"""What the maneuvers have in common: one a turn, a movement, a collapse roll below 0 HP (section 7.1)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.parameters import GIVEN, choice
from rules.engine.price import Price
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Action, Parameter, Reach
from rules.engine.text import Words, as_text, combatant, joined, text
from rules.systems.gurps.attack.attack_choices import attack_choices, step_choices
from rules.systems.gurps.attack.choices import facing_choices, weapons_for
from rules.systems.gurps.attack.facts import read_given
from rules.systems.gurps.attack.flat_order import filled, require_usable, spelled_out
from rules.systems.gurps.attack.order_parameters import OPTIONS, TARGET, VARIANT, WITH
from rules.systems.gurps.attack.order_words import find_use, require_ready, require_variant
from rules.systems.gurps.defence.defence import Said
from rules.systems.gurps.events.maneuver_events import AimLost, ManeuverTaken
from rules.systems.gurps.events.turn_events import FacingSet
from rules.systems.gurps.maneuvers import maneuver_table as mv
from rules.systems.gurps.maneuvers.maneuver_table import MANEUVERS, Maneuver
from rules.systems.gurps.maneuvers.prices import maneuver_price
from rules.systems.gurps.moves.movement import (
    FACING,
    MOVES,
    PACE_NAMES,
    THEN_TO,
    TO,
    Pace,
    Way,
    find_way,
    reach_after,
    reach_of,
    yards_of,
)
from rules.systems.gurps.moves.walk import collapses, walk
from rules.systems.gurps.sheet.gear import Use, Weapon
from rules.systems.gurps.sheet.names import KIND_WORDS, use_name, weapon_words
from rules.systems.gurps.state import Fighter, GurpsState
from rules.systems.gurps.turns.turn_order import require_awake

_OF_THE_STUNNED = (mv.DO_NOTHING, "check")
"""All that is left to who is stunned (GU-1001)."""


def require_able(actor: Fighter, action: str) -> None:
    """Refuse who can do nothing, and the stunned everything but to do nothing (GU-801, GU-607, GU-1001)."""
    require_awake(actor)
    if not is_able(actor, action):
        said = text("{actor} is stunned: nothing but Do Nothing is left.", actor=combatant(actor))
        raise Refusal("must-do-nothing", said, "GU-1001")


def is_able(actor: Fighter, action: str) -> bool:
    """Tell whether `require_able` lets somebody do something."""
    return not (actor.state.is_out or (actor.state.is_stunned and action not in _OF_THE_STUNNED))


def require_maneuver(actor: Fighter) -> None:
    """Refuse a second maneuver in a turn. Raises `Refusal` `maneuver-used`."""
    state: GurpsState = actor.state
    if state.maneuver is not None:
        taken = MANEUVERS.get(state.maneuver.id)
        label = state.maneuver.id if taken is None else taken.label
        said = text(
            "{actor} has taken its maneuver this turn: {value}.", actor=combatant(actor), value=as_text(label)
        )
        raise Refusal("maneuver-used", said, "GU-601")


def require_target(view: BattleView, actor: Fighter, command: Command) -> Fighter:
    """Find the enemy that a maneuver names. Raises `Refusal` `no-target` or `unknown-combatant`."""
    id_ = TARGET.of(command)
    if id_ is None:
        raise Refusal("no-target", text("Say at whom ('target')."), "GU-801")
    target = view.combatant(id_, "target")
    if target.id == actor.id:
        raise Refusal(
            "no-target",
            text("{actor} cannot do that to itself; choose somebody else.", actor=combatant(actor)),
            "GU-801",
        )
    return target


def require_use(view: BattleView, command: Command, maneuver: Maneuver) -> None:
    """Refuse a weapon that is not ready or that a maneuver does not take, if one is named."""
    id_ = WITH.of(command)
    if id_ is not None:
        actor = view.combatant(command.actor, "actor")
        found = find_use(actor, id_)
        require_ready(actor, found if isinstance(found, Weapon) else found.weapon)
        as_use(found, maneuver)


def as_use(found: Use | Weapon, maneuver: Maneuver) -> Use:
    """Refuse a weapon that a maneuver does not take. Raises `Refusal` `bad-option` (GU-703)."""
    if isinstance(found, Use) and found.kind in maneuver.kinds:
        return found
    kinds = joined(KIND_WORDS[kind] for kind in sorted(maneuver.kinds))
    raise Refusal(
        "bad-option",
        text(
            "{maneuver} takes {kinds} weapons; the {weapon} is none.",
            maneuver=maneuver.label,
            kinds=kinds,
            weapon=(use_name(found) if isinstance(found, Use) else weapon_words(found)).low,
        ),
        "GU-703",
    )


ANY_WEAPON = replace(
    WITH, label=text("Weapon"), choices=weapons_for(MANEUVERS[mv.MOVE_AND_ATTACK]), optional=False
)
STEP_TO = replace(TO, label=text("Step to"), choices=step_choices(Pace.STEP))
FACE = replace(FACING, label=text("Facing"), choices=facing_choices)
WHICH_WAY = choice("choice", optional=True)
"""Which of its movements it is that is asked for (`ALWAYS`)."""


class ManeuverAction(Action):
    """What the maneuvers have in common: one a turn, a movement, a collapse roll below 0 HP."""

    maneuver: ClassVar[Maneuver]
    also: ClassVar[tuple[Parameter, ...]] = (*MOVES, WITH, VARIANT, OPTIONS)

    def price(self, view: BattleView, command: Command) -> Price:
        """Give the turn's maneuver (GU-601)."""
        return maneuver_price(view.combatant(command.actor, "actor"))

    def ways(self, view: BattleView, actor: Fighter) -> tuple[tuple[Mapping[str, str], Words], ...]:
        """Give it one button: with what and how is chosen after it is."""
        return (({}, ""),)

    def leaves(self, view: BattleView, actor: Fighter) -> Words:
        """Say which defence and how much movement it leaves (GU-701)."""
        yards = yards_of(actor, self.maneuver.pace)
        moves = text("no movement")
        if yards:
            moves = text("{pace} {yards} yd", pace=PACE_NAMES[self.maneuver.pace], yards=yards)
        return text("{defence} · {moves}", defence=self.maneuver.defence.large, moves=moves)

    def is_ruled_out(self, view: BattleView, command: Command) -> bool:
        """Tell whether the turn's maneuver has been taken, or its actor can take none (GU-601, GU-801)."""
        actor = view.combatant(command.actor, "actor")
        return actor.state.maneuver is not None or not is_able(actor, self.id)

    def why_not(self, view: BattleView, command: Command) -> Refusal | None:
        """Refuse a maneuver for which there is no weapon ready too, before any is named."""
        refusal = super().why_not(view, command)
        if refusal is not None:
            return refusal
        try:
            if WITH.of(spelled_out(command)) is None:
                require_usable(view.combatant(command.actor, "actor"), self.maneuver)
        except Refusal as missing:
            return missing
        return None

    def filled(self, view: BattleView, command: Command) -> Command:
        """Choose a weapon that reaches, and the first variant, where none is said."""
        return filled(view, command, self.maneuver, lambda tried: self.why_not(view, tried) is None)

    def options(self, view: BattleView, command: Command) -> tuple[Parameter, ...]:
        """List what fits it and its weapon (GU-702)."""
        return attack_choices(view, command, self.maneuver) if self.aimed else ()

    def reach(self, view: BattleView, command: Command) -> Reach | None:
        """Tell where its own movement leads, before what it does or after (GU-701, GU-704)."""
        return reach_within(view, command, self.maneuver)

    def require_turn(self, view: BattleView, command: Command) -> Fighter:
        """Refuse a second maneuver."""
        actor = view.combatant(command.actor, "actor")
        require_maneuver(actor)
        return actor

    def way(self, view: BattleView, actor: Fighter, command: Command) -> Way:
        """Read the movement of the maneuver."""
        return find_way(view.state, actor, command, self.maneuver.pace, self.maneuver.forward)

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse what may not be done, as far as the command says it."""
        command = spelled_out(command)
        actor = self.require_turn(view, command)
        require_variant(self.maneuver, command, False)
        self.way(view, actor, command)
        said_by(command)


def reach_within(view: BattleView, command: Command, maneuver: Maneuver) -> Reach:
    """Tell where a maneuver leads: first, or with `choice` as `then_to` after what it does (GU-704)."""
    command = spelled_out(command)
    actor = view.combatant(command.actor, "actor")
    if WHICH_WAY.of(command) != THEN_TO.id:
        return reach_of(view.state, actor, maneuver.pace)
    first = replace(command, params={k: v for k, v in command.params.items() if k != THEN_TO.id})
    way = find_way(view.state, actor, first, maneuver.pace)
    return reach_after(view.state, actor, way, maneuver.pace)


def take(view: BattleView, who: str, maneuver: Maneuver, way: Way, said: Said, **more: Any) -> Exchange[bool]:
    """Begin a maneuver: the collapse roll, the maneuver itself, its movement (GU-611, GU-704).

    Returns:
        Whether it goes on.
    """
    out_of_turn = more.get("out_of_turn", False)
    if not out_of_turn and maneuver.id != mv.DO_NOTHING and (yield from collapses(view, who)):
        return False
    yield ManeuverTaken(who=who, maneuver=maneuver.id, **more)
    if maneuver.id != mv.AIM and view.combatant(who).state.aim is not None:
        yield AimLost(who=who)
    if not (yield from walk(view, who, way.before, way.yards_before, said)):
        return False
    if way.face is not None:
        yield FacingSet(who=who, facing=way.face)
    return True


def said_by(command: Command) -> Said:
    """Read the facts that a command gives. Raises `Refusal` `bad-command`."""
    return Said(read_given(GIVEN.of(command) or {}))


def finish(view: BattleView, who: str, way: Way, said: Said) -> Exchange[None]:
    """Go on with what of the movement comes after."""
    if way.after and not view.combatant(who).state.is_out:
        yield from walk(view, who, way.after, way.yards_after, said)


def weapon_parameter(maneuver: Maneuver) -> Parameter:
    """Ask for a weapon that a maneuver takes."""
    return replace(WITH, label=text("Weapon"), choices=weapons_for(maneuver), optional=False)
