"""The GM's commands over time: which conditions the clock ends, and that time passes in free play.

time-condition  {"target": ID, "condition": "stunned", "lasts": 3, "unit": "round"}
pass-time       {"lasts": 10, "unit": "round"}

With 0 for `lasts` a condition ends by itself no more. Time is let pass in free play, where no clock runs.
"""

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.gm.countdown import count_down, lasting_conditions
from rules.engine.gm.gm_parameters import CONDITION, TARGET
from rules.engine.gm.time_events import ConditionTimed, TimePassed
from rules.engine.gm.time_parameters import LASTS
from rules.engine.gm.time_units import read_unit
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import find_system
from rules.engine.text import combatant as named
from rules.engine.text import text


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
    yield from count_down(view, {one.id: span // one.span for one in units})


TIME_COMMANDS = {"time-condition": time_condition, "pass-time": pass_time}
