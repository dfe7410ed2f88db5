"""The catalogues of translated texts, read from their .po files the first time that somebody wants them.

Three of them make a language: `messages` holds what templates say, `scripts` what the browser's modules say,
`told` what rules and views say in Python. Those of `told` may have gaps in braces, which stand for whatever
is put there: a text that was put together is told by finding the gapped one that it fits.
"""

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""The languages that a page can be in, each by its own name; the first is what the texts are written in."""
SOURCE = "en"

_FOLDER = Path(__file__).resolve().parents[1] / "translations"
_GAP = re.compile(r"\{(\w+)\}")
_WORD = re.compile(r"[^\W\d_]+")
_COMMON = frozenset(
    (
        "the",
        "an",
        "a",
        "of",
        "is",
        "are",
        "and",
        "or",
        "to",
        "in",
        "at",
        "by",
        "for",
        "no",
        "on",
        "with",
        "has",
        "s",
    )
)


def po_file(language: str, domain: str) -> Path:
    """Say where a catalogue lies."""
    return _FOLDER / language / "LC_MESSAGES" / f"{domain}.po"


@cache
def read_catalogue(language: str, domain: str) -> Catalog:
    """Read a catalogue; an empty one for the language that the texts are written in."""
    path = po_file(language, domain)
    if not path.is_file():
        return Catalog(locale=language, domain=domain)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=domain)


@cache
def translations(language: str) -> NullTranslations:
    """Give what templates and Python look their texts up in."""
    if language == SOURCE:
        return NullTranslations()
    compiled = io.BytesIO()
    write_mo(compiled, read_catalogue(language, "messages"))
    compiled.seek(0)
    return Translations(compiled, domain="messages")


@cache
def script_texts(language: str) -> dict[str, str]:
    """Give the texts of the browser's modules, by what they are in English."""
    return dict(_pairs(language, "scripts"))


def _pairs(language: str, domain: str) -> Iterator[tuple[str, str]]:
    for message in read_catalogue(language, domain):
        if isinstance(message.id, str) and message.id and isinstance(message.string, str) and message.string:
            yield message.id, message.string


# ------------------------------------------------------------------------------ what the rules say
@dataclass(frozen=True, slots=True)
class Templates:
    """The templates of `rules.engine.text` in one language: those that it lacks are said in English."""

    language: str

    def one(self, template: str) -> str:
        """Give a template in the language; a text that was put together before is told as such."""
        if self.language == SOURCE:
            return template
        bare = template.strip()
        found = _templates(self.language).get(bare)
        return template.replace(bare, found, 1) if found else tell(self.language, template)

    def some(self, template: str, many: str, count: float) -> str:
        """Give the template that fits a count in the language."""
        return self.one(template if count == 1 else many)


@cache
def _templates(language: str) -> dict[str, str]:
    return dict(_pairs(language, "told"))


@dataclass(frozen=True, slots=True)
class _Gapped:
    """A text with gaps: what it looks like, and how it is said."""

    shape: re.Pattern[str]
    gaps: tuple[str, ...]
    said: str
    fixed: int
    """How many letters of it are no gap: of several that fit, the one with most of them is meant."""


@dataclass(frozen=True, slots=True)
class _Told:
    """What the rules say, in one language."""

    whole: dict[str, str] = field(default_factory=dict)
    by_word: dict[str, list[_Gapped]] = field(default_factory=dict)
    """Texts with gaps, each under the rarest word that stands in it."""


@cache
def _told_in(language: str) -> _Told:
    told = _Told()
    gapped = []
    for text, said in _pairs(language, "told"):
        if _GAP.search(text):
            gapped.append((text, said))
        else:
            told.whole[text] = said
    words = [set(_WORD.findall(_GAP.sub(" ", text))) for text, _ in gapped]
    counts: dict[str, int] = {}
    for found in words:
        for word in found:
            counts[word] = counts.get(word, 0) + 1
    for (text, said), found in zip(gapped, words, strict=True):
        rarest = min(found, key=lambda word: (counts[word], -len(word), word), default="")
        told.by_word.setdefault(rarest, []).append(_gapped(text, said))
    for several in told.by_word.values():
        several.sort(key=lambda one: -one.fixed)
    return told


def _gapped(text: str, said: str) -> _Gapped:
    gaps: list[str] = []
    shape, end = "", 0
    is_common = all(word.lower() in _COMMON for word in _WORD.findall(_GAP.sub(" ", text)))
    filling = r"[−+-]?[\d.,]+|[A-Z]+\d+" if is_common else ".*?"  # a number or a cell, or all would fit
    for gap in _GAP.finditer(text):
        shape += re.escape(text[end : gap.start()])
        name, end = gap.group(1), gap.end()
        fits = r"[−+-]?[\d.,]+" if name == "n" else filling  # what is counted
        shape += f"(?P={name})" if name in gaps else f"(?P<{name}>{fits})"
        if name not in gaps:
            gaps.append(name)
    shape += re.escape(text[end:])
    fixed = len(_GAP.sub("", text))
    return _Gapped(re.compile(shape, re.DOTALL), tuple(gaps), said, fixed)


@lru_cache(maxsize=20_000)
def tell(language: str, text: str) -> str:
    """Say a text of the rules in a language: as it stands, or by the text with gaps that it fits.

    What fills the gaps is told by the same way. A text that no catalogue has stays as it is.
    """
    return _tell(_told_in(language), text, 0)


def _tell(told: _Told, text: str, depth: int) -> str:
    word = _in_any_case(told, text)
    if word is not None:
        return word
    bare = text.strip()
    if bare != text:
        return text.replace(bare, _tell(told, bare, depth), 1) if bare else text
    if " · " in text:
        return " · ".join(_tell(told, part, depth) for part in text.split(" · "))
    found = _find(told, text) if depth < _DEEPEST else None
    if found is None:
        return _by_parts(told, text, depth) if depth < _DEEPEST else text
    gapped, match = found
    filled = {name: _tell(told, match.group(name), depth + 1) for name in gapped.gaps}
    return _GAP.sub(lambda gap: filled[gap.group(1)], gapped.said)


_DEEPEST = 4
_BETWEEN = (". ", "; ", ": ", ", ", "/")
_VALUES = ("yes", "no", "none")  # what somebody's state is set to: `prone no`
_COUNTED = re.compile(
    r"(?P<before>[−+-]?[\d.,]+ )(?P<what>\D+)|(?P<name>\D+) (?P<after>[−+-]?[\d.,]+(?: of [\d.,]+)?)"
)


def _find(told: _Told, text: str) -> tuple[_Gapped, re.Match[str]] | None:
    best: tuple[_Gapped, re.Match[str]] | None = None
    for word in {"", *_WORD.findall(text)}:
        for gapped in told.by_word.get(word, ()):
            if best is not None and gapped.fixed <= best[0].fixed:
                break
            match = gapped.shape.fullmatch(text)
            if match is not None:
                best = gapped, match
    return best


def _by_parts(told: _Told, text: str, depth: int) -> str:
    """Say a list part by part, and what is counted beside its number."""
    for sign in _BETWEEN:
        if sign in text:
            return sign.join(_tell(told, part, depth + 1) for part in text.split(sign))
    if text.startswith("the "):
        return _tell(told, text[4:], depth + 1)  # articles are not told: they depend on more than a word
    if text.endswith("."):
        return _tell(told, text[:-1], depth + 1) + "."
    what, _, value = text.rpartition(" ")
    if what and value in _VALUES:
        return f"{_tell(told, what, depth + 1)} {_tell(told, value, depth + 1)}"
    counted = _COUNTED.fullmatch(text)
    if counted is None:
        return text
    if counted["before"]:
        return counted["before"] + _tell(told, counted["what"], depth + 1)
    return _tell(told, counted["name"], depth + 1) + " " + _tell(told, counted["after"], depth + 1)


def _in_any_case(told: _Told, text: str) -> str | None:
    """Say a text as it stands in the catalogue, with a large letter or a small one, in words or as an id."""
    if text in told.whole:
        return told.whole[text]
    small, large = text[:1].lower() + text[1:], text[:1].upper() + text[1:]
    if small != text and small in told.whole:
        said = told.whole[small]
        return said[:1].upper() + said[1:]
    plain = small.replace("-", " ")
    return told.whole.get(large) or told.whole.get(plain) or told.whole.get(plain[:1].upper() + plain[1:])
