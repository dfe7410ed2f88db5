"""Ticks, turns, delaying, surprise and the end of a combat."""

from rules.systems.tesseris.state import TesserisState
from tests.rules.kit import kinds
from tests.rules.systems.tesseris.fights import OPEN, Fight, hero, labels, raider


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


def watching(fight: Fight, **how: object) -> None:
    fight.do("overwatch", "ann", **how)
    assert fight.state("ann").watch is not None


def test_overwatch_meets_who_only_passes_through_its_arc() -> None:
    """TS-131: an arc of half the range, along the whole way and not at its end alone."""
    fight = Fight(hero("ann", "trooper", at=[2, 10]), raider("bob", at=[12, 1]), map=OPEN)
    watching(fight, at=[12, 10])
    assert fight.state("ann").watch.direction == 0
    fight.set("bob", at=[10, 5])
    fight.do("run", "bob", path=[[10, row] for row in range(6, 17)])
    assert (fight.prompt().to, fight.choices()) == ("ann", ("overwatch-shot", "none"))


def test_nobody_is_asked_about_a_move_of_whom_they_cannot_know_of() -> None:
    """TS-131, TS-170: a question would tell of it."""
    hidden = {**raider("bob", at=[10, 5]), "hidden": True}
    fight = Fight(hero("ann", "trooper", at=[2, 10]), hidden, hero("dee", at=[10, 4]), map=OPEN)
    watching(fight, at=[12, 10])
    fight.do("run", "bob", path=[[10, row] for row in range(6, 17)])
    assert fight.prompt() is None
    assert fight.battle.state.combatants["bob"].at == (10, 16)


def test_overwatch_on_a_doorway_meets_nobody_else() -> None:
    """TS-131: a doorway in place of the arc."""
    fight = Fight(hero("ann", "trooper", at=[2, 10]), raider("bob", at=[8, 10]), map=OPEN)
    watching(fight, at=[10, 4], options={"narrow": True})
    fight.do("move", "bob", to=[8, 8])
    assert fight.prompt() is None
    fight.set("bob", at=[12, 4])
    fight.do("move", "bob", to=[11, 4])
    assert fight.prompt().to == "ann"


def test_what_is_watched_and_suppressed_lies_on_the_map() -> None:
    """TS-131, TS-132"""
    fight = Fight(
        hero("ann", "trooper", at=[2, 10]),
        hero("dee", "trooper", at=[2, 4]),
        raider("bob", at=[9, 4]),
        map=OPEN,
    )
    watching(fight, at=[12, 10])
    fight.do("suppressing-fire", "dee", target="bob")
    held = {who: fight.battle.system.map.held_areas(fight.battle.state, who) for who in ("ann", "dee", "bob")}
    assert [(area.rule, area.on) for area in held["ann"]] == [("TS-131", None)]
    assert [(area.rule, area.on) for area in held["dee"]] == [("TS-132", "bob")]
    assert held["bob"] == ()


def shot_at(**dice: list[int]) -> Fight:
    walls = [{"id": "w", "from": [8, 8], "to": [8, 12], "kind": "low", "material": "stone"}]
    return Fight(
        hero("ann", "trooper", at=[2, 10]),
        raider("bob", at=[10, 10]),
        map={**OPEN, "walls": walls},
        ann__attack=[6, 6, 1, 1],
        **dice,
    )


def test_cover_is_run_to_while_the_shot_is_in_the_air() -> None:
    """TS-147, TS-216: two ticks with a move; as a reaction the head and arms are behind it."""
    fight = shot_at()
    fight.set("bob", free_reaction=False)
    fight.do("straight-shot", "ann", target="bob")
    assert "take-cover" not in fight.choices()  # none is next to him (TS-067)
    fight.answer("bob", "none")
    fight = shot_at()
    fight.set("bob", at=[9, 7], free_reaction=False)
    fight.do("straight-shot", "ann", target="bob")
    offer = next(offer for offer in fight.prompt().offers if offer.id == "take-cover")
    assert (8, 9) in offer.places
    assert fight.refuses("answer", "bob", answer="take-cover", to=[9, 2]) == "too-far"
    told = fight.answer("bob", "take-cover", to=[8, 9])
    assert (fight.at("bob"), fight.state("bob").ticks) == ((8, 9), 3)
    assert fight.state("bob").cover.locations == ("head", "arms")
    assert labels(told, "take-cover")["cover"] == 2


def test_a_dive_finds_the_cover_that_is_there() -> None:
    """TS-148"""
    fight = shot_at()
    assert fight.refuses("dive", "bob", to=[12, 10], options={"cover": "here"}) == "no-cover"
    fight.do("dive", "bob", to=[8, 10], options={"cover": "here"})
    assert fight.state("bob").cover.material == "stone"


def test_a_sprint_bends_once_and_no_more() -> None:
    """TS-164: two slight bends are two turns; a line that wavers over squares is straight."""
    fight = Fight(hero("ann", "trooper", at=[0, 0]), map=OPEN)
    east, south_east = [[n, 0] for n in range(1, 5)], [[4 + n, n] for n in range(1, 4)]
    twice = [*east, *south_east, *([7, 3 + n] for n in range(1, 4))]
    assert fight.refuses("sprint", "ann", path=twice) == "no-path"
    fight.do("sprint", "ann", path=[*east, *south_east])
    assert fight.at("ann") == (7, 3)
    fight.do("turn", "ann")
    fight.do("sprint", "ann", path=[[8, 3], [9, 4], [10, 4], [11, 5], [12, 5]])
    assert fight.at("ann") == (12, 5)


def test_a_sprint_finds_its_bend_round_a_corner_or_does_not_go() -> None:
    """TS-164"""
    walls = [
        {"id": "a", "from": [6, 0], "to": [6, 8], "kind": "wall"},
        {"id": "b", "from": [6, 8], "to": [2, 8], "kind": "wall"},
    ]
    fight = Fight(hero("ann", "trooper", at=[3, 9]), map={**OPEN, "walls": walls})
    fight.do("sprint", "ann", to=[7, 3])
    assert fight.at("ann") == (7, 3)
    fight.do("turn", "ann")
    fight.set("ann", at=[4, 6])
    assert fight.refuses("sprint", "ann", to=[7, 6]) in ("no-path", "too-far")


def test_a_piece_of_wall_is_attacked_though_nobody_is_behind_it() -> None:
    """TS-135, TS-290, TS-293: a segment of the map in place of a combatant."""
    walls = [{"id": "w", "from": [8, 8], "to": [8, 12], "kind": "low", "material": "wood-thin"}]
    fight = Fight(
        hero("ann", "trooper", at=[4, 10]), map={**OPEN, "walls": walls}, ann__attack=[6, 1, 1, 1] * 2
    )
    fight.do("attack-cover", "ann", target="w")
    shared = fight.battle.state.shared
    assert list(shared.pieces.values()) == [5 + 5 - 0]
    assert fight.state("ann").ticks == 3
    fight.do("attack-cover", "ann", target="w")
    assert [wall.id for wall in fight.battle.state.map.walls] == ["w.1", "w.2"]
    fight.do("turn", "ann")
    assert fight.refuses("attack-cover", "ann", target="nothing") == "unknown-combatant"
