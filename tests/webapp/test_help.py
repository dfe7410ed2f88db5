"""Help: of every system how a fight goes, every ruling and every rule."""

import pytest

from rules.engine.system import System, systems
from rules.systems import load_systems
from tests.webapp.world import World
from webapp.views.help import is_ruling

load_systems()
OWN = [system for system in systems() if system.id != "toy"]


@pytest.mark.parametrize("system", OWN, ids=lambda system: system.id)
def test_the_help_of_a_system_tells_every_rule_and_ruling_once(world: World, system: System) -> None:
    page = world.stranger().get(f"/help/{system.id}").text
    assert all(page.count(f'id="{id_}"') == 1 for id_ in system.rules)
    first_rule = page.index('id="help-rules"')
    assert all((page.index(f'id="{id_}"') < first_rule) == is_ruling(id_) for id_ in system.rules)


@pytest.mark.parametrize("system", OWN, ids=lambda system: system.id)
def test_how_a_fight_goes_is_told_in_six_steps_with_rules_that_there_are(system: System) -> None:
    assert len(system.primer) == 6
    for step in system.primer:
        assert step.rules
        assert set(step.rules) <= set(system.rules), step.title


def test_the_general_help_leads_to_every_system(world: World) -> None:
    page = world.stranger().get("/help").text
    assert all(f'href="/help/{system.id}"' in page for system in OWN)
    assert world.stranger().get("/help/chess").status_code == 404


def test_the_pages_of_play_lead_to_help(world: World) -> None:
    for who, path in ((world.gm(), "gm"), (world.player("Ann", "kit"), "play")):
        page = who.get(world.at(path)).text
        assert "/help/atomic" in page
        assert "data-guide" in page
