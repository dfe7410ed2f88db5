"""Dice that are seen to roll: the server's, to whoever reads of them in the log, and to nobody else."""

from typing import Any

import pytest

from tests.webapp.pages import Page, gm_of, host_of, screen
from tests.webapp.world import World

SHOT = {"do": "attack", "actor": "raider-3", "target": "dutch", "with": "blast-pistol"}


@pytest.fixture
def gm(world: World) -> Page:
    return Page(world, world.gm(), "gm")


def thrown(page: Page) -> list[dict[str, Any]]:
    """Give what a page saw fall since the last time."""
    return [throw for update in page.take() for throw in update["throws"]]


def shoot(gm: Page) -> None:
    assert gm.ask("command", SHOT)["ok"]


def test_what_the_server_threw_rolls_on_every_page_that_reads_of_it(world: World, gm: Page) -> None:
    table = Page(world, screen(world), "screen")
    shoot(gm)
    roll = next(
        line.roll for line in host_of(world).stream(host_of(world).viewer(gm_of(world))).lines if line.roll
    )
    dice = [{"sides": 100, "faces": list(roll.faces), "role": "", "counts": True}]
    for page in (gm, table):
        assert thrown(page) == [{"id": "raider-3", "dice": dice, "cards": [], "own": None}]


def test_real_dice_roll_on_no_page(gm: Page) -> None:
    gm.do("edit", target="raider-3", by_hand=True)
    shoot(gm)
    gm.take()
    assert gm.ask("command", {"actor": "raider-3", "answer": "faces", "faces": [20]})["ok"]
    assert thrown(gm) == []


def test_what_the_server_throws_for_who_has_real_dice_rolls_all_the_same(gm: Page) -> None:
    gm.do("edit", target="raider-3", by_hand=True)
    shoot(gm)
    assert gm.ask("command", {"actor": "raider-3", "answer": "roll"})["ok"]
    assert [throw["id"] for throw in thrown(gm)] == ["raider-3"]


def test_a_roll_of_somebody_unseen_rolls_on_no_other_page(world: World, gm: Page) -> None:
    table = Page(world, screen(world), "screen")
    gm.do("edit", target="raider-3", hidden=True)
    table.take()
    shoot(gm)
    assert thrown(gm)
    assert thrown(table) == []


def test_who_is_guarded_keeps_the_dice_to_themselves_where_the_log_does(world: World, gm: Page) -> None:
    host_of(world).change_settings(enemy_harm="words")
    table = Page(world, screen(world), "screen")
    shoot(gm)
    assert "raider-3" not in [throw["id"] for throw in thrown(table)]


def test_a_roll_that_is_reckoned_anew_rolls_no_second_time(world: World, gm: Page) -> None:
    shoot(gm)
    gm.take()
    command = host_of(world).battle.entries[-1].command.id
    roll = {"command": command, "who": "raider-3", "purpose": "attack"}
    gm.do("reconsider", roll=roll, value=-50, label="dark")
    assert thrown(gm) == []


def test_the_gm_keeps_dice_off_the_projector_alone(world: World, gm: Page) -> None:
    gm.browser.htmx(world.at("gm/table-view"), cell_mm="25.4")
    table = Page(world, screen(world), "screen")
    shoot(gm)
    assert thrown(table) == []
    assert thrown(gm)


def test_dice_of_the_talk_roll_for_who_hears_of_them_and_words_do_not(world: World, gm: Page) -> None:
    def rolled() -> list[Any]:
        said = [one["args"][0] for one in gm.take_all() if one["name"] == "said"]
        return [line["thrown"] and [die["sides"] for die in line["thrown"]["dice"]] for line in said]

    say = world.at("gm/talk/say")
    gm.browser.htmx(say, words="/r 2d6+d20")
    assert rolled() == [[6, 6, 20]]
    gm.browser.htmx(say, words="well met")
    assert rolled() == [None]
