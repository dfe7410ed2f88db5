"""Older entries of a log lie packed; nobody who asks for them notices."""

from json import dumps

from rules.engine.battle import Battle
from rules.engine.events import Event, event_as_json
from rules.engine.history.entry import FRESH, pack_stored, stored_entries
from tests.rules.engine.toy import do, duel


def long_fight() -> tuple[Battle, list[tuple[Event, ...]]]:
    """Play for long, with undoing now and then; give what came of each command at once."""
    battle = duel(luck=3)
    told = [entry.events for entry in battle.entries]
    for number in range(3 * FRESH):
        do(battle, "gm-set", target="bob", state={"hurt": number % 7})
        if number % 50 == 49:
            do(battle, "undo")
            do(battle, "undo", to=battle.log.live[-20].id)
            do(battle, "redo")
        told += [entry.events for entry in battle.entries[len(told) :]]
    return battle, told


def stored_of(told: list[tuple[Event, ...]]) -> list[tuple[str, str]]:
    return [text for events in told for text in _texts(events)]


def _texts(events: tuple[Event, ...]) -> list[tuple[str, str]]:
    return [(event.kind, dumps(event_as_json(event))) for event in events]


def test_older_entries_are_packed_as_a_log_grows_and_say_what_they_said() -> None:
    battle, told = long_fight()
    packed = [entry.is_packed for entry in battle.entries]
    assert packed.index(False) >= FRESH
    assert not any(packed[-FRESH:])
    assert [entry.events for entry in battle.entries] == told
    assert [entry.command for entry in battle.entries] == [events[0] for events in told]
    again = Battle.load("toy", (event for events in told for event in events))
    assert again.state == battle.state
    assert [steps for _, steps in again.told()] == [steps for _, steps in battle.told()]


def test_undoing_leads_far_back_into_what_is_packed() -> None:
    battle, told = long_fight()
    again = Battle.load("toy", (event for events in told for event in events))
    for one in (battle, again):
        do(one, "undo", to=one.log.live[10].id)
    assert battle.state == again.state
    for one in (battle, again):
        do(one, "redo")
    assert battle.state == again.state
    assert [e.id for e in battle.log.live] == [e.id for e in again.log.live]


def test_what_is_stored_divides_into_the_same_entries() -> None:
    battle, told = long_fight()
    stored = stored_of(told)
    entries = stored_entries(stored, battle.system.event_kinds())
    assert [entry.events for entry in entries] == told
    for name in ("id", "do", "count", "undoes"):
        assert [getattr(e, name) for e in entries] == [getattr(e, name) for e in battle.entries]
    again = Battle.load("toy", (event for events in told for event in events))
    pack_stored(again.entries, stored, battle.system.event_kinds())
    assert [entry.is_packed for entry in again.entries].index(False) >= FRESH
    assert [entry.events for entry in again.entries] == told


def test_an_empty_log_has_no_entries() -> None:
    assert stored_entries([], {}) == []
    pack_stored([], [], {})
