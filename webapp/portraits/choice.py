"""Which portrait somebody has: what was said of them as they came, else what their name says, else anybody's.

It goes by what whoever sees a token may know of it: its name, and the portrait it came with under that
name. A name that keeps somebody unknown ("Stranger") has a face that does as well, and with a new name what
it came with is forgotten (`CombatantEdited`), so that no face tells who hides behind it. The id chooses
among variants alone.
"""

import re
from functools import cache, lru_cache
from zlib import crc32

from webapp.portraits.cast import CAST

UNKNOWN = "somebody"
"""Who has no face to be told by."""
_ANYBODY = tuple(name for name in CAST if name.startswith("person-"))
_ENDINGS = ("s", "es", "e", "n", "en", "in", "nen")
_LONG = 5
"""Letters of a word that a longer one may end with: a "Stadtwache" is a guard."""


@lru_cache(10_000)
def portrait_for(name: str, who: str, came_with: str = "") -> str:
    """Give the portrait of a combatant, with its variant: the same on every page, at any time.

    Args:
        who: its id.
        came_with: what was said of it as it came, a name of the cast and perhaps a variant ("guard.3").
    """
    words = _words(name)
    if not words or UNKNOWN in map(_told_by, words):
        return f"{UNKNOWN}.0"
    said, _, variant = came_with.partition(".")
    number = int(variant) if variant.isdecimal() else crc32(who.encode())
    if said not in CAST:
        said = _by_name(name) or _ANYBODY[crc32(f"{who} ".encode()) % len(_ANYBODY)]
    return f"{said}.{number % CAST[said].variants}"


def _by_name(name: str) -> str:
    """Tell from a name whose it is: by its last word that says so, which others only describe."""
    head, _, rest = name.partition(",")
    found = (_told_by(word) for word in (*reversed(_words(head)), *reversed(_words(rest))))
    return next(filter(None, found), "")


def _words(name: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", name.casefold())


@cache
def _table() -> dict[str, str]:
    return {word.casefold(): name for name, portrait in CAST.items() for word in portrait.words}


@lru_cache(10_000)
def _told_by(word: str) -> str:
    """Tell what a word says, be it a plural or the end of a longer one; empty where it says nothing."""
    table = _table()
    stems = [word, *(word.removesuffix(ending) for ending in _ENDINGS if word.endswith(ending))]
    if (known := next((stem for stem in stems if stem in table), None)) is not None:
        return table[known]
    ends = [known for known in table if len(known) >= _LONG and word.endswith(known)]
    return table[max(ends, key=len)] if ends else ""
