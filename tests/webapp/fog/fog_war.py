"""A fight in turn order that is fought twice: with unseen ones behind a rock, who have turns, and with none.

Who listens sees the same of both: wherever the next turn of somebody whom they know has begun, their pages,
their logs, the fight told again and all that they ask come to the same bytes. The GM lets the unseen act and
fight each other in between; that this takes a while is all that there is to notice.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from random import Random
from typing import Any
from unittest.mock import patch

from rules.engine.declared.cards import CARDS, DECK
from rules.engine.exchange import Exchange
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView, Combatant
from rules.engine.system import find_system
from rules.map.model import Brightness, GridKind
from rules.systems.savage.turns import deck, turn_order
from tests.load.chance import next_command
from tests.webapp.fog.fog_leak import Leak, difference
from tests.webapp.fog.fog_maps import COLS, ROWS, SEALED, sealed_map
from tests.webapp.pages import Page, gm_of, host_of
from tests.webapp.world import Browser, World
from webapp.table.setup.scenes import lay_out_scene

KNOWN, UNSEEN = ("kit", "brannock", "wolf"), ("zqa", "zqb", "zqc")
_NEVER = frozenset({"undo", "redo", "gm-set"})
THE_RULES_TELL = {
    "delay": "TS-070: whoever delays steps back behind the next one, at one less than their initiative",
}
"""What nobody known does here, as the rules themselves tell by it whether somebody unseen is there.

So does the one deck of cards (SW-25: what is out cannot come), unless both have cards of their own.
"""
_MOST = 40
"""How much the unseen do at most until the turn of somebody else."""


class _WarDice:
    """Dice that fall alike for the known, whoever else throws in between; and a deck with cards for both.

    The known draw from a half of the deck of their own: that all are served by one (SW-25) must not tell.
    """

    def __init__(self, seed: int) -> None:
        self._dice: dict[tuple[str, str], Random] = {}
        cards = Random(seed).sample(range(1, len(DECK) + 1), len(DECK))
        self._halves = {True: cards[: len(cards) // 2], False: cards[len(cards) // 2 :]}
        self._drawn = {True: 0, False: 0}
        self._seed, self.draws = seed, ""

    def __call__(self, seed: str, seq: int, by_hand: frozenset[str]) -> "_WarDice":
        return self

    def face(self, who: str, purpose: str, sides: int) -> int:
        if f"{who}.{purpose}" == CARDS:
            return self._card()
        own = self._dice.setdefault((who, purpose), Random(f"{self._seed}:{who}:{purpose}"))
        return own.randint(1, sides)

    def _card(self) -> int:
        is_known = self.draws in KNOWN
        number, half = self._drawn[is_known], self._halves[is_known]
        self._drawn[is_known] += 1
        return half[number % len(half)]

    @contextmanager
    def noting_who_draws(self) -> Iterator[None]:
        """Note to whom cards are dealt: the dice themselves are told of the table alone."""
        dealt = deck.deal

        def deal(view: BattleView, to: Combatant, members: Sequence[str]) -> Exchange[None]:
            self.draws = to.id
            return dealt(view, to, members)

        with patch.object(turn_order, "deal", deal):
            yield


class War:
    """One of the two."""

    def __init__(
        self, world: World, system: str, browsers: Mapping[str, Browser], seed: int, *, secret: bool
    ) -> None:
        self.host, self.gm, self.system = host_of(world), gm_of(world), find_system(system)
        self.chance, self.unseen = Random(f"{system} {seed}"), Random(f"unseen {seed}")
        chance = self.chance
        kind = chance.choice((GridKind.SQUARE, GridKind.HEX_ROWS))
        battle_map = sealed_map(kind, chance.choice((Brightness.BRIGHT, Brightness.DARK)))
        row = lay_out_scene(world.store, world.table.id, system=system, name="War", battle_map=battle_map)
        people = {person.name: person.id for person in world.store.people.of_table(world.table.id)}
        world.store.people.seat(row.id, "kit", people["Ann"])
        world.store.people.seat(row.id, "brannock", people["Bob"])
        self.host.switch(row.id)
        self.dice = self.host.throws = _WarDice(seed)
        self.host.seal(f"war {seed}")  # both are under the same seal
        self.do("set-fog", on=True, sides=["heroes"])
        known = [
            self._one(who, "wolves" if who == "wolf" else "heroes", [at, 1]) for at, who in enumerate(KNOWN)
        ]
        unseen = [self._one(who, "zqred" if n else "zqblue", [8, n]) for n, who in enumerate(UNSEEN)]
        for one in unseen:
            one["hidden"] = self.unseen.random() < 0.5
        self.do("add", combatants=[*known, *(unseen if secret else [])])
        self.pages = {
            name: Page(world, browser, "screen" if name == "screen" else "play")
            for name, browser in browsers.items()
        }
        self.bases = {name: _number_on(page.load()) for name, page in self.pages.items()}

    def _one(self, who: str, side: str, at: list[int]) -> dict[str, Any]:
        sheet = dict(self.chance.choice(self.system.stock).sheet) if self.system.stock else {}
        return {"id": who, "name": who.capitalize(), "side": side, "sheet": sheet, "at": at}

    def do(self, do: str, **params: Any) -> None:
        self.host.handle({"do": do, **params}, by=self.gm)

    # ------------------------------------------------------------------------------------------ fighting
    def next(self) -> dict[str, Any]:
        """Choose what somebody known does next."""
        while (data := next_command(self.host.battle, self.chance)).get("do") in (*_NEVER, *THE_RULES_TELL):
            continue
        return data

    def give(self, data: Mapping[str, Any]) -> bool:
        """Let somebody known do something, and the unseen act until it is their turn no more."""
        try:
            self.host.handle(data, by=self.gm)
        except Refusal:
            return False
        self._go_through_unseen()
        while self._waits_for_unseen():
            self.do("end-round")
            self._go_through_unseen()
        return True

    def _go_through_unseen(self) -> None:
        """Let the unseen act for a while, and then bring to its end what they are in the middle of."""
        for _ in range(_MOST):
            if not self._is_unseens():
                break
            self.act_unseen()
        while self._is_unseens():
            prompt = self.host.battle.state.prompt
            if prompt is None:
                self.do("end-turn", actor=self.host.battle.state.active)
            else:
                self.host.handle({"actor": prompt.to, "answer": prompt.default}, by=self.gm)

    def _waits_for_unseen(self) -> bool:
        """Say whether a round is held up by unseen ones on Hold alone (SW-R20): the GM ends it."""
        state = self.host.battle.state
        if not state.running or state.active is not None or state.prompt is not None:
            return False
        holding = {who for who, one in state.combatants.items() if getattr(one.state, "on_hold", False)}
        return bool(holding) and holding <= set(UNSEEN)

    def _is_unseens(self) -> bool:
        state = self.host.battle.state
        whose = state.prompt.to if state.prompt is not None else state.active
        return whose in UNSEEN

    def act_unseen(self) -> None:
        data = next_command(self.host.battle, self.unseen)
        if data.get("do") not in _NEVER and not self._bears_on_the_known(data):
            with suppress(Refusal):
                self.host.handle(data, by=self.gm)

    def _bears_on_the_known(self, data: Mapping[str, Any]) -> bool:
        """Say whether somebody known may feel of something, whoever does it: words are heard through rock."""
        action = self.system.action(str(data.get("do", "")))
        of_many = action is not None and any(p.kind == "combatants" for p in action.parameters)
        return of_many or any(f'"{who}"' in json.dumps(data) for who in KNOWN)

    # ---------------------------------------------------------------------------------------- looking
    def seen(self, chance: Random, *, whole: bool) -> dict[str, str]:
        """Give what is seen at this moment, by what it was asked of.

        Args:
            whole: by everybody, with the fight told again, the log and the cards; else Ann's page, and what
                she asks.
        """
        found: dict[str, str] = {}
        for name, page in self.pages.items() if whole else [("ann", self.pages["ann"])]:
            page.take_all()
            dice = ("dice", "dice/fight.dice.json")
            more = ("log.txt", "replay", *dice, *(f"selected/{who}" for who in KNOWN)) if whole else ()
            for place in (page.role, *(f"{page.role}/{part}" for part in more)):
                answer = page.browser.get(page.world.at(place))
                found[f"{name}: {place}"] = self.plain(name, f"{answer.status_code} {answer.text}")
        for message, said in _questions(self, chance):
            answered = json.dumps(self.pages["ann"].ask(message, said))
            found[f"ann asks {message} {said}"] = self.plain("ann", answered)
        return found

    def plain(self, name: str, text: str) -> str:
        """Write what was sent without what is drawn at random, with numbers from the page's first on."""
        text = re.sub(r"[0-9a-f]{32}", "ID", text)
        text = re.sub(r'data-word="\w+"', "", text)
        base = self.bases[name]
        return re.sub(
            r"\d{10,16}", lambda n: f"#{int(n[0]) - base}" if abs(int(n[0]) - base) < 9999 else "#", text
        )

    def close(self) -> None:
        for page in self.pages.values():
            page.close()


def _number_on(page: str) -> int:
    return int(re.findall(r'data-seq="(\d+)"', page)[0])


def _questions(war: War, chance: Random) -> list[tuple[str, dict[str, Any]]]:
    """Give what Ann asks: the same of both."""
    actions = [action for action in war.system.actions if action.listed and not action.of_table]
    there = [chance.randrange(COLS), chance.randrange(ROWS)]
    asked: list[tuple[str, dict[str, Any]]] = [
        ("reach", {"actor": "kit"}),
        ("aim", {"actor": "kit", "target": chance.choice(KNOWN[1:])}),
        ("cover", {"actor": "kit", "at": [chance.randrange(SEALED - 1), chance.randrange(ROWS)]}),
        ("zones", {"from": "kit"}),
        ("templates", {}),
    ]
    for action in chance.sample(actions, min(2, len(actions))):
        asked += [
            ("aim", {"do": action.id, "actor": "kit", "target": "wolf"}),
            ("aim", {"do": action.id, "actor": "kit", "at": there}),
            ("command", {"do": action.id, "actor": "kit", "target": chance.choice(UNSEEN)}),
        ]
    return asked


def fought_twice(world: World, system: str, browsers: Mapping[str, Browser], seed: int, steps: int) -> None:
    """Fight without the unseen and with them, and hold what is seen of the one against the other.

    Raises:
        Leak: if anything differs.
    """
    quiet = War(world, system, browsers, seed, secret=False)
    fought: list[tuple[dict[str, Any], dict[str, str]]] = []
    with quiet.dice.noting_who_draws():
        while len(fought) < steps:
            data = quiet.next()
            if quiet.give(data):
                moment = len(fought)
                fought.append((data, quiet.seen(Random(moment), whole=moment == steps - 1)))
    quiet.close()
    busy = War(world, system, browsers, seed, secret=True)
    with busy.dice.noting_who_draws():
        for moment, (data, was) in enumerate(fought):
            where = f"{system} fought twice, seed {seed}, step {moment}, {data}"
            if not busy.give(data):
                raise Leak(f"{where} cannot be done with the unseen there")
            now = busy.seen(Random(moment), whole=moment == steps - 1)
            for asked, text in was.items():
                if now[asked] != text:
                    raise Leak(f"{where}: {asked}:\n{difference(text, now[asked])}")
    busy.close()
