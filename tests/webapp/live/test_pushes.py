"""What open pages are sent as something happens: moves, lines, what flashes, what is taken back."""

import re
from typing import Any

import pytest

from tests.webapp.pages import Page, ask_by_hand, host_of, wait_for
from tests.webapp.world import World
from webapp.live.audience import Audience
from webapp.table.grants import Visitor


def test_a_move_is_sent_as_a_move_and_a_line(gm: Page, ann: Page, others: list[Page]) -> None:
    pages = (gm, ann, *others)
    for page in pages:
        page.take()
    ann.do("move", "kit", to=[4, 8])
    for page in pages:
        update = page.take_change()
        assert update["moves"] == [{"id": "kit", "x": 450.0, "y": 850.0, "place": "4,8"}]
        assert "Kit moves to E9" in update["panels"]
        assert update["drawn"] == []


def test_whose_map_is_drawn_anew_by_a_move_is_sent_it_last(
    world: World, gm: Page, ann: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob, sent = Page(world, world.player("Bob", "brannock"), "play"), list[str]()
    host = host_of(world)
    room = {
        page: host.viewer(Visitor("play", host.table_id, host.seats[who], ""))
        for page, who in ((ann, "kit"), (bob, "brannock"))
    }
    monkeypatch.setattr(Audience, "_send_changes", lambda self, room: sent.append(room.viewer))
    for mover, who, to in ((ann, "kit", [4, 8]), (bob, "brannock", [6, 11]), (ann, "kit", [4, 9])):
        gm.do("turn", who)
        sent.clear()
        mover.do("move", who, to=to)
        assert sent[-1] == room[mover]
        assert set(room.values()) < set(sent)
    bob.close()


def test_where_something_is_seen_to_happen_it_is_sent_first(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = [Page(world, world.player("Ann", "kit"), "play"), Page(world, world.gm(), "gm")]
    sent = list[str]()
    monkeypatch.setattr(Audience, "_send_changes", lambda self, room: sent.append(room.viewer.role))
    pages[1].do("edit", target="raider-1", hidden=True)
    for who, order in (("brannock", ["play", "gm"]), ("raider-1", ["gm", "play"])):
        sent.clear()
        pages[1].do("gm-set", target=who, state={"at": [20, 3]})
        assert sent == order, "whoever sees it, in the order in which they came, and then the others"
    for page in pages:
        page.close()


def test_every_update_follows_the_one_before(gm: Page, ann: Page, others: list[Page]) -> None:
    gm.do("begin")
    for _ in range(8):
        gm.do("end-turn", host_of(gm.world).battle.state.active)
    gm.do("undo")
    for page in (gm, ann, *others):
        page.take()
        for before, after in zip(page.updates, page.updates[1:], strict=False):
            assert after["prev"] in (before["seq"], None)
        assert page.updates[-1]["seq"] > page.updates[0]["seq"]


def test_what_happened_flashes_beside_whom_it_happened_to(gm: Page, ann: Page) -> None:
    ask_by_hand(gm, "raider-3", "kit")
    ann.do("answer", "kit", answer="none")
    flashes = [flash for update in ann.take() for flash in update["flash"]]
    assert {"id": "kit", "text": "Hit", "tone": "harm"} in flashes


def test_what_is_taken_back_is_greyed_and_the_token_goes_home(gm: Page, ann: Page) -> None:
    ann.do("move", "kit", to=[4, 8])
    ann.take()
    gm.do("undo")
    [update] = ann.take()
    assert update["moves"] == [{"id": "kit", "x": 450.0, "y": 750.0, "place": "4,7"}]
    assert re.search(
        r'class="log-line[^"]* undone[^"]*"[^>]*>\s*<p><span class="log-text">Kit moves', update["panels"]
    )
    gm.do("redo")
    [update] = ann.take()
    assert update["moves"][0]["place"] == "4,8"
    assert " undone" not in update["panels"]


def test_an_attack_taken_back_takes_wounds_and_question_with_it(gm: Page, ann: Page) -> None:
    ask_by_hand(gm, "raider-3", "kit")
    gm.do("undo")
    update = ann.take()[-1]
    assert update["turn"]["asked"] is False
    assert 'id="prompt"' in update["panels"]
    assert "prompt-question" not in update["panels"]


def test_a_new_map_makes_every_page_load_anew(gm: Page, ann: Page) -> None:
    ann.take()
    gm.do("set-map", map={"grid": {"kind": "square", "cols": 9, "rows": 9, "per_cell": 1, "unit": "cell"}})
    assert ann.take() == [{"reload": True}]
    assert gm.take()[-1] == {"reload": True}


def test_the_gm_sees_who_is_here(world: World, gm: Page, ann: Page) -> None:
    def here(update: dict[str, Any]) -> bool:
        return 'class="person here"' in update["panels"]

    assert wait_for(lambda: any(here(u) for u in gm.take()))
    ann.close()
    assert wait_for(lambda: any('id="people"' in u["panels"] and not here(u) for u in gm.take()))
