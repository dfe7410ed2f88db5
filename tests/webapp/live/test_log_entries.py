"""A line of the log is drawn once for all who read the same, and anew for who reads anything else."""

from dataclasses import fields, replace
from typing import Any

import pytest
from flask import get_template_attribute

from rules.engine.shown import Card, Figure
from rules.engine.text import text
from tests.webapp.world import World
from webapp.battle_log.chronicle import LogLine, RollView
from webapp.live import log_entries
from webapp.live.log_entries import LogEntries
from webapp.server.language import speaking

LINE = LogLine(number=7, command="c", kind="moved", who="kit", text=text("The fight begins."))
ROLL = RollView(
    who="kit",
    purpose="attack",
    name="Kit",
    label="attack",
    notation="d100",
    faces=(34,),
    total=34,
    target=40,
    base=None,
    modifiers=(),
    outcome="success",
    words="hit",
    good=True,
)
OTHER: dict[str, Any] = {
    "command": "d",
    "kind": "undone",
    "who": "dutch",
    "text": text("The fight is over; free play goes on."),
    "tone": "good",
    "rule": "AT-1",
    "big": "!",
    "by": "Bea",
    "figures": (Figure(label="Wounds", value="1 → 2"),),
    "roll": ROLL,
    "cards": (Card(sign="A", suit="♠", words="ace of spades", red=False),),
    "undone": True,
}


@pytest.fixture
def drawn(world: World, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, LogLine]]:
    """Count what is drawn by the templates."""
    found, attribute = list[tuple[str, LogLine]](), log_entries.get_template_attribute

    def counted(name: str, macro: str) -> Any:
        made = attribute(name, macro)
        return lambda *of: found.append((macro, of[0])) or made(*of)

    monkeypatch.setattr(log_entries, "get_template_attribute", counted)
    return found


def _entries(drawn: list[tuple[str, LogLine]]) -> int:
    return sum(macro == "entry" for macro, _ in drawn)


def test_rooms_that_read_the_same_differ_in_the_number_alone(
    world: World, drawn: list[tuple[str, LogLine]]
) -> None:
    entries, lines = LogEntries(), [LINE, replace(LINE, text='<b>"log-0"</b> id="log-0"')]
    with world.app.test_request_context():
        first = entries.fresh(lines, is_gm=False)
        second = entries.fresh([replace(line, number=1234) for line in lines], is_gm=False)
        anew = LogEntries().fresh([replace(line, number=1234) for line in lines], is_gm=False)
    assert _entries(drawn) == 2, "one form does for both, in each of the two that keep their own"
    assert second == first.replace('id="log-7"', 'id="log-1234"') == anew
    assert second.count('<li id="log-1234"') == 2
    assert "&lt;b&gt;" in second


@pytest.mark.parametrize("name", sorted(OTHER))
def test_a_line_of_which_anything_else_differs_is_drawn_for_itself(
    world: World, drawn: list[tuple[str, LogLine]], name: str
) -> None:
    entries, other = LogEntries(), replace(LINE, **{name: OTHER[name]})
    with world.app.test_request_context():
        for line in (LINE, other, LINE, other):
            for is_gm in (False, True):
                whole = get_template_attribute("panels/log/log_line.html", "entry")(line, is_gm)
                assert entries.fresh([line], is_gm) == f'<ol hx-swap-oob="beforeend:#log-lines">{whole}</ol>'
    looks_alike = name in ("command", "who", "text", "big")  # put into the same form, or not drawn
    assert _entries(drawn) == (2 if looks_alike else 4), "each form once"


def test_signs_of_the_form_in_somebodys_words_are_no_more_than_words(world: World) -> None:
    entries = LogEntries()
    odd = [replace(LINE, text="\x01\x02<i>", command="\x02"), replace(LINE, text="plain", command="c")]
    with world.app.test_request_context():
        for line in odd:
            whole = get_template_attribute("panels/log/log_line.html", "entry")(line, True)
            drawn = entries.fresh([line], is_gm=True)
            assert "<i>" not in drawn
            if line.command == "c":
                assert whole in drawn


def test_each_field_of_a_line_was_tried() -> None:
    assert {field.name for field in fields(LogLine)} == {*OTHER, "number", "trace"}


def test_the_gm_and_each_language_have_lines_of_their_own(world: World) -> None:
    entries = LogEntries()
    with world.app.test_request_context():
        english, of_gm = entries.fresh([LINE], is_gm=False), entries.fresh([LINE], is_gm=True)
        with speaking("de"):
            german = entries.fresh([LINE], is_gm=False)
    assert "The fight begins." in english
    assert "The fight begins." not in german
    assert "data-back-to" in of_gm
    assert "data-back-to" not in english
