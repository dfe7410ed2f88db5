"""Going somewhere: yards covered, fire that one runs into, and the collapse before (GU-611, GU-724)."""

from fractions import Fraction

from rules.engine.battle_events import Moved
from rules.engine.dice import Modifier
from rules.engine.exchange import Exchange, throw
from rules.engine.state import BattleState, BattleView
from rules.engine.text import text
from rules.map.areas import Blast
from rules.map.grid import Footprint, cell_centre, footprint_cells, has_cells
from rules.map.model import BattleMap, Cell, Place
from rules.systems.gurps.attack.attack import attack
from rules.systems.gurps.attack.facts import FULL, facts_of
from rules.systems.gurps.attack.strike import Strike, rapid_fire_bonus
from rules.systems.gurps.defence.defence import Said
from rules.systems.gurps.events.injury_events import FellUnconscious
from rules.systems.gurps.events.maneuver_events import Walked, ZoneEntered
from rules.systems.gurps.house import SUPPRESSION
from rules.systems.gurps.rolls import PlainRoll
from rules.systems.gurps.sheet.body import RANDOM
from rules.systems.gurps.sheet.gear import Use
from rules.systems.gurps.state import Fighter, GurpsState, Posture, Suppressed, is_ready

_RAPID_FIRE = text("rapid fire")
_STAY_CONSCIOUS = text("HT to stay conscious")


def collapses(view: BattleView, who: str) -> Exchange[bool]:
    """Roll, below 0 HP, to stay conscious before a maneuver; say whether it failed (GU-611, GU-1014)."""
    fighter = view.combatant(who)
    if fighter.state.hp >= 0:
        return False
    roll = yield from throw(
        PlainRoll(who=who, purpose="collapse", label=_STAY_CONSCIOUS, base=fighter.sheet.HT)
    )
    if roll.succeeded:
        return False
    yield FellUnconscious(who=who, rule="GU-1014")
    return True


def walk(view: BattleView, who: str, places: tuple[Place, ...], yards: float, said: Said) -> Exchange[bool]:
    """Go along a way; whoever comes into a place under fire is shot at there (GU-724).

    Returns:
        Whether it can go on with its maneuver.
    """
    if not yards and not places:
        return True
    cells = tuple(place for place in places if not isinstance(place, str))
    named = said.facts.get("enters_zone")
    if named is not None or not cells or view.state.map is None:
        owners = _by_zones(view.state, who, places) if named is None else tuple(named)
        return (yield from _walk_past(view, who, places, yards, owners, said))
    done: list[Cell] = []
    for number, cell in enumerate(cells):
        done.append(cell)
        owners = entered(view.state, view.combatant(who), cell, cells[number - 1] if number else None)
        if not owners:
            continue
        yield Moved(who=who, to=cell, path=tuple(done), cost=None)
        done = []
        for owner in owners:
            if not (yield from under_fire(view, owner, who, said)):
                yield Walked(who=who, yards=yards * (number + 1) / len(cells))
                return False
    if done:
        yield Moved(who=who, to=done[-1], path=tuple(done), cost=yards)
    yield Walked(who=who, yards=yards)
    return True


def _by_zones(state: BattleState, who: str, places: tuple[Place, ...]) -> tuple[str, ...]:
    """List those into whose fire a way through zones leads, who have not shot yet (our ruling GU-R69)."""
    mover = state.combatants[who]
    entered_zones = {place for place in places if isinstance(place, str) and place != mover.at}
    return tuple(
        owner.id
        for owner in state.combatants.values()
        if owner.id != who
        and (zone := owner.state.zone) is not None
        and who not in zone.shot
        and zone.at in entered_zones
    )


def _walk_past(
    view: BattleView, who: str, places: tuple[Place, ...], yards: float, owners: tuple[str, ...], said: Said
) -> Exchange[bool]:
    """Go where no cells say what one comes into: the facts name whose fire it is."""
    for owner in owners:
        if owner in view.state.combatants and not (yield from under_fire(view, owner, who, said)):
            return False
    yield Moved(who=who, to=places[-1] if places else None, path=places, cost=yards)
    yield Walked(who=who, yards=yards)
    return True


def suppressed_cells(battle_map: BattleMap, zone: Suppressed) -> frozenset[Cell]:
    """List the cells of a place under fire: a circle about the middle of its cell (GU-712).

    Whose centre lies on the rim is inside (GU-C4).
    """
    if zone.at is None or isinstance(zone.at, str) or not has_cells(battle_map.grid):
        return frozenset()
    return frozenset(Blast(cell_centre(battle_map.grid, zone.at), zone.width / 2).cells(battle_map))


def entered(state: BattleState, mover: Fighter, cell: Cell, before: Cell | None) -> tuple[str, ...]:
    """List those into whose fire a step leads, who have not shot at the mover yet (GU-724)."""
    battle_map = state.map
    if battle_map is None:
        return ()
    start = before if before is not None else mover.at
    found = []
    for owner in state.combatants.values():
        zone = owner.state.zone
        if zone is None or owner.id == mover.id or mover.id in zone.shot:
            continue
        inside = suppressed_cells(battle_map, zone)
        now = set(footprint_cells(battle_map.grid, Footprint(cell, mover.size)))
        was = set()
        if start is not None and not isinstance(start, str):
            was = set(footprint_cells(battle_map.grid, Footprint(start, mover.size)))
        if now & inside and not was & inside:
            found.append(owner.id)
    return tuple(found)


def under_fire(view: BattleView, owner: str, who: str, said: Said) -> Exchange[bool]:
    """Let the owner of a place under fire shoot at who comes in; say whether it can go on (GU-724)."""
    shooter, mover = view.combatant(owner), view.combatant(who)
    zone = shooter.state.zone
    if zone is None or shooter.state.is_out or shooter.state.is_stunned:
        return True
    before: GurpsState = mover.state
    strike = suppressing_strike(view.state, shooter, mover, zone, said)
    if strike is None:
        return True
    yield ZoneEntered(who=owner, target=who)
    yield from attack(view, strike, said)
    now: GurpsState = view.combatant(who).state
    fell = now.posture is Posture.PRONE and before.posture is not Posture.PRONE
    return not (now.is_out or now.is_stunned or fell)


def suppressing_strike(
    state: BattleState, shooter: Fighter, mover: Fighter, zone: Suppressed, said: Said
) -> Strike | None:
    """Make the attack on who enters; None without a line of fire or out of range (GU-712, GU-724)."""
    use: Use | None = shooter.sheet.use(zone.with_)
    if use is None or not is_ready(shooter, use.weapon):
        return None
    facts = facts_of(state, shooter, mover, use.kind, said.facts)
    if facts.distance > use.weapon.range[1] or not facts.line_of_fire or facts.cover == FULL:
        return None
    bonus = rapid_fire_bonus(zone.shots)
    damage = use.damage
    return Strike(
        attacker=shooter.id,
        target=mover.id,
        use=use,
        facts=facts,
        base=SUPPRESSION.value(state.house),
        modifiers=(Modifier(_RAPID_FIRE, bonus, "GU-732"),) if bonus else (),
        location=RANDOM,
        rounds=zone.shots,
        fired=0,
        rcl=use.weapon.rcl,
        dice=damage.dice_at(shooter.sheet.ST),
        type=damage.type,
        divisor=Fraction(damage.divisor),
        is_suppression=True,
    )
