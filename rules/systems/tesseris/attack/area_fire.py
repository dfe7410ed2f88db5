"""Fire that holds an area or keeps heads down (TS-131, TS-132, TS-143)."""

import math
from dataclasses import asdict, replace
from typing import ClassVar

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.parameters import flag
from rules.engine.refusal import Refusal
from rules.engine.shown import HeldArea, Laid
from rules.engine.state import BattleState, BattleView
from rules.engine.system import Choice, Parameter, Plan
from rules.engine.text import combatant, text
from rules.map.areas import Line, direction_of
from rules.map.grid import cell_centre, footprint_centre, has_cells
from rules.systems.tesseris.attack.attack_action import AttackAction
from rules.systems.tesseris.attack.attack_form import Form
from rules.systems.tesseris.attack.attack_range import require_reach
from rules.systems.tesseris.attack.attack_weapon import require_loaded
from rules.systems.tesseris.attack.facts import direction_to, facts_of, read_given, watched_area
from rules.systems.tesseris.attack.options import a_switch
from rules.systems.tesseris.defence.exposure import Exposure
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.moves.places import knows_places, stand_of
from rules.systems.tesseris.parameters import AT, TARGET, WITH
from rules.systems.tesseris.sheet.gear import Mode, Weapon
from rules.systems.tesseris.state import Fighter, Watch
from rules.systems.tesseris.turns.aftermath import follow_up
from rules.systems.tesseris.turns.command_targets import find_target, target_of
from rules.systems.tesseris.turns.tick_action import DEFEND, SHOOT, with_stance

DIRECTION: Parameter[float] = Parameter(id="direction", kind="number", optional=True)
"""In degrees."""
NARROW = flag("narrow", optional=True)


def _guns(mode: Mode) -> Parameter:
    """Ask with which of the weapons in hand that have a mode; unsaid it is that of the primary hand."""

    def choices(_: BattleView, actor: Fighter) -> tuple[Choice, ...]:
        held = actor.sheet.held_weapons(actor.state.held[:1])
        return tuple(
            Choice(id=w.id, label=w.label) for w in held if not w.is_melee and w.rounds(mode) is not None
        )

    return replace(WITH, choices=choices)


class _Fire(AttackAction):
    """Fire without an attack roll: rounds are spent and something stands until the next turn."""

    group = SHOOT
    aimed = False
    parameters: ClassVar[tuple[Parameter, ...]] = (_guns(Mode.AUTO),)

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse what cannot fire so."""
        cover = actor.state.cover
        if cover is not None and cover.hunkered:
            raise Refusal(
                "hunkered",
                text("{actor} is hunkered down and sees nobody.", actor=combatant(actor)),
                "TS-145",
            )
        weapon = self.choose(actor, WITH.of(command))
        require_loaded(self.form, actor, weapon)
        self._require_hand(actor, weapon)

    def planned(self, view: BattleView, actor: Fighter, command: Command) -> Plan:
        """Prepare the exchange, which has no roll to attack."""
        self.require(view, actor, command, complete=True)
        return Plan(exchange=lambda view: self.run(view, command))

    def fire(self, view: BattleView, actor: Fighter, command: Command, target: str = "") -> Exchange[Weapon]:
        """Pay, and spend the rounds."""
        weapon = self.choose(actor, WITH.of(command))
        yield self.payment(view.state, actor, command)
        yield ev.Attacked(
            who=actor.id,
            target=target,
            action=self.id,
            weapon=weapon.id,
            rounds=weapon.rounds(self.form.mode) or 0 if self.form.mode is Mode.AUTO else 0,
            counts=self.id != "covering-fire",
        )
        return weapon

    def shown(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Let those shoot to whom it has shown itself (TS-131, TS-132)."""
        yield from follow_up(view, actor.id, command, Exposure(showed=True), provokes=False)


class CoveringFire(_Fire):
    """Keep the enemy's heads down for one's allies (TS-143). It is no attack action (TS-099)."""

    attacks = False
    group = DEFEND
    id = "covering-fire"
    label = text("Covering fire")
    help = text("Automatic fire; +1 to all defences of your allies until your next turn.")
    rule = "TS-143"
    ticks = 3
    form = Form(ranged=True, mode=Mode.AUTO)

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Fire, and stand as one who covers others."""
        yield from self.fire(view, actor, command)
        now = view.combatant(actor.id).state
        yield ev.Kept(who=actor.id, values={"stance": with_stance(now, "covering-fire")})
        yield from self.shown(view, actor, command)


class Overwatch(_Fire):
    """Watch an area, and shoot at the first foe in it (TS-131)."""

    id = "overwatch"
    label = text("Overwatch")
    help = text("Until your next action: one free shot at -1 at who shows up, a second one for a reaction.")
    rule = "TS-131"
    ticks = 4
    aimed = True
    form = Form(ranged=True)
    parameters = (
        _guns(Mode.SINGLE),
        replace(TARGET, label=text("Towards"), optional=True),
    )
    also = (AT, DIRECTION, NARROW)

    def is_laid(self, view: BattleView, command: Command) -> bool:
        """Lay the arc, or the doorway, on the map where there is one."""
        actor = None if command.actor is None else view.state.combatants.get(command.actor)
        return actor is not None and knows_places(view.state, actor) and _has_cells(view.state)

    def options(self, view: BattleView, command: Command) -> tuple[Parameter, ...]:
        """Let it be narrowed to a doorway."""
        doorway = a_switch(
            NARROW.id, text("A doorway"), text("only the cell that you tap and a yard round it")
        )
        return (doorway,) if AT.of(command) is not None else ()

    def planned(self, view: BattleView, actor: Fighter, command: Command) -> Plan:
        """Show what it covers."""
        plan = super().planned(view, actor, command)
        watch = self._watch(view.state, actor, command, self.choose(actor, WITH.of(command)))
        there = view.state.with_state(actor.id, watch=watch)
        area, at = watched_area(there, there.combatants[actor.id]), AT.of(command)
        laid = None
        if area is not None and isinstance(at, tuple) and view.state.map is not None:
            centre = cell_centre(view.state.map.grid, at)
            words = "doorway" if watch.at is not None else "arc"
            is_arc = watch.at is None
            laid = Laid(area=area, at=centre, caught=(), words=words, rule="TS-131", stopped_by_walls=is_arc)
        return replace(plan, laid=laid)

    def _watch(self, state: BattleState, actor: Fighter, command: Command, weapon: Weapon) -> Watch:
        """Read what is watched: a doorway, an arc towards a cell or somebody, or a `direction` in degrees."""
        at, direction, named = AT.of(command), DIRECTION.of(command), TARGET.of(command)
        if isinstance(at, tuple) and state.map is not None and _has_cells(state):
            if NARROW.of(command):
                return Watch(weapon=weapon.id, at=at)
            here = stand_of(state, actor)
            if here is not None and at != actor.at:
                centre = cell_centre(state.map.grid, at)
                direction = direction_of(footprint_centre(state.map.grid, here), centre)
        elif named is not None and knows_places(state, actor) and not _has_cells(state):
            place = state.combatant(named, "target").at
            return Watch(weapon=weapon.id, zone=place if isinstance(place, str) else None)
        elif named is not None and direction is None:
            direction = direction_to(state, actor, state.combatant(named, "target"))
        return Watch(weapon=weapon.id, direction=direction)

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Take aim at the area."""
        weapon = yield from self.fire(view, actor, command)
        watch = self._watch(view.state, actor, command, weapon)
        now = view.combatant(actor.id).state
        yield ev.Kept(who=actor.id, values={"watch": asdict(watch), "stance": with_stance(now, "overwatch")})
        yield from self.shown(view, actor, command)


def _has_cells(state: BattleState) -> bool:
    return state.map is not None and has_cells(state.map.grid)


def held_areas(state: BattleState, who: str) -> tuple[HeldArea, ...]:
    """List what somebody watches, and the lanes in which it keeps heads down (TS-131, TS-132)."""
    holder = state.combatants[who]
    found = []
    area = watched_area(state, holder)
    if area is not None:
        words = text("{holder} is on overwatch here", holder=combatant(holder))
        is_arc = holder.state.watch is not None and holder.state.watch.at is None
        found.append(HeldArea(area=area, words=words, rule="TS-131", stopped_by_walls=is_arc))
    here = stand_of(state, holder)
    for other in state.combatants.values():
        there = stand_of(state, other)
        by = other.state.conditions.get("suppressed", {}).get("by")
        if by != who or here is None or there is None or state.map is None or other.state.is_out:
            continue
        start, end = (footprint_centre(state.map.grid, stand) for stand in (here, there))
        lane = Line(start=start, direction=direction_of(start, end), length=math.dist(start, end), width=1.0)
        words = text("{holder} keeps {other} down", holder=combatant(holder), other=combatant(other))
        found.append(HeldArea(area=lane, words=words, rule="TS-132", on=other.id))
    return tuple(found)


class SuppressingFire(_Fire):
    """Pin an enemy down by fire (TS-132)."""

    id = "suppressing-fire"
    label = text("Suppressing fire")
    help = text("Automatic fire at one foe: -2 to its attacks and defences, and a shot if it shows itself.")
    rule = "TS-132"
    ticks = 4
    aimed = True
    form = Form(ranged=True, mode=Mode.AUTO)
    parameters = (_guns(Mode.AUTO), TARGET)

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse what is out of range, besides."""
        super().require(view, actor, command, complete=complete)
        target = find_target(view, actor, command, complete=complete)
        if target is not None:
            facts = facts_of(view.state, actor, target, read_given(view.state, command))
            require_reach(actor, target, self.choose(actor, WITH.of(command)), facts)

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Fire, and hold the enemy down as long as it lasts."""
        target = target_of(view, command)
        weapon = yield from self.fire(view, actor, command, target)
        data = {"by": actor.id, "weapon": weapon.id}
        yield ev.ConditionGained(who=target, condition="suppressed", data=data)
        yield from self.shown(view, actor, command)
