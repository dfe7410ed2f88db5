"""Messages between the processes that serve the same tables, over Redis' channels: one channel a table.

What is sent waits in a queue for the one that sends, so that nobody who says something waits for Redis. What
cannot be sent is dropped, and so is what comes while nobody listens: whoever missed something finds it by the
numbers in the database (`webapp.cluster.cluster`).
"""

import json
import logging
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from queue import SimpleQueue
from threading import Lock
from time import monotonic
from typing import Any

import redis

from webapp.cluster.redis_link import RedisLink
from webapp.server.log_throttle import SeldomLog

_log = SeldomLog(logging.getLogger(__name__), seconds=5.0)

_LISTENS = 1.0
"""Seconds for which it is listened at a time."""
_ASKS, _GIVES_UP = 2.0, 5.0
"""Seconds of silence after which Redis is asked whether it is there, and after which it counts as gone."""
_AGAIN = 0.5
"""Seconds after which a connection is tried again that failed."""
_MOST_KEPT = 1_000
"""How many changes of what Redis keeps wait for it to come back."""

Step = tuple[Any, ...]
"""A command for Redis: the name of the client's method, and what it is called with."""


class Bus:
    """Sends to the channels of tables, and listens to those of the tables that are followed."""

    def __init__(
        self,
        link: RedisLink,
        name: str,
        hear: Callable[[str, dict[str, Any]], None],
        joined: Callable[[str], None],
    ) -> None:
        """Take down whom to tell; nothing is sent before `start`.

        Args:
            name: this process's own, as long as those of the others; what it sends itself it does not hear.
            hear: called with a table's id and a message that another process sent about it.
            joined: called with a table's id as soon as its messages are heard, for the first time or again.
        """
        self._link, self._name, self._hear, self._joined = link, name, hear, joined
        self._out: SimpleQueue[tuple[Step, ...] | tuple[str, str]] = SimpleQueue()
        self._latest: dict[tuple[str, str], Mapping[str, Any]] = {}
        self._again: list[Step] = []
        self._lock = Lock()
        self._followed: dict[str, str] = {}
        self._unheard: set[str] = set()
        """The channels to which nobody else listened when something was last sent there."""
        self._times_heard: Counter[str] = Counter()
        """How often somebody else was heard on a channel: what was found before does not hold after it."""
        self._listening: Any = None
        self._is_over = False

    def start(self, spawn: Callable[..., Any], sleep: Callable[[float], Any]) -> None:
        """Send and listen from now on."""
        spawn(self._send_for_ever, sleep)
        spawn(self._listen_for_ever, sleep)

    def stop(self) -> None:
        """Send what waits, and then no more; listen no more in a moment."""
        self._is_over = True
        self._out.put(())

    # ------------------------------------------------------------------------------------- sending
    def tell(self, table_id: str, message: Mapping[str, Any], *before: Step) -> None:
        """Tell those who follow a table something, after some commands for Redis itself."""
        told = () if self.is_unheard(table_id) else (self._publishing(table_id, message),)
        if told or before:
            self._out.put((*before, *told))

    def is_unheard(self, table_id: str) -> bool:
        """Say whether nobody else follows a table: who begins to will say so, and look for what is new."""
        return self._channel(table_id) in self._unheard

    def tell_latest(self, table_id: str, what: str, message: Mapping[str, Any]) -> None:
        """Tell those who follow a table how something stands; what still waits to be told of it is not."""
        if self.is_unheard(table_id):
            return
        with self._lock:
            is_waiting = (table_id, what) in self._latest
            self._latest[table_id, what] = message
        if not is_waiting:
            self._out.put((table_id, what))

    def _publishing(self, table_id: str, message: Mapping[str, Any]) -> Step:
        said = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        return ("publish", self._channel(table_id), self._name + said)

    def _steps_of(self, waiting: tuple[Step, ...] | tuple[str, str]) -> Sequence[Step]:
        steps = [step for step in waiting if not isinstance(step, str)]
        if waiting and not steps:
            table_id, what = str(waiting[0]), str(waiting[1])
            with self._lock:
                steps.append(self._publishing(table_id, self._latest.pop((table_id, what))))
        return steps

    def _send_for_ever(self, sleep: Callable[[float], Any]) -> None:
        while not self._is_over or not self._out.empty():
            waiting = [self._out.get()]
            while not self._out.empty():
                waiting.append(self._out.get())
            steps = [step for each in waiting for step in self._steps_of(each)]
            if not self._send([*self._again, *steps]):
                kept = [step for step in steps if step[0] != "publish"]
                self._again = [*self._again, *kept][-_MOST_KEPT:]
                if not self._is_over:
                    sleep(_AGAIN)
            else:
                self._again = []

    def _send(self, steps: Sequence[Step]) -> bool:
        with self._lock:
            before = self._times_heard.copy()
        try:
            with self._link.client.pipeline(transaction=False) as pipe:
                for method, *args in steps:
                    getattr(pipe, method)(*args)
                results = pipe.execute()
        except redis.RedisError as error:
            _log.warning("send", "Other processes cannot be told of changes just now: %s", error)
            return False
        with self._lock:
            for (method, *args), result in zip(steps, results, strict=True):
                is_alone = method == "publish" and result <= 1 and args[0] in self._followed  # this process
                if is_alone and self._times_heard[args[0]] == before[args[0]]:
                    self._unheard.add(args[0])
        return True

    def _is_heard(self, channel: str) -> None:
        """Note that somebody else may listen there now."""
        with self._lock:
            self._times_heard[channel] += 1
            self._unheard.discard(channel)

    # ----------------------------------------------------------------------------------- listening
    def follow(self, table_id: str) -> None:
        """Hear what is told about a table from now on."""
        channel = self._channel(table_id)
        if channel not in self._followed:
            self._followed[channel] = table_id
            self._ask("subscribe", channel)

    def leave(self, table_id: str) -> None:
        """Hear no more of a table."""
        channel = self._channel(table_id)
        with self._lock:
            self._unheard.discard(channel)
            del self._times_heard[channel]
        if self._followed.pop(channel, None) is not None:
            self._ask("unsubscribe", channel)

    def _ask(self, method: str, channel: str) -> None:
        listening = self._listening
        if listening is not None:
            try:
                getattr(listening, method)(channel)
            except redis.RedisError as error:  # who listens finds the same, and asks for all channels anew
                _log.warning("follow", "Redis does not take what is to be heard: %s", error)

    def _channel(self, table_id: str) -> str:
        return self._link.key("table", table_id)

    def _listen_for_ever(self, sleep: Callable[[float], Any]) -> None:
        while not self._is_over:
            try:
                with self._link.client.pubsub() as listening:  # type: ignore[no-untyped-call]
                    self._listen(listening)
            except (redis.RedisError, OSError) as error:
                _log.warning("listen", "Other processes cannot be heard just now: %s", error)
            finally:
                self._listening = None
            if not self._is_over:
                sleep(_AGAIN)

    def _listen(self, listening: Any) -> None:
        listening.subscribe(self._link.key("all"), *self._followed)  # the first, lest there be none
        self._listening = listening
        heard = asked = monotonic()
        while not self._is_over:
            message = listening.get_message(timeout=_LISTENS)
            now = monotonic()
            if message is not None:
                heard = now
                self._take(message)
            elif now - heard > _GIVES_UP:
                raise redis.TimeoutError("it is silent")
            elif now - max(heard, asked) > _ASKS:
                asked = now
                listening.ping()

    def _take(self, message: Mapping[str, Any]) -> None:
        table_id = self._followed.get(message["channel"] or "")
        if table_id is None:
            return
        said = message["data"]
        if message["type"] == "subscribe":
            self._is_heard(message["channel"])
            self._joined(table_id)
        elif message["type"] == "message" and not said.startswith(self._name):
            self._is_heard(message["channel"])
            whose, told = said[: len(self._name)], json.loads(said[len(self._name) :])
            self._hear(table_id, {**told, "from": whose})
