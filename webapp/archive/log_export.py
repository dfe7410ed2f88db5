"""A log to read elsewhere: every line that a viewer was told, with its figures, as plain text."""

from collections.abc import Iterable, Iterator, Sequence

from rules.engine.system import Figure
from rules.engine.text import Text, joined, text
from rules.engine.text import as_text as as_words
from webapp.battle_log.chronicle import LogLine, RollView
from webapp.server.language import told


def as_text(title: str, lines: Sequence[LogLine]) -> str:
    """Write a log as plain text: a line for each of its lines, what it rests on indented below."""
    parts = [title, "=" * len(title), ""]
    for line in lines:
        parts.extend(_lines(line))
    return "\n".join(parts) + "\n"


def _lines(line: LogLine) -> Iterator[str]:
    words = told(line.text if line.roll is None else _roll(line.roll))
    if line.by:
        words = told(text("{line} (by {name})", line=words, name=line.by))
    if line.undone:
        words = told(text("(taken back) {line}", line=words))
    yield words if line.roll is not None else f"{words}{_rule(line.rule)}"
    yield from _figures(line.figures if line.roll is None else _rests_on(line.roll))


def _roll(roll: RollView) -> Text:
    label = as_words(roll.label)
    if roll.target is not None:
        label = text("{roll} against {target}", roll=label, target=roll.target)
    return text(
        "{who}, {roll}: {came} ({dice}: {faces}; {total} in all)",
        who=as_words(roll.name),
        roll=label,
        came=as_words(roll.words),
        dice=as_words(roll.notation) if roll.notation else text("dice"),
        faces=joined(roll.faces),
        total=roll.total,
    )


def _rests_on(roll: RollView) -> Iterator[Figure]:
    if roll.base is not None:
        yield Figure(label=text("to begin with"), value=str(roll.base))
    yield from roll.modifiers


def _figures(figures: Iterable[Figure]) -> Iterator[str]:
    for figure in figures:
        yield f"    {told(figure.value):>6}  {told(figure.label)}{_rule(figure.rule)}"


def _rule(rule: str | None) -> str:
    return f" [{rule}]" if rule else ""
