"""Laying out scenes: a new battle for a table, with its map and whoever stands on it.

What is laid out is in the battle's log from its first event on, by the same commands that a GM could give.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from rules.engine.areas.auras import Aura
from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.events import Event, event_as_json, event_from_json
from rules.engine.gm.countdown import lasting_conditions
from rules.engine.history.log import LAY_OUT
from rules.engine.house.house import AS_WRITTEN, House
from rules.engine.state import BattleState, BattleView, Combatant
from rules.engine.system import find_system
from rules.map.map_writer import write_map
from rules.map.model import BattleMap
from webapp.dice.face_source import SealedFaces, Serials
from webapp.dice.sealed import dice_key
from webapp.importers import Picture
from webapp.panels.house_rules_page import house_changes
from webapp.store.rows import SceneRows
from webapp.store.store import BattleRow, SeqTaken, Store, StoredEvent, StoreTrouble
from webapp.table.host import KEPT_BUSY, TRIES, Host
from webapp.table.names import new_id
from webapp.table.picture_quota import save_for_table
from webapp.table.setup.copy_names import numbered_group
from webapp.table.setup.free_places import free_places


class _NoDice:
    """Setting up throws none."""

    def face(self, who: str, purpose: str, sides: int) -> int:
        raise AssertionError(f"laying out a scene rolled for {purpose!r}")


def lay_out_scene(
    store: Store,
    table_id: str,
    *,
    system: str,
    name: str,
    battle_map: BattleMap,
    combatants: Sequence[Mapping[str, Any]] = (),
    picture_id: str | None = None,
    seats: Mapping[str, str] | None = None,
    switched_on: Sequence[str] = (),
    house: House = AS_WRITTEN,
    conditions: Mapping[str, Sequence[str]] = MappingProxyType({}),
    extras: Sequence[Mapping[str, Any]] = (),
) -> BattleRow:
    """Make a battle and lay its map and combatants out, as one; it is not yet the table's current one.

    Args:
        combatants: what the command `add` takes for each.
        seats: which person has each of them.
        switched_on: the options of the table that are on, by the ids of their actions.
        house: the house rules of the table.
        conditions: who has which of the table's own conditions.
        extras: the commands by which the GM adds what else somebody has: marks, counters.

    Raises:
        Refusal: if the rules or the map will not have them; nothing has been kept.
    """
    scene = laid_out_scene(
        system=system,
        name=name,
        battle_map=battle_map,
        combatants=combatants,
        picture_id=picture_id,
        seats=seats or {},
        switched_on=switched_on,
        house=house,
        conditions=conditions,
        extras=extras,
    )
    store.put_scenes(table_id, [scene])
    return replace(scene.battle, table_id=table_id)


def laid_out_scene(
    *,
    system: str,
    name: str,
    battle_map: BattleMap,
    combatants: Sequence[Mapping[str, Any]] = (),
    picture_id: str | None = None,
    seats: Mapping[str, str] = MappingProxyType({}),
    switched_on: Sequence[str] = (),
    house: House = AS_WRITTEN,
    conditions: Mapping[str, Sequence[str]] = MappingProxyType({}),
    extras: Sequence[Mapping[str, Any]] = (),
) -> SceneRows:
    """Write down a battle with its map and combatants laid out, for whichever table. Raises `Refusal`."""
    if battle_map.picture is not None:  # what the scene comes with is its first
        battle_map = replace(battle_map, picture=replace(battle_map.picture, id=""))
    battle = Battle(system)
    commands = [Command(do="set-map", id=f"{LAY_OUT}map", by="gm", params={"map": write_map(battle_map)})]
    if changes := house_changes(house):
        commands.append(Command(do="set-house", id=f"{LAY_OUT}house", by="gm", params={"changes": changes}))
    if combatants:
        added = {"combatants": [dict(c) for c in combatants if c]}
        commands.append(Command(do="add", id=f"{LAY_OUT}combatants", by="gm", params=added))
    commands += [Command(do=id_, id=f"{LAY_OUT}{id_}", by="gm", params={"on": True}) for id_ in switched_on]
    commands += [
        Command(
            do="set-conditions", id=f"{LAY_OUT}{n}", by="gm", params={"target": who, "conditions": [*ids]}
        )
        for n, (who, ids) in enumerate(conditions.items())
    ]
    commands += [
        Command.parse({**extra, "id": f"{LAY_OUT}extra-{n}"}, by="gm") for n, extra in enumerate(extras)
    ]
    for command in commands:
        battle.handle(command, _NoDice())

    now = datetime.now(UTC)
    told = [(event, entry.command.id) for entry in battle.entries for event in entry.events]
    return SceneRows(
        BattleRow(
            id=new_id(),
            table_id="",
            system=system,
            name=name,
            picture_id=picture_id,
            dice_seed=secrets.token_hex(32),
            created=now,
        ),
        [
            StoredEvent(seq, event.kind, event_as_json(event), now, id_)
            for seq, (event, id_) in enumerate(told, 1)
        ],
        {who: person for who, person in seats.items() if who in battle.state.combatants},
    )


def add_to_scene(store: Store, row: BattleRow, members: Sequence[Mapping[str, Any]]) -> list[str]:
    """Add combatants to a scene that does not lie before its table; give the ids that they have there.

    Raises:
        Refusal: if its map or its fight will not have them; nothing has changed.
        StoreTrouble: if it cannot be kept.
    """
    for _ in range(TRIES):
        try:
            return _add_behind(store, row, members)
        except SeqTaken:  # somebody prepares that scene just now
            continue
    raise StoreTrouble(KEPT_BUSY)


def _add_behind(store: Store, row: BattleRow, members: Sequence[Mapping[str, Any]]) -> list[str]:
    kinds = find_system(row.system).event_kinds()
    stored = store.events(row.id)
    battle = Battle.load(row.system, (event_from_json(kinds, e.kind, e.data) for e in stored))
    added = numbered_group(battle.state, members)
    command = Command(do="add", id=secrets.token_hex(16), by="gm", params={"combatants": added})
    last = stored[-1].seq if stored else 0
    rolled = Serials(event for entry in battle.entries for event in entry.events)
    events = battle.handle(command, SealedFaces(dice_key(row.dice_seed), rolled, last + 1))
    store.append(row.id, last + 1, command.id, _as_rows(events))
    return [str(data["id"]) for data in added]


def _as_rows(events: Sequence[Event]) -> list[tuple[str, dict[str, Any]]]:
    return [(event.kind, event_as_json(event)) for event in events]


def bring_scene(
    host: Host,
    *,
    name: str,
    battle_map: BattleMap,
    picture: Picture | None = None,
    system: str = "",
    prepared: bool = False,
) -> BattleRow:
    """Lay out a map as a new scene with everybody who is here, and bring it before the table.

    Under another rule system nobody comes along: their sheets are of the old one, and a wound of the one
    means nothing in the other. They stay on the old scene as they are, where `Host.switch` finds them.

    Args:
        system: the id of the new scene's rule system; empty for the present one's.
        prepared: lay it out with nobody on it, and leave the table where it is.

    Raises:
        Refusal: if they do not fit on it; nothing has been kept but the picture's file.
    """
    with host.queue:
        prepared = prepared or host.is_prepared  # who prepares a scene brings nothing before the table
        chosen = find_system(system).id if system else host.scene.system
        stays = chosen == host.scene.system
        comes = stays and not prepared
        combatants = carried_over(host.battle.state, battle_map) if comes else []
        kept = save_for_table(host.store, host.table_id, picture) if picture else None
        scene = lay_out_scene(
            host.store,
            host.table_id,
            system=chosen,
            name=name,
            battle_map=battle_map,
            combatants=combatants,
            picture_id=kept.id if kept else None,
            seats=host.seats if comes else {},
            switched_on=_switched_on(host.battle) if stays else (),
            house=host.battle.state.house if stays else AS_WRITTEN,
            conditions=_conditions(host.battle.state) if comes else {},
            extras=_extras(host.battle.state) if comes else (),
        )
        if prepared:
            host.tell_people_changed()
        else:
            host.switch(scene.id)
    return scene


def _switched_on(battle: Battle) -> tuple[str, ...]:
    """List the options of the table that its rules know and that are on: they stay so on the next scene."""
    view = BattleView(battle.state)
    return tuple(action.id for action in battle.system.actions if action.switched(view))


def _conditions(state: BattleState) -> dict[str, Sequence[str]]:
    """List who has which of the table's own conditions."""
    people = state.combatants.values()
    return {c.id: [id_ for id_, _ in c.own_conditions] for c in people if c.own_conditions}


def _extras(state: BattleState) -> list[dict[str, Any]]:
    """Write down what else the GM has added to everybody as the commands that put it there."""
    return [
        *(
            {
                "do": "time-condition",
                "target": c.id,
                "condition": t.condition,
                "lasts": t.left,
                "unit": t.unit,
            }
            for c in state.combatants.values()
            for t in c.timed
            if t.condition in lasting_conditions(state, c.id)
        ),
        *(
            {
                "do": do,
                "target": c.id,
                **{key: value for key, value in asdict(one).items() if value is not None},
            }
            for c in state.combatants.values()
            for do, found in (("put-mark", c.gm_marks), ("put-counter", c.counters))
            for one in found
        ),
        *({"do": do, "target": c.id, **more} for c in state.combatants.values() for do, more in _light_of(c)),
        *(
            {"do": "put-aura", "target": c.id, **_as_put(aura)}
            for c in state.combatants.values()
            for aura in c.auras
        ),
    ]


def _as_put(aura: Aura) -> dict[str, Any]:
    """Write an aura as the command says it that puts it there."""
    said = asdict(aura)
    lasts = said.pop("left") or 0
    return {**said, "lasts": lasts}


def _light_of(combatant: Combatant) -> list[tuple[str, dict[str, Any]]]:
    """Write down how long a light burns that comes along as it is, or one that was put out."""
    light = combatant.put_out or combatant.lamp
    if light is None or (light.left is None and combatant.put_out is None):
        return []
    far = {"bright": light.bright, "dim": light.dim, "lasts": light.left or 0, "unit": light.unit}
    return [("set-lamp", far), *([("put-out-lamp", {})] if combatant.put_out else [])]


def carried_over(state: BattleState, battle_map: BattleMap) -> list[dict[str, Any]]:
    """Write down a battle's combatants as they are now, put on free cells of another map.

    Raises:
        Refusal: `no-room`, if they do not fit there.
    """
    people = list(state.combatants.values())
    places = free_places(battle_map, [c.size for c in people])
    return [{**as_added(c), "at": place} for c, place in zip(people, places, strict=True)]


def as_added(combatant: Combatant) -> dict[str, Any]:
    """Write a combatant down as the command `add` takes it, without a place."""
    return {
        "id": combatant.id,
        "name": combatant.name,
        "side": combatant.side,
        "sheet": combatant.sheet.model_dump(mode="json", exclude_unset=True),
        "state": combatant.state.as_json(),
        "size": combatant.size,
        "hidden": combatant.hidden,
        "by_hand": combatant.by_hand,
        "miniature": combatant.miniature,
        "picture": combatant.picture,
        "lamp": None
        if combatant.lamp is None
        else {"bright": combatant.lamp.bright, "dim": combatant.lamp.dim},
        "portrait": combatant.portrait,
        "temper": combatant.temper,
    }
