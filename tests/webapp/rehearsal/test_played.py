"""The GM sees how fights went that were rehearsed, as they gather."""

import pytest

from rules.rehearsal.outcome import Fate, Outcome
from rules.rehearsal.tally import FEWEST
from tests.webapp.pages import gm_of, host_of
from tests.webapp.world import World
from webapp.rehearsal.kept import begun_from, written_down
from webapp.table.host import Host

FOES = ("raider-1", "raider-2", "raider-3", "raider-4")


def rehearse(world: World, host: Host, fights: int = FEWEST) -> None:
    """Keep a rehearsal in which the heroes won three of four."""
    rehearsal = begun_from(host)
    assert rehearsal is not None
    able = {who: Fate(is_down=False, is_dead=False, condition=1.0) for who in host.battle.state.combatants}
    foes = next(one.side for one in host.battle.state.combatants.values() if one.id == FOES[0])
    rehearsal.plain.in_order = [
        Outcome(won=rehearsal.heroes if number % 4 else foes, rounds=3, fates=able)
        for number in range(fights)
    ]
    world.store.rehearsals.begin(host.scene.id, "mine", written_down(rehearsal))
    world.store.rehearsals.end(host.scene.id)


def fell(world: World, host: Host, *who: str) -> None:
    """Let somebody be dead."""
    dead = {"wounds": 5, "condition": "dead"}
    for one in who:
        host.handle({"do": "gm-set", "target": one, "state": dead}, by=gm_of(world))


def page(world: World) -> str:
    return world.gm().get(world.at("gm/rehearsal")).get_data(as_text=True)


def test_a_fight_counts_once_one_side_alone_is_standing(world: World) -> None:
    host = host_of(world)
    rehearse(world, host)
    assert "Rehearsed and then played" not in page(world)
    fell(world, host, *FOES)
    found = page(world)
    assert "1 fight of this table was rehearsed" in found
    assert "75 %" in found
    assert "Won: 1; by the rehearsals 0.7 were to be expected." in found
    assert "Chance alone explains the difference." in found


def test_a_lost_one_counts_against_it_and_taken_back_it_counts_no_more(world: World) -> None:
    host = host_of(world)
    rehearse(world, host)
    heroes = [one.id for one in host.battle.state.combatants.values() if one.id not in FOES]
    fell(world, host, *heroes)
    assert "Won: 0; by the rehearsals 0.7 were to be expected." in page(world)
    host.handle({"do": "undo"}, by=gm_of(world))
    assert "Rehearsed and then played" not in page(world)


@pytest.mark.parametrize("fights", [0, FEWEST - 1])
def test_a_rehearsal_of_few_fights_is_not_counted(world: World, fights: int) -> None:
    host = host_of(world)
    rehearse(world, host, fights)
    fell(world, host, *FOES)
    assert "Rehearsed and then played" not in page(world)


def test_who_only_clears_the_map_has_played_nothing(world: World) -> None:
    host = host_of(world)
    rehearse(world, host)
    for who in FOES:
        host.handle({"do": "remove", "target": who}, by=gm_of(world))
    assert "Rehearsed and then played" not in page(world)


def test_players_see_nothing_of_it(world: World) -> None:
    host = host_of(world)
    rehearse(world, host)
    fell(world, host, *FOES)
    assert world.player("Ann", "kit").get(world.at("gm/rehearsal")).status_code in (403, 404)
