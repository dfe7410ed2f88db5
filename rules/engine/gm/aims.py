"""What somebody is to do in a fight where no person plays them: what the GM sets."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.engine.text import Words, text
from rules.map.model import Place

KILL, HOLD, REACH, GUARD, CAPTURE, FLEE = "kill", "hold", "reach", "guard", "capture", "flee"
AIMS: Mapping[str, Words] = {
    KILL: text("take the foes out"),
    HOLD: text("hold this ground"),
    REACH: text("reach that place"),
    GUARD: text("guard somebody"),
    CAPTURE: text("take them alive"),
    FLEE: text("flee when half are down"),
}
"""All aims, by their ids; what each is worth is the AI's to know (`rules.ai.purpose`)."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What somebody is to do, and where or for whom."""

    id: str = KILL
    at: Place | None = None
    """The ground that is held, the place that is to be reached."""
    whom: str = ""
    """The id of who is guarded."""


PLAIN_AIM = Aim()
"""What everybody does unless something else is said."""
