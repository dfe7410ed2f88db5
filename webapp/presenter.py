"""What the pages and panels show, put together from what a viewer may see and what the system declares.

Templates get these views and nothing else; no template reads a state.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.state import Scene
from rules.engine.system import Action, Choice, Figure, Gauge, Mark, Parameter, Section, StockItem, systems
from webapp.chronicle import LogLine
from webapp.drawing import OrderRow, TokenView, see_order, see_tokens, side_numbers
from webapp.map_drawing import MapView, see_map
from webapp.stream import Stream
from webapp.viewer import PromptView, Viewer, Vista, cloak, cloak_refusal, see_prompt

LOG_LINES = 120
"""How many lines of the log a page starts with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRow:
    """Somebody who joined, for the GM: the name, what they play, and whether a page of theirs is open."""

    id: str
    name: str
    plays: tuple[str, ...]
    here: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FogFrame:
    """The fog as the GM's controls show it."""

    possible: bool
    on: bool
    each: bool
    sides: tuple[tuple[str, bool], ...]
    """The sides, and whether what each explores is kept."""
    eyes: tuple[tuple[str, str], ...]
    """Whose eyes may be looked through: the word for the address, and the name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What a page needs that is not the battle's: where it is, who looks, the addresses to hand out."""

    table_id: str
    table_name: str
    role: str
    csrf: str = ""
    person_name: str = ""
    picture_url: str | None = None
    picture_pixels: tuple[int, int] | None = None
    """Width and height of a picture that is sent in tiles; None for one that is sent whole."""
    join_url: str = ""
    screen_url: str = ""
    code: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    people: tuple[PersonRow, ...] = ()
    eyes: str = ""
    """The word in addresses for the eyes that the GM looks through on this page."""
    picture_keys: str = ""
    """A word for each tile of a picture that is cut to what is known of it: it names what the tile shows."""
    fog: FogFrame | None = None
    """What the GM has to say about the fog."""
    seen_by_players: Vista | None = None
    """What the party sees, for the GM to know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """A whole page of play."""

    frame: Frame
    seq: int
    system_id: str
    system_name: str
    clock: str
    running: bool
    waits: bool
    """Whether a fight runs and it is nobody's turn, not even that of somebody unseen."""
    active: str | None
    active_name: str
    my_turn: bool
    next_name: str
    can_undo: bool
    can_redo: bool
    owns: tuple[str, ...]
    map: MapView
    tokens: tuple[TokenView, ...]
    order: tuple[OrderRow, ...]
    prompt: PromptView | None
    log: tuple[LogLine, ...]
    stock: tuple[StockItem, ...]
    character_files: tuple[tuple[str, str], ...]
    """The names of the systems that read files of other programs, each with which."""
    sides: tuple[str, ...]
    begin_needs: tuple["Need", ...]
    """What the GM may say as a fight begins."""
    table_actions: tuple["ActionEntry", ...]
    """What the GM may do now for the whole table."""

    @property
    def is_gm(self) -> bool:
        """Say whether this is the GM's page."""
        return self.frame.role == "gm"


def table_view(battle: Battle, viewer: Viewer, frame: Frame, stream: Stream) -> TableView:
    """Put a page together from what its viewers have been told."""
    state, known = battle.state, stream.now
    order = see_order(state, viewer, known)
    active = next((row for row in order if row.active), None)
    following = next((row.name for row in order if row.next), "")
    return TableView(
        frame=frame,
        seq=stream.seq,
        system_id=battle.system.id,
        system_name=battle.system.name,
        clock=battle.system.clock_words(state),
        running=state.running,
        waits=state.running and state.active is None,
        active=active.who if active else None,
        active_name=active.name if active else "",
        my_turn=state.running and state.active in viewer.owns,
        next_name=following,
        can_undo=viewer.is_gm and battle.can_undo,
        can_redo=viewer.is_gm and battle.can_redo,
        owns=tuple(who for who in state.combatants if who in viewer.owns),
        map=see_map(state.map, viewer, stream.known_map(state), frame.seen_by_players),
        tokens=see_tokens(state, viewer, known),
        order=order,
        prompt=see_prompt(state, viewer, known, stream.asked),
        log=tuple(stream.lines[-LOG_LINES:]),
        stock=battle.system.stock() if viewer.is_gm else (),
        character_files=_character_files() if viewer.is_gm else (),
        sides=tuple(side_numbers(state)) if viewer.is_gm else (),
        begin_needs=_begin_needs(battle) if viewer.is_gm and not state.running else (),
        table_actions=_table_actions(battle, known) if viewer.is_gm else (),
    )


# ---------------------------------------------------------------- one combatant, and what it may do
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
    fixed: Mapping[str, str]
    needs: tuple[Need, ...]
    aimed: bool
    laid: bool
    """Whether it covers an area: it is aimed at a place of the map."""
    refusal: Refusal | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectedView:
    """A combatant's card: what everybody sees, and for its owner and the GM its sheet and its actions."""

    frame: Frame
    who: str
    name: str
    side: str
    side_number: int
    mine: bool
    is_gm: bool
    is_active: bool
    running: bool
    hidden: bool
    by_hand: bool
    size: int
    marks: tuple[Mark, ...]
    gauges: tuple[Gauge, ...]
    numbers: tuple[Figure, ...]
    allowances: tuple[Figure, ...]
    sections: tuple[Section, ...]
    actions: tuple[ActionEntry, ...]
    waiting: str
    """Why it can do nothing at all now, in a sentence; empty when it can."""
    played_by: str
    state: Mapping[str, Any]
    """The state keys, for the GM to set."""


def selected_view(
    battle: Battle, stream: Stream, frame: Frame, who: str, seats: Mapping[str, str]
) -> SelectedView:
    """Put a combatant's card together.

    Raises:
        Refusal: `unknown-combatant`, also for one that the viewer may not know of.
    """
    state, system, viewer, known = battle.state, battle.system, stream.viewer, stream.now
    if who not in known:
        raise Refusal("unknown-combatant", "There is nobody of that name here.")
    combatant = state.combatants[who]
    mine = viewer.is_gm or who in viewer.owns
    actions = action_entries(battle, who, known) if mine else ()
    return SelectedView(
        frame=frame,
        who=who,
        name=combatant.name,
        side=combatant.side,
        side_number=side_numbers(state)[combatant.side],
        mine=mine,
        is_gm=viewer.is_gm,
        is_active=state.active == who,
        running=state.running,
        hidden=combatant.hidden,
        by_hand=combatant.by_hand,
        size=combatant.size,
        marks=system.marks(combatant),
        gauges=system.gauges(combatant),
        numbers=system.numbers(combatant) if mine else (),
        allowances=system.allowances(combatant) if mine else (),
        sections=system.sections(combatant) if mine else (),
        actions=actions,
        waiting=_waiting(battle, who, known) if mine else "",
        played_by=seats.get(who, ""),
        state=combatant.state.as_json() if viewer.is_gm else {},
    )


def why_not(battle: Battle, command: Command, known: frozenset[str]) -> Refusal | None:
    """Say, to who knows these combatants, why a command may not be done now; None if it may."""
    refusal = battle.check(command)
    return None if refusal is None else cloak_refusal(refusal, battle.state, known)


def _waiting(battle: Battle, who: str, known: frozenset[str]) -> str:
    try:
        battle.legal_action(Command(do=battle.system.actions[0].id, actor=who))
    except Refusal as refusal:
        return cloak(refusal.message, battle.state, known)
    return ""


def action_entries(battle: Battle, who: str, known: frozenset[str]) -> tuple[ActionEntry, ...]:
    """List what a combatant may do: a button an action, or one for each choice of the action's parameter."""
    entries: list[ActionEntry] = []
    for action in (action for action in battle.system.actions if not action.of_table):
        first = next((p for p in action.parameters if p.choices is not None and not p.optional), None)
        if first is None or first.choices is None:
            entries.append(_entry(battle, action, who, {}, "", known))
            continue
        scene = Scene(battle.state)
        for choice in first.choices(scene, battle.state.combatants[who]):
            if first.kind == "combatant" and choice.id not in known:
                continue
            entries.append(_entry(battle, action, who, {first.id: choice.id}, choice.label, known))
    return tuple(entries)


def _character_files() -> tuple[tuple[str, str], ...]:
    return tuple((system.name, system.character_files) for system in systems() if system.character_files)


def _table_actions(battle: Battle, known: frozenset[str]) -> tuple[ActionEntry, ...]:
    """List what may be done now for the whole table, by nobody in particular."""
    entries = (_entry(battle, a, None, {}, "", known) for a in battle.system.actions if a.of_table)
    return tuple(entry for entry in entries if entry.refusal is None)


def _begin_needs(battle: Battle) -> tuple[Need, ...]:
    """List what may be said as a fight begins, where anybody is here to say it of."""
    if not battle.state.combatants:
        return ()
    return tuple(_need(battle, p, None) for p in battle.system.begin_parameters)


def _entry(
    battle: Battle,
    action: Action,
    who: str | None,
    fixed: Mapping[str, str],
    detail: str,
    known: frozenset[str],
) -> ActionEntry:
    command = Command(do=action.id, actor=who, params=dict(fixed))
    needs = tuple(_need(battle, p, who) for p in action.parameters if p.id not in fixed)
    return ActionEntry(
        do=action.id,
        label=action.label,
        detail=detail,
        help=action.help,
        cost=action.cost,
        rule=action.rule,
        fixed=fixed,
        needs=needs,
        aimed=action.aimed,
        laid=action.aimed and action.is_laid(Scene(battle.state), command),
        refusal=why_not(battle, command, known),
    )


def _need(battle: Battle, parameter: Parameter, who: str | None) -> Need:
    choices: tuple[Choice, ...] = ()
    if parameter.kind == "combatants":  # the GM's alone, as yet: nobody else could be shown them all
        choices = tuple(Choice(id=c.id, label=c.name) for c in battle.state.combatants.values())
    elif parameter.choices is not None and who is not None:
        choices = parameter.choices(Scene(battle.state), battle.state.combatants[who])
    return Need(
        id=parameter.id,
        kind=parameter.kind,
        label=parameter.label,
        optional=parameter.optional,
        low=parameter.low,
        high=parameter.high,
        choices=choices,
    )
