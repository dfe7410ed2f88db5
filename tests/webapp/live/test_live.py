"""What open pages are sent, and what becomes of what they send."""

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.webapp.pages import Page, gm_of, host_of, screen, watcher
from tests.webapp.world import Browser, World
from webapp.live.message_checks import socketio

UNSEEN = {"raider-1": "Grimaud", "raider-2": "Vex", "raider-4": "Ostrander"}
"""Who stands where the party does not look, and the last one hides."""


@pytest.fixture
def gm(gm: Page) -> Page:
    for who, name in UNSEEN.items():
        gm.do("edit", target=who, name=name)
    return gm


@pytest.fixture
def others(world: World, gm: Page) -> Iterator[list[Page]]:
    """A projector, a player without a character, and somebody who just watches."""
    pages = [Page(world, screen(world), "screen"), Page(world, world.player("Wat"), "play")]
    pages.append(Page(world, watcher(world), "watch"))
    yield pages
    for page in pages:
        page.close()


def hears_nothing_of(page: Page, who: dict[str, str] = UNSEEN) -> None:
    page.take()
    for id_, name in who.items():
        assert id_ not in page.text, f"{page.role} was sent {id_}"
        assert name not in page.text, f"{page.role} was sent {name}"


def ask_by_hand(gm: Page, attacker: str, target: str, face: int = 5) -> None:
    """Let somebody attack with a roll that the GM types in; a low one succeeds, and the target is asked."""
    facts = {"range": "near", "line_of_fire": True, "cover": "none"}
    gm.do("edit", target=attacker, by_hand=True)
    gm.do("turn", attacker)
    with_ = host_of(gm.world).battle.state.combatants[attacker].state.ready[0]
    gm.do("attack", attacker, target=target, facts=facts, **{"with": with_})
    gm.do("answer", attacker, answer="faces", faces=[face])


# ------------------------------------------------------------------------------------------ secrecy
def test_nobody_hears_of_the_unseen(world: World, gm: Page, ann: Page, others: list[Page]) -> None:
    pages = [ann, *others]
    for page in pages:
        page.load()
    gm.do("begin")
    for _ in range(9):
        gm.do("end-turn", host_of(world).battle.state.active)
    gm.do("gm-set", target="raider-2", state={"wounds": 1})
    gm.do("edit", target="raider-1", size=2)
    gm.do("end-battle")
    for who in UNSEEN:
        gm.do("turn", who)
        ann.refused("aim", {"actor": "kit", "target": who})
        ann.refused("command", {"do": "attack", "actor": "kit", "target": who, "with": "blast-pistol"})
        assert ann.browser.get(world.at(f"play/selected/{who}")).status_code == 404
    ann.ask("reach", {"actor": "kit"})
    assert ann.ask("aim", {"actor": "kit", "target": "raider-3"})["ok"]
    ann.text += ann.browser.get(world.at("play/selected/kit")).text
    ann.text += ann.browser.get(world.at("play/selected/raider-3")).text
    for page in pages:
        page.load()
        hears_nothing_of(page)


def test_a_move_of_somebody_unseen_sends_players_nothing(gm: Page, ann: Page, others: list[Page]) -> None:
    pages = [ann, *others]
    for page in pages:
        page.take()
    gm.take()
    for who, place in (("raider-4", [20, 4]), ("raider-2", [18, 9]), ("raider-4", [2, 12])):
        gm.do("gm-set", target=who, state={"at": place})
        assert [move["id"] for update in gm.take() for move in update["moves"]] == [who]
    gm.do("undo")
    gm.do("redo")
    counted = [update for update in gm.take() if update["seq"] != update["prev"]]  # not: who is here
    assert len(counted) == 2
    for page in pages:
        assert page.take() == []


def test_an_attack_from_the_dark_is_somebodys(world: World, gm: Page, ann: Page, others: list[Page]) -> None:
    ask_by_hand(gm, "raider-4", "kit")
    [asked] = [u for u in ann.take() if "prompt-question" in u["panels"]]
    assert asked["turn"]["asked"] is True
    assert "Somebody attacks you with" in asked["panels"]
    told = [update["panels"] for update in gm.take() if update["prev"] != update["seq"]]
    assert "Ostrander attacks you with" in told[-1]
    ann.load()
    ann.do("answer", "kit", answer="none")
    assert "Somebody hits Kit" in ann.take()[-1]["panels"]
    for page in (ann, *others):
        page.load()
        hears_nothing_of(page)


def test_a_door_that_opens_shows_at_once_who_stands_behind(gm: Page, ann: Page, others: list[Page]) -> None:
    hears_nothing_of(ann)
    gm.do("set-door", wall="gantry-door", state="open")
    for page in (ann, *others):
        [update] = page.take()
        assert 'id="token-raider-1"' in update["panels"]
        [door] = update["drawn"]
        assert (door["id"], door["in"]) == ("door-gantry-door", "doors")
        assert 'class="door open"' in door["svg"]
        assert "raider-4" not in page.text


def test_who_comes_into_sight_and_goes_is_seen_no_longer_than_that(gm: Page, ann: Page) -> None:
    gm.do("gm-set", target="raider-2", state={"at": [5, 8]})
    [came] = ann.take()
    assert 'id="token-raider-2"' in came["panels"]
    gm.do("gm-set", target="raider-2", state={"at": [20, 7]})
    [gone] = ann.take()
    assert 'id="token-raider-2"' not in gone["panels"]
    assert "The GM moves Vex out of sight." in gone["panels"]
    assert gone["moves"] == []


def test_a_secret_door_is_a_wall_until_it_is_found(gm: Page, ann: Page) -> None:
    gm.do("set-door", wall="gantry-door", state="secret")
    ann.take()
    ann.text = ""
    ann.load()
    ann.refused("command", {"do": "door", "actor": "kit", "wall": "no-such-door"})
    assert "gantry-door" not in ann.text
    gm.do("set-door", wall="gantry-door", state="closed")
    found = {part["id"]: part["svg"] for part in ann.take()[-1]["drawn"]}
    assert 'id="door-gantry-door"' in found.pop("door-gantry-door")
    assert list(found) == ["walls-0-0"], "and the wall that it seemed to be is gone"


def test_the_table_may_do_without_sight_but_not_without_secrets(world: World, gm: Page, ann: Page) -> None:
    assert gm.browser.htmx(world.at("gm/settings")).status_code == 204  # the box is not ticked
    assert ann.take()[-1] == {"reload": True}
    page = ann.load()
    assert 'id="token-raider-1"' in page
    assert "raider-4" not in page


# ------------------------------------------------------------------------------------------- pushes
def test_a_move_is_sent_as_a_move_and_a_line(gm: Page, ann: Page, others: list[Page]) -> None:
    pages = (gm, ann, *others)
    for page in pages:
        page.take()
    ann.do("move", "kit", to=[4, 8])
    for page in pages:
        update = page.take_change()
        assert update["moves"] == [{"id": "kit", "x": 450.0, "y": 850.0, "place": "4,8"}]
        assert "Kit moves to E9" in update["panels"]
        assert update["drawn"] == []


def test_every_update_follows_the_one_before(gm: Page, ann: Page, others: list[Page]) -> None:
    gm.do("begin")
    for _ in range(8):
        gm.do("end-turn", host_of(gm.world).battle.state.active)
    gm.do("undo")
    for page in (gm, ann, *others):
        page.take()
        for before, after in zip(page.updates, page.updates[1:], strict=False):
            assert after["prev"] in (before["seq"], None)
        assert page.updates[-1]["seq"] > page.updates[0]["seq"]


def test_what_happened_flashes_beside_whom_it_happened_to(gm: Page, ann: Page) -> None:
    ask_by_hand(gm, "raider-3", "kit")
    ann.do("answer", "kit", answer="none")
    flashes = [flash for update in ann.take() for flash in update["flash"]]
    assert {"id": "kit", "text": "Hit", "tone": "harm"} in flashes


def test_what_is_taken_back_is_greyed_and_the_token_goes_home(gm: Page, ann: Page) -> None:
    ann.do("move", "kit", to=[4, 8])
    ann.take()
    gm.do("undo")
    [update] = ann.take()
    assert update["moves"] == [{"id": "kit", "x": 450.0, "y": 750.0, "place": "4,7"}]
    assert re.search(
        r'class="log-line[^"]* undone[^"]*"[^>]*>\s*<p><span class="log-text">Kit moves', update["panels"]
    )
    gm.do("redo")
    [update] = ann.take()
    assert update["moves"][0]["place"] == "4,8"
    assert " undone" not in update["panels"]


def test_an_attack_taken_back_takes_wounds_and_question_with_it(gm: Page, ann: Page) -> None:
    ask_by_hand(gm, "raider-3", "kit")
    gm.do("undo")
    update = ann.take()[-1]
    assert update["turn"]["asked"] is False
    assert 'id="prompt"' in update["panels"]
    assert "prompt-question" not in update["panels"]


def test_a_new_map_makes_every_page_load_anew(gm: Page, ann: Page) -> None:
    ann.take()
    gm.do("set-map", map={"grid": {"kind": "square", "cols": 9, "rows": 9, "per_cell": 1, "unit": "cell"}})
    assert ann.take() == [{"reload": True}]
    assert gm.take()[-1] == {"reload": True}


def test_the_gm_sees_who_is_here(world: World, gm: Page, ann: Page) -> None:
    def here(update: dict[str, Any]) -> bool:
        return 'class="person here"' in update["panels"]

    assert wait_for(lambda: any(here(u) for u in gm.take()))
    ann.close()
    assert wait_for(lambda: any('id="people"' in u["panels"] and not here(u) for u in gm.take()))


def wait_for(holds: Any, seconds: float = 5.0) -> bool:
    """Ask again and again until it holds."""
    until = time.monotonic() + seconds
    while not (found := bool(holds())) and time.monotonic() < until:
        time.sleep(0.02)
    return found


# -------------------------------------------------------------------------------------- coming back
def test_who_comes_back_finds_everything_missed_and_the_open_question(gm: Page, ann: Page) -> None:
    ann.do("turn", "kit")
    seq = ann.take()[-1]["seq"]
    ann.close()
    gm.do("gm-set", target="dutch", state={"at": [5, 13]})
    ask_by_hand(gm, "raider-3", "kit")
    ann.connect(seq)
    update = ann.updates[-1]
    assert update["prev"] is None
    assert "The GM moves Dutch to F14." in update["panels"]
    assert 'data-place="5,13"' in update["panels"]
    assert "attacks you with" in update["panels"]
    ann.do("answer", "kit", answer="none")


def test_who_missed_nothing_is_sent_nothing_but_the_number(gm: Page, ann: Page) -> None:
    ann.do("turn", "kit")
    seq = ann.take()[-1]["seq"]
    ann.close()
    gm.do("gm-set", target="raider-4", state={"at": [20, 4]})
    ann.updates.clear()
    ann.connect(seq)
    [update] = ann.updates
    assert (update["seq"], update["prev"], update["panels"], update["moves"]) == (seq, seq, "", [])


def test_the_number_on_the_page_is_the_number_of_its_stream(gm: Page, ann: Page) -> None:
    gm.do("begin")
    seq = int(re.findall(r'data-seq="(\d+)"', ann.load())[0])
    ann.take()
    assert ann.updates[-1]["seq"] == seq
    ann.connect(seq)
    assert ann.updates[-1]["panels"] == ""


def test_who_knows_less_than_before_is_brought_up_to_date(world: World, gm: Page, ann: Page) -> None:
    """Another knowledge counts from another number, so that a stale page is never taken for a current one."""
    seq = ann.updates[-1]["seq"]
    ann.close()
    gm.browser.htmx(world.at("gm/seat"), who="kit", person="")
    ann.connect(seq)
    assert ann.updates[-1]["prev"] is None
    assert ann.updates[-1]["panels"]


def test_a_gap_is_mended_on_request(gm: Page, ann: Page) -> None:
    gm.do("gm-set", target="dutch", state={"at": [5, 13]})
    ann.take()
    assert ann.ask("resume", {"seq": 1}) == {"ok": True}
    [update] = ann.take()
    assert (update["prev"], "The GM moves Dutch to F14." in update["panels"]) == (None, True)
    assert update["panels"].count("The GM moves Dutch") == 1


def test_the_gm_who_comes_back_is_shown_what_is_not_counted(world: World, gm: Page) -> None:
    gm.close()
    world.player("Zed", "dutch")
    host = host_of(world)
    gm.connect(host.stream(host.viewer(gm_of(world))).seq)
    assert "Zed" in gm.updates[-1]["panels"]
    assert gm.updates[-1]["drawn"] == []


# ----------------------------------------------------------------------------------- who is let in
def let_in(world: World, browser: Browser, auth: Any) -> bool:
    client = socketio.test_client(world.app, flask_test_client=browser.client, auth=auth)
    return bool(client.is_connected())


def test_without_a_grant_nobody_is_let_in(world: World) -> None:
    for role in ("gm", "play", "screen", "watch", "", "god"):
        assert not let_in(world, world.stranger(), {"table": world.table.id, "role": role})


@pytest.mark.parametrize(
    "auth", [None, 7, [], {}, {"table": None}, {"table": {}, "role": []}, {"role": "play"}]
)
def test_who_does_not_say_for_what_is_not_let_in(world: World, auth: Any) -> None:
    assert not let_in(world, world.player("Ann", "kit"), auth)


def test_a_grant_is_for_its_role_and_table_alone(world: World) -> None:
    player, gm = world.player("Ann", "kit"), world.gm()
    other = gm.post("/tables", name="Other").location.split("/")[2]
    assert let_in(world, player, {"table": world.table.id, "role": "play"})
    assert not let_in(world, player, {"table": world.table.id, "role": "gm"})
    assert not let_in(world, player, {"table": world.table.id, "role": "screen"})
    assert not let_in(world, player, {"table": other, "role": "play"})
    assert not let_in(world, player, {"table": "no-such-table", "role": "play"})
    assert not let_in(world, world.gm(), {"table": other, "role": "gm"})


def test_who_is_removed_is_out_at_once(world: World, gm: Page, ann: Page) -> None:
    [person] = [p for p in world.store.people.of_table(world.table.id) if p.name == "Ann"]
    client = ann.socket
    assert gm.browser.htmx(world.at(f"gm/people/{person.id}/remove")).status_code == 204
    assert not client.is_connected()
    gm.do("gm-set", target="kit", state={"at": [4, 8]})
    assert ann.browser.get(world.at("play")).status_code == 403
    ann.connect()
    assert not ann.is_open


def test_who_was_removed_by_another_server_is_out_too(world: World, gm: Page, ann: Page) -> None:
    [person] = [p for p in world.store.people.of_table(world.table.id) if p.name == "Ann"]
    world.store.people.remove(person.id)
    assert ann.refused("command", {"do": "turn", "actor": "kit"})["code"] == "not-allowed"
    assert ann.refused("resume", {"seq": 0})["code"] == "not-allowed"


def test_who_is_given_another_character_loads_anew_as_that_one(world: World, gm: Page, ann: Page) -> None:
    [person] = [p for p in world.store.people.of_table(world.table.id) if p.name == "Ann"]
    ann.take()
    gm.browser.htmx(world.at("gm/seat"), who="dutch", person=person.id)
    assert {"reload": True} in ann.take()
    ann.do("turn", "dutch")


# ------------------------------------------------------------------------------- what is made up
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


# ------------------------------------------------------------------------------------ the clock
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
