"""A win curve under way, and how it is written down to be kept with its scene.

Who won is kept, and how long the log was: the states that the fight was rehearsed from follow from that.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rules.engine.battle import Battle
from rules.engine.history.entry import Entry
from rules.report.win_curve import Cut, cuts_in
from webapp.rehearsal.kept_outcomes import packed, unpacked
from webapp.server.background import run_apart
from webapp.table.host import Host


@dataclass(slots=True, eq=False)
class Curve:
    """One curve, under way or over."""

    scene_id: str
    cuts: tuple[Cut, ...]
    entries: int
    """How many entries the log had as it began."""
    undone: frozenset[str]
    left: Iterator[tuple[int, int]] = field(default_factory=lambda: iter(()))
    """Which cuts are still to be rehearsed, and in which go."""
    at_work: set[tuple[int, int]] = field(default_factory=set)
    won: dict[int, dict[int, str | None]] = field(default_factory=dict)
    """Who won, by the number of the cut and the fight's own."""
    done: int = 0
    """How many parts are over."""

    @property
    def is_running(self) -> bool:
        """Say whether any part is being rehearsed."""
        return bool(self.at_work)


def curve_of(host: Host) -> Curve:
    """Give a curve of all that has happened in a scene, nothing of it rehearsed yet."""
    with host.lock:
        entries, undone = list(host.battle.entries), host.battle.taken_back
        scene_id, system = host.scene.id, host.scene.system
    return Curve(scene_id, run_apart(_cuts, system, entries), len(entries), undone)


def _cuts(system: str, entries: Sequence[Entry]) -> tuple[Cut, ...]:
    battle = Battle(system)
    for entry in entries:
        battle.log.keep(entry)
    return cuts_in(battle)


def written_down(curve: Curve) -> bytes:
    """Write down what was found by now."""
    won = [[at, list(fights.items())] for at, fights in curve.won.items()]
    return packed({"entries": curve.entries, "undone": sorted(curve.undone), "won": won, "done": curve.done})


def read_again(host: Host, kept: bytes) -> Curve | None:
    """Read what was written down of a scene's curve; None where it is of no use any more."""
    data = unpacked(kept)
    with host.lock:
        entries = list(host.battle.entries)
        scene_id, system = host.scene.id, host.scene.system
    if data is None or data["entries"] > len(entries):
        return None
    cuts = run_apart(_cuts, system, entries[: data["entries"]])
    if any(at >= len(cuts) for at, _ in data["won"]):
        return None
    return Curve(
        scene_id,
        cuts,
        data["entries"],
        frozenset(data["undone"]),
        won={at: dict(fights) for at, fights in data["won"]},
        done=data["done"],
    )
