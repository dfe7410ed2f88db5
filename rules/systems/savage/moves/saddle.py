"""Getting on a mount and off it (SW-180, our ruling SW-R25)."""

from dataclasses import replace

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.parameters import GIVEN
from rules.engine.price import Price
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Choice
from rules.engine.text import combatant, text
from rules.systems.savage.actions import TARGET, SavageAction, refuse_if, require_inches
from rules.systems.savage.attack.facts import read_given
from rules.systems.savage.events import all_events as ev
from rules.systems.savage.house import UP_AND_DOWN
from rules.systems.savage.moves.places import are_adjacent, free_place, stand_of, step_beside
from rules.systems.savage.state import Fighter, choice_of, mount_of, rider_of
from rules.systems.savage.turns.prices import up_and_down_price


class MountUp(SavageAction):
    """Get into the saddle (SW-R25)."""

    id = "mount"
    label = text("Mount")
    help = text("Two inches of movement; from then on the mount does the moving.")
    rule = "SW-180"

    def price(self, view: BattleView, command: Command) -> Price:
        """Give its inches."""
        return up_and_down_price(view.combatant(command.actor, "actor"))

    @staticmethod
    def _mounts(view: BattleView, actor: Fighter) -> tuple[Choice, ...]:
        found = (c for c in view.state.combatants.values() if c.sheet.mountable and not c.state.is_out)
        return tuple(choice_of(c) for c in found if c.id != actor.id and rider_of(view.state, c.id) is None)

    parameters = (replace(TARGET, label=text("What to ride"), choices=_mounts),)

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse a second mount, and what cannot be ridden or is out of reach."""
        mounted = mount_of(view.state, actor.id) is not None or rider_of(view.state, actor.id) is not None
        refuse_if(
            mounted,
            "bad-option",
            text("{actor} is part of a mounted pair already.", actor=combatant(actor)),
            self.rule,
        )
        named = TARGET.of(command)
        if named is None:
            refuse_if(complete, "no-target", text("Say what to ride ('target')."), self.rule)
            return
        target = view.combatant(named, "target")
        free = target.id != actor.id and target.sheet.mountable and target.state.is_able
        free = free and rider_of(view.state, target.id) is None and not target.state.prone
        said = text(
            "{target} cannot be mounted: it must be made for it, able, and without a rider.",
            target=combatant(target),
        )
        refuse_if(not free, "no-target", said, self.rule)
        given = read_given(view.state, GIVEN.of(command) or {})
        here, there = stand_of(view.state, actor), stand_of(view.state, target)
        near = True
        if view.state.map is not None and here is not None and there is not None:
            near = are_adjacent(view.state.map, here, there)
        said = text("{target} is not next to {actor}.", target=combatant(target), actor=combatant(actor))
        refuse_if(not given.get("adjacent", near), "out-of-range", said, self.rule)
        require_inches(actor, UP_AND_DOWN.value(actor.house), self.rule)

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Mount."""
        yield ev.MovementSpent(who=actor.id, inches=UP_AND_DOWN.value(actor.house))
        yield ev.Mounted(who=actor.id, target=view.combatant(TARGET.of(command), "target").id)


class Dismount(SavageAction):
    """Get out of the saddle (SW-R25)."""

    id = "dismount"
    label = text("Dismount")
    help = text("Two inches of movement; you stand beside the mount.")
    rule = "SW-180"

    def price(self, view: BattleView, command: Command) -> Price:
        """Give its inches."""
        return up_and_down_price(view.combatant(command.actor, "actor"))

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse it to who does not ride, or has no room beside the mount."""
        mount = mount_of(view.state, actor.id)
        if mount is None:
            raise Refusal("not-mounted", text("{actor} does not ride.", actor=combatant(actor)), self.rule)
        on_cells = stand_of(view.state, mount) is not None
        no_room = on_cells and free_place(view.state, actor, mount) is None
        refuse_if(
            no_room,
            "no-path",
            text("There is no free cell beside {mount}.", mount=combatant(mount)),
            self.rule,
        )
        require_inches(actor, UP_AND_DOWN.value(actor.house), self.rule)

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Stand beside the mount."""
        mount = mount_of(view.state, actor.id)
        assert mount is not None
        yield ev.MovementSpent(who=actor.id, inches=UP_AND_DOWN.value(actor.house))
        yield ev.Dismounted(who=actor.id, target=mount.id)
        yield from step_beside(view, actor.id, mount.id)
