"""Serving the app, in whichever way the process waits."""

import logging
import socket
import sys
from typing import TYPE_CHECKING, Any

from flask import Flask

from webapp.context import CLUSTER
from webapp.live.message_checks import socketio
from webapp.server.slow_senders import handler_for_gevent, handler_for_threads
from webapp.settings import Settings
from webapp.table.sleep import sleep_of

if TYPE_CHECKING:
    import ssl

_FILES = 16_384
"""Open connections and files that are asked of the system: a stranger may well open a thousand in 20 s."""


def serve_on(
    app: Flask,
    settings: Settings,
    bind: str,
    port: int,
    encrypts_by: "ssl.SSLContext | None" = None,
    listener: socket.socket | None = None,
) -> None:
    """Answer requests until the process is told to stop. Raises `OSError` if the port cannot be had.

    Args:
        listener: the port, where it is open already and other processes serve it too.
    """
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
    if listener is not None:
        _serve_with_others(app, settings, listener, own)
        return
    socketio.run(app, host=bind, port=port, log_output=False, use_reloader=False, **own)


def _serve_with_others(app: Flask, settings: Settings, listener: socket.socket, own: dict[str, Any]) -> None:
    """Serve a port that others serve too; otherwise as `socketio.run` does."""
    if settings.async_mode == "gevent":
        from gevent.pywsgi import WSGIServer

        # One connection at a time, so that who is free takes the next; gevent would take a hundred.
        environ = {"wsgi.multiprocess": True}
        WSGIServer(listener, app, log=None, environ=environ, **own).serve_forever()
        return
    from werkzeug.serving import make_server

    bind, port = listener.getsockname()
    handler = own["request_handler"]
    server = make_server(bind, port, app, threaded=True, request_handler=handler, fd=listener.fileno())
    server.socket.settimeout(1.0)  # where another process was faster, it does not wait for ever
    server.serve_forever()


def _ask_for_files() -> None:
    """Let this process have as many files open as its user may; some systems begin with 256."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
