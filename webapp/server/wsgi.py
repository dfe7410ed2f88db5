"""Serving the app, in whichever way the process waits."""

import logging
import sys
from typing import TYPE_CHECKING, Any

from flask import Flask

from webapp.context import CLUSTER
from webapp.live.socket_events import socketio
from webapp.server.slow_senders import handler_for_gevent, handler_for_threads
from webapp.settings import Settings
from webapp.table.sleep import sleep_of

if TYPE_CHECKING:
    import ssl

_FILES = 16_384
"""Open connections and files that are asked of the system: a stranger may well open a thousand in 20 s."""


def serve_on(
    app: Flask, settings: Settings, bind: str, port: int, encrypts_by: "ssl.SSLContext | None" = None
) -> None:
    """Answer requests until the process is told to stop. Raises `OSError` if the port cannot be had."""
    _ask_for_files()
    sleep_of(app).start()
    if CLUSTER in app.extensions:
        app.extensions[CLUSTER].start()
    own: dict[str, Any]
    if settings.async_mode == "gevent":
        own = {"handler_class": handler_for_gevent(settings.patience)}
        if settings.log_json:
            own["error_log"] = logging.getLogger("gevent.pywsgi")
        if encrypts_by is not None:
            own["ssl_context"] = encrypts_by
    else:
        own = {"request_handler": handler_for_threads(settings.patience), "allow_unsafe_werkzeug": True}
    socketio.run(app, host=bind, port=port, log_output=False, use_reloader=False, **own)


def _ask_for_files() -> None:
    """Let this process have as many files open as its user may; some systems begin with 256."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
