"""An attack that begins with a way is made on who stands too far off without it: nobody wastes a turn."""

from rules.ai.advice import Advisor
from rules.ai.options import after_a_way, aimed
from rules.ai.quick import QuickPlayer
from rules.engine.command import Command
from rules.engine.position import Position
from rules.systems.gurps.system import SYSTEM
from tests.rules.kit import fighter
from tests.rules.systems.gurps.fights import OPEN, SWORD, Fight


def apart(yards: int) -> Fight:
    """Let Ann stand so far from Bob, whom she looks at."""
    ann = fighter("ann", "heroes", SWORD, at=[4, 4], state={"facing": "e"})
    bob = fighter("bob", "raiders", {}, at=[4 + yards, 4], state={"facing": "w"})
    return Fight(ann, bob, map=OPEN)


def test_who_stands_a_few_steps_off_goes_and_strikes_in_one_maneuver() -> None:
    """GU-701, GU-704"""
    state = apart(3).battle.state
    command = Advisor(SYSTEM, state, "ann").best(1)[0].command
    assert command.params["target"] == "bob"
    assert command.table("options")["to"] in ([6, 3], [6, 4], [6, 5])
    assert not isinstance(Position(SYSTEM, state).check(command), Exception)


def test_so_does_who_plays_quickly() -> None:
    """GU-701, GU-704"""
    for yards, goes in ((1, False), (3, True)):
        command = QuickPlayer(SYSTEM).act(apart(yards).battle.state, "ann")
        assert command.params["target"] == "bob"
        assert ("to" in command.table("options")) is goes


def test_who_is_farther_off_runs_and_strikes() -> None:
    """GU-718"""
    ways = {command.do for command in ways_of(6)}
    assert ways == {"move-and-attack"}


def ways_of(yards: int) -> list[Command]:
    """List Ann's attacks that begin with a way."""
    state = apart(yards).battle.state
    position, bob = Position(SYSTEM, state), state.combatants["bob"]
    begun = [(action, Command(do=action.id, actor="ann")) for action in SYSTEM.actions if action.goes_first]
    found = [one for action, button in begun for one in aimed(position, action, button, [bob])]
    return [one for one in found if "to" in one.table("options")]


def test_nobody_goes_who_need_not_or_who_would_not_get_there() -> None:
    """GU-704"""
    assert {"attack", "all-out-attack-melee", "move-and-attack"} <= {one.do for one in ways_of(2)}
    assert not ways_of(1)
    assert not ways_of(20)


def test_the_places_nearest_to_the_target_come_first() -> None:
    """GU-704"""
    state = apart(3).battle.state
    action, begun = SYSTEM.action("move-and-attack"), Command(do="move-and-attack", actor="ann")
    assert action is not None
    found = list(after_a_way(Position(SYSTEM, state), action, begun, state.combatants["bob"]))
    ends = [one.table("options")["to"] for one in found]
    far = [max(abs(7 - x), abs(4 - y)) for x, y in ends]
    assert far == sorted(far)
    assert far[0] == 1
