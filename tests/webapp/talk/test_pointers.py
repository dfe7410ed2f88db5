"""What is pointed at, and what nobody overhears."""

from typing import Any

import pytest

from tests.webapp.pages import host_of
from tests.webapp.talk.talk_table import Table
from webapp.table.grants import Visitor


def test_everybody_else_sees_where_somebody_points(table: Table) -> None:
    assert table.ann.ask("ping", {"at": [450, 350], "page": "p"}) == {"ok": True, "shown": True}
    gm, ann, ben, screen = ([m for m in page if m["what"] == "shown"] for page in table.heard())
    for heard in (gm, ben, screen):
        assert [(m["kind"], m["by"], m["at"]) for m in heard] == [("ping", "Ann", [450, 350])]
    assert ann == []


def test_pointing_at_a_hidden_token_shows_nobody_who_does_not_know_it(table: Table) -> None:
    at = host_of(table.world).battle.state.combatants["raider-4"].at
    assert isinstance(at, tuple)
    table.gm.ask("ping", {"at": [at[0] * 100 + 50, at[1] * 100 + 50], "page": "p"})
    assert [[m for m in page if m["what"] == "shown"] for page in table.heard()] == [[], [], [], []]


def test_a_line_drawn_by_hand_is_passed_on_as_it_grows(table: Table) -> None:
    for points in ([[0, 0]], [[0, 0], [50, 80], [100, 20]]):
        assert table.ben.ask("stroke", {"points": points, "page": "p-1"})["ok"]
    heard = [m["points"] for m in table.heard()[3] if m["what"] == "shown"]
    assert heard == [[[0, 0]], [[0, 0], [50, 80], [100, 20]]]


def test_in_the_fog_nobody_sees_what_is_pointed_at_or_drawn_on_ground_they_do_not_know(table: Table) -> None:
    table.gm.do("set-fog", on=True)
    table.heard()
    try:
        for kind, near, far in (
            ("ping", {"at": [450, 850]}, {"at": [2050, 450]}),
            ("stroke", {"points": [[450, 850], [480, 850]]}, {"points": [[450, 850], [2050, 450]]}),
        ):
            table.gm.ask(kind, {**far, "page": f"{kind}-far"})
            told = [[m for m in page if m["what"] == "shown"] for page in table.heard()]
            assert told == [[], [], [], []]
            table.gm.ask(kind, {**near, "page": f"{kind}-near"})
            gm, ann, ben, screen = ([m for m in page if m["what"] == "shown"] for page in table.heard())
            assert gm == []
            assert len(ann) == len(ben) == len(screen) == 1
    finally:
        table.gm.do("set-fog", on=False)


def test_whispers_are_not_read_through_others_eyes(table: Table) -> None:
    table.post(table.gm, "say", words="For Ann", to=table.id("Ann"))
    through = Visitor("screen", table.world.table.id, table.id("Ann"), "Ann", table.id("Ann"))
    assert table.lines(through) == []


@pytest.mark.parametrize(
    ("what", "data"),
    [
        ("ping", {}),
        ("ping", {"at": [float("nan"), 1]}),
        ("ping", {"at": ["x", 1]}),
        ("stroke", {"points": []}),
        ("stroke", {"points": [[1, 2]] * 401}),
        ("stroke", {"points": "all"}),
    ],
)
def test_what_is_no_point_is_refused(table: Table, what: str, data: dict[str, Any]) -> None:
    assert table.ann.refused(what, data)["code"] == "bad-command"
    assert table.screen.refused(what, {"at": [1, 1], "points": [[1, 1]]})["code"] == "not-allowed"
