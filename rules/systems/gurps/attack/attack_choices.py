"""What a page offers for an attack: all that fits it just now, found by trying it (GU-702).

What is chosen is one flat object; `flat_order` writes it as a command.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.engine.command import Command
from rules.engine.parameters import GIVEN
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Choice, Parameter
from rules.engine.text import Words, text
from rules.map.grid import cell_centre, has_cells
from rules.systems.gurps.attack.attack_order import read_attack
from rules.systems.gurps.attack.choices import DIRECTION_WORDS, OPTION_WORDS, aimed_at, use_words
from rules.systems.gurps.attack.flat_order import spelled_out, usable, variants_of
from rules.systems.gurps.attack.order_parameters import (
    CHOSEN,
    LOCATION,
    MOST_SPLITS,
    MOST_SPRAYED,
    TARGET,
    VARIANT,
    WITH,
)
from rules.systems.gurps.attack.order_words import find_use, read_options
from rules.systems.gurps.attack.strike import LABELS, location_modifier, require_location
from rules.systems.gurps.maneuvers import maneuver_table as mv
from rules.systems.gurps.maneuvers.maneuver_table import MANEUVERS, VARIANT_WORDS, Maneuver
from rules.systems.gurps.moves.arcs import FRONT, arc_of, bearing, directions
from rules.systems.gurps.moves.movement import TO, Pace, reach_of
from rules.systems.gurps.sheet import figure
from rules.systems.gurps.sheet.body import NOTE_ONE, RANDOM, WEAPON
from rules.systems.gurps.sheet.gear import Kind, Use, Weapon
from rules.systems.gurps.sheet.names import ATTRIBUTE_WORDS, called, name_of, weapon_words
from rules.systems.gurps.sheet.natural_weapons import SLAM
from rules.systems.gurps.state import Fighter, held

_NTH = (
    text("second"),
    text("third"),
    text("fourth"),
    text("fifth"),
    text("sixth"),
    text("seventh"),
    text("eighth"),
    text("ninth"),
)
_UNFIT = frozenset(
    {"bad-option", "bad-location", "bad-variant", "rof-too-low", "cannot-brace", "unknown-weapon"}
)
"""The refusals that say that an option does not go with an attack, wherever it is aimed."""


def attack_choices(view: BattleView, command: Command, maneuver: Maneuver) -> tuple[Parameter, ...]:
    """List what fits an attack, and what is said of it already (GU-702)."""
    said = CHOSEN.of(command) or {}
    plain = spelled_out(command)
    actor = view.combatant(command.actor, "actor")
    found = list(_first(view, plain, maneuver, is_fixed=WITH.of(command) is not None))
    try:
        use = find_use(actor, WITH.of(plain))
    except Refusal:
        return tuple(found)
    if isinstance(use, Weapon):
        return tuple(found)
    if not maneuver.is_attack:
        if maneuver.id == mv.AIM:
            found.append(_flag("brace"))
        if maneuver.id == mv.FEINT:
            found.append(_basis(text("Feint on")))
        return (*found, *_movement(view, plain, actor, maneuver))
    target = view.state.combatants.get(TARGET.of(plain) or "")
    if target is not None and use.weapon.area is None:
        found.append(_locations(view, plain, target, use))
        found += _struck(plain, target)

    def fits(key: str, value: Any) -> bool:
        if said.get(key):
            return True  # so that it can be taken back
        tried = spelled_out(replace(command, params={**command.params, "options": {**said, key: value}}))
        try:
            read_attack(view, tried, maneuver, complete=False, out_of_turn=True)
        except Refusal as refusal:
            return refusal.code not in _UNFIT
        return True

    found += _several(view, actor, target, use, said, fits)
    found += _ways_to_strike(plain, use, fits)
    return (*found, *_movement(view, plain, actor, maneuver))


def _first(view: BattleView, plain: Command, maneuver: Maneuver, *, is_fixed: bool) -> Iterator[Parameter]:
    """List how, on what, and with which weapon, unless its button has said that already (`is_fixed`)."""
    actor = view.combatant(plain.actor, "actor")
    variants = variants_of(maneuver)
    if variants:
        yield _choice("variant", text("How"), [Choice(id=v, label=VARIANT_WORDS[v].large) for v in variants])
    if VARIANT.of(plain) == mv.FEINTING:
        yield _basis(text("Feint on"))
    if VARIANT.of(plain) == mv.LONG:
        yield _choice("end_posture", text("Ends"), [Choice(id="crouching", label=text("crouching"))])
    uses = usable(actor, maneuver)
    if len(uses) > 1 and not is_fixed:
        yield _choice(
            "with", text("Weapon"), [Choice(id=use.id, label=use_words(actor, use)) for use in uses]
        )


def _choice(
    id_: str, label: Words, choices: Sequence[Choice], kind: str = "choice", rule: str = ""
) -> Parameter:
    listed = tuple(choices)
    return Parameter(
        id=id_, kind=kind, label=label, optional=True, choices=lambda view, actor: listed, rule=rule
    )


def _flag(id_: str, words: Words = "") -> Parameter:
    rule = LABELS.get(id_, "GU-718")
    return Parameter(id=id_, kind="flag", label=words or OPTION_WORDS[id_], optional=True, rule=rule)


def _basis(label: Words) -> Parameter:
    return _choice("basis", label, attributes("dx", "iq", "st"))


def attributes(*ids: str) -> tuple[Choice, ...]:
    """List attributes to choose from, by the ids that commands give them."""
    return tuple(Choice(id=id_, label=ATTRIBUTE_WORDS[id_.upper()]) for id_ in ids)


def location_choices(view: BattleView, plain: Command, target: Fighter, use: Use) -> tuple[Choice, ...]:
    """List the locations of a target's body on a figure, each with what aiming at it takes (GU-759)."""
    actor = view.combatant(plain.actor, "actor")
    options = read_options(plain)
    chinks, type_ = "chinks" in options, "cut" if "tip-slash" in options else use.damage.type
    facing = (GIVEN.of(plain) or {}).get("facing") or arc_of(view.state, actor, target) or FRONT
    found = []
    for id_, outline in figure.outlines(target.sheet.body).items():
        why: Words = ""
        try:
            require_location(target, id_, type_, chinks)
        except Refusal as refusal:
            why = refusal.text
        modifier = location_modifier(target, id_, None, chinks and not why, facing)
        value = 0 if modifier is None else modifier.value
        place = target.sheet.body.location(id_)
        found.append(
            Choice(
                id=id_,
                label=name_of(place),
                note=f"{value:+d}" if value else "0",
                outline=outline,
                spot=figure.spot(id_, outline),
                caption=figure.caption(target.sheet.body, place),
                why_not=why,
                falls_to=(target.sheet.body.torso.id,) if place.part in NOTE_ONE else (),
                falls_rule="GU-760",
            )
        )
    found.append(Choice(id=RANDOM, label=text("wherever it hits"), note=text("thrown")))
    if held(target):
        found.append(Choice(id=WEAPON, label=text("what it holds")))
    return tuple(found)


def _locations(view: BattleView, plain: Command, target: Fighter, use: Use) -> Parameter:
    places = location_choices(view, plain, target, use)
    return _choice("location", text("Where to"), places, kind="location", rule="GU-759")


def _struck(plain: Command, target: Fighter) -> Iterator[Parameter]:
    disarms = "disarm" in read_options(plain)
    if (LOCATION.of(plain) == WEAPON or disarms) and len(held(target)) > 1:
        yield _choice("weapon", text("Which"), [Choice(id=w.id, label=weapon_words(w)) for w in held(target)])


def _several(
    view: BattleView,
    actor: Fighter,
    target: Fighter | None,
    use: Use,
    said: Mapping[str, Any],
    fits: Callable[[str, Any], bool],
) -> Iterator[Parameter]:
    """List what makes several attacks of one, and what each of them is aimed at (GU-729 to GU-735)."""
    most = 0
    for splits in range(1, MOST_SPLITS + 1):
        if not fits("rapid-strike", splits):
            break
        most = splits
    if most:
        yield _number("rapid-strike", text("Rapid strike, more blows"), 0, most)
    others = [
        other
        for w in held(actor)
        if not w.is_shield and w.id != use.weapon.id
        for mode in w.modes
        if (other := w.use(mode.id)) is not None and fits("dual-weapon", other.id)
    ]
    if others:
        words = [Choice(id=other.id, label=use_words(actor, other)) for other in others]
        yield _choice("dual-weapon", text("And with, −4 each"), words, rule="GU-731")
    sprays = bool(said.get("spraying-fire"))  # and then says of each target how many rounds it gets
    if use.weapon.rof > 1 and fits("rapid-fire", 2) and (said.get("rapid-fire") or not sprays):
        yield _number("rapid-fire", text("Rapid fire, rounds"), 1, use.weapon.rof)
    if fits("spraying-fire", True):
        yield _flag("spraying-fire")
    if said.get("spraying-fire"):
        yield _rounds("shots-1", text("Rounds at the first"), use)
    elif use.is_shotgun and use.weapon.rof > 1:
        yield _rounds("shots", text("Rounds"), use)
    count = _count(said)
    if target is None or count < 2:
        return
    foes = [
        c
        for c in view.state.combatants.values()
        if c.side != actor.side and not c.state.dead and not c.hidden
    ]
    for number in range(2, count + 1):
        nth = _NTH[number - 2]
        if said.get("variant") != mv.DOUBLE:
            people = [Choice(id=c.id, label=called(c)) for c in foes if c.id != target.id]
            yield _choice(f"target-{number}", text("The {nth} at", nth=nth), people, kind="combatant")
        places = [Choice(id=place.id, label=aimed_at(place)) for place in target.sheet.body.locations]
        yield _choice(
            f"location-{number}",
            text("The {nth} where", nth=nth),
            [*places, Choice(id=RANDOM, label=text("wherever"))],
        )
        is_second = bool(said.get("dual-weapon")) and number == count
        modes = (
            [] if is_second else [other for mode in use.weapon.modes if (other := use.weapon.use(mode.id))]
        )
        if len(modes) > 1 and not said.get("spraying-fire"):
            words = [Choice(id=other.id, label=use_words(actor, other)) for other in modes]
            yield _choice(f"with-{number}", text("The {nth} with", nth=nth), words)
        if said.get("spraying-fire") and said.get(f"target-{number}"):
            yield _rounds(f"shots-{number}", text("Rounds at the {nth}", nth=nth), use)


def _rounds(id_: str, label: Words, use: Use) -> Parameter:
    return _number(id_, label, 1, use.weapon.rof)


def _number(id_: str, label: Words, low: int, high: int) -> Parameter:
    return Parameter(id=id_, kind="number", label=label, low=low, high=high, rule=LABELS.get(id_, "GU-728"))


def _count(said: Mapping[str, Any]) -> int:
    """Count the attacks that may be said something of: of a spray one more than have a target (GU-733)."""
    if said.get("spraying-fire"):
        named = [number for number in range(2, MOST_SPRAYED + 1) if said.get(f"target-{number}")]
        return min(MOST_SPRAYED, max(named, default=1) + 1)
    splits = said.get("rapid-strike")
    count = 1 + (splits if type(splits) is int and 0 < splits <= MOST_SPLITS else 0)
    if said.get("variant") == mv.DOUBLE and count == 1:
        count = 2
    return count + bool(said.get("dual-weapon"))


def _ways_to_strike(plain: Command, use: Use, fits: Callable[[str, Any], bool]) -> Iterator[Parameter]:
    if fits("disarm", "dx"):
        yield _choice("disarm", text("Disarm on"), attributes("dx", "st"), rule=LABELS["disarm"])
    for id_ in ("tip-slash", "brace", "chinks", "at-ground"):
        if fits(id_, True):
            yield _flag(id_)
    running = plain.do == mv.MOVE_AND_ATTACK
    if running and use.kind is Kind.MELEE and use.weapon.id != SLAM and fits("slam_damage", True):
        yield _flag("slam_damage", text("Run it through: the damage of a slam"))


# --------------------------------------------------------------------------------------------------- movement
def _movement(view: BattleView, plain: Command, actor: Fighter, maneuver: Maneuver) -> Iterator[Parameter]:
    if maneuver.pace is Pace.NONE or actor.at is None or view.state.map is None:
        return
    steps = maneuver.pace is Pace.STEP
    first = text("Step first") if steps else text("Move first")
    yield _choice("to", first, step_choices(maneuver.pace)(view, actor), kind="cell", rule="GU-704")
    if has_cells(view.state.map.grid):
        near = step_choices(maneuver.pace)(view, actor) if TO.of(plain) is None else ()
        after = text("Step after") if steps else text("Move after")
        yield _choice("then_to", after, near, kind="cell", rule="GU-704")
        faces = [Choice(id=name, label=DIRECTION_WORDS[name]) for name in directions(view.state.map)]
        yield _choice("face", text("Facing"), faces)


_NEAR = 1.5


def step_choices(pace: Pace) -> Callable[[BattleView, Fighter], tuple[Choice, ...]]:
    """Give what lists the cells next to somebody where a pace leads, by their direction (GU-701)."""

    def choices(view: BattleView, actor: Fighter) -> tuple[Choice, ...]:
        battle_map = view.state.map
        if battle_map is None or actor.at is None or not has_cells(battle_map.grid):
            return ()
        grid, here = battle_map.grid, cell_centre(battle_map.grid, actor.at)  # type: ignore[arg-type]
        known = directions(battle_map)
        found = []
        for place, cost in reach_of(view.state, actor, pace).costs.items():
            if isinstance(place, str) or place == actor.at or cost > _NEAR:
                continue
            line = bearing(here, cell_centre(grid, place))
            name = min(known, key=lambda n: min(abs(known[n] - line), 360 - abs(known[n] - line)))
            found.append((line, Choice(id=json.dumps(list(place)), label=DIRECTION_WORDS[name])))
        return tuple(choice for _, choice in sorted(found, key=lambda pair: round(pair[0], 6)))

    return choices


def maneuver_of(actor: Fighter, action: str) -> Maneuver | None:
    """Give the maneuver that an action is; of a waiting one, what is waited with."""
    if action in MANEUVERS:
        return MANEUVERS[action]
    return None if actor.state.wait is None else MANEUVERS[actor.state.wait.then]
