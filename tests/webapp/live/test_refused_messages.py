"""Messages that are made up, or that their sender may not send, are refused, and the page goes on."""

from typing import Any

import pytest

from tests.webapp.pages import Page
from tests.webapp.world import World

NONSENSE: tuple[Any, ...] = (
    None,
    7,
    "text",
    [],
    [1],
    True,
    {"actor": 7},
    {"do": []},
    {"actor": {}},
    {"target": []},
)


@pytest.mark.parametrize("message", ["command", "reach", "aim"])
@pytest.mark.parametrize("sent", NONSENSE, ids=repr)
def test_nonsense_is_answered_with_a_refusal(ann: Page, message: str, sent: Any) -> None:
    refusal = ann.refused(message, sent)
    assert refusal["code"] in ("bad-command", "not-yours", "unknown-combatant")
    assert refusal["message"]
    assert ann.ask("reach", {"actor": "kit"})["ok"], "and the page goes on"


@pytest.mark.parametrize(
    "aim",
    [
        {"actor": "kit", "target": ["raider-3"]},
        {"actor": "kit", "target": "raider-3", "do": "no-such-thing"},
        {"actor": "kit", "target": "raider-3", "do": "attack", "with": 7},
        {"actor": "kit", "target": "raider-3", "do": "attack", "with": "no-such-weapon"},
        {"actor": "kit", "target": "raider-3", "facts": {"cover": "none"}},
        {"actor": "kit", "target": "raider-3", "do": "undo"},
        {"actor": "kit", "do": "attack"},
        {"actor": "kit"},
    ],
    ids=repr,
)
def test_aiming_at_nonsense_is_refused_and_told(ann: Page, aim: dict[str, Any]) -> None:
    reply = ann.ask("aim", aim)
    if reply["ok"]:
        assert 'class="refused"' in reply["panel"]
    else:
        assert reply["refusal"]["code"] != "bug"


def test_too_many_or_too_few_things_at_once_are_refused(ann: Page) -> None:
    assert ann.ask("command", {}, {})["refusal"]["code"] == "bad-command"
    reply = ann.socket.emit("command", callback=True)
    assert reply["refusal"]["code"] == "bad-command"


@pytest.mark.parametrize("seq", ["1", None, True, 1.5, [], {}])
def test_a_number_that_is_none_gets_everything(world: World, gm: Page, ann: Page, seq: Any) -> None:
    ann.connect(seq)
    assert ann.updates[-1]["prev"] is None


def test_a_screen_cannot_act(world: World, others: list[Page]) -> None:
    shown = others[0]
    assert shown.refused("command", {"do": "begin"})["code"] == "not-allowed"
    assert shown.refused("reach", {"actor": "kit"})["code"] == "not-yours"
    assert shown.refused("aim", {"actor": "kit", "target": "raider-3"})["code"] == "not-allowed"


def test_nobody_aims_or_reaches_for_another(ann: Page) -> None:
    assert ann.refused("reach", {"actor": "dutch"})["code"] == "not-yours"
    assert ann.refused("aim", {"actor": "dutch", "target": "raider-3"})["code"] == "not-yours"
    assert ann.refused("reach", {"actor": "raider-4"}) == ann.refused("reach", {"actor": "no-one"})
