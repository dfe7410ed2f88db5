"""What happens in this system, beside what happens in any battle. Kinds stand in saved battles.

The events themselves stand in modules by what they tell; here is where the others find them.
"""

from rules.engine.events import events_in
from rules.systems.savage.events import action_events, attack_events, injury_events, round_events
from rules.systems.savage.events.action_events import *  # noqa: F403
from rules.systems.savage.events.attack_events import *  # noqa: F403
from rules.systems.savage.events.injury_events import *  # noqa: F403
from rules.systems.savage.events.round_events import *  # noqa: F403

SAVAGE_EVENTS = events_in(action_events, attack_events, injury_events, round_events)
