"""Random fights in the fog with somebody hidden: they go on by commands of their system, and can be stirred.

To stir is to change what nobody whom it is kept from can notice: where the unseen stand, what they are
called, what they are, whether there are any; ground out of sight, and whether a wall is a secret door.
"""

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, Combatant
from rules.engine.system import find_system
from rules.map.map_writer import write_map
from rules.map.model import BattleMap, Cell, DoorState, WallKind
from tests.load.chance import next_command
from tests.webapp.fog.fog_oracle import every_cell
from tests.webapp.fog.fog_scenes import STONE, random_map
from tests.webapp.pages import gm_of, host_of
from tests.webapp.world import World
from webapp.table.grants import Visitor
from webapp.table.setup.scenes import lay_out_scene
from webapp.visibility.viewer import Viewer

HEROES = ("kit", "brannock")
FOES = ("zqa", "zqb", "zqc", "zqd")
SIDES = ("zqred", "zqblue")
HARM = ("exact", "bar", "words", "nothing")


class Dice:
    """Dice that fall alike, in one and the same moment, whoever else throws and however often."""

    def __init__(self) -> None:
        self.moment: object = 0

    def __call__(self, seed: str, seq: int, by_hand: frozenset[str]) -> "_Faces":
        return _Faces(self.moment, by_hand)


class _Faces:
    def __init__(self, moment: object, by_hand: frozenset[str]) -> None:
        self._moment, self._by_hand = moment, by_hand
        self._thrown: dict[tuple[str, str], Random] = {}

    def is_by_hand(self, who: str) -> bool:
        return who in self._by_hand

    def face(self, who: str, purpose: str, sides: int) -> int:
        own = self._thrown.setdefault((who, purpose), Random(f"{self._moment}:{who}:{purpose}"))
        return own.randint(1, sides)


class Fight:
    """One scene before the table, with Kit and Brannock on one side and everybody else on others."""

    def __init__(
        self, world: World, system: str, chance: Random, seats: Mapping[str, str], faces: Mapping[str, str]
    ) -> None:
        """Lay it out.

        Args:
            seats: which person has whom.
            faces: the pictures of tokens.
        """
        self.world, self.system, self.chance, self.faces = world, find_system(system), chance, faces
        self.host, self.gm = host_of(world), gm_of(world)
        self.map = _with_secrets(random_map(chance), chance)
        self.is_foggy = chance.random() < 0.75
        self.each = self.is_foggy and chance.random() < 0.4
        self.keeps_sight = chance.random() < 0.8
        self.strangers: dict[tuple[str, str, str, str], Combatant] = {}
        self.row = lay_out_scene(world.store, world.table.id, system=system, name="Ford", battle_map=self.map)
        for who, person in seats.items():
            world.store.people.seat(self.row.id, who, person)
        self.host.switch(self.row.id)
        self.dice = Dice()
        self.host.throws = self.dice
        self.host.change_settings(
            sight=self.keeps_sight,
            enemy_harm=chance.choice(HARM),
            secret_turns=chance.random() < 0.9,
            readable_sheets=chance.choice(("own", "side", "all")),
        )
        if self.is_foggy:
            self.do("set-fog", on=True, each=self.each)
        people = [self.one(who, "heroes", hidden=False) for who in HEROES]
        people += [self.one(who, chance.choice(SIDES), hidden=chance.random() < 0.4) for who in FOES]
        chance.shuffle(people)
        self.do("add", combatants=people)

    def one(self, who: str, side: str, *, hidden: bool) -> dict[str, Any]:
        """Write somebody down as `add` takes it."""
        return {
            "id": who,
            "name": who.capitalize() if side == "heroes" else f"Xylo {who}",
            "side": side,
            "sheet": dict(self.chance.choice(self.system.stock).sheet) if self.system.stock else {},
            "at": self.anywhere(),
            "hidden": hidden,
            "picture": self.faces.get(who, ""),
        }

    @property
    def state(self) -> BattleState:
        return self.host.battle.state

    @property
    def battle_map(self) -> BattleMap:
        assert self.state.map is not None
        return self.state.map

    def viewer_of(self, name: str) -> Viewer:
        """Give what one of those who play may know, as the app has it."""
        [person] = [p for p in self.host.people if p.name.lower() == name]
        return self.host.viewer(Visitor("play", self.host.table_id, person.id, person.name))

    def anywhere(self) -> Cell:
        return self.chance.choice(every_cell(self.map.grid))

    def do(self, do: str, **params: Any) -> None:
        """Let the GM do something."""
        self.give({"do": do, **params})

    def give(self, data: Mapping[str, Any]) -> None:
        self.host.handle(data, by=self.gm)
        self.note()

    def note(self) -> None:
        """Take down who there is, under which names."""
        for c in self.state.combatants.values():
            if c.id not in HEROES:
                self.strangers.setdefault((c.id, c.name, c.side, c.picture), c)

    # ----------------------------------------------------------------------------------------- it goes on
    def next(self) -> dict[str, Any]:
        """Choose what happens next, as somebody at the table would have it."""
        chance, state = self.chance, self.state
        if state.prompt is None and chance.random() < 0.15:
            who = chance.choice([*FOES, *HEROES])
            if who in state.combatants:
                return {"do": "gm-set", "target": who, "state": {"at": list(self.anywhere())}}
        return next_command(self.host.battle, chance)

    def go_on(self, moment: object) -> bool:
        """Let the next thing happen; say whether it could."""
        self.dice.moment = moment
        with suppress(Refusal):
            self.give(self.next())
            return True
        return False

    # -------------------------------------------------------------------------------------------- stirring
    def stir(
        self,
        known: Collection[str],
        seen: Collection[Cell],
        explored: Collection[Cell],
        *,
        keeps_order: bool = False,
    ) -> list[str]:
        """Change what somebody cannot notice, in some ways.

        Args:
            known: whom they know of now.
            seen: the cells that they see; nobody who is not hidden comes there.
            explored: those that they know of.
            keeps_order: whether there are as many as before: whose turn comes next shall stay.

        Returns:
            What was done, for who reads why two answers differ.
        """
        chance, done = self.chance, []
        dark = [cell for cell in every_cell(self.map.grid) if cell not in seen]
        theirs = {*known, *HEROES}
        carriers = {self.system.map.carrier(self.state, one) for one in theirs & self.state.combatants.keys()}
        for who in [who for who in self.state.combatants if who not in theirs | carriers]:
            done += self._stir_one(who, dark, keeps_order=keeps_order)
        ways = [
            *([] if keeps_order else [self._add_one]),
            self._swap_a_secret_door,
            *([self._draw_unseen] if self.state.fog.on else []),
        ]
        for way in chance.sample(ways, min(2, len(ways))):
            with suppress(Refusal):
                done += way(dark, explored)
        return done

    def _stir_one(self, who: str, dark: list[Cell], *, keeps_order: bool) -> list[str]:
        chance, c = self.chance, self.state.combatants[who]
        is_free = self.state.prompt is None and self.state.active != who
        ways: list[dict[str, Any]] = [
            {"do": "edit", "target": who, "name": f"Xylo {who}{chance.randrange(100)}"},
            {"do": "gm-set", "target": who, "state": {"at": list(self.anywhere())}} if c.hidden else {},
            {"do": "gm-set", "target": who, "state": {"at": list(chance.choice(dark or [c.at]))}},
            {"do": "gm-set", "target": who, "state": {"at": list(chance.choice(dark or [c.at]))}},
        ]
        if c.at in dark:
            ways.append({"do": "edit", "target": who, "hidden": not c.hidden})
        if is_free and self.system.stock:
            sheet = dict(chance.choice(self.system.stock).sheet)
            ways.append({"do": "set-sheet", "target": who, "sheet": sheet})
        if is_free and not keeps_order and who not in FOES[:2]:
            ways.append({"do": "remove", "target": who})
        command = chance.choice([way for way in ways if way])
        with suppress(Refusal):
            self.give(command)
            return [str(command)]
        return []

    def _add_one(self, dark: list[Cell], explored: Collection[Cell]) -> list[str]:
        gone = [who for who in FOES if who not in self.state.combatants]
        who = gone[0] if gone else f"zqe{len(self.strangers)}"
        one = {**self.one(who, self.chance.choice((*SIDES, "zqgreen")), hidden=True)}
        one["hidden"] = not dark or self.chance.random() < 0.5
        one["at"] = self.anywhere() if one["hidden"] else self.chance.choice(dark)
        if self.state.prompt is not None:
            return []
        self.do("add", combatants=[one])
        return [f"added {who}"]

    def _swap_a_secret_door(self, dark: list[Cell], explored: Collection[Cell]) -> list[str]:
        """Let a wall be a secret door, or the other way about: to everybody but the GM it is a wall."""
        plain = (WallKind.WALL, WallKind.DOOR)
        walls = [w for w in self.battle_map.walls if w.kind in plain and w.state in (None, DoorState.SECRET)]
        if not walls:
            return []
        wall = self.chance.choice(walls)
        data: dict[str, Any] = {"id": wall.id, "from": list(wall.start), "to": list(wall.end)}
        data |= {"kind": "door", "state": "secret"} if wall.kind is WallKind.WALL else {"kind": "wall"}
        self.do("edit-map", walls=[data | ({"material": STONE} if self.chance.random() < 0.5 else {})])
        return [f"{wall.id} is a {data['kind']}"]

    def _draw_unseen(self, dark: list[Cell], explored: Collection[Cell]) -> list[str]:
        """Paint mud where nobody was."""
        cells = [cell for cell in dark if cell not in explored]
        if not cells:
            return []
        cell = self.chance.choice(cells)
        self.do("edit-map", ground=[{"cells": [list(cell)], "cost": 3, "name": f"zqmud {cell}"}])
        return [f"mud at {cell}"]


def _with_secrets(battle_map: BattleMap, chance: Random) -> BattleMap:
    """See to it that one of the doors is secret, and let half of the maps have names for two zones."""
    doors = [n for n, wall in enumerate(battle_map.walls) if wall.kind is WallKind.DOOR]
    walls = list(battle_map.walls)
    secret = chance.choice(doors)
    walls[secret] = replace(walls[secret], state=DoorState.SECRET)
    made = replace(battle_map, walls=tuple(walls))
    assert write_map(made), "it can be laid out"
    return made
