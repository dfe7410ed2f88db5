"""A log to read elsewhere: every line that a viewer was told, with its figures, as plain text."""

from collections.abc import Iterable, Iterator, Sequence

from rules.engine.system import Figure
from webapp.battle_log.chronicle import LogLine, RollView


def as_text(title: str, lines: Sequence[LogLine]) -> str:
    """Write a log as plain text: a line for each of its lines, what it rests on indented below."""
    parts = [title, "=" * len(title), ""]
    for line in lines:
        parts.extend(_told(line))
    return "\n".join(parts) + "\n"


def _told(line: LogLine) -> Iterator[str]:
    mark = "(taken back) " if line.undone else ""
    if line.roll is not None:
        yield f"{mark}{_roll(line.roll)}"
        yield from _figures(_rests_on(line.roll))
    else:
        yield f"{mark}{line.text}{_rule(line.rule)}"
        yield from _figures(line.figures)


def _roll(roll: RollView) -> str:
    faces = ", ".join(str(face) for face in roll.faces)
    against = "" if roll.target is None else f" against {roll.target}"
    thrown = f"{roll.notation or 'dice'}: {faces}; {roll.total} in all"
    return f"{roll.name}, {roll.label}{against}: {roll.words} ({thrown})"


def _rests_on(roll: RollView) -> Iterator[Figure]:
    if roll.base is not None:
        yield Figure(label="to begin with", value=str(roll.base))
    yield from roll.modifiers


def _figures(figures: Iterable[Figure]) -> Iterator[str]:
    for figure in figures:
        yield f"    {figure.value!s:>6}  {figure.label}{_rule(figure.rule)}"


def _rule(rule: str | None) -> str:
    return f" [{rule}]" if rule else ""
