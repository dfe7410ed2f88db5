"""Rehearsed fights as the store keeps them: compressed JSON, small enough for many.

A fight is kept as `[won, rounds, {who: [down, dead, condition, harm done, shots, [[label, value], ...]]}]`,
where a label is a number in a list of words, for those of all fights are the same.
"""

import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from rules.engine.text import Words, as_json, from_json
from rules.rehearsal.outcome import Fate, Outcome

VERSION = 1
_DIGITS = 4
"""So many digits of what is an average in the end."""


class OutcomeWriter:
    """Writes fights down; the words of all of them are kept once."""

    def __init__(self) -> None:
        self.labels: list[Any] = []
        self._numbers: dict[Words, int] = {}

    def written(self, outcomes: Sequence[Outcome]) -> list[Any]:
        """Write some fights down."""
        return [
            [one.won, one.rounds, {who: self._fate(f) for who, f in one.fates.items()}] for one in outcomes
        ]

    def _fate(self, fate: Fate) -> list[Any]:
        gauges = [[self._number(label), value] for label, value in fate.gauges.items()]
        numbers = round(fate.condition, _DIGITS), round(fate.harm_done, _DIGITS)
        return [int(fate.is_down), int(fate.is_dead), *numbers, fate.shots, gauges]

    def _number(self, label: Words) -> int:
        if label not in self._numbers:
            self._numbers[label] = len(self.labels)
            self.labels.append(as_json(label))
        return self._numbers[label]


def read_outcomes(data: Sequence[Any], labels: Sequence[Words]) -> list[Outcome]:
    """Read what `OutcomeWriter` wrote."""
    return [
        Outcome(won=won, rounds=rounds, fates={who: _fate(fate, labels) for who, fate in fates.items()})
        for won, rounds, fates in data
    ]


def _fate(data: Sequence[Any], labels: Sequence[Words]) -> Fate:
    down, dead, condition, harm_done, shots, gauges = data
    return Fate(
        is_down=bool(down),
        is_dead=bool(dead),
        condition=condition,
        harm_done=harm_done,
        shots=shots,
        gauges={labels[number]: value for number, value in gauges},
    )


def read_labels(data: Sequence[Any]) -> list[Words]:
    """Read the words that fights name by their numbers."""
    return [from_json(label) for label in data]


def packed(data: Mapping[str, Any]) -> bytes:
    """Pack what is kept of a rehearsal."""
    return zlib.compress(json.dumps({"version": VERSION, **data}, ensure_ascii=False).encode())


def unpacked(kept: bytes) -> Mapping[str, Any] | None:
    """Unpack it; None for what another version has kept, or nothing at all."""
    data = json.loads(zlib.decompress(kept)) if kept else {}
    return data if data.get("version") == VERSION else None
