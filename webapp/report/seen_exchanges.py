"""The exchanges of a fight as viewers of one knowledge saw them, for a report that tells them nothing more.

Of an exchange they are told whom they knew of, by what their log says of it. How it could have come out is
worked out of the battle as they knew it when it began, as the odds of an aim are; where they did not know
who did it, nobody can say, and what came stands for it. What was declared before is told part by part, each
of the battle as they knew it just before its dice were thrown, so that it does not matter with whose turn it
came about, nor who else struck the same one then.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from rules.engine.battle import Battle
from rules.engine.battle_events import Rolled
from rules.engine.chances.odds_figures import Harm
from rules.engine.command import Command
from rules.engine.events import Event
from rules.engine.history.amendment import AMENDING, Amendment
from rules.engine.history.entry import Entry
from rules.engine.history.log import taken_after
from rules.engine.history.log_fold import Step
from rules.engine.state import BattleState, Combatant
from rules.report.exchanges import (
    Fought,
    Told,
    command_of,
    exchanges_in,
    number_of_round,
    plan_of,
    struck_in,
    targets_of,
    what_came,
)
from rules.report.parts import Part, is_thrown, parts_in, would_throw
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
    fought = tuple(struck_in(battle))
    people = {who: one for before, _ in fought for who, one in before.combatants.items()}
    last = battle.state
    for _, steps in battle.told():
        last = steps[-1][2]
    return SeenFight(fought, people | dict(last.combatants), side_numbers(last))


@dataclass(slots=True)
class _Watched:
    """A fight that is told again to viewers, entry by entry."""

    battle: Battle
    stream: Stream
    last: BattleState | None = None
    known: dict[str, BattleState] = field(default_factory=dict)
    """The battle as they knew it when somebody known did something, by the ids of the commands."""
    known_at: dict[tuple[str, int], BattleState] = field(default_factory=dict)
    """The same where something declared began to be carried out, by the ids and the events' numbers."""
    heard: dict[str, list[Heard]] = field(default_factory=dict)
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
            note = partial(self._note, entry.id)
            self.stream.take_in(entry.id, steps, gone, again=True, worded=False, before_each=note)
            self.heard[entry.id], self.last = self.stream.heard, steps[-1][2]
            yield entry, steps
        self.stream.catch_up()

    def _note(self, entry: str, number: int, event: Event, before: BattleState) -> None:
        """Keep what they know where something declared begins to be carried out."""
        if self.battle.system.turns.carried_out(event, before) is not None:
            self.stream.catch_up()
            self.known_at[entry, number] = self.stream.as_known(before)

    def _fought(self, point: int, entries: Sequence[Told]) -> Iterator[tuple[BattleState, Fought]]:
        """Tell an exchange: as one, by the parts that were declared before, or by those who were struck."""
        (first, _), *_ = entries
        steps = [step for _, steps in entries for step in steps]
        before, done = steps[0][1], [event for event, _, _ in steps[1:]]
        heard = [one for entry, _ in entries for one in self.heard[entry.id]]
        told = [event for event, _, _ in heard]
        during = frozenset[str]().union(*(names for _, _, names in heard))
        exchange = _Exchange(self, point, first, before, done, told, during)
        if parts := parts_in(self.battle.system, steps):
            places = [(entry.id, number) for entry, each in entries for number in range(len(each))]
            for number, part in enumerate(parts):
                moment, here = (self.known_at[places[at]] for at in (part.at_moment, part.begin))
                own = exchange.only(part, steps)
                mods = part.amendments(steps, command_of(first)[1])
                yield from (
                    (before, replace(one, part=number))
                    for before, one in own.as_part(here, moment, part, mods)
                )
            return
        known = self.known.get(first.id)
        if not is_thrown(told if known is not None else done):
            return
        command, amendments = command_of(first)
        plan = None if known is None else plan_of(self.battle.system, known, command)
        targets = tuple(who for who in targets_of(plan) if known is not None and who in known.combatants)
        if known is not None and targets:
            is_vague = bool(guarded(before, self.stream.viewer))
            yield exchange.as_one(known, command, targets, () if is_vague else amendments)
            return
        yield from exchange.by_target(command, targets_of(plan_of(self.battle.system, before, command)))


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

    def only(self, part: Part, steps: Sequence[Step]) -> "_Exchange":
        """Give what was told of one part of it."""
        done = list(part.told(steps))
        own = set(map(id, done))
        told = [event for event in self.told if id(event) in own]
        return replace(self, before=part.before(steps), done=done, told=told)

    def as_part(
        self, known: BattleState, moment: BattleState, part: Part, amendments: tuple[Amendment, ...]
    ) -> Iterator[tuple[BattleState, Fought]]:
        """Tell what somebody had declared before, and what it did to others than whom it was aimed at.

        Args:
            known: the battle as they knew it when it began to be carried out.
            moment: the same before its moment.
        """
        command, is_told = part.command(command_of(self.entry)[0]), self._tells_of(part)
        if is_told:
            foreseen = would_throw(self.of.battle.system, known, moment, part.who)
            is_vague = bool(guarded(self.before, self.of.stream.viewer))
            targets = (part.target,)
            plain = self._fought(known, command, part.who, targets, self._came(targets))
            yield (
                known,
                replace(
                    plain,
                    amendments=() if is_vague else amendments,
                    moment=moment if foreseen else None,
                    is_foreseeable=foreseen,
                ),
            )
        for before, one in self.by_target(command, ()):
            if not (is_told and one.targets == (part.target,)):
                yield before, one

    def _tells_of(self, part: Part) -> bool:
        """Say whether the log tells of both, who does it throwing."""
        both = {part.who, part.target}
        told_of = {who for event in self.told for who in event.subjects()}
        pairs = {(getattr(event, "who", None), getattr(event, "target", None)) for event in self.told}
        throws = any(
            isinstance(event, Rolled) and event.thrown and event.who == part.who for event in self.told
        )
        return throws and both <= self.during & told_of and (part.who, part.target) in pairs

    def by_target(self, command: Command, aimed_at: tuple[str, ...]) -> Iterator[tuple[BattleState, Fought]]:
        """Tell what came to each of those whom it struck, which nobody could foresee.

        Args:
            aimed_at: whom its own command was aimed at.
        """
        told_of = {who for one in self.told for who in one.subjects()}
        for who in dict.fromkeys((*aimed_at, *self._struck())):
            if who not in self.during & told_of or who not in self.before.combatants:
                continue
            came = self._came((who,))
            if who in aimed_at or came[0].hit or came[0].harm:
                actor = command.actor if command.actor in self.during and who in aimed_at else None
                plain = self._fought(self.before, command, actor, (who,), came)
                yield self.before, replace(plain, is_foreseeable=False)

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
