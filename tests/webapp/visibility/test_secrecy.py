"""Random scenes and moves, with a player and the projector listening: nothing unseen is ever heard of."""

from io import BytesIO
from random import Random
from typing import Any

import pytest
from PIL import Image

from rules.engine.state import BattleState, Combatant
from rules.map.grid import Footprint, footprint_points
from rules.map.model import DoorState, WallKind
from tests.rules.map import reference
from tests.webapp.pages import Page, gm_of, host_of, screen, watcher
from tests.webapp.world import Browser, World
from webapp.importers import Crop, read_face

COLUMNS, ROWS, STEPS = 24, 16, 14
SECRET_MATERIAL = "zqoak"
HEROES = ("kit", "brannock", "dutch")


def in_sight(state: BattleState) -> set[str]:
    """Who of the others the party sees now, ray by ray in exact numbers, whatever the app thinks of it."""
    assert state.map is not None
    walls = [wall for wall in state.map.walls if reference.stops_fire(wall)]
    heroes = [c for c in state.combatants.values() if c.id in HEROES]
    foes = [c for c in state.combatants.values() if c.id not in HEROES and not c.hidden]
    return {foe.id for foe in foes if any(sees(state, walls, hero, foe) for hero in heroes)}


def sees(state: BattleState, walls: list[Any], hero: Combatant, foe: Combatant) -> bool:
    assert state.map is not None
    assert isinstance(hero.at, tuple)
    assert foe.at is not None
    eye = reference.centre(hero.at)
    ends = footprint_points(state.map.grid, Footprint(foe.at, foe.size))
    return any(not any(reference.touch(eye, end, wall) for wall in walls) for end in ends)


@pytest.mark.parametrize("seed", range(5))
def test_nobody_hears_of_who_was_never_seen(world: World, seed: int) -> None:
    chance = Random(seed)
    host, gm = host_of(world), gm_of(world)

    def do(do: str, **params: Any) -> None:
        host.handle({"do": do, **params}, by=gm)

    def anywhere() -> list[int]:
        return [chance.randrange(COLUMNS), chance.randrange(ROWS)]

    for who in [who for who in host.battle.state.combatants if who not in HEROES]:
        do("remove", target=who)
    foes = [f"zq{number}" for number in range(4)]
    faces = {foe: face_of(world, number) for number, foe in enumerate(foes)}
    sheet = {"skills": {"ranged": 60}, "weapons": ["blast-rifle"]}
    ann = world.player("Ann", "kit")
    looking = [Page(world, screen(world), "screen"), Page(world, watcher(world), "watch")]
    pages = [Page(world, ann, "play"), *looking]
    for page in pages:
        page.load()
    for foe in foes:
        added = {"id": foe, "name": f"Xylo {foe}", "side": "raiders", "sheet": sheet, "at": anywhere()}
        added["picture"] = faces[foe]
        do("add", combatants=[{**added, "hidden": chance.random() < 0.4}])
    ever = in_sight(host.battle.state)
    for step in range(STEPS):
        foe = chance.choice(foes)
        before = in_sight(host.battle.state)
        match chance.choice(("move", "move", "move", "hide", "door", "shoot", "begin", "draw", "draw")):
            case "draw":
                do("edit-map", **some_edit(chance, host.battle.state))
            case "move":
                do("gm-set", target=foe, state={"at": anywhere()})
            case "hide":
                hidden = host.battle.state.combatants[foe].hidden
                do("edit", target=foe, hidden=not hidden)
            case "door":
                state = chance.choice(("open", "closed"))
                do("set-door", wall=chance.choice(doors(host.battle.state)), state=state)
            case "shoot" if not host.battle.state.running:
                facts = {"range": "near", "line_of_fire": True}
                do("turn", actor=foe)
                do("attack", actor=foe, target="kit", **{"with": "blast-rifle"}, facts=facts)
                if host.battle.state.prompt is not None:
                    do("answer", actor="kit", answer="none")
            case "begin" if not host.battle.state.running:
                do("begin")
        now = in_sight(host.battle.state)
        ever |= before | now
        unseen_moved = foe not in before | now
        for page in pages:
            fresh = page.take()
            page.load()
            page.ask("reach", {"actor": "kit"}) if page.role == "play" else None
            for other in set(foes) - ever:
                assert other not in page.text, (step, page.role)
                assert faces[other] not in page.text, (step, page.role)
            sent = page.browser.get(world.at(f"token/{page.role}/{faces[foe]}")).status_code
            assert sent == (200 if foe in now else 404), (step, page.role)
            for secret in (*secrets(host.battle.state), SECRET_MATERIAL):
                assert secret not in page.text, (step, page.role)
            if unseen_moved and host.battle.entries[-1].command.do == "gm-set":
                assert fresh == [], "silence about what nobody could see"
    if seed > 1:
        return
    told_again = replayed(ann, world)
    for other in set(foes) - ever:
        assert other not in told_again
        assert faces[other] not in told_again
        assert ann.get(world.at(f"play/replay/token/{faces[other]}")).status_code == 404
    for secret in (*secrets(host.battle.state), SECRET_MATERIAL):
        assert secret not in told_again


def face_of(world: World, number: int) -> str:
    """Keep a picture for a token, unlike any other's, and give its id."""
    out = BytesIO()
    Image.new("RGB", (8, 8), (40 * number, 90, 200)).save(out, "PNG")
    return world.store.save_picture(read_face(out.getvalue(), Crop()), world.table.id).id


def replayed(player: Browser, world: World) -> str:
    """Give all that a player can load of the fight by stepping through it."""
    page = player.get(world.at("play/replay")).text
    told, last = page, int(page.split('data-last="')[1].split('"')[0])
    word = page.split('data-word="')[1].split('"')[0]
    for moment in range(1, last + 1):
        told += player.get(world.at(f"play/replay/{moment}?word={word}&from={moment - 1}")).text
    assert last > 2
    return told


def some_edit(chance: Random, state: BattleState) -> dict[str, Any]:
    """Draw, change or take away: secret doors more often than anything else."""
    x, y = chance.randrange(COLUMNS), chance.randrange(ROWS - 1)
    ends = {"from": [x, y], "to": [x, y + 1]}
    secret = {"kind": "door", "state": "secret", "material": SECRET_MATERIAL}
    known = secrets(state)
    assert state.map is not None
    match chance.choice(("secret", "wall", "ground", "turn", "move", "drop")):
        case "wall":
            return {"walls": [{**ends, "material": "stone"}]}
        case "ground":
            return {"ground": [{"cells": [[x, y]], "cost": chance.choice((3, 4)), "name": f"mud {x} {y}"}]}
        case "turn":
            plain = [wall.id for wall in state.map.walls if wall.kind is WallKind.WALL]
            return {"walls": [{"id": chance.choice(plain), **secret}]}
        case "move" if known:
            return {"walls": [{"id": chance.choice(known), **ends, "height": chance.randrange(9) + 0.5}]}
        case "drop" if known:
            return {"drop": {"walls": [chance.choice(known)]}}
    return {"walls": [{**ends, **secret}]}


def secrets(state: BattleState) -> list[str]:
    """Give the ids of the secret doors that were drawn, or made of walls: nobody has heard of them."""
    assert state.map is not None
    return [w.id for w in state.map.walls if w.state is DoorState.SECRET and w.material == SECRET_MATERIAL]


def doors(state: BattleState) -> list[str]:
    """List the doors that the GM works in sight of all: who finds a secret one may hear what it is."""
    assert state.map is not None
    return [wall.id for wall in state.map.walls if wall.state not in (None, DoorState.SECRET)]


def test_the_scenes_do_show_somebody_now_and_then(world: World) -> None:
    """The listener above would prove nothing if nothing were ever sent."""
    host, gm = host_of(world), gm_of(world)
    page = Page(world, world.player("Ann", "kit"), "play")
    host.handle({"do": "gm-set", "target": "raider-1", "state": {"at": [5, 7]}}, by=gm)
    assert "raider-1" in in_sight(host.battle.state)
    page.take()
    assert "raider-1" in page.text
