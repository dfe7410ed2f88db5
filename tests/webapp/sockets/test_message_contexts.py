"""Each message of a socket has a context of its own, though the session behind it is read but once."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import g, request, session

from tests.webapp.pages import Page
from tests.webapp.world import World
from webapp.live import map_events
from webapp.server.sessions import ClocklessSessions
from webapp.table.host import Host


@pytest.fixture
def page(world: World) -> Iterator[Page]:
    page = Page(world, world.player("Ann", "kit"), "play")
    yield page
    page.close()


@pytest.fixture
def met(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Collect what each `templates` message finds in its context."""
    found: list[dict[str, Any]] = []

    def look(host: Host) -> Any:
        found.append({"session": dict(session), "noted": g.get("noted"), "g": g._get_current_object()})
        found[-1]["request"] = request._get_current_object()  # type: ignore[attr-defined]
        g.noted = len(found)
        return {}

    monkeypatch.setattr(map_events, "known_table", lambda host, viewer: host)
    monkeypatch.setattr(map_events, "template_list", look)
    return found


def test_a_socket_s_session_is_read_once_for_all_its_messages(
    page: Page, met: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    read, open_session = list[object](), ClocklessSessions.open_session

    def counted(sessions: ClocklessSessions, *of: Any) -> Any:
        read.append(of)
        return open_session(sessions, *of)

    monkeypatch.setattr(ClocklessSessions, "open_session", counted)
    for _ in range(3):
        assert page.ask("templates", {})["ok"]
    assert len(read) == 1
    [person] = {tuple(one["session"]["people"]) for one in met}
    assert person, "and it is that of the page"


def test_what_one_message_notes_is_not_there_for_the_next(page: Page, met: list[dict[str, Any]]) -> None:
    for _ in range(3):
        page.ask("templates", {})
    assert [one["noted"] for one in met] == [None] * 3
    assert len({id(one["g"]) for one in met}) == 3


def test_two_pages_keep_their_own(world: World, page: Page, met: list[dict[str, Any]]) -> None:
    other = Page(world, world.player("Bob"), "play")
    for one in (page, other, page):
        one.ask("templates", {})
    first, second, third = (found["session"]["people"] for found in met)
    assert first == third != second
    other.close()


def test_what_is_kept_of_a_socket_goes_with_it(page: Page, met: list[dict[str, Any]]) -> None:
    page.ask("templates", {})
    environ = met[0]["request"].environ
    assert "battlemat.context" in environ
    page.close()
    assert "battlemat.context" not in environ, "or they would hold each other"
