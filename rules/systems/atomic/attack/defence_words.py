"""What must be thrown for a defence, in words a player can hold a die against (AT-74 to AT-77)."""

from collections.abc import Iterator, Sequence

from rules.systems.atomic.rolls import QUALITY, Percentile, faces_that_stop, is_doubles


def needed_words(target: int, attack: Percentile) -> str:
    """Say which numbers on d100 stop an attack as it was thrown: `on d100 throw 36 to 60`.

    Args:
        target: the number that the defence itself must stay under.
    """
    stops = faces_that_stop(target, attack)
    if not stops:
        return "no number on d100 stops it"
    short = (words for words, faces in _short(target, attack) if faces == stops)
    numbers = next(short, _ranges(stops))
    return f"on d100 throw {numbers}"


def _short(target: int, attack: Percentile) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Give the ways to say it in few words, each with the faces that it names."""
    needed, last = attack.face, max(faces_that_stop(target, attack))
    doubles = {face for face in range(1, last + 1) if is_doubles(face)}
    graded = {*range(5, last + 1, 5), *doubles}
    match QUALITY[attack.outcome]:
        case 1 if last >= needed:
            plain = set(range(needed, last + 1))
            yield f"{needed:02d} to {last:02d}", _sorted(plain)
            yield f"{needed:02d} to {last:02d}, or a lower five or double", _sorted(plain | graded)
        case 1:
            yield f"a five or a double, {last:02d} at most", _sorted(graded)
        case 2:
            yield f"a double, {last:02d} at most", _sorted(doubles)
            fives = {face for face in graded if face >= needed}
            words = f"a five from {needed:02d} to {last:02d} or any double up to {last:02d}"
            yield words, _sorted(fives | doubles)
        case _:
            high = {face for face in doubles if face >= needed}
            yield f"a double from {needed:02d} to {last:02d}", _sorted(high)


def _sorted(faces: set[int]) -> tuple[int, ...]:
    return tuple(sorted(faces))


def _ranges(faces: Sequence[int]) -> str:
    """List faces, those that follow one another as `33 to 60`."""
    parts: list[list[int]] = []
    for face in faces:
        if parts and parts[-1][-1] == face - 1:
            parts[-1].append(face)
        else:
            parts.append([face])
    words = [f"{p[0]:02d} to {p[-1]:02d}" if len(p) > 1 else f"{p[0]:02d}" for p in parts]
    return ", ".join(words)
