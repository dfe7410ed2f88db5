"""The exchanges of a fight as viewers of one knowledge saw them, for a report that tells them nothing more.

Of an exchange they are told whom they knew of, by what their log says of it. How it could have come out is
worked out of the battle as they knew it when it began, as the odds of an aim are; where they did not know
who did it, nobody can say, and what came stands for it. What was declared before counts from its
declaration on, so that it does not matter with whose turn it came about.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from rules.engine.battle import Battle
from rules.engine.battle_events import Rolled
from rules.engine.chances.odds_figures import Harm
from rules.engine.command import Command
from rules.engine.events import Event
from rules.engine.history.amendment import AMENDING, Amendment
from rules.engine.history.entry import Entry
from rules.engine.history.log import taken_after
from rules.engine.state import BattleState, Combatant
from rules.report.exchanges import (
    Fought,
    Told,
    command_of,
    exchanges_in,
    fought_in,
    is_thrown,
    number_of_round,
    plan_of,
    targets_of,
    what_came,
)
from webapp.drawing.tokens import side_numbers
from webapp.visibility.harm import guarded
from webapp.visibility.stream import Heard, Stream
from webapp.visibility.viewer import Viewer


@dataclass(frozen=True, slots=True)
class SeenFight:
    """What somebody saw of a fight."""

    fought: tuple[tuple[BattleState, Fought], ...]
    """The exchanges, each with the state of which its odds are worked out."""
    people: dict[str, Combatant]
    """Whoever took part, as they were known last."""
    sides: dict[str, int]
    """The numbers of the sides' colours."""


def seen_fight(system: str, scene: str, entries: Sequence[Entry], viewer: Viewer) -> SeenFight:
    """Find the exchanges that viewers were told of, of those that stand. Takes its time."""
    battle = Battle(system)
    for entry in entries:
        battle.log.keep(entry)
    return _whole(battle) if viewer.is_gm else _Watched(battle, Stream(viewer, scene)).seen()


def _whole(battle: Battle) -> SeenFight:
    """Give all of it, as it is the GM's to know."""
    fought = tuple(fought_in(battle))
    people = {who: one for before, _ in fought for who, one in before.combatants.items()}
    last = battle.state
    for _, steps in battle.told():
        last = steps[-1][2]
    return SeenFight(fought, people | dict(last.combatants), side_numbers(last))


@dataclass(frozen=True, slots=True)
class _Declared:
    """What somebody known has declared, or does at once."""

    before: BattleState
    command: Command
    targets: tuple[str, ...]


@dataclass(slots=True)
class _Watched:
    """A fight that is told again to viewers, entry by entry."""

    battle: Battle
    stream: Stream
    last: BattleState | None = None
    known: dict[str, BattleState] = field(default_factory=dict)
    """The battle as they knew it when somebody known did something, by the ids of the commands."""
    heard: dict[str, list[Heard]] = field(default_factory=dict)
    declared: dict[str, _Declared] = field(default_factory=dict)
    """By who declared it."""
    people: dict[str, Combatant] = field(default_factory=dict)

    def seen(self) -> SeenFight:
        found = [
            pair
            for point, entries in exchanges_in(self._told(), self.battle.is_undone)
            for pair in self._fought(point, entries)
        ]
        last = self.last or self.battle.state
        self.people |= {who: last.combatants[who] for who in self.people.keys() & self.stream.now}
        sides = side_numbers(self.stream.as_known(last), self.stream.met)
        return SeenFight(tuple(found), self.people, sides)

    def _told(self) -> Iterator[Told]:
        gone: frozenset[str] = frozenset()
        for entry, steps in self.battle.told():
            self.stream.catch_up()
            is_action = self.battle.system.action(entry.do) is not None or entry.do == AMENDING
            if is_action and command_of(entry)[0].actor in self.stream.now:
                self.known[entry.id] = self.stream.as_known(steps[0][1])
            gone = taken_after(gone, entry)
            self.stream.take_in(entry.id, steps, gone, again=True, worded=False)
            self.heard[entry.id], self.last = self.stream.heard, steps[-1][2]
            yield entry, steps
        self.stream.catch_up()

    def _fought(self, point: int, entries: Sequence[Told]) -> Iterator[tuple[BattleState, Fought]]:
        """Tell an exchange: as one, or by those to whom it brought about what was declared or unforeseen."""
        (first, steps), *_ = entries
        before = steps[0][1]
        command, amendments = command_of(first)
        heard = [one for entry, _ in entries for one in self.heard[entry.id]]
        told = [event for event, _, _ in heard]
        known = self.known.get(first.id)
        plan = None if known is None else plan_of(self.battle.system, known, command)
        targets = tuple(who for who in targets_of(plan) if known is not None and who in known.combatants)
        is_declared = plan is not None and plan.foreseen is not None
        if known is not None and is_declared and targets:
            self.declared[command.actor or ""] = _Declared(known, command, targets)
        done = [event for _, steps in entries for event, _, _ in steps[1:]]
        if not is_thrown(told if known is not None else done):
            return
        during = frozenset[str]().union(*(names for _, _, names in heard))
        exchange = _Exchange(self, point, first, before, done, told, during)
        if known is not None and targets and not is_declared:
            is_vague = bool(guarded(before, self.stream.viewer))
            yield exchange.as_one(known, command, targets, () if is_vague else amendments)
            return
        real = targets_of(plan_of(self.battle.system, before, command))
        yield from exchange.by_target(command, () if is_declared else real)


@dataclass(frozen=True, slots=True)
class _Exchange:
    """One exchange of which something was seen."""

    of: _Watched
    point: int
    entry: Entry
    before: BattleState
    done: Sequence[Event]
    told: Sequence[Event]
    during: frozenset[str]
    """Whom the viewers knew of in the course of it."""

    def as_one(
        self,
        known: BattleState,
        command: Command,
        targets: tuple[str, ...],
        amendments: tuple[Amendment, ...],
    ) -> tuple[BattleState, Fought]:
        """Tell what somebody known did to all whom it was aimed at."""
        plain = self._fought(known, command, command.actor, targets, self._came(targets))
        return known, replace(plain, amendments=amendments)

    def by_target(self, command: Command, aimed_at: tuple[str, ...]) -> Iterator[tuple[BattleState, Fought]]:
        """Tell what came to each of those whom it struck.

        Args:
            aimed_at: whom its own command was aimed at.
        """
        carried_out, told_of = self._carried_out(), {who for one in self.told for who in one.subjects()}
        declared = [who for one in carried_out for who in one.targets]
        for who in dict.fromkeys((*declared, *aimed_at, *self._struck())):
            if who not in self.during & told_of or who not in self.before.combatants:
                continue
            came = self._came((who,))
            doers = [one for one in carried_out if who in one.targets]
            if len(doers) == 1:
                (one,) = doers
                yield one.before, self._fought(one.before, one.command, one.command.actor, (who,), came)
            elif doers or who in aimed_at or came[0].hit or came[0].harm:
                actor = (
                    command.actor if command.actor in self.during and not doers and who in aimed_at else None
                )
                plain = self._fought(self.before, command, actor, (who,), came)
                yield self.before, replace(plain, is_declared=bool(doers), is_foreseeable=False)

    def _carried_out(self) -> list[_Declared]:
        """Take what was declared and is seen to come about: who does it throws, and the log tells of both."""
        rolled = {event.who for event in self.told if isinstance(event, Rolled) and event.thrown}
        pairs = {(getattr(event, "who", None), getattr(event, "target", None)) for event in self.told}
        found = [
            one
            for who, one in self.of.declared.items()
            if who in rolled and any((who, target) in pairs for target in one.targets)
        ]
        for one in found:
            del self.of.declared[one.command.actor or ""]
        return found

    def _struck(self) -> Iterable[str]:
        """Name whom something was done to by dice that were told of."""
        targets = (getattr(event, "target", None) for event in self.told)
        return [who for who in targets if isinstance(who, str)] if is_thrown(self.told) else []

    def _came(self, targets: tuple[str, ...]) -> tuple[Harm, ...]:
        """Judge what it did to some, as far as they are told of it."""
        system, vague = self.of.battle.system, guarded(self.before, self.of.stream.viewer)
        came = [what_came(system, self.before, (who,), self.done, self._about(who)) for who in targets]
        return tuple(
            replace(one, harm=0) if who in vague else one for who, (one,) in zip(targets, came, strict=True)
        )

    def _about(self, who: str) -> list[Event]:
        """List what was done to somebody, with what it took, as far as it is of the known."""
        told = set(map(id, self.told))
        return [
            event
            for event in self.done
            if getattr(event, "target", who) in (None, who)
            if id(event) in told or self.during.issuperset(event.subjects())
        ]

    def _fought(
        self,
        known: BattleState,
        command: Command,
        actor: str | None,
        targets: tuple[str, ...],
        came: tuple[Harm, ...],
    ) -> Fought:
        self.of.people |= {
            who: one
            for who in (*targets, actor)
            if who is not None and (one := self.before.combatants.get(who)) is not None
        }
        return Fought(
            entry=self.entry.id,
            point=self.point,
            command=command,
            round=number_of_round(known),
            actor=actor,
            targets=targets,
            came=came,
            vague=guarded(self.before, self.of.stream.viewer) & frozenset(targets),
            told=tuple(self.told),
        )
