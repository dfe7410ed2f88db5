"""The one that writes to the logs: what waits, of whichever tables, is written and synchronised as one.

While the disk takes its time, everybody else goes on; what comes meanwhile waits, and shares the next
transaction. Nobody is told before it is on the disk. What cannot be kept together is tried one by one, so
that nobody fails for what another asked.
"""

import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from sqlalchemy import Connection, Engine, Select, func, select
from sqlalchemy.exc import IntegrityError

from webapp.server.background import begin
from webapp.store import schema as t
from webapp.store.database import insertion, reading, writing
from webapp.store.table_deletion import require_not_deleted

_LOOKS_AGAIN = 0.01


class SeqTaken(Exception):
    """Another process appended to this battle first: take in what it wrote, then try again."""


@dataclass(slots=True, eq=False)
class _Append:
    """What one command brought about, and who waits for it to be kept."""

    battle_id: str
    first_seq: int
    rows: Sequence[tuple[Any, ...]]
    error: BaseException | None = None
    _gate: Lock = field(default_factory=Lock)
    """Closed until it is kept or refused; a plain lock, for it is made with every command."""

    def __post_init__(self) -> None:
        self._gate.acquire()

    @property
    def last_seq(self) -> int:
        return self.first_seq + len(self.rows) - 1

    def wait(self) -> None:
        """Wait until it is kept. Raises what it was refused with."""
        self._gate.acquire()
        if self.error is not None:
            raise self.error

    def settle(self, error: BaseException | None = None) -> None:
        """Let who waits go on."""
        self.error = error
        self._gate.release()


class LogWriter:
    """Appends to the logs of all battles. Made for many at once, who each wait for their own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._insert = insertion(engine, t.events)
        self._lasts: dict[str, int] = {}
        """The last place in each log that this process has written, after which nothing is missing."""
        self._lock = Lock()
        self._waiting: list[_Append] = []
        self._is_writing = False

    def append(self, battle_id: str, first_seq: int, rows: Sequence[tuple[Any, ...]]) -> int:
        """Keep events of a battle, all of them or none, and give the last seq once they are on the disk.

        Args:
            rows: of the table of events, with a value for every column.

        Raises:
            SeqTaken: if the first place is taken already.
            ValueError: if it would leave a gap.
            StoreTrouble: if the disk or the database cannot do it.
        """
        wanted = _Append(battle_id, first_seq, rows)
        with self._lock:
            self._waiting.append(wanted)
            is_first, self._is_writing = not self._is_writing, True
        if is_first:
            self._write_first()
        wanted.wait()
        return wanted.last_seq

    def drain(self) -> None:
        """Wait until everything that was asked for is kept, or refused."""
        while self._is_writing:
            time.sleep(_LOOKS_AGAIN)

    def _write_first(self) -> None:
        """Write what waits, and leave what has come meanwhile to another: who calls this waits as well."""
        try:
            self._write(self._take())
        finally:
            with self._lock:
                self._is_writing = bool(self._waiting)
            if self._is_writing:
                begin(self._write_what_waits)

    def _write_what_waits(self) -> None:
        while batch := self._take():
            self._write(batch)

    def _take(self) -> list[_Append]:
        with self._lock:
            batch, self._waiting = self._waiting, []
            self._is_writing = bool(batch)
        # In one order everywhere, or two servers that wait for each other's rows would wait for ever.
        return sorted(batch, key=lambda one: one.battle_id)

    def _write(self, batch: Sequence[_Append]) -> None:
        try:
            self._keep(batch)
        except BaseException as error:
            if len(batch) == 1:
                self._refuse(batch[0], error)
            else:
                for one in batch:
                    self._write([one])
            return
        for one in batch:
            self._lasts[one.battle_id] = one.last_seq
            one.settle()

    def _keep(self, batch: Sequence[_Append]) -> None:
        if all(map(self._is_next, batch)):
            self._insert([row for one in batch for row in one.rows])
            return
        with writing(self._engine) as connection:
            for one in batch:
                if not self._is_next(one):
                    _require_next(connection, one.battle_id, one.first_seq)
                self._insert(one.rows, connection)

    def _is_next(self, one: _Append) -> bool:
        return self._lasts.get(one.battle_id) == one.first_seq - 1

    def _refuse(self, one: _Append, error: BaseException) -> None:
        self._lasts.pop(one.battle_id, None)  # what became of it is the database's to say
        try:
            if isinstance(error, IntegrityError | sqlite3.IntegrityError) and self._is_taken(one):
                error = SeqTaken(f"event {one.first_seq} of {one.battle_id} is taken")
        except Exception as trouble:
            error = trouble
        one.settle(error)

    def _is_taken(self, one: _Append) -> bool:
        with reading(self._engine) as connection:
            require_not_deleted(connection, one.battle_id)
            return last_seq(connection, one.battle_id) >= one.first_seq


def last_seq(connection: Connection, battle_id: str) -> int:
    """Give the seq of a battle's last event, 0 if it has none."""
    return connection.execute(_last_seq(battle_id)).scalar_one()


def _last_seq(battle_id: str) -> Select[int]:
    return select(func.coalesce(func.max(t.events.c.seq), 0)).where(t.events.c.battle_id == battle_id)


def _require_next(connection: Connection, battle_id: str, first_seq: int) -> None:
    """Refuse to write to a place that is not the next one.

    Raises:
        SeqTaken, ValueError: the place is taken, or is not the next.
        StoreTrouble: the battle was deleted with its table.
    """
    last = last_seq(connection, battle_id)
    if last >= first_seq:
        raise SeqTaken(f"{battle_id} has {last} events already")
    if last < first_seq - 1:
        require_not_deleted(connection, battle_id)
        raise ValueError(f"Event {first_seq} would leave a gap: the last one is {last}.")
