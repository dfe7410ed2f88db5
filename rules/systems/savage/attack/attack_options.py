"""The options of an attack: what they may be, and whether they fit (SW-14, SW-70)."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.engine.house.house import House
from rules.engine.parameters import keys
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Choice, Parameter
from rules.engine.text import Words, combatant, text
from rules.systems.savage.actions import refuse_if
from rules.systems.savage.attack.attack import CALLED_SHOTS, Mode, Options
from rules.systems.savage.attack.facts import Facts
from rules.systems.savage.house import CALLED_SHOTS as PENALTIES
from rules.systems.savage.sheet.gear import Template, Weapon
from rules.systems.savage.state import Fighter

_FLAGS: Mapping[str, str] = {
    "wild_attack": "Wild attack: +2 to hit and to damage, then Vulnerable",
    "nonlethal": "Nonlethal: who goes down is knocked out, no worse",
    "charge": "Charge: +4 damage",
    "both_barrels": "Both barrels: +4 damage",
}
_LABELS: Mapping[str, str] = {
    "mode": "Used",
    "called_shot": "Aimed at",
    "aim": "The Aim taken",
    "template": "Template",
}
_BLANKS: Mapping[str, str] = {
    "mode": "as the distance asks for",
    "aim": "whichever is more",
    "called_shot": "nowhere special",
    "template": "the whole cone",
}
_RULES: Mapping[str, str] = {
    "shots": "SW-100",
    "mode": "SW-14",
    "aim": "SW-68",
    "called_shot": "SW-70",
    "template": "SW-163",
    "wild_attack": "SW-79",
    "nonlethal": "SW-210",
    "charge": "SW-182",
    "both_barrels": "SW-174",
}
_WORDS: Mapping[str, str] = {
    "melee": "hand to hand",
    "ranged": "at range",
    "steady": "steady: +2",
    "clear": "clear: up to 4 points of penalty less",
    "line": "narrowed to a line",
}


def read_options(given: Mapping[str, Any]) -> Options:
    """Read what is chosen besides weapon and target. Raises `Refusal` `bad-option`."""
    for name, value in given.items():
        if name not in Options.__dataclass_fields__:
            known = ", ".join(Options.__dataclass_fields__)
            raise Refusal(
                "bad-option",
                text("There is no option {value}; known are {known}.", value=f"{name!r}", known=known),
                "SW-70",
            )
        if name in _FLAGS:
            legal, words = type(value) is bool, "is true or false"
        elif name == "shots":
            legal, words = type(value) is int and value >= 1, "is a whole number from 1"
        else:
            choices = _CHOICES[name]
            legal, words = (
                value is None or (isinstance(value, str) and value in choices),
                (f"is one of {', '.join(choices)}"),
            )
        refuse_if(
            not legal,
            "bad-option",
            text(
                "The option {value} {value2}; {value3} is not.",
                value=f"{name!r}",
                value2=text(words),
                value3=f"{value!r}",
            ),
            "SW-70",
        )
    return Options(**given)


_CHOICES: Mapping[str, tuple[str, ...]] = {
    "mode": ("melee", "ranged"),
    "aim": ("steady", "clear"),
    "called_shot": tuple(CALLED_SHOTS),
    "template": ("line",),
}


OPTIONS = (*keys("choice", *_CHOICES), *keys("flag", *sorted(_FLAGS)), *keys("number", "shots"))
"""What may be chosen besides, for who asks what an attack may be told."""


def mode_of(actor: Fighter, weapon: Weapon, options: Options, facts: Facts) -> Mode:
    """Choose how the weapon is used (SW-14, SW-R3). Raises `Refusal` `bad-option`."""
    name = weapon.name.lower()
    said = text("The {value} is nothing to attack with.", value=text(name))
    refuse_if(not weapon.melee and not weapon.is_ranged, "bad-option", said, "SW-14")
    far = Mode.AREA if weapon.template is not None else Mode.RANGED
    if options.mode == "melee":
        refuse_if(
            not weapon.melee, "bad-option", text("The {value} is no melee weapon.", value=text(name)), "SW-14"
        )
        return Mode.MELEE
    if options.mode == "ranged":
        refuse_if(
            not weapon.is_ranged,
            "bad-option",
            text("The {value} does not reach far.", value=text(name)),
            "SW-14",
        )
        return far
    if not weapon.melee or not weapon.is_ranged:
        return Mode.MELEE if weapon.melee else far
    return Mode.MELEE if facts.is_in_reach(1 + actor.sheet.reach(weapon)) else far


def check_options(actor: Fighter, weapon: Weapon, mode: Mode, options: Options) -> None:
    """Refuse options that do not fit the weapon or the mode (SW-70). Raises `Refusal` `bad-option`."""
    name, state = weapon.name.lower(), actor.state
    melee, ranged = mode is Mode.MELEE, mode is Mode.RANGED
    can_aim = state.aimed == weapon.id and not melee
    flat = melee or (ranged and weapon.thrown and not weapon.sharp)
    arm = text(name)
    problems: tuple[tuple[bool, Words, str], ...] = (
        (
            options.shots > 1 and (not ranged or options.shots > weapon.rof),
            text("The {weapon} fires {rof} at most, and only at one target.", weapon=arm, rof=weapon.rof),
            "SW-100",
        ),
        (
            options.aim is not None and not can_aim,
            text("{actor} has not aimed the {weapon}.", actor=combatant(actor), weapon=arm),
            "SW-68",
        ),
        (options.wild_attack and not melee, "A wild attack is made hand to hand.", "SW-79"),
        (
            options.called_shot is not None and mode is Mode.AREA,
            "An area aims at no part of anybody.",
            "SW-161",
        ),
        (
            options.nonlethal and not flat,
            text("The {weapon} cannot be used to spare anybody.", weapon=arm),
            "SW-210",
        ),
        (options.charge and not melee, "A charge is a blow, no shot.", "SW-182"),
        (
            options.both_barrels and not (weapon.double_barrel and ranged),
            text("The {weapon} has no two barrels.", weapon=arm),
            "SW-174",
        ),
        (
            options.template is not None and (mode is not Mode.AREA or weapon.template is not Template.CONE),
            text("The {weapon} makes no cone that could be narrowed to a line.", weapon=arm),
            "SW-163",
        ),
    )
    for holds, problem, rule in problems:
        refuse_if(holds, "bad-option", problem, rule)


def fitting_options(weapon: Weapon, fits: Callable[[str, object], bool]) -> tuple[Parameter, ...]:
    """List the options that fit, each with the choices that do.

    Args:
        fits: whether an option with a value is not refused as one that does not fit.
    """
    found = []
    if weapon.rof > 1 and fits("shots", weapon.rof):
        found.append(
            Parameter(
                id="shots",
                kind="number",
                label="Shots",
                optional=True,
                low=1,
                high=weapon.rof,
                rule=_RULES["shots"],
            )
        )
    for id_, values in _CHOICES.items():
        possible = [value for value in values if fits(id_, value)]
        if possible and (id_ != "mode" or len(possible) > 1):
            found.append(_choice(id_, possible))
    for id_, label in _FLAGS.items():
        if fits(id_, True):
            found.append(Parameter(id=id_, kind="flag", label=label, optional=True, rule=_RULES[id_]))
    return tuple(found)


def _choice(id_: str, values: list[str]) -> Parameter:
    def choices(view: BattleView, _: Fighter) -> tuple[Choice, ...]:
        return tuple(Choice(id=value, label=_choice_words(value, view.state.house)) for value in values)

    return Parameter(
        id=id_,
        kind="choice",
        label=_LABELS[id_],
        optional=True,
        choices=choices,
        rule=_RULES[id_],
        blank=_BLANKS[id_],
    )


def _choice_words(value: str, house: House) -> str:
    if value in CALLED_SHOTS:
        return f"{value} ({PENALTIES.number(house, value)})"
    return _WORDS[value]
