"""Who stands in the way of a shot, for systems whose table may let that count: their books say nothing of it.

A figure is in the way where the straight line between shooter and target passes through a cell of its own.
Who shares a cell with either is not: a mount neither covers its rider nor spoils its aim. Nor is whoever
stands lower than both, or higher, or is hidden: a penalty that nothing to be seen gives would tell of it.
"""

from collections.abc import Callable, Collection, Sequence

from rules.engine.facts import shown_fact
from rules.engine.moves.ways import footprint_of
from rules.engine.shown import Choice, Fact, Strays
from rules.engine.state import BattleState, Combatant
from rules.engine.text import combatant, joined, text
from rules.map.grid import Footprint, footprint_cells, has_cells
from rules.map.heights import height_of
from rules.map.line_of_fire import standing_between


def in_the_way(
    state: BattleState, shooter: Combatant, target: Combatant, stands: Callable[[Combatant], bool]
) -> tuple[str, ...]:
    """List who stands in the way of a shot, nearest to the shooter first; nobody off the map and in zones.

    Args:
        stands: whether somebody is upright enough to be in the way.
    """
    battle_map, here, there = state.map, footprint_of(shooter), footprint_of(target)
    if battle_map is None or here is None or there is None or not has_cells(battle_map.grid):
        return ()
    ends = {*footprint_cells(battle_map.grid, here), *footprint_cells(battle_map.grid, there)}
    heights = height_of(battle_map, here), height_of(battle_map, there)

    def counts(other: Combatant, place: Footprint) -> bool:
        level = min(heights) <= height_of(battle_map, place) <= max(heights)
        return level and ends.isdisjoint(footprint_cells(battle_map.grid, place))

    others = {
        other.id: place
        for other in state.combatants.values()
        if not other.hidden
        and (place := footprint_of(other)) is not None
        and stands(other)
        and counts(other, place)
    }
    return standing_between(battle_map, here, there, others)


def struck_instead(figures: Sequence[str], each: int, short_by: int) -> str | None:
    """Tell whom a shot strikes that would not have missed without those in the way; None for a plain miss.

    The first points that it falls short by are the nearest one's, the next ones those of the one behind.

    Args:
        each: what each of them costs the shot, as a positive number.
        short_by: how many points it missed by, 1 or more.
    """
    at = (short_by - 1) // each if each > 0 else len(figures)
    return figures[at] if at < len(figures) else None


def shown_in_the_way(state: BattleState, who: Sequence[str], overruled: Collection[str], rule: str) -> Fact:
    """Show who stands in the way, with what the GM may say instead: the fact `in_the_way`."""
    people = state.combatants
    return shown_fact(
        overruled,
        "in_the_way",
        text("In the way"),
        list(who),
        joined(combatant(people[id_]) for id_ in who) or text("nobody"),
        rule,
        choices=tuple(Choice(id=c.id, label=text("{who}", who=combatant(c))) for c in people.values()),
        many=True,
    )


_BLAMED = text("by a miss that they are to blame for")


def strays_in_the_way(who: tuple[str, ...], rule: str) -> Strays | None:
    """Tell whom in the way a miss may find; None where nobody is."""
    return Strays(who=who, words=_BLAMED, rule=rule) if who else None
