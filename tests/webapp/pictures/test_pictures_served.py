"""Pictures that lie in PostgreSQL or a shared folder: sent by any machine, to those who may have them."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.postgres import own_schema
from tests.webapp.pages import host_of
from tests.webapp.pictures.test_faces import HIDDEN, OWN, put_on
from tests.webapp.pictures.test_tiles import large_scene
from tests.webapp.table.invited import invited, lay_map, makes_table, noise, picture
from tests.webapp.table.test_picture_quota import limit
from tests.webapp.world import Browser, World
from webapp.app import Settings, create_app
from webapp.context import STORE
from webapp.store.rows import PictureRow
from webapp.store.store import Store

SECRET = "the same on all machines of the tests"


@pytest.fixture(params=["postgresql", "shared folder"])
def machines(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Flask, Flask]]:
    """Two machines, each with a data folder of its own, that serve the same tables."""
    shared = tmp_path / "shared" if request.param == "shared folder" else None
    with own_schema() as url:
        apps = []
        for name in ("one", "two"):
            settings = Settings(
                data_dir=tmp_path / name,
                database=url,
                shared_pictures=shared,
                secret=SECRET,
                lan=False,
                async_mode="threading",
            )
            apps.append(create_app(settings))
            apps[-1].testing = True
        yield apps[0], apps[1]
        for app in apps:
            app.extensions[STORE].close()


def on_the_other(browser: Browser, other: Flask) -> Browser:
    """Let somebody go on at another machine, by the same cookie."""
    name = other.config["SESSION_COOKIE_NAME"]
    cookie = browser.client.get_cookie(name)
    assert cookie is not None
    there = Browser(other.test_client())
    there.client.set_cookie(name, cookie.value)
    return there


def row_of(store: Store, id_: str) -> PictureRow:
    row = store.picture(id_)
    assert row is not None
    return row


def test_a_picture_that_comes_in_at_one_machine_is_sent_by_another_in_the_same_words(
    machines: tuple[Flask, Flask],
) -> None:
    world = World(machines[0])
    gm, at = world.gm(), large_scene(world)
    there = on_the_other(gm, machines[1])
    for address in (at, f"{at}/0/0/0", f"{at}/2/1/1"):
        first, second = gm.get(address), there.get(address)
        assert (first.status_code, first.data) == (second.status_code, second.data) == (200, first.data)
        assert first.headers["ETag"] == second.headers["ETag"]
        for answer in (first, second):
            assert answer.headers["Cache-Control"] == "max-age=31536000, private, immutable"
        again = there.get(address, headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


def test_tiles_are_made_again_on_a_machine_whose_copies_were_thrown_away(
    machines: tuple[Flask, Flask],
) -> None:
    world = World(machines[0])
    gm, at = world.gm(), large_scene(world)
    before = gm.get(f"{at}/1/0/0").data
    shutil.rmtree(row_of(world.store, at.rpartition("/")[2]).tiles.parent)
    again = gm.get(f"{at}/1/0/0")
    assert (again.status_code, again.data) == (200, before)


def test_tiles_lie_in_each_machines_own_data_folder(machines: tuple[Flask, Flask], tmp_path: Path) -> None:
    world = World(machines[0])
    gm, at = world.gm(), large_scene(world)
    assert gm.get(f"{at}/1/0/0").status_code == 200
    assert list(tmp_path.rglob("*-tiles")) == list((tmp_path / "one" / "picture-copies").glob("*-tiles"))
    assert on_the_other(gm, machines[1]).get(f"{at}/1/0/0").status_code == 200
    assert len(list((tmp_path / "two" / "picture-copies").glob("*-tiles"))) == 1


def test_a_machine_that_has_a_picture_at_hand_sends_it_to_nobody_who_may_not_have_it(
    machines: tuple[Flask, Flask],
) -> None:
    world = World(machines[0])
    gm, ann, stranger = world.gm(), world.player("Ann", OWN), world.stranger()
    face, whole = put_on(world, HIDDEN), large_scene(world)
    host_of(world).switch(world.store.battles(world.table.id)[0].id)
    for app in machines:
        at = world.at(f"token/gm/{face}")
        looks = [on_the_other(gm, app).get(address).status_code for address in (at, whole, f"{whole}/0/0/0")]
        assert looks == [200, 200, 200], "it is here"
        for who, answers in ((ann, (403, 404, 404)), (stranger, (403, 403, 403))):
            there = on_the_other(who, app)
            assert (
                tuple(there.get(address).status_code for address in (at, whole, f"{whole}/0/0/0")) == answers
            )
        assert on_the_other(ann, app).get(world.at(f"token/play/{face}")).status_code == 404


def test_a_table_deleted_at_one_machine_takes_its_pictures_from_all(
    machines: tuple[Flask, Flask], tmp_path: Path
) -> None:
    world = World(machines[0])
    ada = invited(world, "Ada")
    mill = makes_table(world, ada, "The Mill")
    assert lay_map(ada, mill, picture(5)).status_code == 200
    [scene] = [battle for battle in world.store.battles(mill.id) if battle.picture_id]
    address = f"/tables/{mill.id}/picture/{scene.picture_id}"
    there = on_the_other(ada, machines[1])
    assert there.get(address).status_code == 200
    assert ada.post(f"/mine/tables/{mill.id}/delete").status_code == 303
    assert there.get(address).status_code in (403, 404)
    assert list((tmp_path / "one").rglob(f"{scene.picture_id}*")) == []
    assert world.store.picture(str(scene.picture_id)) is None


def test_the_quota_counts_what_lies_elsewhere(machines: tuple[Flask, Flask]) -> None:
    world = World(machines[0])
    limit(world, table="1")
    ada = invited(world, "Ada")
    mill = makes_table(world, ada, "The Mill")
    assert lay_map(ada, mill, noise(1, 850)).status_code == 200
    there = on_the_other(ada, machines[1])
    with there.client.session_transaction() as session:
        session["csrf"] = "the token of this session"
    refused = lay_map(there, mill, noise(2, 850))
    assert refused.status_code == 422
    assert "of the 1 MB that it may have" in refused.text
