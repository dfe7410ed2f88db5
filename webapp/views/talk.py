"""Talk by forms: what is said and thrown, notes and handouts, kept rolls, and how each person throws."""

from collections.abc import Sequence
from dataclasses import replace

from flask import Blueprint, render_template, request, send_file
from flask.typing import ResponseReturnValue

from rules.engine.free_dice import read_dice
from rules.engine.refusal import Refusal
from rules.engine.text import text
from webapp.pictures.sent_picture import sent_picture
from webapp.server.forms import done, is_ticked
from webapp.server.http_errors import Missing
from webapp.server.security import csrf_token
from webapp.table.grants import Visitor, granted
from webapp.table.host import Host
from webapp.table.hosts import hosts
from webapp.table.names import LONGEST_TITLE, new_id, read_name
from webapp.table.picture_quota import save_for_table
from webapp.talk.conversation import own_dice, reader, tidy
from webapp.talk.page import on_the_table, paper_view, talk_view
from webapp.talk.push import pushes
from webapp.talk.rows import ALL, GM, SCREEN, KeptRoll, Paper
from webapp.talk.shown_papers import require_room_for_paper, show_to, take_down
from webapp.talk.store import now

bp = Blueprint("talk", __name__, url_prefix="/tables/<table_id>/<any(gm, play, screen):role>/talk")

MOST_KEPT = 60
"""Rolls that one person keeps."""
LONGEST_WORDS = 20_000
"""Letters of a note or a handout."""


def _done(table_id: str, role: str, *readers: str) -> ResponseReturnValue:
    """Answer a form that went through: the push brings what is new to the readers whose papers changed."""
    if readers:
        host = hosts().get(table_id)
        with host.lock:
            pushes().papers_changed(host, readers)
    return done(table_id, role)


# --------------------------------------------------------------------------------- said and thrown
@bp.post("/say")
@granted()
def say(table_id: str, role: str, visitor: Visitor) -> ResponseReturnValue:
    """Say something to everybody or to some; what begins with `/r` is thrown."""
    host = hosts().get(table_id)
    with host.queue:
        host.talk.say(visitor, request.form.get("words", ""), _to(), _command())
    return _done(table_id, role)


@bp.post("/roll")
@granted()
def roll(table_id: str, role: str, visitor: Visitor) -> ResponseReturnValue:
    """Throw free dice: openly, to some, or blind."""
    host = hosts().get(table_id)
    with host.queue:
        dice, label = request.form.get("dice", ""), request.form.get("label", "")
        host.talk.roll(visitor, dice, label, _to(), _command())
    return _done(table_id, role)


def _to() -> list[str]:
    return [who for who in request.form.getlist("to") if who]


def _command() -> str:
    return request.form.get("id", "")[:64]


@bp.post("/rolls")
@granted()
def keep_roll(table_id: str, role: str, visitor: Visitor) -> ResponseReturnValue:
    """Keep a roll under a name."""
    host, owner = hosts().get(table_id), _writer(visitor)
    name = read_name(request.form.get("name"), text("a name for the roll"))
    with host.queue:
        dice = read_dice(request.form.get("dice", ""), own_dice(host.battle.system.id)).notation
        kept = host.store.talk.kept_rolls(table_id, owner)
        if len(kept) >= MOST_KEPT and name not in {one.name for one in kept}:
            raise Refusal("too-many", text("{most} rolls are kept already: drop one first.", most=MOST_KEPT))
        host.store.talk.keep_roll(table_id, KeptRoll(owner=owner, name=name, dice=dice))
        return _done(table_id, role, owner)


@bp.post("/rolls/drop")
@granted()
def drop_roll(table_id: str, role: str, visitor: Visitor) -> ResponseReturnValue:
    """Keep a roll no longer."""
    host, owner = hosts().get(table_id), _writer(visitor)
    with host.queue:
        host.store.talk.drop_roll(table_id, owner, request.form.get("name", ""))
        return _done(table_id, role, owner)


@bp.post("/real-dice")
@granted()
def real_dice(table_id: str, role: str, visitor: Visitor) -> ResponseReturnValue:
    """Let a player type real dice in wherever the rules ask for a roll, or no longer; the GM for anybody."""
    host = hosts().get(table_id)
    person = request.form.get("person", "") if visitor.role == GM else visitor.person_id
    with host.queue:
        if person not in {one.id for one in host.people}:
            raise Refusal("unknown-person", text("That person is not at this table any more."))
        assert person is not None, "it is one of the people"
        host.store.talk.set_real_dice(person, on=is_ticked("on"))
        host.tell_people_changed()
        return _done(table_id, role, person)


# --------------------------------------------------------------------------------------- the panel
@bp.get("/panel")
@granted()
def panel(table_id: str, role: str, visitor: Visitor) -> ResponseReturnValue:
    """Show what one keeps: rolls, notes and handouts; on the projector what is shown there."""
    host = hosts().get(table_id)
    with host.lock:
        if role == SCREEN:
            view = {"table_paper": on_the_table(host)}
            return render_template("panels/talk/table_paper.html", **view, table_id=table_id, role=role)
        talk = talk_view(host, visitor)
    page = {"talk": talk, "table_id": table_id, "role": role, "csrf": csrf_token()}
    return render_template("panels/talk/talk.html", **page, oob=True)


# -------------------------------------------------------------------------------- notes, handouts
@bp.post("/papers")
@granted()
def write_paper(table_id: str, role: str, visitor: Visitor) -> ResponseReturnValue:
    """Write a note or a handout, or change one's own."""
    host, owner = hosts().get(table_id), _writer(visitor)
    title = read_name(request.form.get("title"), text("a title"), LONGEST_TITLE)
    words = tidy(request.form.get("words", ""), LONGEST_WORDS)
    picture = sent_picture()
    with host.queue:
        old = _own(host, visitor, request.form["paper"]) if request.form.get("paper") else None
        if old is None:
            require_room_for_paper(host)
        kept = old.picture_id if old is not None and not is_ticked("no_picture") else None
        if picture is not None:
            kept = save_for_table(host.store, table_id, picture).id
        fresh = old or Paper(
            id=new_id(), owner=owner, title="", words="", picture_id=None, shown=(), created=now()
        )
        fresh = replace(fresh, title=title, words=words, picture_id=kept)
        host.store.talk.put_paper(table_id, fresh)
        return _done(table_id, role, owner, *fresh.shown)


@bp.post("/papers/<paper_id>/show")
@granted()
def show_paper(table_id: str, role: str, paper_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Show one's own paper to those who are named, and to nobody else from now on."""
    host = hosts().get(table_id)
    with host.queue:
        paper, wanted = _own(host, visitor, paper_id), _to()
        to = _shown_to(host, visitor, wanted)
        show_to(host, visitor, paper, to)
        return _done(table_id, role, paper.owner, *paper.shown, *to)


def _shown_to(host: Host, visitor: Visitor, wanted: Sequence[str]) -> tuple[str, ...]:
    """Check whom a paper is to be shown to. Only the GM lays anything on the projector."""
    to = [who for who in dict.fromkeys(wanted) if who not in (SCREEN, ALL)]
    host.talk.audience(visitor, to)
    if SCREEN in wanted and visitor.role != GM:
        raise Refusal("not-allowed", text("Only the GM puts something on the projector."))
    first = [ALL] if ALL in wanted else to
    return (*first, SCREEN) if SCREEN in wanted else tuple(first)


@bp.post("/papers/<paper_id>/take-down")
@granted()
def take_paper_down(table_id: str, role: str, paper_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Take a handout off the projector; whoever else is shown it keeps it."""
    host = hosts().get(table_id)
    with host.queue:
        paper = _own(host, visitor, paper_id)
        take_down(host, paper)
        return _done(table_id, role, paper.owner, SCREEN)


@bp.post("/papers/<paper_id>/drop")
@granted()
def drop_paper(table_id: str, role: str, paper_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Throw one's own paper away."""
    host = hosts().get(table_id)
    with host.queue:
        paper = _own(host, visitor, paper_id)
        host.store.talk.drop_paper(table_id, paper.id)
        return _done(table_id, role, paper.owner, *paper.shown)


@bp.get("/papers/<paper_id>")
@granted()
def read_paper(table_id: str, role: str, paper_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Show a paper to somebody who may read it."""
    host = hosts().get(table_id)
    with host.lock:
        view = paper_view(host, _readable(host, visitor, paper_id), reader(visitor))
    return render_template("panels/talk/paper.html", paper=view, table_id=table_id, role=role)


@bp.get("/papers/<paper_id>/picture")
@granted()
def picture(table_id: str, role: str, paper_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Send the picture of a paper to somebody who may read it."""
    host = hosts().get(table_id)
    paper = _readable(host, visitor, paper_id)
    found = host.store.picture_at(table_id, paper.picture_id) if paper.picture_id else None
    file = host.store.picture_file(found) if found is not None else None
    if found is None or file is None:
        raise Missing(text("This paper has no picture."))
    answer = send_file(file, mimetype=found.media_type, etag=found.id)
    answer.headers["Cache-Control"] = "private, no-cache"  # who may read it may change
    return answer


def _readable(host: Host, visitor: Visitor, paper_id: str) -> Paper:
    paper = host.store.talk.paper(host.table_id, paper_id)
    if paper is None or not paper.is_read_by(reader(visitor)):
        raise Missing(text("This paper is not here for you: it was put away, or never shown to you."))
    return paper


def _own(host: Host, visitor: Visitor, paper_id: str) -> Paper:
    paper = host.store.talk.paper(host.table_id, paper_id)
    if paper is None or paper.owner != _writer(visitor):
        raise Refusal("no-paper", text("That paper is not there, or it is another's."))
    return paper


def _writer(visitor: Visitor) -> str:
    if visitor.role == SCREEN:
        raise Refusal("not-allowed", text("This page only shows the table."))
    return reader(visitor)
