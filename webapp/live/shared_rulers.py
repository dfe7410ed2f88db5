"""Rulers and areas that people show each other: sent to a table's other pages, and kept nowhere.

What is kept for each is the question that its page asked. Every room is sent the answer that its viewers
would have been given themselves, so it names nobody whom they do not know. What begins on a token is not sent
at all to those who do not know that token, as its place would tell of it. Whether it does is judged by what
its sender knows: or else somebody could feel for hidden tokens with a ruler, and watch another page.
"""

import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from flask import Flask, current_app
from flask_socketio import SocketIO

from rules.engine.refusal import Refusal
from webapp.drawing.laid_areas import lay_area
from webapp.drawing.measured_table import Answer, Table
from webapp.drawing.measurements import bound_to, draw_stroke, lies_on_known, measure, point_at
from webapp.live.audience import Audience
from webapp.live.audiences import audiences
from webapp.live.per_table import PerTable
from webapp.server.language import speaking, told_all
from webapp.server.limits import Bucket
from webapp.table.grants import Visitor
from webapp.table.host import Host
from webapp.visibility.viewer import Viewer

_log = logging.getLogger(__name__)

SHOWINGS = "battlemat-showings"
SHOWN = "shown"
"""The part of a table that each process shows the others: what its pages show."""
LINGER = 10.0
"""Seconds for which something is still shown after its last change, once its page is gone."""
_AT_ONCE, _PER_SECOND = 30, 20
"""How many changes of one page are passed on at once, and in the long run."""
_MOST = 60
"""How many things one table shows at a time."""
KINDS = {"ruler": measure, "area": lay_area, "ping": point_at, "stroke": draw_stroke}
FADES = {"ping": 4.0, "stroke": 5.0}
"""Seconds after which what is shown for a moment goes by itself."""


def known_table(host: Host, viewer: Viewer) -> Table:
    """Give the battle as a viewer knows it."""
    stream = host.stream(viewer)
    known = stream.known_map(host.battle.state)
    state = host.battle.state if known is None else replace(host.battle.state, map=known.asked)
    return Table(state, frozenset(stream.now), known, stream.met)


@dataclass(slots=True)
class _Thing:
    """A ruler or an area that is shown."""

    id: str
    kind: str
    sid: str | None
    by: str
    scene: str
    asked: Mapping[str, Any]
    bound: str | None
    changed: float
    told: dict[str, Answer] = field(default_factory=dict)
    """What each room has on its pages."""

    def as_json(self) -> dict[str, Any]:
        """Give it as another process shows it."""
        names = ("id", "kind", "by", "scene", "asked", "bound")
        return {name: getattr(self, name) for name in names}


class Showing:
    """What one table's pages show each other. Its methods are called with the host's lock held."""

    def __init__(self, app: Flask, socketio: SocketIO, host: Host) -> None:
        self._app, self._socketio, self._host = app, socketio, host
        self._things: dict[str, _Thing] = {}
        self._theirs: dict[str, _Thing] = {}
        """What the pages of other processes show."""
        self._passed = Bucket(_AT_ONCE, _PER_SECOND)

    # --------------------------------------------------------------------------------- from its page
    def show(self, sid: str, visitor: Visitor, kind: str, asked: Mapping[str, Any]) -> bool:
        """Pass on what a page shows. Says whether it was: a page that sends too fast has to send again."""
        id_ = self._id(visitor, kind, asked)
        now = time.monotonic()
        if not self._passed.spend(sid) or (id_ not in self._things and len(self._things) >= _MOST):
            return False
        before = self._things.get(id_) or self._theirs.pop(id_, None)
        sender = known_table(self._host, self._host.viewer(visitor))
        self._things[id_] = thing = _Thing(
            id=id_,
            kind=kind,
            sid=sid,
            by=visitor.name,
            scene=self._host.scene.id,
            asked=dict(asked),
            bound=bound_to(sender, kind, asked),
            changed=now,
            told=before.told if before is not None else {},
        )
        self._tell(thing)
        self._share()
        if kind in FADES:
            self._socketio.start_background_task(self._fade, thing)
        return True

    def _fade(self, thing: _Thing) -> None:
        self._socketio.sleep(FADES[thing.kind])
        with self._app.app_context(), self._host.lock:
            if self._things.get(thing.id) is thing:  # not drawn on since
                del self._things[thing.id]
                self._tell_gone(thing)
                self._share()

    def put_away(self, visitor: Visitor, kind: str, asked: Mapping[str, Any]) -> None:
        """Take what a page shows off the others."""
        thing = self._things.pop(self._id(visitor, kind, asked), None)
        if thing is not None:
            self._tell_gone(thing)
            self._share()

    @staticmethod
    def _id(visitor: Visitor, kind: str, asked: Mapping[str, Any]) -> str:
        """Name what a page shows, the same after its line was cut and mended."""
        page = str(asked.get("page", ""))[:40]
        return sha256(f"{visitor.by}\n{page}\n{kind}".encode()).hexdigest()[:16]

    def _share(self) -> None:
        """Show the other processes what the pages of this one show."""
        if not self._host.others.is_alone:
            shown = [thing.as_json() for thing in self._things.values()]
            self._host.others.show(self._host, SHOWN, shown)

    def others_changed(self) -> None:
        """Show the pages of this process what those of the others show now."""
        parts = self._host.others.parts(self._host, SHOWN)
        theirs = {one["id"]: one for part in parts for one in part if one["id"] not in self._things}
        for id_ in [id_ for id_ in self._theirs if id_ not in theirs]:
            self._tell_gone(self._theirs.pop(id_))
        for id_, one in theirs.items():
            before = self._theirs.get(id_)
            if before is None or before.as_json() != one:
                told = before.told if before is not None else {}
                self._theirs[id_] = thing = _Thing(**one, sid=None, changed=time.monotonic(), told=told)
                self._tell(thing)

    def forget(self) -> None:
        """Let go of all that is shown, and tell nobody."""
        self._things.clear()
        self._theirs.clear()

    # ------------------------------------------------------------------------------ coming and going
    def welcome(self, sid: str) -> None:
        """Show a page that comes in what is shown now."""
        audience = self._audience()
        name, viewer = audience.room_of(sid)
        for thing in self._current():
            view = self._view(thing, viewer, audience.language_of(name))
            if view is not None:
                thing.told[name] = view
                self._socketio.emit("shown", view, to=sid)

    def leave(self, sid: str) -> None:
        """Let what a page showed go, in a while."""
        self._passed.forget(sid)
        for thing in self._things.values():
            if thing.sid == sid:
                thing.sid = None
                self._socketio.start_background_task(self._let_go, thing)

    def _let_go(self, thing: _Thing) -> None:
        self._socketio.sleep(max(0.0, LINGER - (time.monotonic() - thing.changed)))
        with self._app.app_context(), self._host.lock:
            if self._things.get(thing.id) is thing:  # not shown anew since
                del self._things[thing.id]
                self._tell_gone(thing)
                self._share()

    def publish(self) -> None:
        """Work everything out anew after the battle has changed, and send what is different now."""
        for thing in self._current():
            self._tell(thing)

    # -------------------------------------------------------------------------------- to the others
    def _current(self) -> list[_Thing]:
        """List what lies on the scene of now; what lay on another is forgotten, its pages are loaded anew."""
        scene = self._host.scene.id
        self._things = {i: thing for i, thing in self._things.items() if thing.scene == scene}
        return [*self._things.values(), *(thing for thing in self._theirs.values() if thing.scene == scene)]

    def _tell(self, thing: _Thing) -> None:
        told: dict[str, Answer] = {}
        audience = self._audience()
        for name, viewer in audience.rooms():
            view = self._view(thing, viewer, audience.language_of(name))
            if view is not None:
                told[name] = view
                if thing.told.get(name) != view:
                    self._socketio.emit("shown", view, to=name, skip_sid=thing.sid)
            elif name in thing.told:
                self._socketio.emit("shown", {"id": thing.id, "gone": True}, to=name, skip_sid=thing.sid)
        thing.told = told

    def _tell_gone(self, thing: _Thing) -> None:
        for name in thing.told:
            self._socketio.emit("shown", {"id": thing.id, "gone": True}, to=name, skip_sid=thing.sid)

    def _view(self, thing: _Thing, viewer: Viewer, spoken: str) -> Answer | None:
        """Work out what a viewer is shown; None for nothing."""
        table = known_table(self._host, viewer)
        if thing.bound is not None and thing.bound not in table.known:
            return None
        if not lies_on_known(table, thing.kind, thing.asked):
            return None
        try:
            with speaking(spoken):
                answer = told_all(KINDS[thing.kind](table, thing.asked))
        except Refusal:  # the battle has changed under it
            return None
        return {"id": thing.id, "kind": thing.kind, "by": thing.by, **answer}

    def _audience(self) -> Audience:
        return audiences().of(self._host)


class Showings(PerTable[Showing]):
    """What is shown at all tables in this process."""

    def close(self, host: Host) -> None:
        """Forget a host that is no more, and tell nobody of what was shown there."""
        gone = self._forget(host)
        if gone is not None:
            gone.forget()

    def publish(self, host: Host) -> None:
        """Bring what a table shows up to date."""
        shown = self._if_made(host)
        if shown is not None:
            with self._app.app_context():
                shown.publish()

    def _make(self, host: Host) -> Showing:
        return Showing(self._app, self._socketio, host)


def showings() -> Showings:
    """Give the app's showings."""
    found: Showings = current_app.extensions[SHOWINGS]
    return found
