"""While somebody acts whom the players do not see: what they ask is answered, and they notice nothing."""

import json
import re
from typing import Any

import pytest

from rules.engine.known_battle import forgetting
from rules.engine.state import BattleState
from rules.engine.text import in_full
from rules.systems.tesseris.events.cover_events import WallDamaged
from tests.webapp.fog.ambush import (
    FOES,
    SYSTEMS,
    UNSEEN,
    UNSEEN_NAME,
    ann_at,
    gm_does,
    go_on,
    lay_ambush,
    to_turn_of,
    turns,
)
from tests.webapp.pages import Page, gm_of, host_of, screen
from tests.webapp.world import World
from webapp.live import aim_events
from webapp.store.rows import TableSettings
from webapp.table.grants import Visitor

every_system = pytest.mark.parametrize("system", SYSTEMS)


def tells_of_the_unseen(text: str) -> bool:
    return UNSEEN in text or UNSEEN_NAME in text


# ------------------------------------------------------------ what is known of a battle
@every_system
def test_what_is_known_of_a_battle_names_nobody_unknown(world: World, system: str) -> None:
    host, _ = ann_at(world, system)
    seen = 0
    for state in turns(world):
        known = forgetting(state, [who for who in state.combatants if who != UNSEEN])
        assert not tells_of_the_unseen(repr(_without_prompt(known)))
        seen += state.active == UNSEEN
        if seen > 1:
            break
    assert seen, "the unseen one has had a turn"
    assert host.battle.state.running


def _without_prompt(state: BattleState) -> dict[str, Any]:
    return {name: value for name, value in vars(state).items() if name != "prompt"}


@every_system
def test_aiming_lives_while_somebody_unseen_has_the_turn(world: World, system: str) -> None:
    _, page = ann_at(world, system)
    to_turn_of(world, UNSEEN)
    page.take()
    reply = page.ask("aim", {"actor": "kit", "target": FOES[0]})
    assert reply["ok"], reply
    assert not tells_of_the_unseen(json.dumps(reply))


TIES: dict[str, dict[str, Any]] = {
    "atomic": {"engaged_with": [UNSEEN]},
    "gurps": {"evaluate": {"target": UNSEEN}, "feint": {"target": UNSEEN, "penalty": 2}},
    "phases": {"targeting": {"target": UNSEEN, "with": "heavy-pistol"}},
    "savage": {"mount": UNSEEN},
    "tesseris": {"conditions": {"grappled": {"with": [UNSEEN]}}, "held_by": UNSEEN},
}


@every_system
@pytest.mark.parametrize("tied", ["kit", FOES[0]])
def test_who_is_tied_to_somebody_unseen_is_asked_and_aimed_at_like_others(
    world: World, system: str, tied: str
) -> None:
    """Held, watched, ridden, targeted: whatever a state says of somebody unknown, nothing looks them up."""
    _, page = ann_at(world, system)
    gm_does(world, "gm-set", target=tied, state=TIES[system])
    for _ in range(2):
        for message, data in (
            ("aim", {"actor": "kit", "target": FOES[0]}),
            ("cover", {"actor": "kit", "at": [4, 3]}),
            ("reach", {"actor": "kit"}),
        ):
            reply = page.ask(message, data)
            assert reply["ok"] or reply["refusal"]["code"] not in ("bug", "unknown-combatant"), reply
        assert page.browser.get(world.at("play/selected/kit")).status_code == 200
        page.load()
        assert not tells_of_the_unseen(page.text)
        if system != "savage":  # what is ridden has no turn
            to_turn_of(world, UNSEEN)


def test_a_last_stand_s_action_is_aimed_and_done_where_the_next_turn_is_an_unseen_one_s(world: World) -> None:
    """AT-98, AT-99: after the action the actor collapses, and the turn goes to whom nobody sees."""
    host, page = ann_at(world, "atomic")
    kit_before_the_unseen(world)
    weapon = host.battle.state.combatants["kit"].state.ready[0]
    gm_does(world, "gm-set", target="kit", state={"wounds": 5, "last_stand": "used", "granted": -20})
    reply = page.ask("aim", {"actor": "kit", "do": "attack", "target": FOES[0], "with": weapon})
    assert reply["ok"], reply
    assert "%" in reply["panel"]
    page.do("attack", "kit", target=FOES[0], **{"with": weapon})
    while host.battle.state.prompt is not None:
        go_on(world)
    assert host.battle.state.active == UNSEEN


def kit_before_the_unseen(world: World) -> None:
    """Begin the fight anew until Kit's turn comes right before the unseen one's, and go on to it."""
    host = host_of(world)
    for _ in range(200):
        gm_does(world, "begin")
        order = host.battle.state.order
        if order[order.index("kit") + 1 :][:1] == (UNSEEN,):
            return to_turn_of(world, "kit")
        gm_does(world, "end-battle")
    raise AssertionError("it never comes so")


# -------------------------------------------------------------------------------- nothing is to be noticed
@every_system
def test_the_table_view_shows_nothing_new_while_somebody_unseen_acts(world: World, system: str) -> None:
    """Not even a push comes, unless a round has begun or what was declared is told."""
    _, page = ann_at(world, system)
    table = Page(world, screen(world), "screen")
    before, shown, silent = "", "", 0
    for state in turns(world):
        sent, last, shown = table.take(), shown, header(table.load())
        if state.active == UNSEEN and before == clock(state):
            assert shown == last
            assert all(re.search('id="(top|order|tokens)"', update["panels"]) is None for update in sent)
            assert system == "phases" or sent == []
            silent += 1
        before = clock(state)
        if silent == 2:
            break
    assert silent
    for one in (table, page):
        assert "Somebody" not in one.load()
        assert not tells_of_the_unseen(one.text)


def clock(state: BattleState) -> str:
    return repr(dict(state.clock))


def header(page: str) -> str:
    """Give the words on top of a page that say whose turn it is."""
    return re.findall(r'<p class="top-clock".*?</p>', page, re.DOTALL)[0]


@every_system
def test_who_must_wait_is_told_no_more_than_is_known(world: World, system: str) -> None:
    host, page = ann_at(world, system)
    to_turn_of(world, UNSEEN)
    for data in (
        {"do": "end-turn", "actor": "kit"},
        {"do": "move", "actor": "kit", "to": [3, 4]},
        {"answer": "none", "actor": "kit"},
    ):
        refusal = page.refused("command", data)
        assert not re.search("somebody", refusal["message"], re.IGNORECASE), refusal
        assert not tells_of_the_unseen(json.dumps(refusal))
    assert host.battle.state.active == UNSEEN


def test_who_has_ended_a_turn_reads_that_the_gm_is_busy(world: World) -> None:
    host, page = ann_at(world, "atomic")
    table = Page(world, screen(world), "screen")
    kit_before_the_unseen(world)
    shown = header(table.load())
    table.take()
    page.do("end-turn", "kit")
    assert host.battle.state.active == UNSEEN
    assert "The GM is busy" in page.load()
    assert "nobody" in page.refused("command", {"do": "quick", "actor": "kit"})["message"]
    assert table.take() == [], "the others see Kit's turn stand until the next one's begins"
    assert header(table.load()) == shown


def test_who_has_declared_before_somebody_unseen_waits_for_nobody_in_particular(world: World) -> None:
    """PH-43: neither that the phase has resolved nor that initiative is rolled is so."""
    host, page = ann_at(world, "phases")
    for _ in range(200):
        gm_does(world, "begin")
        order = host.battle.state.order
        if order[order.index("kit") + 1 :][:1] == (UNSEEN,):
            break
        gm_does(world, host.battle.system.ends_by or "end-battle")
    to_turn_of(world, "kit")
    page.do("end-turn", "kit")
    assert host.battle.state.active == UNSEEN
    text = page.load()
    assert "The GM is busy" in text
    assert "Initiative is rolled" not in text
    words = page.refused("command", {"do": "evade", "actor": "kit"})["message"]
    assert words == "Kit must wait: nobody declares just now."


def test_a_round_that_an_unseen_one_begins_is_not_counted_yet(world: World) -> None:
    host, page = ann_at(world, "atomic")
    for _ in range(200):
        gm_does(world, "begin")
        if host.battle.state.order[0] == UNSEEN:
            break
        gm_does(world, "end-battle")
    gm_does(world, "end-turn", actor=UNSEEN)
    while host.battle.state.active != UNSEEN:
        gm_does(world, "end-turn", actor=host.battle.state.active)
    assert host.battle.state.clock == {"round": 2}
    assert ">Round 1<" in page.load()
    gm_does(world, "end-turn", actor=UNSEEN)
    assert ">Round 2<" in page.load()


def test_a_turn_that_is_taken_back_is_shown_as_it_was(world: World) -> None:
    host, page = ann_at(world, "atomic")
    words = {}
    for state in turns(world):
        words[len(host.battle.entries)] = header(page.load())
        assert state.running
        if len(words) == 7:  # each has had a turn, one of them two
            break
    for count in list(words)[-2::-1]:
        gm_does(world, "undo")
        assert header(page.load()) == words[count]


def test_the_gm_may_let_the_players_know_that_somebody_acts(world: World) -> None:
    host, page = ann_at(world, "atomic")
    gm = world.gm()
    assert 'name="secret_turns" value="1" checked' in gm.get(world.at("gm")).text
    assert gm.htmx(world.at("gm/settings"), sight="1").status_code == 204
    assert host.settings.secret_turns is False
    to_turn_of(world, UNSEEN)
    assert "Somebody’s turn" in page.load()
    gm.htmx(world.at("gm/settings"), sight="1", secret_turns="1")
    assert "Somebody’s turn" not in page.load()


def test_turns_are_secret_at_a_table_that_was_kept_before_there_was_the_choice() -> None:
    assert TableSettings.read('{"sight": true}').secret_turns is True


def test_the_fight_told_again_has_no_moment_of_an_unseen_turn(world: World) -> None:
    host, page = ann_at(world, "atomic")
    to_turn_of(world, "kit")
    go_on(world)
    to_turn_of(world, "kit")
    told = page.browser.get(world.at("play/replay")).text
    last, word = (re.findall(rf'data-{key}="(\w+)"', told)[0] for key in ("last", "word"))
    for moment in range(1, int(last) + 1):
        told += page.browser.get(world.at(f"play/replay/{moment}?word={word}&from={moment - 1}")).text
    assert not tells_of_the_unseen(told)
    assert "Somebody" not in told
    assert host.battle.state.running


# ------------------------------------------------------------------------------------------- the one edge
def test_whatever_is_refused_leaves_without_ids_and_names_of_the_unknown(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rule that says too much, by the socket and by HTTP, as JSON and as a panel."""
    from rules.engine.refusal import Refusal

    host, page = ann_at(world, "atomic")

    def says_too_much(*_: Any, **__: Any) -> None:
        raise Refusal("unknown-combatant", f"No '{UNSEEN}' is near {UNSEEN_NAME}, but {FOES[0]}.")

    monkeypatch.setattr(host, "handle", says_too_much)
    monkeypatch.setattr(aim_events, "known_reach", says_too_much)
    said = [page.refused(kind, {"do": "move", "actor": "kit", "to": [0, 0]}) for kind in ("command", "reach")]
    body = {"do": "move", "actor": "kit", "to": [0, 0]}
    said.append(page.browser.json(world.at("commands"), body).get_json()["refusal"])
    panel = page.browser.htmx(world.at("play/do"), do="quick", actor="kit").text
    for text in (*(one["message"] for one in said), panel):
        assert not tells_of_the_unseen(text)
        assert FOES[0] in text
    gms = world.gm().json(world.at("commands"), body).get_json()["refusal"]
    assert UNSEEN in gms["message"]


def test_a_bug_that_names_the_unknown_is_told_as_a_bug_alone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, page = ann_at(world, "atomic")

    def breaks(*_: Any, **__: Any) -> None:
        raise KeyError(UNSEEN)

    monkeypatch.setattr(host, "handle", breaks)
    world.app.testing = False  # as it runs: a bug is a page, and no traceback
    body = {"do": "quick", "actor": "kit"}
    assert page.refused("command", body)["code"] == "bug"
    answer = page.browser.json(world.at("commands"), body)
    assert answer.status_code == 500
    assert not tells_of_the_unseen(page.text + answer.text)


def test_a_guess_is_refused_alike_whether_it_is_right_or_wrong(world: World) -> None:
    _, page = ann_at(world, "atomic")
    for data in (
        {"do": "attack", "actor": "kit", "target": "{}"},
        {"do": "move", "actor": "{}", "to": [0, 0]},
        {"do": "door", "actor": "kit", "wall": "{}"},
        {"do": "{}", "actor": "kit"},
        {"do": "draw", "actor": "kit", "with": "{}"},
        {"do": "attack", "actor": "kit", "target": FOES[0], "with": "{}"},
    ):
        for guess in (UNSEEN, UNSEEN_NAME):
            said = [
                json.dumps(page.refused("command", _filled(data, word))).replace(word, "{}")
                for word in (guess, "zq-nobody")
            ]
            assert said[0] == said[1]


def _filled(data: dict[str, Any], word: str) -> dict[str, Any]:
    return {k: v.replace("{}", word) if isinstance(v, str) else v for k, v in data.items()}


def test_the_gm_s_log_of_what_was_refused_is_as_it_was(world: World) -> None:
    host, page = ann_at(world, "atomic")
    page.refused("command", {"do": "move", "actor": UNSEEN, "to": [0, 0]})
    assert any(UNSEEN in in_full(line.what) for line in host.refused.lines)
    assert gm_of(world) == Visitor("gm", world.table.id, None, "GM")
    lay_ambush(world, "atomic", seat=False)


def test_a_shot_into_a_wall_that_nobody_has_seen_is_not_heard_of(world: World) -> None:
    """TS-293: it would tell of a wall, and that somebody fights there."""
    host, _ = ann_at(world, "tesseris")
    walls = [{"from": [x, 0], "to": [x, 10]} for x in (6, 12)]
    gm_does(world, "edit-map", walls=walls)
    gm_does(world, "set-fog", on=True)
    [ann] = [person for person in host.people if person.name == "Ann"]
    stream = host.stream(host.viewer(Visitor("play", world.table.id, ann.id, "Ann")))
    state = host.battle.state
    told = {
        x: stream._tells(WallDamaged(piece=f"{x} 3 {x} 4", damage=2, material="stone"), state, state)
        for x in (6, 12)
    }
    assert told == {6: True, 12: False}
