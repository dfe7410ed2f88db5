"""Rounds, turns, Hold and surprise (SW-20 to SW-37)."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.engine.battle_events import BattleBegun, BattleEnded, Moved, OrderChanged, TurnEnded, TurnStarted
from rules.engine.command import Command
from rules.engine.declared.system_rules import placed
from rules.engine.exchange import Ask, Exchange, ask, throw
from rules.engine.parameters import several
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView, Offer
from rules.engine.text import combatant, text
from rules.systems.savage.attack.traits import plain_roll, roll_trait
from rules.systems.savage.events import all_events as ev
from rules.systems.savage.harm.injury import bleed
from rules.systems.savage.rolls import RAISED
from rules.systems.savage.sheet.book_names import SKILLS
from rules.systems.savage.state import Fighter, mount_of, rider_of, table_of
from rules.systems.savage.turns.deck import deal, rank_of

STAY, UNSHAKE = "stay-shaken", "unshake"
_STAY, _SHAKE_OFF, _NOT_SHAKEN = text("Stay Shaken"), text("Shake it off"), text("ends it")
_TO_COME_TO, _TO_SHAKE_OFF = text("Vigor to come to"), text("Spirit to shake it off")


SURPRISERS = several("surprisers", text("Who strikes from ambush"))
SURPRISED = several("surprised", text("Who may be surprised"), apart_from=SURPRISERS.id)


def surprise_of(state: BattleState, command: Command) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Read who surprises and who is surprised. Raises `Refusal` `bad-command` or `unknown-combatant`."""
    found = []
    for parameter in (SURPRISERS, SURPRISED):
        value = parameter.of(command) or ()
        for id_ in value:
            state.combatant(id_, "combatant")
        found.append(tuple(id_ for id_ in state.combatants if id_ in value))
    if both := set(found[0]) & set(found[1]):
        who = combatant(state.combatants[min(both)])
        raise Refusal("bad-command", text("{who} cannot both surprise and be surprised.", who=who), "SW-29")
    return found[0], found[1]


def surprising(state: BattleState, side: str) -> Mapping[str, Any]:
    """Say how a fight begins in which a side may be surprised by all others (SW-29)."""
    others = [c.id for c in state.combatants.values() if c.side != side]
    return {SURPRISERS.id: others, SURPRISED.id: [c.id for c in state.combatants.values() if c.side == side]}


def begin(view: BattleView, command: Command) -> Exchange[None]:
    """Begin the battle: surprise, cards, the first turn (SW-21, SW-29)."""
    surprisers, surprised = surprise_of(view.state, command)
    if not any(_may_act(view.state, c) for c in view.state.combatants.values()):
        said = text("Nobody here can act: all are out of the fight, or things. Add somebody first.")
        raise Refusal("cannot-act", said, "SW-21")
    yield ev.DeckShuffled()
    for who in surprisers:
        if _may_act(view.state, view.combatant(who)):
            yield ev.Held(who=who)
    for who in surprised:
        if not _may_act(view.state, view.combatant(who)):
            continue
        roll = plain_roll(view.combatant(who), "notice", "notice", SKILLS["notice"])
        noticed = yield from roll_trait(view, roll)
        if not noticed.succeeded:
            yield ev.WasSurprised(who=who)
    yield BattleBegun(order=(), clock={"round": 1, "joker_dealt": False})
    yield from _deal_round(view, 1)
    yield from go_on(view)


def _may_act(state: BattleState, who: Fighter) -> bool:
    """Tell whether somebody takes part in the turn order at all (SW-21)."""
    return not (who.sheet.is_object or who.state.is_out or rider_of(state, who.id) is not None)


def _is_dealt_in(state: BattleState, who: Fighter) -> bool:
    return _may_act(state, who) and not who.state.on_hold and not who.state.surprised


def _group(who: Fighter) -> tuple[str, str]:
    return who.side, who.side if who.sheet.group is None else who.sheet.group


def _deal_round(view: BattleView, number: int) -> Exchange[None]:
    """Deal to all who are in this round, in list order, and start it (SW-21, SW-22)."""
    for who in tuple(view.state.combatants):
        combatant = view.combatant(who)
        if _is_dealt_in(view.state, combatant) and combatant.state.card is None:
            yield from deal(view, combatant, _members(view.state, combatant))
    dealt = [c for c in view.state.combatants.values() if c.state.card is not None]
    joker = bool(view.state.clock.get("joker_dealt", False))
    order = in_order(view.state, [c.id for c in dealt if _is_dealt_in(view.state, c)])
    yield ev.RoundStarted(order=order, clock={"round": number, "joker_dealt": joker})


def _members(state: BattleState, first: Fighter) -> tuple[str, ...]:
    """List who shares a card: a Wild Card has its own, a group of Extras one (SW-21)."""
    if first.sheet.wild_card:
        return (first.id,)
    return tuple(
        c.id
        for c in state.combatants.values()
        if not c.sheet.wild_card and _group(c) == _group(first) and _is_dealt_in(state, c)
    )


def in_order(state: BattleState, which: Sequence[str]) -> tuple[str, ...]:
    """Put those who have cards into the order of them; members of a group stay in list order (SW-22)."""

    def rank(who: str) -> tuple[int, int]:
        card = state.combatants[who].state.card
        rank, suit = rank_of(card) if card is not None else (-1, -1)
        return -rank, -suit

    return tuple(sorted(which, key=rank))


def join(view: BattleView, who: str) -> Exchange[None]:
    """Deal to somebody who comes late; an Extra takes up its group's card (our ruling SW-R57)."""
    combatant = view.combatant(who)
    if not _is_dealt_in(view.state, combatant) or who in view.state.order:
        return
    shared = [
        c
        for c in view.state.combatants.values()
        if not c.sheet.wild_card and c.state.card is not None and _group(c) == _group(combatant)
    ]
    if shared and not combatant.sheet.wild_card:
        card = shared[0].state.card
        yield ev.CardDealt(who=who, card=card, cards=(), members=(who,))
    else:
        yield from deal(view, combatant, (who,))
    listed = [id_ for id_ in view.state.combatants if id_ in view.state.order or id_ == who]
    yield OrderChanged(order=placed(view.state.order, who, in_order(view.state, listed)))
    yield from settle(view)


# ------------------------------------------------------------------------------------------------------ turns
def start_turn(view: BattleView, who: str) -> Exchange[None]:
    """In free play: end the turn that runs, if one does, and start a new one (SW-35)."""
    if not view.combatant(who).state.turn_over:
        yield from _finish(view, who)
    yield from _open_turn(view, who)


def end_turn(view: BattleView, who: str) -> Exchange[None]:
    """End a turn; in a battle the next one's starts (SW-27)."""
    yield from _finish(view, who)
    if view.state.running:
        yield from go_on(view)


def _finish(view: BattleView, who: str) -> Exchange[None]:
    yield TurnEnded(who=who)
    mount = mount_of(view.state, who)
    yield ev.TurnSettled(who=who)
    if mount is not None:
        yield ev.TurnSettled(who=mount.id)


def _open_turn(view: BattleView, who: str) -> Exchange[None]:
    """Start a turn: allowances, then recovery, the mount's with the rider's (SW-27, SW-36, SW-R56)."""
    yield TurnStarted(who=who, clock=dict(view.state.clock))
    yield ev.TurnRenewed(who=who)
    mount = mount_of(view.state, who)
    if mount is not None:
        yield ev.TurnRenewed(who=mount.id)
    for each in (who,) if mount is None else (who, mount.id):
        yield from _recover(view, each)
    yield from close(view)


def _recover(view: BattleView, who: str) -> Exchange[None]:
    """Roll against being Stunned, then against being Shaken (SW-140, SW-141, SW-144)."""
    if view.combatant(who).state.is_out:
        return
    if view.combatant(who).state.stunned:
        roll = plain_roll(view.combatant(who), "unstun", "vigor", _TO_COME_TO)
        result = yield from roll_trait(view, roll)
        if result.succeeded:
            yield ev.StunEnded(who=who, vulnerable=1 if result.outcome == RAISED else 2)
    if view.combatant(who).state.shaken:
        yield from _shake_off(view, who)


def _shake_off(view: BattleView, who: str) -> Exchange[None]:
    roll = plain_roll(view.combatant(who), "unshake", "spirit", _TO_SHAKE_OFF)
    result = yield from throw(roll)
    ends = result.succeeded
    bennies = view.combatant(who).state.bennies
    if not ends and bennies:
        answer = yield from ask(
            Ask(
                to=who,
                purpose="unshake",
                question=text(
                    "{who} stays Shaken. Spend a Benny to end it?", who=combatant(view.combatant(who))
                ),
                choices=(STAY, UNSHAKE),
                default=STAY,
                offers=lambda: (
                    Offer(id=STAY, label=_STAY, rule="SW-140"),
                    Offer(
                        id=UNSHAKE,
                        label=_SHAKE_OFF,
                        chance=1.0,
                        chance_of=_NOT_SHAKEN,
                        note=text("a Benny of {bennies}", bennies=bennies),
                        rule="SW-141",
                    ),
                ),
            )
        )
        if answer == UNSHAKE:
            yield ev.BennySpent(who=who, on="unshake")
            ends = True
    if ends:
        yield ev.ShakenEnded(who=who)


# ----------------------------------------------------------------------------------------------- what is next
def go_on(view: BattleView) -> Exchange[None]:
    """Start whatever turn is next, now that nobody is active (SW-26, SW-31, SW-32).

    First come held turns that waited for the turn that has ended, then turns that were interrupted, then the
    order; once it is through, the round waits for those on Hold, or ends.
    """
    while True:
        table = table_of(view.state)
        due = next((who for after, who in _due(view.state) if after not in table.interrupted), None)
        if due is not None:
            yield from take_held_turn(view, due)
            return
        if table.interrupted:
            who = table.interrupted[-1]
            if _can_go_on(view.state, who):
                yield ev.TurnResumed(who=who)
                return
            yield ev.LeftOrder(who=who)
            continue
        # Who was mounted since the cards were dealt acts with its rider alone (SW-36).
        waiting = (w for w in view.state.order if w not in table.acted and not rider_of(view.state, w))
        first = next((who for who in waiting if _can_go_on(view.state, who)), None)
        if first is not None:
            yield from _open_turn(view, first)
            return
        if any(c.state.on_hold and _may_act(view.state, c) for c in view.state.combatants.values()):
            yield ev.RoundWaits()
            return
        if not any(_may_act(view.state, c) for c in view.state.combatants.values()):
            yield BattleEnded()  # our ruling SW-R58: nobody is left who could act
            return
        yield from end_round(view)


def _due(state: BattleState) -> list[tuple[str, str]]:
    """List the pairs of whose turn is waited for and who waits: who lost an interruption goes first (SW-C4).

    Who still is on Hold has said that it acts then; who has lost is on Hold no more (SW-31, SW-32).
    """

    def has_chosen(pair: tuple[str, str]) -> bool:
        return bool(state.combatants[pair[1]].state.on_hold) if pair[1] in state.combatants else True

    return sorted(table_of(state).after, key=has_chosen)


def coming(state: BattleState) -> tuple[str, ...]:
    """List whose turns come after the one that runs, in this round (as `go_on` starts them)."""
    table = table_of(state)
    held = tuple(who for after, who in _due(state) if after == state.active)
    broken_off = tuple(reversed([who for who in table.interrupted if who != state.active]))
    later = tuple(who for who in state.order if who not in table.acted and who != state.active)
    return tuple(dict.fromkeys((*held, *broken_off, *later)))


def beside(state: BattleState) -> tuple[str, ...]:
    """List those who are in the fight but not in the order: on Hold, or surprised (SW-29, SW-30)."""
    return tuple(
        c.id
        for c in state.combatants.values()
        if c.id not in state.order and _may_act(state, c) and (c.state.on_hold or c.state.surprised)
    )


def _can_go_on(state: BattleState, who: str) -> bool:
    return who in state.combatants and not state.combatants[who].state.is_out


def take_held_turn(view: BattleView, who: str, before: str | None = None) -> Exchange[None]:
    """Start a held turn now, and show it in the order: before another's, or after those that have acted."""
    acted = table_of(view.state).acted
    others = tuple(other for other in view.state.order if other != who)
    place = others.index(before) if before in others else sum(other in acted for other in others)
    yield OrderChanged(order=(*others[:place], who, *others[place:]))
    yield from _open_turn(view, who)


def end_round(view: BattleView) -> Exchange[None]:
    """End the round and deal the next (SW-25, SW-26, SW-138)."""
    number, joker = view.state.clock.get("round", 1), view.state.clock.get("joker_dealt", False)
    for who in tuple(view.state.combatants):
        if view.combatant(who).state.bleeding:
            yield from bleed(view, who)
    yield ev.RoundEnded(round=number)
    if joker:
        yield ev.DeckShuffled()
    yield from _deal_round(view, number + 1)


def close(view: BattleView) -> Exchange[None]:
    """End the turn of an active combatant that has dropped out of the fight (SW-28)."""
    active = view.state.active
    if view.state.running and active is not None and view.combatant(active).state.is_out:
        yield from end_turn(view, active)


def settle(view: BattleView) -> Exchange[None]:
    """Carry out what a change by the GM brings about: riders stand with their mounts, who is out leaves."""
    for rider in tuple(view.state.combatants.values()):
        mount = mount_of(view.state, rider.id)
        if mount is not None and mount.at is not None and rider.at != mount.at:
            yield Moved(who=rider.id, to=mount.at)
    if not view.state.running:
        return
    for who in view.state.order:
        if not _can_go_on(view.state, who):
            yield ev.LeftOrder(who=who)
    yield from close(view)
    if view.state.running and view.state.active is None:
        holding = any(c.state.on_hold and _may_act(view.state, c) for c in view.state.combatants.values())
        if not holding:
            yield from go_on(view)
