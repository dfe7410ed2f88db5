"""What if: a moment of the log as a scene of its own. Nobody hears of it until it is brought to the table."""

from random import Random

import pytest
from sqlalchemy import select

from rules.engine.battle import Battle
from rules.engine.refusal import Refusal
from tests.playing.fight import Fight
from tests.webapp.pages import Page, gm_of, host_of, screen
from tests.webapp.table.test_prepared_scenes import Elsewhere, PageThere, prepare
from tests.webapp.world import World
from webapp.context import HOSTS
from webapp.dice.records import dice_records
from webapp.dice.verification import verify
from webapp.store import schema as t
from webapp.table.host import Host
from webapp.table.setup.what_if import MOST_WHAT_IFS, commands_at, commands_until, open_what_if

SYSTEMS = ("atomic", "gurps", "phases", "savage", "tesseris")


def folded(host: Host, commands: int) -> Battle:
    """Tell a fight's first so many commands again, one by one."""
    battle = Battle(host.scene.system)
    entries = host.battle.entries[:commands]
    return Battle.load(battle.system.id, (event for entry in entries for event in entry.events))


def opened(world: World, **said: str) -> str:
    """Open a moment as the GM does, and give the scene's id."""
    answer = world.gm().post(world.at("gm/what-if"), **said)
    assert answer.status_code == 303, answer.text
    assert "~" in answer.location, "it was refused"
    return answer.location.partition("~")[2].partition("/")[0]


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_scene_is_as_the_fight_was_at_that_line_in_every_system(world: World, system: str) -> None:
    fight, dice = Fight(world.app, system, seed=2), Random(system)
    fight.play(most_presses=40)
    host = fight.host
    undone = host.battle.entries[-1].id
    host.handle({"do": "undo"}, by=fight.gm.visitor)
    for commands in (*dice.sample(range(2, len(host.battle.entries)), 4), len(host.battle.entries)):
        row = open_what_if(host, commands)
        copy = Host(world.store, host.table_id, row.id)
        then = folded(host, commands)
        assert copy.battle.state == then.state
        assert copy.battle.taken_back == then.taken_back
        assert copy.seats == host.seats
        if then.state.prompt is not None:
            said = {"do": "answer", "actor": then.state.prompt.to, "answer": then.state.prompt.default}
            copy.handle(said, by=fight.gm.visitor)
            assert copy.battle.state.prompts >= then.state.prompts
            assert copy.battle.state.prompt != then.state.prompt, "it goes on from the open question"
    assert commands_until(host.battle.entries, undone) == len(host.battle.entries) - 1


def test_what_was_explored_is_known_there_as_it_was(world: World) -> None:
    host, gm = host_of(world), gm_of(world)
    host.handle({"do": "set-fog", "on": True, "sides": ["heroes"]}, by=gm)
    host.handle({"do": "gm-set", "target": "kit", "state": {"at": [5, 7]}}, by=gm)
    first = host.battle.entries[-1].id
    then = host.battle.state
    host.handle({"do": "gm-set", "target": "kit", "state": {"at": [20, 12]}}, by=gm)
    copy = Host(world.store, host.table_id, opened(world, line=first))
    assert copy.battle.state == then
    assert copy.battle.state.fog != host.battle.state.fog


def test_a_moment_within_a_command_is_the_moment_that_it_was_over(world: World) -> None:
    host = host_of(world)
    host.handle({"do": "begin"}, by=gm_of(world))
    entries = host.battle.entries
    ends = [sum(entry.count for entry in entries[: n + 1]) - 1 for n in range(len(entries))]
    assert [commands_at(entries, end) for end in ends] == [n + 1 for n in range(len(entries))]
    assert commands_at(entries, ends[-2] + 1) == len(entries)
    for nowhere in (-1, ends[-1] + 1):
        with pytest.raises(Refusal, match="no such moment"):
            commands_at(entries, nowhere)


def test_players_and_the_projector_get_no_byte_of_it(world: World) -> None:
    host = host_of(world)
    host.handle({"do": "begin"}, by=gm_of(world))
    others = [
        Page(world, world.player("Ann", "kit"), "play"),
        Page(world, screen(world), "screen"),
    ]
    before = [(page.load(), page.take_all()) for page in others]
    counted = [page.browser.get(world.at("session")).data for page in others]
    gm = world.gm()
    scene = opened(world, line=host.battle.entries[-1].id)
    there = Elsewhere(world, scene)
    mine = PageThere(there, gm, "gm")
    mine.do("gm-set", target="kit", state={"wounds": 1})
    assert "Trying out" in gm.get(there.at("gm")).text
    for page, (shown, _) in zip(others, before, strict=True):
        assert page.take_all() == []
        assert page.load() == shown
        assert scene not in page.text
        for path in ("gm", "play", "screen"):
            assert page.browser.get(there.at(path)).status_code in (403, 404)
        assert page.browser.post(world.at("gm/what-if"), line="x").status_code in (403, 404)
    mine.close()
    answer = gm.post(world.at("gm/what-if/throw-away"), scene=scene)
    assert answer.location == world.at("gm")
    for page, (shown, _) in zip(others, before, strict=True):
        assert page.take_all() == []
        assert page.load() == shown
    assert counted == [page.browser.get(world.at("session")).data for page in others]
    for page in others:
        page.close()


def rows(world: World) -> dict[str, list[tuple[object, ...]]]:
    """Read all that is kept, but for the note that a log was deleted and how often anything changed."""
    left_out = {t.deleted_battles.name, t.table_changes.name}
    with world.store._engine.connect() as connection:
        return {
            name: sorted(map(tuple, connection.execute(select(table))), key=repr)
            for name, table in t.metadata.tables.items()
            if name not in left_out
        }


def test_thrown_away_it_leaves_no_trace(world: World) -> None:
    host = host_of(world)
    before, live = rows(world), host.battle.state
    scene = opened(world, line=host.battle.entries[-1].id)
    there, gm = Elsewhere(world, scene), world.gm()
    mine = PageThere(there, gm, "gm")
    mine.do("begin")
    world.store.snapshots.write(scene, b"kept")
    gm.post(world.at("gm/what-if/throw-away"), scene=scene)
    assert not mine.is_open
    assert rows(world) == before
    assert world.store.snapshots.read(scene) is None
    assert host.battle.state is live
    assert world.app.extensions[HOSTS].open_at(world.table.id) == [host]
    assert gm.get(there.at("gm")).status_code == 422


def test_brought_to_the_table_players_see_it_and_undo_goes_on(world: World) -> None:
    host, gm = host_of(world), world.gm()
    ann = Page(world, world.player("Ann", "kit"), "play")
    host.handle({"do": "gm-set", "target": "kit", "state": {"at": [5, 7]}}, by=gm_of(world))
    first = host.battle.entries[-1].id
    earlier = host.battle.state
    host.handle({"do": "gm-set", "target": "kit", "state": {"at": [6, 7]}}, by=gm_of(world))
    was = host.battle.state
    scene = opened(world, line=first)
    there = Elsewhere(world, scene)
    mine = PageThere(there, gm, "gm")
    mine.do("gm-set", target="kit", state={"at": [4, 9]})
    ann.take()
    assert gm.htmx(there.at("gm/scene"), scene=scene).status_code == 204
    assert {"reload": True} in ann.take()
    assert world.battle_id == scene
    live = host_of(world)
    assert live.battle.state.combatants["kit"].at == (4, 9)
    assert live.what_ifs == {}
    Page(world, ann.browser, "play").do("move", actor="kit", to=[4, 10])
    for expected in ((4, 9), earlier.combatants["kit"].at):
        live.handle({"do": "undo"}, by=gm_of(world))
        assert live.battle.state.combatants["kit"].at == expected
    assert live.battle.state == earlier
    live.handle({"do": "undo"}, by=gm_of(world))
    assert live.battle.state.combatants["kit"].at != earlier.combatants["kit"].at
    answer = gm.htmx(world.at("gm/what-if/throw-away"), scene=scene)
    assert answer.status_code == 422, "it is a scene like any other now"
    assert "is kept" in answer.text
    origin = next(row.id for row in live.scenes if row.id != scene)
    assert gm.htmx(world.at("gm/scene"), scene=origin).status_code == 204
    assert host_of(world).battle.state == was, "the fight that it came from is as it was"


def test_a_ruling_that_was_tried_comes_to_the_table_with_it(world: World) -> None:
    host, gm = host_of(world), world.gm()
    scene = opened(world, line=host.battle.entries[-1].id)
    there = Elsewhere(world, scene)
    mine = PageThere(there, gm, "gm")
    wet = {"name": "Wet"}
    mine.do("set-house", changes=[{"part": "conditions", "id": "wet", "to": wet}])
    gm.htmx(there.at("gm/scene"), scene=scene)
    assert host_of(world).battle.state.house.conditions["wet"].name == "Wet"


def test_only_what_was_opened_so_is_ever_thrown_away(world: World) -> None:
    gm, prepared = world.gm(), prepare(world)
    other = world.store.create_battle(world.store.create_table("Another").id, "atomic", "Theirs").id
    before = rows(world)
    for scene in (prepared, world.battle_id, other, "nowhere", ""):
        assert gm.htmx(world.at("gm/what-if/throw-away"), scene=scene).status_code == 422
    for said in ({"line": "nowhere"}, {"point": "99999"}, {"point": "x"}, {"scene": other, "point": "0"}, {}):
        assert gm.htmx(world.at("gm/what-if"), **said).status_code == 422
    assert rows(world) == before


def test_there_are_only_so_many_and_each_has_a_name_of_its_own(world: World) -> None:
    line = host_of(world).battle.entries[-1].id
    for _ in range(MOST_WHAT_IFS):
        opened(world, line=line)
    answer = world.gm().htmx(world.at("gm/what-if"), line=line)
    assert answer.status_code == 422
    assert "throw one away" in answer.text
    names = [row.name for row in world.store.battles(world.table.id)]
    assert len(set(names)) == len(names)


def test_its_dice_fall_otherwise_and_what_was_thrown_before_proves_nothing(world: World) -> None:
    host = host_of(world)
    host.handle({"do": "begin"}, by=gm_of(world))
    scene = opened(world, line=host.battle.entries[-1].id)
    copy = Host(world.store, world.table.id, scene)
    assert copy.dice.key.seal != host.dice.key.seal
    with world.app.app_context():
        verdict = verify(dice_records().file(copy, gm_of(world)))
    assert verdict.problems == ()
