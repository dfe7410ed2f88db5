from typing import Any

from tests.webapp.pages import Page, host_of
from tests.webapp.world import World
from webapp.battle_log.chronicle import LogLine


def lines(page: Page, world: World) -> list[LogLine]:
    host = host_of(world)
    role = "gm" if page.role == "gm" else "play"
    [stream] = [s for s in host.streams if s.viewer.role == role]
    return stream.lines


def shot(world: World) -> tuple[Page, Page]:
    """Kit shoots at raider 1 and misses by the dice; the GM and Ann look on."""
    gm, ann = Page(world, world.gm(), "gm"), Page(world, world.player("Ann", "kit"), "play")
    gm.do("gm-set", target="raider-1", state={"at": [7, 8]})
    gm.do("edit", target="kit", by_hand=True)
    gm.do("attack", "kit", target="raider-1", **{"with": "blast-pistol"})
    assert gm.ask("command", {"actor": "kit", "answer": "faces", "faces": [90]})["ok"]
    return gm, ann


def rolled(gm: Page, world: World) -> dict[str, Any]:
    line = next(line for line in reversed(lines(gm, world)) if line.roll is not None)
    assert line.roll is not None
    return {"command": line.command, "who": line.roll.who, "purpose": line.roll.purpose, "nth": 0}


def test_a_forgotten_modifier_is_told_with_what_it_changes(world: World) -> None:
    gm, ann = shot(world)
    gm.do("reconsider", roll=rolled(gm, world), value=90, label="braced")
    told = [line for line in lines(gm, world) if str(line.text).startswith("Forgotten")]
    assert "+90 braced, on Kit's roll" in str(told[0].text)
    assert any(line.text == told[0].text for line in lines(ann, world))
    before = [line for line in lines(gm, world) if line.number < told[0].number and line.roll]
    assert all(line.undone for line in before if line.roll and line.roll.who == "kit")
    assert "+90" in gm.load()
    assert host_of(world).battle.state.prompt is not None  # the raider is asked now


def test_it_is_the_same_after_a_restart(world: World) -> None:
    gm, _ = shot(world)
    gm.do("reconsider", roll=rolled(gm, world), value=90, label="braced")
    host = host_of(world)
    before, told = host.battle.state, [line.text for line in lines(gm, world)]
    host.load()
    assert host.battle.state == before
    gm.load()
    assert [line.text for line in lines(gm, world)] == told


def test_only_the_gm_adds_a_modifier(world: World) -> None:
    gm, ann = shot(world)
    wanted = {"do": "reconsider", "roll": rolled(gm, world), "value": 90, "label": "braced"}
    assert ann.refused("command", wanted)["code"] == "not-allowed"
    assert "data-forgotten" not in ann.load()
    assert "data-forgotten" in gm.load()


def test_what_does_not_fit_is_refused_and_changes_nothing(world: World) -> None:
    gm, _ = shot(world)
    roll, before = rolled(gm, world), len(world.store.events(world.battle_id))
    for wrong in ({"value": 0}, {"label": ""}, {"roll": {**roll, "nth": 4}}):
        gm.refused("command", {"do": "reconsider", "roll": roll, "value": 1, "label": "x", **wrong})
    assert len(world.store.events(world.battle_id)) == before
