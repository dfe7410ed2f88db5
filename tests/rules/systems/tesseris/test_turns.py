"""Ticks, turns, delaying, surprise and the end of a combat."""

from rules.systems.tesseris.state import TesserisState
from tests.rules.systems.tesseris.fights import OPEN, Fight, hero, kinds, labels, raider


def two(**dice: list[int]) -> Fight:
    return Fight(hero("ann", "trooper"), raider("bob"), **dice)


def test_a_fresh_combatant_has_all_it_can_have() -> None:
    """TS-002, TS-004, TS-006, TS-032"""
    now: TesserisState = two().state("ann")
    assert (now.stamina, now.wounds, now.ego, now.ticks, now.free_reaction) == (19, 0, 10, 5, True)
    assert now.held == ("assault-rifle",)
    assert now.ammo == {"assault-rifle": 24}


def test_two_who_have_both_delayed_twice_end_the_round_by_a_third() -> None:
    """TS-070, TS-071"""
    fight = two(ann__initiative=[9, 9], bob__initiative=[5, 5])
    fight.do("begin")
    for who in ("ann", "bob", "ann", "bob"):
        fight.do("delay", who)
    assert (fight.state("ann").delays, fight.state("bob").delays) == (2, 2)
    events = fight.do("delay", "ann")
    assert "stalemate" in kinds(events)
    assert fight.battle.state.clock["round"] == 2


def test_debt_ends_at_five_and_is_paid_by_the_next_round() -> None:
    """TS-061, TS-064, TS-065"""
    fight = two()
    fight.set("bob", ticks=0, free_reaction=False, debt=3)
    assert fight.refuses("reload", "bob") == "no-ticks"
    fight.set("bob", debt=2)
    fight.do("reload", "bob")
    assert fight.state("bob").debt == 5
    fight.do("turn", "bob")
    assert (fight.state("bob").ticks, fight.state("bob").debt) == (0, 0)


def test_the_gm_lets_any_action_borrow() -> None:
    """TS-064"""
    fight = two()
    fight.set("bob", ticks=0)
    assert fight.refuses("aim", "bob", **{"for": "attack"}) == "no-ticks"
    fight.do("aim", "bob", gm_borrow=True, **{"for": "attack"})
    assert fight.state("bob").debt == 1


def test_ticks_keep_the_free_reaction_when_one_says_so() -> None:
    """TS-063"""
    fight = two(ann__attack=[6, 1, 1, 1], bob__dodge=[1, 1, 1])
    fight.do("straight-shot", "ann", target="bob", facts={"distance": 10})
    fight.answer("bob", "dodge", pay="ticks")
    assert (fight.state("bob").ticks, fight.state("bob").free_reaction) == (4, True)


def test_the_end_of_a_combat_lets_conditions_fall_and_breath_return() -> None:
    """TS-059, TS-261, TS-282, TS-323"""
    fight = two()
    fight.set("ann", stamina=3, wounds=1, mayhem=2, conditions={"stunned": {"rounds": 1}, "bleeding": {}})
    fight.do("end-combat")
    now = fight.state("ann")
    assert (now.stamina, now.mayhem) == (18, 0)
    assert set(now.conditions) == {"dazed"}
    assert now.conditions["dazed"]["rounds"] == 2


def test_one_who_falls_out_of_the_fight_loses_the_turn_at_once() -> None:
    """TS-270, TS-313, TS-318"""
    fight = two(ann__initiative=[9], bob__initiative=[5])
    fight.do("begin")
    fight.do("apply-condition", target="ann", condition="unconscious")
    assert fight.battle.state.active == "bob"
    assert (fight.state("ann").held, fight.state("ann").has("prone")) == ((), True)


def test_the_dying_take_a_wound_every_fifth_round() -> None:
    """TS-274, TS-262, TS-272, TS-273"""
    fight = two()
    fight.set("bob", stamina=0, wounds=2, dying=True, conditions={"unconscious": {"wounds": True}})
    for _ in range(4):
        fight.do("turn", "bob")
    assert fight.state("bob").wounds == 2
    fight.do("turn", "bob")
    assert fight.state("bob").wounds == 3
    fight.set("bob", stamina=1)
    assert not fight.state("bob").dying
    assert not fight.state("bob").has("unconscious")


def test_the_suffocating_hold_their_breath_against_more_each_turn() -> None:
    """TS-311, TS-312"""
    fight = two(bob__breath=[6, 1, 6, 1])
    fight.do("apply-condition", target="bob", condition="suffocating")
    assert fight.refuses("move", "bob", yards=1) == "cannot-act"
    fight.do("turn", "bob")
    assert not fight.state("bob").has("unconscious")
    fight.do("turn", "bob")
    assert fight.state("bob").has("unconscious")


def test_reactions_wait_for_the_turns_of_others_and_actions_for_ones_own() -> None:
    """TS-069, TS-181, TS-166"""
    fight = two(ann__initiative=[9], bob__initiative=[5], bob__aid=[6, 6, 6])
    fight.do("begin")
    assert fight.refuses("move", "bob", yards=1) == "not-your-turn"
    assert fight.refuses("duck", "bob") == "unknown-action"
    fight.do("drop-prone", "bob")
    assert not fight.state("bob").free_reaction
    fight.do("aid-ally", "bob", target="ann", skill="awareness")
    assert (fight.state("ann").rerolls, fight.state("bob").ticks) == (1, 4)


def test_the_gm_decides_ties() -> None:
    """TS-054"""
    fight = two(ann__initiative=[5], bob__initiative=[5])
    fight.do("begin")
    fight.do("set-order", order=["bob", "ann"])
    assert fight.battle.state.order == ("bob", "ann")
    assert fight.refuses("set-order", order=["bob"]) == "bad-command"


def test_inspiration_counts_in_the_next_turn() -> None:
    """TS-335, TS-246"""
    fight = two(bob__attack=[1, 1, 1, 1, 1, 1])
    fight.set("bob", inspired=1)
    fight.do("turn", "bob")
    told = fight.do("straight-shot", "bob", target="ann", facts={"distance": 10})
    assert labels(told, "attack")["inspired"] == 1
    assert fight.state("bob").inspired == 0


def test_a_run_past_a_foe_provokes_it_along_the_way() -> None:
    """TS-163, TS-170"""
    fight = Fight(hero("ann", "trooper", at=[0, 0]), raider("bob", at=[3, 1]), map=OPEN)
    fight.do("run", "ann", path=[[n, 0] for n in range(1, 9)])
    assert fight.prompt().to == "bob"
    fight.answer("bob", "none")
    assert fight.at("ann") == (8, 0)


def test_a_sprint_turns_once() -> None:
    """TS-164"""
    fight = Fight(hero("ann", "trooper", at=[0, 0]), map=OPEN)
    zigzag = [[1, 0], [2, 0], [2, 1], [2, 2], [3, 2], [4, 2], [4, 3], [4, 4]]
    assert fight.refuses("sprint", "ann", path=zigzag) == "no-path"
    fight.do("sprint", "ann", path=[*([n, 0] for n in range(1, 6)), *([5, n] for n in range(1, 6))])
    assert "sprint" in fight.state("ann").stance


def test_cover_on_the_map_is_taken_worn_and_broken() -> None:
    """TS-049, TS-067, TS-161, TS-285, TS-293"""
    walls = [{"id": "w", "from": [5, 2], "to": [5, 8], "kind": "low", "material": "wood-thin"}]
    fight = Fight(
        hero("ann", "trooper", at=[10, 4]),
        raider("bob", at=[4, 4], state={}),
        map={**OPEN, "walls": walls},
        ann__attack=[6, 6, 6, 6] * 2,
    )
    fight.do("take-cover", "bob")
    assert fight.state("bob").cover.piece == (5, 4, 5, 5)
    fight.do("attack-cover", "ann", target="bob")
    assert fight.state("bob").cover is None
    assert [wall.id for wall in fight.battle.state.map.walls] == ["w.1", "w.2"]
    assert {cell for patch in fight.battle.state.map.ground for cell in patch.cells} == {(4, 4), (5, 4)}


def test_a_hold_breaks_when_its_holder_is_wounded_by_another() -> None:
    """TS-342, TS-345"""
    fight = Fight(hero("dee"), raider("bob"), raider("cat"), cat__attack=[9, 6, 6, 6])
    fight.do("swordpoint", "dee", target="bob", facts={"unaware": True})
    fight.do("straight-shot", "cat", target="dee", facts={"distance": 5})
    fight.answer("dee", "none")
    assert fight.state("dee").swordpoint is None
    assert fight.state("bob").held_by is None


def test_who_has_learnt_it_breaks_out_of_swordpoint() -> None:
    """TS-346, TS-347"""
    fight = Fight(
        hero("dee"), raider("bob", traits=["swordpoint-break"]), raider("cat"), dee__resist=[1, 1, 1]
    )
    for how, who in (("break-swordpoint", "bob"), ("distract", "cat")):
        fight.do("turn", "dee")
        fight.do("swordpoint", "dee", target="bob", facts={"unaware": True})
        assert fight.refuses("break-swordpoint", "cat") == "needs-trait"
        fight.do(how, who, **({"target": "dee"} if how == "distract" else {}))
        assert fight.state("bob").held_by is None
