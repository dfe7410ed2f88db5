"""What a rule system declares, and the register of systems.

The app draws sheets, action bar, prompts, tracker, facts, odds and log from these declarations alone, so that
a new system is a new package and nothing else. What a system declares itself with is had from here.
"""

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from pydantic import ValidationError

from rules.engine import battle_events, combatant_events
from rules.engine.action import Action as Action
from rules.engine.action import Plan as Plan
from rules.engine.action import Reach as Reach
from rules.engine.areas import area_events, aura_events
from rules.engine.battle_events import Rolled
from rules.engine.chances.odds import BUDGET
from rules.engine.command import Command
from rules.engine.declared.measures import AreaTemplate
from rules.engine.declared.primer import Step
from rules.engine.declared.system_rules import HarmRules as HarmRules
from rules.engine.declared.system_rules import Looks as Looks
from rules.engine.declared.system_rules import MapRules as MapRules
from rules.engine.declared.system_rules import SecretRules as SecretRules
from rules.engine.declared.system_rules import SheetRules as SheetRules
from rules.engine.declared.system_rules import TurnRules as TurnRules
from rules.engine.events import Event, events_in
from rules.engine.exchange import Exchange
from rules.engine.fog import fog_events
from rules.engine.free_dice import FreeDie
from rules.engine.gm import counter_events, gm_mark_events, time_events
from rules.engine.gm.gm_parameters import ALTITUDE, GM_PARAMETERS
from rules.engine.history import seal_events
from rules.engine.house import house_events
from rules.engine.house.house import House, NumberTable, OwnKind, Switch, house_notes
from rules.engine.notes import note_events
from rules.engine.parameters import GIVEN, OF_ANSWER, TOGETHER
from rules.engine.parameters import Parameter as Parameter
from rules.engine.price import Price as Price
from rules.engine.refusal import BadSheetRefusal, Refusal
from rules.engine.registry import REGISTERED, find_registered, known_systems
from rules.engine.sheets.import_report import Imported
from rules.engine.sheets.wrong_values import explain
from rules.engine.shown import Choice as Choice
from rules.engine.shown import Fact as Fact
from rules.engine.shown import Figure as Figure
from rules.engine.shown import Gauge as Gauge
from rules.engine.shown import Line as Line
from rules.engine.shown import Mark as Mark
from rules.engine.shown import Section as Section
from rules.engine.shown import StockItem as StockItem
from rules.engine.shown import Vague as Vague
from rules.engine.state import BattleState, BattleView, Combatant, CombatantState, Sheet
from rules.engine.text import Text, Words, text
from rules.engine.text import combatant as named
from rules.map.cover import DEFAULT_SCALE, CoverScale
from rules.map.grid import Diagonals, Footprint
from rules.map.model import BattleMap

TURN_COMMANDS = frozenset({"begin", "turn", "end-turn"})
"""What every system's clock knows."""
COMMON_EVENTS = events_in(
    battle_events,
    combatant_events,
    fog_events,
    house_events,
    gm_mark_events,
    counter_events,
    time_events,
    seal_events,
    note_events,
    area_events,
    aura_events,
)
"""The events that battles of every system have."""


class System:
    """A rule system: words and numbers as constants, functions by subject (`declared.system_rules`).

    What has no value here must be given: `id`, `name`, the types of sheet and state, actions, turns, harm.
    """

    id: ClassVar[str]
    name: ClassVar[str]
    summary: ClassVar[Words] = ""
    """One line for somebody who chooses a system: what it is played with, and what is its own."""
    sheet_template: ClassVar[str] = "sheets/plain.html"
    """The Jinja template that shows a sheet; it is given what `sheet_page` gives as `page`."""
    character_files: ClassVar[str] = ""
    """Which files of other programs `import_character` reads, in words; empty for none."""
    character_endings: ClassVar[tuple[str, ...]] = ()
    """How the names of such files end, where they do not end with `.json`, as those of many programs."""
    group_words: ClassVar[Words] = ""
    """What those are called who act together, on one initiative; empty where everybody has their own."""
    sheet_type: ClassVar[type[Sheet]]
    state_type: ClassVar[type[CombatantState]]
    own_events: ClassVar[tuple[type[Event], ...]] = ()
    actions: ClassVar[tuple[Action, ...]]
    secret_clock: ClassVar[frozenset[str]] = frozenset()
    """What of the clock may follow from what somebody unseen has or does: for the GM alone to know."""
    outcome_words: ClassVar[Mapping[str, Words]] = {}
    """How each outcome of a roll is called at the table."""
    good_outcomes: ClassVar[frozenset[str]] = frozenset()
    harm_words: ClassVar[tuple[Words, ...]] = ()
    """What each amount of harm is called in the odds, from 0 up; the last serves for all above."""
    shaken_word: ClassVar[Words] = ""
    """What it is called in the odds to come off worse without harm (`Harm.shaken`)."""
    answer_words: ClassVar[Mapping[str, Words]] = {"none": text("No defence")}
    """How the target's answers are called in the odds; others are named by their ids."""
    vague: ClassVar[Mapping[type[Event], Vague]] = {}
    """The events whose words count somebody's harm, with what is said to who may not know it."""
    counts_of_harm: ClassVar[frozenset[str]] = frozenset()
    """The details of a roll that count the harm it does."""
    answer_parameters: ClassVar[tuple[Parameter, ...]] = ()
    """What may be said along with an answer, to whatever is asked."""
    begin_parameters: ClassVar[tuple[Parameter, ...]] = ()
    """What may be said as a fight begins (who is surprised, say); all of it may be left out."""
    down_word: ClassVar[Words] = "down"
    end_turn_words: ClassVar[tuple[Words, Words]] = (text("End turn"), text("Next turn"))
    """What the button is called that ends a turn: for who has it, and for the GM whoever has it."""
    turn_words: ClassVar[tuple[Words, Words, Words]] = (
        text("Your turn"),
        text("{who}’s turn"),
        text("Nobody’s turn"),
    )
    """How it is said whose turn it is: to who has it, of another (`{who}`), and when nobody has it.

    Words for another that have no `{who}` are put behind the name.
    """
    turn_line: ClassVar[Words] = text("{clock}: {who}'s turn.")
    """The template of the line in the log that says so."""
    ends_by: ClassVar[str] = ""
    """The id of the table action that ends a fight as the rules say; empty where it merely ends."""
    rules: ClassVar[Mapping[str, str]] = {}
    """Each rule id with what it says, in our words."""
    reasons: ClassVar[Mapping[str, str]] = {}
    """For each ruling what speaks for it."""
    stock: ClassVar[tuple[StockItem, ...]] = ()
    """The ready-made combatants."""
    templates: ClassVar[tuple[AreaTemplate, ...]] = ()
    """The areas that the book has a name for."""
    primer: ClassVar[tuple[Step, ...]] = ()
    """How a fight goes, for newcomers."""
    odds_budget: ClassVar[int] = BUDGET
    """How many ways through an attack are walked for exact odds, before as many are drawn at random."""
    aim_budget: ClassVar[int] = 800
    """The same while somebody aims and waits."""
    area_budget: ClassVar[int] = 800
    """The same for each of those whom an area catches."""
    odds_draws: ClassVar[int] = 0
    """How many ways are drawn at most where too many would be walked; 0 for as many as the budget."""
    has_heavy_odds: ClassVar[bool] = True
    """Whether anything that is aimed may have odds that are worked out for longer than others should wait."""
    event_names: ClassVar[Mapping[str, str]] = {}
    """What the system's specification calls the kinds of event that any battle has, where it differs."""
    cell: ClassVar[tuple[float, str]] = (1.0, "cell")
    """What a cell of a new map measures: a number and its unit."""
    diagonals: ClassVar[Diagonals] = Diagonals.ONE
    """How diagonal steps on squares are counted."""
    cover_scale: ClassVar[CoverScale] = DEFAULT_SCALE
    """Which shares of hidden rays give which cover."""
    free_dice: ClassVar[Mapping[str, FreeDie]] = {}
    """Dice that are read in the system's own way, by the capital letter for them: `T` for `4dT`."""
    switches: ClassVar[tuple[Switch, ...]] = ()
    """The rules that a table may do without."""
    tables: ClassVar[tuple[NumberTable, ...]] = ()
    """The tables whose numbers a table may change."""
    own_kinds: ClassVar[tuple[OwnKind, ...]] = ()
    """The kinds of stock of which a table may make its own."""
    roll_names: ClassVar[Mapping[str, Words]] = {}
    """What an own condition may bear on: the purposes of rolls, with what they are called."""
    rolls_under: ClassVar[bool] = False
    """Whether modifiers move the number to stay under, rather than what is thrown."""
    panels_read_places: ClassVar[bool] = True
    """Whether anything that stands beside the map depends on where anybody stands.

    That is what `turns` answers, what `looks` makes of a combatant, and which actions of the whole table may
    be done. A system that says no is asked all of it of a battle in which nobody stands anywhere, so that a
    move costs no more than what it changes on the map.
    """
    checks: ClassVar[tuple[str, ...]] = ("actor", "prompt", "turn", "action")
    """In which order an action is refused for what no action may lack: there is no such actor, a question is
    open, it is not its turn, there is no such action. `able` is where `require_able` comes, if at all."""
    sheets: ClassVar[SheetRules] = SheetRules()
    secrets: ClassVar[SecretRules] = SecretRules()
    turns: ClassVar[TurnRules]
    map: ClassVar[MapRules] = MapRules()
    harm: ClassVar[HarmRules]
    looks: ClassVar[Looks] = Looks()

    def read_sheet(self, data: Mapping[str, Any]) -> Any:
        """Read a sheet. Raises `Refusal` `bad-sheet` naming the key; its cause has all that is wrong."""
        try:
            return self.sheet_type.model_validate_json(_as_text(self.sheets.completed(data)))
        except ValidationError as error:
            raise BadSheetRefusal(explain(error)) from error

    def import_character(self, data: Mapping[str, Any], name: str) -> Imported:
        """Make a combatant of another program's character (`SheetRules.import_character`)."""
        if self.sheets.import_character is None:
            raise Refusal(
                "unknown-format",
                text("{system} reads no characters of other programs.", system=text(self.name)),
            )
        return self.sheets.import_character(data, name, self.read_sheet)

    def known_stock(self, key: str) -> Mapping[str, str]:
        """Give the ids, with labels, of the stock that a key of the sheet may name."""
        extra = self.sheet_type.model_fields[key].json_schema_extra
        known = extra.get("known", {}) if isinstance(extra, dict) else {}
        return {str(id_): str(label) for id_, label in known.items()} if isinstance(known, dict) else {}

    def with_house_stock(self, data: Mapping[str, Any], house: House) -> dict[str, Any]:
        """Put in, whole, the pieces of a table's own that a sheet names by their ids."""
        whole = dict(data)
        for kind in self.own_kinds:
            own, named = house.stock.get(kind.id, {}), whole.get(kind.id)
            if isinstance(named, str) and named in own:
                whole[kind.id] = dict(own[named])
            elif isinstance(named, list):
                whole[kind.id] = [
                    dict(own[one]) if isinstance(one, str) and one in own else one for one in named
                ]
        return whole

    def house_notes(self, house: House) -> dict[str, Text]:
        """Word what a table plays otherwise, by the rule."""
        return house_notes(house, self.switches, self.tables)

    def starting_state(self, sheet: Any) -> Any:
        """Give the state of a fresh combatant."""
        return self.state_type() if self.sheets.starting_state is None else self.sheets.starting_state(sheet)

    def event_kinds(self) -> dict[str, type[Event]]:
        """List the kinds of event in this system's battles."""
        return {event.kind: event for event in (*COMMON_EVENTS, *self.own_events)}

    def action(self, id_: str) -> Action | None:
        """Find an action by its id."""
        return self._actions_by_id.get(id_)

    @cached_property
    def _actions_by_id(self) -> Mapping[str, Action]:
        return {action.id: action for action in reversed(self.actions)}  # of two with one id the first

    @cached_property
    def on_the_way(self) -> frozenset[str]:
        """Name the actions that lead along a path: in those who flies may rise or sink."""
        return frozenset(one.id for one in self.actions if any(key.id == "path" for key in one.declared))

    def declared(self, do: str) -> tuple[Parameter, ...] | None:
        """Give what may be said with a command; None where there is no such command in these rules."""
        if do in GM_PARAMETERS:
            return (*GM_PARAMETERS[do], *(self.harm.take_parameters if do == "harm" else ()))
        action = self.action(do)
        if action is not None:
            return (*action.declared, ALTITUDE) if do in self.on_the_way else action.declared
        if do == "answer":
            return (*OF_ANSWER, *self.answer_parameters)
        return (GIVEN, TOGETHER, *self.begin_parameters) if do in TURN_COMMANDS else None

    def take_turn(self, view: BattleView, who: str, command: Command) -> Exchange[None]:
        """Start a turn that somebody asked for, with what the command says besides."""
        asked = self.turns.take_turn
        return self.turns.start_turn(view, who) if asked is None else asked(view, who, command)

    def finish_turn(self, view: BattleView, who: str, command: Command) -> Exchange[None]:
        """End a turn that somebody ends, with what the command says besides."""
        asked = self.turns.finish_turn
        return self.turns.end_turn(view, who) if asked is None else asked(view, who, command)

    def begin_needs(self, state: BattleState) -> tuple[Parameter, ...]:
        """List what may be said as this fight begins; all of it may be left out."""
        return self.begin_parameters if self.turns.begin_needs is None else self.turns.begin_needs(state)

    def reach(self, view: BattleView, who: str) -> Reach:
        """Tell where a combatant may move now. Raises `Refusal` as its move would."""
        if self.map.reach is None:
            raise Refusal("unknown-action", text("Nobody moves in {system}.", system=text(self.name)))
        return self.map.reach(view, who)

    def cover_word(
        self, battle_map: BattleMap, shooter: Footprint, target: Footprint, share: float, house: House
    ) -> str:
        """Call the cover that a share of hidden rays gives a target: by the scale, unless none counts."""
        bare = self.map.no_cover(battle_map, shooter, target, house)
        return self.cover_scale.none if bare else self.cover_scale.word(share)

    def why_out(self, combatant: Combatant) -> Words:
        """Say in a sentence why somebody can do nothing any more, whoever has the turn; empty for who can."""
        if self.harm.why_out is not None:
            return self.harm.why_out(combatant)
        passed = self.turns.passed_over(combatant)
        return text("{who} is {down}.", who=named(combatant), down=self.down_word) if passed else ""

    def is_down(self, combatant: Combatant) -> bool:
        """Say whether this combatant is drawn as out of the fight; by default who is passed over."""
        return (self.harm.is_down or self.turns.passed_over)(combatant)

    def is_dead(self, combatant: Combatant) -> bool:
        """Say whether nothing can bring this combatant back; nobody is, where the rules do not say."""
        return self.harm.is_dead is not None and self.harm.is_dead(combatant)

    def condition(self, combatant: Combatant) -> float:
        """Say how much fight is left in somebody: from 1, fresh, to 0, down."""
        if self.is_down(combatant):
            return 0.0
        return 1.0 if self.harm.condition is None else min(1.0, max(0.0, self.harm.condition(combatant)))

    def harm_in_words(self, target: Combatant) -> tuple[Words, ...]:
        """Give what each amount of harm is called in the odds, where it is done to this combatant."""
        return self.harm_words if self.harm.in_words is None else self.harm.in_words(target)

    def describe_roll(self, rolled: Rolled) -> Words:
        """Word what came of a roll: the outcome's word by default."""
        if self.looks.describe_roll is not None:
            return self.looks.describe_roll(rolled)
        if not rolled.outcome:
            return str(rolled.total)
        return self.outcome_words.get(rolled.outcome, rolled.outcome)


def _as_text(data: Mapping[str, Any]) -> str:
    try:
        return json.dumps(data)
    except (TypeError, ValueError):
        raise BadSheetRefusal(text("it holds something that is not JSON")) from None


def register(system: System) -> None:
    """Make a system known under its id; the latest one registered counts."""
    REGISTERED[system.id] = system


def systems() -> tuple[System, ...]:
    """List the systems that are known, by name, and load those that were not wanted yet."""
    return tuple(find_system(about.id) for about in known_systems())


def find_system(id_: str) -> System:
    """Find a system. Raises `Refusal` `unknown-system`."""
    found = find_registered(id_)
    assert isinstance(found, System)
    return found
