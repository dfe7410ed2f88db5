"""Words as one viewer may read them: whoever that viewer does not know is "somebody" in them.

Texts name people by references, and only those are put into words that the viewer may resolve. Plain
strings, of old logs and of systems from outside, are searched for the names of the unknown.
"""

import re
from collections.abc import Callable, Collection
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from operator import is_
from typing import Any, TypeVar, cast

from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, changed
from rules.engine.text import Text, Words, resolved, with_strings

NOBODY = "somebody"

_Shown = TypeVar("_Shown")


def seen_state(state: BattleState, known: Collection[str]) -> BattleState:
    """Give the state with the unknown called "somebody": what log lines and refusals are worded from."""
    if all(who in known for who in state.combatants):
        return state
    masked = {i: c if i in known else changed(c, name=NOBODY) for i, c in state.combatants.items()}
    return changed(state, combatants=masked)


def _without_names(text: str, state: BattleState, known: Collection[str]) -> str:
    if not text or all(who in known for who in state.combatants):
        return text
    seen = frozenset([c.name for c in state.combatants.values() if c.id in known])
    unseen = frozenset([c.name for c in state.combatants.values() if c.id not in known]) - seen
    if unseen:
        text = _any_of(unseen | seen).sub(lambda met: NOBODY if met[0] in unseen else met[0], text)
    return text


@lru_cache(maxsize=128)
def _any_of(names: frozenset[str]) -> re.Pattern[str]:
    """Match any of some names: the longest, so that "Raider 3", who is known, is none of "Raider"."""
    said = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{said})(?!\w)")


def seen_words(
    words: Words,
    state: BattleState,
    known: Collection[str],
    hide: Callable[[str], str] | None = None,
) -> Words:
    """Give words as a viewer may read them: what refers to the unknown stays a reference, and says nobody.

    Strings, be they the whole or what somebody typed in a gap, are searched for the names of the unknown: old
    events hold whole sentences, and a system from outside may write no others.

    Args:
        hide: what takes the unknown out of a string, where names alone are not enough.
    """
    if not isinstance(words, Text):
        return hide(words) if hide is not None else _begin_large(_without_names(words, state, known))
    words = resolved(words, lambda ref: ref.id in known)
    if hide is None and all(who in known for who in state.combatants):
        return words
    return with_strings(words, hide or (lambda said: _without_names(said, state, known)))


def seen_shown(shown: _Shown, known: Collection[str]) -> _Shown:
    """Give what a system shows, a choice or a whole timeline, with references to the known resolved.

    What it was made of holds nobody unknown, so that its strings are as they may be read.
    """
    return cast(_Shown, _shown_to(shown, known))


def _shown_to(shown: Any, known: Collection[str]) -> Any:
    if isinstance(shown, Text):
        return resolved(shown, lambda ref: ref.id in known)
    if isinstance(shown, tuple):
        told = tuple([part if type(part) in _PLAIN else _shown_to(part, known) for part in shown])
        return shown if all(map(is_, told, shown)) else told
    changes = {}
    for name in _field_names(type(shown)):
        part = getattr(shown, name)
        if type(part) not in _PLAIN and (told := _shown_to(part, known)) is not part:
            changes[name] = told
    return replace(shown, **changes) if changes else shown


_PLAIN = frozenset({str, int, float, bool, type(None)})
"""What refers to nobody: most of what is shown."""


def _field_names(kind: type[Any]) -> tuple[str, ...]:
    """List the fields of a dataclass; of anything else none."""
    if kind not in _FIELD_NAMES:
        _FIELD_NAMES[kind] = tuple(part.name for part in fields(kind)) if is_dataclass(kind) else ()
    return _FIELD_NAMES[kind]


_FIELD_NAMES: dict[type[Any], tuple[str, ...]] = {}
"""Asking a class for its fields takes longer than asking an object for what is in them."""


def seen_refusal(refusal: Refusal, state: BattleState, known: Collection[str]) -> Refusal:
    """Give a refusal as a viewer may read it."""
    return refusal.said_as(seen_words(refusal.text, state, known))


def _begin_large(text: str) -> str:
    """Let a sentence begin with a capital, where it begins with "somebody"."""
    return text[:1].upper() + text[1:] if text.startswith(NOBODY) else text
