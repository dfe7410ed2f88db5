"""What the pages and panels show, put together from what a viewer may see and what the system declares.

Templates get these views and nothing else; no template reads a state.
"""

from dataclasses import dataclass, replace

from rules.engine.battle import Battle
from rules.engine.shown import Timeline
from rules.engine.state import BattleState
from rules.engine.system import StockItem, systems
from webapp.battle_log.chronicle import LogLine
from webapp.drawing.map_drawing import MapView, see_map
from webapp.drawing.tokens import OrderRow, TokenView, see_order, see_tokens, side_numbers
from webapp.panels.action_bar import ActionEntry, Need, Switch, begin_needs, switches, table_actions
from webapp.panels.page_frame import Frame
from webapp.visibility.stream import LOG_LINES, Stream
from webapp.visibility.viewer import PromptView, Viewer, see_prompt, without_unseen


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
    busy: bool
    """Whether nothing is told of whose turn it is: somebody acts whom the viewer must not notice."""
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
    begin_needs: tuple[Need, ...]
    """What the GM may say as a fight begins."""
    turn_words: tuple[str, str, str]
    """How it is said whose turn it is: to who has it, after another's name, and when nobody has it."""
    end_turn_word: str
    """What the GM's button is called that ends it."""
    table_actions: tuple[ActionEntry, ...]
    """What the GM may do now for the whole table."""
    switches: tuple[Switch, ...]
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
    state, known = stream.told_state(battle.state), stream.now
    as_drawn = replace(state, map=stream.shown_map(state))
    order = see_order(state, viewer, known, stream.met)
    active = next((row for row in order if row.active), None)
    following = next((row.name for row in order if row.next), "")
    stage = battle.system.turns.stage_words(without_unseen(state, known))
    return TableView(
        frame=frame,
        seq=stream.seq,
        system_id=battle.system.id,
        system_name=battle.system.name,
        clock=battle.system.turns.clock_words(state),
        running=state.running,
        waits=state.running and battle.state.active is None,
        busy=viewer.secret_turns and state.active is None and battle.state.active is not None,
        active=active.who if active else None,
        active_name=active.name if active else "",
        my_turn=state.running and state.active in viewer.owns and not stage,
        next_name=following,
        stage=stage,
        can_undo=viewer.is_gm and battle.can_undo,
        can_redo=viewer.is_gm and battle.can_redo,
        owns=tuple(who for who in state.combatants if who in viewer.owns),
        map=see_map(state.map, viewer, stream.known_map(state), frame.seen_by_players),
        tokens=see_tokens(
            as_drawn,
            viewer,
            known,
            stream.map_knowledge,
            among_miniatures=frame.among_miniatures,
            met=stream.met,
        ),
        order=order,
        prompt=_prompt(battle, state, viewer, stream),
        log=tuple(stream.lines[-LOG_LINES:]),
        stock=battle.system.stock if viewer.is_gm else (),
        character_files=_character_files() if viewer.is_gm else (),
        sides=tuple(side_numbers(state)) if viewer.is_gm else (),
        begin_needs=begin_needs(battle) if viewer.is_gm and not state.running else (),
        table_actions=table_actions(battle, stream) if viewer.is_gm else (),
        turn_words=battle.system.turn_words,
        end_turn_word=battle.system.end_turn_words[1],
        switches=switches(battle) if viewer.is_gm else (),
        timeline=battle.system.turns.timeline(without_unseen(state, known)),
        group_words=battle.system.group_words if viewer.is_gm else "",
        ends_by=battle.system.ends_by,
    )


def _prompt(battle: Battle, state: BattleState, viewer: Viewer, stream: Stream) -> PromptView | None:
    """Give the open question; to the GM with the facts that it rests on."""
    shown = None if viewer.is_gm or battle.state.prompt is None else stream.as_known(battle.state)
    prompt = see_prompt(state, viewer, stream.now, stream.asked, stream.map_knowledge, shown)
    return replace(prompt, facts=battle.asked_facts()) if prompt is not None and viewer.is_gm else prompt


def _character_files() -> tuple[tuple[str, str], ...]:
    return tuple((system.name, system.character_files) for system in systems() if system.character_files)
