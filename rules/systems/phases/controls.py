"""What the GM sets by touch: wounds by their places, stun, rounds, hands, what somebody is about to do."""

from rules.engine.gm.controls import (
    PIPS,
    Chip,
    Controls,
    Dial,
    Row,
    any_of,
    conditions,
    ended,
    one_of,
    switch,
)
from rules.engine.state import BattleState
from rules.engine.text import Words, text
from rules.systems.phases import house as own
from rules.systems.phases.appearance import FALLEN, action_words
from rules.systems.phases.sheet.gear import LOCATION_WORDS
from rules.systems.phases.state import EVADE, MOST_AIM, PARRY, Condition, Fighter, PhasesState


def controls(battle: BattleState, who: str) -> Controls:
    """List them in the order in which a GM needs them."""
    combatant: Fighter = battle.combatants[who]
    state: PhasesState = combatant.state
    down = own.FALL.number(combatant.house, "flesh-down")
    return Controls(
        dials=(
            Dial(
                label=text("Flesh wounds"),
                path=("flesh",),
                value=state.flesh,
                most=max(down, state.flesh),
                shape=PIPS,
                rule="PH-93",
            ),
            *_rounds(combatant),
            Dial(
                label=text("Stunned"),
                path=("stunned",),
                value=state.stunned,
                unit=text("phases"),
                rule="PH-101",
            ),
        ),
        chips=(
            *conditions("condition", FALLEN, state.condition, Condition.UP),
            switch(
                "surprised", text("Surprised"), state.surprised, shape="question", tone="warn", rule="PH-34"
            ),
            Chip(
                id="aware",
                label=text("Unaware"),
                is_on=not state.aware,
                patch={"aware": not state.aware},
                shape="eye-off",
                tone="info",
                rule="PH-31",
            ),
        ),
        rows=(_trauma(state),),
        seldom_rows=(
            any_of(
                "ready",
                text("In hand"),
                state.ready,
                ((weapon.id, text(weapon.name)) for weapon in combatant.sheet.weapons),
                rule="PH-05",
            ),
            one_of(
                "defence",
                text("Defence"),
                state.defence,
                ((None, text("None")), (PARRY, text("Parrying")), (EVADE, text("Evading"))),
                rule="PH-77",
            ),
        ),
        seldom_dials=(
            Dial(label=text("Aim"), path=("aim",), value=state.aim, high=MOST_AIM, rule="PH-60"),
            Dial(
                label=text("May react from phase"),
                path=("react_from",),
                value=state.react_from,
                optional=True,
                rule="PH-34",
            ),
            Dial(label=text("Bonus to react"), path=("react_bonus",), value=state.react_bonus, rule="PH-35"),
        ),
        seldom_chips=(
            Chip(
                id="free_left",
                label=text("Free action left"),
                is_on=bool(state.free_left),
                patch={"free_left": 0 if state.free_left else 1},
                rule="PH-40",
            ),
            *ended("action", _declared(state), state.action, rule="PH-41"),
            *ended("targeting", text("Has a target in sight"), state.targeting, rule="PH-60"),
        ),
    )


def _rounds(combatant: Fighter) -> tuple[Dial, ...]:
    return tuple(
        Dial(
            label=text("{weapon}: rounds", weapon=text(weapon.name)),
            path=("ammo", weapon.id),
            value=combatant.state.ammo.get(weapon.id, 0),
            most=weapon.shots,
            high=max(weapon.shots, combatant.state.ammo.get(weapon.id, 0)),
            rule="PH-05",
        )
        for weapon in combatant.sheet.weapons
        if weapon.shots is not None
    )


def _trauma(state: PhasesState) -> Row:
    places = ((place, words.large) for place, words in LOCATION_WORDS.items())
    return any_of("trauma", text("Traumatic wounds"), state.trauma, places, rule="PH-95")


def _declared(state: PhasesState) -> Words:
    return text("Declared: {action}", action=action_words(state.action.id)) if state.action else ""
