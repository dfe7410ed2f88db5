"""What stands on the timeline: who declares when, what is declared until when, what resolves together."""

from dataclasses import replace
from typing import Any

import pytest

from rules.engine.shown import Timeline, TimelineRow
from rules.engine.text import Words, in_full, resolved
from rules.systems.phases.system import SYSTEM
from tests.rules.kit import command, in_english
from tests.rules.systems.phases.fights import PISTOL, Fight, duel, fighter, slow, started


def timeline(fight: Fight) -> Timeline:
    found = SYSTEM.turns.timeline(fight.battle.state)
    assert found is not None
    return in_english(found)


def row(fight: Fight, who: str) -> TimelineRow:
    return next(row for row in timeline(fight).rows if row.who == who)


def moments(fight: Fight) -> list[tuple[Words, list[tuple[str, Words]]]]:
    return [(m.label, list(m.deeds)) for m in timeline(fight).moments]


def test_free_play_has_no_timeline() -> None:
    assert SYSTEM.turns.timeline(duel().battle.state) is None


def test_the_slowest_declares_and_the_faster_hear_it() -> None:
    fight = started(PISTOL)
    assert timeline(fight).heading == "Ann declares; Bob hears it first."
    assert timeline(fight).heading_rule == "PH-43"
    assert row(fight, "ann").kind == "acting"
    assert row(fight, "ann").words == "declares now, initiative 11"
    assert (row(fight, "bob").kind, row(fight, "bob").words) == ("to-come", "initiative 19")
    fight.do("end-turn", "ann")
    assert timeline(fight).heading == "Bob declares."
    assert (row(fight, "ann").kind, row(fight, "ann").words) == ("idle", "declared nothing")


def test_before_the_first_declares_and_after_the_last_has_it_is_nobodys_turn() -> None:
    """PH-36, PH-42, PH-47: with dice on the table, each of them takes its time."""
    fight = Fight(
        fighter("ann", slow(PISTOL), at=[1, 1]),
        fighter("bob", PISTOL, by_hand=True, at=[3, 1]),
        ann__initiative=[1],
    )
    fight.do("begin")
    assert timeline(fight).heading == "Phase 1 begins: initiative is rolled."
    assert str(SYSTEM.turns.stage_words(fight.battle.state)) == "Initiative is rolled"
    assert (row(fight, "ann").kind, row(fight, "ann").words) == ("to-come", "initiative 11")
    assert row(fight, "bob").words == "rolls initiative"
    fight.do("answer", "bob", answer="faces", faces=[9, 2, 1])
    assert str(SYSTEM.turns.stage_words(fight.battle.state)) == ""
    fight.do("end-turn", "ann")
    fight.do("attack", "bob", target="ann", **{"with": "light-pistol"})
    assert timeline(fight).heading == "All have declared: phase 1 resolves."
    assert str(SYSTEM.turns.stage_words(fight.battle.state)) == "All resolves"
    fight.do("answer", "bob", answer="faces", faces=[1, 2])
    assert str(SYSTEM.turns.stage_words(fight.battle.state)) == ""
    assert timeline(fight).heading == "Phase 1 has resolved."


def test_one_who_declares_unseen_is_called_somebody() -> None:
    """PH-43: as a sentence begins."""
    state = started(PISTOL).battle.state
    known = replace(state, combatants={"bob": state.combatants["bob"]})
    shown = SYSTEM.turns.timeline(known)
    assert shown is not None
    assert (
        str(resolved(shown.heading, lambda ref: ref.id == "bob")) == "Somebody declares; Bob hears it first."
    )
    assert [row.who for row in shown.rows] == ["bob"]


def test_a_declared_action_stands_from_its_declaration_to_its_end() -> None:
    fight = started(PISTOL)
    fight.do("target-and-fire", "ann", with_="light-pistol", target="bob", location="head")
    stands = row(fight, "ann")
    assert (stands.kind, stands.start, stands.end) == ("stands", 1, 2)  # PH-50
    assert stands.words == "target and fire: Bob"
    assert stands.detail == "light pistol, at the head, a round"
    assert moments(fight) == [  # PH-55: its targeting falls with the phase actions
        ("End of phase 1, phase actions", [("Ann", "target: Bob")]),
        ("End of phase 2, round actions", [("Ann", "target and fire: Bob")]),
    ]
    fight.do("evade", "bob")
    fight.do("next-phase")
    assert row(fight, "ann").kind == "stands"
    assert [r.who for r in timeline(fight).rows] == ["ann", "bob"]


def test_actions_of_one_length_stand_at_the_same_moment() -> None:
    fight = started(PISTOL, PISTOL, ann__attack=[2, 2], bob__attack=[2, 2])
    fight.do("attack", "ann", with_="light-pistol", target="bob")
    assert moments(fight) == [("End of phase 1, phase actions", [("Ann", "attack: Bob")])]
    fight.do("attack", "bob", with_="light-pistol", target="ann")
    both = [("Ann", "attack: Bob"), ("Bob", "attack: Ann")]
    assert moments(fight) == [("Resolved in phase 1, phase actions, at the same moment", both)]  # PH-52
    assert timeline(fight).moments[0].rule == "PH-52"
    assert timeline(fight).moments[0].happened
    assert {row(fight, who).kind for who in ("ann", "bob")} == {"done"}
    fight.do("next-phase")
    assert timeline(fight).moments == ()


def test_an_action_that_comes_to_nothing_is_shown_as_lost() -> None:
    fight = started(PISTOL, PISTOL)
    fight.do("target-and-fire", "ann", with_="light-pistol", target="bob")
    fight.do("end-turn", "bob")
    fight.do("next-phase")
    fight.set("ann", stunned=2)
    assert row(fight, "ann").kind == "lost"  # PH-101
    assert "lost" in str(row(fight, "ann").detail)


def test_an_attack_lost_as_it_resolves_is_lost_and_not_done() -> None:
    fight = started(PISTOL, PISTOL)
    fight.do("attack", "ann", with_="light-pistol", target="bob", facts={"line_of_fire": True})
    fight.set("ann", ammo={"light-pistol": 0})
    fight.do("end-turn", "bob")
    assert row(fight, "ann").kind == "lost"


@pytest.mark.parametrize(("length", "last", "until"), [("phase", 6, 1), ("turn", 6, 6), ("minute", 12, 24)])
def test_the_window_is_a_turn_or_two_and_what_is_longer_runs_off_it(
    length: str, last: int, until: int
) -> None:
    fight = started(PISTOL)
    fight.do("task", "ann", length=length, note="open the safe")
    shown = timeline(fight)
    assert (shown.first, shown.last) == (1, last)
    assert row(fight, "ann").end == until
    assert row(fight, "ann").words == "open the safe"


def test_rounds_turns_and_minutes_divide_the_phases() -> None:
    fight = started(PISTOL)
    minutes, turns, rounds, phases = timeline(fight).divisions
    assert [d.label for d in minutes] == ["Minute 1"]
    assert [(d.label, d.start, d.end) for d in turns] == [("Turn 1", 1, 6)]  # PH-40
    assert [(d.label, d.start, d.end) for d in rounds] == [
        ("Round 1", 1, 2),
        ("Round 2", 3, 4),
        ("Round 3", 5, 6),
    ]
    assert [d.label for d in phases] == ["1", "2", "3", "4", "5", "6"]


def test_the_next_turn_is_drawn_when_it_has_come() -> None:
    fight = started(PISTOL)
    for _ in range(6):
        while fight.active is not None:
            fight.do("end-turn", fight.active)
        fight.do("next-phase")
    shown = timeline(fight)
    assert (shown.now, shown.first, shown.last) == (7, 7, 12)
    assert [d.label for d in shown.divisions[1]] == ["Turn 2"]


def test_why_somebody_declares_nothing_stands_there() -> None:
    cast: list[dict[str, Any]] = [
        fighter("ann", slow(PISTOL)),
        fighter("bob"),
        fighter("cid"),
        fighter("dan"),
    ]
    dice = {f"{who}__initiative": [5] * 9 for who in ("ann", "bob", "cid", "dan")}
    fight = Fight(*cast, **dice)
    fight.do("begin", unaware=["bob", "cid"])
    assert row(fight, "bob").words == "knows of no enemy"  # PH-31
    fight.do("alert", target="cid")
    assert row(fight, "cid").words == "surprised; rolls Reflexes against 8 from phase 4"  # PH-34
    fight.set("cid", react_bonus=2)
    assert "with +2" in str(row(fight, "cid").words)
    assert row(fight, "cid").rule == "PH-35"
    fight.set("dan", stunned=3)
    assert (row(fight, "dan").start, row(fight, "dan").end) == (1, 3)  # PH-101
    fight.set("dan", condition="dead")
    assert all(r.who != "dan" for r in timeline(fight).rows)


def test_who_joins_late_declares_from_the_next_phase_on() -> None:
    fight = started(PISTOL)
    fight.do("add", combatants=[fighter("cid")])
    assert row(fight, "cid").rule == "PH-R27"


def test_begin_names_only_those_who_are_there() -> None:
    fight = duel()
    assert fight.refuses("begin", unaware=["nobody"]).code == "unknown-combatant"
    assert fight.refuses("begin", unaware="bob").code == "bad-command"


def test_a_fight_may_begin_with_those_who_know_nothing_of_it() -> None:
    fight = duel(slow(PISTOL), ann__initiative=[5])
    fight.do("begin", unaware=["bob"])
    assert fight.active == "ann"
    assert fight.battle.state.order == ("ann",)
    assert not fight.state("bob").aware
    assert fight.battle.now.check(command("alert", target="bob")) is None
    fight.do("alert", target="bob")
    assert fight.refuses("alert").code == "unknown-combatant"
    refusal = fight.battle.now.check(command("alert"))
    assert refusal is not None
    assert refusal.message == "Everybody here is aware already."


def test_who_can_never_declare_is_told_why_and_not_to_wait() -> None:
    fight = started(PISTOL)
    fight.set("bob", condition="down")
    refusal = fight.refuses("evade", "bob")
    assert (refusal.code, refusal.rule) == ("not-your-turn", "PH-100")
    assert refusal.message == "Bob is down and can do nothing."
    assert SYSTEM.looks.allowances(fight.battle.state.combatants["bob"]) == ()


def test_whom_somebody_has_in_sight_stands_there_as_long_as_it_does() -> None:
    targeting = {"target": "bob", "with": "light-pistol", "location": "head"}
    fight = started(PISTOL, ann_state={"targeting": targeting, "aim": 2})
    assert row(fight, "ann").holds == "has Bob in sight, at the head, aim +2"
    assert row(fight, "ann").holds_rule == "PH-64"
    fight.do("move", "ann")
    fight.do("end-turn", "bob")
    assert (row(fight, "ann").holds, row(fight, "ann").holds_rule) == (
        "has Bob in sight, at the head",
        "PH-62",
    )
    fight.set("ann", targeting=None)
    assert row(fight, "ann").holds == ""


def test_a_declared_move_says_where_to_for_all_to_hear() -> None:
    board = {"grid": {"kind": "square", "cols": 8, "rows": 8}}
    cast = [fighter("ann", slow({}), at=[0, 0]), fighter("bob", at=[7, 7])]
    fight = Fight(*cast, map=board, ann__initiative=[1], bob__initiative=[9, 9, 9])
    fight.do("begin")
    events = fight.do("move", "ann", to=[2, 3])
    assert row(fight, "ann").words == "move to C4"
    lines = [
        in_full(line.text) for event in events if (line := SYSTEM.looks.describe(event, fight.battle.state))
    ]
    assert lines[0] == "Ann declares: move to C4."


# ---------------------------------------------------------------------------------------------- on the map
HALL = {
    "grid": {"kind": "square", "cols": 8, "rows": 5, "per_cell": 1, "unit": "m"},
    "walls": [{"id": "w", "from": [2, 0], "to": [2, 3], "kind": "wall"}],
}


def in_a_hall(**rest: Any) -> Fight:
    dice = {"ann__initiative": [1] * 3, "bob__initiative": [9] * 3, **rest}
    people = (fighter("ann", slow(PISTOL), at=[1, 1]), fighter("bob", slow({}), at=[6, 4]))
    fight = Fight(*people, map=HALL, **dice)
    fight.do("begin")
    return fight


def test_a_declared_move_leads_round_the_wall_until_it_has_resolved() -> None:
    fight = in_a_hall()
    fight.do("move", "ann", to=[3, 1])
    way = SYSTEM.map.declared_way(fight.battle.state, "ann")
    assert way is not None
    assert way.places[-1] == (3, 1)
    assert (1, 3) in way.places  # round the end of the wall
    assert (in_full(way.words), way.rule) == ("Ann moves to D2 at the end of phase 1", "PH-57")
    assert not way.secret
    fight.do("end-turn", "bob")
    assert fight.battle.state.combatants["ann"].at == (3, 1)
    assert SYSTEM.map.declared_way(fight.battle.state, "ann") is None


def test_a_declared_path_is_drawn_as_it_was_said() -> None:
    fight = in_a_hall()
    fight.do("move", "ann", path=[[0, 2], [1, 3]])
    way = SYSTEM.map.declared_way(fight.battle.state, "ann")
    assert way is not None
    assert way.places == ((0, 2), (1, 3))


def test_a_way_that_was_shut_off_meanwhile_leads_straight_to_its_goal() -> None:
    fight = in_a_hall()
    fight.do("move", "ann", to=[3, 2])
    fight.set("bob", at=[3, 2])
    way = SYSTEM.map.declared_way(fight.battle.state, "ann")
    assert way is not None
    assert way.places == ((3, 2),)


def test_others_are_not_drawn_a_move_declared_in_secret_and_other_actions_have_no_way() -> None:
    fight = in_a_hall()
    fight.do("secret-declaration", on=True)
    fight.do("move", "ann", to=[3, 1])
    own = SYSTEM.map.declared_way(fight.battle.state, "ann")
    assert own is not None
    assert (own.secret, own.rule) == (True, "PH-R29")
    known = SYSTEM.secrets.as_known(fight.battle.state, frozenset({"bob"}))
    assert SYSTEM.map.declared_way(known, "ann") is None
    fight.do("evade", "bob")
    assert SYSTEM.map.declared_way(fight.battle.state, "bob") is None
