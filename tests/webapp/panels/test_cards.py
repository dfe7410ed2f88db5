"""The card of a combatant says the same however it is come by, and of what is refused only why."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask, render_template

from rules.engine.state import changed
from tests.playing.fight import Fight
from tests.playing.hand import Hand
from webapp.panels.action_bar import ActionEntry, action_entries
from webapp.panels.page_frame import Frame
from webapp.panels.selected import selected_view

STEPS = 12
SYSTEMS = ("atomic", "gurps", "phases", "savage", "tesseris")


def cards(hand: Hand) -> dict[str, str]:
    """Draw the cards of all whom a hand knows."""
    frame = Frame(table_id="t", table_name="", role=hand.viewer.role)
    return {
        who: render_template(
            "panels/selected.html", view=selected_view(hand.battle, hand.stream, frame, who, {})
        )
        for who in sorted(hand.stream.now)
    }


def copy_state(hand: Hand) -> None:
    """Put an equal state in the place of the battle's, of which nothing has been worked out yet."""
    state = hand.battle.state
    people = {who: changed(c, state=changed(c.state)) for who, c in state.combatants.items()}
    hand.battle.state = changed(state, combatants=people)


def played(app: Flask, system: str) -> Iterator[Hand]:
    """Play a fight, and stop after each step for the GM and for a player."""
    with app.test_request_context():
        fight = Fight(app, system, 1)
        for _ in range(STEPS):
            fight.step()
            yield from (fight.gm, fight.player)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_card_is_the_same_whatever_was_worked_out_before(app: Flask, system: str) -> None:
    for hand in played(app, system):
        first, again = cards(hand), cards(hand)
        copy_state(hand)
        assert first == again == cards(hand)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_card_says_why_each_button_cannot_be_pressed(app: Flask, system: str) -> None:
    refused = 0
    for hand in played(app, system):
        drawn = cards(hand)
        for who in set(hand.owns) & drawn.keys():
            entries = action_entries(hand.battle, hand.stream, who)
            waits = 'class="waiting' in drawn[who]  # then it is said once, for all of them
            listed = len(re.findall(r'<span class="why">', drawn[who]))
            assert listed == (0 if waits else sum(entry.refusal is not None for entry in entries))
            refused += listed
    assert refused


def outcome(entry: ActionEntry) -> tuple[object, ...]:
    return entry.leaves, entry.chance, entry.takes, entry.provokes, entry.needs


def test_nothing_is_worked_out_of_a_button_but_why_it_is_refused(app: Flask) -> None:
    met = set()
    for hand in played(app, "tesseris"):
        for who in hand.owns:
            for entry in action_entries(hand.battle, hand.stream, who):
                says_more = outcome(entry) != ("", None, 0, (), ())
                assert not (says_more and entry.refusal is not None)
                met.add((says_more, entry.refusal is None))
    assert met >= {(True, True), (False, False)}
