"""The report of a fight on the GM's page and as a file; to players as they saw it, and to nobody else."""

import re
from collections.abc import Iterator
from time import monotonic, sleep
from typing import Any

import pytest

from tests.webapp.pages import gm_of, host_of, watcher
from tests.webapp.seeded_faces import SeededFaces
from tests.webapp.world import Browser, World
from webapp.live.odds_pool import odds_pool
from webapp.table.host import Host

MOST_SECONDS = 300.0


@pytest.fixture
def host(world: World) -> Iterator[Host]:
    yield host_of(world)
    odds_pool().close()


def do(world: World, host: Host, do: str, **params: Any) -> None:
    host.handle({"do": do, **params}, by=gm_of(world))
    while (prompt := host.battle.state.prompt) is not None:
        host.handle({"do": "answer", "actor": prompt.to, "answer": prompt.default}, by=gm_of(world))


def struck(world: World, host: Host) -> None:
    do(world, host, "gm-set", target="kit", state={"at": [6, 8]})
    do(world, host, "gm-set", target="raider-1", state={"at": [7, 8]})
    do(world, host, "turn", actor="kit")
    do(world, host, "attack", **{"actor": "kit", "target": "raider-1", "with": "blast-pistol"})


def whole(browser: Browser, path: str) -> str:
    """Ask for the report as its page does, until it is whole."""
    end = monotonic() + MOST_SECONDS
    while "hx-trigger" in (page := browser.get(path).get_data(as_text=True)):
        assert monotonic() < end, "it is never whole"
        sleep(0.05)
    return page


def test_who_attacked_whom_and_what_was_to_be_expected_is_told(world: World, host: Host) -> None:
    struck(world, host)
    page = whole(world.gm(), f"/tables/{world.table.id}/gm/report")
    sides, each = re.findall(r"<tbody[^>]*>(.*?)</tbody>", page, re.DOTALL)
    assert "Kit" in each
    assert "Raider 1" in each
    assert "Heroes" in sides
    row = re.search(r'Kit</th>.*?"Attacks">(\d+)</td><[^>]*"Hits">(\d+) <small>\((\d\.\d)\)', each)
    assert row is not None
    assert row[1] == "1"
    assert 0 < float(row[3]) < 1
    assert re.search(r"(un)?luckier than \d+ of 100|about even", page)
    assert "Raider 1 hit" in page or "Raider 1 not hit" in page


def test_the_page_fills_by_itself_while_it_is_worked_out(world: World, host: Host) -> None:
    struck(world, host)
    path = f"/tables/{world.table.id}/gm/report/panel?scene={host.scene.id}"
    gm = world.gm()
    assert f'hx-get="{path}"' in gm.get(f"/tables/{world.table.id}/gm/report").get_data(as_text=True)
    assert "hx-get" not in whole(gm, path)


def test_what_is_undone_is_in_the_report_no_more(world: World, host: Host) -> None:
    struck(world, host)
    gm, path = world.gm(), f"/tables/{world.table.id}/gm/report"
    assert "Attacks" in whole(gm, path)
    last = next(entry for entry in reversed(host.battle.entries) if entry.do == "attack")
    do(world, host, "undo", to=last.command.id)
    assert "Nobody has attacked yet" in whole(gm, path)


def test_the_file_needs_no_other(world: World, host: Host) -> None:
    struck(world, host)
    gm, path = world.gm(), f"/tables/{world.table.id}/gm/report"
    whole(gm, path)
    answer = gm.get(f"{path}/report.html")
    page = answer.get_data(as_text=True)
    assert "attachment" in answer.headers["Content-Disposition"]
    assert "<link" not in page
    assert "<script" not in page
    assert "href=" not in page
    assert "<style>" in page
    assert "Raider 1" in page


def test_it_is_told_in_german_too(world: World, host: Host) -> None:
    struck(world, host)
    gm = world.gm()
    gm.post("/language", language="de", next="/")
    page = whole(gm, f"/tables/{world.table.id}/gm/report")
    assert re.search(r"(mehr|weniger) Glück als \d+ von 100|etwa ausgeglichen", page)


def test_players_and_strangers_get_no_report_of_the_gms(world: World, host: Host) -> None:
    struck(world, host)
    for browser in (world.player("Ann", "kit"), world.stranger(), watcher(world)):
        for rest in ("", "/panel", "/report.html"):
            assert browser.get(world.at(f"gm/report{rest}")).status_code in (302, 303, 403, 404)


def test_strangers_and_watchers_get_no_players_report(world: World, host: Host) -> None:
    struck(world, host)
    for browser in (world.stranger(), watcher(world)):
        for rest in ("", "/panel", "/report.html"):
            assert browser.get(world.at(f"play/report{rest}")).status_code in (302, 303, 403, 404)


def test_a_player_reads_of_what_was_seen_with_the_way_to_it_in_the_replay(world: World, host: Host) -> None:
    struck(world, host)
    ann = world.player("Ann", "kit")
    page = whole(ann, world.at("play/report"))
    assert "Raider 1 hit" in page or "Raider 1 not hit" in page
    [moment] = set(re.findall(r'href="([^"]*/play/replay\?at=\d+)"', page))
    assert "Raider 1" in ann.get(moment).text
    assert ann.get(world.at("play")).text.count(world.at("play/report")) == 1


def test_who_strikes_unseen_is_not_named_and_nothing_was_to_be_expected(world: World, host: Host) -> None:
    struck(world, host)
    do(world, host, "edit", target="raider-1", hidden=True)
    do(world, host, "gm-set", target="kit", state={"wounds": 0})
    do(world, host, "attack", **{"actor": "raider-1", "target": "kit", "with": "blast-pistol"})
    page = whole(world.player("Ann", "kit"), world.at("play/report/panel"))
    [line] = [one for one in re.findall(r"<li>.*?</li>", page) if "Somebody" in one]
    assert "Kit" in line
    assert "Raider" not in line
    assert "%" not in line
    assert "luck" not in line
    assert "is no luck" in page
    assert "Raider 1, " in whole(world.gm(), world.at("gm/report/panel"))


def test_where_harm_is_not_told_the_report_does_not_tell_it(world: World, host: Host) -> None:
    host.change_settings(enemy_harm="words")
    host.throws = lambda seed, seq, by_hand: SeededFaces("a hit", seq, by_hand)
    for _ in range(6):
        struck(world, host)
    gm, ann = world.gm(), world.player("Ann", "kit")
    hits = re.findall(r"Raider 1 hit, [^<]+", whole(gm, world.at("gm/report/panel")))
    assert hits, "there is harm to tell of"
    page = whole(ann, world.at("play/report/panel"))
    assert "Raider 1 hit" in page
    assert not any(hit in page for hit in hits if "out of the fight" not in hit)
    assert re.search(r'Kit</th>.*?"Harm done">–</td>', page)
    assert "How badly your foes are hurt is not told" in page
