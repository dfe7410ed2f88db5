"""Turn order, turns, free play, and fire that one runs into (section 6, GU-712, GU-724)."""

from typing import Any

from tests.rules.kit import fighter, kinds, roll_of
from tests.rules.systems.gurps.fights import GUN, OPEN, SWORD, Fight, duel

HIT, MISS = [3, 3, 4], [6, 5, 4]


def test_equal_margins_go_by_target_then_speed_then_as_listed() -> None:
    """GU-604, GU-602"""
    fight = Fight(
        fighter("ann", "a", {"skills": {"tactics": 11}}),
        fighter("bob", "b", {"skills": {"tactics": 12}}),
        fighter("cid", "c", {"skills": {"tactics": 12}, "DX": 12}),
        ann__initiative=[3, 3, 3],
        bob__initiative=[3, 3, 4],
        cid__initiative=[3, 3, 4],
    )
    fight.do(
        "begin",
        leaders={s: {"who": w, "skill": "tactics"} for s, w in (("a", "ann"), ("b", "bob"), ("c", "cid"))},
    )
    assert fight.battle.state.order == ("cid", "bob", "ann")


def test_a_side_acts_as_a_whole_fastest_first() -> None:
    """GU-604, GU-603: no die for a side that has no other in its contest."""
    fight = Fight(
        fighter("ann", "a", {"DX": 10}),
        fighter("bob", "a", {"DX": 14}),
        fighter("cid", "a", {"DX": 12, "HT": 12}),
        fighter("dan", "a", {"DX": 14}),
    )
    fight.do("begin")
    assert fight.battle.state.order == ("bob", "dan", "cid", "ann")
    assert fight.active == "bob"


def test_who_leads_must_be_one_of_them() -> None:
    """GU-602, GU-605"""
    fight = duel()
    assert fight.refuses("begin", leaders={"heroes": {"who": "bob"}}).code == "bad-command"
    assert (
        fight.refuses("begin", leaders={"heroes": {"who": "ann", "skill": "broadsword"}}).code
        == "bad-command"
    )
    assert fight.refuses("begin", leaders={"orcs": {"who": "ann"}}).code == "bad-command"
    assert fight.refuses("begin", surprise={"by": "heroes", "on": {"heroes": "total"}}).code == "bad-command"
    assert fight.refuses("begin", surprise={"by": "heroes", "on": {"raiders": "some"}}).code == "bad-command"


def test_several_surprised_sides_contest_among_themselves() -> None:
    """GU-605, GU-606"""
    fight = Fight(
        fighter("ann", "a"),
        fighter("bob", "b"),
        fighter("cid", "c"),
        fighter("dan", "d"),
        bob__initiative=MISS,
        cid__initiative=[1, 2, 2],
        bob__surprise=[4],
    )
    fight.do("begin", surprise={"by": "d", "on": {"b": "total", "c": "partial"}})
    assert fight.battle.state.order == ("dan", "ann", "cid", "bob")
    assert fight.state("bob").mental_stun.freeze == 4
    assert fight.state("cid").mental_stun.freeze == 0


def test_a_surprised_mind_may_do_nothing_only_and_defends_badly() -> None:
    """GU-607, GU-1003, GU-811"""
    fight = duel(ann__attack=HIT, bob_state={"mental_stun": {"freeze": 2, "bonus": 0}})
    assert fight.refuses("move", "bob", yards=1).code == "must-do-nothing"
    fight.do("attack", "ann", target="bob", with_="broadsword")
    assert [m.value for m in fight.offers()["dodge"].modifiers] == [-4]


def test_the_senseless_are_passed_over_and_rounds_are_counted() -> None:
    """GU-601, GU-609"""
    fight = Fight(fighter("ann", "a"), fighter("bob", "a", state={"unconscious": True}), fighter("cid", "a"))
    fight.do("begin")
    fight.do("end-turn", "ann")
    assert fight.active == "cid"
    fight.do("end-turn", "cid")
    assert (fight.active, fight.battle.state.clock["round"]) == ("ann", 2)
    fight.set("ann", dead=True)
    fight.set("cid", unconscious=True)
    fight.do("end-turn", "ann")
    assert not fight.battle.state.running
    assert fight.refuses("begin").code == "cannot-act"


def test_a_late_comer_acts_with_its_side() -> None:
    """GU-604: our ruling GU-R59"""
    fight = duel(ann__initiative=[3, 3, 3], bob__initiative=MISS)
    fight.do("begin")
    fight.do("add", combatants=[fighter("eve", "heroes", {"DX": 14})])
    fight.do("add", combatants=[fighter("fox", "wild")])
    assert fight.battle.state.order == ("eve", "ann", "bob", "fox")


def test_the_start_of_a_turn_clears_what_was_counted() -> None:
    """GU-608"""
    state = {
        "dodges": 2,
        "parries": {"broadsword": 1},
        "blocked": True,
        "retreated": True,
        "locked": ["broadsword"],
        "attacked_with": ["broadsword"],
        "maneuver": {"id": "all-out-attack-melee", "variant": "strong"},
        "zone": {"with": "broadsword", "at": [1, 1]},
        "shock_pending": 2,
    }
    fight = duel(ann_state=state)
    fight.do("turn", "ann")
    now = fight.state("ann")
    assert (now.dodges, now.parries, now.blocked, now.retreated, now.locked) == (0, {}, False, False, ())
    assert (now.attacked_with, now.maneuver, now.zone, now.shock, now.shock_pending) == ((), None, None, 2, 0)


def test_free_play_has_turns_too_but_no_order() -> None:
    """GU-610, GU-609"""
    fight = duel()
    fight.do("evaluate", "ann", target="bob")
    fight.do("end-turn", "ann")
    assert fight.state("ann").evaluate is not None
    fight.do("turn", "ann")
    assert fight.active is None
    fight.do("move", "ann", yards=1)
    fight.do("turn", "ann")
    assert fight.state("ann").evaluate is None
    fight.do("begin", surprise={"by": "heroes", "on": {"raiders": "partial"}})
    assert fight.refuses("turn", "ann").code == "unknown-action"


def test_feints_last_to_the_end_of_the_next_turn() -> None:
    """GU-609, GU-717"""
    fight = duel(ann__feint=[3, 3, 3], bob__feint=MISS)
    fight.do("feint", "ann", target="bob", with_="broadsword")
    fight.do("end-turn", "ann")
    fight.do("turn", "ann")
    assert fight.state("ann").feint is not None
    fight.do("end-turn", "ann")
    assert fight.state("ann").feint is None


# ------------------------------------------------------------------------------------------------- under fire
def field(**dice: Any) -> Fight:
    """Ann keeps four yards around [10, 5] under fire; Bob stands outside."""
    fight = Fight(
        fighter("ann", "a", GUN, at=[2, 5]),
        fighter("bob", "b", {"basic_move": 8}, at=[10, 9]),
        map=OPEN,
        **dice,
    )
    fight.do(
        "all-out-attack-ranged", "ann", variant="suppression-fire", zone=[10, 5], **{"with": "assault-rifle"}
    )
    return fight


def test_who_walks_into_fire_is_shot_where_it_comes_in() -> None:
    """GU-724, GU-712: radius 2 about the middle of [10, 5]; then it goes on."""
    fight = field(ann__attack=[6, 6, 6])
    events = fight.do("move", "bob", to=[10, 3])
    places = [list(e.to) for e in events if e.kind == "moved"]  # type: ignore[attr-defined]
    assert places == [[10, 7], [10, 3]]
    assert kinds(events).index("zone-entered") > kinds(events).index("moved")
    assert roll_of(events, "attack").target == 10
    fight.do("turn", "bob")
    assert "roll" not in kinds(fight.do("move", "bob", to=[10, 9]))


def test_fire_may_stop_who_walks_into_it() -> None:
    """GU-724"""
    fight = field(
        ann__attack=[3, 3, 3],
        ann__location=[3, 4, 4],
        ann__damage=[1, 1, 1, 1, 2],
        ann__vitals=[5],
        bob__knockdown=[4, 4, 4],
    )
    fight.do("move", "bob", to=[10, 3])
    assert fight.prompt().choices == ("dodge", "none")
    fight.answer("bob", "none")
    assert fight.at("bob") == (10, 7)
    assert fight.state("bob").stunned


def test_a_place_under_fire_ends_with_its_owner() -> None:
    """GU-724, GU-608"""
    fight = field()
    fight.set("ann", stunned=True)
    assert "roll" not in kinds(fight.do("move", "bob", to=[10, 7]))
    fight = field()
    fight.do("turn", "ann")
    assert fight.state("ann").zone is None


def test_suppression_fire_needs_rounds_and_a_place() -> None:
    """GU-712"""
    fight = duel(ann=GUN, bob={"skills": {"guns-pistol": 12}, "weapons": ["pistol"]})
    hold = {"variant": "suppression-fire", "with": "assault-rifle"}
    assert fight.refuses("all-out-attack-ranged", "ann", **hold).code == "no-target"
    assert (
        fight.refuses("all-out-attack-ranged", "ann", facts={"distance": 9000}, zone=[1, 1], **hold).code
        == "out-of-range"
    )
    pistol = {**hold, "with": "pistol", "zone": [1, 1]}
    assert fight.refuses("all-out-attack-ranged", "bob", **pistol).code == "rof-too-low"
    fight.set("ann", ammo={"assault-rifle": 11})
    assert fight.refuses("all-out-attack-ranged", "ann", zone=[1, 1], **hold).code == "out-of-ammo"


def test_a_maneuver_leaves_what_it_says() -> None:
    """GU-701"""
    fight = duel(
        ann__attack=MISS, bob={"ST": 11, **{k: v for k, v in SWORD.items() if k != "ST"}}, bob__attack=HIT
    )
    fight.do("all-out-attack-melee", "ann", variant="strong", target="bob", with_="broadsword")
    fight.dice.faces = {**fight.dice.faces, "bob.damage": [1], "ann.knockdown": [3, 3, 3]}
    events = fight.do("attack", "bob", target="ann", with_="broadsword")
    assert "prompt-opened" not in kinds(events)
    assert fight.state("ann").hp < 12
