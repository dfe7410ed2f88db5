"""An attack from its roll to its last effect (TS-200 to TS-222)."""

from collections.abc import Sequence
from typing import Any

from rules.engine.dice import TABLE
from rules.engine.exchange import Exchange, checkpoint, throw
from rules.engine.house.house import House
from rules.engine.state import BattleState, BattleView, changed
from rules.engine.text import text
from rules.systems.tesseris import house as own
from rules.systems.tesseris.attack.checks import (
    TEST,
    close_roll,
    modifiers_of,
    roll_trial,
    skill_trial,
    sum_of,
)
from rules.systems.tesseris.attack.effects import won
from rules.systems.tesseris.attack.facts import facts_of
from rules.systems.tesseris.attack.hits import Done, let_through, nets_of
from rules.systems.tesseris.attack.strike import Attack, Strike, attack_trial
from rules.systems.tesseris.defence.defence import defend
from rules.systems.tesseris.defence.defences import Defence
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.harm.injury import damage_of, fall_all
from rules.systems.tesseris.moves.cover_state import cover_soak, shields, wear, wear_piece
from rules.systems.tesseris.rolls import (
    DEFENDED,
    FAILED,
    LOST,
    SUCCESS,
    WON,
    Elsewhere,
    PickRoll,
    PoolResult,
    QuickRecover,
)
from rules.systems.tesseris.sheet.gear import FISTS
from rules.systems.tesseris.state import Cover

_HIT_INSTEAD = text("who is hit instead")
_QUICK_RECOVERY = text("quick recovery")
CONTESTS = frozenset({"grapple", "pin", "break-pin", "disarm", "trip", "distract"})
"""Attacks that strike nothing: they are won or lost."""
_AT_NOBODY = CONTESTS | {"cover"}


def attack(view: BattleView, what: Attack) -> Exchange[Done]:
    """Work an attack out: steps 2 to 14 of TS-200."""
    trials = {target: attack_trial(view.state, what, target) for target in what.targets}
    first = what.targets[0]
    actor = view.combatant(what.actor)
    sums = {target: sum_of(modifiers_of(actor, trial)) for target, trial in trials.items()}
    if what.payment is not None:
        yield what.payment
    yield from _declare(view, what)
    result = yield from roll_trial(view, what.actor, trials[first])
    yield from _notice(view, what)
    done = Done(hits={strike.weapon.id: False for strike in what.strikes})
    for at, target in enumerate(what.targets):
        total = result.plain + sums[target]
        is_last = at == len(what.targets) - 1
        yield from _meet(view, what, target, total, result, done, is_last=is_last)
    yield from _jam(view, what, result, sums, done)
    return done


def _declare(view: BattleView, what: Attack) -> Exchange[None]:
    used = list(view.combatant(what.actor).state.hands_used)
    for number, strike in enumerate(dict.fromkeys((s.weapon.id, s.bullets) for s in what.strikes)):
        weapon, bullets = strike
        yield ev.Attacked(
            who=what.actor,
            target=what.aimed_at,
            action=what.action,
            weapon=weapon,
            rounds=bullets if what.ranged else 0,
            counts=what.counts and number == 0,
            targets=what.targets if len(what.targets) > 1 else (),
        )
        if weapon != FISTS.id and weapon not in used and what.counts:
            used.append(weapon)
    if tuple(used) != view.combatant(what.actor).state.hands_used:
        yield ev.Kept(who=what.actor, values={"hands_used": used})


def _notice(view: BattleView, what: Attack) -> Exchange[None]:
    """Remember who was attacked unaware: it counts once, and a shot makes one look around (TS-234)."""
    known = list(view.combatant(what.actor).state.struck_unaware)
    fresh = [t for t in what.targets if what.facts[t].unaware and t not in known]
    if fresh:
        yield ev.Kept(who=what.actor, values={"struck_unaware": [*known, *fresh]})
        if what.ranged:
            for target in fresh:
                yield ev.Kept(who=target, values={"alert": 4})


def _meet(
    view: BattleView, what: Attack, target: str, plain: int, result: PoolResult, done: Done, *, is_last: bool
) -> Exchange[None]:
    """Let one target meet the attack, and work out what it does to it (TS-200, steps 4 to 13)."""
    strikes = [strike for strike in what.strikes if strike.target == target] or list(what.strikes)
    total = max(0, plain)
    best = max(0, plain + max(strike.offset for strike in strikes))
    hurt_ones: list[str] = []
    if what.wall is not None:
        yield from _hit_wall(view, what, what.wall, total, done)
        yield _closed(what, result, done)
        return
    if best == 0:  # TS-200, step 4
        yield ev.Missed(who=what.actor, target=target)
        if is_last:
            yield _closed(what, result, done)
        return
    if what.effect == "cover":
        yield from _hit_cover(view, what, target, total, done)
        yield _closed(what, result, done)
        return
    if what.effect == "distract":
        defence = yield from _scrutinise(view, what, target, best)
    else:
        elsewhere = _elsewhere(view, what, total)
        defence = yield from defend(view, what, target, what.facts[target], best, elsewhere)
    if defence.dived:
        done.dived.append((target, defence))
    if defence.escaped:
        yield ev.Missed(who=what.actor, target=target)
        if is_last:
            yield _closed(what, result, done)
        return
    yield from _meet_again(view, what, target, plain, strikes, defence, done)
    if what.effect in CONTESTS:
        yield from _contest(view, what, target, total - defence.total, done)
    else:
        yield from let_through(view, what, target, plain, strikes, defence, done)
        hurt_ones.append(target)
    redirects = _redirects(view, what, defence, plain, done)
    if is_last and not redirects:
        yield _closed(what, result, done)
    yield from fall_all(view, hurt_ones)
    if redirects:
        yield from _redirect(view, what, result, done)
        if is_last:
            yield _closed(what, result, done)


def _meet_again(
    view: BattleView,
    what: Attack,
    target: str,
    plain: int,
    strikes: Sequence[Strike],
    defence: Defence,
    done: Done,
) -> Exchange[None]:
    """Mark where only what gets through counts, whatever the two rolls were: for exact odds in good time."""
    nets = tuple(tuple(nets_of(what, strike, plain, defence.total, view.state.house)) for strike in strikes)
    net = max(0, plain) - defence.total if what.effect in CONTESTS else 0
    told_apart: tuple[Any, ...] = ()
    if what.action == "spray-n-pray" or len(what.targets) > 1:
        told_apart = (plain,)  # the same dice stand against the others too
    elif not any(nets):  # cover, another in the melee and a jam read the totals
        covered = defence.roll is not None and shields(view.combatant(target), defence.facts)
        reads_all = covered or bool(what.facts[target].in_melee)
        told_apart = (plain, defence.total, defence.uncovered) if reads_all else _parity(what, plain)
    so_far = (*done.hits.values(), done.critical, bool(done.dived))
    yield from checkpoint("met", target, nets, net, told_apart, so_far)


def _parity(what: Attack, plain: int) -> tuple[Any, ...]:
    """Tell even totals from odd ones, where a weapon may jam on them (TS-220)."""
    return (max(0, plain) % 2,) if what.ranged and any(s.weapon.can_jam for s in what.strikes) else ()


def _closed(what: Attack, result: PoolResult, done: Done) -> ev.RollClosed:
    words = (WON if done.any else LOST) if result.purpose == "acrobatics" else done.outcome
    return close_roll(result, words)


def _hit_cover(view: BattleView, what: Attack, target: str, total: int, done: Done) -> Exchange[None]:
    """Let the cover itself take a hit: nobody defends it (TS-135, TS-290)."""
    cover = view.combatant(target).state.cover
    assert cover is not None, "only cover that is there is attacked"
    strength = view.combatant(what.actor).sheet.dice("strength")
    damage = damage_of(what.weapon, strength, total, what.extra_damage)
    done.hits[what.weapon.id] = True
    yield ev.Prevailed(who=what.actor, target=target, action=what.action)
    yield from wear(
        view, target, max(0, damage - cover_soak(cover, what.weapon, view.state.house, what.extra_ap))
    )


def _hit_wall(view: BattleView, what: Attack, wall: Cover, total: int, done: Done) -> Exchange[None]:
    """Let a piece of a wall take a hit (TS-135, TS-290)."""
    if not total:
        return
    strength = view.combatant(what.actor).sheet.dice("strength")
    damage = damage_of(what.weapon, strength, total, what.extra_damage)
    done.hits[what.weapon.id] = True
    yield from wear_piece(
        view, wall, max(0, damage - cover_soak(wall, what.weapon, view.state.house, what.extra_ap))
    )


def _scrutinise(view: BattleView, what: Attack, target: str, total: int) -> Exchange[Defence]:
    """Let the target see through a distraction, for nothing and unasked (TS-125)."""
    facts = what.facts[target]
    if view.combatant(target).state.is_out:
        return Defence(facts=facts)
    trial = skill_trial(
        "scrutiny", TEST, "scrutiny", against=total, words=(DEFENDED, FAILED), concerns=target
    )
    result = yield from roll_trial(view, target, trial)
    return Defence(total=result.total, uncovered=result.total, roll=result, facts=facts)


def _contest(view: BattleView, what: Attack, target: str, net: int, done: Done) -> Exchange[None]:
    if net < 1:
        yield ev.Missed(who=what.actor, target=target)
        return
    done.hits[what.weapon.id] = True
    yield ev.Prevailed(who=what.actor, target=target, action=what.action)
    yield from won(view, what, target, net)


# ----------------------------------------------------------------------------------------------- into a melee
def found_elsewhere(state: BattleState, what: Attack) -> tuple[str, ...]:
    """List those in the melee whom a miss may find: one shot at one target, and none of the dead (TS-240)."""
    if not what.ranged or len(what.targets) != 1 or what.effect in _AT_NOBODY or what.wall is not None:
        return ()
    if not own.ELSEWHERE.on(state.house):
        return ()
    people = state.combatants
    return tuple(
        id_ for id_ in what.facts[what.targets[0]].in_melee if id_ in people and not people[id_].state.dead
    )


def _elsewhere(view: BattleView, what: Attack, total: int) -> Elsewhere | None:
    """Tell whom the attack finds if the defence holds only for what the melee takes from the shot."""
    who = found_elsewhere(view.state, what)
    return Elsewhere(who=who, held=total + _taken(view.state.house)) if who and total > 0 else None


def _taken(house: House) -> int:
    """Give what a melee takes from a shot into it."""
    return -own.INTO_MELEE.value(house)


def _redirects(view: BattleView, what: Attack, defence: Defence, plain: int, done: Done) -> bool:
    """Tell whether a miss goes to another in the melee (TS-240)."""
    elsewhere = _elsewhere(view, what, max(0, plain))
    return elsewhere is not None and not done.any and defence.total < elsewhere.held


def _redirect(view: BattleView, what: Attack, result: PoolResult, done: Done) -> Exchange[None]:
    others = found_elsewhere(view.state, what)
    chosen = others[0]
    if len(others) > 1:
        pick = yield from throw(
            PickRoll(who=TABLE, purpose="redirect", label=_HIT_INSTEAD, sides=len(others), among=others)
        )
        chosen = others[pick.total - 1]
    yield ev.Redirected(who=what.actor, target=chosen)
    facts = facts_of(view.state, view.combatant(what.actor), view.combatant(chosen), {})  # TS-C4
    facts = changed(facts, in_melee=(), unaware=False)
    moved = changed(what, targets=(chosen,), facts={chosen: facts})
    plain = result.total + _taken(view.state.house)  # the written total, whoever is hit
    defence = yield from defend(view, moved, chosen, facts, plain)
    if defence.dived:
        done.dived.append((chosen, defence))
    if defence.escaped:
        yield ev.Missed(who=what.actor, target=chosen)
        return
    strikes = [changed(strike, target=chosen) for strike in what.strikes]  # TS-C6: a burst goes whole
    yield from _meet_again(view, moved, chosen, plain, strikes, defence, done)
    yield from let_through(view, moved, chosen, plain, strikes, defence, done)
    yield from fall_all(view, (chosen,))


# ------------------------------------------------------------------------------------------------------- jams
def _jam(
    view: BattleView, what: Attack, result: PoolResult, sums: dict[str, int], done: Done
) -> Exchange[None]:
    """See whether a weapon that hit nobody jams: on an even total and a failed throw (TS-220)."""
    for strike in {strike.weapon.id: strike for strike in what.strikes}.values():
        weapon = strike.weapon
        may_jam = weapon.can_jam and own.JAMS.on(view.state.house)
        if not what.ranged or not may_jam or done.hits[weapon.id]:
            continue
        target = strike.target if strike.target in sums else what.targets[0]
        if max(0, result.plain + sums[target] + strike.offset) % 2:
            continue
        if weapon.reliability != "unreliable":  # TS-221
            dice = 2 if weapon.reliability == "reliable" else 1
            saved = yield from throw(
                QuickRecover(who=what.actor, purpose="quick-recover", label=_QUICK_RECOVERY, dice=dice)
            )
            if saved.outcome == SUCCESS:
                continue
        yield ev.Jammed(who=what.actor, weapon=weapon.id)
