"""The pages of play for GM, player and projector, and the two doors for commands: forms and JSON."""

import json
from dataclasses import replace
from math import isfinite, nan
from typing import Any

from flask import Blueprint, abort, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from rules.engine.refusal import Refusal
from rules.engine.text import text
from webapp.live.audiences import audiences
from webapp.live.odds_pool import odds_pool
from webapp.panels.action_bar import may_aim
from webapp.panels.page_frame import Frame
from webapp.panels.pages import shared_frame
from webapp.panels.presenter import table_view
from webapp.panels.selected import SelectedView, selected_view
from webapp.server.forms import done
from webapp.server.language import language, page_language, speaking, told
from webapp.server.limits import require_message_may_come
from webapp.server.security import csrf_token
from webapp.table.grants import Visitor, find_visitor, granted, is_read_by, require, require_any, roles
from webapp.table.host import HandleResult, Host
from webapp.table.hosts import hosts
from webapp.talk.page import on_the_table, talk_view
from webapp.visibility.audit import noting
from webapp.visibility.viewer import Viewer

bp = Blueprint("play", __name__, url_prefix="/tables/<table_id>")


def _frame(host: Host, viewer: Viewer, visitor: Visitor) -> Frame:
    frame = shared_frame(host, viewer, audiences().of(host).here())
    return replace(frame, csrf=csrf_token(), person_name=visitor.name)


@bp.get("/<any(gm, play, screen, watch):role>")
@granted()
def page(table_id: str, role: str, visitor: Visitor) -> ResponseReturnValue:
    """Show the page of play for a role."""
    host = hosts().get(table_id)
    with host.lock:
        viewer = host.viewer(visitor)
        frame = _frame(host, viewer, visitor)
        view = table_view(host.battle, viewer, frame, host.stream(viewer))
        first = view.active if viewer.is_gm else next(iter(view.owns), None)
        selected = _selected(host, viewer, frame, first) if first and role in ("gm", "play") else None
        talk = talk_view(host, visitor)
        if host.is_prepared:  # what is said belongs to the log of the scene before everybody
            talk = replace(talk, lines=())
        paper = on_the_table(host) if role == "screen" else None
        spoken = page_language(visitor, host.settings, language())
    with speaking(spoken):
        return render_template(
            f"pages/{role}.html", view=view, selected=selected, talk=talk, table_paper=paper
        )


def _selected(host: Host, viewer: Viewer, frame: Frame, who: str) -> SelectedView:
    names = {person.id: person.name for person in host.people}
    seats = {combatant: names.get(person, "") for combatant, person in host.seats.items()}
    view = selected_view(host.battle, host.stream(viewer), frame, who, seats)
    if host.battle.state.running and host.battle.system.has_heavy_odds and may_aim(view.actions):
        odds_pool().prepare()
    return view


@bp.get("/<any(gm, play):role>/selected/<who>")
@granted()
def selected(table_id: str, role: str, who: str, visitor: Visitor) -> ResponseReturnValue:
    """Show a combatant's card: what it is, what it may do, and why not."""
    host = hosts().get(table_id)
    with host.lock:
        viewer = host.viewer(visitor)
        try:
            view = _selected(host, viewer, _frame(host, viewer, visitor), who)
        except Refusal:
            abort(404)
    with speaking(language()):
        return render_template("panels/selected.html", view=view)


@bp.post("/<any(gm, play):role>/do")
@granted()
def do(table_id: str, role: str, visitor: Visitor) -> ResponseReturnValue:
    """Carry out a command from a form; the push brings what changed."""
    _carry_out(hosts().get(table_id), _from_form(), visitor)
    return done(table_id, role)


def _carry_out(host: Host, command: dict[str, Any], visitor: Visitor) -> HandleResult:
    """Carry out a command that came by HTTP."""
    with noting(host, visitor, "command", command):
        require_message_may_come(visitor)
        return host.handle(command, by=visitor)


def _from_form() -> dict[str, Any]:
    """Read a command: fields as texts, `json:` ones as what they say, of `list:` ones all that are given.

    A field `number:`, `words:` or `text:` names by a list of keys where in the command its value goes.
    """
    command: dict[str, Any] = {}
    for key, value in request.form.items():
        if key == "csrf" or key.startswith(_PLACED):
            continue
        if key.startswith("list:"):
            command[key.removeprefix("list:")] = [v for v in request.form.getlist(key) if v]
            continue
        if not key.startswith("json:"):
            command[key] = value
            continue
        if value.strip():
            try:
                command[key.removeprefix("json:")] = json.loads(value)
            except (ValueError, RecursionError):
                name = key.removeprefix("json:")
                raise Refusal(
                    "bad-command",
                    text(
                        "{key} cannot be {given}: give a number.",
                        key=repr(name),
                        given=repr(value[:40]),
                    ),
                ) from None
    for key, value in request.form.items():
        kind, _, path = key.partition(":")
        if key.startswith(_PLACED):
            typed = value.strip()
            _put(
                command,
                path,
                _number(typed) if kind == "number" else typed or (None if kind == "words" else ""),
            )
    return command


_PLACED = ("number:", "words:", "text:")
"""How fields begin that name a place in the command; of `words:` nothing written is none."""


def _number(value: str) -> float:
    """Read a number that somebody typed. Raises `Refusal` `bad-command`."""
    try:
        number = float(value.replace(",", ".").replace("−", "-"))
    except ValueError:
        number = nan
    if not isfinite(number):
        said = text("{given} is no number. Write it in digits, such as 3.", given=f"“{value[:40]}”")
        raise Refusal("bad-command", said if value else text("Write a number, such as 3."))
    return int(number) if number == int(number) else number


def _put(command: dict[str, Any], path: str, value: Any) -> None:
    """Put a value in a command, where a field says. Raises `Refusal` `bad-command`."""
    try:
        keys = json.loads(path)
    except (ValueError, RecursionError):
        keys = None
    if not isinstance(keys, list) or not keys or not all(isinstance(one, str) for one in keys):
        raise Refusal("bad-command", text("This form cannot be read. Load the page anew."))
    inside: dict[str, Any] = command
    for one in keys[:-1]:
        there = inside.get(one)
        inside[one] = dict(there) if isinstance(there, dict) else {}
        inside = inside[one]
    inside[keys[-1]] = value


@bp.post("/commands")
def commands(table_id: str) -> ResponseReturnValue:
    """Carry out a command from a program, under the session's own rights, and answer with its events."""
    try:
        data = request.get_json(silent=True)
    except RecursionError:  # nested without end
        data = None
    if not isinstance(data, dict):
        raise Refusal("bad-command", text("Send a JSON object, with the content type application/json."))
    visitor = _acting(table_id)
    result = _carry_out(hosts().get(table_id), data, visitor)
    said = {"said": told(result.said)} if result.said else {}
    return jsonify(ok=True, seq=result.seq, events=result.events, **said)


def _acting(table_id: str) -> Visitor:
    wanted = request.args.get("as")
    if wanted is not None:
        visitor = require(wanted, table_id)
    else:
        visitor = find_visitor("gm", table_id) or require("play", table_id)
    is_read_by(visitor)
    return visitor


@bp.get("/session")
def session(table_id: str) -> ResponseReturnValue:
    """Tell a program what its session may do here, how far it has been told, and the token for commands."""
    require_any(table_id)
    host = hosts().get(table_id)
    held = roles(table_id)
    visitor = require(request.args.get("as", held[0]), table_id)
    player = find_visitor("play", table_id)
    with host.lock:
        plays = sorted(host.viewer(player).owns) if player else []
        seq = host.stream(host.viewer(visitor)).seq
    name = player.name if player else None
    return jsonify(csrf=csrf_token(), roles=held, person=name, plays=plays, seq=seq)
