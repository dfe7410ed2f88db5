"""Talk on the way to the pages: each page is sent what its reader is told, as a line of the log.

What readers are told alike is worded once; the number and the place in the log are each reader's own.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from flask import Flask, current_app, render_template
from flask_socketio import SocketIO

from webapp.live.audiences import audiences
from webapp.live.seen_throws import SeenThrow, dice_seen
from webapp.server.language import speaking
from webapp.table.grants import Visitor
from webapp.table.host import Host
from webapp.talk.conversation import SaidLine, own_dice, reader
from webapp.talk.rows import ALL, SCREEN, Said

PAPERS = "papers"
PAGE_LINES = 120
"""How many things that were said a page starts with."""

Message = dict[str, Any]


class TalkPushes:
    """Sends what is said at all tables of this process to their open pages."""

    def __init__(self, app: Flask, socketio: SocketIO) -> None:
        self._app, self._socketio = app, socketio

    def say(self, host: Host, said: Said) -> None:
        """Send what was just said to every page whose reader is told of it."""
        worded: dict[tuple[str, SaidLine], str] = {}
        audience = audiences().of(host)
        for sid, visitor in audience.visitors():
            if not said.is_heard_by(reader(visitor)):
                continue
            for line in host.talk.heard_by(visitor, last=1):
                message = self._message(line, audience.language_at(sid), worded)
                self._socketio.emit("said", message | {"thrown": _seen_throw(host, line)}, to=sid)

    def catch_up(self, host: Host, sid: str, visitor: Visitor, since: int | None) -> None:
        """Send a page that comes in what was said since it was made."""
        spoken = audiences().of(host).language_at(sid)
        for line in host.talk.heard_by(visitor, since or 0, PAGE_LINES) if since is not None else ():
            self._socketio.emit("said", self._message(line, spoken, {}), to=sid)

    def _message(self, line: SaidLine, spoken: str, worded: dict[tuple[str, SaidLine], str]) -> Message:
        alike = (spoken, _alike(line))
        if alike not in worded:
            with speaking(spoken):
                worded[alike] = render_template("panels/talk/said.html", line=line)
        return {
            "number": line.number,
            "after": line.after,
            "html": worded[alike],
            "paper": "" if line.mine else line.paper,
            "mine": line.mine,
            "for_me": line.to_reader and not line.mine,
        }

    def papers_changed(self, host: Host, readers: Collection[str]) -> None:
        """Let the pages of these readers look at their papers again, wherever they are open."""
        host.others.ask(host, PAPERS, sorted(readers))
        self.tell_papers_changed(host, readers)

    def tell_papers_changed(self, host: Host, readers: Collection[str]) -> None:
        """Let the pages of these readers in this process look at their papers again."""
        for sid, visitor in audiences().of(host).visitors():
            who = reader(visitor)
            if who in readers or (ALL in readers and who != SCREEN):
                self._socketio.emit("papers", {}, to=sid)


def _seen_throw(host: Host, line: SaidLine) -> SeenThrow | None:
    """Give the dice of a line that its reader sees roll; none where only the GM sees how they fell."""
    if line.kind != "roll" or line.total is None or not line.dice:
        return None
    own = own_dice(host.battle.state.system)
    return dice_seen(None, line.dice, [die for letter, die in own.items() if f"d{letter}" in line.notation])


def _alike(line: SaidLine) -> SaidLine:
    return replace(line, number=0, after=0)


TALK = "battlemat-talk"


def pushes() -> TalkPushes:
    """Give the app's pushes of talk."""
    found: TalkPushes = current_app.extensions[TALK]
    return found
