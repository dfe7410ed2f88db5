"""The 3d6 game as the engine and the app see it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.engine.chances.odds_figures import Harm
from rules.engine.command import Command
from rules.engine.declared import system_rules
from rules.engine.declared.clock_units import ROUND
from rules.engine.declared.measures import AreaTemplate, RangeWords
from rules.engine.events import Event, events_in
from rules.engine.house.house import House
from rules.engine.moves.ways import footprint_of
from rules.engine.state import BattleState, BattleView
from rules.engine.system import (
    Action,
    HarmRules,
    Looks,
    MapRules,
    Reach,
    SheetRules,
    System,
    TurnRules,
)
from rules.engine.text import Words, counted, template, text
from rules.map.distance import apart
from rules.map.grid import Diagonals, Footprint, has_cells
from rules.map.model import BattleMap
from rules.systems.gurps import ABOUT, appearance, house, log_lines
from rules.systems.gurps.actions import MANEUVER_ACTIONS
from rules.systems.gurps.attack import suppression
from rules.systems.gurps.attack.facts import BAND_WORDS, SCALE, band
from rules.systems.gurps.controls import controls
from rules.systems.gurps.defence import open_defences
from rules.systems.gurps.events import attack_events, gear_events, injury_events, maneuver_events, turn_events
from rules.systems.gurps.events.attack_events import AttackHit
from rules.systems.gurps.harm import table_damage
from rules.systems.gurps.maneuvers import maneuver_table as mv
from rules.systems.gurps.maneuvers.free_actions import FREE_ACTIONS
from rules.systems.gurps.maneuvers.maneuver_action import require_able, require_maneuver
from rules.systems.gurps.maneuvers.prices import price_in_words
from rules.systems.gurps.moves.arcs import directions, facing_of
from rules.systems.gurps.moves.movement import reach_of
from rules.systems.gurps.primer import PRIMER
from rules.systems.gurps.reasons import REASONS
from rules.systems.gurps.rolls import GOOD, OUTCOME_WORDS
from rules.systems.gurps.rulebook import RULES
from rules.systems.gurps.sheet.block import BLOCK
from rules.systems.gurps.sheet.foundry import read_character
from rules.systems.gurps.sheet.sheet import GurpsSheet, expand_sheet
from rules.systems.gurps.sheet.sheet_page import lay_out
from rules.systems.gurps.sheet.stock.all_stock import BY_ID, STOCK
from rules.systems.gurps.state import (
    Fighter,
    GurpsState,
    dodge_of,
    fitted_state,
    is_reeling,
    move_of,
    set_by_gm,
    starting_state,
)
from rules.systems.gurps.turns import turn_order
from rules.systems.gurps.turns.fight_start import BEGINNING, begin_needs, surprising

_UNCONDITIONAL = frozenset({"check", "mortal-check", "drop"})
"""What the stunned and the dying may do, or have done for them."""


TEMPLATES = (
    AreaTemplate(
        id="grenade", label=text("Grenade, 5 yards"), shape="blast", sizes={"radius": 5.0}, rule="GU-834"
    ),
    AreaTemplate(
        id="sprayer",
        label=text("Sprayer, 10 yards"),
        shape="cone",
        sizes={"length": 10.0, "width": 4.0},
        rule="GU-834",
    ),
    AreaTemplate(
        id="suppression",
        label=text("Under fire, 4 yards"),
        shape="blast",
        sizes={"radius": 2.0},
        rule="GU-712",
    ),
)
"""The areas of the stock weapons (section 3.2)."""


def derived_values(state: BattleState, who: str) -> Mapping[str, Any]:
    """Give what is worked out and read beside the state (section 2.2)."""
    combatant = state.combatants[who]
    return {
        "move": move_of(combatant),
        "dodge": dodge_of(combatant),
        "reeling": is_reeling(combatant),
        "facing": facing_of(state, combatant),
    }


def require_clock(state: BattleState, command: Command) -> None:
    """Let a turn be ended in free play too (GU-609)."""
    if command.do != "end-turn":
        system_rules.require_clock(state, command)


def require_able_for(view: BattleView, action: Action, actor: Fighter) -> None:
    """Refuse who can do nothing, and the stunned all but Do Nothing (GU-801)."""
    if action.id not in _UNCONDITIONAL:
        require_able(actor, action.id)


SECOND = replace(ROUND, label=text("seconds"), words=lambda n: counted("{n} second", "{n} seconds", n=n))
"""A round is a second (GU-601)."""


def clock_words(state: BattleState) -> Words:
    """Count the seconds (GU-601)."""
    return text("Second {number}", number=state.clock.get("round", 1)) if state.running else text("Free play")


def order_note(state: BattleState, who: str) -> str:
    """Give the Basic Speed, by which a side's members are ordered (GU-604)."""
    return f"{state.combatants[who].sheet.speed:g}"


def reach(view: BattleView, who: str) -> Reach:
    """Tell where a Move leads (GU-719)."""
    mover = view.combatant(who, "actor")
    require_able(mover, mv.MOVE)
    require_maneuver(mover)
    return reach_of(view.state, mover)


def range_words(battle_map: BattleMap, here: Footprint, there: Footprint, house: House) -> RangeWords | None:
    """Name the yards and the range band between two places, with the penalty of the house (GU-750)."""
    if not has_cells(battle_map.grid):
        return None
    yards = apart(battle_map, here, there, Diagonals.TRUE)
    name, penalty = band(yards, 0, house)
    away = counted("{n} yard", "{n} yards", n=yards)
    words = text("{yards}, {band}", yards=away, band=BAND_WORDS[name])
    if penalty:
        words = text(
            "{yards}, {band} ({penalty})", yards=away, band=BAND_WORDS[name], penalty=f"{penalty:+d}"
        )
    return RangeWords(name=BAND_WORDS[name], words=words, rule="GU-750")


def facing(state: BattleState, combatant: Fighter) -> float | None:
    """Tell where somebody looks, on a map with cells (GU-502)."""
    if footprint_of(combatant) is None or state.map is None or combatant.state.is_out:
        return None
    return directions(state.map)[facing_of(state, combatant)] if has_cells(state.map.grid) else None


_REELING_AT, _MORTAL = 0.4, 0.05
"""What is left of the fight in who has no hit points left, and in the mortally wounded."""


def condition(fighter: Fighter) -> float:
    """Weigh the hit points left: down to none, and from there to as many below none again (GU-820)."""
    share = fighter.state.hp / max(1, fighter.sheet.full_hp)
    if fighter.state.mortal:
        return _MORTAL
    return _REELING_AT + (1 - _REELING_AT) * share if share >= 0 else _REELING_AT * (1 + share)


def judge_harm(before: BattleState, after: BattleState, target: str, told: Sequence[Event]) -> Harm:
    """Judge an attack by the hit points that it costs (GU-820)."""
    was, now = before.combatants[target].state, after.combatants[target].state
    return Harm(
        hit=any(isinstance(event, AttackHit) and event.target == target for event in told),
        harm=max(0, was.hp - now.hp),
        down=now.unconscious or now.mortal or now.dead,
    )


def unhurt(combatant: Fighter) -> GurpsState:
    """Give a combatant's state without what the gauges count."""
    whole: GurpsSheet = combatant.sheet
    state: GurpsState = combatant.state
    return replace(state, hp=whole.full_hp, fp=whole.full_fp, shock=0, shock_pending=0)


class Gurps(System):
    """Three six-sided dice, one-second turns, a maneuver each, and active defences."""

    id = ABOUT.id
    name = ABOUT.name
    summary = ABOUT.summary
    sheet_template = "sheets/gurps.html"
    character_files = ABOUT.character_files
    character_endings = (".gcs",)
    sheet_type = GurpsSheet
    state_type = GurpsState
    own_events = events_in(turn_events, maneuver_events, gear_events, attack_events, injury_events)
    answer_parameters = open_defences.SAID
    begin_parameters = BEGINNING
    actions = (*MANEUVER_ACTIONS, *FREE_ACTIONS)
    vague = log_lines.VAGUE
    outcome_words = OUTCOME_WORDS
    good_outcomes = GOOD
    harm_words = (text("no injury"), *(text("{points} HP", points=points) for points in range(1, 1000)))
    down_word = text("unconscious, dying or dead")
    rolls_under = True
    rules = RULES
    reasons = REASONS
    switches = house.SWITCHES
    tables = house.TABLES
    own_kinds = house.OWN_KINDS
    roll_names = house.ROLL_NAMES
    stock = STOCK
    templates = TEMPLATES
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
    cell = (1.0, template("yd"))
    diagonals = Diagonals.ALTERNATE
    cover_scale = SCALE

    sheets = SheetRules(
        completed=lambda data: expand_sheet(data, BY_ID),
        import_character=read_character,
        stat_block=BLOCK,
        starting_state=starting_state,
        fitted_state=fitted_state,
        set_state=set_by_gm,
        derived_values=derived_values,
    )
    panels_read_places = False
    turns = TurnRules(
        begin=turn_order.begin,
        start_turn=turn_order.start_turn,
        end_turn=turn_order.end_turn,
        join=turn_order.join,
        settle=turn_order.settle,
        require_clock=require_clock,
        require_able=require_able_for,
        begin_needs=begin_needs,
        surprising=surprising,
        clock_units=(SECOND,),
        clock_words=clock_words,
        order_note=order_note,
    )
    map = MapRules(reach=reach, range_words=range_words, held_areas=suppression.held_areas, facing=facing)
    harm = HarmRules(
        judge=judge_harm,
        take=table_damage.take,
        take_parameters=table_damage.TAKE_PARAMETERS,
        fall=table_damage.fall,
        unhurt=unhurt,
        why_out=turn_order.why_out,
        condition=condition,
        is_dead=lambda combatant: combatant.state.dead,
    )
    looks = Looks.of(
        appearance,
        log_lines,
        price=price_in_words,
        sheet_page=lay_out,
        controls=controls,
        ammunition=lambda combatant: sum(combatant.state.ammo.values()),
    )


SYSTEM = Gurps()
