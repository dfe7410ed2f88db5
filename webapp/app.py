"""The app: made by `create_app` from `Settings`, with everything in it put together here."""

import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from importlib import import_module
from pkgutil import walk_packages
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, flash, jsonify, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from rules.engine.names import side_words
from rules.engine.refusal import Refusal
from rules.engine.text import Words, text
from rules.systems import load_systems
from webapp import views
from webapp.context import (
    CLUSTER,
    HOSTS,
    SCENE_SIGN,
    SETTINGS,
    STARTED,
    STORE,
    ask_for_scene,
    page_address,
    table_address,
)
from webapp.importers import ImportProblem
from webapp.live import socket_events
from webapp.live.audiences import AUDIENCES
from webapp.live.message_checks import socketio
from webapp.pictures.picture_queue import BETWEEN_PROCESSES
from webapp.portraits import served
from webapp.server import health, language, mdns, security
from webapp.server.assets import compression, static_files
from webapp.server.assets.compiled_pages import keep_compiled
from webapp.server.http_errors import WordedError
from webapp.server.limits import LIMITS, Limits, require_upload_may_come
from webapp.server.network import find_network
from webapp.server.routes import LateRule
from webapp.server.sessions import ClocklessSessions
from webapp.settings import Settings, secret_key
from webapp.sockets.switchboard import Switchboard
from webapp.store.store import Store, StoreTrouble
from webapp.table.grants import ROLES, NotGranted, find_visitor, is_host
from webapp.table.hosts import Hosts
from webapp.visibility.audit import note_not_granted
from webapp.visibility.told_refusal import told_refusal

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

__all__ = ["Settings", "create_app"]

SOCKET_BYTES = 100_000
"""The largest message that a browser may send over the socket."""


def create_app(settings: Settings) -> Flask:
    """Put the app together: data folder, store, rule systems, pages, socket.

    Raises:
        StoreTrouble: if the data cannot be opened.
    """
    templates, static = map(static_files.package_folder, ("templates", "static"))
    app = Flask("webapp", template_folder=str(templates), static_folder=None)
    app.config["PERMANENT_SESSION_LIFETIME"] = timedelta(days=365)
    app.session_interface = ClocklessSessions()
    app.url_rule_class = LateRule
    app.jinja_env.filters["side_words"] = side_words
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    language.install(app)
    keep_compiled(app, templates)
    load_systems()

    store = Store(settings.database_place, settings.pictures, settings.shared_pictures)
    key = secret_key(settings)  # after the store: a key without data tells of a loss
    app.config.update(SECRET_KEY=key, SESSION_COOKIE_NAME=settings.cookie_name(key))
    app.extensions[SETTINGS] = settings
    app.extensions[STARTED] = time.monotonic()
    app.extensions[STORE] = store
    app.extensions[HOSTS] = opened = Hosts(store)
    socket_events.listen(app, opened, settings.idle)
    if settings.redis is not None:
        try:
            _join_others(app, settings.redis, opened)
        except StoreTrouble:
            store.close()
            raise
        app.extensions[BETWEEN_PROCESSES] = settings.data_dir / "pictures-in-turn"

    called = [*find_network(lan=settings.lan).hosts, *settings.hosts, *(mdns.names() if settings.lan else ())]
    names = security.HostNames(called, lan=settings.lan)
    app.extensions[LIMITS] = _limits(app)
    security.install(app, names, require_upload_may_come, keeps_tls=bool(settings.proxies))
    static_files.install(app, static, debug=settings.debug)
    served.install(app)
    compression.install(app)
    health.install(app, _checks(app, store, settings))
    _register_views(app)
    _register_errors(app)
    socketio.init_app(
        app,
        async_mode=settings.async_mode,
        async_handlers=False,  # or two moves of one client may be applied out of order
        cors_allowed_origins=names.allows_origin,
        max_http_buffer_size=SOCKET_BYTES,
    )
    lines = Switchboard(app.wsgi_app, app, socketio, settings.patience, SOCKET_BYTES)
    counted = _counted(app, lines, settings) if settings.metrics else lines
    app.wsgi_app = security.guarded(counted, names, settings)  # type: ignore[assignment, method-assign]
    return app


def _checks(app: Flask, store: Store, settings: Settings) -> dict[str, Callable[[], object]]:
    """Name what has to be in order before anybody is sent to this server."""
    checks: dict[str, Callable[[], object]]
    checks = {"database": store.any_table, "disk": partial(health.require_writable, settings.data_dir)}
    if settings.shared_pictures is not None:
        checks["pictures"] = partial(health.require_writable, settings.shared_pictures)
    if CLUSTER in app.extensions:
        checks["redis"] = app.extensions[CLUSTER].ping
    return checks


def _join_others(app: Flask, url: str, opened: Hosts) -> None:
    """Let an app be one of several processes that serve the same tables. Raises `StoreTrouble`."""
    from webapp.cluster.membership import join  # with the client of Redis

    app.extensions[CLUSTER] = join(app, url, opened)


def _limits(app: Flask) -> Limits:
    """Count what may not be done too often: here, or together with other processes."""
    if CLUSTER not in app.extensions:
        return Limits()
    from webapp.cluster.shared_limits import shared_limits

    return shared_limits(app.extensions[CLUSTER].link)


def _counted(app: Flask, lines: Switchboard, settings: Settings) -> "WSGIApplication":
    """Count what an app does from now on."""
    from webapp.server.metrics import Metrics, install  # with the client of Prometheus

    pages, tables = app.extensions[AUDIENCES].sockets, app.extensions[HOSTS]
    metrics = Metrics(lambda: len(pages), tables.count_awake)
    install(app, settings, metrics)
    if CLUSTER in app.extensions:
        metrics.watch_lag(app.extensions[CLUSTER])
    lines.count_sent = metrics.sent_over_sockets
    return metrics.counting(lines)


def _scene_in_address(endpoint: str | None, values: dict[str, Any] | None) -> None:
    if values and "table_id" in values:
        values["table_id"] = ask_for_scene(values["table_id"])


def _address_of_scene(endpoint: str, values: dict[str, Any]) -> None:
    if SCENE_SIGN not in values.get("table_id", SCENE_SIGN):
        values["table_id"] = table_address(values["table_id"])


def _register_views(app: Flask) -> None:
    app.url_value_preprocessor(_scene_in_address)
    app.url_defaults(_address_of_scene)
    for module in walk_packages(views.__path__, f"{views.__name__}."):
        if not module.ispkg:
            app.register_blueprint(import_module(module.name).bp)


# ------------------------------------------------------------------------------------------- errors
_TITLES = {
    400: (text("That was not understood"), text("Go back, load the page again and try once more.")),
    403: (text("Not for you"), text("This page is not open to you.")),
    404: (
        text("Nothing here"),
        text("There is nothing at this address. Perhaps the link is cut off, or the table is gone."),
    ),
    405: (
        text("Not like this"),
        text("This address cannot be used like this. Go back and try from the page."),
    ),
    413: (text("Too large"), text("That is too large. A map file may have 125 MB, a text half of one.")),
    429: (text("Too often"), text("That was tried too often. Wait some minutes.")),
    500: (
        text("That is a bug"),
        text("Something went wrong in Battlemat itself. Nothing was lost; the terminal says more."),
    ),
    503: (text("Just now it won't do"), text("The data cannot be reached just now. Try again in a moment.")),
}


def _register_errors(app: Flask) -> None:
    app.register_error_handler(Refusal, _refused)
    app.register_error_handler(ImportProblem, _not_imported)
    app.register_error_handler(StoreTrouble, _trouble)
    app.register_error_handler(HTTPException, _failed)


def _refused(refusal: Refusal) -> ResponseReturnValue:
    """Tell a refusal: as JSON, as a panel, or on the page that the form was on."""
    refusal = told_refusal(refusal)
    if _wants_json():
        message = language.told(refusal.text)
        said = {"code": refusal.code, "message": message, "rule": refusal.rule}
        return jsonify(ok=False, refusal=said), 422
    if "HX-Request" in request.headers:
        return render_template("panels/log/refusal.html", refusal=refusal), 422
    back = _page_of_request() if request.method == "POST" else None
    if back is None:
        return _error_page(422, text("That cannot be done"), refusal.text)
    flash(language.told(refusal.text), "refusal")
    return redirect(back, 303)


def _not_imported(problem: ImportProblem) -> ResponseReturnValue:
    return _refused(Refusal("bad-file", problem.text))


def _trouble(trouble: StoreTrouble) -> ResponseReturnValue:
    return _told(503, trouble.text)


def _failed(error: HTTPException) -> ResponseReturnValue:
    code = error.code or 500
    if isinstance(error, NotGranted):
        note_not_granted((request.view_args or {}).get("table_id", ""), error.role)
    if error.response is not None or code < 400:
        return error
    if isinstance(error, WordedError):
        return _told(code, told_refusal(Refusal("http", error.words)).text)
    return _told(code, _TITLES.get(code, _TITLES[400])[1])


def _told(code: int, message: Words) -> ResponseReturnValue:
    if _wants_json():
        said = {"code": f"http-{code}", "message": language.told(message), "rule": None}
        return jsonify(ok=False, refusal=said), code
    if "HX-Request" in request.headers:
        refusal = Refusal(f"http-{code}", message)
        return render_template("panels/log/refusal.html", refusal=refusal), code
    return _error_page(code, _TITLES.get(code, _TITLES[400])[0], message)


def _error_page(code: int, title: Words, message: Words) -> Response:
    return make_response(render_template("pages/error.html", title=title, message=message, csrf=""), code)


def _wants_json() -> bool:
    for_programs = request.endpoint in ("play.commands", "play.session")
    return for_programs or request.is_json or request.accept_mimetypes.best == "application/json"


def _page_of_request() -> str | None:
    """Find the page whose plain form sent the request, for those who have it open."""
    if request.blueprint == "host_page":
        return "/host" if is_host() else None
    parts: dict[str, Any] = request.view_args or {}
    role, table_id = parts.get("role", "gm"), parts.get("table_id")
    if table_id is None or role not in ROLES or find_visitor(role, table_id) is None:
        return None
    return page_address(role, table_id)
