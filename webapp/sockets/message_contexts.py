"""The request context of what comes over a socket: found out once, when its first message comes.

A socket's session is what its cookie said as it was opened, and stays so: to read the cookie, check its
signature and look for a route again with each message finds nothing new. What a grant is worth is still
looked up each time (`table/grants.py`), and what is noted in `g` goes with the message.
"""

from collections.abc import Callable
from typing import Any

from flask import Flask, request
from flask.ctx import RequestContext
from flask_socketio import SocketIO

_CONTEXT = "battlemat.context"
"""Where the environment of a socket's request holds the context that those of its messages are copies of."""
_OF_ITSELF = ("connect", "disconnect")


class Sockets(SocketIO):  # type: ignore[misc]  # ships no types
    """Flask-SocketIO, which would make each message a request of its own."""

    def _handle_event(
        self, handler: Callable[..., Any], message: str, namespace: str, sid: str, *args: Any
    ) -> Any:
        """Answer a message in a context like that of its socket."""
        environ = self.server.get_environ(sid, namespace=namespace)
        if message == "disconnect" and environ:
            environ.pop(_CONTEXT, None)  # they hold each other
        if message in _OF_ITSELF or not environ:
            return super()._handle_event(handler, message, namespace, sid, *args)
        if _CONTEXT not in environ:
            environ[_CONTEXT] = _context_of(environ, sid, namespace)
        with environ[_CONTEXT].copy():
            try:
                return handler(*args)
            except Exception as error:
                return self.default_exception_handler(error)


class _MessageContext(RequestContext):
    """The context of a message, for which no route is looked: none belongs to it."""

    def match_request(self) -> None:
        """Look for no route."""


def _context_of(environ: dict[str, Any], sid: str, namespace: str) -> RequestContext:
    app: Flask = environ["flask.app"]
    with _MessageContext(app, environ) as context:
        request.sid, request.namespace = sid, namespace  # type: ignore[attr-defined]
        return context
