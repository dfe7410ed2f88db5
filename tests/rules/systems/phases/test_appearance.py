"""How combatants, the clock and the log read."""

from typing import Any

from rules.engine.battle_events import Rolled
from rules.engine.text import in_full
from rules.systems.phases.state import Condition
from rules.systems.phases.system import SYSTEM
from tests.rules.systems.phases.fights import CARBINE, PISTOL, SWORD, Fight, duel, started


def lines(fight: Fight, events: Any) -> list[str]:
    told = (SYSTEM.looks.describe(event, fight.battle.state) for event in events)
    return [in_full(line.text) for line in told if line is not None]


def marks(fight: Fight, who: str) -> list[str]:
    return [str(mark.label) for mark in SYSTEM.looks.marks(fight.battle.state.combatants[who])]


def test_the_clock_and_the_order_are_worded() -> None:
    fight = started(PISTOL)
    assert str(SYSTEM.turns.clock_words(fight.battle.state)) == "Phase 1 · round 1 · turn 1 · minute 1"
    fight.do("target-and-fire", "ann", with_="light-pistol", target="bob")
    assert str(SYSTEM.turns.order_note(fight.battle.state, "ann")) == "11: target and fire"
    assert SYSTEM.turns.order_note(fight.battle.state, "bob") == "19"
    fight.do("end-turn", "bob")
    assert SYSTEM.turns.coming(fight.battle.state) == ()
    fight.do("end-battle")
    assert SYSTEM.turns.order_note(fight.battle.state, "bob") == ""  # what was rolled counts no more
    assert str(SYSTEM.turns.clock_words(duel().battle.state)) == "Free play"


def test_a_declaration_says_all_that_everybody_hears() -> None:
    fight = started(CARBINE)
    events = fight.do("attack", "ann", with_="carbine", target="bob", options={"mode": "auto"})
    said = "Ann declares: attack Bob with the assault carbine (full auto), "
    assert f"{said}which takes a round, due in phase 2." in lines(fight, events)  # PH-57


def test_a_whole_attack_is_told() -> None:
    fight = duel(
        {**SWORD, "skills": {"melee": 2}},
        {"attributes": {"toughness": 1}},
        ann__attack=[9, 2],
        ann__damage=[9, 2, 3],
        bob__trauma=[2],
    )
    events = fight.do("attack", "ann", with_="sword", target="bob", options={"called": "head"})
    told = lines(fight, events)
    assert told == [
        "Ann: attack Bob with the sword at the head.",  # PH-48: nothing is declared in free play
        "Ann attacks Bob with the sword.",
        "Ann meant the head of Bob and hits the right arm.",
        "Bob takes a flesh wound.",
        "Bob takes a traumatic wound: right arm.",
    ]
    rolled = [str(SYSTEM.describe_roll(event)) for event in events if isinstance(event, Rolled)]
    assert rolled == ["partial success", "11", "failure"]


def test_what_happens_to_time_weapons_and_targets_is_told() -> None:
    fight = started({**PISTOL, "ready": []}, bob__react=[9])
    told = lines(fight, fight.do("speak", "ann", note="Hands up!"))
    told += lines(fight, fight.do("draw", "ann", with_="light-pistol"))
    told += lines(fight, fight.do("end-turn", "bob"))
    told += lines(fight, fight.do("next-phase"))
    told += lines(fight, fight.do("target", "ann", with_="light-pistol", target="bob", location="head"))
    told += lines(fight, fight.do("end-turn", "bob"))
    fight.do("next-phase")
    told += lines(fight, fight.do("aim", "ann"))
    told += lines(fight, fight.do("end-turn", "bob"))
    for wanted in (
        "Ann: Hands up!",
        "Ann draws the light pistol.",
        "Bob declares nothing.",
        "Phase 1 is over.",
        "Phase 2 begins: round 1, turn 1.",
        "Ann has Bob in sight, at the head.",
        "Ann aims: +1.",
    ):
        assert wanted in told
    assert marks(fight, "ann") == ["Has a target in sight, aim 1"]


def test_a_token_shows_what_is_the_matter() -> None:
    fight = duel(bob_state={"trauma": ["left-leg"], "stunned": 1, "aware": False, "surprised": True})
    fight.set("bob", defence="evade")
    surprised = "Surprised; rolls Reflexes against 8 from the next phase"
    shown = ["Badly hurt: left leg", "Stunned: 1 more phase", "Unaware", surprised, "Evading"]
    assert marks(fight, "bob") == shown
    fight.set("bob", condition="dead")
    assert marks(fight, "bob")[0] == "Dead"
    assert SYSTEM.turns.passed_over(fight.battle.state.combatants["bob"])
    assert fight.state("bob").condition is Condition.DEAD


def test_the_numbers_the_gauges_and_the_sheet_are_laid_out() -> None:
    fight = duel({**CARBINE, "armour": ["vest"]}, ann_state={"trauma": ["head"], "flesh": 4})
    ann = fight.battle.state.combatants["ann"]
    assert [(g.value, g.most) for g in SYSTEM.looks.gauges(ann)] == [(2, 3), (4, 9)]
    numbers = {str(figure.label): str(figure.value) for figure in SYSTEM.looks.numbers(ann)}
    assert numbers["Wound penalty"] == "−3"
    assert numbers["In hand"] == "Assault carbine (30 of 30 rounds)"
    titles = [str(section.title) for section in SYSTEM.looks.sections(ann)]
    assert titles == ["Attributes", "Skills", "Weapons", "Armour: Vest"]
    assert SYSTEM.looks.allowances(ann) == ()  # it is down
    bob = fight.battle.state.combatants["bob"]
    assert [str(figure.value) for figure in SYSTEM.looks.allowances(bob)] == ["not spent", "not declared"]


def test_every_mark_has_a_shape_that_the_page_draws_and_a_rule_of_the_book() -> None:
    fight = started(PISTOL, SWORD)
    fight.do("parry", "ann")
    fight.set("bob", trauma=["chest"], stunned=1, surprised=True, aware=False)
    for combatant in fight.battle.state.combatants.values():
        for mark in SYSTEM.looks.marks(combatant):
            assert mark.rule in SYSTEM.rules
            assert mark.tone in {"harm", "warn", "info", "good"}
