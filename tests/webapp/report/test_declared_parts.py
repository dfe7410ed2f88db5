"""Several who had declared an attack on one target: each is counted on what those before it have left.

How it could have come out is compared with every face of its dice, thrown in the battle itself.
"""

from collections import defaultdict
from dataclasses import replace
from math import isclose
from typing import Any

import pytest

from rules.engine.command import Command
from rules.engine.exchange import Play
from rules.engine.position import Position
from rules.engine.state import BattleState, BattleView
from rules.engine.system import find_system
from rules.report.exchanges import Fought, fought_in
from rules.report.luck import Reckoned, reckoned
from rules.systems.phases.state import Condition
from tests.rules.systems.phases.fights import CARBINE, Fight, fighter
from webapp.report.seen_exchanges import seen_fight
from webapp.visibility.viewer import Viewer

GM = Viewer(role="gm")
PLAYER = Viewer(role="play", sides=frozenset({"heroes"}), sight=False)
BRAWLER = {"skills": {"brawling": 1}, "attributes": {"toughness": 1}}
HURT = {"trauma": ["chest"]}
HIT, MISS = [9], [2]
CHEST, HARD, WEAK, TOUGH = 5, 9, 1, 10
"""Faces: for the location, for damage, and for Toughness that gives in or holds."""
IN_TURN = {"ann": 1, "cid": 3, "eve": 4, "bob": 9, "zqa": 2, "zqb": 5}
"""What each throws for initiative: the lowest declares first."""


def brawl(*more: dict[str, Any], bob: dict[str, Any] | None = None, **dice: list[int]) -> Fight:
    """Let Ann and Cid stand against Bob, in the first phase."""
    people = [
        fighter("ann", BRAWLER, "heroes"),
        fighter("cid", BRAWLER, "heroes"),
        fighter("bob", BRAWLER, "raiders", state=bob or {}),
        *more,
    ]
    initiative = {f"{who}__initiative": [face] * 9 for who, face in IN_TURN.items()}
    fight = Fight(*people, **initiative, **dice)
    fight.do("begin")
    return fight


def strike(fight: Fight, who: str, target: str = "bob", with_: str = "fist") -> None:
    fight.do("attack", who, with_=with_, target=target)


def all_pass(fight: Fight, until: str | None = None) -> None:
    """Let all pass until it is somebody's turn to declare, or all has resolved."""
    while (who := fight.battle.state.active) not in (None, until):
        fight.do("end-turn", who)


def both_strike(**more: Any) -> Fight:
    """Ann and Cid declare a blow at Bob; Bob passes, and all resolves."""
    fight = brawl(**more)
    strike(fight, "ann")
    strike(fight, "cid")
    fight.do("end-turn", "bob")
    return fight


TWO_HITS = {
    "ann__attack": HIT,
    "cid__attack": HIT,
    "ann__location": [CHEST],
    "cid__location": [CHEST],
    "ann__damage": [HARD],
    "cid__damage": [HARD],
}


def told(fight: Fight, viewer: Viewer) -> list[tuple[BattleState, Fought]]:
    return list(seen_fight("phases", "scene", fight.battle.entries, viewer).fought)


def worked_out(fight: Fight, viewer: Viewer) -> list[Reckoned]:
    found = [reckoned(before, one) for before, one in told(fight, viewer)]
    assert None not in found
    return [one for one in found if one is not None]


class Odometer:
    """Faces that come to every throw there is: those of some dice are given, all others go round."""

    def __init__(self, given: dict[str, list[int]]) -> None:
        self.given, self.faces = given, list[int]()
        self.left, self.at = dict[str, list[int]](), 0

    def begin(self) -> None:
        self.left, self.at = {key: list(faces) for key, faces in self.given.items()}, 0

    def face(self, who: str, purpose: str, sides: int) -> int:
        assert sides == 10
        if left := self.left.get(f"{who}.{purpose}"):
            return left.pop(0)
        if self.at == len(self.faces):
            self.faces.append(1)
        self.at += 1
        return self.faces[self.at - 1]

    def go_on(self) -> bool:
        """Turn to the next throw; say whether there is one."""
        while self.faces and self.faces[-1] == 10:
            self.faces.pop()
        if self.faces:
            self.faces[-1] += 1
        return bool(self.faces)


def all_ways(before: BattleState, command: Command, given: dict[str, list[int]]) -> dict[int, float]:
    """Throw every face of all that is not given, and give how many wounds Bob has then, with the chances."""
    found, faces = defaultdict[int, float](float), Odometer(given)
    make = Position(find_system(before.system), before).exchange(command)
    while True:
        faces.begin()
        view = BattleView(before)
        play = Play(view, make(view))
        play.start(faces)
        assert play.done
        found[len(view.state.combatants["bob"].state.trauma)] += 0.1 ** len(faces.faces)
        if not faces.go_on():
            return found


def percentile(ways: dict[int, float], came: int) -> float:
    return sum(chance for harm, chance in ways.items() if harm < came) + ways.get(came, 0) / 2


def test_each_is_where_every_throw_of_its_dice_puts_it_though_its_target_falls_between() -> None:
    fight = brawl(bob=HURT, **TWO_HITS, bob__trauma=[WEAK, TOUGH])
    strike(fight, "ann")
    strike(fight, "cid")
    before = fight.battle.state
    fight.do("evade", "bob")
    first, second = worked_out(fight, PLAYER)
    assert [(one.actor, one.is_foreseen, one.sampled, one.dealt) for one in (first, second)] == [
        ("ann", True, False, 1),
        ("cid", True, False, 0),
    ]
    last, given = Command(do="evade", actor="bob"), {"cid.attack": MISS}
    of_ann = {wounds - 1: chance for wounds, chance in all_ways(before, last, given).items()}
    given = {"ann.attack": HIT, "ann.location": [CHEST], "ann.damage": [HARD], "bob.trauma": [WEAK]}
    of_cid = {wounds - 2: chance for wounds, chance in all_ways(before, last, given).items()}
    for one, ways in ((first, of_ann), (second, of_cid)):
        assert one.foreseen.least == 0
        assert len(one.foreseen.chances) == max(ways) + 1 > 1
        for harm, chance in enumerate(one.foreseen.chances):
            assert isclose(chance, ways.get(harm, 0.0), abs_tol=1e-9)
        assert isclose(one.share, percentile(ways, one.dealt), abs_tol=1e-9)
    assert repr(worked_out(fight, GM)) == repr([first, second])


def test_who_has_fallen_by_the_first_is_not_taken_out_by_the_second() -> None:
    fight = both_strike(bob=HURT, **TWO_HITS, bob__trauma=[WEAK, WEAK])
    for viewer in (GM, PLAYER):
        (first,), (second,) = (one.blows for one in worked_out(fight, viewer))
        assert (first.down, second.down) == (True, False)
        assert first.down_chance > 0
        assert second.down_chance == 0
        assert (first.harm, second.harm) == (1, 1)


def test_what_is_lost_as_its_target_has_died_before_is_nobodys_luck() -> None:
    """PH-51, PH-69: full auto takes a round, so that it comes after a blow of the same phase."""
    eve = fighter("eve", {**CARBINE, "attributes": {"toughness": 1}}, "heroes")
    dice = {"ann__location": [1], "ann__damage": [HARD], "bob__trauma": [WEAK]}
    fight = brawl(eve, bob=HURT, ann__attack=HIT, **dice)
    fight.do("end-turn", "ann")
    fight.do("end-turn", "cid")
    fight.do("attack", "eve", with_="carbine", target="bob", options={"mode": "auto"})
    fight.do("end-turn", "bob")
    fight.do("next-phase")
    strike(fight, "ann")
    fight.do("end-turn", "cid")
    fight.do("end-turn", "bob")
    assert fight.state("bob").condition is Condition.DEAD
    for viewer in (GM, PLAYER):
        (only,) = worked_out(fight, viewer)
        assert (only.actor, only.dealt) == ("ann", 1)
        assert only.blows[0].down


def test_who_falls_before_the_own_deed_is_due_has_not_thrown_for_it() -> None:
    eve = fighter("eve", {**CARBINE, "attributes": {"toughness": 1}}, "heroes", state=HURT)
    fight = brawl(
        eve, bob__attack=HIT, bob__location=[CHEST], bob__damage=[HARD], eve__trauma=[WEAK], ann__attack=MISS
    )
    all_pass(fight, "eve")
    fight.do("attack", "eve", with_="carbine", target="bob", options={"mode": "auto"})
    all_pass(fight)
    fight.do("next-phase")
    all_pass(fight, "ann")
    strike(fight, "ann")
    all_pass(fight, "bob")
    strike(fight, "bob", "eve")
    assert fight.state("eve").condition is Condition.DOWN
    for viewer in (GM, PLAYER):
        found = worked_out(fight, viewer)
        assert [(one.actor, one.dealt) for one in found] == [("ann", 0), ("bob", 1)]


@pytest.mark.parametrize("last", ["evade", "parry", "end-turn"])
def test_it_counts_whatever_the_last_to_declare_does(last: str) -> None:
    fight = brawl(ann__attack=MISS, cid__attack=MISS, bob__parry=[1, 1])
    strike(fight, "ann")
    strike(fight, "cid")
    fight.do(last, "bob")
    for viewer in (GM, PLAYER):
        assert [one.actor for one in worked_out(fight, viewer)] == ["ann", "cid"]
    ((_, whole),) = fought_in(fight.battle)
    assert (whole.actor, whole.is_declared, whole.targets) == (None, True, ("bob",))


def test_a_defence_that_was_declared_afterwards_is_expected() -> None:
    shares = {}
    for last in ("evade", "end-turn"):
        fight = brawl(ann__attack=MISS, cid__attack=MISS)
        strike(fight, "ann")
        strike(fight, "cid")
        fight.do(last, "bob")
        shares[last] = [one.blows[0].chance for one in worked_out(fight, PLAYER)]
    assert all(one < other for one, other in zip(shares["evade"], shares["end-turn"], strict=True))


def test_what_was_declared_in_secret_counts_once_it_is_revealed() -> None:
    fight = brawl(**TWO_HITS, bob__trauma=[WEAK, WEAK])
    fight.do("secret-declaration", on=True)
    strike(fight, "ann")
    strike(fight, "cid")
    fight.do("end-turn", "bob")
    open_ones = worked_out(both_strike(**TWO_HITS, bob__trauma=[WEAK, WEAK]), PLAYER)
    secret = worked_out(fight, PLAYER)
    assert [replace(one, entry="", point=0) for one in secret] == [
        replace(one, entry="", point=0) for one in open_ones
    ]


def test_a_forgotten_modifier_counts_for_the_roll_that_it_was_forgotten_of() -> None:
    fight = both_strike(**TWO_HITS, bob__trauma=[TOUGH, TOUGH])
    first, second = worked_out(fight, PLAYER)
    roll = {"command": fight.battle.entries[-1].command.id, "who": "cid", "purpose": "attack", "nth": 0}
    fight.do("reconsider", roll=roll, value=-2, label="smoke")
    for viewer in (GM, PLAYER):
        one, other = worked_out(fight, viewer)
        assert one.blows[0].chance == first.blows[0].chance
        assert other.blows[0].chance < second.blows[0].chance


def test_what_the_hidden_declare_and_do_to_each_other_changes_nothing_of_it() -> None:
    """Two fights, in one of which the hidden strike each other down in the same moments: told alike."""
    hidden = [
        fighter("zqa", BRAWLER, "zqreds", hidden=True),
        fighter("zqb", BRAWLER, "zqblues", state=HURT, hidden=True),
    ]
    found = {}
    for secret in (False, True):
        fight = brawl(
            *(hidden if secret else ()),
            **TWO_HITS,
            bob__trauma=[WEAK, TOUGH],
            zqa__attack=HIT,
            zqa__location=[CHEST],
            zqa__damage=[HARD],
            zqb__attack=MISS,
            zqb__trauma=[WEAK],
        )
        strike(fight, "ann")
        if secret:
            strike(fight, "zqa", "zqb")
        strike(fight, "cid")
        if secret:
            strike(fight, "zqb", "zqa")
        fight.do("end-turn", "bob")
        if secret:
            assert fight.state("zqb").condition is Condition.DOWN
            assert len(worked_out(fight, GM)) == 4
        found[secret] = [replace(one, entry="", point=0) for one in worked_out(fight, PLAYER)]
    assert [one.actor for one in found[True]] == ["ann", "cid"]
    assert repr(found[True]) == repr(found[False])


def test_whose_blow_came_from_one_unknown_is_no_luck_but_the_known_ones_is() -> None:
    zqa = fighter("zqa", BRAWLER, "zqreds", hidden=True)
    dice = {**TWO_HITS, "zqa__attack": HIT, "zqa__location": [CHEST], "zqa__damage": [HARD]}
    fight = brawl(zqa, **dice, bob__trauma=[WEAK, WEAK, TOUGH])
    strike(fight, "ann")
    strike(fight, "zqa")
    strike(fight, "cid")
    fight.do("end-turn", "bob")
    found = worked_out(fight, PLAYER)
    assert [(one.actor, one.is_foreseen) for one in found] == [("ann", True), (None, False), ("cid", True)]
    assert [one.dealt for one in found] == [1, 1, 0]
