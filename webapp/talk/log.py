"""Talk among the lines of a log that is read elsewhere."""

from collections.abc import Iterable, Sequence

from rules.engine.text import as_text, as_typed, text
from webapp.battle_log.chronicle import LogLine, RollView
from webapp.talk.conversation import SaidLine

KIND = "said"


def with_talk(lines: Sequence[LogLine], said: Iterable[SaidLine]) -> tuple[LogLine, ...]:
    """Put what a reader was told where it belongs among the lines that the same reader was told."""
    merged, waiting = [], list(said)[::-1]
    for line in lines:
        while waiting and waiting[-1].after < line.number:
            merged.append(_as_line(waiting.pop()))
        merged.append(line)
    return (*merged, *(_as_line(one) for one in reversed(waiting)))


def _as_line(said: SaidLine) -> LogLine:
    name = text("{name} ({to})", name=said.name, to=as_text(said.to)) if said.to else as_typed(said.name)
    words, roll = text("{name}: {words}", name=name, words=said.text), None
    if said.kind == "paper":
        words = text("{name} shows “{words}”", name=name, words=said.text)
    elif said.total is None and said.kind == "roll":
        words = text("{name} throws {notation}, unseen", name=name, notation=said.notation)
    elif said.total is not None:
        words = text("{name}: {notation} = {total}", name=name, notation=said.notation, total=said.total)
        roll = RollView(
            who="",
            purpose="",
            name=name,
            label=text("{label}", label=said.label) if said.label else text("free dice"),
            notation=said.notation,
            faces=tuple(face for die in said.dice for face in die.faces),
            total=said.total,
            target=None,
            base=None,
            modifiers=(),
            outcome="",
            words=str(said.total),
            good=False,
            dice=said.dice,
        )
    return LogLine(number=said.after, command="", kind=KIND, who=None, text=words, roll=roll)
