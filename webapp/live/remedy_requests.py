"""What would make legal what was refused, asked from a page: found out beside the loop.

Everything is tried on the battle as the viewer knows it, so that no remedy tells of anybody unseen.
"""

from collections.abc import Callable
from typing import Any

from flask import render_template

from rules.ai.remedies import RemediesWanted
from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.map.model import Place
from webapp.live.ground_requests import reached_first
from webapp.live.odds_pool import Send, Tell, odds_pool
from webapp.panels.remedies import remedies_view
from webapp.table.authority import require_own
from webapp.table.grants import Visitor
from webapp.table.host import Host
from webapp.table.known_reach import known_reach
from webapp.visibility.viewer import Viewer


def of_remedies(sid: str) -> str:
    """Name what a page asks of what was refused: it takes nothing from its aim."""
    return f"{sid} remedies"


def remedies(
    host: Host,
    visitor: Visitor,
    sid: str,
    refused: Command,
    number: object,
    aloud: Callable[[Tell], Tell],
    send: Send,
    *,
    is_whole: bool = False,
) -> dict[str, Any]:
    """Find out what would make a command legal; what was asked before is dropped.

    Args:
        refused: the command; it may leave out its target.
        number: by it the page knows what is sent later.
        is_whole: whether nothing was left to choose, as of what was pressed on the page.
        aloud: lets something be told in the page's language, as long as the page is there.

    Raises:
        Refusal: for who is not here or somebody else's.
    """
    odds_pool().drop(of_remedies(sid))
    viewer = host.viewer(visitor)
    require_own(host, viewer, refused.actor)
    system, state = host.battle.system, host.stream(viewer).as_known(host.battle.state)
    costs = _costs(host, viewer, refused.actor or "")
    wanted = RemediesWanted(command=refused, costs=costs, is_whole=is_whole)

    def tell(found: Any, is_last: bool) -> None:
        view = remedies_view(system, state, refused, found)
        panel = render_template("panels/remedies.html", remedies=view)
        send({"of": number if isinstance(number, int) else None, "panel": panel})

    odds_pool().ask(of_remedies(sid), state, wanted, aloud(tell))
    return {}


def _costs(host: Host, viewer: Viewer, who: str) -> dict[Place, float]:
    """Give where somebody may go, those places that are reached first; empty where they may not move."""
    try:
        return reached_first(known_reach(host, viewer, who))
    except Refusal:
        return {}
