"""The one error that a player sees."""

from typing import Self

from rules.engine.text import Text, Words, as_text, in_full, text


class Refusal(Exception):
    """Say why something may not be done; nothing has changed.

    Args:
        code: for programs, never changes (rules/README.md lists the shared ones, a system adds its own).
        text: for the person at the table, with the numbers that explain it and what would work; `message`
            is the same in English with every name, for programs and for who may know all.
        rule: the id of the rule that forbids it, or None.
    """

    def __init__(self, code: str, text: Words, rule: str | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.text = text
        self.rule = rule
        self._may_name_all = True

    @property
    def message(self) -> str:
        """Return the words in English: worked out when they are read, for most refusals are only counted."""
        return in_full(self.text) if self._may_name_all else str(self.text)

    def said_as(self, text: Words) -> "Refusal":
        """Give the same refusal in the words for a reader: whom these do not name, `message` does not."""
        said = Refusal(self.code, text, self.rule)
        said._may_name_all = False
        return said

    def only_read(self) -> Self:
        """Give it without the frames that it came through, for who catches it and raises it to nobody.

        One of them mostly has it in a variable, and then none is let go of before the collector finds them.
        """
        return self.with_traceback(None)

    def __str__(self) -> str:
        return self.message

    def __repr__(self) -> str:
        return f"Refusal({self.code!r}, {self.message!r}, rule={self.rule!r})"


class BadSheetRefusal(Refusal):
    """A sheet cannot be used; `why` says so within a sentence, for who says of what it is a part."""

    def __init__(self, why: Words, rule: str | None = None) -> None:
        self.why: Text = as_text(why)
        super().__init__("bad-sheet", text("This sheet cannot be used: {why}.", why=self.why), rule)
