import io
import json
import zipfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from tests.webapp.world import Browser, World
from webapp.archive.table_file import VERSION, KeptScene, TableFile
from webapp.archive.table_file_import import check_logs, open_table
from webapp.archive.table_file_reader import read_table
from webapp.archive.table_file_writer import gather, write_table
from webapp.importers import ImportProblem
from webapp.store.rows import StoredEvent, TableSettings
from webapp.store.store import Store

Files = dict[str, bytes]


def saved(world: World) -> bytes:
    gm = world.gm()
    answer = gm.get(f"/tables/{world.table.id}/gm/table.battlemat")
    assert answer.status_code == 200
    data: bytes = answer.data
    return data


def unpacked(data: bytes) -> Files:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def packed(files: Files) -> io.BytesIO:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name, data in files.items():
            new.writestr(name, data)
    return out


def with_manifest(files: Files, change: Callable[[dict[str, Any]], object]) -> Files:
    manifest = json.loads(files["manifest.json"])
    change(manifest)
    return {**files, "manifest.json": json.dumps(manifest).encode()}


def problem_of(files: Files) -> str:
    with pytest.raises(ImportProblem) as caught:
        read_table(packed(files))
    return str(caught.value)


def in_full(store: Store, table_id: str) -> TableFile:
    file = gather(store, table_id)
    assert file is not None
    return file


def test_a_table_opens_on_another_laptop_as_it_was(world: World, tmp_path: Path) -> None:
    ann = world.store.people.add(world.table.id, "Ann")
    world.store.people.seat(world.battle_id, "kit", ann.id)
    mine = in_full(world.store, world.table.id)
    read = read_table(io.BytesIO(saved(world)))
    check_logs(read)
    other = Store(tmp_path / "other" / "battlemat.db", tmp_path / "other" / "pictures")
    table = open_table(other, read)
    theirs = in_full(other, table.id)
    assert (theirs.name, theirs.settings, theirs.current) == (mine.name, mine.settings, mine.current)
    [(new_ann, name)] = theirs.people
    assert name == "Ann"
    assert new_ann != ann.id
    [scene], [was] = theirs.scenes, mine.scenes
    assert scene.events == was.events
    assert scene.seats == {"kit": new_ann}
    picture = other.picture(str(scene.picture))
    kept = world.store.picture(str(was.picture))
    assert picture is not None
    assert kept is not None
    assert picture.path.read_bytes() == kept.path.read_bytes()
    assert table.gm_key != world.table.gm_key


def test_what_people_did_is_theirs_under_their_new_ids(world: World, tmp_path: Path) -> None:
    mine = in_full(world.store, world.table.id)
    [scene] = mine.scenes
    first = scene.events[0]
    by_ann = replace(scene, events=(replace(first, data={**first.data, "by": "AnnsId"}), *scene.events[1:]))
    file = replace(mine, people=(("AnnsId", "Ann"),), scenes=(replace(by_ann, picture=None),))
    other = Store(tmp_path / "other.db", tmp_path / "pictures")
    table = open_table(other, file)
    [(new_ann, _)] = in_full(other, table.id).people
    assert in_full(other, table.id).scenes[0].events[0].data["by"] == new_ann


def test_a_table_file_holds_neither_keys_nor_the_seed_of_dice(world: World) -> None:
    ann = world.store.people.add(world.table.id, "Ann")
    text = b"".join(unpacked(saved(world)).values())
    battle = world.store.battle(world.battle_id)
    assert battle is not None
    table = world.table
    for secret in (battle.dice_seed, table.gm_key, table.screen_key, table.join_code, ann.key):
        assert secret.encode() not in text


def test_what_has_no_place_in_a_table_file_is_refused(world: World) -> None:
    files = unpacked(saved(world))
    [scene] = [name for name in files if name.startswith("scenes/")]
    for name in (
        "../../evil",
        "/etc/passwd",
        "scenes/../x.jsonl",
        "pictures/a.webp",
        "run.py",
        "scenes/0.jsonl/",
    ):
        assert "has no place" in problem_of({**files, name: b"x"})
    assert "does not hold what its manifest lists" in problem_of({**files, "scenes/7.jsonl": b""})
    assert "does not hold" in problem_of({k: v for k, v in files.items() if k != scene})
    assert "damaged" in problem_of({**files, scene: files[scene] + b"\n"})
    assert "no manifest.json" in problem_of({scene: files[scene]})
    with pytest.raises(ImportProblem, match="no table file"):
        read_table(io.BytesIO(b"not a zip"))
    twice = packed(files)
    with pytest.warns(UserWarning, match="Duplicate name"), zipfile.ZipFile(twice, "a") as more:
        more.writestr(scene, b"again")
    with pytest.raises(ImportProblem, match="two files of one name"):
        read_table(twice)


def test_a_manifest_that_says_what_cannot_be_is_refused(world: World) -> None:
    files = unpacked(saved(world))
    newer = with_manifest(files, lambda m: m.update(version=VERSION + 1, made_by="Battlemat 9"))
    assert "made by “Battlemat 9”, which is newer" in problem_of(newer)
    assert "no table file of Battlemat" in problem_of(with_manifest(files, lambda m: m.update(format="zip")))
    assert "look at “current”" in problem_of(with_manifest(files, lambda m: m.update(current=-1)))
    assert "names a scene" in problem_of(with_manifest(files, lambda m: m.update(current=5)))
    assert "look at “extra”" in problem_of(with_manifest(files, lambda m: m.update(extra=1)))
    assert "damaged" in problem_of({**files, "manifest.json": b"{"})


def test_bombs_are_refused_before_they_are_unpacked(world: World) -> None:
    files = unpacked(saved(world))
    [scene] = [name for name in files if name.startswith("scenes/")]
    assert "too large" in problem_of({**files, scene: b"0" * 50_000_000})


def test_a_log_that_the_rules_cannot_tell_again_is_refused_whole(world: World) -> None:
    mine = in_full(world.store, world.table.id)
    [scene] = mine.scenes
    broken = replace(scene, events=(replace(scene.events[0], kind="no-such-event"), *scene.events[1:]))
    with pytest.raises(ImportProblem, match="cannot be opened"):
        check_logs(replace(mine, scenes=(broken,)))
    with pytest.raises(ImportProblem, match="cannot be opened"):
        check_logs(replace(mine, scenes=(replace(scene, system="no-such-system"),)))


def test_a_log_that_no_page_could_show_is_refused_whole(world: World) -> None:
    mine = in_full(world.store, world.table.id)
    [scene] = mine.scenes
    now, seq = datetime.now(UTC), len(scene.events) + 1
    said = StoredEvent(seq, "command", {"id": "x", "do": "begin"}, now, "x")
    odd = StoredEvent(seq + 1, "battle-begun", {"order": ["nobody"], "clock": {}}, now, "x")
    with pytest.raises(ImportProblem, match="no fight comes to"):
        check_logs(replace(mine, scenes=(replace(scene, events=(*scene.events, said, odd)),)))


def opened(browser: Browser, data: bytes) -> TestResponse:
    """Send a table file to the first page, and close what Werkzeug's client kept it in and leaves open."""
    form = {"csrf": "the token of this session", "file": (io.BytesIO(data), "x.battlemat")}
    answer = browser.client.post("/tables/open", data=form, buffered=True)
    answer.request.environ["wsgi.input"].close()
    return answer


def test_the_first_page_opens_a_table_file_for_who_is_a_gm_here(world: World) -> None:
    data = saved(world)
    before = len(world.store.tables_of([world.table.id]))
    assert opened(world.stranger(), data).status_code == 403
    gm = world.gm()
    answer = opened(gm, data)
    assert answer.status_code == 303
    assert before == 1
    page = gm.get(answer.headers["Location"])
    assert page.status_code == 200
    assert world.table.id not in answer.headers["Location"]
    bad = opened(gm, b"PK")
    assert bad.status_code == 422
    assert "no table file" in bad.text


def _small() -> bytes:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    events = (StoredEvent(1, "command", {"id": "a", "do": "begin"}, at, "a"),)
    scene = KeptScene("atomic", "Empty", at, None, {}, events)
    out = io.BytesIO()
    write_table(TableFile("Ours", TableSettings(), (), (scene,), 0, {}), {}, out)
    return out.getvalue()


SMALL = _small()


@given(st.data())
def test_a_file_with_bytes_changed_is_refused_or_read_and_nothing_else(data: st.DataObject) -> None:
    whole = bytearray(SMALL)
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(whole) - 1))
        whole[at] = data.draw(st.integers(0, 255))
    with suppress(ImportProblem):
        assert read_table(io.BytesIO(bytes(whole))).scenes[0].system
