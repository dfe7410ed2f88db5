"""What is shown before an attack is made: facts, notes, and the weapon in words."""

from collections.abc import Sequence

from rules.engine.dice import Modifier
from rules.engine.state import BattleState
from rules.engine.system import Choice, Fact
from rules.systems.savage.attack import Attack, Mode, Numbers
from rules.systems.savage.damage import damage_of, damage_roll, location_of, toughness_against
from rules.systems.savage.facts import COVER, LIGHT, RANGES
from rules.systems.savage.gear import Weapon


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
    notes = [Modifier(f"damage {damage_of(attack)}", 0, "SW-120")]
    hit = attack.target or next(iter(attack.facts.caught), None)
    if hit is not None:
        roll = damage_roll(state, attack, hit, with_raise=False)
        notes += roll.modifiers
        target = state.combatants[hit]
        against = toughness_against(attack, target)
        notes.append(Modifier(f"against Toughness {against} ({location_of(attack).value})", 0, "SW-122"))
    if attack.mode is Mode.AREA:
        names = _names(state, attack, attack.facts.caught) or "nobody"
        notes.append(Modifier(f"catches {names}", 0, "SW-164"))
    names = _names(state, attack, attack.facts.bystanders)
    if names and attack.mode is Mode.RANGED:
        notes.append(Modifier(f"a stray shot may hit {names}", 0, "SW-220"))
    return tuple(notes)


def _names(state: BattleState, attack: Attack, which: Sequence[str]) -> str:
    """Name some combatants, but for those whom the attacker's side cannot know of."""
    side = state.combatants[attack.attacker].side
    found = (state.combatants[id_] for id_ in which)
    return ", ".join(c.name for c in found if c.side == side or not c.hidden)


_COVERS = tuple(Choice(id=word, label=f"{word} cover" if n else "no cover") for word, n in COVER.items())
_LIGHTS = tuple(Choice(id=word, label=word) for word in LIGHT)
_RANGES = tuple(Choice(id=word, label=word) for word in RANGES[:-1])


def shown_facts(attack: Attack) -> tuple[Fact, ...]:
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
    found.append(fact("light", "Light", facts.light, facts.light, "SW-85", choices=_LIGHTS))
    if attack.mode is Mode.RANGED:
        speed = f"{facts.speed_penalty}" if facts.speed_penalty else "no matter"
        found.append(fact("speed_penalty", "Speed", facts.speed_penalty, speed, "SW-85", number=True))
    if attack.options.charge:
        run_up = f'{facts.straight_move:g}" straight'
        found.append(fact("straight_move", "Run-up", facts.straight_move, run_up, "SW-182", number=True))
    return tuple(found)


def _cover_words(attack: Attack) -> str:
    facts, line = attack.facts, attack.facts.line
    words = "no cover" if facts.cover == "none" else f"{facts.cover} cover"
    if line is None or not line.rays or not line.cover_share or "cover" in facts.overruled:
        return words
    hidden = round(line.cover_share * len(line.rays))
    behind = f" by {', '.join(line.materials)}" if line.materials else ""
    return f"{words}: {hidden} of {len(line.rays)} rays hidden{behind}"
