"""What the host and invited GMs are shown of tables: how much there is of each, and whether it is awake."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from webapp.context import get_store
from webapp.live.message_checks import socketio
from webapp.store.rows import GmRow, TableRow
from webapp.store.table_pictures import TableSize
from webapp.table.hosts import hosts
from webapp.table.links import links_to


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table in a list. `link` lets its GM in, where it is the host's own."""

    id: str
    name: str
    size: TableSize
    is_awake: bool
    link: str = ""
    scene_id: str = ""
    """The scene before it; empty for none."""


class _HasId(Protocol):
    """A table, however much of it is known."""

    @property
    def id(self) -> str: ...


_Table = TypeVar("_Table", bound=_HasId)


@dataclass(frozen=True, slots=True)
class Shelf:
    """An invited GM with all tables, or (`gm` is None) the host's own tables."""

    gm: GmRow | None
    tables: tuple[ListedTable, ...]
    megabytes: int | None = None
    """How much their pictures may take."""

    @property
    def is_closed(self) -> bool:
        """Say whether their GM was sent away."""
        return self.gm is not None and self.gm.sent_away is not None

    @property
    def picture_bytes(self) -> int:
        """Give what their pictures take."""
        return sum(table.size.picture_bytes for table in self.tables)


def shelf_of(gm: GmRow) -> Shelf:
    """List the tables of an invited GM, the latest first."""
    store = get_store()
    tables = store.tables_of(store.gms.tables_of(gm.id)[::-1])
    return Shelf(gm, _listed(tables), store.gms.settings().gm_megabytes)


def last_played_first(tables: Sequence[_Table]) -> list[_Table]:
    """Sort tables by when something last happened there; those that are alike stay in their order."""
    played = get_store().counts.last_played([table.id for table in tables])
    never = [table for table in tables if table.id not in played]
    return [*sorted((t for t in tables if t.id in played), key=lambda t: played[t.id], reverse=True), *never]


def all_shelves() -> list[Shelf]:
    """List all tables there are: the host's own, then those of each GM in the order of their invitations."""
    own = [table for table in get_store().all_tables()[::-1] if table.gm_id is None]
    return [Shelf(None, _listed(own)), *map(shelf_of, get_store().gms.all())]


def _listed(tables: Sequence[TableRow]) -> tuple[ListedTable, ...]:
    found = []
    for table in tables:
        found.append(_listed_one(table))
        socketio.sleep(0)  # a log is counted in milliseconds, and there may be hundreds
    return tuple(found)


def _listed_one(table: TableRow) -> ListedTable:
    link = links_to(table).gm if table.gm_id is None else ""
    size = get_store().table_pictures.size_of(table.id)
    is_awake = hosts().find(table.id) is not None or table.id in hosts().others.awake()
    return ListedTable(table.id, table.name, size, is_awake, link, table.battle_id or "")
