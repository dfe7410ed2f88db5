"""What may be said about an action besides whom it is aimed at, and who may say it.

A page sends what is chosen about an action, or with an answer, together as `options`; a program may write the
same keys on the step itself, which then wins. Both come to one command here, before any rule reads it.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine.command import Command, Said
from rules.engine.exchange import Answer, Ask, Exchange, ask
from rules.engine.parameters import GIVEN, flag, keys
from rules.engine.refusal import Refusal
from rules.engine.state import Extra, Offer, changed
from rules.engine.system import Choice, Parameter
from rules.engine.text import Text, joined, text
from rules.systems.tesseris.names import PLACES
from rules.systems.tesseris.parameters import (
    ARMOURED_HEAD,
    COVER,
    DIFFICULTY,
    GM_BORROW,
    ITEM,
    LOCATION,
    ON_THE_STEP,
    TARGET,
    TARGETS,
    without,
)
from rules.systems.tesseris.sheet.gear import FISTS
from rules.systems.tesseris.state import Fighter

BLIND_FIRE, HERE = "blind_fire", "here"
FURTHER = tuple(f"target-{number}" for number in range(2, 9))
"""At whom each further weapon of a multi-strike goes (TS-110)."""
OPTIONS = Parameter(
    id="options",
    kind="options",
    parts=(
        *keys("flag", BLIND_FIRE, "harmful", "narrow"),
        *keys("combatant", *FURTHER),
        *keys("cell", "to"),
        *keys("text", "action", "id"),
        *keys("number", "dapper", "max_hits", "mayhem", "moved", "number"),
        *keys("choice", "cover", "effect", "item", "location", "pay", "skill", "ticks", "wall"),
        *keys("weapon", "with"),
    ),
)
"""What may be said in them; as a list each is an object with its `id`, and a `number` perhaps."""
KNOWN = frozenset(parameter.id for parameter in OPTIONS.parts) - {"id", "number"}
SPELLS = frozenset({"cast-offensive-spell", "offensive-psychic-power"})
_TESTS = frozenset({"use-skill", "verbal-action", *SPELLS})
"""What is rolled against a number that the GM says at the table: who rolls may put it in (TS-134, TS-185)."""
_USUAL_TICKS, MOST_TICKS = 3, 20
_KEYS_OF_FACTS = frozenset({GIVEN.id, *(each.id for each in ON_THE_STEP)})


def spread(command: Command) -> Command:
    """Put the options onto the command itself, but for `blind_fire`, and the step's facts with the others.

    Raises:
        Refusal: `bad-command`.
    """
    params = spread_params(command.params)
    return command if params is command.params else replace(command, params=params)


def spread_params(params: Mapping[str, Any]) -> Mapping[str, Any]:
    """Do the same with what came with an answer. Raises `Refusal` `bad-command`."""
    options = params.get(OPTIONS.id)
    return _with_facts(params if options is None else _with_options(params, options))


def _with_options(params: Mapping[str, Any], options: Any) -> Mapping[str, Any]:
    if isinstance(options, list | tuple):
        options = {one.get("id"): one for one in options if isinstance(one, Mapping)}
    if not isinstance(options, Mapping):
        raise Refusal("bad-command", text("'options' must be an object with keys and values."))
    if unknown := sorted(str(key) for key in options if key not in KNOWN):
        raise Refusal(
            "bad-command",
            text(
                "There is no option {unknown}; known are {value}.",
                unknown=f"{unknown[0]!r}",
                value=joined(sorted(KNOWN)),
            ),
        )
    whole = {key: _plain(key, value) for key, value in options.items() if key not in (BLIND_FIRE, *FURTHER)}
    whole |= without(params, OPTIONS)
    if any(key in options for key in FURTHER) and TARGETS.id not in params:
        first = params.get(TARGET.id)
        whole[TARGETS.id] = [first, *(options.get(key, first) for key in FURTHER)]
    if BLIND_FIRE in options:
        whole[OPTIONS.id] = {BLIND_FIRE: options[BLIND_FIRE]}
    return whole


def _with_facts(params: Mapping[str, Any]) -> Mapping[str, Any]:
    """Put the facts that stand on the step itself with the others, of which they win (section 5)."""
    if _KEYS_OF_FACTS.isdisjoint(params):  # as of every button of a card
        return params
    said, facts = Said(params=params), GIVEN.of(Said(params=params)) or {}
    stated = {each.id: value for each in ON_THE_STEP if (value := each.of(said)) is not None}
    if all(facts.get(key) == value for key, value in stated.items()):
        return params
    return {**params, GIVEN.id: {**facts, **stated}}


def _plain(key: str, value: Any) -> Any:
    """Read a value as a page writes it: a number in an object of its own, ticks as a switch."""
    if isinstance(value, Mapping):
        value = value.get("number", True)
    return "ticks" if key == "pay" and value is True else value


def ask_of(question: Ask) -> Exchange[Answer]:
    """Ask somebody, and put the options of the answer onto the answer itself.

    What an answer comes to with all that is said along with it is what its offer says, once it is checked.
    """

    def check(answer: Answer) -> None:
        if question.check is not None:
            question.check(Answer(answer, spread_params(answer.extra)))

    def weigh(answer: Answer) -> Offer:
        check(answer)
        if question.weigh is not None:
            return question.weigh(Answer(answer, spread_params(answer.extra)))
        offers = question.offers() if question.offers is not None else ()
        return next(offer for offer in offers if offer.id == answer)

    answer = yield from ask(changed(question, check=check, weigh=weigh))
    return Answer(answer, spread_params(answer.extra))


def _read_ticks(key: str, ticks: Any) -> int:
    """Read the ticks that a spell is to take, from a list that a page sends as a text too."""
    if isinstance(ticks, str) and ticks.isdecimal():
        ticks = int(ticks)
    if type(ticks) is not int or not 0 <= ticks <= MOST_TICKS:
        said = text(
            "'ticks' must be a whole number from 0 to {value}; {ticks} is not.",
            value=MOST_TICKS,
            ticks=f"{ticks!r}",
        )
        raise Refusal("bad-command", said, "TS-134")
    return ticks


SPELL_TICKS = Parameter(
    id="ticks", kind="choice", label=text("Ticks, if not 3"), optional=True, reader=_read_ticks
)
"""The ticks that a spell is to take (TS-134)."""
BLIND = flag(BLIND_FIRE, optional=True)


def is_blind(command: Command) -> bool:
    """Read whether it is fired blind (TS-239). Raises `Refusal` `bad-command`."""
    return BLIND.of(Said(params=OPTIONS.of(command) or {})) or False


def gm_only(command: Command) -> str | None:
    """Name what a player may not say: what only the GM may overrule or decide (TS-064, TS-255)."""
    said = Said(params=spread_params(command.params))
    gms: list[Parameter[Any]] = [GM_BORROW, ARMOURED_HEAD]
    ticks = SPELL_TICKS.of(said)
    if command.do not in SPELLS or (ticks is not None and ticks < _USUAL_TICKS):
        gms.append(SPELL_TICKS)  # a spell that takes longer takes longer
    if command.do not in _TESTS:
        gms.append(DIFFICULTY)
    if command.do != "disabling-shot":
        gms += [LOCATION, ITEM]
    if COVER.of(said) not in (None, HERE, True):
        gms.append(COVER)
    return next((parameter.id for parameter in gms if parameter.of(said) is not None), None)


# ------------------------------------------------------------------------------------------ what is on offer
def points_on_offer(who: Fighter, *, social: bool = False) -> tuple[Parameter, ...]:
    """List the points that somebody has to put into a roll (TS-247, TS-281, TS-334)."""
    found = []
    if who.state.mayhem:
        found.append(_points("mayhem", text("Mayhem"), who.state.mayhem))
    if social and who.state.dapper:
        found.append(_points("dapper", text("Dapper"), who.state.dapper))
    return tuple(found)


def _points(id_: str, label: Text, most: int) -> Parameter:
    return Parameter(id=id_, kind="number", label=label, optional=True, low=0, high=min(most, 6))


def extras_of(who: Fighter, *, free_or_ticks: bool) -> tuple[Extra, ...]:
    """List what may be said with a reaction: mayhem, and to keep the free reaction (TS-063, TS-281).

    Args:
        free_or_ticks: whether it costs anything.
    """
    found = []
    if free_or_ticks and who.state.free_reaction and who.state.ticks:
        words = text("keep the free reaction")
        found.append(Extra(id="pay", label=text("Pay with a tick"), note=words, rule="TS-063", seldom=True))
    if who.state.mayhem:
        most = min(who.state.mayhem, 6)
        found.append(
            Extra(id="mayhem", label=text("Mayhem"), rule="TS-281", low=0, high=most, number="number")
        )
    return tuple(found)


def a_switch(id_: str, label: Text, help_: Text) -> Parameter:
    """Give something that is either so or not."""
    return Parameter(id=id_, kind="flag", label=label, help=help_, optional=True)


def a_choice(id_: str, label: Text, choices: Mapping[str, Text], *, first_unsaid: bool = False) -> Parameter:
    """Give something with a value out of some.

    Args:
        first_unsaid: whether the first is what goes without saying.
    """
    listed = tuple(Choice(id=key, label=words) for key, words in choices.items())
    blank = listed[0].label if first_unsaid else "–"
    rest = listed[1:] if first_unsaid else listed
    return Parameter(
        id=id_, kind="choice", label=label, optional=True, choices=lambda view, actor: rest, blank=blank
    )


def places_of_body() -> Parameter:
    """Give the places that a shot may disable (TS-123)."""
    return a_choice("location", text("Where"), PLACES)


def things_held(target: Fighter) -> Parameter | None:
    """Give what a shot may disable in somebody's hands (TS-123)."""
    held = [w for w in target.sheet.held_weapons(target.state.held) if w.id != FISTS.id]
    return a_choice("item", text("Or what it holds"), {w.id: w.words for w in held}) if held else None
