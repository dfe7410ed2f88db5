"""Which active defences are open against an attack, and with which options (section 8.1).

`Against` is one attack as its target meets it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.engine.dice import Modifier
from rules.engine.moves.ways import footprint_of
from rules.engine.parameters import Parameter, keys
from rules.engine.state import BattleState
from rules.engine.text import Text, text
from rules.map.grid import footprint_centre, has_cells
from rules.map.model import Cell, Point
from rules.systems.gurps import house as own
from rules.systems.gurps.attack.facts import Facts
from rules.systems.gurps.attack.strike import Strike
from rules.systems.gurps.maneuvers import maneuver_table as mv
from rules.systems.gurps.moves.arcs import BACK
from rules.systems.gurps.moves.movement import step_back
from rules.systems.gurps.rolls import chance_of
from rules.systems.gurps.sheet.gear import HANDS, Flag, Kind, Weapon
from rules.systems.gurps.state import Fighter, GurpsState, Posture, can_be_used, free_hands, held, step_of

DODGE, PARRY, BLOCK, NONE = "dodge", "parry", "block", "none"
DEFENCE_WORDS: Mapping[str, Text] = {DODGE: text("dodge"), PARRY: text("parry"), BLOCK: text("block")}
"""What the kinds of defences are called inside a sentence."""
KINDS = (DODGE, PARRY, BLOCK)
RETREAT, ACROBATIC, DIVE = "retreat", "acrobatic-dodge", "dive"
RIPOSTE, CROSS, SUPPORTED = "riposte", "cross", "supported"
OPTIONS = (RETREAT, ACROBATIC, DIVE, RIPOSTE, CROSS, SUPPORTED)
SAID = (
    *keys("weapon", "with"),
    Parameter(
        id="options",
        kind="options",
        parts=(*keys("text", "id"), *keys("number", "by"), *keys("weapon", "second")),
    ),
)
"""What may be said with a defence: with what, and how."""
RULES: Mapping[str, str] = {DODGE: "GU-213", PARRY: "GU-214", BLOCK: "GU-215", NONE: "GU-806"}
LEAST_RIPOSTE = 8
MOST_RIPOSTE = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Against:
    """One attack as its target meets it."""

    state: BattleState
    attacker: Fighter
    defender: Fighter
    strike: Strike
    facts: Facts
    kinds: tuple[str, ...] = KINDS
    """The kinds that may still be tried: all but the first one tried, for a second defence (GU-713)."""

    @property
    def origin(self) -> Point | None:
        """The middle of the attacker, on a map with cells."""
        here, battle_map = footprint_of(self.attacker), self.state.map
        if here is None or battle_map is None or not has_cells(battle_map.grid):
            return None
        return footprint_centre(battle_map.grid, here)

    def room(self) -> tuple[bool, Cell | None]:
        """Tell whether there is room to give way, and to which cell (GU-505)."""
        cell = step_back(self.state, self.defender, self.origin)
        if "space" in self.facts.overruled or self.origin is None or footprint_of(self.defender) is None:
            return self.facts.space and step_of(self.defender) > 0, cell
        return cell is not None, cell


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A defence that may be tried: what it rolls, and what trying it counts for."""

    kind: str
    way: str = ""
    skill: str = ""
    base: int
    modifiers: tuple[Modifier, ...]
    counted: tuple[str, ...] = ()
    locked: tuple[str, ...] = ()
    retreats: bool = False
    acrobatic: bool = False
    dives: bool = False
    gives_way: bool = False
    """Whether its owner goes to `cell` as it is chosen: by a retreat or a dive, but from an area (GU-505)."""
    riposte: int = 0
    cell: Cell | None = None

    @property
    def target(self) -> int:
        """The effective score."""
        return self.base + sum(modifier.value for modifier in self.modifiers)

    @property
    def is_unarmed(self) -> bool:
        """Whether it is a parry with a bare hand."""
        return self.kind == PARRY and self.way in (f"{hand}-hand" for hand in HANDS)

    def chance(self, defender: Fighter) -> float:
        """Give the chance that it stops the attack, over both ways of the acrobatics (section 8.1)."""
        if not self.acrobatic:
            return chance_of(self.target)
        good = chance_of(defender.sheet.skill("acrobatics") or 0)
        better, worse = (
            own.OPTIONS.number(defender.house, key) for key in ("acrobatics", "acrobatics-failed")
        )
        return good * chance_of(self.target + better) + (1 - good) * chance_of(self.target + worse)


# ----------------------------------------------------------------------------------------------- what is open
def is_defenceless(defender: Fighter, facts: Facts) -> bool:
    """Tell whether somebody has no defence at all (GU-810); a critical hit is the attack's affair."""
    state: GurpsState = defender.state
    return state.is_out or not facts.aware or facts.facing == BACK or not mv.leaves_defence(state)


def open_kinds(against: Against) -> tuple[str, ...]:
    """List the kinds of defence that may be chosen, in the order in which they are offered (GU-806)."""
    if is_defenceless(against.defender, against.facts):
        return ()
    found = []
    for kind in against.kinds:
        if kind == DODGE or (kind == BLOCK and shield_of(against) is not None):
            found.append(kind)
        if kind == PARRY and ways(against):
            found.append(kind)
    return tuple(found)


def ways(against: Against) -> tuple[str, ...]:
    """List what may be parried with: ready weapons, then free hands, with an option or without.

    A weapon whose modes parry with different scores is there once for each.
    """
    found = [
        weapon.way(mode)
        for weapon in parrying_weapons(against)
        for mode in weapon.parries
        if fits_flail(against, weapon) or can_support(against, weapon)
    ]
    return (*found, *_parrying_hands(against))


def shield_of(against: Against) -> Weapon | None:
    """Give the shield that can block the attack, if any."""
    state: GurpsState = against.defender.state
    if state.blocked or against.strike.use.weapon.has(Flag.FAST) or against.strike.is_area:
        return None
    shields = (weapon for weapon in held(against.defender) if weapon.is_shield)
    return next((shield for shield in shields if can_be_used(against.defender, shield)), None)


def _can_be_parried(against: Against, armed: bool, weapon: Weapon | None = None) -> bool:
    strike = against.strike
    if strike.use.kind is Kind.JET or strike.is_slam or strike.is_area:
        return False
    if strike.use.kind is not Kind.MISSILE:
        return True
    if not armed or weapon is None:
        return False
    return any(use.reaches(against.facts.distance) for mode in weapon.modes if (use := weapon.use(mode.id)))


def parrying_weapons(against: Against) -> tuple[Weapon, ...]:
    """List the weapons that may parry the attack, flails and fencing blades aside (GU-818)."""
    defender = against.defender
    return tuple(
        weapon
        for weapon in held(defender)
        if weapon.parries
        and _can_be_parried(against, True, weapon)
        and can_be_used(defender, weapon)
        and not _is_spent(defender, weapon)
    )


def _is_spent(defender: Fighter, weapon: Weapon) -> bool:
    """Tell whether a weapon parries no more until the next turn (GU-714, GU-715, GU-718, GU-818)."""
    state: GurpsState = defender.state
    if weapon.id in state.locked or any(f"{hand}-hand" in state.locked for hand in weapon.hands):
        return True
    taken = None if state.maneuver is None else state.maneuver.id
    if weapon.id in state.attacked_with:
        if taken == mv.COMMITTED:
            return True
        if weapon.has(Flag.UNBALANCED) and taken != mv.DEFENSIVE:
            return True
    return taken == mv.MOVE_AND_ATTACK and bool(set(weapon.hands) & _used_limbs(defender))


def _used_limbs(defender: Fighter) -> set[str]:
    """List the hands with which somebody has attacked since its turn began."""
    used: set[str] = set()
    for id_ in defender.state.attacked_with:
        weapon = defender.sheet.weapon(id_)
        used.update(weapon.hands if weapon is not None else {id_.removesuffix("-hand")} & set(HANDS))
    return used


def _parrying_hands(against: Against) -> tuple[str, ...]:
    """List the bare hands that may parry the attack."""
    if not _can_be_parried(against, False):
        return ()
    defender = against.defender
    state: GurpsState = defender.state
    taken = None if state.maneuver is None else state.maneuver.id
    tired = _used_limbs(defender) if taken in (mv.MOVE_AND_ATTACK, mv.COMMITTED) else set()
    locked = locked_hands(defender)
    return tuple(f"{hand}-hand" for hand in free_hands(defender) if hand not in tired and hand not in locked)


def locked_hands(defender: Fighter) -> set[str]:
    """List the hands that a cross or supported parry has bound: of a weapon those that hold it."""
    bound: set[str] = set()
    for id_ in defender.state.locked:
        weapon = defender.sheet.weapon(id_)
        bound.update(weapon.hands if weapon is not None else {id_.removesuffix("-hand")} & set(HANDS))
    return bound


def fits_flail(against: Against, weapon: Weapon) -> bool:
    """Tell whether a weapon may parry this without help: no fencing weapon stops a flail (GU-814)."""
    return not (against.strike.use.weapon.has(Flag.FLAIL) and weapon.has(Flag.FENCING))


def can_support(against: Against, weapon: Weapon) -> bool:
    """Tell whether a free hand can support a parry."""
    free = [hand for hand in free_hands(against.defender) if hand not in locked_hands(against.defender)]
    return bool(free) and len(weapon.hands) == 1


def option_ids(against: Against, kind: str) -> tuple[str, ...]:
    """List the options that go with a kind of defence, in the order of the table (section 8.1)."""
    state: GurpsState = against.defender.state
    hand_to_hand = not against.strike.is_ranged
    found = []
    upright = state.posture in (Posture.STANDING, Posture.CROUCHING)
    committed = state.maneuver is not None and state.maneuver.id == mv.COMMITTED
    may_retreat = hand_to_hand and upright and not state.is_stunned and not state.retreated and not committed
    room, _ = against.room() if may_retreat or not hand_to_hand else (False, None)
    if may_retreat and room:
        found.append(RETREAT)
    if kind == DODGE:
        found.append(ACROBATIC)
        if not hand_to_hand and room:  # GU-815, but for jets: GU-736, GU-R63
            found.append(DIVE)
    if kind == PARRY:
        armed = parrying_weapons(against)
        if armed and hand_to_hand:
            found.append(RIPOSTE)
        if len(crossing(against)) > 1:
            found.append(CROSS)
        if any(can_support(against, weapon) for weapon in armed):
            found.append(SUPPORTED)
    return tuple(found)


def hand_side(way: str) -> str:
    """Give the side of a hand that parries: `right-hand` is `right`."""
    return way.removesuffix("-hand")


def crossing(against: Against) -> tuple[str, ...]:
    """List the weapons that may cross; against a flail no fencing weapon does (GU-814)."""
    return tuple(weapon.id for weapon in parrying_weapons(against) if fits_flail(against, weapon))
