"""The action `attack`: its checks in the order of SW-67, and what is shown before it is done."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine.command import Command
from rules.engine.parameters import GIVEN, place
from rules.engine.price import Price
from rules.engine.refusal import Refusal
from rules.engine.shown import Laid
from rules.engine.state import BattleView
from rules.engine.system import Choice, Parameter, Plan
from rules.engine.text import combatant, text
from rules.map.grid import Footprint, cell_centre, fits, has_cells
from rules.map.model import Cell
from rules.systems.savage.actions import (
    TARGET,
    WITH,
    SavageAction,
    find_weapon,
    refuse_if,
    require_action_left,
    require_held,
    require_unshaken,
)
from rules.systems.savage.attack.areas import area_of, caught_by
from rules.systems.savage.attack.attack import Aim, Attack, Mode, Options, numbers_of
from rules.systems.savage.attack.attack_options import (
    OPTIONS,
    check_options,
    fitting_options,
    mode_of,
    read_options,
)
from rules.systems.savage.attack.charge import attack_action
from rules.systems.savage.attack.facts import Facts, aimed_cell, facts_of, read_given
from rules.systems.savage.attack.preview import (
    notes_of,
    roll_words,
    shown_facts,
    strays_of,
    weapon_words,
)
from rules.systems.savage.house import RUN_UP
from rules.systems.savage.sheet.gear import UNARMED, Weapon
from rules.systems.savage.state import Fighter, SavageState, mount_of, rider_of
from rules.systems.savage.turns.prices import action_price


def _usable(_: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    weapons = [w for w in (*actor.sheet.weapons, UNARMED) if w.melee or w.is_ranged]
    at_hand = sorted(weapons, key=lambda w: bool(w.hands) and w.id not in actor.state.held)
    return tuple(Choice(id=w.id, label=weapon_words(w)) for w in at_hand)


AT = place("at", optional=True)


class AttackAction(SavageAction):
    """Attack with a weapon, hand to hand, at range or over an area (section 8)."""

    id = "attack"
    label = text("Attack")
    help = text("Roll to hit; each hit rolls damage against Toughness.")
    rule = "SW-73"
    aimed = True
    parameters = (replace(WITH, choices=_usable), TARGET)
    also = (AT, OPTIONS)

    def price(self, view: BattleView, command: Command) -> Price:
        """Give one of the actions of the turn, with the penalty of their number (SW-64, SW-65)."""
        return action_price(view.combatant(command.actor, "actor"))

    def is_laid(self, view: BattleView, command: Command) -> bool:
        """Say whether its weapon has a template, and the map cells to lay it on (SW-160)."""
        battle_map = view.state.map
        if battle_map is None or not has_cells(battle_map.grid):
            return False
        weapon = view.combatant(command.actor, "actor").sheet.weapon(WITH.of(command))
        return weapon is not None and weapon.template is not None

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse an attack, as far as it is said."""
        self._read(view, command, complete=False)

    def options(self, view: BattleView, command: Command) -> tuple[Parameter, ...]:
        """List the options that fit weapon and distance, and those that are said already (SW-70)."""
        actor, said = view.combatant(command.actor, "actor"), OPTIONS.of(command) or {}
        try:
            weapon = find_weapon(actor, WITH.of(command))
            chosen = read_options(said)
            target = _target(view, command)
            given = read_given(view.state, GIVEN.of(command) or {})
            facts = _facts(view, command, actor, target, weapon, chosen, given)
        except Refusal:
            return ()
        rides = mount_of(view.state, actor.id) is not None

        def fits(option: str, value: object) -> bool:
            if option in said and option != "mode":
                return True  # so that it can be taken back
            if option == "charge" and not rides:
                return False
            tried = read_options({"mode": chosen.mode, option: value})
            try:
                check_options(actor, weapon, mode_of(actor, weapon, tried, facts), tried)
            except Refusal:
                return False
            return True

        return fitting_options(weapon, fits)

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Prepare a complete attack: facts, numbers, notes, line of fire and exchange."""
        read = self._read(view, command, complete=True)
        assert read is not None
        attack, given = read
        numbers = numbers_of(view.state, attack)
        return Plan(
            exchange=lambda view: attack_action(view, attack, given),
            facts=shown_facts(view.state, attack),
            roll=roll_words(view.state, attack, numbers),
            target_number=numbers.roll.target,
            modifiers=numbers.roll.modifiers,
            notes=notes_of(view.state, attack),
            line=attack.facts.line if attack.facts.line and attack.facts.line.rays else None,
            target=attack.target,
            strays=strays_of(view.state, attack, numbers),
            laid=_laid(view, attack),
        )

    def _read(
        self, view: BattleView, command: Command, *, complete: bool
    ) -> tuple[Attack, Mapping[str, Any]] | None:
        """Check a command in the order of SW-67, and give the attack with the facts that are said of it.

        None where too little is said to make an attack of it.
        """
        actor = view.combatant(command.actor, "actor")
        target = _target(view, command)
        require_unshaken(actor)
        id_ = WITH.of(command)
        if id_ is None and not complete:
            require_action_left(actor)
            return None
        weapon = find_weapon(actor, id_)
        require_held(actor, weapon)
        options = read_options(OPTIONS.of(command) or {})
        given = read_given(view.state, GIVEN.of(command) or {})
        facts = _facts(view, command, actor, target, weapon, options, given)
        aim_cell = aimed_cell(view.state, target, _square(view, command))
        mode = mode_of(actor, weapon, options, facts)
        check_options(actor, weapon, mode, options)
        require_action_left(actor)
        if target is None and not (mode is Mode.AREA and (aim_cell is not None or "caught" in given)):
            refuse_if(complete, "no-target", text("Say at whom ('target')."), "SW-67")
            return None
        _check_target(actor, target, mode)
        attack = Attack(
            attacker=actor.id,
            target=None if target is None else target.id,
            weapon=weapon,
            mode=mode,
            facts=facts,
            options=options,
            at=aim_cell if mode is Mode.AREA else None,
        )
        if mode is Mode.AREA and "caught" not in given:
            attack = replace(attack, facts=replace(facts, caught=_caught(view, actor, target, attack)))
        attack = replace(attack, aim=_aim(actor, attack))
        _check_shot(view, actor, attack)
        return attack, given


def _aim(actor: Fighter, attack: Attack) -> Aim:
    """Give what an Aim that was taken adds to this attack (SW-68, SW-83)."""
    state: SavageState = actor.state
    ready = state.aimed == attack.weapon.id and not state.actions_used and not state.moved
    if not ready or attack.mode is Mode.MELEE:
        return Aim.NONE
    if attack.bracket == "extreme":
        return Aim.EXTREME
    return Aim.BEST if attack.options.aim is None else Aim(attack.options.aim)


# ---------------------------------------------------------------------------------------- target and distance
def _square(view: BattleView, command: Command) -> Cell | None:
    """Read the square that an area is aimed at (SW-162). Raises `Refusal` `bad-command`."""
    at = AT.of(command)
    if at is None:
        return None
    battle_map = view.state.map
    if isinstance(at, str) or battle_map is None or not fits(battle_map.grid, Footprint(at)):
        raise Refusal(
            "bad-command", text("'at' must be a square of the map; {at} is none.", at=repr(at)), "SW-162"
        )
    return at


def _target(view: BattleView, command: Command) -> Fighter | None:
    named = TARGET.of(command)
    return view.combatant(named, "target") if named is not None else None


def _facts(
    view: BattleView,
    command: Command,
    actor: Fighter,
    target: Fighter | None,
    weapon: Weapon,
    options: Options,
    given: Mapping[str, Any],
) -> Facts:
    """Read what holds between attacker and target, or the square that an area is aimed at (SW-55, SW-162)."""
    at = aimed_cell(view.state, target, _square(view, command))
    by_area = weapon.template is not None and options.mode != Mode.MELEE.value
    return facts_of(view.state, actor, target, given, at if by_area else None)


def _laid(view: BattleView, attack: Attack) -> Laid | None:
    """Give the template as it lies on the map before the throw (SW-160, SW-164)."""
    template, battle_map = attack.template, view.state.map
    if template is None or attack.at is None or battle_map is None:
        return None
    area = area_of(view.state, template, view.combatant(attack.attacker), attack.at)
    if area is None:
        return None
    at = cell_centre(battle_map.grid, attack.at)
    return Laid(area=area, at=at, caught=attack.facts.caught or (), words=template.words, rule="SW-164")


def _caught(view: BattleView, actor: Fighter, target: Fighter | None, attack: Attack) -> tuple[str, ...]:
    template = attack.template
    if attack.at is not None and template is not None:
        return caught_by(view.state, template, actor, attack.at)
    return () if target is None else (target.id,)


def _check_target(actor: Fighter, target: Fighter | None, mode: Mode) -> None:
    """Refuse who cannot be attacked (SW-67, SW-R52); of a mounted pair either can (SW-181).

    Raises:
        Refusal: `no-target`.
    """
    if target is None:
        return
    said = text("{actor} cannot attack itself; choose somebody else.", actor=combatant(actor))
    refuse_if(target.id == actor.id and mode is not Mode.AREA, "no-target", said, "SW-67")
    said = text("{target} is out of the fight; choose somebody else.", target=combatant(target))
    refuse_if(target.state.is_out, "no-target", said, "SW-67")


def _check_shot(view: BattleView, actor: Fighter, attack: Attack) -> None:
    """Refuse what cannot be reached, in the order of SW-67."""
    facts, weapon = attack.facts, attack.weapon
    said = text(
        "Something stands between {actor} and the target. Move to where the line is clear.",
        actor=combatant(actor),
    )
    refuse_if(not facts.line_of_fire, "no-line-of-fire", said, "SW-56")
    crowded = attack.mode is not Mode.MELEE and weapon.two_handed and not weapon.mystic and facts.engaged_by
    said = text(
        "The {weapon} takes two hands, and an enemy stands next to {actor}.",
        weapon=weapon.low_name,
        actor=combatant(actor),
    )
    refuse_if(bool(crowded), "two-handed-in-melee", said, "SW-89")
    _check_distance(actor, attack)
    mount, rider = mount_of(view.state, actor.id), rider_of(view.state, actor.id)
    charging = attack.options.charge
    refuse_if(
        charging and mount is None,
        "not-mounted",
        text("{actor} does not ride.", actor=combatant(actor)),
        "SW-182",
    )
    behind = rider is not None and not facts.in_front
    said = text("{actor} carries a rider, and attacks only what is in front of it.", actor=combatant(actor))
    refuse_if(behind, "not-in-front", said, "SW-180")
    run_up = RUN_UP.value(actor.house)
    said = text(
        "A charge takes {run_up} inches straight at the target; these were {straight_move}.",
        run_up=run_up,
        straight_move=facts.straight_move,
    )
    refuse_if(charging and facts.straight_move < run_up, "no-charge", said, "SW-182")


def _check_distance(actor: Fighter, attack: Attack) -> None:
    """Refuse what is out of reach or range (SW-74, SW-82 to SW-84, SW-162)."""
    facts, weapon, name = attack.facts, attack.weapon, attack.weapon.low_name
    if attack.mode is Mode.MELEE:
        most = 1 + actor.sheet.reach(weapon)
        said = text(
            "The {weapon} reaches {most} inches; it is {distance}.",
            weapon=name,
            most=most,
            distance=facts.distance,
        )
        refuse_if(facts.distance > most, "out-of-range", said, "SW-74")
        said = text("There is a window between the two: no blow goes through it, however long the weapon.")
        refuse_if(facts.through_window, "out-of-range", said, "SW-C3")
        return
    template = attack.template
    if template is not None and template.length:
        said = text(
            "The {template} is {length} inches long; it is {distance}.",
            template=template.words,
            length=template.length,
            distance=facts.distance,
        )
        refuse_if(facts.distance > template.length, "out-of-range", said, "SW-162")
        return
    said = text("The {weapon} does not carry {distance} inches.", weapon=name, distance=facts.distance)
    refuse_if(weapon.range is None or attack.bracket == "out", "out-of-range", said, "SW-82")
    said = text(
        "{distance} inches is extreme range for the {weapon}: aim for a turn first.",
        distance=facts.distance,
        weapon=name,
    )
    refuse_if(attack.bracket == "extreme" and attack.aim is not Aim.EXTREME, "needs-aim", said, "SW-83")
