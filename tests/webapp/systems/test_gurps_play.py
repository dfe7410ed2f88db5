"""What the pages show of a GURPS-style fight: maneuvers, a figure to aim at, defences, no secrets."""

import io
import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from rules.engine.battle_events import Rolled
from rules.engine.text import in_full
from tests.browser.scenes.mill import lay_out
from tests.rules.systems.gurps.sheet.gcs_files import character, gear, sword
from tests.webapp.pages import Page, host_of
from tests.webapp.world import TOKEN, World, app_on_copy


@pytest.fixture(scope="session")
def yard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = tmp_path_factory.mktemp("yard")
    lay_out(data)
    return data


@pytest.fixture
def app(tmp_path: Path, yard: Path) -> Iterator[Flask]:
    yield from app_on_copy(yard, tmp_path)


def begin(world: World, *, hidden: str = "", turn: str = "aldric") -> tuple[Page, Page]:
    gm, ann = Page(world, world.gm(), "gm"), Page(world, world.player("Ann", "aldric"), "play")
    if hidden:
        gm.do("edit", target=hidden, hidden=True)
        ann.take()
        ann.text = ""
    gm.do("begin")
    for _ in range(5):
        if host_of(world).battle.state.active == turn:
            break
        gm.do("end-turn", host_of(world).battle.state.active)
    return gm, ann


def strike(gm: Page, who: str, target: str, weapon: str, *faces: int) -> None:
    gm.do("edit", target=who, by_hand=True)
    gm.do("attack", who, target=target, **{"with": weapon})
    assert gm.ask("command", {"actor": who, "answer": "faces", "faces": list(faces)})["ok"]


def card(world: World, page: Page, who: str) -> str:
    return unescape(page.browser.get(world.at(f"{page.role}/selected/{who}")).text)


# ---------------------------------------------------------------------------------------------- maneuvers
def test_maneuvers_stand_in_groups_with_what_each_leaves(world: World) -> None:
    _, ann = begin(world)
    text = card(world, ann, "aldric")
    assert re.findall(r'class="action-group">([^<]+)<', text) == [
        "Attack",
        "Prepare",
        "Move and defend",
        "Besides",
    ]
    assert "No defence until your next turn · half Move 2 yd" in text
    assert "Any defence at +1, but parries with unbalanced weapons · step 1 yd" in text


def test_what_is_not_legal_now_is_told_apart_with_its_reason(world: World) -> None:
    gm, ann = begin(world)
    text = card(world, ann, "aldric")
    offered, _, refused = text.partition('class="not-now"')
    assert 'data-do="all-out-attack-ranged"' not in offered
    assert "no ranged weapon ready" in refused
    gm.do("end-turn", "aldric")
    assert "must wait" in card(world, ann, "aldric")


def test_a_weapon_that_fills_an_area_has_a_button_of_its_own_that_lays_it(world: World) -> None:
    gm, _ = begin(world, turn="nia")
    laid = re.findall(r'data-mode="lay"[^>]*data-do="([\w-]+)"', card(world, gm, "nia"))
    assert laid == ["attack", "move-and-attack"]


def test_a_maneuver_without_a_target_is_a_form_with_a_step(world: World) -> None:
    _, ann = begin(world)
    text = card(world, ann, "aldric")
    form = text[text.index('id="action-aldric-all-out-defense') :]
    form = form[: form.index("</form>")]
    assert re.findall(r'name="([\w:-]+)"', form)[-4:] == ["variant", "defence", "json:to", "face"]
    assert 'value="[5, 4]">north<' in form


# -------------------------------------------------------------------------------------------------- aiming
def aim(page: Page, **asked: Any) -> dict[str, Any]:
    reply = page.ask("aim", {"actor": "aldric", "target": "thug", **asked})
    assert reply["ok"], reply
    return reply


def test_who_taps_an_enemy_is_shown_an_attack_that_can_be_made(world: World) -> None:
    _, ann = begin(world)
    panel = unescape(aim(ann)["panel"])
    assert 'class="needed-number">14<' in panel
    assert "Broadsword, swing 14: 1d+3 cut, reach 1" in panel
    assert "Leaves</b> Any defence · step 1 yd" in panel
    assert re.findall(r'class="bar-label">(\w+)', panel) == ["Dodge", "Parry", "No"]
    assert "Sampled" not in panel
    assert "Exact: every throw is counted" in panel


def test_what_armour_a_target_wears_is_told_to_who_may_read_its_sheet_alone(world: World) -> None:
    """The odds reckon with it; its number stands on a sheet that is not theirs."""
    gm, ann = begin(world)
    for page, told in ((gm, True), (ann, False)):
        assert ("DR of the torso" in unescape(aim(page)["panel"])) is told


def test_the_figure_has_each_place_with_its_number_and_its_rule_counts(world: World) -> None:
    _, ann = begin(world)
    panel = unescape(aim(ann, do="attack", options={"location": "right-arm"})["panel"])
    figure = panel[panel.index('class="figure-drawn"') : panel.index('class="figure-words"')]
    assert {"skull", "torso", "left-foot"} <= set(re.findall(r'data-value="([\w-]+)"', figure))
    assert "right-eye" not in re.findall(r'data-value="([\w-]+)"', figure), (
        "a sword does not go through an eye"
    )
    assert ">−7</text>" in figure
    assert 'class="needed-number">12<' in panel
    assert 'data-rule="GU-759"' in panel


def test_a_place_that_a_near_miss_spares_says_what_it_hits_instead(world: World) -> None:
    """GU-760"""
    _, ann = begin(world)
    panel = unescape(aim(ann, do="attack", options={"location": "neck"})["panel"])
    falls = panel[panel.index("figure-falls") :]
    assert "A miss by 1 hits the torso." in falls[:120]
    assert 'data-rule="GU-760"' in falls[:300]
    assert re.findall(r'class="part step"[^>]*data-value="([\w-]+)"', panel) == ["torso"]
    assert "figure-falls" not in aim(ann, do="attack", options={"location": "left-arm"})["panel"]


def test_options_are_sent_as_they_were_chosen(world: World) -> None:
    _, ann = begin(world)
    chosen = {"location": "right-arm", "variant": "strong"}
    panel = aim(ann, do="all-out-attack-melee", options=chosen)["panel"]
    sent = re.search(r"name=\"json:options\" value='([^']*)'", panel)
    assert sent is not None
    said = json.loads(unescape(sent[1]))
    assert said == {**chosen, "with": "broadsword/swing"}
    answer = ann.browser.htmx(
        world.at("play/do"),
        **{
            "do": "all-out-attack-melee",
            "actor": "aldric",
            "target": "thug",
            "json:options": json.dumps(said),
        },
    )
    assert answer.status_code == 204
    assert host_of(world).battle.state.combatants["aldric"].state.maneuver.variant == "strong"


def test_the_step_of_a_maneuver_is_shown_on_the_map(world: World) -> None:
    _, ann = begin(world)
    asked = {"do": "attack", "actor": "aldric", "target": "thug"}
    reply = ann.ask("reach", asked)
    reached = [key for key, cost in zip(reply["places"], reply["costs"], strict=True) if cost]
    assert set(reached) == {"4,4", "5,4", "6,4", "4,5", "4,6", "5,6", "6,6"}
    assert len(ann.ask("reach", {"do": "move", "actor": "aldric"})["places"]) > 30
    assert ann.refused("reach", {**asked, "actor": "thug"})["code"] == "not-yours"


def test_a_target_somewhere_in_the_options_must_be_known_too(world: World) -> None:
    _, ann = begin(world, hidden="pike")
    options = {"with": "broadsword/swing", "rapid-strike": 1, "target-2": "pike"}
    data = {"do": "attack", "actor": "aldric", "target": "thug", "options": options}
    assert ann.refused("command", data)["code"] == "unknown-combatant"
    assert ann.refused("aim", data)["code"] == "unknown-combatant"
    listed = {**data, "options": [{"id": "rapid-strike"}], "attacks": [{}, {"target": "pike"}]}
    assert ann.refused("command", listed)["code"] == "unknown-combatant"
    panel = aim(ann, do="attack", options={"rapid-strike": 1})["panel"]
    assert "Rook" in panel
    assert "Pike" not in panel


# ------------------------------------------------------------------------------------------------ defences
def test_the_defender_is_offered_what_is_legal_with_its_options(world: World) -> None:
    gm, ann = begin(world, turn="thug")
    strike(gm, "thug", "aldric", "axe", 3, 3, 3)
    prompt = unescape(ann.load())
    prompt = prompt[prompt.index('id="prompt"') :]
    assert re.findall(r'data-offer="(\w+)"', prompt) == ["dodge", "parry", "block", "none"]
    assert re.findall(r'data-extra="([\w-]+)"', prompt) == [
        "retreat",
        "acrobatic-dodge",
        "retreat",
        "riposte",
        "retreat",
    ]
    assert "Thug attacks you with the axe" in prompt


def test_a_defence_is_weighed_before_it_is_chosen_and_then_given_with_its_options(world: World) -> None:
    gm, ann = begin(world, turn="thug")
    strike(gm, "thug", "aldric", "axe", 3, 3, 3)
    said = {"actor": "aldric", "answer": "parry", "options": [{"id": "riposte", "by": 4}, {"id": "retreat"}]}
    reply = ann.ask("weigh", said)
    assert "10 or less" in reply["words"]
    assert re.findall(r"<b>([+−]\d)</b>", reply["counts"]) == ["+1", "+2", "+1", "−4"]
    too_much = {**said, "options": [{"id": "riposte", "by": 9}]}
    assert "8 or more" in ann.refused("weigh", too_much)["message"]
    assert host_of(world).battle.state.prompt is not None
    said_by_form = {"actor": "aldric", "answer": "parry", "json:options": json.dumps(said["options"])}
    assert ann.browser.htmx(world.at("play/do"), **said_by_form).status_code == 204
    rolled = [e for e in host_of(world).battle.entries[-1].events if isinstance(e, Rolled)]
    assert [(roll.purpose, roll.target) for roll in rolled[:1]] == [("parry", 10)]


def test_the_gm_overrules_what_a_question_rests_on_and_players_are_not_told_of_it(world: World) -> None:
    """GU-500"""
    gm, ann = begin(world, turn="thug")
    strike(gm, "thug", "aldric", "axe", 3, 3, 3)
    prompt = gm.load()
    prompt = prompt[prompt.index('id="prompt"') :]
    asked = re.findall(r'data-asked-fact="(\w+)"', prompt)
    assert asked == ["facing", "aware", "space", "defence_modifier"]
    assert "data-asked-fact" not in ann.load()
    said = {"actor": "aldric", "answer": "dodge", "facts": {"facing": "side", "defence_modifier": -2}}
    assert "−2</b> from the side" in gm.ask("weigh", said)["counts"]
    assert ann.refused("weigh", said)["code"] == "not-allowed"
    form = {"actor": "aldric", "answer": "dodge", "json:facts": json.dumps(said["facts"])}
    assert ann.browser.htmx(world.at("play/do"), **form).status_code == 422
    assert gm.browser.htmx(world.at("gm/do"), **form).status_code == 204
    rolled = [e for e in host_of(world).battle.entries[-1].events if isinstance(e, Rolled)]
    assert {in_full(m.label): m.value for m in rolled[0].modifiers}["gm"] == -2


def test_a_place_under_fire_is_drawn_on_the_map_as_long_as_it_lasts(world: World) -> None:
    """GU-712"""
    gm, ann = begin(world, turn="nia")
    gm.do("set-sheet", target="nia", sheet={"stock": "rifleman"})
    gm.do("gm-set", target="nia", state={"ready": {"assault-rifle": True}})
    gm.do("suppression-fire", "nia", at=[8, 3], **{"with": "assault-rifle"})
    for page in (gm, ann):
        assert page.load().count('class="held-area') == 1
    gm.do("end-turn", "nia")
    assert gm.load().count('class="held-area') == 1


def test_whom_the_gm_counts_inside_is_told_to_players_without_those_whom_they_do_not_know(
    world: World,
) -> None:
    """GU-834"""
    gm, ann = begin(world, hidden="pike", turn="nia")
    facts = {"area": {"rook": 1, "pike": 2}}
    gm.do("attack", "nia", at=[11, 7], facts=facts, **{"with": "grenade"})
    lines = unescape(ann.load())
    assert "Overruled: area Rook 1." in lines
    assert "pike 2" not in lines.lower()
    assert "Overruled: area Rook 1, Pike 2." in unescape(gm.load())


def test_nobody_else_may_weigh_somebodys_defence(world: World) -> None:
    gm, ann = begin(world, turn="aldric")
    strike(gm, "aldric", "thug", "broadsword/swing", 3, 3, 3)
    assert ann.refused("weigh", {"actor": "thug", "answer": "dodge"})["code"] == "not-yours"
    assert ann.refused("weigh", {"actor": "aldric", "answer": "dodge"})["code"] == "not-your-prompt"


# ------------------------------------------------------------------------------------ facing, the beginning
def test_tokens_show_where_somebody_looks(world: World) -> None:
    gm, ann = begin(world)
    for page in (gm, ann):
        turned = re.findall(r'class="facing" transform="rotate\(([\d.]+)\)"', page.load())
        assert turned[:2] == ["90.0", "90.0"]
    gm.do("gm-set", target="aldric", state={"unconscious": True})
    assert gm.load().count('class="facing"') == 4


def test_how_a_fight_begins_is_asked_side_by_side(world: World) -> None:
    gm = Page(world, world.gm(), "gm")
    text = unescape(gm.load())
    assert re.findall(r'<select id="begin-\d+" name="([^"]+)"', text) == [
        "leader/heroes",
        "skill/heroes",
        "leader/robbers",
        "skill/robbers",
        "surprised-by",
        "surprised/heroes",
        "surprised/robbers",
    ]
    how = {"surprised-by": "robbers", "surprised/heroes": "partial", "leader/heroes": ""}
    assert gm.browser.htmx(world.at("gm/do"), do="begin", **how).status_code == 204
    state = host_of(world).battle.state
    assert [who for who, c in state.combatants.items() if c.state.mental_stun] == ["aldric", "nia"]
    assert state.combatants[state.active or ""].side == "robbers"


# --------------------------------------------------------------------------------------------- characters
def test_a_gcs_file_becomes_a_combatant_with_a_sheet_and_a_report(world: World) -> None:
    gm = Page(world, world.gm(), "gm")
    assert ".gcs" in gm.load()
    data = json.dumps(character(equipment=[gear("Heirloom Sword", sword())])).encode()
    answer = gm.browser.client.post(
        world.at("gm/actor"),
        data={"file": (io.BytesIO(data), "Runa.gcs"), "side": "heroes", "count": "1"},
        headers={"HX-Request": "true", "X-CSRF-Token": TOKEN},
    )
    assert answer.status_code == 200, answer.text
    assert "Weapons: Heirloom Sword." in unescape(answer.text)
    sheet = unescape(gm.browser.get(world.at("gm/sheet/runa")).text)
    assert "Heirloom Sword" in sheet
    assert len(re.findall(r'<path class="part', sheet)) == 16
    assert gm.browser.get(world.at("gm/sheet/runa/edit")).status_code == 200
