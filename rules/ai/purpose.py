"""What somebody is after besides harm to foes: the aim that the GM has set (`rules.engine.gm.aims`)."""

from collections.abc import Mapping

from rules.ai.ground import Ground
from rules.engine.gm.aims import CAPTURE, FLEE, GUARD, HOLD, REACH
from rules.engine.state import BattleState, Combatant, changed
from rules.engine.system import System
from rules.map.model import Place

_PULL: Mapping[str, float] = {HOLD: 0.3, REACH: 0.6, GUARD: 0.3}
"""What it costs to be elsewhere than one is to be, in fighters; each turn's way there costs as much again."""
_SLACK: Mapping[str, float] = {HOLD: 1.0, GUARD: 2.0}
"""So many cells (or zones) from there are as good as there."""
_FLIGHT, _FAR_ENOUGH = 0.2, 6.0
"""What each turn's way from the nearest foe is worth to who flees, and how many of them count."""
_STRIKES_IN_FLIGHT, _FEAR_IN_FLIGHT = 0.3, 1.0
"""What harm to foes is worth to who flees, and how much more a risk weighs."""
_WARD = 2.5
"""So many times as much as other harm to one's own weighs that to who is guarded."""
_SPOTS = 2


class Purpose:
    """An aim, as things stand as somebody begins to think."""

    def __init__(self, system: System, state: BattleState, who: str) -> None:
        actor, aim = state.combatants[who], state.combatants[who].aim
        self.is_fleeing = aim.id == FLEE and half_are_down(system, state, actor.side)
        ward = state.combatants.get(aim.whom) if aim.id == GUARD else None
        self.ward = ward.id if ward is not None else ""
        self.takes_alive = aim.id == CAPTURE
        place = ward.at if ward is not None else aim.at if aim.id in (HOLD, REACH) else None
        self._pull, self._slack = _PULL.get(aim.id, 0.0), _SLACK.get(aim.id, 0.0)
        self._goal = None if place is None else changed(actor, id="", at=place)
        self._ground = Ground(state, [self._goal] if self._goal is not None else [])

    @property
    def chases(self) -> bool:
        """Say whether it goes for foes wherever they are."""
        return self._goal is None and not self.is_fleeing

    @property
    def strikes(self) -> float:
        """Give what harm to foes is worth, where 1 is as in any fight."""
        return _STRIKES_IN_FLIGHT if self.is_fleeing else 1.0

    @property
    def fear(self) -> float:
        """Give how much more than by its temper a risk weighs."""
        return _FEAR_IN_FLIGHT if self.is_fleeing else 0.0

    def weight(self, combatant: Combatant) -> float:
        """Give what harm to one of its own side weighs, where 1 is as to anybody."""
        return _WARD if combatant.id == self.ward else 1.0

    def worth(self, me: Combatant, stride: float, from_foes: float) -> float:
        """Say what it is worth to stand where one does.

        Args:
            stride: how far one goes in a turn.
            from_foes: the way to the nearest foe, in cells or zones as the stride.
        """
        if self.is_fleeing:
            return _FLIGHT * min(_FAR_ENOUGH, from_foes / stride)
        if self._goal is None:
            return 0.0
        way = self._ground.way(me, self._goal) - self._slack
        return -self._pull * (1.0 + way / stride) if way > 0 else 0.0

    def spots(self, me: Combatant, costs: Mapping[Place, float], foes: Ground) -> list[Place]:
        """Choose the places that serve it best; none where it wants nothing of the kind."""
        if self.is_fleeing:
            return sorted(costs, key=lambda place: (-foes.far(me, place), costs[place]))[:_SPOTS]
        if self._goal is None:
            return []
        return sorted(costs, key=lambda place: (self._ground.far(me, place), costs[place]))[:_SPOTS]


def half_are_down(system: System, state: BattleState, side: str) -> bool:
    """Say whether at least half of a side is down, of those who are known."""
    mine = [combatant for combatant in state.combatants.values() if combatant.side == side]
    return sum(not system.condition(one) for one in mine) * 2 >= len(mine)
