"""Where a token goes is sent as soon as it is kept, and the rest of what changed after it."""

from typing import Any

import pytest

from rules.map.cell_bits import holds
from tests.webapp.pages import Page, gm_of, host_of
from tests.webapp.world import World
from webapp.store.store import Store, StoreTrouble
from webapp.table import host
from webapp.table.grants import Visitor


def raw(page: Page) -> list[dict[str, Any]]:
    """Give the updates that came in since the last time, as they came."""
    return [message["args"][0] for message in page.take_all() if message["name"] == "update"]


def to(who: str, *place: int) -> dict[str, Any]:
    return {"do": "gm-set", "target": who, "state": {"at": list(place)}}


def test_a_token_goes_before_the_rest_of_what_changed(gm: Page, ann: Page, others: list[Page]) -> None:
    ann.do("move", "kit", to=[4, 8])
    for page in (gm, ann, *others):
        *_, ahead, rest = raw(page)
        assert ahead == {
            "ahead": True,
            "moves": [{"id": "kit", "x": 450.0, "y": 850.0, "place": "4,8"}],
        }
        assert rest["moves"] == []
        assert rest["seq"] > rest["prev"]
        assert "Kit moves to E9" in rest["panels"]
        assert 'id="tokens"' not in rest["panels"]


def test_whoever_is_pushed_aside_is_moved_with_it(gm: Page, ann: Page) -> None:
    ann.take()
    place = host_of(gm.world).battle.state.combatants["brannock"].at
    gm.do("gm-set", target="kit", state={"at": place})
    ahead, rest = raw(ann)
    assert {move["id"] for move in ahead["moves"]} == {"kit", "brannock"}
    assert rest["moves"] == []


def test_several_moves_that_are_seen_come_with_the_rest(world: World, gm: Page, ann: Page) -> None:
    ann.take()
    with world.app.app_context():
        host_of(world).handle_all([to("kit", 4, 8), to("brannock", 6, 11)], gm_of(world))
    [update] = raw(ann)
    assert [move["id"] for move in update["moves"]] == ["kit", "brannock"]


UNSEEN: list[dict[str, Any]] = [
    to("raider-1", 20, 4),
    {"do": "edit", "target": "raider-1", "name": "Ostrander"},
    {"do": "edit", "target": "raider-1", "size": 2},
    {"do": "put-note", "shape": "pin", "points": [[3.5, 4]], "words": "Ambush", "seen_by": "gm"},
]


@pytest.mark.parametrize("unseen", UNSEEN, ids=lambda one: "-".join((one["do"], *list(one)[-1:])))
def test_how_a_move_comes_does_not_tell_of_what_is_not_seen(
    world: World, gm: Page, ann: Page, unseen: dict[str, Any]
) -> None:
    gm.do("edit", target="raider-1", hidden=True)
    ann.take()
    before = host_of(world).last_seq
    host_of(world).handle_all([to("kit", 4, 8), unseen], gm_of(world))
    together, commands = raw(ann), host_of(world).last_seq - before
    before = host_of(world).last_seq
    host_of(world).handle_all([to("kit", 4, 7)], gm_of(world))
    assert commands > host_of(world).last_seq - before, "the other was done as well"
    alone = raw(ann)
    assert [len(update.get("panels", "")) for update in together] == [
        len(update.get("panels", "")) for update in alone
    ]
    assert [update.get("ahead") for update in together] == [True, None]
    assert [move["id"] for move in together[0]["moves"]] == ["kit"]


def test_what_was_not_kept_is_never_sent(gm: Page, ann: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    def append_all(*_: Any) -> int:
        raise StoreTrouble("The disk is full: make room on it. Nothing was changed.")

    ann.take()
    with monkeypatch.context() as patch:
        patch.setattr(Store, "append_all", append_all)
        patch.setattr(host, "begin_if_it_waits", lambda function: function())  # as while the disk works
        gm.refused("command", to("kit", 4, 8))
    host_of(gm.world).tell_people_changed()
    assert raw(ann) == []


def test_who_sees_other_ground_by_it_is_sent_all_of_it_together(gm: Page, ann: Page) -> None:
    gm.do("set-fog", on=True, each=True)
    gm.take()
    ann.take()
    gm.do("gm-set", target="kit", state={"at": [4, 8]})
    assert [update.get("ahead") for update in raw(gm)] == [True, None]
    [update] = raw(ann)
    assert [move["id"] for move in update["moves"]] == ["kit"]
    assert update["drawn"]


def test_where_somebody_goes_out_of_sight_is_not_told(world: World, gm: Page, ann: Page) -> None:
    gm.do("set-fog", on=True, each=True)
    table = host_of(world)
    stream = table.stream(table.viewer(Visitor("play", table.table_id, table.seats["kit"], "")))
    assert stream.map_knowledge is not None
    assert table.battle.state.map is not None
    grid, seen = table.battle.state.map.grid, stream.map_knowledge.seen
    cells = [(x, y) for x in range(grid.cols) for y in range(grid.rows)]
    near, beside, *_ = (at for at in cells if holds(seen, grid, at))
    far = next(at for at in cells if not holds(seen, grid, at))
    gm.do("gm-set", target="raider-1", state={"at": list(near)})
    for place, is_told in ((beside, True), (far, False), (near, False), (beside, True)):
        ann.take()
        gm.do("gm-set", target="raider-1", state={"at": list(place)})
        assert any("ahead" in update for update in raw(ann)) is is_told, place


def test_a_move_that_changes_the_token_itself_is_drawn_once_more(gm: Page, ann: Page) -> None:
    ann.take()
    gm.do("gm-set", target="kit", state={"at": [4, 8], "wounds": 1})
    ahead, rest = raw(ann)
    assert [move["place"] for move in ahead["moves"]] == ["4,8"]
    assert 'id="tokens"' in rest["panels"]


def test_who_changes_sides_is_told_by_what_they_know_then(world: World, gm: Page, ann: Page) -> None:
    ann.take()
    changed = {"do": "edit", "target": "kit", "side": "raiders"}
    host_of(world).handle_all([changed, to("kit", 4, 8)], gm_of(world))
    assert not any("ahead" in update for update in raw(ann))
    assert [update.get("ahead") for update in raw(gm) if update["moves"]] == [True]
