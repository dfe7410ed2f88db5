"""What came of one fight, for each who took part."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.engine.shown import OTHERS
from rules.engine.state import BattleState, Combatant
from rules.engine.system import System
from rules.engine.text import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """What became of one combatant."""

    is_down: bool
    is_dead: bool
    condition: float
    """How much fight was left: from 1, fresh, to 0, down."""
    harm_done: float = 0.0
    """How much of the condition of those of other sides, summed up, went by what it did."""
    shots: int = 0
    """How many it fired, where the rules count what is in a weapon (`Looks.ammunition`)."""
    gauges: Mapping[Words, int] = field(default_factory=dict)
    """What its gauges showed in the end, by their labels; what was used up has none (`Looks.gauges`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of one fight."""

    won: str | None
    """The side that alone was standing; None where none was, or still several."""
    rounds: int
    """How many rounds it took, the one under way included; in phases and the like so many of those."""
    fates: Mapping[str, Fate]
    """By the ids of the combatants."""


def sides_standing(system: System, state: BattleState) -> frozenset[str]:
    """List the sides of whom somebody can still fight; bystanders are of none."""
    people = state.combatants.values()
    return frozenset(one.side for one in people if one.side != OTHERS and system.condition(one))


def gauges_of(system: System, combatant: Combatant) -> dict[Words, int]:
    """Give what the gauges of somebody show, by their labels."""
    return {gauge.label: gauge.value for gauge in system.looks.gauges(combatant)}


class Tracker:
    """Notes who does what harm, and fires how often, while a fight is played."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._harm_done: dict[str, float] = {}
        self._shots: dict[str, int] = {}

    def follow(self, before: BattleState, after: BattleState, actor: str | None) -> None:
        """Note what changed from one state to another by what somebody did."""
        doer = before.combatants.get(actor or "")
        for who, now in after.combatants.items():
            was = before.combatants.get(who)
            if was is None or was.state is now.state:
                continue
            fired = self._system.looks.ammunition(was) - self._system.looks.ammunition(now)
            if fired > 0:
                self._shots[who] = self._shots.get(who, 0) + fired
            if doer is not None and was.side != doer.side:
                lost = self._system.condition(was) - self._system.condition(now)
                if lost > 0:
                    self._harm_done[doer.id] = self._harm_done.get(doer.id, 0.0) + lost

    def outcome(self, state: BattleState) -> Outcome:
        """Give what came of the fight that has led to a state."""
        standing = sides_standing(self._system, state)
        return Outcome(
            won=next(iter(standing)) if len(standing) == 1 else None,
            rounds=state.round,
            fates={who: self._fate(one) for who, one in state.combatants.items()},
        )

    def _fate(self, one: Combatant) -> Fate:
        condition = self._system.condition(one)
        return Fate(
            is_down=not condition,
            is_dead=self._system.is_dead(one),
            condition=condition,
            harm_done=self._harm_done.get(one.id, 0.0),
            shots=self._shots.get(one.id, 0),
            gauges=gauges_of(self._system, one),
        )
