"""The one error that a player sees."""

from rules.engine.text import Words, in_full


class Refusal(Exception):
    """Say why something may not be done; nothing has changed.

    Args:
        code: for programs, never changes (rules/README.md lists the shared ones, a system adds its own).
        text: for the person at the table, with the numbers that explain it and what would work; `message`
            is the same in English with every name, for programs and for who may know all.
        rule: the id of the rule that forbids it, or None.
    """

    def __init__(self, code: str, text: Words, rule: str | None = None) -> None:
        message = in_full(text)
        super().__init__(message)
        self.code = code
        self.text = text
        self.message = message
        self.rule = rule

    def said_as(self, text: Words) -> "Refusal":
        """Give the same refusal in the words for a reader: whom these do not name, `message` does not."""
        said = Refusal(self.code, text, self.rule)
        said.message = str(text)
        said.args = (said.message,)
        return said

    def __repr__(self) -> str:
        return f"Refusal({self.code!r}, {self.message!r}, rule={self.rule!r})"
