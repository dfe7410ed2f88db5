"""Several processes of the real server on one database and one Redis, each at a port of its own.

    with OwnPostgres() as postgres, OwnRedis() as redis:
        with Cluster(folder, postgres.new_database(), redis.url) as two:
            table = two.new_table()
            gm = come_as_gm(two.origins[0], table.links.gm)
            two.kill(0)
            two.revive(0)

All have one name for the session's cookie, so that a session that came to one is known to the others.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from rules.systems import load_systems
from tests.cluster_kit.own_servers import own_port
from tests.load.endurance.lives import Lives
from webapp.demo.fights import read_gantry
from webapp.demo.first_table import lay_out_fight
from webapp.store.store import Store
from webapp.table.links import Links, links_to


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table with the fight on the Gantry, on a bare map."""

    id: str
    battle_id: str
    links: Links


class Cluster:
    """Processes that serve while the block lasts; any of them may be killed and begun again."""

    def __init__(
        self, folder: Path, database: str, redis: str, count: int = 2, options: Sequence[str] = ()
    ) -> None:
        """Take down what they serve.

        Args:
            folder: becomes the folder of their data.
            database, redis: the URLs.
            options: for each of them besides.
        """
        load_systems()
        self.data = folder / "data"
        self.store = Store(database, self.data / "pictures")
        """The tests' own way to the database, as another process has it."""
        self.first = self.new_table()  # with no picture: none has to be painted at the start
        shared = ("--share", "--database", database, "--redis", redis, *options)
        self._lives = [Lives(self.data, shared, own_port()) for _ in range(count)]

    def __enter__(self) -> Self:
        try:
            self.server = self._lives[0].begin()  # which makes the keys that all of them share
            with ThreadPoolExecutor() as pool:
                list(pool.map(Lives.begin, self._lives[1:]))
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    @property
    def origins(self) -> list[str]:
        """Give the address of each process; it keeps it through its lives."""
        return [f"http://127.0.0.1:{lives.port}" for lives in self._lives]

    @property
    def said(self) -> str:
        """Give all that those have said that are gone, or were waited for."""
        return "".join(lives.said for lives in self._lives)

    def new_table(self) -> NewTable:
        """Make a table with a fight that is ready to play."""
        row = self.store.create_table("Gantry")
        lay_out_fight(self.store, row, read_gantry(), None)
        laid = self.store.table(row.id)
        assert laid is not None
        assert laid.battle_id is not None
        return NewTable(laid.id, laid.battle_id, links_to(laid))

    def kill(self, which: int) -> None:
        """End a process as a power cut would, and wait until it is gone."""
        self._lives[which].kill()
        self._lives[which].wait()

    def revive(self, which: int) -> None:
        """Begin a process again that was killed, at its port, and wait until it answers."""
        port = self._lives[which].port
        self._lives[which].begin()
        assert self._lives[which].port == port, "somebody else took the port meanwhile"

    def end(self) -> None:
        """Kill all of them."""
        for lives in self._lives:
            lives.end()
        self.store.close()
