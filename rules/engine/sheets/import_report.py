"""Files of other programs: their parts read whatever they hold, and a report of what became of each.

What the keys of a character mean is known to the system whose sheet it becomes (`System.import_character`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from rules.engine.refusal import BadSheetRefusal, Refusal
from rules.engine.text import Gap, Text, as_text, text

LONGEST = 60
"""Letters of a name or another short text that are kept."""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What was read, what was left out, and what had to be guessed, in short sentences."""

    read: tuple[Text, ...]
    dropped: tuple[Text, ...]
    doubtful: tuple[Text, ...]


@dataclass(slots=True)
class Notes:
    """A report while it is being written."""

    read: list[Text] = field(default_factory=list)
    dropped: list[Text] = field(default_factory=list)
    doubtful: list[Text] = field(default_factory=list)

    def fitted(self, what: Gap, value: int, low: int, high: int) -> int:
        """Give a number as far as it fits here; one that does not is told as doubtful."""
        if low <= value <= high:
            return value
        self.doubtful.append(
            text(
                "{what} is {value} in the file; here it is from {low} to {high}.",
                what=what,
                value=value,
                low=low,
                high=high,
            )
        )
        return min(high, max(low, value))

    def report(self) -> ImportReport:
        """Close the notes."""
        return ImportReport(read=tuple(self.read), dropped=tuple(self.dropped), doubtful=tuple(self.doubtful))


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """A combatant made of another program's character: what the command `add` takes of it, and the report."""

    name: str
    sheet: Mapping[str, Any]
    state: Mapping[str, Any] = field(default_factory=dict)
    size: int = 1
    report: ImportReport


# ------------------------------------------------------------------------------------------- reading
def part(data: Any, *path: str) -> Any:
    """Follow keys down through objects; None where one of them is missing."""
    for key in path:
        data = data.get(key) if isinstance(data, Mapping) else None
    return data


def objects_in(data: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    """List the objects of the list under a key; none where something else stands there."""
    found = data.get(key)
    return [one for one in found if isinstance(one, Mapping)] if isinstance(found, list) else []


def text_of(value: Any, longest: int = LONGEST) -> str:
    """Tidy a text: one line of printable signs, cut where it is too long; empty for what is no text."""
    if not isinstance(value, str):
        return ""
    line = "".join(sign if sign.isprintable() else " " for sign in value[: 4 * longest])
    return " ".join(line.split())[:longest].strip()


def whole(value: Any) -> int | None:
    """Read a whole number, also from a text such as `+2`; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return int(number) if isfinite(number) and abs(number) < 1e6 else None


def slug(name: str) -> str:
    """Make an id of a name: small letters and digits with hyphens; empty if nothing of it can stay."""
    plain = "".join(sign if sign.isascii() and sign.isalnum() else " " for sign in name.lower())
    return "-".join(plain.split())


# ------------------------------------------------------------------------------------------- telling
def what_is_wrong(refusal: Refusal) -> Text:
    """Give what a refused sheet lacks, without the words "This sheet cannot be used" before it."""
    if isinstance(refusal, BadSheetRefusal):
        return text("{why}.", why=refusal.why)
    return as_text(refusal.text)


def why_no_sheet(read_sheet: Callable[[Mapping[str, Any]], Any], sheet: Mapping[str, Any]) -> Text | None:
    """Say why something cannot stand on a sheet, in a sentence; None if it can."""
    try:
        read_sheet(sheet)
    except Refusal as refusal:
        return what_is_wrong(refusal)
    return None
