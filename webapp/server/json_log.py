"""What the server tells, in lines of JSON, for programs that gather logs.

Each line has `time` (UTC), `level`, `process` (its id), `from` and `message`; what belongs to it has keys of
its own, and where something failed `trace` tells where. Everything goes to the one stream, in the order in
which it happened.
"""

import json
import logging
import sys
import threading
from datetime import UTC, datetime
from typing import Any, TextIO

_FIELDS = "battlemat_fields"
_terminal = logging.getLogger("battlemat")


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "process": record.process,
            "from": record.name,
            "message": record.getMessage(),
            **getattr(record, _FIELDS, {}),
        }
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)


def tell(level: int, message: str, **fields: object) -> None:
    """Write a line that is for whoever runs the server."""
    _terminal.log(level, message, extra={_FIELDS: fields})


def begin(stream: TextIO) -> None:
    """Write whatever is logged from now on as JSON: by us, by the libraries, and what nobody has caught."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    _terminal.setLevel(logging.INFO)
    logging.captureWarnings(True)
    threading.excepthook = lambda caught: _failed(caught.exc_type, caught.exc_value, caught.exc_traceback)
    if "gevent.monkey" in sys.modules:
        import gevent

        gevent.get_hub().print_exception = lambda _context, *caught: _failed(*caught)


def _failed(kind: Any, error: Any, trace: Any) -> None:
    _terminal.error("Something failed that nobody waited for", exc_info=(kind, error, trace))
