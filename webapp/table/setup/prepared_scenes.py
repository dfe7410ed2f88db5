"""Scenes that a GM looks at and changes while another one lies before the table.

Such a scene has a host of its own for as long as it is not the table's; its address is the table's with the
scene's behind it, and opens to the GM alone. What is written to a scene from elsewhere is shown where it is
open. One that was opened to try something (`what_if.py`) is thrown away, or brought to the table as it is.
"""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from rules.engine.refusal import Refusal
from rules.engine.text import text
from webapp.context import get_store
from webapp.rehearsal.rehearsals import rehearsals
from webapp.report.win_curves import win_curves
from webapp.table.hosts import hosts
from webapp.table.sleep import forget_pages, forget_scenes


def bring_before_table(table_id: str, scene_id: str) -> None:
    """Bring a scene before everybody; pages that looked at it alone find themselves at the table.

    What was opened to try something is an ordinary scene from now on, and keeps the house rules that were
    tried on it.
    """
    with _closing(table_id, scene_id):
        tried = get_store().what_ifs.keep(scene_id)
        hosts().live(table_id).switch(scene_id, as_it_was=tried)
    tell_table(table_id)


def throw_away(table_id: str, scene_id: str) -> None:
    """Delete a scene that was opened to try something, with all that was done on it.

    Raises:
        Refusal: `no-scene`, where it is none of this table's; `not-a-trial`, for any other scene.
    """
    row = get_store().battle(scene_id)
    if row is None or row.table_id != table_id:
        raise Refusal("no-scene", text("This table has no such scene."))
    with _closing(table_id, scene_id):
        if not get_store().what_ifs.throw_away(scene_id):
            said = text("{scene} is a scene of this table, and no trial: it is kept.", scene=row.name)
            raise Refusal("not-a-trial", said)
    get_store().snapshots.throw_away(scene_id)
    rehearsals().cancel(scene_id)
    win_curves().cancel(scene_id)
    forget_scenes({scene_id})
    tell_table(table_id)


@contextmanager
def _closing(table_id: str, scene_id: str) -> Iterator[None]:
    """Let go of the host that looks at a scene alone, where there is one; what was begun there is kept first.

    It stays where what is done meanwhile is refused or fails.
    """
    live = hosts().live(table_id)
    prepared = [one for one in hosts().open_at(table_id) if one is not live and one.scene.id == scene_id]
    with prepared[0].queue if prepared else nullcontext():
        yield
        closed = hosts().close_prepared(table_id, scene_id)
    if closed is not None:
        with closed.lock:
            forget_pages(closed)


def tell_table(table_id: str) -> None:
    """Show on all open pages of a table what has changed of the table itself."""
    here = hosts().open_at(table_id)
    for host in here:
        host.tell_people_changed()
    if not here:
        hosts().others.changed(table_id)


def show_what_came(table_id: str, scene_id: str) -> None:
    """Let the pages of a scene show what was written to it from another one, where any are open."""
    for host in hosts().open_at(table_id):
        if host.scene.id == scene_id:
            host.catch_up()
