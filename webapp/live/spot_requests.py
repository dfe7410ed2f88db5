"""From where somebody could do what they have in mind, asked from a page: found out beside the loop.

Everything is asked of the battle as the viewer knows it, and only of places that they know.
"""

from collections.abc import Callable, Mapping
from typing import Any

from flask import render_template

from rules.ai.spots import ANYBODY, SpotsWanted
from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.system import Reach
from rules.engine.text import text
from webapp.live.ground_requests import MOST_PLACES, chosen_foe, reached_first
from webapp.live.odds_pool import Send, Tell, odds_pool
from webapp.panels.spots import spots_view
from webapp.table.authority import require_own
from webapp.table.grants import Visitor
from webapp.table.host import Host
from webapp.table.known_reach import known_reach

STEPS = (0, 25, 50, 75)
"""The least chances that may be asked for, in per cent; 0 is any."""


def of_spots(sid: str) -> str:
    """Name what a page asks of where something could be done: it takes nothing from its aim."""
    return f"{sid} spots"


def spots(
    host: Host,
    visitor: Visitor,
    sid: str,
    data: Mapping[str, Any],
    within: Command | None,
    aloud: Callable[[Tell], Tell],
    send: Send,
) -> dict[str, Any]:
    """Find out where somebody may go to strike somebody as they wish; what was asked before is dropped.

    Args:
        data: `actor`; `foe`, whom to strike, by default the nearest; `least`, one of `STEPS`; `cover`,
            whether in cover; `unseen`, by whom not to be seen, an id or `ANYBODY`; and `number`, by which
            the page knows what is sent later. Or `close`, where nobody wants to know any more.
        within: the action that the move is part of; None for a move of its own.
        aloud: lets something be told in the page's language, as long as the page is there.

    Returns:
        Whom it is about; None where no foe is known.

    Raises:
        Refusal: for conditions that are none, for who is not here or somebody else's, and as a move would.
    """
    odds_pool().drop(of_spots(sid))
    if data.get("close"):
        return {}
    viewer = host.viewer(visitor)
    asked = Command.parse({"do": "move", "actor": data.get("actor"), "target": data.get("foe")})
    require_own(host, viewer, asked.actor)
    reach = known_reach(host, viewer, asked.actor or "", within)
    system, state = host.battle.system, host.stream(viewer).as_known(host.battle.state)
    target = chosen_foe(system, state, asked.actor or "", asked.text("target"))
    if target is None:
        return {"target": None}
    wanted = _wanted(state, asked.actor or "", target, data, reach)
    number = data.get("number")

    def tell(found: Any, is_last: bool) -> None:
        view = spots_view(system, state, wanted, found, left_out=max(0, len(reach.costs) - MOST_PLACES))
        panel = render_template("panels/spots.html", spots=view, is_last=is_last)
        shown = view.rows or ((view.nearest,) if view.nearest is not None else ())
        keys = [row.key for row in shown]
        send({"of": number if isinstance(number, int) else None, "panel": panel, "places": keys})

    odds_pool().ask(of_spots(sid), state, wanted, aloud(tell))
    return {"target": target}


def _wanted(state: BattleState, who: str, target: str, data: Mapping[str, Any], reach: Reach) -> SpotsWanted:
    """Make the question: of where they stand, and of the places that are reached first."""
    costs = reached_first(reach)
    here = state.combatants[who].at
    if here is not None:
        costs[here] = 0.0
    return SpotsWanted(
        who=who,
        target=target,
        least=_least(data.get("least", 0)) / 100,
        in_cover=data.get("cover") is True,
        unseen_by=_unseen_by(state, data.get("unseen", "")),
        costs=costs,
    )


def _least(said: object) -> int:
    if isinstance(said, bool) or not isinstance(said, int) or said not in STEPS:
        steps = ", ".join(map(str, STEPS))
        raise Refusal("bad-command", text("The least chance ('least') is one of {steps}.", steps=steps))
    return said


def _unseen_by(state: BattleState, said: object) -> str:
    if not isinstance(said, str) or said not in {"", ANYBODY, *state.combatants}:
        raise Refusal("bad-command", text("Say by which known foe not to be seen ('unseen')."))
    return said
