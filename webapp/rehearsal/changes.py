"""What the GM may change of a rehearsed fight to compare it, each by a key that says it whole.

A key is a short list: what is done, and to whom or with what. The same key makes the same change of the same
state, newcomers' ids and places included, so that it can be kept and asked again.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count as counting
from typing import Any

import numpy as np

from rules.engine.command import Command
from rules.engine.declared.tempers import TEMPERS
from rules.engine.house.house import RULES, TABLES, NumberTable
from rules.engine.names import place_words, side_words
from rules.engine.refusal import Refusal
from rules.engine.shown import OTHERS, StockItem
from rules.engine.state import BattleState, Combatant
from rules.engine.system import find_system
from rules.engine.text import Text, Words, as_text, counted, listed, text
from rules.map.grid import cell_at, has_cells
from rules.map.model import BattleMap, Place, Wall, WallKind
from rules.map.zones import contains
from rules.rehearsal.changes import Change
from webapp.table.setup.free_places import cells_taken, free_places
from webapp.table.setup.sides import foes_of

Key = tuple[str | int, ...]
FEWER, MORE, STOCK, INSTEAD = "fewer", "more", "stock", "instead"
SURPRISED, TEMPER, DOOR, HOUSE, NUMBER = "surprised", "temper", "door", "house", "number"
_TEMPERS = ("careful", "reckless")
_MOST_MORE = 20


@dataclass(frozen=True, slots=True)
class ChangeGroup:
    """Changes of one kind, as they are chosen from: the key of each as text, and what it changes."""

    words: Words
    choices: tuple[tuple[str, Text], ...]


def written(key: Key) -> str:
    """Write a key as a form sends it and the store keeps it."""
    return json.dumps(key)


def read_key(typed: str) -> Key:
    """Read a key; what is none is one that nothing answers to."""
    try:
        found = json.loads(typed)
    except ValueError:
        return ()
    fits = isinstance(found, list) and all(type(part) in (str, int) for part in found)
    return tuple(found) if fits else ()


def number_key(chosen: str, typed: str) -> Key:
    """Make the key of a choice of `number_groups` and of the number that was typed beside it.

    Raises `Refusal` `not-a-number`.
    """
    try:
        return (*read_key(chosen), int(typed.strip().replace("\N{MINUS SIGN}", "-")))
    except ValueError:
        raise Refusal(
            "not-a-number", text("Type the number to rehearse with as digits, such as 2 or -1.")
        ) from None


def able_foes(state: BattleState, heroes: str) -> list[Combatant]:
    """List those who can fight against a side."""
    system = find_system(state.system)
    return [c for c in state.combatants.values() if c.side not in (heroes, OTHERS) and system.condition(c)]


def change_groups(state: BattleState, heroes: str) -> tuple[ChangeGroup, ...]:
    """List what can be changed of a fight against a side, by kinds."""
    system, foes = find_system(state.system), able_foes(state, heroes)
    found: list[tuple[Words, Iterator[Key]]] = [
        (text("One foe fewer"), ((FEWER, foe.id) for foe in foes if len(foes) > 1)),
        (text("One more of a foe"), ((MORE, foe.id, 1) for foe in one_of_each(foes))),
        (text("From the stock, against them"), ((STOCK, item.id, 1) for item in system.stock)),
        (text("How they fight"), iter((*_surprises(state, heroes), *_tempers(foes)))),
        (text("Without a door"), ((DOOR, door.id) for door in _doors(state.map))),
        (text("Under another house rule"), ((HOUSE, switch.rule) for switch in system.switches)),
    ]
    groups = (ChangeGroup(words, tuple(_choices(state, heroes, keys))) for words, keys in found)
    return tuple(group for group in groups if group.choices)


def number_groups(state: BattleState) -> tuple[ChangeGroup, ...]:
    """List the numbers of house rules, by their tables; `number_key` makes a change of one."""
    words = text("{cell}: {now} now ({low} to {high})")
    return tuple(
        ChangeGroup(
            text("{title} ({rule})", title=as_text(table.title), rule=table.rule),
            tuple(
                (
                    written((NUMBER, table.id, cell)),
                    words.filled(
                        cell=as_text(table.title if len(table) == 1 else table.label(cell)),
                        now=table.number(state.house, cell),
                        low=table.low,
                        high=table.high,
                    ),
                )
                for cell in table
            ),
        )
        for table in find_system(state.system).tables
    )


def _choices(state: BattleState, heroes: str, keys: Iterable[Key]) -> Iterator[tuple[str, Text]]:
    """Give those for which there is room."""
    for key in keys:
        with suppress(Refusal):
            yield written(key), change_of(state, heroes, key).words


def one_of_each(foes: Sequence[Combatant]) -> list[Combatant]:
    """List the first of each kind: of those with the same sheet."""
    return [foe for n, foe in enumerate(foes) if all(foe.sheet != other.sheet for other in foes[:n])]


def change_of(state: BattleState, heroes: str, key: Key) -> Change:
    """Give the change that a key says. Raises `Refusal` `no-such-change`, or `no-room` for newcomers."""
    match key:
        case ("fewer", *who) if who and all(one in state.combatants for one in who):
            return _fewer([state.combatants[str(one)] for one in who])
        case ("more", str(who), int(count)) if who in state.combatants and 0 < count <= _MOST_MORE:
            return _more(state, state.combatants[who], count)
        case ("stock", str(id_), int(count)) if 0 < count <= _MOST_MORE:
            return _from_stock(state, heroes, _item(state, id_), count)
        case ("instead", str(id_), *who) if who and all(one in state.combatants for one in who):
            return _instead(state, _item(state, id_), [state.combatants[str(one)] for one in who])
        case ("surprised", str(side)) if key in _surprises(state, side):
            begin = find_system(state.system).turns.surprising(state, side)
            return Change(words=text("Surprised: {side}", side=as_text(side_words(side))), begin=begin)
        case ("temper", str(temper)) if temper in TEMPERS:
            return _of_temper(able_foes(state, heroes), temper)
        case ("door", str(id_)):
            return _without_door(state, id_)
        case ("house", str(rule)):
            return _other_rule(state, rule)
        case ("number", str(table), str(cell), int(to)):
            return _other_number(state, table, cell, to)
    raise _unknown()


def _unknown() -> Refusal:
    return Refusal("no-such-change", text("That can't be changed of this fight: load the page again."))


# ------------------------------------------------------------------------------------------------- numbers
def _fewer(who: Sequence[Combatant]) -> Change:
    return Change(
        words=text("Without {who}", who=listed([one.name for one in who])),
        commands=tuple(Command(do="remove", params={"target": one.id}) for one in who),
    )


def _more(state: BattleState, like: Combatant, count: int) -> Change:
    data = {
        "side": like.side,
        "sheet": like.sheet.model_dump(mode="json", exclude_unset=True),
        "size": like.size,
        "temper": like.temper,
    }
    return Change(
        words=counted("One more like {who}", "{n} more like {who}", n=count, who=like.name),
        commands=(_added(state, data, like.name, _places_beside(state, like, like.size, count)),),
    )


def _from_stock(state: BattleState, heroes: str, item: StockItem, count: int) -> Change:
    side = foes_of(state, heroes)
    beside = next((c for c in [*state.combatants.values()][::-1] if c.side == side), None)
    return Change(
        words=counted("One more foe: {name}", "{n} more foes: {name}", n=count, name=as_text(item.name)),
        commands=(
            _added(state, _of_item(item, side), item.name, _places_beside(state, beside, item.size, count)),
        ),
    )


def _instead(state: BattleState, item: StockItem, who: Sequence[Combatant]) -> Change:
    data = _of_item(item, who[0].side)
    return Change(
        words=text(
            "{name} in place of {who}", name=as_text(item.name), who=listed([one.name for one in who])
        ),
        commands=(_added(state, data, item.name, _places_of(state, item.size, who)), *_fewer(who).commands),
    )


def _places_of(state: BattleState, size: int, who: Sequence[Combatant]) -> Sequence[Place | None]:
    """Give the places where these stand, or free ones beside for those who are larger than they are."""
    if state.map is None or size <= min(one.size for one in who):
        return [one.at for one in who]
    return free_places(state.map, [size] * len(who), cells_taken(state), who[0].at)


def _of_item(item: StockItem, side: str) -> dict[str, Any]:
    return {"side": side, "sheet": dict(item.sheet), "size": item.size, "temper": item.temper}


def _places_beside(
    state: BattleState, one: Combatant | None, size: int, count: int
) -> Sequence[Place | None]:
    at = None if one is None else one.at
    if state.map is None or (one is not None and at is None):
        return [None] * count
    return free_places(state.map, [size] * count, cells_taken(state), at)


def _added(state: BattleState, data: dict[str, Any], name: str, places: Sequence[Place | None]) -> Command:
    """Write newcomers down, all alike."""
    free = (id_ for n in counting(1) if (id_ := f"newcomer-{n}") not in state.combatants)
    added = [
        {**data, "id": id_, "name": f"{name} ({number})", **({} if at is None else {"at": at})}
        for number, (id_, at) in enumerate(zip(free, places, strict=False), 1)
    ]
    return Command(do="add", params={"combatants": added})


def _item(state: BattleState, id_: str) -> StockItem:
    item = next((item for item in find_system(state.system).stock if item.id == id_), None)
    if item is None:
        raise _unknown()
    return item


# --------------------------------------------------------------------------------------------- all the rest
def _surprises(state: BattleState, heroes: str) -> list[Key]:
    """List whose surprise the rules know, of a fight that has not begun: the heroes', and their foes'."""
    if state.running:
        return []
    surprising = find_system(state.system).turns.surprising
    sides = dict.fromkeys((heroes, *(foe.side for foe in able_foes(state, heroes))))
    return [(SURPRISED, side) for side in sides if surprising(state, side) is not None]


def _tempers(foes: Sequence[Combatant]) -> list[Key]:
    return [(TEMPER, temper) for temper in _TEMPERS if any(foe.temper != temper for foe in foes)]


def _of_temper(foes: Sequence[Combatant], temper: str) -> Change:
    others = [foe for foe in foes if foe.temper != temper]
    return Change(
        words=text("All foes are {temper}", temper=as_text(TEMPERS[temper])),
        commands=tuple(
            Command(do="set-temper", params={"target": foe.id, "temper": temper}) for foe in others
        ),
    )


def _doors(battle_map: BattleMap | None) -> list[Wall]:
    walls = battle_map.walls if battle_map is not None else ()
    return [wall for wall in walls if wall.kind is WallKind.DOOR]


def _without_door(state: BattleState, id_: str) -> Change:
    door = next((door for door in _doors(state.map) if door.id == id_), None)
    if door is None:
        raise _unknown()
    return Change(
        words=text("The door at {place} is no longer there", place=_door_place(state, door)),
        commands=(Command(do="edit-map", params={"drop": {"walls": [id_]}}),),
    )


def _door_place(state: BattleState, door: Wall) -> str:
    """Name the place where a door stands; on a map of zones the zone, or its id where it lies in none."""
    assert state.map is not None, "it has a door"
    x, y = ((a + b) / 2 for a, b in zip(door.start, door.end, strict=True))
    if has_cells(state.map.grid):
        return place_words(state, cell_at(state.map.grid, (x, y)))
    middle = np.array([(x, y)])
    zone = next((z for z in state.map.zones if z.polygon and contains(z.polygon, middle)[0]), None)
    return door.id if zone is None else zone.name


def _other_rule(state: BattleState, rule: str) -> Change:
    switch = next((one for one in find_system(state.system).switches if one.rule == rule), None)
    if switch is None:
        raise _unknown()
    is_on = switch.on(state.house)
    words = text("Without the rule: {title}") if is_on else text("With the rule: {title}")
    change = {"part": RULES, "id": rule, "to": not is_on}
    return Change(
        words=words.filled(title=as_text(switch.title)),
        commands=(Command(do="set-house", params={"changes": [change]}),),
    )


def _other_number(state: BattleState, id_: str, cell: str, to: int) -> Change:
    table = next((one for one in find_system(state.system).tables if one.id == id_ and cell in one), None)
    if table is None:
        raise _unknown()
    now = table.number(state.house, cell)
    if not table.low <= to <= table.high:
        limits = text("{title} can be from {low} to {high}.")
        words = limits.filled(title=as_text(table.title), low=table.low, high=table.high)
        raise Refusal("out-of-limits", words, rule=table.rule)
    if to == now:
        raise Refusal("no-change", text("It is {now} already: type another number.", now=now))
    return Change(
        words=text("{what}: {to} in place of {now}", what=_of_cell(table, cell), to=to, now=now),
        commands=(
            Command(
                do="set-house",
                params={"changes": [{"part": TABLES, "id": id_, "to": {**table.of(state.house), cell: to}}]},
            ),
        ),
    )


def _of_cell(table: NumberTable, cell: str) -> Text:
    if len(table) == 1:
        return as_text(table.title)
    return text("{title}, {cell}", title=as_text(table.title), cell=as_text(table.label(cell)))
