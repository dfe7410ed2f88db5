"""Lines of the log as they are drawn for pages: once for all rooms that read the same in one language.

Most lines differ in their words alone. So a line is drawn by the template with signs in place of its words
and its command, and is put together from there: moves come one after another, and look alike.
"""

from collections.abc import Callable
from dataclasses import fields, replace
from operator import attrgetter
from typing import Any

from flask import current_app, get_template_attribute
from markupsafe import Markup, escape

from webapp.battle_log.chronicle import LogLine
from webapp.server.language import language, told

_MOST = 16
"""Lines that are kept: as many may be read in one change, by the GM and others, in their languages."""
_FORMS = 64
"""Forms of lines that are kept."""
_COMMAND, _WORDS = "\x01", "\x02"
"""The signs: the command is put in first, so that nobody's words are taken for one."""
_Key = tuple[Any, ...]
_OF_ALL = attrgetter(*(field.name for field in fields(LogLine) if field.name not in ("number", "trace")))
"""What of a line is drawn alike for all who read it."""


class LogEntries:
    """What was drawn last, by what it is drawn from: the line without its number, for whom, the language."""

    def __init__(self) -> None:
        self._drawn: list[tuple[_Key, str]] = []
        self._forms: dict[tuple[Any, ...], str] = {}
        self._macros: dict[str, Callable[..., str]] = {}
        self._round: tuple[str, str] | None = None

    def fresh(self, lines: list[LogLine], is_gm: bool) -> str:
        """Draw new lines, as they are put behind those that a page has."""
        if self._round is None:
            head, _, tail = str(self._macro("fresh")([Markup(_WORDS)])).partition(_WORDS)
            self._round = head, tail
        head, tail = self._round
        return head + "".join(self._entry(line, is_gm) for line in lines) + tail

    def _entry(self, line: LogLine, is_gm: bool) -> str:
        spoken = language()
        key = (*_OF_ALL(line), is_gm, spoken)  # each room counts for itself
        drawn = next((drawn for of, drawn in self._drawn if of == key), None)
        if drawn is None:
            drawn = self._filled(replace(line, number=0, trace=None), is_gm, spoken)
            self._drawn = [(key, drawn), *self._drawn[: _MOST - 1]]
        return drawn.replace('id="log-0"', f'id="log-{line.number}"', 1)  # a template's

    def _filled(self, line: LogLine, is_gm: bool, spoken: str) -> str:
        """Draw a line by the form of those that are like it but for what is put in."""
        if line.roll is not None or line.figures or line.cards:
            return str(self._macro("entry")(line, is_gm))
        of = (line.kind, line.tone, line.rule, line.undone, line.by, is_gm, spoken)
        form = self._forms.get(of)
        if form is None:
            if len(self._forms) >= _FORMS:
                self._forms.clear()
            form = str(self._macro("entry")(replace(line, command=_COMMAND, text=_WORDS), is_gm))
            self._forms[of] = form
        return form.replace(_COMMAND, escape(line.command)).replace(_WORDS, escape(told(line.text)))

    def _macro(self, name: str) -> Callable[..., str]:
        """Give a macro of the template: looked up once, unless templates may change."""
        if name not in self._macros or current_app.jinja_env.auto_reload:
            self._macros[name] = get_template_attribute("panels/log/log_line.html", name)
        return self._macros[name]
