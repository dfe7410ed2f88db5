"""Updates as a page takes them: moves of tokens that were sent ahead belong to the update that follows."""

from typing import Any


class JoinedMoves:
    """Puts moves that come ahead to the update that they belong to."""

    def __init__(self) -> None:
        self._ahead: list[dict[str, Any]] = []

    def take(self, update: dict[str, Any]) -> dict[str, Any] | None:
        """Give an update with all its moves; None for moves that the rest is still to follow."""
        if update.get("ahead"):
            self._ahead += update["moves"]
            return None
        ahead, self._ahead = self._ahead, []
        return update | {"moves": ahead + update["moves"]} if ahead and "moves" in update else update
