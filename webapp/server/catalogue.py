"""The catalogues of translated texts, read from their .po files the first time that somebody wants them.

Three of them make a language: `messages` holds what templates say, `scripts` what the browser's modules say,
`told` what rules and views say in Python: the templates of texts, whose gaps stand in braces, and plain
labels. Both are looked up exactly as they are written in English.
"""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations

from rules.engine.text import ENGLISH

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""The languages that a page can be in, each by its own name; the first is what the texts are written in."""
SOURCE = "en"

_WITH_DECIMAL_COMMA = frozenset({"de"})
_COMMAS = str.maketrans(".,", ",.")

_FOLDER = Path(__file__).resolve().parents[1] / "translations"


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
        written = (message.id,) if isinstance(message.id, str) else message.id
        said = (message.string,) if isinstance(message.string, str) else message.string or ()
        for one, told in zip(written, said, strict=False):
            if one and told:
                yield one, told


# ------------------------------------------------------------------------------ what the rules say
@dataclass(frozen=True, slots=True)
class Templates:
    """The templates of `rules.engine.text` in one language: those that it lacks are said in English."""

    language: str

    def one(self, template: str) -> str:
        """Give a template, or a plain label, in the language."""
        if self.language == SOURCE:
            return template
        told = _told(self.language)
        return told.get(template) or _in_any_case(told, template) or template

    def some(self, template: str, many: str, count: float) -> str:
        """Give the template that fits a count in the language."""
        return self.one(template if count == 1 else many)

    def number(self, value: float) -> str:
        """Give a number as the language writes it: 12.345,5 in German."""
        said = ENGLISH.number(value)
        return said.translate(_COMMAS) if self.language in _WITH_DECIMAL_COMMA else said


def _in_any_case(told: dict[str, str], label: str) -> str:
    """Give a label that stands in the catalogue with a large letter or a small one, or as words for an id."""
    small, large = label[:1].lower() + label[1:], label[:1].upper() + label[1:]
    if small != label and small in told:
        return told[small][:1].upper() + told[small][1:]
    plain = small.replace("-", " ")
    return told.get(large) or told.get(plain) or told.get(plain[:1].upper() + plain[1:]) or ""


@cache
def _told(language: str) -> dict[str, str]:
    return dict(_pairs(language, "told"))
