"""What actions against somebody share: their checks (section 8), and what is shown before."""

from abc import abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.engine.command import Command
from rules.engine.dice import Modifier
from rules.engine.exchange import Exchange
from rules.engine.facts import barrier
from rules.engine.in_the_way import strays_in_the_way
from rules.engine.kinds import read_object
from rules.engine.parameters import GIVEN, keys, one
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Choice, Parameter, Plan
from rules.engine.text import Text, combatant, counted, joined, text
from rules.systems.phases.actions import (
    WITH,
    Declarable,
    carried_weapon,
    require_arms,
    require_ranged,
    require_ready,
    require_said,
)
from rules.systems.phases.attack.attack import Attack, in_reach, make_ready
from rules.systems.phases.attack.facts import Facts, facts_of, read_given, shown_facts
from rules.systems.phases.house import REACH
from rules.systems.phases.sheet.gear import (
    CHAINS,
    FIST,
    LOCATION_WORDS,
    LOCATIONS,
    Weapon,
    named,
    weapon_words,
)
from rules.systems.phases.state import Condition, Declaration, Fighter, Length, carried, is_ready
from rules.systems.phases.turns import turn_order
from rules.systems.phases.turns.prices import price_of

NOTHING = "nothing"
"""What is called where nothing is, although the targeting names a location."""
_PARRIES, _ARMOUR = text("the target parries"), text("armour, at most")
_CALLED_TEMPLATE = "sheets/phases_called.html"


def called_at(label: Text, exposed: Collection[str], default: str | None = None) -> Parameter:
    """Offer the locations, each with what it costs and its chain (PH-68, PH-83, PH-85)."""
    places = tuple(
        Choice(
            id=place,
            label=LOCATION_WORDS[place].large,
            note=f"−{len(CHAINS[place])}",
            falls_to=CHAINS[place],
            why_not="" if place in exposed else text("hidden"),
        )
        for place in LOCATIONS
    )
    return Parameter(
        id="called",
        kind="choice",
        label=label,
        optional=True,
        choices=lambda view, actor: (Choice(id=NOTHING, label=text("Nothing called"), note="±0"), *places),
        default=default or NOTHING,
        template=_CALLED_TEMPLATE,
    )


def options_with(*ids: str) -> Parameter[Mapping[str, Any]]:
    """Declare what may be chosen besides: the mode, or what is called."""
    return Parameter(id="options", kind="options", parts=keys("choice", *ids), reader=read_object)


def options_of(command: Command, declared: Parameter[Mapping[str, Any]]) -> dict[str, Any]:
    """Read what is said of an attack besides; calling nothing is null. Raises `Refusal` `bad-command`."""
    options = dict(declared.of(command) or {})
    if strange := sorted(set(options) - {part.id for part in declared.parts}):
        raise Refusal(
            "bad-command", text("There is no option {strange} for this.", strange=f"{strange[0]!r}"), "PH-69"
        )
    if options.get("called") == NOTHING:
        options["called"] = None
    return options


def exposed_to(view: BattleView, actor: Fighter, command: Command) -> tuple[str, ...]:
    """List which locations of the target can be hit, as far as there is a target."""
    target = view.state.combatants.get(AT.of(command) or "")
    if target is None:
        return LOCATIONS
    return facts_of(view.state, actor, target, read_given(GIVEN.of(command) or {})).exposed


def _weapons(view: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    weapons = sorted(carried(view.state, actor), key=lambda w: not is_ready(actor, w))
    return tuple(Choice(id=w.id, label=weapon_words(w)) for w in weapons)


def _shooters(view: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    return tuple(
        Choice(id=w.id, label=weapon_words(w))
        for w in carried(view.state, actor)
        if not w.is_melee and is_ready(actor, w)
    )


ATTACK_WITH, SHOOT_WITH = replace(WITH, choices=_weapons), replace(WITH, choices=_shooters)
AT = one("target", text("Target"))


def _target_of(view: BattleView, actor: Fighter, command: Command) -> Fighter:
    target = view.combatant(AT.of(command), "target")
    if target.id == actor.id:
        raise Refusal(
            "no-target",
            text("{actor} cannot choose itself; choose somebody else.", actor=combatant(actor)),
            "PH-69",
        )
    if target.state.condition is Condition.DEAD:
        raise Refusal(
            "no-target", text("{target} is dead; choose somebody else.", target=combatant(target)), "PH-69"
        )
    return target


def require_line(actor: Fighter, target: Fighter, facts: Facts) -> None:
    """Refuse what nothing clear leads to. Raises `Refusal` `no-line-of-fire`."""
    if not facts.line_of_fire:
        overruled = "line_of_fire" in facts.overruled
        line = None if facts.reading is None or overruled else facts.reading.line
        said = text(
            "No line of fire: {what} stands between {actor} and {target}.",
            what=barrier(line),
            actor=combatant(actor),
            target=combatant(target),
        )
        raise Refusal("no-line-of-fire", said, "PH-26")


def require_reach(target: Fighter, weapon: Weapon, facts: Facts) -> None:
    """Refuse who is too far away (PH-65, PH-75). Raises `Refusal` `out-of-range`."""
    if not in_reach(weapon, facts.distance, target.house):
        most = REACH.value(target.house) if weapon.range is None else weapon.range[-1]
        said = counted(
            "The {weapon} reaches {n} cell; {target} is {distance} away.",
            "The {weapon} reaches {n} cells; {target} is {distance} away.",
            n=most,
            weapon=named(weapon.name),
            target=combatant(target),
            distance=facts.distance,
        )
        if weapon is FIST:
            said = counted(
                "Bare hands reach {n} cell; {target} is {distance} away.",
                "Bare hands reach {n} cells; {target} is {distance} away.",
                n=most,
                target=combatant(target),
                distance=facts.distance,
            )
        raise Refusal("out-of-range", said, "PH-75" if weapon.is_melee else "PH-65")


def require_rounds(actor: Fighter, weapon: Weapon, needed: int) -> None:
    """Refuse a weapon that holds too few rounds (PH-08). Raises `Refusal` `out-of-ammo`."""
    left = actor.state.ammo.get(weapon.id, 0)
    if left < needed:
        said = text(
            "The {weapon} has {left} rounds left; this takes {needed}. Reload it first.",
            weapon=named(weapon.name),
            left=left,
            needed=needed,
        )
        raise Refusal("out-of-ammo", said, "PH-08")


def require_exposed(target: Fighter, location: str | None, facts: Facts) -> None:
    """Refuse to call what cannot be hit (PH-83). Raises `Refusal` `location-hidden`."""
    if location is not None and location not in facts.exposed:
        said = text(
            "The {location} of {target} is hidden and cannot be called.",
            location=LOCATION_WORDS[location],
            target=combatant(target),
        )
        raise Refusal("location-hidden", said, "PH-83")


def read_location(value: Any, key: str) -> str | None:
    """Read a location of the body, or none. Raises `Refusal` `bad-command`."""
    if value is not None and value not in LOCATIONS:
        known = joined(LOCATIONS)
        raise Refusal(
            "bad-command",
            text(
                "{key} must be one of {known}; {value} is not.",
                key=f"{key!r}",
                known=known,
                value=f"{value!r}",
            ),
            "PH-02",
        )
    return value if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Aimed:
    """What an aimed command says, as far as it does, once it has been checked."""

    parts: Mapping[str, Any]
    """What the declaration holds of it."""
    facts: Facts | None
    """On what it rests; None where it is not said at whom, or with what."""


class Offensive(Declarable):
    """An action against somebody with a weapon: one attack, targeting and two shots, or targeting alone."""

    aimed = True

    def require_complete(self, command: Command) -> None:
        """Ask for the weapon."""
        require_said(command, WITH, "unknown-weapon", text("Say which weapon ('with')."))

    @abstractmethod
    def read(self, view: BattleView, actor: Fighter, command: Command, given: Mapping[str, Any]) -> Aimed:
        """Check what the command says, as far as it does, with the facts that are given."""

    def aimed_at(self, view: BattleView, actor: Fighter, command: Command) -> Aimed:
        """Check it, with its facts, which hold for its resolution too (PH-27)."""
        said = GIVEN.of(command) or {}
        aimed = self.read(view, actor, command, read_given(said))
        return replace(aimed, parts={**aimed.parts, "said": {"facts": dict(said)}}) if said else aimed

    def require(self, view: BattleView, actor: Fighter, command: Command) -> Mapping[str, Any]:
        """Refuse it, as far as it is said, in the order of section 8."""
        return self.aimed_at(view, actor, command).parts

    def require_weapon(self, view: BattleView, actor: Fighter, command: Command) -> Weapon | None:
        """Find the weapon, if one is named, and refuse one that will not do."""
        id_ = WITH.of(command)
        if id_ is None:
            return None
        require_arms(actor, id_)
        weapon = carried_weapon(view, actor, id_)
        self.require_kind(weapon)
        require_ready(actor, weapon)
        return weapon

    def require_kind(self, weapon: Weapon) -> None:
        """Refuse a weapon that is not made for this."""
        require_ranged(weapon)

    def require_target(self, view: BattleView, actor: Fighter, command: Command) -> Fighter | None:
        """Find the target, if one is named."""
        return None if AT.of(command) is None else _target_of(view, actor, command)

    promises = False
    """Whether the odds are of what takes another action later."""

    @abstractmethod
    def aim_of(self, view: BattleView, who: str, action: Declaration) -> Exchange[None]:
        """Do what the odds are of, at once and by itself."""

    def shown(self, actor: Fighter, action: Declaration) -> Fighter:
        """Give the actor as it will be when the attack is made, as far as that is known."""
        return actor

    def notes(self, attack: Attack) -> list[Modifier]:
        """List what else counts."""
        return [Modifier(_PARRIES, 0, "PH-77")] if attack.is_parried else []

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Prepare the declaration, with facts, numbers and what the odds walk."""
        who = command.actor or ""
        actor = self.require_whole(view, command)
        aimed = self.aimed_at(view, actor, command)
        action, facts = self.declared_as(view, command, aimed.parts), aimed.facts
        target = view.combatant(action.target, "target")
        weapon = actor.sheet.weapon(action.weapon)
        assert weapon is not None, "a declaration names a weapon of the sheet"
        assert facts is not None, "there are weapon and target"
        attack = make_ready(self.shown(actor, action), target, weapon, action.mode, action.called, facts)
        notes = self.notes(attack)
        if (points := max(target.sheet.armour_at(place) for place in facts.exposed or LOCATIONS)) > 0:
            notes.append(Modifier(_ARMOUR, -points, "PH-91"))
        return Plan(
            exchange=lambda view: turn_order.declare(view, who, action),
            foreseen=lambda view: self.aim_of(view, who, action),
            promises=price_of(view, Length.PHASE) if self.promises else None,
            facts=shown_facts(view.state, facts, melee=weapon.is_melee),
            roll=text(
                "{skill} {dice}d10 against {number}",
                skill=text(weapon.skill),
                dice=attack.dice,
                number=attack.number,
            ),
            target_number=attack.number,
            modifiers=attack.modifiers,
            notes=tuple(notes),
            line=facts.reading.line if facts.reading and facts.reading.line.rays else None,
            target=target.id,
            strays=strays_in_the_way(attack.in_the_way, "PH-R41"),
        )
