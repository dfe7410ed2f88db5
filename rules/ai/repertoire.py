"""Which attacks somebody is tried with: all of them once, and from then on those that were best."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from rules.engine.action import Action
from rules.engine.command import Command
from rules.engine.position import Position
from rules.engine.state import BattleView, Combatant

Way = tuple[Action, Command]
"""An action, and what its button says already: with which weapon, say."""

_SHORT_LIST = 2
"""So many of somebody's attacks are tried again, of those from afar and of those beside a foe each."""


@dataclass(slots=True)
class Repertoire:
    """The attacks of everybody, as they are found and as they have proved themselves."""

    _every: dict[tuple[str, bool], tuple[Hashable, Sequence[Way]]] = field(default_factory=dict)
    _best: dict[tuple[str, bool], Sequence[Way]] = field(default_factory=dict)
    _fresh: dict[tuple[str, bool, Hashable], Sequence[Way]] = field(default_factory=dict)

    def knows(self, who: str, *, is_beside: bool) -> bool:
        """Say whether it has been noted which of somebody's attacks are best."""
        return (who, is_beside) in self._best

    def every(self, position: Position, one: Combatant, kind: Hashable, *, is_beside: bool) -> Sequence[Way]:
        """Give all that stands open to somebody.

        Args:
            kind: what they are like: another one where they have made something ready.
            is_beside: whether they stand beside whom they attack.
        """
        found = _all(position, one)
        self._every[one.id, is_beside] = kind, found
        return found

    def note(self, who: str, ranked: Sequence[Way], *, is_beside: bool) -> None:
        """Note which of somebody's attacks are best, the best first."""
        self._best[who, is_beside] = ranked[:_SHORT_LIST]

    def ways(self, position: Position, one: Combatant, kind: Hashable, *, is_beside: bool) -> Sequence[Way]:
        """Give what is best, here or elsewhere, and what has come open to somebody of another kind."""
        key = (one.id, is_beside)
        best, elsewhere = self._best[key], self._best.get((one.id, not is_beside), ())[:1]
        first_kind, every = self._every[key]
        if kind != first_kind and (*key, kind) not in self._fresh:
            self._fresh[*key, kind] = [way for way in _all(position, one) if way not in every]
        fresh = self._fresh.get((*key, kind), ())
        return [*best, *(way for way in (*elsewhere, *fresh) if way not in best)]


def _all(position: Position, one: Combatant) -> list[Way]:
    view = BattleView(position.state)
    found = []
    for action in position.system.actions:
        if action.of_table or not action.listed or not action.aimed:
            continue
        for fixed, _ in action.ways(view, one):
            command = Command(do=action.id, actor=one.id, params=dict(fixed))
            if action.is_aimed(view, command) and position.check(command) is None:
                found.append((action, command))
    return found
