"""The clock of an open question: who takes too long is answered for."""

import re
import time

import pytest

from tests.webapp.pages import Page, ask_by_hand, host_of, wait_for
from tests.webapp.world import World
from webapp.live.message_checks import socketio


def with_clock(world: World, seconds: int | None) -> None:
    world.store.change_settings(world.table.id, answer_seconds=seconds)
    host_of(world).tell_people_changed()


class QuickSleep:
    """Let the clock's seconds be as many hundredths."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(socketio, "sleep", lambda seconds: time.sleep(seconds / 100))


def test_who_takes_too_long_is_answered_for(
    world: World, gm: Page, ann: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    QuickSleep(monkeypatch)
    with_clock(world, 20)
    ask_by_hand(gm, "raider-3", "kit")
    # The clock may have answered by now; what it did is told a moment after it is done.
    assert wait_for(lambda: any("Kit answers: none." in update["panels"] for update in ann.take()))
    assert host_of(world).battle.entries[-1].command.by == "clock"


def test_who_is_asked_reads_how_long_and_what_happens_then(world: World, gm: Page, ann: Page) -> None:
    with_clock(world, 40)
    ask_by_hand(gm, "raider-3", "kit")
    panels = "".join(update["panels"] for update in ann.take())
    assert 39 < float(re.findall(r'data-left="([0-9.]+)"', panels)[-1]) <= 40
    assert re.search(r"seconds left. Then the answer is: <b>[A-Z][a-z ]+</b>", panels)
    ann.do("answer", "kit", answer="none", late=True)
    assert host_of(world).battle.entries[-1].command.params.get("late") is None  # the clock alone says that
    assert "data-left" not in ann.load()


def test_asked_again_after_it_was_taken_back_one_is_answered_for_again(
    world: World, gm: Page, ann: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    QuickSleep(monkeypatch)
    with_clock(world, 20)
    for _ in range(2):
        ask_by_hand(gm, "raider-3", "kit")
        assert wait_for(lambda: host_of(world).battle.state.prompt is None)
        assert host_of(world).battle.entries[-1].command.by == "clock"
        gm.do("undo")


def test_who_answers_in_time_is_left_alone(
    world: World, gm: Page, ann: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    QuickSleep(monkeypatch)
    with_clock(world, 30)
    ask_by_hand(gm, "raider-3", "kit")
    ann.do("answer", "kit", answer="dodge")
    entries = len(host_of(world).battle.entries)
    time.sleep(0.5)
    assert len(host_of(world).battle.entries) == entries


def test_a_clock_that_is_stopped_answers_nobody(
    world: World, gm: Page, ann: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    QuickSleep(monkeypatch)
    with_clock(world, 30)
    ask_by_hand(gm, "raider-3", "kit")
    with_clock(world, None)
    time.sleep(0.5)
    assert host_of(world).battle.state.prompt is not None


def test_a_question_that_stood_before_the_start_has_its_clock_too(
    world: World, gm: Page, ann: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a restart the clock runs from when the first page comes back."""
    ask_by_hand(gm, "raider-3", "kit")
    for page in (ann, gm):
        page.close()
    QuickSleep(monkeypatch)
    world.store.change_settings(world.table.id, answer_seconds=20)
    host = host_of(world)
    host.load()  # as a new process would
    ann.connect()
    assert wait_for(lambda: host.battle.state.prompt is None)
