"""What is offered beside a refusal makes it legal, in every system: each is done, and the check asked."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from rules.ai.ground_figures import foes_of
from rules.ai.remedies import Remedies, RemediesWanted, remedies_of
from rules.engine.battle import Battle
from rules.engine.chances.attack_ways import attack_ways
from rules.engine.command import Command
from rules.engine.position import Position
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.system import find_system
from rules.systems import load_systems
from tests.load.chance import Faces
from tests.playing.scenes import close

SYSTEMS = ("atomic", "gurps", "phases", "savage", "tesseris")
ME = "ann"
MOST_TRIED = 8


@pytest.fixture(params=SYSTEMS)
def battle(request: pytest.FixtureRequest) -> Battle:
    """Lay out two against two in free play: Ann next to nobody, in reach of the one and not of the other."""
    load_systems()
    battle = close(str(request.param)).begun()
    give(battle, "r1", at=[5, 2])
    give(battle, "r2", at=[8, 4])
    return battle


def do(battle: Battle, do: str, **params: Any) -> None:
    battle.handle(Command.parse({"do": do, **params}), Faces(0))


def _attack(*, with_: str) -> dict[str, Any]:
    return {"do": "attack", "with": with_}


def _draw(weapon: str) -> dict[str, Any]:
    return {"do": "draw", "with": weapon}


def give(battle: Battle, who: str, **state: Any) -> None:
    do(battle, "gm-set", target=who, state=state)


def refused_attacks(state: BattleState, target: str) -> Iterator[Command]:
    """List attacks on somebody that are refused, the first that come to mind."""
    ways = attack_ways(find_system(state.system), BattleView(state), state.combatants[ME], target)
    yield from islice((command for command, _ in ways if not is_legal(state, command)), MOST_TRIED)


def is_legal(state: BattleState, command: Command) -> bool:
    position = Position(find_system(state.system), state)
    try:
        action = position.legal_action(command)
        position.plan(action.filled(BattleView(state), command))
    except Refusal:
        return False
    return True


def ask(state: BattleState, command: Command, *, is_whole: bool = False) -> Remedies:
    costs = Position(find_system(state.system), state).reach(ME).costs
    return remedies_of(state, RemediesWanted(command=command, costs=costs, is_whole=is_whole))


def again(battle: Battle) -> Battle:
    """Give a battle in which the same has happened."""
    return Battle.load(battle.system.id, [event for entry in battle.entries for event in entry.events])


def after(battle: Battle, command: Command, turns: int = 0) -> BattleState | None:
    """Do something for real, and begin so many turns; None where somebody is asked about it."""
    other = again(battle)
    other.handle(Command.parse({"do": command.do, "actor": ME, **command.params}), Faces(0))
    if other.state.prompt is not None:
        return None
    for _ in range(turns):
        do(other, "turn", actor=ME)
    return other.state


def test_from_each_place_it_is_legal_once_one_has_gone_there(battle: Battle) -> None:
    tried = 0
    for command in refused_attacks(battle.state, "r1"):
        for place in ask(battle.state, command).places:
            to = list(place.place) if isinstance(place.place, tuple) else place.place
            move = Command(do="move", actor=ME, params={"to": to})
            there = after(battle, move, turns=place.turns)
            if there is not None:
                assert is_legal(there, command)
                tried += 1
    assert tried


def test_the_places_are_the_nearest(battle: Battle) -> None:
    costs = Position(battle.system, battle.state).reach(ME).costs
    for command in refused_attacks(battle.state, "r1"):
        found = [place.cost for place in ask(battle.state, command).places]
        assert found == sorted(found)
        assert all(costs[place.place] == place.cost for place in ask(battle.state, command).places)


def test_what_is_done_first_makes_it_legal(battle: Battle) -> None:
    for target in ("r1", "r2"):
        for command in refused_attacks(battle.state, target):
            for deed in ask(battle.state, command).deeds:
                if deed.turns == 0 and deed.then is None:
                    there = after(battle, deed.command)
                    assert there is None or is_legal(there, command), (command, deed)


def test_whom_else_and_with_what_else_may_be_done_at_once(battle: Battle) -> None:
    give(battle, "r1", at=[4, 2])
    targets = 0
    for command in refused_attacks(battle.state, "r2"):
        found = ask(battle.state, command)
        for who in found.targets:
            action = battle.system.action(command.do)
            assert action is not None
            said = {**command.params, action.aimed_key: who}
            assert who != "r2"
            assert is_legal(battle.state, Command(do=command.do, actor=ME, params=said))
            targets += 1
        for way in found.ways:
            assert is_legal(battle.state, way)
            assert way != command
    assert targets, "who is next to Ann may be struck where the other is out of reach"


def test_nothing_is_offered_for_what_is_legal_or_may_not_be_done_at_all(battle: Battle) -> None:
    give(battle, "r1", at=[4, 2])
    view, me = BattleView(battle.state), battle.state.combatants[ME]
    legal = [c for c, _ in attack_ways(battle.system, view, me, "r1") if is_legal(battle.state, c)]
    assert legal
    assert ask(battle.state, legal[0]) == Remedies()
    for command in (
        Command(do="no-such-thing", actor=ME),
        Command(do=legal[0].do, actor="nobody", params=legal[0].params),
    ):
        assert remedies_of(battle.state, RemediesWanted(command=command, costs={})) == Remedies()


def test_the_same_state_gives_the_same_remedies(battle: Battle) -> None:
    for command in list(refused_attacks(battle.state, "r2"))[:3]:
        assert ask(battle.state, command) == ask(battle.state, command)


def test_who_has_no_foe_but_one_is_told_of_no_other(battle: Battle) -> None:
    do(battle, "remove", target="r1")
    assert [foe.id for foe in foes_of(battle.system, battle.state, ME)] == ["r2"]
    for command in refused_attacks(battle.state, "r2"):
        assert ask(battle.state, command).targets == ()


# ------------------------------------------------------------------------ one by one, in each system
PISTOL = {
    "id": "pistol",
    "name": "Pistol",
    "kind": "missile",
    "skill": "guns-pistol",
    "damage": "2d+2 pi",
    "acc": 2,
    "range": [150, 1850],
    "rof": 3,
    "rcl": 2,
    "bulk": -2,
    "shots": 15,
    "ready": False,
}
CASES: tuple[tuple[str, list[Any], dict[str, Any], dict[str, Any], dict[str, Any], int], ...] = (
    ("atomic", ["blast-pistol", "combat-knife"], {}, _attack(with_="combat-knife"), _draw("combat-knife"), 0),
    ("phases", ["light-pistol"], {}, _attack(with_="light-pistol"), _draw("light-pistol"), 0),
    (
        *("phases", ["light-pistol"], {"ready": ["light-pistol"], "ammo": {"light-pistol": 0}}),
        *(_attack(with_="light-pistol"), {"do": "reload", "with": "light-pistol"}, 0),
    ),
    (
        *("savage", ["long-sword"], {"held": []}, _attack(with_="long-sword")),
        *({"do": "ready", "with": "long-sword"}, 0),
    ),
    (
        *("gurps", ["axe", PISTOL], {}, _attack(with_="pistol")),
        *({"do": "ready", "what": "weapon", "with": "pistol"}, 1),
    ),
    (
        *("gurps", ["assault-rifle"], {"ammo": {"assault-rifle": 0}}, _attack(with_="assault-rifle")),
        *({"do": "ready", "what": "reload", "with": "assault-rifle"}, 3),
    ),
    ("tesseris", ["rifle"], {"held": []}, {"do": "straight-shot"}, _draw("rifle"), 0),
    ("tesseris", ["rifle"], {"ammo": {"rifle": 0}}, {"do": "straight-shot"}, {"do": "reload"}, 0),
)
"""System, weapons, state, the attack that is refused, what has to be done first, and the turns that takes."""


@pytest.mark.parametrize(("system", "weapons", "state", "attack", "first", "turns"), CASES)
def test_what_is_not_in_hand_is_drawn_and_what_is_empty_is_loaded(
    system: str,
    weapons: list[Any],
    state: dict[str, Any],
    attack: dict[str, Any],
    first: dict[str, Any],
    turns: int,
) -> None:
    load_systems()
    battle = Battle(system)
    do(battle, "set-map", map=close(system).map)
    ann = {"id": ME, "name": "Ann", "side": "heroes", "sheet": {"weapons": weapons}, "at": [3, 2]}
    foe = {"id": "r1", "name": "R1", "side": "raiders", "sheet": {}, "at": [4, 2]}
    do(battle, "add", combatants=[{**ann, "state": state}, foe])
    command = Command.parse({"actor": ME, "target": "r1", **attack})
    assert not is_legal(battle.state, command)
    [deed] = ask(battle.state, command).deeds
    assert {"do": deed.command.do, **deed.command.params} == first
    assert (deed.turns, deed.then) == (turns, None)
    for _ in range(turns):
        do(battle, "turn", actor=ME)
        do(battle, actor=ME, **first)
    do(battle, "turn", actor=ME) if turns else do(battle, actor=ME, **first)
    assert is_legal(battle.state, command)


def test_what_is_drawn_may_need_a_way_behind_it() -> None:
    load_systems()
    battle = Battle("atomic")
    do(battle, "set-map", map=close("atomic").map)
    sheet = {"weapons": ["blast-pistol", "combat-knife"]}
    do(battle, "add", combatants=[{"id": ME, "name": "Ann", "side": "h", "sheet": sheet, "at": [1, 2]}])
    do(battle, "add", combatants=[{"id": "r1", "name": "R1", "side": "r", "sheet": {}, "at": [4, 2]}])
    command = Command.parse({"actor": ME, "target": "r1", **_attack(with_="combat-knife")})
    [deed] = ask(battle.state, command).deeds
    assert deed.command.do == "draw"
    assert isinstance(deed.then, tuple)
    do(battle, "draw", actor=ME, **{"with": "combat-knife"})
    assert not is_legal(battle.state, command)
    do(battle, "move", actor=ME, to=list(deed.then))
    assert is_legal(battle.state, command)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_move_too_far_is_made_otherwise_or_a_part_of_the_way_first(system: str) -> None:
    load_systems()
    small = close(system)
    battle = replace(small, map={"grid": {**small.map["grid"], "cols": 40}, "walls": []}).begun()
    do(battle, "turn", actor=ME)
    costs = Position(battle.system, battle.state).reach(ME).costs
    farthest = max(place[0] for place in costs if isinstance(place, tuple))
    command = Command(do="move", actor=ME, params={"to": [farthest + 1, 2]})
    assert not is_legal(battle.state, command)
    found = ask(battle.state, command, is_whole=True)
    for other in found.moves:
        assert other.do != "move"
        assert is_legal(battle.state, other)
    for place in found.places:
        assert isinstance(place.place, tuple)
        move = Command(do="move", actor=ME, params={"to": list(place.place)})
        there = after(battle, move, turns=place.turns)
        assert there is None or is_legal(there, command)
    assert found.moves or found.places
