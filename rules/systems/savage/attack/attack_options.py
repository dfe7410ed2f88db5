"""The options of an attack: what they may be, and whether they fit (SW-14, SW-70)."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.engine.house.house import House
from rules.engine.kinds import read_object
from rules.engine.parameters import keys
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Choice, Parameter
from rules.engine.text import Text, combatant, joined, text
from rules.systems.savage.actions import refuse_if
from rules.systems.savage.attack.attack import CALLED_SHOTS, Mode, Options
from rules.systems.savage.attack.facts import Facts
from rules.systems.savage.house import CALLED_SHOTS as PENALTIES
from rules.systems.savage.sheet.gear import Template, Weapon
from rules.systems.savage.state import Fighter

_FLAGS: Mapping[str, tuple[Text, Text]] = {
    "wild_attack": (text("Wild attack"), text("+2 to hit and to damage, then Vulnerable")),
    "nonlethal": (text("Nonlethal"), text("who goes down is knocked out, no worse")),
    "charge": (text("Charge"), text("+4 damage")),
    "both_barrels": (text("Both barrels"), text("+4 damage")),
}
"""What is chosen or not, with a word of help."""
_LABELS: Mapping[str, Text] = {
    "mode": text("Used"),
    "called_shot": text("Aimed at"),
    "aim": text("The Aim taken"),
    "template": text("Template"),
}
_BLANKS: Mapping[str, Text] = {
    "mode": text("as the distance asks for"),
    "aim": text("whichever is more"),
    "called_shot": text("nowhere special"),
    "template": text("the whole cone"),
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
_WORDS: Mapping[str, Text] = {
    "melee": text("hand to hand"),
    "ranged": text("at range"),
    "steady": text("steady: +2"),
    "clear": text("clear: up to 4 points of penalty less"),
    "line": text("narrowed to a line"),
}
CALLED_WORDS: Mapping[str, Text] = {
    "arm": text("arm"),
    "leg": text("leg"),
    "hand": text("hand"),
    "head": text("head"),
    "vitals": text("vitals"),
}
"""What the called shots are called (SW-70)."""


def read_options(given: Mapping[str, Any]) -> Options:
    """Read what is chosen besides weapon and target. Raises `Refusal` `bad-option`."""
    for name, value in given.items():
        if name not in Options.__dataclass_fields__:
            known = joined(Options.__dataclass_fields__)
            said = text("There is no option {option}; known are {known}.", option=repr(name), known=known)
            raise Refusal("bad-option", said, "SW-70")
        refuse_if(*_is_illegal(name, value))
    return Options(**given)


def _is_illegal(name: str, value: Any) -> tuple[bool, str, Text, str]:
    """Say whether an option cannot have a value, and the refusal that says what it may have."""
    option, given = repr(name), repr(value)
    if name in _FLAGS:
        legal = type(value) is bool
        said = text("The option {option} is true or false; {given} is not.", option=option, given=given)
    elif name == "shots":
        legal = type(value) is int and value >= 1
        said = text(
            "The option {option} is a whole number from 1; {given} is not.", option=option, given=given
        )
    else:
        legal = value is None or (isinstance(value, str) and value in _CHOICES[name])
        said = text(
            "The option {option} is one of {choices}; {given} is not.",
            option=option,
            choices=joined(_CHOICES[name]),
            given=given,
        )
    return not legal, "bad-option", said, "SW-70"


_CHOICES: Mapping[str, tuple[str, ...]] = {
    "mode": ("melee", "ranged"),
    "aim": ("steady", "clear"),
    "called_shot": tuple(CALLED_SHOTS),
    "template": ("line",),
}


OPTIONS: Parameter[Mapping[str, Any]] = Parameter(
    id="options",
    kind="options",
    parts=(*keys("choice", *_CHOICES), *keys("flag", *sorted(_FLAGS)), *keys("number", "shots")),
    reader=read_object,
)
"""What may be chosen besides, for who asks what an attack may be told."""


def mode_of(actor: Fighter, weapon: Weapon, options: Options, facts: Facts) -> Mode:
    """Choose how the weapon is used (SW-14, SW-R3). Raises `Refusal` `bad-option`."""
    name = weapon.low_name
    said = text("The {weapon} is nothing to attack with.", weapon=name)
    refuse_if(not weapon.melee and not weapon.is_ranged, "bad-option", said, "SW-14")
    far = Mode.AREA if weapon.template is not None else Mode.RANGED
    if options.mode == "melee":
        said = text("The {weapon} is no melee weapon.", weapon=name)
        refuse_if(not weapon.melee, "bad-option", said, "SW-14")
        return Mode.MELEE
    if options.mode == "ranged":
        said = text("The {weapon} does not reach far.", weapon=name)
        refuse_if(not weapon.is_ranged, "bad-option", said, "SW-14")
        return far
    if not weapon.melee or not weapon.is_ranged:
        return Mode.MELEE if weapon.melee else far
    return Mode.MELEE if facts.is_in_reach(1 + actor.sheet.reach(weapon)) else far


def check_options(actor: Fighter, weapon: Weapon, mode: Mode, options: Options) -> None:
    """Refuse options that do not fit the weapon or the mode (SW-70). Raises `Refusal` `bad-option`."""
    arm, state = weapon.low_name, actor.state
    melee, ranged = mode is Mode.MELEE, mode is Mode.RANGED
    can_aim = state.aimed == weapon.id and not melee
    flat = melee or (ranged and weapon.thrown and not weapon.sharp)
    problems: tuple[tuple[bool, Text, str], ...] = (
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
        (options.wild_attack and not melee, text("A wild attack is made hand to hand."), "SW-79"),
        (
            options.called_shot is not None and mode is Mode.AREA,
            text("An area aims at no part of anybody."),
            "SW-161",
        ),
        (
            options.nonlethal and not flat,
            text("The {weapon} cannot be used to spare anybody.", weapon=arm),
            "SW-210",
        ),
        (options.charge and not melee, text("A charge is a blow, no shot."), "SW-182"),
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
                label=text("Shots"),
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
    flags = (
        Parameter(id=id_, kind="flag", label=label, help=help_, optional=True, rule=_RULES[id_])
        for id_, (label, help_) in _FLAGS.items()
        if fits(id_, True)
    )
    return (*found, *flags)


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
        template="panels/chips.html",
    )


def _choice_words(value: str, house: House) -> Text:
    if value in CALLED_WORDS:
        return text("{place} ({penalty})", place=CALLED_WORDS[value], penalty=PENALTIES.number(house, value))
    return _WORDS[value]
