"""The order of the sides, surprise, and what the start and end of a turn bring (section 6)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.engine.battle_events import BattleBegun, BattleEnded, OrderChanged, TurnEnded, TurnStarted
from rules.engine.command import Command
from rules.engine.declared.system_rules import placed
from rules.engine.dice import Modifier
from rules.engine.exchange import Exchange, throw
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.text import Words, joined, text
from rules.engine.text import combatant as named
from rules.systems.gurps.attack.feint import shock_of
from rules.systems.gurps.events.injury_events import StunEnded
from rules.systems.gurps.events.turn_events import (
    FacingSet,
    MentalStunEased,
    Surprised,
    TurnClosed,
    TurnOpened,
)
from rules.systems.gurps.house import LEADERLESS
from rules.systems.gurps.maneuvers import maneuver_table as mv
from rules.systems.gurps.moves.arcs import own_facing
from rules.systems.gurps.rolls import Check, MarginRoll, PlainRoll, die
from rules.systems.gurps.sheet.names import skill_words
from rules.systems.gurps.sheet.sheet import COMBAT_REFLEXES, GurpsSheet
from rules.systems.gurps.state import Fighter, GurpsState
from rules.systems.gurps.turns.fight_start import LEADERS, LEADING, PARTIAL, SURPRISE, TOTAL, spelled_out


@dataclass(frozen=True, slots=True)
class Leader:
    """Who rolls for a side, with what, and whether nobody leads it (GU-602, GU-603)."""

    who: str
    skill: str
    leaderless: bool


@dataclass(frozen=True, slots=True)
class Ambush:
    """Who surprises whom, and how much (GU-605)."""

    by: str
    on: Mapping[str, str]


# ---------------------------------------------------------------------------------------------- the beginning
def begin(view: BattleView, command: Command) -> Exchange[None]:
    """Contest the order, surprise who is surprised, and start the first turn (GU-602 to GU-606)."""
    command = spelled_out(command, view.state)
    sides = tuple(dict.fromkeys(c.side for c in view.state.combatants.values()))
    leaders = _read_leaders(view, command, sides)
    ambush = _read_ambush(command, sides)
    if all(c.state.is_out for c in view.state.combatants.values()):
        said = text(
            "Nobody here can act: all are dead or out of their senses. Add somebody, or set a state first."
        )
        raise Refusal("cannot-act", said, "GU-609")
    first = [] if ambush is None else [ambush.by]
    last = [] if ambush is None else [side for side in sides if side in ambush.on]
    between = [side for side in sides if side not in (*first, *last)]
    order = [
        *first,
        *(yield from _contest(view, between, leaders)),
        *(yield from _contest(view, last, leaders)),
    ]
    if ambush is not None:
        yield from _surprise(view, ambush)
    everybody = tuple(who for side in order for who in within(view.state, side))
    yield BattleBegun(order=everybody, clock={"round": 1})
    yield from _give_turn(view, everybody, 1)


def _read_leaders(view: BattleView, command: Command, sides: Sequence[str]) -> dict[str, Leader]:
    found = {}
    for side, data in (LEADERS.of(command) or {}).items():
        if side not in sides:
            raise Refusal(
                "bad-command",
                text(
                    "There is no side {side} here; there are {sides}.", side=f"{side!r}", sides=joined(sides)
                ),
            )
        if not isinstance(data, Mapping):
            raise Refusal(
                "bad-command", text("Who leads {side} is an object with 'who' and 'skill'.", side=f"{side!r}")
            )
        who = view.combatant(data.get("who") if isinstance(data.get("who"), str) else None, "leader")
        skill, leaderless = data.get("skill", "tactics"), data.get("leaderless", False)
        if who.side != side:
            raise Refusal(
                "bad-command",
                text("{who} is not of the side {side}.", who=named(who), side=f"{side!r}"),
                "GU-602",
            )
        if skill not in LEADING:
            said = text(
                "A side contests with {value}; not with {skill}.", value=joined(LEADING), skill=f"{skill!r}"
            )
            raise Refusal("bad-command", said, "GU-602")
        if type(leaderless) is not bool:
            raise Refusal("bad-command", text("'leaderless' is true or false."), "GU-603")
        found[side] = Leader(who.id, skill, leaderless)
    for side in sides:
        found.setdefault(side, _best_tactician(view.state, side))
    return found


def _best_tactician(state: BattleState, side: str) -> Leader:
    """Give who rolls for a side that names nobody (GU-603)."""
    members = [c for c in state.combatants.values() if c.side == side]
    able = [c for c in members if not c.state.is_out] or members
    best = max(able, key=lambda c: c.sheet.skill("tactics"))
    return Leader(best.id, "tactics", True)


def _read_ambush(command: Command, sides: Sequence[str]) -> Ambush | None:
    data = SURPRISE.of(command)
    if not data:
        return None
    by, on = data.get("by"), data.get("on")
    if by not in sides or not isinstance(on, Mapping) or not on:
        raise Refusal(
            "bad-command", text("Surprise says by which side ('by') and on which, how ('on')."), "GU-605"
        )
    for side, how in on.items():
        if side not in sides or side == by or how not in (TOTAL, PARTIAL):
            said = text(
                "A side other than the attackers' is surprised, total or partial; {side}: {how} is not.",
                side=f"{side!r}",
                how=f"{how!r}",
            )
            raise Refusal("bad-command", said, "GU-605")
    return Ambush(str(by), dict(on))


def _contest(
    view: BattleView, sides: Sequence[str], leaders: Mapping[str, Leader]
) -> Exchange[tuple[str, ...]]:
    """Let sides contest for their order; one alone rolls nothing (GU-602, GU-604, GU-605)."""
    if len(sides) < 2:
        return tuple(sides)
    rolls: dict[str, Check] = {}
    for side in sides:
        leader = leaders[side]
        modifiers = (LEADERLESS.added(view.state.house, text("leaderless")),) if leader.leaderless else ()
        rolls[side] = yield from throw(
            MarginRoll(
                who=leader.who,
                purpose="initiative",
                label=text("{skill} for the turn order", skill=skill_words(leader.skill)),
                base=view.combatant(leader.who).sheet.skill(leader.skill) or 0,
                modifiers=modifiers,
            )
        )

    def rank(side: str) -> tuple[int, int, float]:
        roll = rolls[side]
        return -roll.margin, -(roll.target or 0), -view.combatant(leaders[side].who).sheet.speed

    return tuple(sorted(sides, key=rank))  # the sort keeps the order of the list among equals


def _surprise(view: BattleView, ambush: Ambush) -> Exchange[None]:
    """Stun those who are surprised (GU-606)."""
    for who, fighter in tuple(view.state.combatants.items()):
        how = ambush.on.get(fighter.side)
        if how is None or fighter.state.is_out:
            continue
        freeze = 0
        if how == TOTAL and not fighter.sheet.has(COMBAT_REFLEXES):
            thrown = yield from throw(die(who, "surprise", text("seconds of surprise")))
            freeze = thrown.total
        yield Surprised(who=who, freeze=freeze)


def within(state: BattleState, side: str) -> tuple[str, ...]:
    """Put the members of a side in their order: Basic Speed, then DX, then as listed (GU-604)."""
    members = [c for c in state.combatants.values() if c.side == side]
    return tuple(c.id for c in sorted(members, key=lambda c: (-c.sheet.speed, -c.sheet.DX)))


def join(view: BattleView, who: str) -> Exchange[None]:
    """Take somebody who comes late in among its side, or after all others (our ruling GU-R59)."""
    order, side = view.state.order, view.combatant(who).side
    in_it = {*order, who}
    ranked = [id_ for id_ in within(view.state, side) if id_ in in_it]
    yield OrderChanged(order=placed(order, who, ranked))


def settle(view: BattleView) -> Exchange[None]:
    """Let everybody who came onto the map face the nearest enemy (GU-507)."""
    for who, combatant in tuple(view.state.combatants.items()):
        if combatant.state.facing is None:
            facing = own_facing(view.state, combatant)
            if facing is not None:
                yield FacingSet(who=who, facing=facing, by_itself=True)


# ------------------------------------------------------------------------------------------------------ turns
def start_turn(view: BattleView, who: str) -> Exchange[None]:
    """Give somebody a fresh turn in free play; the old one ends by it (GU-610)."""
    require_awake(view.combatant(who))
    yield from close_turn(view.combatant(who))
    yield TurnStarted(who=who)
    yield TurnOpened(who=who)


def require_awake(actor: Fighter) -> None:
    """Refuse who can do nothing at all. Raises `Refusal` `cannot-act`."""
    if words := why_out(actor):
        raise Refusal("cannot-act", words, "GU-1004")


def why_out(actor: Fighter) -> Words:
    """Say why somebody can do nothing at all (GU-1004, GU-1020); empty for who can."""
    state: GurpsState = actor.state
    if not state.is_out:
        return ""
    who = named(actor)
    if state.dead:
        return text("{actor} is dead and can do nothing.", actor=who)
    if state.mortal:
        return text("{actor} is mortally wounded and can do nothing.", actor=who)
    return text("{actor} is unconscious and can do nothing.", actor=who)


def close_turn(combatant: Fighter) -> Exchange[None]:
    """Let the end of a turn bring what it brings, once (GU-609, GU-710, GU-716)."""
    state: GurpsState = combatant.state
    if state.closed:
        return
    taken = None if state.maneuver is None else state.maneuver.id
    yield TurnClosed(
        who=combatant.id,
        aim_lapses=state.aim is not None and taken != mv.AIM,
        evaluation_lapses=state.evaluate is not None and taken != mv.EVALUATE,
    )


def end_turn(view: BattleView, who: str) -> Exchange[None]:
    """End a turn and, where order runs, start the next one's that can have one (GU-609)."""
    yield from close_turn(view.combatant(who))
    yield TurnEnded(who=who)
    if not view.state.running:
        return
    order, now = view.state.order, view.state.clock.get("round", 1)
    place = order.index(who) + 1 if who in order else 0
    yield from _give_turn(view, order[place:], now, order[:place])


def _give_turn(view: BattleView, now: Iterable[str], number: int, then: Iterable[str] = ()) -> Exchange[None]:
    """Start the turn of the first who can have it: of `now` in this round, of `then` in the next (GU-609)."""
    for who, clock in [*((w, number) for w in now), *((w, number + 1) for w in then)]:
        if not view.combatant(who).state.is_out:
            yield TurnStarted(who=who, clock={"round": clock})
            yield TurnOpened(who=who)
            return
    yield BattleEnded()  # nobody is left who could act (our ruling GU-R60)


# ------------------------------------------------------------------------------------------------- recovering
def recover(view: BattleView, who: str) -> Exchange[None]:
    """Let a turn of doing nothing ease the stun (GU-607, GU-1002)."""
    fighter = view.combatant(who)
    sheet: GurpsSheet = fighter.sheet
    mental = fighter.state.mental_stun
    if mental is not None and mental.freeze:
        yield MentalStunEased(who=who, freeze=mental.freeze - 1, bonus=mental.bonus)
    elif mental is not None:
        bonus = (Modifier(text("longer"), mental.bonus, "GU-607"),) if mental.bonus else ()
        roll = yield from throw(
            PlainRoll(
                who=who,
                purpose="recover-mental",
                label=text("IQ to come to one's senses"),
                base=sheet.IQ,
                modifiers=(*bonus, *shock_of(fighter)),
            )
        )
        if roll.succeeded:
            yield StunEnded(who=who, mental=True)
        else:
            yield MentalStunEased(who=who, freeze=0, bonus=mental.bonus + 1)
    if view.combatant(who).state.stunned:
        roll = yield from throw(
            PlainRoll(who=who, purpose="recover-stun", label=text("HT to shake off the stun"), base=sheet.HT)
        )
        if roll.succeeded:
            yield StunEnded(who=who)
