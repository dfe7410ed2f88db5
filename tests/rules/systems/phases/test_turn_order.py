"""Phases, initiative, declarations, surprise, and what resolves when (PH-16, PH-30 to PH-57)."""

import pytest

from rules.systems.phases.events.event_state import clock_of
from tests.rules.kit import kinds, roll_of
from tests.rules.systems.phases.fights import PISTOL, SWORD, Fight, duel, fighter, slow, started


@pytest.mark.parametrize(
    ("phase", "round", "turn", "minute"),
    [(1, 1, 1, 1), (2, 1, 1, 1), (3, 2, 1, 1), (7, 4, 2, 1), (25, 13, 5, 2)],
)
def test_the_clock_counts_rounds_turns_and_minutes(phase: int, round: int, turn: int, minute: int) -> None:
    clock = clock_of(phase, "declare")  # PH-40
    assert (clock["round"], clock["turn"], clock["minute"]) == (round, turn, minute)


def test_initiative_is_reflexes_with_the_number_of_the_sheet_and_wounds() -> None:
    fight = duel(slow(PISTOL), slow({"initiative": 5}), ann__initiative=[4], bob__initiative=[9])
    fight.set("bob", flesh=3)
    rolled = fight.do("begin")
    assert roll_of(rolled, "initiative").total == 9 + 5 - 1  # PH-16, PH-96
    assert fight.battle.state.order == ("bob", "ann")  # PH-43


def test_of_equals_the_slower_declares_first_then_the_first_in_the_list() -> None:
    fight = Fight(
        fighter("ann", slow({}, 2)),
        fighter("bob", slow({}, 1)),
        fighter("cat", slow({}, 1)),
        ann__initiative=[5, 3],
        bob__initiative=[5],
        cat__initiative=[5],
    )
    fight.do("begin")
    assert fight.battle.state.order == ("bob", "cat", "ann")  # PH-43


def test_a_phase_runs_react_initiative_declarations_resolution() -> None:
    fight = duel(
        slow(PISTOL),
        slow({}),
        bob_state={"surprised": True, "react_from": 1},
        ann__initiative=[1],
        bob__react=[9],
        bob__initiative=[2],
    )
    events = kinds(fight.do("begin"))
    order = ["phase-started", "roll", "recovered", *["roll", "initiative-taken"] * 2]
    order += ["order-changed", "turn-started"]
    assert [kind for kind in events if kind != "battle-begun" and kind != "readied"] == order  # PH-36, PH-34
    fight.do("end-turn", "ann")
    assert kinds(fight.do("end-turn", "bob")) == ["passed", "phase-ended"]  # PH-44, PH-47
    assert fight.clock["step"] == "resolved"


def test_the_unaware_roll_and_declare_nothing_until_the_gm_makes_them_aware() -> None:
    fight = duel(
        slow(PISTOL), slow({}), bob_state={"aware": False}, ann__initiative=[1, 1], bob__initiative=[2]
    )
    fight.do("begin")
    assert fight.battle.state.order == ("ann",)  # PH-31, PH-42
    fight.set("bob", aware=True)
    fight.do("end-turn", "ann")
    fight.do("next-phase")
    assert fight.battle.state.order == ("ann", "bob")  # PH-30, PH-R27
    assert not fight.state("bob").surprised


def test_an_alert_surprises_for_a_round_from_the_next_phase_on() -> None:
    fight = duel(slow(PISTOL), slow({}), bob_state={"aware": False}, ann__initiative=[1] * 4, bob__react=[2])
    fight.do("begin")
    fight.do("alert", target="bob")
    assert (fight.state("bob").surprised, fight.state("bob").react_from) == (True, 4)  # PH-32
    assert fight.refuses("alert", target="bob").code == "no-target"
    for _ in range(3):
        fight.do("end-turn", "ann")
        fight.do("next-phase")
        assert fight.battle.state.order == ("ann",)  # PH-33
    assert fight.state("bob").react_bonus == 1  # PH-34, PH-35


def test_in_free_play_an_alert_has_no_phase_and_a_turn_reacts() -> None:
    fight = duel(PISTOL, {}, bob_state={"aware": False}, bob__react=[2, 3, 4, 7, 2, 2])
    fight.do("alert", target="bob")
    assert fight.state("bob").react_from is None
    assert fight.refuses("evade", "bob").code == "cannot-act"
    fight.do("turn", "bob")
    assert fight.state("bob").react_bonus == 1
    fight.do("turn", "bob")
    assert not fight.state("bob").surprised  # 7 and 1 are 8: PH-35, PH-48


def test_who_was_surprised_in_free_play_reacts_in_the_first_phase() -> None:
    fight = duel(slow(PISTOL), slow({}), bob_state={"surprised": True}, ann__initiative=[1], bob__react=[2])
    fight.do("begin")
    assert fight.state("bob").react_bonus == 1  # PH-R22


def test_an_attack_that_misses_surprises_the_unaware_in_free_play_too() -> None:
    fight = duel(PISTOL, {}, bob_state={"aware": False}, ann__attack=[2, 3])
    fight.do("attack", "ann", with_="light-pistol", target="bob")
    assert fight.state("bob").surprised  # PH-32


def test_who_declared_something_long_waits_and_the_others_go_on() -> None:
    fight = started()
    fight.do("task", "ann", length="turn", note="cuts the wire")
    assert fight.state("ann").action.due == 6  # PH-50
    assert fight.active == "bob"
    fight.do("end-turn", "bob")
    fight.do("next-phase")
    assert fight.battle.state.order == ("bob",)  # PH-41
    assert fight.refuses("evade", "ann").code == "waiting"  # PH-44


def test_a_task_resolves_at_the_end_of_its_last_phase() -> None:
    fight = started(ann__task=[9, 4])
    fight.do("task", "ann", length="round", note="climbs", dice=2, tn=8)
    first = fight.do("end-turn", "bob")
    assert "noted" not in kinds(first)
    fight.do("next-phase")
    assert roll_of(fight.do("end-turn", "bob"), "task").outcome == "success"


def test_a_target_number_without_dice_says_nothing_and_nothing_is_thrown() -> None:
    """PH-50"""
    fight = started()
    fight.do("task", "ann", length="phase", tn=8)
    assert "roll" not in kinds(fight.do("end-turn", "bob"))


def test_one_free_action_a_phase_before_the_longer_one() -> None:
    fight = started({"weapons": ["knife", "club"], "ready": ["knife", "club"]})
    fight.do("drop", "ann", with_="knife")
    assert fight.state("ann").ready == ("club",)  # PH-45, PH-05
    assert fight.active == "ann"
    assert fight.refuses("drop", "ann", with_="club").code == "free-action-spent"
    assert fight.refuses("draw", "ann", with_="knife").code == "unknown-weapon"
    fight.do("end-turn", "ann")
    assert fight.refuses("speak", "ann").code == "not-your-turn"
    fight.do("end-turn", "bob")
    fight.do("next-phase")
    assert fight.state("ann").free_left == 1


@pytest.mark.parametrize(
    ("faces", "ready", "active"),
    [([8, 2], ("knife",), "ann"), ([5, 2], (), "bob"), ([1, 1], (), "bob")],
)
def test_a_fast_draw_succeeds_becomes_a_draw_or_drops(
    faces: list[int], ready: tuple[str, ...], active: str
) -> None:
    fight = started({"weapons": ["knife"], "skills": {"fast-draw": 2}}, ann__fast_draw=faces)
    fight.do("fast-draw", "ann", with_="knife")
    assert (fight.state("ann").ready, fight.active) == (ready, active)  # PH-46
    drawing = fight.state("ann").action
    assert (drawing is not None) == (faces == [5, 2])
    fight.do("end-turn", fight.active)
    if faces == [5, 2]:
        assert fight.state("ann").ready == ("knife",)


def test_the_next_phase_waits_for_all_declarations_and_there_is_none_in_free_play() -> None:
    fight = started()
    assert fight.refuses("next-phase").code == "phase-open"  # PH-47
    fight.do("end-battle")
    assert fight.refuses("next-phase").code == "unknown-action"  # PH-48


def test_a_phase_in_which_nobody_may_declare_resolves_at_once() -> None:
    fight = started()
    fight.do("task", "ann", length="round")
    fight.do("task", "bob", length="round")
    assert kinds(fight.do("next-phase"))[-1] == "phase-ended"  # PH-47
    assert fight.state("ann").action is None


def test_shorter_actions_resolve_first_and_may_cost_the_longer_ones() -> None:
    bob = slow({**PISTOL, "attributes": {"toughness": 1}})
    fight = started(SWORD, bob, ann__attack=[9, 2], ann__location=[1], ann__damage=[9, 2, 2], bob__trauma=[2])
    fight.do("end-turn", "ann")
    fight.do("target-and-fire", "bob", with_="light-pistol", target="ann")
    fight.do("next-phase")
    events = fight.do("attack", "ann", with_="sword", target="bob")
    assert fight.state("bob").condition == "down"  # PH-51
    assert kinds(events).index("condition-changed") < kinds(events).index("action-lost")  # PH-53, PH-100
    assert fight.state("bob").ammo == {"light-pistol": 10}


def test_two_who_shoot_each_other_both_hit() -> None:
    both = {**PISTOL, "attributes": {"toughness": 0}}
    dice = {"attack": [9, 2], "location": [1], "damage": [9, 2], "trauma": [1]}
    fight = started(
        both, both, **{f"{who}__{what}": faces for who in ("ann", "bob") for what, faces in dice.items()}
    )
    fight.do("attack", "ann", with_="light-pistol", target="bob")
    fight.do("attack", "bob", with_="light-pistol", target="ann")
    assert [fight.state(who).condition for who in ("ann", "bob")] == ["down", "down"]  # PH-52


def test_of_one_moment_losing_beats_gaining() -> None:
    fight = started(
        {"weapons": ["club"]},
        {**SWORD, "attributes": {"toughness": 3}},
        bob__attack=[9, 2],
        bob__location=[7],
        bob__damage=[9, 2, 2],
        ann__trauma=[2, 2, 3],
    )
    fight.set("ann", ready=[])
    # Ann has the default three Toughness dice; her arm is hurt in the moment in which she draws
    fight.do("draw", "ann", with_="club")
    fight.do("attack", "bob", with_="sword", target="ann")
    assert fight.state("ann").trauma == ("right-arm",)
    assert fight.state("ann").ready == ()  # PH-52, PH-99


def test_of_two_who_go_to_one_cell_the_first_to_declare_gets_it() -> None:
    fight = Fight(
        fighter("ann", slow({}), at=[0, 0]),
        fighter("bob", slow({}), at=[4, 0]),
        map={"grid": {"kind": "square", "cols": 8, "rows": 3}},
        ann__initiative=[1],
        bob__initiative=[2],
    )
    fight.do("begin")
    fight.do("move", "ann", to=[2, 0])
    events = fight.do("move", "bob", to=[2, 0])
    assert kinds(events).count("action-lost") == 1
    places = {who.id: who.at for who in fight.battle.state.combatants.values()}
    assert places == {"ann": (2, 0), "bob": (4, 0)}  # PH-52


def test_a_cell_that_is_left_in_the_same_moment_is_still_held() -> None:
    fight = Fight(
        fighter("ann", slow({}), at=[0, 0]),
        fighter("bob", slow({}), at=[2, 0]),
        map={"grid": {"kind": "square", "cols": 8, "rows": 1}},
        ann__initiative=[1],
        bob__initiative=[2],
    )
    fight.do("begin")
    assert fight.refuses("move", "ann", to=[2, 0]).code == "no-path"  # PH-52


def test_cancelling_waits_for_the_phase_after_the_declaration() -> None:
    fight = started()
    fight.do("task", "ann", length="minute")
    assert fight.refuses("cancel", "ann").code == "nothing-to-cancel"  # PH-54, PH-R18
    fight.do("end-turn", "bob")
    assert fight.refuses("cancel", "ann").code == "nothing-to-cancel"  # PH-R28
    fight.do("next-phase")
    fight.do("cancel", "ann")
    assert fight.refuses("cancel", "ann").code == "nothing-to-cancel"
    assert fight.refuses("evade", "ann").code == "not-your-turn"
    fight.do("end-turn", "bob")
    fight.do("next-phase")
    assert fight.active == "ann"


def test_targeting_comes_first_and_two_shots_at_the_end_of_the_round() -> None:
    fight = started(ann__attack=[2, 3, 4, 2])
    fight.do("target-and-fire", "ann", with_="light-pistol", target="bob", location="head")
    fight.do("end-turn", "bob")
    assert fight.state("ann").targeting.location == "head"  # PH-55
    assert fight.state("ann").action.called == "head"  # PH-57
    fight.do("next-phase")
    events = fight.do("end-turn", "bob")
    rolls = [e for e in events if e.kind == "roll"]
    assert len(rolls) == 2
    assert [str(m.label) for m in roll_of(events, "attack").modifiers] == ["called: head"]
    assert fight.state("ann").ammo == {"light-pistol": 8}  # PH-56


def test_the_shots_are_wild_when_the_targeting_is_lost_in_between() -> None:
    fight = started(ann__attack=[2, 3, 4, 2])
    fight.do("target-and-fire", "ann", with_="light-pistol", target="bob")
    fight.do("end-turn", "bob")
    fight.do("next-phase")
    fight.set("ann", targeting=None)
    events = fight.do("end-turn", "bob")
    assert [str(m.label) for m in roll_of(events, "attack").modifiers] == ["wild"]  # PH-56


def test_in_free_play_everything_resolves_at_once_and_a_defence_holds_until_the_next_command() -> None:
    fight = duel(SWORD, PISTOL, bob__attack=[2, 3, 2, 2])
    fight.do("evade", "ann")
    assert fight.state("ann").defence == "evade"
    fight.do("target-and-fire", "bob", with_="light-pistol", target="ann")
    assert fight.state("bob").ammo == {"light-pistol": 8}
    assert fight.state("bob").action is None
    fight.do("speak", "ann", note="Enough!")
    assert fight.state("ann").defence is None  # PH-48
    assert fight.refuses("speak", "ann").code == "free-action-spent"
    fight.do("turn", "ann")
    fight.do("speak", "ann")


def test_a_fight_that_begins_anew_has_nothing_pending_from_the_one_before() -> None:
    fight = started()
    fight.do("task", "ann", length="minute")
    fight.do("end-battle")
    fight.do("evade", "bob")
    fight.do("begin")
    assert fight.state("ann").action is None
    assert fight.state("bob").defence is None


def test_the_active_one_whom_the_gm_fells_declares_no_more() -> None:
    fight = started()
    fight.set("ann", flesh=9)
    assert fight.active == "bob"
    fight.do("remove", target="bob")
    assert fight.clock["step"] == "resolved"


def test_who_joins_declares_from_the_next_phase_on() -> None:
    fight = started(cat__initiative=[5])
    fight.do("add", combatants=[fighter("cat", slow({}))])
    fight.do("end-turn", "ann")
    fight.do("end-turn", "bob")
    fight.do("next-phase")
    assert fight.battle.state.order == ("ann", "cat", "bob")  # PH-R27
