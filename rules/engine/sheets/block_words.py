"""Signs and words of a pasted text, as plain as its readers want them."""

import re
import unicodedata
from collections.abc import Mapping

_PLAIN: Mapping[str, str] = {
    **dict.fromkeys("−–—‒―‐‑", "-"),
    **dict.fromkeys("’‘‚ʼ′", "'"),
    **dict.fromkeys("“”„″«»", '"'),
    **dict.fromkeys("•●▪‣◦·∙■◆►", ";"),
    "×": "x",
    "⁄": "/",
    "∕": "/",
    "†": "†",
}


def in_plain_signs(written: str) -> str:
    """Write a text in plain signs, one for each: dashes, quotes, digits of any script; the rest of what is
    not to be seen becomes space.
    """
    return "".join(map(_plain, written))


def _plain(sign: str) -> str:
    if sign == "\n" or " " <= sign <= "~":
        return sign
    if sign in _PLAIN:
        return _PLAIN[sign]
    digit = unicodedata.digit(sign, None)
    if digit is not None:
        return str(digit)
    if not sign.isprintable() or sign.isspace():
        return " "
    alike = unicodedata.normalize("NFKC", sign)
    return alike if len(alike) == 1 and alike.isprintable() else sign


Vocabulary = Mapping[str, tuple[str, ...]]
"""Ids with the words for each: in English, in German, and others that are read but never written."""


def ids_by_word(words: Vocabulary) -> dict[str, str]:
    """Give each word, in small letters, with the id that it stands for."""
    return {name.lower(): id_ for id_, names in words.items() for name in names}


def said_as(words: Vocabulary, id_: str, language: str) -> str:
    """Write an id in a language; one that the vocabulary lacks as somebody has typed it."""
    names = words.get(id_)
    if names is None:
        return id_.replace("-", " ").capitalize() if id_.islower() else id_
    return names[1] if language == "de" and len(names) > 1 else names[0]


def any_of(words: Vocabulary) -> str:
    """Give a pattern that matches any of the words, the longest first."""
    names = sorted((name for names in words.values() for name in names), key=len, reverse=True)
    return "|".join(re.escape(name).replace(r"\ ", r"\s+") for name in names)
