"""This process among others: what it tells them of its tables, and what it makes of what they tell.

The truth is in the database: what a message says is a hint to look there, or holds what stands there anyway.
So a lost message costs time and nothing else. Every few seconds the numbers of all tables with open pages are
compared with those of the database, in one query (`_watch`), and before a request is answered those of its
table are.

What is in no database (who is here, rulers, how large projectors are, what was refused) each process shows to
the others as its own part of it, as a whole; the parts of one that is gone go with it.
"""

import json
import logging
import os
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence, Set
from socket import gethostname
from threading import Lock
from typing import Any

import redis
from flask import Flask, request
from flask_socketio import SocketIO

from rules.engine.refusal import Refusal
from webapp.cluster.bus import Bus
from webapp.cluster.members import Members
from webapp.cluster.redis_link import RedisLink
from webapp.cluster.shared_notes import SharedNotes
from webapp.live.audiences import audiences
from webapp.server.log_throttle import SeldomLog
from webapp.store.store import StoreTrouble
from webapp.table.host import Host
from webapp.table.hosts import Hosts
from webapp.table.others import Open
from webapp.table.sleep import forget_pages

_errors = logging.getLogger(__name__)
_log = SeldomLog(_errors, seconds=5.0)

_LOOKS = 3.0
"""Seconds after which it is looked again whether anything was missed."""
_MISSED = 2 * _LOOKS
"""Seconds for which a process must be missed before its parts go."""
_USED = 60.0
"""Seconds for which a table is kept up to date that has no open page: a form may come for it any time."""
_LONGEST = 200_000
"""Letters of a message: what is longer is read from the database."""
_ANSWERS = 5.0
"""Seconds that a process has to answer a question for who was too slow, before another one does."""
_NEVER_CHANGES = ("pictures.", "faces.", "static")
"""Beginnings of endpoints that serve what never changes."""

Message = Mapping[str, Any]


class Cluster:
    """The other processes, as `webapp.table.others.Others` has it."""

    is_alone = False

    def __init__(self, app: Flask, socketio: SocketIO, hosts: Hosts, link: RedisLink) -> None:
        """Stand between the tables of this process and the other ones."""
        self._app, self._socketio, self._hosts, self.link = app, socketio, hosts, link
        self.name = secrets.token_hex(6)
        self._bus = Bus(link, self.name, self._heard, self._joined)
        self._members, self._notes = Members(link, self.name), SharedNotes(link)
        self._began, self._shown = time.time(), f"{os.getpid()} ({gethostname()})"
        self._is_over = False
        self._lock = Lock()
        self._inboxes: dict[str, deque[Message]] = {}
        self._own: dict[str, dict[str, Any]] = {}
        self._parts: dict[str, dict[str, dict[str, Any]]] = {}
        self._missed: dict[str, float] = {}
        """Since when processes are missed of which there are parts, by name."""
        self.members: dict[str, dict[str, Any]] = {}
        """The processes that there are, by name, with what they say of themselves."""
        self.part_listeners: dict[str, Callable[[Host], None]] = {}
        """Who is told, with the host's lock held, that the others' parts of something have changed."""
        self.ask_listeners: dict[str, Callable[[Host, Any], None]] = {}
        """Who does, with the host's lock held, what another process asks for."""
        self.lag_watchers: list[Callable[[float], None]] = []
        """Called with the seconds that a change of a log took from the other process to here."""
        self._ways: dict[str, Callable[[Host, Message], None]] = {
            "log": self._take_in_log,
            "table": self._take_in_table,
            "note": self._take_in_note,
            "ask": self._take_in_ask,
            "part": self._take_in_part,
            "joined": self._take_in_joined,
            "hello": self._take_in_hello,
        }
        """What is done about each kind of message."""
        hosts.others = self
        hosts.opened.append(self._opened)
        hosts.closed.append(self._closed)
        app.before_request(self._require_news)

    def start(self) -> None:
        """Send and listen from now on: this process serves."""
        spawn, sleep = self._socketio.start_background_task, self._socketio.sleep
        self._bus.start(spawn, sleep)
        spawn(self._watch_for_ever)

    def ping(self) -> None:
        """Look whether Redis answers. Raises `StoreTrouble`."""
        self.link.ping()

    def stop(self) -> None:
        """Say that this process goes, and send and listen no more."""
        self._is_over = True
        self._bus.stop()
        self._members.leave()

    # --------------------------------------------------------------------------- what tables tell
    def kept(self, host: Open, scene_id: str, first_seq: int, events: Sequence[tuple[str, Any]]) -> None:
        """Tell the others what was just written to a scene's log."""
        if self._bus.is_unheard(host.table_id):
            return
        told = [[kind, json.dumps(data, ensure_ascii=False, separators=(",", ":"))] for kind, data in events]
        message = {"do": "log", "scene": scene_id, "first": first_seq, "at": time.time()}
        if sum(len(text) for _, text in told) < _LONGEST:
            message["events"] = told
        self._bus.tell(host.table_id, message)

    def changed(self, table_id: str) -> None:
        """Tell the others that something about a table has changed that is in the database and in no log."""
        self._bus.tell_latest(table_id, "changed", {"do": "table"})

    def said(self, host: Open) -> None:
        """Tell the others that something was said at a table."""
        self._bus.tell_latest(host.table_id, "said", {"do": "table"})

    def noted(self, host: Open, kind: str, key: str, value: Any) -> None:
        """Note something at a table for all processes."""
        message = {"do": "note", "of": host.address, "kind": kind, "key": key, "value": value}
        self._bus.tell(host.table_id, message, *self._notes.changing(host.address, kind, key, value))

    def ask(self, host: Open, what: str, data: Any) -> None:
        """Ask something of the others that is forgotten as soon as it is done."""
        self._bus.tell(host.table_id, {"do": "ask", "of": host.address, "what": what, "data": data})

    def show(self, host: Open, part: str, value: Any) -> None:
        """Show the others what this process has of something."""
        own = self._own.setdefault(host.address, {})
        if own.get(part) != value:
            own[part] = value
            self._show(host.table_id, host.address, part)

    def _show(self, table_id: str, address: str, part: str) -> None:
        message = {"do": "part", "of": address, "part": part, "value": self._own[address][part]}
        self._bus.tell_latest(table_id, f"{part} {address}", message)

    def parts(self, host: Open, part: str) -> Sequence[Any]:
        """List what the others have of it."""
        return [own[part] for own in self._parts.get(host.address, {}).values() if part in own]

    def may_answer(self, scene_id: str, number: int) -> bool:
        """Say whether this process answers a question for who was too slow: the first one does, for a while.

        Without Redis each may: the log takes one answer alone.
        """
        key = self.link.key("answers", scene_id, str(number))
        try:
            with self.link.unless_away() as client:
                taken = client.set(key, self.name, nx=True, px=int(_ANSWERS * 1000))
                return bool(taken) or client.get(key) == self.name
        except redis.RedisError:
            return True

    def awake(self) -> Set[str]:
        """Name the tables that are in the others' memory, as they said last."""
        return {table_id for one in self.members.values() for table_id in one["awake"]}

    # ------------------------------------------------------------------------ tables come and go
    def _opened(self, host: Host) -> None:
        notes = self._notes.read(host.address)
        if notes is not None:
            host.notes.replace(notes)
        self._bus.follow(host.table_id)

    def _closed(self, host: Host) -> None:
        self._own.pop(host.address, None)
        self._parts.pop(host.address, None)
        if not self._hosts.open_at(host.table_id):
            self._bus.leave(host.table_id)

    def _joined(self, table_id: str) -> None:
        """Hear of a table again, or for the first time: ask for what was not heard."""
        self.link.is_back()  # or notes that are there would be taken for lost, and older ones told to all
        self._heard(table_id, {"do": "joined", "from": self.name})

    def _require_news(self) -> None:
        """Take in what other processes have written to the table that is asked for, before it is shown."""
        table_id = (request.view_args or {}).get("table_id")
        if table_id is None or (request.endpoint or "").startswith(_NEVER_CHANGES):
            return
        for host in self._hosts.open_at(table_id):
            self._catch_up(host)

    # ------------------------------------------------------------------------ what others tell
    def _heard(self, table_id: str, message: Message) -> None:
        """Put a message where its table's are taken in, one after the other."""
        with self._lock:
            is_busy = table_id in self._inboxes
            self._inboxes.setdefault(table_id, deque()).append(message)
        if not is_busy:
            self._socketio.start_background_task(self._work, table_id)

    def _work(self, table_id: str) -> None:
        with self._app.app_context():
            while True:
                with self._lock:
                    if not self._inboxes[table_id]:
                        del self._inboxes[table_id]
                        return
                    message = self._inboxes[table_id].popleft()
                self._take_in(table_id, message)

    def _take_in(self, table_id: str, message: Message) -> None:
        try:
            for host in self._hosts.open_at(table_id):
                self._ways[message["do"]](host, message)
        except StoreTrouble as trouble:  # what is missed by it shows in the numbers, as soon as they are read
            _log.warning("take in", "What another process told is taken in later: %s", trouble)
        except Exception:
            _errors.exception("Table %s could not take in what another process told", table_id)

    def _take_in_log(self, host: Host, message: Message) -> None:
        if host.scene.id != message["scene"] or not self._is_wanted(host):
            return
        if "events" not in message:
            self._catch_up(host)
            return
        host.follow(message["first"], [(kind, text) for kind, text in message["events"]])
        for watch in self.lag_watchers:
            watch(max(0.0, time.time() - message["at"]))

    def _take_in_table(self, host: Host, message: Message) -> None:
        if self._is_wanted(host):
            self._catch_up(host)

    def _take_in_note(self, host: Host, message: Message) -> None:
        if message["of"] == host.address:
            with host.lock:
                host.notes.take_in(message["kind"], message["key"], message["value"])
                host.publish()

    def _take_in_ask(self, host: Host, message: Message) -> None:
        listener = self.ask_listeners.get(message["what"])
        if message["of"] == host.address and listener is not None:
            with host.lock:
                listener(host, message["data"])

    def _take_in_part(self, host: Host, message: Message) -> None:
        if message["of"] == host.address:
            theirs = self._parts.setdefault(host.address, {}).setdefault(message["from"], {})
            theirs[message["part"]] = message["value"]
            self._tell_part(host, message["part"])

    def _tell_part(self, host: Host, part: str) -> None:
        if part in self.part_listeners:
            with host.lock:
                self.part_listeners[part](host)

    def _take_in_joined(self, host: Host, message: Message) -> None:
        """Find what was missed while nothing was heard, and ask the others for their parts."""
        self._bus.tell(host.table_id, {"do": "hello", "of": host.address})
        self._show_parts(host)
        self._read_notes(host)
        self._catch_up(host)  # at last: the database may be gone as well

    def _read_notes(self, host: Host) -> None:
        notes = self._notes.read(host.address)
        with host.lock:
            if notes is None:  # Redis has lost them, or never had any: what is known here is for all
                for kind, of_kind in host.notes.all().items():
                    for key, value in of_kind.items():
                        self.noted(host, kind, key, value)
            elif notes != host.notes.all():
                host.notes.replace(notes)
                host.publish()

    def _take_in_hello(self, host: Host, message: Message) -> None:
        if message["of"] == host.address:
            self._show_parts(host)
        self.changed(host.table_id)  # what came while they began to listen was perhaps told to nobody

    def _show_parts(self, host: Host) -> None:
        for part in self._own.get(host.address, {}):
            self._show(host.table_id, host.address, part)

    # ------------------------------------------------------------------------ what was not told
    def _is_wanted(self, host: Host) -> bool:
        """Say whether a table is to be kept up to date: somebody looks at it, or did a moment ago."""
        return audiences().is_at(host) or time.monotonic() - host.used < _USED

    def _catch_up(self, host: Host) -> None:
        """Take in what is in the database and not known here; let go of a table that is gone."""
        try:
            host.require_news()
        except Refusal:
            for gone in self._hosts.close(host.table_id):
                with gone.lock:
                    forget_pages(gone)
            return
        if not host.is_prepared:
            self._close_prepared(host)

    def _close_prepared(self, live: Host) -> None:
        """Send those to the table who looked alone at a scene that lies before everybody now, or is gone."""
        left = {row.id for row in live.scenes} - {live.scene.id}
        for host in self._hosts.open_at(live.table_id):
            closed = None
            if host.is_prepared and host.scene.id not in left:
                closed = self._hosts.close_prepared(live.table_id, host.scene.id)
            if closed is not None:
                with closed.lock:
                    forget_pages(closed)

    def _watch_for_ever(self) -> None:
        while not self._is_over:
            try:
                with self._app.app_context():
                    self._watch()
            except StoreTrouble as trouble:
                _log.warning("watch", "It cannot be looked whether anything was missed: %s", trouble)
            except Exception:
                _errors.exception("Looking whether anything was missed failed")
            self._socketio.sleep(_LOOKS)

    def _watch(self) -> None:
        """Say that this process is there, let go of what is gone, and look whether anything was missed."""
        awake = self._hosts.awake()
        members = self._members.beat(self._about(awake))
        if members is not None:
            came = members.keys() - self.members.keys() - {self.name}
            self.members = members
            self._forget_the_gone(awake)
            for host in awake if came else ():  # who was taken for gone may show its parts again
                self._bus.tell(host.table_id, {"do": "hello", "of": host.address})
        looked_at = [host for host in awake if audiences().is_at(host)]
        counts = self._hosts.store.counts.of_tables([host.table_id for host in looked_at])
        for host in looked_at:
            if host.is_prepared or host.is_behind(counts.get(host.table_id)):
                self._heard(host.table_id, {"do": "table", "from": self.name})

    def _about(self, awake: Sequence[Host]) -> dict[str, Any]:
        pages = sum(len(audiences().of(host).visitors()) for host in awake if audiences().is_at(host))
        tables = sorted({host.table_id for host in awake})
        return {"name": self._shown, "began": self._began, "pages": pages, "awake": tables}

    def _forget_the_gone(self, awake: Sequence[Host]) -> None:
        """Take away the parts of processes that are no more, once they were missed for a while.

        A Redis that has begun anew hears only in a moment again of those that are there.
        """
        now, parts = time.monotonic(), [(host, self._parts.get(host.address, {})) for host in awake]
        missed = {name for _, theirs in parts for name in theirs} - self.members.keys()
        self._missed = {name: self._missed.get(name, now) for name in missed}
        gone = {name for name, since in self._missed.items() if now - since >= _MISSED}
        for host, theirs in parts:
            for name in gone & theirs.keys():
                for part in theirs.pop(name):
                    self._tell_part(host, part)
