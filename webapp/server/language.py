"""In which language somebody is spoken to: what they chose, or else what their browser asks for.

Everything is written in English, and told in another language where it leaves for a page. Flask-Babel keeps
which language that is for a request; the catalogues are read from their .po files as they are (`catalogue`).
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from flask import Flask, has_request_context, request
from flask_babel import Babel, get_locale

from rules.engine.text import Text, head, in_words, key_words
from webapp.server.catalogue import LANGUAGES, SOURCE, Templates, translations
from webapp.store.rows import TableSettings
from webapp.table.grants import Visitor

_Answer = TypeVar("_Answer", bound=Mapping[str, Any])
_NOW: ContextVar[str | None] = ContextVar("language", default=None)
"""What `speaking` set: a page asks for it some hundred times."""
_WORDS = frozenset(("words", "word", "label", "text", "message"))

COOKIE = "battlemat_language"
"""Where a browser keeps what somebody chose: for every table on this address."""


def install(app: Flask) -> None:
    """Let templates and views speak the language of who asks."""
    Babel(app, default_locale=SOURCE, locale_selector=wanted_language)
    # Flask-Babel's own callables want compiled catalogues, and look up the app for each text of a page.
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]  # by the extension that it adds
        gettext=lambda said: translations(language()).ugettext(said),
        ngettext=lambda one, many, count: translations(language()).ungettext(one, many, count),
        newstyle=True,
    )
    app.jinja_env.filters.update(told=told, head=head, key_words=key_words)
    app.jinja_env.globals.update(language=language, languages=LANGUAGES, wanted_language=wanted_language)


def language() -> str:
    """Give the language that is spoken now: of who asks, or the one that `speaking` set."""
    now = _NOW.get()
    if now is not None:
        return now
    locale = get_locale()
    return str(locale.language) if locale is not None else SOURCE


def language_cookie() -> str:
    """Name the cookie for what was chosen; one that came by https is out of reach without."""
    return f"{COOKIE}_tls" if request.is_secure else COOKIE


def wanted_language() -> str:
    """Give the language that who asks wants: chosen once, or else the browser's."""
    if not has_request_context():
        return SOURCE
    chosen = request.cookies.get(language_cookie(), "")
    if chosen in LANGUAGES:
        return chosen
    return request.accept_languages.best_match(LANGUAGES, SOURCE) or SOURCE


def known_language(wanted: object) -> str:
    """Give the language that a page says it is in; where it says none that is known, the browser's."""
    return wanted if isinstance(wanted, str) and wanted in LANGUAGES else language()


def page_language(visitor: Visitor, settings: TableSettings, wanted: str) -> str:
    """Give the language of a page: the projector's is the GM's to choose, any other page's its reader's."""
    of_table = settings.screen_language if visitor.role == "screen" and not visitor.through else ""
    return of_table if of_table in LANGUAGES else wanted


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language for a while, whoever asks: what goes to somebody else is told in theirs."""
    before = _NOW.set(language)
    try:
        yield
    finally:
        _NOW.reset(before)


def told_all(answer: _Answer) -> _Answer:
    """Say in the present language what an answer to a script holds of words; markup has been told already."""
    told_answer: _Answer = _told_within(answer)
    return told_answer


def _told_within(part: Any, key: str = "") -> Any:
    if isinstance(part, dict):
        return {name: _told_within(value, name) for name, value in part.items()}
    if isinstance(part, list | tuple):
        return [_told_within(value, key) for value in part]
    if isinstance(part, Text):
        return told(part)
    return told(part) if key in _WORDS and isinstance(part, str) and "<" not in part else part


def told(text: object) -> str:
    """Say a text, or a plain label, in the present language; what no catalogue has stays as it is."""
    now = language()
    if isinstance(text, Text):
        return in_words(text, Templates(now))
    return Templates(now).one(str(text))
