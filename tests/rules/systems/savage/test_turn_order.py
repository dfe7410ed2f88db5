"""Cards, rounds, Hold, surprise, and turns in free play."""

from rules.systems.savage.state import table_of
from tests.rules.kit import kinds, roll_of
from tests.rules.systems.savage.fights import HERO, HORSE, LUCKY, THUG, Fight, hero, raider, trio


def test_ranks_then_suits_order_the_turns() -> None:
    """SW-20, SW-22"""
    fight = Fight(*(hero(who) for who in ("ann", "bob", "cat", "dan")), cards="10C AD 10S 10H")
    fight.do("begin")
    assert fight.order == ("bob", "cat", "dan", "ann")
    assert fight.battle.system.turns.order_note(fight.battle.state, "bob") == "A♦"


def test_the_red_joker_goes_before_the_black_and_both_before_all() -> None:
    """SW-20, SW-23, SW-24, SW-R17, SW-R19"""
    fight = Fight(hero("ann"), hero("bob"), raider("cat", HERO), cards="JB JR AS")
    fight.do("begin")
    assert fight.order == ("bob", "ann", "cat")
    assert [fight.state(who).bennies for who in ("ann", "bob", "cat")] == [2, 2, 0]
    assert fight.state("ann").joker
    assert not fight.state("cat").joker


def test_a_group_shares_its_card_and_acts_in_list_order() -> None:
    """SW-21, SW-R18"""
    fight = Fight(
        raider("tim"),
        raider("boss", HERO),
        raider("tom"),
        raider("ted", {**THUG, "group": "b"}),
        cards="5S KS 9S",
    )
    fight.do("begin")
    assert fight.order == ("boss", "ted", "tim", "tom")
    assert (fight.state("tim").card, fight.state("tom").card) == ("5S", "5S")


def test_things_the_fallen_and_ridden_mounts_get_no_card() -> None:
    """SW-21, SW-36"""
    fight = Fight(
        hero("ann", state={"mount": "roan"}),
        hero("roan", HORSE),
        hero("cat", state={"incapacitated": True}),
        raider("door", {"kind": "object", "object": "light-door"}),
        cards="KS",
    )
    fight.do("begin")
    assert fight.order == ("ann",)
    assert fight.refuses("end-turn", "roan") == "not-your-turn"
    fight.do("declare-actions", "roan", count=2)
    assert fight.state("roan").actions_declared == 2
    assert fight.derived_values("roan")["rider"] == "ann"


def test_a_joker_has_the_deck_shuffled_at_the_end_of_the_round() -> None:
    """SW-25, SW-26"""
    fight = Fight(hero("ann"), raider("bob"), cards="JR 5S JR 6S")
    fight.do("begin")
    assert fight.battle.state.clock == {"round": 1, "joker_dealt": True}
    fight.do("end-turn", "ann")
    told = kinds(fight.do("end-turn", "bob"))
    assert told.index("deck-shuffled") < told.index("card-dealt")
    assert fight.state("ann").joker
    assert fight.state("ann").bennies == 2


def test_an_empty_deck_is_shuffled_without_the_cards_in_use() -> None:
    """SW-25"""
    cards = [f"{rank}{suit}" for suit in "CDHS" for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10")]
    cards += [f"{rank}{suit}" for suit in "CDHS" for rank in "JQKA"]
    fight = Fight(hero("ann"), raider("bob"), cards=" ".join(cards))
    fight.do("begin")
    for _ in range(25):
        fight.do("end-turn", fight.active)
        fight.do("end-turn", fight.active)
    in_use = {fight.state("ann").card, fight.state("bob").card}
    assert len(set(table_of(fight.battle.state).drawn)) == 52
    fight.dice.faces["table.cards"] += [53, 54, 1]  # the Jokers are left; then it is shuffled
    fight.do("add", combatants=[hero("cat"), raider("dan", HERO), hero("eve")])
    assert [fight.state(who).card for who in ("cat", "dan", "eve")] == ["JB", "JR", "2C"]
    assert set(table_of(fight.battle.state).drawn) == {"JB", "JR", "2C", *in_use}


def test_a_card_that_is_out_is_drawn_again() -> None:
    """SW-20"""
    fight = Fight(hero("ann"), raider("bob"), cards="KS KS QS")
    told = fight.do("begin")
    assert fight.state("bob").card == "QS"
    assert len(roll_of(told, "cards").faces) == 2


def test_a_turn_starts_fresh_and_counts_down_at_its_end() -> None:
    """SW-27, SW-142, SW-143"""
    fight = trio()
    fight.set("ann", vulnerable=2, distracted=1, moved=3, defending=True, aimed=None)
    fight.do("end-turn", "ann")
    state = fight.state("ann")
    assert (state.vulnerable, state.distracted) == (1, 0)
    fight.do("end-turn", "cid")
    fight.do("end-turn", "bob")
    for _ in range(2):
        fight.do("end-turn", fight.active)
    assert fight.active == "ann"
    assert (fight.state("ann").moved, fight.state("ann").defending) == (0, False)


def test_who_drops_out_leaves_the_order_and_an_active_one_ends_its_turn() -> None:
    """SW-28"""
    fight = trio()
    fight.set("cid", incapacitated=True)
    assert fight.order == ("ann", "bob")
    fight.set("ann", dead=True)
    assert fight.active == "bob"


def test_an_ambush_leaves_those_who_fail_notice_without_a_card() -> None:
    """SW-29, SW-R21"""
    fight = Fight(
        hero("ann"),
        raider("tim"),
        raider("tom"),
        raider("boss", LUCKY),
        cards="5S 7S",
        tim__notice=[1],
        tom__notice=[4, 2],
        boss__notice=[2, 3, 4, 1],
    )
    fight.do("begin", surprisers=["ann"], surprised=["tim", "tom", "boss"])
    assert fight.prompt().to == "boss", "a Benny may buy another throw"
    fight.answer("boss", "reroll")
    assert fight.order == ("boss", "tom")
    assert fight.state("tim").surprised
    assert fight.state("ann").on_hold
    assert fight.refuses("unshake", "tim") == "bad-option"
    fight.do("end-turn", "boss")
    fight.do("end-turn", "tom")
    assert fight.active is None
    assert fight.refuses("begin") == "too-late"


def test_surprise_names_people_of_this_battle_once() -> None:
    """SW-29"""
    fight = Fight(hero("ann"), raider("bob"))
    assert fight.refuses("begin", surprised=["zoe"]) == "unknown-combatant"
    assert fight.refuses("begin", surprised="bob") == "bad-command"
    assert fight.refuses("begin", surprised=["bob"], surprisers=["bob"]) == "bad-command"


def test_nobody_able_is_no_battle() -> None:
    """SW-21"""
    fight = Fight(raider("door", {"kind": "object", "object": "lock"}))
    assert fight.refuses("begin") == "cannot-act"


def test_level_headed_hesitant_and_quick_choose_their_cards() -> None:
    """SW-34, SW-R22"""
    fight = Fight(
        hero("ann", {**HERO, "edges": ["improved-level-headed", "quick"]}),
        hero("bob", {**HERO, "hindrances": ["hesitant"]}),
        raider("tim", {**THUG, "edges": ["level-headed", "quick"]}),
        cards="2S 3S 5S 9S KS JB 4H",
    )
    fight.do("begin")
    assert fight.state("ann").card == "9S", "best of three is a five, which Quick replaces"
    assert fight.state("bob").card == "JB", "a Joker is never given up"
    assert fight.state("tim").card == "4H", "a group of Extras draws one card"


def test_a_second_battle_is_dealt_from_a_whole_deck() -> None:
    """SW-21, SW-25"""
    fight = Fight(hero("ann"), raider("bob"), cards="JR 5S 5S JR")
    fight.do("begin")
    fight.do("end-battle")
    assert fight.state("ann").joker
    fight.do("begin")
    assert (fight.state("ann").card, fight.state("ann").joker) == ("5S", False)
    assert fight.active == "bob"


def test_who_comes_late_is_dealt_in() -> None:
    """SW-R57"""
    fight = Fight(hero("ann"), raider("tim"), cards="KS 5S QS")
    fight.do("begin")
    fight.do("add", combatants=[raider("tom"), hero("eve")])
    assert fight.state("tom").card == "5S"
    assert fight.order == ("ann", "eve", "tim", "tom")


def test_a_battle_without_anybody_able_ends() -> None:
    """SW-R58"""
    fight = Fight(hero("ann"), raider("bob"), cards="KS 5S")
    fight.do("begin")
    fight.set("bob", dead=True)
    fight.set("ann", dead=True)
    assert not fight.battle.state.running


# -------------------------------------------------------------------------------------------------- free play
def test_free_play_has_turns_one_by_one() -> None:
    """SW-35, SW-37"""
    fight = Fight(hero("ann"), raider("bob"), ann__attack=[1, 2])
    assert fight.battle.state.clock.get("round", 0) == 0
    fight.do("end-turn", "ann")
    assert fight.refuses("attack", "ann", target="bob", with_="long-sword") == "not-your-turn"
    fight.do("turn", "ann")
    fight.do("attack", "ann", target="bob", with_="long-sword")
    assert fight.refuses("interrupt", "ann", target="bob") == "not-on-hold"
    fight.do("hold", "bob")
    assert fight.refuses("interrupt", "bob", target="ann") == "no-target"
    fight.do("act-now", "bob")
    assert not fight.state("bob").on_hold


def test_a_running_battle_cannot_begin_again() -> None:
    """SW-37"""
    fight = trio()
    assert fight.refuses("begin") == "too-late"
    assert fight.refuses("turn", "ann") == "too-late"
    assert fight.refuses("end-turn", "bob") == "not-your-turn"


def test_what_is_refused_is_refused_in_order() -> None:
    """SW-67"""
    fight = Fight(hero("ann"), raider("bob", LUCKY), cards="5S KS", bob__attack=[3, 2])
    fight.do("begin")
    assert fight.refuses("attack", "zoe") == "unknown-combatant"
    assert fight.refuses("dance", "ann") == "unknown-action"
    assert fight.refuses("attack", "ann") == "not-your-turn"
    fight.attack("bob", "ann", "long-sword")
    assert fight.prompt() is not None
    assert fight.refuses("dance", "ann") == "unknown-action"
    assert fight.refuses("attack", "ann") == "prompt-open"
    assert fight.refuses("unshake", "ann") == "prompt-open"


def test_a_ridden_mount_recovers_in_its_riders_turn() -> None:
    """SW-36, SW-R56"""
    fight = Fight(
        hero("ann", state={"mount": "roan"}),
        hero("roan", HORSE, state={"shaken": True, "vulnerable": 1}),
        raider("bob"),
        cards="KS 5S",
        roan__unshake=[4],
    )
    fight.do("begin")
    assert not fight.state("roan").shaken
    fight.do("end-turn", "ann")
    assert fight.state("roan").vulnerable == 0


def test_the_draw_of_a_card_is_told_by_the_card_alone() -> None:
    """SW-20"""
    fight = Fight(hero("ann"), cards="KS")
    told = fight.do("begin")
    assert roll_of(told, "cards").quiet
    assert next(e for e in told if e.kind == "card-dealt").subjects() == ("ann",)


def test_a_horse_that_is_mounted_before_its_turn_has_none_of_its_own() -> None:
    """SW-36"""
    fight = Fight(hero("ann"), hero("roan", HORSE), raider("bob"), cards="KS QS 5S")
    fight.do("begin")
    fight.do("mount", "ann", target="roan")
    fight.do("end-turn", "ann")
    assert fight.active == "bob"
