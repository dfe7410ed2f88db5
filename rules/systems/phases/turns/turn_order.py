"""Phases: who reacts, who declares when, and what resolves (PH-30 to PH-54), and free play (PH-48)."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.engine.battle_events import BattleBegun, OrderChanged, TurnStarted
from rules.engine.command import Command
from rules.engine.dice import Modifier
from rules.engine.exchange import Exchange, throw
from rules.engine.parameters import several
from rules.engine.state import BattleState, BattleView
from rules.engine.text import text
from rules.systems.phases import house as own
from rules.systems.phases.attack.facts import sees_by_map
from rules.systems.phases.events.declaration_events import Declared, DefenceEnded, Passed
from rules.systems.phases.events.event_state import DECLARE, clock_of, notes_of
from rules.systems.phases.events.time_events import (
    InitiativeTaken,
    PhaseEnded,
    PhaseStarted,
    ReactFailed,
    Readied,
    Recovered,
    Refreshed,
    Surprised,
    Unaware,
)
from rules.systems.phases.harm.injury import lose_targeting, lose_what_the_fallen_lose
from rules.systems.phases.rolls import PoolRoll
from rules.systems.phases.state import Condition, Declaration, Fighter, Length, PhasesState, wounds_of
from rules.systems.phases.turns.resolution import TARGET_AND_FIRE, resolve_together
from rules.systems.phases.turns.secret_declarations import DeclaredSecretly, is_secret, reveal

_INITIATIVE, _REACTING = text("initiative"), text("reacting to the surprise")
_EARLIER = text("earlier tries")


def phase_of(view: BattleView) -> int:
    """Give the phase that runs; 0 in free play."""
    return int(view.state.clock.get("phase", 0)) if view.state.running else 0


def is_declaring(view: BattleView) -> bool:
    """Tell whether somebody has still to declare (PH-47)."""
    return view.state.running and view.state.clock.get("step") == DECLARE


# --------------------------------------------------------------------------------------------------- a phase
UNAWARE = several("unaware", text("Who knows of no enemy yet"))


def unaware_of(view: BattleView, command: Command) -> tuple[str, ...]:
    """Read who does not know of the fight that begins (PH-31). Raises `Refusal` `unknown-combatant`."""
    return tuple(view.state.combatant(who, "unaware").id for who in UNAWARE.of(command) or ())


def surprising(state: BattleState, side: str) -> Mapping[str, Any]:
    """Say how a fight begins of which a side knows nothing yet (PH-31)."""
    return {UNAWARE.id: [c.id for c in state.combatants.values() if c.side == side]}


def begin(view: BattleView, command: Command) -> Exchange[None]:
    """Begin combat with its first phase (PH-30); the command may name who knows nothing of it yet."""
    unaware = unaware_of(view, command)
    yield BattleBegun(order=(), clock=clock_of(1, DECLARE))
    for who in unaware:
        yield Unaware(who=who)
    for who, combatant in view.state.combatants.items():
        state: PhasesState = combatant.state
        if state.action is not None or state.defence is not None or state.react_from is not None:
            yield Readied(who=who)
    yield from start_phase(view, 1)


def start_phase(view: BattleView, phase: int) -> Exchange[None]:
    """Let the surprised react, roll initiative, and let the slowest declare (PH-34, PH-36, PH-42, PH-43)."""
    yield PhaseStarted(phase=phase)
    for who in tuple(view.state.combatants):
        state: PhasesState = view.combatant(who).state
        waits_until = state.react_from or 0  # the GM may have surprised it without a phase (PH-R22)
        if state.surprised and state.condition is Condition.UP and waits_until <= phase:
            yield from react(view, who)

    totals: dict[str, int] = {}
    for who in tuple(view.state.combatants):
        fighter = view.combatant(who)
        if fighter.state.may_declare:
            totals[who] = yield from _roll_initiative(fighter)
            yield InitiativeTaken(who=who, total=totals[who])
    yield OrderChanged(order=in_order(view, totals))
    yield from _give_turn(view, view.state.order)


def _roll_initiative(fighter: Fighter) -> Exchange[int]:
    """Roll one combatant's initiative (PH-16)."""
    number = fighter.sheet.initiative
    fixed = (Modifier(_INITIATIVE, number, "PH-16"),) if number else ()
    roll = yield from throw(
        PoolRoll(
            who=fighter.id,
            purpose="initiative",
            label=_INITIATIVE,
            dice=fighter.sheet.attributes.reflexes,
            modifiers=(*fixed, *wounds_of(fighter)),
        )
    )
    return roll.total


def in_order(view: BattleView, totals: dict[str, int]) -> tuple[str, ...]:
    """Put those who rolled in the order in which they declare, the slowest first (PH-43).

    The sort keeps the order of the list where all else is equal.
    """
    listed: Iterable[str] = (who for who in view.state.combatants if who in totals)
    return tuple(sorted(listed, key=lambda who: (totals[who], view.combatant(who).sheet.attributes.reflexes)))


def react(view: BattleView, who: str) -> Exchange[None]:
    """Let a surprised one try to find itself (PH-34, PH-35)."""
    fighter = view.combatant(who)
    bonus = fighter.state.react_bonus
    counts = bonus and own.TRIES.on(fighter.house)
    earlier = (Modifier(_EARLIER, bonus, "PH-35"),) if counts else ()
    roll = yield from throw(
        PoolRoll(
            who=who,
            purpose="react",
            label=_REACTING,
            dice=fighter.sheet.attributes.reflexes,
            target=own.REACT.value(fighter.house),
            house=fighter.house,
            modifiers=(*earlier, *wounds_of(fighter)),
        )
    )
    yield Recovered(who=who) if roll.succeeded else ReactFailed(who=who, bonus=bonus + 1)


def _give_turn(view: BattleView, rest: Iterable[str]) -> Exchange[None]:
    """Let the next who may declare do so; when nobody is left the phase resolves (PH-43, PH-47)."""
    for who in rest:
        if view.combatant(who).state.may_declare:
            yield TurnStarted(who=who, clock=clock_of(phase_of(view), DECLARE))
            return
    yield from _resolve_phase(view)


def advance(view: BattleView, who: str) -> Exchange[None]:
    """Go on after somebody's declaration (PH-44)."""
    order = view.state.order
    yield from _give_turn(view, order[order.index(who) + 1 :] if who in order else order)


def end_turn(view: BattleView, who: str) -> Exchange[None]:
    """Pass (PH-44)."""
    yield DeclaredSecretly(who=who) if is_secret(view) else Passed(who=who)
    yield from advance(view, who)


def settle(view: BattleView) -> Exchange[None]:
    """Carry out what a change by the GM brings about (PH-63, PH-100 to PH-102)."""
    yield from lose_what_the_fallen_lose(view)
    yield from close_free(view)
    active = view.state.active
    if is_declaring(view) and active is not None and not view.combatant(active).state.may_declare:
        yield from advance(view, active)


# ------------------------------------------------------------------------------------------------- declaring
def declare(view: BattleView, who: str, action: Declaration) -> Exchange[None]:
    """Declare an action of a phase or longer; in free play it resolves at once (PH-44, PH-48, PH-50)."""
    yield from end_free_defence(view, who)
    fighter = view.combatant(who)
    target = view.state.combatants.get(action.target or "")
    weapon = fighter.sheet.weapon(action.weapon)
    said = DeclaredSecretly if is_secret(view) else Declared
    yield said(
        who=who,
        action=action,
        target_name="" if target is None else target.name,
        weapon_name="" if weapon is None else weapon.name,
    )
    if view.state.running:
        yield from advance(view, who)
        return
    if action.id == TARGET_AND_FIRE:
        yield from resolve_together(view, [(who, action)], targeting_part=True)
    attacked: list[str] = []
    if view.combatant(who).state.action is not None:  # its first half may have lost it
        attacked = yield from resolve_together(view, [(who, action)])
    yield from close_free(view, attacked)


def alone(view: BattleView, who: str, action: Declaration) -> Exchange[None]:
    """Declare an action, carry it out by itself and end the phase, as if nothing came between (PH-50)."""
    yield Declared(who=who, action=action)
    yield from resolve_together(view, [(who, action)])
    yield PhaseEnded(phase=phase_of(view), recovering=())


def timed(view: BattleView, who: str, action: Declaration) -> Declaration:
    """Give a declaration its place in time (PH-50)."""
    phase, order = phase_of(view), view.state.order
    return Declaration(
        id=action.id,
        length=action.length,
        declared=phase,
        due=phase + action.length.phases - 1 if phase else 0,
        target=action.target,
        weapon=action.weapon,
        mode=action.mode,
        called=action.called,
        number=order.index(who) if who in order else 0,
        said=action.said,
    )


# ------------------------------------------------------------------------------------------------- resolving
def _resolve_phase(view: BattleView) -> Exchange[None]:
    """Resolve what is due at the end of the phase, the shorter actions first (PH-47, PH-51)."""
    yield from reveal(view)
    phase = phase_of(view)
    attacked: list[str] = []
    for length in Length:
        due = _due(view, phase, length)
        if due:
            attacked += yield from resolve_together(view, due, targeting_part=length is Length.PHASE)
    yield from lose_what_the_fallen_lose(view)
    yield from lose_sight(view)
    yield from _surprise(view, attacked, phase + own.REACT_AFTER.value(view.state.house))
    fresh = notes_of(view.state).stunned_now
    stunned = (who for who, c in view.state.combatants.items() if c.state.stunned)
    yield PhaseEnded(phase=phase, recovering=tuple(who for who in stunned if who not in fresh))


def _due(view: BattleView, phase: int, length: Length) -> list[tuple[str, Declaration]]:
    """List the actions of one length that resolve now, in the order of declaration (PH-51, PH-53).

    With the phase actions come the combined ones that begin (PH-55).
    """
    found = []
    for who, combatant in view.state.combatants.items():
        action: Declaration | None = combatant.state.action
        if action is None:
            continue
        begins = action.id == TARGET_AND_FIRE and action.declared == phase and length is Length.PHASE
        if begins or (action.length is length and action.due <= phase):
            found.append((who, action))
    return sorted(found, key=lambda due: (due[1].declared, due[1].number))


def lose_sight(view: BattleView) -> Exchange[None]:
    """Take targeting from all who, by the map alone, see their target no more (PH-63)."""
    for who, combatant in tuple(view.state.combatants.items()):
        targeting = combatant.state.targeting
        if targeting is None:
            continue
        target = view.state.combatants.get(targeting.target)
        if target is None:
            yield from lose_targeting(view, who, text("the target is gone"))
        elif not sees_by_map(view.state, combatant, target):
            yield from lose_targeting(view, who, text("no line of fire"))


def _surprise(view: BattleView, attacked: Iterable[str], react_from: int | None) -> Exchange[None]:
    """Surprise the unaware who were attacked, hit or miss (PH-32)."""
    for who in dict.fromkeys(attacked):
        if own.SURPRISE.on(view.state.house) and not view.combatant(who).state.aware:
            yield Surprised(who=who, react_from=react_from)


def alert(view: BattleView, who: str) -> Exchange[None]:
    """Surprise somebody at once, as the GM says (PH-32)."""
    phase = phase_of(view)
    yield Surprised(who=who, react_from=phase + own.REACT_AFTER.value(view.state.house) if phase else None)


# ------------------------------------------------------------------------------------------------- free play
def end_free_defence(view: BattleView, who: str) -> Exchange[None]:
    """End a defence with the next thing that its owner does in free play (PH-48)."""
    if not view.state.running and view.combatant(who).state.defence is not None:
        yield DefenceEnded(who=who)


def close_free(view: BattleView, attacked: Iterable[str] = ()) -> Exchange[None]:
    """End a command of free play: who is surprised by it, and who sees its target no more (PH-32, PH-63)."""
    if not view.state.running:
        yield from lose_sight(view)
        yield from _surprise(view, attacked, None)


def start_turn(view: BattleView, who: str) -> Exchange[None]:
    """Give somebody a fresh turn in free play (PH-48)."""
    yield TurnStarted(who=who)
    yield Refreshed(who=who)
    state: PhasesState = view.combatant(who).state
    if state.surprised and state.condition is Condition.UP:
        yield from react(view, who)
