"""Finds the words of a template that go past gettext: in its text, and in attributes that are read."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

HEARD = {"title", "aria-label", "placeholder", "alt", "data-label", "aria-valuetext", "label"}
"""Attributes that reach a person."""
_UNREAD = {"script", "style", "code"}
"""Elements whose text is no sentence."""
_NAMES = ("Battlemat", "3d6+2", "#mark-", "dot")
"""What is the same in every language, and the ids of marks."""
_JINJA = re.compile(r"(\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\})", re.DOTALL)
_TAG = re.compile(r"</?([a-zA-Z][\w-]*)|<!")
_ENTITY = re.compile(r"&#?\w+;")
_WORD = re.compile(r"[^\W\d_]{2,}|^[^\W\d_]$")
_LITERAL = re.compile(r"\"[^\"]*\"|'[^']*'")


def unwrapped(source: str) -> Iterator[tuple[int, str]]:
    """Give each piece of text that is not wrapped, with its line."""
    reader = _Reader()
    at = 0
    in_translation = False
    for part in _JINJA.split(source):
        line = source.count("\n", 0, at) + 1
        at += len(part)
        if part.startswith("{%"):
            word = " ".join(re.findall(r"\w+", part)[:2])
            if word.startswith(("trans ", "block body_")) or word == "trans":
                in_translation = True  # or it is what the body's own tag carries
            elif word.startswith(("endtrans", "endblock")):
                in_translation = False
        elif part.startswith("{{"):
            if reader.is_read and not in_translation:
                yield from ((line, text) for text in _said_by(part))
        elif not part.startswith("{#"):
            found = list(reader.read(part))
            if not in_translation:
                yield from ((line, text) for text in found)


def _said_by(expression: str) -> Iterator[str]:
    """Give the texts that an expression may come to: `"Yes" if it else "No"` as they stand."""
    bare = re.sub(r"\b(parts|url_for)[.\w]*\(.*?\)", "", expression[2:-2])
    bare = re.sub(r"\b(_|ngettext)\((\"[^\"]*\"|'[^']*')(, (\"[^\"]*\"))?", "", bare)
    for match in re.finditer(
        r"(?:^\s*|\belse |\bor )(" + _LITERAL.pattern + r")(?!\s*[|~(]|\) \| told)", bare
    ):
        if _is_word(match[1][1:-1]):
            yield match[1]


def _is_word(text: str) -> bool:
    for name in _NAMES:
        text = text.replace(name, "")
    return bool(_WORD.search(_ENTITY.sub("", text.strip())))


class _Reader:
    """Knows at every letter of a template whether it is text, or the value of which attribute."""

    def __init__(self) -> None:
        self.tag = self.attribute = self.quote = self._name = ""
        self.inside = "text"

    @property
    def is_read(self) -> bool:
        if self.inside == "value":
            return self.attribute in HEARD
        return self.inside == "text" and self.tag not in _UNREAD

    def read(self, literal: str) -> Iterator[str]:
        """Go through what stands between two expressions, and give the words that are read in it."""
        start = place = 0
        while place < len(literal):
            sign = literal[place]
            if self.inside == "text":
                tag = _TAG.match(literal, place)
                if tag:
                    yield from self._words(literal[start:place])
                    self.tag = literal[place : place + 2].replace("<", "").strip("!") and (tag[1] or "")
                    if literal.startswith("</", place):
                        self.tag = ""
                    self.inside, self._name = "tag", ""
                    place = tag.end()
                    continue
            elif self.inside == "tag":
                if sign == ">":
                    self.inside, start = "text", place + 1
                elif sign in "\"'":
                    self.inside, self.quote, start = "value", sign, place + 1
                    self.attribute = self._name.rstrip("=")
                    self._name = ""
                else:
                    self._name = "" if sign.isspace() else self._name + sign
            elif sign == self.quote:
                yield from self._words(literal[start:place])
                self.inside = "tag"
            place += 1
        if self.inside != "tag":
            yield from self._words(literal[start:])

    def _words(self, text: str) -> Iterator[str]:
        if self.is_read and _is_word(text) and '="' not in text:
            yield " ".join(text.split())


class Reading(HTMLParser):
    """What somebody reads or hears of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._unread = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unread += tag in ("script", "style", "code")
        self.texts += [value for name, value in attrs if name in HEARD and value]

    def handle_endtag(self, tag: str) -> None:
        self._unread -= tag in ("script", "style", "code")

    def handle_data(self, data: str) -> None:
        if not self._unread and data.strip():
            self.texts.append(" ".join(data.split()))
