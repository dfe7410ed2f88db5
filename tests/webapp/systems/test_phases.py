"""What the pages show of a phase combat fight: the timeline, called shots, alarms; and no secrets."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from rules.map.model import BattleMap, Grid, GridKind
from tests.browser.scenes.barroom import DUEL, lay_out
from tests.webapp.pages import Page, gm_of, host_of, screen
from tests.webapp.world import Browser, World
from webapp.app import Settings, create_app
from webapp.context import HOSTS, STORE
from webapp.table.grants import Visitor
from webapp.table.hosts import Hosts
from webapp.table.setup.scenes import bring_scene


@pytest.fixture(scope="session")
def barroom(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The duel of Earl and Leroy, both with a pistol in hand."""
    data = tmp_path_factory.mktemp("barroom")
    lay_out(data, only=DUEL)
    return data


Opened = Callable[[], World]


@pytest.fixture
def opened(tmp_path: Path, barroom: Path) -> Iterator[Opened]:
    """Open the same evening anew, as often as it is asked for: the same table, the same dice."""
    apps: list[Flask] = []

    def open_it() -> World:
        data = Path(shutil.copytree(barroom, tmp_path / f"data-{len(apps)}"))
        app = create_app(Settings(data_dir=data, lan=False, async_mode="threading"))
        app.testing = True
        apps.append(app)
        return World(app)

    yield open_it
    for app in apps:
        app.extensions[STORE].close()


def seat(world: World) -> tuple[Page, dict[str, Page]]:
    """Sit down the GM, Ann as Earl, and Ben as Leroy, whom only the GM can give him: he is an enemy."""
    gm, ann, ben = Page(world, world.gm(), "gm"), world.player("Ann", "earl"), world.player("Ben")
    person = next(person for person in world.store.people.of_table(world.table.id) if person.name == "Ben")
    assert gm.browser.htmx(world.at("gm/seat"), who="leroy", person=person.id).status_code == 204
    return gm, {"earl": Page(world, ann, "play"), "leroy": Page(world, ben, "play")}


PISTOL = {"earl": "heavy-pistol", "leroy": "light-pistol"}
AWAY = {"earl": [5, 7], "leroy": [9, 7]}


# ------------------------------------------------------------------------------------------ secrecy
def _deeds(who: str, other: str) -> dict[str, dict[str, Any]]:
    shot = {"with": PISTOL[who], "target": other}
    return {
        "passes": {"do": "end-turn"},
        "evades": {"do": "evade"},
        "walks": {"do": "move", "to": AWAY[who]},
        "shoots": {"do": "attack", **shot},
        "targets the head": {"do": "target", **shot, "options": {"called": "head"}},
        "takes a round": {"do": "target-and-fire", **shot},
        "takes a minute": {"do": "task", "length": "minute", "note": "zqsafe"},
        "is overruled": {"do": "attack", **shot, "facts": {"cover": "good"}, "by": "gm"},
    }


def _all_that_others_get(world: World, name: str) -> str:
    """Let the slower declare something in secret; give every byte that the other and the projector get."""
    gm, players = seat(world)
    table = Page(world, screen(world), "screen")
    gm.do("secret-declaration", on=True)
    gm.do("begin")
    who, other = host_of(world).battle.state.order
    for page in (players[other], table):
        page.take()
        page.text = ""
    deed = dict(_deeds(who, other)[name])
    doer = gm if deed.pop("by", "") == "gm" else players[who]
    answer = doer.ask("command", {"actor": who, **deed})
    assert answer["ok"], answer
    assert host_of(world).battle.state.active == other
    for page in (players[other], table):
        page.take()
        page.load()
    watcher = players[other]
    for told in (who, other):
        path = world.at(f"play/selected/{told}")
        watcher.text += watcher.browser.get(path, headers={"HX-Request": "true"}).text
    aim = {"actor": other, "target": who, "do": "attack", "with": PISTOL[other]}
    watcher.ask("aim", aim)
    watcher.ask("aim", {"actor": other, "target": who})
    watcher.ask("cover", {"actor": other, "at": [3, 7]})
    watcher.ask("reach", {"actor": other})
    watcher.text += repr(watcher.refused("command", {"do": "move", "actor": who, "to": [1, 7]}))
    return _without_numbers(world, watcher.text + table.text)


def _without_numbers(world: World, text: str) -> str:
    """Leave out the random ids of commands and people, which tell nothing of what was done."""
    for person in world.store.people.of_table(world.table.id):
        text = text.replace(person.id, person.name)
    return re.sub(r'(data-command=\\?")[0-9a-f]{32}', r"\1", text)


def test_not_one_byte_of_a_secret_declaration_reaches_others(opened: Opened) -> None:
    passed = _all_that_others_get(opened(), "passes")
    assert "has declared in secret" in passed
    for name in _deeds("earl", "leroy"):
        assert _all_that_others_get(opened(), name) == passed, name


def _all_that_others_get_of_going_back(world: World, name: str) -> str:
    """Let a secret declaration be taken back and put back in every way; give all that others get of it."""
    gm, players = seat(world)
    table = Page(world, screen(world), "screen")
    gm.do("secret-declaration", on=True)
    gm.do("begin")
    who, other = host_of(world).battle.state.order
    watcher = players[other]
    for page in (watcher, table):
        page.take()
        page.text = ""
    deed = dict(_deeds(who, other)[name])
    doer = gm if deed.pop("by", "") == "gm" else players[who]
    assert doer.ask("command", {"actor": who, **deed})["ok"]
    said = host_of(world).battle.entries[-1].command.id
    taken_back: list[dict[str, Any]] = [{"do": "undo"}, {"do": "redo"}, {"do": "undo", "to": said}]
    for going in [*taken_back, {"do": "redo"}, {"do": "undo", "of": "turn"}, {"do": "redo"}]:
        gm.ask("command", {"actor": None, **going})
        for page in (watcher, table):
            page.take()
    gm.refused("command", {"do": "reconsider", "roll": 0, "value": 1, "label": "late"})
    seen = [page.text for page in (watcher, table)]
    live = [host_of(world).stream(host_of(world).viewer(visitor)) for visitor in _others(world, other)]
    world.app.extensions[HOSTS] = Hosts(world.store)  # the log is read anew
    again = [host_of(world).stream(host_of(world).viewer(visitor)) for visitor in _others(world, other)]
    assert [(s.seq, s.lines) for s in again] == [(s.seq, s.lines) for s in live]
    seen += [watcher.load(), table.load()]
    seen += [watcher.browser.get(world.at(f"play/log.{kind}")).text for kind in ("txt", "html")]
    return _without_numbers(world, "".join(seen))


def _others(world: World, other: str) -> tuple[Visitor, Visitor]:
    person = host_of(world).seats[other]
    return (
        Visitor("play", world.table.id, person, "Other"),
        Visitor("screen", world.table.id, None, "Screen"),
    )


def test_going_back_and_reading_the_log_elsewhere_tell_nothing_of_it_either(opened: Opened) -> None:
    passed = _all_that_others_get_of_going_back(opened(), "passes")
    assert "has declared in secret" in passed
    assert "The GM takes back what was done last." in passed
    for name in ("walks", "is overruled", "takes a minute"):
        assert _all_that_others_get_of_going_back(opened(), name) == passed, name


def test_the_log_to_read_elsewhere_has_a_secret_declaration_once_it_is_revealed(opened: Opened) -> None:
    world = opened()
    gm, players = seat(world)
    gm.do("secret-declaration", on=True)
    gm.do("begin")
    who, other = host_of(world).battle.state.order
    players[who].do("task", who, length="turn", note="zqsafe")

    def log_of(page: Page) -> str:
        return page.browser.get(world.at(f"{page.role}/log.txt")).text

    assert "zqsafe" in log_of(gm)
    assert "zqsafe" in log_of(players[who])
    assert "zqsafe" not in log_of(players[other])
    players[other].do("evade", other)
    assert "zqsafe" in log_of(players[other])


def test_a_page_that_is_opened_in_the_middle_learns_no_more(opened: Opened) -> None:
    world = opened()
    gm, _ = seat(world)
    gm.do("secret-declaration", on=True)
    gm.do("begin")
    who = host_of(world).battle.state.order[0]
    gm.do("task", who, length="turn", note="zqsafe")
    late = Page(world, world.player("Cid"), "play")
    late.load()
    late.ask("resume")
    late.take()
    assert "zqsafe" not in late.text
    assert "zqsafe" in gm.load()


def test_its_player_and_the_gm_see_it_and_all_see_it_once_it_is_revealed(opened: Opened) -> None:
    world = opened()
    gm, players = seat(world)
    table = Page(world, screen(world), "screen")
    gm.do("secret-declaration", on=True)
    gm.do("begin")
    who, other = host_of(world).battle.state.order
    players[who].do("move", who, to=AWAY[who])
    drawn = f'data-way-of="{who}"'
    for page in (players[who], gm):
        assert f'sealed" {drawn}' in page.load()
    for page in (players[other], table):
        page.text = ""
        assert drawn not in page.load()
        assert drawn not in "".join(update["panels"] for update in page.take())
    players[other].do("evade", other)
    for page in (gm, players[who], players[other], table):
        assert f"{who.capitalize()} move to " in panel(page.load(), "timeline")
    assert "All declarations are revealed." in table.load() + players[other].load()


def test_only_the_gm_has_the_switch_and_the_fight_starts_without_it(opened: Opened) -> None:
    world = opened()
    gm, players = seat(world)
    assert "Declare in secret: off" in gm.load()
    assert "Declare in secret" not in players["earl"].load()
    refusal = players["earl"].refused("command", {"do": "secret-declaration", "on": True})
    assert refusal["code"] == "not-allowed"
    gm.do("secret-declaration", on=True)
    assert "Declare in secret: on" in "".join(update["panels"] for update in gm.take())


# ----------------------------------------------------------------------------------------- timeline
def panel(text: str, id_: str) -> str:
    found = re.search(rf'<section id="{id_}".*?</section>', text, re.S)
    assert found is not None
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split())


def test_both_shots_of_one_moment_stand_together_on_every_page(opened: Opened) -> None:
    world = opened()
    gm, players = seat(world)
    table = Page(world, screen(world), "screen")
    gm.do("begin")
    slow, quick = host_of(world).battle.state.order
    assert f"{slow.capitalize()} declares; {quick.capitalize()} hears it first." in panel(
        gm.load(), "timeline"
    )
    players[slow].do("attack", slow, **{"with": PISTOL[slow], "target": quick})
    for page in (gm, players[quick], table):
        assert f"{slow.capitalize()} attack: {quick.capitalize()}" in panel(page.load(), "timeline")
    players[quick].do("attack", quick, **{"with": PISTOL[quick], "target": slow})
    for page in (gm, players[slow], table):
        assert "Resolved in phase 1, phase actions, at the same moment PH-52" in panel(
            page.load(), "timeline"
        )


def test_who_declares_later_reads_on_their_own_card_what_was_heard_so_far(opened: Opened) -> None:
    world = opened()
    gm, players = seat(world)
    gm.do("begin")
    slow, quick = host_of(world).battle.state.order
    assert 'id="heard" class="panel heard" aria-label="Heard so far" hidden' in players[quick].load()
    players[quick].take()
    players[slow].do("attack", slow, **{"with": PISTOL[slow], "target": quick})
    pushed = "".join(update["panels"] for update in players[quick].take())
    told = f"Heard so far {slow.capitalize()} attack: {quick.capitalize()}"
    for text in (pushed, players[quick].load()):
        assert told in panel(text, "heard")
    assert 'id="heard"' not in gm.load() + "".join(update["panels"] for update in gm.take())


def test_all_see_a_declared_move_on_the_map_and_nobody_one_of_who_is_hidden(opened: Opened) -> None:
    world = opened()
    gm, players = seat(world)
    table = Page(world, screen(world), "screen")
    gm.do("begin")
    who, other = host_of(world).battle.state.order
    players[who].do("move", who, to=AWAY[who])
    for page in (gm, players[who], players[other], table):
        drawn = "".join(update["panels"] for update in page.take())
        assert f'data-way-of="{who}"' in drawn
        assert "at the end of phase 1 (PH-57)" in drawn
    gm.do("edit", target=who, hidden=True)
    assert f'data-way-of="{who}"' in gm.load()
    for page in (players[other], table):
        page.text = ""
        assert "data-way-of" not in page.load()


def test_the_timeline_tells_nothing_of_who_is_hidden(opened: Opened) -> None:
    world = opened()
    gm, players = seat(world)
    gm.do("edit", target="leroy", hidden=True)
    gm.do("begin")
    while (active := host_of(world).battle.state.active) is not None:
        if active == "leroy":
            gm.do("target-and-fire", "leroy", **{"with": "light-pistol", "target": "earl"})
        else:
            gm.do("end-turn", active)
    players["earl"].text = ""
    shown = panel(players["earl"].load(), "timeline")
    assert "leroy" not in shown.lower()
    assert "somebody" not in shown
    assert "round actions" not in shown
    assert "leroy" not in panel(players["earl"].text or players["earl"].load(), "heard").lower()
    assert "Leroy" in panel(gm.load(), "timeline")


def test_free_play_has_an_empty_timeline(opened: Opened) -> None:
    world = opened()
    assert 'class="panel timeline empty"' in world.gm().get(world.at("gm")).text


def test_what_changes_on_the_timeline_is_pushed_and_nothing_when_nothing_does(opened: Opened) -> None:
    world = opened()
    gm, players = seat(world)
    gm.do("begin")
    who = host_of(world).battle.state.order[0]
    players["earl"].take()
    gm.do("speak", who, note="Hello")
    assert not any('id="timeline"' in update["panels"] for update in players["earl"].take())
    gm.do("evade", who)
    assert any('id="timeline"' in update["panels"] for update in players["earl"].take())


# ------------------------------------------------------------------------------------- what GMs press
def top(page: Page) -> str:
    found = re.search(r'<header id="top".*?</header>', page.load(), re.S)
    assert found is not None
    return found[0]


def test_alert_offers_whom_it_may_be_done_to_and_goes_when_nobody_is_left(opened: Opened) -> None:
    world = opened()
    gm, _ = seat(world)
    assert "do-alert" not in top(gm)
    gm.do("begin", unaware=["leroy"])
    assert '<button name="target" value="leroy">Leroy</button>' in top(gm)
    assert 'value="earl">Earl</button>' not in top(gm)
    answer = gm.browser.htmx(world.at("gm/do"), do="alert", target="leroy")
    assert answer.status_code == 204
    assert "do-alert" not in top(gm)
    assert "surprised; rolls Reflexes against 8 from phase 4" in panel(gm.load(), "timeline")


def test_next_phase_is_offered_once_all_has_resolved(opened: Opened) -> None:
    world = opened()
    gm, _ = seat(world)
    gm.do("begin")
    assert "Next phase" not in top(gm)
    while (active := host_of(world).battle.state.active) is not None:
        gm.do("end-turn", active)
    assert "Next phase" in top(gm)
    assert "All has resolved" in top(gm)
    gm.do("next-phase")
    assert "Phase 2 · round 1 · turn 1 · minute 1" in top(gm)


def test_while_dice_lie_on_the_table_it_is_nobodys_turn(opened: Opened) -> None:
    """PH-36, PH-47"""
    world = opened()
    gm, players = seat(world)
    gm.do("edit", target="leroy", by_hand=True)
    gm.do("begin")
    for page in (gm, *players.values()):
        page.load()
        assert "Initiative is rolled" in top(page)
        assert "All has resolved" not in top(page)
        assert "begins: initiative is rolled" in panel(page.text, "timeline")
        assert "declares from the next phase on" not in panel(page.text, "timeline")
    gm.ask("command", {"actor": "leroy", "answer": "roll"})
    assert "Initiative is rolled" not in top(gm)


# ------------------------------------------------------------------------------------- called shots
def aim(page: Page, **said: Any) -> str:
    return str(page.ask("aim", {"actor": "earl", "target": "leroy", "with": "heavy-pistol", **said})["panel"])


def test_the_figure_shows_the_chain_of_what_is_called(opened: Opened) -> None:
    world = opened()
    _, players = seat(world)
    ann = players["earl"]
    shown = aim(ann, do="target", options={"called": "head"})
    steps = re.findall(r'data-value="([a-z-]+)"[^>]*><title>.*?<text class="body-sign"[^>]*>([^<]+)<', shown)
    assert dict(steps) == {
        "head": "●",
        "chest": "1",
        "right-arm": "2",
        "left-arm": "3",
        "abdomen": "4",
    }  # PH-85
    assert "PH-82" in shown
    assert "−4" in shown
    assert json.dumps({"called": "head"}) in shown.replace("&#34;", '"')


def test_a_wild_shot_offers_no_figure_and_a_targeted_one_starts_from_its_targeting(opened: Opened) -> None:
    world = opened()
    gm, players = seat(world)
    ann = players["earl"]
    assert 'data-choice="called"' not in aim(ann, do="attack")
    targeting = {"target": "leroy", "with": "heavy-pistol", "location": "left-arm"}
    gm.do("gm-set", target="earl", state={"targeting": targeting})
    shown = aim(ann, do="attack")
    assert re.search(r'data-value="left-arm" aria-pressed="true"', shown)
    assert "called: left arm" in shown
    let_go = aim(ann, do="attack", options={"called": "nothing"})
    assert re.search(r'data-value="nothing" aria-pressed="true"', let_go)
    assert "called: left arm" not in let_go


def test_a_hidden_location_cannot_be_picked(opened: Opened) -> None:
    world = opened()
    gm, _ = seat(world)
    shown = aim(gm, do="target", facts={"exposed": ["head", "chest"]})
    assert len(re.findall(r'data-choice="called" [^>]* disabled', shown)) == 5
    assert len(re.findall(r'aria-pressed="false" disabled', shown)) == 5


# ------------------------------------------------------------------------------------------- sheets
def test_the_sheet_page_shows_wounds_on_a_figure_to_its_player(opened: Opened) -> None:
    world = opened()
    gm, players = seat(world)
    gm.do("gm-set", target="earl", state={"trauma": ["right-leg"], "flesh": 2})
    text = players["earl"].browser.get(world.at("play/sheet/earl")).text
    assert len(re.findall(r'class="body-part hurt', text)) == 1
    assert 'aria-label="Flesh wounds: 2 of 9"' in text
    assert players["leroy"].browser.get(world.at("play/sheet/earl")).status_code == 404


def test_the_sheet_form_offers_the_stock_and_keeps_what_it_is_not_told_to_change(opened: Opened) -> None:
    world = opened()
    gm: Browser = world.gm()
    form = gm.get(world.at("gm/sheet/earl/edit")).text
    for field in ("attributes.reflexes", "initiative", "weapons.known", "ready.known", "armour.known"):
        assert f'name="{field}"' in form
    assert re.search(r'name="weapons.known" value="heavy-pistol" checked', form)


def test_the_next_scene_is_declared_in_secret_too(opened: Opened) -> None:
    world = opened()
    gm, _ = seat(world)
    gm.do("secret-declaration", on=True)
    board = BattleMap(Grid(GridKind.SQUARE, 8, 8, 1, "m"))
    bring_scene(host_of(world), name="The street", battle_map=board)
    assert host_of(world).scene.name == "The street"
    assert "Declare in secret: on" in gm.load()


def test_the_gm_says_what_is_exposed_from_the_panel(opened: Opened) -> None:
    world = opened()
    gm, players = seat(world)
    assert "above the waist" not in aim(players["earl"], do="attack")
    assert "all of the body" in aim(players["earl"], do="attack")
    shown = aim(gm, do="attack", facts={"exposed": "head,right-arm,left-arm"})
    assert '<option value="head,right-arm,left-arm" selected>head and arms</option>' in shown
    own = aim(gm, do="attack", facts={"exposed": ["chest", "abdomen"]})
    assert "selected>not the head, right arm, left arm, right leg, left leg</option>" in own
    wrong = {"with": "heavy-pistol", "target": "leroy", "facts": {"exposed": "head,tail"}}
    refusal = gm.refused("command", {"do": "attack", "actor": "earl", **wrong})
    assert (refusal["code"], "head" in refusal["message"]) == ("bad-command", True)


# ------------------------------------------------------------------------------------- what players press
def press(page: Page, who: str, do: str, **typed: str) -> None:
    """Send the form that the card of a combatant has for an action, with what is typed into it."""
    path = page.world.at(f"{page.role}/selected/{who}")
    card = page.browser.get(path, headers={"HX-Request": "true"}).text
    forms = (form for form in re.findall(r"<form.*?</form>", card, re.S) if f'name="do" value="{do}"' in form)
    form = next(form for form in forms if all(f'name="{name}"' in form for name in typed))
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
    address = re.search(r'hx-post="([^"]+)"', form)
    assert address is not None
    answer = page.browser.htmx(address[1], **{**fields, **typed})
    assert answer.status_code == 204, answer.text


def test_each_plain_action_is_a_form_on_the_card_of_who_may_do_it(opened: Opened) -> None:
    world = opened()
    gm, players = seat(world)
    ann = players["earl"]

    def state() -> Any:
        return host_of(world).battle.state.combatants["earl"].state

    for defence in ("parry", "evade"):
        press(ann, "earl", defence)
        assert state().defence == defence
    press(ann, "earl", "holster")
    assert state().ready == ()
    press(ann, "earl", "draw")
    assert state().ready == ("heavy-pistol",)
    gm.do("gm-set", target="earl", state={"ammo": {"heavy-pistol": 1}})
    press(ann, "earl", "reload")
    assert state().ammo == {"heavy-pistol": 8}
    press(ann, "earl", "task", **{"note": "picks the lock", "json:dice": "2", "json:tn": "6"})
    press(ann, "earl", "speak", note="Nobody move")
    assert state().free_left == 0
    press(ann, "earl", "turn")
    targeting = {"target": "leroy", "with": "heavy-pistol"}
    gm.do("gm-set", target="earl", state={"targeting": targeting})
    press(ann, "earl", "aim")
    assert state().aim == 1
    press(ann, "earl", "drop")
    assert (state().ready, state().targeting, state().aim) == ((), None, 0)
    said = " ".join(
        str(line.text) for line in host_of(world).stream(host_of(world).viewer(gm_of(world))).lines
    )
    for words in ("picks the lock (", "Earl: Nobody move", "Earl aims: +1.", "Earl drops the heavy pistol."):
        assert words in said


def test_what_waits_is_cancelled_by_a_form_in_a_later_phase_alone(opened: Opened) -> None:
    world = opened()
    gm, players = seat(world)
    gm.do("begin")
    slow, quick = host_of(world).battle.state.order
    players[slow].do("task", slow, length="turn", note="climbs")
    players[quick].do("end-turn", quick)
    card = players[slow].browser.get(world.at(f"play/selected/{slow}"), headers={"HX-Request": "true"}).text
    assert 'name="do" value="cancel"' not in card  # PH-54
    gm.do("next-phase")
    press(players[slow], slow, "cancel")
    assert host_of(world).battle.state.combatants[slow].state.action is None


def test_in_the_fog_a_way_is_drawn_over_known_ground_alone(opened: Opened) -> None:
    world = opened()
    gm, players = seat(world)
    gm.do("set-fog", on=True)
    gm.do("gm-set", target="earl", state={"at": [1, 7]})
    gm.do("begin")
    assert host_of(world).battle.state.active == "leroy"  # these dice are always the same
    gm.do("move", "leroy", to=[13, 6])
    assert 'data-way-of="leroy"' in gm.load()
    shown = players["earl"].load()
    assert 'id="token-leroy"' in shown
    assert 'data-way-of="leroy"' not in shown
