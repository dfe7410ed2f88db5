"""What is written on the line of fire: how far, and how much cover, in a word or two, in every system."""

import re
from collections.abc import Iterator

import pytest

from rules.ai.options import aimed, buttons
from rules.engine.battle import Battle
from rules.engine.state import BattleView
from rules.engine.text import head, in_full
from rules.systems import load_systems
from tests.load.chance import Faces
from tests.playing.duel import Duel, Nearest
from tests.playing.scenes import SIDES, close

FAR = {
    "atomic": r"(engaged|near): \d+ cells? away",
    "gurps": r"\d+ yards?(: \w+ \([+-]\d+\))?",
    "phases": r"\d+ cells?",
    "savage": r'\d+"',
    "tesseris": r"\d+ yd",
}
"""How a distance is written, without what it means for the weapon."""
COVERS = {"atomic", "gurps", "phases", "savage"}
"""Whose cover is a fact of a shot: in Tesseris it is taken by an action, and stands beside the roll."""


def written(battle: Battle) -> Iterator[list[str]]:
    """Give what is written on the line of each attack that who acts may make."""
    who = battle.state.active
    if who is None or battle.state.prompt is not None:
        return
    actor = battle.state.combatants[who]
    foes = [other for other in battle.state.combatants.values() if other.side != actor.side]
    for action, button in buttons(battle.now, who):
        if action.is_aimed(BattleView(battle.state), button):
            for command in aimed(battle.now, action, button, foes):
                facts = battle.now.plan(command).facts
                for fact in facts:
                    assert head(fact.brief) == fact.brief, fact
                yield [in_full(fact.brief) for fact in facts if fact.brief]


@pytest.mark.parametrize("system", sorted(FAR))
def test_an_attack_says_in_a_word_or_two_how_far_it_goes_and_how_much_covers_its_target(system: str) -> None:
    load_systems()
    duel = Duel(close(system).begun(), {side: Nearest() for side in SIDES}, Faces(system))
    found: list[list[str]] = []
    for _ in range(30):
        found += written(duel.battle)
        duel.battle.handle(duel.next([]), duel.faces)
    said = [words for words in found if words]
    assert said
    assert all(re.fullmatch(FAR[system], words[0]) for words in said), said
    covers = {words[-1] for words in said if words[-1].endswith("cover")}
    assert covers == ({"no cover"} if system in COVERS else set())
