"""What advice says of an attack that begins with a way, and what it marks on the map."""

from rules.ai.advice import Advice, Advisor
from rules.engine.text import in_full
from rules.systems.gurps.system import SYSTEM
from tests.rules.kit import fighter
from tests.rules.systems.gurps.fights import OPEN, SWORD, Fight
from webapp.panels.advice import AdviceView, advice_views


def best_of(yards: int) -> tuple[Advice, AdviceView]:
    """Give what Ann would best do so far from Bob, and as it is shown."""
    ann = fighter("ann", "heroes", SWORD, at=[4, 4], state={"facing": "e"})
    fight = Fight(ann, fighter("bob", "raiders", {}, at=[4 + yards, 4], state={"facing": "w"}), map=OPEN)
    found = Advisor(SYSTEM, fight.battle.state, "ann").best(1)
    return found[0], advice_views(SYSTEM, fight.battle.state, found)[0]


def test_it_says_where_an_attack_goes_first_and_marks_the_place() -> None:
    """GU-704"""
    found, shown = best_of(3)
    place = found.command.table("options")["to"]
    assert shown.marks["at"] == place
    assert shown.marks["target"] == "bob"
    assert in_full(shown.to)
    assert not any("first" in in_full(one) for one in shown.besides)


def test_who_need_not_go_is_shown_nowhere_to_go() -> None:
    """GU-704"""
    _, shown = best_of(1)
    assert (shown.to, shown.marks["at"], shown.marks["target"]) == ("", None, "bob")
