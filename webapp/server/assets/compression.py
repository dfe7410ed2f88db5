"""Texts sent compressed to those who take them so: a fifth of a page goes over a slow line.

A page holds the token of its forms beside what people typed. Who listens to an encrypted line, and can have a
browser ask again and again with words of theirs in the page, might find the token out by how long the answers
are. What another site causes carries no session here (the cookie is `SameSite=Lax`), but for pages that it
opens before the person's eyes, and those repeat nothing of their address.
"""

import gzip

from flask import Flask, Response, request

_LEAST = 2_000
"""Bytes of a page from which on it is worth it."""
_QUICK = 4
"""The level of gzip: a page is compressed each time that it is sent, and a better one takes twice as long."""
_TEXTS = ("text/html", "text/javascript")


def takes_gzip() -> bool:
    """Say whether who asks takes an answer compressed by gzip."""
    return request.accept_encodings["gzip"] > 0


def install(app: Flask) -> None:
    """Compress pages, panels and the texts of scripts on their way out."""
    app.after_request(_compress)


def _compress(response: Response) -> Response:
    if response.mimetype not in _TEXTS or response.is_streamed or "Content-Encoding" in response.headers:
        return response
    text = response.get_data()
    if len(text) < _LEAST:
        return response
    response.vary.add("Accept-Encoding")
    if takes_gzip():
        response.set_data(gzip.compress(text, _QUICK, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        etag, _ = response.get_etag()
        if etag is not None:
            response.set_etag(etag, weak=True)  # the same text, but not the same bytes
    return response
