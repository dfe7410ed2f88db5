"""Undo of every command that there is: none can be added that is not taken back whole.

The commands are those of the table's register and every action of every system. Most are come upon by chance,
among people who stand close together; the rest in the scenarios, or are set up below. Each is taken back, on
the live battle and on one that was loaded from its log, and put back: the states, written out in full, must
be the very same.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.battle_events import Rolled
from rules.engine.command import Command
from rules.engine.gm.gm_commands import TABLE_COMMANDS
from rules.engine.history.amendment import AMENDING
from rules.engine.history.log import UNDOING
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.system import TURN_COMMANDS, Action, find_system
from rules.scenario import dice_of
from rules.systems import load_systems
from tests.load.chance import Faces, filled, next_command
from tests.rules.test_undo_in_play import loaded, scenarios

SYSTEMS = ("atomic", "gurps", "phases", "savage", "tesseris")
MAP = {
    "grid": {"kind": "square", "cols": 10, "rows": 8, "per_cell": 1, "unit": "yd"},
    "walls": [
        {"id": "d", "from": [4, 1], "to": [4, 2], "kind": "door", "state": "closed"},
        {"id": "l", "from": [3, 4], "to": [6, 4], "kind": "low", "material": "wood"},
        {"id": "u", "from": [8, 6], "to": [10, 6], "kind": "wall"},
        {"id": "v", "from": [8, 6], "to": [8, 8], "kind": "wall"},
    ],
}
STEPS = 120
SEEDS = 6
TRIED = 12
"""How many actions that were not done yet are tried before something else is done."""
WET = {"name": "Wet", "words": "Cold and dripping.", "shape": "drop", "tone": "info"}
GMS: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "gm-set": [{"target": "c0", "state": {"at": [0, 0]}}],
    "add": [{"combatants": [{"id": "new", "name": "New", "at": [9, 7]}]}],
    "remove": [{"target": "c1"}],
    "edit": [
        {"target": "c0", "name": "Other", "side": "b", "hidden": True},
        {"target": "c0", "by_hand": True, "miniature": True, "size": 2},
    ],
    "set-picture": [{"target": "c0", "picture": "0" * 32}],
    "set-sheet": [{"target": "c0"}, {"target": "c0", "name": "Another"}],
    "set-map": [{"map": {**MAP, "walls": []}}, {"map": None}],
    "edit-map": [
        {"walls": [{"from": [1, 1], "to": [2, 1], "kind": "wall"}], "drop": {"walls": ["l"]}},
        {"ground": [{"cells": [[1, 1]], "cost": 2}], "picture": {"at": [0, 0], "size": [10, 8]}},
        {"lights": [{"at": [2, 2], "range": 4, "bright": 2}], "ambient": "dark"},
        {"surface": "grass", "floors": [{"cells": [[4, 4], [5, 4]], "surface": "stone"}]},
        {
            "levels": [
                {"name": "Hall", "at": [0, 0], "cols": 4, "rows": 4},
                {"name": "Loft", "elevation": 3, "at": [5, 0], "cols": 4, "rows": 4},
            ],
            "passages": [{"kind": "stairs", "joins": [[[1, 1], [6, 1]]]}],
        },
    ],
    "set-door": [{"wall": "d", "state": "open"}],
    "set-fog": [{"on": True, "each": True, "sides": ["a"]}, {"on": False}],
    "paint-fog": [
        {"how": "show", "cells": [[9, 7]]},
        {"how": "cover", "cells": [[3, 1]]},
        {"how": "forget", "all": True},
    ],
    "set-lamp": [{"target": "c0", "bright": 2, "dim": 4}, {"target": "c2", "dim": 3, "lasts": 60}],
    "put-out-lamp": [{"target": "c2"}],
    "light-lamp": [{"target": "c1"}],
    "set-altitude": [{"target": "c0", "altitude": 6, "flies": True}, {"target": "c1", "falls": True}],
    "set-house": [
        {"changes": [{"part": "conditions", "id": "wet", "to": {**WET, "name": "Soaked"}}]},
        {"changes": [{"part": "conditions", "id": "wet", "to": None}]},
    ],
    "set-conditions": [{"target": "c0", "conditions": ["wet"]}, {"target": "c1", "conditions": []}],
    "put-mark": [{"target": "c0", "name": "Cursed", "tone": "harm", "rounds": 2, "seen_by": "gm"}],
    "take-mark": [{"target": "c1", "name": "Blessed"}],
    "put-counter": [
        {"target": "c0", "name": "Luck", "value": 2, "most": 5, "seen_by": "owner", "by_owner": True},
        {"target": "c1", "name": "Alarm", "value": 4, "seen_by": "all", "on_token": True},
    ],
    "step-counter": [{"target": "c1", "name": "Alarm", "step": -1}],
    "take-counter": [{"target": "c1", "name": "Alarm"}],
    "time-condition": [{"target": "c1", "condition": "own-wet", "lasts": 2}],
    "pass-time": [{"lasts": 3}],
    "harm": [{"target": "c0"}],
    "put-note": [{"shape": "pin", "points": [[3.5, 4]], "words": "Well"}, {"note": "NOTE", "words": "Dry"}],
    "take-note": [{"note": "NOTE"}],
    "write-scene-notes": [{"words": "A cold well."}],
    "put-aura": [
        {"target": "c0", "name": "Light", "radius": 2, "seen_by": "all", "holds": "allies", "lasts": 3},
        {"target": "c1", "name": "Dread", "radius": 4, "seen_by": "owner", "tone": "warn"},
    ],
    "take-aura": [{"target": "c1", "name": "Dread"}],
    "put-area": [
        {"name": "Fire", "shape": "blast", "at": [5.5, 5.5], "size": 2, "lasts": 3},
        {"area": "AREA", "name": "Thin smoke", "seen_by": "gm", "lasts": 0},
    ],
    "take-area": [{"area": "AREA"}],
    "set-temper": [{"target": "c0", "temper": "fearful"}, {"target": "c1", "temper": "dull", "all": True}],
    "set-aim": [{"target": "c0", "aim": "reach", "at": [1, 1]}, {"target": "c1", "aim": "flee", "all": True}],
    "hand-over": [{"target": "c0", "on": True}],
    "end-battle": [{}],
}
"""What the GM may always do: commands of each kind that change something, on a fight with fog."""


def written(state: BattleState) -> str:
    """Write a state out in full: what is equal but not the same (1 and 1.0, another order) shows."""
    return repr(state)


def give(battle: Battle, data: Mapping[str, Any], seed: object = 1) -> bool:
    """Give a command; say whether it was carried out."""
    try:
        battle.handle(Command.parse(data), Faces(seed))
    except Refusal:
        return False
    return True


def require_taken_back(battle: Battle, before: Mapping[str, str], *, restart: bool = False) -> None:
    """Take the last thing back, and put it back again.

    Args:
        before: the state, written out, on which each command was given.
        restart: whether it is put back on a battle that was loaded from the log meanwhile, too.
    """
    after = written(battle.state)
    first = battle.handle(Command(do="undo"), Faces(0))[-1].commands[-1]  # type: ignore[attr-defined]
    for one in (loaded(battle), battle) if restart else (battle,):
        assert written(one.state) == before[first], battle.log.get(first).command
        assert not one.is_stuck
        one.handle(Command(do="redo"), Faces(0))
        assert written(one.state) == after, battle.log.get(first).command


@cache
def close_together(system: str, most: int = 12) -> tuple[Command, ...]:
    """Give the commands that bring two sides of the system's stock together round a door."""
    load_systems()
    stock = find_system(system).stock
    count = min(max(6, len(stock)), most)
    people = [
        {
            "id": f"c{n}",
            "name": f"C{n}",
            "side": "ab"[n % 2],
            "sheet": dict(stock[n % len(stock)].sheet),
            "at": [3 + n % 3, 1 + n // 3],
        }
        for n in range(count)
    ]
    return (
        Command(do="set-map", params={"map": MAP}),
        Command(do="add", params={"combatants": people}),
    )


def begun(system: str, most: int = 12) -> Battle:
    load_systems()
    battle = Battle(system)
    for command in close_together(system, most):
        battle.handle(command, Faces(1))
    return battle


def ways_to_do(
    battle: Battle, action: Action, whom: Sequence[str], dice: random.Random
) -> Iterator[dict[str, Any]]:
    """List commands for an action that seem to be legal, by each of some people."""
    view, people = BattleView(battle.state), [battle.state.combatants[who] for who in whom]
    if action.of_table:
        yield {"do": action.id, "on": True}
        for one in people:
            yield {"do": action.id, **filled(view, action, one, {}, dice)}
        return
    for actor in people:
        for fixed, _ in action.ways(view, actor)[:4]:
            if battle.now.check(Command(do=action.id, actor=actor.id, params=dict(fixed))) is None:
                yield {"do": action.id, "actor": actor.id, **filled(view, action, actor, fixed, dice)}


def not_done_yet(battle: Battle, done: set[str], dice: random.Random) -> Iterator[dict[str, Any]]:
    """List commands for actions that were not done yet, whose turn it is or free for anybody."""
    state = battle.state
    whom = [state.active] if state.active else list(state.combatants)
    actions = [action for action in battle.system.actions if action.id not in done]
    dice.shuffle(actions)
    for action in actions:
        yield from ways_to_do(battle, action, whom, dice)


def fight_by_chance(system: str, done: set[str], seed: int) -> None:
    """Let people do what was not done yet wherever they can, in free play and in a fight; take it back."""
    battle, dice, before = begun(system), random.Random(seed), dict[str, str]()
    for step in range(STEPS):
        state, new = battle.state, None
        if state.prompt is None:
            for _, data in zip(range(TRIED), not_done_yet(battle, done, dice), strict=False):
                if give(battle, data, step):
                    new = data["do"]
                    break
        if new is None:
            if not state.running and state.prompt is None and step < STEPS // 3:
                who = dice.choice(list(state.combatants))  # fresh, for what costs more than is left
                sheet = state.combatants[who].sheet
                data = {"do": "gm-set", "target": who, "state": battle.system.starting_state(sheet).as_json()}
            else:
                data = next_command(battle, dice)
            if not give(battle, data, step) or data.get("do") in UNDOING:
                continue
            new = data.get("do", "answer")
        before[battle.entries[-1].command.id] = written(state)
        if new not in done:
            done.add(new)
            require_taken_back(battle, before)
    assert written(loaded(battle).state) == written(battle.state)


def play_scenarios(system: str, done: set[str]) -> None:
    """Play the scenarios that have commands which were not done yet; take these back."""
    for scenario in scenarios(system):
        asked = [step.ask for step in scenario.steps if isinstance(step.ask, Command)]
        if done.issuperset(command.do for command in asked):
            continue
        battle, dice, before = Battle(system), dice_of(scenario), dict[str, str]()
        battle.handle(Command(do="set-map", params={"map": scenario.map}), dice)
        battle.handle(Command(do="add", params={"combatants": list(scenario.combatants)}), dice)
        for command in asked:
            was = written(battle.state)
            try:
                battle.handle(command, dice)
            except Refusal:
                continue
            before[battle.entries[-1].command.id] = was
            if command.do not in done:
                done.add(command.do)
                require_taken_back(battle, before)
        assert written(loaded(battle).state) == written(battle.state)


def change_a_roll(system: str, done: set[str]) -> None:
    """Put a forgotten modifier on somebody's roll, and take that back."""
    battle, dice = begun(system), random.Random(2)
    for step in range(STEPS):
        give(battle, next_command(battle, dice), step)
        entry = battle.entries[-1]
        for roll in (event for event in entry.events if isinstance(event, Rolled)):
            was = written(battle.state)
            meant = {"command": entry.command.id, "who": roll.who, "purpose": roll.purpose}
            if give(battle, {"do": AMENDING, "roll": meant, "value": -3, "label": "the dark"}):
                require_taken_back(battle, {battle.entries[-1].command.id: was})
                done.add(AMENDING)
                return


ACTIVE = "whose turn it is"
_NEXT = {"do": "gm-set", "target": "c2", "state": {"at": [2, 2]}}
_TIED = {"conditions": {"grappled": {"with": ["c2", "c4", "c3"]}}}
_GRAPPLE = [_NEXT, *({"do": "gm-set", "target": who, "state": _TIED} for who in ("c2", "c3", "c4"))]
_HOLD = [
    _NEXT,
    {"do": "set-sheet", "target": "c3", "sheet": {"stock": "brute", "traits": ["swordpoint-break"]}},
    {"do": "swordpoint", "actor": "c2", "target": "c3", "facts": {"unaware": True}},
]
_HORSE = [{"do": "set-sheet", "target": "c3", "sheet": {"stock": "war-horse"}}]
_GUNS = {"weapons": ["pistol", "revolver"], "held": ["pistol", "revolver"]}
SETUPS: Mapping[str, Sequence[Sequence[Mapping[str, Any]]]] = {
    "phases": [
        [{"do": "turn", "actor": "c0"}],
        [
            {"do": "edit", "target": "c0", "by_hand": True},
            {"do": "begin"},
            {"do": "answer", "actor": "c0", "answer": "roll"},
        ],
        [{"do": "begin", "unaware": ["c1"]}, {"do": "alert", "target": "c1"}],
    ],
    "savage": [
        [
            *({"do": "remove", "target": f"c{n}"} for n in range(2, 12)),
            {"do": "begin"},
            {"do": "hold", "actor": ACTIVE},
            {"do": "hold", "actor": ACTIVE},
            {"do": "end-round"},
        ],
        [*_HORSE, {"do": "mount", "actor": "c0", "target": "c3"}],
        [*_HORSE, {"do": "mount", "actor": "c0", "target": "c3"}, {"do": "dismount", "actor": "c0"}],
    ],
    "gurps": [
        [
            {
                "do": "set-sheet",
                "target": "c0",
                "sheet": {"skills": {"guns-rifle": 14}, "weapons": ["assault-rifle"]},
            },
            {"do": "suppression-fire", "actor": "c0", "with": "assault-rifle", "at": [8, 3]},
        ]
    ],
    "tesseris": [
        [*_GRAPPLE, {"do": "grapple-assist", "actor": "c4", "target": "c2"}],
        [*_GRAPPLE, {"do": "choke-out", "actor": "c3", "target": "c2"}],
        [*_GRAPPLE, {"do": "grapple-strike", "actor": "c3", "target": "c2"}],
        [*_GRAPPLE, {"do": "join-grapple", "actor": "c0", "target": "c3"}],
        [*_HOLD, {"do": "break-swordpoint", "actor": "c3"}],
        [*_HOLD, {"do": "distract", "actor": "c5", "target": "c2"}],
        [
            {"do": "gm-set", "target": "c4", "state": {"conditions": {"terrified": {}}}},
            {"do": "rally", "actor": "c2", "target": "c4", "condition": "terrified"},
        ],
        [
            {
                "do": "set-sheet",
                "target": "c2",
                "sheet": {"stock": "duellist", "traits": ["multi-weapon-pistol"], **_GUNS},
            },
            {"do": "gm-set", "target": "c2", "state": {"held": ["pistol", "revolver"]}},
            {"do": "multi-strike-ranged", "actor": "c2", "target": "c3", "facts": {"distance": 10}},
        ],
        [
            {"do": "set-sheet", "target": "c2", "sheet": {"stock": "duellist", **_GUNS}},
            {"do": "gm-set", "target": "c2", "state": {"held": ["pistol", "revolver"]}},
            {"do": "off-hand-shot", "actor": "c2", "target": "c3", "facts": {"distance": 10}},
        ],
        [
            {
                "do": "gm-set",
                "target": "c4",
                "state": {"conditions": {"scared-to-death": {"rounds": 8, "by": "c2"}}},
            },
            {"do": "giving-up-is-death", "target": "c4"},
        ],
        [
            {"do": "remove", "target": "c11"},
            {"do": "gm-set", "target": "c0", "state": {"at": [7, 2]}},
            {"do": "begin"},
            {"do": "run-to-cover", "actor": "c0", "to": [5, 4], "pay": "ticks"},
        ],
    ],
}
"""For each system, what chance and scenarios do not come upon: commands that lead there, and last the one."""


def set_up(system: str, done: set[str]) -> None:
    """Do what is set up for a system, and take the last command of each setting back."""
    for commands in SETUPS.get(system, ()):
        battle, before = begun(system), dict[str, str]()
        for data in commands:
            if data.get("actor") == ACTIVE:
                data = {**data, "actor": battle.state.active}
            was = written(battle.state)
            assert give(battle, data), data
            before[battle.entries[-1].command.id] = was
        done.add(data["do"])
        require_taken_back(battle, before, restart=True)


@pytest.mark.parametrize("system", SYSTEMS)
def test_whatever_anybody_can_do_is_taken_back_whole_and_put_back(system: str) -> None:
    done = set[str]()
    set_up(system, done)
    play_scenarios(system, done)
    change_a_roll(system, done)
    there_are = {*TURN_COMMANDS, "answer", AMENDING, *(action.id for action in find_system(system).actions)}
    for seed in range(SEEDS):
        if not done.issuperset(there_are):
            fight_by_chance(system, done, seed)
    assert there_are - done == set(), "what chance does not come upon is set up above"


@pytest.mark.parametrize("system", SYSTEMS)
def test_whatever_the_gm_can_do_is_taken_back_whole_and_put_back(system: str) -> None:
    assert GMS.keys() == TABLE_COMMANDS.keys(), "a command that is new needs an example here"
    battle = begun(system, most=3)
    begins = (
        {"do": "begin"},
        {"do": "set-fog", "on": True},
        {"do": "paint-fog", "how": "show", "cells": [[8, 7]]},
        {"do": "set-lamp", "target": "c2", "dim": 3},
        {"do": "set-lamp", "target": "c1", "dim": 2, "lasts": 9},
        {"do": "put-out-lamp", "target": "c1"},
        {"do": "set-altitude", "target": "c1", "altitude": 3},
        {"do": "set-house", "changes": [{"part": "conditions", "id": "wet", "to": WET}]},
        {"do": "set-conditions", "target": "c1", "conditions": ["wet"]},
        {"do": "put-mark", "target": "c1", "name": "Blessed"},
        {"do": "put-mark", "target": "c0", "name": "Wet", "rounds": 4},
        {"do": "put-counter", "target": "c1", "name": "Alarm", "value": 3},
        {"do": "put-note", "shape": "pin", "points": [[2.5, 2]], "words": "Well"},
        {"do": "put-aura", "target": "c1", "name": "Dread", "radius": 3, "lasts": 9},
        {"do": "put-area", "name": "Smoke", "shape": "blast", "at": [2.5, 2.5], "size": 2, "lasts": 9},
    )
    for data in begins:
        assert give(battle, data)
    [note], [area] = battle.state.map_notes, battle.state.areas
    for do, examples in GMS.items():
        for example in examples:
            one = loaded(battle)
            was = written(one.state)
            ids = {"NOTE": note.id, "AREA": area.id}
            data = {"do": do, **{k: ids.get(v, v) if isinstance(v, str) else v for k, v in example.items()}}
            if do == "harm":
                much = find_system(system).harm.take_parameters[0]
                data[much.id] = min(20, much.high)
            if do == "set-sheet":
                data["sheet"] = close_together(system, 3)[1].params["combatants"][-1]["sheet"]
            if do == "pass-time":
                assert give(one, {"do": "end-battle"})
                was = written(one.state)
            assert give(one, data), data
            assert written(one.state) != was, data
            require_taken_back(one, {one.entries[-1].command.id: was}, restart=True)
