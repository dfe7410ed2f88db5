"""Behind a proxy: whom a request comes from, and under which address it was asked for.

A proxy that takes the public's connections says in headers what it was asked. They are believed from the
proxy's own address alone: anybody may write them, and would choose what is counted and refused by address.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from werkzeug.middleware.proxy_fix import ProxyFix

from webapp.server.network import IPNetwork, is_among

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_PREFIX = "HTTP_X_FORWARDED_"


class BehindProxy:
    """WSGI wrapper outside of everything: puts what the proxy says in place, and drops what others say.

    `X-Forwarded-For`, `-Host` and `-Proto` count, each by its last value: the proxy wrote that one itself.
    """

    def __init__(self, app: "WSGIApplication", proxies: Sequence[IPNetwork]) -> None:
        self._app, self._proxies = app, proxies
        self._as_told = ProxyFix(self._without_headers, x_for=1, x_proto=1, x_host=1)

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer one request."""
        if is_among(environ.get("REMOTE_ADDR", ""), self._proxies):
            return self._as_told(environ, start_response)
        return self._without_headers(environ, start_response)

    def _without_headers(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        for name in [name for name in environ if name.startswith(_PREFIX) or name == "HTTP_FORWARDED"]:
            del environ[name]
        return self._app(environ, start_response)
