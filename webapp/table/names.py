"""Names that people type: of themselves, of tables, of sides; and ids, which nobody types."""

import secrets

from rules.engine.refusal import Refusal
from rules.engine.text import Text, text

LONGEST = 40
"""Letters of a person's or a side's name."""
LONGEST_TITLE = 60
"""Letters of a table's or a scene's name."""


def read_name(typed: str | None, what: Text, longest: int = LONGEST) -> str:
    """Tidy a name: one line, single blanks, nothing that cannot be printed.

    Raises:
        Refusal: `bad-name`, if nothing is left, or it has too many letters.
    """
    printable = "".join(sign if sign.isprintable() else " " for sign in typed or "")
    name = " ".join(printable.split())
    if not name:
        raise Refusal("bad-name", text("Please type {what}.", what=what))
    if len(name) > longest:
        raise Refusal(
            "bad-name",
            text(
                "{what} has at most {longest} letters; this has {letters}.",
                what=what.large,
                longest=longest,
                letters=len(name),
            ),
        )
    return name


def file_name(name: str, suffix: str) -> str:
    """Make the name of a scene or a table one that any file system takes, and put a suffix after it."""
    safe = "".join(sign if sign.isalnum() or sign in " -_()[]'" else "-" for sign in name).strip(" -")
    return f"{safe or 'unnamed'}{suffix}"


def new_id() -> str:
    """Make an id for addresses: 12 of 62 signs, so that none is guessed and none need be looked up first."""
    signs = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    return "".join(secrets.choice(signs) for _ in range(12))
