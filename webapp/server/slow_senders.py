"""Time limits for requests that arrive slowly: nobody keeps connections open by sending next to nothing.

A request's first lines have a limit in all: no browser takes seconds for two kilobytes. A body has a limit on
its progress and none on the whole: a map of a hundred megabytes over a bad network takes many minutes, and
is welcome as long as it goes on. Only the time is counted in which the server waits for the network, so that
a server that is busy itself takes nobody for slow.
"""

import errno
import io
import ssl
import time
from collections.abc import Callable
from typing import Any

from werkzeug.serving import WSGIRequestHandler

from webapp.settings import Patience
from webapp.sockets.websocket import STEP_ASIDE

_AT_A_STRETCH = 256 * 1024
_TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class PatientReader(io.RawIOBase):
    """Reads what comes over a connection, for as long as its sender may take."""

    def __init__(
        self, connection: Any, patience: Patience, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._sock = connection  # by this name WebSockets look for it
        self._patience, self._clock = patience, clock
        self._left, self._is_body, self._got, self._since_pause = patience.head, False, 0, 0
        self.has_given_up = False

    def await_head(self) -> None:
        """Begin to wait for a request's first lines."""
        self._left, self._is_body = self._patience.head, False

    def await_body(self) -> None:
        """Begin to wait for a request's body."""
        self._left, self._is_body, self._got = self._patience.body, True, 0

    def readable(self) -> bool:
        """Say that this can be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Wait for some bytes. Raises `TimeoutError` where too few have come for too long."""
        began = self._clock()
        try:
            self._sock.settimeout(max(self._left, 0.001))
            count = self._receive(buffer)
            self._sock.settimeout(None)
        except TimeoutError:
            self._left, self.has_given_up = 0.0, True
            self._sock.settimeout(None)
            raise TimeoutError(errno.ETIMEDOUT, "the request came too slowly") from None
        except OSError as error:
            if error.errno != errno.EBADF:
                raise
            return 0  # it was a WebSocket, which has closed it
        self._left -= self._clock() - began
        self._note(count)
        return count

    def _receive(self, buffer: Any) -> int:
        count: int = self._sock.recv_into(buffer)
        return count

    def _note(self, count: int) -> None:
        """Count what has come; let others have a turn where more is coming without an end."""
        self._got += count
        if self._is_body and self._got >= self._patience.body_bytes:
            self._left, self._got = self._patience.body, 0
        self._since_pause += count
        if self._since_pause >= _AT_A_STRETCH:
            self._since_pause = 0
            time.sleep(STEP_ASIDE)


def handler_for_threads(patience: Patience) -> type[WSGIRequestHandler]:
    """Give the class that answers requests where each connection has a thread."""

    class PatientThread(WSGIRequestHandler):
        def setup(self) -> None:
            super().setup()
            self._reader = PatientReader(self.connection, patience)
            self.rfile: io.BufferedIOBase = io.BufferedReader(self._reader)

        def handle_one_request(self) -> None:
            self._reader.await_head()
            super().handle_one_request()
            if self._reader.has_given_up:
                self.close_connection = True

        def parse_request(self) -> bool:
            is_whole: bool = super().parse_request()
            self._reader.await_body()
            return is_whole

        def log_error(self, format: str, *args: Any) -> None:
            if not self._reader.has_given_up:  # a slow sender is nothing to tell of
                super().log_error(format, *args)

    return PatientThread


def handler_for_gevent(patience: Patience) -> type[Any]:
    """Give the class that answers requests under gevent."""
    import gevent
    from gevent.pywsgi import WSGIHandler

    class EncryptedReader(PatientReader):
        """Waits no longer for bytes that come to nothing yet, as those of hands that are being shaken."""

        def _receive(self, buffer: Any) -> int:
            with gevent.Timeout(max(self._left, 0.001), TimeoutError):
                return super()._receive(buffer)

    class PatientGreenlet(WSGIHandler):  # type: ignore[misc]  # ships no types
        ignored_socket_errors = (*WSGIHandler.ignored_socket_errors, errno.ETIMEDOUT)

        def __init__(self, sock: Any, address: Any, server: Any) -> None:
            super().__init__(sock, address, server)
            is_encrypted = isinstance(sock, ssl.SSLSocket)
            self._reader = (EncryptedReader if is_encrypted else PatientReader)(sock, patience)
            self.rfile = io.BufferedReader(self._reader)

        def get_environ(self) -> Any:
            environ = super().get_environ()
            if environ["wsgi.url_scheme"] == "https" and not isinstance(self.socket, ssl.SSLSocket):
                environ["wsgi.url_scheme"] = "http"  # it came in plain text (`tls.TlsContext`)
            return environ

        def read_requestline(self) -> Any:
            self._reader.await_head()
            return super().read_requestline()

        def read_request(self, raw_requestline: str) -> Any:
            is_whole = super().read_request(raw_requestline)
            self._reader.await_body()
            return is_whole

        def handle_one_response(self) -> None:
            super().handle_one_response()
            if self._reader.has_given_up or "HTTP_UPGRADE" in self.environ:
                self.close_connection = True  # what follows is no request: frames of a socket, or the rest

        def _handle_client_error(self, ex: Exception) -> Any:
            if self._reader.has_given_up:
                return "408", _TOO_SLOW
            return super()._handle_client_error(ex)

    return PatientGreenlet
