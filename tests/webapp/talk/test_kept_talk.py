"""All of it is kept, saved and read elsewhere."""

import hashlib
import io
import json
from typing import Any

from tests.webapp.archive.test_table_file import packed, problem_of, unpacked, with_manifest
from tests.webapp.pages import host_of
from tests.webapp.talk.talk_table import Table, picture, write
from tests.webapp.world import World
from webapp.archive.table_file_import import open_table
from webapp.archive.table_file_reader import read_table
from webapp.table.grants import Visitor
from webapp.table.hosts import Hosts
from webapp.talk.conversation import SaidLine


def fill(table: Table) -> None:
    """Say, throw and write one of everything."""
    table.post(table.ann, "say", words="Cover me")
    table.post(table.gm, "say", words="The captain lies", to=table.id("Ann"))
    table.post(table.ben, "roll", dice="{d8!,d6!}kh1", label="notice", to="blind")
    paper = write(table, table.gm, "The letter", "Pier nine", picture())
    table.post(table.gm, f"papers/{paper}/show", to=[table.id("Ben"), "screen"])
    write(table, table.ann, "My plan", "Over the roof")
    table.post(table.ann, "rolls", name="Stealth", dice="3d6+2")
    table.post(table.ben, "real-dice", on="1")


def said(line: SaidLine) -> tuple[str, str, str, int | None]:
    return (line.name, line.to, line.text, line.total)


def read(world: World, name: str) -> list[tuple[str, str, str, int | None]]:
    """Give what somebody reads of the talk."""
    person = next(p for p in world.store.people.of_table(world.table.id) if p.name == name)
    visitor = Visitor("play", world.table.id, person.id, name)
    return [said(line) for line in host_of(world).talk.heard_by(visitor)]


def test_all_of_it_is_there_after_a_restart(table: Table) -> None:
    fill(table)
    told = {name: read(table.world, name) for name in ("Ann", "Ben")}
    assert [len(told[name]) for name in ("Ann", "Ben")] == [2, 3]
    again = Hosts(table.world.store).get(table.world.table.id)
    for name in ("Ann", "Ben"):
        assert [said(line) for line in again.talk.heard_by(table.visitor(name))] == told[name]
    assert again.real_dice == {table.id("Ben")}


def test_a_table_file_holds_all_of_it_under_new_ids(table: Table) -> None:
    fill(table)
    world, store = table.world, table.world.store
    data = table.gm.browser.get(world.at("gm/table.battlemat")).data
    opened = open_table(store, read_table(io.BytesIO(data)))
    old, new = store.talk.all_of(world.table.id), store.talk.all_of(opened.id)
    names = {p.id: p.name for id_ in (world.table.id, opened.id) for p in store.people.of_table(id_)}

    def told(rows: Any) -> list[Any]:
        said = [
            (s.kind, names.get(s.by, s.by), s.audience and [names.get(w, w) for w in s.audience], s.entry)
            for s in rows.said
        ]
        papers = [
            (p.title, p.words, names.get(p.owner, p.owner), [names.get(w, w) for w in p.shown], p.picture_id)
            for p in rows.papers
        ]
        rolls = [(names.get(r.owner, r.owner), r.name, r.dice) for r in rows.kept_rolls]
        return [said, papers, rolls, [names[who] for who in rows.real_dice]]

    assert told(new) == told(old)
    assert {p.id for p in new.papers}.isdisjoint(p.id for p in old.papers)
    assert new.said[3].data["paper"] == next(p.id for p in new.papers if p.title == "The letter")
    assert new.said[0].battle_id == opened.battle_id


def test_a_table_file_says_where_its_talk_is_damaged(table: Table) -> None:
    fill(table)
    files = unpacked(table.gm.browser.get(table.world.at("gm/table.battlemat")).data)
    assert read_table(packed(files)).talk.said
    talk = json.loads(files["talk.json"])
    talk["said"][1]["data"]["html"] = "<b>"
    text = json.dumps(talk).encode()

    def entry(manifest: dict[str, Any]) -> None:
        manifest["files"]["talk.json"] = {"size": len(text), "sha256": hashlib.sha256(text).hexdigest()}

    assert "talk in the file" in problem_of(with_manifest({**files, "talk.json": text}, entry))


def test_a_table_file_of_an_older_version_has_no_talk(table: Table) -> None:
    files = unpacked(table.gm.browser.get(table.world.at("gm/table.battlemat")).data)
    del files["talk.json"]

    def older(manifest: dict[str, Any]) -> None:
        del manifest["files"]["talk.json"]
        manifest["version"] = 1

    assert read_table(packed(with_manifest(files, older))).talk.said == ()


def test_the_log_to_read_elsewhere_has_what_its_reader_was_told(table: Table) -> None:
    fill(table)
    text = table.ann.browser.get(table.world.at("play/log.txt")).text
    assert "Ann: Cover me" in text
    assert "GM (to you): The captain lies" in text
    assert "notice" not in text
    page = table.gm.browser.get(table.world.at("gm/log.html")).text
    assert "notice" in page
    assert "shows “The letter”" in page
    unseen = table.ben.browser.get(table.world.at("play/log.txt")).text
    assert "throws {d8!,d6!}kh1, unseen" in unseen
    assert "The captain lies" not in unseen


def test_talk_goes_on_over_scenes(table: Table) -> None:
    table.post(table.ann, "say", words="Before")
    host = host_of(table.world)
    other = table.world.store.create_battle(table.world.table.id, "atomic", "Elsewhere")
    first = host.scene.id
    host.switch(other.id)
    table.post(table.gm, "say", words="Here")
    host.switch(first)
    assert [line.text for line in table.lines(table.visitor("Ann"))] == ["Before", "Here"]


def test_who_has_come_since_can_be_whispered_to(table: Table) -> None:
    table.world.player("Cid")
    names = [one["name"] for one in table.ann.ask("hearers", {})["hearers"]]
    assert names[:2] == ["GM", "Ben"]
    assert names[-1] == "Cid"
    assert [one["name"] for one in table.gm.ask("hearers", {})["hearers"]][:2] == ["Ann", "Ben"]
