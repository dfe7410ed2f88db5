"""Two fights that differ only in what goes on out of sight: a player's report is the same to the byte."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from rules.report.luck import reckoned
from tests.playing.scenes import SIDES
from tests.rules.report.test_luck import fought as a_fight
from tests.webapp.fog.fog_war import KNOWN, UNSEEN, War
from tests.webapp.report.test_report import whole
from tests.webapp.world import Browser, World
from webapp.live.odds_pool import odds_pool
from webapp.report.seen_exchanges import SeenFight, seen_fight
from webapp.visibility.viewer import Viewer

SYSTEMS = ("atomic", "gurps", "phases", "savage", "tesseris")


@pytest.fixture(autouse=True)
def pool_is_closed() -> Iterator[None]:
    yield
    odds_pool().close()


def fought(war: War, commands: Sequence[dict[str, Any]] | None, least: int) -> list[dict[str, Any]]:
    """Let the known do these things, or what comes until there was fighting enough; give what was done."""
    done: list[dict[str, Any]] = []
    left = list(commands or ())
    with war.dice.noting_who_draws():
        while left or commands is None:
            data = left.pop(0) if commands is not None else war.next()
            if war.give(data):
                done.append(data)
                if commands is None and sum(one.get("target") in KNOWN for one in done) >= least:
                    break
            else:
                assert commands is None, data
    war.close()
    return done


def read(world: World, browsers: dict[str, Browser]) -> dict[str, list[bytes]]:
    """Give what each of them reads: the page's panel, once it is whole, and the file."""
    found = {}
    for name, browser in browsers.items():
        panel = whole(browser, world.at("play/report/panel"))
        found[name] = [panel.encode(), browser.get(world.at("play/report/report.html")).data]
    return found


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_players_report_is_the_same_to_the_byte_whatever_the_hidden_do(world: World, system: str) -> None:
    browsers = {"ann": world.player("Ann"), "bob": world.player("Bob")}
    commands = fought(War(world, system, browsers, seed=3, secret=False), None, least=20)
    alone = read(world, browsers)
    fought(War(world, system, browsers, seed=3, secret=True), commands, least=20)
    assert read(world, browsers) == alone
    gm = whole(world.gm(), world.at("gm/report/panel"))
    assert any(who.capitalize() in gm for who in UNSEEN), "there was fighting out of sight"
    for panel, file in alone.values():
        assert b"<li><span" in panel, "something was seen of the fight"
        assert not any(who.capitalize().encode() in page for who in UNSEEN for page in (panel, file))


@pytest.mark.parametrize("system", SYSTEMS)
def test_who_sees_all_is_told_what_the_gm_is(system: str) -> None:
    entries = a_fight(system, 0).entries
    eyes = Viewer(role="play", sides=frozenset(SIDES), sight=False)
    of_gm, of_player = (seen_fight(system, "scene", entries, viewer) for viewer in (Viewer(role="gm"), eyes))
    assert harm_taken(of_player) == harm_taken(of_gm)
    assert of_gm.fought
    for (_, gms), (_, players) in zip(of_gm.fought, of_player.fought, strict=True):
        assert (players.entry, players.part) == (gms.entry, gms.part)
        assert (players.actor, players.targets) == (gms.actor, gms.targets)
        assert (players.came, players.round) == (gms.came, gms.round)
    for (before, gms), (known, players) in list(zip(of_gm.fought, of_player.fought, strict=True))[:3]:
        assert reckoned(known, players) == reckoned(before, gms)


def harm_taken(seen: SeenFight) -> Counter[str]:
    taken = Counter[str]()
    for _, one in seen.fought:
        taken.update({who: came.harm for who, came in zip(one.targets, one.came, strict=True)})
    return taken


def test_what_was_declared_is_told_of_who_did_it() -> None:
    eyes = Viewer(role="play", sides=frozenset(SIDES), sight=False)
    seen = seen_fight("phases", "scene", a_fight("phases", 0).entries, eyes)
    named = [(before, one) for before, one in seen.fought if one.actor is not None]
    assert named
    for before, one in named[:3]:
        found = reckoned(before, one)
        assert found is not None
        assert 0 < found.share < 1
