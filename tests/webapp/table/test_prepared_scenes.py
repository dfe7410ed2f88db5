"""A scene that the GM looks at and changes while another one lies before the table."""

from tests.webapp.pages import Page, host_of, screen
from tests.webapp.table.test_groups import NEW
from tests.webapp.world import World
from webapp.context import HOSTS, SCENE_SIGN
from webapp.live.message_checks import socketio


def prepare(world: World, **form: str) -> str:
    """Lay out a scene that nobody is brought to, and give its id."""
    here = {row.id for row in world.store.battles(world.table.id)}
    fields = {**NEW, "system": "atomic", "prepared": "1", **form}
    assert world.gm().htmx(world.at("gm/map/new"), **fields).status_code == 204
    (scene,) = (row.id for row in world.store.battles(world.table.id) if row.id not in here)
    return scene


class Elsewhere(World):
    """The same world, with another scene of its table in all addresses."""

    def __init__(self, world: World, scene: str) -> None:
        self.app, self.links, self.store, self._scene = world.app, world.links, world.store, scene

    def at(self, path: str) -> str:
        return f"/tables/{self.table.id}{SCENE_SIGN}{self._scene}/{path}"


class PageThere(Page):
    """A page of that scene."""

    def connect(self, seq: int | None = None) -> None:
        table = self.world.at("").split("/")[2]
        auth = {"table": table, "role": self.role, "seq": seq}
        self.socket = socketio.test_client(self.world.app, flask_test_client=self.browser.client, auth=auth)
        self.take()


def test_the_gm_changes_a_scene_and_nobody_else_hears_of_it(world: World) -> None:
    there = Elsewhere(world, prepare(world))
    before = host_of(world).battle.state
    ann, gm = world.player("Ann", "kit"), world.gm()
    pages = [Page(world, ann, "play"), Page(world, screen(world), "screen"), Page(world, gm, "gm")]
    mine = PageThere(there, gm, "gm")
    page = gm.get(there.at("gm"))
    assert page.status_code == 200
    assert "Preparing <b>Yard</b>" in page.text
    assert f'data-table="{world.table.id}{SCENE_SIGN}' in page.text
    mine.do("add", combatants=[{"id": "zqlurker", "name": "Zqlurker", "side": "gang", "at": [2, 2]}])
    mine.do("edit-map", walls=[{"from": [1, 1], "to": [1, 4], "kind": "wall"}])
    assert any("Zqlurker" in update.get("panels", "") for update in mine.take())
    assert gm.get(there.at("gm/selected/zqlurker")).status_code == 200
    assert there.at("gm/do") in gm.get(there.at("gm/selected/zqlurker")).text
    for other in pages:
        told = other.take()
        assert told == [] or other.role == "gm"  # who is shown who has a page open
        assert "zqlurker" not in other.load()
        assert "zqlurker" not in other.text
    assert host_of(world).battle.state is before
    mine.do("remove", target="zqlurker")
    mine.do("undo")
    assert "token-zqlurker" in gm.get(there.at("gm")).text
    for other in (*pages, mine):
        other.close()


def test_nobody_but_the_gm_comes_to_a_prepared_scene(world: World) -> None:
    there = Elsewhere(world, prepare(world))
    ann, table = world.player("Ann", "kit"), screen(world)
    for browser in (ann, table, world.stranger()):
        for path in (
            "gm",
            "play",
            "screen",
            "watch",
            "gm/replay",
            "play/log.txt",
            "session",
            "play/sheet/kit",
        ):
            assert browser.get(there.at(path)).status_code in (403, 404), path
        for role in ("gm", "play", "screen"):
            page = PageThere(there, browser, role)
            assert not page.is_open
    for path in ("play", "screen"):
        assert world.gm().get(there.at(path)).status_code == 403


def test_a_scene_of_another_table_is_none_of_this_one(world: World) -> None:
    other = world.store.create_table("Another")
    scene = world.store.create_battle(other.id, "atomic", "Theirs").id
    for id_ in (scene, "nowhere"):
        answer = world.gm().get(Elsewhere(world, id_).at("gm"))
        assert answer.status_code == 422
        assert "no such scene" in answer.text


def test_what_was_prepared_is_brought_before_the_table_as_it_is(world: World) -> None:
    scene = prepare(world)
    there, gm, ann = Elsewhere(world, scene), world.gm(), world.player("Ann", "kit")
    mine, hers = PageThere(there, gm, "gm"), Page(world, ann, "play")
    mine.do("add", combatants=[{"id": "zqlurker", "name": "Zqlurker", "side": "gang", "at": [2, 2]}])
    mine.take()
    assert gm.htmx(there.at("gm/scene"), scene=scene).status_code == 204
    assert world.battle_id == scene
    assert "zqlurker" in host_of(world).battle.state.combatants
    assert not mine.is_open
    assert {"reload": True} in hers.take()
    page = gm.get(there.at("gm")).text  # the same address: it lies before the table now
    assert f'data-table="{world.table.id}"' in page
    assert "prepared-bar" not in page
    command = {"do": "remove", "target": "zqlurker"}
    assert gm.json(there.at("commands?as=gm"), command).status_code == 200
    assert not host_of(world).battle.state.combatants
    assert world.app.extensions[HOSTS].open_at(world.table.id) == [host_of(world)]
    hers.close()


def test_people_are_sent_both_ways_and_appear_on_open_pages(world: World) -> None:
    scene, here = prepare(world), world.battle_id
    there, gm = Elsewhere(world, scene), world.gm()
    mine, live = PageThere(there, gm, "gm"), Page(world, gm, "gm")
    assert gm.htmx(world.at("gm/send"), who="kit", scene=scene).status_code == 204
    assert any("token-kit" in update.get("panels", "") for update in mine.take())
    live.take()
    assert gm.htmx(there.at("gm/send"), who="kit", scene=here).status_code == 204
    assert any("token-kit" in update.get("panels", "") for update in live.take())
    assert "kit" in host_of(world).battle.state.combatants
    mine.close()
    live.close()


def test_a_map_that_is_laid_out_from_there_is_prepared_too(world: World) -> None:
    here = world.battle_id
    there = Elsewhere(world, prepare(world))
    assert (
        world.gm().htmx(there.at("gm/map/new"), **{**NEW, "name": "Third"}, system="atomic").status_code
        == 204
    )
    assert world.battle_id == here
    assert [row.name for row in world.store.battles(world.table.id)][-1] == "Third"


def test_a_group_kept_there_is_there_for_the_whole_table(world: World) -> None:
    there, gm = Elsewhere(world, prepare(world)), world.gm()
    live = Page(world, gm, "gm")
    gm.json(
        there.at("commands?as=gm"), {"do": "add", "combatants": [{"id": "zq", "name": "Zq", "side": "gang"}]}
    )
    assert gm.htmx(there.at("gm/groups"), who="zq", name="The gang of the yard").status_code == 204
    assert any("The gang of the yard" in update.get("panels", "") for update in live.take())
    live.close()


def test_what_is_the_whole_tables_is_changed_from_there_too(world: World) -> None:
    there, gm = Elsewhere(world, prepare(world)), world.gm()
    assert gm.htmx(there.at("gm/settings"), waiting_room="1").status_code == 204
    assert host_of(world).settings.waiting_room
    assert gm.htmx(there.at("gm/code")).status_code == 204
    assert host_of(world).table.join_code == world.table.join_code
