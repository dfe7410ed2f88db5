"""What the pages and panels show, put together from what a viewer may see and what the system declares.

Templates get these views and nothing else; no template reads a state.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.shown import Timeline, Track
from rules.engine.state import BattleState, Lamp, Scene
from rules.engine.system import Action, Choice, Figure, Gauge, Mark, Parameter, Section, StockItem, systems
from webapp.chronicle import LogLine
from webapp.drawing import OrderRow, TokenView, see_order, see_tokens, side_numbers
from webapp.harm import see_gauges, see_marks
from webapp.map_drawing import MapView, see_map
from webapp.refused_log import RefusedLine
from webapp.stream import LOG_LINES, Stream
from webapp.viewer import (
    PromptView,
    Viewer,
    Vista,
    cloak,
    cloak_refusal,
    known_state,
    plays,
    see_prompt,
    without_unseen,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRow:
    """Somebody who joined, for the GM: the name, what they play, and whether a page of theirs is open."""

    id: str
    name: str
    characters: tuple[tuple[str, str], ...]
    """Whom they play, by id and name."""
    here: bool
    real_dice: bool = False
    """Whether they type in what their own dice show."""

    @property
    def plays(self) -> tuple[str, ...]:
        """Name whom they play."""
        return tuple(name for _, name in self.characters)


@dataclass(frozen=True, slots=True)
class SceneRow:
    """One of the table's scenes; `here` is the one that this page shows, `live` the one before everybody."""

    id: str
    name: str
    system: str
    here: bool
    live: bool


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A kept group: how it is told apart, and who comes with it."""

    id: str
    name: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FogFrame:
    """The fog as the GM's controls show it."""

    possible: bool
    on: bool
    each: bool
    sides: tuple[tuple[str, bool], ...]
    """The sides, and whether what each explores is kept."""
    lasting: bool
    """Whether what was explored outlasts an undo."""
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
    watch_url: str = ""
    named_url: str = ""
    """The players' link by the server's name on the network; empty where it has none."""
    code: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    people: tuple[PersonRow, ...] = ()
    eyes: str = ""
    """The word in addresses for the eyes that the GM looks through on this page."""
    home: str = ""
    """The address of the table's pages, whatever scene this page shows."""
    prepared: bool = False
    """Whether this is a scene that the GM alone looks at."""
    own_sheets: bool = True
    """Whether players may change the sheets of their own characters."""
    faces_url: str = ""
    """Where the pictures of tokens are had from; the id of one follows."""
    faces_query: str = ""
    picture_keys: str = ""
    """A word for each tile of a picture that is cut to what is known of it: it names what the tile shows."""
    fog: FogFrame | None = None
    """What the GM has to say about the fog."""
    seen_by_players: Vista | None = None
    """What the party sees, for the GM to know."""
    among_miniatures: bool = False
    """Whether tokens that have a miniature are left to it on this page."""
    groups: tuple["GroupRow", ...] = ()
    """The parties and encounters that the GM keeps."""
    scenes: tuple["SceneRow", ...] = ()
    """The table's scenes, the latest first."""
    wishes: tuple[tuple[str, str], ...] = ()
    """Ids and names of those who ask for an undo."""
    house_usual: bool = True
    """Whether the table plays by the book."""
    answer_by: float | None = None
    """When the open question is answered for who is asked, by `time.monotonic`; None: never."""
    knocks: tuple[tuple[str, str, str], ...] = ()
    """Ids and names of those who wait at the door, and whom they would like to play."""
    refused: tuple[RefusedLine, ...] = ()
    """What was refused to those who asked for what is not theirs, the latest first."""

    def face(self, picture: str) -> str:
        """Give the address of a token's picture; empty where it has none."""
        return f"{self.faces_url}{picture}{self.faces_query}" if picture else ""

    @property
    def has_hands(self) -> bool:
        """Say whether anything can be done on this page, or it is only looked at."""
        return self.role in ("gm", "play")

    @property
    def seconds_left(self) -> float | None:
        """Give the seconds that are left to answer in, as this is read."""
        return None if self.answer_by is None else max(0.0, self.answer_by - monotonic())


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
    stage: str
    """What goes on while it is nobody's turn, though one may be noted; empty in a turn."""
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
    turn_words: tuple[str, str, str]
    """How it is said whose turn it is: to who has it, after another's name, and when nobody has it."""
    end_turn_word: str
    """What the GM's button is called that ends it."""
    table_actions: tuple["ActionEntry", ...]
    """What the GM may do now for the whole table."""
    switches: tuple["Switch", ...]
    """The options of the table that the system knows, for the GM."""
    timeline: Timeline | None
    """What is declared, as far as it is known here; None where the system draws none."""
    group_words: str
    """What those are called who share an initiative, for the GM; empty where nobody does."""
    ends_by: str
    """Which of these ends the fight; empty where it merely ends."""

    @property
    def is_gm(self) -> bool:
        """Say whether this is the GM's page."""
        return self.frame.role == "gm"


def table_view(battle: Battle, viewer: Viewer, frame: Frame, stream: Stream) -> TableView:
    """Put a page together from what its viewers have been told."""
    state, known = known_state(battle.state, viewer), stream.now
    as_drawn = replace(state, map=stream.shown_map(state))
    order = see_order(state, viewer, known)
    active = next((row for row in order if row.active), None)
    following = next((row.name for row in order if row.next), "")
    stage = battle.system.stage_words(without_unseen(state, known))
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
        my_turn=state.running and state.active in viewer.owns and not stage,
        next_name=following,
        stage=stage,
        can_undo=viewer.is_gm and battle.can_undo,
        can_redo=viewer.is_gm and battle.can_redo,
        owns=tuple(who for who in state.combatants if who in viewer.owns),
        map=see_map(state.map, viewer, stream.known_map(state), frame.seen_by_players),
        tokens=see_tokens(as_drawn, viewer, known, stream.vista, among_miniatures=frame.among_miniatures),
        order=order,
        prompt=_prompt(battle, state, viewer, stream),
        log=tuple(stream.lines[-LOG_LINES:]),
        stock=battle.system.stock() if viewer.is_gm else (),
        character_files=_character_files() if viewer.is_gm else (),
        sides=tuple(side_numbers(state)) if viewer.is_gm else (),
        begin_needs=_begin_needs(battle) if viewer.is_gm and not state.running else (),
        table_actions=_table_actions(battle, stream) if viewer.is_gm else (),
        turn_words=battle.system.turn_words,
        end_turn_word=battle.system.end_turn_words[1],
        switches=_switches(battle) if viewer.is_gm else (),
        timeline=battle.system.timeline(without_unseen(state, known)),
        group_words=battle.system.group_words if viewer.is_gm else "",
        ends_by=battle.system.ends_by,
    )


def _prompt(battle: Battle, state: BattleState, viewer: Viewer, stream: Stream) -> PromptView | None:
    """Give the open question; to the GM with the facts that it rests on."""
    shown = None if viewer.is_gm or battle.state.prompt is None else stream.as_known(battle.state)
    prompt = see_prompt(state, viewer, stream.now, stream.asked, stream.vista, shown)
    return replace(prompt, facts=battle.asked_facts()) if prompt is not None and viewer.is_gm else prompt


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
    miniature: bool
    lamp: Lamp | None
    own_conditions: tuple[tuple[str, str, str], ...]
    """The table's own conditions that it has: id, name and words."""
    may_have: tuple[tuple[str, str], ...]
    """The conditions that the GM may give it."""
    size: int
    marks: tuple[Mark, ...]
    gauges: tuple[Gauge, ...]
    numbers: tuple[Figure, ...]
    allowances: tuple[Figure, ...]
    sections: tuple[Section, ...]
    actions: tuple[ActionEntry, ...]
    track: Track | None
    end_turn_word: str
    """What the button is called that ends its turn."""
    waiting: str
    """Why it can do nothing at all now, in a sentence; empty when it can."""
    played_by: str
    along: tuple[tuple[str, str], ...]
    """Who goes along with it, by id and name: what it rides, who rides it."""
    state: Mapping[str, Any]
    """The state keys, for the GM to set."""
    picture: str = ""
    may_change: bool = False
    """Whether the viewer may write its sheet anew."""


def selected_view(
    battle: Battle, stream: Stream, frame: Frame, who: str, seats: Mapping[str, str]
) -> SelectedView:
    """Put a combatant's card together.

    Raises:
        Refusal: `unknown-combatant`, also for one that the viewer may not know of.
    """
    system, viewer, known = battle.system, stream.viewer, stream.now
    state = known_state(battle.state, viewer)
    if who not in known:
        raise Refusal("unknown-combatant", "There is nobody of that name here.")
    combatant = state.combatants[who]
    mine = plays(state, viewer, who)
    actions = action_entries(battle, stream, who) if mine else ()
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
        miniature=combatant.miniature,
        lamp=combatant.lamp,
        own_conditions=tuple((id_, made.name, made.words) for id_, made in combatant.own_conditions),
        may_have=tuple((id_, made.name) for id_, made in state.house.conditions.items())
        if viewer.is_gm
        else (),
        size=combatant.size,
        marks=see_marks(system, combatant, viewer),
        gauges=see_gauges(system, combatant, viewer),
        numbers=system.numbers(combatant) if mine else (),
        allowances=system.allowances(combatant) if mine else (),
        sections=system.sections(combatant) if mine else (),
        actions=actions,
        track=system.track(combatant),
        end_turn_word=system.end_turn_words[0],
        waiting=_waiting(battle, stream, who) if mine else "",
        played_by=seats.get(who, ""),
        along=tuple(
            (c.id, c.name)
            for c in state.combatants.values()
            if mine
            and c.id in known
            and (system.carrier(state, c.id) == who or system.carrier(state, who) == c.id)
        ),
        state=combatant.state.as_json() if viewer.is_gm else {},
        picture=combatant.picture,
        may_change=viewer.is_gm or (frame.own_sheets and who in viewer.owns),
    )


def why_not(battle: Battle, command: Command, stream: Stream, seen: BattleState) -> Refusal | None:
    """Say why a command may not be done now, as far as those can know who ask; None if it may.

    Args:
        seen: the battle as they know it.
    """
    refusal = battle.check(command, Scene(seen))
    return None if refusal is None else cloak_refusal(refusal, battle.state, stream.now)


def _waiting(battle: Battle, stream: Stream, who: str) -> str:
    scene = Scene(stream.as_known(battle.state))
    try:
        battle.legal_action(Command(do=battle.system.actions[0].id, actor=who), scene)
    except Refusal as refusal:
        return cloak(refusal.message, battle.state, stream.now)
    return ""


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


def _character_files() -> tuple[tuple[str, str], ...]:
    return tuple((system.name, system.character_files) for system in systems() if system.character_files)


def _table_actions(battle: Battle, stream: Stream) -> tuple[ActionEntry, ...]:
    """List what may be done now for the whole table, by nobody in particular."""
    scene = Scene(battle.state)
    actions = (a for a in battle.system.actions if a.of_table and a.switched(scene) is None)
    entries = (_entry(battle, action, None, {}, "", stream, battle.state) for action in actions)
    return tuple(entry for entry in entries if entry.refusal is None)


def _switches(battle: Battle) -> tuple[Switch, ...]:
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


def _begin_needs(battle: Battle) -> tuple[Need, ...]:
    """List what may be said as a fight begins, where anybody is here to say it of."""
    if not battle.state.combatants:
        return ()
    state = battle.state
    return tuple(_need(battle, state, "begin", p, None) for p in battle.system.begin_needs(state))


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
