"""Atomic Tomorrow as the engine and the app see it."""

from collections.abc import Sequence
from dataclasses import replace

from rules.engine.chances.odds_figures import Harm
from rules.engine.events import Event, events_in
from rules.engine.house.house import House, OwnKind
from rules.engine.state import BattleState, BattleView
from rules.engine.system import HarmRules, Looks, MapRules, Reach, SheetRules, System, TurnRules
from rules.engine.text import counted, text
from rules.map.distance import apart
from rules.map.grid import Footprint
from rules.map.model import BattleMap
from rules.systems.atomic import ABOUT, appearance, events, log_lines
from rules.systems.atomic import house as own
from rules.systems.atomic.actions import LastStand, Move, Quick, Use, require_able, why_out
from rules.systems.atomic.attack import facts
from rules.systems.atomic.attack.attack_action import AttackAction
from rules.systems.atomic.controls import controls
from rules.systems.atomic.events import Hit
from rules.systems.atomic.harm import table_damage
from rules.systems.atomic.moves.doors import Door
from rules.systems.atomic.moves.movement import reach_of
from rules.systems.atomic.primer import PRIMER
from rules.systems.atomic.reasons import REASONS
from rules.systems.atomic.rolls import QUALITY
from rules.systems.atomic.rulebook import RULES
from rules.systems.atomic.sheet.block import BLOCK
from rules.systems.atomic.sheet.sheet import RANGE_WORDS, AtomicSheet
from rules.systems.atomic.sheet.sheet_page import sheet_page
from rules.systems.atomic.sheet.stock.all_stock import STOCK
from rules.systems.atomic.state import (
    INCAPACITATED_AT,
    MOST_WOUNDS,
    AtomicState,
    Condition,
    Fighter,
    TableNotes,
    fitted,
    set_by_gm,
)
from rules.systems.atomic.turns import turn_order
from rules.systems.atomic.turns.prices import MOVE, price_in_words
from rules.systems.atomic.weapon_actions import Draw, Drop, Stow


def reach(view: BattleView, who: str) -> Reach:
    """Tell where a combatant may move now (AT-52)."""
    mover = view.combatant(who, "actor")
    require_able(mover, MOVE)
    found = reach_of(view.state, mover)
    return found if isinstance(mover.at, str) else found.but_staying(mover)  # in a zone there is room


def is_bare(battle_map: BattleMap, shooter: Footprint, target: Footprint, house: House) -> bool:
    """Tell whether two are engaged, so that no cover counts (AT-39)."""
    return apart(battle_map, shooter, target) <= 1 and own.ENGAGED_BARE.on(house)


def condition(fighter: Fighter) -> float:
    """Count the wounds that are left to the last (AT-88)."""
    return 1 - fighter.state.wounds / MOST_WOUNDS


def judge_harm(before: BattleState, after: BattleState, target: str, told: Sequence[Event]) -> Harm:
    """Judge an attack by the wounds that it adds; at five, by the death (section 11)."""
    was, now = before.combatants[target].state, after.combatants[target].state
    if was.wounds == MOST_WOUNDS:
        harm = int(now.condition is Condition.DEAD and was.condition is not Condition.DEAD)
    else:
        harm = max(0, now.wounds - was.wounds)
    down = max(was.wounds, now.wounds) >= INCAPACITATED_AT
    hit = any(isinstance(event, Hit) and event.target == target for event in told)
    return Harm(hit=hit, harm=harm, down=down)


class AtomicTomorrow(System):
    """Percentile dice, four ranges, five wounds."""

    id = ABOUT.id
    name = ABOUT.name
    summary = ABOUT.summary
    sheet_template = "sheets/atomic.html"
    sheet_type = AtomicSheet
    state_type = AtomicState
    own_events = events_in(events)
    has_heavy_odds = False
    actions = (AttackAction(), Move(), Draw(), Stow(), Quick(), Door(), Use(), Drop(), LastStand())
    vague = log_lines.VAGUE
    outcome_words = log_lines.OUTCOME_WORDS
    good_outcomes = frozenset(QUALITY)
    harm_words = (
        text("no wound"),
        *(counted("{n} wound", "{n} wounds", n=n) for n in range(1, MOST_WOUNDS + 1)),
    )
    down_word = text("incapacitated or worse")
    rolls_under = True
    rules = RULES
    reasons = REASONS
    stock = STOCK
    primer = PRIMER
    cover_scale = facts.SCALE
    switches = own.SWITCHES
    tables = own.TABLES
    own_kinds = (
        OwnKind("weapons", text("weapon")),
        OwnKind("armour", text("piece of armour"), is_list=False),
    )
    roll_names = own.ROLL_NAMES

    sheets = SheetRules(
        stat_block=BLOCK,
        starting_state=lambda sheet: AtomicState(ready=sheet.starts_ready),  # AT-16
        fitted_state=fitted,
        set_state=set_by_gm,
        shared_state=TableNotes,
    )
    panels_read_places = False
    turns = TurnRules(
        begin=lambda view, command: turn_order.begin(view),
        start_turn=turn_order.start_turn,
        end_turn=turn_order.end_turn,
        join=turn_order.join,
        settle=turn_order.end_turn_if_out,
        order_note=appearance.order_note,
    )
    map = MapRules(
        reach=reach,
        zones=facts.zones_of,
        zone_words=lambda links: RANGE_WORDS[facts.zone_range(links)],
        range_words=facts.range_words,
        no_cover=is_bare,
    )
    harm = HarmRules(
        judge=judge_harm,
        take=table_damage.take,
        take_parameters=table_damage.TAKE_PARAMETERS,
        fall=table_damage.fall,
        unhurt=lambda combatant: replace(combatant.state, wounds=0),
        why_out=why_out,
        condition=condition,
        is_dead=lambda combatant: combatant.state.condition is Condition.DEAD,  # AT-89
    )
    looks = Looks.of(appearance, log_lines, price=price_in_words, sheet_page=sheet_page, controls=controls)


SYSTEM = AtomicTomorrow()
