"""The rolls of a fight that somebody was told of: those of the log, and free dice.

A roll that was taken back counts, for its dice have fallen; one that is told again (a forgotten modifier, a
roll that is closed) counts once. Whose dice were not told, as of somebody whose harm is kept secret, is left
out. All of it goes by what the reader's own log says, so that it can tell nothing more.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rules.engine.battle import Battle
from rules.engine.battle_events import PromptAnswered, Rolled
from rules.engine.declared.cards import CARDS
from rules.engine.dice import ThrownDie
from rules.engine.events import Event
from rules.engine.history.entry import Entry
from rules.engine.history.log import taken_after
from rules.engine.history.log_fold import Step
from rules.engine.text import Words, in_full, text
from webapp.dice.sealed import Thrower
from webapp.talk.conversation import thrower_of
from webapp.talk.rows import GM, Said
from webapp.visibility.stream import Stream
from webapp.visibility.viewer import Viewer

_KIND = re.compile(r"d(\d+|%)", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldRoll:
    """A roll as somebody was told it. `serial` and `thrower` are for the server alone."""

    who: str
    """The id of the combatant, or who threw freely; `table` where nobody in particular did."""
    name: Words
    what: Words
    faces: tuple[int, ...]
    sides: tuple[int, ...]
    """Of each face's die; none where a person typed the faces in and it cannot be told."""
    thrower: Thrower
    serial: int = 0
    """Which of its thrower's rolls it is; 0 for dice that are under no seal."""
    is_real: bool = False
    """Whether a person threw it and typed in what came."""
    is_cards: bool = False
    is_free: bool = False
    """Whether it was thrown freely, beside the rules."""


def told_rolls(system: str, scene: str, entries: Sequence[Entry], viewer: Viewer) -> list[ToldRoll]:
    """List the rolls of a log that viewers of this knowledge were told of, in order. Takes its time."""
    events = sum(entry.count for entry in entries)
    battle, stream = Battle(system), Stream(viewer, scene, keeps=events)
    for entry in entries:
        battle.log.keep(entry)
    found: dict[tuple[Thrower, int], ToldRoll] = {}
    gone: frozenset[str] = frozenset()
    for entry, steps in battle.told():
        gone = taken_after(gone, entry)
        for roll in _not_told_before(battle, entry, _heard(stream, entry, steps, gone)):
            key = roll.thrower, roll.serial or -len(found) - 1
            if key not in found or len(found[key].faces) < len(roll.faces):
                found[key] = roll
    return list(found.values())


def _heard(
    stream: Stream, entry: Entry, steps: Sequence[Step], gone: frozenset[str]
) -> Iterator[tuple[Rolled, ToldRoll]]:
    """Give the rolls of an entry that a stream is told of, each with the event."""
    before = len(stream.lines)
    stream.take_in(entry.id, steps, gone, again=True)
    lines = iter([line for line in stream.lines[before:] if line.roll is not None])
    typed = _typed_in([event for event, _, _ in steps])
    for event, after, _ in stream.heard:
        if not isinstance(event, Rolled):
            continue
        roller = after.combatants.get(event.who)
        roll = _as_logged(event, roller.name if roller else "", is_real=id(event) in typed)
        if not event.quiet:
            said = next(lines).roll
            assert said is not None
            roll = replace(roll, name=said.name, what=said.label, faces=said.faces)
        if event.thrown and roll.faces:
            yield event, roll


def _typed_in(events: Sequence[Event]) -> set[int]:
    """Name the rolls among an entry's events, as these very objects, that tell what a person typed in."""
    return {
        id(event)
        for answer, event in pairwise(events)
        if isinstance(answer, PromptAnswered) and "faces" in answer.extra and isinstance(event, Rolled)
    }


def _as_logged(event: Rolled, name: str, *, is_real: bool) -> ToldRoll:
    return ToldRoll(
        who=event.who,
        name=name or text("The table"),
        what=event.label,
        faces=event.faces,
        sides=event.threw or _sides_by_name(event),
        thrower=Thrower(event.who, event.quiet),
        serial=event.serial,
        is_real=is_real,
        is_cards=f"{event.who}.{event.purpose}" == CARDS,
    )


def _sides_by_name(event: Rolled) -> tuple[int, ...]:
    """Tell which dice fell where that was not noted: by the system, or by a notation with one kind."""
    shown = [die.sides for die in event.dice for _ in die.faces]
    kinds = {100 if kind == "%" else int(kind) for kind in _KIND.findall(in_full(event.notation))}
    if len(shown) != len(event.faces):
        shown = [*kinds] * len(event.faces) if len(kinds) == 1 else []
    fits = all(face <= sides for face, sides in zip(event.faces, shown, strict=False))
    return tuple(shown) if fits else ()


def _not_told_before(
    battle: Battle, entry: Entry, heard: Iterator[tuple[Rolled, ToldRoll]]
) -> Iterator[ToldRoll]:
    """Leave out of an entry that took others' place the rolls without a number that it tells again."""
    replaced = (battle.log.get(id_) for id_ in battle.log.amended_by(entry))
    old = Counter(
        (event.who, event.purpose, event.faces)
        for one in replaced
        for event in one.events
        if isinstance(event, Rolled) and event.thrown and not event.serial
    )
    for event, roll in heard:
        key = event.who, event.purpose, event.faces
        if not event.serial and old[key]:
            old[key] -= 1
        else:
            yield roll


def free_rolls(said: Sequence[Said], reader: str) -> list[ToldRoll]:
    """List the dice that were thrown freely, as far as a reader was told what came."""
    return [
        _free(one)
        for one in said
        if one.kind == "roll" and one.is_heard_by(reader)
        if reader == GM or not one.is_blind
    ]


def _free(said: Said) -> ToldRoll:
    dice = [ThrownDie(sides=sides, faces=tuple(faces)) for sides, faces, _ in said.data["dice"]]
    return ToldRoll(
        who=thrower_of(said).who,
        name=said.name,
        what=said.data["label"] or said.data["notation"],
        faces=tuple(face for die in dice for face in die.faces),
        sides=tuple(die.sides for die in dice for _ in die.faces),
        thrower=thrower_of(said),
        serial=said.data.get("serial", 0),
        is_free=True,
    )
