"""A fight of two heroes against two raiders whom they see and one whom they do not, under any system."""

from collections.abc import Iterator
from typing import Any

from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.system import find_system
from rules.map.model import BattleMap, Grid, GridKind
from rules.systems import load_systems
from tests.webapp.pages import Page, gm_of, host_of
from tests.webapp.seeded_faces import SeededFaces
from tests.webapp.world import World
from webapp.table.host import Host
from webapp.table.setup.scenes import lay_out_scene

SYSTEMS = ("atomic", "gurps", "phases", "savage", "tesseris")
HEROES, FOES, UNSEEN = ("kit", "ned"), ("foe-1", "foe-2"), "zq-lurker"
UNSEEN_NAME = "Xylo"
PLACES = {"kit": [3, 3], "ned": [3, 6], "foe-1": [8, 3], "foe-2": [8, 6], UNSEEN: [10, 8]}
_MOST_TURNS = 60
DICE = "ambush"


def lay_ambush(world: World, system: str, *, with_unseen: bool = True, seat: bool = True) -> Host:
    """Put the fight before the table; Ann plays Kit, if she is to be seated."""
    load_systems()
    sheet = dict(find_system(system).stock[0].sheet)
    people = [
        {
            "id": who,
            "name": UNSEEN_NAME if who == UNSEEN else who.title(),
            "side": "heroes" if who in HEROES else "foes",
            "sheet": sheet,
            "at": PLACES[who],
            "hidden": who == UNSEEN,
        }
        for who in PLACES
        if with_unseen or who != UNSEEN
    ]
    row = lay_out_scene(
        world.store,
        world.table.id,
        system=system,
        name="Ambush",
        battle_map=BattleMap(Grid(GridKind.SQUARE, 14, 10)),
        combatants=people,
    )
    if seat:
        [ann] = [person.id for person in world.store.people.of_table(world.table.id) if person.name == "Ann"]
        world.store.people.seat(row.id, "kit", ann)
    host = host_of(world)
    host.switch(row.id)
    # The same dice each time, by which the unseen one is not the first whose turn comes.
    host.throws = lambda seed, seq, by_hand: SeededFaces(DICE, seq, by_hand)
    host.seal(DICE)
    return host


def ann_at(world: World, system: str) -> tuple[Host, Page]:
    """Lay the fight, and open Ann's page."""
    ann = world.player("Ann")
    host = lay_ambush(world, system)
    return host, Page(world, ann, "play")


def gm_does(world: World, do: str, **params: Any) -> None:
    host_of(world).handle({"do": do, **params}, gm_of(world))


def go_on(world: World) -> None:
    """Let the GM go on to the next turn, whatever the system needs for it: questions take their default."""
    host = host_of(world)
    prompt = host.battle.state.prompt
    if prompt is not None:
        gm_does(world, "answer", actor=prompt.to, answer=prompt.default)
    elif host.battle.state.active is not None:
        gm_does(world, "end-turn", actor=host.battle.state.active)
    else:
        action = next(a for a in host.battle.system.actions if a.of_table and may_be_done(host, a.id))
        gm_does(world, action.id)


def may_be_done(host: Host, do: str) -> bool:
    """Say whether the table can go on by this: what begins the next phase or round, not what ends all."""
    from rules.engine.command import Command

    return (
        do != host.battle.system.ends_by
        and host.battle.now.check(Command(do=do)) is None
        and _is_plain(host, do)
    )


def _is_plain(host: Host, do: str) -> bool:
    action = host.battle.system.action(do)
    assert action is not None
    return all(parameter.optional for parameter in action.parameters)


def turns(world: World) -> Iterator[BattleState]:
    """Begin the fight, and give the state in each turn that comes."""
    gm_does(world, "begin")
    for _ in range(_MOST_TURNS):
        yield host_of(world).battle.state
        try:
            go_on(world)
        except (Refusal, StopIteration):
            return


def to_turn_of(world: World, who: str) -> None:
    """Go on until it is somebody's turn, with no question open."""
    host = host_of(world)
    if not host.battle.state.running:
        gm_does(world, "begin")
    for _ in range(_MOST_TURNS):
        if host.battle.state.active == who and host.battle.state.prompt is None:
            return
        go_on(world)
    raise AssertionError(f"{who} never has the turn")
