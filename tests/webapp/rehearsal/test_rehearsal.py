"""A rehearsal on the GM's page; it is nobody else's, and nothing of it comes to the table."""

import json
import re

import pytest

from rules.engine.refusal import Refusal
from rules.rehearsal.tally import FEWEST
from tests.webapp.pages import gm_of
from tests.webapp.rehearsal.panel import until
from tests.webapp.world import Browser, World
from webapp.rehearsal.changes import read_key
from webapp.rehearsal.kept import changed_run
from webapp.rehearsal.rehearsals import rehearsals
from webapp.table.host import Host


def test_fights_are_played_until_the_gm_stops_them(world: World, host: Host) -> None:
    gm, path = world.gm(), world.at("gm/rehearsal")
    assert "Rehearse</button>" in gm.get(path).get_data(as_text=True)
    before = len(host.battle.entries)
    assert "hx-trigger" in gm.htmx(path, scene=host.scene.id).get_data(as_text=True)
    page = until(gm, f"{path}/panel", r"\d+ fights?,")
    assert "Heroes" in page
    assert "Raider 1" in page
    stopped = gm.htmx(f"{path}/cancel", scene=host.scene.id).get_data(as_text=True)
    assert "hx-trigger" not in stopped
    assert "Rehearse again" in stopped
    assert re.search(r"\d+ fights?,", stopped), "what was found stays"
    assert len(host.battle.entries) == before, "the table knows nothing of it"


def test_a_rehearsal_of_a_fight_that_has_gone_on_says_so(world: World, host: Host) -> None:
    gm, path = world.gm(), world.at("gm/rehearsal")
    gm.htmx(path, scene=host.scene.id)
    until(gm, f"{path}/panel", r"\d+ fights?,")
    gm.htmx(f"{path}/cancel", scene=host.scene.id)
    assert "has gone on" not in gm.get(path).get_data(as_text=True)
    moved = {"do": "gm-set", "target": "kit", "state": {"at": [6, 8]}}
    host.handle(moved, by=gm_of(world))
    assert "has gone on" in gm.get(path).get_data(as_text=True)


def test_without_javascript_the_page_comes_again(world: World, host: Host) -> None:
    gm, path = world.gm(), world.at("gm/rehearsal")
    answer = gm.post(path, scene=host.scene.id)
    assert answer.status_code == 303
    assert gm.post(f"{path}/cancel", scene=host.scene.id).status_code == 303


def test_a_fight_with_nobody_left_to_fight_is_compared_with_nothing(world: World, host: Host) -> None:
    alone = '["fewer", "raider-1", "raider-2", "raider-3", "raider-4"]'
    with pytest.raises(Refusal) as refused, world.app.app_context():
        changed_run(host.battle.state, host.heroes(), read_key(alone))
    assert refused.value.code == "no-fight"


def test_players_and_strangers_get_no_rehearsal_and_begin_none(world: World, host: Host) -> None:
    path = world.at("gm/rehearsal")
    for browser in (world.player("Ann", "kit"), world.stranger()):
        for rest in ("", "/panel"):
            assert browser.get(f"{path}{rest}").status_code in (302, 303, 403, 404)
        for rest in ("", "/cancel", "/compare", "/fair"):
            assert browser.post(f"{path}{rest}", scene=host.scene.id).status_code in (302, 303, 403, 404)
    assert "Rehearse</button>" in world.gm().get(path).get_data(as_text=True), "nothing was begun"
    assert "gm/rehearsal" not in world.player("Bob").get(world.at("play")).get_data(as_text=True)


def rehearsed(world: World, host: Host, fights: int = 3) -> Browser:
    """Have a few fights rehearsed, and stop."""
    gm, path = world.gm(), world.at("gm/rehearsal")
    gm.htmx(path, scene=host.scene.id)
    until(gm, f"{path}/panel", rf"[{fights}-9] fights?,|\d\d fights,")
    gm.htmx(f"{path}/cancel", scene=host.scene.id)
    return gm


def test_a_change_is_played_as_often_as_the_fight_without_it(world: World, host: Host) -> None:
    gm, path = rehearsed(world, host), world.at("gm/rehearsal")
    assert "Without Raider 1</option>" in gm.get(path).get_data(as_text=True)
    change = '["fewer", "raider-1"]'
    page = gm.htmx(f"{path}/compare", scene=host.scene.id, change=change).get_data(as_text=True)
    assert "Without Raider 1" in page
    assert "hx-trigger" in page, "it asks for itself until the fights are over"
    until(gm, f"{path}/panel", r"(?s)^(?!.*hx-trigger)")
    with world.app.app_context():
        read = rehearsals().read(host)
    assert read is not None
    assert read.tally is not None
    [row] = read.rows
    assert row.difference.of == read.tally.fights
    assert "raider-1" not in row.run.in_order[0].fates
    assert gm.htmx(f"{path}/compare", scene=host.scene.id, change=change).status_code == 200
    assert "Too few fights" in gm.get(f"{path}/panel").get_data(as_text=True)


def test_what_cannot_be_changed_or_was_not_rehearsed_is_refused(world: World, host: Host) -> None:
    gm, path = world.gm(), world.at("gm/rehearsal")
    fewer = '["fewer", "raider-1"]'
    refused = gm.htmx(f"{path}/compare", scene=host.scene.id, change=fewer)
    assert refused.status_code == 422
    assert "Rehearse the fight as it stands first" in refused.get_data(as_text=True)
    rehearsed(world, host)
    for change in ("", "nothing", '["fewer"]', '["fewer", "nobody"]', '["stock", "nobody", 1]', '[["a"]]'):
        assert gm.htmx(f"{path}/compare", scene=host.scene.id, change=change).status_code == 422
    for typed in ("", "many", "1"):
        number = '["number", "no-table", "number"]'
        assert gm.htmx(f"{path}/compare", scene=host.scene.id, change=number, to=typed).status_code == 422
    everybody = '["fewer", "raider-1", "raider-2", "raider-3", "raider-4"]'
    assert gm.htmx(f"{path}/compare", scene=host.scene.id, change=everybody).status_code == 422
    assert "What changes make of it" not in gm.get(path).get_data(as_text=True)


def test_a_fight_is_rehearsed_with_another_number_of_a_house_rule(world: World, host: Host) -> None:
    gm, path = rehearsed(world, host), world.at("gm/rehearsal")
    table = host.battle.system.tables[0]
    cell = next(iter(table))
    other = table.high if table[cell] != table.high else table.low
    key = json.dumps(["number", table.id, cell])
    page = gm.htmx(f"{path}/compare", scene=host.scene.id, change=key, to=str(other)).get_data(as_text=True)
    assert f"{other} in place of {table[cell]}" in page
    gm.htmx(f"{path}/cancel", scene=host.scene.id)


def test_which_foes_decide_it_is_asked_of_each(world: World, host: Host) -> None:
    gm, path = rehearsed(world, host), world.at("gm/rehearsal")
    page = gm.htmx(f"{path}/compare", scene=host.scene.id, **{"each-foe": "1"}).get_data(as_text=True)
    assert all(f"Without Raider {n}" in page for n in range(1, 5))
    assert "Without it</th>" in page
    gm.htmx(f"{path}/cancel", scene=host.scene.id)
    with world.app.app_context():
        rehearsal = rehearsals().held.get(host.scene.id).work
    assert not rehearsal.has(("fewer", "raider-4")), (
        "it was stopped before its turn came, and may be asked anew"
    )
    rehearsal.rows["fewer", "raider-4"].in_order = rehearsal.plain.in_order
    assert rehearsal.has(("fewer", "raider-4"))


def test_what_would_make_it_fair_is_searched_once_there_are_fights_enough(world: World, host: Host) -> None:
    for raider in ("raider-1", "raider-2", "raider-3"):  # so that a fight is soon over, on a busy machine too
        host.handle({"do": "gm-set", "target": raider, "state": {"wounds": 5}}, by=gm_of(world))
    gm, path = rehearsed(world, host), world.at("gm/rehearsal")
    for wish in ("", "four-of-five"):
        refused = gm.htmx(f"{path}/fair", scene=host.scene.id, wish=wish)
        assert refused.status_code == 422, "three fights say nothing"
    with world.app.app_context():
        held = rehearsals().held.get(host.scene.id)
        held.work.plain.in_order *= FEWEST
    page = gm.htmx(f"{path}/fair", scene=host.scene.id, wish="one-of-two").get_data(as_text=True)
    assert "As it stands the fight is easier than that" in page
    assert "Now trying: One more like Raider" in page
    again = gm.htmx(f"{path}/fair", scene=host.scene.id, wish="one-of-two")
    assert again.status_code == 422, "one search at a time"
    until(
        gm, f"{path}/panel", r"Now trying: (?!One more like)|No change of numbers|Reaches it|Still too hard"
    )
    stopped = gm.htmx(f"{path}/cancel", scene=host.scene.id).get_data(as_text=True)
    assert "hx-trigger" not in stopped
    assert "Heroes win every other fight" in stopped
    world.app.extensions.pop("battlemat-rehearsals")
    assert "Heroes win every other fight" in gm.get(path).get_data(as_text=True), "it is kept"
