"""How a combatant of the 3d6 game is shown: marks, bars, numbers, and the sheet laid out for reading."""

from rules.engine.system import Figure, Gauge, Mark, Section
from rules.engine.text import Gap, Text, Words, as_text, joined, text
from rules.systems.gurps.attack.choices import blow_words
from rules.systems.gurps.harm.protection import SKULL_DR, covering
from rules.systems.gurps.maneuvers.maneuver_table import MANEUVERS, VARIANT_WORDS, in_force
from rules.systems.gurps.moves.movement import PACE_WORDS
from rules.systems.gurps.sheet.body import Part
from rules.systems.gurps.sheet.gear import Mode, Use, Weapon
from rules.systems.gurps.sheet.names import (
    ATTRIBUTE_WORDS,
    FLAG_WORDS,
    advantage_words,
    name_of,
    parry_name,
    place_name,
    skill_words,
    use_name,
    weapon_words,
)
from rules.systems.gurps.sheet.sheet import ATTRIBUTES, COMBAT_REFLEXES, GurpsSheet
from rules.systems.gurps.state import (
    Fighter,
    GurpsState,
    Posture,
    dodge_of,
    half_move_of,
    held,
    is_exhausted,
    is_ready,
    is_reeling,
    move_of,
    step_of,
)


def marks(combatant: Fighter) -> tuple[Mark, ...]:
    """List what is drawn on the token, the gravest first; each says what it does."""
    state: GurpsState = combatant.state
    found = []

    def mark(id_: str, label: Words, shape: str, tone: str, rule: str, vague: Words | None = None) -> None:
        found.append(Mark(id=id_, label=label, shape=shape, tone=tone, rule=rule, vague=vague))

    if state.dead:
        mark("dead", text("Destroyed") if state.destroyed else text("Dead"), "skull", "harm", "GU-1018")
        return tuple(found)
    if state.mortal:
        mark("mortal", text("Mortally wounded: HT every half hour"), "drop", "harm", "GU-1020")
    if state.unconscious:
        mark("unconscious", text("Unconscious: no turn, no defence"), "cross", "harm", "GU-1004")
    if state.stunned:
        mark("stunned", text("Stunned: Do Nothing, defends at -4"), "spiral", "warn", "GU-1001")
    if state.mental_stun is not None:
        surprised = text("Surprised: Do Nothing, defends at -4")
        if state.mental_stun.freeze:
            surprised = text(
                "Surprised, frozen {seconds} s: Do Nothing, defends at -4", seconds=state.mental_stun.freeze
            )
        mark(
            "mental-stun",
            surprised,
            "question",
            "warn",
            "GU-607",
        )
    if state.posture is not Posture.STANDING:
        mark(state.posture.value, _POSTURE[state.posture], "arrow-down", "warn", "GU-1005")
    shock = state.shock or state.shock_pending
    if shock:
        when = text("this turn") if state.shock else text("next turn")
        mark(
            "shock",
            text("Shock: -{shock} to hit {when}", shock=shock, when=when),
            "bolt",
            "warn",
            "GU-915",
            text("Shock"),
        )
    if state.hp < 0 and not state.is_out:
        label = text("Below 0 HP: HT each turn, or Do Nothing")
        mark("collapsing", label, "drop", "harm", "GU-1014", text("About to collapse"))
    elif is_reeling(combatant):
        mark("reeling", text("Reeling: Move and dodge halved"), "drop", "warn", "GU-1010", text("Reeling"))
    if is_exhausted(combatant):
        mark(
            "exhausted",
            text("Exhausted: Move and dodge halved"),
            "feather",
            "warn",
            "GU-1011",
            text("Exhausted"),
        )
    for place in state.crippled:
        mark(f"crippled-{place}", _crippled(combatant, place), "hand", "harm", "GU-1006")
    if state.blind:
        both = len(state.blind) >= len(combatant.sheet.body.eyes())
        words = (
            text("Blind: -10 to hit, -4 to defend")
            if both
            else text("Blind in one eye: -1 to hit, ranged -3")
        )
        mark("blind", words, "eye-off", "harm", "GU-753")
    maneuver = in_force(state)
    if maneuver is not None and not maneuver.leaves_defence and not state.is_out:
        mark("open", text("{maneuver}: no defence", maneuver=maneuver.label), "sword", "warn", "GU-810")
    if state.aim is not None:
        mark("aim", text("Aiming, {turns} s", turns=state.aim.turns), "dot", "info", "GU-710")
    if state.wait is not None:
        mark(
            "wait",
            text("Waiting: {what}", what=state.wait.trigger or MANEUVERS[state.wait.then].label),
            "clock",
            "info",
            "GU-722",
        )
    if state.concentrating is not None:
        mark(
            "concentrating",
            text("Concentrating: {concentrating}", concentrating=state.concentrating),
            "star",
            "info",
            "GU-720",
        )
    if state.zone is not None:
        mark("zone", text("Keeps a place under fire"), "flame", "info", "GU-712")
    return tuple(found)


_POSTURE = {
    Posture.CROUCHING: text("Crouching: -2 to hit hand to hand, Move two thirds"),
    Posture.KNEELING: text("Kneeling: -2 to hit hand to hand, defends at -2, Move a third"),
    Posture.PRONE: text("Prone: -4 to hit hand to hand, defends at -3, Move 1"),
}


def _crippled(combatant: Fighter, id_: str) -> Text:
    """Say what is crippled, and what that keeps somebody from (GU-1006)."""
    found = combatant.sheet.body.find(id_)
    place = place_name(id_)
    if found is not None and found.part in (Part.LEG, Part.FOOT):
        return text("Crippled: {place}, cannot stand", place=place)
    if found is not None and found.side is not None:
        return text("Crippled: {place}, holds and uses nothing", place=place)
    return text("Crippled: {place}", place=place)


def gauges(combatant: Fighter) -> tuple[Gauge, ...]:
    """Draw hit points and fatigue points as bars; those below 0 are told as they are."""
    state, sheet = combatant.state, combatant.sheet
    return (
        Gauge(label=text("HP"), value=state.hp, most=sheet.full_hp, shape="bar"),
        Gauge(label=text("FP"), value=state.fp, most=sheet.full_fp, shape="bar"),
    )


def numbers(combatant: Fighter) -> tuple[Figure, ...]:
    """List what counts in the fight just now."""
    sheet: GurpsSheet = combatant.sheet
    state: GurpsState = combatant.state
    torso = covering(combatant, sheet.body.torso)
    found = [
        Figure(
            label=text("HP"),
            value=_of(state.hp, sheet.full_hp),
            rule="GU-914",
        ),
        Figure(
            label=text("FP"),
            value=_of(state.fp, sheet.full_fp),
            rule="GU-912",
        ),
        Figure(label=text("Move"), value=str(move_of(combatant)), rule="GU-210"),
        Figure(label=text("Step"), value=text("{yards} yd", yards=step_of(combatant)), rule="GU-211"),
        Figure(label=text("Dodge"), value=str(dodge_of(combatant) + always(combatant)), rule="GU-213"),
    ]
    found += [
        Figure(
            label=text("Parry, {weapon}", weapon=parry_name(weapon, mode).low),
            value=str(parry_score(sheet, weapon, mode) + always(combatant)),
            rule="GU-214",
        )
        for weapon in held(combatant)
        for mode in weapon.parries
    ]
    found += [
        Figure(label=text("Block"), value=str(block_score(sheet, weapon) + always(combatant)), rule="GU-215")
        for weapon in held(combatant)
        if weapon.is_shield
    ]
    found.append(Figure(label=text("DR, torso"), value=str(torso.dr), rule="GU-219"))
    names = joined(weapon_words(weapon) for weapon in held(combatant)) or text("nothing")
    found.append(Figure(label=text("In hand"), value=names, rule="GU-306"))
    found += [
        Figure(
            label=text("Rounds, {weapon}", weapon=weapon_words(weapon).low),
            value=left_words(combatant, weapon),
            rule="GU-305",
        )
        for weapon in sheet.weapons
        if weapon.id in state.ammo
    ]
    if state.dodges or state.parries or state.blocked:
        tried = [text("{times} dodged", times=state.dodges)] if state.dodges else []
        tried += [
            text("{times} with {weapon}", times=times, weapon=_parried_with(combatant, way))
            for way, times in state.parries.items()
        ]
        tried += [text("blocked")] if state.blocked else []
        found.append(Figure(label=text("Defences tried"), value=joined(tried), rule="GU-811"))
    return tuple(found)


def _of(left: int, most: int) -> Text:
    return text("{left} of {most}", left=left, most=most)


def left_words(combatant: Fighter, weapon: Weapon) -> Words:
    """Say how many of its rounds a weapon has left; a dash for what fires none."""
    if weapon.shots is None:
        return "–"
    return _of(combatant.state.ammo.get(weapon.id, weapon.shots), weapon.shots)


def _parried_with(combatant: Fighter, way: str) -> Gap:
    """Call what somebody parried with: a weapon, in one of its modes, or a bare hand."""
    use = combatant.sheet.use(way)
    return place_name(way) if use is None else parry_name(use.weapon, use.mode).low


def always(combatant: Fighter) -> int:
    """Give what counts for every defence from the front: reflexes and a shield (GU-222, GU-223)."""
    db = max((weapon.db for weapon in held(combatant) if weapon.is_shield), default=0)
    sheet: GurpsSheet = combatant.sheet
    return db + sheet.has(COMBAT_REFLEXES)


def parry_score(sheet: GurpsSheet, weapon: Weapon, mode: Mode) -> int:
    """Give the score of a parry with a weapon in one of its modes, its own number included (GU-214)."""
    if mode.parry_level is not None:
        return mode.parry_level
    return sheet.weapon_skill(weapon.skill) // 2 + 3 + (mode.parry or 0)


def block_score(sheet: GurpsSheet, shield: Weapon) -> int:
    """Give the block score (GU-215)."""
    return shield.block_level if shield.block_level is not None else sheet.weapon_skill(shield.skill) // 2 + 3


def allowances(combatant: Fighter) -> tuple[Figure, ...]:
    """Say which maneuver is in force and what it leaves, or what may be done still (GU-701, GU-1004)."""
    state: GurpsState = combatant.state
    if state.is_out:
        return ()
    if state.maneuver is None and state.is_stunned:
        return (Figure(label=text("Maneuver"), value=text("Do Nothing alone"), rule="GU-1001"),)
    if state.maneuver is None:
        moves = text(
            "step {step}, half {half}, Move {move}",
            step=step_of(combatant),
            half=half_move_of(combatant),
            move=move_of(combatant),
        )
        return (
            Figure(label=text("Maneuver"), value=text("one left"), rule="GU-601"),
            Figure(label=text("Yards"), value=moves, rule="GU-701"),
        )
    maneuver = in_force(state)
    taken: list[Gap] = [state.maneuver.id if maneuver is None else maneuver.label]
    if state.maneuver.variant is not None and state.maneuver.variant in VARIANT_WORDS:
        taken.append(VARIANT_WORDS[state.maneuver.variant])
    found = [Figure(label=text("Maneuver"), value=joined(taken), rule="GU-601")]
    if maneuver is not None:
        found.append(Figure(label=text("Leaves"), value=maneuver.defence, rule=maneuver.rule))
        found.append(Figure(label=text("Movement"), value=PACE_WORDS[maneuver.pace], rule="GU-701"))
    return tuple(found)


# -------------------------------------------------------------------------------------------------- the sheet
def sections(combatant: Fighter) -> tuple[Section, ...]:
    """Lay the sheet out: attributes, what is worked out, weapons, the body with its DR, skills, gear."""
    sheet: GurpsSheet = combatant.sheet
    found = [
        Section(title=text("Attributes"), figures=_attributes(sheet)),
        Section(title=text("Worked out"), figures=_worked_out(combatant)),
        Section(title=text("Weapons"), figures=_weapons(combatant)),
        Section(title=text("Body and DR"), figures=_body(combatant)),
    ]
    if sheet.skills:
        skills = tuple(
            Figure(label=skill_words(skill).large, value=str(level), rule="GU-203")
            for skill, level in sorted(sheet.skills.items())
        )
        found.append(Section(title=text("Skills"), figures=skills))
    if sheet.advantages:
        traits = tuple(
            Figure(label=advantage_words(id_), value="", rule=_TRAIT_RULES.get(id_, ""))
            for id_ in sheet.advantages
        )
        found.append(Section(title=text("Advantages"), figures=traits))
    if sheet.notes:
        found.append(Section(title=text("Notes"), figures=(Figure(label=sheet.notes, value=""),)))
    return tuple(found)


_TRAIT_RULES = {COMBAT_REFLEXES: "GU-222", "trained-by-a-master": "GU-730", "weapon-master": "GU-730"}


def _attributes(sheet: GurpsSheet) -> tuple[Figure, ...]:
    found = [
        Figure(label=ATTRIBUTE_WORDS[name], value=str(sheet.attribute(name)), rule="GU-201")
        for name in ATTRIBUTES
    ]
    found.append(Figure(label=text("HP"), value=str(sheet.full_hp), rule="GU-201"))
    found.append(Figure(label=text("FP"), value=str(sheet.full_fp), rule="GU-201"))
    if sheet.sm:
        found.append(Figure(label=text("Size"), value=f"{sheet.sm:+d}", rule="GU-751"))
    return tuple(found)


def _worked_out(combatant: Fighter) -> tuple[Figure, ...]:
    sheet: GurpsSheet = combatant.sheet
    return (
        Figure(
            label=text("Basic Speed"), value=f"{sheet.speed:g}", rule="GU-201", help=text("(HT + DX) / 4")
        ),
        Figure(label=text("Basic Move"), value=str(sheet.unloaded_move), rule="GU-201"),
        Figure(
            label=text("Move"),
            value=str(move_of(combatant)),
            rule="GU-210",
            help=text(
                "load {load}; step {step}, half {half}",
                load=sheet.encumbrance,
                step=step_of(combatant),
                half=half_move_of(combatant),
            ),
        ),
        Figure(label=text("Dodge"), value=str(dodge_of(combatant)), rule="GU-213"),
    )


def _weapons(combatant: Fighter) -> tuple[Figure, ...]:
    found = []
    for weapon in combatant.sheet.arms:
        state = text("ready") if is_ready(combatant, weapon) else text("not ready")
        if weapon.id in combatant.state.dropped:
            state = text("dropped")
        if weapon.id in combatant.state.broken:
            state = text("broken")
        if weapon.is_shield:
            value = text("block {score}, DB {db}", score=block_score(combatant.sheet, weapon), db=weapon.db)
            found.append(Figure(label=weapon_words(weapon), value=value, rule="GU-215", help=state))
            continue
        for mode in weapon.modes:
            use = weapon.use(mode.id)
            if use is not None:
                found.append(_use(combatant, use, state))
    return tuple(found)


def _use(combatant: Fighter, use: Use, state: Text) -> Figure:
    name = text("{weapon} {level}", weapon=use_name(use), level=combatant.sheet.attack_skill(use))
    parry = parry_score(combatant.sheet, use.weapon, use.mode) if use.can_parry else None
    told = [state] if parry is None else [state, text("parry {parry}", parry=parry)]
    told += [FLAG_WORDS[flag] for flag in use.weapon.flags]
    return Figure(label=name, value=blow_words(combatant, use), rule="GU-216", help=joined(told))


def _body(combatant: Fighter) -> tuple[Figure, ...]:
    """List the locations with their DR and what aiming at them takes, from the head down."""
    found = []
    for place in combatant.sheet.body.locations:
        over = covering(combatant, place)
        bone = SKULL_DR if place.part is Part.SKULL else 0
        notes = [text("to hit {front}", front=f"{place.front:+d}")] if place.front else []
        if place.back is not None:
            notes.append(text("from behind {back}", back=f"{place.back:+d}"))
        if over.flexible:
            notes.append(text("flexible"))
        if over.gappy:
            notes.append(text("large gaps"))
        lost = combatant.state.dr_lost.get(place.id, 0)
        if lost:
            notes.append(text("{lost} lost to acid", lost=lost))
        if place.id in combatant.state.crippled:
            notes.append(text("crippled"))
        if place.id in combatant.state.blind:
            notes.append(text("blind"))
        found.append(
            Figure(
                label=as_text(name_of(place)).large,
                value=text("DR {dr}", dr=over.dr + bone),
                rule="GU-219",
                help=joined(notes),
            )
        )
    return tuple(found)
