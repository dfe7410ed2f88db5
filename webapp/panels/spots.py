"""From where somebody could do what they have in mind, in words: the places, nearest first."""

from dataclasses import dataclass

from rules.ai.ground_figures import CHANCE, COVER, SEEN
from rules.ai.spots import ANYBODY, Spot, Spots, SpotsWanted
from rules.engine.names import place_words
from rules.engine.state import BattleState
from rules.engine.system import System
from rules.engine.text import Words
from rules.map.grid import has_cells
from webapp.drawing.tokens import place_key
from webapp.panels.attack_words import attack_words


@dataclass(frozen=True, slots=True, kw_only=True)
class SpotView:
    """One place."""

    key: str
    name: str
    cost: str
    """What it costs to go there; empty where one stands there, and among zones."""
    is_here: bool
    chance: float | None
    is_sampled: bool
    attack: Words
    cover: Words
    """What the system calls the cover; empty where no known foe can shoot there."""
    seen_by: tuple[str, ...]
    """The names of the known foes who see it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpotsView:
    """What was found."""

    target: str
    """The name of whom to strike."""
    rows: tuple[SpotView, ...]
    more: int
    """How many further places there are."""
    left_out: int
    """How many farther places were not judged."""
    is_known: bool
    """Whether anything was worked out: not where that took too long."""
    nearest: SpotView | None
    """The place that comes nearest, where there is none."""
    fails_chance: bool
    fails_cover: bool
    fails_unseen: bool
    least: float
    unseen_by: str
    """The name of the one foe who is not to see the place; empty for any."""


def spots_view(
    system: System, state: BattleState, wanted: SpotsWanted, found: Spots | None, left_out: int
) -> SpotsView:
    """Put what was found into words.

    Args:
        state: the battle as whoever reads it knows it.
        found: None where it cannot be worked out.
        left_out: how many farther places were not judged.
    """
    spots = found or Spots()
    hidden_from = state.combatants.get(wanted.unseen_by) if wanted.unseen_by != ANYBODY else None
    nearest = spots.nearest
    return SpotsView(
        target=state.combatants[wanted.target].name,
        rows=tuple(_row(system, state, wanted, spot) for spot in spots.found),
        more=spots.count - len(spots.found),
        left_out=left_out,
        is_known=found is not None,
        nearest=_row(system, state, wanted, nearest) if nearest is not None else None,
        fails_chance=CHANCE in spots.fails,
        fails_cover=COVER in spots.fails,
        fails_unseen=SEEN in spots.fails,
        least=wanted.least,
        unseen_by=hidden_from.name if hidden_from is not None else "",
    )


def _row(system: System, state: BattleState, wanted: SpotsWanted, spot: Spot) -> SpotView:
    is_here = spot.place == state.combatants[wanted.who].at
    counts = not is_here and state.map is not None and has_cells(state.map.grid)
    command = spot.chance.command
    return SpotView(
        key=place_key(spot.place),
        name=place_words(state, spot.place),
        cost=f"{round(spot.cost, 1):g}" if counts else "",
        is_here=is_here,
        chance=spot.chance.value,
        is_sampled=spot.chance.is_sampled,
        attack=attack_words(system, state, command) if command is not None else "",
        cover=spot.cover.word if spot.cover.value is not None else "",
        seen_by=tuple(state.combatants[who].name for who in spot.seen.who),
    )
