"""What follows from the cards of somebody unseen, where turns are dealt: nothing tells of it."""

from dataclasses import replace
from typing import Any

import pytest

from tests.rules.systems.savage.fights import GUN, HERO, Fight, hero, raider
from webapp.table.streams import tell_log
from webapp.visibility.harm import see_gauges
from webapp.visibility.known_events import event_for
from webapp.visibility.stream import Stream
from webapp.visibility.viewer import Viewer

PARTY = Viewer(role="play", sides=frozenset({"heroes"}), owns=frozenset({"ann"}), sight=False)
GM = Viewer(role="gm")


def fight(cards: str, **lurker: Any) -> Fight:
    """Ann against a boss whom she sees and one whom she does not, who is dealt the last of three cards."""
    boss, unseen = raider("boss", GUN), raider("lurker", GUN)
    return Fight(hero("ann", HERO), boss, {**unseen, "hidden": True, **lurker}, cards=cards)


def lines(fight: Fight, viewer: Viewer = PARTY) -> list[str]:
    return [str(line.text) for line in tell_log(Stream(viewer, "scene"), fight.battle).lines]


def heard(fight: Fight, viewer: Viewer = PARTY) -> list[dict[str, Any]]:
    """Give the events of the last command, as a program of this viewer gets them."""
    stream = tell_log(Stream(viewer, "scene"), fight.battle)
    return [event_for(event, after, viewer, known) for event, after, known in stream.heard]


def test_the_joker_of_somebody_unseen_brings_no_line_of_bennies() -> None:
    """SW-24"""
    known, hidden = fight("KS QS JR"), fight("KS JR 5S")
    for one in (known, hidden):
        one.do("begin")
    assert known.state("boss").bennies == 1, "the Joker of the unseen one has paid out"
    assert not [text for text in lines(known) if "Benny" in text or "Joker" in text]
    assert [text for text in lines(known, GM) if "Benny" in text]
    assert [text for text in lines(hidden) if "Benny" in text], "of a Joker that is seen it is told"


def test_who_gains_a_benny_for_an_unseen_friend_s_joker_is_told_no_more_than_that() -> None:
    """SW-24: it is the player's own Benny; whose Joker it came by is not said."""
    one = fight("KS QS JR", side="heroes")
    one.do("begin")
    assert one.state("ann").bennies == 1
    assert [text for text in lines(one) if "Benny" in text] == ["Ann gains a Benny."]
    others = replace(PARTY, owns=frozenset())
    assert not [text for text in lines(one, others) if "Benny" in text]


def test_the_bennies_of_enemies_are_theirs_to_count() -> None:
    one = fight("KS QS JR")
    one.do("begin")
    boss = one.battle.state.combatants["boss"]
    shapes = {
        viewer: [g.shape for g in see_gauges(one.battle.system, boss, viewer)] for viewer in (PARTY, GM)
    }
    assert "count" in shapes[GM]
    assert "count" not in shapes[PARTY]


@pytest.mark.parametrize(("cards", "joker"), [("KS QS JR 2S 3S 4S", "lurker"), ("JR QS KS 2S 3S 4S", "ann")])
def test_a_shuffle_within_a_fight_is_told_to_nobody(cards: str, joker: str) -> None:
    """SW-25: it would tell that somebody has a Joker, and its lack that nobody unseen has."""
    one = fight(cards)
    one.do("begin")
    assert one.state(joker).joker
    told = lines(one).count("The action deck is shuffled.")
    while one.battle.state.clock["round"] == 1:
        one.do("end-turn", one.battle.state.active)
    assert lines(one).count("The action deck is shuffled.") == told
    assert lines(one, GM).count("The action deck is shuffled.") == told + 1


def test_no_clock_tells_of_a_joker() -> None:
    """SW-25, SW-26"""
    one = fight("KS QS JR")
    one.do("begin")
    assert one.battle.state.clock["joker_dealt"] is True
    assert "joker" not in repr(heard(one))
    assert "joker_dealt" in repr(heard(one, GM))


def test_a_round_that_waits_for_somebody_unseen_does_not_say_so() -> None:
    """SW-26, SW-30"""
    one = fight("KS QS 10S")
    one.do("begin")
    one.do("end-turn", "ann")
    one.do("end-turn", "boss")
    one.do("hold", "lurker")
    assert one.battle.state.active is None
    words = "All turns of this round are over."
    assert words in lines(one, GM)
    assert words not in lines(one)
    stream = tell_log(Stream(PARTY, "scene"), one.battle)
    assert stream.told_state(one.battle.state).active == "boss", "as while the GM is busy"


def test_an_interruption_by_somebody_unseen_is_not_told() -> None:
    """SW-32: the turn stands as if the GM were busy; what is done in it is told for itself."""
    one = fight("KS QS JR")
    one.do("begin")
    one.do("hold", "lurker")
    assert one.battle.state.active == "ann"
    before = lines(one)
    one.do("interrupt", "lurker", target="ann")
    assert one.battle.state.active == "lurker"
    assert lines(one) == before
    assert heard(one) == []
    assert "breaks into" in " ".join(lines(one, GM))


def test_whose_turn_somebody_waits_for_is_told_of_nobody() -> None:
    """SW-31: alike for one who is seen and one who is not."""
    said = {}
    for acting, cards in (("lurker", "AS QS KS"), ("boss", "AS KS QS")):
        one = fight(cards)
        one.do("begin")
        one.do("hold", "ann")
        assert one.battle.state.active == acting
        one.do("act-now", "ann")
        said[acting] = lines(one)[-1], heard(one)
    assert said["lurker"] == said["boss"]
    assert said["boss"][0] == "Ann acts right after this turn."
