"""Everybody who has a portrait, by name, as `cast.json` lists them.

Each is put together from parts and coloured. A `person` is drawn in several variants, the same trade and
weapons with another skin, hair and beard each, where the list leaves them open: `hair` is false where a hat
covers it, `beard` where a mask does. By its `words` a combatant's name tells whose face it has. A name of
this list, once given, stays: combatants of kept fights have it.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from webapp.portraits.drawing import Figure
from webapp.portraits.palette import DARK, DARK_HAIRS, GROUNDS, HAIRS, SKINS, darker

VARIANTS = 18
"""How many variants there are of a person."""
_MEN = (
    ("short", "stubble"),
    ("crop", ""),
    ("swept", "beard"),
    ("bald", "goatee"),
    ("curls", ""),
    ("receding", "moustache"),
    ("short", "beard"),
    ("crop", "moustache"),
    ("topknot", "goatee"),
    ("swept", "goatee"),
    ("bald", "beard"),
)
_WOMEN = (
    ("long-back", "long"),
    ("bun", "tied"),
    ("bob-back", "bob"),
    ("ponytail", "tied"),
    ("afro", "afro-front"),
    ("braid", "tied"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Portrait:
    """Somebody as they are drawn."""

    parts: tuple[str, ...]
    ground: str
    colours: Mapping[str, str] = field(default_factory=dict)
    person: str = ""
    """`m`, `f` or `any` for a person; empty where nothing is left open."""
    hair: bool = True
    """Whether hair is seen."""
    beard: bool = True
    """Whether a beard would be."""
    words: tuple[str, ...] = ()
    """Words in a name that tell of it, in English and German."""

    @property
    def variants(self) -> int:
        """Count how many there are of it."""
        return VARIANTS if self.person else 1

    def figure(self, variant: int = 0) -> Figure:
        """Give one of its variants to be drawn."""
        if not self.person:
            return Figure(self.parts, self.ground, self.colours)
        tone = (variant + 2 * (variant // len(SKINS))) % len(SKINS)
        hairs = DARK_HAIRS if tone in DARK else HAIRS
        hair = hairs[variant * 3 % len(hairs)]
        colours = {"skin": SKINS[tone], "hair": hair, "brow": darker(hair), **self.colours}
        return Figure((*self.parts, *self._left_open(variant)), self.ground, colours)

    def _left_open(self, variant: int) -> tuple[str, ...]:
        """Name the parts of a person that the list leaves to the variant."""
        is_woman = self.person == "f" or (self.person == "any" and variant % 3 == 1)
        eyes = "eyes-f" if is_woman else ("eyes", "eyes-stern")[variant % 2]
        chosen = [("neck", "neck"), ("head", "head-f" if is_woman else "head"), ("eyes", eyes)]
        parts = [part for kind, part in chosen if not self._has(kind)]
        if is_woman:
            return (*parts, *(_WOMEN[variant // 3 % len(_WOMEN)] if self.hair else ()))
        cut, beard = _MEN[variant % len(_MEN)]
        return (*parts, *([cut] if self.hair else []), *([beard] if beard and self.beard else []))

    def _has(self, kind: str) -> bool:
        """Say whether the list names a part of a kind: the kind itself, or it with something to it."""
        return any(part == kind or part.startswith(f"{kind}-") for part in self.parts)


def _read(data: Mapping[str, Any]) -> Portrait:
    return Portrait(
        parts=tuple(data["parts"].split()),
        ground=GROUNDS[data["ground"]],
        colours=data.get("colours", {}),
        person=data.get("person", ""),
        hair=data.get("hair", True),
        beard=data.get("beard", True),
        words=tuple(data.get("words", "").split()),
    )


_LIST = json.loads((Path(__file__).parent / "cast.json").read_text(encoding="utf-8"))
CAST: Mapping[str, Portrait] = {name: _read(data) for name, data in _LIST.items()}
