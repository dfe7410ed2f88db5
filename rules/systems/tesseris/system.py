"""Tesseris as the engine and the app see it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from rules.engine.battle_events import Rolled
from rules.engine.chances.odds_figures import Harm
from rules.engine.command import Command
from rules.engine.declared import system_rules
from rules.engine.declared.measures import AreaTemplate, RangeWords
from rules.engine.dice import TABLE
from rules.engine.events import Event
from rules.engine.exchange import Exchange
from rules.engine.free_dice import FreeDie
from rules.engine.house.house import House
from rules.engine.sheets.stock import completed_from
from rules.engine.state import BattleState, BattleView
from rules.engine.system import (
    Action,
    HarmRules,
    Looks,
    MapRules,
    Reach,
    SecretRules,
    SheetRules,
    System,
    TurnRules,
)
from rules.engine.text import Words, counted, template, text
from rules.map.distance import apart
from rules.map.grid import Diagonals, Footprint, has_cells
from rules.map.model import BattleMap
from rules.systems.tesseris import ABOUT, appearance, house, log_lines
from rules.systems.tesseris.attack import area_fire, options
from rules.systems.tesseris.attack.attack_list import ATTACKS
from rules.systems.tesseris.attack.facts import ARC_DEGREES, read_given
from rules.systems.tesseris.controls import controls
from rules.systems.tesseris.defence.defences import LABELS
from rules.systems.tesseris.defence.dive import defence_places
from rules.systems.tesseris.events.all_events import TESSERIS_EVENTS, Prevailed, RollClosed, Struck
from rules.systems.tesseris.harm import table_damage
from rules.systems.tesseris.moves.cover_moves import MOVES
from rules.systems.tesseris.moves.doors import Door
from rules.systems.tesseris.moves.reach import reach_of
from rules.systems.tesseris.moves.ways import require_free
from rules.systems.tesseris.parameters import COVER, SAID_WHERE, WITH
from rules.systems.tesseris.primer import PRIMER
from rules.systems.tesseris.reasons import REASONS
from rules.systems.tesseris.rolls import GOOD, OUTCOME_WORDS
from rules.systems.tesseris.rulebook import RULES
from rules.systems.tesseris.sheet import sheet_page
from rules.systems.tesseris.sheet.block import BLOCK
from rules.systems.tesseris.sheet.ready_made import READY_MADE
from rules.systems.tesseris.sheet.sheet import TesserisSheet
from rules.systems.tesseris.sheet.stock.all_stock import STOCK
from rules.systems.tesseris.state import (
    CONDITION_IDS,
    Fighter,
    Table,
    TesserisState,
    fitted_state,
    max_stamina,
    set_by_gm,
    starting_state,
)
from rules.systems.tesseris.turns import surprise, turn_order
from rules.systems.tesseris.turns.plain_actions import OTHERS
from rules.systems.tesseris.turns.table_actions import TABLE_ACTIONS
from rules.systems.tesseris.turns.tick_action import TesserisAction
from rules.systems.tesseris.turns.ticks import price_in_words
from rules.systems.tesseris.turns.who_may_act import require_able, why_out
from rules.systems.tesseris.words.social import SOCIALS
from rules.systems.tesseris.words.swordpoint import SWORDPOINTS

ARCS = tuple(
    AreaTemplate(
        id=f"arc-{half}",
        label=text("Arc of {half} yd", half=half),
        shape="cone",
        sizes={"length": float(half), "angle": float(ARC_DEGREES)},
        rule="TS-131",
    )
    for half in (5, 12, 15)
)
"""The arcs of half a weapon's range (TS-130, TS-131)."""


def derived_values(state: BattleState, who: str) -> Mapping[str, Any]:
    """Give the current maximum of stamina, and each condition, null where it is absent (section 11)."""
    combatant = state.combatants[who]
    now: TesserisState = combatant.state
    conditions = {id_: dict(now.conditions[id_]) if now.has(id_) else None for id_ in CONDITION_IDS}
    return {
        "max_stamina": max_stamina(combatant.sheet, now.wounds),
        "prone": now.has("prone"),
        "conditions": conditions,
    }


def hides(event: Event, before: BattleState, known: Collection[str]) -> bool:
    """Keep to the GM the die that counts all who are in a melee (TS-240)."""
    return isinstance(event, Rolled) and event.who == TABLE


def take_turn(view: BattleView, who: str, command: Command) -> Exchange[None]:
    """Start a turn in free play; it is a round's end, of which the GM may say more (TS-C9)."""
    return turn_order.start_turn(view, who, read_given(view.state, command))


def finish_turn(view: BattleView, who: str, command: Command) -> Exchange[None]:
    """End a turn, and with it perhaps a round, of which the GM may say more (TS-C9)."""
    return turn_order.end_turn(view, who, read_given(view.state, command))


def require_able_for(view: BattleView, action: Action, actor: Fighter) -> None:
    """Refuse who can do nothing, or not this (TS-200)."""
    if isinstance(action, TesserisAction):
        require_able(view.state, action, actor)


def clock_words(state: BattleState) -> Words:
    """Say which round it is."""
    if state.running and state.clock.get("surprise"):
        return text("Surprise round")
    return system_rules.round_words(state)


def order_note(state: BattleState, who: str) -> str:
    """Give the initiative (TS-054); the ticks are drawn (`track`)."""
    initiative = state.combatants[who].state.initiative
    return "" if initiative is None else str(initiative)


def reach(view: BattleView, who: str) -> Reach:
    """Tell where one movement takes somebody (TS-160)."""
    mover = view.combatant(who, "actor")
    require_free(mover)
    return reach_of(view.state, mover)


def range_words(battle_map: BattleMap, here: Footprint, there: Footprint, house: House) -> RangeWords | None:
    """Call a distance in yards (TS-048)."""
    if not has_cells(battle_map.grid):
        return None
    words = text("{distance} yd", distance=apart(battle_map, here, there, Diagonals.ALTERNATE))
    return RangeWords(name=words, words=words, rule="TS-048")


_STAMINA = 0.4
"""How much of the fight left in somebody is stamina: it is what wounds are kept off with."""


def condition(fighter: Fighter) -> float:
    """Weigh the wounds left to the deadly one, and the stamina left (TS-209, TS-006)."""
    state, sheet = fighter.state, fighter.sheet
    stamina = state.stamina / max(1, max_stamina(sheet, 0))
    return (1 - state.wounds / sheet.deadly) * (1 - _STAMINA + _STAMINA * min(1.0, stamina))


def judge_harm(before: BattleState, after: BattleState, target: str, told: Sequence[Event]) -> Harm:
    """Judge an action by the wounds it adds, up to the one that kills (TS-209)."""
    was, now = before.combatants[target], after.combatants[target]
    tries = hit = False
    for event in told:  # no generators: odds judge by the thousand
        if isinstance(event, Prevailed):
            tries, hit = True, hit or event.target == target
        elif isinstance(event, RollClosed):
            tries = True
        elif isinstance(event, Struck):
            hit = hit or event.target == target
    least = min(int(was.state.wounds), was.sheet.deadly)
    most = min(int(now.state.wounds), was.sheet.deadly)
    return Harm(hit=hit or not tries, harm=max(0, most - least), down=now.state.is_out)


def unhurt(combatant: Fighter) -> TesserisState:
    """Give a combatant's state without what the gauges count."""
    sheet: TesserisSheet = combatant.sheet
    state: TesserisState = combatant.state
    conditions = {id_: data for id_, data in state.conditions.items() if id_ != "bloodied"}
    return replace(state, stamina=sheet.full_stamina, ego=sheet.full_ego, wounds=0, conditions=conditions)


class TesserisSystem(System):
    """Ticks, reactions, pools of dT, cover that breaks, words that wound."""

    id = ABOUT.id
    name = ABOUT.name
    sheet_type = TesserisSheet
    state_type = TesserisState
    own_events = TESSERIS_EVENTS
    answer_parameters = (*TesserisAction.also, *SAID_WHERE, WITH, COVER)
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
    harm_words = (text("no wound"), *(counted("{n} wound", "{n} wounds", n=n) for n in range(1, 51)))
    down_word = text("out of the fight")
    ends_by = "end-combat"
    event_names: ClassVar[Mapping[str, str]] = {"wall-damage": "cover-damage"}
    free_dice: ClassVar[Mapping[str, FreeDie]] = ABOUT.free_dice
    begin_parameters = (surprise.HIDDEN, surprise.UNAWARE)
    answer_words: ClassVar[Mapping[str, Words]] = LABELS
    summary = ABOUT.summary
    sheet_template = "sheets/tesseris.html"
    rules = RULES
    reasons = REASONS
    switches = house.SWITCHES
    tables = house.TABLES
    own_kinds = house.OWN_KINDS
    roll_names = house.ROLL_NAMES
    stock = STOCK
    templates = ARCS
    primer = PRIMER
    cell = (1.0, template("yd"))
    diagonals = Diagonals.ALTERNATE
    checks = ("actor", "prompt", "action", "able", "turn")

    sheets = SheetRules(
        stat_block=BLOCK,
        completed=completed_from(READY_MADE, "TS-032"),
        starting_state=starting_state,
        set_state=set_by_gm,
        fitted_state=fitted_state,
        derived_values=derived_values,
        shared_state=Table,
    )
    secrets = SecretRules(hides=hides, gm_only=options.gm_only)
    panels_read_places = False
    turns = TurnRules(
        begin=turn_order.begin,
        start_turn=turn_order.start_turn,
        end_turn=turn_order.end_turn,
        take_turn=take_turn,
        finish_turn=finish_turn,
        join=turn_order.join,
        surprising=surprise.surprising,
        settle=turn_order.settle,
        require_able=require_able_for,
        clock_words=clock_words,
        order_note=order_note,
    )
    map = MapRules(
        reach=reach,
        range_words=range_words,
        places_offered=lambda state, who, choice: defence_places(state, state.combatants[who], choice)[0],
        held_areas=area_fire.held_areas,
    )
    harm = HarmRules(
        judge=judge_harm,
        take=table_damage.take,
        take_parameters=table_damage.TAKE_PARAMETERS,
        fall=table_damage.fall,
        unhurt=unhurt,
        why_out=why_out,
        condition=condition,
        is_dead=lambda combatant: combatant.state.dead,  # TS-275
    )
    looks = Looks.of(
        appearance,
        log_lines,
        price=price_in_words,
        sheet_page=sheet_page.lay_out,
        track=appearance.track,
        controls=controls,
        ammunition=lambda combatant: sum(combatant.state.ammo.values()),
    )


SYSTEM = TesserisSystem()
