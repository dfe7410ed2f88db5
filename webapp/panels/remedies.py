"""What would make legal what was refused, as the page offers it: each a button, with what it costs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.ai.remedies import Deed, Remedies, Standpoint
from rules.engine.action import Action
from rules.engine.command import Command
from rules.engine.names import place_words
from rules.engine.state import BattleState, BattleView
from rules.engine.system import System
from rules.engine.text import Words
from rules.map.grid import has_cells
from webapp.drawing.tokens import place_key
from webapp.panels.attack_words import attack_words
from webapp.visibility.seen_words import seen_shown


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceOffer:
    """Somewhere to go first."""

    key: str
    name: str
    cost: str
    """What it costs to go there; empty among zones."""
    turns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeedOffer:
    """Something to do first. What ends the turn or rests on a roll is shown before it is done."""

    label: Words
    detail: Words
    """With what; empty for nothing in particular."""
    help: Words
    cost: Words
    rule: str
    is_dear: bool
    chance: float | None
    leaves: Words
    turns: int
    then: str
    """What the place is called to go to afterwards; empty for none."""
    command: Mapping[str, Any]
    """What its button sends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WayOffer:
    """What may be done to the same target instead."""

    label: Words
    do: str
    fixed: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class RemediesView:
    """All that is offered beside a refusal."""

    actor: str
    places: tuple[PlaceOffer, ...] = ()
    deeds: tuple[DeedOffer, ...] = ()
    targets: tuple[tuple[str, str], ...] = ()
    """Ids and names of whom the same may be done to."""
    ways: tuple[WayOffer, ...] = ()
    moves: tuple[DeedOffer, ...] = ()
    """How else one may go to the same place."""


def remedies_view(
    system: System, state: BattleState, refused: Command, found: Remedies | None
) -> RemediesView:
    """Put what was found into words.

    Args:
        state: the battle as whoever reads it knows it.
        found: None where it cannot be worked out.
    """
    told, view = found or Remedies(), BattleView(state)
    offers = RemediesView(
        actor=refused.actor or "",
        places=tuple(_place(state, place) for place in told.places),
        deeds=_deeds(system, view, told.deeds),
        targets=tuple((who, state.combatants[who].name) for who in told.targets),
        ways=tuple(_way(system, state, command) for command in told.ways),
        moves=_deeds(system, view, [Deed(command=command, turns=0) for command in told.moves]),
    )
    return seen_shown(offers, state.combatants)


def _place(state: BattleState, found: Standpoint) -> PlaceOffer:
    counts = state.map is not None and has_cells(state.map.grid)
    return PlaceOffer(
        key=place_key(found.place),
        name=place_words(state, found.place),
        cost=f"{round(found.cost, 1):g}" if counts else "",
        turns=found.turns,
    )


def _deeds(system: System, view: BattleView, found: Iterable[Deed]) -> tuple[DeedOffer, ...]:
    return tuple(
        _deed(system, view, action, deed)
        for deed in found
        if (action := system.action(deed.command.do)) is not None
    )


def _deed(system: System, view: BattleView, action: Action, found: Deed) -> DeedOffer:
    command = found.command
    actor = view.state.combatants[command.actor or ""]
    price, chance = action.price(view, command), action.chance(view, actor)
    return DeedOffer(
        label=action.label,
        detail=_detail(view, action, command),
        help=action.help,
        cost=system.looks.price(price),
        rule=action.rule,
        is_dear=price.ends_turn or chance is not None or found.turns > 0,
        chance=chance,
        leaves=action.leaves(view, actor),
        turns=found.turns,
        then=place_words(view.state, found.then) if found.then is not None else "",
        command={"do": command.do, "actor": command.actor, **command.params},
    )


def _detail(view: BattleView, action: Action, command: Command) -> Words:
    """Say with what something is done: in the words of its button, or of what its form was filled in with."""
    actor = view.state.combatants[command.actor or ""]
    for fixed, words in action.ways(view, actor):
        if words and all(command.params.get(key) == value for key, value in fixed.items()):
            return words
    chosen = (
        choice.label
        for parameter in action.parameters
        if parameter.choices is not None
        for choice in parameter.choices(view, actor)
        if choice.id == command.params.get(parameter.id)
    )
    return next(chosen, "")


def _way(system: System, state: BattleState, command: Command) -> WayOffer:
    action = system.action(command.do)
    whom = action.aimed_key if action is not None else ""
    fixed = {key: value for key, value in command.params.items() if key != whom}
    return WayOffer(label=attack_words(system, state, command), do=command.do, fixed=fixed)
