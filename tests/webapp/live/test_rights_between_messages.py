"""What a page's grant is worth is looked up between its messages, so that none of them waits for it."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.webapp.pages import Page
from webapp.live import audience, message_checks
from webapp.live.message_checks import socketio
from webapp.table.grants import Visitor


class LookUps:
    """Counts what is looked up, and keeps what is to be looked up later until it is wanted."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.count, self.now, self.is_gone = 0, 1000.0, False
        self.later: list[Callable[[], None]] = []
        as_now = message_checks._as_now

        def counted(guest: Visitor) -> Visitor | None:
            self.count += 1
            return None if self.is_gone else as_now(guest)

        def begin(function: Callable[..., None], *args: Any) -> None:
            self.later.append(lambda: function(*args))

        patch.setattr(message_checks, "_as_now", counted)
        patch.setattr(message_checks, "async_mode", lambda: "gevent")
        patch.setattr(audience, "monotonic", lambda: self.now)
        patch.setattr(socketio, "start_background_task", begin)
        patch.setattr(socketio, "sleep", lambda seconds: None)

    def look_up(self) -> None:
        (wanted,) = self.later
        self.later.clear()
        wanted()


@pytest.fixture
def looks(ann: Page, monkeypatch: pytest.MonkeyPatch) -> LookUps:
    looks = LookUps(monkeypatch)
    ask(ann)
    assert looks.count == 1, "the first message looks it up itself"
    return looks


def ask(page: Page) -> None:
    assert page.ask("zones", {"actor": "kit"})


def test_no_message_waits_for_it_as_long_as_one_comes_now_and_then(ann: Page, looks: LookUps) -> None:
    for _ in range(5):
        looks.now += 1.5
        before = looks.count
        ask(ann)
        ask(ann)
        assert looks.count == before, "neither waited"
        looks.look_up()
        assert looks.count == before + 1, "and one look served both"


def test_what_is_fresh_is_not_looked_up_again(ann: Page, looks: LookUps) -> None:
    looks.now += 0.5
    ask(ann)
    assert (looks.count, looks.later) == (1, [])


def test_after_a_long_while_a_message_waits_for_it(ann: Page, looks: LookUps) -> None:
    looks.now += 2.5
    ask(ann)
    assert (looks.count, looks.later) == (2, [])


def test_who_was_sent_away_meanwhile_is_refused_at_the_next_message(ann: Page, looks: LookUps) -> None:
    looks.now += 1.5
    ask(ann)
    looks.is_gone = True
    looks.look_up()
    looks.now += 0.1
    refusal = ann.refused("command", {"do": "move", "actor": "kit", "to": [4, 8]})
    assert refusal["code"] == "not-allowed"
