"""HTTP errors that say why, in words for people, which are told where the error is shown."""

from werkzeug.exceptions import Forbidden, HTTPException, NotFound, TooManyRequests

from rules.engine.text import Words, in_full


class WordedError(HTTPException):
    """An HTTP error with words of its own, in place of those that its number has."""

    def __init__(self, words: Words) -> None:
        super().__init__(in_full(words))
        self.words = words


class Missing(WordedError, NotFound):
    """What was asked for is not here, or not for who asks."""


class Denied(WordedError, Forbidden):
    """Who asks may not have it."""


class TooOften(WordedError, TooManyRequests):
    """It was asked for more often than is borne."""
