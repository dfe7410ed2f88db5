"""Doors: worked in a phase, like anything else that is done (our ruling PH-R24)."""

from typing import Any

from rules.engine.command import Command
from rules.engine.doors import door_choices, require_door
from rules.engine.state import BattleView
from rules.engine.system import Parameter
from rules.systems.phases.actions import HANDLING, LENGTH_WORDS, Declarable, require_said
from rules.systems.phases.state import Fighter, Length
from rules.systems.phases.turns.resolution import DOOR


class Door(Declarable):
    """Open or close a door that one stands next to (our ruling PH-R24)."""

    id = DOOR
    label = "Door"
    help = "Open or close a door within reach, by the end of the phase."
    cost = LENGTH_WORDS[Length.PHASE]
    group = HANDLING
    rule = "PH-R24"
    parameters = (Parameter(id="wall", kind="door", label="Door", choices=door_choices),)

    def require(self, view: BattleView, actor: Fighter, command: Command) -> dict[str, Any]:
        """Refuse a door that there is not, that is out of reach or locked."""
        wall = command.text("wall")
        if wall is not None:
            require_door(view, actor, wall, self.rule)
        return {"said": {"wall": wall}}

    def require_complete(self, command: Command) -> None:
        """Ask for the door."""
        require_said(command, "wall", "no-door", "Say which door ('wall').")
