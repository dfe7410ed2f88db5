"""What the pages show of a Tesseris fight: ticks, held areas, bullets; and who may say what."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.browser.scenes.yard import lay_out
from tests.webapp.pages import Page, host_of
from tests.webapp.world import World, app_on_copy
from webapp.store.rows import TableSettings


@pytest.fixture(scope="session")
def yard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = tmp_path_factory.mktemp("yard")
    lay_out(data)
    return data


@pytest.fixture
def app(tmp_path: Path, yard: Path) -> Iterator[Flask]:
    yield from app_on_copy(yard, tmp_path)


def seats(world: World) -> tuple[Page, Page]:
    return Page(world, world.gm(), "gm"), Page(world, world.player("Ann", "ann"), "play")


def refused(page: Page, **command: Any) -> str:
    answer = page.ask("command", command)
    assert not answer["ok"], answer
    return str(answer["refusal"]["code"])


def test_only_the_gm_overrules_prices_places_and_difficulties(world: World) -> None:
    """TS-064, TS-255, TS-346"""
    gm, ann = seats(world)
    gm.do("gm-set", target="ann", state={"at": [4, 6]})
    strike = {"do": "melee-strike", "actor": "ann", "target": "rook"}
    for said in (
        {"gm_borrow": True},
        {"location": "head"},
        {"options": {"location": "head"}},
        {"armoured_head": False},
        {"facts": {"unaware": True}},
        {"do": "distract", "target": "rook", "difficulty": 50},
        {"do": "dive", "to": [4, 5], "cover": "concrete"},
    ):
        assert refused(ann, **{**strike, **said}) == "not-allowed"
    assert host_of(world).battle.state.combatants["ann"].state.ticks == 5
    assert ann.ask("command", strike)["ok"]


def test_an_answer_overrules_nothing_either(world: World) -> None:
    gm, ann = seats(world)
    gm.do("gm-set", target="ann", state={"at": [4, 6]})
    while host_of(world).battle.state.prompt is None:
        gm.do("gm-set", target="rook", state={"ticks": 5, "attacks": 0})
        gm.do("melee-strike", actor="rook", target="ann")
    assert refused(ann, actor="ann", answer="dive", cover="concrete") == "not-allowed"
    assert refused(ann, actor="ann", answer="duck", facts={"cover_available": "stone"}) == "not-allowed"
    assert ann.ask("command", {"actor": "ann", "answer": "duck"})["ok"]


def test_whom_one_does_not_know_cannot_be_struck_at_by_a_side_door(world: World) -> None:
    gm, ann = seats(world)
    gm.do("edit", target="finch", hidden=True)
    multi = {"do": "multi-strike", "actor": "ann", "target": "rook"}
    assert refused(ann, **multi, targets=["rook", "finch"]) == "unknown-combatant"
    assert refused(ann, **multi, options={"target-2": "finch"}) == "unknown-combatant"


def test_ticks_are_drawn_for_everybody_and_what_an_action_leaves_beside_it(world: World) -> None:
    gm, ann = seats(world)
    gm.do("gm-set", target="ann", state={"at": [4, 6], "ticks": 3, "debt": 1, "free_reaction": False})
    page = ann.load()
    rows = re.findall(r'<span class="track".*?</span>', page, re.S)
    mine = rows[0]
    assert mine.count('class="tick left"') == 3
    assert mine.count("tick owed") == 1
    assert 'class="tick spare"' in mine
    assert "1 borrowed from the next round" in mine
    button = re.search(r'<button[^>]*data-do="melee-strike".*?</button>', page, re.S)
    assert button is not None
    assert 'data-takes="2"' in button[0]
    assert "leaves 1 tick" in button[0]


def test_an_area_kept_on_somebody_unseen_is_not_drawn(world: World) -> None:
    gm, ann = seats(world)
    gm.do(
        "gm-set",
        target="ben",
        state={"conditions": {"suppressed": {"by": "finch", "weapon": "assault-rifle"}}},
    )
    assert "held-area" in ann.load()
    gm.do("gm-set", target="ben", state={"conditions": {"suppressed": None}})
    gm.do(
        "gm-set",
        target="wren",
        state={"conditions": {"suppressed": {"by": "ben", "weapon": "assault-rifle"}}},
    )
    assert "held-area" in ann.load()
    gm.do("edit", target="wren", hidden=True)
    assert "held-area" not in ann.load()
    assert "held-area" in gm.load()


def test_a_burst_tells_each_bullet_and_its_roll_once(world: World) -> None:
    gm, _ = seats(world)
    gm.do("edit", target="finch", by_hand=True)
    gm.do("edit", target="ben", by_hand=True)
    gm.do("gm-set", target="finch", state={"at": [12, 11]})
    gm.do("burst-fire", actor="finch", target="ben")
    gm.ask("command", {"actor": "finch", "answer": "faces", "faces": [6, 7, 8, 6]})
    gm.ask("command", {"actor": "ben", "answer": "none"})
    page = gm.load()
    assert "Bullets at 6, 4, 2 against 0: 3 hits." in page
    assert "bullet 3: hits, net 2" in page
    assert page.count("</b>, burst fire") == 1


def test_a_reaction_is_waited_for_as_long_as_the_gm_says(world: World) -> None:
    chosen = TableSettings(answer_seconds=60, reaction_seconds=10)
    assert chosen.seconds_for(interrupts=True) == 10
    assert chosen.seconds_for(interrupts=False) == 60
    assert TableSettings(answer_seconds=60).seconds_for(interrupts=True) == 60
    gm, _ = seats(world)
    gm.do("gm-set", target="ann", state={"at": [4, 6]})
    gm.do("move", actor="rook", to=[7, 6])
    prompt = host_of(world).battle.state.prompt
    assert prompt is not None
    assert (prompt.purpose, prompt.interrupts) == ("reaction-strike", True)


def test_a_way_tells_who_may_strike_along_it(world: World) -> None:
    """TS-170: and names nobody whom the mover does not know."""
    gm, ann = seats(world)
    gm.do("gm-set", target="ann", state={"at": [4, 6]})
    asked = {"actor": "ann", "at": [3, 8], "by": {"do": "move"}}
    (strike,) = ann.ask("cover", asked)["provoked"]
    assert strike["who"] == "rook"
    assert ann.ask("cover", {**asked, "by": {"do": "quick-step"}})["provoked"] == []
    gm.do("edit", target="rook", hidden=True)
    assert ann.ask("cover", asked)["provoked"] == []


def test_each_way_of_moving_has_its_own_reach(world: World) -> None:
    """TS-160 to TS-164"""
    _, ann = seats(world)

    def farthest(**how: Any) -> float:
        costs = ann.ask("reach", {"actor": "ann", **how})["costs"]
        return max(cost for cost in costs if cost is not None)

    assert farthest() == 3
    assert farthest(do="quick-step") == 1
    assert farthest(do="run") == 12
    assert farthest(do="sprint") > 12


def test_the_gm_s_menu_has_what_needs_more_than_a_press(world: World) -> None:
    gm, ann = seats(world)
    page = gm.load()
    for id_ in ("apply-condition", "cause-fear", "grant-mayhem"):
        assert f'id="deed-{id_}-target"' in page
    assert "table-menu" not in ann.load()
    gm.do("begin")
    while host_of(world).battle.state.prompt is not None:
        gm.ask("command", {"actor": host_of(world).battle.state.prompt.to, "answer": "roll"})
    last, first = host_of(world).battle.state.order[-1], host_of(world).battle.state.order[0]
    gm.do("set-order", target=last, before=first)
    assert host_of(world).battle.state.order[0] == last
    assert refused(ann, do="set-order", target="ann", before=first) == "not-allowed"


def test_the_gm_may_say_that_giving_up_is_death_while_somebody_is_scared_to_death(
    world: World,
) -> None:
    gm, ann = seats(world)
    assert "giving-up-is-death" not in gm.load()
    gm.do("apply-condition", target="ann", condition="scared-to-death")
    assert 'id="do-giving-up-is-death"' in gm.load()
    assert "giving-up-is-death" not in ann.load()
    assert refused(ann, do="giving-up-is-death", target="ann") == "not-allowed"
    gm.do("giving-up-is-death", target="ann")
    assert host_of(world).battle.state.combatants["ann"].state.conditions["scared-to-death"]["doomed"]
    assert 'id="do-giving-up-is-death"' not in gm.load(), "once is enough"


def test_where_one_may_dive_has_no_hole_where_somebody_stands_unseen(world: World) -> None:
    """TS-148: the places are those of the battle as who is asked knows it."""
    gm, ann = seats(world)
    gm.do("edit-map", walls=[{"from": [2, 5], "to": [4.3, 5]}])
    gm.do("gm-set", target="ann", state={"at": [4, 6]})
    gm.do("gm-set", target="rook", state={"at": [18, 2]})
    gm.do("gm-set", target="wren", state={"at": [3, 4]})
    assert 'id="token-wren"' not in ann.load()
    gm.do("edit", target="finch", by_hand=True)
    gm.do("burst-fire", actor="finch", target="ann")
    gm.ask("command", {"actor": "finch", "answer": "faces", "faces": [6, 7, 8, 6]})

    def offered(page: Page) -> str:
        found = re.search(r"data-places='([^']*)' data-offer-place=\"dive\"", page.load())
        assert found is not None
        return found.group(1)

    assert "[3, 4]" not in offered(gm), "she cannot end there"
    assert "[3, 4]" in offered(ann), "which nobody has told her"
