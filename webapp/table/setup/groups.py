"""Parties and encounters: kept from the map, brought into any scene; people who go to another scene."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, Combatant
from rules.engine.system import find_system
from rules.engine.text import text
from webapp.store.rows import MOST_GROUPS, MOST_MEMBERS, KeptGroup
from webapp.table.grants import Visitor
from webapp.table.host import Host
from webapp.table.setup.copy_names import numbered_group
from webapp.table.setup.scenes import add_to_scene, as_added


def keep_group(host: Host, name: str, who: Sequence[str], *, as_now: bool) -> KeptGroup:
    """Keep some of those who are here, under a name; a group of that name gives way to it.

    Args:
        as_now: with their wounds and what they have spent; otherwise fresh, as their sheets say.

    Raises:
        Refusal: `nobody`, `unknown-combatant` or `too-many`.
    """
    with host.queue:
        state = host.battle.state
        people = _chosen(state, who)
        shelf = host.store.groups
        if len(shelf.all(host.table_id)) >= MOST_GROUPS:
            raise Refusal(
                "too-many",
                text("The table keeps {most} groups already; throw one away first.", most=MOST_GROUPS),
            )
        members = [_written_down(c, state, {c.id for c in people}, as_now=as_now) for c in people]
        return shelf.keep(host.table_id, host.scene.system, name, members)


def bring_group(host: Host, group_id: str, visitor: Visitor, *, hidden: bool) -> KeptGroup:
    """Add a kept group to the scene before the table.

    Raises:
        Refusal: `no-group`, `other-system` or `no-room`; nothing has changed.
    """
    with host.queue:
        group = next((g for g in host.store.groups.all(host.table_id) if g.id == group_id), None)
        if group is None:
            raise Refusal("no-group", text("This group is not kept any more."))
        here = host.battle.system
        if group.system != here.id:
            its = find_system(group.system).name
            said = text(
                "{group} is of {its}; the scene before the table is played by {here}.",
                group=group.name,
                its=its,
                here=text(here.name),
            )
            raise Refusal("other-system", said)
        added = numbered_group(host.battle.state, group.members, hidden=hidden)
        for data in added:
            data["hidden"] = hidden
        host.handle({"do": "add", "combatants": added}, visitor)
        return group


def share_initiative(host: Host, who: Sequence[str], group: str, visitor: Visitor) -> None:
    """Write on the sheets of some of those who are here that they act together; empty: with their side.

    Raises:
        Refusal: `nobody`, `unknown-combatant`, or `no-groups` where everybody has an own initiative.
    """
    with host.queue:
        system = host.battle.system
        if not system.group_words:
            raise Refusal(
                "no-groups",
                text("In {system} everybody has an initiative of their own.", system=text(system.name)),
            )
        for combatant in _chosen(host.battle.state, who):
            sheet = system.sheets.in_group(as_added(combatant)["sheet"], group)
            host.handle({"do": "set-sheet", "target": combatant.id, "sheet": sheet}, visitor)


def send_to_scene(host: Host, who: Sequence[str], scene_id: str, visitor: Visitor) -> str:
    """Let some of those who are here go to another scene of the table, as they are; give its name.

    They are put down there first and taken away here after it, so that nobody is lost on the way.

    Raises:
        Refusal: `no-scene`, `other-system`, `prompt-open`, `nobody`, `unknown-combatant` or `no-room`.
    """
    with host.queue:
        row = host.store.battle(scene_id)
        if row is None or row.table_id != host.table_id or row.id == host.scene.id:
            raise Refusal("no-scene", text("This table has no such other scene."))
        if row.system != host.scene.system:
            said = text(
                "{scene} is played by {system}: who is here has no sheet for it.",
                scene=row.name,
                system=find_system(row.system).name,
            )
            raise Refusal("other-system", said)
        state = host.battle.state
        if state.prompt is not None:
            raise Refusal(
                "prompt-open", text("Somebody is being asked just now; send people on after the answer.")
            )
        people = _chosen(state, who)
        members = [_written_down(c, state, {c.id for c in people}, as_now=True) for c in people]
        ids = add_to_scene(host.store, row, members)
        for combatant, id_ in zip(people, ids, strict=True):
            if person := host.seats.get(combatant.id):
                host.store.people.seat(row.id, id_, person)
            host.handle({"do": "remove", "target": combatant.id}, visitor)
        return row.name


def _chosen(state: BattleState, who: Sequence[str]) -> list[Combatant]:
    """Find the combatants that were ticked, in the order in which they stand in the list."""
    chosen = {state.combatant(id_, "who").id for id_ in who}
    if not chosen:
        raise Refusal("nobody", text("Tick at least one of those who are here."))
    if len(chosen) > MOST_MEMBERS:
        raise Refusal(
            "too-many",
            text(
                "A group has at most {most} members; {chosen} are ticked.",
                most=MOST_MEMBERS,
                chosen=len(chosen),
            ),
        )
    return [c for c in state.combatants.values() if c.id in chosen]


def _written_down(
    combatant: Combatant, state: BattleState, together: set[str], *, as_now: bool
) -> dict[str, Any]:
    """Write somebody down for `add`, without what ties them to people who do not come along."""
    data = as_added(combatant)
    left = set(state.combatants) - together
    kept = {key: value for key, value in data["state"].items() if not _names(value, left)}
    at = list(combatant.at) if isinstance(combatant.at, tuple) else combatant.at
    return {**data, "state": kept if as_now else {}, "at": at, "hidden": False}


def _names(said: Any, who: set[str]) -> bool:
    """Say whether a value speaks of one of some combatants, at whatever depth."""
    if isinstance(said, Mapping):
        return any(key in who or _names(value, who) for key, value in said.items())
    if isinstance(said, list):
        return any(_names(value, who) for value in said)
    return isinstance(said, str) and said in who
