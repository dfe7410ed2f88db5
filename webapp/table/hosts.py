"""The tables that are at play in this process: opened when somebody asks for them, and let go of again."""

from collections.abc import Callable
from threading import RLock
from time import monotonic

from flask import current_app

from rules.engine.refusal import Refusal
from rules.engine.text import text
from rules.systems import load_systems
from webapp.context import HOSTS, asked_scene
from webapp.server.background import clear_away, keep_for_good, without_collecting
from webapp.store.store import Store
from webapp.table.host import AheadListener, Host, Listener
from webapp.table.others import ALONE, Others
from webapp.talk.rows import Said


class Hosts:
    """The tables that are at play in this process."""

    def __init__(self, store: Store) -> None:
        load_systems()
        self.store = store
        self._lock = RLock()
        self._hosts: dict[str, Host] = {}
        self._prepared: dict[tuple[str, str], Host] = {}
        self.listeners: list[Listener] = []
        self.ahead_listeners: list[AheadListener] = []
        self.talk_listeners: list[Callable[[Host, Said], None]] = []
        self.opened: list[Listener] = []
        """Who is told of a host that was just opened."""
        self.closed: list[Listener] = []
        """Who is told of a host that was just let go of."""
        self.others: Others = ALONE
        """The other processes that serve these tables."""

    def get(self, table_id: str) -> Host:
        """Give a table's host, opening its battle the first time: of the scene that the address asks for.

        Only a GM comes as far as here with an address that asks for a scene (`grants.find_visitor`).

        Raises:
            Refusal: `no-table` or `no-scene`.
        """
        scene_id = asked_scene()
        with self._lock:
            live = self.live(table_id)
            if not scene_id or scene_id == live.scene.id:
                return live
            row = self.store.battle(scene_id)
            if row is None or row.table_id != table_id:
                raise Refusal("no-scene", text("This table has no such scene."))
            key = table_id, scene_id
            if key not in self._prepared:
                self._prepared[key] = host = Host(self.store, table_id, scene_id)
                host.others = self.others
                host.listeners, host.talk = self.listeners, live.talk
                host.ahead_listeners = self.ahead_listeners
                self._tell_opened(host)
            self._prepared[key].used = monotonic()
            return self._prepared[key]

    def live(self, table_id: str) -> Host:
        """Give the host of the scene before everybody. Raises `Refusal` as `get` does."""
        with self._lock:
            if table_id not in self._hosts:
                clear_away()
                with without_collecting():  # nor through what has just been made, before it is kept for good
                    host = Host(self.store, table_id)
                    keep_for_good()
                host.listeners, host.talk.listeners = self.listeners, self.talk_listeners
                host.ahead_listeners = self.ahead_listeners
                host.others = self.others
                self._hosts[table_id] = host
                self._tell_opened(host)
            self._hosts[table_id].used = monotonic()
            return self._hosts[table_id]

    def _tell_opened(self, host: Host) -> None:
        for listener in self.opened:
            listener(host)

    def _tell_closed(self, *gone: Host) -> None:
        for host in gone:
            for listener in self.closed:
                listener(host)

    def awake(self) -> list[Host]:
        """List all hosts that are open."""
        with self._lock:
            return [*self._hosts.values(), *self._prepared.values()]

    def let_go(self, host: Host, may: Callable[[Host], bool]) -> bool:
        """Let go of a host, unless somebody is busy with it; the next who asks for it opens it again.

        Args:
            may: asked with the host's lock held whether it is to be closed; who asks for it waits meanwhile.
        """
        with self._lock:
            if host.queue.is_busy or not host.lock.acquire(blocking=False):
                return False
            try:
                if host not in self.awake() or not may(host):
                    return False
                if self._hosts.get(host.table_id) is host:
                    del self._hosts[host.table_id]
                    del host.talk  # which holds its host: a circle that the collector never looks at
                else:
                    self._prepared = {key: one for key, one in self._prepared.items() if one is not host}
                host.notes.tell = None  # another such circle
                self._tell_closed(host)
                return True
            finally:
                host.lock.release()

    def open_at(self, table_id: str) -> list[Host]:
        """List the hosts of a table that are open: of the scene before everybody, and of prepared ones."""
        with self._lock:
            live = self._hosts.get(table_id)
            prepared = [host for (table, _), host in self._prepared.items() if table == table_id]
            return [*([live] if live else []), *prepared]

    def count_awake(self) -> int:
        """Count the tables that are held in memory."""
        with self._lock:
            return len(self._hosts)

    def close_prepared(self, table_id: str, scene_id: str) -> Host | None:
        """Let go of a scene that was looked at alone, if it was; give what held it."""
        with self._lock:
            gone = self._prepared.pop((table_id, scene_id), None)
            self._tell_closed(*([gone] if gone is not None else []))
            return gone

    def close(self, table_id: str) -> list[Host]:
        """Let go of a table that opens to nobody any more; give what held it and its prepared scenes."""
        with self._lock:
            gone = self.open_at(table_id)
            self._hosts.pop(table_id, None)
            self._prepared = {key: host for key, host in self._prepared.items() if key[0] != table_id}
            self._tell_closed(*gone)
            return gone

    def find(self, table_id: str) -> Host | None:
        """Give a table's host if somebody plays there; nothing is opened for who merely asks."""
        with self._lock:
            return self._hosts.get(table_id)


def hosts() -> Hosts:
    """Give the app's hosts."""
    found: Hosts = current_app.extensions[HOSTS]
    return found
