"""Whose turn viewers are told it is, event by event."""

from rules.engine.state import BattleState
from webapp.visibility.told_turn import ToldTurn, Turn

KNOWN = {"ann", "bob"}


def at(active: str | None, round_: int = 1, *, running: bool = True) -> BattleState:
    return BattleState(system="x", running=running, active=active, clock={"round": round_})


def after(*states: BattleState) -> ToldTurn:
    """Give what is shown after these states, each the end of a command of which nothing else is told."""
    turn = ToldTurn()
    for state in states:
        turn.take_in(state, KNOWN, told=state.active in KNOWN, is_last=True, jumps=False)
    return turn


def test_the_turn_of_somebody_known_is_told() -> None:
    assert after(at("ann"), at("bob", 2)).now == Turn("bob", {"round": 2})


def test_a_turn_stands_while_somebody_unknown_acts_whatever_round_it_is() -> None:
    turn = after(at("ann"), at("vex", 2))
    assert turn.now == Turn("ann", {"round": 1})
    shown = turn.shown_in(at("vex", 2), KNOWN, owns=())
    assert (shown.active, shown.clock) == ("ann", {"round": 1})


def test_who_has_had_the_turn_that_stands_is_told_that_it_is_nobody_s() -> None:
    shown = after(at("ann"), at("vex")).shown_in(at("vex"), KNOWN, owns=("ann",))
    assert shown.active is None


def test_who_is_not_known_any_more_has_no_turn_that_stands() -> None:
    assert after(at("ann"), at("vex")).shown_in(at("vex"), {"bob"}, owns=()).active is None


def test_between_two_turns_it_is_nobody_s_only_where_it_stays_so_or_a_round_begins() -> None:
    for is_last, round_, active in ((False, 1, "ann"), (True, 1, None), (False, 2, None)):
        turn = after(at("ann"))
        turn.take_in(at(None, round_), KNOWN, told=True, is_last=is_last, jumps=False)
        assert turn.now.active == active
    turn = after(at("ann"))
    turn.take_in(at(None), KNOWN, told=False, is_last=True, jumps=False)
    assert turn.now.active == "ann", "what keeps the round waiting is not told"


def test_taking_back_leads_to_what_was_shown_then() -> None:
    turn = after(at("ann"), at("vex"), at("bob"))
    turn.take_in(at("vex"), KNOWN, told=True, is_last=True, jumps=True)
    assert turn.now == Turn("ann", {"round": 1})


def test_free_play_has_no_turns_to_keep() -> None:
    state = at(None, running=False)
    assert after(at("ann"), state).shown_in(state, KNOWN, owns=()) is state
