"""How a sheet leans on its system's stock: pieces named by their ids, somebody ready-made to start from."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.engine.refusal import BadSheetRefusal
from rules.engine.text import text


def stock_reader(
    stock: Mapping[str, Any], what: str, refused: Mapping[str, str] | None = None
) -> Callable[[Any], Any]:
    """Make what reads a piece of stock: the piece that an id names, and anything else as it is.

    Args:
        what: what a single one is called.
        refused: what is said of ids that no sheet may name.
    Raises:
        ValueError: from what is made, for an id that the stock lacks.
    """

    def read(value: Any) -> Any:
        if not isinstance(value, str):
            return value
        if refused is not None and value in refused:
            raise ValueError(refused[value])
        if value not in stock:
            raise ValueError(f"there is no stock {what} {value!r}; known are {', '.join(stock)}")
        return stock[value]

    return read


def completed_from(
    ready_made: Mapping[str, Mapping[str, Any]], rule: str
) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """Make what completes a sheet by what its `stock` has where it says nothing itself; objects key by key.

    Raises:
        Refusal: from what is made, `bad-sheet` if there is no such stock.
    """

    def completed(data: Mapping[str, Any]) -> dict[str, Any]:
        name = data.get("stock")
        if name is None:
            return dict(data)
        if not isinstance(name, str) or name not in ready_made:
            known = ", ".join(ready_made)
            why = text("stock: there is no {name}; known are {known}", name=repr(name), known=known)
            raise BadSheetRefusal(why, rule)
        merged = {**ready_made[name], **data}
        for key, value in ready_made[name].items():
            if isinstance(value, Mapping) and isinstance(data.get(key), Mapping):
                merged[key] = {**value, **data[key]}
        return merged

    return completed
