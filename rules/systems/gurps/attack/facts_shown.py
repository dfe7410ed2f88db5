"""The facts of an attack as people read them, and as the GM may overrule them (section 5)."""

from collections.abc import Mapping
from typing import Any

from rules.engine.state import BattleState
from rules.engine.system import Choice, Fact
from rules.systems.gurps.attack.facts import Facts, band
from rules.systems.gurps.sheet.gear import Kind, Use

_RANGED = (Kind.THROWN, Kind.MISSILE)


def shown_facts(
    facts: Facts, use: Use, *, sprays: bool = False, runs: bool = False, state: BattleState | None = None
) -> tuple[Fact, ...]:
    """List the facts of an attack for the aim preview, with what the GM may say instead.

    Args:
        sprays: whether it is spread over several targets (GU-733).
        runs: whether the yards that were run count for its damage (GU-330, GU-718).
        state: of an area, the battle: who may be inside.
    """
    found = [_distance(facts, use.kind)]
    if use.kind in _RANGED:
        found += _at_range(facts)
    found.append(_arc(facts))
    clear, found_in = ("clear", "none"), "GU-503" if use.kind in _RANGED else "GU-504"
    found.append(_yes_no(facts, "line_of_fire", "Line of fire", *clear, found_in))
    found.append(_aware(facts))
    found.append(_number(facts, "visibility", "Lighting", f"{facts.visibility:d}", "GU-753"))
    if runs:
        found.append(_number(facts, "moved", "Run", f"{facts.moved:g} yards this turn", "GU-330"))
    if sprays:
        found += _spraying(facts)
    if use.weapon.area is not None and state is not None:
        found.append(area_fact(state, facts.area, "area" in facts.overruled))
    found.append(_number(facts, "modifier", "GM", f"{facts.modifier:+d}", "GU-753"))
    found.append(_on_defences(facts))
    return tuple(found)


def guard_facts(facts: Facts, *, room: bool) -> tuple[Fact, ...]:
    """List the facts that a defence rests on, for the GM who may overrule them with the answer (GU-500).

    Args:
        room: whether there is a place to give way to (GU-505).
    """
    places = Fact(
        id="space",
        label="Room to give way",
        value=room,
        words="there is" if room else "none",
        rule="GU-505",
        choices=_choices(("true", "there is"), ("false", "none")),
        overruled="space" in facts.overruled,
    )
    return (_arc(facts), _aware(facts), places, _on_defences(facts))


def area_fact(state: BattleState, inside: Mapping[str, float] | None, overruled: bool = False) -> Fact:
    """Say who stands in an area, so many yards from its origin (GU-834); None is as the map says."""
    people = tuple(Choice(id=c.id, label=c.name) for c in state.combatants.values())
    value = {} if inside is None else dict(inside)
    named = [f"{c.label} {value[c.id]:g}" for c in people if c.id in value]
    words = "as the map says" if inside is None else ", ".join(named) or "nobody"
    return Fact(
        id="area",
        label="Inside, yards from the middle",
        value=value,
        words=words,
        rule="GU-834",
        choices=people,
        overruled=overruled,
        each=True,
    )


# ------------------------------------------------------------------------------------------ fact by fact
def _choices(*pairs: tuple[str, str]) -> tuple[Choice, ...]:
    return tuple(Choice(id=id_, label=label) for id_, label in pairs)


def _fact(facts: Facts, id_: str, label: str, words: str, rule: str, **more: Any) -> Fact:
    said = id_ in facts.overruled
    return Fact(
        id=id_, label=label, value=getattr(facts, id_), words=words, rule=rule, overruled=said, **more
    )


def _number(facts: Facts, id_: str, label: str, words: str, rule: str) -> Fact:
    return _fact(facts, id_, label, words, rule, number=True)


def _yes_no(facts: Facts, id_: str, label: str, yes: str, no: str, rule: str) -> Fact:
    words = yes if getattr(facts, id_) else no
    return _fact(facts, id_, label, words, rule, choices=_choices(("true", yes), ("false", no)))


def _distance(facts: Facts, kind: Kind) -> Fact:
    away = f"{facts.distance:g} yard{'' if facts.distance == 1 else 's'}"
    if kind not in _RANGED:
        return _number(facts, "distance", "Distance", away, "GU-303")
    name, penalty = band(facts.distance, facts.speed, facts.house)
    return _number(facts, "distance", "Distance", f"{away}: {name} ({penalty:+d})", "GU-750")


def _at_range(facts: Facts) -> list[Fact]:
    hidden = ""
    if facts.line is not None and facts.line.rays and "cover" not in facts.overruled:
        rays = len(facts.line.rays)
        hidden = f": {round(facts.line.cover_share * rays)} of {rays} rays hidden"
    covers = _choices(("none", "no cover"), ("light", "light"), ("heavy", "heavy"), ("full", "full"))
    return [
        _number(facts, "speed", "Target's speed", f"{facts.speed:g} yards a second", "GU-750"),
        _fact(facts, "cover", "Cover", f"{facts.cover}{hidden}", "GU-503", choices=covers),
        _yes_no(facts, "close_quarters", "Close quarters", "an enemy within a yard", "nobody near", "GU-751"),
        _yes_no(facts, "surface", "To lean on", "something at hand", "nothing", "GU-741"),
    ]


def _arc(facts: Facts) -> Fact:
    arcs = _choices(("front", "from the front"), ("side", "from the side"), ("back", "from behind"))
    words = "from behind" if facts.facing == "back" else f"from the {facts.facing}"
    return _fact(facts, "facing", "Arc", words, "GU-502", choices=arcs)


def _aware(facts: Facts) -> Fact:
    return _yes_no(facts, "aware", "Target", "sees it coming", "unaware: cannot defend", "GU-810")


def _on_defences(facts: Facts) -> Fact:
    return _number(facts, "defence_modifier", "GM, on defences", f"{facts.defence_modifier:+d}", "GU-811")


def _spraying(facts: Facts) -> list[Fact]:
    between = ", ".join(f"{gap:g}" for gap in facts.gaps) or "as the map says"
    gaps = _fact(facts, "gaps", "Yards between targets", between, "GU-733", number=True, many=True)
    return [_yes_no(facts, "in_arc", "Targets", "within 30 degrees", "too far apart", "GU-733"), gaps]
