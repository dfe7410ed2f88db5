"""Which attacks somebody is tried with: all of them once, and from then on those that were best."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from rules.ai.options import Way, unchecked
from rules.engine.action import Action
from rules.engine.command import Command
from rules.engine.position import Position
from rules.engine.state import Combatant

_WEAK = 0.02
"""What gains no more than that says nothing of which attacks are best."""
_SHORT_LIST = 2
"""So many of somebody's attacks are tried again, of those from afar and of those beside a foe each."""
_NEARLY = 0.8
"""What gains less than this share of the best is not tried again."""


@dataclass(frozen=True, slots=True)
class Attacker:
    """Who attacks, as they are."""

    who: str
    kind: Hashable
    """Another one where they have made something ready, say."""
    is_beside: bool
    """Whether they stand beside whom they attack."""


@dataclass(slots=True)
class Repertoire:
    """The attacks of everybody, as they are found and as they have proved themselves."""

    _every: dict[tuple[str, bool], Sequence[Way]] = field(default_factory=dict)
    """What somebody could do, whatever they are like now, when they were tried first."""
    _best: dict[Hashable, Sequence[Way]] = field(default_factory=dict)

    def knows(self, attacker: Attacker) -> bool:
        """Say whether it has been noted which of somebody's attacks are best."""
        return attacker in self._best

    def untried(self, position: Position, one: Combatant, attacker: Attacker) -> Sequence[Way]:
        """Give all that may stand open to somebody; of one of another kind what was best, and what is new."""
        key = attacker.who, attacker.is_beside
        tried = self._every.get(key, ())

        def is_new(action: Action, button: Command) -> bool:
            return (action, button) not in tried

        return [*self._best.get(key, ()), *unchecked(position, one.id, is_aimed=True, is_wanted=is_new)]

    def note(self, attacker: Attacker, ranked: Sequence[tuple[float, Way]]) -> None:
        """Note which of somebody's attacks are best, the best first, with what each gains."""
        least = _NEARLY * ranked[0][0] if ranked else 0.0
        best = [way for gain, way in ranked[:_SHORT_LIST] if gain >= least]
        self._best[attacker] = best
        key = attacker.who, attacker.is_beside
        self._every.setdefault(key, [way for _, way in ranked])
        if ranked and ranked[0][0] > _WEAK:
            self._best.setdefault(key, best)
        elif key not in self._best:  # once something is ready, any of them may do better
            self._every.pop(key, None)

    def ways(self, attacker: Attacker) -> Sequence[Way]:
        """Give what is best for somebody, here or elsewhere."""
        best = self._best[attacker]
        elsewhere = self._best.get((attacker.who, not attacker.is_beside), ())[:1]
        return [*best, *(way for way in elsewhere if way not in best)]
