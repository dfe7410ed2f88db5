"""The dice of one scene as it is played: under its seal, with the rolls counted that its log holds."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from rules.engine.dice import FaceSource
from rules.engine.events import Event
from webapp.dice.face_source import SealedFaces, Serials, serials_of_stored
from webapp.dice.sealed import DiceKey, dice_key


class SceneDice:
    """What a scene's commands are thrown with. Used with the table's lock held."""

    def __init__(self, seed: str, stored_rolls: Callable[[], Iterable[Mapping[str, object]]]) -> None:
        """Hold the dice of a seed.

        Args:
            stored_rolls: reads the rolls of the scene's log, once something is thrown.
        """
        self.key: DiceKey = dice_key(seed)
        """The key of the scene's dice; never to leave the server."""
        self._stored_rolls = stored_rolls
        self._serials: Serials | None = None

    def faces(self, place: int, by_hand: frozenset[str], ahead: Sequence[Event] = ()) -> FaceSource:
        """Give the dice of a command.

        Args:
            place: of the command in the log.
            by_hand: the combatants whose players throw real dice.
            ahead: what is decided ahead of it, and not yet in the log.
        """
        if self._serials is None:
            self._serials = serials_of_stored(self._stored_rolls())
        return SealedFaces(self.key, self._serials.behind(ahead), place, by_hand)

    def count(self, events: Iterable[Event]) -> None:
        """Count the rolls among events that have been kept."""
        if self._serials is not None:
            self._serials.count(events)
