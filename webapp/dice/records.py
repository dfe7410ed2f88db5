"""The dice of fights that were asked for last, each as somebody was told them. Worked out beside the loop."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any

from flask import current_app

from rules.engine.history.seal_events import DiceSealed
from webapp.dice.dice_file import DiceFile
from webapp.dice.page import GM
from webapp.dice.proven_dice import Reader, write_dice
from webapp.dice.told_rolls import ToldRoll, free_rolls, told_rolls
from webapp.server.background import run_apart
from webapp.server.language import told
from webapp.table.grants import Visitor
from webapp.table.host import Host
from webapp.talk.conversation import reader, talk_thrower

_RECORDS = "battlemat-dice"
_MOST_KEPT = 8


class DiceRecords:
    """What was told of the dice of some fights. Safe in any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[tuple[Any, ...], list[ToldRoll]] = OrderedDict()

    def rolls(self, host: Host, visitor: Visitor) -> list[ToldRoll]:
        """List all dice that a visitor was told of in a scene: those of the fight, and then free ones."""
        with host.lock:
            viewer, scene = host.viewer(visitor), host.scene
            entries = host.battle.entries[:]
            said = host.talk.said_here()
        key = scene.id, viewer.knowledge, len(entries)
        with self._lock:
            kept = self._kept.get(key)
        if kept is None:
            kept = run_apart(told_rolls, scene.system, scene.id, entries, viewer)
            with self._lock:
                self._kept[key] = kept
                while len(self._kept) > _MOST_KEPT:
                    self._kept.popitem(last=False)
        return kept + free_rolls(said, reader(visitor))

    def file(self, host: Host, visitor: Visitor) -> DiceFile:
        """Write the file of dice for a visitor."""
        rolls = self.rolls(host, visitor)
        with host.lock:
            owns = frozenset({*host.viewer(visitor).owns, talk_thrower(reader(visitor), is_blind=False).who})
            key, name, is_logged = host.dice.key, host.table.name, seal_is_logged(host)
        said = {words: told(words) for roll in rolls for words in (roll.name, roll.what)}
        to = Reader(
            owns=None if visitor.role == "gm" else owns, people=players_of(host), told=said.__getitem__
        )
        return run_apart(write_dice, key, rolls, to, name, is_logged=is_logged)


def players_of(host: Host) -> Callable[[str], str]:
    """Give what names who plays a combatant: the person who has the seat, else the GM."""
    with host.lock:
        names = {person.id: person.name for person in host.people}
        people = {who: names[person] for who, person in host.seats.items() if person in names}
    gm = told(GM)
    return lambda who: people.get(who, gm)


def seal_is_logged(host: Host) -> bool:
    """Say whether the log tells of the seal of the dice. Called with the host's lock held."""
    begun = (entry for entry in host.battle.entries if entry.do == "begin")
    seal = host.dice.key.seal
    return any(
        isinstance(event, DiceSealed) and event.seal == seal for entry in begun for event in entry.events
    )


def dice_records() -> DiceRecords:
    """Give the app's records."""
    found: DiceRecords = current_app.extensions.setdefault(_RECORDS, DiceRecords())
    return found
