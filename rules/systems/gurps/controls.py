"""What the GM sets by touch: hit and fatigue points, posture, stun, what is crippled, hands, rounds."""

from rules.engine.gm.controls import (
    BAR,
    HIGHEST,
    Chip,
    Controls,
    Dial,
    Line,
    Row,
    any_of,
    ended,
    one_of,
    switch,
)
from rules.engine.state import BattleState
from rules.engine.text import Text, Words, as_text, text
from rules.systems.gurps.maneuvers.maneuver_table import MANEUVERS, in_force
from rules.systems.gurps.sheet.names import name_of, weapon_words
from rules.systems.gurps.state import DIRECTIONS, POSTURE_WORDS, Fighter, GurpsState, Posture

_STATES: tuple[tuple[str, Text, str, str, str], ...] = (
    ("stunned", text("Stunned"), "spiral", "warn", "GU-1001"),
    ("unconscious", text("Unconscious"), "cross", "harm", "GU-1004"),
    ("mortal", text("Mortally wounded"), "drop", "harm", "GU-1020"),
    ("dead", text("Dead"), "skull", "harm", "GU-1018"),
)
_FACINGS: dict[str, Text] = {
    "n": text("North"),
    "ne": text("North-east"),
    "e": text("East"),
    "se": text("South-east"),
    "s": text("South"),
    "sw": text("South-west"),
    "w": text("West"),
    "nw": text("North-west"),
}


def controls(battle: BattleState, who: str) -> Controls:
    """List them in the order in which a GM needs them."""
    combatant: Fighter = battle.combatants[who]
    state: GurpsState = combatant.state
    return Controls(
        dials=(
            *_points(combatant),
            *_rounds(combatant),
            _dial(text("Shock"), "shock", state.shock, "GU-915", 8),
        ),
        chips=(
            *(
                switch(key, label, getattr(state, key), shape=shape, tone=tone, rule=rule)
                for key, label, shape, tone, rule in _STATES
            ),
            Chip(
                id="mental_stun",
                label=text("Surprised"),
                is_on=state.mental_stun is not None,
                patch={"mental_stun": {} if state.mental_stun is None else None},
                shape="question",
                tone="warn",
                rule="GU-607",
            ),
            *(
                Chip(
                    id=posture,
                    label=words.large,
                    is_on=state.posture is posture,
                    patch={"posture": Posture.STANDING if state.posture is posture else posture},
                    shape="arrow-down",
                    tone="warn",
                    rule="GU-1005",
                )
                for posture, words in POSTURE_WORDS.items()
                if posture is not Posture.STANDING
            ),
        ),
        seldom_dials=_seldom_dials(combatant),
        seldom_chips=_seldom_chips(state),
        seldom_rows=(
            _ready(combatant),
            any_of("crippled", text("Crippled"), state.crippled, _places(combatant), rule="GU-1006"),
            *_seldom_rows(combatant),
        ),
        lines=(
            Line(
                label=text("Concentrates on"),
                path=("concentrating",),
                value=state.concentrating or "",
                rule="GU-720",
            ),
            Line(label=text("Note"), path=("note",), value=state.note, optional=False),
        ),
    )


def _dial(label: Words, key: str, value: float, rule: str, high: int = HIGHEST) -> Dial:
    return Dial(label=label, path=(key,), value=value, high=high, rule=rule)


def _points(combatant: Fighter) -> tuple[Dial, ...]:
    state, sheet = combatant.state, combatant.sheet
    return tuple(
        Dial(
            label=label,
            path=(key,),
            value=value,
            low=min(-5 * full, value),
            high=max(full, value),
            most=full,
            shape=BAR,
            rule=rule,
        )
        for label, key, value, full, rule in (
            (text("HP"), "hp", state.hp, sheet.full_hp, "GU-914"),
            (text("FP"), "fp", state.fp, sheet.full_fp, "GU-912"),
        )
    )


def _rounds(combatant: Fighter) -> tuple[Dial, ...]:
    state = combatant.state
    return tuple(
        Dial(
            label=text("{weapon}: rounds", weapon=weapon_words(weapon)),
            path=("ammo", weapon.id),
            value=state.ammo.get(weapon.id, weapon.shots),
            most=weapon.shots,
            high=max(weapon.shots, state.ammo.get(weapon.id, 0)),
            rule="GU-305",
        )
        for weapon in combatant.sheet.weapons
        if weapon.shots is not None
    )


def _ready(combatant: Fighter) -> Row:
    state = combatant.state
    chips = tuple(
        Chip(
            id=weapon.id,
            label=weapon_words(weapon),
            is_on=state.ready.get(weapon.id, False),
            patch={"ready": {weapon.id: not state.ready.get(weapon.id, False)}},
        )
        for weapon in combatant.sheet.weapons
        if not weapon.unarmed
    )
    return Row(id="ready", label=text("Ready"), chips=chips, rule="GU-306")


def _places(combatant: Fighter) -> list[tuple[str, Words]]:
    places = combatant.sheet.body.locations
    return [(place.id, as_text(name_of(place)).large) for place in places if place.cripples is not None]


def _seldom_dials(combatant: Fighter) -> tuple[Dial, ...]:
    state, sheet = combatant.state, combatant.sheet
    found = [
        _dial(text("Shock in the next turn"), "shock_pending", state.shock_pending, "GU-915", 8),
        _dial(text("Dodges tried"), "dodges", state.dodges, "GU-811"),
    ]
    for weapon in sheet.weapons:
        if not weapon.unarmed:
            found += [
                Dial(
                    label=text("{weapon}: parries tried", weapon=weapon_words(weapon)),
                    path=("parries", weapon.id),
                    value=state.parries.get(weapon.id, 0),
                    rule="GU-811",
                )
            ]
        if weapon.shots is not None:
            found.append(
                Dial(
                    label=text("{weapon}: seconds of reloading", weapon=weapon_words(weapon)),
                    path=("reloading", weapon.id),
                    value=state.reloading.get(weapon.id, 0),
                    rule="GU-305",
                )
            )
    found += [
        Dial(
            label=text("{place}: DR lost", place=as_text(name_of(place)).large),
            path=("dr_lost", place.id),
            value=state.dr_lost[place.id],
            rule="GU-219",
        )
        for place in sheet.body.locations
        if place.id in state.dr_lost
    ]
    moved = int(state.moved) if state.moved == int(state.moved) else state.moved
    found.append(_dial(text("Yards moved"), "moved", moved, "GU-701"))
    return (*found, _dial(text("Attempts at surgery"), "surgery_attempts", state.surgery_attempts, "GU-1020"))


def _seldom_chips(state: GurpsState) -> tuple[Chip, ...]:
    maneuver = in_force(state)
    return (
        switch("destroyed", text("Destroyed"), state.destroyed, rule="GU-1018"),
        switch("blocked", text("Has blocked"), state.blocked, rule="GU-811"),
        switch("retreated", text("Has retreated"), state.retreated, rule="GU-811"),
        switch("closed", text("Turn is over"), state.closed, rule="GU-601"),
        *ended(
            "maneuver",
            text("Maneuver: {maneuver}", maneuver=maneuver.label) if maneuver else text("A maneuver"),
            state.maneuver,
            rule="GU-601",
        ),
        *ended("aim", text("Aiming"), state.aim, rule="GU-710"),
        *ended("evaluate", text("Evaluating"), state.evaluate, rule="GU-716"),
        *ended("feint", text("Has feinted"), state.feint, rule="GU-717"),
        *ended("riposte", text("Riposte"), state.riposte, rule="GU-717"),
        *ended("braced", text("Braced"), state.braced, rule="GU-741"),
        *ended(
            "wait",
            text("Waiting: {what}", what=state.wait.trigger or MANEUVERS[state.wait.then].label)
            if state.wait
            else "",
            state.wait,
            rule="GU-722",
        ),
        *ended("zone", text("Keeps a place under fire"), state.zone, rule="GU-712"),
    )


def _seldom_rows(combatant: Fighter) -> tuple[Row, ...]:
    state, sheet = combatant.state, combatant.sheet
    eyes = [(eye.id, as_text(name_of(eye)).large) for eye in sheet.body.eyes()]
    things = [(weapon.id, weapon_words(weapon)) for weapon in sheet.weapons if not weapon.unarmed]
    facings = ((id_, _FACINGS[id_]) for id_ in DIRECTIONS)
    return (
        any_of("blind", text("Blind"), state.blind, eyes, rule="GU-753"),
        one_of("facing", text("Facing"), state.facing, ((None, text("None")), *facings), rule="GU-507"),
        any_of("dropped", text("Dropped"), state.dropped, things, rule="GU-306"),
        any_of("broken", text("Broken"), state.broken, things, rule="GU-306"),
    )
