"""What long work found is kept by the one who does it, and by nobody who was told to end."""

import pytest

from webapp.store.background_work import WorkShelf
from webapp.store.store import Store


@pytest.fixture(params=["rehearsals", "win_curves"])
def shelf(store: Store, request: pytest.FixtureRequest) -> WorkShelf:
    kind: str = request.param
    return {"rehearsals": store.rehearsals, "win_curves": store.win_curves}[kind]


def scene(store: Store) -> str:
    return store.create_battle(store.create_table("Ours").id, "atomic", "The Gantry").id


def test_one_who_takes_over_is_the_only_one_to_keep_it(store: Store, shelf: WorkShelf) -> None:
    id_ = scene(store)
    assert shelf.mark(id_) is None
    assert shelf.found(id_) == b""
    assert shelf.begin(id_, "first", b"1") == shelf.mark(id_)
    assert shelf.keep(id_, "first", b"2", is_running=True) == shelf.mark(id_)
    shelf.begin(id_, "second", b"3")
    assert shelf.keep(id_, "first", b"4", is_running=True) is None
    assert shelf.found(id_) == b"3"
    assert shelf.keep(id_, "second", b"5", is_running=False) is not None
    assert shelf.keep(id_, "second", b"6", is_running=False) is None, "it was over"
    assert shelf.found(id_) == b"5"


def test_who_does_it_hears_that_it_is_to_end(store: Store, shelf: WorkShelf) -> None:
    id_ = scene(store)
    shelf.end(id_)
    shelf.begin(id_, "first", b"1")
    shelf.end(id_)
    mark = shelf.mark(id_)
    assert mark is not None
    assert not mark.is_running
    assert shelf.keep(id_, "first", b"2", is_running=True) is None
    assert shelf.found(id_) == b"1", "what was found stays"
