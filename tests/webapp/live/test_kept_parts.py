"""What is sent of kept parts is what would be sent of a page that is worked out anew, to the byte."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import fields, replace
from random import Random
from typing import Any, ParamSpec, TypeVar

import pytest

from rules.engine.fog.fog import Fog
from rules.engine.refusal import Refusal
from rules.engine.shown import DeclaredWay, HeldArea
from rules.engine.state import BattleState, Combatant
from rules.engine.system import MapRules, TurnRules, find_system
from rules.map.areas import Blast
from tests.webapp.fog.fog_fights import FOES, HEROES, Fight
from tests.webapp.pages import Page, gm_of, host_of, screen
from tests.webapp.world import World
from webapp.drawing.kept_parts import KeptParts, WithoutPlaces, are_alike_to
from webapp.drawing.tokens import see_tokens
from webapp.drawing.turn_tracker import see_order
from webapp.live.audience import Audience
from webapp.live.audiences import audiences
from webapp.live.log_entries import LogEntries
from webapp.live.rooms import Room
from webapp.panels.pages import shared_frame
from webapp.panels.presenter import table_view
from webapp.server.language import speaking
from webapp.store.store import Store
from webapp.table.grants import Visitor
from webapp.table.host import Host
from webapp.visibility.known_people import map_knowledge, visible
from webapp.visibility.told_turn import Turn
from webapp.visibility.viewer import Viewer

_P = ParamSpec("_P")
_T = TypeVar("_T")
SYSTEMS = ("atomic", "gurps", "phases", "savage", "tesseris")
STEPS = 45


class NothingKept(KeptParts):
    """Makes everything anew."""

    def part(self, name: object, make: Callable[_P, _T], *inputs: _P.args, **named: _P.kwargs) -> _T:
        return make(*inputs, **named)

    def piece(self, name: object, make: Callable[..., _T], one: Any, beside: Any) -> _T:
        return make(one, beside)

    def whole(self, name: object, of: Any, make: Callable[[], _T], is_like: Any) -> _T:
        return make()

    def same(self, name: object, value: _T) -> _T:
        return value


class Watch:
    """Compares, for each room of a table, what is sent with what would be if nothing was ever kept."""

    def __init__(self, audience: Audience, patch: pytest.MonkeyPatch) -> None:
        self.audience, self.patch = audience, patch
        self.anew: dict[int, tuple[Room, Room]] = {}
        """Each room, and one that keeps nothing, by the id of the room."""
        self.sent = 0
        self.kept = 0
        """How many parts of all that were shown were those of before."""
        self.ahead = 0
        """How often moves were sent ahead of the rest."""
        self.stayed = 0
        """How many pages were those of before."""
        changes = Audience._changes

        def compared(audience: Audience, room: Room) -> Any:
            before, ahead = room.shown, room.ahead.moves if room.ahead is not None else []
            sent = changes(audience, room)
            there = {token.who: token.place for token in room.shown.tokens}
            assert all(there[move["id"]] == move["place"] for move in ahead), (
                "what was sent ahead has come about"
            )
            self.ahead += bool(ahead)
            if sent is not None and ahead and 'id="tokens"' not in sent["panels"]:
                sent["moves"] = ahead + sent["moves"]
            if id(room) in self.anew:
                with self.whole(), pytest.MonkeyPatch.context() as patch:
                    patch.setattr(audience, "entries", LogEntries())
                    wanted = changes(audience, self.anew[id(room)][1])
                assert json.dumps(sent) == json.dumps(wanted), room.name
                self.sent += sent is not None
                self.kept += room.shown.order is before.order
                self.stayed += room.shown is before
            return sent

        patch.setattr(Audience, "_changes", compared)

    def whole(self) -> ExitStack:
        """Work everything out anew, of a battle with all places in it."""
        stack, patch = ExitStack(), pytest.MonkeyPatch()
        stack.callback(patch.undo)
        for id_ in SYSTEMS:
            patch.setattr(type(find_system(id_)), "panels_read_places", True)
        return stack

    def look(self) -> None:
        """Compare what each room shows, and take up those that are new."""
        for name, room in self.audience._rooms.items():
            shown = self.audience._view(room.viewer, room.kept)
            with self.whole(), speaking(room.language):
                wanted = self.audience._view(room.viewer, NothingKept())
            differing = [f for f in wanted.__slots__ if getattr(wanted, f) != getattr(shown, f)]
            assert not differing, f"{name} shows other {differing}"
            self.anew.setdefault(id(room), (room, replace(room, kept=NothingKept())))
            host = self.audience.host
            stream, state = host.stream(room.viewer), host.battle.state
            assert stream.lines == host.streams.told_again(room.viewer).lines, name
            assert stream.map_knowledge == map_knowledge(state, room.viewer), name
            assert stream.now == visible(state, room.viewer), name


@pytest.fixture
def patch() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as patch:
        yield patch


def _evening(world: World, system: str, seed: int) -> tuple[Fight, list[Page]]:
    chance = Random(f"{system} {seed}")
    browsers = {"kit": world.player("Ann"), "brannock": world.player("Bob"), "": world.player("Wat")}
    people = {p.name: p.id for p in world.store.people.of_table(world.table.id)}
    seats = {"kit": people["Ann"], "brannock": people["Bob"]}
    fight = Fight(world, system, chance, seats, {})
    pages = [Page(world, world.gm(), "gm"), Page(world, screen(world), "screen")]
    return fight, [*pages, *(Page(world, browser, "play") for browser in browsers.values())]


def _stir(fight: Fight) -> None:
    """Do one of the things that a GM does to a table, or that people do beside the battle."""
    chance, host = fight.chance, fight.host
    who = chance.choice([*HEROES, *FOES])
    stands, names = list(fight.anywhere()), ("Ada", "Bea", "Cyd")
    people, state = list(host.people), fight.state
    deeds: list[Callable[[], Any]] = [
        lambda: fight.do("gm-set", target=who, state={"at": stands}),
        lambda: fight.host.handle_all([_step(fight) for _ in range(chance.randrange(2, 6))], fight.gm),
        lambda: fight.do("edit", target=who, name=chance.choice(names)),
        lambda: fight.do("edit", target=who, side=chance.choice(("heroes", "zqred", "zqblue"))),
        lambda: fight.do("edit", target=who, hidden=chance.random() < 0.5),
        lambda: fight.do("edit", target=who, size=chance.choice((1, 2))),
        lambda: fight.do("edit", target=who, miniature=chance.random() < 0.5),
        lambda: fight.do("set-lamp", target=who, lamp={"bright": 2, "dim": chance.choice((3, 4))}),
        lambda: fight.do("remove", target=who),
        lambda: fight.do("set-fog", on=chance.random() < 0.7, each=chance.random() < 0.5),
        lambda: fight.do("begin"),
        lambda: fight.do("end-battle"),
        lambda: fight.do("undo"),
        lambda: fight.do("undo", of="turn"),
        lambda: fight.do("redo"),
        lambda: fight.do("set-house", changes=[_condition(chance)]),
        lambda: fight.do("set-conditions", target=who, conditions=["wet"]),
        lambda: host.change_settings(enemy_harm=chance.choice(("exact", "bar", "words", "nothing"))),
        lambda: host.change_settings(secret_turns=chance.random() < 0.5),
        lambda: host.change_settings(sight=chance.random() < 0.5),
        lambda: host.change_settings(draws_all=chance.random() < 0.5),
        lambda: _seat(fight, who, chance.choice(people).id),
        lambda: host.refused.note("Ann", "move", str(chance.random())) or host.publish(),
        lambda: fight.stir(known=(), seen=(), explored=()),
        lambda: [fight.do("set-door", wall=w.id, state="open") for w in fight.battle_map.walls if w.state],
        lambda: fight.do("set-picture", target=who, picture=f"{chance.randrange(9)}" * 32),
        lambda: state.prompt is None and fight.do("next-phase"),
        lambda: fight.do("secret-declaration", on=chance.random() < 0.5),
        lambda: _keep(host, lambda store: store.new_join_code(host.table_id)),
        lambda: _keep(host, lambda store: store.people.add(host.table_id, chance.choice(names))),
        lambda: _keep(host, lambda store: store.talk.set_real_dice(people[0].id, on=chance.random() < 0.5)),
        lambda: _keep(host, lambda store: store.groups.keep(host.table_id, fight.system.id, "Gang", [])),
        lambda: _keep(host, lambda store: store.create_battle(host.table_id, "atomic", "Later")),
    ]
    with suppress(Refusal):
        chance.choice(deeds)()


def _step(fight: Fight) -> dict[str, Any]:
    """Put somebody somewhere: several such at once are told as one."""
    who = fight.chance.choice([*HEROES, *FOES])
    return {"do": "gm-set", "target": who, "state": {"at": list(fight.anywhere())}}


def _keep(host: Host, change: Callable[[Store], Any]) -> None:
    """Change what a store keeps of a table beside its battles."""
    change(host.store)
    host.tell_people_changed()


def _condition(chance: Random) -> dict[str, Any]:
    made = {"name": chance.choice(("Wet", "Soaked")), "sign": "W", "modifier": -1}
    return {"part": "conditions", "id": "wet", "to": made}


def _seat(fight: Fight, who: str, person: str) -> None:
    if who in fight.state.combatants:
        fight.world.store.people.seat(fight.row.id, who, person)
        fight.host.reload_seats()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_kept_part_is_what_would_be_made_anew(
    world: World, patch: pytest.MonkeyPatch, system: str, seed: int
) -> None:
    fight, pages = _evening(world, system, seed)
    with world.app.app_context():
        watch = Watch(audiences().of(host_of(world)), patch)
        for moment in range(STEPS):
            watch.look()
            if fight.chance.random() < 0.6:
                fight.go_on(moment)
            else:
                _stir(fight)
        watch.look()
    assert watch.sent > STEPS, "something was sent"
    assert watch.ahead, "and some moves ahead"
    assert watch.kept, "and something kept"
    assert watch.stayed, "and some pages stayed as they were"
    for page in pages:
        page.close()


def _others(state: BattleState, who: str) -> list[Any]:
    return [c.at for c in state.combatants.values() if c.id != who and c.at is not None]


def _nosy_map(rules: MapRules, which: int) -> MapRules:
    """Let one thing that is drawn of somebody depend on where others stand."""

    def carrier(state: BattleState, who: str) -> str | None:
        ids, brannock = [*state.combatants], state.combatants.get("brannock")
        return ids[brannock.at[0] % len(ids)] if who == "kit" and brannock and brannock.at else None

    def held(state: BattleState, who: str) -> tuple[HeldArea, ...]:
        people = [c for c in state.combatants.values() if c.id != who and c.at is not None]
        return tuple(
            HeldArea(area=Blast((c.at[0], c.at[1]), 1.5), words=f"under {c.name}", rule="", on=c.id)
            for c in people
            if c.at[0] % 3 == 0
        )

    def facing(state: BattleState, c: Combatant) -> float | None:
        return float(sum(at[1] for at in _others(state, c.id)))

    def way(state: BattleState, who: str) -> DeclaredWay | None:
        return DeclaredWay(places=tuple(_others(state, who)[:1]), words="goes there", rule="")

    nosy: list[dict[str, Any]] = [
        {"carrier": carrier},
        {"held_areas": held},
        {"facing": facing},
        {"declared_way": way},
    ]
    return replace(rules, **nosy[which])


def _nosy_turns(rules: TurnRules) -> TurnRules:
    """Let what stands beside the map depend on where people stand."""

    def words(state: BattleState, who: str = "") -> str:
        return " ".join(map(str, _others(state, who)))

    return replace(
        rules,
        clock_words=words,
        order_note=words,
        stage_words=lambda state: words(state) if state.running else "",
        waiting=lambda state: tuple(
            c.id for c in state.combatants.values() if c.at and c.at[0] % 2 and c.id not in state.order
        ),
    )


@pytest.mark.parametrize("seed", range(4))
def test_a_system_may_draw_and_tell_what_it_likes_of_where_people_stand(
    world: World, patch: pytest.MonkeyPatch, seed: int
) -> None:
    system = find_system("atomic")
    patch.setattr(type(system), "panels_read_places", True)
    patch.setattr(type(system), "map", _nosy_map(system.map, seed))
    patch.setattr(type(system), "turns", _nosy_turns(system.turns))
    fight, pages = _evening(world, "atomic", 100 + seed)
    with world.app.app_context():
        watch = Watch(audiences().of(host_of(world)), patch)
        for moment in range(STEPS):
            watch.look()
            if fight.chance.random() < 0.5:
                with suppress(Refusal):
                    who, there = fight.chance.choice([*HEROES, *FOES]), list(fight.anywhere())
                    fight.do("gm-set", target=who, state={"at": there})
            elif fight.chance.random() < 0.5:
                fight.go_on(moment)
            else:
                _stir(fight)
        watch.look()
    assert watch.sent > STEPS
    for page in pages:
        page.close()


def test_a_page_follows_the_turn_and_the_sides_that_it_was_told_of(world: World) -> None:
    """Both may change while the battle and whom one knows stay as they are: what was told before counts."""
    host = host_of(world)
    host.handle({"do": "begin"}, gm_of(world))
    viewer = host.viewer(Visitor("screen", host.table_id, None, ""))
    stream, kept = host.stream(viewer), KeptParts()
    known = sorted(stream.now)
    with world.app.app_context():
        frame = shared_frame(host, viewer, frozenset())
    active = host.battle.state.active
    outsider = replace(viewer, secret_turns=True)
    stream.now = frozenset(who for who in known if who != active)
    for told in (Turn(known[0], {"round": 7}), Turn(known[-1], {"round": 8}), Turn(None, {"round": 9})):
        stream.turn.now = told
        anew = table_view(host.battle, outsider, frame, stream)
        assert table_view(host.battle, outsider, frame, stream, kept) == anew
    for met in (("heroes",), ("zq", "heroes")):
        stream.met = met
        anew = table_view(host.battle, outsider, frame, stream)
        shown = table_view(host.battle, outsider, frame, stream, kept)
        assert shown == anew


# ----------------------------------------------------------------------------------------- what is kept
def _state(**places: Any) -> BattleState:
    people = {
        who: Combatant(id=who, name=who, side="heroes", sheet=None, state=None, at=at)
        for who, at in places.items()
    }
    return BattleState(system="atomic", combatants=people)


def test_a_part_is_made_once_for_the_same_inputs() -> None:
    kept, made = KeptParts(), list[tuple[Any, ...]]()

    def make(*inputs: Any) -> list[Any]:
        made.append(inputs)
        return [*inputs]

    one = object()
    first = kept.part("list", make, one, ("kit", 2))
    assert kept.part("list", make, one, ("kit", 2)) is first
    assert kept.part("list", make, one, ("kit", 3)) == [one, ("kit", 3)]
    assert kept.part("list", make, object(), ("kit", 3))[0] is not one
    assert len(made) == 3


def test_what_can_change_is_the_same_only_as_the_same_object() -> None:
    kept = KeptParts()
    assert kept.part("count", len, [1, 2]) == 2
    assert kept.part("first", min, (2, 3)) is kept.part("first", min, (2, 3))
    assert kept.part("type", type, 1) is int
    assert kept.part("type", type, True) is bool, "though the two are equal"


def test_an_equal_value_is_given_as_the_one_of_before() -> None:
    kept, value = KeptParts(), ["kit"]
    assert kept.same("names", value) is value
    assert kept.same("names", ["kit"]) is value
    assert kept.same("names", ["dutch"]) == ["dutch"]


def test_a_battle_without_places_is_the_same_one_while_people_only_move() -> None:
    lifted, before = WithoutPlaces(), _state(kit=(1, 1), vex=(2, 2))
    first = lifted.give(before)
    assert {c.at for c in first.combatants.values()} == {None}
    moved = before.with_changes("kit", at=(3, 3))
    assert lifted.give(moved) is first
    named = lifted.give(moved.with_changes("kit", name="Kitty"))
    assert named is not first
    assert named.combatants["kit"].name == "Kitty"
    assert named.combatants["vex"] is first.combatants["vex"], "who has not changed stays the same too"


def test_a_battle_without_places_is_the_same_one_while_people_only_explore() -> None:
    lifted, before = WithoutPlaces(), _state(kit=(1, 1))
    first = lifted.give(before)
    explored = replace(before, fog=before.fog.with_explored("heroes", "kit", 7))
    assert lifted.give(explored) is first
    named = lifted.give(explored.with_changes("kit", name="Kitty"))
    assert not named.fog.explored


@pytest.mark.parametrize("name", [f.name for f in fields(Fog) if f.name != "explored"])
def test_any_other_change_of_the_fog_makes_another_battle_without_places(name: str) -> None:
    lifted, before = WithoutPlaces(), _state(kit=(1, 1))
    first, other = lifted.give(before), object()
    now = lifted.give(replace(before, fog=replace(before.fog, **{name: other})))
    assert now is not first
    assert getattr(now.fog, name) is other


@pytest.mark.parametrize("name", [f.name for f in fields(BattleState) if f.name != "fog"])
def test_any_other_change_of_a_battle_makes_another_one_without_places(name: str) -> None:
    lifted, before = WithoutPlaces(), _state(kit=(1, 1))
    first = lifted.give(before)
    other: Any = {} if name == "combatants" else object()
    assert lifted.give(replace(before, **{name: other})) is not first


@pytest.mark.parametrize("name", [f.name for f in fields(Combatant) if f.name not in ("id", "at")])
def test_any_other_change_of_somebody_makes_another_one_without_places(name: str) -> None:
    lifted, before, other = WithoutPlaces(), _state(kit=(1, 1)), object()
    first = lifted.give(before)
    now = lifted.give(before.with_changes("kit", **{name: other}))
    assert now is not first
    assert getattr(now.combatants["kit"], name) is other


def test_who_does_not_know_somebody_is_told_nothing_by_where_they_stand_or_how_they_fare() -> None:
    before = _state(kit=(1, 1), vex=(2, 2))
    moved = before.with_changes("vex", at=(3, 3), state=object())
    assert are_alike_to(before, moved, {"kit"})
    assert not are_alike_to(before, moved, {"kit", "vex"})
    explored = replace(moved, fog=moved.fog.with_explored("heroes", "vex", 7))
    assert are_alike_to(before, explored, {"kit"})


@pytest.mark.parametrize("name", [f.name for f in fields(BattleState) if f.name != "fog"])
def test_any_other_change_of_a_battle_makes_it_another_one_to_everybody(name: str) -> None:
    before = _state(kit=(1, 1))
    other: Any = {} if name == "combatants" else object()
    assert not are_alike_to(before, replace(before, **{name: other}), set())


@pytest.mark.parametrize("name", [f.name for f in fields(Fog) if f.name != "explored"])
def test_any_other_change_of_the_fog_makes_it_another_battle_to_everybody(name: str) -> None:
    before, other = _state(kit=(1, 1)), object()
    assert not are_alike_to(before, replace(before, fog=replace(before.fog, **{name: other})), set())


@pytest.mark.parametrize("name", [f.name for f in fields(Combatant) if f.name not in ("id", "at", "state")])
def test_any_other_change_of_somebody_makes_it_another_battle_to_everybody(name: str) -> None:
    before, other = _state(kit=(1, 1)), object()
    assert not are_alike_to(before, before.with_changes("kit", **{name: other}), set())


def test_the_order_of_the_list_counts_in_a_battle_without_places() -> None:
    lifted = WithoutPlaces()
    before = _state(kit=(1, 1), vex=(2, 2))
    first = lifted.give(before)
    turned = replace(before, combatants=dict(reversed(before.combatants.items())))
    assert [*lifted.give(turned).combatants] == ["vex", "kit"]
    assert lifted.give(before) is not first


def test_a_page_leaves_tokens_to_miniatures_as_soon_as_it_is_to(world: World) -> None:
    host = host_of(world)
    host.handle({"do": "edit", "target": "kit", "miniature": True}, gm_of(world))
    state, kept = host.battle.state, KeptParts()
    viewer = host.viewer(Visitor("screen", host.table_id, None, ""))
    for among in (True, False, True):
        tokens = see_tokens(state, viewer, {"kit"}, among_miniatures=among, kept=kept)
        assert [token.miniature for token in tokens] == [among]


def test_who_carries_ones_own_is_ones_own_to_move_as_soon_as_they_do(
    world: World, patch: pytest.MonkeyPatch
) -> None:
    system, carried_by = find_system("atomic"), {"kit": "brannock"}
    carrier = replace(system.map, carrier=lambda state, who: carried_by.get(who))
    patch.setattr(type(system), "map", carrier)
    state, kept = host_of(world).battle.state, KeptParts()
    viewer = Viewer(role="play", sides=frozenset({"heroes"}), owns=frozenset({"kit"}))
    for who in ("brannock", "dutch", "brannock"):
        carried_by["kit"] = who
        tokens = see_tokens(state, viewer, {"kit", "brannock", "dutch"}, kept=kept)
        assert {token.who for token in tokens if token.mine} == {"kit", who}


def test_what_somebody_holds_is_drawn_anew_where_the_walls_are_others(
    world: World, patch: pytest.MonkeyPatch
) -> None:
    state, system, kept = host_of(world).battle.state, find_system("atomic"), KeptParts()
    assert state.map is not None
    (x, y), _ = state.map.walls[0].start, state.map.walls[0].end
    held = (HeldArea(area=Blast((x + 0.3, y + 0.3), 3), words="holds it", rule=""),)
    patch.setattr(type(system), "map", replace(system.map, held_areas=lambda state, who: held))
    viewer, found = Viewer(role="gm"), list[str]()
    for walls in (state.map.walls, ()):
        other = replace(state, map=replace(state.map, walls=walls))
        [token] = see_tokens(other, viewer, {"kit"}, kept=kept)
        assert [token] == [*see_tokens(other, viewer, {"kit"})]
        found.append(token.areas[0].d)
    assert found[0] != found[1]


def test_a_row_is_set_aside_as_soon_as_one_waits(world: World, patch: pytest.MonkeyPatch) -> None:
    state, system, kept = host_of(world).battle.state, find_system("atomic"), KeptParts()
    running, waiting = replace(state, running=True, order=("dutch",)), ["kit"]
    turns = replace(system.turns, waiting=lambda state: tuple(waiting))
    patch.setattr(type(system), "turns", turns)
    viewer = Viewer(role="gm")
    for who in ("kit", "dutch", "brannock", "kit"):
        waiting[:] = [who]
        rows = see_order(running, viewer, {"kit", "dutch", "brannock"}, (), kept)
        assert {row.who for row in rows if row.aside} == {who}
