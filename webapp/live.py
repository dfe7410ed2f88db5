"""Socket.IO: pushes every change to everybody who may see it, and takes commands and questions.

Viewers who know the same things share a room, and what is sent to it is made and encoded once. A room is sent
nothing when nothing changed for it, so that silence and counting tell nobody of what they cannot see.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import wraps
from hashlib import sha256
from typing import Any

from flask import Flask, current_app, render_template, request
from flask_socketio import SocketIO, join_room, leave_room

from rules.engine.command import Command
from rules.engine.events import CombatantAdded, CombatantEdited, CombatantRemoved, MapSet
from rules.engine.refusal import Refusal
from webapp.grants import Visitor, find_visitor
from webapp.host import Change, Host, Hosts, hosts
from webapp.pages import shared_frame
from webapp.presenter import TableView, aim_view, default_aim, line_points, table_view
from webapp.store import StoreTrouble
from webapp.viewer import TokenView, Viewer, place_key

socketio = SocketIO()


_REGROUPING = (CombatantAdded, CombatantEdited, CombatantRemoved)
"""The events that may change who knows what."""


@dataclass(slots=True)
class _Room:
    """What viewers of one knowledge have on their pages."""

    name: str
    viewer: Viewer
    shown: dict[str, Any] = field(default_factory=dict)
    seq: int | None = None
    lines: int = 0
    """The number of the last log line sent."""


@dataclass(slots=True)
class _Guest:
    """One open page."""

    visitor: Visitor
    room: str


class Audience:
    """Everybody who has a page of one table open, by rooms."""

    def __init__(self, app: Flask, host: Host) -> None:
        self.app = app
        self.host = host
        self.guests: dict[str, _Guest] = {}
        self.rooms: dict[str, _Room] = {}
        self.clock: int | None = None
        """The number of the prompt that a clock runs for."""

    def _room(self, viewer: Viewer) -> _Room:
        digest = sha256(repr((sorted(viewer.sides), sorted(viewer.owns), viewer.sight)).encode()).hexdigest()[
            :16
        ]
        name = f"{self.host.table_id}/{viewer.role}/{digest}"
        return self.rooms.setdefault(name, _Room(name, viewer))

    def enter(self, sid: str, visitor: Visitor, seq: int | None) -> None:
        """Let a page in, and bring it up to date unless it is."""
        room = self._room(self.host.viewer(visitor))
        self.guests[sid] = _Guest(visitor, room.name)
        join_room(room.name, sid=sid, namespace="/")
        self.bring_up_to_date(sid, seq)
        self._tell_who_is_here()
        self.run_clock()

    def leave(self, sid: str) -> None:
        """Let a page go."""
        guest = self.guests.pop(sid, None)
        if guest is None:
            return
        if not any(g.room == guest.room for g in self.guests.values()):
            self.rooms.pop(guest.room, None)
        self._tell_who_is_here()

    def bring_up_to_date(self, sid: str, seq: int | None) -> None:
        """Send one page everything it shows, or its number alone if it has seen everything already."""
        guest = self.guests.get(sid)
        if guest is None:
            return
        room = self.rooms[guest.room]
        stream = self.host.stream(room.viewer)
        if room.seq is None:
            self._remember(room, self._view(room))
        if seq == stream.seq:
            update: dict[str, Any] = {"seq": stream.seq, "prev": seq, "panels": "", "moves": [], "flash": []}
        else:
            update = self._everything(room)
        socketio.emit("update", update, to=sid)

    def publish(self, change: Change | None) -> None:
        """Send every room what changed for it."""
        reload = self._scene_changed(change)
        if change is None or change.undoing or any(isinstance(e, _REGROUPING) for e in change.events):
            self._seat_everybody()
        for room in list(self.rooms.values()):
            update = {"reload": True} if reload else self._difference(room, change)
            if update:
                socketio.emit("update", update, to=room.name)
        self.run_clock()

    def _scene_changed(self, change: Change | None) -> bool:
        laid_out = change is not None and any(isinstance(event, MapSet) for event in change.events)
        scene = self.host.scene.id
        moved = any(room.shown.get("scene", scene) != scene for room in self.rooms.values())
        return laid_out or moved

    def _seat_everybody(self) -> None:
        """Move the pages whose viewers know more or less than before to the rooms where they belong."""
        people = {person.id for person in self.host.people}
        for sid, guest in list(self.guests.items()):
            if guest.visitor.person_id is not None and guest.visitor.person_id not in people:
                socketio.emit("update", {"reload": True}, to=sid)  # removed: the page will be refused
                leave_room(guest.room, sid=sid, namespace="/")
                del self.guests[sid]
                continue
            room = self._room(self.host.viewer(guest.visitor))
            if room.name != guest.room:
                leave_room(guest.room, sid=sid, namespace="/")
                join_room(room.name, sid=sid, namespace="/")
                guest.room = room.name
                socketio.emit("update", {"reload": True}, to=sid)
        used = {guest.room for guest in self.guests.values()}
        self.rooms = {name: room for name, room in self.rooms.items() if name in used}

    def _tell_who_is_here(self) -> None:
        for room in self.rooms.values():
            if room.viewer.is_gm and room.seq is not None and (update := self._difference(room, None)):
                socketio.emit("update", update, to=room.name)

    # --------------------------------------------------------------------------- what is to be sent
    def _view(self, room: _Room) -> TableView:
        stream = self.host.stream(room.viewer)
        frame = shared_frame(self.host, room.viewer, self.here())
        return table_view(self.host.battle, room.viewer, frame, stream)

    def here(self) -> frozenset[str]:
        """List the people who have a page open."""
        return frozenset(g.visitor.person_id for g in self.guests.values() if g.visitor.person_id)

    def _remember(self, room: _Room, view: TableView) -> None:
        room.shown = _parts(view, self.host.scene.id)
        room.seq = view.seq
        room.lines = view.log[-1].number if view.log else 0

    def _everything(self, room: _Room) -> dict[str, Any]:
        view = self._view(room)
        panels = "".join(_render(name, view) for name in _panels(view))
        self._remember(room, view)
        return {**_turn(view), "seq": view.seq, "prev": None, "panels": panels, "moves": [], "flash": []}

    def _difference(self, room: _Room, change: Change | None) -> dict[str, Any] | None:
        view = self._view(room)
        parts, old = _parts(view, self.host.scene.id), room.shown
        if room.seq is None:
            self._remember(room, view)
            return None
        moves = _moves(old["tokens"], parts["tokens"])
        stale = [name for name in _panels(view) if name != "log" and parts[name] != old[name]]
        if moves is not None and "tokens" in stale:
            stale.remove("tokens")
        fresh = [line for line in view.log if line.number > room.lines]
        panels = [_render(name, view) for name in stale]
        if change is not None and change.undoing:
            panels.append(_render("log", view))
        elif fresh:
            panels.append(render_template("panels/log_line.html", lines=fresh, view=view, oob=True))
        prev = room.seq
        self._remember(room, view)
        if not panels and not moves:
            return None
        flash = [
            {"id": line.who, "text": line.big, "tone": line.tone} for line in fresh if line.big and line.who
        ]
        body = {
            "seq": view.seq,
            "prev": prev,
            "panels": "".join(panels),
            "moves": moves or [],
            "flash": flash,
        }
        return {**_turn(view), **body}

    # ------------------------------------------------------------------------------------ the clock
    def run_clock(self) -> None:
        """Start the clock for an open prompt, where the table answers for those who take too long."""
        prompt = self.host.battle.state.prompt
        seconds = self.host.settings.answer_seconds
        if prompt is None or seconds is None or self.clock == prompt.number:
            return
        self.clock = prompt.number
        socketio.start_background_task(self._answer_late, prompt.number, float(seconds))

    def _answer_late(self, number: int, seconds: float) -> None:
        socketio.sleep(seconds)
        with self.app.app_context(), self.host.lock:
            prompt = self.host.battle.state.prompt
            self.clock = None
            if prompt is None or prompt.number != number:
                return
            clock = Visitor(role="gm", table_id=self.host.table_id, person_id=None, name="The clock")
            id_ = f"clock-{self.host.scene.id}-{number}"
            self.host.handle({"id": id_, "actor": prompt.to, "answer": prompt.default}, clock)


def _panels(view: TableView) -> tuple[str, ...]:
    common = ("top", "order", "tokens", "walls", "prompt", "log")
    return (*common, "people") if view.is_gm else common


def _parts(view: TableView, scene: str) -> dict[str, Any]:
    """Give what each panel shows, to compare: a panel is sent again when its part has changed."""
    turn = (view.clock, view.running, view.active, view.active_name, view.my_turn, view.next_name)
    return {
        "scene": scene,
        "top": (*turn, view.can_undo, view.can_redo, view.frame.settings),
        "order": (view.order, view.clock),
        "tokens": view.tokens,
        "walls": (view.map.walls, view.map.doors),
        "prompt": view.prompt,
        "people": (view.frame.people, tuple(t.name for t in view.tokens)),
    }


_FILES = {"tokens": "map/tokens.html", "walls": "map/walls.html"}


def _render(name: str, view: TableView) -> str:
    return render_template(_FILES.get(name, f"panels/{name}.html"), view=view, oob=True)


def _moves(old: tuple[TokenView, ...], new: tuple[TokenView, ...]) -> list[dict[str, Any]] | None:
    """List the tokens that went elsewhere, if that is all that happened to them; None if more did."""
    if len(old) != len(new):
        return None
    moves = []
    for was, token in zip(old, new, strict=True):
        if was is token or was == token:
            continue
        if replace(was, x=token.x, y=token.y, place=token.place) != token:
            return None
        moves.append({"id": token.who, "x": token.x, "y": token.y, "place": token.place})
    return moves


def _turn(view: TableView) -> dict[str, Any]:
    asked = view.prompt is not None and view.prompt.mine and not view.is_gm
    return {"turn": {"mine": view.my_turn, "name": view.active_name, "asked": asked}}


# ----------------------------------------------------------------------------------------- the door
_AUDIENCES = "battlemat-audiences"


def audience(host: Host) -> Audience:
    """Give a table's audience in this process."""
    known: dict[str, Audience] = current_app.extensions.setdefault(_AUDIENCES, {})
    if host.table_id not in known:
        app = current_app._get_current_object()  # type: ignore[attr-defined]
        known[host.table_id] = Audience(app, host)
    return known[host.table_id]


def listen(app: Flask, opened: Hosts) -> None:
    """Publish what the hosts of an app change."""

    def publish(host: Host, change: Change | None) -> None:
        with app.app_context():
            audience(host).publish(change)

    opened.listeners.append(publish)


Reply = dict[str, Any]
_Handler = Callable[[Host, Visitor, Mapping[str, Any]], Reply]


def _guarded(handler: _Handler) -> Callable[[Any], Reply]:
    """Look up who sends, and turn refusals into replies."""

    @wraps(handler)
    def answer(data: Any) -> Reply:
        host = hosts().get(_table_of_socket())
        guest = audience(host).guests.get(_sid())
        visitor = find_visitor(guest.visitor.role, host.table_id) if guest else None
        if guest is None or visitor is None:
            raise Refusal("not-allowed", "You are not at this table any more: open its link again.")
        if not isinstance(data, Mapping):
            raise Refusal("bad-command", "A message to the table must be an object with keys and values.")
        return {"ok": True, **handler(host, visitor, data)}

    return answer


def _sid() -> str:
    return str(request.sid)  # type: ignore[attr-defined]


_TABLES: dict[str, str] = {}
"""Which table each open socket is at."""


def _table_of_socket() -> str:
    return _TABLES.get(_sid(), "")


@socketio.on("connect")
def _connect(auth: Any = None) -> bool:
    """Let in who has a grant for the table and the role it asks for."""
    wanted = auth if isinstance(auth, Mapping) else {}
    table_id, role = str(wanted.get("table", "")), str(wanted.get("role", ""))
    visitor = find_visitor(role, table_id)
    if visitor is None:
        return False
    host = hosts().get(table_id)
    _TABLES[_sid()] = table_id
    with host.lock:
        audience(host).enter(_sid(), visitor, _seq(wanted.get("seq")))
    return True


@socketio.on("disconnect")
def _disconnect(reason: Any = None) -> None:
    """Let a page go."""
    table_id = _TABLES.pop(_sid(), None)
    if table_id is not None:
        host = hosts().get(table_id)
        with host.lock:
            audience(host).leave(_sid())


@socketio.on_error_default
def _failed(error: Exception) -> Reply:
    """Tell a refusal to who asked; a bug is logged, and told as one."""
    if isinstance(error, Refusal):
        return {"ok": False, "refusal": {"code": error.code, "message": error.message, "rule": error.rule}}
    if isinstance(error, StoreTrouble):
        return {"ok": False, "refusal": {"code": "store-trouble", "message": str(error), "rule": None}}
    current_app.logger.error("A message to a table failed", exc_info=error)
    text = "Something went wrong in Battlemat itself; nothing has changed. The terminal says more."
    return {"ok": False, "refusal": {"code": "bug", "message": text, "rule": None}}


def _seq(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


@socketio.on("command")
@_guarded
def _command(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Carry out a command or an answer."""
    return {"seq": host.handle(data, by=visitor).seq}


@socketio.on("resume")
@_guarded
def _resume(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Send everything again to a page that noticed a gap."""
    with host.lock:
        audience(host).bring_up_to_date(_sid(), None)
    return {}


@socketio.on("reach")
@_guarded
def _reach(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Tell where a combatant may move, with the least cost of each place and the place before it."""
    with host.lock:
        reach = host.reach(
            host.viewer(visitor), Command.parse({"do": "move", "actor": data.get("actor")}).actor or ""
        )
    cells = {
        place_key(place): [
            cost,
            place_key(before) if (before := reach.came_from.get(place)) is not None else None,
        ]
        for place, cost in reach.costs.items()
    }
    return {"words": reach.words, "rule": reach.rule, "cells": cells}


@socketio.on("aim")
@_guarded
def _aim(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Show what an aimed action rests on and would do: facts, modifiers, line of fire, odds."""
    with host.lock:
        viewer = host.viewer(visitor)
        wanted = dict(data)
        if "do" not in wanted:
            actor = Command.parse({**wanted, "do": "aim"}).actor
            host.require_own(viewer, actor)
            found = default_aim(host.battle, viewer, str(actor), str(wanted.get("target")))
            if found is None:
                raise Refusal("unknown-action", "There is nothing to aim with here.")
            wanted = {**wanted, **found}
        command = host.authorised(wanted, visitor)
        view = aim_view(host.battle, viewer, shared_frame(host, viewer, frozenset()), command)
        line = line_points(view.line)
        return {"panel": render_template("panels/aim.html", aim=view), "line": line}
