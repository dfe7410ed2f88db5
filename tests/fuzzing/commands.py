"""Commands to a battle of any system, spoilt: refused without a trace, or done and told again alike."""

import json
import random
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.events import event_as_json, event_from_json
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import systems
from rules.systems import load_systems
from tests.fuzzing.spoiled_data import ODD, spoilt
from tests.load.chance import Faces, next_command
from webapp.table.streams import tell_log
from webapp.visibility.stream import Stream
from webapp.visibility.viewer import Viewer

WHO = ("ann", "bob", "cat", "dan")
_WALLS = [
    {"id": "w", "from": [6, 0], "to": [6, 5], "kind": "wall"},
    {"id": "d", "from": [6, 5], "to": [6, 6], "kind": "door", "state": "closed"},
    {"id": "l", "from": [3, 2], "to": [3, 5], "kind": "low", "material": "wood"},
]
_ZONES = [
    {"id": "bar", "name": "Bar", "links": ["street"]},
    {"id": "street", "name": "Street", "links": ["roof"]},
    {"id": "roof", "name": "Roof"},
]
DRAWN: tuple[Mapping[str, Any], ...] = (
    {"grid": {"kind": "zones"}, "zones": _ZONES},
    *(
        {"grid": {"kind": kind, "cols": 12, "rows": 9, "per_cell": 1, "unit": "yd"}, "walls": _WALLS}
        for kind in ("square", "hex-rows", "hex-columns")
    ),
)
MAPS = (None, *DRAWN)
_GMS = (
    {"do": "gm-set", "target": "ann", "state": {"at": [1, 1]}},
    {"do": "edit", "target": "bob", "hidden": True, "by_hand": True, "size": 2, "side": "heroes"},
    {"do": "remove", "target": "cat"},
    {"do": "set-door", "wall": "d", "state": "open"},
    {"do": "edit-map", "walls": [{"from": [1, 1], "to": [4, 1], "kind": "low"}], "drop": {"walls": ["w"]}},
    {"do": "end-battle"},
    {"do": "undo", "of": "map"},
    {"do": "redo", "of": "map"},
    {"do": "undo", "of": "turn"},
)


def playable() -> list[str]:
    """List the systems that have somebody to fight with."""
    load_systems()
    return [system.id for system in systems() if system.stock]


def begun(system: str, dice: random.Random) -> Battle:
    """Begin a battle of four out of the system's stock, on one of the maps."""
    load_systems()
    battle = Battle(system)
    battle_map = dice.choice(MAPS)
    if battle_map is not None:
        give(battle, {"do": "set-map", "map": battle_map}, dice)
    places = ["bar", "street", "bar", "roof"] if battle_map is MAPS[1] else [[1, 1], [2, 3], [5, 4], [9, 5]]
    stock = battle.system.stock
    combatants = [
        {"id": who, "name": who.capitalize(), "side": "ab"[n % 2], "sheet": dict(dice.choice(stock).sheet)}
        | ({} if battle_map is None else {"at": places[n]})
        for n, who in enumerate(WHO)
    ]
    give(battle, {"do": "add", "combatants": combatants}, dice)
    return battle


def give(battle: Battle, data: Any, dice: random.Random) -> bool:
    """Give a command; say whether it was carried out. What is refused must leave no trace."""
    before, entries = battle.state, len(battle.entries)
    words = ""
    try:
        battle.handle(Command.parse(data), Faces(dice.random()))
    except Refusal as refusal:
        words = refusal.message
    else:
        return True
    assert words.strip()
    assert battle.state == before
    assert len(battle.entries) == entries
    return False


def any_command(battle: Battle, dice: random.Random, odd: float = 0.5) -> dict[str, Any]:
    """Choose a command: of the fight or the GM's, or an answer; a share of them spoilt."""
    state = battle.state
    if dice.random() < 0.15:
        data: dict[str, Any] = dict(dice.choice(_GMS))
    elif dice.random() < 0.1 and state.combatants:
        who = dice.choice(list(state.combatants))
        key, value = dice.choice(list(state.combatants[who].state.as_json().items()))
        data = {"do": "gm-set", "target": who, "state": {key: value}}
    elif dice.random() < 0.1 and state.combatants:
        action = dice.choice(battle.system.actions)
        data = {"do": action.id, "actor": dice.choice(list(state.combatants))}
        data |= {p.id: dice.choice((*WHO, *ODD)) for p in action.parameters if dice.random() < 0.7}
    elif not state.combatants:
        data = {"do": "undo"}
    else:
        data = next_command(battle, dice)
        if state.prompt is not None and dice.random() < 0.3:
            data["options"] = dice.choice(
                (*ODD, [o.id for offer in state.prompt.offers for o in offer.options])
            )
    if dice.random() < odd:
        changed = spoilt(data, dice, dice.randint(1, 3))
        data = changed if isinstance(changed, dict) else {"do": changed}
    return data


def fuzz_commands(system: str, dice: random.Random, steps: int = 30) -> Battle:
    """Give a battle so many commands, and ask what pages ask of it; then tell its log again."""
    battle, odd = begun(system, dice), dice.choice((0.1, 0.5))
    for _ in range(steps):
        data = any_command(battle, dice, odd)
        _ask(battle, data, dice)
        give(battle, data, dice)
    _show(battle)
    told_again(battle)
    return battle


def _ask(battle: Battle, data: Any, dice: random.Random) -> None:
    """Ask what may be asked of a command before it is given: nothing of it may change anything."""
    before, entries = battle.state, len(battle.entries)
    for asking in (
        battle.now.check,
        battle.now.plan,
        battle.weigh,
        lambda command: battle.now.odds(command, 20),
    ):
        if dice.random() < 0.3:
            with suppress(Refusal):
                asking(Command.parse(data))
    with suppress(Refusal):
        battle.now.reach(dice.choice(WHO), None, Command.parse(data) if dice.random() < 0.5 else None)
    assert battle.state is before
    assert len(battle.entries) == entries


def _show(battle: Battle) -> None:
    """Ask the system for all that a page shows."""
    state, system = battle.state, battle.system
    for who, combatant in state.combatants.items():
        for show in (
            system.looks.marks,
            system.looks.gauges,
            system.looks.numbers,
            system.looks.sections,
            system.looks.allowances,
            system.looks.track,
        ):
            show(combatant)
        system.turns.order_note(state, who)
        system.sheets.derived_values(state, who)
        system.looks.sheet_page(combatant)
        for action in system.actions:
            if action.listed and not action.of_table:
                action.ways(BattleView(state), combatant)
    system.turns.clock_words(state)
    system.turns.timeline(state)
    tell_everybody(battle)


def tell_everybody(battle: Battle) -> None:
    """Tell the whole log to the GM and to a player."""
    sides = frozenset(c.side for c in list(battle.state.combatants.values())[:1])
    for viewer in (Viewer(role="gm"), Viewer(role="play", sides=sides, owns=frozenset({"ann"}))):
        tell_log(Stream(viewer, "scene"), battle)


def told_again(battle: Battle) -> None:
    """Write the log down and read it: it must come to the same state, and the same question."""
    events = [event for entry in battle.entries for event in entry.events]
    written = [(event.kind, json.dumps(event_as_json(event), allow_nan=False)) for event in events]
    kinds = battle.system.event_kinds()
    again = Battle.load(
        battle.system.id, [event_from_json(kinds, k, json.loads(text)) for k, text in written]
    )
    assert again.state == battle.state
    assert again.is_stuck == battle.is_stuck
