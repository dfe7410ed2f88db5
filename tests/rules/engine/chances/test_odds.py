"""Odds: exact, the same as playing every throw, for each answer, and honest about sampling."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.battle import Battle
from rules.engine.chances.distribution import distribution
from rules.engine.chances.odds import odds, odds_sampled, odds_within
from rules.engine.chances.odds_figures import Harm
from rules.engine.chances.outcome_tree import Ends
from rules.engine.command import Command
from rules.engine.events import Event
from rules.engine.exchange import Ask, Exchange, Play, Ways, ask, shortcut, tell, throw
from rules.engine.history.replay import replay
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from tests.rules.engine.history.test_resume import Chance
from tests.rules.engine.test_dice import _More
from tests.rules.engine.toy import Damage, Hurt, Missed, Test20, do, duel, strike

BLOW = Command(do="strike", actor="ann", params={"target": "bob"})


def measure(before: BattleState, after: BattleState, told: Any) -> Harm:
    points = after.combatants["bob"].state.hurt - before.combatants["bob"].state.hurt
    return Harm(hit=not any(isinstance(e, Missed) for e in told), harm=points, down=points >= 4)


class Prefix:
    """Faces from the beginning of a list of throws; says what die comes when the list is at its end."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.rest = iter(faces)

    def face(self, who: str, purpose: str, sides: int) -> int:
        for value in self.rest:
            return value
        raise _More(sides)


def played(make: Callable[[BattleView], Exchange[None]], state: BattleState, answer: str) -> dict[int, float]:
    """Play an exchange with every sequence of faces there is, and add up what the target takes."""
    chances: defaultdict[int, float] = defaultdict(float)
    waiting: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    while waiting:
        faces, chance = waiting.pop()
        view = BattleView(state)
        play, source = Play(view, make(view)), Prefix(faces)
        try:
            play.start(source)
            while play.waiting is not None:
                mine = play.waiting.to == "bob" and answer in play.waiting.choices
                play.answer(answer if mine else play.waiting.default, {}, source)
        except _More as more:
            sides = more.args[0]
            waiting += [((*faces, value), chance / sides) for value in range(1, sides + 1)]
        else:
            points = view.state.combatants["bob"].state.hurt - state.combatants["bob"].state.hurt
            chances[points] += chance
    return dict(chances)


def test_odds_are_what_playing_every_throw_adds_up_to() -> None:
    battle = duel(luck=1, skill=3)
    found = battle.now.odds(BLOW)
    for answer in ("none", "parry"):
        every = played(lambda view: strike(view, "ann", "bob", 0), battle.state, answer)
        told = dict(enumerate(found.by_answer[answer].harm))
        assert {n: p for n, p in told.items() if p} == pytest.approx(every, abs=1e-9)


def test_odds_have_an_entry_for_each_answer_in_the_order_listed_and_the_best_on_top() -> None:
    found = duel().now.odds(BLOW)
    assert list(found.by_answer) == ["dodge", "parry", "none"]
    assert found.best == "dodge"
    assert not found.sampled
    assert found.standard_error == 0
    dodge = found.by_answer["dodge"]
    assert (found.hit, found.harm, found.down) == (dodge.hit, dodge.harm, dodge.down)
    # 1 always hits; 11 of 20 faces hit unless a d20 shows 10 or less (6 or less to parry).
    assert dodge.hit == pytest.approx(1 / 20 + 11 / 20 * 10 / 20, abs=1e-12)
    assert found.by_answer["parry"].hit == pytest.approx(1 / 20 + 11 / 20 * 14 / 20, abs=1e-12)
    assert found.by_answer["none"].hit == pytest.approx(12 / 20, abs=1e-12)
    for one in (found, *found.by_answer.values()):
        assert sum(one.harm) == pytest.approx(1, abs=1e-12)


def test_of_answers_that_are_equally_good_the_first_listed_is_the_best() -> None:
    battle = duel()

    def make(view: BattleView) -> Exchange[None]:
        answer = yield from ask(
            Ask(to="bob", purpose="p", question="?", choices=("c", "b", "a", "d"), default="d")
        )
        result = yield from throw(Test20(who="ann", purpose="strike", skill=5 if answer == "c" else 3))
        yield from tell(Hurt(who="bob", points=1) if result.succeeded else Missed(who="ann", target="bob"))

    found = odds(battle.state, make, "bob", measure)
    assert list(found.by_answer) == ["c", "b", "a", "d"]
    assert found.best == "b"


def test_a_target_that_is_asked_nothing_has_no_answers() -> None:
    battle = duel()

    def make(view: BattleView) -> Exchange[None]:
        yield from throw(Test20(who="ann", purpose="strike", skill=5))

    found = odds(battle.state, make, "bob", measure)
    assert (found.by_answer, found.best, found.harm, found.hit) == ({}, None, (1.0,), 1.0)


def test_odds_change_nothing_and_refuse_what_may_not_be_done() -> None:
    battle = duel()
    before, entries = battle.state, len(battle.entries)
    assert battle.now.odds(BLOW) == battle.now.odds(BLOW)
    assert (battle.state, len(battle.entries)) == (before, entries)
    with pytest.raises(Refusal) as refused:
        battle.now.odds(Command(do="strike", actor="ann", params={"target": "eve"}))
    assert refused.value.code == "unknown-combatant"
    with pytest.raises(Refusal) as refused:
        battle.now.odds(Command(do="move", actor="ann", params={"to": [1, 1]}))
    assert refused.value.code == "no-target"
    do(battle, "strike", "ann", [5], target="bob")
    with pytest.raises(Refusal) as refused:
        battle.now.odds(BLOW)
    assert refused.value.code == "prompt-open"


def test_odds_asked_again_are_worked_out_anew_once_anything_has_changed() -> None:
    battle = duel()
    first = battle.now.odds(BLOW)
    assert battle.now.odds(BLOW) is first
    assert battle.now.plan(BLOW) is battle.now.plan(
        Command(do="strike", actor="ann", params={"target": "bob"})
    )
    gm = {"target": "bob", "facts": {"modifier": -3}}
    assert battle.now.odds(Command(do="strike", actor="ann", params=gm)).hit < first.hit
    do(battle, "gm-set", target="bob", state={"hurt": 3})
    assert battle.now.odds(BLOW).down > first.down
    do(battle, "undo")
    assert battle.now.odds(BLOW) == first


def test_past_the_budget_it_samples_and_says_so_with_its_standard_error() -> None:
    battle = duel(luck=1)
    exact, drawn = battle.now.odds(BLOW), battle.now.odds(BLOW, budget=30)
    assert not exact.sampled
    assert exact.leaves > 30
    assert drawn.sampled
    assert drawn == battle.now.odds(BLOW, budget=30)
    assert list(drawn.by_answer) == list(exact.by_answer)
    many = battle.now.odds(BLOW, budget=exact.leaves - 1)
    for answer, one in many.by_answer.items():
        true = exact.by_answer[answer].hit
        draws = exact.leaves - 1
        mended = (one.hit * draws + 2) / (draws + 4)
        assert one.standard_error == pytest.approx((mended * (1 - mended) / (draws + 4)) ** 0.5)
        assert abs(one.hit - true) <= 4 * (true * (1 - true) / draws) ** 0.5


def test_a_budget_of_as_many_leaves_as_there_are_is_enough() -> None:
    battle = duel()
    leaves = battle.now.odds(BLOW).leaves
    assert not battle.now.odds(BLOW, budget=leaves).sampled
    assert battle.now.odds(BLOW, budget=leaves - 1).sampled


def test_a_sample_of_thousands_lies_near_the_exact_figures() -> None:
    battle = duel()

    def make(view: BattleView) -> Exchange[None]:
        points = 0
        for _ in range(4):
            result = yield from throw(Damage(who="ann", purpose="damage"))
            points += result.total // 4
        yield from tell(Hurt(who="bob", points=points))

    drawn = odds(battle.state, make, "bob", measure, budget=3000)
    one: dict[int, float] = {}
    for result, weight in Damage(who="ann", purpose="damage").outcomes():
        one[result.total // 4] = weight
    mean = 4 * sum(points * weight for points, weight in one.items())
    assert drawn.sampled
    assert drawn.leaves == 3000
    assert drawn.mean_harm == pytest.approx(mean, rel=0.02)


@settings(deadline=None)
@given(st.integers(0, 30), st.integers(-5, 5), st.integers(0, 2**32), st.integers(0, 2))
def test_play_replay_and_odds_agree(skill: int, modifier: int, seed: int, pick: int) -> None:
    battle = duel(skill=skill)
    command = Command(do="strike", actor="ann", params={"target": "bob", "facts": {"modifier": modifier}})
    found = battle.now.odds(command)
    before = battle.state
    faces = Chance(seed)
    events: list[Event] = list(battle.handle(command, faces)[1:])
    answer = ""
    if battle.state.prompt is not None:
        answer = battle.state.prompt.choices[pick % len(battle.state.prompt.choices)]
        events += do_answer(battle, answer, faces)
    points = battle.state.combatants["bob"].state.hurt
    given = found.by_answer[answer] if answer else found
    assert given.harm[points] > 0
    missed = any(isinstance(event, Missed) for event in events)
    assert (1 - given.hit if missed else given.hit) > 0

    view = BattleView(before)
    again = replay(view, strike(view, "ann", "bob", modifier), events)
    assert again.done
    assert view.state == battle.state


def do_answer(battle: Battle, answer: str, faces: Chance) -> tuple[Event, ...]:
    return battle.handle(Command(do="answer", actor="bob", params={"answer": answer}), faces)[1:]


def test_distribution_gives_the_chances_of_what_an_exchange_returns() -> None:
    def make() -> Any:
        first = yield from throw(Test20(who="a", purpose="x", skill=5))
        if not first.succeeded:
            return "missed"
        second = yield from throw(Test20(who="b", purpose="y", skill=10))
        return f"{first.outcome} {second.succeeded}"

    assert distribution(make) == pytest.approx(
        {
            "missed": 15 / 20,
            "critical True": 1 / 40,
            "critical False": 1 / 40,
            "success True": 4 / 40,
            "success False": 4 / 40,
        },
        abs=1e-12,
    )
    with pytest.raises(ValueError, match="more than 3"):
        distribution(make, budget=3)


def twice(view: BattleView, forks: bool) -> Exchange[None]:
    """Ask bob the same thing twice; each time that he stands it hurts."""
    for _ in range(2):
        question = Ask(
            to="bob", purpose="stand", question="?", choices=("stand", "flee"), default="stand", forks=forks
        )
        answer = yield from ask(question)
        if answer == "stand":
            yield Hurt(who="bob", points=1)


def test_the_same_question_again_is_answered_in_the_same_way() -> None:
    found = odds(duel().state, lambda view: twice(view, True), "bob", measure)
    assert {answer: o.harm for answer, o in found.by_answer.items()} == {
        "stand": (0.0, 0.0, 1.0),
        "flee": (1.0,),
    }


def test_a_question_that_does_not_fork_is_answered_with_its_default() -> None:
    found = odds(duel().state, lambda view: twice(view, False), "bob", measure)
    assert (dict(found.by_answer), found.harm) == ({}, (0.0, 0.0, 1.0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Lucky(Test20):
    """A roll that the odds take to come out well."""

    def foreseen(self, target: str) -> Any:
        return ((self._read(1), 1.0),)


def gamble(view: BattleView) -> Exchange[None]:
    result = yield from throw(Lucky(who="bob", purpose="luck", skill=10))
    if not result.succeeded:
        yield Hurt(who="bob", points=1)


def test_odds_reckon_with_the_results_that_a_roll_foresees() -> None:
    assert odds(duel().state, gamble, "bob", measure).harm == (1.0,)


def test_a_shortcut_is_taken_at_its_word_by_who_it_speaks_of_alone() -> None:
    """Play goes on past it; odds for somebody else do too."""

    def known(who: str) -> Ways | None:
        return (((Hurt(who="bob", points=3),), 0.25), ((), 0.75)) if who == "bob" else None

    def exchange(view: BattleView) -> Exchange[None]:
        yield from shortcut(known)
        yield Hurt(who="bob", points=1)

    state = duel().state
    found = odds(state, exchange, "bob", measure)
    assert (found.harm, found.leaves) == ((0.75, 0.0, 0.0, 0.25), 1)
    assert odds(state, exchange, "bob", measure, shortcuts=False).harm == (0.0, 1.0)
    assert odds(state, exchange, "ann", measure).harm == (0.0, 1.0)
    play = Play(view := BattleView(state), exchange(view))
    assert play.start(Chance(0)) == [Hurt(who="bob", points=1)]
    assert replay(BattleView(state), exchange(BattleView(state)), [Hurt(who="bob", points=1)]).done


def test_the_same_ends_are_measured_anew_from_where_more_has_been_done_or_told() -> None:
    """Half of the ways have hurt before, half of those that have not have missed."""
    ways = (((Hurt(who="bob", points=2),), 0.5), ((), 0.5))

    def exchange(view: BattleView) -> Exchange[None]:
        first = yield from throw(Test20(who="ann", purpose="first", skill=10))
        second = yield from throw(Test20(who="ann", purpose="second", skill=10))
        if first.succeeded:
            yield Hurt(who="bob", points=1)
        elif second.succeeded:
            yield Missed(who="ann", target="bob")
        yield from shortcut(lambda who: ways)

    state, ends = duel().state, Ends()
    for _ in range(2):
        found = odds_within(state, exchange, "bob", measure, steps=10_000, ends=ends)
        assert found is not None
        assert (found.hit, *found.harm) == pytest.approx((0.75, 0.25, 0.25, 0.25, 0.25))
    assert sum(len(known) for known in ends.values()) == 3 * len(ways)


def test_what_an_answer_comes_to_is_taken_at_the_question_s_word() -> None:
    """An answer of which nothing is known is walked on."""

    def known(answer: str) -> Ways | None:
        return (((Hurt(who="bob", points=3),), 0.25), ((), 0.75)) if answer == "duck" else None

    def exchange(view: BattleView) -> Exchange[None]:
        question = Ask(
            to="bob",
            purpose="duck",
            question="?",
            choices=("stand", "duck", "run"),
            default="stand",
            comes_to=known,
        )
        answer = yield from ask(question)
        yield Hurt(who="bob", points={"stand": 2, "duck": 0, "run": 1}[str(answer)])

    state = duel().state
    found = odds(state, exchange, "bob", measure)
    assert {answer: one.harm for answer, one in found.by_answer.items()} == {
        "stand": (0.0, 0.0, 1.0),
        "duck": (0.75, 0.0, 0.0, 0.25),
        "run": (0.0, 1.0),
    }
    walked = odds(state, exchange, "bob", measure, shortcuts=False)
    assert walked.by_answer["duck"].harm == (1.0,)
    assert walked.by_answer["stand"].harm == found.by_answer["stand"].harm


def test_what_is_told_before_the_first_roll_is_worked_out_once_and_is_the_same_for_all_draws() -> None:
    state, first = duel(luck=1, skill=3).state, (Hurt(who="bob", points=1), Hurt(who="bob", points=2))
    begun: list[BattleState] = []

    def whole(view: BattleView) -> Exchange[None]:
        yield from tell(*first)
        begun.append(view.state)
        yield from strike(view, "ann", "bob", 0)

    after = state
    for event in first:
        after = event.apply(after)
    draws = 50
    found = odds_sampled(state, whole, "bob", measure, 1, draws)
    rest = odds_sampled(after, lambda view: strike(view, "ann", "bob", 0), "bob", measure, 1, draws)
    assert len(begun) > 1
    assert all(one is begun[0] for one in begun)
    assert begun[0] == after
    assert found.mean_harm == pytest.approx(rest.mean_harm + 3)
