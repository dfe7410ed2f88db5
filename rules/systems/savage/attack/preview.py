"""What is shown before an attack is made: facts, notes, and the weapon in words."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from rules.engine.dice import Modifier
from rules.engine.facts import shown_fact
from rules.engine.shown import Strays
from rules.engine.state import BattleState
from rules.engine.system import Choice, Fact
from rules.engine.text import Gap, Ref, Text, Words, combatant, joined, text
from rules.systems.savage.attack.attack import Attack, Mode, Numbers
from rules.systems.savage.attack.damage import (
    covers_of,
    damage_of,
    damage_roll,
    location_of,
    toughness_against,
)
from rules.systems.savage.rolls import LONE_STRAY
from rules.systems.savage.sheet.book_names import trait_name
from rules.systems.savage.sheet.gear import Weapon
from rules.systems.savage.state import choice_of


def weapon_words(weapon: Weapon) -> Text:
    """Name a weapon with what it does and how far: `Pistol, 2d6, AP 1, 12/24/48`."""
    return text("{weapon}, {figures}", weapon=text(weapon.name), figures=weapon_figures(weapon))


def weapon_figures(weapon: Weapon) -> Text:
    """Say what a weapon does and how far: `2d6, AP 1, 12/24/48`."""
    parts: list[Gap] = [_damage_words(weapon)]
    if weapon.ap:
        parts.append(text("AP {ap}", ap=weapon.ap))
    if weapon.range is not None:
        parts.append("/".join(str(inches) for inches in weapon.range))
    if weapon.rof > 1:
        parts.append(text("RoF {rof}", rof=weapon.rof))
    if weapon.template is not None:
        parts.append(weapon.template.words)
    if weapon.reach:
        parts.append(text("reach {reach}", reach=weapon.reach))
    return joined(parts)


_NO_DAMAGE = text("no damage")


def _damage_words(weapon: Weapon) -> Words:
    if weapon.shotgun:
        return "1-3d6"
    return _NO_DAMAGE if weapon.damage is None else weapon.damage.words


def roll_words(state: BattleState, attack: Attack, numbers: Numbers) -> Text:
    """Say what is rolled first: `Fighting d8, 3 dice`."""
    skill, die, dice = trait_name(numbers.skill), f"d{numbers.die.sides}", numbers.roll.dice
    wild = state.combatants[attack.attacker].sheet.wild_card
    given: dict[str, Gap] = {"skill": skill, "die": die, "dice": dice}
    if dice > 1:
        several = text("{skill} {die}, {dice} dice", **given)
        return text("{skill} {die}, {dice} dice and a wild d6", **given) if wild else several
    one = text("{skill} {die}", skill=skill, die=die)
    return text("{skill} {die} and a wild d6", skill=skill, die=die) if wild else one


def notes_of(state: BattleState, attack: Attack) -> tuple[Modifier, ...]:
    """List what counts after the roll: the damage, what it must reach, who else is caught."""
    damage = text("damage {damage}", damage=damage_of(attack, state.house).words)
    notes = [Modifier(damage, 0, "SW-120")]
    if attack.mode is Mode.AREA:
        notes += _area_notes(state, attack)
    elif attack.target is not None:
        notes += damage_roll(state, attack, attack.target, with_raise=False).modifiers
        notes.append(Modifier(_against(state, attack, attack.target), 0, "SW-122"))
    if attack.mode is Mode.AREA:
        names = _names(state, attack, attack.facts.caught) or _NOBODY
        notes.append(Modifier(text("catches {names}", names=names), 0, "SW-164"))
    return tuple(notes)


_BOTH_DICE = text("by a miss with a 1 on both dice")
_A_ONE, _A_ONE_OR_TWO = text("by a miss that shows a 1"), text("by a miss that shows a 1 or a 2")


def strays_of(state: BattleState, attack: Attack, numbers: Numbers) -> Strays | None:
    """Tell whom a stray shot may find, and which die sends it there (SW-173, SW-220, SW-221).

    None where none can: of a blow, of an area, with nobody next to the target.
    """
    roll = numbers.roll
    if not roll.stray:
        return None
    if roll.stray > LONE_STRAY:
        rule = "SW-173" if attack.weapon.shotgun else "SW-221"
        return Strays(who=attack.facts.bystanders, words=_A_ONE_OR_TWO, rule=rule)
    words = _BOTH_DICE if roll.wild else _A_ONE
    return Strays(who=attack.facts.bystanders, words=words, rule="SW-220")


def _against(state: BattleState, attack: Attack, target: str) -> Text:
    return text(
        "against Toughness {against} ({place})",
        against=toughness_against(attack, state.combatants[target]),
        place=location_of(attack).words,
    )


def _area_notes(state: BattleState, attack: Attack) -> list[Modifier]:
    """List against whom which damage counts, and what covers them from a blast (SW-122, SW-168)."""
    covers = covers_of(state, attack, attack.at, attack.facts.caught)
    notes = []
    for name in _known(state, attack, attack.facts.caught):
        against = toughness_against(attack, state.combatants[name.id])
        said = text("{who}: against Toughness {against}", who=name, against=against)
        notes.append(Modifier(said, 0, "SW-122"))
        cover = covers.get(name.id, "none")
        for modifier in damage_roll(state, attack, name.id, with_raise=False, cover=cover).modifiers:
            label = text("{who}: {what}", who=name, what=modifier.label)
            notes.append(replace(modifier, label=label))
    return notes


def _known(state: BattleState, attack: Attack, which: Sequence[str]) -> tuple[Ref, ...]:
    """Refer to some combatants, but for those whom the attacker's side cannot know of."""
    side = state.combatants[attack.attacker].side
    found = (state.combatants[id_] for id_ in which)
    return tuple(combatant(c) for c in found if c.side == side or not c.hidden)


def _names(state: BattleState, attack: Attack, which: Sequence[str]) -> Text:
    return joined(_known(state, attack, which))


_NOBODY = text("nobody")
COVER_WORDS: Mapping[str, Text] = {
    "none": text("no cover"),
    "light": text("light cover"),
    "medium": text("medium cover"),
    "heavy": text("heavy cover"),
    "near-total": text("near-total cover"),
}
LIGHT_WORDS: Mapping[str, Text] = {
    "bright": text("bright"),
    "dim": text("dim"),
    "dark": text("dark"),
    "pitch": text("pitch"),
}
RANGE_WORDS: Mapping[str, Text] = {
    "short": text("short"),
    "medium": text("medium"),
    "long": text("long"),
    "extreme": text("extreme"),
}
_AT_RANGE: Mapping[str, Text] = {
    "short": text("short range"),
    "medium": text("medium range"),
    "long": text("long range"),
    "extreme": text("extreme range"),
}
_LINES: Mapping[str, Text] = {"clear": text("clear"), "blocked": text("blocked")}
_DISTANCE, _RANGE, _COVER = text("Distance"), text("Range"), text("Cover")
_LINE_OF_FIRE, _LIGHTING, _SPEED, _RUN_UP = (
    text("Line of fire"),
    text("Lighting"),
    text("Speed"),
    text("Run-up"),
)
_NO_MATTER = text("no matter")


def _choices(words: Mapping[str, Text]) -> tuple[Choice, ...]:
    return tuple(Choice(id=id_, label=label) for id_, label in words.items())


def shown_facts(state: BattleState, attack: Attack) -> tuple[Fact, ...]:
    """List the facts that count for this attack, with what the GM may say instead."""
    facts = attack.facts
    fact = partial(shown_fact, facts.overruled)
    inches = f'{facts.distance}"'
    found = [fact("distance", _DISTANCE, facts.distance, inches, "SW-55", number=True, brief=inches)]
    if attack.bracket is not None:
        words, ranges = _AT_RANGE[attack.bracket], _choices(RANGE_WORDS)
        found.append(fact("range", _RANGE, attack.bracket, words, "SW-82", choices=ranges, brief=words))
    if attack.mode is Mode.RANGED:
        words, brief = _cover_words(attack), COVER_WORDS[facts.cover]
        covers = _choices(COVER_WORDS)
        found.append(fact("cover", _COVER, facts.cover, words, "SW-56", choices=covers, brief=brief))
    line = "clear" if facts.line_of_fire else "blocked"
    lines = _choices(_LINES)
    found.append(fact("line_of_fire", _LINE_OF_FIRE, line, _LINES[line], "SW-56", choices=lines))
    lights = _choices(LIGHT_WORDS)
    found.append(fact("light", _LIGHTING, facts.light, LIGHT_WORDS[facts.light], "SW-85", choices=lights))
    if attack.mode is Mode.RANGED:
        speed = str(facts.speed_penalty) if facts.speed_penalty else _NO_MATTER
        found.append(fact("speed_penalty", _SPEED, facts.speed_penalty, speed, "SW-85", number=True))
    if attack.options.charge:
        run_up = text('{inches}" straight', inches=float(facts.straight_move))
        found.append(fact("straight_move", _RUN_UP, facts.straight_move, run_up, "SW-182", number=True))
    return (*found, *_who_is_where(state, attack))


_ENEMIES = text("Enemies next to the shooter")
_WHO: Mapping[Mode, tuple[tuple[str, Text, str], ...]] = {
    Mode.MELEE: (
        ("adjacent_foes", text("Foes next to the target"), "SW-76"),
        ("adjacent_allies", text("Its friends next to it"), "SW-76"),
    ),
    Mode.RANGED: (
        ("engaged_by", _ENEMIES, "SW-88"),
        ("bystanders", text("Bystanders"), "SW-220"),
    ),
    Mode.AREA: (
        ("engaged_by", _ENEMIES, "SW-88"),
        ("caught", text("Caught"), "SW-164"),
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
                words=_names(state, attack, counted) or _NOBODY,
                rule=rule,
                choices=tuple(map(choice_of, others)),
                overruled=id_ in attack.facts.overruled,
                many=True,
            )
        )
    return found


def _cover_words(attack: Attack) -> Text:
    facts, line = attack.facts, attack.facts.line
    cover = COVER_WORDS[facts.cover]
    if line is None or not line.rays or not line.cover_share or "cover" in facts.overruled:
        return cover
    rays, hidden = len(line.rays), round(line.cover_share * len(line.rays))
    if not line.named_cover:
        return text("{cover}: {hidden} of {rays} rays hidden", cover=cover, hidden=hidden, rays=rays)
    return text(
        "{cover}: {hidden} of {rays} rays hidden by {what}",
        cover=cover,
        hidden=hidden,
        rays=rays,
        what=joined(text(what) for what in line.named_cover),
    )
