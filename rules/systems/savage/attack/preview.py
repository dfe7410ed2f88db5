"""What is shown before an attack is made: facts, notes, and the weapon in words."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.engine.dice import Modifier
from rules.engine.state import BattleState
from rules.engine.system import Choice, Fact
from rules.systems.savage.attack.attack import Attack, Mode, Numbers
from rules.systems.savage.attack.damage import (
    covers_of,
    damage_of,
    damage_roll,
    location_of,
    toughness_against,
)
from rules.systems.savage.attack.facts import COVER, LIGHT, RANGES
from rules.systems.savage.sheet.gear import Weapon


def weapon_words(weapon: Weapon) -> str:
    """Name a weapon with what it does and how far: `Pistol, 2d6, AP 1, 12/24/48`."""
    parts = [weapon.name, "1-3d6" if weapon.shotgun else str(weapon.damage or "no damage")]
    if weapon.ap:
        parts.append(f"AP {weapon.ap}")
    if weapon.range is not None:
        parts.append("/".join(str(inches) for inches in weapon.range))
    if weapon.rof > 1:
        parts.append(f"RoF {weapon.rof}")
    if weapon.template is not None:
        parts.append(weapon.template.value.replace("-", " "))
    if weapon.reach:
        parts.append(f"reach {weapon.reach}")
    return ", ".join(parts)


def roll_words(state: BattleState, attack: Attack, numbers: Numbers) -> str:
    """Say what is rolled first: `Fighting d8, 3 dice`."""
    many = f", {numbers.roll.dice} dice" if numbers.roll.dice > 1 else ""
    wild = " and a wild d6" if state.combatants[attack.attacker].sheet.wild_card else ""
    return f"{numbers.skill.replace('-', ' ').capitalize()} d{numbers.die.sides}{many}{wild}"


def notes_of(state: BattleState, attack: Attack) -> tuple[Modifier, ...]:
    """List what counts after the roll: the damage, what it must reach, who else is caught."""
    notes = [Modifier(f"damage {damage_of(attack, state.house)}", 0, "SW-120")]
    if attack.mode is Mode.AREA:
        notes += _area_notes(state, attack)
    elif attack.target is not None:
        notes += damage_roll(state, attack, attack.target, with_raise=False).modifiers
        against = toughness_against(attack, state.combatants[attack.target])
        notes.append(Modifier(f"against Toughness {against} ({location_of(attack).value})", 0, "SW-122"))
    if attack.mode is Mode.AREA:
        names = _names(state, attack, attack.facts.caught) or "nobody"
        notes.append(Modifier(f"catches {names}", 0, "SW-164"))
    names = _names(state, attack, attack.facts.bystanders)
    if names and attack.mode is Mode.RANGED:
        notes.append(Modifier(f"a stray shot may hit {names}", 0, "SW-220"))
    return tuple(notes)


def _area_notes(state: BattleState, attack: Attack) -> list[Modifier]:
    """List against whom which damage counts, and what covers them from a blast (SW-122, SW-168)."""
    covers = covers_of(state, attack, attack.at, attack.facts.caught)
    notes = []
    for who in attack.facts.caught:
        target = state.combatants[who]
        name, against = _names(state, attack, (who,)), toughness_against(attack, target)
        if not name:
            continue
        notes.append(Modifier(f"{name}: against Toughness {against}", 0, "SW-122"))
        cover = covers.get(who, "none")
        for modifier in damage_roll(state, attack, who, with_raise=False, cover=cover).modifiers:
            notes.append(replace(modifier, label=f"{name}: {modifier.label}"))
    return notes


def _names(state: BattleState, attack: Attack, which: Sequence[str]) -> str:
    """Name some combatants, but for those whom the attacker's side cannot know of."""
    side = state.combatants[attack.attacker].side
    found = (state.combatants[id_] for id_ in which)
    return ", ".join(c.name for c in found if c.side == side or not c.hidden)


_COVERS = tuple(Choice(id=word, label=f"{word} cover" if n else "no cover") for word, n in COVER.items())
_LIGHTS = tuple(Choice(id=word, label=word) for word in LIGHT)
_RANGES = tuple(Choice(id=word, label=word) for word in RANGES[:-1])


def shown_facts(state: BattleState, attack: Attack) -> tuple[Fact, ...]:
    """List the facts that count for this attack, with what the GM may say instead."""
    facts = attack.facts

    def fact(id_: str, label: str, value: object, words: str, rule: str, **more: object) -> Fact:
        said = id_ in facts.overruled
        return Fact(id=id_, label=label, value=value, words=words, rule=rule, overruled=said, **more)  # type: ignore[arg-type]

    inches = f'{facts.distance}"'
    found = [fact("distance", "Distance", facts.distance, inches, "SW-55", number=True)]
    if attack.bracket is not None:
        words = f"{attack.bracket} range"
        found.append(fact("range", "Range", attack.bracket, words, "SW-82", choices=_RANGES))
    if attack.mode is Mode.RANGED:
        words = _cover_words(attack)
        found.append(fact("cover", "Cover", facts.cover, words, "SW-56", choices=_COVERS))
    clear = "clear" if facts.line_of_fire else "blocked"
    lines = (Choice(id="clear", label="clear"), Choice(id="blocked", label="blocked"))
    found.append(fact("line_of_fire", "Line of fire", clear, clear, "SW-56", choices=lines))
    found.append(fact("light", "Lighting", facts.light, facts.light, "SW-85", choices=_LIGHTS))
    if attack.mode is Mode.RANGED:
        speed = f"{facts.speed_penalty}" if facts.speed_penalty else "no matter"
        found.append(fact("speed_penalty", "Speed", facts.speed_penalty, speed, "SW-85", number=True))
    if attack.options.charge:
        run_up = f'{facts.straight_move:g}" straight'
        found.append(fact("straight_move", "Run-up", facts.straight_move, run_up, "SW-182", number=True))
    return (*found, *_who_is_where(state, attack))


_WHO: Mapping[Mode, tuple[tuple[str, str, str], ...]] = {
    Mode.MELEE: (
        ("adjacent_foes", "Foes next to the target", "SW-76"),
        ("adjacent_allies", "Its friends next to it", "SW-76"),
    ),
    Mode.RANGED: (
        ("engaged_by", "Enemies next to the shooter", "SW-88"),
        ("bystanders", "Bystanders", "SW-220"),
    ),
    Mode.AREA: (
        ("engaged_by", "Enemies next to the shooter", "SW-88"),
        ("caught", "Caught", "SW-164"),
    ),
}
"""Whom each kind of attack counts: the fact, its name, its rule; with zones alone the GM says it (SW-R61)."""


def _who_is_where(state: BattleState, attack: Attack) -> list[Fact]:
    found = []
    for id_, label, rule in _WHO[attack.mode]:
        counted: tuple[str, ...] = getattr(attack.facts, id_)
        things = id_ == "caught"  # only a blast makes no difference between people and things
        others = (c for c in state.combatants.values() if things or not c.sheet.is_object)
        found.append(
            Fact(
                id=id_,
                label=label,
                value=counted,
                words=_names(state, attack, counted) or "nobody",
                rule=rule,
                choices=tuple(Choice(id=c.id, label=c.name) for c in others),
                overruled=id_ in attack.facts.overruled,
                many=True,
            )
        )
    return found


def _cover_words(attack: Attack) -> str:
    facts, line = attack.facts, attack.facts.line
    words = "no cover" if facts.cover == "none" else f"{facts.cover} cover"
    if line is None or not line.rays or not line.cover_share or "cover" in facts.overruled:
        return words
    hidden = round(line.cover_share * len(line.rays))
    behind = f" by {', '.join(line.named_cover)}" if line.named_cover else ""
    return f"{words}: {hidden} of {len(line.rays)} rays hidden{behind}"
