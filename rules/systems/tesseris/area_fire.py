"""Fire that holds an area or keeps heads down (TS-131, TS-132, TS-143)."""

from typing import Any, ClassVar

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.refusal import Refusal
from rules.engine.state import Combatant, Scene
from rules.engine.system import Parameter, Plan
from rules.systems.tesseris import events as ev
from rules.systems.tesseris.attack_action import TARGET, WITH, AttackAction, Form
from rules.systems.tesseris.doing import find_target, with_stance
from rules.systems.tesseris.facts import direction_to, facts_of, read_given
from rules.systems.tesseris.gear import Mode, Weapon


class _Fire(AttackAction):
    """Fire without an attack roll: rounds are spent and something stands until the next turn."""

    aimed = False
    parameters: ClassVar[tuple[Parameter, ...]] = (WITH,)

    def require(self, scene: Scene, actor: Combatant, command: Command, *, complete: bool) -> None:
        """Refuse what cannot fire so."""
        cover = actor.state.cover
        if cover is not None and cover.hunkered:
            raise Refusal("hunkered", f"{actor.name} is hunkered down and sees nobody.", "TS-145")
        if command.text("with") is None and not complete:
            return
        weapon = self.choose(actor, command)
        self.require_loaded(actor, weapon)
        self._require_hand(actor, weapon)

    def planned(self, scene: Scene, actor: Combatant, command: Command) -> Plan:
        """Prepare the exchange."""
        return Plan(exchange=lambda scene: self.run(scene, command))

    def fire(self, scene: Scene, actor: Combatant, command: Command, target: str = "") -> Exchange[Weapon]:
        """Pay, and spend the rounds."""
        weapon = self.choose(actor, command)
        yield self.price(scene.state, actor, command)
        yield ev.Attacked(
            who=actor.id,
            target=target,
            action=self.id,
            weapon=weapon.id,
            rounds=weapon.rounds(self.form.mode) or 0 if self.form.mode is Mode.AUTO else 0,
            counts=self.id != "covering-fire",
        )
        return weapon


class CoveringFire(_Fire):
    """Keep the enemy's heads down for one's allies (TS-143)."""

    id = "covering-fire"
    label = "Covering fire"
    help = "Automatic fire; +1 to all defences of your allies until your next turn."
    cost = "3 ticks"
    rule = "TS-143"
    ticks = 3
    form = Form(ranged=True, mode=Mode.AUTO)

    def carry_out(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Fire."""
        yield from self.fire(scene, actor, command)
        now = scene.combatant(actor.id).state
        yield ev.Kept(who=actor.id, values={"stance": with_stance(now, "covering-fire")})


class Overwatch(_Fire):
    """Watch an area, and shoot at the first foe in it (TS-131)."""

    id = "overwatch"
    label = "Overwatch"
    help = "Until your next action: one free shot at -1 at who shows up, a second one for a reaction."
    cost = "4 ticks"
    rule = "TS-131"
    ticks = 4
    form = Form(ranged=True)
    parameters = (WITH, Parameter(id="target", kind="combatant", label="Towards", optional=True))

    def carry_out(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Take aim at the area; on a map it is the arc towards somebody, or the `direction` in degrees."""
        weapon = yield from self.fire(scene, actor, command)
        direction = command.params.get("direction")
        named = command.text("target")
        if named is not None and direction is None:
            direction = direction_to(scene.state, actor, scene.combatant(named, "target"))
        if type(direction) not in (int, float):
            direction = None
        watch: dict[str, Any] = {"weapon": weapon.id, "shots": 0, "direction": direction}
        now = scene.combatant(actor.id).state
        yield ev.Kept(who=actor.id, values={"watch": watch, "stance": with_stance(now, "overwatch")})


class SuppressingFire(_Fire):
    """Pin an enemy down by fire (TS-132)."""

    id = "suppressing-fire"
    label = "Suppressing fire"
    help = "Automatic fire at one foe: -2 to its attacks and defences, and a shot if it shows itself."
    cost = "4 ticks"
    rule = "TS-132"
    ticks = 4
    form = Form(ranged=True, mode=Mode.AUTO)
    parameters = (WITH, TARGET)

    def require(self, scene: Scene, actor: Combatant, command: Command, *, complete: bool) -> None:
        """Refuse what is out of range, besides."""
        super().require(scene, actor, command, complete=complete)
        target = find_target(scene, actor, command, complete=complete)
        if target is not None and (command.text("with") is not None or complete):
            facts = facts_of(scene.state, actor, target, read_given(scene.state, command.params))
            self.require_reach(actor, target, self.choose(actor, command), facts)

    def carry_out(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Fire."""
        target = str(command.params["target"])
        weapon = yield from self.fire(scene, actor, command, target)
        data = {"by": actor.id, "weapon": weapon.id}
        yield ev.ConditionGained(who=target, condition="suppressed", data=data)
