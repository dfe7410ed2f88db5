"""What foresight keeps of what it has measured changes nothing of what it foresees.

In fights few ends of different states have the same events; those that do are made up here.
"""

from collections.abc import Hashable, Iterator
from typing import Any

import pytest

from rules.ai.blows import in_free_play
from rules.ai.foresight import FINE, ROUGH, Care, Foresight, Measured
from rules.ai.options import aimed, buttons
from rules.ai.worth import Sides
from rules.engine.action import Plan
from rules.engine.exchange import Exchange, Ways, shortcut
from rules.engine.position import Position
from rules.engine.refusal import Refusal
from rules.engine.shown import Strays
from rules.engine.state import BattleState, BattleView, Combatant
from rules.engine.system import HarmRules
from tests.fuzzing.commands import playable
from tests.load.chance import Faces
from tests.playing.duel import Duel, Nearest
from tests.playing.scenes import SIDES, close
from tests.rules.engine.toy import Hurt, Toy, ToySheet, do, duel, judge

STAGES, COMMANDS = 4, 12
"""It is compared so often in a fight, and so many commands lie between."""
FAR = Care(walked=4_000, drawn=60, astray=100, is_plain=True)


class Forgetful(dict[Hashable, Any]):
    """Keeps nothing, and gives nobody anything else that does."""

    def __setitem__(self, key: Hashable, value: Any) -> None:
        """Forget it."""

    def setdefault(self, key: Hashable, default: Any = None) -> Any:
        """Give what is asked for as if nothing were known."""
        return (default[0], Forgetful()) if isinstance(default, tuple) else Forgetful()


def attacks(state: BattleState, position: Position, who: str) -> Iterator[tuple[str, Plan]]:
    """Plan each attack on each foe."""
    foes = [one for one in state.combatants.values() if one.side != state.combatants[who].side]
    for action, button in buttons(position, who, is_aimed=True):
        for command in aimed(position, action, button, foes):
            try:
                yield action.id, position.plan(command)
            except Refusal:
                continue


@pytest.mark.parametrize("system", playable())
def test_what_was_measured_before_is_foreseen_as_if_it_had_not_been(system: str) -> None:
    battle, compared = close(system).begun(), 0
    sides, ends = Sides(battle.system, SIDES[0]), Measured()
    for _ in range(STAGES):
        state = in_free_play(battle.state)
        position = Position(battle.system, state)
        for who in [one.id for one in state.combatants.values() if one.side == SIDES[0]]:
            for kind, plan in attacks(state, position, who):
                kept = Foresight(sides, ROUGH, ends=ends).of_plan(state, plan, kind)
                assert kept == Foresight(sides, ROUGH, ends=Forgetful()).of_plan(state, plan, kind)
                compared += 1
        Duel(battle, {side: Nearest() for side in SIDES}, Faces("on"), COMMANDS).play()
    assert compared


KNOWN: Ways = (((Hurt(who="bob", points=3),), 0.5), ((Hurt(who="cid", points=1),), 0.25), ((), 0.25))
"""What comes of a blow: the same events whoever it is foreseen for, and however they are."""


def left(combatant: Combatant) -> float:
    """What is left of somebody rests on how hurt they are and on their sheet."""
    return float(1 - combatant.state.hurt / combatant.sheet.skill)


class Wearing(Toy):
    harm = HarmRules(judge=judge, condition=left)


def blow(view: BattleView) -> Exchange[None]:
    yield from shortcut(lambda who: KNOWN)


def ends_that_differ() -> dict[str, tuple[BattleState, Plan]]:
    """The same events, and each time another measure of them: by how all are, and by who counts."""
    battle = duel()
    for who in ("cid", "dan"):
        do(battle, "add", combatants=[{"id": who, "name": who, "side": "raiders", "sheet": {"skill": 12}}])
    fresh, plain = battle.state, Plan(exchange=blow, target="bob")

    def astray(*who: str) -> Plan:
        return Plan(exchange=blow, target="bob", strays=Strays(words="", who=who, rule="TOY-1"))

    return {
        "fresh": (fresh, plain),
        "hurt": (fresh.with_state("bob", hurt=3), plain),
        "weak": (fresh.with_changes("bob", sheet=ToySheet(skill=4)), plain),
        "another hurt": (fresh.with_state("cid", hurt=12), plain),
        "at another": (fresh, Plan(exchange=blow, target="cid")),
        "at one astray": (fresh, astray("cid")),
        "at others astray": (fresh, astray("dan", "cid")),
    }


@pytest.mark.parametrize("care", [ROUGH, FINE])
@pytest.mark.parametrize("second", ends_that_differ())
@pytest.mark.parametrize("first", ends_that_differ())
def test_ends_are_told_apart_by_how_all_are_and_by_who_counts(first: str, second: str, care: Care) -> None:
    sides, ends, cases = Sides(Wearing(), "heroes"), Measured(), ends_that_differ()
    for name in (first, second):
        state, plan = cases[name]
        kept = Foresight(sides, care, ends=ends).of_plan(state, plan)
        assert kept == Foresight(sides, care, ends=Forgetful()).of_plan(state, plan)


@pytest.mark.parametrize("system", playable())
def test_what_was_walked_is_walked_again_though_others_of_its_kind_were_too_wide(system: str) -> None:
    """Else one state's danger is exact and the other's drawn, and the difference is taken for a gain."""
    battle, walked = close(system).begun(), 0
    for one in battle.state.combatants.values():
        state, sides = in_free_play(battle.state), Sides(battle.system, one.side, counts_points=False)
        for kind, plan in attacks(state, Position(battle.system, state), one.id):
            foresight = Foresight(sides, FAR)
            exact = foresight.of_plan(state, plan, kind, "this one")
            foresight.wide[kind] = FAR.walked
            assert foresight.of_plan(state, plan, kind, "this one") == exact
            assert foresight.of_plan(state, plan, kind, "another").sampled
            walked += not exact.sampled
    assert walked
