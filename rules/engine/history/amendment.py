"""A modifier that was forgotten: the last exchange worked out again with it, with the same dice and answers.

    reconsider  {"roll": {"command": ID, "who": ID, "purpose": TEXT, "nth": 0}, "value": -2, "label": TEXT}

What was thrown and answered stays as far as the exchange comes to it again; what it comes to anew is thrown
and asked anew. In the log the exchange is taken back, and one entry takes its place: what was amended, and
all that came of it.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules.engine.battle_events import Amended, PromptAnswered, Rolled
from rules.engine.command import Command, Said
from rules.engine.dice import FaceSource, Modifier, Roll, RollSource
from rules.engine.events import Event
from rules.engine.exchange import Exchange, Play
from rules.engine.gm.gm_parameters import COMMAND, FORGOTTEN, LABEL, NTH, PURPOSE, ROLL, WHO, read_forgotten
from rules.engine.history.entry import Entry
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.text import text

AMENDING = "reconsider"
RULE = "GM"
"""What stands for the rule of a modifier that the GM adds."""
_LONGEST = 60
_NOT_OF_THE_LAST = text(
    "That roll is not of what was done last: take back what was done since, or do it by hand."
)
_AS_IT_LIES = text("No modifier changes what was thrown there: set what came of it by hand.")


@dataclass(frozen=True, slots=True)
class Amendment:
    """A modifier for the roll of a number, from 0, that an exchange comes to."""

    roll: int
    value: int
    label: str


def amended(exchange: Exchange[None], amendments: Sequence[Amendment]) -> Exchange[None]:
    """Run an exchange with these modifiers on its rolls."""
    number, reply = 0, None
    while True:
        try:
            request = exchange.send(reply)
        except StopIteration:
            return
        if isinstance(request, Roll):
            more = tuple(Modifier(a.label, a.value, RULE) for a in amendments if a.roll == number)
            if more and request.takes_modifiers:
                request = replace(request, modifiers=(*request.modifiers, *more))
            number += 1
        reply = yield request


def read_amendment(command: Command, entries: Sequence[Entry]) -> Amendment:
    """Read which roll of an exchange is meant, and what is added to it.

    `nth` counts the rolls of one purpose that the log shows and a modifier may change. One that is told
    again means the throw that it tells of.

    Raises:
        Refusal: `bad-command`, or `no-such-roll` where the last exchange has no such roll, or no dice were
            thrown for it.
    """
    wanted = ROLL.of(command) or Said()
    value = FORGOTTEN.of(command) or read_forgotten(FORGOTTEN.id, None)
    label = " ".join((LABEL.of(command) or "").split())
    if not label or len(label) > _LONGEST:
        raise Refusal(
            "bad-command",
            text("Say in a few words, {most} letters at most, what was forgotten.", most=_LONGEST),
        )
    meant, nth = (COMMAND.of(wanted), WHO.of(wanted), PURPOSE.of(wanted)), NTH.of(wanted) or 0
    refused = _NOT_OF_THE_LAST
    number, last = -1, None  # of the throw that was read last, and of the last one that may be meant
    for entry in entries:
        for event in entry.events:
            if not isinstance(event, Rolled):
                continue
            is_it = (entry.command.id, event.who, event.purpose) == meant
            number += event.thrown
            if is_it and event.thrown:
                last = number
            if not is_it or event.quiet:
                continue
            if not event.amendable or last is None:
                refused = _AS_IT_LIES
                continue
            if nth == 0:
                return Amendment(last, value, label)
            nth -= 1
    raise Refusal("no-such-roll", refused)


def as_params(command: Command, amendments: Sequence[Amendment]) -> dict[str, Any]:
    """Write down a command with the modifiers that it is done again with."""
    again = {"do": command.do, "actor": command.actor, "params": dict(command.params)}
    return {"again": again, "modifiers": [[a.roll, a.value, a.label] for a in amendments]}


def from_params(params: Mapping[str, Any]) -> tuple[Command, tuple[Amendment, ...]]:
    """Read what `as_params` wrote."""
    again = params["again"]
    command = Command(do=again["do"], actor=again["actor"], params=again["params"])
    return command, tuple(Amendment(*part) for part in params["modifiers"])


# ------------------------------------------------------------------------------------------ again
@dataclass(slots=True)
class _Recorded:
    """The faces of a record, roll by roll; where it has none, those of another source."""

    faces: Mapping[tuple[str, str], deque[int]]
    serials: Mapping[tuple[str, str], deque[int]]
    beyond: FaceSource
    _serial: int = 0

    def open_roll(self, who: str, purpose: str, *, quiet: bool, serial: int | None = None) -> int:
        """Turn to a roll of the record, which keeps its number, or to a new one."""
        kept, typed = self.serials.get((who, purpose)), self.faces.get((who, purpose))
        wanted = kept.popleft() if kept else 0 if typed else None
        self._serial = 0
        if isinstance(self.beyond, RollSource):
            self._serial = self.beyond.open_roll(who, purpose, quiet=quiet, serial=wanted)
        return self._serial

    def face(self, who: str, purpose: str, sides: int) -> int:
        """Give the next face; a numbered roll that is thrown again comes to the same ones by itself."""
        kept = self.faces.get((who, purpose))
        if kept and (self._serial or 1 <= kept[0] <= sides):
            face = kept.popleft()
            return self.beyond.face(who, purpose, sides) if self._serial else face
        return self.beyond.face(who, purpose, sides)


@dataclass(slots=True)
class Record:
    """What was thrown and answered in an exchange."""

    faces: dict[tuple[str, str], deque[int]] = field(default_factory=lambda: defaultdict(deque))
    serials: dict[tuple[str, str], deque[int]] = field(default_factory=lambda: defaultdict(deque))
    """The numbers of the rolls that the server threw."""
    answers: dict[tuple[str, str], deque[PromptAnswered]] = field(default_factory=lambda: defaultdict(deque))

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> "Record":
        """Read it from the log."""
        record = cls()
        for event in (event for entry in entries for event in entry.events):
            if isinstance(event, Rolled) and event.thrown:
                record.faces[event.who, event.purpose].extend(event.faces)
                if event.threw:
                    record.serials[event.who, event.purpose].append(event.serial)
            elif isinstance(event, PromptAnswered):
                record.answers[event.to, event.purpose].append(event)
        return record

    def play(self, play: Play, beyond: FaceSource) -> list[Event]:
        """Run an exchange on these dice and answers, to its end or to a question that is new."""
        source = _Recorded(self.faces, self.serials, beyond)
        told = play.start(source)
        while play.is_waiting:
            kept = self.answers.get(play.waits_for())
            if not kept and play.waiting_roll is not None and self.faces.get(play.waits_for()):
                told += play.answer("roll", {}, source)  # typed in since, but thrown on the server then
                continue
            if not kept:
                break
            answer = kept.popleft()
            try:
                told += play.answer(answer.answer, answer.extra, source)
            except Refusal as refusal:
                if refusal.code != "bad-answer":
                    raise
                break
        return told


def difference(
    amendment: Amendment, old: Sequence[Event], new: Sequence[Event], was: BattleState, now: BattleState
) -> Amended:
    """Tell what a modifier has changed: how the roll came, and who is in another state than before."""
    one, other = (_as_told(events)[amendment.roll] for events in (old, new))
    changes = []
    for who, combatant in now.combatants.items():
        earlier = was.combatants[who].state.as_json() if who in was.combatants else {}
        for key, value in combatant.state.as_json().items():
            if earlier.get(key) != value:
                changes.append((who, key, _plain(earlier.get(key)), _plain(value)))
    return Amended(
        who=other.who,
        purpose=other.purpose,
        label=amendment.label,
        value=amendment.value,
        was=one.outcome,
        now=other.outcome,
        changes=tuple(changes),
    )


def _as_told(events: Iterable[Event]) -> list[Rolled]:
    """List what was thrown, each with what was told of it last."""
    thrown: list[Rolled] = []
    for event in (event for event in events if isinstance(event, Rolled)):
        if event.thrown:
            thrown.append(event)
            continue
        same = [n for n, one in enumerate(thrown) if (one.who, one.purpose) == (event.who, event.purpose)]
        if same:
            thrown[same[-1]] = event
    return thrown


def _plain(value: Any) -> str:
    """Write a part of a state down for people."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_plain(part)}" for key, part in value.items()) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(map(_plain, value)) or "none"
    return "none" if value in (None, "") else str(value)
