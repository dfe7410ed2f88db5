"""What each of those who listen may know of a fight by now, worked out ray by ray from the rules of sight.

It is worked out of the truth by `fog_oracle` and of the events of each command, without the app's own
viewers. Who has been met may be named for ever, in the log; who is out of sight may not be told of elsewhere.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from rules.engine.battle_events import Moved
from rules.engine.events import Event
from rules.engine.state import BattleState, Combatant
from rules.engine.system import find_system
from rules.map.grid import cell_centre
from rules.map.model import BattleMap, Cell, DoorState, Wall, WallKind
from tests.webapp.fog.fog_oracle import every_cell, lies_along, lit_from, seen_from, touches
from tests.webapp.fog.fog_scenes import STONE


@dataclass(frozen=True, slots=True)
class Eyes:
    """Whose eyes somebody sees with, and by which of the table's settings."""

    own: tuple[str, ...]
    """Whom they see with, by ids."""
    in_sight: bool = True
    """Whether tokens out of sight are kept from them where no fog lies."""


@dataclass(slots=True)
class Ledger:
    """What one of them may know; `look` keeps it up."""

    eyes: Eyes
    seen: set[Cell] = field(default_factory=set)
    """The cells that they see now; all of them where no fog lies."""
    explored: set[Cell] = field(default_factory=set)
    now: set[str] = field(default_factory=set)
    """Whom they may know of at this moment."""
    met: set[str] = field(default_factory=set)
    """Whom they have known of at some moment."""
    doors: set[str] = field(default_factory=set)
    """The doors, by ids, that they may have heard of."""
    zones: set[str] = field(default_factory=set)
    """The names of the zones that they may have heard of."""
    _looked: tuple[Any, ...] = (None, None, None)

    def look(self, state: BattleState) -> None:
        """Let them look about: at what there is now."""
        parts = state.combatants, state.map, state.fog
        if all(part is before for part, before in zip(parts, self._looked, strict=True)):
            return
        self._looked = parts
        battle_map, people = state.map, state.combatants
        assert battle_map is not None
        every = set(every_cell(battle_map.grid))
        self.seen = self._sees(state, [people[who] for who in self.eyes.own if who in people])
        self.explored |= self.seen
        self.now = {who for who, c in people.items() if self._knows(state, c)}
        self.met |= self.now
        fresh = (wall for wall in battle_map.walls if wall.id not in self.doors)
        self.doors |= {wall.id for wall in fresh if self._works(battle_map, wall)}
        for zone in battle_map.zones:
            cells = zone_cells(battle_map, zone.polygon)
            stands = any(people[who].at in cells for who in self.eyes.own if who in people)
            if cells <= self.explored or stands or self.explored == every:
                self.zones.add(zone.name)

    def _sees(self, state: BattleState, watchers: Iterable[Combatant]) -> set[Cell]:
        assert state.map is not None
        if not state.fog.on:
            return set(every_cell(state.map.grid))
        system = find_system(state.system)
        found: set[Cell] = set()
        for c in watchers:
            assert isinstance(c.at, tuple)
            found |= seen_from(state.map, c.at, system.map.eyes(c, state.map))
        return found

    def _knows(self, state: BattleState, c: Combatant) -> bool:
        if c.id in self.eyes.own:
            return True
        if c.hidden:
            return False
        if state.fog.on or not self.eyes.in_sight:
            return c.at in self.seen
        assert state.map is not None
        looks = (state.combatants[who].at for who in self.eyes.own if who in state.combatants)
        return any(c.at in {at} | lit_from(state.map, cell_centre(state.map.grid, at)) for at in looks)  # type: ignore[arg-type]

    def _works(self, battle_map: BattleMap, wall: Wall) -> bool:
        is_door = wall.kind is WallKind.DOOR and wall.state is not DoorState.SECRET
        return is_door and touches(battle_map.grid, self.explored, wall.start, wall.end)

    def look_on_the_way(self, state: BattleState, event: Event) -> None:
        """Let them look about from every cell of a way that one of theirs has gone."""
        if not isinstance(event, Moved) or event.who not in self.eyes.own or not state.fog.on:
            return
        for at in event.path:
            there = state.with_changes(event.who, at=at)
            self.explored |= self._sees(there, [there.combatants[event.who]])

    # ------------------------------------------------------------------------------------- what is wrong
    def wrong_words(self, text: str, strangers: Iterable[Combatant], *, now: bool = False) -> Iterator[str]:
        """List what stands in a text that they may not know of.

        Args:
            strangers: everybody that there ever was on the other sides, under every name that they had.
            now: whether it tells of this moment alone, and not of what was once so.
        """
        known = self.now if now else self.met
        sides = {c.side for c in strangers if c.id in self.met}
        for c in strangers:
            words = () if c.id in known else (c.id, c.name, c.picture)
            for word in (*words, *(() if c.side in sides else (c.side,))):
                if not word or word not in text:  # told at once, where an expression goes letter by letter
                    continue
                if found := re.search(rf"(?<![0-9a-z]){re.escape(word)}(?![0-9a-z])", text):
                    yield f"{word!r} in …{around(text, found.start())}…"
        for secret in (STONE, "light-dim", 'data-state="secret"', '"secret"'):
            if secret in text:
                yield f"{secret!r} in …{around(text, text.find(secret))}…"
        for id_ in set(re.findall(r"zqw\d+", text)) - self.doors:
            yield f"the wall {id_} in …{around(text, text.find(id_))}…"
        for name in set(re.findall(r"Zqcrypt\d*", text)) - self.zones:
            yield f"the zone {name} in …{around(text, text.find(name))}…"

    def wrong_walls(self, battle_map: BattleMap, text: str) -> Iterator[str]:
        """List the walls drawn in a text that stand, or stood, on ground that they do not know."""
        for start, end in set(drawn_walls(text)):
            if not lies_along(battle_map.grid, self.explored, start, end):
                yield f"a wall drawn from {start} to {end}"

    def wrong_places(self, cells: Iterable[Cell]) -> Iterator[str]:
        """List the places that they are offered and do not know."""
        for cell in set(cells) - self.explored:
            yield f"the unexplored place {cell}"


def around(text: str, at: int) -> str:
    """Give what stands round a place in a text."""
    return text[max(at - 240, 0) : at + 160]


def zone_cells(battle_map: BattleMap, polygon: Any) -> set[Cell]:
    """Give the cells whose centres lie in a zone of four corners, upright."""
    (x1, y1), _, (x2, y2), _ = polygon
    centres = {cell: cell_centre(battle_map.grid, cell) for cell in every_cell(battle_map.grid)}
    return {c for c, (x, y) in centres.items() if x1 <= x <= x2 and y1 <= y <= y2}


def drawn_walls(text: str) -> list[tuple[Any, Any]]:
    """List the ends, in cells, of all walls and doors that a page draws."""
    found = []
    for d in re.findall(r'class="(?:wall[^"]*|door-frame)" d="([^"]*)"', text):
        for x1, y1, x2, y2 in re.findall(r"M(\S+) (\S+?)L(\S+?) ([^ML\"]+)", d):
            found.append(((float(x1) / 100, float(y1) / 100), (float(x2) / 100, float(y2) / 100)))
    return found
