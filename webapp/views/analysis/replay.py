"""Stepping through a fight: the page of a moment, and what changes from one moment to another."""

from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from rules.engine.refusal import Refusal
from rules.engine.system import find_system
from rules.engine.text import Words, text
from webapp.archive.replay import Replay, replays
from webapp.live.page_changes import flash_of, map_parts, moves_between, render_panel
from webapp.live.seen_throws import throws_of
from webapp.panels.pages import shared_frame
from webapp.panels.presenter import TableView
from webapp.pictures.cut_pictures import words_for
from webapp.pictures.picture_placement import picture_lies
from webapp.table.grants import EYES, PARTY, Visitor, granted, visitor_of
from webapp.table.host import Host
from webapp.views.maps.faces import send_face
from webapp.visibility.known_people import map_knowledge as knowledge_of

bp = Blueprint("replay", __name__, url_prefix="/tables/<table_id>/<any(gm, play):role>/replay")

_PANELS: dict[str, Callable[[TableView], Any]] = {
    "order": lambda view: (view.order, view.running),
    "timeline": lambda view: view.timeline,
}


@bp.get("")
@granted()
def page(table_id: str, role: str, visitor: Visitor) -> ResponseReturnValue:
    """Show a fight from its start, or from the moment `at`, as the viewer saw it.

    The GM, who changes eyes, says the moment by `point`: each viewer's log counts moments of its own.
    """
    host = _scene(table_id, visitor)
    who = _watcher(host, visitor)
    replay = _replay(host, who, afresh=True)
    point = request.args.get("point", type=int) if visitor.role == "gm" else None
    wanted = request.args.get("at", 0, int) if point is None else replay.moment_at(point)
    moment = min(max(wanted, 0), replay.last)
    return render_template(
        "pages/replay.html",
        **_shown(host, replay, moment, visitor),
        name=host.name_for(visitor),
        viewers=_viewers(host) if visitor.role == "gm" else [],
        watching=request.args.get("as", ""),
    )


@bp.get("/token/<picture_id>")
@granted()
def face(table_id: str, role: str, picture_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Send the picture of a token that the viewer knew at some moment of the fight.

    Whoever is out of sight by now is drawn there too as it was seen then: the viewer was sent this very
    picture, and is told nothing of what it looks like now, nor of where it is.
    """
    host = _scene(table_id, visitor)
    replay = _replay(host, _watcher(host, visitor))
    return send_face(table_id, picture_id, is_known=picture_id in replay.faces)


@bp.get("/<int:moment>")
@granted()
def moment(table_id: str, role: str, moment: int, visitor: Visitor) -> ResponseReturnValue:
    """Tell what a page that shows the moment `from` has to change to show this one."""
    host = _scene(table_id, visitor)
    replay = _replay(host, _watcher(host, visitor))
    before = request.args.get("from", -1, int)
    if replay.word != request.args.get("word"):
        return jsonify(reload=True)
    if not (0 <= moment <= replay.last and 0 <= before <= replay.last):
        raise Refusal("no-moment", text("The fight has no such moment: load this page again."))
    shown = _shown(host, replay, moment, visitor)
    view, old = shown["view"], _view(host, replay, before)
    if _ground(view) != _ground(old):
        return jsonify(reload=True)
    moves = moves_between(old.tokens, view.tokens)
    stale = [name for name, part in _PANELS.items() if part(old) != part(view)]
    if old.tokens != view.tokens and not moves:
        stale.append("tokens")
    panels = [render_panel(name, view) for name in stale]
    panels += [
        render_template(f"panels/log/replay_{name}.html", **shown, oob=True) for name in ("now", "log")
    ]
    is_step = moment == before + 1 and not replay.moments[moment].is_silent
    line = replay.line(moment) if is_step else None
    flash = flash_of(line) if line is not None else None
    return jsonify(
        moment=moment,
        panels="".join(panels),
        moves=moves,
        drawn=map_parts(view, old),
        flash=[flash] if flash else [],
        throws=throws_of([line], find_system(replay.system)) if line is not None else [],
        traces=[asdict(line.trace) | {"tone": line.tone}] if line is not None and line.trace else [],
    )


def _scene(table_id: str, visitor: Visitor) -> Host:
    """Open the scene that is asked for: any one for the GM, to others the one before the table alone."""
    return replays().scene(table_id, request.args.get("scene") if visitor.role == "gm" else None)


def _watcher(host: Host, visitor: Visitor) -> Visitor:
    """Tell through whose eyes the fight is looked at: the GM chooses, others have their own alone."""
    wanted = request.args.get("as", "") if visitor.role == "gm" else ""
    return visitor_of(EYES + wanted, host.table_id) if wanted else visitor


def _viewers(host: Host) -> list[tuple[str, Words]]:
    """List whose eyes the GM may look through, by the word for the address, and in words."""
    names = host.battle.state.combatants
    people: list[tuple[str, Words]] = []
    for person in host.people:
        plays = [names[who].name for who, by in host.seats.items() if by == person.id and who in names]
        people.append((person.id, f"{person.name} ({', '.join(plays)})" if plays else person.name))
    return [("", text("The GM, who sees all")), (PARTY, text("The projector")), *people]


def _replay(host: Host, watcher: Visitor, *, afresh: bool = False) -> Replay:
    with host.lock:
        viewer = host.viewer(watcher)
    return replays().get(host, viewer, afresh=afresh)


def _shown(host: Host, replay: Replay, moment: int, visitor: Visitor) -> dict[str, Any]:
    """Give the templates what they show of a moment."""
    line = replay.line(moment)
    before, lines, after = replay.lines_around(moment)
    return {
        "view": _view(host, replay, moment),
        "replay": replay,
        "scene": host.scene,
        "role": visitor.role,
        "moment": moment,
        "point": replay.moments[moment].until if visitor.role == "gm" else None,
        "line": line,
        "here": line.number if line is not None else None,
        "lines": lines,
        "before": before,
        "after": after,
    }


def _view(host: Host, replay: Replay, moment: int) -> TableView:
    """Give what the page of a moment shows; nothing can be done there, as on the projector."""
    then = replay.moments[moment]
    parts = request.view_args or {}
    asked = {key: request.args[key] for key in ("scene", "as") if request.args.get(key)}
    with host.lock:
        frame = replace(
            shared_frame(host, replay.viewer, frozenset(), then.state),
            role="screen",
            faces_url=f"/tables/{parts['table_id']}/{parts['role']}/replay/token/",
            faces_query=f"?{urlencode(asked)}" if asked else "",
        )
        party = host.viewer(Visitor("screen", host.table_id, None, ""))
        lying = picture_lies(host)
    if replay.viewer.is_gm:
        frame = replace(frame, seen_by_players=knowledge_of(then.state, party))
    elif frame.picture_keys and lying is not None and then.known.map_knowledge is not None:
        frame = replace(frame, picture_keys=words_for(lying, then.known.map_knowledge.explored))
    return replay.view(moment, frame)


def _ground(view: TableView) -> tuple[Any, ...]:
    """Give what only a page that is loaded anew can show."""
    m = view.map
    return (view.frame.picture_url, m.kind, m.cols, m.rows, m.width, m.height)
