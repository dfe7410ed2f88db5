"""The facts of an action: what the map says of two places, and what the GM says instead.

Which facts there are, what each may be and what it counts for is each system's own.
"""

from collections.abc import Callable, Collection, Mapping
from functools import wraps
from typing import Any, TypeAlias, TypeVar

from rules.engine.refusal import Refusal
from rules.engine.shown import Choice, Fact
from rules.engine.state import Combatant
from rules.engine.text import Text, Words, joined, text
from rules.map.grid import Footprint
from rules.map.line_of_fire import LineOfFire
from rules.map.model import BattleMap, WallKind

Legal: TypeAlias = tuple[Callable[[Any], bool], Words]
"""Whether a fact may be so, and the sentence that says what it may be, without a full stop."""
ReadingT = TypeVar("ReadingT")
_READINGS_KEPT = 4096


def is_bool(value: Any) -> bool:
    """Tell whether a value is true or false."""
    return type(value) is bool


def is_ids(value: Any) -> bool:
    """Tell whether a value is a list of ids."""
    return isinstance(value, list | tuple) and all(isinstance(id_, str) for id_ in value)


def is_whole(least: int, most: int) -> Callable[[Any], bool]:
    """Give what tells whether a value is a whole number of a range."""
    return lambda value: type(value) is int and least <= value <= most


def is_one_of(words: Collection[str]) -> Callable[[Any], bool]:
    """Give what tells whether a value is one of some words."""
    return lambda value: isinstance(value, str) and value in words


def read_given(given: Mapping[str, Any], legal: Mapping[str, Legal]) -> dict[str, Any]:
    """Check the facts that a command gives; null means as the map says, and is left out.

    Raises:
        Refusal: `bad-command`, for a fact that there is not, or a value that it cannot have.
    """
    said: dict[str, Any] = {}
    for name, value in given.items():
        if name not in legal:
            refusal = text(
                "There is no fact {fact} here; known are {known}.", fact=repr(name), known=joined(legal)
            )
            raise Refusal("bad-command", refusal)
        if value is None:
            continue
        holds, sentence = legal[name]
        if not holds(value):
            legal_words = text(sentence) if isinstance(sentence, str) else sentence
            raise Refusal(
                "bad-command", text("{wanted}; {given} is not.", wanted=legal_words, given=repr(value))
            )
        said[name] = tuple(value) if isinstance(value, list) else value
    return said


def shown_fact(
    overruled: Collection[str],
    id_: str,
    label: Words,
    value: Any,
    words: Words,
    rule: str,
    *,
    choices: tuple[Choice, ...] = (),
    number: bool = False,
    many: bool = False,
    brief: Words = "",
) -> Fact:
    """Show a fact to people, marked where it is one of those that the GM has overruled; see `Fact`."""
    return Fact(
        id=id_,
        label=label,
        value=value,
        words=words,
        rule=rule,
        choices=choices,
        overruled=id_ in overruled,
        number=number,
        many=many,
        brief=brief,
    )


def kept_with_map(
    read: Callable[[BattleMap, Footprint, Footprint], ReadingT],
) -> Callable[[BattleMap, Footprint, Footprint], ReadingT]:
    """Decorate what reads a map between two places, so that it is asked once of each two."""

    def nothing_read(_: BattleMap) -> dict[tuple[Footprint, Footprint], ReadingT]:
        return {}

    @wraps(read)
    def kept(battle_map: BattleMap, here: Footprint, there: Footprint) -> ReadingT:
        readings, places = battle_map.derived(nothing_read), (here, there)
        try:
            return readings[places]
        except KeyError:
            found = read(battle_map, here, there)
            if len(readings) >= _READINGS_KEPT:
                readings.clear()
            readings[places] = found
            return found

    return kept


def asked_of_two(
    read: Callable[[BattleMap, Footprint, Footprint], ReadingT],
) -> Callable[[BattleMap, Combatant, Combatant], ReadingT | None]:
    """Decorate what reads a map between two places, so that it is asked of two combatants, once.

    What it becomes gives None where one of them stands nowhere.
    """
    kept = kept_with_map(read)

    def asked(battle_map: BattleMap, one: Combatant, other: Combatant) -> ReadingT | None:
        if one.at is None or other.at is None:
            return None
        here, there = (Footprint(c.at, c.size, c.altitude) for c in (one, other) if c.at is not None)
        return kept(battle_map, here, there)

    return asked


def barrier(line: LineOfFire | None) -> Text:
    """Say what stands in the way of a shot, as far as one knows."""
    met = None if line is None else line.first_hit
    return _SOMETHING if met is None else _BARRIERS.get(met.kind, _SOMETHING)


_BARRIERS: Mapping[WallKind, Text] = {
    WallKind.WALL: text("a wall"),
    WallKind.DOOR: text("a door"),
    WallKind.WINDOW: text("a window"),
    WallKind.LOW: text("a low wall"),
}
_SOMETHING = text("something")
