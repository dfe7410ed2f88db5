"""Where tokens go by what is just being kept, for each room: it is sent the moment the disk has it.

Everybody looks at a token that moves, and a whole page takes several times as long. So its new place is
worked out while the disk works, of what the room knows and has on its pages, and the rest follows. It is sent
of one move at a time: a room that sees several at once is sent them with the rest.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from rules.engine.decision import Decision
from rules.engine.state import BattleState
from webapp.drawing.tokens import TokenView, place_key, positions
from webapp.visibility.stream import Stream
from webapp.visibility.viewer import Viewer


@dataclass(frozen=True, slots=True)
class MovesAhead:
    """What a room is sent ahead, and the tokens that its pages show then."""

    was: tuple[TokenView, ...]
    """The tokens that it showed before."""
    tokens: tuple[TokenView, ...]
    moves: list[dict[str, Any]]


def who_moves(decisions: Iterable[Decision]) -> list[frozenset[str]]:
    """Name those who come to stand elsewhere by each of some decisions."""
    return [_movers(one.before, one.state) for one in decisions]


def _movers(before: BattleState, after: BattleState) -> frozenset[str]:
    people = after.combatants
    return frozenset(who for who, c in before.combatants.items() if who in people and people[who].at != c.at)


def looks_as_before(viewer: Viewer, before: BattleState, after: BattleState) -> bool:
    """Say whether a viewer is the same one in both: on the same sides, and in the same fog."""
    were, are = before.combatants, after.combatants
    is_same_fog = (before.fog.on, before.fog.each) == (after.fog.on, after.fog.each)
    return is_same_fog and all(
        who in are and are[who].side == were[who].side for who in viewer.owns & were.keys()
    )


def moves_ahead(
    shown: tuple[TokenView, ...], stream: Stream, after: BattleState, movers: Iterable[frozenset[str]]
) -> MovesAhead | None:
    """Work out what a room is to be sent ahead; None for nothing.

    Whether anything is depends on those alone whom it knows: what else is done together with a move that it
    sees makes no difference.

    Args:
        shown: the tokens on its pages.
        stream: what its viewers have been told up to now; they look as before (`looks_as_before`).
        after: the battle as it will be.
        movers: who comes to stand elsewhere by each of the commands that lead to it.
    """
    here = {token.who for token in shown}
    seen = [who for who in movers if not who.isdisjoint(here)]
    if len(seen) != 1 or stream.looks_through(seen[0]) or stream.would_know(after) != here:
        return None
    told = stream.told_state(after)
    places = positions(told, here)
    tokens, moves = list[TokenView](), list[dict[str, Any]]()
    for token in shown:
        (x, y), at = places[token.who], told.combatants[token.who].at
        place = place_key(at) if at is not None else ""
        if (x, y, place) != (token.x, token.y, token.place):
            moves.append({"id": token.who, "x": x, "y": y, "place": place})
            token = replace(token, x=x, y=y, place=place)
        tokens.append(token)
    return MovesAhead(shown, tuple(tokens), moves) if moves else None
