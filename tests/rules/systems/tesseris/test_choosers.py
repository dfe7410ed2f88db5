"""What a page may choose about an action, and what the GM may overrule: the same as a command may say."""

from typing import Any

from rules.engine.command import Command
from rules.engine.state import BattleView
from rules.engine.system import Parameter
from rules.systems.tesseris.system import SYSTEM
from tests.rules.kit import command, kinds, roll_of
from tests.rules.systems.tesseris.fights import OPEN, Fight, hero, labels, raider

BLADES: dict[str, Any] = {
    "weapons": ["sword", "knife"],
    "held": ["sword", "knife"],
    "traits": ["multi-weapon-melee"],
}
ZONES: dict[str, Any] = {
    "grid": {"kind": "zones"},
    "zones": [{"id": "bar", "name": "Bar", "links": ["yard"]}, {"id": "yard", "name": "Yard"}],
}


def walled(
    *walls: tuple[str, list[float], list[float], str], cols: int = 12, rows: int = 8
) -> dict[str, Any]:
    listed = [
        {"id": id_, "from": a, "to": b, "kind": "low", "material": material} for id_, a, b, material in walls
    ]
    return {"grid": {**OPEN["grid"], "cols": cols, "rows": rows}, "walls": listed}


def options(fight: Fight, do: str, actor: str, **params: Any) -> dict[str, Parameter]:
    action = SYSTEM.action(do)
    assert action is not None
    return {p.id: p for p in action.options(BattleView(fight.battle.state), command(do, actor, **params))}


def choices(fight: Fight, parameter: Parameter, actor: str) -> list[str]:
    assert parameter.choices is not None
    view = BattleView(fight.battle.state)
    return [choice.id for choice in parameter.choices(view, view.combatant(actor))]


def ways(fight: Fight, do: str, actor: str) -> list[dict[str, str]]:
    action, view = SYSTEM.action(do), BattleView(fight.battle.state)
    assert action is not None
    return [dict(fixed) for fixed, _ in action.ways(view, view.combatant(actor))]


def test_each_further_weapon_has_a_target_of_its_own() -> None:
    """TS-110"""
    fight = Fight(
        hero("dee", at=[3, 3], **BLADES),
        raider("bob", at=[2, 3]),
        raider("bru", "brute", at=[4, 3]),
        raider("far", at=[9, 3]),
        map=OPEN,
        dee__attack=[6, 6, 1, 1],
    )
    second = options(fight, "multi-strike", "dee", target="bob")["target-2"]
    assert (str(second.label), choices(fight, second, "dee")) == ("Knife at", ["bob", "bru"])
    odds = fight.battle.now.odds(
        command("multi-strike", "dee", target="bob", options={"target-2": "bru"}), 800
    )
    assert not odds.sampled
    told = fight.do("multi-strike", "dee", target="bob", options={"target-2": "bru"})
    told += fight.answer("bob", "none") + fight.answer("bru", "none")
    assert [e.target for e in told if e.kind == "hit"] == ["bob", "bru"]  # type: ignore[attr-defined]


def test_a_tap_on_the_map_attacks_the_wall_there() -> None:
    """TS-135, TS-285, TS-290, TS-293"""
    walls = walled(("crates", [6, 2], [6, 6], "wood-thin"), ("bricks", [6, 4], [9, 4], "stone"))
    fight = Fight(hero("ann", "trooper", at=[2, 3]), map=walls, ann__attack=[6, 6, 6, 6])
    action, view = SYSTEM.action("attack-cover"), BattleView(fight.battle.state)
    assert action is not None
    assert action.is_laid(view, command("attack-cover", "ann"))
    assert fight.refuses("attack-cover", "ann", at=[2, 6]) == "no-target"
    sides = options(fight, "attack-cover", "ann", at=[6, 3])["wall"]
    assert (str(sides.blank), choices(fight, sides, "ann")) == ("wood thin, west", ["bricks"])
    laid = action.plan(view, command("attack-cover", "ann", at=[6, 3])).laid
    assert laid is not None
    assert laid.at == (6, 3.5)
    assert str(laid.says).startswith("A yard of wood thin: 10 of 10 structure points left.")
    told = fight.do("attack-cover", "ann", at=[6, 3])
    assert "wall-damage" in kinds(told)
    assert [wall.id for wall in fight.battle.state.map.walls] == ["bricks", "crates.1", "crates.2"]  # type: ignore[union-attr]
    fight.do("turn", "ann")
    fight.dice.faces = {"ann.attack": [1] * 9}
    fight.dice.used.clear()
    told = fight.do("attack-cover", "ann", at=[6, 3], options={"wall": "bricks"})
    assert [e.material for e in told if e.kind == "wall-damage"] == ["stone"]  # type: ignore[attr-defined]


def test_a_struggle_names_whom_it_frees_and_how() -> None:
    """TS-114, TS-115, TS-117, TS-184"""
    ties = {"conditions": {"grappled": {"with": ["dee", "ann", "bru"]}}}
    pinned = {"conditions": {**ties["conditions"], "pinned": {"by": "bru"}}}
    fight = Fight(
        hero("dee", state=ties),
        hero("ann", state=pinned),
        raider("bru", "brute", state=ties),
        ann__acrobatics=[6, 6, 6, 6],
    )
    assert ways(fight, "break-pin", "ann") == [{"target": "ann"}]
    assert ways(fight, "break-pin", "dee") == [{"target": "ann"}]
    assert ways(fight, "break-pin", "bru") == [{}]
    assert choices(fight, options(fight, "break-pin", "ann")["skill"], "ann") == ["acrobatics"]
    assert "max_hits" in options(fight, "pummel", "bru", target="ann")
    told = fight.do("break-pin", "ann", target="ann", options={"skill": "acrobatics"})
    assert roll_of(told, "acrobatics").who == "ann"


def test_a_weapon_is_drawn_in_passing_right_after_a_move() -> None:
    """TS-099, TS-183"""
    fight = Fight(hero("dee", held=[]))
    assert {"with": "sword"} in ways(fight, "draw", "dee")
    fight.do("move", "dee", yards=1)
    free = {"with": "sword", "with_move": "true"}
    assert free in ways(fight, "draw", "dee")
    fight.do("draw", "dee", with_="sword", with_move="true")
    assert (fight.state("dee").held, fight.state("dee").ticks) == (("sword",), 4)


def test_one_runs_to_cover_in_the_turn_of_another() -> None:
    """TS-147, TS-288"""
    walls = walled(("bricks", [6, 2], [6, 6], "stone"))
    dice = {"ann__initiative": [10, 1], "bob__initiative": [1, 1]}
    fight = Fight(hero("ann", "trooper", at=[1, 3]), raider("bob", at=[8, 3]), map=walls, **dice)
    assert fight.refuses("run-to-cover", "bob", to=[6, 3]) == "too-far"
    fight.do("begin")
    assert fight.refuses("run-to-cover", "bob", to=[11, 3]) == "no-cover"
    fight.do("run-to-cover", "bob", to=[6, 3], pay="ticks")
    assert (fight.at("bob"), fight.state("bob").ticks, fight.state("bob").cover.locations) == (
        (6, 3),
        3,
        ("head", "arms"),
    )


def test_the_gm_lends_ticks_for_one_action() -> None:
    """TS-064"""
    fight = Fight(hero("dee", state={"ticks": 1}))
    assert fight.refuses("run", "dee", yards=5) == "no-ticks"
    fight.do("lend-ticks", target="dee", ticks=2)
    fight.do("run", "dee", yards=5)
    assert (fight.state("dee").ticks, fight.state("dee").debt, fight.state("dee").may_borrow) == (0, 2, 0)
    assert fight.refuses("move", "dee", yards=1) == "no-ticks"


def test_the_gm_lifts_what_lasts_until_it_is_removed() -> None:
    """TS-300, TS-305, TS-313, TS-330"""
    fight = Fight(hero("dee"), raider("bob"), dee__social=[6, 6, 6], bob__social_defence=[1] * 3)
    assert fight.refuses("lift-condition", target="bob", condition="blinded") == "no-target"
    fight.do("apply-condition", target="bob", condition="blinded")
    fight.do("lift-condition", target="bob", condition="blinded")
    assert not fight.state("bob").has("blinded")
    fight.do("manipulate", "dee", target="bob", options={"action": "go home"})
    assert fight.state("bob").manipulated.action == "go home"
    fight.do("lift-condition", target="bob", condition="manipulated")
    assert fight.state("bob").manipulated is None
    fight.set("bob", dying=True, stamina=0, conditions={"unconscious": {}})
    fight.do("lift-condition", target="bob", condition="unconscious")
    assert (fight.state("bob").dying, fight.state("bob").has("unconscious")) == (False, False)


def test_what_a_refusal_rests_on_may_be_overruled() -> None:
    """TS-200, TS-341, TS-346"""
    fight = Fight(hero("dee", at=[3, 3]), raider("bob", at=[4, 3]), raider("bru", at=[30, 3]), map=OPEN)

    def overridable_facts(do: str, **params: Any) -> list[str]:
        action = SYSTEM.action(do)
        assert action is not None
        return [
            fact.id
            for fact in action.overridable_facts(BattleView(fight.battle.state), command(do, "dee", **params))
        ]

    assert overridable_facts("swordpoint", target="bob") == ["unaware", "distracted"]
    assert "distance" in overridable_facts("melee-strike", target="bru")
    assert fight.refuses("swordpoint", "dee", target="bob") == "not-vulnerable"
    fight.do("swordpoint", "dee", target="bob", facts={"distracted": True})
    plan = fight.battle.now.plan(command("distract", "bru", target="dee", facts={"difficulty": 4}))
    assert [(fact.id, fact.value, fact.overruled) for fact in plan.facts] == [("difficulty", 4, True)]
    melee = fight.battle.now.plan(command("melee-strike", "dee", target="bob")).facts
    assert {fact.id for fact in melee if fact.many} == {"allies_adjacent"}


def test_a_spell_may_be_long_but_only_the_gm_makes_it_short() -> None:
    """TS-134"""

    def refused(**params: Any) -> str | None:
        return SYSTEM.secrets.gm_only(command("cast-offensive-spell", "dee", **params))

    assert [refused(ticks=5), refused(ticks=1), refused(difficulty=3)] == [None, "ticks", None]
    assert SYSTEM.secrets.gm_only(command("melee-strike", "dee", ticks=5)) == "ticks"


def test_zones_know_run_ups_by_word_and_watch_whole_zones() -> None:
    """TS-107, TS-131, R52"""
    fight = Fight(
        hero("dee", at="bar"),
        raider("bob", at="bar"),
        hero("ann", "trooper", at="bar"),
        map=ZONES,
        dee__attack=[1] * 4,
        bob__duck=[1] * 9,
    )
    assert fight.refuses("charge", "dee", target="bob", options={"moved": 1}) == "too-close"
    told = fight.do("charge", "dee", target="bob", options={"moved": 4})
    assert labels(told, "attack")["charge"] == 1
    while fight.prompt() is not None:
        fight.answer(fight.prompt().to, "none")
    fight.set("bob", at="yard")
    fight.do("overwatch", "ann", target="bob")
    fight.set("bob", at="bar")
    fight.do("run", "bob", to="yard")
    while fight.prompt().purpose == "reaction-strike":
        fight.answer(fight.prompt().to, "none")
    assert (fight.prompt().to, fight.prompt().purpose) == ("ann", "overwatch-shot")


def test_a_sprint_is_shown_where_it_leads_and_nowhere_else() -> None:
    """TS-164"""
    walls = [
        {"id": "a", "from": [4, 0], "to": [4, 5], "kind": "wall", "material": "stone"},
        {"id": "b", "from": [4, 5], "to": [1, 5], "kind": "wall", "material": "stone"},
    ]
    battle_map = {"grid": {**OPEN["grid"], "cols": 9, "rows": 8}, "walls": walls}
    fight = Fight(hero("dee", at=[2, 3], speed=2), raider("bob", at=[0, 6]), map=battle_map)
    shown = fight.battle.now.reach("dee", None, Command(do="sprint", actor="dee"))
    run = fight.battle.now.reach("dee", None, Command(do="run", actor="dee"))
    action, dee = SYSTEM.action("sprint"), fight.battle.state.combatants["dee"]
    for cell in ((x, y) for x in range(9) for y in range(8)):
        there = command("sprint", "dee", to=list(cell))
        refused = None if action is None else action.why_not(BattleView(fight.battle.state), there)
        assert (refused is None) == (cell in shown.costs), cell
    assert set(shown.costs) < set(run.costs) | {c for c in shown.costs if shown.costs[c] > 8}
    assert shown.ways
    for to, way in shown.ways.items():
        assert way[-1] == to
        path = command("sprint", "dee", path=[list(place) for place in way if not isinstance(place, str)])
        assert action is not None
        assert action.why_not(BattleView(fight.battle.state), path) is None, (dee.at, to)


def test_what_further_weapons_and_bullets_are_worse_by_is_said_before_the_attack() -> None:
    """TS-110, TS-203"""
    traits = ["multi-weapon-melee"]
    dee = hero("dee", traits=traits, weapons=["sword", "knife"], held=["sword", "knife"])
    fight = Fight(dee, hero("tom", "trooper"), raider("bob"))
    notes = fight.battle.now.plan(command("multi-strike", "dee", target="bob")).notes
    assert ("with the knife", -2, "TS-110") in [(str(n.label), n.value, n.rule) for n in notes]
    for action, worse in (("burst-fire", True), ("straight-shot", False), ("spray-n-pray", False)):
        notes = fight.battle.now.plan(command(action, "tom", target="bob", facts={"distance": 5})).notes
        assert (
            ("each further bullet", -2, "TS-203") in [(str(n.label), n.value, n.rule) for n in notes]
        ) is worse
