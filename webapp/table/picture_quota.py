"""How much room there is for pictures: of a table, and of all tables of an invited GM.

The host's own tables have no limit. A picture counts in each table that it was brought to, and stays counted
there as long as the table is: its log may be taken back to where the picture lay.
"""

from rules.engine.refusal import Refusal
from rules.engine.text import Text, text
from webapp.importers.pictures import Picture, megabytes
from webapp.store.picture_shelf import picture_id
from webapp.store.rows import PictureRow
from webapp.store.store import Store
from webapp.table.grants import reader_now

_MEGABYTE = 1_000_000


def save_for_table(store: Store, table_id: str, picture: Picture) -> PictureRow:
    """Keep a picture that is brought to a table. Raises `Refusal` `no-room-for-pictures`."""
    table = store.table(table_id)
    known = store.table_pictures.has(table_id, picture_id(picture.data))
    if table is not None and not known:
        require_room(store, table.gm_id, len(picture.data), table_id)
    return store.save_picture(picture, table_id)


def require_room(store: Store, gm_id: str | None, size: int, table_id: str = "") -> None:
    """Refuse pictures for which a table, or its GM, has no room left.

    Args:
        gm_id: whose the table is; the host's own, None, has all the room that there is.
        size: what the pictures take, in bytes.
        table_id: empty for a table that is yet to be made.

    Raises:
        Refusal: `no-room-for-pictures`, saying how much is used.
    """
    if gm_id is None or not size:
        return
    settings, own = store.gms.settings(), 0
    if table_id:
        own = sum(store.table_pictures.sizes(table_id))
    if settings.table_megabytes is not None and own + size > settings.table_megabytes * _MEGABYTE:
        raise Refusal("no-room-for-pictures", _of_table(own, settings.table_megabytes, size))
    if settings.gm_megabytes is not None:
        used = bytes_of_gm(store, gm_id)
        if used + size > settings.gm_megabytes * _MEGABYTE:
            raise Refusal("no-room-for-pictures", _of_gm(used, settings.gm_megabytes, size))


def bytes_of_gm(store: Store, gm_id: str) -> int:
    """Tell what the pictures of all tables of a GM take."""
    return sum(sum(store.table_pictures.sizes(table_id)) for table_id in store.gms.tables_of(gm_id))


def _of_table(used: int, most: int, size: int) -> Text:
    return text(
        "The pictures of this table take {used} MB of the {most} MB that it may have; this would be {size} MB"
        " more. Bring it smaller, or ask the host for more room.",
        used=megabytes(used),
        most=most,
        size=megabytes(size),
    )


def _of_gm(used: int, most: int, size: int) -> Text:
    reader = reader_now()
    if reader is not None and reader.visitor.role != "gm":  # what other tables there are is the GM's affair
        return text(
            "The GM has no room left for pictures on this server; this would be {size} MB more.",
            size=megabytes(size),
        )
    return text(
        "The pictures of all your tables take {used} MB of the {most} MB that you may have; this would be"
        " {size} MB more. Bring it smaller, delete a table, or ask the host for more room.",
        used=megabytes(used),
        most=most,
        size=megabytes(size),
    )
