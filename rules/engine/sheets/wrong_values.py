"""What is wrong with a value that was typed or sent, in words for people."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from rules.engine.text import Gap, Text, Words, joined, key_words, text

_BRANCHES = frozenset({"str", "int", "float", "bool", "none", "tuple", "list"})


class WrongValue(ValueError):
    """A value that does not go with the others: raised by a model's own check, with the key it is about."""

    def __init__(self, key: str, words: Words) -> None:
        """Take the key, as the model has it, and say without a full stop what is wrong there."""
        super().__init__(f"{key}: {words}")
        self.key = key
        self.words = words


def require_once(key: str, ids: Sequence[str]) -> None:
    """Raise `WrongValue` if one of the ids listed under a key stands there twice."""
    if twice := sorted({id_ for id_ in ids if ids.count(id_) > 1}):
        raise WrongValue(key, text("{thing} is listed twice", thing=f"“{twice[0]}”"))


def require_among_weapons(key: str, ids: Sequence[str], weapons: Sequence[str]) -> None:
    """Raise `WrongValue` if one of the ids listed under a key is none of the weapons'."""
    if strange := [id_ for id_ in ids if id_ not in weapons]:
        raise WrongValue(key, text("{thing} is not among the weapons", thing=f"“{strange[0]}”"))


def is_branch(part: Any) -> bool:
    """Say whether a step to a value names a type that was tried, and no key of what was written."""
    return isinstance(part, str) and (part in _BRANCHES or "[" in part or "(" in part)


def explain(error: ValidationError, within: Sequence[str | int] = ()) -> Text:
    """Word the first complaint: what it is about, and what that may be.

    Args:
        within: the steps to what is known to be meant; they are not said.
    """
    first = error.errors(include_url=False)[0]
    steps = [part for part in first["loc"] if not is_branch(part)]
    known = next((n for n, (a, b) in enumerate(zip(steps, within, strict=False)) if a != b), len(within))
    where = [_step(part) for part in steps[known:]]
    label: Gap = joined(where) if where else text("the whole")
    if first["type"] in ("extra_forbidden", "unexpected_keyword_argument"):
        return text("{key}: there is no such key", key=label)
    return text("{key}: {why}", key=label, why=_asked_for(first))


def _step(part: Any) -> Gap:
    return text("no. {number}", number=part + 1) if isinstance(part, int) else key_words(str(part))


def _asked_for(problem: Mapping[str, Any]) -> Words:
    """Say in words what a value must be instead, within a sentence."""
    kind, context = problem["type"], problem.get("ctx", {})
    match kind:
        case "missing":
            return text("this must be given")
        case "greater_than_equal":
            return text("at least {limit}", limit=float(context["ge"]))
        case "less_than_equal":
            return text("at most {limit}", limit=float(context["le"]))
        case "greater_than":
            return text("more than {limit}", limit=float(context["gt"]))
        case "less_than":
            return text("less than {limit}", limit=float(context["lt"]))
        case "int_type" | "int_parsing" | "int_from_float" | "int_parsing_size":
            return text("a whole number is wanted")
        case "float_type" | "float_parsing" | "finite_number":
            return text("a number is wanted")
        case "bool_type" | "bool_parsing":
            return text("yes or no is wanted")
        case "string_type":
            return text("words are wanted")
        case "string_too_short" | "too_short":
            return text("at least {limit}, please", limit=context.get("min_length", 1))
        case "string_too_long" | "too_long":
            return text("at most {limit}, please", limit=context.get("max_length", 1))
        case "literal_error" | "enum":
            return text("it is {expected}", expected=choices(str(context["expected"])))
        case "tuple_type" | "list_type":
            return text("a list is wanted")
        case "value_error":
            error = context.get("error")
            if isinstance(error, WrongValue):
                return text("{key}: {why}", key=key_words(error.key), why=error.words)
            return own_words(problem)
    return text("this does not fit here")


def own_words(problem: Mapping[str, Any]) -> Words:
    """Give the words of a model's own check, which may be a `Text`."""
    error = problem.get("ctx", {}).get("error")
    said = error.args[0] if isinstance(error, ValueError) and error.args else ""
    return said if isinstance(said, Text) else str(problem["msg"]).removeprefix("Value error, ")


def choices(expected: str) -> Text:
    """Put what pydantic expects (`'all-out', 'guarded' or 'sprint'`) as one says it."""
    ids = [one.strip().strip("'") for one in expected.replace("' or '", "', '").split("', '")]
    words = [key_words(one) for one in ids]
    if len(words) < 2:
        return words[0]
    return text("{most} or {last}", most=joined(words[:-1]), last=words[-1])
