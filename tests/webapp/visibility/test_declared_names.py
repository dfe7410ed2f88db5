"""Who is named in a command is found by the declared kind, whatever a system from outside calls it."""

from collections.abc import Iterator
from typing import Any

import pytest

from rules.engine.battle_events import DoorSet, Moved
from rules.engine.command import Command
from rules.engine.exchange import Ask, Exchange, ask, tell
from rules.engine.parameters import Parameter, keys
from rules.engine.registry import REGISTERED
from rules.engine.state import BattleView
from rules.engine.system import Action, Plan, register
from rules.map.map_json import read_map
from rules.map.model import DoorState
from tests.odds_at_once import odds_at_once
from tests.rules.engine.toy import Toy, strike
from tests.webapp.pages import Page
from tests.webapp.world import World
from webapp.context import HOSTS
from webapp.table.grants import Visitor
from webapp.table.host import Host
from webapp.table.setup.scenes import lay_out_scene


class Rescue(Action):
    """Aimed at somebody whom it calls its ally, with helpers and what each of them brings."""

    id = "rescue"
    label = "Rescue"
    help = "Drag somebody out of trouble."
    rule = "ALLY-1"
    aimed = True
    parameters = (Parameter(id="ally", kind="combatant", label="Ally"),)
    also = (
        *keys("combatants", "helpers"),
        Parameter(
            id="options",
            kind="options",
            parts=(*keys("combatant", "bearer"), *keys("cell", "towards")),
        ),
        Parameter(id="stages", kind="list", parts=keys("combatant", "lifted")),
    )

    def check(self, view: BattleView, command: Command) -> None:
        if command.params.get("ally") is not None:
            view.combatant(command.text("ally"), "ally")

    def plan(self, view: BattleView, command: Command) -> Plan:
        self.check(view, command)
        actor, ally = view.combatant(command.actor).id, view.combatant(command.text("ally"), "ally").id
        return Plan(exchange=lambda view: strike(view, actor, ally, 0), target=ally)


class Barge(Action):
    """Works a gate, at a spot."""

    id = "barge"
    label = "Barge"
    help = "Through the gate."
    rule = "ALLY-2"
    parameters = (
        Parameter(id="gate", kind="door", label="Gate"),
        Parameter(id="spot", kind="cell", label="Spot", optional=True),
    )

    def check(self, view: BattleView, command: Command) -> None: ...

    def plan(self, view: BattleView, command: Command) -> Plan:
        return Plan(
            exchange=lambda view: tell(DoorSet(wall=command.text("gate") or "", state=DoorState.OPEN))
        )


class Vote(Action):
    """Asks its actor for somebody."""

    id = "vote"
    label = "Vote"
    help = "Name somebody."
    rule = "ALLY-3"

    def check(self, view: BattleView, command: Command) -> None: ...

    def plan(self, view: BattleView, command: Command) -> Plan:
        who = command.actor or ""

        def work(view: BattleView) -> Exchange[None]:
            yield from ask(Ask(to=who, purpose="vote", question="Whom?", choices=("none",), default="none"))
            yield Moved(who=who, to=None)

        return Plan(exchange=work)


class Allies(Toy):
    """Crossed words: nothing is called as the five systems call it."""

    id = "allies"
    name = "Allies"
    actions = (Rescue(), Barge(), Vote())
    answer_parameters = keys("combatant", "whom")


@pytest.fixture(scope="module", autouse=True)
def allies() -> Iterator[None]:
    """Let the system be known for these tests alone."""
    register(Allies())
    yield
    del REGISTERED[Allies.id]


HIDDEN, NOBODY = "cat", "nobody"
DOORS = [
    {"id": "known", "from": [3, 1], "to": [3, 2], "kind": "door", "state": "closed"},
    {"id": "secret", "from": [3, 3], "to": [3, 4], "kind": "door", "state": "secret"},
]


@pytest.fixture
def ann(world: World) -> Page:
    """Ann's page of a fight in which Cat hides from her, in a place where nobody has been."""
    people = [
        {"id": "ann", "name": "Ann", "side": "heroes", "at": [1, 1]},
        {"id": "bob", "name": "Bob", "side": "raiders", "at": [2, 1]},
        {"id": HIDDEN, "name": "Cat", "side": "raiders", "at": [5, 5], "hidden": True},
    ]
    grid = {"kind": "square", "cols": 8, "rows": 8, "per_cell": 1, "unit": "yd"}
    browser = world.player("Ann")
    with world.app.app_context():
        [person] = [p for p in world.store.people.of_table(world.table.id) if p.name == "Ann"]
        row = lay_out_scene(
            world.store,
            world.table.id,
            system="allies",
            name="Fight",
            battle_map=read_map({"grid": grid, "walls": DOORS}),
            combatants=people,
            seats={"ann": person.id},
        )
        host_of(world).switch(row.id)
    return Page(world, browser, "play")


def host_of(world: World) -> Host:
    host: Host = world.app.extensions[HOSTS].get(world.table.id)
    return host


NAMED: list[dict[str, Any]] = [
    {"do": "rescue", "ally": "?"},
    {"do": "rescue", "ally": "bob", "helpers": ["bob", "?"]},
    {"do": "rescue", "ally": "bob", "options": {"bearer": "?"}},
    {"do": "rescue", "ally": "bob", "options": [{"bearer": "?"}]},
    {"do": "rescue", "ally": "bob", "stages": [{"lifted": "bob"}, {"lifted": "?"}]},
]


def naming(said: Any, who: str) -> Any:
    """Put somebody in the place of the question mark."""
    if isinstance(said, dict):
        return {key: naming(value, who) for key, value in said.items()}
    if isinstance(said, list):
        return [naming(one, who) for one in said]
    return who if said == "?" else said


@pytest.mark.parametrize("message", ["command", "aim", "reach"])
@pytest.mark.parametrize("said", NAMED)
def test_one_who_hides_is_refused_as_one_who_is_not_there(ann: Page, said: Any, message: str) -> None:
    told = [ann.refused(message, {"actor": "ann", **naming(said, who)}) for who in (HIDDEN, NOBODY)]
    assert told[0] == told[1]
    assert (told[0]["code"], told[0]["message"]) == (
        "unknown-combatant",
        "There is nobody of that name here.",
    )


def test_one_who_is_known_is_named_freely(ann: Page) -> None:
    said = {"ally": "bob", "helpers": ["bob"], "options": {"bearer": "bob"}, "stages": [{"lifted": "bob"}]}
    panel = ann.ask("aim", {"do": "rescue", "actor": "ann", **said})
    assert panel["ok"], panel
    assert 'name="ally" value="bob"' in panel["panel"]
    ann.do("rescue", "ann", **said)


def test_whom_a_page_aims_at_is_told_as_the_action_calls_it(ann: Page) -> None:
    with odds_at_once():
        first = ann.ask("aim", {"actor": "ann", "target": "bob"})
        again = ann.ask("aim", {"do": "rescue", "actor": "ann", "target": "bob"})
    for panel in (first, again):
        assert 'name="ally" value="bob"' in panel["panel"]
        assert "Bob" in panel["panel"]
        assert "bar-head" in panel["panel"], "with its odds"


def test_aiming_at_one_who_hides_is_refused_as_at_one_who_is_not_there(ann: Page) -> None:
    for do in ({}, {"do": "rescue"}):
        told = [ann.refused("aim", {**do, "actor": "ann", "target": who}) for who in (HIDDEN, NOBODY)]
        assert told[0] == told[1]
        assert told[0]["code"] == "unknown-combatant"


def test_an_answer_names_nobody_unknown(ann: Page) -> None:
    ann.do("vote", "ann")
    for message in ("command", "weigh"):
        said = {"do": "answer", "answer": "none", "actor": "ann"}
        told = [ann.refused(message, {**said, "whom": who}) for who in (HIDDEN, NOBODY)]
        assert told[0] == told[1]
        assert told[0]["code"] == "unknown-combatant"
    ann.do("answer", "ann", answer="none", whom="bob")


def test_a_secret_door_is_refused_as_one_that_is_not_there(world: World, ann: Page) -> None:
    told_under_fog(world)
    told = [
        ann.refused("command", {"do": "barge", "actor": "ann", "gate": gate}) for gate in ("secret", "absent")
    ]
    assert {one["code"] for one in told} == {"no-door"}
    assert told[0]["message"].replace("secret", "absent") == told[1]["message"]


def test_a_place_that_nobody_has_seen_is_refused_under_fog(world: World, ann: Page) -> None:
    told_under_fog(world)
    said = {"do": "rescue", "actor": "ann", "ally": "bob", "options": {"towards": [7, 7]}}
    assert ann.refused("command", said)["code"] == "unexplored"


def told_under_fog(world: World) -> None:
    with world.app.app_context():
        host = host_of(world)
        gm = host_gm(world)
        walls = [{"from": [6, 0], "to": [6, 8], "kind": "wall"}]
        host.handle({"do": "edit-map", "walls": walls}, gm)
        host.handle({"do": "set-fog", "on": True}, gm)


def host_gm(world: World) -> Visitor:
    return Visitor("gm", world.table.id, None, "GM")


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (
            {"do": "rescue", "ally": "bob", "friend": HIDDEN},
            "Rescue takes no 'friend'; it takes ally, choice, facts, helpers, options, stages, together.",
        ),
        (
            {"do": "rescue", "ally": "bob", "options": {"friend": HIDDEN}},
            "'options' takes no 'friend'; it takes bearer, towards.",
        ),
    ],
)
def test_a_key_that_nobody_declared_is_refused_with_those_that_there_are(
    ann: Page, said: dict[str, Any], words: str
) -> None:
    refusal = ann.refused("command", {"actor": "ann", **said})
    assert (refusal["code"], refusal["message"]) == ("bad-command", words)


def test_a_stored_command_is_never_checked_again(world: World, ann: Page) -> None:
    with world.app.app_context():
        host = host_of(world)
        host.handle({"do": "rescue", "actor": "ann", "ally": "bob", "friend": "cat"}, host_gm(world))
        again = Host(host.store, world.table.id)
        assert again.battle.entries[-1].command.params["friend"] == "cat"


def test_a_kind_that_is_none_is_found_where_it_is_declared() -> None:
    with pytest.raises(AssertionError):
        Parameter(id="ally", kind="friend", label="Ally")


def test_what_is_refused_for_its_names_leaves_nothing(world: World, ann: Page) -> None:
    before = host_of(world).battle.entries[:]
    ann.refused("command", {"do": "rescue", "actor": "ann", "ally": HIDDEN})
    assert host_of(world).battle.entries == before
