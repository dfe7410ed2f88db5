"""What is lost by strikes that a deed provokes: by whoever is left behind, say, as one walks away."""

from collections.abc import Callable, Hashable

from rules.ai.foresight import Foresight
from rules.engine.action import Action
from rules.engine.command import Command
from rules.engine.state import BattleState, BattleView
from rules.engine.system import System


class Provoked:
    """The strikes that commands provoke in one state: what each kind of deed loses by whom is foreseen once.

    What is thrown for who acts is in no forecast of what they do to others.

    Args:
        known: what is known of strikes already, and is added to.
        like: tells whose strikes at who acts are alike, by who strikes; without, everybody's are their own.
    """

    def __init__(
        self,
        system: System,
        state: BattleState,
        foresight: Foresight,
        known: dict[Hashable, float] | None = None,
        like: Callable[[str], Hashable] = str,
    ) -> None:
        self._system, self._state, self._foresight = system, state, foresight
        self._strikes, self._like = {} if known is None else known, like

    def loss(self, command: Command) -> float:
        """Give what all strikes that a command provokes are expected to cost; 0 or less."""
        action = self._system.action(command.do)
        if action is None:
            return 0.0
        strikers = action.provokes(BattleView(self._state), command)
        return sum(self._lost_by_strike(action, command, by) for by in strikers)

    def _lost_by_strike(self, action: Action, command: Command, by: str) -> float:
        key = action.id, self._like(by)
        if key not in self._strikes:
            plan = action.provoked_strike(BattleView(self._state), command, by)
            found = None if plan is None else self._foresight.of_plan(self._state, plan, key)
            self._strikes[key] = 0.0 if found is None else min(0.0, found.gain)
        return self._strikes[key]
