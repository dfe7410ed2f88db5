"""Every key that a command's action reads is declared by it: else whom it names could not be known.

What is read is noted as the scenario files are played, and while hands press what the pages offer.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.exchange import Answer
from rules.engine.kinds import FACTS, OBJECT
from rules.engine.parameters import Parameter
from rules.engine.position import Position
from rules.engine.system import TURN_COMMANDS, find_system, systems
from rules.scenario import play
from rules.scenario_file import parse_scenario
from rules.systems import load_systems
from tests.playing.fight import Fight
from webapp.app import Settings, create_app
from webapp.context import STORE

FILES = sorted((Path(__file__).parent.parent / "scenarios").glob("*.json"))
FIGHTS, MOST_PRESSES = 2, 60
Reads = defaultdict[tuple[str, str], set[str]]
"""What was read of the commands of each system's actions; of a key within a key with a point between."""


class Noting(dict[str, Any]):
    """What a command says, noting each key that is asked for, at whatever depth."""

    def __init__(self, said: Mapping[str, Any], read: set[str], path: str = "") -> None:
        self.read, self.path = read, path
        super().__init__({key: noting(value, read, f"{path}{key}.") for key, value in said.items()})

    def get(self, key: str, default: Any = None) -> Any:
        self.read.add(self.path + key)
        return super().get(key, default)

    def __getitem__(self, key: str) -> Any:
        self.read.add(self.path + key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self.read.add(f"{self.path}{key}")
        return super().__contains__(key)


def noting(said: Any, read: set[str], path: str) -> Any:
    if isinstance(said, list):
        return [noting(one, read, path) for one in said]
    return Noting(said, read, path) if isinstance(said, dict) else said


class NotedCommand(Command):
    """A command that notes what is read of it, and of what is made of it."""

    def __init__(self, **parts: Any) -> None:
        super().__init__(**parts)
        if not isinstance(self.params, Noting):
            object.__setattr__(self, "params", Noting(self.params, READS[-1](self.do)))


READS: list[Callable[[str], set[str]]] = []
"""Gives what is read of an action of the system at play: who plans makes one command of another."""


@pytest.fixture
def reads() -> Iterator[Reads]:
    """Note what is read of all commands that are given to a battle, and of all answers."""
    found: Reads = defaultdict(set)

    def noted(battle: Battle | Position, command: Command) -> Command:
        system = battle.system.id
        READS[:] = [lambda do: found[system, do]]
        if isinstance(command, NotedCommand):
            return command
        parts = {key: getattr(command, key) for key in ("do", "actor", "id", "by", "params")}
        return NotedCommand(**parts)

    decide, check, plan, answer = Battle.decide, Position.check, Position.plan, Answer.__new__

    def answered(cls: type[Answer], *said: Any) -> Answer:
        made = answer(cls, *said)
        made.extra = Noting(made.extra, READS[-1]("answer") if READS else set())
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Battle, "decide", lambda b, c, *more: decide(b, noted(b, c), *more))
        patch.setattr(Position, "check", lambda b, c, *more: check(b, noted(b, c), *more))
        patch.setattr(Position, "plan", lambda b, c: plan(b, noted(b, c)))
        patch.setattr(Answer, "__new__", answered)
        yield found
    READS.clear()


def undeclared(reads: Reads) -> dict[str, list[str]]:
    """List what was read of each system's actions, and of answers, that they do not declare."""
    found = {}
    for (system, do), keys in reads.items():
        declared = find_system(system).declared(do)
        if declared is None or do in TURN_COMMANDS:
            continue  # there is no such action, or it is the clock's own
        known = set(paths(declared))
        free = tuple(f"{path}." for path in paths(declared, without_parts=True))
        left = sorted(key for key in keys - known if not key.startswith(free))
        if left:
            found[f"{system} {do}"] = left
    return found


def paths(declared: Iterable[Parameter], within: str = "", *, without_parts: bool = False) -> Iterator[str]:
    """List what is declared, at every depth; or those objects alone whose keys are another's to know."""
    for parameter in declared:
        if not without_parts or (parameter.kind in (FACTS, OBJECT) and not parameter.parts):
            yield within + parameter.id
        yield from paths(parameter.parts, f"{within}{parameter.id}.", without_parts=without_parts)


def test_what_the_scenario_files_have_read_is_declared(reads: Reads) -> None:
    load_systems()
    for path in FILES:
        play(parse_scenario(path.read_bytes()))
    assert undeclared(reads) == {}
    assert len(reads) > 100
    assert {"target", "with"} <= reads["tesseris", "attack"]
    assert {"target", "state"} <= reads["gurps", "gm-set"]


def test_what_hands_on_the_pages_have_read_is_declared(reads: Reads, tmp_path: Path) -> None:
    app = create_app(Settings(data_dir=tmp_path, lan=False, async_mode="threading"))
    with app.app_context():
        for system in (system.id for system in systems() if system.stock):
            for seed in range(FIGHTS):
                told = Fight(app, system, seed).play(MOST_PRESSES)
                assert [str(one) for one in told.refused] == []
    app.extensions[STORE].close()
    assert undeclared(reads) == {}


def test_no_system_declares_the_same_key_as_two_kinds() -> None:
    load_systems()
    for system in systems():
        for action in system.actions:
            kinds: dict[str, set[str]] = defaultdict(set)
            for parameter in action.declared:
                kinds[parameter.id].add(parameter.kind)
            twice = {key: found for key, found in kinds.items() if len(found) > 1}
            assert not twice, (system.id, action.id)
