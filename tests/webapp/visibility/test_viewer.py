"""Who knows of whom, and what is said to those who do not."""

import json
from dataclasses import replace
from typing import Any

import pytest

from rules.engine.battle_events import (
    BattleBegun,
    Commanded,
    DoorSet,
    MapSet,
    Moved,
    OrderChanged,
    PromptAnswered,
    PromptOpened,
    Rolled,
    TurnEnded,
    TurnStarted,
)
from rules.engine.combatant_events import CombatantAdded, StateSet
from rules.engine.events import Event
from rules.engine.fog.fog_events import FogSet
from rules.engine.state import BattleState, Combatant, Offer, Prompt
from rules.engine.system import find_system
from rules.engine.text import as_json, as_text, from_json, text
from rules.engine.text import combatant as by_reference
from rules.map.model import BattleMap, DoorState, Grid, GridKind, Place, Wall, WallKind, Zone, with_door
from rules.systems import load_systems
from rules.systems.tesseris.events.attack_events import Attacked
from webapp.battle_log.chronicle import see_event
from webapp.drawing.map_drawing import see_map
from webapp.drawing.tokens import positions, see_tokens
from webapp.visibility.known_events import event_for, tells
from webapp.visibility.known_people import visible
from webapp.visibility.seen_prompt import see_prompt
from webapp.visibility.seen_words import seen_words
from webapp.visibility.stream import Stream
from webapp.visibility.viewer import Viewer

load_systems()
GM = Viewer(role="gm")
PARTY = Viewer(role="play", sides=frozenset({"heroes"}), owns=frozenset({"ann"}))
OPEN = replace(PARTY, secret_turns=False)
SCREEN = Viewer(role="screen", sides=frozenset({"heroes"}))

DOOR = Wall("door", (4, 0), (4, 6), WallKind.DOOR, DoorState.CLOSED)
ROOMS = BattleMap(Grid(kind=GridKind.SQUARE, cols=8, rows=6), walls=(DOOR,))
ZONES = BattleMap(
    Grid(kind=GridKind.ZONES), zones=(Zone("bar", "Bar", links=("yard",)), Zone("yard", "Yard"))
)


def combatant(id_: str, at: Place | None, side: str = "heroes", **more: Any) -> Combatant:
    system = find_system("atomic")
    sheet = system.read_sheet(dict(system.stock[0].sheet))
    state = system.starting_state(sheet)
    return Combatant(
        **{"id": id_, "name": id_.title(), "side": side, "at": at, "sheet": sheet, "state": state, **more}
    )


def scene(*who: Combatant, battle_map: BattleMap | None = ROOMS, **more: Any) -> BattleState:
    shared = find_system("atomic").sheets.shared_state()
    people = {c.id: c for c in who}
    return BattleState(system="atomic", map=battle_map, combatants=people, shared=shared, **more)


ANN, BOB = combatant("ann", (1, 1)), combatant("bob", (2, 4))
VEX = combatant("vex", (6, 2), "raiders")
APART = scene(ANN, BOB, VEX)


class TestWhoIsKnown:
    def test_the_gm_knows_of_everybody(self) -> None:
        assert visible(scene(ANN, replace(VEX, hidden=True)), GM) == {"ann", "vex"}

    def test_one_behind_a_closed_door_is_not_known(self) -> None:
        assert visible(APART, PARTY) == visible(APART, SCREEN) == {"ann", "bob"}

    def test_one_in_sight_of_any_of_the_party_is_known(self) -> None:
        beside = combatant("bob", (5, 2))
        assert visible(scene(ANN, beside, VEX), PARTY) == {"ann", "bob", "vex"}

    def test_an_open_door_shows_who_stands_behind(self) -> None:
        opened = replace(APART, map=with_door(ROOMS, "door", DoorState.OPEN))
        assert "vex" in visible(opened, SCREEN)

    @pytest.mark.parametrize("state", [DoorState.LOCKED, DoorState.SECRET])
    def test_no_other_door_does(self, state: DoorState) -> None:
        assert "vex" not in visible(replace(APART, map=with_door(ROOMS, "door", state)), PARTY)

    def test_a_table_may_do_without_sight(self) -> None:
        assert visible(APART, replace(PARTY, sight=False)) == {"ann", "bob", "vex"}

    def test_one_who_hides_is_unknown_even_in_plain_sight_and_without_sight(self) -> None:
        hidden = scene(ANN, combatant("vex", (2, 1), "raiders", hidden=True))
        assert visible(hidden, PARTY) == visible(hidden, replace(PARTY, sight=False)) == {"ann"}

    def test_one_who_hides_is_known_to_its_owner_alone_and_sees_for_them_alone(self) -> None:
        scout = combatant("bob", (5, 2), hidden=True)
        state = scene(ANN, scout, VEX)
        owner = replace(PARTY, owns=frozenset({"bob"}))
        assert visible(state, owner) == {"ann", "bob", "vex"}
        assert visible(state, PARTY) == {"ann"}

    def test_one_who_stands_nowhere_sees_nobody_and_is_seen_by_nobody(self) -> None:
        assert visible(scene(replace(ANN, at=None), VEX), PARTY) == {"ann"}
        assert visible(scene(ANN, replace(VEX, at=None)), PARTY) == {"ann"}

    def test_on_zones_and_without_a_map_all_who_do_not_hide_are_known(self) -> None:
        for battle_map in (ZONES, None):
            state = scene(replace(ANN, at="bar"), replace(VEX, at="yard"), battle_map=battle_map)
            assert visible(state, PARTY) == {"ann", "vex"}


class TestWhatIsDrawn:
    def test_a_secret_door_is_drawn_like_the_walls_beside_it(self) -> None:
        walls = (Wall("a", (4, 0), (4, 2)), Wall("b", (4, 2), (4, 4), WallKind.DOOR, DoorState.SECRET))
        plain = (Wall("a", (4, 0), (4, 2)), Wall("b", (4, 2), (4, 4)))
        secret, dull = replace(ROOMS, walls=walls), replace(ROOMS, walls=plain)
        assert see_map(secret, PARTY) == see_map(dull, PARTY)
        assert see_map(secret, PARTY).doors == ()
        [door] = see_map(secret, GM).doors
        assert (door.id, door.state) == ("b", "secret")

    def test_tokens_are_those_that_are_known(self) -> None:
        known = visible(APART, PARTY)
        assert [t.who for t in see_tokens(APART, PARTY, known)] == ["ann", "bob"]

    def test_one_unknown_in_a_zone_pushes_nobody_aside(self) -> None:
        ghost = combatant("vex", "bar", "raiders", hidden=True)
        with_ghost = scene(ghost, replace(ANN, at="bar"), battle_map=ZONES)
        alone = scene(replace(ANN, at="bar"), battle_map=ZONES)
        assert positions(with_ghost, {"ann"}) == positions(alone, {"ann"})

    def test_one_unknown_who_waits_for_a_place_leaves_no_gap(self) -> None:
        ghost = combatant("vex", None, "raiders", hidden=True)
        assert positions(scene(ghost, replace(ANN, at=None)), {"ann"}) == {"ann": (50.0, -70.0)}


class TestSeenWords:
    @pytest.mark.parametrize(
        ("text", "read"),
        [
            ("Vex attacks you.", "Somebody attacks you."),
            ("It is the turn of Vex.", "It is the turn of somebody."),
            ("Ann waits.", "Ann waits."),
            ("Vexing, this convex hull", "Vexing, this convex hull"),
        ],
    )
    def test_the_unknown_are_somebody(self, text: str, read: str) -> None:
        assert seen_words(text, APART, {"ann", "bob"}) == read

    def test_our_own_words_stay_whatever_an_unknown_one_is_called(self) -> None:
        state = scene(ANN, replace(VEX, name="Wound"))
        said = text("{who}: {what}", who=by_reference(ANN), what=text("Wound"))
        assert str(seen_words(said, state, {"ann"})) == "Ann: Wound"
        assert str(seen_words(text("Wound"), state, {"ann"})) == "Wound"

    def test_what_was_a_plain_string_names_nobody_unknown_inside_a_text_either(self) -> None:
        said = text("{who}: {what}", who=by_reference(ANN), what=as_text("flanked by Vex"))
        kept = from_json(json.loads(json.dumps(as_json(said))))
        for words in (said, kept):
            assert str(seen_words(words, scene(ANN, VEX), {"ann"})) == "Ann: flanked by somebody"

    def test_a_longer_name_is_not_cut_by_a_shorter_one(self) -> None:
        state = scene(ANN, VEX, combatant("vex-2", (6, 4), "raiders", name="Vex 12"))
        assert seen_words("Ann hits Vex 12.", state, {"ann"}) == "Ann hits somebody."

    def test_a_name_that_a_known_one_has_too_stays(self) -> None:
        state = scene(ANN, replace(VEX, name="Ann"))
        assert seen_words("Ann waits.", state, {"ann"}) == "Ann waits."


def rolled(who: str) -> Rolled:
    return Rolled(
        who=who,
        purpose="x",
        label="x",
        notation="d100",
        faces=(1,),
        modifiers=(),
        total=1,
        target=None,
        outcome="",
    )


def told(event: Event, before: BattleState = APART, viewer: Viewer = PARTY) -> bool:
    after = event.apply(before)
    return tells(event, before, after, viewer, visible(before, viewer) | visible(after, viewer))


ASKED = replace(
    APART,
    prompt=Prompt(
        number=7,
        to="ann",
        purpose="defence",
        question="Vex attacks you.",
        offers=(Offer(id="none", label="No"),),
        default="none",
        about="vex",
    ),
)


class TestWhatIsTold:
    @pytest.mark.parametrize(
        "event",
        [
            Moved(who="vex", to=(7, 2)),
            StateSet(who="vex", at=(7, 5)),
            rolled("vex"),
            TurnStarted(who="vex"),
            Commanded(id="x", do="gm-set", params={"target": "vex", "facts": {"a": 1}}),
            Commanded(id="x", do="edit", actor="ann", params={"target": "vex", "facts": {"a": 1}}),
            Commanded(id="x", do="attack", actor="vex", params={"facts": {"cover": "none"}}),
            DoorSet(wall="door", state=DoorState.SECRET),
            PromptOpened(to="vex", purpose="x", question="?", offers=(), default=""),
            PromptOpened(to="vex", purpose="x", question="?", offers=(), default="", about="ann"),
            TurnStarted(who="vex", clock={"round": 2}),
            TurnEnded(who="vex"),
        ],
    )
    def test_nothing_of_the_unknown(self, event: Event) -> None:
        assert told(event) is False
        assert told(event, viewer=GM) is True

    @pytest.mark.parametrize(
        "event",
        [
            Moved(who="bob", to=(1, 4)),
            rolled("table"),
            BattleBegun(order=("vex", "ann"), clock={"round": 1}),
            DoorSet(wall="door", state=DoorState.OPEN, who="vex"),
        ],
    )
    def test_but_of_what_everybody_sees_or_feels(self, event: Event) -> None:
        assert told(event) is True

    def test_that_somebody_unknown_joined_the_order_is_not_told(self) -> None:
        running = replace(APART, running=True, order=("ann", "bob"), clock={"round": 1})
        assert told(OrderChanged(order=("ann", "vex", "bob")), running) is False
        assert told(OrderChanged(order=("bob", "vex", "ann")), running) is True

    def test_a_new_round_is_told_whoever_begins_it_where_turns_are_no_secret(self) -> None:
        running = replace(APART, running=True, order=("vex", "ann"), clock={"round": 1})
        assert told(TurnStarted(who="vex", clock={"round": 2}), running, OPEN) is True
        assert told(TurnStarted(who="vex", clock={"round": 1}), running, OPEN) is False

    def test_an_answer_is_told_to_whom_it_concerns_where_turns_are_no_secret(self) -> None:
        answered = PromptAnswered(to="vex", purpose="x", answer="none")
        prompt = Prompt(number=1, to="vex", purpose="x", question="", offers=(), default="", about="ann")
        assert told(answered, replace(APART, prompt=prompt), OPEN) is True
        assert told(answered, replace(APART, prompt=prompt)) is False
        assert told(answered, replace(APART, prompt=replace(prompt, about=None)), OPEN) is False

    def test_that_a_turn_is_over_is_told_to_whose_it_was(self) -> None:
        assert told(TurnEnded(who="ann")) is True
        assert told(TurnEnded(who="bob")) is False


class TestEventsForPrograms:
    def given(self, event: Event, viewer: Viewer = PARTY) -> dict[str, Any]:
        return event_for(event, event.apply(APART), viewer, {"ann", "bob"})

    @pytest.mark.parametrize(
        "event",
        [
            CombatantAdded(
                who="bob",
                name="Bob",
                side="heroes",
                sheet=APART.combatants["bob"].sheet.model_dump(mode="json", exclude_unset=True),
            ),
            StateSet(who="bob", state={"engaged_with": ["vex"]}),
            MapSet(map=None),
            Commanded(id="x", do="attack", actor="ann", params={"target": "vex", "facts": {}}),
        ],
    )
    def test_one_that_could_name_the_unknown_is_cut_down_to_its_kind(self, event: Event) -> None:
        assert self.given(event) == {"kind": event.kind}
        assert len(self.given(event, GM)) > 1

    def test_a_list_is_given_without_the_unknown_as_if_they_were_not_there(self) -> None:
        given = self.given(BattleBegun(order=("ann", "vex"), clock={"round": 1, "joker_dealt": True}))
        assert given == {"kind": "battle-begun", "order": ["ann"], "clock": {"round": 1, "joker_dealt": True}}

    def test_one_of_the_known_is_given_whole(self) -> None:
        event = Moved(who="bob", to=(1, 4), path=((1, 4),), cost=1)
        assert self.given(event) == {
            "kind": "moved",
            "who": "bob",
            "to": [1, 4],
            "path": [[1, 4]],
            "cost": 1.0,
        }

    def test_a_move_out_of_sight_does_not_say_where(self) -> None:
        state = scene(ANN, VEX)
        assert event_for(Moved(who="vex", to=(7, 2)), state, PARTY, {"ann", "vex"}) == {
            "kind": "moved",
            "who": "vex",
        }


class TestQuestions:
    def test_who_is_asked_reads_the_question_without_the_unknown(self) -> None:
        asked = see_prompt(ASKED, PARTY, {"ann", "bob"}, 1)
        assert asked is not None
        assert (asked.question, asked.number, asked.mine) == ("Somebody attacks you.", 1, True)
        assert [offer.id for offer in asked.offers] == ["none"]

    def test_the_gm_reads_it_whole(self) -> None:
        asked = see_prompt(ASKED, GM, set(ASKED.combatants), 3)
        assert asked is not None
        assert asked.question == "Vex attacks you."

    def test_who_is_not_asked_learns_for_whom_they_wait_and_no_more(self) -> None:
        waits = see_prompt(ASKED, SCREEN, {"ann", "bob"}, 1)
        assert waits is not None
        assert (str(waits.to_name), waits.question, waits.offers, waits.mine) == ("Ann", "", (), False)

    def test_a_question_to_the_unknown_is_not_known(self) -> None:
        assert ASKED.prompt is not None
        hidden = replace(ASKED, prompt=replace(ASKED.prompt, to="vex", about=None))
        assert see_prompt(hidden, PARTY, {"ann", "bob"}, 1) is None
        about_ann = replace(ASKED, prompt=replace(ASKED.prompt, to="vex", about="ann"))
        assert see_prompt(about_ann, PARTY, {"ann"}, 1) is None
        felt = see_prompt(about_ann, OPEN, {"ann"}, 1)
        assert felt is not None
        assert (felt.to, str(felt.to_name)) == ("", "Somebody")


def test_the_colour_of_a_side_counts_no_side_that_was_never_met() -> None:
    """A hidden side came before the raiders: for the players they are the second all the same."""
    lurker = combatant("lurker", (6, 1), side="cult", hidden=True)
    state = scene(ANN, lurker, combatant("raider", (3, 1), side="raiders"))
    stream = Stream(PARTY, "scene")
    stream.take_in("x", [(FogSet(on=False), state, state)], frozenset())
    [_, raider] = see_tokens(state, PARTY, stream.now, met=stream.met)
    assert raider.side_number == 1
    shown = state.with_changes("lurker", hidden=False, at=(2, 2))
    stream.take_in("y", [(FogSet(on=False), state, shown)], frozenset())
    numbers = {t.who: t.side_number for t in see_tokens(shown, PARTY, stream.now, met=stream.met)}
    assert numbers == {"ann": 0, "raider": 1, "lurker": 2}


def test_of_several_at_whom_one_shot_goes_the_log_names_the_known() -> None:
    stream = Stream(PARTY, "scene")
    state = replace(APART, system="tesseris")
    stream.now = stream.then = stream.then_or_now = frozenset({"ann", "bob"})
    shot = Attacked(who="ann", action="burst", weapon="pistol", target="bob", targets=("bob", "vex"))
    line = see_event(shot, state, state, stream, 1, "x")
    assert line is not None
    assert "Bob" in str(line.text)
    assert "somebody" not in str(line.text).lower()


@pytest.mark.parametrize("viewer", [PARTY, GM])
def test_rules_are_asked_of_a_map_whose_walls_tell_no_secret_door(viewer: Viewer) -> None:
    wooden = replace(DOOR, state=DoorState.SECRET, material="wood")
    stone = Wall("stone-1", (2, 0), (2, 6), WallKind.WALL, material="stone", height=3)
    secret = replace(ROOMS, walls=(wooden, stone))
    stream = Stream(viewer, "scene")
    state = scene(combatant("kit", (1, 1)), battle_map=secret)
    asked = stream.as_known(state).map
    assert asked is not None
    if viewer.is_gm:
        assert asked is secret
    else:
        assert {(w.id, w.kind, w.state, w.material, w.height) for w in asked.walls} == {
            ("", WallKind.WALL, None, None, None)
        }
        assert stream.as_known(state).map is asked  # made once
        plain = replace(ROOMS, walls=(stone,))
        assert stream.as_known(replace(state, map=plain)).map is plain
