"""What a rehearsal found is kept by the one who plays it, and by nobody who was told to end."""

from webapp.store.store import Store


def scene(store: Store) -> str:
    return store.create_battle(store.create_table("Ours").id, "atomic", "The Gantry").id


def test_one_who_takes_over_is_the_only_one_to_keep_it(store: Store) -> None:
    shelf, id_ = store.rehearsals, scene(store)
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


def test_who_plays_it_hears_that_it_is_to_end(store: Store) -> None:
    shelf, id_ = store.rehearsals, scene(store)
    shelf.end(id_)
    shelf.begin(id_, "first", b"1")
    shelf.end(id_)
    mark = shelf.mark(id_)
    assert mark is not None
    assert not mark.is_running
    assert shelf.keep(id_, "first", b"2", is_running=True) is None
    assert shelf.found(id_) == b"1", "what was found stays"
