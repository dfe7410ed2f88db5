"""What became of an imported file, written for the GM who has to trust the result."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What was read, what was left out, and what had to be guessed, in short sentences."""

    read: tuple[str, ...]
    dropped: tuple[str, ...]
    doubtful: tuple[str, ...]


@dataclass(slots=True)
class Notes:
    """A report while it is being written."""

    read: list[str] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    doubtful: list[str] = field(default_factory=list)

    def report(self) -> ImportReport:
        """Close the notes."""
        return ImportReport(read=tuple(self.read), dropped=tuple(self.dropped), doubtful=tuple(self.doubtful))


def count(number: int, noun: str) -> str:
    """Write a number with its noun, which takes its plural before " of ": "1 door", "2 lines of walls"."""
    if number == 1:
        return f"1 {noun}"
    head, of, tail = noun.partition(" of ")
    return f"{number:,} {head}s{of}{tail}"


def listed(parts: list[str]) -> str:
    """Join parts as in "a, b and c"."""
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]])) if parts else ""
