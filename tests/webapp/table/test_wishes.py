from tests.webapp.pages import Page, host_of
from tests.webapp.world import World


def seated(world: World) -> tuple[Page, Page]:
    gm, ann = Page(world, world.gm(), "gm"), Page(world, world.player("Ann", "kit"), "play")
    return gm, ann


def wish(world: World, page: Page) -> str:
    answer = page.browser.htmx(f"/tables/{world.table.id}/play/wish")
    return str(answer.text)


def test_a_player_asks_and_the_gm_takes_the_last_thing_back(world: World) -> None:
    gm, ann = seated(world)
    gm.do("gm-set", target="kit", state={"at": [5, 9]})
    assert "The GM was asked" in wish(world, ann)
    [told] = [update for update in gm.take() if "Ann</b> asks" in update.get("panels", "")]
    assert "Allow undo" in told["panels"]
    assert "Ann</b> asks" in gm.load()
    assert "asks to take" not in ann.load()
    gm.do("undo")
    assert not host_of(world).wishes
    assert "asks to take" not in gm.load()


def test_the_gm_leaves_it_as_it_is(world: World) -> None:
    gm, ann = seated(world)
    gm.do("gm-set", target="kit", state={"at": [5, 9]})
    wish(world, ann)
    wish(world, ann)
    [person] = host_of(world).wishes
    assert gm.browser.htmx(f"/tables/{world.table.id}/gm/wish", person=person).status_code == 204
    assert not host_of(world).wishes
    assert not host_of(world).battle.can_redo


def test_only_players_ask_and_only_for_what_can_be_undone(world: World) -> None:
    gm, ann = seated(world)
    assert "nothing to take back" in wish(world, ann)
    gm.do("gm-set", target="kit", state={"at": [5, 9]})
    assert world.stranger().htmx(f"/tables/{world.table.id}/play/wish").status_code == 403
    assert ann.browser.htmx(f"/tables/{world.table.id}/gm/wish", person="x").status_code == 403
    assert not host_of(world).wishes
