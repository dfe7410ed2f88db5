"""Where a battle's faces come from as it is played: from its sealed dice, counted by who throws them."""

from collections.abc import Iterable, Mapping

from rules.engine.battle_events import Rolled
from rules.engine.dice import Faces
from rules.engine.events import Event
from webapp.dice.sealed import DiceKey, Thrower


class Serials:
    """How many rolls each thrower has made in a log, those that were taken back included."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self._last: dict[Thrower, int] = {}
        self.count(events)

    def count(self, events: Iterable[Event]) -> None:
        """Count what was thrown; what was counted before, or is told again, counts no second time."""
        for event in events:
            if isinstance(event, Rolled):
                self.note(Thrower(event.who, event.quiet), event.serial)

    def note(self, thrower: Thrower, serial: int) -> None:
        """Take down the number of a roll; 0 for one that was under no seal."""
        self._last[thrower] = max(serial, self.last(thrower))

    def last(self, thrower: Thrower) -> int:
        """Give the number of a thrower's last roll; 0 where there is none."""
        return self._last.get(thrower, 0)

    def behind(self, events: Iterable[Event]) -> "Serials":
        """Give those after these events, without counting them here."""
        found = Serials()
        found._last = dict(self._last)
        found.count(events)
        return found


class SealedFaces:
    """The faces of one command: each roll has those of its ticket.

    Dice that belong to no roll have faces by the place of the command in the log: they are under no seal.
    """

    def __init__(
        self, key: DiceKey, serials: Serials, place: int, by_hand: frozenset[str] = frozenset()
    ) -> None:
        self._key, self._serials, self._place, self._by_hand = key, serials.behind(()), place, by_hand
        self._faces: Faces | None = None

    @property
    def seal(self) -> str:
        """What the faces are checked against."""
        return self._key.seal

    def is_by_hand(self, who: str) -> bool:
        """Say whether who plays this combatant throws real dice."""
        return who in self._by_hand

    def open_roll(self, who: str, purpose: str, *, quiet: bool, serial: int | None = None) -> int:
        """Turn to a roll: the next one, or one of this number again; give its number."""
        if serial == 0:
            self._faces = None
            return 0
        thrower = Thrower(who, quiet)
        number = serial or self._serials.last(thrower) + 1
        self._serials.note(thrower, number)
        self._faces = self._key.faces(self._key.ticket(thrower, number))
        return number

    def face(self, who: str, purpose: str, sides: int) -> int:
        """Give the next face."""
        if self._faces is None:
            self._faces = self._key.faces(f"place {self._place}".encode())
        return self._faces(sides)


def serials_of_stored(rows: Iterable[Mapping[str, object]]) -> Serials:
    """Count the rolls of a stored log, by the JSON of each."""
    found = Serials()
    for row in rows:
        serial = row.get("serial", 0)
        if isinstance(serial, int):
            found.note(Thrower(str(row["who"]), bool(row.get("quiet"))), serial)
    return found
