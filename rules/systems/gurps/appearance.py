"""How a combatant of the 3d6 game is shown: marks, bars, numbers, and the sheet laid out for reading."""

from rules.engine.system import Figure, Gauge, Mark, Section
from rules.systems.gurps.attack.choices import use_words
from rules.systems.gurps.harm.protection import SKULL_DR, covering
from rules.systems.gurps.maneuvers.maneuver_table import MANEUVERS, VARIANT_WORDS, in_force
from rules.systems.gurps.moves.movement import PACE_WORDS
from rules.systems.gurps.sheet.body import Part
from rules.systems.gurps.sheet.gear import Mode, Use, Weapon
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

    def mark(id_: str, label: str, shape: str, tone: str, rule: str, vague: str | None = None) -> None:
        found.append(Mark(id=id_, label=label, shape=shape, tone=tone, rule=rule, vague=vague))

    if state.dead:
        mark("dead", "Destroyed" if state.destroyed else "Dead", "skull", "harm", "GU-1018")
        return tuple(found)
    if state.mortal:
        mark("mortal", "Mortally wounded: HT every half hour", "drop", "harm", "GU-1020")
    if state.unconscious:
        mark("unconscious", "Unconscious: no turn, no defence", "cross", "harm", "GU-1004")
    if state.stunned:
        mark("stunned", "Stunned: Do Nothing, defends at -4", "spiral", "warn", "GU-1001")
    if state.mental_stun is not None:
        frozen = f", frozen {state.mental_stun.freeze} s" if state.mental_stun.freeze else ""
        mark("mental-stun", f"Surprised{frozen}: Do Nothing, defends at -4", "question", "warn", "GU-607")
    if state.posture is not Posture.STANDING:
        mark(state.posture.value, _POSTURE[state.posture], "arrow-down", "warn", "GU-1005")
    shock = state.shock or state.shock_pending
    if shock:
        when = "this turn" if state.shock else "next turn"
        mark("shock", f"Shock: -{shock} to hit {when}", "bolt", "warn", "GU-915", "Shock")
    if state.hp < 0 and not state.is_out:
        label = "Below 0 HP: HT each turn, or Do Nothing"
        mark("collapsing", label, "drop", "harm", "GU-1014", "About to collapse")
    elif is_reeling(combatant):
        mark("reeling", "Reeling: Move and dodge halved", "drop", "warn", "GU-1010", "Reeling")
    if is_exhausted(combatant):
        mark("exhausted", "Exhausted: Move and dodge halved", "feather", "warn", "GU-1011", "Exhausted")
    for place in state.crippled:
        words = f"Crippled: {place.replace('-', ' ')}{_crippling(combatant, place)}"
        mark(f"crippled-{place}", words, "hand", "harm", "GU-1006")
    if state.blind:
        both = len(state.blind) >= len(combatant.sheet.body.eyes())
        words = "Blind: -10 to hit, -4 to defend" if both else "Blind in one eye: -1 to hit, ranged -3"
        mark("blind", words, "eye-off", "harm", "GU-753")
    maneuver = in_force(state)
    if maneuver is not None and not maneuver.leaves_defence and not state.is_out:
        mark("open", f"{maneuver.label}: no defence", "sword", "warn", "GU-810")
    if state.aim is not None:
        mark("aim", f"Aiming, {state.aim.turns} s", "dot", "info", "GU-710")
    if state.wait is not None:
        mark(
            "wait",
            f"Waiting: {state.wait.trigger or MANEUVERS[state.wait.then].label}",
            "clock",
            "info",
            "GU-722",
        )
    if state.concentrating is not None:
        mark("concentrating", f"Concentrating: {state.concentrating}", "star", "info", "GU-720")
    if state.zone is not None:
        mark("zone", "Keeps a place under fire", "flame", "info", "GU-712")
    return tuple(found)


_POSTURE = {
    Posture.CROUCHING: "Crouching: -2 to hit hand to hand, Move two thirds",
    Posture.KNEELING: "Kneeling: -2 to hit hand to hand, defends at -2, Move a third",
    Posture.PRONE: "Prone: -4 to hit hand to hand, defends at -3, Move 1",
}


def _crippling(combatant: Fighter, place: str) -> str:
    """Say what a crippled place keeps somebody from (GU-1006)."""
    found = combatant.sheet.body.find(place)
    if found is None:
        return ""
    if found.part in (Part.LEG, Part.FOOT):
        return ", cannot stand"
    return ", holds and uses nothing" if found.side is not None else ""


def gauges(combatant: Fighter) -> tuple[Gauge, ...]:
    """Draw hit points and fatigue points as bars; those below 0 are told as they are."""
    state, sheet = combatant.state, combatant.sheet
    return (
        Gauge(label="HP", value=state.hp, most=sheet.full_hp, shape="bar"),
        Gauge(label="FP", value=state.fp, most=sheet.full_fp, shape="bar"),
    )


def numbers(combatant: Fighter) -> tuple[Figure, ...]:
    """List what counts in the fight just now."""
    sheet: GurpsSheet = combatant.sheet
    state: GurpsState = combatant.state
    torso = covering(combatant, sheet.body.torso)
    found = [
        Figure(label="HP", value=f"{state.hp} of {sheet.full_hp}", rule="GU-914"),
        Figure(label="FP", value=f"{state.fp} of {sheet.full_fp}", rule="GU-912"),
        Figure(label="Move", value=str(move_of(combatant)), rule="GU-210"),
        Figure(label="Step", value=f"{step_of(combatant)} yd", rule="GU-211"),
        Figure(label="Dodge", value=str(dodge_of(combatant) + always(combatant)), rule="GU-213"),
    ]
    found += [
        Figure(
            label=f"Parry, {weapon.parry_name(mode).lower()}",
            value=str(parry_score(sheet, weapon, mode) + always(combatant)),
            rule="GU-214",
        )
        for weapon in held(combatant)
        for mode in weapon.parries
    ]
    found += [
        Figure(label="Block", value=str(block_score(sheet, weapon) + always(combatant)), rule="GU-215")
        for weapon in held(combatant)
        if weapon.is_shield
    ]
    found.append(Figure(label="DR, torso", value=str(torso.dr), rule="GU-219"))
    names = ", ".join(weapon.name for weapon in held(combatant)) or "nothing"
    found.append(Figure(label="In hand", value=names, rule="GU-306"))
    found += [
        Figure(
            label=f"Rounds, {weapon.name.lower()}",
            value=f"{state.ammo[weapon.id]} of {weapon.shots}",
            rule="GU-305",
        )
        for weapon in sheet.weapons
        if weapon.id in state.ammo
    ]
    if state.dodges or state.parries or state.blocked:
        tried = [f"{state.dodges} dodged"] if state.dodges else []
        tried += [f"{count} with {way.replace('-', ' ')}" for way, count in state.parries.items()]
        tried += ["blocked"] if state.blocked else []
        found.append(Figure(label="Defences tried", value=", ".join(tried), rule="GU-811"))
    return tuple(found)


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
        return (Figure(label="Maneuver", value="Do Nothing alone", rule="GU-1001"),)
    if state.maneuver is None:
        moves = f"step {step_of(combatant)}, half {half_move_of(combatant)}, Move {move_of(combatant)}"
        return (
            Figure(label="Maneuver", value="one left", rule="GU-601"),
            Figure(label="Yards", value=moves, rule="GU-701"),
        )
    maneuver = in_force(state)
    label = state.maneuver.id if maneuver is None else maneuver.label
    variant = f", {VARIANT_WORDS.get(state.maneuver.variant, '')}" if state.maneuver.variant else ""
    found = [Figure(label="Maneuver", value=f"{label}{variant}", rule="GU-601")]
    if maneuver is not None:
        found.append(Figure(label="Leaves", value=maneuver.defence, rule=maneuver.rule))
        found.append(Figure(label="Movement", value=PACE_WORDS[maneuver.pace], rule="GU-701"))
    return tuple(found)


# -------------------------------------------------------------------------------------------------- the sheet
def sections(combatant: Fighter) -> tuple[Section, ...]:
    """Lay the sheet out: attributes, what is worked out, weapons, the body with its DR, skills, gear."""
    sheet: GurpsSheet = combatant.sheet
    found = [
        Section(title="Attributes", figures=_attributes(sheet)),
        Section(title="Worked out", figures=_worked_out(combatant)),
        Section(title="Weapons", figures=_weapons(combatant)),
        Section(title="Body and DR", figures=_body(combatant)),
    ]
    if sheet.skills:
        skills = tuple(
            Figure(label=skill.replace("-", " ").capitalize(), value=str(level), rule="GU-203")
            for skill, level in sorted(sheet.skills.items())
        )
        found.append(Section(title="Skills", figures=skills))
    if sheet.advantages:
        traits = tuple(
            Figure(label=id_.replace("-", " ").capitalize(), value="", rule=_TRAIT_RULES.get(id_, ""))
            for id_ in sheet.advantages
        )
        found.append(Section(title="Advantages", figures=traits))
    if sheet.notes:
        found.append(Section(title="Notes", figures=(Figure(label=sheet.notes, value=""),)))
    return tuple(found)


_TRAIT_RULES = {COMBAT_REFLEXES: "GU-222", "trained-by-a-master": "GU-730", "weapon-master": "GU-730"}


def _attributes(sheet: GurpsSheet) -> tuple[Figure, ...]:
    found = [Figure(label=name, value=str(sheet.attribute(name)), rule="GU-201") for name in ATTRIBUTES]
    found.append(Figure(label="HP", value=str(sheet.full_hp), rule="GU-201"))
    found.append(Figure(label="FP", value=str(sheet.full_fp), rule="GU-201"))
    if sheet.sm:
        found.append(Figure(label="Size", value=f"{sheet.sm:+d}", rule="GU-751"))
    return tuple(found)


def _worked_out(combatant: Fighter) -> tuple[Figure, ...]:
    sheet: GurpsSheet = combatant.sheet
    return (
        Figure(label="Basic Speed", value=f"{sheet.speed:g}", rule="GU-201", help="(HT + DX) / 4"),
        Figure(label="Basic Move", value=str(sheet.unloaded_move), rule="GU-201"),
        Figure(
            label="Move",
            value=str(move_of(combatant)),
            rule="GU-210",
            help=f"load {sheet.encumbrance}; step {step_of(combatant)}, half {half_move_of(combatant)}",
        ),
        Figure(label="Dodge", value=str(dodge_of(combatant)), rule="GU-213"),
    )


def _weapons(combatant: Fighter) -> tuple[Figure, ...]:
    found = []
    for weapon in combatant.sheet.arms:
        state = "ready" if is_ready(combatant, weapon) else "not ready"
        if weapon.id in combatant.state.dropped:
            state = "dropped"
        if weapon.id in combatant.state.broken:
            state = "broken"
        if weapon.is_shield:
            value = f"block {block_score(combatant.sheet, weapon)}, DB {weapon.db}"
            found.append(Figure(label=weapon.name, value=value, rule="GU-215", help=state))
            continue
        for mode in weapon.modes:
            use = weapon.use(mode.id)
            if use is not None:
                found.append(_use(combatant, use, state))
    return tuple(found)


def _use(combatant: Fighter, use: Use, state: str) -> Figure:
    name, _, rest = use_words(combatant, use).removesuffix(" (not ready)").partition(": ")
    parry = parry_score(combatant.sheet, use.weapon, use.mode) if use.can_parry else None
    told = [state] if parry is None else [state, f"parry {parry}"]
    told += [flag.value for flag in use.weapon.flags]
    return Figure(label=name, value=rest, rule="GU-216", help=", ".join(told))


def _body(combatant: Fighter) -> tuple[Figure, ...]:
    """List the locations with their DR and what aiming at them takes, from the head down."""
    found = []
    for place in combatant.sheet.body.locations:
        over = covering(combatant, place)
        bone = SKULL_DR if place.part is Part.SKULL else 0
        notes = [f"to hit {place.front:+d}"] if place.front else []
        if place.back is not None:
            notes.append(f"from behind {place.back:+d}")
        if over.flexible:
            notes.append("flexible")
        if over.gappy:
            notes.append("large gaps")
        lost = combatant.state.dr_lost.get(place.id, 0)
        if lost:
            notes.append(f"{lost} lost to acid")
        if place.id in combatant.state.crippled:
            notes.append("crippled")
        if place.id in combatant.state.blind:
            notes.append("blind")
        found.append(
            Figure(
                label=place.name.capitalize(),
                value=f"DR {over.dr + bone}",
                rule="GU-219",
                help=", ".join(notes),
            )
        )
    return tuple(found)
