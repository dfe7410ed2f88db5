"""Scenes that a GM looks at and changes while another one lies before the table.

Such a scene has a host of its own for as long as it is not the table's; its address is the table's with the
scene's behind it, and opens to the GM alone. What is written to a scene from elsewhere is shown where it is
open.
"""

from contextlib import nullcontext

from webapp.table.hosts import hosts
from webapp.table.sleep import forget_pages


def bring_before_table(table_id: str, scene_id: str) -> None:
    """Bring a scene before everybody; pages that looked at it alone find themselves at the table."""
    live = hosts().live(table_id)
    prepared = [one for one in hosts().open_at(table_id) if one is not live and one.scene.id == scene_id]
    with prepared[0].queue if prepared else nullcontext():  # what was begun there is kept first
        live.switch(scene_id)
        closed = hosts().close_prepared(table_id, scene_id)
    if closed is not None:
        with closed.lock:
            forget_pages(closed)
    tell_table(table_id)


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
