"""How a combatant is shown: marks, gauges, numbers, what is left, and the sheet laid out for reading."""

from rules.engine.command import read_place
from rules.engine.place_names import place_words
from rules.engine.state import BattleState
from rules.engine.system import Figure, Gauge, Mark, Section
from rules.engine.text import Text, text
from rules.systems.phases import house as own
from rules.systems.phases.sheet.gear import FIST, LOCATIONS, Weapon, location_words, weapon_words
from rules.systems.phases.sheet.sheet import PhasesSheet
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
    "draw": "Draw",
    "holster": "Holster",
    "reload": "Reload",
    "target": "Target",
    "aim": "Aim",
    "attack": "Attack",
    "target-and-fire": "Target and fire",
    "parry": "Parry",
    "evade": "Evade",
    "move": "Move",
    "door": "Work a door",
    "task": "Task",
}
_DEFENCES = {
    PARRY: Mark(id="parry", label="Parrying", shape="shield", tone="good", rule="PH-77"),
    EVADE: Mark(id="evade", label="Evading", shape="feather", tone="good", rule="PH-78"),
}
_FALLEN = {
    Condition.DOWN: Mark(id="down", label="Down", shape="arrow-down", tone="harm", rule="PH-97"),
    Condition.DEAD: Mark(id="dead", label="Dead", shape="skull", tone="harm", rule="PH-97"),
}


def destination(state: BattleState, action: Declaration) -> Text | None:
    """Say where a declared move goes, as far as it was said; None for other actions."""
    path = action.said.get("path")
    said = action.said.get("to") or (path[-1] if path else None)
    return text("to {place}", place=place_words(state, read_place(said, "to"))) if said else None


def surprise_words(own: PhasesState) -> str:
    """Say when a surprised one may try to react, and how (PH-34, PH-35)."""
    when = f"from phase {own.react_from}" if own.react_from else "from the next phase"
    bonus = f" with +{own.react_bonus}" if own.react_bonus else ""
    return f"surprised; rolls Reflexes against 8{bonus} {when}"


def marks(combatant: Fighter) -> tuple[Mark, ...]:
    """List what is drawn on the token."""
    state: PhasesState = combatant.state
    found = [_FALLEN[state.condition]] if state.condition in _FALLEN else []
    if state.trauma and state.condition is Condition.UP:
        hurt = ", ".join(location_words(place) for place in state.trauma)
        label = f"Badly hurt: {hurt}"
        found.append(
            Mark(id="trauma", label=label, shape="cross", tone="harm", rule="PH-95", vague="Badly hurt")
        )
    if state.flesh and state.condition is Condition.UP:
        label = f"{state.flesh} flesh wound{'' if state.flesh == 1 else 's'}"
        found.append(Mark(id="flesh", label=label, shape="drop", tone="warn", rule="PH-93", vague="Hurt"))
    if state.stunned:
        label = f"Stunned: {state.stunned_words}"
        found.append(Mark(id="stunned", label=label, shape="spiral", tone="warn", rule="PH-101"))
    if not state.aware:
        found.append(Mark(id="unaware", label="Unaware", shape="eye-off", tone="info", rule="PH-31"))
    if state.surprised:
        words = surprise_words(state)
        label = words[0].upper() + words[1:]
        rule = "PH-35" if state.react_bonus else "PH-34"
        found.append(Mark(id="surprised", label=label, shape="question", tone="warn", rule=rule))
    if state.defence is not None:
        found.append(_DEFENCES[state.defence])
    if state.action is not None:
        label = f"{ACTION_WORDS.get(state.action.id, state.action.id)}, due in phase {state.action.due}"
        found.append(Mark(id="waiting", label=label, shape="clock", tone="info", rule="PH-41"))
    if state.targeting is not None:
        label = f"Has a target in sight, aim {state.aim}"
        found.append(Mark(id="targeting", label=label, shape="star", tone="info", rule="PH-60"))
    return tuple(found)


def gauges(combatant: Fighter) -> tuple[Gauge, ...]:
    """Draw traumatic and flesh wounds as pips (PH-90)."""
    state: PhasesState = combatant.state
    count = len(state.trauma) + state.trauma.count("head")
    dead = own.FALL.number(combatant.house, "trauma-dead")
    down = own.FALL.number(combatant.house, "flesh-down")
    return (
        Gauge(label="Trauma", value=min(count, dead), most=dead),
        Gauge(label="Flesh wounds", value=min(state.flesh, down), most=down),
    )


def _ammo(combatant: Fighter, weapon: Weapon) -> str:
    return (
        "" if weapon.shots is None else f"{combatant.state.ammo.get(weapon.id, 0)} of {weapon.shots} rounds"
    )


def numbers(combatant: Fighter) -> tuple[Figure, ...]:
    """List what counts in the fight just now."""
    sheet, state = combatant.sheet, combatant.state
    hand = []
    for weapon in sheet.weapons:
        if is_ready(combatant, weapon):
            ammo = _ammo(combatant, weapon)
            hand.append(f"{weapon.name} ({ammo})" if ammo else weapon.name)
    weighs = str(penalty_of(state.flesh, state.trauma, combatant.house))
    figures = [
        Figure(label="Flesh wounds", value=str(state.flesh), rule="PH-93"),
        Figure(
            label="Traumatic wounds",
            value=", ".join(location_words(place) for place in state.trauma) or "none",
            rule="PH-95",
        ),
        Figure(
            label="Wound penalty",
            value=weighs.replace("-", "−"),
            rule="PH-96",
        ),
        Figure(label="Toughness", value=f"{sheet.attributes.toughness}d", rule="PH-94"),
        Figure(label="Move", value=f"{move_of(combatant)} cells", rule="PH-99"),
        Figure(label="In hand", value=", ".join(hand) or FIST.name, rule="PH-05"),
    ]
    if state.targeting is not None:
        place = state.targeting.location
        called = "" if place is None else f", at the {location_words(place)}"
        figures.append(
            Figure(
                label="Aim", value=f"{state.aim} of {own.AIM.value(combatant.house)}{called}", rule="PH-64"
            )
        )
    return tuple(figures)


def allowances(combatant: Fighter) -> tuple[Figure, ...]:
    """List what may still be done in this phase (PH-41, PH-45)."""
    state: PhasesState = combatant.state
    if not state.is_able:
        return ()
    if state.action is not None:  # what is free comes before it
        what = ACTION_WORDS.get(state.action.id, state.action.id)
        return (Figure(label=what, value=f"due in phase {state.action.due}", rule="PH-50"),)
    free = Figure(label="Free action", value="left" if state.free_left else "spent", rule="PH-45")
    return (free, Figure(label="Action", value="not declared", rule="PH-41"))


def sections(combatant: Fighter) -> tuple[Section, ...]:
    """Lay the sheet out."""
    sheet: PhasesSheet = combatant.sheet
    attributes = (
        Figure(label="Reflexes", value=f"{sheet.attributes.reflexes}d", rule="PH-16"),
        Figure(label="Initiative", value=f"+{sheet.initiative}", rule="PH-16"),
        Figure(label="Toughness", value=f"{sheet.attributes.toughness}d", rule="PH-94"),
        Figure(label="Move", value=f"{sheet.move} cells", rule="PH-99"),
    )
    skills = tuple(
        Figure(label=name.replace("-", " ").capitalize(), value=f"{dice}d", rule="PH-01")
        for name, dice in sheet.skills.items()
    )
    kit = tuple(
        Figure(
            label=weapon.name,
            value=weapon_words(weapon).split(", ", 1)[1],
            rule="PH-05",
            help="; ".join(
                part
                for part in (
                    "in hand" if is_ready(combatant, weapon) else "put away",
                    _ammo(combatant, weapon),
                    ", ".join(mode.value for mode in weapon.modes),
                )
                if part
            ),
        )
        for weapon in (*sheet.weapons, FIST)
    )
    armour = tuple(
        Figure(label=location_words(place).capitalize(), value=str(sheet.armour_at(place)), rule="PH-03")
        for place in LOCATIONS
    )
    worn = ", ".join(piece.name for piece in sheet.armour)
    return (
        Section(title="Attributes", figures=attributes),
        Section(title="Skills", figures=skills),
        Section(title="Weapons", figures=kit),
        Section(title=f"Armour: {worn or 'none'}", figures=armour),
    )


def order_note(state: BattleState, who: str) -> str:
    """Give the initiative total of this phase (PH-43), or what somebody waits for."""
    if not state.running:
        return ""
    total = state.shared.initiative.get(who)
    action = state.combatants[who].state.action if who in state.combatants else None
    note = "" if total is None else str(total)
    if action is None:
        return note
    what = ACTION_WORDS.get(action.id, action.id).lower()
    return f"{note}: {what}" if note else what
