"""Crossed Blades as Battlemat sees it: turns, harm, and how a fencer is drawn."""

from collections.abc import Sequence

from crossed_blades.duel import Parried, Recovered, Strike, Touched, fencing
from crossed_blades.sheet import ROLLS, RULES, TIES, TOUCHES, WINDED, Fencer, Stance
from rules.engine.battle_events import BattleBegun, BattleEnded, OrderChanged, TurnEnded, TurnStarted
from rules.engine.chances.odds_figures import Harm
from rules.engine.command import Command
from rules.engine.events import Event
from rules.engine.exchange import Exchange, throw
from rules.engine.state import BattleState, BattleView, Combatant
from rules.engine.system import (
    Figure,
    Gauge,
    HarmRules,
    Line,
    Looks,
    Mark,
    Section,
    StockItem,
    System,
    TurnRules,
)

STOCK = (
    StockItem(id="guard", name="City guard", sheet={"blade": 3, "guard": 4}, blurb="steady"),
    StockItem(id="master", name="Sword master", sheet={"blade": 7, "guard": 6}, blurb="deadly"),
)
"""Two to begin with."""


# ------------------------------------------------------------------------------------------ turn order
def begin(view: BattleView, command: Command) -> Exchange[None]:
    """Throw for initiative; the highest acts first, of equals who was there first (CB-2)."""
    thrown = []
    for who, fencer in view.state.combatants.items():
        result = yield from throw(fencing(fencer, "initiative", fencer.sheet.blade))
        thrown.append((-result.total, who))
    order = tuple(who for _, who in sorted(thrown, key=lambda one: one[0]))
    yield BattleBegun(order=order, clock={"round": 1})
    yield TurnStarted(who=order[0], clock={"round": 1})


def start_turn(view: BattleView, who: str) -> Exchange[None]:
    """Start a turn in free play."""
    yield TurnStarted(who=who)


def end_turn(view: BattleView, who: str) -> Exchange[None]:
    """Catch one's breath (CB-4), and let the next one act who has not yielded (CB-5)."""
    if view.combatant(who).state.winded:
        yield Recovered(who=who)
    yield TurnEnded(who=who)
    order, number = view.state.order, view.state.clock.get("round", 1)
    at = order.index(who)
    following = [(w, number) for w in order[at + 1 :]] + [(w, number + 1) for w in order[: at + 1]]
    for following_one, clock in following:
        if not view.combatant(following_one).state.is_out:
            yield TurnStarted(who=following_one, clock={"round": clock})
            return
    yield BattleEnded()


def join(view: BattleView, who: str) -> Exchange[None]:
    """Let who comes late act last."""
    yield OrderChanged(order=(*view.state.order, who))


# ------------------------------------------------------------------------------------------------ odds
def judge(before: BattleState, after: BattleState, target: str, told: Sequence[Event]) -> Harm:
    """Judge a strike by the touch."""
    was, now = before.combatants[target].state, after.combatants[target].state
    return Harm(hit=now.touches > was.touches, harm=now.touches - was.touches, down=now.is_out)


# ------------------------------------------------------------------------------------------ appearance
def marks(combatant: Combatant) -> tuple[Mark, ...]:
    """Draw the one condition that there is (CB-4)."""
    winded = Mark(id="winded", label="winded", shape="feather", tone="warn", rule="CB-4")
    return (winded,) if combatant.state.winded else ()


def gauges(combatant: Combatant) -> tuple[Gauge, ...]:
    """Draw the touches (CB-5)."""
    return (Gauge(label="Touches", value=min(combatant.state.touches, TOUCHES), most=TOUCHES),)


def numbers(combatant: Combatant) -> tuple[Figure, ...]:
    """Show what is added to throws (CB-1)."""
    sheet = combatant.sheet
    return (
        Figure(label="Blade", value=f"+{sheet.blade}", rule="CB-1"),
        Figure(label="Guard", value=f"+{sheet.guard}", rule="CB-1"),
    )


def sections(combatant: Combatant) -> tuple[Section, ...]:
    """Lay the sheet out."""
    return (Section(title="Fencer", figures=numbers(combatant)),)


def describe(event: Event, state: BattleState) -> Line | None:
    """Word what happened for the log."""
    names = {who: combatant.name for who, combatant in state.combatants.items()}
    match event:
        case Touched():
            text = f"{names[event.by]} touches {names[event.who]}, who is winded."
            return Line(text=text, tone="harm", rule="CB-4", big="touched")
        case Parried():
            text = f"{names[event.who]} parries {names[event.by]}."
            return Line(text=text, rule="CB-3", big="parried")
        case Recovered():
            return Line(text=f"{names[event.who]} catches their breath.", rule="CB-4")
    return None


class CrossedBlades(System):
    """Opposed d20, one attack, one condition."""

    id = "crossed-blades"
    name = "Crossed Blades"
    summary = "Two swords, two d20: a duelling game of one page."
    sheet_type = Fencer
    state_type = Stance
    own_events = (Touched, Parried, Recovered)
    actions = (Strike(),)
    harm_words = ("no touch", "a touch")
    down_word = "yields"
    rules = RULES
    stock = STOCK
    switches = (TIES,)
    tables = (WINDED,)
    roll_names = ROLLS
    turns = TurnRules(begin=begin, start_turn=start_turn, end_turn=end_turn, join=join)
    harm = HarmRules(judge=judge)
    looks = Looks(marks=marks, gauges=gauges, numbers=numbers, sections=sections, describe=describe)
