"""What is served while the data is not whole: one page that says so, and puts it right at a press.

It opens by a key that the terminal shows, made anew at each start. A press there puts other data in the place
of everybody's, so that neither the players' code nor the GM's link of one table may be enough, and those may
lie in the very file that is damaged. Everybody else is told to wait. Nothing is lost by a press: what was
there is moved aside; and nothing is touched until somebody decides.
"""

import hmac
import secrets
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from flask import Flask, Response, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.serving import make_server

from rules.engine.text import Words, text
from webapp.archive.backups import (
    Backup,
    is_whole,
    list_backups,
    local_time,
    newest_whole,
    restore,
    set_aside,
)
from webapp.archive.data_check import DataProblem, find_problem
from webapp.archive.data_seal import break_seal, write_seal
from webapp.archive.folder_lock import holding
from webapp.server import language, security
from webapp.server.assets import static_files
from webapp.server.network import Network
from webapp.settings import Settings
from webapp.store.database import StoreTrouble, open_to_read
from webapp.store.store import Store
from webapp.views import language as language_view

_LOOKS_AGAIN = 1.0
"""After how many seconds it looks whether somebody has put the data right by hand."""


class Recovery:
    """A problem of the data, what can be done about it, and the app that offers it."""

    def __init__(self, settings: Settings, problem: DataProblem, done: Callable[[], None]) -> None:
        """Look for what can be brought back. `done` is called when the data is to be tried again."""
        self.settings, self.problem, self._done = settings, problem, done
        self.backup: Backup | None = newest_whole(settings)
        self.path = f"/recovery/{secrets.token_urlsafe(24)}"

    @property
    def passed_over(self) -> int:
        """Count the backups that are newer than the newest whole one, and damaged."""
        all_ = list_backups(self.settings)
        return all_.index(self.backup) if self.backup in all_ else len(all_)

    def app(self, network: Network) -> Flask:
        """Put together the app that asks what to do."""
        templates, static = map(static_files.package_folder, ("templates", "static"))
        made = Flask("webapp", template_folder=str(templates), static_folder=None)
        made.config.update(
            SECRET_KEY=secrets.token_hex(32),
            SESSION_COOKIE_NAME=f"battlemat_recovery_{self.settings.port}",  # not the one of the tables
        )
        made.jinja_env.trim_blocks = made.jinja_env.lstrip_blocks = True
        made.jinja_env.filters["local_time"] = local_time
        language.install(made)
        names = security.HostNames([*network.hosts, *self.settings.hosts], lan=self.settings.lan)
        security.install(made, names, keeps_tls=bool(self.settings.proxies))
        static_files.install(made, static, debug=self.settings.debug)
        made.register_blueprint(language_view.bp)
        made.add_url_rule("/healthz", view_func=_not_yet, endpoint="healthz")
        made.add_url_rule("/recovery/<key>", view_func=self._show, endpoint="show")
        made.add_url_rule("/recovery/<key>", view_func=self._decide, endpoint="decide", methods=["POST"])
        made.register_error_handler(404, lambda _: _wait())
        guarded = security.guarded(made.wsgi_app, names, replace(self.settings, https=False))
        made.wsgi_app = guarded  # type: ignore[assignment, method-assign]
        return made

    def _knows(self, key: str) -> bool:
        return hmac.compare_digest(f"/recovery/{key}".encode(), self.path.encode())

    def _show(self, key: str) -> ResponseReturnValue:
        return self._page() if self._knows(key) else _wait()

    def _page(self, refused: Words = "") -> ResponseReturnValue:
        return render_template("pages/recovery.html", recovery=self, refused=refused)

    def _decide(self, key: str) -> ResponseReturnValue:
        """Do what was pressed, and let the server start on it."""
        if not self._knows(key):
            return _wait()
        ways = {"restore": self._bring_back, "go-on": self._go_on, "begin-anew": self._begin_anew}
        way = ways.get(request.form.get("way", ""))
        if way is None:
            return self._page(text("Choose what is to be done."))
        try:
            with holding(self.settings.data_dir, "alone"):
                way()
        except StoreTrouble as trouble:
            return self._page(trouble.text)
        answer = Response(
            render_template("pages/recovered.html", way=request.form["way"], next=_gm_link(self.settings))
        )
        answer.call_on_close(self._done)
        return answer

    def _bring_back(self) -> None:
        if self.backup is None or not is_whole(self.settings, self.backup):
            raise StoreTrouble(text("That backup is not whole any more. Nothing was changed."))
        restore(self.settings, self.backup.path)

    def _go_on(self) -> None:
        if not self.problem.is_usable:
            raise StoreTrouble(text("One cannot go on with data that cannot be read. Nothing was changed."))
        write_seal(self.settings, is_closed=False, accepted=tuple(map(str, self.problem.sentences)))

    def _begin_anew(self) -> None:
        break_seal(self.settings)
        set_aside(self.settings, "set-aside")
        Store(self.settings.database_place, self.settings.pictures).close()


def ask(settings: Settings, network: Network, problem: DataProblem, tell: Callable[[Recovery], None]) -> None:
    """Serve the page until somebody has decided, there or by putting the data right otherwise.

    Args:
        tell: called once, when the page can be opened.
    """
    decided = threading.Event()
    recovery = Recovery(settings, problem, decided.set)
    server = make_server(network.bind, settings.port, recovery.app(network), threaded=True)

    def end() -> None:
        seen = _state(settings)
        while not decided.wait(_LOOKS_AGAIN):
            if _state(settings) != seen and _is_right(settings):
                break
            seen = _state(settings)
        server.shutdown()

    threading.Thread(target=end, daemon=True).start()
    tell(recovery)
    try:
        server.serve_forever()
    finally:
        decided.set()
        server.server_close()


def _state(settings: Settings) -> tuple[int, ...] | None:
    """Tell one file from another that takes its place."""
    try:
        found = Path(settings.database_place).stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def _is_right(settings: Settings) -> bool:
    try:
        return find_problem(settings) is None
    except StoreTrouble:
        return False


_KNOWS_GMS = "SELECT 1 FROM sqlite_master WHERE name = 'table_gms'"
_OLDEST = "SELECT gm_key FROM tables {} ORDER BY created, id LIMIT 1"
_OWN = "WHERE id NOT IN (SELECT table_id FROM table_gms)"


def _gm_link(settings: Settings) -> str:
    """Give the path of the oldest own table's page for its GM; of the first page, where there is none."""
    try:
        with closing(open_to_read(Path(settings.database_place))) as connection:
            is_old = not connection.execute(_KNOWS_GMS).fetchone()
            found = connection.execute(_OLDEST.format("" if is_old else _OWN)).fetchone()
    except sqlite3.DatabaseError:
        return "/"
    return f"/gm/{found[0]}" if found else "/"


def _not_yet() -> ResponseReturnValue:
    return {"ok": False}, 503


def _wait() -> ResponseReturnValue:
    text = "Battlemat waits for a decision about its data. Whoever started it finds the link in its terminal."
    return Response(
        render_template("pages/error.html", title="Not yet", message=text),
        503,
        headers={"Retry-After": "10"},
    )
