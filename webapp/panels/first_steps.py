"""The way from an empty table to a fight: what the GM has done of it, and what is still to do."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.engine.shown import FOES, HEROES, OTHERS
from rules.engine.state import BattleState
from rules.engine.text import Text, text
from rules.map.model import BattleMap, Surface
from webapp.table.setup.sides import heroes_of


@dataclass(frozen=True, slots=True)
class FirstSteps:
    """What of the way is done; beginning is its end, and needs no tick."""

    has_map: bool
    has_heroes: bool
    has_foes: bool
    is_joined: bool
    """Whether anybody has joined."""
    can_begin: bool
    asks: bool
    """Whether something may be said as the fight begins."""

    def __iter__(self) -> Iterator[tuple[str, Text, bool]]:
        """List what comes before the beginning: a word for each, what its button says, whether it is done."""
        yield "map", text("Choose a map"), self.has_map
        yield HEROES, text("Add heroes"), self.has_heroes
        yield FOES, text("Add foes"), self.has_foes
        yield "invite", text("Invite the players"), self.is_joined


def first_steps(
    state: BattleState, chosen: str, *, further_scenes: bool, is_joined: bool, can_begin: bool, asks: bool
) -> FirstSteps:
    """Say what of the way is done.

    Args:
        chosen: the side of the heroes, if the GM has set one (`heroes_of`).
        further_scenes: whether the table has more than the scene that it began with: a map was chosen then,
            were it an empty one.
    """
    heroes = heroes_of(state, chosen)
    sides = {combatant.side for combatant in state.combatants.values()}
    return FirstSteps(
        has_map=further_scenes or _is_laid_out(state.map),
        has_heroes=heroes in sides,
        has_foes=bool(sides - {heroes, OTHERS}),
        is_joined=is_joined,
        can_begin=can_begin,
        asks=asks,
    )


def _is_laid_out(battle_map: BattleMap | None) -> bool:
    """Say whether a map is more than the bare grid that a new table has."""
    if battle_map is None:
        return False
    drawn = (battle_map.walls, battle_map.ground, battle_map.elevation, battle_map.zones, battle_map.floors)
    return any(drawn) or battle_map.picture is not None or battle_map.surface is not Surface.PLAIN
