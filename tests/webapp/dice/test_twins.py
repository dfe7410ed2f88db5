"""Two fights that differ only in what goes on out of sight: a player takes home the same file of dice."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from tests.webapp.fog.fog_war import KNOWN, UNSEEN, War
from tests.webapp.pages import gm_of, host_of
from tests.webapp.world import Browser, World
from webapp.dice.dice_file import DiceFile, read_dice_file
from webapp.dice.records import dice_records
from webapp.dice.verification import verify

SYSTEMS = ("atomic", "gurps", "phases", "tesseris")
"""Those in which each throws dice of their own; in Savage Worlds all draw from one deck (`fog_war`)."""


def at_war(world: World, system: str, browsers: dict[str, Browser], *, secret: bool) -> War:
    """Lay one of the two out, with dice under the seal that is the same in both."""
    war = War(world, system, browsers, seed=3, secret=secret)
    war.host.throws = None
    return war


def files_of(world: World, browsers: dict[str, Browser]) -> dict[str, bytes]:
    place = world.at("play/dice/fight.dice.json")
    return {name: browser.get(place).data for name, browser in browsers.items()}


def of_gm(world: World) -> DiceFile:
    with world.app.app_context():
        return dice_records().file(host_of(world), gm_of(world))


def fought(
    war: War, commands: Sequence[dict[str, Any]] | None = None, steps: int = 8
) -> list[dict[str, Any]]:
    """Let the known do these things, or things chosen by chance until enough could be done; give them."""
    done: list[dict[str, Any]] = []
    left = list(commands or ())
    while len(done) < steps:
        data = left.pop(0) if commands is not None else war.next()
        if war.give(data):
            done.append(data)
        else:
            assert commands is None, data
    war.close()
    return done


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_players_file_is_the_same_to_the_byte_whatever_is_thrown_out_of_sight(
    world: World, system: str
) -> None:
    browsers = {"ann": world.player("Ann"), "bob": world.player("Bob")}
    quiet = at_war(world, system, browsers, secret=False)
    commands = fought(quiet)
    alone = files_of(world, browsers)
    pages = {name: browser.get(world.at("play/dice")).data for name, browser in browsers.items()}
    fought(at_war(world, system, browsers, secret=True), commands)
    assert files_of(world, browsers) == alone
    assert {name: browser.get(world.at("play/dice")).data for name, browser in browsers.items()} == pages
    whole = of_gm(world)
    assert any(roll.who in UNSEEN for roll in whole.rolls), "dice were thrown out of sight"
    assert any(roll.who in KNOWN for roll in whole.rolls)
    assert not verify(whole).problems
    for data in alone.values():
        file = read_dice_file(data)
        assert not verify(file).problems
        assert not any(who in data.decode() for who in UNSEEN)


def test_a_player_has_the_lane_of_the_own_character_alone(world: World) -> None:
    browsers = {"ann": world.player("Ann"), "bob": world.player("Bob")}
    fought(at_war(world, "atomic", browsers, secret=True))
    files = {name: json.loads(data) for name, data in files_of(world, browsers).items()}
    assert {lane["who"] for lane in files["ann"]["lanes"]} <= {"kit"}
    assert {lane["who"] for lane in files["bob"]["lanes"]} <= {"brannock"}
    throwers = {(roll.who, roll.quiet) for roll in of_gm(world).rolls}
    assert {(lane.who, lane.quiet) for lane in of_gm(world).lanes} == throwers
