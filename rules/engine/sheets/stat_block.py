"""A stat block as people paste it: a text that is read part by part, and what became of each line of it.

What the words mean is known to the system whose sheet it becomes (`SheetRules.stat_block`). Whatever the text
holds, reading it raises nothing but a `Refusal`: what is not understood is left, and said to be.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from typing import Any

from rules.engine.refusal import Refusal
from rules.engine.sheets.block_words import in_plain_signs
from rules.engine.sheets.import_report import Imported, Notes, text_of
from rules.engine.text import Text, Words, as_text, text

MOST_SIGNS = 20_000
"""The longest text that is read, in letters: some ten pages."""
_OPENING, _CLOSING = "([{", ")]}"
_TRIMMED = " \t\n;,.:*-"


class Mark(StrEnum):
    """What became of a part of the text."""

    READ = "read"
    GUESSED = "guessed"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Piece:
    """Some signs of a line that have the same mark."""

    words: str
    mark: Mark | None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the source, with what is to be said of it."""

    pieces: tuple[Piece, ...]
    said: tuple[Text, ...] = ()

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks that occur in it, in a fixed order; none of a line that says nothing."""
        there = {piece.mark for piece in self.pieces}
        return tuple(mark for mark in Mark if mark in there)


@dataclass(frozen=True, kw_only=True)
class StatBlock:
    """How the players of a system write somebody down, as a text."""

    signs: re.Pattern[str]
    """Words that the layouts of no other system have: whose the most different ones are, knows the text."""
    read: Callable[["Block", Callable[[Mapping[str, Any]], Any]], Imported]
    """Make a combatant of a text; it is handed what reads a sheet. Raises `Refusal` `bad-sheet`."""
    write: Callable[[str, Any, str], Sequence[str]]
    """Write somebody down by name and sheet in a language, line by line: `read` gives the same sheet."""


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of the text."""

    block: "Block"
    start: int
    end: int

    @property
    def words(self) -> str:
        """What it says: one line with single spaces, words whole that were broken at the end of a line."""
        raw = self.block.text[self.start : self.end]
        return " ".join(re.sub(r"(?<=[a-zäöüß])-\n\s*(?=[a-zäöüß])", "", raw).split())

    def __bool__(self) -> bool:
        return bool(self.words)

    def sub(self, start: int, end: int) -> "Part":
        """Give a stretch of it by its places in the whole text, without the space and signs around it."""
        text = self.block.text
        while start < end and (text[start] in " \t\n;,:" or text.startswith("* ", start)):
            start += 1
        while end > start and text[end - 1] in _TRIMMED[:6]:
            end -= 1
        return Part(self.block, start, end)

    def items(self, separators: str = ",;") -> list["Part"]:
        """Give what stands between the separators, those inside brackets not counted."""
        found, depth, begin = [], 0, self.start
        for at in range(self.start, self.end):
            sign = self.block.text[at]
            if sign in _OPENING:
                depth += 1
            elif sign in _CLOSING:
                depth = max(0, depth - 1)
            elif sign in separators and depth == 0:
                found.append(self.sub(begin, at))
                begin = at + 1
        found.append(self.sub(begin, self.end))
        return [part for part in found if part and part.words != "-"]

    def bracketed(self) -> tuple["Part", "Part | None"]:
        """Give what stands before the first bracket, and what stands in it; None where there is none."""
        text = self.block.text
        opened = text.find("(", self.start, self.end)
        if opened < 0:
            return self, None
        closed = self.end if (at := text.rfind(")", opened, self.end)) < 0 else at
        return self.sub(self.start, opened), self.sub(opened + 1, closed)

    def match(self, pattern: str) -> re.Match[str] | None:
        """Match all of its words, whatever their case."""
        return re.fullmatch(pattern, self.words, re.IGNORECASE | re.ASCII)

    def find(self, pattern: str) -> "tuple[Part, re.Match[str]] | None":
        """Find something in it, and the stretch that it takes."""
        found = re.compile(pattern, re.IGNORECASE).search(self.block.text, self.start, self.end)
        return None if found is None else (Part(self.block, found.start(), found.end()), found)

    def begins(self, pattern: str) -> "tuple[Part, re.Match[str]] | None":
        """Find something that it begins with, and the stretch that it takes."""
        found = re.compile(pattern, re.IGNORECASE).match(self.block.text, self.start, self.end)
        return None if found is None else (Part(self.block, found.start(), found.end()), found)

    def read(self) -> None:
        """Mark it as read."""
        self.block.mark(self, Mark.READ)

    def guess(self, why: Text) -> None:
        """Mark it as guessed, and say why."""
        self.block.mark(self, Mark.GUESSED)
        self.block.say(self, why)
        self.block.notes.doubtful.append(why)

    def fitted(self, what: Words, value: int, low: int, high: int) -> int:
        """Read it as a number, as near as a sheet can have it; what is out of range is a guess."""
        kept = min(high, max(low, value))
        if kept == value:
            self.read()
        else:
            said = text(
                "{what} {n} is out of range; {kept} is taken.", what=as_text(what), n=value, kept=kept
            )
            self.guess(said)
        return kept

    def leave(self, why: Text | None = None) -> None:
        """Mark it as left, and say why if there is more to say than that nothing here reads it."""
        self.block.mark(self, Mark.LEFT)
        if why is not None:
            self.block.say(self, why)
            self.block.notes.dropped.append(why)


@dataclass(frozen=True, slots=True)
class Section:
    """A label with what stands behind it, up to the next label."""

    key: str
    label: Part
    content: Part


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels of a layout, each with all words for it, in any case and in all languages that are read."""

    lists: Mapping[str, Sequence[str]]
    """Labels with a list behind them; they need a colon."""
    numbers: Mapping[str, Sequence[str]]
    """Labels with a figure behind them, with a colon or without."""
    breaks: re.Pattern[str] | None = None
    """What begins a line that is no part of the list before it: of an attack by itself, say."""
    prose: frozenset[str] = frozenset()
    """The lists of sentences: in these a label for a figure needs its colon."""

    def key(self, words: str) -> str:
        """Give the key of a label."""
        plain = " ".join(words.lower().split())
        return next(
            key
            for labels in (self.lists, self.numbers)
            for key, names in labels.items()
            if plain in (name.lower() for name in names)
        )

    @property
    def pattern(self) -> re.Pattern[str]:
        """Match any of them, the longest first."""
        names = [name for labels in (self.lists, self.numbers) for words in labels.values() for name in words]
        parts = [re.escape(name).replace(r"\ ", r"\s+") for name in sorted(names, key=len, reverse=True)]
        return re.compile(
            rf"(?<![\w-])(?P<label>{'|'.join(parts)})(?!\w)(?P<colon>\s*[:=])?(?=(?P<figure>\s*[+-]?\d|\s*d\d)?)",
            re.IGNORECASE,
        )


@dataclass(slots=True)
class Block:
    """A text while it is read."""

    written: str
    text: str = ""
    """The same with plain signs for dashes, quotes and the like, sign for sign."""
    notes: Notes = field(default_factory=Notes)
    _marks: list[Mark | None] = field(default_factory=list)
    _said: dict[int, list[Text]] = field(default_factory=dict)
    _labels: list[Section] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.written = self.written.replace("\r\n", "\n").replace("\r", "\n").expandtabs(2)[:MOST_SIGNS]
        self.text = in_plain_signs(self.written)
        self._marks = [None] * len(self.text)

    @property
    def whole(self) -> Part:
        """All of it."""
        return Part(self, 0, len(self.text))

    def mark(self, part: Part, mark: Mark) -> None:
        """Mark a stretch."""
        self._marks[part.start : part.end] = [mark] * (part.end - part.start)

    def say(self, part: Part, words: Text) -> None:
        """Say something beside the line in which a part begins."""
        self._said.setdefault(self.text.count("\n", 0, part.start), []).append(words)

    def read_name(self, sections: Sequence[Section]) -> str:
        """Read the name: the first line before any label; empty where there is none."""
        before = min((section.label.start for section in sections), default=len(self.text))
        first = next(iter(self.whole.sub(0, before).items("\n")), None)
        if first is None:
            return ""
        first.read()
        return text_of(first.words.strip(" .,:"))

    def lacks(self, what: Words, taken: int) -> None:
        """Say that a figure is not in the text, and what is taken for it."""
        said = text("{what} is not in the block; {taken} is taken.", what=as_text(what), taken=taken)
        self.notes.doubtful.append(said)

    def imported(self, name: str, sheet: dict[str, Any], why_not: Text | None) -> Imported:
        """Give what was made of the text. Raises `Refusal` `bad-sheet` where that can be no sheet.

        Args:
            why_not: why it can be none.
        """
        if why_not is not None:
            raise Refusal("bad-sheet", text("The block cannot be made into a sheet: {why}", why=why_not))
        return Imported(name=name, sheet=sheet, report=self.notes.report())

    def sections(self, labels: Labels) -> list[Section]:
        """Part the text by its labels."""
        heads = list(self._heads(labels))
        ends = [*(head.start() for head, _ in heads), len(self.text)][1:]
        for (head, key), end in zip(heads, ends, strict=True):
            content = self._content(head.end(), end, labels, key in labels.lists)
            self._labels.append(Section(key, Part(self, head.start(), head.end()), content))
        return self._labels

    def _heads(self, labels: Labels) -> Iterator[tuple[re.Match[str], str]]:
        depths, within = self._depths(), ""
        for head in labels.pattern.finditer(self.text):
            key = labels.key(head["label"])
            before = self.text[self.text.rfind("\n", 0, head.start()) + 1 : head.start()]
            begins = not before.strip(" ;*-")
            is_open = depths[head.start()] == 0
            counts = bool(head["colon"]) and (begins or is_open)
            if not counts and key in labels.numbers and head["figure"] is not None:
                counts = (begins and within not in labels.prose) or (within not in labels.lists and is_open)
            if not counts and key in labels.lists and begins:
                rest = self.text[head.end() :].partition("\n")[0]
                counts = not rest.strip(" ;*-")
            if counts:
                within = key
                yield head, key

    def _depths(self) -> list[int]:
        """Count the brackets around each sign; an empty line closes what was forgotten."""
        depth, found = 0, []
        for at, sign in enumerate(self.text):
            depth += (sign in _OPENING) - (sign in _CLOSING)
            depth = 0 if depth < 0 or self.text.startswith("\n\n", at) else depth
            found.append(depth)
        return [*found, 0]

    def _content(self, start: int, end: int, labels: Labels, is_list: bool) -> Part:
        if not is_list:
            return self.whole.sub(start, end)
        text = self.text
        begin = start + len(text[start:end]) - len(text[start:end].lstrip())
        empty = re.compile(r"\n[ ]*\n").search(text, begin, end)
        end = empty.start() if empty else end
        if labels.breaks and (found := labels.breaks.search(text, start, end)):
            end = found.start()
        return self.whole.sub(start, end)

    def lines(self) -> tuple[Line, ...]:
        """Give the source line by line, with what became of it."""
        for section in self._labels:
            inside = self._marks[section.content.start : section.content.end]
            is_read = not any(map(str.isalnum, section.content.words)) or any(
                mark in (Mark.READ, Mark.GUESSED) for mark in inside
            )
            self.mark(section.label, Mark.READ if is_read else Mark.LEFT)
        start, found = 0, []
        for number, line in enumerate(self.written.split("\n")):
            pieces = self._pieces(start, start + len(line))
            found.append(Line(pieces, tuple(dict.fromkeys(self._said.get(number, ())))))
            start += len(line) + 1
        return tuple(found)

    def _pieces(self, start: int, end: int) -> tuple[Piece, ...]:
        pieces: list[Piece] = []
        for mark, sign in zip(self._marked(start, end), self.written[start:end], strict=True):
            if pieces and pieces[-1].mark is mark:
                pieces[-1] = Piece(pieces[-1].words + sign, mark)
            else:
                pieces.append(Piece(sign, mark))
        return tuple(pieces)

    def _marked(self, start: int, end: int) -> list[Mark | None]:
        """Give the mark of each sign: letters that nobody read are left, others go with what is around."""
        marks = self._marks[start:end]
        for at, sign in enumerate(self.text[start:end]):
            if marks[at] is None and sign.isalnum():
                marks[at] = Mark.LEFT
        there = [at for at, mark in enumerate(marks) if mark is not None]
        for before, after in pairwise(there):
            if marks[before] is marks[after]:
                marks[before + 1 : after] = [marks[before]] * (after - before - 1)
        return marks
