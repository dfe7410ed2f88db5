"""Laying out scenes: a new battle for a table, with its map and whoever stands on it.

What is laid out is in the battle's log from its first event on, by the same commands that a GM could give.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.events import event_as_json
from rules.engine.state import BattleState, Combatant, Scene
from rules.engine.system import find_system
from rules.map.grid import Footprint, footprint_cells
from rules.map.model import BattleMap, Cell, GridKind
from rules.map.reading import write_map
from webapp.host import Host
from webapp.importers import Picture
from webapp.placing import free_places
from webapp.rows import SceneRows
from webapp.store import BattleRow, Store, StoredEvent, new_id


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
) -> BattleRow:
    """Make a battle and lay its map and combatants out, as one; it is not yet the table's current one.

    Args:
        combatants: what the command `add` takes for each.
        seats: which person has each of them.
        switched_on: the options of the table that are on, by the ids of their actions.

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
) -> SceneRows:
    """Write down a battle with its map and combatants laid out, for whichever table. Raises `Refusal`."""
    battle = Battle(system)
    commands = [Command(do="set-map", id="lay-out-map", by="gm", params={"map": write_map(battle_map)})]
    if combatants:
        added = {"combatants": [dict(c) for c in combatants if c]}
        commands.append(Command(do="add", id="lay-out-combatants", by="gm", params=added))
    commands += [Command(do=id_, id=f"lay-out-{id_}", by="gm", params={"on": True}) for id_ in switched_on]
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


def bring_scene(
    host: Host,
    *,
    name: str,
    battle_map: BattleMap,
    picture: Picture | None = None,
    system: str = "",
) -> BattleRow:
    """Lay out a map as a new scene with everybody who is here, and bring it before the table.

    Under another rule system nobody comes along: their sheets are of the old one, and a wound of the one
    means nothing in the other. They stay on the old scene as they are, where `Host.switch` finds them.

    Args:
        system: the id of the new scene's rule system; empty for the present one's.

    Raises:
        Refusal: if they do not fit on it; nothing has been kept but the picture's file.
    """
    with host.lock:
        chosen = find_system(system).id if system else host.scene.system
        stays = chosen == host.scene.system
        combatants = carried_over(host.battle.state, battle_map) if stays else []
        kept = host.store.save_picture(picture) if picture else None
        scene = lay_out_scene(
            host.store,
            host.table_id,
            system=chosen,
            name=name,
            battle_map=battle_map,
            combatants=combatants,
            picture_id=kept.id if kept else None,
            seats=host.seats if stays else {},
            switched_on=_switched_on(host.battle) if stays else (),
        )
        host.switch(scene.id)
    return scene


def _switched_on(battle: Battle) -> tuple[str, ...]:
    """List the options of the table that its rules know and that are on: they stay so on the next scene."""
    scene = Scene(battle.state)
    return tuple(action.id for action in battle.system.actions if action.switched(scene))


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
    }


def cells_taken(state: BattleState) -> set[Cell]:
    """List the cells that somebody stands on."""
    if state.map is None or state.map.grid.kind is GridKind.ZONES:
        return set()
    standing = (Footprint(c.at, c.size) for c in state.combatants.values() if c.at is not None)
    return {cell for footprint in standing for cell in footprint_cells(state.map.grid, footprint)}
