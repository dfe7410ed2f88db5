"""What the clock ends: which conditions, and how all that lasts only so long is counted down.

time-condition  {"target": ID, "condition": "stunned", "lasts": 3, "unit": "round"}
pass-time       {"lasts": 10, "unit": "round"}

With 0 for `lasts` a condition ends by itself no more. Time is let pass in free play, where no clock runs.
A unit is over when its number of the clock rises: what lasts one round ends as the next one begins.
"""

from collections.abc import Mapping

from rules.engine.command import Command
from rules.engine.declared.clock_units import ROUND
from rules.engine.events import Event
from rules.engine.exchange import Exchange, tell
from rules.engine.gm.gm_mark_events import MarkCounted, MarkTaken
from rules.engine.gm.gm_parameters import CONDITION, LASTS, TARGET, UNIT
from rules.engine.gm.time_events import ConditionCounted, ConditionRanOut, ConditionTimed, TimePassed
from rules.engine.gm.timed_conditions import TimedCondition
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView, Combatant
from rules.engine.system import find_system
from rules.engine.text import Words, as_typed, joined, text
from rules.engine.text import combatant as named

OWN = "own-"
"""What stands before the id of a condition of the table's own."""


def read_unit(state: BattleState, command: Command) -> str:
    """Read in which unit of the system's clock something is counted. Refuses `bad-command`."""
    units = find_system(state.system).turns.clock_units
    unit = UNIT.of(command) or ROUND.id
    if all(one.id != unit for one in units):
        said = text("Time is counted in {units} here.", units=joined(one.label for one in units))
        raise Refusal("bad-command", said)
    return unit


def lasting_conditions(state: BattleState, who: str) -> dict[str, Words]:
    """List the conditions that somebody has now and that can be taken off, by ids, with their words."""
    chips = find_system(state.system).looks.controls(state, who).chips
    found = {str(chip.id): chip.label for chip in chips if chip.is_on and chip.id}
    own = state.combatants[who].own_conditions
    return found | {f"{OWN}{id_}": as_typed(made.name) for id_, made in own}


def time_condition(view: BattleView, command: Command) -> Exchange[None]:
    """Say how long somebody has a condition. Refuses `bad-condition` and `no-change`."""
    combatant = view.combatant(TARGET.of(command), "target")
    condition, lasts = CONDITION.of(command) or "", LASTS.of(command) or None
    label = lasting_conditions(view.state, combatant.id).get(condition)
    if label is None:
        raise Refusal("bad-condition", text("{who} has no such condition now.", who=named(combatant)))
    unit = read_unit(view.state, command)
    timed = ConditionTimed(
        who=combatant.id, condition=condition, label=label if lasts else "", left=lasts, unit=unit
    )
    if timed.apply(view.state).combatants[combatant.id].timed == combatant.timed:
        raise Refusal("no-change", text("It ends like that already."))
    yield timed


def pass_time(view: BattleView, command: Command) -> Exchange[None]:
    """Let time pass in free play. Refuses `unknown-action` while a fight runs, and `bad-command`."""
    if view.state.running:
        raise Refusal("unknown-action", text("While a fight runs its own clock counts."))
    n, unit = LASTS.of(command) or 0, read_unit(view.state, command)
    if not n:
        raise Refusal("bad-command", text("Say how much time passes."))
    yield TimePassed(n=n, unit=unit)
    units = find_system(view.state.system).turns.clock_units
    span = n * next(one.span for one in units if one.id == unit)
    yield from _count_down(view, {one.id: span // one.span for one in units})


def counting(view: BattleView, exchange: Exchange[None]) -> Exchange[None]:
    """Run an exchange, and count down what lasts only so long wherever the clock goes on."""
    reply = None
    while True:
        before = view.state
        try:
            request = exchange.send(reply)
        except StopIteration:
            return
        reply = yield request
        if isinstance(request, Event) and (passed := _passed(before, view.state)):
            yield from _count_down(view, passed)


def _passed(before: BattleState, after: BattleState) -> Mapping[str, int]:
    """Tell how many of each unit are over; nothing where the clock stands."""
    if not (before.running and after.running) or before.clock is after.clock:
        return {}
    steps = {
        unit.id: int(after.clock.get(unit.id, 0)) - int(before.clock.get(unit.id, 0))
        for unit in find_system(after.system).turns.clock_units
    }
    return {unit: n for unit, n in steps.items() if n > 0}


def _count_down(view: BattleView, passed: Mapping[str, int]) -> Exchange[None]:
    for who in tuple(view.state.combatants):
        yield from _count_marks(view.combatant(who), passed)
        yield from _count_conditions(view, who, passed)


def _count_marks(combatant: Combatant, passed: Mapping[str, int]) -> Exchange[None]:
    for mark in combatant.gm_marks:
        n = passed.get(mark.unit, 0)
        if mark.rounds is None or not n:
            continue
        who, name, seen_by = combatant.id, mark.name, mark.seen_by
        if mark.rounds > n:
            yield from tell(MarkCounted(who=who, name=name, seen_by=seen_by, rounds=mark.rounds - n))
        else:
            yield from tell(MarkTaken(who=who, name=name, seen_by=seen_by, ended=True))


def _count_conditions(view: BattleView, who: str, passed: Mapping[str, int]) -> Exchange[None]:
    for timed in view.combatant(who).timed:
        n = passed.get(timed.unit, 0)
        if timed.condition not in lasting_conditions(view.state, who):  # something else has ended it
            yield from tell(ConditionTimed(who=who, condition=timed.condition))
        elif n and timed.left > n:
            yield from tell(ConditionCounted(who=who, condition=timed.condition, left=timed.left - n))
        elif n:
            yield from tell(_ran_out(view, who, timed))


def _ran_out(view: BattleView, who: str, timed: TimedCondition) -> ConditionRanOut:
    combatant = view.combatant(who)
    if timed.condition.startswith(OWN):
        kept = tuple(id_ for id_ in combatant.conditions if id_ != timed.condition.removeprefix(OWN))
        return ConditionRanOut(who=who, condition=timed.condition, label=timed.label, own=kept)
    system = find_system(view.state.system)
    chips = system.looks.controls(view.state, who).chips
    patch = next(chip.patch for chip in chips if chip.id == timed.condition and chip.is_on)
    before = combatant.state.as_json()
    after = system.sheets.set_state(combatant, patch).as_json()
    return ConditionRanOut(
        who=who,
        condition=timed.condition,
        label=timed.label,
        state={key: value for key, value in after.items() if value != before[key]},
    )


TIME_COMMANDS = {"time-condition": time_condition, "pass-time": pass_time}
