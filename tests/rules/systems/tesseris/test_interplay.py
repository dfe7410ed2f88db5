"""Where two rules meet: cover and fire, delays and turns, hands, flight, and what is paid with what."""

from collections.abc import Sequence
from typing import Any

import pytest

from rules.engine.events import Event
from rules.systems.tesseris.events.attack_events import Struck
from tests.rules.kit import kinds, roll_of
from tests.rules.systems.tesseris.fights import OPEN, Fight, hero, labels, raider

STONE = {"material": "stone"}
KEPT_DOWN = {"suppressed": {"by": "ann", "weapon": "assault-rifle"}}
WALL: dict[str, Any] = OPEN | {"walls": [{"from": [0, 3], "to": [20, 3], "kind": "low", "material": "stone"}]}


def hits(events: Sequence[Event]) -> list[tuple[str, int]]:
    return [(e.weapon, e.net) for e in events if isinstance(e, Struck)]


# ------------------------------------------------------------------------------------------ who shows itself
@pytest.mark.parametrize(
    ("action", "cover"),
    [
        ("leave-cover", STONE),
        ("stand-up", STONE | {"hunkered": True}),
        ("cast-offensive-spell", STONE),
        ("covering-fire", STONE),
    ],
)
def test_whoever_shows_itself_from_cover_is_shot_at_by_who_suppresses_it(action: str, cover: Any) -> None:
    """TS-132: leaving cover, rising behind it, and any attack but one fired blind."""
    bob = raider("bob", "trooper", {"conditions": KEPT_DOWN, "cover": cover})
    fight = Fight(bob, hero("ann", "trooper"), bob__test=[1, 1, 1])
    fight.do(action, "bob")
    assert (fight.prompt().to, fight.prompt().purpose) == ("ann", "suppression-shot")


def test_standing_up_where_there_is_no_cover_gives_the_suppressor_no_shot() -> None:
    """TS-132: it neither moves nor comes out of cover."""
    bob = raider("bob", state={"conditions": {"prone": {}, **KEPT_DOWN}})
    fight = Fight(bob, hero("ann", "trooper"))
    fight.do("stand-up", "bob")
    assert fight.prompt() is None


def test_who_is_held_in_a_grapple_shoots_no_overwatch() -> None:
    """TS-131, TS-208: the grappled have grapple actions alone."""
    fight = Fight(hero("ann", weapons=["pistol"]), raider("bob"))
    fight.do("overwatch", "ann")
    fight.set("ann", conditions={"grappled": {}})
    fight.do("move", "bob", yards=1, facts={"watchers": ["ann"]})
    assert fight.prompt() is None


# ------------------------------------------------------------------------------------------------------ cover
def test_behind_its_cover_one_strikes_at_who_stands_on_the_same_side() -> None:
    """TS-145: by the map `near_side` holds for blows too."""
    down = {"cover": {"material": "stone", "hunkered": True}}
    people = hero("ann", state=down, at=[5, 3]), raider("bob", at=[6, 3])
    fight = Fight(*people, map=WALL, ann__attack=[6, 1, 1, 1])
    fight.do("melee-strike", "ann", target="bob")
    assert fight.prompt().to == "bob"


def test_total_defence_does_nothing_for_who_hunkers_down_after_it() -> None:
    """TS-146: it does not work while hunkered; up again it does."""
    fight = Fight(
        hero("ann", state={"cover": STONE}),
        raider("bob", weapons=["bow"]),
        bob__attack=[6] * 6,
        ann__duck=[1] * 20,
    )
    fight.do("total-defense", "ann")
    fight.do("hunker-down", "ann")
    fight.do("straight-shot", "bob", target="ann", facts={"distance": 10})
    assert labels(fight.answer("ann", "duck"), "duck") == {"hunkered down": 4}
    fight.do("stand-up", "ann")
    fight.do("straight-shot", "bob", target="ann", facts={"distance": 10})
    assert labels(fight.answer("ann", "duck"), "duck") == {"cover": 2, "total defence": 2}


def test_a_dive_lays_open_to_those_beside_the_places_passed_and_not_to_those_where_it_ends() -> None:
    """TS-148: the place left, and those passed."""
    people = [
        hero("ann", at=[5, 5]),
        raider("bob", at=[4, 5], held=["knife"]),
        raider("mid", "brute", at=[7, 6]),
        raider("end", "brute", at=[9, 5]),
    ]
    fight = Fight(*people, map=OPEN, bob__attack=[6, 6, 6])
    fight.do("melee-strike", "bob", target="ann")
    fight.answer("ann", "dive", path=[[6, 5], [7, 5], [8, 5]])
    asked = []
    while fight.prompt() is not None:
        asked.append(fight.prompt().to)
        fight.answer(fight.prompt().to, "none")
    assert asked == ["bob", "mid"]  # `end` is beside the end alone


# ----------------------------------------------------------------------------------------------------- turns
def test_a_delayed_turn_goes_on_where_it_stood() -> None:
    """TS-070, TS-163: running, waiting for the next and then shooting is no way round the rule."""
    fight = Fight(hero("ann", "trooper"), raider("bob"), ann__initiative=[10], bob__initiative=[1])
    fight.do("begin")
    fight.do("run", "ann", yards=4)
    fight.do("delay", "ann")
    fight.do("end-turn", "bob")
    assert fight.battle.state.active == "ann"
    assert fight.refuses("straight-shot", "ann", target="bob", facts={"distance": 5}) == "no-attacks"


def test_who_delays_without_stamina_stays_awake_once_a_round() -> None:
    """TS-070, TS-270: the turn has started already."""
    spent = {"stamina": 0, "wounds": 1}
    fight = Fight(
        hero("ann", state=spent),
        raider("bob"),
        ann__initiative=[10],
        bob__initiative=[1],
        ann__consciousness=[6, 1, 1],
    )
    fight.do("begin")
    fight.do("delay", "ann")
    fight.do("end-turn", "bob")
    assert fight.battle.state.active == "ann"


def test_who_falls_while_it_waits_has_no_turn_left() -> None:
    """TS-070, TS-270: the turn of the unconscious passes."""
    fight = Fight(hero("ann"), raider("bob"), raider("cat"), ann__initiative=[10, 1], bob__initiative=[1, 9],
                  cat__initiative=[2, 2])  # fmt: skip
    fight.do("begin")
    fight.do("delay", "ann")
    fight.set("ann", conditions={"unconscious": {}})
    fight.do("end-turn", "cat")
    fight.do("end-turn", "bob")
    assert fight.battle.state.clock["round"] == 2


def test_aiding_an_ally_is_a_reaction_in_free_play_too() -> None:
    """TS-062, TS-069, TS-181: the free reaction pays for it first."""
    fight = Fight(hero("ann"), hero("dee"), ann__aid=[6, 7, 8, 6] * 2)
    fight.do("aid-ally", "ann", target="dee", skill="melee")
    assert (fight.state("ann").ticks, fight.state("ann").free_reaction) == (5, False)
    fight.do("aid-ally", "ann", target="dee", skill="melee")
    assert (fight.state("ann").ticks, fight.state("dee").rerolls) == (4, 4)


# ----------------------------------------------------------------------------------------- hands and weapons
def test_a_knife_drawn_after_the_rifle_was_dropped_is_in_no_other_hand() -> None:
    """TS-235: two weapons of one hand are not two hands."""
    fight = Fight(raider("bob"), hero("ann"), bob__attack=[6, 7, 8, 6, 6, 6])
    fight.do("straight-shot", "bob", target="ann", facts={"distance": 10})
    fight.answer("ann", "none")
    fight.do("drop-item", "bob", with_="rifle")
    fight.do("draw", "bob", with_="knife")
    events = fight.do("melee-strike", "bob", target="ann")
    assert labels(events, "attack") == {"further attack this round": -1}


@pytest.mark.parametrize(("held", "penalty"), [(["sword"], -1), (["sword", "knife"], 0)])
def test_a_parry_with_a_disabled_weapon_is_a_test_with_it(held: list[str], penalty: int) -> None:
    """TS-302: unless another blade is at hand."""
    state = {"conditions": {"disabled": {"places": ["sword"]}}, "held": held}
    ann = hero("ann", state=state, weapons=["sword", "knife"])
    fight = Fight(ann, raider("bob", held=["knife"]), bob__attack=[6, 7, 8], ann__parry=[6] * 4)
    fight.do("melee-strike", "bob", target="ann")
    assert sum(labels(fight.answer("ann", "parry"), "parry").values()) == penalty


def test_a_spell_after_another_attack_is_a_further_attack() -> None:
    """TS-134, TS-233: it is an attack action, and rolled."""
    fight = Fight(hero("ann", skills={"arcana": 2}), ann__test=[1] * 6)
    fight.do("cast-offensive-spell", "ann", difficulty=1, ticks=2)
    events = fight.do("cast-offensive-spell", "ann", difficulty=1)
    assert labels(events, "test") == {"further attack this round": -1}


def test_bulk_weighs_on_every_test_of_stealth() -> None:
    """TS-026, TS-185."""
    fight = Fight(hero("ann", armour="plate"), ann__test=[1] * 8)
    assert labels(fight.do("use-skill", "ann", skill="stealth"), "test") == {"bulk": -3}
    fight.do("turn", "ann")
    assert labels(fight.do("use-skill", "ann", skill="melee"), "test") == {}


# ------------------------------------------------------------------------------------------ shots at several
def test_of_two_guns_only_the_first_finds_another_in_a_melee() -> None:
    """TS-126, TS-240: each weapon keeps its own penalty, so the second's +2 falls short."""
    guns: dict[str, Any] = {
        "traits": ["multi-weapon-pistol"],
        "weapons": ["pistol", "revolver"],
        "held": ["pistol", "revolver"],
    }
    people = (hero("ann", **guns), raider("bob", state={"cover": STONE}), raider("cat"))
    fight = Fight(
        *people,
        ann__attack=[6, 7, 8],
        bob__duck=[6, 1, 1, 1, 1, 1, 1, 1],
        cat__duck=[6, 6, 1, 1, 1, 1, 1, 1],
        ann__quick_recover=[6, 1],
    )
    events = fight.do("multi-strike-ranged", "ann", target="bob", facts={"distance": 3, "in_melee": ["cat"]})
    assert roll_of(events, "attack").total == 2
    fight.answer("bob", "duck")
    assert kinds(fight.answer("cat", "duck")).count("hit") == 1


TWO_GUNS: dict[str, Any] = {
    "traits": ["multi-weapon-ranged"],
    "weapons": ["pistol", "throwing-knife"],
    "held": ["pistol", "throwing-knife"],
    "skills": {"ballistics": 4},
}


def test_each_of_several_guns_has_its_own_range() -> None:
    """TS-126, TS-232: at 8 yards a pistol shoots at medium range, a throwing knife at long range."""
    bob = raider("bob", weapons=["knife"], skills={"melee": 2})
    fight = Fight(hero("ann", **TWO_GUNS), bob, ann__attack=[6, 1, 1], bob__block=[6, 6, 1])
    events = fight.do("multi-strike-ranged", "ann", target="bob", facts={"distance": 8})
    assert roll_of(events, "attack").total == 4  # 1 + 4 - 1; the knife 4 - 2 - 1 = 1
    assert hits(fight.answer("bob", "none")) == [("pistol", 4), ("throwing-knife", 1)]


def test_each_of_several_guns_need_reach_its_own_target_alone() -> None:
    """TS-110, TS-126: the knife is thrown at who stands near, though it would not reach the other."""
    people = [hero("ann", at=[0, 0], **TWO_GUNS), raider("far", at=[28, 0]), raider("near", at=[2, 1])]
    fight = Fight(*people, map=OPEN, ann__attack=[6, 6, 1])
    events = fight.do("multi-strike-ranged", "ann", targets=["far", "near"])
    assert labels(events, "attack") == {"several weapons": -1, "extreme range": -4}
    fight.answer("far", "none")
    assert hits(fight.answer("near", "none")) == [("throwing-knife", 5)]  # 6 - 3 + 2
    assert fight.refuses("multi-strike-ranged", "ann", targets=["near", "far"]) in (
        "no-ticks",
        "out-of-range",
    )


def test_a_fact_may_name_one_target_twice_for_two_of_three_weapons() -> None:
    """TS-110: one id for each weapon, as on the step itself."""
    blades = ["sword", "knife", "club"]
    ann = hero("ann", traits=["multi-weapon-melee"], hands=3, weapons=blades, held=blades)
    fight = Fight(ann, raider("bob"), raider("cat"), ann__attack=[6, 6, 1, 1])
    fight.do("multi-strike", "ann", target="bob", facts={"targets": ["bob", "cat", "bob"]})
    assert [weapon for weapon, _ in hits(fight.answer("bob", "none"))] == ["sword", "club"]


def test_a_spray_at_the_dead_alone_is_refused() -> None:
    """TS-130: a dead man in the arc is nobody."""
    fight = Fight(hero("ann", "trooper"), raider("bob"), raider("cat", state={"dead": True}))
    assert fight.refuses("spray-n-pray", "ann", target="bob", facts={"targets": ["cat"]}) == "no-target"


# ---------------------------------------------------------------------------------- what conditions leave one
@pytest.mark.parametrize("action", ["speak", "think", "look", "delay", "move"])
def test_the_suffocating_do_nothing_but_get_breath(action: str) -> None:
    """TS-208, TS-311: what even the grappled may do is nothing to them."""
    fight = Fight(hero("ann", state={"conditions": {"suffocating": {}}}))
    assert fight.refuses(action, "ann") == "cannot-act"


def test_those_who_flee_may_move_and_defend_themselves_and_nothing_else() -> None:
    """TS-319: cover and lying down are movement and defence; words are not."""
    fight = Fight(hero("ann", state={"conditions": {"fleeing": {}}}))
    assert fight.refuses("speak", "ann") == "must-flee"
    fight.do("take-cover", "ann", facts={"cover_available": "stone"})
    fight.do("hunker-down", "ann")
    fight.do("stand-up", "ann")
    fight.do("drop-prone", "ann")
    assert fight.state("ann").has("prone")


@pytest.mark.parametrize("dying", [True, False], ids=["bleeding-out", "bandaged"])
def test_stamina_wakes_whoever_fell_for_want_of_it(dying: bool) -> None:
    """TS-186, TS-272: first aid keeps it from dying, and stamina wakes it all the same."""
    fight = Fight(hero("ann", state={"stamina": 0, "wounds": 4}), raider("bob", skills={"medicine": 2}),
                  ann__consciousness=[1, 1, 1], bob__medicine=[1, 1])  # fmt: skip
    fight.do("turn", "ann")
    if not dying:
        fight.do("first-aid", "bob", target="ann")
    assert (fight.state("ann").dying, fight.state("ann").has("unconscious")) == (dying, True)
    fight.set("ann", stamina=2)
    assert not fight.state("ann").has("unconscious")


def test_the_dead_keep_nobody_down() -> None:
    """TS-132: the shooter's next turn will not come."""
    bob = raider("bob", state={"conditions": KEPT_DOWN})
    ann = hero("ann", "trooper", {"stamina": 0, "wounds": 9})
    fight = Fight(bob, ann, bob__attack=[6, 7, 8])
    fight.do("straight-shot", "bob", target="ann", facts={"distance": 10})
    fight.answer("ann", "none")
    assert fight.state("ann").dead
    assert not fight.state("bob").has("suppressed")


def test_after_a_run_covering_fire_may_still_be_given() -> None:
    """TS-099, TS-163: it is no attack action."""
    fight = Fight(hero("ann", "trooper", {"ticks": 8}))
    fight.do("run", "ann", yards=3)
    fight.do("covering-fire", "ann")
    assert fight.state("ann").ticks == 2


def test_under_total_defence_a_pin_may_still_be_broken() -> None:
    """TS-099, TS-146: breaking a pin is no attack action."""
    held = {"grappled": {"with": ["bob"]}, "pinned": {"by": "bob"}}
    ann = hero("ann", state={"conditions": held, "stance": ["total-defense"]})
    bob = raider("bob", state={"conditions": {"grappled": {"with": ["ann"]}}})
    fight = Fight(ann, bob, ann__attack=[6] * 4)
    fight.do("break-pin", "ann")
    assert fight.prompt().to == "bob"


def test_a_reaction_strike_does_not_stand_in_the_way_of_total_defence() -> None:
    """TS-146: reactions are not touched by it."""
    fight = Fight(hero("ann"), raider("bob"), ann__attack=[1] * 4)
    fight.do("move", "bob", yards=1, facts={"provokes": ["ann"]})
    fight.answer("ann", "reaction-strike")
    while fight.prompt() is not None:
        fight.answer("bob", "none")
    fight.do("total-defense", "ann")
    assert fight.state("ann").stance == ("total-defense",)


def test_what_the_gm_sets_takes_the_place_of_other_steps_of_its_ladder() -> None:
    """TS-322: stunned and staggered are one step, and nobody is both."""
    fight = Fight(hero("ann", state={"conditions": {"staggered": {"rounds": 2}, "slowed": {}}}))
    fight.set("ann", conditions={"stunned": {"rounds": 2}})
    assert set(fight.state("ann").conditions) == {"stunned", "slowed"}
