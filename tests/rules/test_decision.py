"""What is decided and not accepted never was; accepted, it is what handling the command comes to.

Fights of all systems by chance: people act, are asked and answer, the GM changes things meanwhile, rolls are
amended, and some of it is taken back and put back.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.battle_events import Rolled
from rules.engine.command import Command
from rules.engine.decision import Decision
from rules.engine.events import Event
from rules.engine.history.amendment import AMENDING
from rules.engine.history.log import UNDOING
from rules.engine.refusal import Refusal
from tests.load.chance import Faces, next_command
from tests.rules.test_undo_in_play import loaded
from tests.rules.test_undo_of_commands import SYSTEMS, begun

STEPS = 40


def seen(battle: Battle) -> tuple[Any, ...]:
    """Give all that a reader may ask of a battle, and the open question with what it rests on."""
    can = (battle.can_undo, battle.can_redo, battle.can_undo_map, battle.can_redo_map, battle.taken_back)
    entries, live = [entry.events for entry in battle.entries], [entry.events for entry in battle.log.live]
    asked = (battle.is_stuck, battle.asked_facts(), weighed(battle))
    return repr(battle.state), entries, live, can, asked


def asking(system: str) -> Battle:
    """Let people stand close together, of whom each throws real dice: whatever they do, they are asked."""
    battle = begun(system)
    for who in list(battle.state.combatants):
        battle.handle(Command(do="edit", params={"target": who, "by_hand": True}), Faces(1))
    return battle


def weighed(battle: Battle) -> list[Any]:
    prompt, found = battle.state.prompt, list[Any]()
    for choice in prompt.choices if prompt is not None else ():
        try:
            found.append(battle.weigh(Command(do="answer", actor=prompt.to, params={"answer": choice})))  # type: ignore[union-attr]
        except Refusal as refusal:
            found.append(refusal.message)
    return found


def decided(battle: Battle, data: Mapping[str, Any], seed: object) -> Decision | None:
    try:
        return battle.decide(Command.parse(data), Faces(seed))
    except Refusal:
        return None


def anything(battle: Battle, dice: Random) -> Mapping[str, Any]:
    """Choose what to do next: mostly what a fight goes on with."""
    which = dice.random()
    if which < 0.1:
        return {"do": dice.choice(sorted(UNDOING))}
    if which < 0.2:
        return {"do": "gm-set", "target": "c0", "state": {"at": [dice.randrange(10), 7]}}
    entry = battle.entries[-1]
    rolls = [event for event in entry.events if isinstance(event, Rolled)]
    if which < 0.35 and rolls and battle.state.prompt is None:
        roll = {"command": entry.command.id, "who": rolls[0].who, "purpose": rolls[0].purpose}
        return {"do": AMENDING, "roll": roll, "value": -2, "label": "the dark"}
    return next_command(battle, dice)


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_not_accepted_never_was_and_what_is_accepted_is_as_if_handled(system: str) -> None:
    dice, kinds, answers = Random(system), set[str](), 0
    battle, handled = asking(system), asking(system)
    for step in range(STEPS):
        data, before = anything(battle, dice), seen(battle)
        decision = decided(battle, data, step)
        assert seen(battle) == before, data
        if decision is None:
            continue
        again = decided(battle, data, step)  # as one that the disk did not take is tried again
        assert again is not None
        assert again.events == decision.events, data
        assert seen(battle) == before, data
        battle.accept(decision if dice.random() < 0.5 else again)
        assert handled.handle(Command.parse(data), Faces(step)) == decision.events
        assert seen(battle) == seen(handled), data
        kinds.add(decision.entries[-1].command.do)
        answers += "answer" in data
    assert seen(battle) == seen(loaded(battle))
    assert kinds >= {"undo", "gm-set"}
    assert answers > 3, "somebody was asked"


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_was_written_elsewhere_is_taken_in_as_if_the_log_were_loaded(system: str) -> None:
    dice, battle, behind = Random(system), asking(system), asking(system)
    for step in range(STEPS):
        known, before = len(behind.entries), behind.state
        decision = decided(battle, anything(battle, dice), step)
        if decision is not None:
            battle.accept(decision)
        if step % 3:
            continue
        events = [event for entry in battle.entries[known:] for event in entry.events]
        told = behind.take_in(events)
        assert seen(behind) == seen(battle)
        assert [entry.events for entry, _ in told] == [entry.events for entry in battle.entries[known:]]
        for entry, steps in told:
            assert [event for event, _, _ in steps] == list(entry.events)
            assert steps[0][1] == before, entry.command
            before = steps[-1][2]
        assert before == battle.state


def test_nothing_is_accepted_on_another_state_than_it_was_decided_on() -> None:
    battle = begun("savage")
    late = battle.decide(Command(do="gm-set", params={"target": "c0", "state": {"at": [9, 0]}}), Faces(1))
    battle.handle(Command(do="gm-set", params={"target": "c0", "state": {"at": [0, 0]}}), Faces(1))
    with pytest.raises(AssertionError):
        battle.accept(late)
    assert battle.state.combatants["c0"].at == (0, 0)


def test_what_cannot_be_taken_in_leaves_the_battle_as_it_was() -> None:
    battle, other = begun("savage"), begun("savage")

    def damaged() -> Iterator[Event]:
        for who in ("c0", "c1"):
            params = {"target": who, "state": {"at": [9, 0]}}
            yield from other.handle(Command(do="gm-set", params=params), Faces(1))
            other.handle(Command(do="undo"), Faces(1))
        raise ValueError("what stands here cannot be read")

    before = seen(battle)
    with pytest.raises(ValueError, match="cannot be read"):
        battle.take_in(damaged())
    assert seen(battle) == before
