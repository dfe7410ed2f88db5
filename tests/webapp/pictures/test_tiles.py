"""Large pictures in tiles: what is cut, who is given it, and when it is cut."""

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from tests.webapp.pages import host_of
from tests.webapp.world import TOKEN, Browser, World
from webapp.demo.first_table import new_table
from webapp.importers.pictures import encode_picture
from webapp.pictures import tiles
from webapp.pictures.tiles import SIDE, Pyramid, Tile, cut, needs_tiles, tile_file
from webapp.table.setup.scenes import lay_out_scene

WIDTH, HEIGHT = 2600, 1800


def speckled(width: int = WIDTH, height: int = HEIGHT) -> Image.Image:
    """A picture whose pixels tell where they lie: red grows to the right, green downwards."""
    pixels = np.zeros((height, width, 3), dtype=np.uint8)
    pixels[..., 0] = np.linspace(0, 255, width)[None, :]
    pixels[..., 1] = np.linspace(0, 255, height)[:, None]
    return Image.fromarray(pixels)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "picture.webp"
    path.write_bytes(encode_picture(speckled()).data)
    return path


def tiles_of(path: Path) -> Path:
    return path.with_name("tiles")


@pytest.mark.parametrize(("width", "height", "levels"), [(512, 512, 1), (513, 20, 2), (8192, 8192, 5)])
def test_the_first_level_is_one_tile_and_the_last_the_picture(width: int, height: int, levels: int) -> None:
    pyramid = Pyramid(width, height)
    assert pyramid.deepest + 1 == levels
    assert list(pyramid.tiles(0)) == [Tile(0, 0, 0)]
    assert pyramid.size(pyramid.deepest) == (width, height)


def test_small_pictures_are_sent_whole() -> None:
    assert not needs_tiles(2048, 2048)
    assert needs_tiles(2049, 2048)


def test_the_tiles_of_a_level_put_together_are_the_picture(kept: Path) -> None:
    cut(kept, tiles_of(kept))
    pyramid = Pyramid(WIDTH, HEIGHT)
    for level in range(pyramid.deepest + 1):
        width, height = pyramid.size(level)
        whole = Image.new("RGB", (width, height))
        for tile in pyramid.tiles(level):
            path = tile_file(tiles_of(kept), tile)
            assert path is not None
            whole.paste(Image.open(path), (tile.column * SIDE, tile.row * SIDE))
        wanted = np.asarray(speckled().resize((width, height), Image.Resampling.BOX), dtype=np.int16)
        assert np.abs(np.asarray(whole, dtype=np.int16) - wanted).mean() < 4


def test_what_shows_through_still_does(tmp_path: Path) -> None:
    path = tmp_path / "picture.webp"
    image = speckled(600, 600).convert("RGBA")
    image.putalpha(Image.linear_gradient("L").resize((600, 600)))
    path.write_bytes(encode_picture(image).data)
    cut(path, tiles_of(path))
    found = tile_file(tiles_of(path), Tile(0, 0, 0))
    assert found is not None
    assert Image.open(found).getchannel("A").getextrema()[0] < 20


def test_a_picture_is_cut_once(kept: Path) -> None:
    cut(kept, tiles_of(kept))
    found = tile_file(tiles_of(kept), Tile(0, 0, 0))
    assert found is not None
    before = found.stat().st_mtime_ns
    cut(kept, tiles_of(kept))
    assert found.stat().st_mtime_ns == before
    assert [path.name for path in kept.parent.iterdir() if path.name.startswith(".new-")] == []


def test_of_two_processes_that_cut_a_picture_the_first_counts(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_into = tiles._cut_into

    def while_another_does(folder: Path, image: Image.Image) -> None:
        monkeypatch.setattr(tiles, "_cut_into", cut_into)
        cut(kept, tiles_of(kept))
        (tiles_of(kept) / "0-0-0.jpg").write_bytes(b"the first")
        cut_into(folder, image)

    monkeypatch.setattr(tiles, "_cut_into", while_another_does)
    cut(kept, tiles_of(kept))
    assert (tiles_of(kept) / "0-0-0.jpg").read_bytes() == b"the first"
    assert [path.name for path in kept.parent.iterdir() if path.name.startswith(".new-")] == []


def large_scene(world: World) -> str:
    """Bring a scene with a large picture onto the table, and give the picture's address."""
    host, store = host_of(world), world.store
    picture = store.save_picture(encode_picture(speckled()))
    assert host.battle.state.map is not None
    scene = lay_out_scene(
        store,
        world.table.id,
        system=host.scene.system,
        name="Large",
        battle_map=host.battle.state.map,
        picture_id=picture.id,
    )
    host.switch(scene.id)
    return world.at(f"picture/{picture.id}")


def size_of(browser: Browser, address: str) -> tuple[int, int]:
    answer = browser.get(address)
    assert answer.status_code == 200
    return Image.open(BytesIO(answer.data)).size


def test_tiles_are_sent_and_kept_by_the_browser(world: World) -> None:
    at, player = large_scene(world), world.player("Ann")
    assert size_of(player, f"{at}/0/0/0") == (325, 225)
    assert size_of(player, f"{at}/3/5/3") == (WIDTH - 5 * SIDE, HEIGHT - 3 * SIDE)
    answer = player.get(f"{at}/0/0/0")
    assert "immutable" in answer.headers["Cache-Control"]
    assert "private" in answer.headers["Cache-Control"]
    again = player.get(f"{at}/0/0/0", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("tile", ["4/0/0", "0/1/0", "3/0/4", "3/6/0", "0/0/-1", "9999999999999/0/0"])
def test_there_are_no_tiles_beyond_the_picture(world: World, tile: str) -> None:
    assert world.gm().get(f"{large_scene(world)}/{tile}").status_code == 404


def test_tiles_are_for_those_who_may_see_the_scene(world: World) -> None:
    before = world.battle_id
    gm, player, at = world.gm(), world.player("Ann"), f"{large_scene(world)}/0/0/0"
    other = new_table(world.store, "Other", "atomic")
    assert world.stranger().get(at).status_code == 403
    assert gm.get(at.replace(world.table.id, other.id)).status_code == 403
    assert player.get(at).status_code == 200
    host_of(world).switch(before)
    assert player.get(at).status_code == 404
    assert gm.get(at).status_code == 200


def test_a_page_of_a_large_picture_asks_for_tiles(world: World) -> None:
    at = large_scene(world)
    page = world.gm().get(world.at("gm")).text
    assert f'data-at="{at}" data-pixels="{WIDTH} {HEIGHT}"' in page
    assert f'href="{at}"' not in page


def test_a_large_picture_that_is_brought_in_is_cut_before_anybody_looks(world: World) -> None:
    data = BytesIO()
    speckled().save(data, "PNG")
    form = {"file": FileStorage(BytesIO(data.getvalue()), "large.png")}
    boundary, body = encode_multipart(form)
    answer = world.gm().client.post(
        world.at("gm/map"),
        data=body,
        content_type=f"multipart/form-data; boundary={boundary}",
        headers={"X-CSRF-Token": TOKEN, "HX-Request": "true"},
    )
    assert answer.status_code == 200, answer.text
    row = world.store.battle(world.battle_id)
    picture = world.store.picture(row.picture_id) if row and row.picture_id else None
    assert picture is not None
    assert tile_file(picture.tiles, Tile(0, 0, 0)) is not None
