"""One table's talk: takes what people say and throw, keeps it, and tells it to those who may hear it.

Talk stands beside the log of the fight and not in it: no undo takes it back, it goes on from scene to scene,
and whispers need no stream of events for each person. Where it belongs among the log's lines is kept with it.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import RLock
from typing import Any, Generic, Protocol, TypeVar

from rules.engine.battle import Battle
from rules.engine.dice import ThrownDie
from rules.engine.free_dice import FreeDie, read_dice
from rules.engine.refusal import Refusal
from rules.engine.registry import known_systems
from rules.engine.text import Words, joined, text
from webapp.dice.scene_dice import SceneDice
from webapp.dice.sealed import Thrower
from webapp.store.rows import BattleRow, Person
from webapp.store.store import Store
from webapp.table.grants import Visitor
from webapp.table.others import Others
from webapp.table.rights import SECRET_ROLLS, Rights
from webapp.talk.rows import ALL, GM, SCREEN, Paper, Said
from webapp.talk.store import now
from webapp.visibility.stream import Stream
from webapp.visibility.viewer import Viewer

LONGEST = 1000
"""Letters of the longest thing that is said at once."""
_BURST, _PER_SECOND = 30.0, 2.0
"""How many things one person may say at once, and in the long run."""
LONGEST_LABEL = 60
"""Letters of what dice are thrown for."""
BLIND = "blind"
_ROLLS = ("/r ", "/roll ")
_GM = "GM"
"""What stands behind the name of a GM beside the table's own, who speaks as that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidLine:
    """A thing that was said, as one reader is shown it."""

    number: int
    """The reader's own count: it tells nobody how much others were told."""
    after: int
    """Behind which line of the reader's log it stands."""
    kind: str
    name: str
    mine: bool
    to: Words
    """To whom, in words; empty for everybody."""
    to_reader: bool
    """Whether the reader is one of those whom it was whispered to."""
    text: str = ""
    notation: str = ""
    label: str = ""
    total: int | None = None
    """None for a roll that the reader is not told of."""
    dice: tuple[ThrownDie, ...] = ()
    parts: tuple[tuple[str, int, bool], ...] = ()
    """What each part came to, and whether it counts."""
    paper: str = ""
    """The id of the paper that is shown."""


def reader(visitor: Visitor) -> str:
    """Name who reads: a player by the id, others by their role; through others' eyes no whisper is read."""
    return visitor.person_id or visitor.role if visitor.role == "play" else visitor.role


class TalkHost(Protocol):
    """What talk needs of the table that it belongs to."""

    table_id: str
    lock: RLock
    store: Store
    battle: Battle
    scene: BattleRow
    people: list[Person]
    others: Others
    dice: SceneDice

    @property
    def address(self) -> str:
        """Its id as it stands in addresses."""

    def viewer(self, visitor: Visitor) -> Viewer:
        """Work out what a visitor may see and do."""

    def stream(self, viewer: Viewer) -> Stream:
        """Give what viewers of this knowledge have been told."""

    def rights(self, visitor: Visitor) -> Rights:
        """Work out what a visitor may do of what the GM leaves to players or not."""


HostT = TypeVar("HostT", bound=TalkHost)


class Talk(Generic[HostT]):
    """The talk at one table. What says something is called in the host's queue, what reads with its lock."""

    def __init__(self, host: HostT) -> None:
        self._host = host
        self._kept: list[Said] | None = None
        self._heard: dict[str, tuple[int, list[int]]] = {}
        self._left: dict[str, tuple[float, float]] = {}
        self.listeners: list[Callable[[HostT, Said], None]] = []

    @property
    def _said(self) -> list[Said]:
        if self._kept is None:
            self._kept = self._host.store.talk.said(self._host.table_id)
        return self._kept

    # ---------------------------------------------------------------------------------- what is said
    def say(self, visitor: Visitor, typed: str, to: Sequence[str] = (), command: str = "") -> None:
        """Say something; what begins with `/r` is thrown.

        Args:
            to: ids of people, `gm`, or `blind` for a roll; nobody in particular is everybody.

        Raises:
            Refusal: `not-allowed`, `bad-words`, `bad-dice` or `unknown-person`.
        """
        words = tidy(typed, LONGEST)
        for sign in _ROLLS:
            if words.lower().startswith(sign):
                dice, _, label = words[len(sign) :].partition("#")
                return self.roll(visitor, dice, label, to, command)
        if not words:
            raise Refusal("bad-words", text("Write what you want to say first."))
        if BLIND in to:
            raise Refusal("bad-words", text("Only dice can be thrown blind: words are whispered to the GM."))
        return self._keep(visitor, "words", {"text": words}, self.audience(visitor, to), command)

    def roll(
        self, visitor: Visitor, dice: str, label: str = "", to: Sequence[str] = (), command: str = ""
    ) -> None:
        """Throw free dice. Raises `Refusal` as `say` does."""
        self._require_voice(visitor)
        audience = self.audience(visitor, [who for who in to if who != BLIND])
        if audience is not None or BLIND in to:
            self._host.rights(visitor).require(SECRET_ROLLS)
        roll = read_dice(dice, own_dice(self._host.battle.system.id))
        thrower = talk_thrower(reader(visitor), is_blind=BLIND in to)
        serial = self._last_serial(thrower) + 1
        thrown = roll.throw(self._host.dice.key.faces(self._host.dice.key.ticket(thrower, serial)))
        data: dict[str, Any] = {
            "serial": serial,
            "notation": thrown.notation,
            "label": tidy(label, LONGEST_LABEL),
            "total": thrown.total,
            "dice": [[die.sides, list(die.faces), die.counts] for die in thrown.dice],
            "parts": [[part.text, part.value, part.counts] for part in thrown.parts],
        }
        if BLIND in to:
            data["blind"], audience = True, ()
        self._keep(visitor, "roll", data, audience, command)

    def tell_of(self, visitor: Visitor, paper: Paper, to: Sequence[str]) -> None:
        """Tell those to whom a paper is shown from now on."""
        audience = None if ALL in to else tuple(who for who in to if who != SCREEN)
        if audience is None or audience:
            self._keep(visitor, "paper", {"paper": paper.id, "title": paper.title}, audience, "")

    def _last_serial(self, thrower: Thrower) -> int:
        """Give the number of somebody's last roll in the present scene; 0 where there is none."""
        own = (said for said in self.said_here() if said.kind == "roll")
        return max((said.data.get("serial", 0) for said in own if thrower_of(said) == thrower), default=0)

    def _keep(
        self,
        visitor: Visitor,
        kind: str,
        data: dict[str, Any],
        audience: tuple[str, ...] | None,
        command: str,
    ) -> None:
        self._require_voice(visitor)
        self._require_calm(reader(visitor))
        host = self._host
        fresh = Said(
            seq=0,
            command_id=command or f"{len(self._said)}-{now().isoformat()}",
            by=reader(visitor),
            name=f"{visitor.name} ({_GM})" if visitor.second else visitor.name,
            kind=kind,
            data=data,
            audience=audience,
            battle_id=host.scene.id,
            entry=len(host.battle.entries),
            at=now(),
        )
        kept = host.store.talk.say(host.table_id, fresh)
        if kept.seq <= self.last_number:
            return  # sent twice
        host.others.said(host)
        with host.lock:
            if kept.seq == self.last_number + 1:
                self._hear([kept])
            else:  # another server said something in between
                self.catch_up()

    def said_here(self) -> list[Said]:
        """List what was said on the scene before the table, whoever heard it. Called with the lock held."""
        return [said for said in self._said if said.battle_id == self._host.scene.id]

    @property
    def last_number(self) -> int:
        """Give the number of the last thing that was said, as far as it is known here."""
        return self._said[-1].seq if self._said else 0

    def catch_up(self) -> None:
        """Take in what was said over other servers, and tell it. Called with the host's lock held."""
        self._hear(self._host.store.talk.said(self._host.table_id, self.last_number))

    def _hear(self, fresh: Sequence[Said]) -> None:
        for said in fresh:
            self._said.append(said)
            for listener in self.listeners:
                listener(self._host, said)

    def _require_voice(self, visitor: Visitor) -> None:
        if visitor.role not in (GM, "play"):
            raise Refusal("not-allowed", text("This page only shows the table; it cannot talk."))

    def _require_calm(self, who: str) -> None:
        now_ = time.monotonic()
        left, last = self._left.get(who, (_BURST, now_))
        left = min(_BURST, left + (now_ - last) * _PER_SECOND)
        if left < 1:
            raise Refusal("too-fast", text("That is too much at once: wait a moment, then go on."))
        self._left[who] = left - 1, now_

    def audience(self, visitor: Visitor, to: Sequence[str]) -> tuple[str, ...] | None:
        """Check whom something is meant for; None is everybody. Raises `Refusal` `unknown-person`."""
        wanted = tuple(dict.fromkeys(who for who in to if who))
        if not wanted or ALL in wanted:
            return None
        known = {person.id for person in self._host.people}
        for who in wanted:
            if who not in known and who != GM:
                raise Refusal("unknown-person", text("That person is not at this table any more."))
        return tuple(who for who in wanted if who not in (GM, reader(visitor)))

    # ---------------------------------------------------------------------------------- what is heard
    def heard_by(self, visitor: Visitor, since: int = 0, last: int | None = None) -> list[SaidLine]:
        """List what a reader was told, in order.

        Args:
            since: how many of it are left out at the beginning.
            last: how many are wanted at most, from the end.
        """
        who = reader(visitor)
        heard = self._places(who)
        first = max(since, len(heard) - last if last is not None else 0, 0)
        marks = self._host.stream(self._host.viewer(visitor)).marks
        names = {person.id: person.name for person in self._host.people}
        return [
            as_read(self._said[at], who, number, self._after(at, marks), names)
            for number, at in enumerate(heard[first:], first + 1)
        ]

    def count(self, visitor: Visitor) -> int:
        """Count what a reader was told."""
        return len(self._places(reader(visitor)))

    def _places(self, who: str) -> list[int]:
        """List where in all that was said the things are that somebody hears."""
        upto, places = self._heard.get(who, (0, []))
        said = self._said
        places += [at for at in range(upto, len(said)) if said[at].is_heard_by(who)]
        self._heard[who] = len(said), places
        return places

    def _after(self, at: int, marks: Sequence[int]) -> int:
        """Tell behind which line of a reader's log something stands; of another scene, before all."""
        scene = self._host.scene.id
        for place in range(at, -1, -1):
            said = self._said[place]
            if said.battle_id == scene and said.entry <= len(marks):
                return marks[said.entry - 1] if said.entry else 0
        return 0


def talk_thrower(by: str, *, is_blind: bool) -> Thrower:
    """Give who throws freely: what is thrown blind counts by itself, as nobody else is told what came."""
    return Thrower(f"talk:{by}", quiet=is_blind)


def thrower_of(said: Said) -> Thrower:
    """Give who threw free dice."""
    return talk_thrower(said.by, is_blind=said.is_blind)


def as_read(said: Said, who: str, number: int, after: int, names: dict[str, str]) -> SaidLine:
    """Give something that was said as a reader is shown it: a blind roll tells who threw it nothing."""
    data = said.data
    common: dict[str, Any] = {
        "number": number,
        "after": after,
        "kind": said.kind,
        "name": said.name,
        "mine": said.by == who,
        "to": _to_words(said, who, names),
        "to_reader": said.audience is not None
        and (who in said.audience or (who == GM and not said.audience)),
        "text": data.get("text", data.get("title", "")),
        "paper": data.get("paper", ""),
    }
    if said.kind != "roll":
        return SaidLine(**common)
    common |= {"notation": data["notation"], "label": data["label"]}
    if said.is_blind and who != GM:
        return SaidLine(**common)
    return SaidLine(
        **common,
        total=data["total"],
        dice=tuple(
            ThrownDie(sides=sides, faces=tuple(faces), counts=counts) for sides, faces, counts in data["dice"]
        ),
        parts=tuple((text, value, counts) for text, value, counts in data["parts"]),
    )


def _to_words(said: Said, who: str, names: dict[str, str]) -> Words:
    if said.audience is None:
        return ""
    if said.is_blind:
        return text("blind, to the GM")
    others = [one for one in said.audience if one != SCREEN]
    to = [text("you") if one == who else names.get(one) or text("somebody") for one in others]
    if not to:
        return text("to the GM") if said.by != GM else text("to nobody")
    return text("to {to}", to=joined(to))


def own_dice(system: str) -> dict[str, FreeDie]:
    """Give the dice that rule systems read in their own way; the table's own system has the last word."""
    found: dict[str, FreeDie] = {}
    for one in sorted(known_systems(), key=lambda known: known.id == system):
        found |= one.free_dice
    return found


def tidy(typed: str, longest: int) -> str:
    """Take what cannot be printed out of what people write; lines stay. Raises `Refusal` `bad-words`."""
    lines = typed.replace("\r\n", "\n").split("\n")
    clean = "\n".join("".join(sign for sign in line if sign.isprintable()) for line in lines).strip()
    if len(clean) > longest:
        raise Refusal(
            "bad-words",
            text(
                "That has {clean} letters; at most {longest} can be kept.", clean=len(clean), longest=longest
            ),
        )
    return clean
