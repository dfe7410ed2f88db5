"""GMs are sent away or leave, tables are given or deleted, and the open pages hear of it at once.

A table may have further GMs beside its own: people of the table, who see and do what the GM does but for
saying who else is one. They are taken back at once, and are players again.

The own GM may hand the table over to one of its people, who then runs it: does all that the GM does, and says
who else is one, until it is handed or taken back. What is the own GM's by the host's key, the GM's link or an
invitation never passes: the way back is theirs, and so is the deletion. Until then they are a GM beside who
runs the table.
"""

import hmac
from collections.abc import Callable
from dataclasses import replace

from rules.engine.refusal import Refusal
from rules.engine.text import text
from webapp.context import get_store
from webapp.store.rows import GmRow, Person, TableRow, TableSettings
from webapp.store.table_keys import new_key
from webapp.table.hosts import hosts
from webapp.table.setup.prepared_scenes import tell_table
from webapp.table.sleep import forget_pages

MOST_SECONDS = 8
"""How many GMs a table may have beside its own."""


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
    _set(table_id, TableSettings.without_grants)


def add_second(table_id: str, person: Person) -> None:
    """Make a person a GM beside the table's own. Raises `Refusal` `too-many`."""
    here = _people(table_id)
    _set(table_id, lambda settings: _with_second(settings, person, here))


def come_as_second(table_id: str, person: Person, key: str) -> bool:
    """Make who came by the link a GM beside the table's own; say whether nobody had used it before.

    Raises:
        Refusal: `too-many`.
    """
    was_used, here = False, _people(table_id)

    def change(settings: TableSettings) -> TableSettings:
        nonlocal was_used
        was_used = settings.second_key != key
        return settings if was_used else replace(_with_second(settings, person, here), second_key="")

    _set(table_id, change)
    return not was_used


def take_back_second(table_id: str, person_id: str) -> None:
    """Let somebody be a GM beside the table's own no longer; their open pages go to the player's."""
    _set(table_id, lambda settings: _without_second(settings, person_id))


def send_away_gm(table_id: str, person_id: str) -> None:
    """Let who leaves the table be no GM of it in any way; what they had run is the own GM's again."""

    def change(settings: TableSettings) -> TableSettings:
        return _without_run(_without_second(settings, person_id), person_id)

    _set(table_id, change)


def hand_over(table_id: str, person: Person) -> None:
    """Let a person run the table until it is handed or taken back."""
    _set(table_id, lambda settings: replace(settings, run_by=person.id))


def take_back(table_id: str) -> None:
    """Let the table's own GM run it again; who had it is what they were before."""
    _set(table_id, lambda settings: replace(settings, run_by=""))


def hand_back(table_id: str, person_id: str) -> None:
    """Let the table's own GM run it again, unless somebody else than this person has it by now."""
    _set(table_id, lambda settings: _without_run(settings, person_id))


def set_second_link(table_id: str, *, on: bool) -> None:
    """Make a link by which one person becomes a GM beside the table's own, in the place of any before."""
    _set(table_id, lambda settings: replace(settings, second_key=new_key() if on else ""))


def is_second_key(table: TableRow, key: str) -> bool:
    """Say whether a key is that of the link by which one becomes a GM beside the table's own."""
    kept = table.settings.second_key
    return bool(kept) and not table.is_closed and hmac.compare_digest(kept.encode(), key.encode())


def _people(table_id: str) -> set[str]:
    return {person.id for person in get_store().people.of_table(table_id)}


def _without_second(settings: TableSettings, person_id: str) -> TableSettings:
    return replace(settings, second_gms=tuple(one for one in settings.second_gms if one != person_id))


def _without_run(settings: TableSettings, person_id: str) -> TableSettings:
    return replace(settings, run_by="") if settings.run_by == person_id else settings


def _with_second(settings: TableSettings, person: Person, here: set[str]) -> TableSettings:
    """Give the settings with one GM more, and without those who are gone."""
    seconds = [one for one in settings.second_gms if one in here and one != person.id]
    if len(seconds) >= MOST_SECONDS:
        said = text("This table has {most} GMs beside its own: one must be taken back.", most=MOST_SECONDS)
        raise Refusal("too-many", said)
    return replace(settings, second_gms=(*seconds, person.id))


def _set(table_id: str, change: Callable[[TableSettings], TableSettings]) -> None:
    """Keep who is a GM of a table, and let all its pages find where they belong."""
    get_store().alter_settings(table_id, change)
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
