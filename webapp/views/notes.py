"""Notes to read and to change: a note of the map with its page, its picture, and a scene's own notes.

What is written goes the way of any command, by a form to `do`; what stands here shows the forms for it, and
does what no command can: takes a picture in, and lays a pin's page out as a handout.
"""

from flask import Blueprint, render_template, request, send_file
from flask.typing import ResponseReturnValue

from rules.engine.notes.map_notes import COLOURS, MapNote
from rules.engine.refusal import Refusal
from rules.engine.text import text
from webapp.notes.note_page import note_page
from webapp.notes.page_text import as_plain, blocks_of
from webapp.pictures.sent_picture import sent_picture
from webapp.server.forms import done
from webapp.server.http_errors import Missing
from webapp.server.security import csrf_token
from webapp.table.grants import Visitor, granted
from webapp.table.host import Host
from webapp.table.hosts import hosts
from webapp.table.names import LONGEST_TITLE, new_id
from webapp.table.picture_quota import save_for_table
from webapp.talk.push import pushes
from webapp.talk.rows import ALL, GM, SCREEN, Paper
from webapp.talk.shown_papers import require_room_for_paper, show_to
from webapp.talk.store import now

bp = Blueprint("notes", __name__, url_prefix="/tables/<table_id>")


@bp.get("/<any(gm, play, watch):role>/notes/<note_id>")
@granted()
def page(table_id: str, role: str, note_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Show a note to somebody who knows of it; with `edit` the form that changes it, to whose it is."""
    host = hosts().get(table_id)
    with host.lock:
        viewer = host.viewer(visitor)
        shown = note_page(host, viewer, _known(host, visitor, note_id))
    edits = "edit" in request.args and shown.note.mine
    return render_template(
        f"panels/notes/{'note_form' if edits else 'note'}.html",
        shown=shown,
        table_id=host.address,
        role=role,
        csrf=csrf_token(),
        colours=COLOURS,
    )


@bp.get("/<any(gm, play, watch):role>/notes/<note_id>/picture")
@granted()
def picture(table_id: str, role: str, note_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Send the picture of a pin's page to somebody who knows of it."""
    host = hosts().get(table_id)
    with host.lock:
        id_ = _known(host, visitor, note_id).picture
    found = host.store.picture_at(host.table_id, id_) if id_ else None
    file = host.store.picture_file(found) if found is not None else None
    if found is None or file is None:
        raise Missing(text("This note has no picture."))
    answer = send_file(file, mimetype=found.media_type, etag=found.id)
    answer.headers["Cache-Control"] = "private, no-cache"  # who may see it may change
    return answer


def _known(host: Host, visitor: Visitor, note_id: str) -> MapNote:
    """Find a note as a visitor knows it: one that is kept from them is missing like one that is not there."""
    notes = host.stream(host.viewer(visitor)).map_notes
    found = next((note for note in notes if note.id == note_id), None)
    if found is None:
        raise Missing(text("This note is not on the map any more, or not for you."))
    return found


# ------------------------------------------------------------------------------------- for the GM alone
@bp.post("/gm/notes/<note_id>/picture")
@granted("gm")
def bring_picture(table_id: str, note_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Put a picture that is sent along on a pin's page."""
    host, sent = hosts().get(table_id), sent_picture()
    if sent is None:
        raise Refusal("no-file", text("Choose a picture first: PNG, JPEG or WebP."))
    with host.lock:
        _known(host, visitor, note_id)
    with host.queue:
        kept = save_for_table(host.store, host.table_id, sent)
        host.handle({"do": "put-note", "note": note_id, "picture": kept.id}, visitor)
    return done(table_id)


@bp.post("/gm/notes/<note_id>/show")
@granted("gm")
def show(table_id: str, note_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Lay a note out as a handout, to all players or large on the projector; never the same twice."""
    host = hosts().get(table_id)
    to = SCREEN if request.form.get("to") == SCREEN else ALL
    with host.queue:
        with host.lock:
            note = _known(host, visitor, note_id)
        paper = _paper_of(host, note)
        shown = tuple(dict.fromkeys((*paper.shown, to)))
        show_to(host, visitor, paper, shown)
        for one in {id(one): one for one in (host, hosts().live(table_id))}.values():
            with one.lock:
                pushes().papers_changed(one, (GM, *shown))
    return done(table_id)


def _paper_of(host: Host, note: MapNote) -> Paper:
    """Give the handout of a note: the one that says the same already, or a fresh one."""
    title, words, picture_id = note.words[:LONGEST_TITLE], as_plain(note.page), note.picture or None
    if not title:
        raise Refusal("bad-note", text("Only a text or a pin can be shown as a handout."))
    for paper in host.store.talk.papers(host.table_id):
        if paper.owner == GM and (paper.title, paper.words, paper.picture_id) == (title, words, picture_id):
            return paper
    require_room_for_paper(host)
    fresh = Paper(
        id=new_id(), owner=GM, title=title, words=words, picture_id=picture_id, shown=(), created=now()
    )
    host.store.talk.put_paper(host.table_id, fresh)
    return fresh


@bp.get("/gm/scene-notes")
@granted("gm")
def scene_notes(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Show what the GM has written down about a scene, or with `edit` the form that writes it."""
    host = hosts().get(table_id)
    with host.lock:
        words, name = host.battle.state.scene_notes, host.scene.name
    return render_template(
        "panels/notes/scene_notes.html",
        words=words,
        name=name,
        blocks=blocks_of(words),
        edits="edit" in request.args or not words,
        table_id=host.address,
        csrf=csrf_token(),
    )
