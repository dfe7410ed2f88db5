"""What others do about an action once done: strikes and free shots (TS-104, TS-131 to TS-133, TS-170)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rules.engine.command import Said
from rules.engine.dice import Modifier
from rules.engine.exchange import Answer, Ask, Exchange
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView, Extra, Offer
from rules.engine.text import Text, combatant, counted, text
from rules.map.grid import Footprint
from rules.map.line_of_fire import line_of_fire
from rules.map.model import Place
from rules.systems.tesseris.attack.attack import Done, attack
from rules.systems.tesseris.attack.checks import Points, require_points
from rules.systems.tesseris.attack.facts import enters, facts_of, read_given, watched_area
from rules.systems.tesseris.attack.options import ask_of, extras_of
from rules.systems.tesseris.attack.strike import Attack, Strike, range_band
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.house import OVERWATCH as OVERWATCHING
from rules.systems.tesseris.moves.places import footprints_adjacent, stand_of
from rules.systems.tesseris.parameters import WITH
from rules.systems.tesseris.sheet.gear import FISTS, Mode, Weapon
from rules.systems.tesseris.state import Fighter, TesserisState
from rules.systems.tesseris.turns.ticks import can_react, pay_of, reaction_payment, require_pay

REACTION_STRIKE, OVERWATCH, SUPPRESSION, NONE = (
    "reaction-strike",
    "overwatch-shot",
    "suppression-shot",
    "none",
)
FREE_SHOT = text("free")


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposure:
    """What an action laid its actor open to.

    Attributes:
        left: the places left on the way, the start first; empty for one that stood still.
        moved: whether it moved.
        showed: whether it showed itself: an attack, but for one fired blind, or getting up (TS-132).
        was_covered: whether it was in cover until then, which it has left meanwhile.
        by_ranged: whether those who can shoot at it may do so, as on a dive (TS-148).
    """

    left: tuple[Place, ...] = ()
    moved: bool = False
    showed: bool = False
    was_covered: bool = False
    by_ranged: bool = False


def may_attack(who: Fighter) -> bool:
    """Tell whether somebody may make attack actions at all (TS-133, TS-163)."""
    now: TesserisState = who.state
    stopped = now.has(
        "surrendered", "fleeing", "scared-to-death", "blabbermouth", "grappled", "pinned", "suffocating"
    )
    return not (now.is_out or stopped or "no-attacks" in now.stance)


def provoke(view: BattleView, who: str, exposure: Exposure, given: Mapping[str, Any]) -> Exchange[None]:
    """Ask each foe who was next to the start or the way whether it strikes (TS-170, R30)."""
    for foe in strikers(view.state, who, exposure, given):
        if view.combatant(who).state.dead:
            return
        if can_strike_back(view.state, foe):
            yield from _ask_strike(view, foe, who, exposure)


def foes_who_may_strike(state: BattleState, who: str, exposure: Exposure) -> tuple[str, ...]:
    """List those whom an action would give a strike, as far as the map tells (TS-170)."""
    return tuple(foe for foe in strikers(state, who, exposure, {}) if can_strike_back(state, foe))


def reaction_strike(view: BattleView, foe: str, who: str, exposure: Exposure) -> Exchange[None]:
    """Strike as a foe does that is asked and says no more than that it strikes (TS-104)."""
    weapon = _default_weapon(view.state, foe, who, exposure)
    given: dict[str, Any] = {"flanked": True} if exposure.by_ranged else {}
    yield from _strike(view, foe, who, weapon, given, Said(params={}))


def _default_weapon(state: BattleState, foe: str, who: str, exposure: Exposure) -> Weapon:
    striker = state.combatants[foe]
    by_gun = None
    if exposure.by_ranged and not facts_of(state, striker, state.combatants[who], {}).adjacent:
        by_gun = ready_gun(striker)
    return by_gun or reaction_weapon(striker) or FISTS


def strikers(state: BattleState, who: str, exposure: Exposure, given: Mapping[str, Any]) -> tuple[str, ...]:
    """List the foes that an action provokes, highest initiative first (TS-170).

    Whom they cannot know of provokes nobody: being asked would tell of it.
    """
    mover = state.combatants[who]
    if "provokes" in given:
        named = [id_ for id_ in given["provokes"] if id_ in state.combatants and id_ != who]
    else:
        named = [
            other.id
            for other in state.combatants.values()
            if other.side != mover.side
            and not mover.is_hidden_from(other.side)
            and not other.state.is_out
            and _was_beside(state, mover, other, exposure)
        ]
    place = {id_: number for number, id_ in enumerate(state.combatants)}

    def rank(id_: str) -> tuple[int, int]:
        initiative = state.combatants[id_].state.initiative if state.running else None
        return -(initiative or 0), place[id_]

    return tuple(sorted(named, key=rank))


def _was_beside(state: BattleState, mover: Fighter, other: Fighter, exposure: Exposure) -> bool:
    there = stand_of(state, other)
    if state.map is None or there is None:
        return False
    if exposure.by_ranged:
        return _reaches(state, mover, other, exposure.left)
    return any(
        footprints_adjacent(state.map, Footprint(place, mover.size), there)
        for place in exposure.left
        if not isinstance(place, str)
    )


def _reaches(state: BattleState, mover: Fighter, other: Fighter, places: Sequence[Place]) -> bool:
    """Tell whether somebody can strike or shoot at any of these places (TS-148)."""
    there = stand_of(state, other)
    assert there is not None
    assert state.map is not None
    gun = ready_gun(other)
    for place in places:
        if isinstance(place, str):
            continue
        here = Footprint(place, mover.size)
        if footprints_adjacent(state.map, here, there):
            return True
        if gun is not None and line_of_fire(state.map, there, here).clear:
            return True
    return False


def ready_gun(who: Fighter) -> Weapon | None:
    """Give the weapon in the primary hand if it can shoot at once."""
    now: TesserisState = who.state
    first: Weapon | None = who.sheet.weapon(now.held[0]) if now.held else None
    if first is None or first.is_melee or first.id in now.jammed:
        return None
    rounds = first.rounds(Mode.SINGLE)
    if rounds is None or now.ammo.get(first.id, rounds) < rounds:
        return None
    return first


def reaction_weapon(who: Fighter, named: str | None = None) -> Weapon | None:
    """Give a reaction strike's weapon: as named, else the primary hand's for melee, else fists (TS-104)."""
    held: tuple[Weapon, ...] = who.sheet.held_weapons(who.state.held)
    if named is not None:
        return next((w for w in (*held, FISTS) if w.id == named and w.is_melee), None)
    return held[0] if held and held[0].is_melee else FISTS


def can_strike_back(state: BattleState, foe: str) -> bool:
    """Tell whether a foe is asked at all: conscious, allowed to attack, able to pay (TS-170)."""
    who = state.combatants[foe]
    return may_attack(who) and can_react(state, foe, 1)


def _ask_strike(view: BattleView, foe: str, who: str, exposure: Exposure) -> Exchange[None]:
    striker, target = view.combatant(foe), view.combatant(who)

    def check(answer: Answer) -> None:
        said = Said(params=answer.extra)
        require_points(striker, said)
        read_given(view.state, said)
        named = WITH.of(said)
        if named is not None and _weapon(striker, named, exposure) is None:
            raise Refusal(
                "bad-answer",
                text(
                    "{striker} cannot strike with {named} now.",
                    striker=combatant(striker),
                    named=f"{named!r}",
                ),
                "TS-104",
            )
        require_pay(said)

    default = _default_weapon(view.state, foe, who, exposure)
    answer = yield from ask_of(
        Ask(
            to=foe,
            purpose=REACTION_STRIKE,
            question=text(
                "{target} lays itself open to {striker}. Strike?",
                target=combatant(target),
                striker=combatant(striker),
            ),
            choices=(REACTION_STRIKE, NONE),
            default=NONE,
            about=who,
            forks=False,
            interrupts=True,
            check=check,
            offers=lambda: (
                Offer(
                    id=REACTION_STRIKE,
                    label=text("Strike"),
                    note=text(
                        "with the {weapon}; {price}",
                        weapon=default.words.low,
                        price=_price_words(view.state, foe),
                    ),
                    rule="TS-104",
                    ways=_ways(view.state, striker, exposure, default),
                    options=extras_of(striker, free_or_ticks=True),
                ),
                Offer(id=NONE, label=text("Let it go"), rule="TS-170"),
            ),
        )
    )
    if answer != REACTION_STRIKE:
        return
    said = Said(params=answer.extra)
    named = WITH.of(said)
    weapon = default if named is None else _weapon(striker, named, exposure) or default
    given = dict(read_given(view.state, said))
    if exposure.by_ranged:
        given["flanked"] = True  # TS-148: that cover does not count
    yield from _strike(view, foe, who, weapon, given, said)


def _price_words(state: BattleState, who: str) -> Text:
    """Say what a reaction of a tick costs just now (TS-062, TS-063)."""
    payment = reaction_payment(state, who, "", 1)
    if payment is None or payment.free_reaction:
        return text("the free reaction")
    left = state.combatants[who].state.ticks - payment.ticks
    return counted("{n} tick, {left} left", "{n} ticks, {left} left", n=1, left=left)


def _ways(state: BattleState, striker: Fighter, exposure: Exposure, default: Weapon) -> tuple[Extra, ...]:
    """List what a reaction strike may be made with, where there is a choice (TS-104)."""
    held = striker.sheet.held_weapons(striker.state.held)
    found = [w for w in (default, *held, FISTS) if _weapon(striker, w.id, exposure) is not None]
    unique = list({w.id: w for w in found}.values())
    return tuple(Extra(id=w.id, label=w.words) for w in unique) if len(unique) > 1 else ()


def _weapon(striker: Fighter, named: str, exposure: Exposure) -> Weapon | None:
    gun = ready_gun(striker) if exposure.by_ranged else None
    if gun is not None and gun.id == named:
        return gun
    return reaction_weapon(striker, named)


def _strike(
    view: BattleView, foe: str, who: str, weapon: Weapon, given: Mapping[str, Any], said: Said
) -> Exchange[None]:
    payment = reaction_payment(view.state, foe, REACTION_STRIKE, 1, pay=pay_of(said))
    assert payment is not None, "who cannot pay is not asked"
    ranged = not weapon.is_melee
    facts = facts_of(view.state, view.combatant(foe), view.combatant(who), given, ranged=ranged)
    bullets = (weapon.rounds(Mode.SINGLE) or 1) if ranged else 1
    done = yield from attack(
        view,
        Attack(
            actor=foe,
            action=REACTION_STRIKE,
            strikes=(Strike(weapon=weapon, target=who, bullets=bullets),),
            targets=(who,),
            facts={who: facts},
            ranged=ranged,
            skill=weapon.skill,
            payment=payment,
            spends=Points.of(said),
        ),
    )
    yield from follow_dives(view, done)


def follow_dives(view: BattleView, done: Done) -> Exchange[None]:
    """Ask those who may strike at somebody that dived away (TS-148)."""
    for who, defence in done.dived:
        exposure = Exposure(left=defence.left, moved=True, by_ranged=True)
        yield from provoke(view, who, exposure, defence.given)


# ------------------------------------------------------------------------------------- overwatch and the like
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
        text("{price}; the watch ends with it", price=_price_words(view.state, watcher))
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
    yield from _shoot(view, watcher, who, weapon, OVERWATCH, own, said)


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
        yield from _shoot(view, watcher, who, weapon, SUPPRESSION, (), Said(params=answer.extra))


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


def _shoot(
    view: BattleView,
    watcher: str,
    who: str,
    weapon: Weapon,
    action: str,
    own: tuple[Modifier, ...],
    said: Said,
) -> Exchange[None]:
    """Fire a free shot: no attack action, and no penalty for further ones (TS-133)."""
    given = read_given(view.state, said)
    facts = facts_of(view.state, view.combatant(watcher), view.combatant(who), given)
    rounds = weapon.rounds(Mode.SINGLE) or 1
    done = yield from attack(
        view,
        Attack(
            actor=watcher,
            action=action,
            strikes=(Strike(weapon=weapon, target=who, bullets=rounds),),
            targets=(who,),
            facts={who: facts},
            ranged=True,
            skill=weapon.skill,
            own=own,
            counts=False,
            spends=Points.of(said),
        ),
    )
    yield from follow_dives(view, done)


def ask_follow(view: BattleView, foe: str, who: str, left: Place) -> Exchange[bool]:
    """Ask whether a foe steps after somebody who took a quick step (TS-162)."""
    follower, mover = view.combatant(foe), view.combatant(who)
    answer = yield from ask_of(
        Ask(
            to=foe,
            purpose="follow-step",
            question=text(
                "{mover} steps away from {follower}. Follow?",
                mover=combatant(mover),
                follower=combatant(follower),
            ),
            choices=("follow-step", NONE),
            default=NONE,
            about=who,
            forks=False,
            interrupts=True,
            check=lambda answer: require_pay(Said(params=answer.extra)),
            offers=lambda: (
                Offer(
                    id="follow-step",
                    label=text("Follow"),
                    note=text("into the place left; {price}", price=_price_words(view.state, foe)),
                    rule="TS-162",
                    options=extras_of(follower, free_or_ticks=True),
                ),
                Offer(id=NONE, label=text("Stay"), rule="TS-162"),
            ),
        )
    )
    if answer != "follow-step":
        return False
    payment = reaction_payment(view.state, foe, "follow-step", 1, pay=pay_of(Said(params=answer.extra)))
    assert payment is not None
    yield payment
    return True


def in_order(state: BattleState, which: Iterable[str]) -> tuple[str, ...]:
    """Put ids into the order of the combatants."""
    wanted = set(which)
    return tuple(id_ for id_ in state.combatants if id_ in wanted)
