"""What pages are sent never tells of whom their viewers do not see."""

import pytest

from tests.webapp.live.unseen import UNSEEN, hears_nothing_of
from tests.webapp.pages import Page, ask_by_hand, host_of
from tests.webapp.world import World


@pytest.fixture
def gm(gm: Page) -> Page:
    for who, name in UNSEEN.items():
        gm.do("edit", target=who, name=name)
    return gm


def test_nobody_hears_of_the_unseen(world: World, gm: Page, ann: Page, others: list[Page]) -> None:
    pages = [ann, *others]
    for page in pages:
        page.load()
    gm.do("begin")
    for _ in range(9):
        gm.do("end-turn", host_of(world).battle.state.active)
    gm.do("gm-set", target="raider-2", state={"wounds": 1})
    gm.do("edit", target="raider-1", size=2)
    gm.do("end-battle")
    for who in UNSEEN:
        gm.do("turn", who)
        ann.refused("aim", {"actor": "kit", "target": who})
        ann.refused("command", {"do": "attack", "actor": "kit", "target": who, "with": "blast-pistol"})
        assert ann.browser.get(world.at(f"play/selected/{who}")).status_code == 404
    ann.ask("reach", {"actor": "kit"})
    assert ann.ask("aim", {"actor": "kit", "target": "raider-3"})["ok"]
    ann.text += ann.browser.get(world.at("play/selected/kit")).text
    ann.text += ann.browser.get(world.at("play/selected/raider-3")).text
    for page in pages:
        page.load()
        hears_nothing_of(page)


def test_a_move_of_somebody_unseen_sends_players_nothing(gm: Page, ann: Page, others: list[Page]) -> None:
    pages = [ann, *others]
    for page in pages:
        page.take()
    gm.take()
    for who, place in (("raider-4", [20, 4]), ("raider-2", [18, 9]), ("raider-4", [2, 12])):
        gm.do("gm-set", target=who, state={"at": place})
        assert [move["id"] for update in gm.take() for move in update["moves"]] == [who]
    gm.do("undo")
    gm.do("redo")
    counted = [update for update in gm.take() if update["seq"] != update["prev"]]  # not: who is here
    assert len(counted) == 2
    for page in pages:
        assert page.take() == []


def test_an_attack_from_the_dark_is_somebodys(world: World, gm: Page, ann: Page, others: list[Page]) -> None:
    ask_by_hand(gm, "raider-4", "kit")
    [asked] = [u for u in ann.take() if "prompt-question" in u["panels"]]
    assert asked["turn"]["asked"] is True
    assert "Somebody attacks you with" in asked["panels"]
    told = [update["panels"] for update in gm.take() if update["prev"] != update["seq"]]
    assert "Ostrander attacks you with" in told[-1]
    ann.load()
    ann.do("answer", "kit", answer="none")
    assert "Somebody hits Kit" in ann.take()[-1]["panels"]
    for page in (ann, *others):
        page.load()
        hears_nothing_of(page)


def test_a_door_that_opens_shows_at_once_who_stands_behind(gm: Page, ann: Page, others: list[Page]) -> None:
    hears_nothing_of(ann)
    gm.do("set-door", wall="gantry-door", state="open")
    for page in (ann, *others):
        [update] = page.take()
        assert 'id="token-raider-1"' in update["panels"]
        [door] = update["drawn"]
        assert (door["id"], door["in"]) == ("door-gantry-door", "doors")
        assert 'class="door open"' in door["svg"]
        assert "raider-4" not in page.text


def test_who_comes_into_sight_and_goes_is_seen_no_longer_than_that(gm: Page, ann: Page) -> None:
    gm.do("gm-set", target="raider-2", state={"at": [5, 8]})
    [came] = ann.take()
    assert 'id="token-raider-2"' in came["panels"]
    gm.do("gm-set", target="raider-2", state={"at": [20, 7]})
    [gone] = ann.take()
    assert 'id="token-raider-2"' not in gone["panels"]
    assert "The GM moves Vex out of sight." in gone["panels"]
    assert gone["moves"] == []


def test_a_secret_door_is_a_wall_until_it_is_found(gm: Page, ann: Page) -> None:
    gm.do("set-door", wall="gantry-door", state="secret")
    ann.take()
    ann.text = ""
    ann.load()
    ann.refused("command", {"do": "door", "actor": "kit", "wall": "no-such-door"})
    assert "gantry-door" not in ann.text
    gm.do("set-door", wall="gantry-door", state="closed")
    found = {part["id"]: part["svg"] for part in ann.take()[-1]["drawn"]}
    assert 'id="door-gantry-door"' in found.pop("door-gantry-door")
    assert list(found) == ["walls-0-0"], "and the wall that it seemed to be is gone"


def test_the_table_may_do_without_sight_but_not_without_secrets(world: World, gm: Page, ann: Page) -> None:
    assert gm.browser.htmx(world.at("gm/settings")).status_code == 204  # the box is not ticked
    assert ann.take()[-1] == {"reload": True}
    page = ann.load()
    assert 'id="token-raider-1"' in page
    assert "raider-4" not in page
