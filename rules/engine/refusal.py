"""The one error that a player sees."""


class Refusal(Exception):
    """Say why something may not be done; nothing has changed.

    Args:
        code: for programs, never changes (rules/README.md lists the shared ones, a system adds its own).
        message: for the person at the table, with the numbers that explain it and what would work.
        rule: the id of the rule that forbids it, or None.
    """

    def __init__(self, code: str, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule

    def __repr__(self) -> str:
        return f"Refusal({self.code!r}, {self.message!r}, rule={self.rule!r})"
