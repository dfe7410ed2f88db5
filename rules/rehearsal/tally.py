"""What came of many rehearsed fights: each side's chance, the rounds, and what became of everybody."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from rules.engine.state import BattleState, Combatant
from rules.engine.system import find_system
from rules.engine.text import Words
from rules.rehearsal.intervals import Share
from rules.rehearsal.outcome import Fate, Outcome, gauges_of

FEWEST = 20
"""In fewer fights nothing is told apart from chance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fared:
    """How one combatant fared."""

    who: str
    down: Share
    dead: Share
    condition: float
    """How much fight was left on average: from 1, fresh, to 0, down."""
    harm_done: float
    """How many fresh fighters of other sides' condition went by what it did, on average."""
    shots: float
    """How many it fired on average, where the rules count them."""
    gauges: Mapping[Words, float]
    """By how much what its gauges showed changed on average, by their labels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The sums of some fights from one state."""

    fights: int
    won: Mapping[str, Share]
    """Each side's share; the sides in the order in which the battle names them."""
    undecided: Share
    """Of how many nobody won, or not within the rounds that are played."""
    rounds: Mapping[int, int]
    """How many fights took so many rounds, by their number, in order."""
    fared: tuple[Fared, ...]

    @property
    def half_width(self) -> float:
        """Give the widest half of an interval of a side's chance."""
        return max((share.half_width for share in self.won.values()), default=1.0)

    def is_narrow(self, wanted: float) -> bool:
        """Say whether there have been fights enough: each side's chance is known to within so much."""
        return self.fights >= FEWEST and self.half_width <= wanted


def tallied(start: BattleState, outcomes: Sequence[Outcome]) -> Tally:
    """Sum up what came of fights from one state."""
    count = len(outcomes)
    sides = dict.fromkeys(one.side for one in start.combatants.values())
    won = Counter(one.won for one in outcomes)
    rounds = Counter(one.rounds for one in outcomes)
    system = find_system(start.system)

    def fared(one: Combatant) -> Fared:
        fates = [outcome.fates[one.id] for outcome in outcomes if one.id in outcome.fates]
        return Fared(
            who=one.id,
            down=Share(sum(fate.is_down for fate in fates), len(fates)),
            dead=Share(sum(fate.is_dead for fate in fates), len(fates)),
            condition=fmean(fate.condition for fate in fates) if fates else 0.0,
            harm_done=fmean(fate.harm_done for fate in fates) if fates else 0.0,
            shots=fmean(fate.shots for fate in fates) if fates else 0.0,
            gauges=_changes(gauges_of(system, one), fates),
        )

    return Tally(
        fights=count,
        won={side: Share(won[side], count) for side in sides},
        undecided=Share(won[None], count),
        rounds=dict(sorted(rounds.items())),
        fared=tuple(map(fared, start.combatants.values())),
    )


def _changes(before: Mapping[Words, int], fates: Sequence[Fate]) -> dict[Words, float]:
    """Give by how much gauges changed on average; one that is no longer shown has come to nothing."""
    if not fates:
        return {}
    labels = dict.fromkeys([*before, *(label for fate in fates for label in fate.gauges)])
    return {
        label: fmean(fate.gauges.get(label, 0) for fate in fates) - before.get(label, 0) for label in labels
    }
