"""Moving, and the free attacks on who walks away from an enemy (SW-61, SW-72, SW-150 to SW-154)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.engine.battle_events import Moved
from rules.engine.command import Command
from rules.engine.exchange import Answer, Ask, Exchange, ask
from rules.engine.parameters import GIVEN
from rules.engine.price import Price
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView, Offer
from rules.engine.system import Plan
from rules.engine.text import combatant, joined, text
from rules.map.grid import cell_centre
from rules.map.model import Place
from rules.systems.savage.actions import SavageAction, refuse_if, require_present
from rules.systems.savage.attack.attack import Attack, Mode
from rules.systems.savage.attack.facts import facts_of, read_given
from rules.systems.savage.attack.strike import strike
from rules.systems.savage.attack.traits import with_which
from rules.systems.savage.events import all_events as ev
from rules.systems.savage.house import FREE_ATTACKS
from rules.systems.savage.moves.places import cells_of, fighters_next_to, held_cells, near_in_order, stand_of
from rules.systems.savage.moves.ways import INCHES, PATH, TO, Way, find_way, reach_of, room_to_move
from rules.systems.savage.sheet.gear import UNARMED, Weapon
from rules.systems.savage.state import Fighter, SavageState, mount_of, rider_of
from rules.systems.savage.turns.plain_actions import refuse_rider
from rules.systems.savage.turns.prices import movement_price
from rules.systems.savage.turns.turn_order import close

STRIKE, NONE = "attack", "none"
_STRIKE, _LET_GO = text("Strike"), text("Let them go")


class Move(SavageAction):
    """Move on foot or on hoof (SW-61)."""

    id = "move"
    label = text("Move")
    help = text("Go up to your Pace; walking away from an enemy gives it a free attack.")
    rule = "SW-61"
    parameters = (TO,)
    also = (PATH, INCHES)

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse it in the saddle, where no way leads, and what is too far."""
        _read(view, actor, command, complete=complete)

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Check where it leads, and go there step by step."""
        actor = view.combatant(command.actor, "actor")
        require_present(actor)
        way, given = _read(view, actor, command, complete=True)
        assert way is not None
        return Plan(exchange=lambda view: _move(view, actor.id, way, given))

    def price(self, view: BattleView, command: Command) -> Price:
        """Give the inches of its way, as soon as it is said where to (SW-61)."""
        actor = view.combatant(command.actor, "actor")
        try:
            way = find_way(view.state, actor, command, complete=False)
        except Refusal:
            way = None
        return movement_price(actor, None if way is None else way.whole)

    def provokes(self, view: BattleView, command: Command) -> tuple[str, ...]:
        """List the enemies who may make a free attack on who goes this way (SW-150)."""
        return tuple(self._provoked(view, command))

    def provoked_strike(self, view: BattleView, command: Command, by: str) -> Plan | None:
        """Plan such a free attack with what is at hand first (SW-151)."""
        near = self._provoked(view, command).get(by)
        if near is None or command.actor is None:
            return None
        rider = rider_of(view.state, command.actor)
        target = command.actor if rider is None else rider.id
        weapon = free_weapons(view.combatant(by))[0]
        return Plan(exchange=lambda view: _free_strike(view, by, target, near, weapon), target=target)

    def _provoked(self, view: BattleView, command: Command) -> dict[str, tuple[str, ...]]:
        """Give who may make a free attack, and who is next to the mover then."""
        actor = view.combatant(command.actor, "actor")
        way, given = _read(view, actor, command, complete=False)
        found: dict[str, tuple[str, ...]] = {}
        if way is None or not FREE_ATTACKS.on(view.state.house):
            return found
        for at in range(max(1, len(way.places))):
            near, left = _left_behind(view.state, actor.id, way, at, given)
            found.update({id_: near for id_ in left if id_ not in found})
        return found


def _read(
    view: BattleView, actor: Fighter, command: Command, *, complete: bool
) -> tuple[Way | None, Mapping[str, Any]]:
    """Give the way of a move, if it is said yet, and what the GM says of it. Raises `Refusal`."""
    refuse_rider(view, actor)
    given = read_given(view.state, GIVEN.of(command) or {})
    way = find_way(view.state, actor, command, complete=complete)
    if way is None:
        _require_anywhere(view.state, actor)
    return way, given


def _move(view: BattleView, who: str, way: Way, given: Mapping[str, Any]) -> Exchange[None]:
    yield from _walk(view, who, way, given)
    yield from close(view)


def _require_anywhere(state: BattleState, mover: Fighter) -> None:
    """Refuse who stands on a map and has nowhere to go, before it is said where. Raises `Refusal`."""
    if state.map is None:
        return
    refuse_if(
        mover.at is None,
        "no-path",
        text("{mover} stands nowhere on the map.", mover=combatant(mover)),
        "SW-61",
    )
    if not room_to_move(mover):
        raise Refusal(
            "too-far", text("{mover} has no movement left this turn.", mover=combatant(mover)), "SW-61"
        )
    if all(place == mover.at for place in reach_of(state, mover).costs):
        said = text(
            "{mover} has nowhere to go: all around is shut or taken, or too far for what is left.",
            mover=combatant(mover),
        )
        raise Refusal("no-path", said, "SW-61")


def _walk(view: BattleView, who: str, way: Way, given: Mapping[str, Any]) -> Exchange[None]:
    """Go along a way; before each step that leaves enemies behind they are asked (SW-150 to SW-153)."""
    asked: set[str] = set()
    rider = rider_of(view.state, who)
    start = 0
    for at in range(max(1, len(way.places))):
        near, left = _left_behind(view.state, who, way, at, given)
        striking = [id_ for id_ in left if id_ not in asked and FREE_ATTACKS.on(view.state.house)]
        if striking and at > start:
            yield from _go(view, who, way, start, at)
            start = at
        for enemy in striking:
            asked.add(enemy)
            yield from _free_attack(view, enemy, who, near)
            if not _goes_on(view, who, rider, way):
                return
    yield from _go(view, who, way, start, max(1, len(way.places)))


def _goes_on(view: BattleView, who: str, rider: Fighter | None, way: Way) -> bool:
    """Tell whether a mover can go on after a free attack; a mount does without its rider too (SW-153, SW-C1).

    Where the rider has fallen on the very square in which the move would end, there is no room to end it.
    """
    if not view.combatant(who).state.is_able:
        return False
    if rider is None or rider_of(view.state, who) is not None or not way.places:
        return True
    there = replace(view.combatant(who), at=way.places[-1])
    held = held_cells(view.state, (who,)).get(rider.id, ())
    return not set(held) & set(cells_of(view.state, there))


def _go(view: BattleView, who: str, way: Way, start: int, end: int) -> Exchange[None]:
    """Make the steps from one to another, a rider going along."""
    places = way.places[start:end]
    inches = round(sum(way.inches[start:end]), 9)
    rider = rider_of(view.state, who)
    before = view.combatant(who)
    heading, straight = _heading(view.state, before, way, start, end)
    if places:
        yield Moved(who=who, to=places[-1], path=places, cost=inches)
    else:
        yield Moved(who=who, to=None, cost=inches)
    yield ev.MovementSpent(who=who, inches=inches, heading=heading, straight=straight)
    if rider is not None and places:
        yield Moved(who=rider.id, to=places[-1])


def _heading(
    state: BattleState, mover: Fighter, way: Way, start: int, end: int
) -> tuple[tuple[float, float] | None, float]:
    """Give the direction of the last step, and the inches in a straight line up to there (SW-58, SW-182)."""
    now: SavageState = mover.state
    here = stand_of(state, mover)
    if state.map is None or here is None or not way.places:
        return None, 0.0
    heading, straight, at = now.heading, now.straight, here.place
    for place, inches in zip(way.places[start:end], way.inches[start:end], strict=True):
        assert not isinstance(place, str)
        assert not isinstance(at, str)
        (x1, y1), (x2, y2) = cell_centre(state.map.grid, at), cell_centre(state.map.grid, place)
        step = round(x2 - x1, 6), round(y2 - y1, 6)
        straight = straight + inches if step == heading and straight else inches
        heading, at = step, place
    return heading, round(straight, 9)


# ----------------------------------------------------------------------------------------------- free attacks
def _left_behind(
    state: BattleState, who: str, way: Way, at: int, given: Mapping[str, Any]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """List the enemies next to the mover before a step, and those of them who are not after it.

    Whom they cannot know of is not struck at by them: being asked would tell of it.
    """
    mover = state.combatants[who]
    here = stand_of(state, mover)
    if "engaged_by" in given or "still_adjacent" in given or here is None:
        near = given.get("engaged_by", ())
        if "engaged_by" not in given and state.map is not None and here is not None:
            near = fighters_next_to(state, mover, enemies=True)
        left = [id_ for id_ in near if id_ not in given.get("still_adjacent", ())]
        return (near, _who_may_strike(state, left)) if at == 0 else (near, ())
    place = here.place if at == 0 else way.places[at - 1]
    near = _near_at(state, mover, place)
    after = set(_near_at(state, mover, way.places[at]))
    left = [id_ for id_ in near if id_ not in after]
    left = [id_ for id_ in left if not mover.is_hidden_from(state.combatants[id_].side)]
    return near, _who_may_strike(state, left)


def _near_at(state: BattleState, mover: Fighter, place: Place) -> tuple[str, ...]:
    """List the enemies who would be next to a mover that stood there."""
    there = state.with_changes(mover.id, at=place)
    return fighters_next_to(there, there.combatants[mover.id], enemies=True)


def _who_may_strike(state: BattleState, left: Sequence[str]) -> tuple[str, ...]:
    """List who of those left behind strikes: of a mounted pair the rider, else the mount (SW-154)."""
    found = []
    for id_ in left:
        rider, mount = rider_of(state, id_), mount_of(state, id_)
        pair = [rider or state.combatants[id_], mount or state.combatants[id_]]
        able = next((one for one in pair if one.state.can_strike), None)
        if able is not None:
            found.append(able.id)
    return near_in_order(state, found)


def free_weapons(enemy: Fighter) -> tuple[Weapon, ...]:
    """List what a free attack may be made with, the default first (SW-151)."""
    held = [w for w in enemy.sheet.held_weapons(enemy.state.held) if w.melee and w.hands]
    natural = [w for w in enemy.sheet.natural_weapons if w.melee]
    return (*held, *natural, UNARMED)


def _free_attack(view: BattleView, enemy: str, mover: str, near: tuple[str, ...]) -> Exchange[None]:
    """Ask an enemy that is left behind, and strike if it likes (SW-150 to SW-152, SW-154)."""
    striker = view.combatant(enemy)
    rider = rider_of(view.state, mover)
    target = rider or view.combatant(mover)  # SW-154
    weapons = free_weapons(striker)

    def check(answer: Answer) -> None:
        named = answer.extra.get("with", weapons[0].id)
        if answer == STRIKE and all(w.id != named for w in weapons):
            known = joined(w.id for w in weapons)
            said = text(
                "A free attack is made with one of these ('with'): {known}; not {named}.",
                known=known,
                named=repr(named),
            )
            raise Refusal("bad-answer", said, "SW-151")

    note = text("a free attack, which takes no action")
    if len(weapons) == 1:
        note = text("with bare hands, which takes no action")
    answer = yield from ask(
        Ask(
            to=enemy,
            purpose="free-attack",
            question=text(
                "{target} moves away from {striker}. Strike?",
                target=combatant(target),
                striker=combatant(striker),
            ),
            choices=(STRIKE, NONE),
            default=STRIKE,
            about=target.id,
            check=check,
            offers=lambda: (
                Offer(
                    id=STRIKE,
                    label=_STRIKE,
                    note=note,
                    rule="SW-150",
                    ways=with_which(weapons),
                ),
                Offer(id=NONE, label=_LET_GO, rule="SW-151"),
            ),
        )
    )
    if answer != STRIKE:
        return
    named = answer.extra.get("with", weapons[0].id)
    weapon = next(w for w in weapons if w.id == named)
    yield ev.FreeAttack(who=enemy, target=target.id)
    yield from _free_strike(view, enemy, target.id, near, weapon)


def _free_strike(
    view: BattleView, enemy: str, who: str, near: tuple[str, ...], weapon: Weapon
) -> Exchange[None]:
    given = {"adjacent_foes": near, "distance": 1, "adjacent": True}
    striker, target = view.combatant(enemy), view.combatant(who)
    yield from strike(
        view,
        Attack(
            attacker=enemy,
            target=target.id,
            weapon=weapon,
            mode=Mode.MELEE,
            facts=replace(facts_of(view.state, striker, target, given), overruled=()),
            is_action=False,
        ),
    )
