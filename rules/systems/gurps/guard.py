"""Which active defences are open against an attack, and what each is rolled at (section 8.1).

`Against` is one attack as its target meets it; `prepare` is the one home of what may be chosen with what.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.engine.dice import Modifier
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, Combatant
from rules.map.grid import footprint_centre, has_cells
from rules.map.model import Cell, Point
from rules.systems.gurps import maneuvers as mv
from rules.systems.gurps.arcs import BACK, SIDE, footprint_of
from rules.systems.gurps.facts import Facts
from rules.systems.gurps.gear import HANDS, Flag, Kind, Weapon
from rules.systems.gurps.moving import step_back
from rules.systems.gurps.rolls import chance_of
from rules.systems.gurps.sheet import COMBAT_REFLEXES, GurpsSheet
from rules.systems.gurps.state import (
    GurpsState,
    Posture,
    can_be_used,
    dodge_of,
    free_hands,
    held,
)
from rules.systems.gurps.strike import Strike

DODGE, PARRY, BLOCK, NONE = "dodge", "parry", "block", "none"
KINDS = (DODGE, PARRY, BLOCK)
RETREAT, ACROBATIC, DIVE = "retreat", "acrobatic-dodge", "dive"
RIPOSTE, CROSS, SUPPORTED = "riposte", "cross", "supported"
OPTIONS = (RETREAT, ACROBATIC, DIVE, RIPOSTE, CROSS, SUPPORTED)
RULES: Mapping[str, str] = {DODGE: "GU-213", PARRY: "GU-214", BLOCK: "GU-215", NONE: "GU-806"}
_POSTURE = {Posture.PRONE: -3, Posture.KNEELING: -2}
_UNARMED = ("boxing", "brawling", "judo", "karate")
_NIMBLE = frozenset({"boxing", "judo", "karate"})
LEAST_RIPOSTE = 8
MOST_RIPOSTE = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Against:
    """One attack as its target meets it."""

    state: BattleState
    attacker: Combatant
    defender: Combatant
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
            return self.facts.space, cell
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

    def chance(self, sheet: GurpsSheet) -> float:
        """Give the chance that it stops the attack, over both ways of the acrobatics (section 8.1)."""
        if not self.acrobatic:
            return chance_of(self.target)
        good = chance_of(sheet.skill("acrobatics") or 0)
        return good * chance_of(self.target + 2) + (1 - good) * chance_of(self.target - 2)


# ----------------------------------------------------------------------------------------------- what is open
def is_defenceless(defender: Combatant, facts: Facts) -> bool:
    """Tell whether somebody has no defence at all (GU-810); a critical hit is the attack's affair."""
    state: GurpsState = defender.state
    return state.is_out or not facts.aware or facts.facing == BACK or not mv.leaves_defence(state)


def open_kinds(against: Against) -> tuple[str, ...]:
    """List the kinds of defence that may be chosen, in the order in which they are offered (GU-806)."""
    if is_defenceless(against.defender, against.facts):
        return ()
    found = []
    for kind in against.kinds:
        if kind == DODGE or (kind == BLOCK and _shield(against) is not None):
            found.append(kind)
        if kind == PARRY and ways(against):
            found.append(kind)
    return tuple(found)


def ways(against: Against) -> tuple[str, ...]:
    """List what may be parried with: ready weapons, then free hands, with an option or without."""
    found = [
        weapon.id
        for weapon in _parrying(against)
        if _fits_flail(against, weapon) or _can_support(against, weapon)
    ]
    return (*found, *_parrying_hands(against))


def _shield(against: Against) -> Weapon | None:
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


def _parrying(against: Against) -> tuple[Weapon, ...]:
    """List the weapons that may parry the attack, flails and fencing blades aside (GU-818)."""
    defender = against.defender
    return tuple(
        weapon
        for weapon in held(defender)
        if weapon.parry is not None
        and _can_be_parried(against, True, weapon)
        and can_be_used(defender, weapon)
        and not _is_spent(defender, weapon)
    )


def _is_spent(defender: Combatant, weapon: Weapon) -> bool:
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


def _used_limbs(defender: Combatant) -> set[str]:
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
    locked = _locked_hands(defender)
    return tuple(f"{hand}-hand" for hand in free_hands(defender) if hand not in tired and hand not in locked)


def _locked_hands(defender: Combatant) -> set[str]:
    """List the hands that a cross or supported parry has bound: of a weapon those that hold it."""
    bound: set[str] = set()
    for id_ in defender.state.locked:
        weapon = defender.sheet.weapon(id_)
        bound.update(weapon.hands if weapon is not None else {id_.removesuffix("-hand")} & set(HANDS))
    return bound


def _fits_flail(against: Against, weapon: Weapon) -> bool:
    """Tell whether a weapon may parry this without help: no fencing weapon stops a flail (GU-814)."""
    return not (against.strike.use.weapon.has(Flag.FLAIL) and weapon.has(Flag.FENCING))


def _can_support(against: Against, weapon: Weapon) -> bool:
    """Tell whether a free hand can support a parry."""
    free = [hand for hand in free_hands(against.defender) if hand not in _locked_hands(against.defender)]
    return bool(free) and len(weapon.hands) == 1


# ------------------------------------------------------------------------------------------------ one defence
def read_options(value: Any) -> dict[str, Mapping[str, Any]]:
    """Read the options of an answer. Raises `Refusal` `bad-answer`."""
    if value is None:
        return {}
    found: dict[str, Mapping[str, Any]] = {}
    for part in value if isinstance(value, list | tuple) else [value]:
        option = {"id": part} if isinstance(part, str) else part
        id_ = option.get("id") if isinstance(option, Mapping) else None
        if id_ not in OPTIONS or id_ in found:
            raise Refusal(
                "bad-answer", f"{part!r} is no option of a defence; there are {', '.join(OPTIONS)}."
            )
        found[id_] = option
    return found


def prepare(
    against: Against,
    kind: str,
    way: str | None = None,
    options: Mapping[str, Mapping[str, Any]] | None = None,
) -> Prepared:
    """Work out a defence with its options. Raises `Refusal` `bad-answer` (GU-819)."""
    options = options or {}
    if kind not in open_kinds(against):
        raise _bad(f"There is no {kind} against this.", "GU-810")
    allowed = option_ids(against, kind)
    for id_ in options:
        if id_ not in allowed:
            words = ", ".join(allowed) or "none"
            raise _bad(f"The option {id_!r} does not go with this {kind}; open are: {words}.", "GU-819")
    if RETREAT in options and DIVE in options:
        raise _bad("One either retreats or dives.", "GU-819")
    if kind == PARRY:
        return _prepare_parry(against, way, options)
    if way is not None and kind == DODGE:
        raise _bad("A dodge is made with nothing in particular.", "GU-819")
    if kind == BLOCK:
        return _prepare_block(against, way, options)
    state: GurpsState = against.defender.state
    modifiers = _common(against, DODGE)
    if state.dodges:
        modifiers.append(Modifier("earlier dodges", -state.dodges, "GU-811"))
    feint = against.attacker.state.feint
    if feint is not None and feint.target == against.defender.id and feint.penalty:
        modifiers.append(Modifier("feint", -feint.penalty, "GU-717"))
    made = Prepared(kind=DODGE, base=dodge_of(against.defender), modifiers=tuple(modifiers))
    if DIVE in options:
        made = _plus(made, Modifier("dive", 3, "GU-819"))
    return replace(
        _retreating(against, made, options, 3), acrobatic=ACROBATIC in options, dives=DIVE in options
    )


def best_plain(against: Against, kind: str) -> Prepared:
    """Give the best way of a kind of defence without options, of equals the first (GU-820)."""
    if kind != PARRY:
        return prepare(against, kind)
    found = []
    for way in ways(against):
        try:
            found.append(prepare(against, PARRY, way))
        except Refusal:
            continue  # a fencing weapon against a flail needs the option `supported`
    if not found:
        return prepare(against, PARRY, None, {SUPPORTED: {"id": SUPPORTED}})
    return max(found, key=lambda made: made.target)


def _common(against: Against, kind: str, weapon: Weapon | None = None) -> list[Modifier]:
    """List what counts for every kind of defence (GU-811, GU-222, GU-223)."""
    defender, facts = against.defender, against.facts
    state: GurpsState = defender.state
    found = []
    if defender.sheet.has(COMBAT_REFLEXES):
        found.append(Modifier("combat-reflexes", 1, "GU-222"))
    db = max((shield.db for shield in held(defender) if can_be_used(defender, shield)), default=0)
    if db and facts.facing != BACK:
        found.append(Modifier("shield", db, "GU-223"))
    if facts.facing == SIDE:
        found.append(Modifier("from the side", -2, "GU-811"))
    if state.is_stunned:
        found.append(Modifier("stunned", -4, "GU-811"))
    if state.posture in _POSTURE:
        found.append(Modifier("posture", _POSTURE[state.posture], "GU-811"))
    if state.blind and len(state.blind) >= len(defender.sheet.body.eyes()):
        found.append(Modifier("blind", -4, "GU-811"))
    unbalanced = weapon is not None and weapon.has(Flag.UNBALANCED)
    maneuver = mv.defence_modifier(state, kind, unbalanced)
    if maneuver is not None:
        found.append(maneuver)
    riposte = against.attacker.state.riposte
    if riposte is not None and riposte.target == defender.id and riposte.penalty:
        found.append(Modifier("riposte", -riposte.penalty, "GU-811"))
    if facts.defence_modifier:
        found.append(Modifier("gm", facts.defence_modifier, "GU-811"))
    return found


def _plus(made: Prepared, modifier: Modifier) -> Prepared:
    return replace(made, modifiers=(*made.modifiers, modifier))


def _retreating(
    against: Against, made: Prepared, options: Mapping[str, Mapping[str, Any]], bonus: int
) -> Prepared:
    if RETREAT not in options:
        return made
    _, cell = against.room()
    return replace(_plus(made, Modifier("retreat", bonus, "GU-819")), retreats=True, cell=cell)


def _prepare_block(against: Against, way: str | None, options: Mapping[str, Mapping[str, Any]]) -> Prepared:
    shield = _shield(against)
    assert shield is not None
    if way not in (None, shield.id):
        raise _bad(f"The block is made with the {shield.name.lower()}.", "GU-819")
    sheet: GurpsSheet = against.defender.sheet
    base = shield.block_level if shield.block_level is not None else sheet.weapon_skill(shield.skill) // 2 + 3
    made = Prepared(
        kind=BLOCK, way=shield.id, skill=shield.skill, base=base, modifiers=tuple(_common(against, BLOCK))
    )
    return _retreating(against, made, options, 1)


def _prepare_parry(against: Against, way: str | None, options: Mapping[str, Mapping[str, Any]]) -> Prepared:
    open_ways = ways(against)
    if way is None:
        return _best_parry(against, open_ways, options)
    if way not in open_ways:
        words = ", ".join(open_ways)
        raise _bad(f"This cannot be parried with {way!r}; open are: {words}.", "GU-818")
    if way in (f"{hand}-hand" for hand in HANDS):
        return _bare_parry(against, way, options)
    weapon = against.defender.sheet.weapon(way)
    assert weapon is not None
    return _armed_parry(against, weapon, options)


def _best_parry(
    against: Against, open_ways: Sequence[str], options: Mapping[str, Mapping[str, Any]]
) -> Prepared:
    """Give the best parry that takes these options, of equals the first."""
    found, problem = [], None
    for way in open_ways:
        try:
            found.append(_prepare_parry(against, way, options))
        except Refusal as refusal:
            problem = refusal
    if not found:
        assert problem is not None
        raise problem
    return max(found, key=lambda made: made.target)


def _bare_parry(against: Against, hand: str, options: Mapping[str, Mapping[str, Any]]) -> Prepared:
    """Parry with a bare hand, by the best of the skills that do (GU-813)."""
    if strange := sorted(set(options) - {RETREAT}):
        raise _bad(f"A bare hand parries without {strange[0]!r}.", "GU-819")
    sheet: GurpsSheet = against.defender.sheet
    found = []
    for skill in (*_UNARMED, "DX"):
        if skill != "DX" and skill not in sheet.skills:
            continue
        level = sheet.DX if skill == "DX" else sheet.skills[skill]
        modifiers = _common(against, PARRY)
        armed = not against.strike.use.weapon.unarmed
        if armed and skill not in ("judo", "karate") and not against.strike.is_thrust:
            modifiers.append(Modifier("bare-handed", -3, "GU-813"))
        modifiers += _repeats(against, hand, False)
        modifiers += _flail(against)
        made = Prepared(
            kind=PARRY,
            way=hand,
            skill=skill,
            base=level // 2 + 3,
            modifiers=tuple(modifiers),
            counted=(hand,),
        )
        found.append(_retreating(against, made, options, 3 if skill in _NIMBLE else 1))
    return max(found, key=lambda made: made.target)


def _armed_parry(against: Against, weapon: Weapon, options: Mapping[str, Mapping[str, Any]]) -> Prepared:
    sheet: GurpsSheet = against.defender.sheet
    fencing = weapon.has(Flag.FENCING)
    if not _fits_flail(against, weapon) and SUPPORTED not in options:
        text = f"The {weapon.name.lower()} stops a flail only with a hand behind it: option 'supported'."
        raise _bad(text, "GU-814")
    level = weapon.modes[0].parry_level
    base = sheet.weapon_skill(weapon.skill) // 2 + 3 if level is None else level
    modifiers = _common(against, PARRY, weapon)
    if weapon.parry and level is None:
        modifiers.append(Modifier("weapon", weapon.parry, "GU-214"))
    modifiers += _repeats(against, weapon.id, fencing)
    modifiers += _flail(against)
    made = Prepared(
        kind=PARRY,
        way=weapon.id,
        skill=weapon.skill,
        base=base,
        modifiers=tuple(modifiers),
        counted=(weapon.id,),
    )
    if CROSS in options:
        second = _second(against, weapon, options[CROSS])
        made = replace(
            _plus(made, Modifier("cross", 2, "GU-819")),
            counted=(weapon.id, second.id),
            locked=(weapon.id, second.id),
        )
    if SUPPORTED in options:
        if CROSS in options or not _can_support(against, weapon):
            raise _bad("A supported parry needs one weapon in one hand, and the other hand free.", "GU-819")
        free = next(h for h in free_hands(against.defender) if h not in _locked_hands(against.defender))
        made = replace(_plus(made, Modifier("supported", 2, "GU-819")), locked=(weapon.id, f"{free}-hand"))
    made = _retreating(against, made, options, 3 if fencing else 1)
    return _riposting(made, options)


def _riposting(made: Prepared, options: Mapping[str, Mapping[str, Any]]) -> Prepared:
    if RIPOSTE not in options:
        return made
    by = options[RIPOSTE].get("by", 1)
    if type(by) is not int or not 1 <= by <= MOST_RIPOSTE:
        raise _bad(f"A riposte is by a whole number from 1 up ('by'); {by!r} is none.", "GU-819")
    made = replace(_plus(made, Modifier("riposte", -by, "GU-819")), riposte=by)
    if made.target < LEAST_RIPOSTE:
        text = f"A riposte must leave the parry at {LEAST_RIPOSTE} or more; this would be {made.target}."
        raise _bad(text, "GU-819")
    return made


def _second(against: Against, weapon: Weapon, option: Mapping[str, Any]) -> Weapon:
    id_ = option.get("second")
    others = [other for other in _parrying(against) if other.id != weapon.id]
    found = next((other for other in others if id_ in (None, other.id)), None)
    if found is None:
        names = ", ".join(other.id for other in others) or "none"
        raise _bad(f"A cross parry needs a second ready weapon ('second'); open are: {names}.", "GU-819")
    return found


def _repeats(against: Against, way: str, fencing: bool) -> list[Modifier]:
    """Give what earlier parries with the same thing take (GU-812)."""
    before = against.defender.state.parries.get(way, 0)
    if not before:
        return []
    master = against.defender.sheet.is_master
    each = 1 if fencing and master else 2 if fencing or master else 4
    return [Modifier("earlier parries", -each * before, "GU-812")]


def _flail(against: Against) -> list[Modifier]:
    return [Modifier("flail", -4, "GU-814")] if against.strike.use.weapon.has(Flag.FLAIL) else []


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
        armed = _parrying(against)
        if armed and hand_to_hand:
            found.append(RIPOSTE)
        if len(armed) > 1:
            found.append(CROSS)
        if any(_can_support(against, weapon) for weapon in armed):
            found.append(SUPPORTED)
    return tuple(found)


def _bad(text: str, rule: str) -> Refusal:
    return Refusal("bad-answer", text, rule)


def hand_side(way: str) -> str:
    """Give the side of a hand that parries: `right-hand` is `right`."""
    return way.removesuffix("-hand")


def crossing(against: Against) -> tuple[str, ...]:
    """List the weapons that may cross."""
    return tuple(weapon.id for weapon in _parrying(against))
