"""The buttons of what may be done now: with what each needs, costs and leaves, and why it cannot be done."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, Scene
from rules.engine.system import Action, Choice, Parameter
from webapp.stream import Stream
from webapp.viewer import cloak, cloak_refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """Something that an action still needs to know, as a form asks for it."""

    id: str
    kind: str
    label: str
    optional: bool
    low: int
    high: int
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionEntry:
    """A button of the action bar: an action, with a weapon perhaps, and why it cannot be used now."""

    do: str
    label: str
    detail: str
    help: str
    cost: str
    rule: str
    group: str
    """The heading that it stands under; empty for none."""
    leaves: str
    """What somebody who does it has left afterwards."""
    takes: int
    """How many pieces of the track it takes."""
    provokes: tuple[str, ...]
    """The names of those who may do something about it."""
    fixed: Mapping[str, str]
    needs: tuple[Need, ...]
    aimed: bool
    laid: bool
    """Whether it covers an area: it is aimed at a place of the map."""
    refusal: Refusal | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """An option of the table, whether it is on, and why it cannot be changed now."""

    do: str
    label: str
    help: str
    rule: str
    on: bool
    refusal: Refusal | None


def action_entries(battle: Battle, stream: Stream, who: str) -> tuple[ActionEntry, ...]:
    """List what a combatant may do: a button an action, or one for each choice of the action's parameter."""
    known, seen = stream.now, stream.as_known(battle.state)
    entries: list[ActionEntry] = []
    for action in (action for action in battle.system.actions if action.listed and not action.of_table):
        people = {p.id for p in action.parameters if p.kind == "combatant"}
        for fixed, detail in action.ways(Scene(seen), seen.combatants[who]):
            if all(value in known for key, value in fixed.items() if key in people):
                entries.append(_entry(battle, action, who, fixed, detail, stream, seen))
    return tuple(entries)


def table_actions(battle: Battle, stream: Stream) -> tuple[ActionEntry, ...]:
    """List what may be done now for the whole table, by nobody in particular."""
    scene = Scene(battle.state)
    actions = (a for a in battle.system.actions if a.of_table and a.switched(scene) is None)
    entries = (_entry(battle, action, None, {}, "", stream, battle.state) for action in actions)
    return tuple(entry for entry in entries if entry.refusal is None)


def switches(battle: Battle) -> tuple[Switch, ...]:
    """List the table's options that the system knows."""
    found = []
    for action in battle.system.actions:
        on = action.switched(Scene(battle.state))
        if on is not None:
            refusal = battle.check(Command(do=action.id, params={"on": not on}))
            found.append(
                Switch(
                    do=action.id,
                    label=action.label,
                    help=action.help,
                    rule=action.rule,
                    on=on,
                    refusal=refusal,
                )
            )
    return tuple(found)


def begin_needs(battle: Battle) -> tuple[Need, ...]:
    """List what may be said as a fight begins, where anybody is here to say it of."""
    if not battle.state.combatants:
        return ()
    state = battle.state
    return tuple(_need(battle, state, "begin", p, None) for p in battle.system.begin_needs(state))


def why_not(battle: Battle, command: Command, stream: Stream, seen: BattleState) -> Refusal | None:
    """Say why a command may not be done now, as far as those can know who ask; None if it may.

    Args:
        seen: the battle as they know it.
    """
    refusal = battle.check(command, Scene(seen))
    return None if refusal is None else cloak_refusal(refusal, battle.state, stream.now)


def _entry(
    battle: Battle,
    action: Action,
    who: str | None,
    fixed: Mapping[str, str],
    detail: str,
    stream: Stream,
    seen: BattleState,
) -> ActionEntry:
    command = Command(do=action.id, actor=who, params=dict(fixed))
    scene = Scene(seen)
    aimed = action.is_aimed(scene, command)
    needs = tuple(  # what is aimed has a panel of its own, where all of it is chosen
        _need(battle, seen, action.id, p, who, listed=not aimed)
        for p in action.parameters
        if p.id not in fixed
    )
    leaves = "" if who is None else action.leaves(scene, seen.combatants[who])
    return ActionEntry(
        do=action.id,
        label=action.label,
        detail=detail,
        help=action.help,
        cost=action.cost,
        rule=action.rule,
        group=action.group,
        leaves=cloak(leaves, battle.state, stream.now),
        takes=0 if who is None else action.takes(scene, command),
        provokes=() if who is None else _provoked(action, command, seen),
        fixed=fixed,
        needs=needs,
        aimed=aimed,
        laid=aimed and action.is_laid(scene, command),
        refusal=why_not(battle, command, stream, seen),
    )


def _provoked(action: Action, command: Command, seen: BattleState) -> tuple[str, ...]:
    """Name those who may do something about an action, as far as they are known."""
    try:
        found = action.provokes(Scene(seen), command)
    except Refusal:
        return ()
    return tuple(seen.combatants[who].name for who in found)


def _need(
    battle: Battle, seen: BattleState, do: str, parameter: Parameter, who: str | None, *, listed: bool = True
) -> Need:
    """Say what a parameter asks for.

    Args:
        seen: the battle as who chooses knows it.
        who: whose action it is; None for what is done for the whole table.
        listed: whether what may be chosen is listed.
    """
    choices: tuple[Choice, ...] = ()
    if listed and parameter.kind in ("combatant", "combatants") and parameter.choices is None:
        people = list(seen.combatants.values())
        if parameter.kind == "combatant" and who is None and battle.system.action(do) is not None:
            people = [c for c in people if not battle.check(Command(do=do, params={parameter.id: c.id}))]
        choices = tuple(Choice(id=c.id, label=c.name) for c in people)
    elif listed and parameter.choices is not None and seen.combatants:
        actor = seen.combatants[who] if who is not None else next(iter(seen.combatants.values()))
        choices = parameter.choices(Scene(seen), actor)
    return Need(
        id=parameter.id,
        kind=parameter.kind,
        label=parameter.label,
        optional=parameter.optional,
        low=parameter.low,
        high=parameter.high,
        choices=choices,
    )
