"""Phase combat as the engine and the app see it."""

from collections.abc import Sequence
from dataclasses import replace

from rules.engine.chances.odds_figures import Harm
from rules.engine.declared.clock_units import ROUND, ClockUnit
from rules.engine.declared.measures import RangeWords
from rules.engine.events import Event, events_in
from rules.engine.house.house import House
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.system import (
    HarmRules,
    Looks,
    MapRules,
    Reach,
    SecretRules,
    SheetRules,
    System,
    TurnRules,
)
from rules.engine.text import Text, counted, template, text
from rules.engine.text import combatant as named
from rules.map.grid import Footprint
from rules.map.model import BattleMap
from rules.systems.phases import ABOUT, appearance, house, log_lines
from rules.systems.phases.actions import require_able, why_out
from rules.systems.phases.attack.attack_action import AttackAction
from rules.systems.phases.attack.facts import cells_between
from rules.systems.phases.attack.targeting_action import Aim, Target, TargetAndFire
from rules.systems.phases.controls import controls
from rules.systems.phases.events import declaration_events, time_events, weapon_events, wound_events
from rules.systems.phases.events.wound_events import Hit
from rules.systems.phases.harm import table_damage
from rules.systems.phases.moves.doors import Door
from rules.systems.phases.moves.movement import reach_of
from rules.systems.phases.primer import PRIMER
from rules.systems.phases.reasons import REASONS
from rules.systems.phases.rolls import PARTIAL, SUCCESS
from rules.systems.phases.rulebook import RULES
from rules.systems.phases.sheet.block import BLOCK
from rules.systems.phases.sheet.sheet import PhasesSheet
from rules.systems.phases.sheet.sheet_page import sheet_page
from rules.systems.phases.sheet.stock.all_stock import STOCK
from rules.systems.phases.state import (
    Condition,
    Fighter,
    Length,
    PhasesState,
    TableNotes,
    fitted_state,
    set_by_gm,
    starting_state,
)
from rules.systems.phases.turns import resolution, secret_declarations, timeline, turn_order
from rules.systems.phases.turns.plain_actions import Cancel, Evade, Move, Parry, Speak, Task
from rules.systems.phases.turns.prices import price_in_words
from rules.systems.phases.turns.table_actions import Alert, NextPhase, SecretDeclaration
from rules.systems.phases.turns.weapon_actions import Draw, Drop, FastDraw, Holster, Reload


def require_turn(state: BattleState, who: str) -> None:
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
        rest = text("the phase has resolved")
        if timeline.is_declaring(state):
            rest = text("nobody declares just now")
        why = rest if acting is None else text("{who} declares now", who=named(acting))
        said = text("{combatant} must wait: {why}.", combatant=named(combatant), why=why)
        raise Refusal("not-your-turn", said, "PH-43")


CLOCK_UNITS = (
    ClockUnit(id="phase", label=text("phases"), words=lambda n: counted("{n} phase", "{n} phases", n=n)),
    replace(ROUND, span=Length.ROUND.phases),
    ClockUnit(
        id="turn",
        label=text("turns"),
        words=lambda n: counted("{n} turn", "{n} turns", n=n),
        span=Length.TURN.phases,
    ),
    ClockUnit(
        id="minute",
        label=text("minutes"),
        words=lambda n: counted("{n} minute", "{n} minutes", n=n),
        span=Length.MINUTE.phases,
    ),
)
"""What actions are counted in, too (PH-40)."""


def clock_words(state: BattleState) -> Text:
    """Say which phase it is, of which round, turn and minute (PH-40)."""
    if not state.running:
        return text("Free play")
    sizes = ("phase", "round", "turn", "minute")
    return text(
        "Phase {phase} · round {round} · turn {turn} · minute {minute}",
        **{size: state.clock[size] for size in sizes},
    )


def coming(state: BattleState) -> tuple[str, ...]:
    """List who has still to declare in this phase after the active one (PH-43)."""
    if not state.running or state.active not in state.order:
        return ()
    later = state.order[state.order.index(state.active) + 1 :]
    return tuple(who for who in later if who in state.combatants)


def reach(view: BattleView, who: str) -> Reach:
    """Tell where a move of one phase may go (PH-99)."""
    mover = view.combatant(who, "actor")
    require_able(mover)
    return reach_of(view.state, mover).but_staying(mover)


def range_words(battle_map: BattleMap, here: Footprint, there: Footprint, house: House) -> RangeWords | None:
    """Count in cells (PH-65, PH-75)."""
    cells = cells_between(battle_map, here, there)
    if cells is None:
        return None
    words = counted("{n} cell", "{n} cells", n=cells)
    return RangeWords(name=words, words=words, rule="PH-65")


def condition(fighter: Fighter) -> float:
    """Weigh traumatic wounds against those that kill, and flesh wounds against those that fell (PH-90)."""
    state = fighter.state
    trauma = (len(state.trauma) + state.trauma.count("head")) / house.FALL.number(
        fighter.house, "trauma-dead"
    )
    flesh = state.flesh / house.FALL.number(fighter.house, "flesh-down")
    return (1 - trauma) * (1 - flesh) * (0.5 if state.stunned else 1)


def judge_harm(before: BattleState, after: BattleState, target: str, told: Sequence[Event]) -> Harm:
    """Judge an attack by the traumatic wounds that it adds (section 11)."""
    was, now = before.combatants[target].state, after.combatants[target].state
    return Harm(
        hit=any(isinstance(event, Hit) and event.target == target for event in told),
        harm=len(now.trauma) - len(was.trauma),
        down=now.condition is not Condition.UP or now.stunned > 0,
    )


class PhaseCombat(System):
    """Pools of ten-sided dice; actions are declared, and resolve at the end of their time."""

    id = ABOUT.id
    name = ABOUT.name
    summary = ABOUT.summary
    sheet_template = "sheets/phases.html"
    sheet_type = PhasesSheet
    state_type = PhasesState
    own_events = events_in(time_events, declaration_events, weapon_events, wound_events, secret_declarations)
    actions = (
        AttackAction(),
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
        text("no traumatic wound"),
        *(counted("{n} traumatic wound", "{n} traumatic wounds", n=n) for n in range(1, 7)),
    )
    down_word = text("down, dead or stunned")
    end_turn_words = (text("Declare nothing"), text("Declares nothing"))
    turn_words = (text("You declare"), text("{who} declares"), text("All has resolved"))
    turn_line = template("{clock}: {who} declares.")
    begin_parameters = (turn_order.UNAWARE,)
    rules = RULES
    reasons = REASONS
    switches = house.SWITCHES
    tables = house.TABLES
    own_kinds = house.OWN_KINDS
    roll_names = house.ROLL_NAMES
    stock = STOCK
    primer = PRIMER

    sheets = SheetRules(
        stat_block=BLOCK,
        starting_state=starting_state,
        fitted_state=fitted_state,
        set_state=set_by_gm,
        shared_state=TableNotes,
    )
    secrets = SecretRules(as_known=secret_declarations.as_known, secret_of=secret_declarations.secret_of)
    panels_read_places = False
    turns = TurnRules(
        begin=turn_order.begin,
        start_turn=turn_order.start_turn,
        end_turn=turn_order.end_turn,
        surprising=turn_order.surprising,
        settle=turn_order.settle,
        require_turn=require_turn,
        clock_units=CLOCK_UNITS,
        clock_words=clock_words,
        order_note=appearance.order_note,
        coming=coming,
        stage_words=lambda state: timeline.stage_words(state) if state.running else "",
        timeline=lambda state: timeline.timeline(state) if state.running else None,
        passed_over=lambda combatant: combatant.state.condition is not Condition.UP,  # PH-100
        carried_out=resolution.carried_out,
        carry_out=resolution.carry_out,
    )
    map = MapRules(reach=reach, range_words=range_words, declared_way=timeline.declared_way)
    harm = HarmRules(
        judge=judge_harm,
        take=table_damage.take,
        take_parameters=table_damage.TAKE_PARAMETERS,
        fall=table_damage.fall,
        unhurt=lambda combatant: replace(combatant.state, flesh=0, trauma=()),
        why_out=why_out,
        condition=condition,
        is_dead=lambda combatant: combatant.state.condition is Condition.DEAD,  # PH-97
    )
    looks = Looks.of(
        appearance,
        log_lines,
        price=price_in_words,
        sheet_page=sheet_page,
        controls=controls,
        ammunition=lambda combatant: sum(combatant.state.ammo.values()),
    )


SYSTEM = PhaseCombat()
