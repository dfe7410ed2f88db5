"""A forgotten modifier in random fights of all systems: the roll that was meant has it, on the same dice."""

import random
from collections.abc import Iterator

import pytest

from rules.engine.battle import Battle
from rules.engine.battle_events import Rolled
from rules.engine.command import Command
from rules.engine.events import Event
from rules.engine.history.amendment import AMENDING
from rules.engine.history.entry import Entry
from rules.engine.refusal import Refusal
from tests.load.chance import Faces, next_command
from tests.rules.test_undo_of_commands import SYSTEMS, begun

STEPS = 100
SEEDS = 4
VALUES = (-20, -3, -1, 1, 3, 20)


def last_exchange(battle: Battle) -> list[Entry]:
    """List the entries of the exchange that was ended last, or that waits for an answer."""
    entries: list[Entry] = []
    for entry in reversed(battle.log.live):
        entries.insert(0, entry)
        if entry.command.do != "answer":
            return entries
    return []


def shown(entries: list[Entry]) -> Iterator[tuple[Entry, Rolled, int]]:
    """Give the rolls that the log offers to change, each with its place among those of its purpose."""
    for entry in entries:
        seen: list[tuple[str, str]] = []
        for event in entry.events:
            if isinstance(event, Rolled) and event.amendable and not event.quiet:
                key = (event.who, event.purpose)
                yield entry, event, seen.count(key)
                seen.append(key)


def rolls(events: list[Event] | tuple[Event, ...]) -> list[Rolled]:
    return [event for event in events if isinstance(event, Rolled)]


def require_changed(battle: Battle, entry: Entry, roll: Rolled, nth: int, value: int, step: int) -> None:
    """Add a modifier to a roll, and see that this one has it, on the dice that it had."""
    meant = {"command": entry.command.id, "who": roll.who, "purpose": roll.purpose, "nth": nth}
    label = f"the dark {step}"
    told = battle.handle(
        Command.parse({"do": AMENDING, "roll": meant, "value": value, "label": label}), Faces(step)
    )
    marked = [one for one in rolls(told) if any(m.label == label for m in one.modifiers)]
    assert marked
    assert {(one.who, one.purpose) for one in marked} == {(roll.who, roll.purpose)}
    assert all(one.faces[:1] == roll.faces[:1] for one in marked if one.faces and roll.faces)


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_roll_that_was_meant_has_the_modifier_and_keeps_its_dice(system: str, seed: int) -> None:
    battle, dice, changed = begun(system, most=7), random.Random(seed), 0  # so few meet often
    for step in range(STEPS):
        try:
            battle.handle(Command.parse(next_command(battle, dice)), Faces((seed, step)))
        except Refusal:
            continue
        offered = list(shown(last_exchange(battle)))
        if not offered or dice.random() < 0.5:
            continue
        entry, roll, nth = dice.choice(offered)
        require_changed(battle, entry, roll, nth, dice.choice(VALUES), step)
        changed += 1
    assert changed > 2, "so few rolls prove nothing"


@pytest.mark.parametrize(("system", "purpose"), [("savage", "running"), ("savage", "cards")])
def test_what_counts_as_it_lies_takes_no_modifier(system: str, purpose: str) -> None:
    battle = begun(system)
    battle.handle(Command(do="begin"), Faces(1))
    while purpose == "running" and not any(r.purpose == purpose for r in rolls(battle.log.live[-1].events)):
        battle.handle(Command(do="run", actor=battle.state.active), Faces(1))
    entry = battle.log.live[-1]
    roll = next(roll for roll in rolls(entry.events) if roll.purpose == purpose)
    meant = {"command": entry.command.id, "who": roll.who, "purpose": purpose}
    with pytest.raises(Refusal) as refused:
        battle.handle(
            Command.parse({"do": AMENDING, "roll": meant, "value": 2, "label": "the dark"}), Faces(2)
        )
    assert refused.value.code == "no-such-roll"
    assert battle.log.live[-1] == entry
