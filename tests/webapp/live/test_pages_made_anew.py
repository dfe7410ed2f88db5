"""What is sent of kept parts is what would be sent of a page that is worked out anew, to the byte."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from random import Random
from typing import Any, ParamSpec, TypeVar

import pytest

from rules.engine.refusal import Refusal
from rules.engine.shown import DeclaredWay, HeldArea
from rules.engine.state import BattleState, Combatant
from rules.engine.system import MapRules, TurnRules, find_system
from rules.map.areas import Blast
from tests.webapp.fog.fog_fights import FOES, HEROES, Fight
from tests.webapp.pages import Page, gm_of, host_of, screen
from tests.webapp.world import World
from webapp.drawing.kept_parts import KeptParts
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
