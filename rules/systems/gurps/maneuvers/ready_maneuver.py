"""The Ready maneuver: weapons, magazines, postures (GU-721)."""

from collections.abc import Mapping
from dataclasses import replace

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Plan
from rules.engine.text import Words, text
from rules.systems.gurps.attack.choices import gear_choices
from rules.systems.gurps.attack.order_parameters import WITH
from rules.systems.gurps.maneuvers import maneuver_table as mv
from rules.systems.gurps.maneuvers.maneuver_action import FACE, STEP_TO, ManeuverAction, finish, said_by, take
from rules.systems.gurps.maneuvers.maneuver_table import MANEUVERS
from rules.systems.gurps.maneuvers.ready_targets import NOTE, WHAT, Readying, read_ready
from rules.systems.gurps.moves.movement import find_way
from rules.systems.gurps.sheet.names import weapon_words
from rules.systems.gurps.state import Fighter, is_ready


class Ready(ManeuverAction):
    """Ready (GU-721)."""

    maneuver = MANEUVERS[mv.READY]
    id, label, help, rule = maneuver.id, maneuver.label, maneuver.help, maneuver.rule
    group = text("Prepare")
    parameters = (
        WHAT,
        replace(WITH, label=text("Weapon"), choices=gear_choices),
        NOTE,
        STEP_TO,
        FACE,
    )

    def ways(self, view: BattleView, actor: Fighter) -> tuple[tuple[Mapping[str, str], Words], ...]:
        """Give a button to each thing that can be made ready now, and to each posture."""
        return ready_ways(view, actor)

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse what cannot be readied, as far as it is said."""
        super().check(view, command)
        if WHAT.of(command) is not None:
            read_ready(view, view.combatant(command.actor, "actor"), command, False)

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Plan what is made ready, in one's own turn."""
        self.require_turn(view, command)
        return ready_plan(view, command)


def ready_ways(view: BattleView, actor: Fighter) -> tuple[tuple[Mapping[str, str], Words], ...]:
    """List what can be made ready now, in words (GU-721)."""
    found: list[tuple[Mapping[str, str], Words]] = []
    for weapon in actor.sheet.weapons:
        name = weapon_words(weapon).low
        if weapon.hands and not is_ready(actor, weapon):
            found.append(({"what": "weapon", "with": weapon.id}, text("take up the {weapon}", weapon=name)))
        left = actor.state.ammo.get(weapon.id)
        if left is not None and weapon.shots is not None and left < weapon.shots:
            found.append(({"what": "reload", "with": weapon.id}, text("reload the {weapon}", weapon=name)))
    found.append(({"what": "stand"}, text("rise")))
    found.append(({"what": "kneel"}, text("kneel")))
    found.append(({"what": "prone"}, text("lie down")))
    found.append(({"what": "other"}, text("something else")))
    kept = []
    for fixed, words in found:
        try:
            read_ready(view, actor, Command(do=mv.READY, actor=actor.id, params=fixed), False)
        except Refusal:
            continue
        kept.append((fixed, words))
    return tuple(kept)


def ready_plan(view: BattleView, command: Command, out_of_turn: bool = False) -> Plan:
    """Prepare a Ready maneuver (GU-721)."""
    maneuver = MANEUVERS[mv.READY]
    actor = view.combatant(command.actor, "actor")
    readying: Readying | None = read_ready(view, actor, command, True)
    way = find_way(view.state, actor, command, maneuver.pace)
    assert readying is not None
    said = said_by(command)

    def work(view: BattleView) -> Exchange[None]:
        more = {"detail": readying.what, "out_of_turn": out_of_turn}
        if not (yield from take(view, actor.id, maneuver, way, said, **more)):
            return
        yield from readying.carry_out(view, actor.id)
        yield from finish(view, actor.id, way, said)

    return Plan(exchange=work)
