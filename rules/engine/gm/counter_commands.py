"""The commands over counters.

put-counter   {"target": ID, "name": "Luck", "value": 3, "most": 5, "seen_by": "owner", "by_owner": true,
               "on_token": true}
step-counter  {"target": ID, "name": "Luck", "step": -1}
take-counter  {"target": ID, "name": "Luck"}

All are the GM's; who plays the combatant may step a counter that is theirs to step, which the app sees to.
"""

from typing import cast

from rules.engine.command import Command
from rules.engine.exchange import Exchange, tell
from rules.engine.gm.counter_events import CounterPut, CounterStepped, CounterTaken
from rules.engine.gm.counters import MOST_COUNTERS, Counter
from rules.engine.gm.gm_marks import SEEN_BY, SeenBy
from rules.engine.gm.gm_parameters import (
    BY_OWNER,
    COUNT,
    MOST_COUNT,
    NAME,
    ON_TOKEN,
    OWN,
    SEEN_BY_WHOM,
    STEP,
    TARGET,
)
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView, Combatant
from rules.engine.text import combatant as named
from rules.engine.text import text

LONGEST_NAME = 30
"""Letters that a counter's name has at most."""


def put_counter(view: BattleView, command: Command) -> Exchange[None]:
    """Set a counter up, or the one of that name otherwise. Refuses `bad-counter` and `no-change`."""
    combatant = view.combatant(TARGET.of(command), "target")
    made = _wanted(command)
    before = _find(combatant, made.name)
    if made == before:
        raise Refusal("no-change", text("{who} has just this counter already.", who=named(combatant)))
    if before is None and len(combatant.counters) >= MOST_COUNTERS:
        said = text("{who} has {most} counters already: take one away first.", most=MOST_COUNTERS)
        raise Refusal("bad-counter", said.filled(who=named(combatant)))
    if before is not None and before.seen_by != made.seen_by:  # to who sees it no more it is gone
        yield from tell(CounterTaken(who=combatant.id, name=made.name, seen_by=before.seen_by))
    yield CounterPut(
        who=combatant.id,
        name=made.name,
        value=made.value,
        most=made.most,
        seen_by=made.seen_by,
        by_owner=made.by_owner,
        on_token=made.on_token,
    )


def _wanted(command: Command) -> Counter:
    name = " ".join((NAME.of(command) or "").split())
    if not name:
        raise Refusal("bad-counter", text("A counter needs a name."))
    if len(name) > LONGEST_NAME:
        said = text("A counter's name has at most {most} letters.", most=LONGEST_NAME)
        raise Refusal("bad-counter", said)
    seen_by = SEEN_BY_WHOM.of(command) or "gm"
    if seen_by not in SEEN_BY:
        wanted = text("A counter is seen by all, by its side, by who plays it, or by the GM alone.")
        raise Refusal("bad-counter", wanted)
    most, value, by_owner = MOST_COUNT.of(command) or None, COUNT.of(command), bool(BY_OWNER.of(command))
    value = (most or 0) if value is None else value
    if most is not None and value > most:
        said = text("{value} is more than the most of {most}.", value=value, most=most)
        raise Refusal("bad-counter", said)
    if by_owner and seen_by == "gm":
        raise Refusal("bad-counter", text("Who steps a counter must see it: choose who else does."))
    return Counter(
        name=name,
        value=value,
        most=most,
        seen_by=cast(SeenBy, seen_by),
        by_owner=by_owner,
        on_token=bool(ON_TOKEN.of(command)),
    )


def step_counter(view: BattleView, command: Command) -> Exchange[None]:
    """Let a counter go up or down, as far as it goes. Refuses `bad-counter` and `no-change`."""
    combatant = view.combatant(TARGET.of(command), "target")
    counter, by = _require(combatant, command), STEP.of(command) or 0
    value = min(max(counter.value + by, 0), counter.highest)
    if value == counter.value:
        said = text("{name} stands at {value} and goes no further.", name=counter.name, value=value)
        raise Refusal("no-change", said)
    yield CounterStepped(
        who=combatant.id,
        name=counter.name,
        seen_by=counter.seen_by,
        was=counter.value,
        value=value,
        own=bool(OWN.of(command)),
    )


def take_counter(view: BattleView, command: Command) -> Exchange[None]:
    """Take a counter away. Refuses `bad-counter`."""
    combatant = view.combatant(TARGET.of(command), "target")
    counter = _require(combatant, command)
    yield CounterTaken(who=combatant.id, name=counter.name, seen_by=counter.seen_by)


def _find(combatant: Combatant, name: str) -> Counter | None:
    return next((counter for counter in combatant.counters if counter.name == name), None)


def _require(combatant: Combatant, command: Command) -> Counter:
    counter = _find(combatant, NAME.of(command) or "")
    if counter is None:
        raise Refusal("bad-counter", text("{who} has no such counter any more.", who=named(combatant)))
    return counter


COUNTER_COMMANDS = {"put-counter": put_counter, "step-counter": step_counter, "take-counter": take_counter}
