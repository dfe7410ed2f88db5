"""Whose attacks are known, of them it is not asked again which are open; what is found is the same."""

import pytest

from rules.ai.blows import in_free_play
from rules.ai.repertoire import Attacker, Repertoire, open_ways
from rules.engine.position import Position
from tests.fuzzing.commands import playable
from tests.playing.scenes import close


@pytest.mark.parametrize("system", playable())
def test_what_is_new_to_somebody_s_repertoire_is_all_but_what_was_open_before(system: str) -> None:
    battle = close(system).begun()
    position = Position(battle.system, in_free_play(battle.state))
    found = 0
    for one in position.state.combatants.values():
        ways = open_ways(position, one)
        for kept in (ways[:1], ways[1:], ways):
            assert open_ways(position, one, but=kept) == [way for way in ways if way not in kept]
        found += len(ways)
        repertoire = Repertoire()
        first, later = (Attacker(one.id, kind, is_beside=False) for kind in ("before", "after"))
        assert repertoire.untried(position, one, first) == ways
        repertoire.note(first, [(1.0, way) for way in ways])
        assert repertoire.untried(position, one, later) == repertoire.ways(first)
    assert found
