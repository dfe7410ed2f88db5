"""What must be thrown for a defence, in words a player can hold a die against (AT-74 to AT-77)."""

from collections.abc import Iterator, Sequence

from rules.engine.text import Text, joined, template, text
from rules.systems.atomic.rolls import QUALITY, Percentile, faces_that_stop, is_doubles


def needed_words(target: int, attack: Percentile) -> Text:
    """Say which numbers on d100 stop an attack as it was thrown: `on d100 throw 36 to 60`.

    Args:
        target: the number that the defence itself must stay under.
    """
    stops = faces_that_stop(target, attack)
    if not stops:
        return text("no number on d100 stops it")
    short = (words for words, faces in _short(target, attack) if faces == stops)
    numbers = next(short, _ranges(stops))
    return text("on d100 throw {numbers}", numbers=numbers)


def _short(target: int, attack: Percentile) -> Iterator[tuple[Text, tuple[int, ...]]]:
    """Give the ways to say it in few words, each with the faces that it names."""
    needed, last = attack.face, max(faces_that_stop(target, attack))
    doubles = {face for face in range(1, last + 1) if is_doubles(face)}
    graded = {*range(5, last + 1, 5), *doubles}

    def said(template: str) -> Text:
        return text(template, needed=f"{needed:02d}", last=f"{last:02d}")

    match QUALITY[attack.outcome]:
        case 1 if last >= needed:
            plain = set(range(needed, last + 1))
            yield _span(needed, last), _sorted(plain)
            yield said(template("{needed} to {last}, or a lower five or double")), _sorted(plain | graded)
        case 1:
            yield said(template("a five or a double, {last} at most")), _sorted(graded)
        case 2:
            yield said(template("a double, {last} at most")), _sorted(doubles)
            fives = {face for face in graded if face >= needed}
            words = said(template("a five from {needed} to {last} or any double up to {last}"))
            yield words, _sorted(fives | doubles)
        case _:
            high = {face for face in doubles if face >= needed}
            yield said(template("a double from {needed} to {last}")), _sorted(high)


def _sorted(faces: set[int]) -> tuple[int, ...]:
    return tuple(sorted(faces))


def _ranges(faces: Sequence[int]) -> Text:
    """List faces, those that follow one another as `33 to 60`."""
    parts: list[list[int]] = []
    for face in faces:
        if parts and parts[-1][-1] == face - 1:
            parts[-1].append(face)
        else:
            parts.append([face])
    return joined(_span(part[0], part[-1]) if len(part) > 1 else f"{part[0]:02d}" for part in parts)


def _span(first: int, last: int) -> Text:
    return text("{needed} to {last}", needed=f"{first:02d}", last=f"{last:02d}")
