"""What the GM sets by touch: stamina, wounds, ticks, rounds, conditions, cover, hands, points of fate."""

from collections.abc import Mapping

from rules.engine.gm.controls import (
    BAR,
    PIPS,
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
from rules.engine.text import Text, Words, text
from rules.systems.tesseris.appearance import LOOKS, STANCES
from rules.systems.tesseris.names import called
from rules.systems.tesseris.sheet.gear import COVER, LOCATIONS
from rules.systems.tesseris.state import SOCIAL, Fighter, TesserisState, max_stamina
from rules.systems.tesseris.turns.ticks import full_ticks

_SHORT = {"bloodied": text("Bloodied"), "suppressed": text("Suppressed")}
_PLAIN_STANCES: Mapping[str, Text] = {
    "all-out": text("All-out attack"),
    "guarded": text("Guarded"),
    "total-defense": text("Total defence"),
    "sprint": text("Sprinting"),
    "no-attacks": text("No attacks"),
    "overwatch": text("On overwatch"),
    "covering-fire": text("Covering fire"),
}
_OFTEN = ("prone", "bleeding", "dazed", "stunned", "grappled", "unconscious")
"""What is set most often, and stands first."""
_FOLLOWS = frozenset({"bloodied"})
"""What follows from the stamina, whatever is set (TS-306)."""


def controls(battle: BattleState, who: str) -> Controls:
    """List them in the order in which a GM needs them."""
    combatant: Fighter = battle.combatants[who]
    state: TesserisState = combatant.state
    weapons: list[tuple[str, Words]] = [(weapon.id, weapon.words) for weapon in combatant.sheet.weapons]
    return Controls(
        dials=(*_body(combatant), *_rounds(combatant)),
        chips=(
            *(_condition(state, id_) for id_ in _OFTEN),
            *(_condition(state, id_) for id_ in LOOKS if id_ not in {*SOCIAL, *_OFTEN, *_FOLLOWS}),
            switch("dying", text("Bleeding out"), state.dying, shape="skull", tone="harm", rule="TS-274"),
            switch("dead", text("Dead"), state.dead, shape="skull", tone="harm", rule="TS-275"),
        ),
        seldom_dials=(*_points(state), *_seldom_dials(state)),
        seldom_chips=_seldom_chips(state),
        seldom_rows=(
            any_of("held", text("In hand"), state.held, weapons, rule="TS-183"),
            _cover(state),
            Row(
                id="mind",
                label=text("Mind and heart"),
                chips=tuple(_condition(state, id_) for id_ in LOOKS if id_ in SOCIAL),
                rule="TS-317",
            ),
            any_of("jammed", text("Jammed"), state.jammed, weapons, rule="TS-222"),
            any_of(
                "stance",
                text("Stance"),
                state.stance,
                ((id_, _PLAIN_STANCES[id_]) for id_ in STANCES),
                rule="TS-146",
            ),
            one_of(
                "aim",
                text("Aims for"),
                state.aim,
                ((None, text("None")), *((place, called(place).large) for place in LOCATIONS)),
                rule="TS-180",
            ),
            any_of("hands_used", text("Used this turn"), state.hands_used, weapons, rule="TS-183"),
        ),
        lines=_lines(state),
    )


def _body(combatant: Fighter) -> tuple[Dial, ...]:
    sheet, state = combatant.sheet, combatant.state
    most = max_stamina(sheet, state.wounds)
    full = full_ticks(combatant)
    return (
        Dial(
            label=text("Stamina"),
            path=("stamina",),
            value=min(state.stamina, most),
            high=most,
            most=most,
            shape=BAR,
            rule="TS-006",
        ),
        Dial(
            label=text("Wounds"),
            path=("wounds",),
            value=state.wounds,
            most=max(sheet.deadly, state.wounds),
            shape=PIPS,
            rule="TS-260",
        ),
        Dial(
            label=text("Ego"),
            path=("ego",),
            value=state.ego,
            most=max(sheet.full_ego, state.ego),
            high=max(sheet.full_ego, state.ego),
            shape=BAR,
            rule="TS-333",
        ),
        Dial(
            label=text("Ticks"),
            path=("ticks",),
            value=state.ticks,
            most=max(full, state.ticks),
            rule="TS-060",
        ),
    )


def _rounds(combatant: Fighter) -> tuple[Dial, ...]:
    state = combatant.state
    return tuple(
        Dial(
            label=text("{weapon}: rounds", weapon=weapon.words),
            path=("ammo", weapon.id),
            value=state.ammo.get(weapon.id, weapon.magazine),
            most=weapon.magazine,
            high=max(weapon.magazine, state.ammo.get(weapon.id, 0)),
            rule="TS-028",
        )
        for weapon in combatant.sheet.weapons
        if weapon.magazine is not None
    )


def _points(state: TesserisState) -> tuple[Dial, ...]:
    return tuple(
        Dial(label=label, path=(key,), value=getattr(state, key), rule=rule)
        for label, key, rule in (
            (text("Mayhem"), "mayhem", "TS-280"),
            (text("Fate"), "fate", "TS-276"),
            (text("Dapper"), "dapper", "TS-334"),
        )
    )


def _condition(state: TesserisState, id_: str) -> Chip:
    label, shape, tone, rule = LOOKS[id_]
    there = id_ in state.conditions
    fresh = {"rounds": 2} if id_ in _COUNTED else {}
    return Chip(
        id=id_,
        label=_SHORT.get(id_, label),
        is_on=there,
        patch={"conditions": {id_: None if there else fresh}},
        shape=shape,
        tone=tone,
        rule=rule,
    )


_COUNTED = frozenset({"dazed", "stunned", "staggered"})
"""What passes by itself after some rounds (TS-321)."""


def _cover(state: TesserisState) -> Row:
    cover = state.cover
    chips = [
        Chip(id="open", label=text("None"), is_on=cover is None, patch={"cover": None}),
        *(
            Chip(
                id=material,
                label=called(material).large,
                is_on=cover is not None and cover.material == material,
                patch={"cover": {"material": material}},
            )
            for material in COVER
        ),
    ]
    return Row(id="cover", label=text("Cover taken"), chips=tuple(chips), is_one=True, rule="TS-283")


_SELDOM: tuple[tuple[Text, str, str], ...] = (
    (text("Ticks borrowed"), "debt", "TS-064"),
    (text("Ticks that it may borrow"), "may_borrow", "TS-064"),
    (text("Ticks lost next round"), "lost_ticks", "TS-125"),
    (text("Delays"), "delays", "TS-060"),
    (text("Attacks made"), "attacks", "TS-233"),
    (text("Defences tried"), "defences", "TS-244"),
    (text("Re-rolls"), "rerolls", "TS-181"),
    (text("Assistance"), "assist", "TS-335"),
    (text("Inspiration"), "inspired", "TS-335"),
    (text("Rounds of dying"), "dying_rounds", "TS-274"),
    (text("Better at looking around"), "alert", "TS-234"),
    (text("Ego by who is near"), "cheer", "TS-333"),
)


def _seldom_dials(state: TesserisState) -> tuple[Dial, ...]:
    found = [
        Dial(
            label=text("Initiative"),
            path=("initiative",),
            value=state.initiative,
            low=-9999,
            optional=True,
            rule="TS-060",
        ),
        *(
            Dial(label=label, path=(key,), value=getattr(state, key), rule=rule)
            for label, key, rule in _SELDOM
        ),
        Dial(label=text("Height"), path=("elevation",), value=state.elevation, low=-9999, rule="TS-160"),
    ]
    found += [
        Dial(
            label=text("{condition}: rounds more", condition=_SHORT.get(id_, LOOKS[id_][0])),
            path=("conditions", id_, "rounds"),
            value=data["rounds"],
            beside=data,
            rule=LOOKS[id_][3],
        )
        for id_, data in state.conditions.items()
        if type(data.get("rounds")) is int
    ]
    if state.cover is not None:
        found.append(
            Dial(
                label=text("Damage to the cover"),
                path=("cover", "damage"),
                value=state.cover.damage,
                rule="TS-285",
            )
        )
    if state.fear is not None:
        found += [
            Dial(
                label=text("Fear: difficulty"),
                path=("fear", "difficulty"),
                value=state.fear.difficulty,
                rule="TS-187",
            ),
            Dial(
                label=text("Fear: rounds old"),
                path=("fear", "rounds"),
                value=state.fear.rounds,
                rule="TS-187",
            ),
        ]
    return tuple(found)


_SIGNS: tuple[tuple[str, Text, str], ...] = (
    ("free_reaction", text("Free reaction there"), "TS-062"),
    ("crippled", text("Crippled: lives by burnt fate"), "TS-276"),
    ("mounted", text("Mounted"), "TS-160"),
    ("moved", text("Has moved"), "TS-160"),
    ("just_moved", text("Moved last"), "TS-099"),
    ("has_stepped", text("Quick step used"), "TS-162"),
    ("has_attacked", text("Has attacked"), "TS-146"),
    ("has_aimed", text("Aim of the round used"), "TS-180"),
    ("aim_is_new", text("Aimed since its last turn"), "TS-180"),
    ("is_guarding", text("Guarding"), "TS-108"),
    ("is_inspired_now", text("Inspired this turn"), "TS-335"),
)


def _seldom_chips(state: TesserisState) -> tuple[Chip, ...]:
    found = [switch(key, label, getattr(state, key), rule=rule) for key, label, rule in _SIGNS]
    if state.cover is not None:
        hunkered = state.cover.hunkered
        found.append(
            Chip(
                id="hunkered",
                label=text("Hunkered down"),
                is_on=hunkered,
                patch={"cover": {"hunkered": not hunkered}},
                rule="TS-283",
            )
        )
    return (
        *found,
        *ended("swordpoint", text("Holds at swordpoint"), state.swordpoint, rule="TS-340"),
        *ended("held_by", text("Held at swordpoint"), state.held_by, rule="TS-340"),
        *ended("watch", text("On overwatch"), state.watch, rule="TS-131"),
        *ended("fear", text("Afraid"), state.fear, rule="TS-187"),
        *ended("manipulated", text("Talked into something"), state.manipulated, rule="TS-330"),
    )


def _lines(state: TesserisState) -> tuple[Line, ...]:
    if state.manipulated is None:
        return ()
    action = state.manipulated.action
    label = text("Talked into")
    return (Line(label=label, path=("manipulated", "action"), value=action, optional=False, rule="TS-330"),)
