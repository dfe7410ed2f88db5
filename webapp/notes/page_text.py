"""The words of a page as blocks: paragraphs, headings and lists, with what is bold or slanted in them.

It reads a small part of Markdown and makes data of it, not HTML: the template writes the elements and escapes
every word, so that nothing that is typed becomes a tag.

    # Heading         ## Smaller         a line with * or - or 1. before it is an item of a list
    **bold**          *slanted*          an empty line ends a paragraph
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

_HEADING = re.compile(r"(#{1,3})\s+(.*)")
_ITEM = re.compile(r"[-*•]\s+(.*)")
_NUMBERED = re.compile(r"\d{1,3}[.)]\s+(.*)")
_STYLED = re.compile(r"\*\*(?=\S)([^*]+?)(?<=\S)\*\*|(?<![*\w])\*(?=\S)([^*]+?)(?<=\S)\*(?![*\w])")


@dataclass(frozen=True, slots=True)
class Span:
    """Words that look alike: `style` is `strong`, `em` or empty."""

    words: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A heading (`h1` to `h3`), a paragraph (`p`) or a list (`ul`, `ol`): its lines or items, in spans."""

    kind: str
    lines: tuple[tuple[Span, ...], ...] = field(default=())


def blocks_of(words: str) -> tuple[Block, ...]:
    """Read the words of a page."""
    lines = [_line(line.strip()) for line in words.split("\n")]
    return tuple(_blocks(lines))


def _line(line: str) -> tuple[str, str]:
    """Tell what a line belongs to, and give it without the sign that says so."""
    if heading := _HEADING.fullmatch(line):
        return f"h{len(heading[1])}", heading[2]
    for kind, sign in (("ul", _ITEM), ("ol", _NUMBERED)):
        if item := sign.fullmatch(line):
            return kind, item[1]
    return ("p", line) if line else ("", "")


def _blocks(lines: list[tuple[str, str]]) -> Iterator[Block]:
    for kind, group in groupby(lines, key=lambda line: line[0]):
        said = tuple(tuple(_spans(words)) for _, words in group)
        if kind.startswith("h"):
            yield from (Block(kind, (line,)) for line in said)
        elif kind:
            yield Block(kind, said)


def _spans(words: str) -> Iterator[Span]:
    end = 0
    for found in _STYLED.finditer(words):
        if found.start() > end:
            yield Span(words[end : found.start()])
        yield Span(found[1], "strong") if found[1] else Span(found[2], "em")
        end = found.end()
    if end < len(words):
        yield Span(words[end:])


def as_plain(words: str) -> str:
    """Give the words of a page as a handout has them: without the signs, a dot before each item."""
    parts = []
    for block in blocks_of(words):
        lines = ["".join(span.words for span in line) for line in block.lines]
        if block.kind == "ul":
            lines = [f"• {line}" for line in lines]
        elif block.kind == "ol":
            lines = [f"{number}. {line}" for number, line in enumerate(lines, 1)]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)
