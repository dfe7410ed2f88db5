"""Cover that is taken, worn down and shot to pieces (TS-283 to TS-293)."""

from dataclasses import replace

from rules.engine.battle_events import MapEdited
from rules.engine.exchange import Exchange
from rules.engine.house.house import House
from rules.engine.state import BattleState, BattleView
from rules.map.map_changes import MapPatch, write_patch
from rules.map.model import Ground, Wall
from rules.systems.tesseris import house as own
from rules.systems.tesseris.attack.facts import Facts
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.moves.places import beside, piece_key, wall_of
from rules.systems.tesseris.sheet.gear import COVERED, LOCATIONS, Location, Weapon
from rules.systems.tesseris.state import Cover, Fighter

ROUGH = 2
"""What destroyed cover costs to cross (TS-161, TS-293)."""


def shields(target: Fighter, facts: Facts) -> bool:
    """Tell whether the cover that a target has taken faces an attack (TS-283, TS-284)."""
    return facing_cover(target, facts) is not None


def facing_cover(target: Fighter, facts: Facts) -> Cover | None:
    """Give the cover that a target has taken, if it faces an attack (TS-283, TS-284)."""
    return None if facts.flanked else target.state.cover


def take(view: BattleView, who: str, cover: Cover, *, reaction: bool) -> Exchange[None]:
    """Get into cover (TS-165, TS-287, TS-288)."""
    locations: tuple[Location, ...] = ("head", "arms") if reaction else COVERED
    if "total-defense" in view.combatant(who).state.stance:
        locations = LOCATIONS  # TS-289
    yield ev.CoverTaken(who=who, cover=replace(cover, locations=locations, reaction=reaction, hunkered=False))


def leave(view: BattleView, who: str) -> Exchange[None]:
    """Be in cover no longer."""
    if view.combatant(who).state.cover is not None:
        yield ev.CoverLeft(who=who)


def wear(view: BattleView, who: str, damage: int) -> Exchange[None]:
    """Let the cover of somebody take damage, and break when it is more than it stands (TS-293)."""
    cover: Cover | None = view.combatant(who).state.cover
    if cover is None or damage <= 0 or not own.WEARING.on(view.state.house):
        return
    piece = "" if cover.piece is None else piece_key(cover.piece)
    yield ev.CoverDamaged(who=who, damage=damage, piece=piece)
    if cover.damage + damage > structure_of(cover, view.state.house):
        yield ev.CoverDestroyed(who=who, material=cover.material, piece=piece)
        yield from _break(view.state, cover)


def wear_piece(view: BattleView, cover: Cover, damage: int) -> Exchange[None]:
    """Let a piece of a wall take damage, whoever may be behind it (TS-135, TS-293)."""
    assert cover.piece is not None
    behind = (c.id for c in view.state.combatants.values() if c.state.cover is not None)
    who = next((id_ for id_ in behind if view.combatant(id_).state.cover.piece == cover.piece), None)
    if who is not None:
        yield from wear(view, who, damage)
        return
    if damage <= 0 or not own.WEARING.on(view.state.house):
        return
    broken = cover.damage + damage > structure_of(cover, view.state.house)
    piece = piece_key(cover.piece)
    yield ev.WallDamaged(piece=piece, damage=damage, material=cover.material, broken=broken)
    if broken:
        yield from _break(view.state, cover)


def structure_of(cover: Cover, house: House) -> int:
    """Give the damage that cover stands; more breaks it (TS-285, TS-293)."""
    return own.COVER_STRUCTURE.number(house, cover.material)


def cover_soak(cover: Cover, weapon: Weapon, house: House, ap: int = 0) -> int:
    """Give what the cover itself soaks (TS-290 to TS-292)."""
    return max(0, own.COVER_ARMOUR.number(house, cover.material) - weapon.ap - ap)


def _break(state: BattleState, cover: Cover) -> Exchange[None]:
    """Take the piece out of the map's wall, and leave difficult ground on both its sides (TS-293)."""
    if state.map is None or cover.piece is None:
        return
    wall = wall_of(state.map, cover.piece)
    if wall is None:
        return
    x1, y1, x2, y2 = cover.piece
    rests = []
    for number, (start, end) in enumerate(((wall.start, (x1, y1)), ((x2, y2), wall.end)), start=1):
        if abs(start[0] - end[0]) + abs(start[1] - end[1]) > 1e-6:
            rests.append(Wall(f"{wall.id}.{number}", start, end, wall.kind, None, wall.material, wall.height))
    cells = beside(state.map, cover.piece)
    patch = MapPatch(
        walls=tuple(rests), walls_gone=(wall.id,), ground=(Ground(cells, ROUGH, "rubble"),) if cells else ()
    )
    yield MapEdited(patch=write_patch(patch))
