"""A whole fight at a table of the app, played by hands that press only what their pages offer."""

from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from flask import Flask

from rules.engine.refusal import Refusal
from rules.engine.system import find_system
from rules.map.grid import Footprint, has_cells, is_inside
from rules.map.line_of_fire import line_of_fire
from rules.map.map_json import read_map
from rules.map.model import BattleMap
from tests.fuzzing.commands import DRAWN
from tests.playing.hand import Hand, Refused, Sent
from webapp.context import HOSTS, STORE
from webapp.demo.fights import ONE_A_SYSTEM, read_fight
from webapp.panels.action_bar import begin_needs, can_begin, table_actions
from webapp.store.store import Store
from webapp.table.grants import Visitor
from webapp.table.host import Host
from webapp.table.setup.scenes import lay_out_scene

MOST_PRESSES = 4000
"""So many presses end any fight: one that goes on for longer has come to a standstill."""
PRESSES_A_TURN = 3
MOST_TRIED = 6
WHO = ("ann", "bob", "cat", "dan")
SIDES = ("heroes", "raiders")


def random_ground(dice: Random) -> tuple[BattleMap, list[Any]]:
    """Choose one of the ready-made maps or a drawn one, with places for four, near one another."""
    number = dice.randrange(len(ONE_A_SYSTEM) + len(DRAWN))
    ground = ground_of(number)
    if not has_cells(ground.grid):
        return ground, ["bar", "street", "bar", "street"]
    middles: list[Any] = [[1, 1], [4, 4], [9, 6]]
    if number < len(ONE_A_SYSTEM):
        middles = [person["at"] for person in read_fight(ONE_A_SYSTEM[number]).combatants()]
    return ground, dice.sample(places_about(number, tuple(dice.choice(middles))), len(WHO))


def ground_of(number: int) -> BattleMap:
    """Give a map: the ready-made ones come first."""
    if number < len(ONE_A_SYSTEM):
        return read_fight(ONE_A_SYSTEM[number]).map
    return read_map(DRAWN[number - len(ONE_A_SYSTEM)])


@cache
def places_about(number: int, at: tuple[int, int]) -> list[list[int]]:
    """List the cells of a map within four steps of one, and in plain sight of it."""
    ground, (column, row) = ground_of(number), at
    near = [(x, y) for x in range(column - 4, column + 5) for y in range(row - 4, row + 5)]
    return [
        list(cell)
        for cell in near
        if is_inside(ground.grid, cell) and line_of_fire(ground, Footprint(at), Footprint(cell)).clear
    ]


@dataclass(slots=True)
class Told:
    """What came of a fight."""

    presses: int = 0
    decided: bool = False
    """Whether one side was down in the end."""
    ended: bool = False
    """Whether the GM could end it."""
    refused: list[Refused] = field(default_factory=list)
    pressed: dict[str, int] = field(default_factory=dict)
    """How often each action was carried out."""
    idle: dict[str, int] = field(default_factory=dict)
    """How often each button led to a panel or a map that offered nothing to press."""


class Fight:
    """One fight: four of a system's stock on two sides, of which a player has one and the GM the other."""

    def __init__(self, app: Flask, system: str, seed: int) -> None:
        self.app, self.system, self.dice = app, find_system(system), Random(f"{system} {seed}")
        store: Store = app.extensions[STORE]
        table = store.create_table(f"{system} {seed}")
        ground, places = random_ground(self.dice)
        stock = self.system.stock
        people = [
            {"id": who, "name": who.title(), "side": SIDES[n % 2], "at": places[n]}
            | {"sheet": dict(self.dice.choice(stock).sheet), "by_hand": self.dice.random() < 0.1}
            for n, who in enumerate(WHO[: self.dice.choice((2, 2, 3, 4))])
        ]
        person = store.people.add(table.id, "Ann")
        row = lay_out_scene(
            store,
            table.id,
            system=system,
            name="Fight",
            battle_map=ground,
            combatants=people,
            seats={who["id"]: person.id for who in people if who["side"] == SIDES[0]},
        )
        store.set_current(table.id, row.id)
        self.host: Host = app.extensions[HOSTS].get(table.id)
        self.host.seal(f"{system} {seed}")
        self.gm = Hand(self.host, Visitor("gm", table.id, None, "GM"), self.dice)
        self.player = Hand(self.host, Visitor("play", table.id, person.id, "Ann"), self.dice)
        self.told = Told()
        self.turn_presses = 0

    def play(self, most_presses: int = MOST_PRESSES) -> Told:
        """Play until one side is down or the GM has had enough, and end the fight as the GM does."""
        self.told.decided = not can_begin(self.host.battle)  # two things, say: the button to begin is grey
        while self.told.presses < most_presses and not self.told.decided:
            self.told.presses += 1
            self.step()
            self.told.decided = self.is_over()
        while self.host.battle.state.prompt is not None:
            self.step()
        if self.host.battle.state.running:
            self.press(self.gm, "the end", {"do": self.system.ends_by or "end-battle"})
        while self.host.battle.state.prompt is not None:
            self.step()
        self.told.ended = not self.host.battle.state.running
        return self.told

    # ---------------------------------------------------------------------------------------- pressing
    def step(self) -> None:
        """Press one thing: answer, begin, act, or what only the GM may do."""
        state = self.host.battle.state
        if state.prompt is not None:
            for hand in (self.player, self.gm):
                said = hand.answer()
                if said is not None:
                    return self.press(hand, f"answer:{state.prompt.purpose}", said)
            raise AssertionError("a question is open, and no page asks it")
        if not state.running:
            return self.press(self.gm, "begin", {"do": "begin", **self._how_it_begins()})
        is_turn = state.active is not None and not self.system.turns.stage_words(state)
        other = self.dice.choice(list(state.combatants))
        if self.dice.random() < (0.1 if is_turn else 0.5) and self.act(
            other
        ):  # out of turn, if anything is open
            return
        if is_turn:
            assert state.active is not None
            self.act(state.active)
        else:
            self.act_for_the_table()

    def _how_it_begins(self) -> Sent:
        if self.dice.random() < 0.7:
            return {}
        said: Sent = {}
        for need in begin_needs(self.host.battle):
            if need.kind == "choice" and self.dice.random() < 0.5:
                continue
            if need.kind == "choice":
                said[need.id] = self.dice.choice(need.choices).id
            else:
                ticked = [c.id for c in need.choices if self.dice.random() < 0.3]
                said[need.id] = ticked
                if need.apart_from in said:
                    said[need.apart_from] = [who for who in said[need.apart_from] if who not in ticked]
        return said

    def is_over(self) -> bool:
        """Say whether all of one side are out of the fight."""
        people = self.host.battle.state.combatants.values()
        return any(all(self.system.is_down(c) for c in people if c.side == side) for side in SIDES)

    def act_for_the_table(self) -> None:
        """Press what the bar on top offers the GM while nobody has the turn."""
        stream = self.gm.stream
        entries = [e for e in table_actions(self.host.battle, stream.now) if e.do != self.system.ends_by]
        entry = self.dice.choice(entries)
        said: Sent = {"do": entry.do}
        for need in entry.needs:
            if need.choices:
                said[need.id] = self.dice.choice(need.choices).id
            elif need.kind == "number":
                said[need.id] = self.dice.randint(need.low, need.high)
        self.press(self.gm, entry.do, said)

    def act(self, who: str) -> bool:
        """Press something on somebody's card: mostly what is aimed, else go where foes are; or end the turn.

        Gives whether there was anything to press.
        """
        hand = self.player if who in self.player.owns else self.gm
        is_active = self.host.battle.state.active == who
        entries = hand.buttons(who)
        self.dice.shuffle(entries)
        means_harm = self.dice.random() < 0.8
        if means_harm:
            aimed, moves = [e for e in entries if e.aimed], [e for e in entries if e.mode == "move"]
            entries = [*moves[:1], *aimed] if self.dice.random() < hand.far_off(who) else [*aimed, *moves]
        if is_active and self.turn_presses >= PRESSES_A_TURN:
            entries = []
        for entry in entries[:MOST_TRIED]:
            what = f"{entry.do} {' '.join(entry.fixed.values())}".strip()
            try:
                said = hand.fill(who, entry, foes_alone=means_harm)
            except Refusal as refusal:
                self.refuse(what, {"do": entry.do, "actor": who, **entry.fixed}, refusal)
                continue
            if said is not None:
                self.turn_presses += is_active
                self.press(hand, what, said)
                return True
            self.told.idle[entry.do] = self.told.idle.get(entry.do, 0) + 1
        if is_active:
            self.turn_presses = 0
            self.press(hand, "end-turn", {"do": "end-turn", "actor": who})
        return is_active

    def press(self, hand: Hand, what: str, said: Sent) -> None:
        """Press a button; what is refused is noted."""
        try:
            hand.send(said)
        except Refusal as refusal:
            self.refuse(what, said, refusal)
        else:
            self.told.pressed[what] = self.told.pressed.get(what, 0) + 1

    def refuse(self, what: str, said: Sent, refusal: Refusal) -> None:
        """Note that a page offered what was refused."""
        self.told.refused.append(Refused(self.system.id, what, said, f"{refusal.code}: {refusal.message}"))
