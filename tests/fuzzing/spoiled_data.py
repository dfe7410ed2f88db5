"""JSON and bytes with something odd in them."""

import random
from collections.abc import Sequence
from typing import Any

_DEEP: Any = []
for _ in range(40):
    _DEEP = [_DEEP]
ODD: Sequence[Any] = (
    *(
        None,
        True,
        False,
        0,
        1,
        -1,
        2,
        7,
        99,
        10**6,
        2**63,
        -(2**70),
        0.5,
        -0.0,
        1e308,
        float("nan"),
        float("inf"),
    ),
    *(
        "",
        " ",
        "x",
        "table",
        "none",
        "take",
        "a" * 300,
        "\0",
        "\ud800",
        "٣",
        "ſ",
        "<b>",
        "__class__",
        "1",
        "-1",
    ),
    *([], {}, [[]], {"": None}, [0, 0], [-1, 0], [10**6, 3], [1.5, 2], ["a", "b"], {"do": "undo"}, _DEEP),
)


def spots(value: Any) -> list[tuple[Any, Any]]:
    """List every place in some JSON: what holds it, and under which key."""
    found: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting:
        inner = waiting.pop()
        pairs = (
            inner.items() if isinstance(inner, dict) else enumerate(inner) if isinstance(inner, list) else ()
        )
        for key, part in pairs:
            found.append((inner, key))
            waiting.append(part)
    return found


def copied(value: Any) -> Any:
    """Copy JSON."""
    if isinstance(value, dict):
        return {key: copied(part) for key, part in value.items()}
    return [copied(part) for part in value] if isinstance(value, list | tuple) else value


def spoilt(value: Any, dice: random.Random, times: int = 1) -> Any:
    """Give a copy of some JSON with so many changes: parts put elsewhere, left out, doubled, made odd."""
    whole = [copied(value)]
    for _ in range(times):
        inner, key = dice.choice(spots(whole))
        part = inner[key]
        match dice.randrange(6):
            case 0 if inner is not whole:
                del inner[key]
            case 1 if isinstance(part, int | float) and not isinstance(part, bool):
                inner[key] = part + dice.choice((-1, 1, 0.5, 1000))
            case 2:
                held, other = dice.choice(spots(whole))
                inner[key] = copied(held[other])
            case 3 if isinstance(inner, list):
                inner.insert(key, copied(part))
            case 4 if isinstance(inner, dict):
                inner[dice.choice(("with", "to", "at", "target", "options", "facts", "x", key))] = part
            case _:
                inner[key] = copied(dice.choice(ODD))
    return whole[0]


def spoilt_bytes(data: bytes, dice: random.Random) -> bytes:
    """Give bytes with a stretch cut out, doubled or written over."""
    start = dice.randrange(len(data) + 1)
    end = min(len(data), start + dice.choice((0, 1, 2, 8, 64)))
    match dice.randrange(3):
        case 0:
            patch = b""
        case 1:
            patch = data[start:end] * 2
        case _:
            patch = bytes(dice.randrange(256) for _ in range(dice.choice((1, 4, 16))))
    return data[:start] + patch + data[end:]
