"""How a combatant is shown: marks, gauges, numbers, and the sheet laid out for reading."""

from rules.engine.shown import Track
from rules.engine.system import Figure, Gauge, Mark, Section
from rules.engine.text import Text, counted, joined, template, text
from rules.systems.tesseris.harm.injury import armour_points
from rules.systems.tesseris.moves.cover_state import structure_of
from rules.systems.tesseris.names import TRAITS_CALLED, called
from rules.systems.tesseris.sheet.gear import LOCATIONS, Weapon
from rules.systems.tesseris.sheet.sheet import SKILLS, TRAITS, Characteristics, TesserisSheet
from rules.systems.tesseris.state import Fighter, TesserisState, max_stamina, speed_of
from rules.systems.tesseris.turns.ticks import full_ticks

LOOKS: dict[str, tuple[Text, str, str, str]] = {
    "unconscious": (text("Unconscious"), "cross", "harm", "TS-313"),
    "bleeding": (text("Bleeding"), "drop", "harm", "TS-301"),
    "bloodied": (text("Bloodied: no stamina left"), "drop", "harm", "TS-306"),
    "dazed": (text("Dazed"), "spiral", "warn", "TS-303"),
    "stunned": (text("Stunned"), "spiral", "harm", "TS-308"),
    "staggered": (text("Staggered"), "spiral", "harm", "TS-309"),
    "disabled": (text("Disabled"), "bolt", "warn", "TS-302"),
    "grappled": (text("Grappled"), "chain", "warn", "TS-304"),
    "pinned": (text("Pinned"), "chain", "harm", "TS-307"),
    "blinded": (text("Blinded"), "eye-off", "harm", "TS-305"),
    "slowed": (text("Slowed"), "clock", "warn", "TS-310"),
    "suffocating": (text("Suffocating"), "question", "harm", "TS-311"),
    "prone": (text("Prone"), "arrow-down", "info", "TS-314"),
    "suppressed": (text("Suppressed: -2"), "shield", "warn", "TS-315"),
    "surprised": (text("Surprised"), "eye-off", "warn", "TS-316"),
    "attracted": (text("Attracted"), "star", "info", "TS-317"),
    "enticed": (text("Enticed"), "star", "warn", "TS-317"),
    "enthralled": (text("Enthralled"), "star", "harm", "TS-317"),
    "disheartened": (text("Disheartened"), "arrow-down", "warn", "TS-318"),
    "dejected": (text("Dejected"), "arrow-down", "harm", "TS-318"),
    "surrendered": (text("Surrendered"), "hand", "info", "TS-320"),
    "frightened": (text("Frightened"), "bolt", "warn", "TS-319"),
    "terrified": (text("Terrified"), "bolt", "harm", "TS-319"),
    "fleeing": (text("Fleeing"), "bolt", "harm", "TS-319"),
    "scared-to-death": (text("Scared to death"), "skull", "warn", "TS-319"),
    "blabbermouth": (text("Tells everything"), "question", "info", "TS-320"),
}
"""How each condition is drawn, in the order in which they are listed: words, shape, tone and rule."""
STANCES: dict[str, tuple[Text, str, str, str]] = {
    "all-out": (text("All-out attack: own defences -2"), "bolt", "warn", "TS-103"),
    "guarded": (text("Guarded: block and dodge +1"), "shield", "good", "TS-108"),
    "total-defense": (text("Total defence: +2"), "shield", "good", "TS-146"),
    "sprint": (text("Sprinting"), "clock", "info", "TS-164"),
    "no-attacks": (text("No attacks until the next turn"), "hand", "info", "TS-163"),
    "overwatch": (text("On overwatch"), "clock", "good", "TS-131"),
    "covering-fire": (text("Covering fire for its side"), "shield", "good", "TS-143"),
}
"""How each stance is drawn."""


def marks(combatant: Fighter) -> tuple[Mark, ...]:
    """List what is drawn on the token, each with its rule."""
    state: TesserisState = combatant.state
    if state.dead:
        return (Mark(id="dead", label=text("Dead"), shape="skull", tone="harm", rule="TS-275"),)
    found = []
    if state.dying:
        found.append(Mark(id="dying", label=text("Bleeding out"), shape="skull", tone="harm", rule="TS-274"))
    for table, there in ((LOOKS, state.conditions), (STANCES, state.stance)):
        for id_, (label, shape, tone, rule) in table.items():
            if id_ in there:
                label = _detailed(label, state, id_) if table is LOOKS else label
                vague = text("Bloodied") if id_ == "bloodied" else None
                found.append(Mark(id=id_, label=label, shape=shape, tone=tone, rule=rule, vague=vague))
    if state.cover is not None:
        label = text(
            template("Hunkered down behind {what}")
            if state.cover.hunkered
            else template("In cover behind {what}"),
            what=called(state.cover.material),
        )
        found.append(Mark(id="cover", label=label, shape="shield", tone="good", rule="TS-283"))
    if state.held_by is not None:
        found.append(
            Mark(id="held", label=text("Held at swordpoint"), shape="hand", tone="harm", rule="TS-340")
        )
    if state.swordpoint is not None:
        found.append(
            Mark(id="holds", label=text("Holds at swordpoint"), shape="hand", tone="info", rule="TS-340")
        )
    if state.crippled:
        label = text("Crippled: lives by burnt fate")
        found.append(Mark(id="crippled", label=label, shape="bolt", tone="harm", rule="TS-276"))
    if state.manipulated is not None:
        label = text("Talked into something")
        if state.manipulated.action:
            label = text("Talked into something: {action}", action=state.manipulated.action)
        found.append(Mark(id="manipulated", label=label, shape="question", tone="warn", rule="TS-330"))
    if state.jammed:
        found.append(
            Mark(id="jammed", label=text("Weapon jammed"), shape="cross", tone="warn", rule="TS-222")
        )
    if state.aim is not None:
        found.append(
            Mark(
                id="aim",
                label=text("Aims for {what}", what=called(state.aim)),
                shape="clock",
                tone="good",
                rule="TS-180",
            )
        )
    return tuple(found)


def _detailed(label: Text, state: TesserisState, id_: str) -> Text:
    data = state.conditions[id_]
    if id_ == "disabled" and data.get("places"):
        return text("{condition}: {places}", condition=label, places=joined(map(called, data["places"])))
    if "rounds" in data:
        return counted(
            "{condition}, {n} round more",
            "{condition}, {n} rounds more",
            n=data["rounds"],
            condition=label,
        )
    return label


def gauges(combatant: Fighter) -> tuple[Gauge, ...]:
    """Draw stamina and ego as bars, the one on the token first, and wounds as pips."""
    sheet, state = combatant.sheet, combatant.state
    most = max_stamina(sheet, state.wounds)
    ego = max(sheet.full_ego, state.ego, 1)
    return (
        Gauge(label=text("Stamina"), value=min(state.stamina, most), most=max(1, most), shape="bar"),
        Gauge(label=text("Wounds"), value=min(state.wounds, sheet.deadly), most=sheet.deadly),
        Gauge(label=text("Ego"), value=state.ego, most=ego, shape="bar"),
    )


def numbers(combatant: Fighter) -> tuple[Figure, ...]:
    """List what counts in the fight just now, besides what the bars show."""
    sheet, state = combatant.sheet, combatant.state
    weapons = [weapon.words for weapon in sheet.held_weapons(state.held)]
    held = joined(weapons) if weapons else text("nothing")
    found = [
        Figure(
            label=text("Armour"),
            value=_armour_words(combatant),
            rule="TS-252",
            help=text("Head, torso, arms, legs; one number where they are alike."),
        ),
        Figure(label=text("In hand"), value=held, rule="TS-183"),
    ]
    for weapon in sheet.held_weapons(state.held):
        if weapon.magazine is not None:
            left = state.ammo.get(weapon.id, weapon.magazine)
            words = text("{left} of {most}", left=left, most=weapon.magazine)
            if weapon.id in state.jammed:
                words = text("{rounds}, jammed", rounds=words)
            label = text("{weapon} rounds", weapon=weapon.words)
            found.append(Figure(label=label, value=words, rule="TS-028"))
    if state.cover is not None:
        left = max(0, structure_of(state.cover, combatant.house) - state.cover.damage)
        words = text(
            "{places}; {left} structure left", places=joined(map(called, state.cover.locations)), left=left
        )
        found.append(Figure(label=text("In cover"), value=words, rule="TS-283"))
    if state.wound_penalty:
        found.append(Figure(label=text("All tests"), value=f"-{state.wound_penalty}", rule="TS-260"))
    for label, value, rule in (
        (text("Mayhem"), state.mayhem, "TS-280"),
        (text("Fate"), state.fate, "TS-276"),
        (text("Dapper"), state.dapper, "TS-334"),
        (text("Re-rolls"), state.rerolls, "TS-181"),
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
    full = full_ticks(combatant)
    words = text(
        template("{left} of {most} left; what you keep pays for reactions. Free reaction there.")
        if state.free_reaction
        else template("{left} of {most} left; what you keep pays for reactions. Free reaction used."),
        left=state.ticks,
        most=max(full, state.ticks),
    )
    if state.debt:
        debt = text("{debt} borrowed from the next round.", debt=state.debt)
        words = joined((words, debt), " ")
    return Track(
        label=text("Ticks"),
        left=state.ticks,
        most=max(full, state.ticks),
        owed=state.debt,
        spare=state.free_reaction,
        words=words,
        rule="TS-060",
    )


def allowances(combatant: Fighter) -> tuple[Figure, ...]:
    """List what else bears on what is done next; the ticks are drawn (`track`)."""
    state: TesserisState = combatant.state
    if state.is_out:
        return ()
    found = []
    if state.attacks:
        found.append(Figure(label=text("Next attack"), value=f"-{state.attacks}", rule="TS-233"))
    if state.defences >= 3:
        found.append(Figure(label=text("Next defence"), value=f"-{state.defences - 2}", rule="TS-244"))
    found.append(
        Figure(
            label=text("Speed"),
            value=text("{speed} yd a tick", speed=speed_of(combatant)),
            rule="TS-160",
        )
    )
    return tuple(found)


def sections(combatant: Fighter) -> tuple[Section, ...]:
    """Lay the sheet out."""
    sheet: TesserisSheet = combatant.sheet
    names = Characteristics.model_fields
    return (
        Section(
            title=text("Characteristics"),
            figures=tuple(
                Figure(label=called(name).large, value=text("{dice}dT", dice=sheet.dice(name)), rule="TS-001")
                for name in names
            ),
        ),
        Section(
            title=text("Skills"),
            figures=tuple(
                Figure(
                    label=called(skill).large,
                    value=text("{dice}dT + {rank}", dice=sheet.dice(by), rank=sheet.rank(skill)),
                    rule="TS-003",
                    help=called(by),
                )
                for skill, by in SKILLS.items()
                if sheet.rank(skill)
            ),
        ),
        Section(
            title=text("Body and mind"),
            figures=(
                Figure(label=text("Full stamina"), value=str(sheet.full_stamina), rule="TS-002"),
                Figure(label=text("Deadly wounds"), value=str(sheet.deadly), rule="TS-275"),
                Figure(label=text("Full ego"), value=str(sheet.full_ego), rule="TS-333"),
                Figure(label=text("Speed"), value=text("{speed} yd", speed=sheet.speed), rule="TS-160"),
                Figure(label=text("Bulk"), value=str(sheet.bulk), rule="TS-026"),
                Figure(label=text("Natural soak"), value=str(sheet.soak), rule="TS-253"),
            ),
        ),
        Section(title=text("Weapons"), figures=tuple(_weapon(w) for w in sheet.weapons)),
        Section(
            title=text("Armour"),
            figures=tuple(
                Figure(
                    label=piece.words,
                    value=text("{ap} points, bulk {bulk}", ap=piece.ap, bulk=piece.bulk),
                    rule="TS-024",
                )
                for piece in (sheet.armour, sheet.cloak)
                if piece.id != "none"
            ),
        ),
        Section(
            title=text("Traits"),
            figures=tuple(
                Figure(label=TRAITS_CALLED[trait], value=TRAITS[trait], rule="TS-005")
                for trait in sheet.traits
            ),
        ),
    )


def _weapon(weapon: Weapon) -> Figure:
    words = [text("damage {damage}", damage=weapon.damage)]
    if weapon.ap:
        words.append(text("AP {ap}", ap=weapon.ap))
    if weapon.range is not None:
        modes = "/".join(
            "-" if n is None else str(n) for n in (weapon.rof.single, weapon.rof.burst, weapon.rof.auto)
        )
        words += [text("range {range} yd", range=weapon.range), text("fire {modes}", modes=modes)]
    if weapon.magazine is not None:
        words.append(text("magazine {magazine}", magazine=weapon.magazine))
    for flag in ("impact", "light"):
        if getattr(weapon, flag):
            words.append(called(flag))
    if weapon.hands > 1:
        words.append(text("two hands"))
    if weapon.can_jam and weapon.reliability != "normal":
        words.append(called(weapon.reliability))
    return Figure(label=weapon.words, value=joined(words), rule="TS-020")
