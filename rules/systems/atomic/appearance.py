"""How a combatant of Atomic Tomorrow is shown: marks, pips, numbers, and the sheet laid out for reading."""

from rules.engine.house.house import House, NumberTable
from rules.engine.state import BattleState
from rules.engine.system import Figure, Gauge, Mark, Section
from rules.engine.text import Text, Words, counted, joined, text
from rules.systems.atomic import house as own
from rules.systems.atomic.harm.injury import hampered, needs_effort
from rules.systems.atomic.sheet.sheet import FIST, AtomicSheet, Attributes, Skills
from rules.systems.atomic.state import MOST_WOUNDS, AtomicState, Condition, Fighter, is_ready
from rules.systems.atomic.weapon_actions import what_it_does

CONDITION_MARKS = {
    Condition.INCAPACITATED: Mark(
        id="incapacitated", label=text("Incapacitated"), shape="spiral", tone="warn", rule="AT-92"
    ),
    Condition.DYING: Mark(id="dying", label=text("Dying"), shape="drop", tone="harm", rule="AT-93"),
    Condition.COLLAPSED: Mark(
        id="collapsed", label=text("Collapsed"), shape="cross", tone="harm", rule="AT-103"
    ),
    Condition.DEAD: Mark(id="dead", label=text("Dead"), shape="skull", tone="harm", rule="AT-89"),
}


def marks(combatant: Fighter) -> tuple[Mark, ...]:
    """List what is drawn on the token: the condition, a last action, a fight hand to hand."""
    state: AtomicState = combatant.state
    found = [CONDITION_MARKS[state.condition]] if state.condition in CONDITION_MARKS else []
    if state.granted is not None and not state.is_out:
        found.append(Mark(id="granted", label=text("Last stand"), shape="star", tone="good", rule="AT-98"))
    if state.is_dying_conscious:
        left = state.conscious_rounds or 0
        label = counted("Conscious: {n} more turn", "Conscious: {n} more turns", n=left)
        found.append(
            Mark(
                id="conscious",
                label=label,
                shape="clock",
                tone="info",
                rule="AT-100",
                vague=text("Conscious"),
            )
        )
    if state.engaged_with:
        found.append(Mark(id="engaged", label=text("Engaged"), shape="sword", tone="info", rule="AT-34"))
    return tuple(found)


def gauges(combatant: Fighter) -> tuple[Gauge, ...]:
    """Draw wounds as pips (AT-88)."""
    return (Gauge(label=text("Wounds"), value=combatant.state.wounds, most=MOST_WOUNDS),)


def numbers(combatant: Fighter) -> tuple[Figure, ...]:
    """List what counts in the fight just now."""
    sheet, state, house = combatant.sheet, combatant.state, combatant.house
    hand = joined(text(w.name) for w in sheet.weapons if is_ready(combatant, w))
    wounds = text("{now} of {most}", now=state.wounds, most=MOST_WOUNDS)
    figures = [
        Figure(label=text("Wounds"), value=wounds, rule="AT-88"),
        Figure(label=text("Parry"), value=str(sheet.skill("parry", house)), rule="AT-70"),
        Figure(label=text("Dodge"), value=str(sheet.skill("dodge", house)), rule="AT-73"),
        Figure(label=text("Soak"), value=str(sheet.soak(house)), rule="AT-86"),
        Figure(label=text("Armour"), value=_worn(sheet), rule="AT-85"),
        Figure(label=text("In hand"), value=hand or text(FIST.name), rule="AT-16"),
    ]
    if sheet.shield:
        block = sheet.skill("parry", house) + own.SHIELD.value(house)
        figures.append(Figure(label=text("Block"), value=str(block), rule="AT-71"))
    if state.defences:
        figures.append(
            Figure(
                label=text("Next defence"),
                value=f"{own.FURTHER_DEFENCE.value(house) * state.defences}",
                rule="AT-67",
                help=counted(
                    "{n} defence counted since the start of the last turn",
                    "{n} defences counted since the start of the last turn",
                    n=state.defences,
                ),
            )
        )
    if needs_effort(combatant):
        hard = f"−{-hampered(house).value}"
        figures.append(
            Figure(
                label=text("GRIT to act"),
                value=str(sheet.incapacitated_action(house)),
                rule="AT-95",
                help=text(
                    "every action and defence needs this roll first, and has {hard} unless it is critical",
                    hard=hard,
                ),
            )
        )
    return tuple(figures)


def _worn(sheet: AtomicSheet) -> Text:
    return joined((text(sheet.armour.name), sheet.armour.rating))


def allowances(combatant: Fighter) -> tuple[Figure, ...]:
    """List what is left of the turn (AT-50), and the action that a last stand granted (AT-98)."""
    state: AtomicState = combatant.state
    lies = state.condition is Condition.DYING and state.granted is None and state.conscious_rounds is None
    if state.is_out or lies:
        return ()  # AT-94: of the dying only a last stand is asked
    left = state.allowances

    def figure(label: Text, count: int, rule: str) -> Figure:
        return Figure(label=label, value=text("not spent") if count else text("spent"), rule=rule)

    figures = [
        figure(text("Significant action"), left.significant, "AT-51"),
        figure(text("Move"), left.move, "AT-52"),
        figure(text("Quick action"), left.quick, "AT-53"),
    ]
    granted = state.granted
    if granted is not None:
        value = text("one, at {granted}", granted=granted) if granted else text("one, without penalty")
        figures.append(Figure(label=text("Last stand"), value=value, rule="AT-98"))
    return tuple(figures)


def sections(combatant: Fighter) -> tuple[Section, ...]:
    """Lay the sheet out."""
    sheet: AtomicSheet = combatant.sheet
    house = combatant.house
    kit = [
        Figure(
            label=text(weapon.name),
            value=what_it_does(weapon),
            rule="AT-13",
            help=text("in hand") if is_ready(combatant, weapon) else text("put away"),
        )
        for weapon in (*sheet.weapons, FIST)
    ]
    kit.append(Figure(label=text("Armour"), value=_worn(sheet), rule="AT-14"))
    kit.append(Figure(label=text("Shield"), value=text("yes") if sheet.shield else text("no"), rule="AT-71"))
    titles = [
        Section(title=text("Skills"), figures=_skills(sheet, house)),
        Section(
            title=text("Worked out"),
            figures=(
                _worked_out(text("Initiative"), sheet.init(house), own.INITIATIVE, "REFLEX", house),
                _worked_out(text("Soak"), sheet.soak(house), own.SOAK, "GRIT", house),
                _worked_out(text("Last stand"), sheet.last_stand(house), own.LAST_STAND, "NERVE", house),
                _worked_out(
                    text("Act at 4 wounds"), sheet.incapacitated_action(house), own.EFFORT, "GRIT", house
                ),
            ),
        ),
        Section(title=text("Weapons and armour"), figures=tuple(kit)),
        Section(title=text("Attributes"), figures=_attributes(sheet)),
    ]
    if sheet.epithet:
        rule = "AT-68" if sheet.is_two_fisted else ""
        titles.insert(
            0,
            Section(title=text("Epithet"), figures=(Figure(label=text(sheet.epithet), value="", rule=rule),)),
        )
    return tuple(titles)


def _worked_out(label: Text, value: int, times: NumberTable, attribute: str, house: House) -> Figure:
    number = times.value(house)
    said = joined((attribute, number), " × ")
    if number != times.usual:
        said = text("{times} (house rule, usually × {usual})", times=said, usual=times.usual)
    return Figure(label=label, value=str(value), rule=times.rule, help=said)


def _attributes(sheet: AtomicSheet) -> tuple[Figure, ...]:
    return tuple(
        Figure(
            label=text(field.title or name),
            value=str(getattr(sheet.attributes, name)),
            rule="AT-01",
            help=text(field.description or ""),
        )
        for name, field in Attributes.model_fields.items()
    )


def _skills(sheet: AtomicSheet, house: House) -> tuple[Figure, ...]:
    def help_for(name: str) -> Words:
        trained = getattr(sheet.skills, name) is not None
        return "" if trained else text("untrained: REFLEX × {times}", times=own.UNTRAINED.value(house))

    return tuple(
        Figure(
            label=text(field.title or name),
            value=str(sheet.skill(name, house)),
            rule="AT-09" if help_for(name) else "AT-08",
            help=help_for(name),
        )
        for name, field in Skills.model_fields.items()
    )


def order_note(state: BattleState, who: str) -> Words:
    """Give the initiative face; who failed acts after all who succeeded (AT-44, AT-45)."""
    rolled = state.shared.initiative.get(who)
    if rolled is None or who not in state.order:
        return ""
    face = f"{rolled.face % 100:02d}"
    return face if rolled.succeeded else text("{face} failed", face=face)
