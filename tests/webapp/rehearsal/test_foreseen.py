"""Who has the page open finds the first fights played when they press; they are those they would be."""

import re

from rules.rehearsal.outcome import Outcome
from rules.rehearsal.rehearsal import FIRST_FIGHTS, FightsWanted, fights
from tests.webapp.pages import gm_of
from tests.webapp.rehearsal.panel import settle, until
from tests.webapp.world import World
from webapp.rehearsal.fight_player import rehearsal_pool
from webapp.rehearsal.kept import begun_from
from webapp.rehearsal.rehearsals import rehearsals
from webapp.rehearsal.runs import Run
from webapp.table.host import Host

FIGHTS = r"(\d+) fights?,"
MORE_THAN_FIRST = rf"\b(?!(?:{'|'.join(map(str, range(FIRST_FIGHTS + 1)))}) )\d+ fights,"


def played(world: World, host: Host) -> list[Outcome]:
    """Stop what is rehearsed, and give what was found."""
    world.gm().htmx(world.at("gm/rehearsal/cancel"), scene=host.scene.id)
    with world.app.app_context():
        return list(rehearsals().held.get(host.scene.id).work.plain.in_order)


def expected(host: Host, most: int) -> list[Outcome]:
    """Play the first fights of a scene here, from where it stands now."""
    wanted = FightsWanted(seed=f"{host.scene.id} {len(host.battle.entries)}", most=most)
    return [outcome for _, outcome in fights(host.battle.state, wanted)]


def test_the_first_figure_is_there_as_the_button_is_pressed(world: World, host: Host) -> None:
    gm, path = world.gm(), world.at("gm/rehearsal")
    assert "Rehearse</button>" in gm.get(path).text
    settle()
    assert "Rehearse</button>" in gm.get(path).text, "nothing is told before"
    assert not rehearsal_pool().is_busy, "and nothing is played twice"
    assert world.store.rehearsals.mark(host.scene.id) is None
    shown = re.search(FIGHTS, gm.htmx(path, scene=host.scene.id).text)
    assert shown is not None
    assert int(shown[1]) >= FIRST_FIGHTS
    found = played(world, host)
    assert found[:FIRST_FIGHTS] == expected(host, FIRST_FIGHTS)


def test_who_presses_at_once_gets_the_same_fights(world: World, host: Host) -> None:
    gm, path = world.gm(), world.at("gm/rehearsal")
    gm.get(path)
    gm.htmx(path, scene=host.scene.id)
    until(gm, f"{path}/panel", MORE_THAN_FIRST)
    found = played(world, host)
    most = FIRST_FIGHTS + 1
    assert found[:most] == expected(host, most)


def test_what_was_foreseen_of_a_fight_that_has_gone_on_is_not_shown(world: World, host: Host) -> None:
    gm, path = world.gm(), world.at("gm/rehearsal")
    gm.get(path)
    settle()
    host.handle({"do": "remove", "target": "raider-1"}, by=gm_of(world))
    assert not re.search(FIGHTS, gm.htmx(path, scene=host.scene.id).text)
    assert all("raider-1" not in outcome.fates for outcome in played(world, host))


def test_the_page_opened_again_foresees_the_fight_as_it_stands_then(world: World, host: Host) -> None:
    gm, path = world.gm(), world.at("gm/rehearsal")
    gm.get(path)
    host.handle({"do": "remove", "target": "raider-1"}, by=gm_of(world))
    gm.get(path)
    settle()
    assert re.search(FIGHTS, gm.htmx(path, scene=host.scene.id).text)
    found = played(world, host)
    assert found[:FIRST_FIGHTS] == expected(host, FIRST_FIGHTS)


def test_fights_that_come_again_count_once_and_none_before_it_is_started(world: World, host: Host) -> None:
    rehearsal = begun_from(host)
    assert rehearsal is not None
    run = Run(rehearsal.state)
    first, second, third = expected(host, 3)
    run.foresee(1, second)
    run.foresee(0, first)
    assert run.in_order == []
    run.start([0])
    assert run.in_order == [first, second]
    run.take_in(0, first, lambda _: False)
    run.foresee(2, third)
    run.take_in(2, third, lambda _: False)
    assert run.in_order == [first, second, third]
