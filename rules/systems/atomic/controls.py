"""What the GM sets by touch in Atomic Tomorrow: wounds, how somebody is doing, hands, the turn."""

from rules.engine.gm.controls import (
    PIPS,
    Chip,
    Controls,
    Dial,
    Row,
    any_of,
    conditions,
    one_of,
    others,
    switch,
)
from rules.engine.state import BattleState
from rules.engine.text import text
from rules.systems.atomic.appearance import CONDITION_MARKS
from rules.systems.atomic.house import GRANTED
from rules.systems.atomic.state import (
    MOST_WOUNDS,
    AtomicState,
    Condition,
    Fighter,
    LastStandUse,
)

_ALLOWANCES = (
    ("significant", text("Significant action"), "AT-51"),
    ("move", text("Move"), "AT-52"),
    ("quick", text("Quick action"), "AT-53"),
)


def controls(battle: BattleState, who: str) -> Controls:
    """List them in the order in which a GM needs them."""
    combatant: Fighter = battle.combatants[who]
    state: AtomicState = combatant.state
    carried = ((weapon.id, text(weapon.name)) for weapon in combatant.sheet.weapons)
    return Controls(
        dials=(
            Dial(
                label=text("Wounds"),
                path=("wounds",),
                value=state.wounds,
                high=MOST_WOUNDS,
                most=MOST_WOUNDS,
                shape=PIPS,
                rule="AT-88",
            ),
        ),
        chips=conditions("condition", CONDITION_MARKS, state.condition, Condition.FIT),
        seldom_dials=(
            Dial(label=text("Defences counted"), path=("defences",), value=state.defences, rule="AT-67"),
            Dial(
                label=text("Melee blocks counted"),
                path=("melee_blocks",),
                value=state.melee_blocks,
                rule="AT-71",
            ),
            Dial(
                label=text("Turns that it stays conscious"),
                path=("conscious_rounds",),
                value=state.conscious_rounds,
                optional=True,
                rule="AT-100",
            ),
        ),
        seldom_chips=(
            switch("two_fisted_used", text("Second attack made"), state.two_fisted_used, rule="AT-68"),
            Chip(
                id="last_stand",
                label=text("Last stand tried"),
                is_on=state.last_stand is LastStandUse.USED,
                patch={"last_stand": "unused" if state.last_stand is LastStandUse.USED else "used"},
                rule="AT-97",
            ),
        ),
        seldom_rows=(
            _turn(state),
            any_of("ready", text("In hand"), state.ready, carried, rule="AT-16"),
            _granted(combatant),
            any_of(
                "engaged_with", text("Engaged with"), state.engaged_with, others(battle, who), rule="AT-34"
            ),
        ),
    )


def _turn(state: AtomicState) -> Row:
    chips = tuple(
        Chip(
            id=key,
            label=label,
            is_on=bool(getattr(state.allowances, key)),
            patch={"allowances": {key: 0 if getattr(state.allowances, key) else 1}},
            rule=rule,
        )
        for key, label, rule in _ALLOWANCES
    )
    return Row(id="allowances", label=text("Left of the turn"), chips=chips, rule="AT-50")


def _granted(combatant: Fighter) -> Row:
    penalty = GRANTED.value(combatant.house)
    choices = [(None, text("None")), (0, text("One, without penalty"))]
    if penalty:
        choices.append((penalty, text("One, at {granted}", granted=penalty)))
    return one_of("granted", text("Action of a last stand"), combatant.state.granted, choices, rule="AT-98")
