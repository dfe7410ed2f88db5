"""Whose attacks are known, of them it is not asked again which are open; what is found is the same."""

import pytest

from rules.ai.blows import in_free_play
from rules.ai.options import unchecked
from rules.ai.repertoire import Attacker, Repertoire
from rules.engine.position import Position
from tests.fuzzing.commands import playable
from tests.playing.scenes import close


@pytest.mark.parametrize("system", playable())
def test_what_is_new_to_somebody_s_repertoire_is_all_but_what_was_open_before(system: str) -> None:
    battle = close(system).begun()
    position = Position(battle.system, in_free_play(battle.state))
    found = 0
    for one in position.state.combatants.values():
        ways = list(unchecked(position, one.id, is_aimed=True))
        found += len(ways)
        for done in (ways[:1], ways[1:], ways):
            repertoire = Repertoire()
            first, later = (Attacker(one.id, kind, is_beside=False) for kind in ("before", "after"))
            assert repertoire.untried(position, one, first) == ways
            repertoire.note(first, [(1.0, way) for way in done])
            best = list(repertoire.ways(first))
            new = [way for way in ways if way not in done]
            assert repertoire.untried(position, one, later) == [*best, *new]
    assert found


def test_what_could_not_be_done_before_is_tried_when_somebody_has_changed() -> None:
    battle = close("savage").begun()
    position = Position(battle.system, in_free_play(battle.state))
    one = next(iter(position.state.combatants.values()))
    ways, repertoire = list(unchecked(position, one.id, is_aimed=True)), Repertoire()
    first, later = (Attacker(one.id, kind, is_beside=True) for kind in ("empty", "loaded"))
    repertoire.note(first, [(1.0, ways[0])])
    assert ways[1] in repertoire.untried(position, one, later)
