"""A battle: commands go in, events come out and are kept, and its state is their fold.

The log is a list of entries, each a command with what it did. An open prompt is no more than a log that ends
in the middle of an exchange: loading it runs that exchange again from its record, up to the same question.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import Self

from rules.engine.battle_events import Amended
from rules.engine.command import Command
from rules.engine.decision import Decision, with_explored
from rules.engine.dice import FaceSource, SealedSource
from rules.engine.events import Event, SavedBattleError
from rules.engine.exchange import Play
from rules.engine.fog.fog_events import Explored
from rules.engine.history.amendment import AMENDING
from rules.engine.history.corrections import Standing, last_exchange, reconsidered, redone, undone
from rules.engine.history.entry import Entry, command_of, entry_of, pack_older, read_entries
from rules.engine.history.log import Log
from rules.engine.history.log_fold import Fold, Folded, Step
from rules.engine.history.open_exchange import OpenExchange, require_asked
from rules.engine.history.seal_events import DiceSealed
from rules.engine.history.story import states_before, told_anew
from rules.engine.kinds import OPTIONS
from rules.engine.parameters import OF_ANSWER, require_kinds
from rules.engine.position import Position
from rules.engine.refusal import Refusal
from rules.engine.shown import Fact
from rules.engine.state import BattleState, BattleView, Offer
from rules.engine.system import find_system
from rules.engine.text import Text, as_text, text

_LOOKING_BACK = frozenset({"answer", "undo", "redo", AMENDING})


class Battle:
    """One battle under one system. Holds the log and the state that it folds to."""

    def __init__(self, system: str) -> None:
        self.system = find_system(system)
        self.log = Log()
        self.state = self._empty()
        self._fold = Fold(self.state)
        self._play: Play | None = None
        self._resumes = False  # whether the exchange that waits must be taken up from the log first
        self._now = Position(self.system, self.state)
        self._opened = 0  # which of the live entries began the last exchange
        self._told: list[tuple[Entry, list[Step]]] | None = None  # the story, until it goes on

    @property
    def now(self) -> Position:
        """What may be done in the present state."""
        if self._now.state is not self.state:
            self._now = Position(self.system, self.state)
        return self._now

    @property
    def entries(self) -> Sequence[Entry]:
        """All that was accepted, in order."""
        return self.log.entries

    @property
    def _standing(self) -> Standing:
        return Standing(self.log, self._fold, self.state, self._opened)

    @cached_property
    def _kinds(self) -> Mapping[str, type[Event]]:
        return self.system.event_kinds()

    def _empty(self) -> BattleState:
        return BattleState(system=self.system.id, shared=self.system.sheets.shared_state())

    @classmethod
    def load(cls, system: str, events: Iterable[Event]) -> "Battle":
        """Fold a saved log; an open prompt stands again.

        Raises:
            SavedBattleError: if the log cannot be this system's.
        """
        battle = cls(system)
        try:
            battle._told = list(told_anew(battle.log, battle._fold, read_entries(events)))
            battle._refold()
            battle._waiting()
        except (Refusal, ValueError, LookupError) as error:
            raise SavedBattleError(
                text("This battle cannot be put together again: {error}", error=_why(error))
            ) from error
        return battle

    @classmethod
    def taken_up(cls, system: str, entries: Sequence[Entry], count: int, landmarks: Sequence[Folded]) -> Self:
        """Go on from where a log was folded once before, as `load` would come to it.

        Args:
            count: how many of the entries had been folded.
            landmarks: what `landmarks` gave then.
        """
        battle = cls(system)
        for entry in entries[:count]:
            battle.log.keep(entry)
        battle._fold = Fold.taken_up(battle.log.folded, landmarks)
        folded = landmarks[-1]
        for entry in entries[count:]:
            battle.log.keep(entry)
            _, folded = battle._fold.tell(entry, battle.log, folded)
        battle._refold()
        return battle

    def landmarks(self) -> tuple[Folded, ...]:
        """Give states on the way through the log, the present one last."""
        return self._fold.landmarks()

    def forget_story(self) -> None:
        """Let go of what was told as the battle was loaded: who asks for it is told it anew."""
        self._told = None

    # ----------------------------------------------------------------------------------------------- commands
    def handle(self, command: Command, faces: FaceSource) -> tuple[Event, ...]:
        """Carry out a command, and give its events; an id that was seen before gives the same events again.

        Raises:
            Refusal: nothing has changed.
        """
        decision = self.decide(command, faces)
        self.accept(decision)
        return decision.events

    def decide(self, command: Command, faces: FaceSource) -> Decision:
        """Work out what a command comes to, and change nothing: that is for `accept`, or for nobody.

        Raises:
            Refusal: as the rules have it.
        """
        if command.id and (known := self.log.find(command.id)) is not None:
            now = self.state
            return Decision(events=known.events, entries=(), before=now, state=now, opened=self._opened)
        command = self._named(command)
        self.require_kinds(command)
        if command.do == "answer":
            return self._answer(command, faces)
        if command.do == "undo":
            return undone(self._standing, command)
        if command.do == "redo":
            return redone(self._standing, command)
        if command.do == AMENDING:
            return reconsidered(self._standing, command, faces)
        exchange = self.now.exchange(command)
        view = BattleView(self.state)
        play = Play(view, exchange(view))
        events = [*_sealed(command, faces), *play.start(faces)]
        if self.state.prompt is not None:  # the GM changes something while somebody is being asked
            assert play.done, "what the GM may do while a prompt is open asks nothing"
            return self._decide(command, events, view.state, self._opened, self._waiting())
        return self._decide(command, events, view.state, len(self.log.live), None if play.done else play)

    def decide_behind(
        self, command: Command, faces: FaceSource, decided: Sequence[Decision]
    ) -> Decision | None:
        """Work out what a command comes to behind others that are decided and not yet so.

        Args:
            decided: the others in their order, the first of them decided on the present state.

        Returns:
            What `decide` would give once they were accepted, or None where it must be asked then: what takes
            back or answers looks at the log, and what follows an open question waits for it.

        Raises:
            Refusal: as the rules have it once the others are so.
        """
        given = {entry.command.id for one in decided for entry in one.entries}
        if command.do in _LOOKING_BACK or not command.id or self.log.find(command.id) or command.id in given:
            return None
        if not all(one.ends_itself for one in decided):
            return None
        self.require_kinds(command)
        before = decided[-1].state
        exchange = Position(self.system, before).exchange(command)
        view = BattleView(before)
        play = Play(view, exchange(view))
        events = [*_sealed(command, faces), *play.start(faces)]
        opened = len(self.log.live) + sum(len(one.entries) for one in decided)
        return self._decide(command, events, view.state, opened, None if play.done else play, before)

    def accept(self, decision: Decision) -> None:
        """Let what was decided be so. Nothing else may have been accepted since it was decided."""
        if not decision.is_new:
            return
        assert decision.before is self.state, "what is accepted was decided on the battle as it is"
        entries = decision.entries
        if decision.history is not None:
            self.log, entries = decision.history.log, entries[1:]
            self._fold.turn(decision.history.turned)
            pack_older(self.log.entries, self._kinds)
        for entry in entries:
            self.log.keep(entry)
            self._fold.grow(entry, decision.state, decision.opened)
            pack_older(self.log.entries, self._kinds)
        self.state, self._opened = decision.state, decision.opened
        self._play, self._resumes = decision.play, decision.resumes
        if self._play is not None:
            self._play.view.state = self.state
        self._told = None  # it has gone on

    def take_in(self, events: Iterable[Event]) -> list[tuple[Entry, list[Step]]]:
        """Take in what was written behind this log elsewhere; give each entry, its events with the states.

        Raises:
            SavedBattleError: if that is no part of a log. Whatever is raised, nothing has changed.
        """
        log, fold, found = self.log.copy(), self._fold.copy(), []
        folded = fold.at(self.state, self._opened)
        for entry in read_entries(events):
            log.keep(entry)
            pack_older(log.entries, self._kinds)
            steps, folded = fold.tell(entry, log, folded)
            found.append((entry, steps))
        self.log, self._fold = log, fold
        self.state, self._opened = folded.state, folded.opened
        self._told = None
        self._let_go()
        return found

    def require_kinds(self, command: Command) -> None:
        """Refuse (`bad-command`) what does not fit what the action declares: once, as it comes in."""
        declared = self.system.declared(command.do) or ()
        if command.do == "answer":  # no choice, no faces: refused as a bad answer
            declared = tuple(one for one in declared if one not in OF_ANSWER and one.kind != OPTIONS)
        require_kinds(declared, command)

    # ------------------------------------------------------------------------------------------------ answers
    def weigh(self, command: Command) -> Offer:
        """Word an answer with all that is said along with it, without giving it. Raises `Refusal`."""
        play, prompt = self._waiting(), self.state.prompt
        if play is None or prompt is None or command.actor != prompt.to:
            raise Refusal("not-your-prompt", text("Nobody is being asked this any more."))
        extra = {key: value for key, value in command.params.items() if key != "answer"}
        return play.weigh(command.text("answer") or "", extra)

    def asked_facts(self) -> tuple[Fact, ...]:
        """List the facts that the open question rests on; the GM may overrule them with the answer."""
        play = self._waiting()
        return play.facts() if play is not None and self.state.prompt is not None else ()

    def _answer(self, command: Command, faces: FaceSource) -> Decision:
        choice = require_asked(self.state, command)
        play = self._waiting()
        if play is None:
            said = text(
                "The rules have changed since this was asked: the GM must take it back and do it anew."
            )
            raise Refusal("not-your-prompt", said)
        extra = {key: value for key, value in command.params.items() if key != "answer"}
        try:
            events = play.answer(choice, extra, faces)
        except BaseException:
            if not play.is_waiting:
                self._let_go()
            raise
        self._let_go()
        return self._decide(command, events, play.view.state, self._opened, None if play.done else play)

    # ------------------------------------------------------------------------------------------------ the log
    def _decide(
        self,
        command: Command,
        events: Sequence[Event],
        state: BattleState,
        opened: int,
        play: Play | None,
        before: BattleState | None = None,
    ) -> Decision:
        """Put into a decision what a command brings about, with what is explored by it.

        Args:
            before: the state that it was decided on; None for the present one.
        """
        before = before or self.state
        told, state = with_explored(events, before, state)
        entry = entry_of(command, told)
        return Decision(
            events=entry.events,
            entries=(entry,),
            before=before,
            state=state,
            opened=opened,
            play=play,
        )

    def _named(self, command: Command) -> Command:
        """Give a command an id of its own, if it brings none."""
        id_, number = command.id, len(self.entries)
        while not id_ or self.log.find(id_) is not None:
            number += 1
            id_ = f"c{number}"
        return command if id_ == command.id else replace(command, id=id_)

    def _refold(self) -> None:
        """Work out the state from the log."""
        folded = self._fold.turn_to(self.log.folded)
        self.state, self._opened = folded.state, folded.opened
        self._let_go()

    def _let_go(self) -> None:
        """Let go of the exchange that waits, which may have gone on: it is taken up again when wanted."""
        self._play, self._resumes = None, True

    def _waiting(self) -> Play | None:
        """Give the exchange that waits for an answer; None if none does, or the rules have changed since."""
        if self._resumes:
            self._play = self._resume() if self.state.prompt is not None else None
            self._resumes = False
        return self._play

    def _resume(self) -> Play | None:
        """Run the open exchange again up to its prompt; None if the rules have changed under it since."""
        return self.open_exchange().taken_up(self.state)

    def open_exchange(self) -> OpenExchange:
        """Give the exchange that stands at the open question, to be run again.

        It is run on the states that it was worked out on, although some of what led to them may have been
        taken back since: what it has come to stays, and it goes on from how things stand now.
        """
        own = last_exchange(self.log, self._opened)
        before, *since = states_before(own, self.entries, self._fold)
        record: list[Event | BattleState] = _told_by_rules(own[0])
        for state, entry in zip(since, own[1:], strict=True):
            record += [state, *_told_by_rules(entry)]
        return OpenExchange(before=before, command=command_of(own[0]), record=tuple(record))

    @property
    def is_stuck(self) -> bool:
        """Whether the open question cannot be answered, since the rules have changed: it must be undone."""
        return self.state.prompt is not None and self._waiting() is None

    def is_undone(self, entry: Entry) -> bool:
        """Say whether an entry has been taken back."""
        return entry.command.id in self.log.taken

    # ---------------------------------------------------------------------------------------------- the story
    def told(self, since: int = 0) -> Iterator[tuple[Entry, Sequence[Step]]]:
        """Tell the whole log again: each entry, and its events with the states round each.

        What was told as the battle was loaded is kept until something is done: the first to come to a table
        are told the same, each as far as they may know it.

        Args:
            since: how many entries are left out at the beginning.
        """
        if self._told is not None:
            yield from islice(self._told, since, None)
            return
        past = Log()
        for entry in self.entries[:since]:
            past.keep(entry)
        fold = self._fold.copy() if since else Fold(self._empty())
        yield from told_anew(past, fold, self.entries[since:])

    def story(self) -> Iterator[tuple[Entry, Event, BattleState, BattleState]]:
        """Tell the whole log again: each event with its entry, the state before it and the state after it."""
        for entry, steps in self.told():
            for event, before, after in steps:
                yield entry, event, before, after

    def states_of(self, first: int, before: BattleState) -> Iterator[tuple[Entry, BattleState, BattleState]]:
        """Give the latest entries, those from a number on, with the states that each came on and led to."""
        *earlier, last = self.entries[first:]
        state = before
        if earlier:
            since = states_before(self.entries[first + 1 :], self.entries, self._fold)
            for entry, after in zip(earlier, since, strict=True):
                yield entry, state, after
                state = after
        yield last, state, self.state

    @property
    def taken_back(self) -> frozenset[str]:
        """List the ids of the commands that are undone."""
        return frozenset(self.log.taken)

    @property
    def can_undo(self) -> bool:
        """Say whether there is anything to take back."""
        return self.log.can_undo

    @property
    def can_redo(self) -> bool:
        """Say whether something taken back can be put back."""
        return self.log.to_redo is not None

    @property
    def can_undo_map(self) -> bool:
        """Say whether a change of the map can be taken back alone."""
        return self.log.last_map_edit is not None

    @property
    def can_redo_map(self) -> bool:
        """Say whether a change of the map that was taken back can be put back."""
        return self.log.map_edit_to_redo is not None


def _why(error: Refusal | ValueError | LookupError) -> Text:
    return as_text(error.text) if isinstance(error, Refusal) else Text("{error}", (("error", str(error)),))


def _told_by_rules(entry: Entry) -> list[Event | BattleState]:
    """List what an entry's exchange told, without what the battle itself put round it."""
    return [event for event in entry.events[1:] if not isinstance(event, Explored | Amended | DiceSealed)]


def _sealed(command: Command, faces: FaceSource) -> list[Event]:
    """Tell as a fight begins by what its dice can be checked, where they can."""
    if command.do == "begin" and isinstance(faces, SealedSource):
        return [DiceSealed(seal=faces.seal)]
    return []
