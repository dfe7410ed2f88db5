"""Atomic Tomorrow as the engine and the app see it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.engine.command import Command
from rules.engine.events import Event, Rolled
from rules.engine.exchange import Exchange
from rules.engine.house.house import House, OwnKind
from rules.engine.measures import RangeWords
from rules.engine.odds import Harm
from rules.engine.state import BattleState, BattleView, Combatant
from rules.engine.system import Figure, Gauge, Line, Mark, Reach, Section, StockItem, System
from rules.engine.text import Words, counted, text
from rules.map.grid import Footprint, cells_apart
from rules.map.model import BattleMap
from rules.map.zones import Zoning
from rules.systems.atomic import appearance, log_lines
from rules.systems.atomic import house as own
from rules.systems.atomic.actions import (
    MOVE,
    Draw,
    Drop,
    LastStand,
    Move,
    Quick,
    Stow,
    Use,
    require_able,
    why_out,
)
from rules.systems.atomic.attack import facts
from rules.systems.atomic.attack.attack_action import Attack
from rules.systems.atomic.events import ATOMIC_EVENTS, Hit
from rules.systems.atomic.moves.doors import Door
from rules.systems.atomic.moves.movement import reach_of
from rules.systems.atomic.primer import PRIMER
from rules.systems.atomic.reasons import REASONS
from rules.systems.atomic.rolls import QUALITY
from rules.systems.atomic.rulebook import RULES
from rules.systems.atomic.sheet.sheet import AtomicSheet
from rules.systems.atomic.sheet.sheet_page import SheetPage, sheet_page
from rules.systems.atomic.sheet.stock import STOCK
from rules.systems.atomic.state import (
    INCAPACITATED_AT,
    MOST_WOUNDS,
    AtomicState,
    Condition,
    TableNotes,
    fitted,
    set_by_gm,
)
from rules.systems.atomic.turns import turn_order


class AtomicTomorrow(System):
    """Percentile dice, four ranges, five wounds."""

    id = "atomic"
    name = "Atomic Tomorrow Adventures"
    summary = (
        "Percentile dice, four ranges instead of counted steps, defences asked of the target, five wounds."
    )
    sheet_template = "sheets/atomic.html"
    sheet_type = AtomicSheet
    state_type = AtomicState
    own_events = ATOMIC_EVENTS
    actions = (Attack(), Move(), Draw(), Stow(), Quick(), Door(), Use(), Drop(), LastStand())
    vague = log_lines.VAGUE
    outcome_words = log_lines.OUTCOME_WORDS
    good_outcomes = frozenset(QUALITY)
    harm_words = ("no wound", *(counted("{n} wound", "{n} wounds", n=n) for n in range(1, MOST_WOUNDS + 1)))
    down_word = "incapacitated or worse"
    rolls_under = True
    rules = RULES
    reasons = REASONS
    primer = PRIMER
    cover_scale = facts.SCALE
    switches = own.SWITCHES
    tables = own.TABLES
    own_kinds = (OwnKind("weapons", "weapon"), OwnKind("armour", "piece of armour", is_list=False))
    roll_names = own.ROLL_NAMES

    # ----------------------------------------------------------------------------------- what is written down
    def starting_state(self, sheet: AtomicSheet) -> AtomicState:
        """Give a fresh combatant the weapons in hand that its sheet says (AT-16)."""
        return AtomicState(ready=sheet.starts_ready)

    def fitted_state(self, combatant: Combatant, sheet: AtomicSheet) -> AtomicState:
        """Put down what the new sheet has no longer; hands as at the start are filled anew (AT-16)."""
        return fitted(combatant.sheet, combatant.state, sheet)

    def set_state(self, combatant: Combatant, patch: Mapping[str, Any]) -> AtomicState:
        """Put in the GM's values and what follows from them (AT-104)."""
        return set_by_gm(combatant.sheet, combatant.state, patch, combatant.house)

    def shared_state(self) -> TableNotes:
        """Keep initiative, and the weapons on the ground."""
        return TableNotes()

    # --------------------------------------------------------------------------------------------- turn order
    def begin(self, view: BattleView, command: Command) -> Exchange[None]:
        """Roll initiative and start the first turn (AT-42)."""
        return turn_order.begin(view)

    def start_turn(self, view: BattleView, who: str) -> Exchange[None]:
        """Start a turn in free play (AT-49)."""
        return turn_order.start_turn(view, who)

    def end_turn(self, view: BattleView, who: str) -> Exchange[None]:
        """End a turn and start the next one's (AT-47)."""
        return turn_order.end_turn(view, who)

    def join(self, view: BattleView, who: str) -> Exchange[None]:
        """Take somebody who comes late into the order (AT-R28)."""
        return turn_order.join(view, who)

    def settle(self, view: BattleView) -> Exchange[None]:
        """End the active combatant's turn where the GM has made it collapse or die (AT-47)."""
        return turn_order.end_turn_if_out(view)

    def order_note(self, state: BattleState, who: str) -> str:
        """Give the initiative face; who failed acts after all who succeeded (AT-44, AT-45)."""
        rolled = state.shared.initiative.get(who)
        if rolled is None or who not in state.order:
            return ""
        return f"{rolled.face % 100:02d}" if rolled.succeeded else f"{rolled.face % 100:02d} failed"

    # ------------------------------------------------------------------------------------------------- action
    def reach(self, view: BattleView, who: str) -> Reach:
        """Tell where a combatant may move now (AT-52)."""
        mover = view.combatant(who, "actor")
        require_able(mover, MOVE)
        found = reach_of(view.state, mover)
        return found if isinstance(mover.at, str) else found.but_staying(mover)  # in a zone there is room

    def harm(self, before: BattleState, after: BattleState, target: str, told: Sequence[Event]) -> Harm:
        """Judge an attack by the wounds that it adds; at five, by the death (section 11)."""
        was, now = before.combatants[target].state, after.combatants[target].state
        if was.wounds == MOST_WOUNDS:
            harm = int(now.condition is Condition.DEAD and was.condition is not Condition.DEAD)
        else:
            harm = max(0, now.wounds - was.wounds)
        down = max(was.wounds, now.wounds) >= INCAPACITATED_AT
        return Harm(hit=any(isinstance(event, Hit) for event in told), harm=harm, down=down)

    # ----------------------------------------------------------------------------------------------- distance
    def zones(self, battle_map: BattleMap) -> Zoning:
        """Count in zones on every map, in blocks where none are drawn (AT-33)."""
        return facts.zones_of(battle_map)

    def zone_words(self, links: int | None) -> str:
        """Name the range of a zone (AT-35 to AT-37)."""
        return facts.zone_range(links).value

    def range_words(
        self, battle_map: BattleMap, here: Footprint, there: Footprint, house: House
    ) -> RangeWords:
        """Name the range between two places (AT-34 to AT-37)."""
        return facts.range_words(battle_map, here, there)

    def cover_word(
        self, battle_map: BattleMap, shooter: Footprint, target: Footprint, share: float, house: House
    ) -> str:
        """Call a target's cover; none counts when engaged (AT-39)."""
        engaged = cells_apart(battle_map.grid, shooter, target) <= 1 and own.ENGAGED_BARE.on(house)
        return self.cover_scale.none if engaged else self.cover_scale.word(share)

    # --------------------------------------------------------------------------------------------- appearance
    def marks(self, combatant: Combatant) -> tuple[Mark, ...]:
        """List the conditions to draw on a token."""
        return appearance.marks(combatant)

    def gauges(self, combatant: Combatant) -> tuple[Gauge, ...]:
        """Draw wounds as pips."""
        return appearance.gauges(combatant)

    def unhurt(self, combatant: Combatant) -> Any:
        """Give a combatant's state without what the gauges count."""
        return replace(combatant.state, wounds=0)

    def numbers(self, combatant: Combatant) -> tuple[Figure, ...]:
        """List the numbers that matter now."""
        return appearance.numbers(combatant)

    def sections(self, combatant: Combatant) -> tuple[Section, ...]:
        """Lay out the sheet."""
        return appearance.sections(combatant)

    def sheet_page(self, combatant: Combatant) -> SheetPage:
        """Lay out the whole sheet's page."""
        return sheet_page(combatant)

    def allowances(self, combatant: Combatant) -> tuple[Figure, ...]:
        """List what is left of the turn."""
        return appearance.allowances(combatant)

    def why_out(self, combatant: Combatant) -> str:
        """Say who is collapsed or dead (AT-94)."""
        return why_out(combatant)

    def passed_over(self, combatant: Combatant) -> bool:
        """Say whether turn order passes over somebody (AT-47)."""
        out: bool = combatant.state.is_out
        return out

    def describe(self, event: Event, state: BattleState) -> Line | None:
        """Word an event for the log."""
        return log_lines.describe(event, state)

    def describe_roll(self, rolled: Rolled) -> Words:
        """Word a roll's outcome; a face that has both grades says so (AT-31)."""
        words = text(log_lines.OUTCOME_WORDS.get(rolled.outcome, rolled.outcome))
        both = rolled.details.get("critical") and rolled.details.get("special")
        return text("{came}, and a five", came=words) if both else words

    def stock(self) -> tuple[StockItem, ...]:
        """List the ready-made combatants."""
        return STOCK
