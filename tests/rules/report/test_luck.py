"""How exchanges could have come out, in every system: what came was possible, and as likely as was said."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import islice, product
from math import isclose, sqrt
from random import Random

import pytest

from rules.engine.battle import Battle
from rules.engine.battle_events import Rolled
from rules.engine.command import Command
from rules.report.exchanges import Fought, fought_in, struck_in, what_came
from rules.report.luck import Reckoned, reckoned
from rules.report.tally import tallied
from rules.systems.atomic.state import INCAPACITATED_AT
from tests.fuzzing.commands import playable
from tests.load.chance import Faces
from tests.playing.duel import ByChance, Duel, Nearest
from tests.playing.scenes import SIDES, close

FIGHTS = 3
MOST_COMMANDS = 60
MOST_RECKONED = 5
"""So many exchanges of each fight are worked out: some take half a second."""
MOST_COUNTED = 12
"""Of so many together every way is counted."""


@pytest.fixture(params=playable())
def system(request: pytest.FixtureRequest) -> str:
    """Name each system."""
    return str(request.param)


@cache
def fought(system: str, seed: int) -> Battle:
    """Play a fight to its end, or for a while: one side strikes, the other answers whatever comes to mind."""
    players = dict(zip(SIDES, (Nearest(), Nearest()), strict=True))
    battle = close(system).begun()
    Duel(battle, players, Faces(seed), MOST_COMMANDS).play()
    return battle


@cache
def worked_out(system: str) -> tuple[Reckoned, ...]:
    """Work out the exchanges of some fights."""

    def each() -> Iterator[Reckoned]:
        for seed in range(FIGHTS):
            for before, one in islice(struck_in(fought(system, seed)), MOST_RECKONED):
                found = reckoned(before, one)
                assert found is not None, "nothing has changed since it was done"
                yield found

    return tuple(each())


def test_what_came_was_possible(system: str) -> None:
    found = worked_out(system)
    assert found
    for one in found:
        assert one.sampled or 0 < one.share < 1
        for blow in one.blows:
            assert blow.sampled or (blow.harm <= len(blow.foreseen.chances) - 1 + blow.foreseen.least)
            assert blow.sampled or (blow.chance > 0 if blow.hit else blow.chance < 1)


def test_luck_is_spread_evenly(system: str) -> None:
    open_ones = [one.share for one in worked_out(system) if one.foreseen.is_open]
    assert len(open_ones) >= FIGHTS
    mean = sum(open_ones) / len(open_ones)
    assert abs(mean - 1 / 2) < 4 / sqrt(12 * len(open_ones))


def test_harm_done_is_harm_taken(system: str) -> None:
    found = worked_out(system)
    side_of = {who: one.side for who, one in fought(system, 0).state.combatants.items()}
    tally = tallied(found, side_of)
    struck_foes = [one for one in found if one.actor is not None]
    assert sum(row.attacks for row in tally.each.values()) <= len(struck_foes)
    taken = sum(blow.harm for one in found for blow in one.blows)
    assert sum(row.taken.came for row in tally.each.values()) == taken
    assert sum(row.taken.came for row in tally.sides.values()) == taken
    for row in (*tally.each.values(), *tally.sides.values()):
        assert row.luck.came == row.dealt.came - row.taken.came
        assert isclose(
            row.luck.foreseen.mean, row.dealt.foreseen.mean - row.taken.foreseen.mean, abs_tol=1e-6
        )
    best = [one.share for one in tally.best]
    assert best == sorted(best, reverse=True)
    assert all(share > 1 / 2 for share in best)
    assert all(one.share < 1 / 2 for one in tally.worst)


def test_luck_lies_where_every_way_of_the_fight_puts_it(system: str) -> None:
    side_of = {who: one.side for who, one in fought(system, 0).state.combatants.items()}
    found = [one for one in worked_out(system) if len(one.blows) == 1][:MOST_COUNTED]
    tally = tallied(found, side_of)
    groups = [({who}, row) for who, row in tally.each.items()]
    groups += [({who for who in side_of if side_of[who] == side}, row) for side, row in tally.sides.items()]
    for group, row in groups:
        came, ways = 0, {0: 1.0}
        for one in found:
            (blow,) = one.blows
            strikes = one.actor in group and side_of[one.actor or ""] != side_of[blow.target]
            sign = strikes - (blow.target in group)
            came += sign * blow.harm
            further = defaultdict[int, float](float)
            for (sum_, way), (harm, chance) in product(ways.items(), enumerate(blow.foreseen.chances)):
                further[sum_ + sign * harm] += way * chance
            ways = further
        below = sum(chance for sum_, chance in ways.items() if sum_ < came) + ways.get(came, 0) / 2
        if row.luck.below is None:
            assert isclose(max(ways.values()), 1)
        else:
            assert isclose(row.luck.below, below, abs_tol=1e-9)


def test_nobody_is_taken_out_by_nothing(system: str) -> None:
    battle = fought(system, 0)
    assert not any(
        came.down for came in what_came(battle.system, battle.state, battle.state.combatants, (), ())
    )


def test_who_is_incapacitated_already_is_not_taken_out_again() -> None:
    battle = close("atomic").begun()
    who = next(iter(battle.state.combatants))
    wounded = {"target": who, "state": {"wounds": INCAPACITATED_AT}}
    battle.handle(Command(do="gm-set", params=wounded), Faces(0))
    assert battle.system.condition(battle.state.combatants[who]) > 0, "wounds are left to the last"
    (came,) = what_came(battle.system, battle.state, (who,), (), ())
    assert not came.down


def test_what_is_undone_counts_no_more_and_counts_again_when_it_is_redone(system: str) -> None:
    battle = Battle.load(system, [event for entry in fought(system, 0).entries for event in entry.events])
    before = [one for _, one in fought_in(battle)]
    _undo_past(battle, before[-1])
    assert before[-1].entry not in [one.entry for _, one in fought_in(battle)]
    assert [one.entry for _, one in fought_in(battle)] == [one.entry for one in before[:-1]]
    battle.handle(Command(do="redo"), Faces(0))
    assert [one.entry for _, one in fought_in(battle)] == [one.entry for one in before]


def _undo_past(battle: Battle, last: Fought) -> None:
    battle.handle(Command(do="undo", params={"to": last.entry}), Faces(0))


def test_a_forgotten_modifier_is_part_of_what_was_to_be_expected() -> None:
    battle = close("atomic").begun()
    players = dict(zip(SIDES, (Nearest(), Nearest()), strict=True))
    faces, shown = Faces(1), ()
    duel = Duel(battle, players, faces, 1)
    while not (shown := tuple(fought_in(battle))):
        duel.play()
        duel.most_commands = 1
        duel.players = players
    (before, one), *_ = shown
    roll = next(event for event in one.told if isinstance(event, Rolled) and event.amendable)
    was = reckoned(before, one)
    params = {
        "roll": {"command": one.entry, "who": roll.who, "purpose": roll.purpose, "nth": 0},
        "value": -40,
        "label": "smoke",
    }
    battle.handle(Command(do="reconsider", params=params), faces)
    if battle.state.prompt is not None:
        answer = {"answer": battle.state.prompt.default}
        battle.handle(Command(do="answer", actor=battle.state.prompt.to, params=answer), faces)
    ((before, again),) = fought_in(battle)
    now = reckoned(before, again)
    assert was is not None
    assert now is not None
    assert now.blows[0].chance < was.blows[0].chance


def test_who_answers_badly_pays_for_it() -> None:
    costs = []
    for seed in range(6):
        battle = close("atomic").begun()
        heroes, raiders = Nearest(), ByChance(Random(seed))
        Duel(battle, dict(zip(SIDES, (heroes, raiders), strict=True)), Faces(seed), MOST_COMMANDS).play()
        for before, one in fought_in(battle):
            found = reckoned(before, one)
            assert found is not None
            costs += [blow.cost for blow in found.blows]
    assert max(costs) > 0
    assert min(costs) == 0
