"""Where a combatant may move, as far as who asks knows who is in the way."""

from dataclasses import replace

from rules.engine.command import Command
from rules.engine.state import BattleView
from rules.engine.system import Reach
from rules.map.model import Place
from webapp.table.authority import require_own
from webapp.table.host import Host
from webapp.visibility.known_people import may_be_entered
from webapp.visibility.viewer import Viewer


def known_reach(host: Host, viewer: Viewer, who: str, within: Command | None = None) -> Reach:
    """Tell where a combatant may move, as far as the viewer knows who is in the way. Raises `Refusal`.

    Args:
        within: the action that the move is part of; None for a move of its own.
    """
    require_own(host, viewer, who)
    seen = BattleView(host.stream(viewer).as_known(host.battle.state))
    return on_known_ground(host, viewer, host.battle.now.reach(who, seen, within))


def on_known_ground(host: Host, viewer: Viewer, reach: Reach) -> Reach:
    """Leave out of a reach what the fog hides, where the system's moves cost nothing by the cell."""
    ground, battle_map = host.stream(viewer).map_knowledge, host.battle.state.map
    if ground is None or battle_map is None:
        return reach

    def is_known(place: Place) -> bool:
        return may_be_entered(ground, battle_map, place)

    return replace(
        reach,
        costs={place: cost for place, cost in reach.costs.items() if is_known(place)},
        came_from={p: q for p, q in reach.came_from.items() if is_known(p) and is_known(q)},
    )
