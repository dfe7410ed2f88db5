"""Showing a paper: to people, to all of them, and large on the projector, where there is room for one."""

from collections.abc import Sequence
from dataclasses import replace

from rules.engine.refusal import Refusal
from rules.engine.text import text
from webapp.table.grants import Visitor
from webapp.table.host import Host
from webapp.talk.rows import ALL, SCREEN, Paper

MOST_PAPERS = 500
"""Notes and handouts of one table."""


def require_room_for_paper(host: Host) -> None:
    """Refuse (`too-many`) one more paper than a table may have."""
    if len(host.store.talk.papers(host.table_id)) >= MOST_PAPERS:
        said = text("This table has {most} notes and handouts: throw one away first.", most=MOST_PAPERS)
        raise Refusal("too-many", said)


def show_to(host: Host, visitor: Visitor, paper: Paper, to: Sequence[str]) -> Paper:
    """Show a paper to these and to nobody else from now on, and tell those to whom it is new.

    Called in the table's queue; whose papers changed must be told by who calls.
    """
    fresh = [who for who in to if who not in paper.shown] if ALL not in paper.shown else []
    changed = replace(paper, shown=tuple(to))
    host.store.talk.put_paper(host.table_id, changed)
    if SCREEN in to:
        _clear_table(host, paper.id)
    host.talk.tell_of(visitor, changed, fresh)
    return changed


def _clear_table(host: Host, but: str) -> None:
    """Take what else lies on the projector off it."""
    for other in host.store.talk.papers(host.table_id):
        if other.id != but and SCREEN in other.shown:
            take_down(host, other)


def take_down(host: Host, paper: Paper) -> None:
    """Take a paper off the projector; whoever else is shown it keeps it."""
    shown = tuple(who for who in paper.shown if who != SCREEN)
    host.store.talk.put_paper(host.table_id, replace(paper, shown=shown))
