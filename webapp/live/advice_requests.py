"""What somebody should do, asked from a page: thought out beside the loop, and sent as it is found."""

from collections.abc import Callable, Mapping
from typing import Any

from flask import render_template

from rules.ai.question import AdviceWanted, must_wait
from rules.engine.command import Command
from rules.engine.history.open_exchange import OpenExchange
from rules.engine.refusal import Refusal
from rules.engine.text import combatant, text
from webapp.live.odds_pool import Send, Tell, odds_pool
from webapp.panels.advice import advice_views
from webapp.table.authority import require_own
from webapp.table.grants import Visitor
from webapp.table.host import Host
from webapp.table.rights import ADVICE


def of_advice(sid: str) -> str:
    """Name what a page asks of the AI: it takes nothing from its aim."""
    return f"{sid} advice"


def advise(
    host: Host,
    visitor: Visitor,
    sid: str,
    data: Mapping[str, Any],
    aloud: Callable[[Tell], Tell],
    send: Send,
) -> dict[str, Any]:
    """Have it thought out what somebody should do, or should answer where they are asked.

    The GM is advised by what the combatant's side knows, a player by what they know themselves.

    Args:
        data: `actor`, and `number`, by which the page knows what is sent later.
        aloud: lets something be told in the page's language, as long as the page is there.

    Returns:
        Whether a person plays them, who has not left them to the AI.

    Raises:
        Refusal: for who is not here or somebody else's, for a question to somebody else that is open, for
            real dice, and for a player where the table does not allow it or a question is open.
    """
    viewer = host.viewer(visitor)
    actor = Command.parse({"do": "aim", "actor": data.get("actor")}).actor
    if not viewer.is_gm:
        host.rights(visitor).require(ADVICE)
        require_own(host, viewer, actor or "")
    stream, system = host.stream(viewer), host.battle.system
    state = stream.as_known(host.battle.state)
    who = state.combatant(actor, "actor").id
    open_exchange = _open_at(host, who, is_gm=viewer.is_gm)
    waits = open_exchange is None and must_wait(state, who)
    name, number = state.combatants[who].name, data.get("number")

    def tell(found: Any, is_last: bool) -> None:
        views = advice_views(system, stream.as_known(host.battle.state), found or ())
        panel = render_template(
            "panels/gm/advice.html",
            advice=views,
            name=name,
            answers=open_exchange is not None,
            waits=waits,
        )
        first = views[0] if views else None
        send(
            {
                "of": number if isinstance(number, int) else None,
                "panel": panel,
                "first": {"command": first.command, "marks": first.marks} if first is not None else None,
            }
        )

    wanted = AdviceWanted(who=who, open_exchange=open_exchange)
    odds_pool().ask(of_advice(sid), state, wanted, aloud(tell))
    return {"person": who in host.seats and not state.combatants[who].by_itself}


def _open_at(host: Host, who: str, *, is_gm: bool) -> OpenExchange | None:
    """Give what stands at the question that is put to somebody; None where nobody is asked."""
    prompt = host.battle.state.prompt
    if prompt is None:
        return None
    if prompt.to != who:
        asked = combatant(host.battle.state.combatants[prompt.to])
        raise Refusal("prompt-open", text("{asked} is being asked first.", asked=asked))
    if prompt.dice is not None:
        raise Refusal("prompt-open", text("Real dice are asked for: throw them, or let them be rolled."))
    if not is_gm:  # what led to it may hold more than its player knows
        raise Refusal("prompt-open", text("How to answer is yours to decide; ask again when you act."))
    return host.battle.open_exchange()
