"""The state that was worked out from nearby is the one that all entries come to from the beginning."""

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.battle import Battle
from rules.engine.history.entry import Entry
from rules.engine.history.log import Log
from rules.engine.history.log_fold import EVERY, Fold, Folded
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from tests.rules.engine.toy import do, duel


def plainly(live: Sequence[Entry], empty: BattleState) -> Folded:
    state, opened = empty, 0
    for at, entry in enumerate(live):
        opened = at if state.prompt is None else opened
        for event in entry.events:
            state = event.apply(state)
    return Folded(len(live), state, opened, len(live))


def long_fight() -> Battle:
    battle = duel(luck=3)
    for number in range(3 * EVERY):
        if number in (3, 20, 40):
            do(battle, "strike", "ann", [5], target="bob")
            do(battle, "answer", "bob", answer="none")
            do(battle, "answer", "ann", [4, 4], answer="keep")
        do(battle, "gm-set", target="bob", state={"hurt": number % 7})
    return battle


FIGHT = long_fight()
EMPTY = Battle("toy").state
parts = st.lists(st.tuples(st.integers(1, 90), st.integers(0, 12)), max_size=5)


@settings(max_examples=60)
@given(st.lists(parts, min_size=1, max_size=4))
def test_any_list_of_entries_after_any_other_folds_as_from_the_beginning(
    cuts: list[list[tuple[int, int]]],
) -> None:
    fold = Fold(EMPTY)
    for cut in cuts:
        gone = {at + n for at, length in cut for n in range(length)}
        live = [entry for at, entry in enumerate(FIGHT.log.live) if at not in gone]
        expected = plainly(live, EMPTY)
        assert fold.state_of(live) == expected.state
        assert fold.turn_to(live) == expected
        entry = FIGHT.log.live[1]
        fold.grow(entry, plainly([*live, entry], EMPTY).state, expected.opened)
        assert fold.turn_to([*live, entry]).state == plainly([*live, entry], EMPTY).state


def test_what_a_log_tells_is_kept_until_it_goes_on_and_is_the_same_told_anew() -> None:
    battle = long_fight()
    do(battle, "undo")
    do(battle, "undo", to=battle.log.live[40].command.id)
    do(battle, "redo")
    again = Battle.load("toy", [event for entry in battle.entries for event in entry.events])
    kept = list(again.told())
    assert all(one is other for (_, one), (_, other) in zip(kept, again.told(), strict=True)), "told once"
    do(again, "gm-set", target="bob", state={"hurt": 5})
    do(again, "undo")
    anew = list(again.told())
    assert anew[: len(kept)] == kept
    assert [len(anew) - len(kept), anew[-1][1][-1][2]] == [2, kept[-1][1][-1][2]]
    assert again.state == battle.state == kept[-1][1][-1][2]


@settings(max_examples=25)
@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 99)), max_size=30))
def test_undo_and_redo_of_anything_come_to_what_is_live_and_keep_its_order(
    steps: list[tuple[int, int]],
) -> None:
    battle = long_fight() if len(steps) % 5 == 0 else duel(luck=3)
    for which, pick in steps:
        live = battle.log.live
        try:
            if which < 3:
                do(battle, "gm-set", target="bob", state={"hurt": pick % 9})
            elif which < 5:
                do(battle, "undo", **({} if pick % 2 else {"to": live[pick % len(live)].command.id}))
            else:
                do(battle, "redo")
        except Refusal:
            continue
        log = Log()
        for entry in battle.entries:
            log.keep(entry)
        taken = [
            e for e in battle.entries if e.command.do not in ("undo", "redo") and not battle.is_undone(e)
        ]
        assert battle.log.live == log.live == taken
        assert battle.state == plainly(battle.log.folded, EMPTY).state
