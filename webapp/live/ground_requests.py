"""What somebody would find where they may go, asked from a page: cover and sight at once, the rest later.

Everything is asked of the battle as the viewer knows it, and only of places that they know.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.ai.ground_figures import (
    AT_ONCE,
    CHANCE,
    HARM,
    KINDS,
    MOST_FOES,
    MOST_WATCHED,
    Figure,
    GroundWanted,
    figures_at_once,
    foes_of,
)
from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.system import Reach, System
from rules.engine.text import Words, text
from rules.map.model import Place
from webapp.drawing.tokens import place_key
from webapp.live.odds_pool import Send, Tell, odds_pool
from webapp.panels.attack_words import attack_words
from webapp.server.language import told_all
from webapp.table.authority import require_own
from webapp.table.grants import Visitor
from webapp.table.host import Host
from webapp.table.known_reach import known_reach
from webapp.visibility.viewer import EXACT

NOTHING = "nothing"
"""What is asked for when nothing is to be shown any more."""
MOST_PLACES = 400
"""So many places are judged, those that are reached first."""


def of_ground(sid: str) -> str:
    """Name what a page asks of the places of a reach: it takes nothing from its aim."""
    return f"{sid} ground"


def ground(
    host: Host,
    visitor: Visitor,
    sid: str,
    data: Mapping[str, Any],
    within: Command | None,
    aloud: Callable[[Tell], Tell],
    send: Send,
) -> dict[str, Any]:
    """Work out figures for the places that somebody may go to; what was asked before is dropped.

    Args:
        data: `actor`; `show`, one of `KINDS`, or `NOTHING`; `foe`, whom the chance is to hit, by default the
            nearest; and `number`, by which the page knows what is sent later.
        within: the action that the move is part of; None for a move of its own.
        aloud: lets something be told in the page's language, as long as the page is there.

    Returns:
        The places by their keys, and their figures, or none as long as they are being worked out.

    Raises:
        Refusal: for a kind that is none, for who is not here or somebody else's, and as a move would.
    """
    odds_pool().drop(of_ground(sid))
    kind = data.get("show")
    if kind == NOTHING:
        return {}
    if not isinstance(kind, str) or kind not in KINDS:
        raise Refusal("bad-command", text("Say what to show of the ground ('show')."))
    viewer = host.viewer(visitor)
    if kind == HARM and viewer.told_harm != EXACT:  # wounded foes do less, and would be known by it
        raise Refusal(
            "not-allowed", text("The wounds of foes are secret at this table, and this would tell of them.")
        )
    asked = Command.parse({"do": "move", "actor": data.get("actor"), "target": data.get("foe")})
    require_own(host, viewer, asked.actor)
    reach = known_reach(host, viewer, asked.actor or "", within)
    system, state = host.battle.system, host.stream(viewer).as_known(host.battle.state)
    wanted = _wanted(system, state, asked, kind, reach)
    answer = {
        "target": wanted.target,
        "foes": _counted(system, state, wanted),
        "places": [place_key(place) for place in wanted.places],
        "left_out": max(0, len(reach.costs) - MOST_PLACES),
    }
    if kind in AT_ONCE:
        odds_pool().prepare()  # the next question may be a longer one
        return {**answer, "figures": as_answer(system, state, figures_at_once(system, state, wanted))}

    def tell(found: Any, is_last: bool) -> None:
        figures = as_answer(system, state, found or ())
        number = data.get("number")
        of = number if isinstance(number, int) else None
        send(told_all({"of": of, "figures": figures, "exact": is_last}))

    odds_pool().ask(of_ground(sid), state, wanted, aloud(tell))
    return {**answer, "figures": None}


def _wanted(system: System, state: BattleState, asked: Command, kind: str, reach: Reach) -> GroundWanted:
    """Make the question: of where they stand, and of the places that are reached first."""
    me = state.combatant(asked.actor, "actor")
    near = reached_first(reach)
    places: tuple[Place, ...] = tuple(dict.fromkeys((*((me.at,) if me.at is not None else ()), *near)))
    return GroundWanted(
        kind=kind,
        who=me.id,
        target=chosen_foe(system, state, me.id, asked.text("target")) if kind == CHANCE else None,
        places=places,
    )


def reached_first(reach: Reach) -> dict[Place, float]:
    """Give the places of a reach that are judged, the nearest first, with what it costs to get there."""
    near = sorted(reach.costs, key=lambda place: reach.costs[place])[:MOST_PLACES]
    return {place: reach.costs[place] for place in near}


def chosen_foe(system: System, state: BattleState, who: str, named: object) -> str | None:
    """Give whom the chance is to hit: who was named, if they are known and a foe, or else the nearest foe."""
    foes = [foe.id for foe in foes_of(system, state, who)]
    return named if isinstance(named, str) and named in foes else next(iter(foes), None)


def _counted(system: System, state: BattleState, wanted: GroundWanted) -> int:
    """Count the foes that the figures reckon with."""
    foes = len(foes_of(system, state, wanted.who))
    return min(foes, MOST_FOES if wanted.kind == HARM else MOST_WATCHED)


def as_answer(system: System, state: BattleState, figures: Sequence[Figure]) -> dict[str, Any]:
    """Write figures down for the page, place by place."""
    named: dict[str, Words] = {}
    return {
        "values": [None if one.value is None else round(one.value, 4) for one in figures],
        "who": [list(one.who) for one in figures],
        "word": [_word(system, state, one, named) for one in figures],
        "sampled": [one.is_sampled for one in figures],
    }


def _word(system: System, state: BattleState, figure: Figure, named: dict[str, Words]) -> Words:
    """Give what the system calls the cover, or what the chance is of."""
    if figure.command is None:
        return figure.word
    key = repr(figure.command)
    if key not in named:
        named[key] = attack_words(system, state, figure.command)
    return named[key]
