"""What a page offers first, and what it offers to whom."""

from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.chances.odds_figures import Contest, Odds
from rules.engine.command import Command
from rules.engine.system import find_system
from rules.systems import load_systems
from tests.rules.kit import fighter
from tests.rules.systems.tesseris.fights import OPEN
from webapp.panels.action_bar import ActionEntry, action_entries
from webapp.panels.aim import default_aim
from webapp.panels.odds_bars import bars, can_be_felled
from webapp.visibility.stream import Stream
from webapp.visibility.viewer import Viewer

RIFLE, SWORD = {"weapons": ["rifle", "knife"]}, {"weapons": ["sword"]}
GM, PLAYER = Viewer(role="gm"), Viewer(role="play", owns=frozenset({"ann"}))


class NoDice:
    """Nothing is thrown where something is only offered."""

    def face(self, who: str, purpose: str, sides: int) -> int:
        raise AssertionError(purpose)


def battle(*people: dict[str, Any]) -> Battle:
    load_systems()
    found = Battle("tesseris")
    found.handle(Command(do="set-map", params={"map": OPEN}), NoDice())
    found.handle(Command(do="add", params={"combatants": list(people)}), NoDice())
    return found


def stream(of: Battle, viewer: Viewer) -> Stream:
    everybody = frozenset(of.state.combatants)
    return Stream(viewer, "scene", now=everybody, then=everybody, then_or_now=everybody)


def entries(of: Battle, viewer: Viewer, do: str) -> list[ActionEntry]:
    return [entry for entry in action_entries(of, stream(of, viewer), "ann") if entry.do == do]


@pytest.mark.parametrize(
    ("sheet", "yards", "first"),
    [
        (RIFLE, 1, "straight-shot"),
        (RIFLE, 4, "straight-shot"),  # a charge with bare hands could be made as well
        (RIFLE, 25, "straight-shot"),
        (SWORD, 1, "melee-strike"),
        (SWORD, 4, "charge"),
        ({}, 1, "melee-strike"),
    ],
)
def test_what_is_offered_first_is_what_the_weapon_in_hand_can_do_at_that_distance(
    sheet: dict[str, Any], yards: int, first: str
) -> None:
    of = battle(fighter("ann", sheet=sheet, at=[1, 1]), fighter("bob", at=[1 + yards, 1]))
    for viewer in (GM, PLAYER):
        found = default_aim(of, stream(of, viewer), "ann", "bob")
        assert found is not None
        assert found["do"] == first


def test_the_gm_may_aim_what_only_the_distance_forbids() -> None:
    of = battle(fighter("ann", sheet=SWORD, at=[1, 1]), fighter("bob", at=[20, 1]))
    (players,), (gms,) = entries(of, PLAYER, "melee-strike"), entries(of, GM, "melee-strike")
    assert players.refusal is not None
    assert players.refusal.code == "out-of-range"
    assert gms.refusal is None
    for viewer in (GM, PLAYER):
        (distract,) = entries(of, viewer, "distract")
        assert distract.refusal is not None  # nothing that the GM says of bob makes him hold anybody


def test_a_form_lists_only_those_to_whom_it_can_be_done() -> None:
    of = battle(
        fighter("ann", side="heroes", at=[1, 1]),
        fighter("bob", side="heroes", at=[2, 1]),
        fighter("cat", at=[3, 1], state={"dead": True}),
    )
    (aid,) = entries(of, PLAYER, "inspire")
    assert [choice.id for need in aid.needs for choice in need.choices] == ["bob"]


def test_a_contest_is_worded_as_one_and_the_fallen_do_not_fall_again() -> None:
    system = find_system("tesseris")
    of = battle(
        fighter("ann", at=[1, 1]), fighter("bob", at=[2, 1], state={"conditions": {"unconscious": {}}})
    )
    words = Contest(won="wins", lost="loses", tied="neither wins", down="leaves no word to say")
    odds = Odds(hit=0.5, harm=(1.0,), down=0.25, shaken=0.2)
    (bar,) = bars(odds, system, of.state.combatants["ann"], False, words)
    assert [(p.label, round(p.chance, 9)) for p in bar.parts] == [
        ("loses", 0.3),
        ("neither wins", 0.2),
        ("wins", 0.5),
    ]
    assert bar.sums == (("wins", 0.5), ("neither wins", 0.2), ("leaves no word to say", 0.25))
    stands = can_be_felled(system, of.state, "bob")
    felled = Odds(hit=0.5, harm=(0.5, 0.5), down=1.0)
    (bar,) = bars(felled, system, of.state.combatants["bob"], True, fells=stands)
    assert bar.down is None
    (bar,) = bars(Odds(hit=0.5, harm=(0.5, 0.5), down=0.1), system, of.state.combatants["ann"], True)
    assert bar.down == 0.1
