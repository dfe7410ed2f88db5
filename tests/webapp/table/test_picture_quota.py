"""How much the pictures of invited GMs may take, and which pictures a table has."""

import pytest

from tests.webapp.pages import host_of
from tests.webapp.table.invited import (
    host_of_all,
    invited,
    kept_size,
    lay_map,
    makes_table,
    noise,
    picture,
    sends_file,
)
from tests.webapp.table.test_gms import Elsewhere
from tests.webapp.world import Browser, World
from webapp.store.rows import HostSettings, TableRow
from webapp.table.names import new_id

LARGE = noise(1, 850)


def limit(world: World, table: str = "", gm: str = "") -> None:
    answer = host_of_all(world).post("/host/settings", table_megabytes=table, gm_megabytes=gm)
    assert answer.location == "/host"


def ada_with_tables(world: World) -> tuple[Browser, TableRow, TableRow]:
    ada = invited(world, "Ada")
    return ada, makes_table(world, ada, "The Mill"), makes_table(world, ada, "The Yard")


def test_the_picture_that_is_tried_here_takes_more_than_half_a_megabyte() -> None:
    assert 500_000 < kept_size(LARGE) < 1_000_000


def test_a_table_takes_no_more_pictures_than_the_host_allows_and_says_how_much_it_has(world: World) -> None:
    limit(world, table="1")
    ada, mill, yard = ada_with_tables(world)
    assert lay_map(ada, mill, LARGE).status_code == 200
    before, scenes = world.pictures_kept(), world.store.battles(mill.id)
    refused = lay_map(ada, mill, noise(2, 850))
    assert refused.status_code == 422
    assert "of the 1 MB that it may have" in refused.text
    assert world.pictures_kept() == before
    assert world.store.battles(mill.id) == scenes
    assert lay_map(ada, yard, noise(2, 850)).status_code == 200, "another table has room of its own"
    assert lay_map(ada, mill, LARGE).status_code == 200, "what is there already takes nothing more"


def test_all_tables_of_a_gm_share_the_gms_room(world: World) -> None:
    limit(world, gm="1")
    ada, mill, yard = ada_with_tables(world)
    assert lay_map(ada, mill, LARGE).status_code == 200
    refused = lay_map(ada, yard, LARGE)
    assert refused.status_code == 422, "the same picture counts at each table"
    assert "all your tables" in refused.text
    assert "of the 1 MB that you may have" in refused.text
    assert ada.post(f"/mine/tables/{mill.id}/delete").status_code == 303
    assert lay_map(ada, yard, LARGE).status_code == 200


def test_a_player_is_not_told_what_the_gms_other_tables_take(world: World) -> None:
    ada, mill, yard = ada_with_tables(world)
    assert lay_map(ada, mill, LARGE).status_code == 200
    limit(world, gm="0")
    ann = world.stranger()
    ann.post(f"/join/{yard.join_code}", name="Ann")
    at = f"/tables/{yard.id}/play/talk/papers"
    refused = sends_file(ann, at, picture(3), "p.png", title="Map")
    assert refused.status_code == 422
    assert "no room left for pictures" in refused.text
    assert "tables" not in refused.text
    for_gm = sends_file(ada, f"/tables/{yard.id}/gm/talk/papers", picture(3), "p.png", title="Map")
    assert "all your tables" in for_gm.text


def test_ready_made_fights_and_table_files_need_room_too(world: World) -> None:
    ada, mill, _ = ada_with_tables(world)
    assert lay_map(ada, mill, picture(4)).status_code == 200
    file = ada.get(f"/tables/{mill.id}/gm/table.battlemat").data
    limit(world, table="0")
    tables = world.store.all_tables()
    for answer in (
        ada.post("/tables/ready-made", fight="gantry"),
        sends_file(ada, "/tables/open", file, "mill.battlemat"),
    ):
        assert answer.status_code == 422
        assert "of the 0 MB that it may have" in answer.text
    assert world.store.all_tables() == tables
    limit(world)
    assert ada.post("/tables/ready-made", fight="gantry").status_code == 303


def test_the_laptops_own_tables_have_no_limit(world: World) -> None:
    limit(world, table="0", gm="0")
    gm = world.gm()
    assert lay_map(gm, world.table, LARGE).status_code == 200
    assert gm.post("/tables/ready-made", fight="gantry").status_code == 303


@pytest.mark.parametrize("typed", ["-1", "many", "1.5", "1000001"])
def test_a_limit_that_is_no_number_of_megabytes_is_refused(world: World, typed: str) -> None:
    host = host_of_all(world)
    host.post("/host/settings", table_megabytes=typed, gm_megabytes="5")
    assert "a whole number from 0 to 1,000,000" in host.get("/host").text
    assert world.store.gms.settings() == HostSettings()


# ------------------------------------------------------------------------------ which pictures are whose
def test_a_picture_goes_with_the_last_table_that_has_it(world: World) -> None:
    ada, mill, yard = ada_with_tables(world)
    before = world.pictures_kept()
    for table, data in ((mill, picture(5)), (yard, picture(5)), (mill, LARGE)):
        assert lay_map(ada, table, data).status_code == 200
    lies = host_of(Elsewhere(world, yard)).picture_id
    tiles = [path for path in world.store.pictures.iterdir() if path.is_dir()]
    ada.post(f"/mine/tables/{mill.id}/delete")
    assert world.pictures_kept() - before == {lies}
    assert not any(path.exists() for path in tiles)
    assert ada.get(f"/tables/{yard.id}/picture/{lies}").status_code == 200
    ada.post(f"/mine/tables/{yard.id}/delete")
    assert world.pictures_kept() == before
    assert lay_map(world.gm(), world.table, picture(5)).status_code == 200, "it may come again"
    assert world.gm().get(world.at(f"picture/{lies}")).status_code == 200


def test_naming_anothers_picture_gives_nobody_a_look_at_it(world: World) -> None:
    ada, ben = invited(world, "Ada"), invited(world, "Ben")
    mill, yard = makes_table(world, ada, "The Mill"), makes_table(world, ben, "The Yard")
    assert lay_map(ada, mill, picture(6)).status_code == 200
    lies = host_of(Elsewhere(world, mill)).picture_id
    laid = {"at": [0, 0], "size": [10, 10], "id": lies}
    done = ben.json(f"/tables/{yard.id}/commands", {"do": "edit-map", "picture": laid, "id": new_id()})
    assert done.status_code == 200
    assert ben.get(f"/tables/{yard.id}/picture/{lies}").status_code == 404
    there = Elsewhere(world, yard)
    host_of(there)
    file = ben.get(there.at("gm/table.battlemat")).data
    assert str(lies).encode() + b".webp" not in file
    never = ben.json(
        f"/tables/{yard.id}/commands",
        {"do": "edit-map", "picture": {**laid, "id": "0" * 32}, "id": new_id()},
    )
    assert never.status_code == done.status_code


def test_a_list_of_tables_tells_how_much_there_is_of_each(world: World) -> None:
    ada, mill, _ = ada_with_tables(world)
    assert lay_map(ada, mill, LARGE).status_code == 200
    size = world.store.table_pictures.size_of(mill.id)
    assert (size.pictures, size.picture_bytes) == (1, kept_size(LARGE))
    events = [event for battle in world.store.battles(mill.id) for event in world.store.events(battle.id)]
    assert size.entries == len(events)
    assert size.log_bytes > 100
    page = ada.get("/").text
    assert f"Log entries: {size.entries}" in page
    assert "Pictures: 1" in page
    assert f"{size.bytes / 1_000_000:.1f} MB" in page
