"""The line in which commands of one table stand: one at a time, who came first before the others.

Who changes a battle holds the line from deciding until what came of it is on the disk and told. The table's
lock, which everybody takes who only looks, is free while the disk works.
"""

from collections import deque
from threading import Event, Lock, RLock, get_ident
from types import TracebackType


class CommandQueue:
    """A context for one at a time, in the order of their coming; who is in it may enter it again.

    It comes before the table's lock: who holds that one alone cannot enter.
    """

    def __init__(self, lock: RLock) -> None:
        self._table = lock
        self._guard = Lock()
        self._holder: int | None = None
        self._depth = 0
        self._waiting: deque[tuple[int, Event]] = deque()

    @property
    def is_busy(self) -> bool:
        """Say whether anybody is in it: a command is under way."""
        return self._holder is not None

    @property
    def waiting(self) -> int:
        """Tell how many stand in line behind the one whose turn it is."""
        return len(self._waiting)

    def __enter__(self) -> None:
        me = get_ident()
        with self._guard:
            if self._holder != me:
                held = self._table._is_owned()  # type: ignore[attr-defined]
                assert not held, "the queue is entered before the table's lock is taken"
            if self._holder in (None, me):
                self._holder, self._depth = me, self._depth + 1
                return
            gate = Event()
            self._waiting.append((me, gate))
        try:
            gate.wait()
        except BaseException:  # ended while waiting
            self._step_out(me, gate)
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._guard:
            self._depth -= 1
            if not self._depth:
                self._pass_on()

    def _pass_on(self) -> None:
        self._holder = None
        if self._waiting:
            self._holder, gate = self._waiting.popleft()
            self._depth = 1
            gate.set()

    def _step_out(self, me: int, gate: Event) -> None:
        with self._guard:
            if (me, gate) in self._waiting:
                self._waiting.remove((me, gate))
            else:  # it had just become this one's turn
                self._depth = 0
                self._pass_on()
