"""How a combatant is shown: marks, gauges, numbers, and the sheet laid out for reading."""

from rules.engine.shown import Track
from rules.engine.system import Figure, Gauge, Mark, Section
from rules.systems.tesseris.harm.injury import armour_points
from rules.systems.tesseris.house import TICKS
from rules.systems.tesseris.moves.cover_state import structure_of
from rules.systems.tesseris.sheet.gear import LOCATIONS, Weapon
from rules.systems.tesseris.sheet.sheet import SKILLS, TRAITS, Characteristics, TesserisSheet
from rules.systems.tesseris.state import Fighter, TesserisState, max_stamina, speed_of

_LOOKS: dict[str, tuple[str, str, str, str]] = {
    "unconscious": ("Unconscious", "cross", "harm", "TS-313"),
    "bleeding": ("Bleeding", "drop", "harm", "TS-301"),
    "bloodied": ("Bloodied: no stamina left", "drop", "harm", "TS-306"),
    "dazed": ("Dazed", "spiral", "warn", "TS-303"),
    "stunned": ("Stunned", "spiral", "harm", "TS-308"),
    "staggered": ("Staggered", "spiral", "harm", "TS-309"),
    "disabled": ("Disabled", "bolt", "warn", "TS-302"),
    "grappled": ("Grappled", "chain", "warn", "TS-304"),
    "pinned": ("Pinned", "chain", "harm", "TS-307"),
    "blinded": ("Blinded", "eye-off", "harm", "TS-305"),
    "slowed": ("Slowed", "clock", "warn", "TS-310"),
    "suffocating": ("Suffocating", "question", "harm", "TS-311"),
    "prone": ("Prone", "arrow-down", "info", "TS-314"),
    "suppressed": ("Suppressed: -2", "shield", "warn", "TS-315"),
    "surprised": ("Surprised", "eye-off", "warn", "TS-316"),
    "attracted": ("Attracted", "star", "info", "TS-317"),
    "enticed": ("Enticed", "star", "warn", "TS-317"),
    "enthralled": ("Enthralled", "star", "harm", "TS-317"),
    "disheartened": ("Disheartened", "arrow-down", "warn", "TS-318"),
    "dejected": ("Dejected", "arrow-down", "harm", "TS-318"),
    "surrendered": ("Surrendered", "hand", "info", "TS-320"),
    "frightened": ("Frightened", "bolt", "warn", "TS-319"),
    "terrified": ("Terrified", "bolt", "harm", "TS-319"),
    "fleeing": ("Fleeing", "bolt", "harm", "TS-319"),
    "scared-to-death": ("Scared to death", "skull", "warn", "TS-319"),
    "blabbermouth": ("Tells everything", "question", "info", "TS-320"),
}
_STANCES: dict[str, tuple[str, str, str, str]] = {
    "all-out": ("All-out attack: own defences -2", "bolt", "warn", "TS-103"),
    "guarded": ("Guarded: block and dodge +1", "shield", "good", "TS-108"),
    "total-defense": ("Total defence: +2", "shield", "good", "TS-146"),
    "sprint": ("Sprinting", "clock", "info", "TS-164"),
    "no-attacks": ("No attacks until the next turn", "hand", "info", "TS-163"),
    "overwatch": ("On overwatch", "clock", "good", "TS-131"),
    "covering-fire": ("Covering fire for its side", "shield", "good", "TS-143"),
}


def marks(combatant: Fighter) -> tuple[Mark, ...]:
    """List what is drawn on the token, each with its rule."""
    state: TesserisState = combatant.state
    if state.dead:
        return (Mark(id="dead", label="Dead", shape="skull", tone="harm", rule="TS-275"),)
    found = []
    if state.dying:
        found.append(Mark(id="dying", label="Bleeding out", shape="skull", tone="harm", rule="TS-274"))
    for table, there in ((_LOOKS, state.conditions), (_STANCES, state.stance)):
        for id_, (label, shape, tone, rule) in table.items():
            if id_ in there:
                label += _details(state, id_) if table is _LOOKS else ""
                vague = "Bloodied" if id_ == "bloodied" else None
                found.append(Mark(id=id_, label=label, shape=shape, tone=tone, rule=rule, vague=vague))
    if state.cover is not None:
        words = state.cover.material.replace("-", " ")
        label = f"{'Hunkered down' if state.cover.hunkered else 'In cover'} behind {words}"
        found.append(Mark(id="cover", label=label, shape="shield", tone="good", rule="TS-283"))
    if state.held_by is not None:
        found.append(Mark(id="held", label="Held at swordpoint", shape="hand", tone="harm", rule="TS-340"))
    if state.swordpoint is not None:
        found.append(Mark(id="holds", label="Holds at swordpoint", shape="hand", tone="info", rule="TS-340"))
    if state.crippled:
        label = "Crippled: lives by burnt fate"
        found.append(Mark(id="crippled", label=label, shape="bolt", tone="harm", rule="TS-276"))
    if state.manipulated is not None:
        words = f": {state.manipulated.action}" if state.manipulated.action else ""
        label = f"Talked into something{words}"
        found.append(Mark(id="manipulated", label=label, shape="question", tone="warn", rule="TS-330"))
    if state.jammed:
        found.append(Mark(id="jammed", label="Weapon jammed", shape="cross", tone="warn", rule="TS-222"))
    if state.aim is not None:
        found.append(Mark(id="aim", label=f"Aims for {state.aim}", shape="clock", tone="good", rule="TS-180"))
    return tuple(found)


def _details(state: TesserisState, id_: str) -> str:
    data = state.conditions[id_]
    if id_ == "disabled" and data.get("places"):
        return f": {', '.join(data['places'])}"
    if "rounds" in data:
        count = data["rounds"]
        return f", {count} round{'' if count == 1 else 's'} more"
    return ""


def gauges(combatant: Fighter) -> tuple[Gauge, ...]:
    """Draw stamina and ego as bars, the one on the token first, and wounds as pips."""
    sheet, state = combatant.sheet, combatant.state
    most = max_stamina(sheet, state.wounds)
    ego = max(sheet.full_ego, state.ego, 1)
    return (
        Gauge(label="Stamina", value=min(state.stamina, most), most=max(1, most), shape="bar"),
        Gauge(label="Wounds", value=min(state.wounds, sheet.deadly), most=sheet.deadly),
        Gauge(label="Ego", value=state.ego, most=ego, shape="bar"),
    )


def numbers(combatant: Fighter) -> tuple[Figure, ...]:
    """List what counts in the fight just now, besides what the bars show."""
    sheet, state = combatant.sheet, combatant.state
    held = ", ".join(w.label for w in sheet.held_weapons(state.held)) or "nothing"
    found = [
        Figure(
            label="Armour",
            value=_armour_words(combatant),
            rule="TS-252",
            help="Head, torso, arms, legs; one number where they are alike.",
        ),
        Figure(label="In hand", value=held, rule="TS-183"),
    ]
    for weapon in sheet.held_weapons(state.held):
        if weapon.magazine is not None:
            left = state.ammo.get(weapon.id, weapon.magazine)
            words = f"{left} of {weapon.magazine}{', jammed' if weapon.id in state.jammed else ''}"
            found.append(Figure(label=f"{weapon.label} rounds", value=words, rule="TS-028"))
    if state.cover is not None:
        left = max(0, structure_of(state.cover, combatant.house) - state.cover.damage)
        words = f"{', '.join(state.cover.locations)}; {left} structure left"
        found.append(Figure(label="In cover", value=words, rule="TS-283"))
    if state.wound_penalty:
        found.append(Figure(label="All tests", value=f"-{state.wound_penalty}", rule="TS-260"))
    for label, value, rule in (
        ("Mayhem", state.mayhem, "TS-280"),
        ("Fate", state.fate, "TS-276"),
        ("Dapper", state.dapper, "TS-334"),
        ("Re-rolls", state.rerolls, "TS-181"),
    ):
        if value:
            found.append(Figure(label=label, value=str(value), rule=rule))
    return tuple(found)


def _armour_words(combatant: Fighter) -> str:
    points = {place: armour_points(combatant, place, cover=False) for place in LOCATIONS}
    if len(set(points.values())) == 1:
        return str(points["torso"])
    return " / ".join(str(count) for count in points.values())


def track(combatant: Fighter) -> Track:
    """Draw the ticks of the round: what is left also pays for reactions (TS-060 to TS-064)."""
    state: TesserisState = combatant.state
    full = max(0, TICKS.value(combatant.house) + combatant.sheet.bonus_ticks)
    words = f"{state.ticks} of {max(full, state.ticks)} left; what you keep pays for reactions"
    words += ". Free reaction " + ("there" if state.free_reaction else "used")
    if state.debt:
        words += f". {state.debt} borrowed from the next round"
    return Track(
        label="Ticks",
        left=state.ticks,
        most=max(full, state.ticks),
        owed=state.debt,
        spare=state.free_reaction,
        words=f"{words}.",
        rule="TS-060",
    )


def allowances(combatant: Fighter) -> tuple[Figure, ...]:
    """List what else bears on what is done next; the ticks are drawn (`track`)."""
    state: TesserisState = combatant.state
    if state.is_out:
        return ()
    found = []
    if state.attacks:
        found.append(Figure(label="Next attack", value=f"-{state.attacks}", rule="TS-233"))
    if state.defences >= 3:
        found.append(Figure(label="Next defence", value=f"-{state.defences - 2}", rule="TS-244"))
    found.append(Figure(label="Speed", value=f"{speed_of(combatant)} yd a tick", rule="TS-160"))
    return tuple(found)


def sections(combatant: Fighter) -> tuple[Section, ...]:
    """Lay the sheet out."""
    sheet: TesserisSheet = combatant.sheet
    names = Characteristics.model_fields
    return (
        Section(
            title="Characteristics",
            figures=tuple(
                Figure(label=str(field.title), value=f"{sheet.dice(name)}dT", rule="TS-001")
                for name, field in names.items()
            ),
        ),
        Section(
            title="Skills",
            figures=tuple(
                Figure(
                    label=skill.capitalize(),
                    value=f"{sheet.dice(by)}dT + {sheet.rank(skill)}",
                    rule="TS-003",
                    help=by,
                )
                for skill, by in SKILLS.items()
                if sheet.rank(skill)
            ),
        ),
        Section(
            title="Body and mind",
            figures=(
                Figure(label="Full stamina", value=str(sheet.full_stamina), rule="TS-002"),
                Figure(label="Deadly wounds", value=str(sheet.deadly), rule="TS-275"),
                Figure(label="Full ego", value=str(sheet.full_ego), rule="TS-333"),
                Figure(label="Speed", value=f"{sheet.speed} yd", rule="TS-160"),
                Figure(label="Bulk", value=str(sheet.bulk), rule="TS-026"),
                Figure(label="Natural soak", value=str(sheet.soak), rule="TS-253"),
            ),
        ),
        Section(title="Weapons", figures=tuple(_weapon(w) for w in sheet.weapons)),
        Section(
            title="Armour",
            figures=tuple(
                Figure(label=piece.label, value=f"{piece.ap} points, bulk {piece.bulk}", rule="TS-024")
                for piece in (sheet.armour, sheet.cloak)
                if piece.id != "none"
            ),
        ),
        Section(
            title="Traits",
            figures=tuple(
                Figure(label=trait.replace("-", " ").capitalize(), value=TRAITS[trait], rule="TS-005")
                for trait in sheet.traits
            ),
        ),
    )


def _weapon(weapon: Weapon) -> Figure:
    words = [f"damage {weapon.damage}"]
    if weapon.ap:
        words.append(f"AP {weapon.ap}")
    if weapon.range is not None:
        modes = "/".join(
            "-" if n is None else str(n) for n in (weapon.rof.single, weapon.rof.burst, weapon.rof.auto)
        )
        words += [f"range {weapon.range} yd", f"fire {modes}"]
    if weapon.magazine is not None:
        words.append(f"magazine {weapon.magazine}")
    for flag in ("impact", "light"):
        if getattr(weapon, flag):
            words.append(flag)
    if weapon.hands > 1:
        words.append("two hands")
    if weapon.can_jam and weapon.reliability != "normal":
        words.append(weapon.reliability)
    return Figure(label=weapon.label, value=", ".join(words), rule="TS-020")
