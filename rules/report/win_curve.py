"""How the chances of a fight went: the states to rehearse it from, and the exchanges that swung most.

It is rehearsed from each turn's beginning, and from between any two exchanges of one turn, on the same dice:
who is in two of these fights of one number throws the same faces there, so that what chance decides falls
out of the difference.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from rules.engine.battle import Battle
from rules.engine.combatant_events import (
    CombatantAdded,
    CombatantEdited,
    CombatantRemoved,
    SheetSet,
    StateSet,
)
from rules.engine.history.log_fold import Step
from rules.engine.state import BattleState
from rules.rehearsal.comparison import PairedDifference
from rules.rehearsal.intervals import Share
from rules.report.exchanges import Fought, fought_in, number_of_round

TOLD = 3
"""So many of the exchanges that swung most are told."""
_BY_HAND = (CombatantAdded, CombatantEdited, CombatantRemoved, SheetSet, StateSet)
"""What the GM changes by hand, so that it is no exchange that swung the fight."""

Won = Mapping[int, str | None]
"""Who won the fights rehearsed from one state, by their numbers; None where nobody did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """A state that the fight is rehearsed from."""

    state: BattleState
    point: int
    """Which event of the battle's whole log came last before it, from 0; -1 for none."""
    round: int
    """0 outside of rounds."""
    fought: Fought | None = None
    """The one exchange since the cut before, if there was one."""

    @property
    def active(self) -> str | None:
        """Whose turn it is."""
        return self.state.active if self.state.running else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Swing:
    """By how much an exchange changed the chances."""

    cut: int
    """The number of the cut behind it."""
    fought: Fought
    side: str
    """Whose chance changed most."""
    before: float
    after: float
    is_sure: bool
    """Whether that is more than chance, as `PairedDifference` judges it."""


def cuts_in(battle: Battle) -> tuple[Cut, ...]:
    """Find the states to rehearse a fight from: at most one exchange lies between two of them.

    Nothing where nobody has fought.
    """
    fought = [one for _, one in fought_in(battle)]
    return _Cuts(fought).of(battle) if fought else ()


class _Cuts:
    def __init__(self, fought: Sequence[Fought]) -> None:
        self.begun = {one.entry for one in fought}
        self.over = {one.point: one for one in fought}
        self.found: list[Cut] = []
        self.since: Fought | None = None
        self.is_changed = False
        self.turn: tuple[Any, ...] | None = None

    def of(self, battle: Battle) -> tuple[Cut, ...]:
        point, last = -1, battle.state
        for entry, steps in battle.told():
            before, last = steps[0][1], steps[-1][2]
            if not entry.undoes and not battle.is_undone(entry):
                self._go_on(entry.id, before, steps, point)
            point += entry.count
            self.since = self.over.get(point, self.since)
        self._cut(last, point)
        return tuple(self.found)

    def _go_on(self, entry: str, before: BattleState, steps: Sequence[Step], point: int) -> None:
        by_hand = any(isinstance(event, _BY_HAND) for event, _, _ in steps)
        if before.prompt is None:
            turn = (before.active, before.clock) if before.running and before.active else self.turn
            is_fought = entry in self.begun and not (
                self.found and self.since is None and not self.is_changed
            )
            if turn != self.turn or is_fought or (by_hand and self.since is not None):
                self._cut(before, point)
            self.turn = turn
        self.is_changed |= by_hand

    def _cut(self, state: BattleState, point: int) -> None:
        self.found.append(Cut(state=state, point=point, round=number_of_round(state), fought=self.since))
        self.since, self.is_changed = None, False


def chances(won: Won, sides: Sequence[str]) -> dict[str | None, Share]:
    """Give each side's chance, and nobody's under None."""
    winners = list(won.values())
    return {side: Share(winners.count(side), len(winners)) for side in (*sides, None)}


def swings(cuts: Sequence[Cut], won: Mapping[int, Won], sides: Sequence[str]) -> tuple[Swing, ...]:
    """Find the exchanges that swung most, most first.

    Args:
        won: what came of the rehearsals, by the numbers of the cuts; those that are not over may lack.
    """
    found = [
        swing
        for at, cut in enumerate(cuts)
        if cut.fought is not None and at in won and at - 1 in won
        if (swing := _swing(at, cut.fought, won[at - 1], won[at], sides)) is not None
    ]
    return tuple(sorted(found, key=lambda one: -abs(one.after - one.before))[:TOLD])


def _swing(at: int, fought: Fought, before: Won, after: Won, sides: Sequence[str]) -> Swing | None:
    """Compare the fights of the same numbers; None where no chance changed."""
    both = sorted(before.keys() & after.keys())

    def changes(side: str) -> list[int]:
        return [(after[number] == side) - (before[number] == side) for number in both]

    by_side = {side: changes(side) for side in sides}
    if not both or not any(map(any, by_side.values())):
        return None
    side = max(sides, key=lambda one: abs(sum(by_side[one])))
    gained, lost = by_side[side].count(1), by_side[side].count(-1)
    return Swing(
        cut=at,
        fought=fought,
        side=side,
        before=fmean(before[number] == side for number in both),
        after=fmean(after[number] == side for number in both),
        is_sure=PairedDifference(gained=gained, lost=lost, of=len(both)).is_more_than_chance,
    )
