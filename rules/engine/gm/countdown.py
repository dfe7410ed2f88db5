"""How all that lasts only so long is counted down as a system's clock goes on.

A unit is over when its number of the clock rises: what lasts one round ends as the next one begins.
"""

from collections.abc import Mapping

from rules.engine.areas.area_events import AreaCounted, AreaTaken
from rules.engine.areas.aura_events import AuraCounted, AuraTaken
from rules.engine.events import Event
from rules.engine.exchange import Exchange, tell
from rules.engine.fog.fog_events import LampCounted, LampOut
from rules.engine.gm.gm_mark_events import MarkCounted, MarkTaken
from rules.engine.gm.time_events import ConditionCounted, ConditionRanOut, ConditionTimed
from rules.engine.gm.timed_conditions import TimedCondition
from rules.engine.state import BattleState, BattleView, Combatant
from rules.engine.system import find_system
from rules.engine.text import Words, as_typed

OWN = "own-"
"""What stands before the id of a condition of the table's own."""


def lasting_conditions(state: BattleState, who: str) -> dict[str, Words]:
    """List the conditions that somebody has now and that can be taken off, by ids, with their words."""
    chips = find_system(state.system).looks.controls(state, who).chips
    found = {str(chip.id): chip.label for chip in chips if chip.is_on and chip.id}
    own = state.combatants[who].own_conditions
    return found | {f"{OWN}{id_}": as_typed(made.name) for id_, made in own}


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
            yield from count_down(view, passed)


def _passed(before: BattleState, after: BattleState) -> Mapping[str, int]:
    """Tell how many of each unit are over; nothing where the clock stands."""
    if not (before.running and after.running) or before.clock is after.clock:
        return {}
    steps = {
        unit.id: int(after.clock.get(unit.id, 0)) - int(before.clock.get(unit.id, 0))
        for unit in find_system(after.system).turns.clock_units
    }
    return {unit: n for unit, n in steps.items() if n > 0}


def count_down(view: BattleView, passed: Mapping[str, int]) -> Exchange[None]:
    """Let everything last so much less, and end what is over.

    Args:
        passed: how many of each unit of the clock are over.
    """
    yield from _count_areas(view.state, passed)
    for who in tuple(view.state.combatants):
        yield from _count_marks(view.combatant(who), passed)
        yield from _count_auras(view.combatant(who), passed)
        yield from _count_lamp(view.combatant(who), passed)
        yield from _count_conditions(view, who, passed)


def _rest(left: int | None, unit: str, passed: Mapping[str, int]) -> int | None:
    """Give how long something lasts now, 0 for what is over; None where no time of its own has passed."""
    n = passed.get(unit, 0)
    return max(0, left - n) if left is not None and n else None


def _count_marks(combatant: Combatant, passed: Mapping[str, int]) -> Exchange[None]:
    for mark in combatant.gm_marks:
        who, name, seen_by = combatant.id, mark.name, mark.seen_by
        rest = _rest(mark.rounds, mark.unit, passed)
        if rest:
            yield from tell(MarkCounted(who=who, name=name, seen_by=seen_by, rounds=rest))
        elif rest == 0:
            yield from tell(MarkTaken(who=who, name=name, seen_by=seen_by, ended=True))


def _count_auras(combatant: Combatant, passed: Mapping[str, int]) -> Exchange[None]:
    for aura in combatant.auras:
        who, name, seen_by = combatant.id, aura.name, aura.seen_by
        rest = _rest(aura.left, aura.unit, passed)
        if rest:
            yield from tell(AuraCounted(who=who, name=name, seen_by=seen_by, left=rest))
        elif rest == 0:
            yield from tell(AuraTaken(who=who, name=name, seen_by=seen_by, ended=True))


def _count_lamp(combatant: Combatant, passed: Mapping[str, int]) -> Exchange[None]:
    lamp = combatant.lamp
    rest = None if lamp is None else _rest(lamp.left, lamp.unit, passed)
    if rest:
        yield from tell(LampCounted(who=combatant.id, left=rest))
    elif rest == 0:
        yield from tell(LampOut(who=combatant.id, ended=True))


def _count_conditions(view: BattleView, who: str, passed: Mapping[str, int]) -> Exchange[None]:
    for timed in view.combatant(who).timed:
        rest = _rest(timed.left, timed.unit, passed)
        if timed.condition not in lasting_conditions(view.state, who):  # something else has ended it
            yield from tell(ConditionTimed(who=who, condition=timed.condition))
        elif rest:
            yield from tell(ConditionCounted(who=who, condition=timed.condition, left=rest))
        elif rest == 0:
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


def _count_areas(state: BattleState, passed: Mapping[str, int]) -> Exchange[None]:
    for area in state.areas:
        rest = _rest(area.left, area.unit, passed)
        if rest:
            yield from tell(AreaCounted(area=area.id, left=rest))
        elif rest == 0:
            yield from tell(AreaTaken(area=area.id, name=area.name, seen_by=area.seen_by, ended=True))
