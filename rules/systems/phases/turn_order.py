"""Phases: who reacts, who declares when, and what resolves (PH-30 to PH-54), and free play (PH-48)."""

from collections.abc import Iterable

from rules.engine.command import Command
from rules.engine.dice import Modifier
from rules.engine.events import BattleBegun, OrderChanged, TurnStarted
from rules.engine.exchange import Exchange, throw
from rules.engine.refusal import Refusal
from rules.engine.state import Combatant, Scene
from rules.systems.phases import house as own
from rules.systems.phases.declaring_events import Declared, DefenceEnded, Passed
from rules.systems.phases.event_state import DECLARE, clock_of, notes_of
from rules.systems.phases.facts import sees_by_map
from rules.systems.phases.injury import lose_targeting, lose_what_the_fallen_lose
from rules.systems.phases.resolution import TARGET_AND_FIRE, resolve_together
from rules.systems.phases.rolls import PoolRoll
from rules.systems.phases.secrecy import DeclaredSecretly, is_secret, reveal
from rules.systems.phases.state import Condition, Declaration, Length, PhasesState, wounds_of
from rules.systems.phases.time_events import (
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


def phase_of(scene: Scene) -> int:
    """Give the phase that runs; 0 in free play."""
    return int(scene.state.clock.get("phase", 0)) if scene.state.running else 0


def is_declaring(scene: Scene) -> bool:
    """Tell whether somebody has still to declare (PH-47)."""
    return scene.state.running and scene.state.clock.get("step") == DECLARE


# --------------------------------------------------------------------------------------------------- a phase
def unaware_of(scene: Scene, command: Command) -> tuple[str, ...]:
    """Read who does not know of the fight that begins (PH-31). Raises `Refusal` `unknown-combatant`."""
    listed = command.params.get("unaware") or []
    if not isinstance(listed, list):
        raise Refusal("bad-command", f"'unaware' must be a list of combatants; {listed!r} is none.", "PH-31")
    return tuple(scene.state.combatant(who, "unaware").id for who in listed)


def begin(scene: Scene, command: Command) -> Exchange[None]:
    """Begin combat with its first phase (PH-30); the command may name who knows nothing of it yet."""
    unaware = unaware_of(scene, command)
    yield BattleBegun(order=(), clock=clock_of(1, DECLARE))
    for who in unaware:
        yield Unaware(who=who)
    for who, combatant in scene.state.combatants.items():
        state: PhasesState = combatant.state
        if state.action is not None or state.defence is not None or state.react_from is not None:
            yield Readied(who=who)
    yield from start_phase(scene, 1)


def start_phase(scene: Scene, phase: int) -> Exchange[None]:
    """Let the surprised react, roll initiative, and let the slowest declare (PH-34, PH-36, PH-42, PH-43)."""
    yield PhaseStarted(phase=phase)
    for who in tuple(scene.state.combatants):
        state: PhasesState = scene.combatant(who).state
        waits_until = state.react_from or 0  # the GM may have surprised it without a phase (PH-R22)
        if state.surprised and state.condition is Condition.UP and waits_until <= phase:
            yield from react(scene, who)

    totals: dict[str, int] = {}
    for who in tuple(scene.state.combatants):
        fighter = scene.combatant(who)
        if fighter.state.may_declare:
            totals[who] = yield from _roll_initiative(fighter)
            yield InitiativeTaken(who=who, total=totals[who])
    yield OrderChanged(order=in_order(scene, totals))
    yield from _give_turn(scene, scene.state.order)


def _roll_initiative(fighter: Combatant) -> Exchange[int]:
    """Roll one combatant's initiative (PH-16)."""
    number = fighter.sheet.initiative
    fixed = (Modifier("initiative", number, "PH-16"),) if number else ()
    roll = yield from throw(
        PoolRoll(
            who=fighter.id,
            purpose="initiative",
            label="initiative",
            dice=fighter.sheet.attributes.reflexes,
            modifiers=(*fixed, *wounds_of(fighter)),
        )
    )
    return roll.total


def in_order(scene: Scene, totals: dict[str, int]) -> tuple[str, ...]:
    """Put those who rolled in the order in which they declare, the slowest first (PH-43).

    The sort keeps the order of the list where all else is equal.
    """
    listed: Iterable[str] = (who for who in scene.state.combatants if who in totals)
    return tuple(
        sorted(listed, key=lambda who: (totals[who], scene.combatant(who).sheet.attributes.reflexes))
    )


def react(scene: Scene, who: str) -> Exchange[None]:
    """Let a surprised one try to find itself (PH-34, PH-35)."""
    fighter = scene.combatant(who)
    bonus = fighter.state.react_bonus
    counts = bonus and own.TRIES.on(fighter.house)
    earlier = (Modifier("earlier tries", bonus, "PH-35"),) if counts else ()
    roll = yield from throw(
        PoolRoll(
            who=who,
            purpose="react",
            label="reacting to the surprise",
            dice=fighter.sheet.attributes.reflexes,
            target=own.REACT.value(fighter.house),
            house=fighter.house,
            modifiers=(*earlier, *wounds_of(fighter)),
        )
    )
    yield Recovered(who=who) if roll.succeeded else ReactFailed(who=who, bonus=bonus + 1)


def _give_turn(scene: Scene, rest: Iterable[str]) -> Exchange[None]:
    """Let the next who may declare do so; when nobody is left the phase resolves (PH-43, PH-47)."""
    for who in rest:
        if scene.combatant(who).state.may_declare:
            yield TurnStarted(who=who, clock=clock_of(phase_of(scene), DECLARE))
            return
    yield from _resolve_phase(scene)


def advance(scene: Scene, who: str) -> Exchange[None]:
    """Go on after somebody's declaration (PH-44)."""
    order = scene.state.order
    yield from _give_turn(scene, order[order.index(who) + 1 :] if who in order else order)


def end_turn(scene: Scene, who: str) -> Exchange[None]:
    """Pass (PH-44)."""
    yield DeclaredSecretly(who=who) if is_secret(scene) else Passed(who=who)
    yield from advance(scene, who)


def settle(scene: Scene) -> Exchange[None]:
    """Carry out what a change by the GM brings about (PH-63, PH-100 to PH-102)."""
    yield from lose_what_the_fallen_lose(scene)
    yield from close_free(scene)
    active = scene.state.active
    if is_declaring(scene) and active is not None and not scene.combatant(active).state.may_declare:
        yield from advance(scene, active)


# ------------------------------------------------------------------------------------------------- declaring
def declare(scene: Scene, who: str, action: Declaration) -> Exchange[None]:
    """Declare an action of a phase or longer; in free play it resolves at once (PH-44, PH-48, PH-50)."""
    yield from end_free_defence(scene, who)
    fighter = scene.combatant(who)
    target = scene.state.combatants.get(action.target or "")
    weapon = fighter.sheet.weapon(action.weapon)
    said = DeclaredSecretly if is_secret(scene) else Declared
    yield said(
        who=who,
        action=action,
        target_name="" if target is None else target.name,
        weapon_name="" if weapon is None else weapon.name,
    )
    if scene.state.running:
        yield from advance(scene, who)
        return
    if action.id == TARGET_AND_FIRE:
        yield from resolve_together(scene, [(who, action)], targeting_part=True)
    attacked: list[str] = []
    if scene.combatant(who).state.action is not None:  # its first half may have lost it
        attacked = yield from resolve_together(scene, [(who, action)])
    yield from close_free(scene, attacked)


def timed(scene: Scene, who: str, action: Declaration) -> Declaration:
    """Give a declaration its place in time (PH-50)."""
    phase, order = phase_of(scene), scene.state.order
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
def _resolve_phase(scene: Scene) -> Exchange[None]:
    """Resolve what is due at the end of the phase, the shorter actions first (PH-47, PH-51)."""
    yield from reveal(scene)
    phase = phase_of(scene)
    attacked: list[str] = []
    for length in Length:
        due = _due(scene, phase, length)
        if due:
            attacked += yield from resolve_together(scene, due, targeting_part=length is Length.PHASE)
    yield from lose_what_the_fallen_lose(scene)
    yield from lose_sight(scene)
    yield from _surprise(scene, attacked, phase + own.REACT_AFTER.value(scene.state.house))
    fresh = notes_of(scene.state).stunned_now
    stunned = (who for who, c in scene.state.combatants.items() if c.state.stunned)
    yield PhaseEnded(phase=phase, recovering=tuple(who for who in stunned if who not in fresh))


def _due(scene: Scene, phase: int, length: Length) -> list[tuple[str, Declaration]]:
    """List the actions of one length that resolve now, in the order of declaration (PH-51, PH-53).

    With the phase actions come the combined ones that begin (PH-55).
    """
    found = []
    for who, combatant in scene.state.combatants.items():
        action: Declaration | None = combatant.state.action
        if action is None:
            continue
        begins = action.id == TARGET_AND_FIRE and action.declared == phase and length is Length.PHASE
        if begins or (action.length is length and action.due <= phase):
            found.append((who, action))
    return sorted(found, key=lambda due: (due[1].declared, due[1].number))


def lose_sight(scene: Scene) -> Exchange[None]:
    """Take targeting from all who, by the map alone, see their target no more (PH-63)."""
    for who, combatant in tuple(scene.state.combatants.items()):
        targeting = combatant.state.targeting
        if targeting is None:
            continue
        target = scene.state.combatants.get(targeting.target)
        if target is None:
            yield from lose_targeting(scene, who, "the target is gone")
        elif not sees_by_map(scene.state, combatant, target):
            yield from lose_targeting(scene, who, "no line of fire")


def _surprise(scene: Scene, attacked: Iterable[str], react_from: int | None) -> Exchange[None]:
    """Surprise the unaware who were attacked, hit or miss (PH-32)."""
    for who in dict.fromkeys(attacked):
        if own.SURPRISE.on(scene.state.house) and not scene.combatant(who).state.aware:
            yield Surprised(who=who, react_from=react_from)


def alert(scene: Scene, who: str) -> Exchange[None]:
    """Surprise somebody at once, as the GM says (PH-32)."""
    phase = phase_of(scene)
    yield Surprised(who=who, react_from=phase + own.REACT_AFTER.value(scene.state.house) if phase else None)


# ------------------------------------------------------------------------------------------------- free play
def end_free_defence(scene: Scene, who: str) -> Exchange[None]:
    """End a defence with the next thing that its owner does in free play (PH-48)."""
    if not scene.state.running and scene.combatant(who).state.defence is not None:
        yield DefenceEnded(who=who)


def close_free(scene: Scene, attacked: Iterable[str] = ()) -> Exchange[None]:
    """End a command of free play: who is surprised by it, and who sees its target no more (PH-32, PH-63)."""
    if not scene.state.running:
        yield from lose_sight(scene)
        yield from _surprise(scene, attacked, None)


def start_turn(scene: Scene, who: str) -> Exchange[None]:
    """Give somebody a fresh turn in free play (PH-48)."""
    yield TurnStarted(who=who)
    yield Refreshed(who=who)
    state: PhasesState = scene.combatant(who).state
    if state.surprised and state.condition is Condition.UP:
        yield from react(scene, who)
