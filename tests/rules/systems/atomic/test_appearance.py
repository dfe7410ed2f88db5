"""How things are shown: marks, sheet, log lines, and typed dice."""

from rules.engine.battle_events import PromptOpened
from rules.engine.text import in_full
from rules.systems.atomic.system import SYSTEM
from tests.rules.kit import fighter, roll_of
from tests.rules.systems.atomic.fights import PISTOL, Fight, duel

SHAPES = {"drop", "cross", "skull", "spiral", "star", "clock", "sword"}


def marks(**state: object) -> list[str]:
    fight = Fight(fighter("bob", state=state))
    found = SYSTEM.looks.marks(fight.battle.state.combatants["bob"])
    assert {m.shape for m in found} <= SHAPES
    return [m.id for m in found]


def test_conditions_are_marked() -> None:
    """AT-91, AT-92, AT-93, AT-98, AT-100, AT-103"""
    assert marks() == marks(wounds=3) == []
    assert marks(wounds=4) == ["incapacitated"]
    assert marks(wounds=5, granted=-20, conscious_rounds=2) == ["dying", "granted", "conscious"]
    assert marks(wounds=5, condition="collapsed") == ["collapsed"]
    assert marks(wounds=5, condition="dead") == ["dead"]
    assert marks(engaged_with=["ann"]) == ["engaged"]


def test_wounds_are_pips() -> None:
    """AT-88"""
    fight = Fight(fighter("bob", state={"wounds": 2}))
    (gauge,) = SYSTEM.looks.gauges(fight.battle.state.combatants["bob"])
    assert (str(gauge.label), gauge.value, gauge.most, gauge.shape) == ("Wounds", 2, 5, "pips")


def test_the_sheet_shows_what_is_worked_out_and_why() -> None:
    """AT-04, AT-05, AT-06, AT-07, AT-09"""
    fight = Fight(fighter("bob", sheet={**PISTOL, "epithet": "two-fisted", "shield": True}))
    sections = {str(s.title): s.figures for s in SYSTEM.looks.sections(fight.battle.state.combatants["bob"])}
    assert [(str(f.value), f.rule) for f in sections["Worked out"]] == [
        ("50", "AT-04"),
        ("50", "AT-05"),
        ("50", "AT-06"),
        ("10", "AT-07"),
    ]
    unarmed = sections["Skills"][0]
    assert (unarmed.value, str(unarmed.help)) == ("20", "untrained: REFLEX × 2")
    assert [str(f.label) for f in sections["Attributes"]][:2] == ["BRAWN", "REFLEX"]
    assert sections["Epithet"][0].rule == "AT-68"


def test_what_is_left_of_a_turn_is_shown() -> None:
    """AT-50"""
    fight = duel()
    fight.do("quick", "ann")
    left = {str(f.label): str(f.value) for f in SYSTEM.looks.allowances(fight.battle.state.combatants["ann"])}
    assert left == {"Significant action": "not spent", "Move": "not spent", "Quick action": "spent"}


def lines(fight: Fight) -> list[str]:
    told = [SYSTEM.looks.describe(event, after) for _, event, _, after in fight.battle.story()]
    return [in_full(line.text) for line in told if line is not None]


def test_an_attack_reads_like_a_story() -> None:
    fight = duel(bob={"armour": "light"}, ann__attack=[40], bob__soak=[90])
    fight.do("attack", "ann", target="bob", with_="combat-staff")
    fight.answer("bob", "none")
    assert lines(fight) == [
        "Ann attacks Bob with the combat staff: engaged.",
        "Ann hits Bob: 2 wounds before the soak.",
        "Bob takes 2 wounds.",
    ]
    hit = next(e for e in fight.battle.entries[-1].events if e.kind == "hit")
    line = SYSTEM.looks.describe(hit, fight.battle.state)
    assert line is not None
    assert str(line.big) == "Hit"
    assert [(str(f.value), f.rule) for f in line.figures] == [
        ("2", "AT-80"),
        ("+1", "AT-83"),
        ("-1", "AT-85"),
        ("2", "AT-86"),
    ]


def test_what_is_shown_at_the_token() -> None:
    fight = duel(bob={"skills": {"dodge": 90}}, ann__attack=[61, 41], bob__dodge=[60])
    fight.do("attack", "ann", target="bob", with_="combat-staff")
    fight.do("turn", "ann")
    fight.do("attack", "ann", target="bob", with_="combat-staff")
    fight.answer("bob", "dodge")
    told = [SYSTEM.looks.describe(event, after) for _, event, _, after in fight.battle.story()]
    assert [str(line.big) for line in told if line is not None and line.big] == ["Miss", "Dodged"]


def test_both_grades_of_a_55_are_worded() -> None:
    """AT-31"""
    fight = duel(ann__attack=[55])
    rolled = roll_of(fight.do("attack", "ann", target="bob", with_="combat-staff"), "attack")
    assert str(SYSTEM.describe_roll(rolled)) == "critical success, and a five"


def test_every_event_has_a_kind_of_its_own() -> None:
    kinds = [event.kind for event in SYSTEM.own_events]
    assert len(set(kinds)) == len(kinds)
    assert len(SYSTEM.event_kinds()) == len(set(SYSTEM.event_kinds()))
    wanted = "action-lost attack-missed attack-defended hit no-wound wounds-taken condition-changed"
    assert set(wanted.split()) | {"weapon-changed", "noted", "last-stand"} <= set(kinds)


def test_real_dice_are_typed_in_and_judged_as_any_other() -> None:
    """AT-17"""
    fight = duel(bob__soak=[90])
    fight.do("edit", target="ann", by_hand=True)
    events = fight.do("attack", "ann", target="bob", with_="combat-staff", facts={"aware": False})
    assert isinstance(events[-1], PromptOpened)
    assert fight.prompt().dice == "d100"
    assert fight.refuses("answer", "ann", answer="faces", faces=[101]).code == "bad-answer"
    fight.answer("ann", "faces", faces=[100])
    assert fight.state("bob").wounds == 0
    fight.do("turn", "ann")
    fight.do("attack", "ann", target="bob", with_="combat-staff", facts={"aware": False})
    fight.answer("ann", "faces", faces=[44])
    assert fight.state("bob").wounds == 4
