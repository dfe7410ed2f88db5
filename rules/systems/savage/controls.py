"""What the GM sets by touch: wounds, Bennies, states, hands, the card, and how much of a turn is used."""

from rules.engine.declared.cards import DECK
from rules.engine.gm.controls import PIPS, Chip, Controls, Dial, Row, any_of, one_of, others, switch
from rules.engine.state import BattleState
from rules.engine.text import Text, Words, text
from rules.systems.savage.appearance import card_words
from rules.systems.savage.state import Fighter, SavageState

_STATES: tuple[tuple[str, Text, str, str, str], ...] = (
    ("shaken", text("Shaken"), "bolt", "warn", "SW-140"),
    ("stunned", text("Stunned"), "spiral", "harm", "SW-144"),
    ("prone", text("Prone"), "arrow-down", "info", "SW-145"),
    ("incapacitated", text("Incapacitated"), "cross", "harm", "SW-134"),
    ("bleeding", text("Bleeding out"), "drop", "harm", "SW-138"),
    ("dead", text("Dead"), "skull", "harm", "SW-136"),
    ("surprised", text("Surprised"), "eye-off", "warn", "SW-29"),
    ("on_hold", text("On Hold"), "hand", "info", "SW-30"),
    ("defending", text("Defending"), "shield", "good", "SW-69"),
)
_LASTING: tuple[tuple[str, Text, str, str], ...] = (
    ("vulnerable", text("Vulnerable"), "shield", "SW-143"),
    ("distracted", text("Distracted"), "question", "SW-142"),
)
_FULL = 2
"""Turn ends for which somebody stays Vulnerable or Distracted who becomes it outside the own turn."""


def controls(battle: BattleState, who: str) -> Controls:
    """List them in the order in which a GM needs them."""
    combatant: Fighter = battle.combatants[who]
    state, sheet = combatant.state, combatant.sheet
    if sheet.is_object:
        return Controls(chips=(switch("broken", text("Broken"), state.broken, shape="cross", rule="SW-233"),))
    states = _states(state)
    return Controls(
        dials=_dials(combatant),
        chips=(*states[:3], *_lasting(state), *states[3:]),
        seldom_dials=_seldom_dials(state),
        seldom_chips=(
            switch("joker", text("Joker: +2 on rolls and damage"), state.joker, rule="SW-23"),
            switch("broken", text("Broken"), state.broken, rule="SW-233"),
            switch("ran", text("Has run"), state.ran, rule="SW-61"),
            switch("has_readied", text("Has readied an item"), state.has_readied, rule="SW-60"),
            switch("aim_is_new", text("Aimed in this turn"), state.aim_is_new, rule="SW-27"),
            switch("turn_over", text("Turn is over in free play"), state.turn_over, rule="SW-35"),
        ),
        seldom_rows=(
            any_of(
                "held",
                text("In hand"),
                state.held,
                ((weapon.id, text(weapon.name)) for weapon in sheet.weapons if not weapon.natural),
                rule="SW-08",
            ),
            one_of(
                "card",
                text("Card"),
                state.card,
                ((None, text("None")), *((card, card_words(card).large) for card in DECK)),
                rule="SW-22",
            ),
            *_seldom_rows(battle, combatant),
        ),
    )


def _dials(combatant: Fighter) -> tuple[Dial, ...]:
    state, limit = combatant.state, combatant.sheet.limit
    wounds = Dial(
        label=text("Wounds"),
        path=("wounds",),
        value=state.wounds,
        high=max(limit, state.wounds),
        most=max(limit, state.wounds),
        shape=PIPS,
        rule="SW-07",
    )
    bennies = Dial(label=text("Bennies"), path=("bennies",), value=state.bennies, high=99, rule="SW-51")
    return (wounds, bennies) if wounds.high else (bennies,)


def _states(state: SavageState) -> tuple[Chip, ...]:
    return tuple(
        switch(key, label, getattr(state, key), shape=shape, tone=tone, rule=rule)
        for key, label, shape, tone, rule in _STATES
    )


def _lasting(state: SavageState) -> tuple[Chip, ...]:
    return tuple(
        Chip(
            id=key,
            label=label,
            is_on=bool(getattr(state, key)),
            patch={key: 0 if getattr(state, key) else _FULL},
            shape=shape,
            tone="warn",
            rule=rule,
        )
        for key, label, shape, rule in _LASTING
    )


def _seldom_dials(state: SavageState) -> tuple[Dial, ...]:
    return (
        Dial(
            label=text("Vulnerable, turn ends more"),
            path=("vulnerable",),
            value=state.vulnerable,
            high=_FULL,
            rule="SW-143",
        ),
        Dial(
            label=text("Distracted, turn ends more"),
            path=("distracted",),
            value=state.distracted,
            high=_FULL,
            rule="SW-142",
        ),
        Dial(
            label=text("Hours unconscious"),
            path=("unconscious_hours",),
            value=state.unconscious_hours,
            high=99,
            optional=True,
            rule="SW-134",
        ),
        Dial(
            label=text("Actions declared"),
            path=("actions_declared",),
            value=state.actions_declared,
            low=1,
            high=3,
            rule="SW-62",
        ),
        Dial(
            label=text("Actions used"),
            path=("actions_used",),
            value=state.actions_used,
            high=99,
            rule="SW-62",
        ),
        Dial(
            label=text("Inches moved"), path=("moved",), value=_inches(state.moved), high=1000, rule="SW-61"
        ),
        Dial(
            label=text("Inches gained by running"),
            path=("run_bonus",),
            value=state.run_bonus,
            high=99,
            rule="SW-61",
        ),
        Dial(
            label=text("Inches moved straight on"),
            path=("straight",),
            value=_inches(state.straight),
            high=1000,
            rule="SW-182",
        ),
    )


def _inches(value: float) -> float:
    return int(value) if value == int(value) else value


def _seldom_rows(battle: BattleState, combatant: Fighter) -> tuple[Row, ...]:
    state, none = combatant.state, (None, text("None"))
    weapons: list[tuple[str | None, Words]] = [(w.id, text(w.name)) for w in combatant.sheet.weapons]
    mounts: list[tuple[str | None, Words]] = list(others(battle, combatant.id))
    return (
        one_of("aimed", text("Aims with"), state.aimed, (none, *weapons), rule="SW-68"),
        one_of("mount", text("Rides"), state.mount, (none, *mounts), rule="SW-180"),
    )
