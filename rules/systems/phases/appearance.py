"""How a combatant is shown: marks, gauges, numbers, what is left, and the sheet laid out for reading."""

from rules.engine.kinds import read_place
from rules.engine.names import place_words
from rules.engine.state import BattleState
from rules.engine.system import Figure, Gauge, Mark, Section
from rules.engine.text import Text, Words, counted, joined, text
from rules.systems.phases import house as own
from rules.systems.phases.sheet.gear import FIST, LOCATION_WORDS, LOCATIONS, MODE_WORDS, Weapon, what_it_does
from rules.systems.phases.sheet.sheet import PhasesSheet, skill_words
from rules.systems.phases.state import (
    EVADE,
    PARRY,
    Condition,
    Declaration,
    Fighter,
    PhasesState,
    is_ready,
    move_of,
    penalty_of,
)

ACTION_WORDS = {
    "draw": text("Draw"),
    "holster": text("Holster"),
    "reload": text("Reload"),
    "target": text("Target"),
    "aim": text("Aim"),
    "attack": text("Attack"),
    "target-and-fire": text("Target and fire"),
    "parry": text("Parry"),
    "evade": text("Evade"),
    "move": text("Move"),
    "door": text("Work a door"),
    "task": text("Task"),
}
_DEFENCES = {
    PARRY: Mark(id="parry", label=text("Parrying"), shape="shield", tone="good", rule="PH-77"),
    EVADE: Mark(id="evade", label=text("Evading"), shape="feather", tone="good", rule="PH-78"),
}
FALLEN = {
    Condition.DOWN: Mark(id="down", label=text("Down"), shape="arrow-down", tone="harm", rule="PH-97"),
    Condition.DEAD: Mark(id="dead", label=text("Dead"), shape="skull", tone="harm", rule="PH-97"),
}


def destination(state: BattleState, action: Declaration) -> Text | None:
    """Say where a declared move goes, as far as it was said; None for other actions."""
    path = action.said.get("path")
    said = action.said.get("to") or (path[-1] if path else None)
    return text("to {place}", place=place_words(state, read_place("to", said))) if said else None


def action_words(id_: str) -> Text:
    """Call an action as its button does."""
    return ACTION_WORDS.get(id_) or text(id_)


def surprise_words(own: PhasesState) -> Text:
    """Say when a surprised one may try to react, and how (PH-34, PH-35)."""
    when = text("from the next phase")
    if own.react_from:
        when = text("from phase {react_from}", react_from=own.react_from)
    bonus = text(" with +{react_bonus}", react_bonus=own.react_bonus) if own.react_bonus else ""
    return text("surprised; rolls Reflexes against 8{bonus} {when}", bonus=bonus, when=when)


def marks(combatant: Fighter) -> tuple[Mark, ...]:
    """List what is drawn on the token."""
    state: PhasesState = combatant.state
    found = [FALLEN[state.condition]] if state.condition in FALLEN else []
    if state.trauma and state.condition is Condition.UP:
        label = text("Badly hurt: {hurt}", hurt=joined(LOCATION_WORDS[place] for place in state.trauma))
        found.append(
            Mark(id="trauma", label=label, shape="cross", tone="harm", rule="PH-95", vague=text("Badly hurt"))
        )
    if state.flesh and state.condition is Condition.UP:
        label = counted("{n} flesh wound", "{n} flesh wounds", n=state.flesh)
        found.append(
            Mark(id="flesh", label=label, shape="drop", tone="warn", rule="PH-93", vague=text("Hurt"))
        )
    if state.stunned:
        label = text("Stunned: {stunned_words}", stunned_words=state.stunned_words)
        found.append(Mark(id="stunned", label=label, shape="spiral", tone="warn", rule="PH-101"))
    if not state.aware:
        found.append(Mark(id="unaware", label=text("Unaware"), shape="eye-off", tone="info", rule="PH-31"))
    if state.surprised:
        label = surprise_words(state).large
        rule = "PH-35" if state.react_bonus else "PH-34"
        found.append(Mark(id="surprised", label=label, shape="question", tone="warn", rule=rule))
    if state.defence is not None:
        found.append(_DEFENCES[state.defence])
    if state.action is not None:
        label = text(
            "{action}, due in phase {due}", action=action_words(state.action.id), due=state.action.due
        )
        found.append(Mark(id="waiting", label=label, shape="clock", tone="info", rule="PH-41"))
    if state.targeting is not None:
        label = text("Has a target in sight, aim {aim}", aim=state.aim)
        found.append(Mark(id="targeting", label=label, shape="star", tone="info", rule="PH-60"))
    return tuple(found)


def gauges(combatant: Fighter) -> tuple[Gauge, ...]:
    """Draw traumatic and flesh wounds as pips (PH-90)."""
    state: PhasesState = combatant.state
    count = len(state.trauma) + state.trauma.count("head")
    dead = own.FALL.number(combatant.house, "trauma-dead")
    down = own.FALL.number(combatant.house, "flesh-down")
    return (
        Gauge(label=text("Trauma"), value=min(count, dead), most=dead),
        Gauge(label=text("Flesh wounds"), value=min(state.flesh, down), most=down),
    )


def _ammo(combatant: Fighter, weapon: Weapon) -> Text:
    if weapon.shots is None:
        return Text("")
    left = combatant.state.ammo.get(weapon.id, 0)
    return text("{ammo} of {shots} rounds", ammo=left, shots=weapon.shots)


def _with_ammo(combatant: Fighter, weapon: Weapon) -> Text:
    name, ammo = text(weapon.name), _ammo(combatant, weapon)
    return text("{weapon} ({ammo})", weapon=name, ammo=ammo) if ammo else name


def numbers(combatant: Fighter) -> tuple[Figure, ...]:
    """List what counts in the fight just now."""
    sheet, state = combatant.sheet, combatant.state
    hand = joined(_with_ammo(combatant, weapon) for weapon in sheet.weapons if is_ready(combatant, weapon))
    weighs = str(penalty_of(state.flesh, state.trauma, combatant.house))
    figures = [
        Figure(label=text("Flesh wounds"), value=str(state.flesh), rule="PH-93"),
        Figure(
            label=text("Traumatic wounds"),
            value=joined(LOCATION_WORDS[place] for place in state.trauma) or text("none"),
            rule="PH-95",
        ),
        Figure(
            label=text("Wound penalty"),
            value=weighs.replace("-", "−"),
            rule="PH-96",
        ),
        Figure(label=text("Toughness"), value=text("{dice}d", dice=sheet.attributes.toughness), rule="PH-94"),
        Figure(label=text("Move"), value=_cells(move_of(combatant)), rule="PH-99"),
        Figure(label=text("In hand"), value=hand or text(FIST.name), rule="PH-05"),
    ]
    if state.targeting is not None:
        place = state.targeting.location
        aim = text("{aim} of {most}", aim=state.aim, most=own.AIM.value(combatant.house))
        if place is not None:
            aim = text("{aim}, at the {place}", aim=aim, place=LOCATION_WORDS[place])
        figures.append(Figure(label=text("Aim"), value=aim, rule="PH-64"))
    return tuple(figures)


def _cells(number: int) -> Text:
    return counted("{n} cell", "{n} cells", n=number)


def allowances(combatant: Fighter) -> tuple[Figure, ...]:
    """List what may still be done in this phase (PH-41, PH-45)."""
    state: PhasesState = combatant.state
    if not state.is_able:
        return ()
    if state.action is not None:  # what is free comes before it
        what = action_words(state.action.id)
        return (Figure(label=what, value=text("due in phase {due}", due=state.action.due), rule="PH-50"),)
    free = Figure(
        label=text("Free action"), value=text("not spent") if state.free_left else text("spent"), rule="PH-45"
    )
    return (free, Figure(label=text("Action"), value=text("not declared"), rule="PH-41"))


def sections(combatant: Fighter) -> tuple[Section, ...]:
    """Lay the sheet out."""
    sheet: PhasesSheet = combatant.sheet
    attributes = (
        Figure(label=text("Reflexes"), value=text("{dice}d", dice=sheet.attributes.reflexes), rule="PH-16"),
        Figure(label=text("Initiative"), value=f"+{sheet.initiative}", rule="PH-16"),
        Figure(label=text("Toughness"), value=text("{dice}d", dice=sheet.attributes.toughness), rule="PH-94"),
        Figure(label=text("Move"), value=_cells(sheet.move), rule="PH-99"),
    )
    skills = tuple(
        Figure(label=skill_words(name), value=text("{dice}d", dice=dice), rule="PH-01")
        for name, dice in sheet.skills.items()
    )
    kit = tuple(
        Figure(
            label=text(weapon.name),
            value=what_it_does(weapon),
            rule="PH-05",
            help=_how_ready(combatant, weapon),
        )
        for weapon in (*sheet.weapons, FIST)
    )
    armour = tuple(
        Figure(label=LOCATION_WORDS[place].large, value=str(sheet.armour_at(place)), rule="PH-03")
        for place in LOCATIONS
    )
    worn = joined(text(piece.name) for piece in sheet.armour) or text("none")
    return (
        Section(title=text("Attributes"), figures=attributes),
        Section(title=text("Skills"), figures=skills),
        Section(title=text("Weapons"), figures=kit),
        Section(title=text("Armour: {worn}", worn=worn), figures=armour),
    )


def _how_ready(combatant: Fighter, weapon: Weapon) -> Text:
    in_hand = text("in hand") if is_ready(combatant, weapon) else text("put away")
    modes = joined(MODE_WORDS[mode] for mode in weapon.modes)
    return joined((part for part in (in_hand, _ammo(combatant, weapon), modes) if part), "; ")


def order_note(state: BattleState, who: str) -> Words:
    """Give the initiative total of this phase (PH-43), or what somebody waits for."""
    if not state.running:
        return ""
    total = state.shared.initiative.get(who)
    action = state.combatants[who].state.action if who in state.combatants else None
    note = "" if total is None else str(total)
    if action is None:
        return note
    what = action_words(action.id).low
    return joined((note, what), ": ") if note else what
