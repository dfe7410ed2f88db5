"""What the GM tells somebody to do bears on what the AI advises."""

from typing import Any

import pytest

from rules.ai.effort import Effort
from rules.ai.foresight import PLAIN
from rules.ai.purpose import Purpose, half_are_down
from rules.ai.question import AdviceWanted, advised
from rules.ai.worth import Sides
from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from tests.fuzzing.commands import playable
from tests.load.chance import Faces
from tests.playing.scenes import close

LIGHT = Effort(places=4, foes=2, looked_into=2, besides=2, care=PLAIN)


@pytest.fixture(params=playable())
def battle(request: pytest.FixtureRequest) -> Battle:
    """Lay a small fight out in free play, where everybody may act."""
    return close(str(request.param)).begun()


def tell(battle: Battle, **said: Any) -> None:
    battle.handle(Command.parse({"do": "set-aim", **said}), Faces(0))


def first_step(battle: Battle, who: str) -> Any:
    """Give where the best that somebody may do leads to; None where they stay."""
    best = advised(battle.state, AdviceWanted(who=who, effort=LIGHT))[0]
    to = best.command.params.get("to")
    return tuple(to) if isinstance(to, list | tuple) else to


def far_from(place: Any, goal: tuple[int, int]) -> int:
    return max(abs(place[0] - goal[0]), abs(place[1] - goal[1]))


def test_who_is_to_reach_a_place_goes_there_although_there_are_foes(battle: Battle) -> None:
    tell(battle, target="bob", aim="reach", at=[0, 0])
    to = first_step(battle, "bob")
    assert to is not None
    assert far_from(to, (0, 0)) < far_from(battle.state.combatants["bob"].at, (0, 0))


def test_who_flees_does_so_when_half_are_down_and_not_before(battle: Battle) -> None:
    tell(battle, target="bob", aim="flee", all=True)
    system, state = battle.system, battle.state
    assert not Purpose(system, state, "bob").is_fleeing
    battle.handle(Command(do="remove", params={"target": "ann"}), Faces(0))
    assert not half_are_down(system, battle.state, "heroes")
    assert Purpose(system, battle.state, "bob").chases


def test_harm_to_who_is_guarded_weighs_more(battle: Battle) -> None:
    tell(battle, target="bob", aim="guard", whom="ann")
    people = battle.state.combatants
    sides = Sides(battle.system, "heroes", purpose=Purpose(battle.system, battle.state, "bob"))
    assert sides.of(people["ann"]) > 2 * Sides(battle.system, "heroes").of(people["ann"])


def test_an_aim_is_set_for_one_or_for_a_side_and_only_where_it_makes_sense(battle: Battle) -> None:
    tell(battle, target="bob", aim="hold")
    bob, ann = battle.state.combatants["bob"], battle.state.combatants["ann"]
    assert (bob.aim.id, bob.aim.at, ann.aim.id) == ("hold", bob.at, "kill")
    tell(battle, target="bob", aim="guard", whom="ann", all=True)
    assert {c.id: c.aim.whom for c in battle.state.combatants.values() if c.side == "heroes"} == {
        "ann": "",
        "bob": "ann",
    }
    before: BattleState = battle.state
    for said, code in (
        ({"aim": "reach"}, "no-place"),
        ({"aim": "reach", "at": [99, 99]}, "no-place"),
        ({"aim": "guard", "whom": "bob"}, "no-target"),
        ({"aim": "guard"}, "unknown-combatant"),
        ({"aim": "dance"}, "bad-command"),
    ):
        with pytest.raises(Refusal) as refused:
            tell(battle, target="bob", **said)
        assert refused.value.code == code
    assert battle.state is before
