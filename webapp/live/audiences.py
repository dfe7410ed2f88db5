"""The open pages of all tables in this process."""

from collections.abc import Sequence

from flask import Flask, current_app
from flask_socketio import SocketIO

from rules.engine.decision import Decision
from webapp.live.audience import Audience
from webapp.live.per_table import PerTable
from webapp.table.host import Host

AUDIENCES = "battlemat-audiences"


class Audiences(PerTable[Audience]):
    """The audiences of all tables in this process, and which of them each socket belongs to."""

    def __init__(self, app: Flask, socketio: SocketIO) -> None:
        super().__init__(app, socketio)
        self.sockets: dict[str, Audience] = {}

    def is_at(self, host: Host) -> bool:
        """Say whether a table has any page open."""
        audience = self._if_made(host)
        return audience is not None and audience.is_open

    def close(self, host: Host) -> None:
        """Send the pages of a host that is no more away: they are loaded anew, and find where they belong.

        Those of a scene that was looked at alone go to the table: there may be no such scene any more.
        """
        gone = self._forget(host)
        if gone is not None:
            gone.clock.stop()
        sent = {"reload": True} | ({"at": f"/tables/{host.table_id}/gm"} if host.is_prepared else {})
        for sid, _ in gone.visitors() if gone is not None else ():
            self._socketio.emit("update", sent, to=sid)
            self._socketio.server.disconnect(sid, namespace="/")

    def get_ready(self, host: Host, decisions: Sequence[Decision]) -> None:
        """Get ready what a table's pages are sent as soon as what was decided is kept."""
        if self.is_at(host):
            self.of(host).get_ready(decisions)

    def publish(self, host: Host) -> None:
        """Send a table's pages what has changed."""
        with self._app.app_context():
            self.of(host).publish()

    def _make(self, host: Host) -> Audience:
        return Audience(self._app, self._socketio, host)


def audiences() -> Audiences:
    """Give the app's audiences."""
    found: Audiences = current_app.extensions[AUDIENCES]
    return found
