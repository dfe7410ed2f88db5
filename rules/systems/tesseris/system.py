"""Tesseris as the engine and the app see it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from rules.engine.command import Command
from rules.engine.dice import TABLE
from rules.engine.events import Event, Rolled
from rules.engine.exchange import Exchange
from rules.engine.free_dice import FreeDie
from rules.engine.house.house import House
from rules.engine.measures import AreaTemplate, RangeWords
from rules.engine.odds import Harm
from rules.engine.refusal import Refusal
from rules.engine.shown import HeldArea, Track
from rules.engine.state import BattleState, BattleView, Combatant
from rules.engine.system import (
    Action,
    Figure,
    Gauge,
    Line,
    Mark,
    Parameter,
    Reach,
    Section,
    StockItem,
    System,
)
from rules.engine.text import Words, counted, text
from rules.map.grid import Diagonals, Footprint, cells_apart, has_cells
from rules.map.model import BattleMap, Place
from rules.systems.tesseris import appearance, house, log_lines
from rules.systems.tesseris.attack import area_fire, options
from rules.systems.tesseris.attack.attack_list import ATTACKS
from rules.systems.tesseris.attack.facts import ARC_DEGREES, read_given
from rules.systems.tesseris.defence.defences import LABELS
from rules.systems.tesseris.defence.dive import defence_places
from rules.systems.tesseris.events.all_events import TESSERIS_EVENTS, Prevailed, RollClosed, Struck
from rules.systems.tesseris.moves.cover_moves import MOVES
from rules.systems.tesseris.moves.doors import Door
from rules.systems.tesseris.moves.reach import reach_of
from rules.systems.tesseris.moves.ways import require_free
from rules.systems.tesseris.primer import PRIMER
from rules.systems.tesseris.reasons import REASONS
from rules.systems.tesseris.rolls import FREE_DIE, GOOD, OUTCOME_WORDS
from rules.systems.tesseris.rulebook import RULES
from rules.systems.tesseris.sheet import sheet_page
from rules.systems.tesseris.sheet.ready_made import with_ready_made
from rules.systems.tesseris.sheet.sheet import TesserisSheet
from rules.systems.tesseris.sheet.sheet_page import SheetPage
from rules.systems.tesseris.sheet.stock import STOCK
from rules.systems.tesseris.state import (
    CONDITION_IDS,
    Table,
    TesserisState,
    max_stamina,
    set_by_gm,
    starting_state,
)
from rules.systems.tesseris.turns import turn_order
from rules.systems.tesseris.turns.plain_actions import OTHERS
from rules.systems.tesseris.turns.table_actions import TABLE_ACTIONS
from rules.systems.tesseris.turns.tick_action import TesserisAction, require_able, why_out
from rules.systems.tesseris.words.social import SOCIALS
from rules.systems.tesseris.words.swordpoint import SWORDPOINTS


class TesserisSystem(System):
    """Ticks, reactions, pools of dT, cover that breaks, words that wound."""

    id = "tesseris"
    name = "Tesseris"
    sheet_type = TesserisSheet
    state_type = TesserisState
    own_events = TESSERIS_EVENTS
    actions: tuple[Action, ...] = (  # type: ignore[misc]
        *ATTACKS,
        *MOVES,
        *OTHERS,
        *SOCIALS,
        *SWORDPOINTS,
        Door(),
        *TABLE_ACTIONS,
    )
    vague = log_lines.VAGUE
    outcome_words = OUTCOME_WORDS
    good_outcomes = GOOD
    harm_words = ("no wound", *(counted("{n} wound", "{n} wounds", n=n) for n in range(1, 51)))
    down_word = "out of the fight"
    ends_by = "end-combat"
    event_names: ClassVar[Mapping[str, str]] = {"wall-damage": "cover-damage"}
    free_dice: ClassVar[Mapping[str, FreeDie]] = {"T": FREE_DIE}
    begin_parameters = (
        Parameter(id="hidden", kind="combatants", label="Who lies in ambush", optional=True),
        Parameter(
            id="unaware", kind="combatants", label="Who knows of nothing", optional=True, apart_from="hidden"
        ),
    )
    answer_words: ClassVar[Mapping[str, str]] = LABELS
    summary = "Ticks and reactions, pools of dice that explode, cover that breaks, words that wound."
    sheet_template = "sheets/tesseris.html"
    rules = RULES
    reasons = REASONS
    switches = house.SWITCHES
    tables = house.TABLES
    own_kinds = house.OWN_KINDS
    roll_names = house.ROLL_NAMES
    primer = PRIMER
    cell = (1.0, "yd")
    diagonals = Diagonals.ALTERNATE
    checks = ("actor", "prompt", "action", "able", "turn")

    # ----------------------------------------------------------------------------------- what is written down
    def read_sheet(self, data: Mapping[str, Any]) -> TesserisSheet:
        """Read a sheet, and put in what its ready-made combatant has (TS-032)."""
        try:
            whole = with_ready_made(data)
        except ValueError as error:
            raise Refusal(
                "bad-sheet", text("This sheet cannot be used: {error}.", error=str(error)), "TS-032"
            ) from None
        sheet: TesserisSheet = super().read_sheet(whole)
        return sheet

    def starting_state(self, sheet: TesserisSheet) -> TesserisState:
        """Give a fresh combatant what it starts with (TS-004)."""
        return starting_state(sheet)

    def set_state(self, combatant: Combatant, patch: Mapping[str, Any]) -> TesserisState:
        """Put in the GM's values."""
        return set_by_gm(combatant.sheet, combatant.state, patch)

    def derived_values(self, state: BattleState, who: str) -> Mapping[str, Any]:
        """Give the current maximum of stamina, and each condition, null where it is absent (section 11)."""
        combatant = state.combatants[who]
        now: TesserisState = combatant.state
        conditions = {id_: dict(now.conditions[id_]) if now.has(id_) else None for id_ in CONDITION_IDS}
        return {
            "max_stamina": max_stamina(combatant.sheet, now.wounds),
            "prone": now.has("prone"),
            "conditions": conditions,
        }

    def hides(self, event: Event, before: BattleState, known: Collection[str]) -> bool:
        """Keep to the GM the die that counts all who are in a melee (TS-240)."""
        return isinstance(event, Rolled) and event.who == TABLE

    def shared_state(self) -> Table:
        """Keep who has acted, and what cover on the map has taken."""
        return Table()

    # --------------------------------------------------------------------------------------------- turn order
    def begin(self, view: BattleView, command: Command) -> Exchange[None]:
        """Begin turn order, after any surprise (TS-050)."""
        return turn_order.begin(view, command)

    def start_turn(self, view: BattleView, who: str) -> Exchange[None]:
        """Start a turn in free play (TS-066)."""
        return turn_order.start_turn(view, who)

    def end_turn(self, view: BattleView, who: str) -> Exchange[None]:
        """End a turn and start the next one's (TS-072)."""
        return turn_order.end_turn(view, who)

    def take_turn(self, view: BattleView, who: str, command: Command) -> Exchange[None]:
        """Start a turn in free play; it is a round's end, of which the GM may say more (TS-C9)."""
        return turn_order.start_turn(view, who, read_given(view.state, command.params))

    def finish_turn(self, view: BattleView, who: str, command: Command) -> Exchange[None]:
        """End a turn, and with it perhaps a round, of which the GM may say more (TS-C9)."""
        return turn_order.end_turn(view, who, read_given(view.state, command.params))

    def join(self, view: BattleView, who: str) -> Exchange[None]:
        """Take somebody in who comes late."""
        return turn_order.join(view, who)

    def settle(self, view: BattleView) -> Exchange[None]:
        """Carry out what a change by the GM brings about."""
        return turn_order.settle(view)

    def clock_words(self, state: BattleState) -> str:
        """Say which round it is."""
        if state.running and state.clock.get("surprise"):
            return "Surprise round"
        return super().clock_words(state)

    def order_note(self, state: BattleState, who: str) -> str:
        """Give the initiative (TS-054); the ticks are drawn (`track`)."""
        initiative = state.combatants[who].state.initiative
        return "" if initiative is None else str(initiative)

    # ------------------------------------------------------------------------------------------------- action
    def gm_only(self, command: Command) -> str | None:
        """Name what a player may not say (TS-064, TS-255)."""
        return options.gm_only(command)

    def require_able(self, view: BattleView, action: Action, actor: Combatant) -> None:
        """Refuse who can do nothing, or not this (TS-200)."""
        if isinstance(action, TesserisAction):
            require_able(view.state, action, actor)

    def reach(self, view: BattleView, who: str) -> Reach:
        """Tell where one movement takes somebody (TS-160)."""
        mover = view.combatant(who, "actor")
        require_free(mover)
        return reach_of(view.state, mover)

    def places_offered(self, state: BattleState, who: str, choice: str) -> tuple[Place, ...]:
        """List where a dive, or a dash for cover, may end (TS-147, TS-148)."""
        return defence_places(state, state.combatants[who], choice)[0]

    def harm(self, before: BattleState, after: BattleState, target: str, told: Sequence[Event]) -> Harm:
        """Judge an action by the wounds it adds, up to the one that kills (TS-209)."""
        was, now = before.combatants[target], after.combatants[target]
        tries = any(isinstance(e, RollClosed | Prevailed) for e in told)
        hit = any(isinstance(e, Struck | Prevailed) and e.target == target for e in told)
        least = min(int(was.state.wounds), was.sheet.deadly)
        most = min(int(now.state.wounds), was.sheet.deadly)
        return Harm(hit=hit or not tries, harm=max(0, most - least), down=now.state.is_out)

    # ----------------------------------------------------------------------------------------------- distance
    def range_words(
        self, battle_map: BattleMap, here: Footprint, there: Footprint, house: House
    ) -> RangeWords | None:
        """Call a distance in yards (TS-048)."""
        if not has_cells(battle_map.grid):
            return None
        words = f"{cells_apart(battle_map.grid, here, there, Diagonals.ALTERNATE)} yd"
        return RangeWords(name=words, words=words, rule="TS-048")

    def templates(self) -> tuple[AreaTemplate, ...]:
        """List the arcs of half a weapon's range (TS-130, TS-131)."""
        return tuple(
            AreaTemplate(
                id=f"arc-{half}",
                label=f"Arc of {half} yd",
                shape="cone",
                sizes={"length": float(half), "angle": float(ARC_DEGREES)},
                rule="TS-131",
            )
            for half in (5, 12, 15)
        )

    def held_areas(self, state: BattleState, who: str) -> tuple[HeldArea, ...]:
        """List what somebody watches, and where it keeps somebody's head down (TS-131, TS-132)."""
        return area_fire.held_areas(state, who)

    # --------------------------------------------------------------------------------------------- appearance
    def track(self, combatant: Combatant) -> Track:
        """Give the ticks: what is left, what is borrowed, and the free reaction (TS-060 to TS-064)."""
        return appearance.track(combatant)

    def marks(self, combatant: Combatant) -> tuple[Mark, ...]:
        """List the conditions to draw on a token."""
        return appearance.marks(combatant)

    def gauges(self, combatant: Combatant) -> tuple[Gauge, ...]:
        """Draw stamina and ego as bars, wounds as pips."""
        return appearance.gauges(combatant)

    def unhurt(self, combatant: Combatant) -> Any:
        """Give a combatant's state without what the gauges count."""
        sheet, state = combatant.sheet, combatant.state
        conditions = {id_: data for id_, data in state.conditions.items() if id_ != "bloodied"}
        whole = {"stamina": sheet.full_stamina, "ego": sheet.full_ego, "wounds": 0}
        return replace(state, **whole, conditions=conditions)

    def numbers(self, combatant: Combatant) -> tuple[Figure, ...]:
        """List the numbers that matter now."""
        return appearance.numbers(combatant)

    def sections(self, combatant: Combatant) -> tuple[Section, ...]:
        """Lay out the sheet."""
        return appearance.sections(combatant)

    def sheet_page(self, combatant: Combatant) -> SheetPage:
        """Lay the sheet out as players of this game know it."""
        return sheet_page.lay_out(combatant)

    def allowances(self, combatant: Combatant) -> tuple[Figure, ...]:
        """List what is left of the round."""
        return appearance.allowances(combatant)

    def why_out(self, combatant: Combatant) -> str:
        """Say who is dead or unconscious (TS-275, TS-313)."""
        return why_out(combatant)

    def passed_over(self, combatant: Combatant) -> bool:
        """Say whether turn order passes over somebody (TS-270)."""
        return bool(combatant.state.is_out)

    def describe(self, event: Event, state: BattleState) -> Line | None:
        """Word an event for the log."""
        return log_lines.describe(event, state)

    def describe_roll(self, rolled: Rolled) -> Words:
        """Word a roll's outcome."""
        return log_lines.describe_roll(rolled)

    def stock(self) -> tuple[StockItem, ...]:
        """List the ready-made combatants."""
        return STOCK
