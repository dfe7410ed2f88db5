"""Sessions that no clock ends: a laptop may be set back, or think it 1970 until a network tells the time.

Flask's own take a cookie for none that was signed in what is the future now, or long ago. When that was
is of no interest here: what a grant is worth is looked up each time, a link that was changed ends those that
came by it, and how long a browser keeps the cookie is counted by the browser, in seconds from now.
"""

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature


class ClocklessSessions(SecureCookieSessionInterface):
    """Flask's signed cookies, read whatever time they were signed at."""

    def open_session(self, app: Flask, asked: Request) -> SecureCookieSession | None:
        """Read the session of a request; an empty one where the signature is not ours."""
        reader = self.get_signing_serializer(app)
        if reader is None:
            return None
        try:
            return self.session_class(reader.loads(asked.cookies.get(self.get_cookie_name(app), "")))
        except BadSignature:
            return self.session_class()

    def get_cookie_secure(self, app: Flask) -> bool:
        """Say whether the browser keeps the cookie to itself on plain http: where it came over https."""
        return request.is_secure

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> None:
        """Give no date until which a browser keeps the cookie: it would be by this machine's clock."""
        return

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Write the session where it has changed, or with a page, which prolongs it.

        Static files say the same to everyone. A picture that was asked for before a form was sent, and comes
        after its answer, would take back what the answer has granted.
        """
        if request.endpoint in ("static", "portrait"):
            return
        if session.accessed and not session.modified and response.mimetype != "text/html":
            response.vary.add("Cookie")
            return
        before = len(response.headers.getlist("Set-Cookie"))
        super().save_session(app, session, response)
        cookies = response.headers.getlist("Set-Cookie")
        if len(cookies) > before and session and session.permanent:
            lasts = int(app.permanent_session_lifetime.total_seconds())
            response.headers.setlist("Set-Cookie", [*cookies[:-1], f"{cookies[-1]}; Max-Age={lasts}"])
