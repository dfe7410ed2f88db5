"""`python -m tests.dead_code`: lists the code that nothing uses, and fails where there is any.

What templates read counts as used. `CALLED_FROM_OUTSIDE` names what only libraries call or read, or what
saved battles and commands bring.
"""

import re
import sys
from pathlib import Path

from vulture import Vulture

ROOT = Path(__file__).resolve().parent.parent
READ = ("rules", "webapp", "tests")
NOT_READ = ("*/tests/types/*", "*/webapp/migrations/*")
DECORATORS = ("@bp.*", "@app.*", "@socketio.*", "@live.*", "@pytest.fixture*", "@*_validator*", "@_action*")
"""What hands a function to somebody who calls it."""
CALLED_FROM_OUTSIDE = (
    # pytest, HTMLParser
    *(
        "pytest_runtest_makereport",
        "pytest_collection",
        "pytest_collection_finish",
        "pytest_collection_modifyitems",
        "pytest_generate_tests",
        "pytest_xdist_make_scheduler",
        "pytestmark",
        "handle_starttag",
        "handle_startendtag",
        "handle_endtag",
        "handle_data",
    ),
    # Flask, Babel and gettext, werkzeug, WSGI servers
    *(
        "testing",
        "session_interface",
        "match_request",
        "url_rule_class",
        "open_session",
        "get_expiration_time",
        "get_cookie_secure",
        "bytecode_cache",
        "max_content_length",
    ),
    *(
        "ugettext",
        "ungettext",
        "show_server_banner",
        "close_connection",
    ),
    *("readable", "public", "private", "immutable", "no_store", "max_age", "_thread"),
    "msg",  # of a logging record
    "print_exception",  # of gevent's hub
    *("data_is_binary", "_send_eio_packet"),  # Socket.IO
    *("persistent_id", "persistent_load"),  # pickle
    # SQLAlchemy, sqlite3, pydantic
    *("impl", "cache_ok", "process_bind_param", "process_result_value", "isolation_level", "text_factory"),
    "is_disconnect",  # of the context in which SQLAlchemy tells of an error
    "model_config",
    # arguments that a fixture or an override has, and imports for types that are written as strings
    *("tz", "marked", "Playwright", "StartResponse", "WSGIApplication", "WSGIEnvironment"),
    # names of a sheet's fields, which are read by their names: skills and attributes
    *(
        "brawn",
        "savvy",
        "charm",
        "guile",
        "Will",
        "Per",
        "perception",
        "intelligence",
        "acrobatics",
        "stealth",
    ),
    *("ballistics", "archery", "throwing", "awareness", "scrutiny", "medicine", "arcana", "psy", "barter"),
    *("deception", "intimidation", "persuasion", "leadership"),
    # in saved battles, or given as facts with a command
    *("target_name", "enters_zone", "still_adjacent", "STEADY"),
)


def read_by_templates() -> set[str]:
    """List the attributes that some template reads."""
    found: set[str] = set()
    for path in (ROOT / "templates").rglob("*.html"):
        said = re.findall(r"\{[{%](.*?)[%}]\}", path.read_text(encoding="utf-8"), re.DOTALL)
        found.update(name for piece in said for name in re.findall(r"\.(\w+)", piece))
    return found


def unused() -> list[str]:
    """Describe each piece of code that nothing uses."""
    reader = Vulture(ignore_decorators=list(DECORATORS))
    reader.scavenge([str(ROOT / folder) for folder in READ], exclude=list(NOT_READ))
    # Told to ignore these names, it would match each name there is against each of them: half a minute.
    ignored = {*CALLED_FROM_OUTSIDE, *read_by_templates()}
    found = reader.get_unused_code(min_confidence=60)
    return [item.get_report() for item in found if item.name not in ignored]


if __name__ == "__main__":
    found = unused()
    print("\n".join(found))
    sys.exit(bool(found))
