"""Answer the steps of a scenario that ask (rules/map/README.md, Asking in a scenario)."""

from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, TypeVar

from rules.ai.advice import Advice
from rules.ai.question import AdviceWanted, advised
from rules.engine.areas.auras import Aura, area_of
from rules.engine.areas.holding import held_by
from rules.engine.areas.kept_areas import KeptArea
from rules.engine.battle import Battle
from rules.engine.chances.odds_figures import Odds
from rules.engine.command import Command
from rules.engine.kinds import read_place
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, Combatant
from rules.engine.text import combatant, text
from rules.map.area_json import read_area
from rules.map.distance import distance
from rules.map.grid import Diagonals, Footprint, footprint_cells, has_cells, is_inside
from rules.map.line_of_fire import line_of_fire, standing_between
from rules.map.map_writer import write_map
from rules.map.model import BattleMap, Cell, Wall
from rules.map.movement import path, reach
from rules.map.sight import sight
from rules.scenario_file import AREA_OPTIONS, Query


def answer_query(battle: Battle, query: Query) -> dict[str, Any]:
    """Answer a query as JSON-able data; nothing changes. Raises `Refusal`."""
    if query.map is not None:
        battle = copy(battle)  # as it stands, but on the query's own map
        battle.state = replace(battle.state, map=query.map)
    return _ANSWERS[query.kind](battle, query.params)


def _distance(battle: Battle, params: Mapping[str, Any]) -> dict[str, Any]:
    one, other = _pair(battle.state, params)
    battle_map = battle.state.map
    if battle_map is None:
        return {"distance": 1}
    return {"distance": distance(battle_map, _stand(one), _stand(other), _diagonals(params))}


def _line_of_fire(battle: Battle, params: Mapping[str, Any]) -> dict[str, Any]:
    one, other = _pair(battle.state, params)
    battle_map = battle.state.map
    if battle_map is None:
        clear = {"clear": True, "blocked_share": 0.0, "cover_share": 0.0, "materials": []}
        return {**clear, "first_hit": None, "standing_between": []}
    shooter, target = _stand(one), _stand(other)
    line = line_of_fire(battle_map, shooter, target)
    others = {
        who.id: _stand(who)
        for who in battle.state.combatants.values()
        if who.id not in (one.id, other.id) and who.at is not None
    }
    return {
        "clear": line.clear,
        "blocked_share": line.blocked_share,
        "cover_share": line.cover_share,
        "materials": list(line.materials),
        "first_hit": None if line.first_hit is None else _wall(battle_map, line.first_hit),
        "standing_between": list(standing_between(battle_map, shooter, target, others)),
    }


def _reach(battle: Battle, params: Mapping[str, Any]) -> dict[str, Any]:
    battle_map, mover, enemies, friends = _movement(battle.state, params)
    found = reach(
        battle_map,
        mover,
        params.get("budget"),
        diagonals=_diagonals(params),
        enemies=enemies,
        friends=friends,
    )
    return {"cost": {f"{column},{row}": cost for (column, row), cost in found.costs.items()}}


def _path(battle: Battle, params: Mapping[str, Any]) -> dict[str, Any]:
    battle_map, mover, enemies, friends = _movement(battle.state, params)
    to = read_place("to", params["to"])
    way = None
    if not isinstance(to, str) and is_inside(battle_map.grid, to):
        way = path(battle_map, mover, to, diagonals=_diagonals(params), enemies=enemies, friends=friends)
    if way is None:
        raise Refusal("no-path", text("No way leads to {to}.", to=str(to)))
    return {"cost": way.cost, "path": [list(cell) for cell in way.cells]}


def _sight(battle: Battle, params: Mapping[str, Any]) -> dict[str, Any]:
    who = battle.state.combatant(params["actor"], "actor")
    others = {name: spot for name, spot in _standing(battle.state).items() if name != who.id}
    battle_map = battle.state.map
    if battle_map is None:
        return _told("sees", others, list(others)) | {"area": None}
    seen = sight(battle_map, _stand(who), params.get("range"))
    which = seen.sees_which(list(others.values()))
    names = [name for name, is_seen in zip(others, which, strict=True) if is_seen]
    area = seen.area if has_cells(battle_map.grid) else None
    return _told("sees", others, names) | {"area": area}


def _area(battle: Battle, params: Mapping[str, Any]) -> dict[str, Any]:
    battle_map = battle.state.map
    if battle_map is None or not has_cells(battle_map.grid):
        raise Refusal("no-place", text("There are no cells to cover without a map that has them."))
    options: dict[str, Any] = {name: bool(params.get(name, False)) for name in AREA_OPTIONS}
    area = read_area({name: value for name, value in params.items() if name not in AREA_OPTIONS})
    standing = _standing(battle.state)
    caught = area.caught(battle_map, standing, **options)
    cells = area.cells(battle_map, **options)
    return _told("catches", standing, caught) | {"cells": [list(cell) for cell in cells]}


def _held(battle: Battle, params: Mapping[str, Any]) -> dict[str, Any]:
    """Tell whom an aura holds, or an area that stays on the map."""
    battle_map, standing = battle.state.map, _standing(battle.state)
    if battle_map is None:
        raise Refusal("no-place", text("There are no areas without a map."))
    if "of" not in params:
        area = _named(battle.state.areas, params["name"])
        return _told("holds", standing, held_by(battle_map, area, standing))
    bearer = battle.state.combatant(params["of"], "combatant")
    aura = _named(bearer.auras, params["name"])
    near = {
        who: footprint
        for who, footprint in standing.items()
        if aura.may_hold(who, battle.state.combatants[who].side, bearer=bearer.id, own=bearer.side)
    }
    area = area_of(battle_map.grid, _stand(bearer), aura, bearer.id)
    return _told("holds", standing, held_by(battle_map, area, near, bearer.altitude))


_Named = TypeVar("_Named", Aura, KeptArea)


def _named(among: Sequence[_Named], name: Any) -> _Named:
    found = next((one for one in among if one.name == name), None)
    if found is None:
        raise Refusal("no-area", text("There is nothing here that is called {name}.", name=repr(name)))
    return found


def _told(word: str, of: Collection[str], which: Sequence[str]) -> dict[str, Any]:
    return {word: list(which), f"not_{word}": [name for name in of if name not in which]}


def _odds(battle: Battle, params: Mapping[str, Any]) -> dict[str, Any]:
    found = battle.now.odds(Command.parse(params))
    answer = {**_figures(found), "by_answer": {a: _figures(o) for a, o in found.by_answer.items()}}
    answer |= {"best": found.best, "sampled": found.sampled}
    if found.sampled:
        answer["standard_error"] = found.standard_error
    return answer


def _figures(odds: Odds) -> dict[str, Any]:
    return {"hit": odds.hit, "harm": list(odds.harm), "down": odds.down}


def _advice(battle: Battle, params: Mapping[str, Any]) -> dict[str, Any]:
    """Tell what the AI would do, or would answer to the question that is put to somebody."""
    who, prompt = battle.state.combatant(params["actor"], "actor").id, battle.state.prompt
    is_asked = prompt is not None and prompt.to == who
    wanted = AdviceWanted(
        who=who, count=params.get("count", 1), open_exchange=battle.open_exchange() if is_asked else None
    )
    found = [_as_told(one) for one in advised(battle.state, wanted)]
    return {"best": found[0] if found else None, "all": found}


def _as_told(advice: Advice) -> dict[str, Any]:
    command = advice.command
    return {
        **{key: list(value) if isinstance(value, tuple) else value for key, value in command.params.items()},
        "do": command.do,
        "actor": command.actor,
        "worth": advice.worth,
        "gain": advice.gain,
        "risk": advice.risk,
        "better": advice.better,
        "hit": advice.hit,
        "down": advice.down,
        "instead": dict(advice.instead),
    }


_ANSWERS: Mapping[str, Callable[[Battle, Mapping[str, Any]], dict[str, Any]]] = {
    "distance": _distance,
    "line-of-fire": _line_of_fire,
    "reach": _reach,
    "path": _path,
    "sight": _sight,
    "area": _area,
    "held": _held,
    "odds": _odds,
    "advice": _advice,
}


def _pair(state: BattleState, params: Mapping[str, Any]) -> tuple[Combatant, Combatant]:
    return state.combatant(params["from"], "combatant"), state.combatant(params["to"], "combatant")


def _stand(who: Combatant) -> Footprint:
    if who.at is None:
        raise Refusal("no-place", text("{who} stands nowhere on the map.", who=combatant(who)))
    return Footprint(who.at, who.size, who.altitude)


def _standing(state: BattleState) -> dict[str, Footprint]:
    return {
        who.id: Footprint(who.at, who.size, who.altitude)
        for who in state.combatants.values()
        if who.at is not None
    }


def _diagonals(params: Mapping[str, Any]) -> Diagonals:
    return Diagonals(params.get("diagonals", Diagonals.ONE))


def _movement(
    state: BattleState, params: Mapping[str, Any]
) -> tuple[BattleMap, Footprint, list[Cell], list[Cell]]:
    """Give the map, the mover, and the cells that its enemies and its friends hold."""
    who = state.combatant(params["actor"], "actor")
    battle_map = state.map
    if battle_map is None or not has_cells(battle_map.grid):
        raise Refusal("no-place", text("There are no cells to move over without a map that has them."))
    held: dict[bool, list[Cell]] = {True: [], False: []}
    for other in state.combatants.values():
        if other.id != who.id and other.at is not None:
            held[other.side == who.side].extend(footprint_cells(battle_map.grid, _stand(other)))
    return battle_map, _stand(who), held[False], held[True]


def _wall(battle_map: BattleMap, wall: Wall) -> dict[str, Any]:
    written: dict[str, Any] = write_map(replace(battle_map, walls=(wall,)))["walls"][0]
    return written
