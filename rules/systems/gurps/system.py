"""The 3d6 game as the engine and the app see it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.engine.command import Command
from rules.engine.events import Event, Rolled
from rules.engine.exchange import Exchange
from rules.engine.house.house import House
from rules.engine.import_report import Imported
from rules.engine.measures import AreaTemplate, RangeWords
from rules.engine.odds import Harm
from rules.engine.shown import HeldArea
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
from rules.engine.text import Words, text
from rules.map.grid import Diagonals, Footprint, has_cells
from rules.map.model import BattleMap
from rules.systems.gurps import appearance, house, log_lines
from rules.systems.gurps.actions import MANEUVER_ACTIONS
from rules.systems.gurps.attack import suppression
from rules.systems.gurps.attack.facts import SCALE, band
from rules.systems.gurps.events.all_events import GURPS_EVENTS
from rules.systems.gurps.events.attack_events import AttackHit
from rules.systems.gurps.maneuvers import maneuver_table as mv
from rules.systems.gurps.maneuvers.free_actions import FREE_ACTIONS
from rules.systems.gurps.maneuvers.maneuver_action import require_able, require_maneuver
from rules.systems.gurps.moves.arcs import directions, distance_between, facing_of, footprint_of
from rules.systems.gurps.moves.movement import reach_of
from rules.systems.gurps.primer import PRIMER
from rules.systems.gurps.reasons import REASONS
from rules.systems.gurps.rolls import GOOD
from rules.systems.gurps.rulebook import RULES
from rules.systems.gurps.sheet.gcs import read_character
from rules.systems.gurps.sheet.sheet import GurpsSheet, expand_sheet
from rules.systems.gurps.sheet.sheet_page import SheetPage, lay_out
from rules.systems.gurps.sheet.stock import BY_ID, STOCK
from rules.systems.gurps.state import (
    GurpsState,
    dodge_of,
    fitted_state,
    is_reeling,
    move_of,
    set_by_gm,
    starting_state,
)
from rules.systems.gurps.turns import turn_order
from rules.systems.gurps.turns.fight_start import begin_needs

_UNCONDITIONAL = frozenset({"check", "mortal-check", "drop"})
"""What the stunned and the dying may do, or have done for them."""


class Gurps(System):
    """Three six-sided dice, one-second turns, a maneuver each, and active defences."""

    id = "gurps"
    name = "GURPS-style 3d6"
    summary = "Turns of one second, three dice under a number, active defences, hit locations."
    sheet_template = "sheets/gurps.html"
    character_files = "characters of GCS (.gcs)"
    sheet_type = GurpsSheet
    state_type = GurpsState
    own_events = GURPS_EVENTS
    actions = (*MANEUVER_ACTIONS, *FREE_ACTIONS)
    vague = log_lines.VAGUE
    outcome_words = log_lines.OUTCOME_WORDS
    good_outcomes = GOOD
    harm_words = ("no injury", *(text("{points} HP", points=points) for points in range(1, 1000)))
    down_word = "unconscious, dying or dead"
    rolls_under = True
    rules = RULES
    reasons = REASONS
    switches = house.SWITCHES
    tables = house.TABLES
    own_kinds = house.OWN_KINDS
    roll_names = house.ROLL_NAMES
    primer = PRIMER
    checks = ("prompt", "actor", "action", "able", "turn")
    event_names = {  # noqa: RUF012 - declared as a constant by System
        "battle-begun": "battle-began",
        "turn-started": "turn-began",
        "roll": "rolled",
    }
    odds_budget = 6_000  # several attacks on somebody who defends against each have thousands of ways
    aim_budget = 2_400  # two attacks, or a burst at each of several, are walked to their end
    odds_draws = 300
    area_budget = 600  # what misses lands anywhere, and who is inside may dive
    cell = (1.0, "yd")
    diagonals = Diagonals.ALTERNATE
    cover_scale = SCALE

    # ----------------------------------------------------------------------------------- what is written down
    def read_sheet(self, data: Mapping[str, Any]) -> GurpsSheet:
        """Read a sheet, with the stock combatant and gear that it names (GU-201)."""
        sheet: GurpsSheet = super().read_sheet(expand_sheet(data, BY_ID))
        return sheet

    def import_character(self, data: Mapping[str, Any], name: str) -> Imported:
        """Make a combatant of a character of GCS."""
        return read_character(data, name, self.read_sheet)

    def starting_state(self, sheet: GurpsSheet) -> GurpsState:
        """Give a fresh combatant full points, and its weapons as the sheet says."""
        return starting_state(sheet)

    def fitted_state(self, combatant: Combatant, sheet: GurpsSheet) -> GurpsState:
        """Keep the state as far as the new sheet has weapons and a body for it."""
        return fitted_state(combatant, sheet)

    def set_state(self, combatant: Combatant, patch: Mapping[str, Any]) -> GurpsState:
        """Put in the GM's values, as far as the sheet has what they name."""
        return set_by_gm(combatant.sheet, combatant.state, patch)

    # --------------------------------------------------------------------------------------------- turn order
    def require_clock(self, state: BattleState, command: Command) -> None:
        """Let a turn be ended in free play too (GU-609)."""
        if command.do != "end-turn":
            super().require_clock(state, command)

    def begin(self, view: BattleView, command: Command) -> Exchange[None]:
        """Contest the order of the sides, with surprise if there is any (GU-602, GU-605)."""
        return turn_order.begin(view, command)

    def start_turn(self, view: BattleView, who: str) -> Exchange[None]:
        """Start a turn in free play (GU-610)."""
        return turn_order.start_turn(view, who)

    def end_turn(self, view: BattleView, who: str) -> Exchange[None]:
        """End a turn and start the next one's (GU-609)."""
        return turn_order.end_turn(view, who)

    def join(self, view: BattleView, who: str) -> Exchange[None]:
        """Take somebody who comes late into the order (GU-R59)."""
        return turn_order.join(view, who)

    def settle(self, view: BattleView) -> Exchange[None]:
        """Let who came onto the map face the nearest enemy (GU-507)."""
        return turn_order.settle(view)

    def begin_needs(self, state: BattleState) -> tuple[Parameter, ...]:
        """Ask who leads each side, and who is surprised (GU-602, GU-605)."""
        return begin_needs(state)

    def order_note(self, state: BattleState, who: str) -> str:
        """Give the Basic Speed, by which a side's members are ordered (GU-604)."""
        return f"{state.combatants[who].sheet.speed:g}"

    def clock_words(self, state: BattleState) -> str:
        """Count the seconds (GU-601)."""
        return f"Second {state.clock.get('round', 1)}" if state.running else "Free play"

    def passed_over(self, combatant: Combatant) -> bool:
        """Pass over the unconscious and the dead (GU-609)."""
        out: bool = combatant.state.is_out
        return out

    def why_out(self, combatant: Combatant) -> str:
        """Say who is unconscious, mortally wounded or dead (GU-1004)."""
        return turn_order.why_out(combatant)

    # ------------------------------------------------------------------------------------------------- action
    def require_able(self, view: BattleView, action: Action, actor: Combatant) -> None:
        """Refuse who can do nothing, and the stunned all but Do Nothing (GU-801)."""
        if action.id not in _UNCONDITIONAL:
            require_able(actor, action.id)

    def reach(self, view: BattleView, who: str) -> Reach:
        """Tell where a Move leads (GU-719)."""
        mover = view.combatant(who, "actor")
        require_able(mover, mv.MOVE)
        require_maneuver(mover)
        return reach_of(view.state, mover)

    def harm(self, before: BattleState, after: BattleState, target: str, told: Sequence[Event]) -> Harm:
        """Judge an attack by the hit points that it costs (GU-820)."""
        was, now = before.combatants[target].state, after.combatants[target].state
        return Harm(
            hit=any(isinstance(event, AttackHit) and event.target == target for event in told),
            harm=max(0, was.hp - now.hp),
            down=now.unconscious or now.mortal or now.dead,
        )

    # ----------------------------------------------------------------------------------------------- distance
    def range_words(
        self, battle_map: BattleMap, here: Footprint, there: Footprint, house: House
    ) -> RangeWords | None:
        """Name the yards and the range band between two places, with the penalty of the house (GU-750)."""
        if not has_cells(battle_map.grid):
            return None
        yards = distance_between(battle_map.grid, here, there)
        name, penalty = band(yards, 0, house)
        away = f"{yards} yard{'' if yards == 1 else 's'}"
        words = f"{away}, {name} ({penalty:+d})" if penalty else f"{away}, {name}"
        return RangeWords(name=name, words=words, rule="GU-750")

    def templates(self) -> tuple[AreaTemplate, ...]:
        """List the areas of the stock weapons (section 3.2)."""
        return (
            AreaTemplate(
                id="grenade", label="Grenade, 5 yards", shape="blast", sizes={"radius": 5.0}, rule="GU-834"
            ),
            AreaTemplate(
                id="sprayer",
                label="Sprayer, 10 yards",
                shape="cone",
                sizes={"length": 10.0, "width": 4.0},
                rule="GU-834",
            ),
            AreaTemplate(
                id="suppression",
                label="Under fire, 4 yards",
                shape="blast",
                sizes={"radius": 2.0},
                rule="GU-712",
            ),
        )

    def held_areas(self, state: BattleState, who: str) -> tuple[HeldArea, ...]:
        """Show the place that somebody keeps under fire (GU-712)."""
        return suppression.held_areas(state, who)

    # --------------------------------------------------------------------------------------------- appearance
    def derived_values(self, state: BattleState, who: str) -> Mapping[str, Any]:
        """Give what is worked out and read beside the state (section 2.2)."""
        combatant = state.combatants[who]
        return {
            "move": move_of(combatant),
            "dodge": dodge_of(combatant),
            "reeling": is_reeling(combatant),
            "facing": facing_of(state, combatant),
        }

    def facing(self, state: BattleState, combatant: Combatant) -> float | None:
        """Tell where somebody looks, on a map with cells (GU-502)."""
        if footprint_of(combatant) is None or state.map is None or combatant.state.is_out:
            return None
        return directions(state.map)[facing_of(state, combatant)] if has_cells(state.map.grid) else None

    def marks(self, combatant: Combatant) -> tuple[Mark, ...]:
        """List the conditions to draw on a token."""
        return appearance.marks(combatant)

    def gauges(self, combatant: Combatant) -> tuple[Gauge, ...]:
        """Draw hit points and fatigue points as bars."""
        return appearance.gauges(combatant)

    def unhurt(self, combatant: Combatant) -> Any:
        """Give a combatant's state without what the gauges count."""
        whole = combatant.sheet
        return replace(combatant.state, hp=whole.full_hp, fp=whole.full_fp, shock=0, shock_pending=0)

    def numbers(self, combatant: Combatant) -> tuple[Figure, ...]:
        """List the numbers that matter now."""
        return appearance.numbers(combatant)

    def sheet_page(self, combatant: Combatant) -> SheetPage:
        """Lay the sheet out as players of this game know it."""
        return lay_out(combatant)

    def sections(self, combatant: Combatant) -> tuple[Section, ...]:
        """Lay out the sheet for reading."""
        return appearance.sections(combatant)

    def allowances(self, combatant: Combatant) -> tuple[Figure, ...]:
        """Say which maneuver is in force, and what it leaves."""
        return appearance.allowances(combatant)

    def describe(self, event: Event, state: BattleState) -> Line | None:
        """Word an event for the log."""
        return log_lines.describe(event, state)

    def describe_roll(self, rolled: Rolled) -> Words:
        """Word what came of a roll: by how much it was made or missed, and what damage it is."""
        return log_lines.describe_roll(rolled)

    def stock(self) -> tuple[StockItem, ...]:
        """List the ready-made combatants."""
        return STOCK
