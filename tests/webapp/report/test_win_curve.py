"""The win curve on the GM's report; it is nobody else's."""

import re
from collections.abc import Iterator
from time import monotonic, sleep

import pytest

from tests.webapp.pages import host_of, watcher
from tests.webapp.rehearsal.panel import until
from tests.webapp.report.test_report import do, struck, whole
from tests.webapp.world import World
from webapp.live.odds_pool import odds_pool
from webapp.rehearsal.fight_player import rehearsal_pool
from webapp.report.kept_curves import curve_of, read_again, written_down
from webapp.report.win_curves import _CURVES
from webapp.table.host import Host

MOST_SECONDS = 300.0


@pytest.fixture
def host(world: World) -> Iterator[Host]:
    """A fight that is nearly over, so that the rest of it is soon played."""
    found = host_of(world)
    for who in found.battle.state.combatants:
        if who not in ("kit", "raider-1"):
            do(world, found, "remove", target=who)
    for who in ("kit", "raider-1"):
        do(world, found, "gm-set", target=who, state={"wounds": 3})
    struck(world, found)
    yield found
    end = monotonic() + MOST_SECONDS
    while rehearsal_pool().is_busy:  # whoever plays hears that nobody waits as the next turn comes
        assert monotonic() < end, "it never stops"
        sleep(0.05)
    rehearsal_pool().close()
    odds_pool().close()


def test_the_curve_is_drawn_while_it_is_rehearsed_and_leads_to_the_replay(world: World, host: Host) -> None:
    gm, path = world.gm(), world.at("gm/win-curve")
    assert "Find them</button>" in whole(gm, world.at("gm/report"))
    before = len(host.battle.entries)
    assert "hx-trigger" in gm.htmx(path, scene=host.scene.id).text
    page = until(gm, path, "Work it out again")
    assert "hx-trigger" not in page
    assert page.count("<polyline") == 2
    assert re.search(r"<td>\d+ % <small>\(\d+–\d+\)</small></td>", page)
    assert "In the end" in page
    fights = re.search(r"(\d+) fights played", page)
    assert fights is not None
    assert len(host.battle.entries) == before, "the table knows nothing of it"
    assert "<polyline" in gm.get(world.at("gm/report")).text
    alone = gm.get(world.at("gm/report/report.html")).text
    assert "<polyline" in alone
    assert "href=" not in alone
    swung = re.findall(r'class="blow-replay" href="([^"]+)"', page)
    for address in swung:
        assert "Kit" in gm.get(address.replace("&amp;", "&")).text


def test_the_gm_stops_it_and_what_was_found_stays(world: World, host: Host) -> None:
    gm, path = world.gm(), world.at("gm/win-curve")
    gm.htmx(path, scene=host.scene.id)
    until(gm, path, r"[1-9]\d* fights? played")
    stopped = gm.htmx(f"{path}/cancel", scene=host.scene.id).text
    assert "hx-trigger" not in stopped
    assert re.search(r"[1-9]\d* fights? played", stopped)
    assert "has gone on" not in stopped
    do(world, host, "gm-set", target="kit", state={"at": [5, 8]})
    assert "has gone on" in gm.get(path).text


def test_what_was_found_is_kept_with_the_scene_and_shown_by_every_process(world: World, host: Host) -> None:
    gm, path = world.gm(), world.at("gm/win-curve")
    gm.htmx(path, scene=host.scene.id)
    page = until(gm, path, "Work it out again")
    world.app.extensions.pop(_CURVES)
    assert gm.get(path).text == page, "after a restart it is there"
    shelf = world.store.win_curves
    found = shelf.found(host.scene.id)
    shelf.begin(host.scene.id, "theirs", found)
    assert "hx-trigger" in gm.get(path).text, "another process is at work on it"
    stopped = gm.htmx(f"{path}/cancel", scene=host.scene.id).text
    assert "hx-trigger" not in stopped
    assert shelf.keep(host.scene.id, "theirs", found, is_running=True) is None, "it hears that it is to end"
    do(world, host, "undo")
    assert "has gone on" in gm.get(path).text


def test_what_another_version_kept_or_a_longer_log_is_of_no_use(world: World, host: Host) -> None:
    curve = curve_of(host)
    curve.won[0] = {0: None}
    again = read_again(host, written_down(curve))
    assert again is not None
    assert (again.won, again.cuts, again.undone) == (curve.won, curve.cuts, curve.undone)
    assert read_again(host, b"") is None
    curve.won[len(curve.cuts)] = {0: None}
    assert read_again(host, written_down(curve)) is None
    curve.entries += 1
    assert read_again(host, written_down(curve)) is None


def test_a_fight_in_which_nobody_has_fought_has_none(world: World) -> None:
    gm, path = world.gm(), world.at("gm/win-curve")
    assert "hx-trigger" not in gm.htmx(path, scene=host_of(world).scene.id).text


def test_it_goes_without_scripts(world: World, host: Host) -> None:
    gm, path = world.gm(), world.at("gm/win-curve")
    answer = gm.post(path, scene=host.scene.id)
    assert answer.status_code == 303
    assert answer.location.startswith(world.at("gm/report"))
    assert gm.post(f"{path}/cancel", scene=host.scene.id).status_code == 303


def test_nobody_but_the_gm_has_it(world: World, host: Host) -> None:
    gm, path = world.gm(), world.at("gm/win-curve")
    gm.htmx(path, scene=host.scene.id)
    until(gm, path, r"[1-9]\d* fights? played")
    ann = world.player("Ann", "kit")
    for browser in (ann, world.stranger(), watcher(world)):
        assert browser.get(path).status_code in (302, 303, 403, 404)
        for rest in ("", "/cancel"):
            assert browser.htmx(f"{path}{rest}", scene=host.scene.id).status_code in (302, 303, 403, 404)
    assert "hx-trigger" in gm.get(path).text, "it still runs"
    for rest in ("", "/panel", "/report.html"):
        page = ann.get(world.at(f"play/report{rest}")).text
        assert "win-curve" not in page
        assert "polyline" not in page
    gm.htmx(f"{path}/cancel", scene=host.scene.id)
