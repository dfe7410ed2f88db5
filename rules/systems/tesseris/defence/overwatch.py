"""The free shots of those who watch somebody or suppress them (TS-131 to TS-133)."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from rules.engine.command import Said
from rules.engine.exchange import Answer, Ask, Exchange
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView, Offer
from rules.engine.text import Text, combatant, text
from rules.map.model import Place
from rules.systems.tesseris.attack.checks import require_points
from rules.systems.tesseris.attack.facts import enters, facts_of, read_given, watched_area
from rules.systems.tesseris.attack.options import ask_of, extras_of
from rules.systems.tesseris.attack.strike import range_band
from rules.systems.tesseris.defence.defences import NONE
from rules.systems.tesseris.defence.exposure import Exposure, may_attack
from rules.systems.tesseris.defence.reaction_strike import strike_once
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.house import OVERWATCH as OVERWATCHING
from rules.systems.tesseris.sheet.gear import Mode, Weapon
from rules.systems.tesseris.state import Fighter, TesserisState
from rules.systems.tesseris.turns.ticks import (
    can_react,
    pay_of,
    reaction_payment,
    reaction_price_in_words,
    require_pay,
)

OVERWATCH, SUPPRESSION = "overwatch-shot", "suppression-shot"
FREE_SHOT = text("free")


def watched(view: BattleView, who: str, exposure: Exposure, given: Mapping[str, Any]) -> Exchange[None]:
    """Ask those who watch or suppress somebody whether they shoot (TS-131 to TS-133)."""
    for watcher in _watchers(view.state, who, exposure, given):
        target, shooter = view.combatant(who), view.combatant(watcher)
        if target.state.dead:
            return
        suppressed = target.state.conditions.get("suppressed", {})
        if shooter.state.watch is not None and shooter.side != target.side:
            yield from _overwatch(view, watcher, who)
        elif suppressed.get("by") == watcher and suppressed.get("weapon") and may_attack(shooter):
            yield from _suppress(view, watcher, who, str(suppressed["weapon"]))


def _watchers(state: BattleState, who: str, exposure: Exposure, given: Mapping[str, Any]) -> tuple[str, ...]:
    if "watchers" in given:
        return tuple(id_ for id_ in given["watchers"] if id_ in state.combatants and id_ != who)
    if not (exposure.moved or exposure.showed):
        return ()
    target = state.combatants[who]
    suppressed = target.state.conditions.get("suppressed", {})
    found = []
    for other in state.combatants.values():
        if target.is_hidden_from(other.side):  # being asked would tell of it
            continue
        in_the_open = exposure.moved or exposure.was_covered or target.state.cover is not None
        if (suppressed.get("by") == other.id and in_the_open) or (
            other.side != target.side and _is_watched(state, other, target, exposure)
        ):
            found.append(other.id)
    return tuple(found)


def _is_watched(state: BattleState, watcher: Fighter, target: Fighter, exposure: Exposure) -> bool:
    watch = watcher.state.watch
    if watch is not None and watch.zone is not None:
        return watch.zone in _entered(exposure, target)
    area = watched_area(state, watcher)
    return area is not None and enters(state, area, target, _entered(exposure, target))


def _entered(exposure: Exposure, target: Fighter) -> tuple[Place, ...]:
    """List the places that an action brought somebody to; where it stands still shows itself there."""
    end = () if target.at is None else (target.at,)
    return (*exposure.left[1:], *end) if exposure.moved else end


def _overwatch(view: BattleView, watcher: str, who: str) -> Exchange[None]:
    """Offer the first shot for nothing, a second for a reaction (TS-131)."""
    shooter = view.combatant(watcher)
    watch = shooter.state.watch
    assert watch is not None
    weapon = shooter.sheet.weapon(watch.weapon)
    if weapon is None or not may_attack(shooter) or not _can_shoot(view.state, shooter, who, weapon):
        return
    if watch.shots and not can_react(view.state, watcher, 1):
        return
    cost = (
        text("{price}; the watch ends with it", price=reaction_price_in_words(view.state, watcher))
        if watch.shots
        else FREE_SHOT
    )
    answer = yield from ask_of(_shot_question(view, shooter, who, OVERWATCH, cost, "TS-131"))
    if answer != OVERWATCH:
        return
    said = Said(params=answer.extra)
    if watch.shots:
        payment = reaction_payment(view.state, watcher, OVERWATCH, 1, pay=pay_of(said))
        assert payment is not None
        yield payment
        yield end_watch(view.combatant(watcher))
    else:
        yield ev.Kept(
            who=watcher,
            values={"watch": {**asdict(watch), "shots": 1}},
        )
    own = (OVERWATCHING.added(view.state.house, "overwatch"),)
    given = read_given(view.state, said)
    yield from strike_once(view, watcher, who, weapon, OVERWATCH, given, said, own=own, counts=False)


def end_watch(who: Fighter) -> ev.Kept:
    """Tell that an Overwatch is over."""
    stance = [one for one in who.state.stance if one != "overwatch"]
    return ev.Kept(who=who.id, values={"watch": None, "stance": stance})


def _suppress(view: BattleView, watcher: str, who: str, weapon_id: str) -> Exchange[None]:
    """Offer the free shot of Suppressing Fire, once for each such command (TS-132, R41)."""
    shooter = view.combatant(watcher)
    weapon = shooter.sheet.weapon(weapon_id)
    if weapon is None or not _can_shoot(view.state, shooter, who, weapon):
        return
    answer = yield from ask_of(_shot_question(view, shooter, who, SUPPRESSION, FREE_SHOT, "TS-132"))
    if answer == SUPPRESSION:
        said = Said(params=answer.extra)
        given = read_given(view.state, said)
        yield from strike_once(view, watcher, who, weapon, SUPPRESSION, given, said, counts=False)


def _can_shoot(state: BattleState, shooter: Fighter, who: str, weapon: Weapon) -> bool:
    now: TesserisState = shooter.state
    rounds = weapon.rounds(Mode.SINGLE)
    if weapon.id not in now.held or weapon.id in now.jammed or rounds is None:
        return False
    if now.ammo.get(weapon.id, rounds) < rounds:
        return False
    facts = facts_of(state, shooter, state.combatants[who], {})
    return facts.line_of_fire and range_band(weapon, facts.distance, shooter.house) is not None


def _shot_question(view: BattleView, shooter: Fighter, who: str, choice: str, cost: Text, rule: str) -> Ask:
    target = view.combatant(who)

    def check(answer: Answer) -> None:
        said = Said(params=answer.extra)
        require_pay(said)
        require_points(shooter, said)
        given = read_given(view.state, said)
        weapon = shooter.sheet.weapon(
            shooter.state.watch.weapon if choice == OVERWATCH and shooter.state.watch else None
        )
        if weapon is not None and range_band(weapon, float(given.get("distance", 0)), shooter.house) is None:
            raise Refusal("out-of-range", text("That is beyond the weapon's farthest range."), "TS-232")

    return Ask(
        to=shooter.id,
        purpose=choice,
        question=text(
            "{target} shows itself to {shooter}. Shoot?", target=combatant(target), shooter=combatant(shooter)
        ),
        choices=(choice, NONE),
        default=NONE,
        about=who,
        forks=False,
        interrupts=True,
        check=check,
        offers=lambda: (
            Offer(
                id=choice,
                label=text("Shoot"),
                note=cost,
                rule=rule,
                options=extras_of(shooter, free_or_ticks=cost != FREE_SHOT),
            ),
            Offer(id=NONE, label=text("Hold fire"), rule=rule),
        ),
    )
