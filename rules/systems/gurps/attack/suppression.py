"""Suppression fire: a place that is kept under fire until the next turn (GU-712)."""

from collections.abc import Mapping
from dataclasses import replace

from rules.engine.command import Command
from rules.engine.exchange import Exchange, tell
from rules.engine.parameters import place
from rules.engine.refusal import Refusal
from rules.engine.shown import HeldArea, Laid
from rules.engine.state import BattleState, BattleView
from rules.engine.system import Parameter, Plan
from rules.engine.text import Words, combatant, text
from rules.map.areas import Blast
from rules.map.grid import cell_centre, has_cells
from rules.systems.gurps.attack.choices import weapons_for
from rules.systems.gurps.attack.flat_order import usable
from rules.systems.gurps.attack.order_parameters import TARGET, VARIANT, WITH
from rules.systems.gurps.attack.order_words import find_use, require_ready
from rules.systems.gurps.events.gear_events import RoundsFired
from rules.systems.gurps.events.maneuver_events import ZoneSet
from rules.systems.gurps.maneuvers import maneuver_table as mv
from rules.systems.gurps.maneuvers.maneuver_action import ManeuverAction, as_use, finish, said_by, take
from rules.systems.gurps.maneuvers.maneuver_table import MANEUVERS
from rules.systems.gurps.moves.movement import find_way
from rules.systems.gurps.sheet.gear import Weapon
from rules.systems.gurps.sheet.names import use_name, weapon_words
from rules.systems.gurps.state import Fighter


def is_suppression(command: Command) -> bool:
    """Tell whether a command is the all-out attack that keeps a place under fire."""
    return command.do == mv.ALL_OUT_RANGED and VARIANT.of(command) == mv.SUPPRESSION


ZONE, WHERE = place("zone", optional=True), place("at", text("Where"))
"""The place that is kept under fire, as a command spells it out and as it is laid on the map."""
LEAST_ROF = 5
"""How fast a weapon must fire to keep a place under fire (GU-712)."""


def suppressed_width(weapon: Weapon) -> int:
    """Give how wide a place a weapon keeps under fire, in yards (GU-712)."""
    return 4 if weapon.rof >= 10 else 2


def read_suppression(view: BattleView, command: Command, complete: bool) -> Plan:
    """Check suppression fire, and prepare it (GU-712)."""
    maneuver = MANEUVERS[mv.ALL_OUT_RANGED]
    actor = view.combatant(command.actor, "actor")
    way = find_way(view.state, actor, command, maneuver.pace, maneuver.forward)
    id_ = WITH.of(command)
    if id_ is None and not complete:
        return Plan(exchange=lambda view: tell())
    found = find_use(actor, id_)
    require_ready(actor, found if isinstance(found, Weapon) else found.weapon)
    use = as_use(found, maneuver)
    weapon = use.weapon
    said = said_by(command)
    zone = ZONE.of(command)
    if weapon.rof < LEAST_ROF:
        words = text(
            "Suppression fire needs RoF 5; the {weapon} has {rof}.",
            weapon=weapon_words(weapon).low,
            rof=weapon.rof,
        )
        raise Refusal("rof-too-low", words, "GU-712")
    distance = said.facts.get("distance")
    if isinstance(distance, int | float) and distance > weapon.range[1]:
        words = text(
            "That is {distance} yards away; the {weapon} reaches {range}.",
            distance=distance,
            weapon=weapon_words(weapon).low,
            range=weapon.range[1],
        )
        raise Refusal("out-of-range", words, "GU-304")
    if zone is None and complete:
        raise Refusal("no-target", text("Say where to keep under fire: a cell ('zone')."), "GU-712")
    left = actor.state.ammo.get(weapon.id)
    if left is not None and left < weapon.rof:
        raise Refusal(
            "out-of-ammo",
            text("That takes {rof} rounds; {left} are left.", rof=weapon.rof, left=left),
            "GU-305",
        )
    width = suppressed_width(weapon)

    def keep_under_fire(view: BattleView) -> Exchange[None]:
        if not (yield from take(view, actor.id, maneuver, way, said, variant=mv.SUPPRESSION)):
            return
        yield RoundsFired(who=actor.id, weapon=weapon.id, rounds=weapon.rof)
        yield ZoneSet(who=actor.id, weapon=use.id, at=zone, width=width, shots=weapon.rof)
        yield from finish(view, actor.id, way, said)

    return Plan(
        exchange=keep_under_fire, roll=text("8 for everybody who comes into {width} yards", width=width)
    )


def held_areas(state: BattleState, who: str) -> tuple[HeldArea, ...]:
    """Give the place that somebody keeps under fire, as long as that lasts (GU-712, GU-724)."""
    owner = state.combatants[who]
    zone = owner.state.zone
    if zone is None or zone.at is None or isinstance(zone.at, str) or owner.state.is_out:
        return ()
    if state.map is None or not has_cells(state.map.grid):
        return ()
    area = Blast(cell_centre(state.map.grid, zone.at), zone.width / 2)
    words = text("{owner} keeps this place under fire", owner=combatant(owner))
    return (HeldArea(area=area, words=words, rule="GU-712", stopped_by_walls=False),)


# ----------------------------------------------------------------------------------- as it is laid on the map
class SuppressionFire(ManeuverAction):
    """Suppression fire as it is chosen on the map: the all-out attack, aimed at a place (GU-712)."""

    maneuver = MANEUVERS[mv.ALL_OUT_RANGED]
    id = "suppression-fire"
    label = text("Suppression Fire")
    help = text("Empty the weapon into a place: whoever comes into it before your next turn is shot at.")
    rule = "GU-712"
    group = text("Attack")
    aimed = True
    parameters = (
        Parameter(id="with", kind="weapon", label=text("Weapon"), choices=weapons_for(maneuver)),
        WHERE,
    )
    also = (TARGET, ZONE)

    def ways(self, view: BattleView, actor: Fighter) -> tuple[tuple[Mapping[str, str], Words], ...]:
        """Give a button to each weapon that fires fast enough, where there is a map to lay it on."""
        if view.state.map is None:
            return ()
        uses = (use for use in usable(actor, self.maneuver) if use.weapon.rof >= LEAST_ROF)
        return tuple(({"with": use.id}, use_name(use)) for use in uses)

    def is_laid(self, view: BattleView, command: Command) -> bool:
        """Say that it covers a place."""
        return True

    def options(self, view: BattleView, command: Command) -> tuple[Parameter, ...]:
        """List nothing: with what is chosen already, and everything else follows from that."""
        return ()

    def filled(self, view: BattleView, command: Command) -> Command:
        """Leave it as it is said."""
        return command

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse it, as far as it is said."""
        self.require_turn(view, command)
        read_suppression(view, _as_suppression(command), False)

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Prepare it, with the place as it lies on the map."""
        actor = self.require_turn(view, command)
        at, battle_map = WHERE.of(command), view.state.map
        target = view.state.combatants.get(TARGET.of(command) or "")
        if at is None and target is not None and target.at is not None:
            at = target.at
            params = {**command.params, "at": at if isinstance(at, str) else list(at)}
            command = replace(command, params=params)
        plan = read_suppression(view, _as_suppression(command), True)
        use = actor.sheet.use(WITH.of(command) or "")
        if at is None or isinstance(at, str) or battle_map is None or use is None:
            return plan
        width = suppressed_width(use.weapon)
        middle = cell_centre(battle_map.grid, at)
        laid = Laid(
            area=Blast(middle, width / 2),
            at=middle,
            caught=(),
            words=text("fire, {width} yards wide,", width=width),
            rule="GU-712",
            stopped_by_walls=False,
        )
        return replace(plan, laid=laid)


def _as_suppression(command: Command) -> Command:
    params = {key: value for key, value in command.params.items() if key not in ("at", "target", "options")}
    at = WHERE.of(command)
    zone = {} if at is None else {"zone": at if isinstance(at, str) else list(at)}
    return replace(command, do=mv.ALL_OUT_RANGED, params={**params, **zone, "variant": mv.SUPPRESSION})
