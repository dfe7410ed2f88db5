"""What the quick AI remembers of attacks: what is always poor is tried where nothing else is left."""

from collections.abc import Hashable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.ai.foresight import Forecast
from rules.ai.quick import QuickPlayer
from rules.ai.quick_memory import Memory, Proven
from rules.engine.action import Action
from rules.engine.command import Command
from rules.engine.state import BattleState, Combatant, CombatantState, changed
from rules.engine.system import find_system
from rules.rehearsal.dice_stream import DiceStreams
from rules.rehearsal.fight import Start, play_fight
from tests.fuzzing.commands import playable
from tests.load.rules.rehearsal import ready_fight

SYSTEM = find_system(playable()[0])
GAINS = st.floats(0.0, 1.0)
SOMEBODY = Combatant(id="ann", name="Ann", side="heroes", sheet={}, state=CombatantState())


@given(st.lists(st.tuples(GAINS, GAINS), min_size=1, max_size=30))
def test_what_gains_most_is_never_left_out(gains: list[tuple[float, float]]) -> None:
    memory = Memory(SYSTEM)
    for first, second in gains:
        memory.note(SOMEBODY, {"first": [first], "second": [second]})
    tried = memory.tried(SOMEBODY)
    assert not (tried.get("first", Proven()).is_poor and tried["second"].is_poor)
    if tried.get("first", Proven()).is_poor:
        assert all(second > first or max(first, second) <= 0.02 for first, second in gains)


def test_what_was_always_far_worse_is_left_out_in_the_end() -> None:
    memory, tries = Memory(SYSTEM), 0
    while not memory.tried(SOMEBODY).get("poor", Proven()).is_poor:
        memory.note(SOMEBODY, {"good": [0.5, 0.1], "poor": [0.1, 0.0], "good at one": [0.0, 0.1]})
        tries += 1
    assert 1 < tries < 20
    assert [kind for kind, proven in memory.tried(SOMEBODY).items() if proven.is_poor] == ["poor"]


def test_what_one_remembers_from_there_on_is_not_what_another_does() -> None:
    memory = Memory(SYSTEM)
    memory.note(SOMEBODY, {"known": [0.5]})
    other = memory.copy()
    other.note(SOMEBODY, {"new": [0.5]})
    assert list(memory.tried(SOMEBODY)) == ["known"]
    assert list(other.tried(SOMEBODY)) == ["known", "new"]


def test_attacks_that_all_do_nothing_say_nothing_of_each_other() -> None:
    memory = Memory(SYSTEM)
    for _ in range(100):
        memory.note(SOMEBODY, {"one": [0.0], "other": [0.01]})
    assert not memory.tried(SOMEBODY)


class Watched(QuickPlayer):
    """Notes what is done."""

    def __init__(self, state: BattleState) -> None:
        super().__init__(find_system(state.system))
        self.done: list[tuple[str, Action]] = []

    def act(self, state: BattleState, who: str) -> Command:
        command = super().act(state, who)
        action = self.system.action(command.do)
        if action is not None:
            self.done.append((who, action))
        return command


class Poor(dict[Hashable, Proven]):
    """Has all attacks for poor ones."""

    def get(self, kind: Hashable, default: object = None) -> Proven:
        return Proven(tried=100)


class AllPoor(Memory):
    """Takes all attacks for poor ones."""

    def tried(self, attacker: Combatant) -> dict[Hashable, Proven]:
        return Poor()


@pytest.fixture(name="state", scope="module")
def fixture_state() -> BattleState:
    return ready_fight("bar")


def test_poor_attacks_are_made_where_nothing_else_can_be_done(state: BattleState) -> None:
    player = Watched(state)
    player._memory = AllPoor(player.system)
    play_fight(Start(state=state), player, DiceStreams("poor", 0), most_rounds=4)
    assert any(action.aimed for _, action in player.done)


def test_fights_teach_which_attacks_are_poor_and_no_good_one_is(state: BattleState) -> None:
    player = Watched(state)
    for number in range(2):
        play_fight(Start(state=state), player, DiceStreams("taught", number))
    proven = [entry for tried in player._memory.attacks.values() for entry in tried.items()]
    made = {action.id for _, action in player.done if action.aimed}
    assert any(one.is_poor for _, one in proven)
    of_use = {kind[0] if isinstance(kind, tuple) else kind for kind, one in proven if not one.is_poor}
    assert made <= of_use


def test_what_could_not_be_made_yet_is_made_ready_once_nothing_better_is_left() -> None:
    """AT-16: a blade that is not in hand cannot be struck with, which says nothing of the blade"""
    state = ready_fight("gantry").with_changes("brannock", at=(12, 7))
    player, people = QuickPlayer(find_system(state.system)), state.combatants
    for _ in range(10):
        assert player.act(state, "brannock").params["with"] == "gauss-rifle"
    beside_one = changed(state, combatants={who: people[who] for who in ("brannock", "raider-1")})
    drawn = player.act(beside_one, "brannock")
    assert (drawn.do, drawn.params) == ("draw", {"with": "vibro-blade"})


def estimates(memory: Memory, found: list[Forecast]) -> list[float]:
    """Ask for something so often that all of these estimates are made; give what was expected each time."""
    left, said = iter(found), list[float]()
    for _ in range(4 ** (len(found) - 1)):
        said.append(memory.gain("key", lambda tried: next(left)))
    assert next(left, None) is None
    return said


def test_what_was_drawn_by_lot_is_estimated_anew_as_it_is_asked_for_more_often() -> None:
    drawn = [Forecast(gain=gain, sampled=True) for gain in (0.0, 0.4, 0.2)]
    said = estimates(Memory(SYSTEM), drawn)
    assert said[:3] == [0.0] * 3
    assert said[3:15] == [0.2] * 12
    assert said[15] == pytest.approx(0.2)


def test_what_is_known_exactly_is_worked_out_once_and_takes_the_place_of_estimates() -> None:
    memory = Memory(SYSTEM)
    assert estimates(memory, [Forecast(gain=0.5)]) == [0.5]
    assert [memory.gain("key", lambda tried: pytest.fail("it is known")) for _ in range(20)] == [0.5] * 20
    mixed = Memory(SYSTEM)
    said = estimates(mixed, [Forecast(gain=0.1, sampled=True), Forecast(gain=0.3)])
    assert said == [0.1, 0.1, 0.1, 0.3]


def test_each_goes_on_with_estimates_of_its_own() -> None:
    memory = Memory(SYSTEM)
    memory.gain("key", lambda tried: Forecast(gain=0.0, sampled=True))
    other = memory.copy()
    for _ in range(3):
        other.gain("key", lambda tried: Forecast(gain=0.4 * tried, sampled=True))
    assert [memory.gains["key"].mean, other.gains["key"].mean] == [0.0, 0.2]
