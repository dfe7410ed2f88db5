"""What happens in this system, beside what happens in any battle. Kinds stand in saved battles.

The events themselves stand in modules by what they tell; here is where the others find them.
"""

from rules.engine.events import events_in
from rules.systems.tesseris.events import (
    attack_events,
    cover_events,
    gear_events,
    injury_events,
    turn_events,
    word_events,
)
from rules.systems.tesseris.events.attack_events import *  # noqa: F403
from rules.systems.tesseris.events.cover_events import *  # noqa: F403
from rules.systems.tesseris.events.gear_events import *  # noqa: F403
from rules.systems.tesseris.events.injury_events import *  # noqa: F403
from rules.systems.tesseris.events.turn_events import *  # noqa: F403
from rules.systems.tesseris.events.word_events import *  # noqa: F403

TESSERIS_EVENTS = events_in(attack_events, cover_events, gear_events, injury_events, turn_events, word_events)
