"""Doors: worked in a phase, like anything else that is done (our ruling PH-R24)."""

from typing import Any

from rules.engine.command import Command
from rules.engine.moves.doors import door_choices, require_door
from rules.engine.parameters import door
from rules.engine.state import BattleView
from rules.engine.text import text
from rules.systems.phases.actions import HANDLING, Declarable, require_said
from rules.systems.phases.state import Fighter
from rules.systems.phases.turns.resolution import DOOR

_WALL = door("wall", text("Door"), choices=door_choices)


class Door(Declarable):
    """Open or close a door that one stands next to (our ruling PH-R24)."""

    id = DOOR
    label = text("Door")
    help = text("Open or close a door within reach, by the end of the phase.")
    group = HANDLING
    rule = "PH-R24"
    parameters = (_WALL,)

    def require(self, view: BattleView, actor: Fighter, command: Command) -> dict[str, Any]:
        """Refuse a door that there is not, that is out of reach or locked."""
        wall = _WALL.of(command)
        if wall is not None:
            require_door(view, actor, wall, self.rule)
        return {"said": {"wall": wall}}

    def require_complete(self, command: Command) -> None:
        """Ask for the door."""
        require_said(command, _WALL, "no-door", text("Say which door ('wall')."))
