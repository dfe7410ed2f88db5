"""The Savage Worlds-style system as the engine and the app see it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from rules.engine.command import Command
from rules.engine.events import Event, Rolled
from rules.engine.exchange import Exchange
from rules.engine.house.house import House
from rules.engine.import_report import Imported
from rules.engine.measures import AreaTemplate, RangeWords
from rules.engine.odds import Harm
from rules.engine.refusal import Refusal
from rules.engine.shown import OrderCard
from rules.engine.state import BattleState, BattleView, Combatant
from rules.engine.system import (
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
from rules.engine.text import combatant as named
from rules.map.grid import Footprint, has_cells
from rules.map.model import BattleMap
from rules.map.vision import Eyes
from rules.systems.savage import appearance, house, log_lines
from rules.systems.savage.actions import (
    DeclareActions,
    Defend,
    DropProne,
    Run,
    Speak,
    Stand,
    TakeAim,
    Unshake,
    refuse_rider,
    require_present,
    why_out,
)
from rules.systems.savage.attack.areas import named_areas
from rules.systems.savage.attack.attack_action import AttackAction
from rules.systems.savage.events.all_events import SAVAGE_EVENTS, AreaHit, AttackHit
from rules.systems.savage.harm.injury import room_of
from rules.systems.savage.moves.doors import Door
from rules.systems.savage.moves.movement import Move
from rules.systems.savage.moves.places import cells_in_inch, inches_apart
from rules.systems.savage.moves.saddle import Dismount, MountUp
from rules.systems.savage.moves.ways import reach_of
from rules.systems.savage.primer import PRIMER
from rules.systems.savage.reasons import REASONS
from rules.systems.savage.rolls import GOOD
from rules.systems.savage.rulebook import RULES
from rules.systems.savage.sheet import sheet_page
from rules.systems.savage.sheet.foundry import read_actor
from rules.systems.savage.sheet.ready_made import with_ready_made
from rules.systems.savage.sheet.sheet import SavageSheet
from rules.systems.savage.sheet.sheet_page import SheetPage
from rules.systems.savage.sheet.stock import STOCK
from rules.systems.savage.state import (
    SavageState,
    Table,
    fitted,
    mount_of,
    pace_of,
    parry_of,
    rider_of,
    set_by_gm,
)
from rules.systems.savage.turns import card_secrecy, turn_order
from rules.systems.savage.turns.hands import DropItem, Ready
from rules.systems.savage.turns.hold import ActNow, EndRound, Hold, Interrupt

_DARK_INCHES = 10


class SavageSystem(System):
    """Action cards, exploding dice, Wild Cards and Extras."""

    id = "savage"
    name = "Savage Worlds-style"
    summary = "Action cards, dice that explode, Wild Cards with Bennies against gangs of Extras."
    sheet_template = "sheets/savage.html"
    group_words = "Group of Extras that shares a card"
    character_files = "an actor of Foundry’s SWADE, exported as JSON"
    sheet_type = SavageSheet
    state_type = SavageState
    own_events = SAVAGE_EVENTS
    actions = (
        AttackAction(),
        Move(),
        Run(),
        Stand(),
        DropProne(),
        DeclareActions(),
        TakeAim(),
        Defend(),
        Hold(),
        ActNow(),
        Interrupt(),
        Ready(),
        DropItem(),
        Door(),
        MountUp(),
        Dismount(),
        Unshake(),
        Speak(),
        EndRound(),
    )
    vague = log_lines.VAGUE
    counts_of_harm = frozenset({"wounds"})
    outcome_words = log_lines.OUTCOME_WORDS
    good_outcomes = GOOD
    harm_words = ("no wound", *(counted("{n} wound", "{n} wounds", n=n) for n in range(1, 4)))
    shaken_word = "Shaken"
    down_word = "out of the fight"
    answer_words: ClassVar[Mapping[str, str]] = {"take": "Taking it", "soak": "Soaking", "none": "No defence"}
    begin_parameters = (
        Parameter(id="surprisers", kind="combatants", label="Who strikes from ambush", optional=True),
        Parameter(
            id="surprised",
            kind="combatants",
            label="Who may be surprised",
            optional=True,
            apart_from="surprisers",
        ),
    )
    rules = RULES
    reasons = REASONS
    switches = house.SWITCHES
    tables = house.TABLES
    own_kinds = house.OWN_KINDS
    roll_names = house.ROLL_NAMES
    primer = PRIMER
    cell = (1.0, "in")
    checks = ("actor", "action", "prompt", "turn")
    secret_clock = frozenset({"joker_dealt"})

    # ----------------------------------------------------------------------------------- what is written down
    def read_sheet(self, data: Mapping[str, Any]) -> SavageSheet:
        """Read a sheet, and put in what its ready-made combatant has (SW-01, SW-02)."""
        try:
            whole = with_ready_made(data)
        except ValueError as error:
            raise Refusal(
                "bad-sheet", text("This sheet cannot be used: {error}.", error=str(error)), "SW-02"
            ) from None
        sheet: SavageSheet = super().read_sheet(whole)
        return sheet

    def in_group(self, sheet: Mapping[str, Any], group: str) -> dict[str, Any]:
        """Let an Extra share its card with those of its side and this group (SW-21)."""
        return {**sheet, "group": group or None}

    def import_character(self, data: Mapping[str, Any], name: str) -> Imported:
        """Read an actor that Foundry's SWADE system has exported."""
        return read_actor(data, name, self.read_sheet)

    def starting_state(self, sheet: SavageSheet) -> SavageState:
        """Give a fresh combatant its Bennies and what is in its hands (SW-08)."""
        return SavageState(bennies=sheet.starting_bennies, held=sheet.starts_held)

    def fitted_state(self, combatant: Combatant, sheet: SavageSheet) -> SavageState:
        """Keep the state as far as the new sheet has hands, weapons and room for wounds for it."""
        return fitted(combatant.sheet, combatant.state, sheet)

    def set_state(self, combatant: Combatant, patch: Mapping[str, Any]) -> SavageState:
        """Put in the GM's values."""
        return set_by_gm(combatant.sheet, combatant.state, patch)

    def derived_values(self, state: BattleState, who: str) -> Mapping[str, Any]:
        """Give Parry, Toughness and Pace as they stand, and who rides (section 11)."""
        combatant = state.combatants[who]
        rider = rider_of(state, who)
        return {
            "parry": parry_of(combatant),
            "toughness": combatant.sheet.toughness(house=combatant.house),
            "pace": pace_of(combatant),
            "rider": None if rider is None else rider.id,
        }

    def hides(self, event: Event, before: BattleState, known: Collection[str]) -> bool:
        """Keep to the GM what tells of the cards, the Jokers and the Hold of the unknown (SW-24 to SW-26)."""
        return card_secrecy.hides(event, before, known)

    def shared_state(self) -> Table:
        """Keep the deck, and whose turns are to come."""
        return Table()

    # --------------------------------------------------------------------------------------------- turn order
    def require_clock(self, state: BattleState, command: Command) -> None:
        """Refuse what does not fit the turn order: a second beginning, another's turn (SW-37)."""
        if command.do == "end-turn":
            if state.running and state.active != command.actor:
                super().require_turn(state, command.actor or "")
        elif state.running:
            said = text("The battle is running: turns follow the cards.")
            raise Refusal("too-late", said, "SW-37")
        elif command.do == "begin":
            super().require_clock(state, command)

    def require_turn(self, state: BattleState, who: str) -> None:
        """Refuse who must wait; a mount acts in its rider's turn (SW-36), and free play has turns (SW-35)."""
        combatant = state.combatants[who]
        if not state.running:
            if combatant.state.turn_over:
                said = text(
                    "{combatant}'s turn has ended: it needs a new one first.", combatant=named(combatant)
                )
                raise Refusal("not-your-turn", said, "SW-35")
            return
        rider = rider_of(state, who)
        if rider is None or state.active != rider.id:
            super().require_turn(state, who)

    def begin(self, view: BattleView, command: Command) -> Exchange[None]:
        """Deal the first cards, after any surprise (SW-21, SW-29)."""
        return turn_order.begin(view, command)

    def start_turn(self, view: BattleView, who: str) -> Exchange[None]:
        """Start a turn in free play (SW-35)."""
        return turn_order.start_turn(view, who)

    def end_turn(self, view: BattleView, who: str) -> Exchange[None]:
        """End a turn and start the next one's (SW-26, SW-27)."""
        return turn_order.end_turn(view, who)

    def join(self, view: BattleView, who: str) -> Exchange[None]:
        """Deal to somebody who comes late (SW-R57)."""
        return turn_order.join(view, who)

    def settle(self, view: BattleView) -> Exchange[None]:
        """Carry out what a change by the GM brings about (SW-28, SW-59)."""
        return turn_order.settle(view)

    def order_note(self, state: BattleState, who: str) -> str:
        """Give the card in words, or why there is none (SW-22, SW-29, SW-30)."""
        return appearance.order_note(state.combatants[who])

    def order_card(self, state: BattleState, who: str) -> OrderCard | None:
        """Give the action card (SW-21, SW-34)."""
        return appearance.order_card(state, state.combatants[who])

    def waiting(self, state: BattleState) -> tuple[str, ...]:
        """List who is on Hold or surprised (SW-29, SW-30)."""
        return turn_order.beside(state)

    def coming(self, state: BattleState) -> tuple[str, ...]:
        """List whose turns come in this round (SW-22, SW-31, SW-32)."""
        return turn_order.coming(state)

    # ------------------------------------------------------------------------------------------------- action
    def reach(self, view: BattleView, who: str) -> Reach:
        """Tell where a combatant may still move (SW-61)."""
        mover = view.combatant(who, "actor")
        require_present(mover)
        refuse_rider(view, mover)
        return reach_of(view.state, mover).but_staying(mover)

    def harm(self, before: BattleState, after: BattleState, target: str, told: Sequence[Event]) -> Harm:
        """Judge an attack by the wounds it adds, up to the one that takes the target out (SW-250)."""
        was, now = before.combatants[target], after.combatants[target]
        hit = any(
            (isinstance(event, AttackHit) and event.target == target)
            or (isinstance(event, AreaHit) and target in event.caught)
            for event in told
        )
        shaken = now.state.shaken and not was.state.shaken
        return Harm(hit=hit, harm=max(0, _level(now) - _level(was)), down=now.state.is_out, shaken=shaken)

    # ----------------------------------------------------------------------------------------------- distance
    def eyes(self, combatant: Combatant, battle_map: BattleMap) -> Eyes:
        """See what is lit, and in the dark, which is shot into at a penalty still, ten inches far (SW-85)."""
        return Eyes(dark=_DARK_INCHES * cells_in_inch(battle_map))

    def range_words(
        self, battle_map: BattleMap, here: Footprint, there: Footprint, house: House
    ) -> RangeWords | None:
        """Call a distance in inches (SW-55)."""
        if not has_cells(battle_map.grid):
            return None
        words = f'{inches_apart(battle_map, here, there)}"'
        return RangeWords(name=words, words=words, rule="SW-55")

    def templates(self) -> tuple[AreaTemplate, ...]:
        """List the templates (SW-160)."""
        return named_areas()

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
        """Lay the sheet out as players of this game know it."""
        return sheet_page.lay_out(combatant)

    def allowances(self, combatant: Combatant) -> tuple[Figure, ...]:
        """List what is left of the turn."""
        return appearance.allowances(combatant)

    def passed_over(self, combatant: Combatant) -> bool:
        """Say whether turn order passes over somebody (SW-28)."""
        return bool(combatant.state.is_out or combatant.sheet.is_object)

    def why_out(self, combatant: Combatant) -> str:
        """Say what has become of who is out of the fight (SW-134, SW-230)."""
        return why_out(combatant)

    def is_down(self, combatant: Combatant) -> bool:
        """Say whether somebody is incapacitated, or a thing broken (SW-134, SW-233)."""
        return bool(combatant.state.is_out)

    def harm_in_words(self, target: Combatant) -> tuple[Words, ...]:
        """Name wounds up to the one that takes somebody out, or breaks a thing (SW-250)."""
        if target.sheet.is_object:
            return "whole", "broken"
        return *self.harm_words[: room_of(target)], self.down_word

    def carrier(self, state: BattleState, who: str) -> str | None:
        """Give what somebody rides: it does the moving, in the rider's turn (SW-72, SW-R26)."""
        mount = mount_of(state, who)
        return None if mount is None else mount.id

    def describe(self, event: Event, state: BattleState) -> Line | None:
        """Word an event for the log."""
        return log_lines.describe(event, state)

    def describe_roll(self, rolled: Rolled) -> Words:
        """Word a roll's outcome, with its raises and wounds."""
        return log_lines.describe_roll(rolled)

    def stock(self) -> tuple[StockItem, ...]:
        """List the ready-made combatants."""
        return STOCK


def _level(combatant: Combatant) -> int:
    """Count wounds, and one more for being out of the fight."""
    return int(combatant.state.wounds) + int(combatant.state.is_out)
