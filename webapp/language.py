"""In which language somebody is spoken to: what they chose, or else what their browser asks for.

Everything is written in English, and told in another language where it leaves for a page, by Flask-Babel. Its
catalogues are read from their .po files as they are (`catalogue`).
"""

from collections.abc import Iterator
from contextlib import contextmanager

from babel.support import NullTranslations
from flask import Flask, has_request_context, request
from flask_babel import Babel, Domain, force_locale, get_locale
from werkzeug.utils import cached_property

from webapp.catalogue import LANGUAGES, SOURCE, tell, translations
from webapp.grants import Visitor
from webapp.rows import TableSettings

COOKIE = "battlemat_language"
"""Where a browser keeps what somebody chose: for every table on this address."""


class _ReadDomain(Domain):  # type: ignore[misc]  # ships no types
    """Texts from .po files, without any compiled one beside them."""

    def get_translations(self) -> NullTranslations:
        return translations(language())


class _ReadBabel(Babel):  # type: ignore[misc]
    @cached_property
    def domain_instance(self) -> Domain:
        return _ReadDomain()


def install(app: Flask) -> None:
    """Let templates and views speak the language of who asks."""
    _ReadBabel(app, default_locale=SOURCE, locale_selector=wanted_language)
    app.jinja_env.filters["told"] = told
    app.jinja_env.globals.update(language=language, languages=LANGUAGES)


def language() -> str:
    """Give the language that is spoken now: of who asks, or the one that `speaking` set."""
    locale = get_locale()
    return str(locale.language) if locale is not None else SOURCE


def wanted_language() -> str:
    """Give the language that who asks wants: chosen once, or else the browser's."""
    if not has_request_context():
        return SOURCE
    chosen = request.cookies.get(COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    return request.accept_languages.best_match(LANGUAGES, SOURCE) or SOURCE


def page_language(visitor: Visitor, settings: TableSettings, wanted: str) -> str:
    """Give the language of a page: the table view's is the GM's to choose, any other page's its reader's."""
    of_table = settings.screen_language if visitor.role == "screen" and not visitor.through else ""
    return of_table if of_table in LANGUAGES else wanted


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language for a while, whoever asks: what goes to somebody else is told in theirs."""
    with force_locale(language):
        yield


def told(text: object) -> str:
    """Say in the present language what the rules said in English; what no catalogue has stays as it is."""
    words = str(text)
    now = language()
    return words if now == SOURCE else tell(now, words)
