"""Phase combat as the engine and the app see it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.engine.command import Command
from rules.engine.events import Event, Rolled
from rules.engine.exchange import Exchange
from rules.engine.house.house import House
from rules.engine.measures import RangeWords
from rules.engine.odds import Harm
from rules.engine.refusal import Refusal
from rules.engine.shown import DeclaredWay, Timeline
from rules.engine.state import BattleState, BattleView, Combatant
from rules.engine.system import Figure, Gauge, Line, Mark, Parameter, Reach, Section, StockItem, System
from rules.engine.text import Words, counted, text
from rules.engine.text import combatant as named
from rules.map.grid import Footprint
from rules.map.model import BattleMap
from rules.systems.phases import appearance, house, log_lines
from rules.systems.phases.actions import require_able, why_out
from rules.systems.phases.attack.attack_action import Attack
from rules.systems.phases.attack.facts import cells_between
from rules.systems.phases.attack.targeting_action import Aim, Target, TargetAndFire
from rules.systems.phases.events.all_events import PHASES_EVENTS
from rules.systems.phases.events.wound_events import Hit
from rules.systems.phases.moves.doors import Door
from rules.systems.phases.moves.movement import reach_of
from rules.systems.phases.primer import PRIMER
from rules.systems.phases.reasons import REASONS
from rules.systems.phases.rolls import PARTIAL, SUCCESS
from rules.systems.phases.rulebook import RULES
from rules.systems.phases.sheet.sheet import PhasesSheet
from rules.systems.phases.sheet.sheet_page import SheetPage, sheet_page
from rules.systems.phases.sheet.stock import STOCK
from rules.systems.phases.state import (
    Condition,
    PhasesState,
    TableNotes,
    fitted_state,
    set_by_gm,
    starting_state,
)
from rules.systems.phases.turns import secret_declarations, timeline, turn_order
from rules.systems.phases.turns.plain_actions import (
    Cancel,
    Draw,
    Drop,
    Evade,
    FastDraw,
    Holster,
    Move,
    Parry,
    Reload,
    Speak,
    Task,
)
from rules.systems.phases.turns.secret_declarations import SECRECY_EVENTS
from rules.systems.phases.turns.table_actions import Alert, NextPhase, SecretDeclaration


class PhaseCombat(System):
    """Pools of ten-sided dice; actions are declared, and resolve at the end of their time."""

    id = "phases"
    name = "Phase combat"
    summary = "Pools of ten-sided dice. Actions are declared, the slowest first, and fall at the same moment."
    sheet_template = "sheets/phases.html"
    sheet_type = PhasesSheet
    state_type = PhasesState
    own_events = (*PHASES_EVENTS, *SECRECY_EVENTS)
    actions = (
        Attack(),
        Target(),
        Aim(),
        TargetAndFire(),
        Move(),
        Parry(),
        Evade(),
        FastDraw(),
        Drop(),
        Speak(),
        Draw(),
        Holster(),
        Reload(),
        Door(),
        Task(),
        Cancel(),
        NextPhase(),
        Alert(),
        SecretDeclaration(),
    )
    vague = log_lines.VAGUE
    outcome_words = log_lines.OUTCOME_WORDS
    good_outcomes = frozenset({SUCCESS, PARTIAL})
    harm_words = (
        "no traumatic wound",
        *(counted("{n} traumatic wound", "{n} traumatic wounds", n=n) for n in range(1, 7)),
    )
    down_word = "down, dead or stunned"
    end_turn_words = ("Declare nothing", "Declares nothing")
    turn_words = ("You declare", " declares", "All has resolved")
    turn_line = "{clock}: {who} declares."
    begin_parameters = (
        Parameter(id="unaware", kind="combatants", label="Who knows of no enemy yet", optional=True),
    )
    rules = RULES
    reasons = REASONS
    switches = house.SWITCHES
    tables = house.TABLES
    own_kinds = house.OWN_KINDS
    roll_names = house.ROLL_NAMES
    primer = PRIMER

    # ----------------------------------------------------------------------------------- what is written down
    def starting_state(self, sheet: PhasesSheet) -> PhasesState:
        """Give a fresh combatant full weapons, and in hand what its sheet says (section 11)."""
        return starting_state(sheet)

    def fitted_state(self, combatant: Combatant, sheet: PhasesSheet) -> PhasesState:
        """Take from a combatant what its new sheet does not have, and load what is new."""
        return fitted_state(combatant, sheet)

    def set_state(self, combatant: Combatant, patch: Mapping[str, Any]) -> PhasesState:
        """Put in the GM's values, and the condition that follows from wounds (PH-102)."""
        return set_by_gm(combatant, patch)

    def as_known(self, state: BattleState, owns: Collection[str]) -> BattleState:
        """Leave out what others have declared in secret (PH-R29)."""
        return secret_declarations.as_known(state, owns)

    def secret_of(self, event: Event, before: BattleState) -> str | None:
        """Keep what is declared in secret between its player and the GM (PH-R29)."""
        return secret_declarations.secret_of(event, before)

    def shared_state(self) -> TableNotes:
        """Keep initiative, and the weapons on the ground."""
        return TableNotes()

    # --------------------------------------------------------------------------------------------- turn order
    def require_turn(self, state: BattleState, who: str) -> None:
        """Refuse who waits for its own action to resolve, then whose turn to declare it is not (PH-44)."""
        combatant = state.combatants[who]
        action = combatant.state.action
        if state.running and action is not None:
            said = text(
                "{combatant} waits until its action has resolved, in phase {due}.",
                combatant=named(combatant),
                due=action.due,
            )
            raise Refusal("waiting", said, "PH-44")
        if state.running and state.active != who:
            try:
                require_able(combatant)
            except Refusal as unable:  # what keeps it from ever declaring says more than whose turn it is
                raise Refusal("not-your-turn", unable.text, unable.rule) from None
            acting = state.combatants.get(state.active or "")
            rest = "nobody declares just now" if timeline.is_declaring(state) else "the phase has resolved"
            why = rest if acting is None else f"{acting.name} declares now"
            raise Refusal(
                "not-your-turn",
                text("{combatant} must wait: {why}.", combatant=named(combatant), why=text(why)),
                "PH-43",
            )

    def begin(self, view: BattleView, command: Command) -> Exchange[None]:
        """Begin combat with its first phase (PH-30)."""
        return turn_order.begin(view, command)

    def start_turn(self, view: BattleView, who: str) -> Exchange[None]:
        """Give a fresh turn in free play (PH-48)."""
        return turn_order.start_turn(view, who)

    def end_turn(self, view: BattleView, who: str) -> Exchange[None]:
        """Pass (PH-44)."""
        return turn_order.end_turn(view, who)

    def settle(self, view: BattleView) -> Exchange[None]:
        """Take from the fallen what they lose, and go on if the active one can declare no more (PH-100)."""
        return turn_order.settle(view)

    def clock_words(self, state: BattleState) -> str:
        """Say which phase it is, of which round, turn and minute (PH-40)."""
        if not state.running:
            return "Free play"
        sizes = ("phase", "round", "turn", "minute")
        return " · ".join(f"{size} {state.clock[size]}" for size in sizes).capitalize()

    def order_note(self, state: BattleState, who: str) -> str:
        """Give the initiative total, and what is declared (PH-43, PH-57)."""
        return appearance.order_note(state, who)

    def coming(self, state: BattleState) -> tuple[str, ...]:
        """List who has still to declare in this phase after the active one (PH-43)."""
        if not state.running or state.active not in state.order:
            return ()
        later = state.order[state.order.index(state.active) + 1 :]
        return tuple(who for who in later if who in state.combatants)

    def stage_words(self, state: BattleState) -> str:
        """Say that initiative is rolled, or that all resolves (PH-36, PH-47)."""
        return timeline.stage_words(state) if state.running else ""

    def timeline(self, state: BattleState) -> Timeline | None:
        """Lay what is declared on phases, rounds, turns and minutes (PH-40, PH-50)."""
        return timeline.timeline(state) if state.running else None

    def declared_way(self, state: BattleState, who: str) -> DeclaredWay | None:
        """Draw a declared move from its declaration to its resolution (PH-57)."""
        return timeline.declared_way(state, who)

    # ------------------------------------------------------------------------------------------------- action
    def reach(self, view: BattleView, who: str) -> Reach:
        """Tell where a move of one phase may go (PH-99)."""
        mover = view.combatant(who, "actor")
        require_able(mover)
        return reach_of(view.state, mover).but_staying(mover)

    def harm(self, before: BattleState, after: BattleState, target: str, told: Sequence[Event]) -> Harm:
        """Judge an attack by the traumatic wounds that it adds (section 11)."""
        was, now = before.combatants[target].state, after.combatants[target].state
        return Harm(
            hit=any(isinstance(event, Hit) for event in told),
            harm=len(now.trauma) - len(was.trauma),
            down=now.condition is not Condition.UP or now.stunned > 0,
        )

    # ----------------------------------------------------------------------------------------------- distance
    def range_words(
        self, battle_map: BattleMap, here: Footprint, there: Footprint, house: House
    ) -> RangeWords | None:
        """Count in cells (PH-65, PH-75)."""
        cells = cells_between(battle_map, here, there)
        if cells is None:
            return None
        words = f"{cells} cell{'' if cells == 1 else 's'}"
        return RangeWords(name=words, words=words, rule="PH-65")

    # --------------------------------------------------------------------------------------------- appearance
    def marks(self, combatant: Combatant) -> tuple[Mark, ...]:
        """List what is drawn on a token."""
        return appearance.marks(combatant)

    def gauges(self, combatant: Combatant) -> tuple[Gauge, ...]:
        """Draw wounds as pips."""
        return appearance.gauges(combatant)

    def unhurt(self, combatant: Combatant) -> Any:
        """Give a combatant's state without what the gauges count."""
        return replace(combatant.state, flesh=0, trauma=())

    def numbers(self, combatant: Combatant) -> tuple[Figure, ...]:
        """List the numbers that matter now."""
        return appearance.numbers(combatant)

    def sections(self, combatant: Combatant) -> tuple[Section, ...]:
        """Lay out the sheet."""
        return appearance.sections(combatant)

    def sheet_page(self, combatant: Combatant) -> SheetPage:
        """Lay the sheet out for its own page."""
        return sheet_page(combatant)

    def allowances(self, combatant: Combatant) -> tuple[Figure, ...]:
        """List what may still be done in this phase."""
        return appearance.allowances(combatant)

    def why_out(self, combatant: Combatant) -> str:
        """Say who is down or dead (PH-100)."""
        return why_out(combatant)

    def passed_over(self, combatant: Combatant) -> bool:
        """Say whether somebody declares nothing in this fight (PH-100)."""
        return combatant.state.condition is not Condition.UP

    def describe(self, event: Event, state: BattleState) -> Line | None:
        """Word an event for the log."""
        return log_lines.describe(event, state)

    def describe_roll(self, rolled: Rolled) -> Words:
        """Word a roll's outcome; one without a number to reach says its total."""
        return log_lines.describe_roll(rolled)

    def stock(self) -> tuple[StockItem, ...]:
        """List the ready-made combatants."""
        return STOCK
