"""What if: a moment of a scene's log opened as a scene of its own, for the GM to try something.

The new scene has the old one's log as far as that moment, so that everything is there as it was then: map,
doors, what is explored, wounds, whose turn it is, an open question; and undo goes back from there. A command
is never cut in two: a moment within one is the moment that it was over, or asked something.

Its dice are under a seal of its own. Thrown with the old one's, they would tell what falls there next.
"""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import accumulate, count

from rules.engine.history.entry import Entry
from rules.engine.refusal import Refusal
from rules.engine.text import text
from webapp.archive.unsealed_logs import without_serials
from webapp.store.rows import BattleRow, SceneRows
from webapp.table.host import Host
from webapp.table.names import LONGEST_TITLE, new_id

MOST_WHAT_IFS = 12
"""So many of a table may be open at once: each has a whole log."""


def commands_until(entries: Sequence[Entry], command_id: str) -> int:
    """Count a log's commands up to one, it included. Raises `Refusal` `no-moment`."""
    found = next((n for n, entry in enumerate(entries, 1) if entry.id == command_id), None)
    if found is None:
        raise Refusal("no-moment", text("The log of this scene has no such line: load the page again."))
    return found


def commands_at(entries: Sequence[Entry], point: int) -> int:
    """Count a log's commands up to the one that brought an event about, by its number from 0.

    Raises:
        Refusal: `no-moment`.
    """
    ends = accumulate(entry.count for entry in entries)
    found = next((n for n, end in enumerate(ends, 1) if 0 <= point < end), None)
    if found is None:
        raise Refusal("no-moment", text("The fight has no such moment: load this page again."))
    return found


def open_what_if(host: Host, commands: int) -> BattleRow:
    """Lay the first so many commands of a scene's log out as a scene of its own, which nobody is brought to.

    Raises:
        Refusal: `too-many`, where as many are open already as there may be.
        StoreTrouble: if it cannot be kept.
    """
    with host.lock:
        if len(host.what_ifs) >= MOST_WHAT_IFS:
            said = text("{most} trials are open at this table: throw one away first.", most=MOST_WHAT_IFS)
            raise Refusal("too-many", said)
        last = sum(entry.count for entry in host.battle.entries[:commands])
        row = replace(
            host.scene,
            id=new_id(),
            name=_name(host),
            dice_seed=secrets.token_hex(32),
            created=datetime.now(UTC),
        )
        seats = dict(host.seats)
    events = without_serials(host.store.events(host.scene.id)[:last])
    host.store.put_scenes(host.table_id, [SceneRows(row, events, seats)], what_if_of=host.scene.id)
    return row


def _name(host: Host) -> str:
    """Name it by the scene that it comes from and a number, which no other scene has."""
    taken = {row.name for row in host.scenes}
    origin = next((row for row in host.scenes if row.id == host.what_ifs.get(host.scene.id)), host.scene)
    names = (f"{origin.name[: LONGEST_TITLE - 4]} {number}" for number in count(2))
    return next(name for name in names if name not in taken)
