"""What the pages and panels show, put together from what a viewer may see and what the system declares.

Templates get these views and nothing else; no template reads a state.
"""

from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from rules.engine.battle import Battle
from rules.engine.held_turns import held_turns
from rules.engine.history.log import LAY_OUT
from rules.engine.shown import Timeline
from rules.engine.state import BattleState, changed
from rules.engine.system import System
from rules.engine.text import Words, as_text, text
from webapp.battle_log.chronicle import LogLine
from webapp.drawing.area_drawing import AreaOnMap, see_areas
from webapp.drawing.kept_parts import KeptParts, are_alike_to, are_the_same
from webapp.drawing.lamp_glow import carried_lights
from webapp.drawing.map_drawing import MapView, see_map
from webapp.drawing.note_drawing import NoteView, see_notes
from webapp.drawing.tokens import TokenView, see_tokens
from webapp.drawing.turn_tracker import OrderLine, OrderRow, lines_of, see_order
from webapp.panels.action_bar import (
    ActionEntry,
    Need,
    Switch,
    begin_needs,
    can_begin,
    switches,
    table_actions,
)
from webapp.panels.first_steps import FirstSteps, first_steps
from webapp.panels.page_frame import Frame
from webapp.panels.stock_cards import StockGroup, stock_groups
from webapp.table.setup.sides import SideChoice, side_choices
from webapp.visibility.known_people import own_dark_sight, own_eyes
from webapp.visibility.seen_prompt import PromptView, see_prompt
from webapp.visibility.seen_words import seen_shown
from webapp.visibility.stream import LOG_LINES, Stream, told_state
from webapp.visibility.viewer import Viewer, without_unseen


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """A whole page of play."""

    frame: Frame
    seq: int
    system_id: str
    system_name: str
    clock: Words
    running: bool
    waits: bool
    """Whether a fight runs and it is nobody's turn, not even that of somebody unseen."""
    held: tuple[str, ...]
    """Who may take up a turn now that was put off; told to the GM alone."""
    busy: bool
    """Whether nothing is told of whose turn it is: somebody acts whom the viewer must not notice."""
    active: str | None
    active_name: str
    my_turn: bool
    next_name: str
    stage: Words
    """What goes on while it is nobody's turn, though one may be noted; empty in a turn."""
    can_undo: bool
    can_redo: bool
    owns: tuple[str, ...]
    map: MapView
    notes: tuple[NoteView, ...]
    """What is written and drawn on the map, as far as it is theirs to see."""
    areas: tuple[AreaOnMap, ...]
    """The areas that stay on the map, as far as they are theirs to know."""
    tokens: tuple[TokenView, ...]
    order: tuple[OrderRow, ...]
    prompt: PromptView | None
    log: tuple[LogLine, ...]
    stock: tuple[StockGroup, ...]
    character_files: str
    """Which files of other programs the system reads, for the GM; empty for none."""
    character_endings: tuple[str, ...]
    """How names of character files end that the system reads, for the GM."""
    sides: tuple[SideChoice, ...]
    """Those that the GM may add somebody to."""
    can_begin: bool
    """Whether anybody is there with whom a fight can begin."""
    begin_needs: tuple[Need, ...]
    """What the GM may say as a fight begins."""
    first_steps: FirstSteps | None
    """What the GM has done towards a fight; None where one runs or was ready from the start,
    in a prepared scene, and for others."""
    turn_words: tuple[Words, Words, Words]
    """How it is said whose turn it is: to who has it, of who has it, and when nobody has it."""
    end_turn_word: Words
    """What the GM's button is called that ends it."""
    table_actions: tuple[ActionEntry, ...]
    """What the GM may do now for the whole table."""
    switches: tuple[Switch, ...]
    """The options of the table that the system knows, for the GM."""
    timeline: Timeline | None
    """What is declared, as far as it is known here; None where the system draws none."""
    group_words: Words
    """What those are called who share an initiative, for the GM; empty where nobody does."""
    ends_by: str
    """Which of these ends the fight; empty where it merely ends."""

    @property
    def order_lines(self) -> tuple[OrderLine, ...]:
        """Give the order with those on one line who act on one card."""
        return lines_of(self.order)

    @property
    def is_gm(self) -> bool:
        """Say whether this is the GM's page."""
        return self.frame.role == "gm"

    @property
    def whose(self) -> Words:
        """Say whose turn it is, or what goes on instead; empty out of a fight."""
        yours, anothers, nobodys = self.turn_words
        if self.stage or not self.running:
            return self.stage
        if self.active_name:
            return yours if self.my_turn else anothers
        if self.busy:
            return text("The GM is busy")
        return nobodys if self.waits else text("Somebody’s turn")


def table_view(
    battle: Battle, viewer: Viewer, frame: Frame, stream: Stream, kept: KeptParts | None = None
) -> TableView:
    """Put a page together from what its viewers have been told.

    Args:
        kept: what was made for the same page before: of it is taken what has not changed since.
    """
    kept = kept or KeptParts()
    if viewer.is_gm or battle.state.prompt is not None or battle.system.panels_read_places:
        return _table_view(battle, viewer, frame, stream, kept)
    of = _MadeOf(
        battle.state,
        stream.now,
        (
            *(viewer, frame, stream.seq, stream.asked, stream.rewritten, stream.met),
            *(stream.map_notes, stream.areas, kept.same("turn", stream.turn.now)),
            stream.known_map(battle.state),
        ),
    )
    return kept.whole(
        "page", of, lambda: _table_view(battle, viewer, frame, stream, kept), is_like=_MadeOf.is_like
    )


@dataclass(frozen=True, slots=True)
class _MadeOf:
    """What the page of players is made of, as long as there is no open question.

    Those of whom they do not know are no part of it, wherever these go: most pages stay as they are by a move
    that is not seen.
    """

    state: BattleState
    known: frozenset[str]
    beside: tuple[Any, ...]

    def is_like(self, other: "_MadeOf") -> bool:
        """Say whether a page that is made of either shows the same."""
        return (
            self.known == other.known
            and are_the_same(self.beside, other.beside)
            and are_alike_to(self.state, other.state, self.known)
        )


def _table_view(battle: Battle, viewer: Viewer, frame: Frame, stream: Stream, kept: KeptParts) -> TableView:
    system = battle.system
    state, known = stream.told_state(battle.state), stream.now
    shown_map = stream.shown_map(state)
    as_drawn = state if shown_map is state.map else changed(state, map=shown_map)
    areas = see_areas(as_drawn, viewer, stream.areas, known, kept)
    beside = _beside_map(battle.state, system, kept)
    told = kept.part("told", told_state, beside, viewer, kept.same("turn", stream.turn.now), known)
    seen = kept.part("seen", without_unseen, told, known)
    lines = kept.part("lines of the order", KeptParts)  # its own: what keeps itself is never let go of
    order = kept.part("order", see_order, told, viewer, known, stream.met, lines, areas)
    active = next((row for row in order if row.active), None)
    following = next((row.name for row in order if row.next), "")
    stage = kept.part("stage", system.turns.stage_words, seen)
    to_begin = viewer.is_gm and not state.running
    begins = to_begin and can_begin(battle)
    needs = kept.part("begin", _begin_needs, beside) if to_begin else ()
    return TableView(
        frame=frame,
        seq=stream.seq,
        system_id=system.id,
        system_name=system.name,
        clock=kept.part("clock", system.turns.clock_words, told),
        running=state.running,
        waits=state.running and battle.state.active is None,
        held=tuple(one.actor or "" for one in held_turns(system, battle.state)) if viewer.is_gm else (),
        busy=viewer.secret_turns and state.active is None and battle.state.active is not None,
        active=active.who if active else None,
        active_name=active.name if active else "",
        my_turn=state.running and state.active in viewer.owns and not stage,
        next_name=following,
        stage=stage,
        can_undo=viewer.is_gm and battle.can_undo,
        can_redo=viewer.is_gm and battle.can_redo,
        owns=tuple(who for who in state.combatants if who in viewer.owns),
        map=kept.part(
            "map",
            see_map,
            state.map,
            viewer,
            stream.known_map(state),
            frame.seen_by_players,
            kept.part("eyes", own_eyes, state, viewer),
            kept.part("carried", carried_lights, state, known),
            kept.part("dark", own_dark_sight, state, viewer),
        ),
        notes=_notes(state, viewer, stream, kept),
        areas=areas.drawn,
        tokens=see_tokens(
            as_drawn,
            viewer,
            known,
            stream.map_knowledge,
            among_miniatures=frame.among_miniatures,
            met=stream.met,
            areas=areas,
            kept=kept,
        ),
        order=order,
        prompt=_prompt(battle, state, viewer, stream),
        log=tuple(stream.lines[-LOG_LINES:]),
        stock=kept.part("stock", stock_groups, system, battle.state.house) if viewer.is_gm else (),
        character_files=system.character_files if viewer.is_gm else "",
        character_endings=(".json", *system.character_endings) if viewer.is_gm else (),
        sides=kept.part("sides", side_choices, told, frame.hero_side) if viewer.is_gm else (),
        can_begin=begins,
        begin_needs=needs,
        first_steps=_first_steps(battle.state, frame, begins, bool(needs))
        if to_begin and not frame.prepared and not _came_with_people(battle)
        else None,
        table_actions=kept.part("deeds", _table_actions, beside, known) if viewer.is_gm else (),
        turn_words=_turn_words(system, active.name if active else ""),
        end_turn_word=system.end_turn_words[1],
        switches=kept.part("switches", _switches, beside) if viewer.is_gm else (),
        timeline=kept.part("timeline", _timeline, system, seen),
        group_words=system.group_words if viewer.is_gm else "",
        ends_by=system.ends_by,
    )


def _beside_map(state: BattleState, system: System, kept: KeptParts) -> BattleState:
    """Give the battle that is asked what stands beside the map: without places, where these are not read."""
    if system.panels_read_places:
        return state
    return kept.lifted.give(state)


def _turn_words(system: System, active: str) -> tuple[Words, Words, Words]:
    """Give the words for a turn, with the name of who has it."""
    yours, anothers, nobodys = system.turn_words
    anothers = as_text(anothers)
    if "{who}" not in anothers.template:
        anothers = text("{who}{rest}", rest=anothers)
    return yours, anothers.filled(who=active), nobodys


def _timeline(system: System, seen: BattleState) -> Timeline | None:
    return seen_shown(system.turns.timeline(seen), seen.combatants)


def _battle_as(state: BattleState) -> Battle:
    """Give a battle that stands like this, and has no log: to ask what may be done in it."""
    battle = Battle(state.system)
    battle.state = state
    return battle


def _begin_needs(state: BattleState) -> tuple[Need, ...]:
    return begin_needs(_battle_as(state))


def _came_with_people(battle: Battle) -> bool:
    """Say whether a scene was laid out with combatants, as ready fights are: no way to it is to be shown."""
    laid_out = takewhile(lambda entry: entry.id.startswith(LAY_OUT), battle.log.entries)
    return any(entry.do == "add" for entry in laid_out)


def _first_steps(state: BattleState, frame: Frame, can_begin: bool, asks: bool) -> FirstSteps:
    return first_steps(
        state,
        frame.hero_side,
        further_scenes=len(frame.scenes) > 1,
        is_joined=bool(frame.people),
        can_begin=can_begin,
        asks=asks,
    )


def _table_actions(state: BattleState, known: frozenset[str]) -> tuple[ActionEntry, ...]:
    return table_actions(_battle_as(state), known)


def _switches(state: BattleState) -> tuple[Switch, ...]:
    return switches(_battle_as(state))


def _notes(state: BattleState, viewer: Viewer, stream: Stream, kept: KeptParts) -> tuple[NoteView, ...]:
    if not stream.map_notes:
        return ()
    names = tuple((c.id, c.name) for c in state.combatants.values() if c.id in stream.now)
    return kept.part("notes", see_notes, stream.map_notes, viewer.owns, names, is_gm=viewer.is_gm)


def _prompt(battle: Battle, state: BattleState, viewer: Viewer, stream: Stream) -> PromptView | None:
    """Give the open question; to the GM with the facts that it rests on."""
    shown = None if viewer.is_gm or battle.state.prompt is None else stream.as_known(battle.state)
    prompt = see_prompt(state, viewer, stream.now, stream.asked, stream.map_knowledge, shown)
    return (
        replace(prompt, facts=seen_shown(battle.asked_facts(), stream.now))
        if prompt is not None and viewer.is_gm
        else prompt
    )
