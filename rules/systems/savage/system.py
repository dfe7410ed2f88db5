"""The Savage Worlds-style system as the engine and the app see it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from rules.engine.chances.odds_figures import Harm
from rules.engine.command import Command
from rules.engine.declared import system_rules
from rules.engine.declared.measures import RangeWords
from rules.engine.events import Event
from rules.engine.house.house import House
from rules.engine.parameters import keys
from rules.engine.refusal import Refusal
from rules.engine.sheets.stock import completed_from
from rules.engine.state import BattleState, BattleView
from rules.engine.system import HarmRules, Looks, MapRules, Reach, SecretRules, SheetRules, System, TurnRules
from rules.engine.text import Words, counted, text
from rules.engine.text import combatant as named
from rules.map.grid import Footprint, has_cells
from rules.map.model import BattleMap
from rules.map.vision import Eyes
from rules.systems.savage import ABOUT, appearance, house, log_lines
from rules.systems.savage.actions import require_present, why_out
from rules.systems.savage.attack.areas import named_areas
from rules.systems.savage.attack.attack_action import AttackAction
from rules.systems.savage.controls import controls
from rules.systems.savage.events.all_events import SAVAGE_EVENTS, AreaHit, AttackHit, BystanderHit
from rules.systems.savage.harm import table_damage
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
from rules.systems.savage.sheet.block import BLOCK
from rules.systems.savage.sheet.foundry import read_actor
from rules.systems.savage.sheet.sheet import SavageSheet
from rules.systems.savage.sheet.stock.all_stock import STOCK
from rules.systems.savage.sheet.stock.ready_made import READY_MADE
from rules.systems.savage.state import (
    Fighter,
    SavageState,
    Table,
    fitted,
    mount_of,
    pace_of,
    parry_of,
    rider_of,
    set_by_gm,
    starting_state,
)
from rules.systems.savage.turns import card_secrecy, turn_order
from rules.systems.savage.turns.hands import DropItem, Ready
from rules.systems.savage.turns.hold import ActNow, EndRound, Hold, Interrupt
from rules.systems.savage.turns.plain_actions import (
    DeclareActions,
    Defend,
    DropProne,
    Run,
    Speak,
    Stand,
    TakeAim,
    Unshake,
    refuse_rider,
)
from rules.systems.savage.turns.prices import price_in_words

_DARK_INCHES = 10
_WOUNDS: tuple[Words, ...] = (
    text("no wound"),
    *(counted("{n} wound", "{n} wounds", n=n) for n in range(1, 4)),
)
_DOWN = text("out of the fight")
_OF_THINGS = text("whole"), text("broken")


def derived_values(state: BattleState, who: str) -> Mapping[str, Any]:
    """Give Parry, Toughness and Pace as they stand, and who rides (section 11)."""
    combatant = state.combatants[who]
    rider = rider_of(state, who)
    return {
        "parry": parry_of(combatant),
        "toughness": combatant.sheet.toughness(house=combatant.house),
        "pace": pace_of(combatant),
        "rider": None if rider is None else rider.id,
    }


def require_clock(state: BattleState, command: Command) -> None:
    """Refuse what does not fit the turn order: a second beginning, another's turn (SW-37)."""
    if command.do == "end-turn":
        if state.running and state.active != command.actor:
            system_rules.require_turn(state, command.actor or "")
    elif state.running:
        raise Refusal("too-late", text("The battle is running: turns follow the cards."), "SW-37")
    elif command.do == "begin":
        system_rules.require_clock(state, command)


def require_turn(state: BattleState, who: str) -> None:
    """Refuse who must wait; a mount acts in its rider's turn (SW-36), and free play has turns (SW-35)."""
    combatant = state.combatants[who]
    if not state.running:
        if combatant.state.turn_over:
            said = text("{combatant}'s turn has ended: it needs a new one first.", combatant=named(combatant))
            raise Refusal("not-your-turn", said, "SW-35")
        return
    rider = rider_of(state, who)
    if rider is None or state.active != rider.id:
        system_rules.require_turn(state, who)


def reach(view: BattleView, who: str) -> Reach:
    """Tell where a combatant may still move (SW-61)."""
    mover = view.combatant(who, "actor")
    require_present(mover)
    refuse_rider(view, mover)
    return reach_of(view.state, mover).but_staying(mover)


def eyes(combatant: Fighter, battle_map: BattleMap) -> Eyes:
    """See what is lit, and in the dark, which is shot into at a penalty still, ten inches far (SW-85)."""
    return Eyes(dark=_DARK_INCHES * cells_in_inch(battle_map))


def range_words(battle_map: BattleMap, here: Footprint, there: Footprint, house: House) -> RangeWords | None:
    """Call a distance in inches (SW-55)."""
    if not has_cells(battle_map.grid):
        return None
    words = f'{inches_apart(battle_map, here, there)}"'
    return RangeWords(name=words, words=words, rule="SW-55")


def carrier(state: BattleState, who: str) -> str | None:
    """Give what somebody rides: it does the moving, in the rider's turn (SW-72, SW-R26)."""
    mount = mount_of(state, who)
    return None if mount is None else mount.id


def judge_harm(before: BattleState, after: BattleState, target: str, told: Sequence[Event]) -> Harm:
    """Judge an attack by the wounds it adds, up to the one that takes the target out (SW-250).

    A stray shot hits whom it finds (SW-220), which is never the one that was aimed at.
    """
    was, now = before.combatants[target], after.combatants[target]
    hit = any(
        (isinstance(event, AttackHit | BystanderHit) and event.target == target)
        or (isinstance(event, AreaHit) and target in event.caught)
        for event in told
    )
    shaken = now.state.shaken and not was.state.shaken
    return Harm(hit=hit, harm=max(0, _level(now) - _level(was)), down=now.state.is_out, shaken=shaken)


def condition(fighter: Fighter) -> float:
    """Count the wounds left, the one that takes out included (SW-21); Shaken is half of one (SW-124)."""
    state, steps = fighter.state, fighter.sheet.limit + 1
    return 1 - (state.wounds + state.shaken / 2) / steps


def _level(combatant: Fighter) -> int:
    """Count wounds, and one more for being out of the fight."""
    return int(combatant.state.wounds) + int(combatant.state.is_out)


def harm_in_words(target: Fighter) -> tuple[Words, ...]:
    """Name wounds up to the one that takes somebody out, or breaks a thing (SW-250)."""
    if target.sheet.is_object:
        return _OF_THINGS
    return *_WOUNDS[: room_of(target)], _DOWN


class SavageSystem(System):
    """Action cards, exploding dice, Wild Cards and Extras."""

    id = ABOUT.id
    name = ABOUT.name
    summary = ABOUT.summary
    sheet_template = "sheets/savage.html"
    group_words = text("Group of Extras that shares a card")
    character_files = ABOUT.character_files
    sheet_type = SavageSheet
    state_type = SavageState
    own_events = SAVAGE_EVENTS
    answer_parameters = keys("weapon", "with")
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
    harm_words = _WOUNDS
    shaken_word = text("Shaken")
    down_word = _DOWN
    answer_words: ClassVar[Mapping[str, Words]] = {
        "take": text("Taking it"),
        "soak": text("Soaking"),
        "none": text("No defence"),
    }
    begin_parameters = (turn_order.SURPRISERS, turn_order.SURPRISED)
    rules = RULES
    reasons = REASONS
    switches = house.SWITCHES
    tables = house.TABLES
    own_kinds = house.OWN_KINDS
    roll_names = house.ROLL_NAMES
    stock = STOCK
    templates = named_areas()
    primer = PRIMER
    cell = (1.0, "in")
    checks = ("actor", "action", "prompt", "turn")
    secret_clock = frozenset({"joker_dealt"})

    sheets = SheetRules(
        completed=completed_from(READY_MADE, "SW-02"),
        import_character=read_actor,
        stat_block=BLOCK,
        in_group=lambda sheet, group: {**sheet, "group": group or None},  # SW-21
        starting_state=starting_state,
        fitted_state=fitted,
        set_state=set_by_gm,
        derived_values=derived_values,
        shared_state=Table,
    )
    secrets = SecretRules(hides=card_secrecy.hides)
    panels_read_places = False
    turns = TurnRules(
        begin=turn_order.begin,
        start_turn=turn_order.start_turn,
        end_turn=turn_order.end_turn,
        join=turn_order.join,
        surprising=turn_order.surprising,
        settle=turn_order.settle,
        require_clock=require_clock,
        require_turn=require_turn,
        order_note=appearance.order_note,
        order_card=appearance.order_card,
        waiting=turn_order.beside,
        holds_turn=Hold.id,
        takes_held_turn=ActNow.id,
        coming=turn_order.coming,
        passed_over=lambda combatant: combatant.state.is_out or combatant.sheet.is_object,  # SW-28
    )
    map = MapRules(reach=reach, range_words=range_words, eyes=eyes, carrier=carrier)
    harm = HarmRules(
        judge=judge_harm,
        take=table_damage.take,
        take_parameters=table_damage.TAKE_PARAMETERS,
        fall=table_damage.fall,
        in_words=harm_in_words,
        unhurt=lambda combatant: replace(combatant.state, wounds=0),
        why_out=why_out,
        condition=condition,
        is_dead=lambda combatant: combatant.state.dead,  # SW-136
        is_down=lambda combatant: combatant.state.is_out,  # SW-134, SW-233
    )
    looks = Looks.of(
        appearance, log_lines, price=price_in_words, sheet_page=sheet_page.lay_out, controls=controls
    )


SYSTEM = SavageSystem()
