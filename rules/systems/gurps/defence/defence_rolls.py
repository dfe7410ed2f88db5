"""What a defence is rolled at: `prepare` is the one home of what may be chosen with what (section 8.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.engine.dice import Modifier
from rules.engine.refusal import Refusal
from rules.engine.text import Text, as_text, joined, text
from rules.systems.gurps import house as own
from rules.systems.gurps.defence.open_defences import (
    ACROBATIC,
    BLOCK,
    CROSS,
    DEFENCE_WORDS,
    DIVE,
    DODGE,
    LEAST_RIPOSTE,
    MOST_RIPOSTE,
    OPTIONS,
    PARRY,
    RETREAT,
    RIPOSTE,
    SUPPORTED,
    Against,
    Prepared,
    can_support,
    crossing,
    fits_flail,
    locked_hands,
    open_kinds,
    option_ids,
    parrying_weapons,
    shield_of,
    ways,
)
from rules.systems.gurps.maneuvers import maneuver_table as mv
from rules.systems.gurps.moves.arcs import BACK, SIDE
from rules.systems.gurps.sheet.gear import HANDS, Flag, Mode, Weapon
from rules.systems.gurps.sheet.names import weapon_words
from rules.systems.gurps.sheet.sheet import COMBAT_REFLEXES, GurpsSheet
from rules.systems.gurps.state import (
    GurpsState,
    Posture,
    can_be_used,
    dodge_of,
    free_hands,
    held,
)

_FEINT = text("feint")
_EARLIER_DODGES = text("earlier dodges")
_EARLIER_PARRIES = text("earlier parries")
_DIVE = text("dive")
_REFLEXES = text("combat-reflexes")
_SHIELD = text("shield")
_FROM_THE_SIDE = text("from the side")
_STUNNED = text("stunned")
_POSTURE = text("posture")
_BLIND = text("blind")
_RIPOSTE = text("riposte")
_GM = text("gm")
_RETREAT = text("retreat")
_BARE_HANDED = text("bare-handed")
_WEAPON = text("weapon")
_CROSS = text("cross")
_SUPPORTED = text("supported")
_FLAIL = text("flail")
_UNARMED = ("boxing", "brawling", "judo", "karate")
_NIMBLE = frozenset({"boxing", "judo", "karate"})


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
                "bad-answer",
                text(
                    "{part} is no option of a defence; there are {value}.",
                    part=f"{part!r}",
                    value=joined(OPTIONS),
                ),
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
        raise _bad(text("There is no {kind} against this.", kind=DEFENCE_WORDS.get(kind, kind)), "GU-810")
    allowed = option_ids(against, kind) if options else ()
    for id_ in options:
        if id_ not in allowed:
            said = text(
                "The option {option} does not go with this {kind}; open are: {allowed}.",
                option=repr(id_),
                kind=DEFENCE_WORDS[kind],
                allowed=joined(allowed) or text("none"),
            )
            raise _bad(said, "GU-819")
    if RETREAT in options and DIVE in options:
        raise _bad(text("One either retreats or dives."), "GU-819")
    if kind == PARRY:
        return _prepare_parry(against, way, options)
    if way is not None and kind == DODGE:
        raise _bad(text("A dodge is made with nothing in particular."), "GU-819")
    if kind == BLOCK:
        return _prepare_block(against, way, options)
    state: GurpsState = against.defender.state
    modifiers = _common(against, DODGE)
    house = against.defender.house
    if state.dodges and own.TIRING.on(house):
        modifiers.append(own.FURTHER_DODGE.added(house, _EARLIER_DODGES, state.dodges))
    feint = against.attacker.state.feint
    troubled = feint is not None and feint.target == against.defender.id and own.FEINTS.on(house)
    if troubled and feint is not None and feint.penalty:
        modifiers.append(Modifier(_FEINT, -feint.penalty, "GU-717"))
    made = Prepared(kind=DODGE, base=dodge_of(against.defender), modifiers=tuple(modifiers))
    if DIVE in options:
        _, cell = against.room()
        dive = own.OPTIONS.modifier(house, "dive", _DIVE)
        made = replace(_plus(made, dive), dives=True, gives_way=True, cell=cell)  # GU-C1
    return replace(_retreating(against, made, options, nimble=True), acrobatic=ACROBATIC in options)


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
    found, house = [], defender.house
    if defender.sheet.has(COMBAT_REFLEXES):
        found.append(own.REFLEXES.added(house, _REFLEXES))
    db = max((shield.db for shield in held(defender) if can_be_used(defender, shield)), default=0)
    if db and facts.facing != BACK:
        found.append(Modifier(_SHIELD, db, "GU-223"))
    if facts.facing == SIDE:
        found.append(own.DEFENDING.modifier(house, "from-the-side", _FROM_THE_SIDE))
    if state.is_stunned:
        found.append(own.DEFENDING.modifier(house, "stunned", _STUNNED))
    if state.posture in (Posture.PRONE, Posture.KNEELING):
        found.append(own.DEFENDING.modifier(house, state.posture.value, _POSTURE))
    if state.blind and len(state.blind) >= len(defender.sheet.body.eyes()):
        found.append(own.DEFENDING.modifier(house, "blind", _BLIND))
    unbalanced = weapon is not None and weapon.has(Flag.UNBALANCED)
    maneuver = mv.defence_modifier(state, kind, house, unbalanced)
    if maneuver is not None:
        found.append(maneuver)
    riposte = against.attacker.state.riposte
    if riposte is not None and riposte.target == defender.id and riposte.penalty:
        found.append(Modifier(_RIPOSTE, -riposte.penalty, "GU-811"))
    if facts.defence_modifier:
        found.append(Modifier(_GM, facts.defence_modifier, "GU-811"))
    found += defender.own_modifiers(kind)
    return found


def _plus(made: Prepared, modifier: Modifier) -> Prepared:
    return replace(made, modifiers=(*made.modifiers, modifier))


def _retreating(
    against: Against, made: Prepared, options: Mapping[str, Mapping[str, Any]], *, nimble: bool = False
) -> Prepared:
    if RETREAT not in options:
        return made
    _, cell = against.room()
    bonus = own.OPTIONS.modifier(against.defender.house, "retreat-nimble" if nimble else "retreat", _RETREAT)
    return replace(_plus(made, bonus), retreats=True, gives_way=True, cell=cell)


def _prepare_block(against: Against, way: str | None, options: Mapping[str, Mapping[str, Any]]) -> Prepared:
    shield = shield_of(against)
    assert shield is not None
    if way not in (None, shield.id):
        raise _bad(text("The block is made with the {shield}.", shield=weapon_words(shield).low), "GU-819")
    sheet: GurpsSheet = against.defender.sheet
    base = shield.block_level if shield.block_level is not None else sheet.weapon_skill(shield.skill) // 2 + 3
    made = Prepared(
        kind=BLOCK, way=shield.id, skill=shield.skill, base=base, modifiers=tuple(_common(against, BLOCK))
    )
    return _retreating(against, made, options)


def _prepare_parry(against: Against, way: str | None, options: Mapping[str, Mapping[str, Any]]) -> Prepared:
    open_ways = ways(against)
    meant = [open_ for open_ in open_ways if way in (None, open_, open_.partition("/")[0])]
    if not meant:
        said = text(
            "This cannot be parried with {way}; open are: {ways}.",
            way=repr(way),
            ways=joined(as_text(open_) for open_ in open_ways),
        )
        raise _bad(said, "GU-818")
    return _best_parry(against, meant, options)


def _best_parry(
    against: Against, open_ways: Sequence[str], options: Mapping[str, Mapping[str, Any]]
) -> Prepared:
    """Give the best parry that takes these options, of equals the first."""
    found, problem = [], None
    for way in open_ways:
        try:
            found.append(_parry_with(against, way, options))
        except Refusal as refusal:
            problem = refusal
    if not found:
        assert problem is not None
        raise problem
    return max(found, key=lambda made: made.target)


def _parry_with(against: Against, way: str, options: Mapping[str, Mapping[str, Any]]) -> Prepared:
    if way in (f"{hand}-hand" for hand in HANDS):
        return _bare_parry(against, way, options)
    id_, _, named = way.partition("/")
    weapon = against.defender.sheet.weapon(id_)
    assert weapon is not None
    mode = next((mode for mode in weapon.parries if mode.id == named), weapon.parries[0])
    return _armed_parry(against, weapon, mode, options)


def _bare_parry(against: Against, hand: str, options: Mapping[str, Mapping[str, Any]]) -> Prepared:
    """Parry with a bare hand, by the best of the skills that do (GU-813)."""
    if strange := sorted(set(options) - {RETREAT}):
        raise _bad(text("A bare hand parries without {strange}.", strange=repr(strange[0])), "GU-819")
    sheet: GurpsSheet = against.defender.sheet
    found = []
    for skill in (*_UNARMED, "DX"):
        if skill != "DX" and skill not in sheet.skills:
            continue
        level = sheet.DX if skill == "DX" else sheet.skills[skill]
        modifiers = _common(against, PARRY)
        armed = not against.strike.use.weapon.unarmed
        if armed and skill not in ("judo", "karate") and not against.strike.is_thrust:
            modifiers.append(own.BARE_PARRY.added(against.defender.house, _BARE_HANDED))
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
        found.append(_retreating(against, made, options, nimble=skill in _NIMBLE))
    return max(found, key=lambda made: made.target)


def _armed_parry(
    against: Against, weapon: Weapon, mode: Mode, options: Mapping[str, Mapping[str, Any]]
) -> Prepared:
    sheet: GurpsSheet = against.defender.sheet
    fencing = weapon.has(Flag.FENCING)
    if not fits_flail(against, weapon) and SUPPORTED not in options:
        said = text(
            "The {weapon} stops a flail only with a hand behind it: option 'supported'.",
            weapon=weapon_words(weapon).low,
        )
        raise _bad(said, "GU-814")
    level = mode.parry_level
    base = sheet.weapon_skill(weapon.skill) // 2 + 3 if level is None else level
    modifiers = _common(against, PARRY, weapon)
    if mode.parry and level is None:
        modifiers.append(Modifier(_WEAPON, mode.parry, "GU-214"))
    modifiers += _repeats(against, weapon.id, fencing)
    modifiers += _flail(against)
    made = Prepared(
        kind=PARRY,
        way=weapon.way(mode),
        skill=weapon.skill,
        base=base,
        modifiers=tuple(modifiers),
        counted=(weapon.id,),
    )
    if CROSS in options:
        second = _second(against, weapon, options[CROSS])
        made = replace(
            _plus(made, own.OPTIONS.modifier(against.defender.house, "cross", _CROSS)),
            counted=(weapon.id, second.id),
            locked=(weapon.id, second.id),
        )
    if SUPPORTED in options:
        if CROSS in options or not can_support(against, weapon):
            raise _bad(
                text("A supported parry needs one weapon in one hand, and the other hand free."), "GU-819"
            )
        free = next(h for h in free_hands(against.defender) if h not in locked_hands(against.defender))
        supported = own.OPTIONS.modifier(against.defender.house, "supported", _SUPPORTED)
        made = replace(_plus(made, supported), locked=(weapon.id, f"{free}-hand"))
    made = _retreating(against, made, options, nimble=fencing)
    return _riposting(made, options)


def _riposting(made: Prepared, options: Mapping[str, Mapping[str, Any]]) -> Prepared:
    if RIPOSTE not in options:
        return made
    by = options[RIPOSTE].get("by", 1)
    if type(by) is not int or not 1 <= by <= MOST_RIPOSTE:
        raise _bad(
            text("A riposte is by a whole number from 1 up ('by'); {by} is none.", by=repr(by)), "GU-819"
        )
    made = replace(_plus(made, Modifier(_RIPOSTE, -by, "GU-819")), riposte=by)
    if made.target < LEAST_RIPOSTE:
        said = text(
            "A riposte must leave the parry at {least} or more; this would be {target}.",
            least=LEAST_RIPOSTE,
            target=made.target,
        )
        raise _bad(said, "GU-819")
    return made


def _second(against: Against, weapon: Weapon, option: Mapping[str, Any]) -> Weapon:
    id_ = option.get("second")
    crossed = crossing(against)
    others = [w for w in parrying_weapons(against) if w.id != weapon.id and w.id in crossed]
    found = next((other for other in others if id_ in (None, other.id)), None)
    if found is None:
        names = joined(other.id for other in others) or text("none")
        raise _bad(
            text("A cross parry needs a second ready weapon ('second'); open are: {names}.", names=names),
            "GU-819",
        )
    return found


def _repeats(against: Against, way: str, fencing: bool) -> list[Modifier]:
    """Give what earlier parries with the same thing take (GU-812)."""
    before = against.defender.state.parries.get(way, 0)
    house = against.defender.house
    if not before or not own.REPEATS.on(house):
        return []
    master = against.defender.sheet.is_master
    who = "both" if fencing and master else "fencer-or-master" if fencing or master else "others"
    label = own.FURTHER_PARRY.noted(house, who, _EARLIER_PARRIES, own.FURTHER_PARRY[who] * before)
    return [Modifier(label, own.FURTHER_PARRY.number(house, who) * before, "GU-812")]


def _flail(against: Against) -> list[Modifier]:
    flails = against.strike.use.weapon.has(Flag.FLAIL)
    return [own.FLAIL.added(against.defender.house, _FLAIL)] if flails else []


def _bad(said: Text, rule: str) -> Refusal:
    return Refusal("bad-answer", said, rule)
