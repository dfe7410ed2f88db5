"""Fights that were rehearsed and then played to their end at the table, beside what the rehearsals said."""

from dataclasses import dataclass
from datetime import datetime
from threading import Lock

from flask import current_app

from rules.engine.names import side_words
from rules.engine.text import Words
from rules.rehearsal.calibration import Calibration, PlayedFight
from rules.rehearsal.intervals import Share
from rules.rehearsal.outcome import sides_standing
from rules.rehearsal.tally import FEWEST
from webapp.archive.replay import replays
from webapp.context import get_store
from webapp.rehearsal.kept import fights_in
from webapp.table.host import Host

_PLAYED = "battlemat-played-fights"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedView:
    """One such fight, as the GM reads it."""

    scene_id: str
    name: str
    heroes: Words
    percent: int
    fights: int
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationView:
    """All of a table's."""

    fights: tuple[PlayedView, ...]
    won: int
    expected: str
    """How many would have been won by the rehearsals."""
    is_more_than_chance: bool
    fewest: int = FEWEST
    """A rehearsal of fewer fights is not counted."""


@dataclass(frozen=True, slots=True)
class _Read:
    """What was found of one scene, when its rehearsal was as old and its log as long."""

    at: datetime
    last_seq: int
    heroes: str
    fight: PlayedFight | None


class PlayedFights:
    """What is known of scenes that were rehearsed. Safe in any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._read: dict[str, _Read] = {}

    def view(self, table_id: str) -> CalibrationView | None:
        """Lay out what is known of a table's fights; None as long as none of them is over."""
        store, shown, fights = get_store(), list[PlayedView](), list[PlayedFight]()
        for scene_id, at in store.rehearsals.of_table(table_id).items():
            host = replays().scene(table_id, scene_id)
            read = self._look(host, at)
            if read.fight is None:
                continue
            fights.append(read.fight)
            shown.append(
                PlayedView(
                    scene_id=scene_id,
                    name=host.scene.name,
                    heroes=side_words(read.heroes),
                    percent=round(100 * read.fight.said.value),
                    fights=read.fight.said.of,
                    won=read.fight.won,
                )
            )
        if not fights:
            return None
        found = Calibration(fights)
        return CalibrationView(
            fights=tuple(shown),
            won=found.won,
            expected=f"{found.expected:.1f}",
            is_more_than_chance=found.is_more_than_chance,
        )

    def _look(self, host: Host, at: datetime) -> _Read:
        with host.lock:
            scene_id, last_seq = host.scene.id, host.last_seq
        with self._lock:
            read = self._read.get(scene_id)
        if read is None or (read.at, read.last_seq) != (at, last_seq):
            heroes, fight = _outcome(host)
            read = _Read(at, last_seq, heroes, fight)
            with self._lock:
                self._read[scene_id] = read
        return read


def _outcome(host: Host) -> tuple[str, PlayedFight | None]:
    """Tell how a scene's fight was rehearsed and how it went; no fight where it is not over.

    It is over where one side alone is standing, and somebody lies on the map who fought in the rehearsal:
    who only clears the map has played nothing.
    """
    with host.lock:
        state, system = host.battle.state, host.battle.system
    standing = sides_standing(system, state)
    if len(standing) != 1:
        return "", None
    heroes, outcomes = fights_in(get_store().rehearsals.found(host.scene.id))
    fought = state.combatants.keys() & (outcomes[0].fates.keys() if outcomes else ())
    if len(outcomes) < FEWEST or all(system.condition(state.combatants[who]) for who in fought):
        return heroes, None
    said = Share(sum(one.won == heroes for one in outcomes), len(outcomes))
    return heroes, PlayedFight(said=said, won=heroes in standing)


def played_fights() -> PlayedFights:
    """Give the app's."""
    found: PlayedFights = current_app.extensions.setdefault(_PLAYED, PlayedFights())
    return found
