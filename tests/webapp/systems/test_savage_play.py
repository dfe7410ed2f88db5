"""What the pages show of a Savage Worlds-style fight: cards, dice, areas, options; and no secrets."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.browser.scenes.saloon import lay_out
from tests.odds_at_once import odds_at_once
from tests.webapp.pages import Page, host_of
from tests.webapp.world import World, app_on_copy


@pytest.fixture(scope="session")
def saloon(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = tmp_path_factory.mktemp("saloon")
    lay_out(data)
    return data


@pytest.fixture
def app(tmp_path: Path, saloon: Path) -> Iterator[Flask]:
    yield from app_on_copy(saloon, tmp_path)


def begin(world: World, *, hidden: str = "") -> tuple[Page, Page]:
    gm, ann = Page(world, world.gm(), "gm"), Page(world, world.player("Ann", "rosa"), "play")
    if hidden:
        gm.do("edit", target=hidden, hidden=True)
        ann.take()
        ann.text = ""
    gm.do("begin")
    return gm, ann


def turn_of(world: World, gm: Page, who: str) -> None:
    """Let turns pass until somebody's comes, and take any Joker from them: its +2 is not reckoned with."""
    for _ in range(20):
        state = host_of(world).battle.state
        if state.prompt is not None:
            gm.ask("command", {"actor": state.prompt.to, "answer": state.prompt.default})
        elif state.active == who:
            gm.do("gm-set", target=who, state={"joker": False})
            return
        else:
            gm.do("end-turn", state.active)
    raise AssertionError(f"{who} does not get a turn")


def by_hand(gm: Page, who: str, *faces: int) -> dict[str, Any]:
    return gm.ask("command", {"actor": who, "answer": "faces", "faces": list(faces)})


# -------------------------------------------------------------------------------------------- cards
def test_every_page_shows_the_cards_of_the_order(world: World) -> None:
    gm, ann = begin(world)
    people = host_of(world).battle.state.combatants.values()
    dealt = {one.state.card for one in people if one.state.card is not None}
    assert len(dealt) < len(people), "Extras act on one card, and stand on one line"
    for page in (gm, ann):
        order = re.search(r'<section id="order".*?</section>', page.load(), re.S)
        assert order is not None
        assert len(re.findall(r'class="play-card(?! *spare)[^"]*"', order[0])) == len(dealt)
        assert all(f'data-order-who="{one.id}"' in order[0] for one in people)
        assert "×3" in order[0]


def test_a_card_that_does_not_count_is_shown_beside_the_one_that_does(world: World) -> None:
    begin(world)
    host = host_of(world)
    card = host.battle.system.turns.order_card(host.battle.state, "rosa")
    assert card is not None
    assert len(card.spare) == 1, "she is Level Headed"


def test_ones_own_cards_lie_face_up_on_ones_own_card_alone(world: World) -> None:
    gm, ann = begin(world)
    own, other = (ann.browser.get(world.at(f"play/selected/{who}")).text for who in ("rosa", "black"))
    assert "my-cards" not in other
    laid = own[own.index("my-cards") : own.index("my-cards-words")]
    assert len(re.findall(r'class="play-card', laid)) == 2, "she is Level Headed"
    gm.do("end-battle")
    assert "my-cards" not in ann.browser.get(world.at("play/selected/rosa")).text


def test_draws_from_the_deck_have_no_lines_of_dice(world: World) -> None:
    gm, _ = begin(world)
    assert "action card" not in gm.load()


def test_of_a_group_the_unseen_are_not_counted_among_those_who_share_its_card(world: World) -> None:
    gm, ann = begin(world, hidden="thug-3")
    assert "×3" in gm.load()
    page = ann.load()
    assert "×2" in page
    assert "×3" not in page
    assert "Thug 1&#39;s group" in page


def test_of_a_card_dealt_to_somebody_unseen_nothing_is_told(world: World) -> None:
    begin(world, hidden="black")
    host = host_of(world)
    assert host.battle.state.combatants["black"].state.card is not None
    (lines,) = (s.lines for s in host.streams if s.viewer.role == "play")
    dealt = [line for line in lines if line.cards]
    assert len(dealt) == 3, "Rosa's, Dirk's and the gang's"
    assert all("somebody" not in str(line.text).lower() for line in lines)


def test_the_gm_may_end_a_round_that_waits(world: World) -> None:
    gm, ann = begin(world)
    turn_of(world, gm, "rosa")
    ann.do("hold", "rosa")
    while (active := host_of(world).battle.state.active) is not None:
        gm.do("end-turn", active)
    assert "End the round" in gm.load()
    assert "End the round" not in ann.load()
    assert "Nobody’s turn" in ann.load()


def test_who_may_be_surprised_is_said_as_the_fight_begins(world: World) -> None:
    gm = world.gm()
    answer = gm.client.post(
        world.at("gm/do"),
        data={"csrf": "the token of this session", "do": "begin", "list:surprisers": ["rosa", "dirk"]},
        headers={"HX-Request": "true", "X-CSRF-Token": "the token of this session"},
    )
    assert answer.status_code == 204
    state = host_of(world).battle.state
    assert state.combatants["rosa"].state.on_hold
    assert state.combatants["dirk"].state.on_hold


# --------------------------------------------------------------------------------------------- dice
def test_a_chain_of_aces_and_the_die_that_counts_are_told_apart(world: World) -> None:
    gm, ann = begin(world)
    turn_of(world, gm, "rosa")
    gm.do("edit", target="rosa", by_hand=True)
    ann.take()
    ann.do("attack", "rosa", **{"with": "pistol", "target": "black"})
    assert by_hand(gm, "rosa", 8, 3, 4)["ok"]
    shown = [flash for update in ann.take() for flash in update["flash"] if "dice" in flash]
    assert [(list(d["faces"]), d["role"], d["counts"]) for d in shown[0]["dice"]] == [
        ([8, 3], "", True),
        ([4], "wild", False),
    ]


# -------------------------------------------------------------------------------------------- areas
def test_who_is_caught_is_told_before_the_throw(world: World) -> None:
    gm, ann = begin(world)
    turn_of(world, gm, "rosa")
    at = {"actor": "rosa", "do": "attack", "with": "grenade", "at": [10, 7]}
    with odds_at_once():
        answer = ann.ask("aim", at)
    assert [person["who"] for group in answer["area"]["caught"] for person in group["people"]] == [
        "thug-1",
        "thug-2",
        "thug-3",
    ]
    assert answer["panel"].count("bar-about") == 3
    draft = ann.ask("aim", {**at, "draft": True})
    assert draft["area"] == answer["area"]


def test_an_area_does_not_tell_of_the_unseen(world: World) -> None:
    gm, ann = begin(world, hidden="thug-2")
    turn_of(world, gm, "rosa")
    ann.take()
    ann.text = ""
    ann.ask("aim", {"actor": "rosa", "do": "attack", "with": "grenade", "at": [10, 7]})
    assert "thug-1" in ann.text
    assert "thug-2" not in ann.text
    assert "Thug 2" not in ann.text
    assert "somebody" not in ann.text.lower()
    gm.do("edit", target="rosa", by_hand=True)
    ann.do("attack", "rosa", **{"with": "grenade", "at": [10, 7]})
    by_hand(gm, "rosa", 6, 2, 3)
    ann.ask("command", {"actor": "rosa", "answer": "keep"})
    ann.take()
    assert "The medium blast catches Thug 1, Thug 3." in ann.text
    assert "Thug 2" not in ann.text


def test_where_a_blast_drifts_is_drawn_on_every_page(world: World) -> None:
    gm, ann = begin(world)
    turn_of(world, gm, "rosa")
    gm.do("edit", target="rosa", by_hand=True)
    ann.do("attack", "rosa", **{"with": "grenade", "at": [10, 7]})
    by_hand(gm, "rosa", 2, 3)
    ann.ask("command", {"actor": "rosa", "answer": "keep"})
    by_hand(gm, "rosa", 3)
    by_hand(gm, "rosa", 12)
    traces = [trace for update in ann.take() for trace in update["traces"]]
    assert [list(map(list, trace["path"])) for trace in traces if trace["path"]] == [
        [[1050.0, 750.0], [1350.0, 750.0]]
    ]
    assert any(trace["outline"] for trace in traces)


def test_the_gm_says_who_is_caught_or_next_to_whom(world: World) -> None:
    gm, ann = begin(world)
    turn_of(world, gm, "rosa")
    aim = {"actor": "rosa", "do": "attack", "with": "grenade", "at": [10, 7]}
    plain = gm.ask("aim", aim)["panel"]
    assert len(re.findall(r'data-fact="caught"[^>]*checked', plain)) == 3
    said = gm.ask("aim", {**aim, "facts": {"caught": ["thug-1", "dirk"]}})
    assert "catches <b>Thug 1, Dirk</b>" in said["panel"]
    assert "overruled" in said["panel"]
    assert [p["who"] for group in said["area"]["caught"] for p in group["people"]] == ["thug-1", "dirk"]
    assert 'data-fact="caught"' not in ann.ask("aim", aim)["panel"]
    shot = {"actor": "rosa", "do": "attack", "with": "pistol", "target": "black"}
    with odds_at_once():
        said = gm.ask("aim", {**shot, "facts": {"bystanders": ["dirk"]}})["panel"]
    assert re.search(r'class="strays">.*<span>Dirk</span><span class="bar-sum">hits', said, re.S)


# -------------------------------------------------------------------------------------------- mounts
def test_who_rides_moves_the_mount_as_long_as_that_lasts(world: World) -> None:
    gm, ann = Page(world, world.gm(), "gm"), Page(world, world.player("Ann", "rosa"), "play")
    roan = {"id": "roan", "name": "Roan", "side": "heroes", "at": [3, 7], "sheet": {"stock": "war-horse"}}
    gm.do("add", combatants=[roan])
    assert ann.refused("reach", {"actor": "roan"})["code"] == "not-yours"
    ann.do("mount", "rosa", target="roan")
    assert ann.ask("reach", {"actor": "roan"})["ok"]
    ann.do("move", "roan", to=[3, 8])
    people = host_of(world).battle.state.combatants
    assert people["rosa"].at == people["roan"].at == (3, 8)
    page = ann.load()
    assert 'data-carrier="roan"' in page
    drawn = re.findall(r'id="token-(?:rosa|roan)"[^>]*transform="([^"]*)"', page)
    assert len(set(drawn)) == 2, "one does not lie over the other"
    ann.do("dismount", "rosa")
    move = {"actor": "roan", "do": "move", "to": [3, 9]}
    assert ann.refused("command", move)["code"] == "not-yours"


# --------------------------------------------------------------------------------- options, questions
def test_only_options_that_fit_are_offered(world: World) -> None:
    gm, _ = begin(world)
    turn_of(world, gm, "black")
    aim = {"actor": "black", "do": "attack", "with": "submachine-gun", "target": "rosa"}
    offered = re.findall(r'data-choice="(\w+)"', gm.ask("aim", aim)["panel"])
    assert set(offered) == {"shots", "called_shot"}
    burst = gm.ask("aim", {**aim, "options": {"shots": 2}})["panel"]
    assert "recoil" in burst
    assert "&#34;shots&#34;: 2" in burst or '"shots": 2' in burst


def test_a_question_lets_its_answer_name_another_weapon(world: World) -> None:
    gm, _ = begin(world)
    turn_of(world, gm, "black")
    gm.do("gm-set", target="black", state={"at": [4, 9]})
    gm.do("move", "black", to=[6, 9])
    ways = re.search(r"<select data-with.*?</select>", gm.load(), re.S)
    assert ways is not None
    assert re.findall(r'<option value="([\w-]+)"', ways[0]) == ["long-sword", "unarmed"]
    assert gm.ask("command", {"actor": "dirk", "answer": "attack", "with": "unarmed"})["ok"]
    assert "Dirk attacks Black Jack with bare hands" in gm.load()


def test_an_answer_to_an_earlier_question_is_refused(world: World) -> None:
    gm, ann = begin(world)
    turn_of(world, gm, "rosa")
    gm.do("edit", target="rosa", by_hand=True)
    ann.do("attack", "rosa", **{"with": "pistol", "target": "black"})
    number = next(s.asked for s in host_of(world).streams if "rosa" in s.viewer.owns)
    first = {"actor": "rosa", "answer": "faces", "faces": [2, 3], "question": number}
    assert ann.ask("command", first)["ok"]
    refusal = ann.refused("command", {"actor": "rosa", "answer": "reroll", "question": number})
    assert refusal["code"] == "not-your-prompt"
    assert host_of(world).battle.state.combatants["rosa"].state.bennies >= 3
    assert ann.ask("command", {"actor": "rosa", "answer": "keep", "question": number + 1})["ok"]


def test_what_may_be_done_out_of_turn_is_offered(world: World) -> None:
    gm, ann = begin(world)
    turn_of(world, gm, "dirk")
    gm.do("gm-set", target="rosa", state={"shaken": True})
    card = ann.browser.get(world.at("play/selected/rosa")).text
    assert "must wait" in card
    assert "Shake it off" in card
    ann.do("unshake", "rosa")
    assert "Shake it off" not in ann.browser.get(world.at("play/selected/rosa")).text
