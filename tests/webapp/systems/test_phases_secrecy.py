"""A declaration in secret reaches nobody before it is revealed: on no page, in no log, by no going back."""

import re
from typing import Any

from rules.map.model import BattleMap, Grid, GridKind
from tests.webapp.pages import Page, host_of, screen
from tests.webapp.systems.barroom_seats import AWAY, PISTOL, Opened, panel, seat
from tests.webapp.world import World
from webapp.context import HOSTS
from webapp.table.grants import Visitor
from webapp.table.hosts import Hosts
from webapp.table.setup.scenes import bring_scene


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


def test_the_next_scene_is_declared_in_secret_too(opened: Opened) -> None:
    world = opened()
    gm, _ = seat(world)
    gm.do("secret-declaration", on=True)
    board = BattleMap(Grid(GridKind.SQUARE, 8, 8, 1, "m"))
    bring_scene(host_of(world), name="The street", battle_map=board)
    assert host_of(world).scene.name == "The street"
    assert "Declare in secret: on" in gm.load()
