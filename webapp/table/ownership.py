"""GMs are sent away or leave, tables are given or deleted, and the open pages hear of it at once."""

from webapp.context import get_store
from webapp.store.rows import GmRow
from webapp.table.hosts import hosts
from webapp.table.setup.prepared_scenes import tell_table
from webapp.table.sleep import forget_pages


def new_invitation(gm: GmRow) -> str:
    """Give a GM another link, or let back in who was sent away; give its key. The old one's pages close."""
    key = get_store().gms.renew(gm.id)
    for table_id in get_store().gms.tables_of(gm.id):
        tell_table(table_id)
    return key


def send_away(gm: GmRow) -> None:
    """Send a GM away: links, sessions and open pages end; the tables are closed to all, and stay."""
    store = get_store()
    theirs = store.gms.tables_of(gm.id)
    store.gms.send_away(gm.id)
    for table_id in theirs:
        _close(table_id)


def give(table_id: str, gm: GmRow | None) -> None:
    """Make a table another GM's, or the host's own; the pages of the GM before close."""
    get_store().gms.give(table_id, gm.id if gm is not None else None)
    tell_table(table_id)


def delete_table(table_id: str) -> None:
    """Delete a table for good, with the pictures that no other one has; its pages close."""
    store = get_store()
    battles = store.battles(table_id)
    store.gms.delete_table(table_id)
    _close(table_id)
    for battle in battles:
        store.snapshots.throw_away(battle.id)


def _close(table_id: str) -> None:
    """Close all pages of a table at which nobody may be any more, and let it go out of memory."""
    for host in hosts().close(table_id):
        with host.lock:
            forget_pages(host)
    hosts().others.changed(table_id)


def leave(gm: GmRow) -> None:
    """Delete all that is a GM's, and the GM."""
    store = get_store()
    for table_id in store.gms.tables_of(gm.id):
        delete_table(table_id)
    store.gms.leave(gm.id)  # with a table that was made while the others went
