"""The AI in every system: what it advises may be done, is always the same, and needs nobody hidden."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import pytest

from rules.ai.advice import END_TURN, Advice, Advisor
from rules.ai.answers import ROLLED
from rules.ai.effort import Effort
from rules.ai.foresight import PLAIN
from rules.ai.prospects import Standing
from rules.ai.purpose import Purpose
from rules.ai.question import AdviceWanted, advised, as_its_side_knows
from rules.ai.temper import TEMPERS
from rules.ai.worth import Sides
from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.exchange import Answer, Ask, Play
from rules.engine.history.open_exchange import OpenExchange, WaysOn
from rules.engine.position import Position
from rules.engine.state import BattleState, BattleView, Prompt, changed
from tests.fuzzing.commands import playable
from tests.load.chance import Faces
from tests.playing.duel import Adviser, Duel, Told
from tests.playing.scenes import SIDES, close
from tests.rules.kit import folds_to_itself

LIGHT = Effort(places=3, foes=1, looked_into=1, besides=2, care=PLAIN)
"""So little is tried here, so that the tests are quick."""
MOST_COMMANDS = 36


class Weighing(Adviser):
    """The AI, which keeps each state in which it is to act and all answers that it weighed."""

    def __init__(self) -> None:
        super().__init__(effort=LIGHT)
        self.asked: list[tuple[BattleState, str, Advice | None]] = []
        self.weighed: list[tuple[Prompt, tuple[Advice, ...]]] = []
        self.open: list[tuple[BattleState, OpenExchange]] = []

    def act(self, position: Position, who: str, done: Sequence[Command]) -> Command:
        """Keep what it was asked and said."""
        command = super().act(position, who, done)
        self.asked.append((position.state, who, self.said))
        return command

    def answer(self, battle: Battle, prompt: Prompt) -> tuple[str, Mapping[str, Any]]:
        """Weigh all answers."""
        wanted = AdviceWanted(who=prompt.to, count=9, effort=LIGHT, open_exchange=battle.open_exchange())
        found = advised(battle.state, wanted)
        self.weighed.append((prompt, found))
        if wanted.open_exchange is not None:
            self.open.append((battle.state, wanted.open_exchange))
        best = dict(found[0].command.params)
        return str(best.pop("answer")), best


class Idle(Weighing):
    """Does nothing but answer."""

    def act(self, position: Position, who: str, done: Sequence[Command]) -> Command:
        """End every turn."""
        return Command(do=END_TURN, actor=who)


@dataclass(frozen=True)
class Fight:
    """A fight of the AI against who does nothing but answer, once for all tests of a system."""

    battle: Battle
    told: Told
    ai: Weighing
    idle: Weighing

    @property
    def asked(self) -> tuple[BattleState, str]:
        """Give the first state in which the AI was to act, and for whom."""
        state, who, _ = self.ai.asked[0]
        return state, who


@pytest.fixture(scope="module", params=playable())
def fight(request: pytest.FixtureRequest) -> Fight:
    """Play one in each system."""
    battle, ai, idle = close(str(request.param)).begun(), Weighing(), Idle()
    told = Duel(battle, dict(zip(SIDES, (ai, idle), strict=True)), Faces("a duel"), MOST_COMMANDS).play()
    return Fight(battle, told, ai, idle)


def test_nothing_that_it_does_is_refused_and_the_log_folds_to_the_same(fight: Fight) -> None:
    assert fight.told.refused == []
    assert fight.ai.asked
    folds_to_itself(fight.battle)


def test_all_of_it_can_be_taken_back(fight: Fight) -> None:
    again = Battle.load(fight.battle.system.id, [e for entry in fight.battle.entries for e in entry.events])
    while again.can_undo:
        again.handle(Command(do="undo"), Faces(0))
    assert repr(again.state) == repr(close(again.system.id).begun().state)


def test_it_harms_foes_more_than_who_does_nothing(fight: Fight) -> None:
    lost = fight.told.harm
    assert lost[SIDES[1]] > lost[SIDES[0]] + 0.1  # to act may tire, which counts as harm taken


def test_answers_are_weighed_by_what_they_lead_to(fight: Fight) -> None:
    weighed = fight.ai.weighed + fight.idle.weighed
    assert weighed or fight.battle.system.id == "phases"  # nobody is asked there
    for prompt, found in weighed:
        assert [one.worth for one in found] == sorted((one.worth for one in found), reverse=True)
        assert {one.command.params["answer"] for one in found} <= {*prompt.choices, ROLLED}


def test_what_it_says_of_its_chances_comes_true_as_often(fight: Fight) -> None:
    said = fight.told.foreseen
    expected, spread = sum(chance for chance, _ in said), sum(chance * (1 - chance) for chance, _ in said)
    assert abs(sum(hit for _, hit in said) - expected) <= 3 * sqrt(spread) + 1e-9


def test_the_same_state_gives_the_same_advice_and_each_piece_of_it_may_be_done(fight: Fight) -> None:
    state, who = fight.asked
    system, before = fight.battle.system, fight.ai.asked[0][2]
    found = Advisor(system, state, who, effort=LIGHT).best(5)
    assert found[0] == before
    assert [one.worth for one in found] == sorted((one.worth for one in found), reverse=True)
    position = Position(system, state)
    for advice in found:
        position.exchange(advice.command)  # refuses what may not be done


def test_one_who_hides_changes_no_byte_of_the_advice(fight: Fight) -> None:
    state, who = fight.asked
    foe = next(c for c in state.combatants.values() if c.side != state.combatants[who].side)
    here, there = (
        changed(state, combatants={**state.combatants, foe.id: changed(foe, hidden=True, at=at)})
        for at in (foe.at, (8, 4))
    )
    assert foe.id not in as_its_side_knows(here, who).combatants
    wanted = AdviceWanted(who=who, effort=LIGHT)
    assert repr(advised(here, wanted)) == repr(advised(there, wanted))


def test_who_is_attacked_from_hiding_answers_by_the_chances_that_the_question_tells(fight: Fight) -> None:
    """What an answer leads to rests on who attacks, of whom the asked side knows nothing."""
    for state, open_exchange in (*fight.ai.open, *fight.idle.open):
        prompt = state.prompt
        assert prompt is not None
        side = state.combatants[prompt.to].side
        unseen = {c.id: changed(c, hidden=True) for c in state.combatants.values() if c.side != side}
        if open_exchange.command.actor not in unseen:
            continue  # it is asked about what it does itself
        hidden = changed(state, combatants={**state.combatants, **unseen})
        wanted = AdviceWanted(who=prompt.to, count=99, effort=LIGHT, open_exchange=open_exchange)
        found = [dict(one.command.params) for one in advised(hidden, wanted)]
        chances = {offer.id: offer.chance or 0.0 for offer in prompt.offers}
        assert found
        told = [chances[str(one["answer"])] for one in found if one["answer"] != ROLLED]
        assert told == sorted(told, reverse=True)
        play = open_exchange.taken_up(hidden)
        assert play is not None
        if play.waiting is None:
            continue  # real dice are asked for
        for extra in found:
            answer = Answer(str(extra.pop("answer")), extra)
            if play.waiting.check is not None:
                play.waiting.check(answer)  # nothing is advised that would be refused


def test_a_way_that_is_retraced_to_a_question_stands_where_it_stood(fight: Fight) -> None:
    """What is weighed from there on is the same as if the record had been replayed for each answer."""
    for state, open_exchange in (*fight.ai.open, *fight.idle.open):
        known, plays = WaysOn(open_exchange), []
        for ways_on in (known, known, WaysOn(open_exchange)):  # replayed, retraced, replayed
            view = BattleView(state)
            play = ways_on.taken_up(state, view)
            assert play is not None
            assert view.state is state
            plays.append(play)
        asked = [repr((play.waits_for(), play.waiting and play.waiting.choices)) for play in plays]
        assert len(set(asked)) == 1
        if plays[0].waiting is None:
            continue  # real dice are asked for
        answer = Answer(plays[0].waiting.choices[-1])
        following = [repr(_next(play, answer)) for play in plays]
        assert len(set(following)) == 1


def _next(play: Play, answer: Answer) -> object:
    """Give what an exchange comes to next; None where it is over."""
    try:
        request = play.exchange.send(answer)
    except StopIteration:
        return None
    return (request.to, request.purpose, request.choices) if isinstance(request, Ask) else request


def test_the_temper_of_who_is_advised_is_used(fight: Fight) -> None:
    state, who = fight.asked
    for id_ in ("reckless", "fearful"):
        tempered = changed(state.combatants[who], temper=id_)
        there = changed(state, combatants={**state.combatants, who: tempered})
        found = advised(there, AdviceWanted(who=who, effort=LIGHT))[0]
        assert found == Advisor(fight.battle.system, there, who, TEMPERS[id_], LIGHT).best(1)[0]


def test_the_same_risk_weighs_more_with_the_fearful_than_with_the_reckless(fight: Fight) -> None:
    state, who = fight.asked
    standing, purpose = Standing(coming=0.3, risk=0.2), Purpose(fight.battle.system, state, who)
    tempers = ("reckless", "steady", "careful", "fearful")
    worths = [standing.worth(TEMPERS[id_], purpose) for id_ in tempers]
    assert worths == sorted(worths, reverse=True)
    assert len(set(worths)) == len(worths)


def test_a_state_is_worth_more_with_a_foe_down_than_with_a_friend_down(fight: Fight) -> None:
    state, who = fight.asked
    mine = state.combatants[who].side
    sides = Sides(fight.battle.system, mine)
    for fighter in state.combatants.values():
        assert 0 < fight.battle.system.condition(fighter) <= 1
        worth = sides.of(fighter)
        assert worth > 0 if fighter.side == mine else worth < 0
    assert sides.gained(state, state) == 0


def test_who_gives_up_waiting_is_not_worked_for_any_longer(fight: Fight) -> None:
    state, who = fight.asked

    def watch() -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        advised(state, AdviceWanted(who=who), watch)
