"""Several at once, as pages ask for them: what they are told, where they would go, one undo for all."""

import json
import re
from html import unescape
from typing import Any

from tests.webapp.pages import Page, host_of

RAIDERS = ["raider-1", "raider-2", "raider-3"]


def places(page: Page, who: list[str]) -> list[Any]:
    state = host_of(page.world).battle.state
    return [state.combatants[one].at for one in who]


def steps_of(page: Page, at: tuple[int, int], **more: Any) -> dict[str, dict[str, Any]]:
    reply = page.ask("formation", {"people": RAIDERS, "lead": "raider-1", "at": list(at), **more})
    assert reply["ok"], reply
    return {step["who"]: step for step in reply["steps"]}


def test_all_keep_their_places_round_the_first(gm: Page) -> None:
    (x, y), *others = places(gm, RAIDERS)
    steps = steps_of(gm, (x - 1, y))
    assert [steps[who]["at"] for who in RAIDERS] == [f"{a - 1},{b}" for a, b in ((x, y), *others)]


def test_who_cannot_go_is_told_with_why_before_anything_is_done(gm: Page) -> None:
    before = places(gm, RAIDERS)
    x, y = before[0]
    gm.do("gm-set", target="kit", state={"at": [before[2][0] - 1, before[2][1]]})
    steps = steps_of(gm, (x - 1, y))
    assert steps["raider-3"]["why"] == "Kit stands there."
    assert steps["raider-1"]["why"] is None
    off = steps_of(gm, (x, 0))
    assert off["raider-2"]["why"] == "That is off the map." or off["raider-3"]["why"]
    assert places(gm, RAIDERS) == before


def test_who_goes_ahead_makes_room_for_who_follows(gm: Page) -> None:
    for number, who in enumerate(RAIDERS):
        gm.do("gm-set", target=who, state={"at": [3 + number, 7]})
    gm.do("gm-set", target="kit", state={"at": [3, 2]})
    reply = gm.ask("formation", {"people": RAIDERS, "lead": "raider-1", "at": [4, 7], "freely": True})
    assert [step["why"] for step in reply["steps"]] == [None, None, None]
    assert [step["who"] for step in reply["steps"]] == ["raider-3", "raider-2", "raider-1"]


def test_what_belongs_together_is_taken_back_at_once(gm: Page) -> None:
    before = places(gm, RAIDERS)
    for number, who in enumerate(RAIDERS):
        gm.do("gm-set", target=who, state={"at": [3 + number, 3]}, together="walk")
    assert places(gm, RAIDERS) == [(3, 3), (4, 3), (5, 3)]
    gm.do("undo")
    assert places(gm, RAIDERS) == before
    gm.do("redo")
    assert places(gm, RAIDERS) == [(3, 3), (4, 3), (5, 3)]


def test_the_panel_offers_what_all_can_take_and_what_the_gm_sets_of_all(gm: Page) -> None:
    panel = gm.ask("several", {"people": RAIDERS})["panel"]
    assert 'data-order="attack"' in panel
    assert 'data-order-mode="move"' in panel
    assert '"do": "put-mark"' not in panel
    assert 'value="put-mark"' in panel
    assert 'value="harm"' in panel
    [commands] = [
        json.loads(unescape(found))
        for found in re.findall(r"data-several-commands='([^']*)'", panel)
        if "incapacitated" in found
    ][:1]
    assert [one["target"] for one in commands] == RAIDERS


def test_an_order_is_completed_for_each_and_says_who_cannot(gm: Page) -> None:
    x, y = places(gm, ["raider-1"])[0]
    gm.do("gm-set", target="kit", state={"at": [x - 1, y]})
    gm.do("gm-set", target="raider-2", state={"wounds": 5})
    reply = gm.ask("orders", {"people": RAIDERS, "target": "kit"})
    first, *_ = reply["orders"]
    assert first["why"] is None
    assert first["command"]["target"] == "kit"
    assert first["command"]["do"] == "attack"
    assert "Raider 2" in next(one["why"] for one in reply["orders"] if one["who"] == "raider-2")
    gm.do(**first["command"], together="order")


def test_damage_that_the_gm_deals_is_soaked_by_each_and_in_the_log(gm: Page, ann: Page) -> None:
    ann.take_all()
    gm.do("harm", target="raider-1", rating=5, together="blast")
    state = host_of(gm.world).battle.state
    assert any(
        event.kind == "harm-dealt" for entry in host_of(gm.world).battle.entries for event in entry.events
    )
    assert state.combatants["raider-1"].state.wounds >= 0
    refused = gm.ask("command", {"do": "harm", "target": "raider-1"})
    assert refused["refusal"]["message"] == "Say how much damage it is."


def test_a_player_chooses_nobody_but_the_own(ann: Page) -> None:
    assert ann.ask("several", {"people": ["kit"]})["ok"]
    for people in (["raider-1"], ["kit", "raider-4"], ["nobody"]):
        for message, more in (
            ("several", {}),
            ("formation", {"lead": "kit", "at": [5, 7]}),
            ("orders", {"do": "move", "to": [5, 7]}),
        ):
            assert ann.ask(message, {"people": people, **more})["refusal"]["code"] == "not-yours"


def test_a_player_puts_nobody_anywhere_and_sets_nothing_of_all(ann: Page) -> None:
    panel = ann.ask("several", {"people": ["kit"]})["panel"]
    assert "put-mark" not in panel
    assert "data-several-each" not in panel
    far = ann.ask("formation", {"people": ["kit"], "lead": "kit", "at": [20, 3], "freely": True})
    assert far["steps"][0]["why"]
    assert (
        ann.ask("command", {"do": "harm", "target": "kit", "rating": 1})["refusal"]["code"] == "not-allowed"
    )
