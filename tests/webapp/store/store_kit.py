"""What the store's tests put into it, and which databases they are for."""

import pytest

from webapp.importers import Picture
from webapp.store.store import Store

of_sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


of_postgresql = pytest.mark.parametrize("database", ["postgresql"], indirect=True)


PICTURE = Picture(b"RIFF and so on", "image/webp", 20, 10)


def battle(store: Store) -> str:
    return store.create_battle(store.create_table("Ours").id, "atomic", "The Gantry").id
