"""Lines of the log as they are drawn for pages: once for all rooms that read the same in one language."""

from dataclasses import replace

from flask import get_template_attribute
from markupsafe import Markup

from webapp.battle_log.chronicle import LogLine
from webapp.server.language import language

_MOST = 16
"""Lines that are kept: as many may be read in one change, by the GM and others, in their languages."""
_Key = tuple[LogLine, bool, str]


class LogEntries:
    """What was drawn last, by what it is drawn from: the line without its number, for whom, the language."""

    def __init__(self) -> None:
        self._drawn: list[tuple[_Key, str]] = []

    def fresh(self, lines: list[LogLine], is_gm: bool) -> str:
        """Draw new lines, as they are put behind those that a page has."""
        entries = [self._entry(line, is_gm) for line in lines]
        return str(get_template_attribute("panels/log_line.html", "fresh")(entries))

    def _entry(self, line: LogLine, is_gm: bool) -> Markup:
        key = (replace(line, number=0, trace=None), is_gm, language())  # each room counts for itself
        drawn = next((drawn for of, drawn in self._drawn if of == key), None)
        if drawn is None:
            drawn = str(get_template_attribute("panels/log_line.html", "entry")(key[0], is_gm))
            self._drawn = [(key, drawn), *self._drawn[: _MOST - 1]]
        return Markup(drawn.replace('id="log-0"', f'id="log-{line.number}"', 1))  # a template's
