"""A battle without those whom somebody does not know of: neither they nor any word of them is left in it.

What is worked out of such a state (odds, places to go, refusals) cannot need anybody who is not in it, for
nothing in it leads to them: not the turn, not the order, not what a system keeps of the table or of another.
A tie to somebody unknown is known by its other end alone, so that it goes; what it is a part of stays.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import Any

from rules.engine.events import Event
from rules.engine.gm.aims import PLAIN_AIM
from rules.engine.state import BattleState, changed

_GONE = object()
"""What is left of a value that names one of the unknown."""


def forgetting(state: BattleState, known: Collection[str]) -> BattleState:
    """Give the state without all who are not known; the same one where all are.

    The open question stays as it is: whoever shows it knows whom it is put to.
    """
    unknown = state.unknown_to(known)
    if not unknown:
        return state
    people = {}
    for who, combatant in state.combatants.items():
        if who in unknown:
            continue
        own = _kept_without(combatant.state, unknown)
        aim = PLAIN_AIM if combatant.aim.whom in unknown else combatant.aim
        is_same = own is combatant.state and aim is combatant.aim
        people[who] = combatant if is_same else changed(combatant, state=own, aim=aim)
    return changed(
        state,
        combatants=people,
        order=tuple(who for who in state.order if who not in unknown),
        active=None if state.active in unknown else state.active,
        shared=_kept_without(state.shared, unknown),
    )


_WORDS: dict[int, tuple[Any, frozenset[str]]] = {}
"""All texts within the states that were looked at last, by the ids of the objects, which live on by it."""
_MOST_WORDS = 2_000


def _kept_without(value: Any, unknown: frozenset[str]) -> Any:
    """Give a state without what names the unknown: most name nobody, and are looked through only once."""
    kept = _WORDS.get(id(value))
    if kept is None or kept[0] is not value:
        if len(_WORDS) >= _MOST_WORDS:
            _WORDS.clear()
        _WORDS[id(value)] = kept = value, frozenset(texts_within(value))
    return value if unknown.isdisjoint(kept[1]) else _without(value, unknown)


def texts_within(value: Any) -> Iterator[str]:
    """List all texts within a value, keys included."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            yield part
        elif isinstance(part, Mapping):
            waiting += [*part, *part.values()]
        elif isinstance(part, tuple | list):
            waiting += part
        elif is_dataclass(part) and not isinstance(part, type):
            waiting += [getattr(part, name) for name, _ in _fields_of(type(part))]


def event_without(event: Event, unknown: Collection[str]) -> Event | None:
    """Give an event without what names the unknown; None where one of those who make it is unknown."""
    found: Event | object = _without(event, unknown)
    return found if isinstance(found, Event) else None


def lists_without(event: Event, unknown: Collection[str]) -> Event:
    """Give an event whose lists name none of the unknown: who was shot at, say, or caught in a blast."""
    if not unknown:
        return event
    fresh: dict[str, Any] = {}
    for name, _ in _fields_of(type(event)):
        was = getattr(event, name)
        if isinstance(was, tuple) and (part := _without(was, unknown)) is not was:
            fresh[name] = part
    return changed(event, **fresh) if fresh else event


def _without(value: Any, unknown: Collection[str]) -> Any:
    """Give a value without what names the unknown: itself if nothing does, `_GONE` if all of it does."""
    if isinstance(value, Enum):
        return value
    if isinstance(value, str):
        return _GONE if value in unknown else value
    if isinstance(value, tuple):
        return _list_without(value, unknown, tuple)
    if isinstance(value, list):
        return _list_without(value, unknown, list)
    if isinstance(value, Mapping):
        return _mapping_without(value, unknown)
    if is_dataclass(value) and not isinstance(value, type):
        return _record_without(value, unknown)
    return value


def _list_without(value: Any, unknown: Collection[str], make: Callable[[Any], Any]) -> Any:
    """Leave out the parts that name the unknown; of pairs and the like within it the whole pair goes."""
    parts = [_without(part, unknown) for part in value]
    kept = [
        part
        for part, was in zip(parts, value, strict=True)
        if part is not _GONE and not (isinstance(was, tuple) and len(part) < len(was))
    ]
    if len(kept) == len(value) and all(new is was for new, was in zip(kept, value, strict=True)):
        return value
    return make(kept)


def _mapping_without(value: Mapping[Any, Any], unknown: Collection[str]) -> Any:
    kept = {key: _without(part, unknown) for key, part in value.items() if key not in unknown}
    kept = {key: part for key, part in kept.items() if part is not _GONE}
    if len(kept) == len(value) and all(part is value[key] for key, part in kept.items()):
        return value
    return kept


def _record_without(value: Any, unknown: Collection[str]) -> Any:
    """Give the fields that name the unknown their defaults; where one has none, the whole record goes."""
    fresh: dict[str, Any] = {}
    for name, default in _fields_of(type(value)):
        was = getattr(value, name)
        part = _without(was, unknown)
        if part is _GONE:
            part = default
            if part is _GONE:
                return _GONE
        if part is not was:
            fresh[name] = part
    return changed(value, **fresh) if fresh else value


_FIELDS: dict[type, tuple[tuple[str, Any], ...]] = {}


def _fields_of(cls: type[Any]) -> tuple[tuple[str, Any], ...]:
    """List the fields of a dataclass, each with its default; `_GONE` where it has none."""
    if cls not in _FIELDS:
        _FIELDS[cls] = tuple((f.name, _GONE if f.default is MISSING else f.default) for f in fields(cls))
    return _FIELDS[cls]
