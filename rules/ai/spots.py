"""Where somebody could do what they have in mind: strike somebody with some chance, in cover, out of sight.

Places are judged by the figures of the ground (`ground_figures.py`). What costs little, cover and sight, is
judged of all places; the chance of those first that hold up in these, and of the others only where nothing is
found, to say what comes nearest.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.ai.foresight import Watch, go_on
from rules.ai.ground_figures import CHANCE, COVER, NONE, SEEN, Figure, Figures, GroundWanted, figures_of
from rules.engine.state import BattleState
from rules.engine.system import System, find_system
from rules.map.model import Place

ANYBODY = "*"
"""Stands for every known foe in `SpotsWanted.unseen_by`."""
MOST_SPOTS = 8
"""So many are told, the nearest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpotsWanted:
    """A question: from which places all that is asked holds."""

    who: str
    target: str
    """Whom to strike."""
    least: float = 0.0
    """The least chance to hit, from 0 to 1; with 0 any attack will do that may be made."""
    in_cover: bool = False
    """Whether no known foe may have a shot at the place without cover."""
    unseen_by: str = ""
    """Whose line of sight must not reach the place: a foe's id, or `ANYBODY`; empty for nobody's."""
    costs: Mapping[Place, float]
    """The places that are judged, with what it costs to get there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A place with its figures."""

    place: Place
    cost: float
    chance: Figure
    cover: Figure
    seen: Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class Spots:
    """The answer: where all of it holds; or if nowhere, what comes nearest to it."""

    found: tuple[Spot, ...] = ()
    """The nearest first, at most `MOST_SPOTS`."""
    count: int = 0
    """How many places there are, told or not."""
    fails: tuple[str, ...] = ()
    """Of which conditions the place that comes nearest falls short (`CHANCE`, `COVER`, `SEEN`)."""
    nearest: Spot | None = None
    """That place, where none is found; None where no place was to be judged."""


def spots_of(state: BattleState, wanted: SpotsWanted, watch: Watch = go_on) -> Iterator[tuple[Spots, bool]]:
    """Find the places, each time with whether that is the last word: an estimate of chances may come first.

    Args:
        state: the battle as who asks knows it; nobody else's knowledge counts.
        watch: may raise, to give up what nobody waits for any more.
    """
    if wanted.who not in state.combatants or wanted.target not in state.combatants or not wanted.costs:
        yield Spots(), True
        return
    judged = _Judged(find_system(state.system), state, wanted)
    fit = [spot for spot in judged.plain if not judged.fails(spot, (COVER, SEEN))]
    for spots, is_last in judged.with_chances(fit, watch):
        found = [spot for spot in spots if not judged.fails(spot)]
        if found:
            yield Spots(found=tuple(found[:MOST_SPOTS]), count=len(found)), is_last
        elif is_last:
            yield judged.nearest(spots, watch), True


class _Judged:
    """The places of a question, by what costs little to judge of them; the nearest first."""

    def __init__(self, system: System, state: BattleState, wanted: SpotsWanted) -> None:
        self._system, self._state, self._wanted = system, state, wanted
        places = tuple(sorted(wanted.costs, key=lambda place: (wanted.costs[place], str(place))))
        cover, seen = (self._last(kind, places) for kind in (COVER, SEEN))
        self.plain = [
            Spot(place=place, cost=wanted.costs[place], chance=NONE, cover=cover[n], seen=seen[n])
            for n, place in enumerate(places)
        ]

    def _last(self, kind: str, places: tuple[Place, ...]) -> Figures:
        *_, (figures, _) = self._figures(kind, places, go_on)
        return figures

    def _figures(self, kind: str, places: tuple[Place, ...], watch: Watch) -> Iterator[tuple[Figures, bool]]:
        wanted = GroundWanted(kind=kind, who=self._wanted.who, target=self._wanted.target, places=places)
        return figures_of(self._state, wanted, watch)

    def with_chances(self, spots: Sequence[Spot], watch: Watch) -> Iterator[tuple[list[Spot], bool]]:
        """Add the chance to each of some places: an estimate may come first."""
        for figures, is_last in self._figures(CHANCE, tuple(spot.place for spot in spots), watch):
            known = zip(spots, figures, strict=True)
            yield [replace(spot, chance=figure) for spot, figure in known], is_last

    def fails(self, spot: Spot, kinds: Sequence[str] = (CHANCE, COVER, SEEN)) -> tuple[str, ...]:
        """List the conditions of which a place falls short."""
        return tuple(kind for kind in kinds if self._short(spot, kind) > 0)

    def _short(self, spot: Spot, kind: str) -> float:
        """Tell how far a place falls short of a condition: from 0, where it holds, to 1."""
        wanted = self._wanted
        if kind == CHANCE:
            if spot.chance.value is None:
                return 1.0
            return max(0.0, wanted.least - spot.chance.value) / (wanted.least or 1.0)
        if kind == COVER:
            return float(wanted.in_cover and self._is_open(spot.cover))
        if not wanted.unseen_by:
            return 0.0
        if wanted.unseen_by != ANYBODY:
            return float(wanted.unseen_by in spot.seen.who)
        return len(spot.seen.who) / max(1, self._most_seen)

    @property
    def _most_seen(self) -> int:
        return max(len(spot.seen.who) for spot in self.plain)

    def _is_open(self, cover: Figure) -> bool:
        """Say whether a foe has a shot at a place that the system calls one without cover."""
        return cover.value is not None and cover.word == self._system.cover_scale.none

    def nearest(self, known: Sequence[Spot], watch: Watch) -> Spots:
        """Find the place that comes nearest to what is asked, where none has all of it.

        It falls short of as few conditions as may be, and of these by as little as may be.
        """
        others = [spot for spot in self.plain if self.fails(spot, (COVER, SEEN))]
        *_, (more, _) = self.with_chances(others, watch)
        best = min([*known, *more], key=self._how_far)
        return Spots(fails=self.fails(best), nearest=best)

    def _how_far(self, spot: Spot) -> tuple[bool, int, float, float, float]:
        short = [self._short(spot, kind) for kind in (CHANCE, COVER, SEEN)]
        cannot = spot.chance.value is None  # who cannot strike at all is farther off than who is in the open
        return cannot, sum(part > 0 for part in short), sum(short), -(spot.chance.value or 0.0), spot.cost
