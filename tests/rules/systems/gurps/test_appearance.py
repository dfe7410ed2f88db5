"""How things are shown: marks with their effects, bars, numbers, log lines, choices (section 11)."""

from typing import Any

from rules.engine.state import BattleView
from rules.engine.text import in_full
from rules.systems.gurps.maneuvers.maneuver_table import MANEUVERS
from rules.systems.gurps.system import SYSTEM
from tests.rules.kit import command, fighter
from tests.rules.systems.gurps.fights import Fight, duel

_WORDS = "dot cross bolt drop eye-off skull hand flame shield chain arrow-down spiral star lock question"
SHAPES = frozenset((*_WORDS.split(), "clock", "sword", "feather"))


def marks(sheet: Any = None, **state: Any) -> list[str]:
    fight = Fight(fighter("bob", sheet=sheet or {}, state=state))
    found = SYSTEM.looks.marks(fight.battle.state.combatants["bob"])
    assert {mark.shape for mark in found} <= SHAPES
    assert all(mark.rule in SYSTEM.rules for mark in found)
    return [mark.id for mark in found]


def test_each_condition_is_a_mark() -> None:
    """GU-1001 to GU-1020"""
    assert marks() == []
    assert marks(stunned=True, posture="prone") == ["stunned", "prone"]
    assert marks(mental_stun={"freeze": 2}) == ["mental-stun"]
    assert marks(shock_pending=3) == ["shock"]
    assert marks(hp=3) == ["reeling"]
    assert marks(hp=-1) == ["collapsing"]
    assert marks(fp=3) == ["exhausted"]
    assert marks(mortal=True, unconscious=True, hp=-12) == ["mortal", "unconscious", "reeling"]
    assert marks(dead=True, hp=-60) == ["dead"]
    assert marks(crippled=["left-arm"], blind=["left-eye"]) == ["crippled-left-arm", "blind"]
    assert marks(maneuver={"id": "all-out-attack-melee", "variant": "strong"}) == ["open"]
    assert marks(aim={"with": "x", "target": "y", "turns": 2}, concentrating="a spell") == [
        "aim",
        "concentrating",
    ]
    assert marks(wait={"trigger": "a step", "then": "attack"}) == ["wait"]


def test_points_are_bars() -> None:
    """GU-912, GU-914"""
    fight = Fight(fighter("bob", state={"hp": -3, "fp": 4}))
    gauges = SYSTEM.looks.gauges(fight.battle.state.combatants["bob"])
    assert [(in_full(g.label), g.value, g.most, g.shape) for g in gauges] == [
        ("HP", -3, 10, "bar"),
        ("FP", 4, 10, "bar"),
    ]


def test_the_sheet_shows_the_body_with_its_dr() -> None:
    """GU-219, GU-220"""
    fight = Fight(fighter("bob", sheet={"stock": "knight"}))
    sections = {
        in_full(s.title): s.figures for s in SYSTEM.looks.sections(fight.battle.state.combatants["bob"])
    }
    body = {
        in_full(figure.label): (in_full(figure.value), in_full(figure.help))
        for figure in sections["Body and DR"]
    }
    assert body["Skull"] == ("DR 6", "to hit -7, from behind -5")
    assert body["Torso"] == ("DR 4", "flexible")
    assert body["Left foot"][0] == "DR 0"
    assert in_full(sections["Weapons"][0].label) == "Broadsword, swing 14"
    assert in_full(sections["Weapons"][0].value) == "1d+3 cut, reach 1"


def test_what_is_left_of_a_turn_is_shown() -> None:
    """GU-701"""
    fight = duel(ann__attack=[6, 5, 4])
    ann = fight.battle.state.combatants["ann"]
    assert in_full(SYSTEM.looks.allowances(ann)[0].value) == "one left"
    fight.do("committed-attack-melee", "ann", variant="strong", target="bob", with_="broadsword")
    now = SYSTEM.looks.allowances(fight.battle.state.combatants["ann"])
    shown = {in_full(f.label): in_full(f.value) for f in now}
    assert shown["Maneuver"] == "Committed Attack, strong"
    assert shown["Leaves"] == "any defence at -2, no parry with the weapon used, no retreat"


def test_an_attack_reads_like_a_story() -> None:
    fight = duel(ann__attack=[6, 5, 4])
    fight.do("attack", "ann", target="bob", with_="broadsword", location="neck")
    told = []
    for _, event, _, after in fight.battle.story():
        line = SYSTEM.looks.describe(event, after)
        told += [in_full(line.text)] if line is not None else []
    assert told == [
        "Ann: Attack.",
        "Ann attacks Bob with broadsword, swing, at the neck.",
        "Ann misses Bob.",
    ]


def test_a_hit_shows_its_numbers() -> None:
    """GU-903 to GU-908"""
    fight = duel(bob={"HP": 20, "dr": {"all": 1}}, ann__attack=[3, 3, 4], ann__damage=[3])
    fight.do("attack", "ann", target="bob", with_="broadsword", facts={"aware": False})
    done = next(e for e in fight.battle.entries[-1].events if e.kind == "damage-done")
    line = SYSTEM.looks.describe(done, fight.battle.state)
    assert line is not None
    assert in_full(line.text) == "6 cutting to the torso of Bob against DR 1."
    assert [(str(f.label), str(f.value)) for f in line.figures] == [
        ("damage", "6"),
        ("DR", "-1"),
        ("gets through", "5"),
        ("injury", "7"),
    ]


def test_every_maneuver_is_an_action_and_says_what_it_leaves() -> None:
    """GU-701"""
    actions = {action.id: action for action in SYSTEM.actions}
    assert set(MANEUVERS) <= set(actions)
    assert len(actions) == len(SYSTEM.actions)
    assert all(action.rule in SYSTEM.rules for action in SYSTEM.actions)
    assert "no defence" in in_full(actions["all-out-attack-melee"].help)


def test_choices_are_listed_for_every_parameter() -> None:
    fight = duel(ann={"stock": "rifleman"})
    view = BattleView(fight.battle.state)
    ann = view.combatant("ann")
    for action in SYSTEM.actions:
        for parameter in action.parameters:
            if parameter.choices is not None:
                choices = parameter.choices(view, ann)
                assert len({choice.id for choice in choices}) == len(choices)
    assert fight.battle.now.check(command("attack", "ann")) is None
    assert fight.battle.now.check(command("attack", "ann", with_="pistol")).code == "not-ready"  # type: ignore[union-attr]


def test_every_event_has_a_kind_of_its_own() -> None:
    kinds = [event.kind for event in SYSTEM.own_events]
    assert len(set(kinds)) == len(kinds)
    assert len(SYSTEM.event_kinds()) == len(set(SYSTEM.event_kinds()))


def test_real_dice_are_typed_in() -> None:
    """GU-401"""
    fight = duel(bob={"HP": 20})
    fight.do("edit", target="ann", by_hand=True)
    fight.do("attack", "ann", target="bob", with_="broadsword", facts={"aware": False})
    assert fight.prompt().dice == "3d6"
    assert fight.refuses("answer", "ann", answer="faces", faces=[7, 1, 1]).code == "bad-answer"
    fight.answer("ann", "faces", faces=[3, 3, 4])
    assert fight.prompt().dice == "1d6+3"
    fight.answer("ann", "faces", faces=[1])
    assert fight.state("bob").hp == 20 - 6


def test_a_door_takes_a_second() -> None:
    """GU-721: our ruling GU-R61"""
    door = {"id": "d", "from": [6, 5], "to": [6, 6], "kind": "door", "state": "closed"}
    where = {"grid": {"kind": "square", "cols": 12, "rows": 12}, "walls": [door]}
    fight = Fight(fighter("ann", at=[5, 5]), map=where)
    fight.do("door", "ann", wall="d")
    assert fight.battle.state.map is not None
    assert fight.battle.state.map.walls[0].state == "open"
    assert fight.refuses("door", "ann", wall="d").code == "maneuver-used"
