"""The guards at the door: which host names, whose forms, what a page may load, how often a code may be tried.

Plain http on a local network is no secure context, so browsers send no Sec-Fetch headers there: forms are
guarded by a token and by the Origin header, with Sec-Fetch-Site only on top. A foreign name that is made to
point at this machine (DNS rebinding) would pass both: the gate lets only known names and bare addresses in.
"""

import hmac
import ipaddress
import logging
import secrets
import time
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request, session

from rules.engine.text import text
from webapp.server.http_errors import Denied, TooOften
from webapp.server.network import send_at_once
from webapp.settings import Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_log = logging.getLogger(__name__)

MEGABYTE = 1_000_000
FORM_BYTES = MEGABYTE // 2
JSON_BYTES = 5 * MEGABYTE
"""A map of 5,000 walls, sent as a command, has about one."""
UPLOAD_BYTES = 25 * MEGABYTE
BIG_UPLOAD_BYTES = 125 * MEGABYTE
"""For the routes that take Universal VTT files, whose pictures are written in base 64."""

_CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'"
    "; font-src 'self'; media-src blob:; manifest-src 'self'; form-action 'self'; base-uri 'none'"
    "; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _CSP,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # "no-referrer" would make every form's Origin "null"
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_ALWAYS_TLS = "max-age=31536000"
"""For a year a browser that was here asks by https alone."""
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_View = TypeVar("_View", bound=Callable[..., object])


# ----------------------------------------------------------------------------------------- the gate
class Gate:
    """WSGI wrapper around everything, the sockets too: refuses foreign hosts, and declines compression.

    Compression is paid once for each client and frame and saves little on a local network: declining it gives
    1.7 times the moves a second with 200 clients.
    """

    def __init__(self, app: "WSGIApplication", names: "HostNames") -> None:
        self._app, self._names = app, names

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer one request."""
        environ.pop("HTTP_SEC_WEBSOCKET_EXTENSIONS", None)
        send_at_once(environ)
        if self._names.allows(environ.get("HTTP_HOST", "")):
            try:
                return self._app(environ, start_response)
            except (
                ValueError
            ) as error:  # of a socket, not Flask's: what was sent over it is no message at all
                if "HTTP_UPGRADE" not in environ:
                    raise
                _log.warning("A socket was closed: %s", error)
                return []
        text = "Battlemat is not reached by this name. Use the address that its terminal shows.\n"
        start_response("400 Bad Request", [("Content-Type", "text/plain; charset=utf-8")])
        return [text.encode()]


class HostNames:
    """The names under which the server may be asked, ports aside."""

    def __init__(self, names: Iterable[str], *, lan: bool) -> None:
        self._names = frozenset(name.lower().rstrip(".") for name in names)
        self._lan = lan

    def allows(self, host: str) -> bool:
        """Say whether a Host header is one of ours.

        On a local network any bare address will do: a laptop's changes from room to room, and no foreign page
        can have a bare address of ours for its origin.
        """
        name = _host_name(host)
        if name is None:
            return False
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return name in self._names
        return self._lan or address.is_loopback or name in self._names

    def allows_origin(self, origin: str | None, environ: "WSGIEnvironment") -> bool:
        """Say whether a page of this origin may talk to us: only pages that came from the very same host."""
        if origin is None:
            return True  # no browser; the session decides
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https"):
            return False
        if parts.scheme == "http" and environ.get("wsgi.url_scheme") == "https":
            return False  # anybody on the way may have written that page
        return self.allows(parts.netloc) and parts.netloc.lower() == environ.get("HTTP_HOST", "").lower()


def _host_name(host: str) -> str | None:
    """Take the port off a Host header."""
    try:
        name = urlsplit(f"//{host}").hostname
    except ValueError:
        return None
    return name.rstrip(".") if name and not set("/?#@\\") & set(host) else None


# ----------------------------------------------------------------------------------------- requests
def csrf_token() -> str:
    """Give the session's token for forms, and make it first if need be."""
    if "csrf" not in session:
        session["csrf"] = secrets.token_urlsafe(24)
    return str(session["csrf"])


def takes_big_files(view: _View) -> _View:
    """Mark a view as one whose uploads may be as large as map files are."""
    view.takes_big_files = True  # type: ignore[attr-defined]
    return view


def _most_bytes() -> int:
    """Tell how large the body of this request may be; only files may be large."""
    if request.mimetype != "multipart/form-data":
        return JSON_BYTES if request.is_json else FORM_BYTES
    view = current_app.view_functions.get(request.endpoint or "")
    return BIG_UPLOAD_BYTES if getattr(view, "takes_big_files", False) else UPLOAD_BYTES


def guarded(app: "WSGIApplication", names: "HostNames", settings: Settings) -> "WSGIApplication":
    """Wrap an app in the gate, and in what https or a proxy in front ask for."""
    if settings.https:
        from webapp.server.tls import ToHttps

        app = ToHttps(app)
    gate = Gate(app, names)
    if not settings.proxies:
        return gate
    from webapp.server.proxy import BehindProxy

    return BehindProxy(gate, settings.proxies)


def install(
    app: Flask,
    names: HostNames,
    before_upload: Callable[[], None] = lambda: None,
    *,
    keeps_tls: bool = False,
) -> None:
    """Put limits, the check of forms and the headers in place.

    Args:
        before_upload: called before a file is taken in; refuses it by raising.
        keeps_tls: whether a browser that came by https is to come by nothing else: where a proxy has a
            certificate that browsers accept. One of our own they must be free to turn away from.
    """
    app.config.update(
        MAX_CONTENT_LENGTH=UPLOAD_BYTES,
        MAX_FORM_MEMORY_SIZE=FORM_BYTES,
        MAX_FORM_PARTS=200,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",  # with Strict an invitation link would lose the session
    )

    def check() -> None:
        if request.method in _SAFE:
            return
        request.max_content_length = _most_bytes()
        if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
            raise Denied(text("This came from another site, so that nothing was done."))
        if not names.allows_origin(request.headers.get("Origin"), request.environ):
            raise Denied(text("This came from another site, so that nothing was done."))
        sent = request.headers.get("X-CSRF-Token")
        if sent is None:
            sent = request.form.get("csrf", "")
        known = session.get("csrf", "")
        if not known or not hmac.compare_digest(sent.encode(), str(known).encode()):
            raise Denied(text("This page is too old to send anything: load it again, then try once more."))
        if request.mimetype == "multipart/form-data":
            before_upload()

    def add_headers(response: Response) -> Response:
        for name, value in _HEADERS.items():
            response.headers.setdefault(name, value)
        if response.mimetype in ("text/html", "application/json"):
            response.headers.setdefault("Cache-Control", "private, no-cache")
        if keeps_tls and request.is_secure:
            response.headers.setdefault("Strict-Transport-Security", _ALWAYS_TLS)
        return response

    app.before_request(check)
    app.after_request(add_headers)
    app.jinja_env.globals["csrf_token"] = csrf_token


# ----------------------------------------------------------------------------------------- attempts
SLOW_TRY = 1.0
"""Seconds that each try takes whose address has failed too often."""
MOST_SLOW_TRIES = 8
"""How many such tries of one address wait at a time."""


def comes_from_elsewhere() -> bool:
    """Say whether a page of another site caused this request: what it tries, the person before it does not.

    On a local network, which is no secure context, the Referer is the only sign of it. A program can pretend
    anything here, and gains nothing: what comes from elsewhere is counted as well, only apart.
    """
    if request.headers.get("Sec-Fetch-Site", "none") not in ("same-origin", "none"):
        return True
    senders = (request.headers.get("Origin"), request.headers.get("Referer"))
    return any(urlsplit(sender).netloc.lower() != request.host.lower() for sender in senders if sender)


class Attempts:
    """Counts failed tries for each address within a stretch of time, in this process."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.most, self.seconds, self._clock = most, seconds, clock
        self._failed: dict[str, list[float]] = {}
        self._next: dict[str, float] = {}

    def check(self, address: str) -> None:
        """Refuse an address that failed too often. Raises `TooOften` with a sentence."""
        if self.count(address) >= self.most:
            raise TooOften(text("Too many wrong codes came from here. Ask the GM for the right one."))

    def seconds_to_wait(self, address: str) -> float:
        """Tell how long an address waits before its next try: not at all before it has failed too often.

        From then on its tries go one by one, `SLOW_TRY` apart, however many come at once.
        Raises `TooOften` where `MOST_SLOW_TRIES` wait already.
        """
        if self.count(address) < self.most:
            return 0.0
        seconds = self.next_turn(address)
        if seconds > SLOW_TRY * MOST_SLOW_TRIES:
            self.check(address)
        return seconds

    def failed(self, address: str) -> None:
        """Count one failed try."""
        self._failed[address] = [*self._recent(address), self._clock()]
        for other in [a for a in self._failed if not self._recent(a)]:
            del self._failed[other]

    def count(self, address: str) -> int:
        """Tell how many tries of an address failed of late."""
        return len(self._recent(address))

    def next_turn(self, address: str) -> float:
        """Give a try its turn, in seconds from now; none is given where `MOST_SLOW_TRIES` wait already."""
        now = self._clock()
        self._next = {other: at for other, at in self._next.items() if at > now}
        at = self._next.get(address, now) + SLOW_TRY
        if at - now <= SLOW_TRY * MOST_SLOW_TRIES:
            self._next[address] = at
        return at - now

    def _recent(self, address: str) -> Collection[float]:
        since = self._clock() - self.seconds
        return [at for at in self._failed.get(address, ()) if at > since]
