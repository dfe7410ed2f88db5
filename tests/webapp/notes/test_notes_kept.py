"""Notes go with their scene: into the table file and out of it, with their pictures; and become handouts."""

import io

from tests.webapp.archive.test_table_file import saved
from tests.webapp.notes.notes_table import EAST, NotesTable
from tests.webapp.talk.talk_table import picture
from webapp.archive.table_file_import import open_table
from webapp.archive.table_file_reader import read_table
from webapp.table.host import Host


def with_picture(table: NotesTable) -> str:
    """Put a pin with a page and a picture behind it; give its id."""
    note = table.put("The well", shape="pin", page="**Deep**.\n\n- a bucket", seen_by="all")
    form = {"file": (io.BytesIO(picture()), "well.png")}
    answer = table.gm.browser.post(table.world.at(f"gm/notes/{note.id}/picture"), **form)
    assert answer.status_code == 303
    return note.id


def test_a_table_file_brings_notes_and_their_pictures_back(table: NotesTable) -> None:
    with_picture(table)
    table.gm.do("write-scene-notes", words="Vex flees at dusk.")
    file = read_table(io.BytesIO(saved(table.world)))
    assert table.notes[-1].picture in file.pictures
    again = Host(table.world.store, open_table(table.world.store, file).id)
    assert again.battle.state.map_notes == table.notes
    assert again.battle.state.scene_notes == "Vex flees at dusk."


def test_a_picture_is_sent_to_those_who_see_the_pin(table: NotesTable) -> None:
    id_ = with_picture(table)
    assert table.read(table.ann, id_, "/picture").mimetype == "image/webp"
    table.gm.do("put-note", note=id_, points=[EAST])
    assert table.read(table.ann, id_, "/picture").status_code == 404
    assert table.read(table.gm, id_, "/picture").status_code == 200


def test_a_pins_page_is_laid_out_as_a_handout_and_not_twice(table: NotesTable) -> None:
    id_ = with_picture(table)
    for to in ("all", "screen", "all"):
        answer = table.gm.browser.post(table.world.at(f"gm/notes/{id_}/show"), to=to)
        assert answer.status_code == 303
    (paper,) = table.world.store.talk.papers(table.world.table.id)
    assert (paper.title, paper.words, paper.shown) == ("The well", "Deep.\n\n• a bucket", ("all", "screen"))
    assert paper.picture_id == table.notes[-1].picture
    read = table.ben.browser.get(table.world.at(f"play/talk/papers/{paper.id}"))
    assert "a bucket" in read.text
    assert "a bucket" in table.screen.load()


def test_each_scene_has_notes_of_its_own(table: NotesTable) -> None:
    first = table.host.scene.id
    table.gm.do("write-scene-notes", words="In the two rooms.")
    others = [row.id for row in table.world.store.battles(table.world.table.id) if row.id != first]
    address = f"/tables/{table.world.table.id}~{others[0]}"
    assert "In the two rooms" not in table.gm.browser.get(f"{address}/gm/scene-notes").text
    said = {"do": "write-scene-notes", "words": "On the gantry."}
    assert table.gm.browser.post(f"{address}/gm/do", **said).status_code == 303
    assert "On the gantry" in table.gm.browser.get(f"{address}/gm/scene-notes").text
    assert "In the two rooms" in table.gm.browser.get(table.world.at("gm/scene-notes")).text
    strip = table.gm.load()
    assert f'data-scene-notes="{address}"' in strip


def test_what_is_typed_becomes_no_tag(table: NotesTable) -> None:
    bad = "<img src=x onerror=alert(1)>"
    note = table.put(bad, shape="pin", page=f"# {bad}\n- **{bad}**", seen_by="all")
    for page in (table.gm, table.ann):
        shown = table.read(page, note.id).text + page.load()
        assert "<img src=x" not in shown
        assert "&lt;img src=x" in shown
