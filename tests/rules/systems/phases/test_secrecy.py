"""Secret declaration: told to the GM alone, revealed together, and off by default (PH-R29)."""

from typing import Any

from rules.engine.events import Event
from rules.engine.text import in_full
from rules.systems.phases.events.event_state import notes_of
from rules.systems.phases.system import SYSTEM
from tests.rules.kit import kinds
from tests.rules.systems.phases.fights import PISTOL, SWORD, Fight, started


def secret_duel(**rest: Any) -> Fight:
    fight = started(PISTOL, SWORD, **rest)
    fight.do("secret-declaration", on=True)
    return fight


def told_to_others(fight: Fight, events: list[Event], before: Any) -> list[Event]:
    return [event for event in events if SYSTEM.secrets.secret_of(event, before) is None]


def test_declarations_are_heard_by_all_unless_the_gm_wishes_otherwise() -> None:
    fight = started(PISTOL)
    assert not notes_of(fight.battle.state).secret
    assert "declared" in kinds(fight.do("evade", "ann"))


def test_what_is_declared_in_secret_is_told_to_nobody_else() -> None:
    fight = secret_duel()
    before = fight.battle.state
    events = fight.do("attack", "ann", with_="light-pistol", target="bob", facts={"cover": "good"})
    assert kinds(events) == ["declared-secretly", "turn-started"]
    assert kinds(told_to_others(fight, events, before)) == ["turn-started"]
    said = fight.battle.entries[-1].events[0]
    assert (
        SYSTEM.secrets.secret_of(said, before) == "ann"
    )  # that facts were overruled would tell of an attack
    assert SYSTEM.secrets.secret_of(events[0], before) == "ann"


def test_others_know_a_state_without_it_and_its_player_the_whole() -> None:
    fight = secret_duel()
    fight.do("evade", "ann")
    known = SYSTEM.secrets.as_known(fight.battle.state, frozenset({"bob"}))
    assert known.combatants["ann"].state.action is None
    assert known.combatants["ann"].state.defence is None
    assert SYSTEM.secrets.as_known(fight.battle.state, frozenset({"ann"})) == fight.battle.state
    assert fight.state("ann").defence == "evade"  # it holds none the less


def test_passing_cannot_be_told_from_declaring() -> None:
    seen = []
    for deed in ("end-turn", "evade", "parry"):
        fight = secret_duel()
        before = fight.battle.state
        events = fight.do(deed, "ann")
        told = told_to_others(fight, events, before)
        state = SYSTEM.secrets.as_known(fight.battle.state, frozenset({"bob"}))
        seen.append(
            (
                told,
                state.combatants,
                SYSTEM.turns.timeline(state),
                SYSTEM.looks.marks(state.combatants["ann"]),
            )
        )
    assert seen[0] == seen[1] == seen[2]


def test_all_is_revealed_once_the_last_has_declared() -> None:
    fight = secret_duel()
    fight.do("end-turn", "ann")
    events = fight.do("evade", "bob")
    assert kinds(events)[:4] == ["declared-secretly", "revealed", "passed", "declared"]
    assert notes_of(fight.battle.state).unrevealed == ()
    assert kinds(events)[-1] == "phase-ended"


def test_both_who_shoot_each_other_in_secret_are_revealed_before_they_fire() -> None:
    fight = started(PISTOL, PISTOL, ann__attack=[2, 2], bob__attack=[2, 2])
    fight.do("secret-declaration", on=True)
    fight.do("attack", "ann", with_="light-pistol", target="bob")
    told = kinds(fight.do("attack", "bob", with_="light-pistol", target="ann"))
    assert told.index("declared") < told.index("roll")
    assert told.count("declared") == 2


def test_an_action_of_a_round_is_known_from_its_revelation_on() -> None:
    fight = secret_duel()
    fight.do("target-and-fire", "ann", with_="light-pistol", target="bob")
    fight.do("end-turn", "bob")
    fight.do("next-phase")
    known = SYSTEM.secrets.as_known(fight.battle.state, frozenset())
    assert known.combatants["ann"].state.action is not None


def test_what_falls_with_its_owner_is_not_told_either() -> None:
    fight = secret_duel()
    fight.do("attack", "ann", with_="light-pistol", target="bob")
    before = fight.battle.state
    events = fight.set("ann", condition="down")
    assert "action-lost" in kinds(events)
    assert "action-lost" not in kinds(told_to_others(fight, events, before))
    revealed = fight.do("end-turn", "bob")
    assert [event.subjects() for event in revealed if event.kind in ("declared", "passed")] == [("bob",)]


def test_the_option_is_not_changed_while_something_lies_sealed() -> None:
    fight = secret_duel()
    fight.do("evade", "ann")
    assert fight.refuses("secret-declaration", on=False).code == "phase-open"
    fight.do("end-turn", "bob")
    fight.do("secret-declaration", on=False)
    fight.do("next-phase")
    assert "declared" in kinds(fight.do("evade", "ann"))
    assert fight.refuses("secret-declaration", on="yes").code == "bad-command"


def test_a_new_phase_forgets_the_seals_of_one_that_was_broken_off() -> None:
    fight = secret_duel()
    fight.do("evade", "ann")
    fight.do("end-battle")
    fight.do("begin")
    assert notes_of(fight.battle.state).unrevealed == ()
    assert notes_of(fight.battle.state).secret


def test_the_timeline_shows_others_that_something_lies_sealed_and_the_gm_what() -> None:
    fight = secret_duel()
    fight.do("attack", "ann", with_="light-pistol", target="bob")
    others = SYSTEM.turns.timeline(SYSTEM.secrets.as_known(fight.battle.state, frozenset({"bob"})))
    gm = SYSTEM.turns.timeline(fight.battle.state)
    assert others is not None
    assert gm is not None
    assert (others.rows[0].kind, str(others.rows[0].words)) == ("sealed", "has declared in secret")
    assert others.moments == ()
    assert (in_full(gm.rows[0].words), gm.rows[0].secret) == ("attack: Bob", True)
    assert in_full(gm.heading) == "Bob declares in secret."
