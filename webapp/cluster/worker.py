"""One of several processes that serve one port: started by `supervisor.py`, and ended with it."""

import os
import signal
import socket
from dataclasses import replace

from flask import Flask

from webapp.app import create_app
from webapp.archive.backup_runs import close_data, serving_alone
from webapp.context import CLUSTER, STORE
from webapp.live.message_checks import socketio
from webapp.server.lan_name import LAN_NAME
from webapp.server.stop_signals import Stopped, stop_on_signals
from webapp.server.wsgi import serve_on
from webapp.settings import Settings
from webapp.table.sleep import sleep_of


def work(settings: Settings, marker: str) -> int:
    """Serve until told to stop, or until the supervisor is gone.

    Args:
        marker: the worker's number, from 1, and the file number of the open port: `2:7`.

    Raises:
        OSError: if no supervisor started this.
        StoreTrouble: if the database or Redis does not answer.
    """
    number, handle = map(int, marker.split(":"))
    listener = socket.socket(fileno=handle)
    bind, port = listener.getsockname()
    settings = replace(settings, port=port, worker=number)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C comes to all; the supervisor passes it on
    stop_on_signals(settings.async_mode, (signal.SIGTERM,))
    try:
        with serving_alone(settings.data_dir, share=True) as hold:
            app = create_app(settings)
            try:
                line = socket.socket(fileno=os.dup(0))
                socketio.start_background_task(hear_supervisor, app, line)
                serve_on(app, settings, bind, port, listener=listener)
            finally:
                app.extensions[CLUSTER].stop()
                sleep_of(app).keep_all()
                close_data(settings, app.extensions[STORE], hold)
    except Stopped:
        pass
    return 0


def hear_supervisor(app: Flask, line: socket.socket) -> None:
    """Hear the server's name on the local network; end this process when the supervisor is gone."""
    try:
        with line.makefile("r", encoding="utf-8") as lines:
            for name in lines:
                app.extensions[LAN_NAME] = name.strip()
    except OSError:
        pass  # the line is cut
    os.kill(os.getpid(), signal.SIGTERM)
