"""One table's door: it takes a command, appends what came of it, folds it, and tells everybody who may know.

Nothing reaches a battle but through `Host.handle`, one command at a time; nobody is told before it is stored.
Whoever changes the battle holds the table's queue all the while, and its lock only while something is read or
changed: as long as the disk works, the table is looked at as it was before.
"""

import logging
import random
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter, sleep
from typing import Any

from rules.engine.command import Command
from rules.engine.decision import Decision
from rules.engine.events import event_as_json
from rules.engine.fog.exploration import is_foggy
from rules.engine.house.house import House
from rules.engine.refusal import Refusal
from rules.engine.text import Words, text
from webapp.panels.house_rules_page import changes_between
from webapp.server.background import begin_if_it_waits
from webapp.store.store import SeqTaken, Store, StoreTrouble
from webapp.store.table_counts import TableCounts
from webapp.table.authority import authorised
from webapp.table.command_times import note_done, watched
from webapp.table.grants import Visitor
from webapp.table.open_table import OpenTable
from webapp.talk.conversation import Talk
from webapp.visibility.harm import without_harm
from webapp.visibility.known_events import event_for
from webapp.visibility.player_checks import STOPPED_SHORT, as_far_as_it_goes, as_meant
from webapp.visibility.stream import Heard
from webapp.visibility.viewer import Viewer

_log = logging.getLogger(__name__)

_SHARED_CODES = frozenset({"prompt-open", "not-your-turn", "unknown-action", "unknown-combatant"})
"""Refusals that do not depend on where anybody stands."""
_AT_A_STRETCH = 0.02
"""Seconds for which commands are decided together, before others have a turn."""
_READ_STATE = frozenset({"set-fog"})
"""Commands whose right or meaning depends on how things stand when they are read."""
_STEPS_BACK = 0.01
"""Seconds, for each time before, that a command at most waits until it is tried again."""
TRIES = 8
"""How often a command is tried again when another server wrote to the battle first."""
KEPT_BUSY = text("Other servers keep this table busy. Nothing was changed; try again.")


@dataclass(frozen=True, slots=True, kw_only=True)
class HandleResult:
    """What a command came to, for its giver: the viewer's sequence number, and what the viewer heard of."""

    seq: int
    viewer: Viewer
    heard: tuple[Heard, ...]
    said: Words = ""
    """A sentence for its giver, where it did not come to what was asked."""

    @property
    def events(self) -> tuple[dict[str, Any], ...]:
        """The events that the giver may hear of, as JSON."""
        return tuple(
            without_harm(event_for(event, after, self.viewer, known), event, after, self.viewer)
            for event, after, known in self.heard
        )


Listener = Callable[["Host"], None]
AheadListener = Callable[["Host", Sequence[Decision]], None]


class Host(OpenTable):
    """One table at play. Use `Hosts.get`; every method may be called from any thread."""

    def __init__(self, store: Store, table_id: str, scene_id: str | None = None) -> None:
        """Open the battle before the table, or to look at it alone another scene's."""
        super().__init__(store, table_id, scene_id)
        self.listeners: list[Listener] = []
        """Told whenever something has changed."""
        self.ahead_listeners: list[AheadListener] = []
        """Told of decisions while these are being kept, to get ready what will be told of them. They may yet
        come to nothing."""
        self.talk = Talk(self)

    # ------------------------------------------------------------------------------------- commands
    @watched
    def handle(self, data: Mapping[str, Any], by: Visitor) -> HandleResult:
        """Carry out somebody's command: check, play, append, fold, tell.

        Raises:
            Refusal: nothing has changed.
            StoreTrouble: it could not be kept, and so did not happen.
        """
        data = _with_id(data)
        with self.queue:
            for number in range(TRIES):
                try:
                    return self._handle(data, by)
                except SeqTaken:  # another server wrote to this battle: take in what it did, and try again
                    sleep(random.uniform(0, number * _STEPS_BACK))  # and let it finish, if it is as busy
                    self.catch_up()
                except Refusal:
                    if not self._catches_up():
                        raise
        raise StoreTrouble(KEPT_BUSY)

    def handle_all(self, sent: Sequence[Mapping[str, Any]], by: Visitor) -> list[HandleResult | Exception]:
        """Carry out commands that somebody gave one behind the other, as `handle` would each in its turn.

        What the GM does is decided together as far as that can be: it shares one transaction, and pages are
        told of it once.

        Returns:
            What each came to, or what it was refused or failed with.
        """
        waiting, outcomes = [_with_id(data) for data in sent], list[HandleResult | Exception]()
        with self.queue:
            while waiting:
                together = self._together(waiting, by)
                done = [*together] if together else [self._outcome(waiting[0], by)]
                outcomes += done
                del waiting[: len(done)]
        return outcomes

    def _outcome(self, data: Mapping[str, Any], by: Visitor) -> HandleResult | Exception:
        try:
            return self.handle(data, by)
        except Exception as error:
            return error

    def _together(self, sent: Sequence[Mapping[str, Any]], by: Visitor) -> list[HandleResult]:
        """Carry out the first of these commands as one; none where they do not go together."""
        if by.role != "gm" or len(sent) < 2:
            return []
        began = perf_counter()
        with self.lock:
            viewer = self.viewer(by)
            decisions = self._decided_together(viewer, sent, by)
        if len(decisions) < 2:
            return []
        try:
            done = self._keep(decisions, viewer)
        except (SeqTaken, StoreTrouble):
            return []  # nothing of it has happened: each is tried, and told, by itself
        note_done(began, len(done))
        return done

    def _decided_together(
        self, viewer: Viewer, sent: Iterable[Mapping[str, Any]], by: Visitor
    ) -> list[Decision]:
        """Decide commands of the GM's, each behind the one before, up to one that must wait for its turn."""
        decisions, place, until = list[Decision](), self.last_seq + 1, perf_counter() + _AT_A_STRETCH
        if self.stream(viewer).as_known(self.battle.state) is not self.battle.state:
            return []
        for data in sent:
            try:
                command = authorised(self, data, by)
                if command.do in _READ_STATE:
                    break
                faces = self.faces(place, [event for one in decisions for event in one.events])
                decision = (
                    self.battle.decide_behind(command, faces, decisions)
                    if decisions
                    else self.battle.decide(command, faces)
                )
            except Exception:  # refused, or worse, by itself when its turn comes
                break
            if decision is None or not decision.is_new:
                break
            decisions.append(decision)
            place += len(decision.events)
            if perf_counter() > until:
                break
        return decisions

    def _handle(self, data: Mapping[str, Any], by: Visitor) -> HandleResult:
        with self.lock:
            viewer = self.viewer(by)
            command = self._meant(viewer, data, by)
            decision, said = self._decide_for(viewer, command)
        if decision.is_new:
            (done,) = self._keep([decision], viewer)
            return replace(done, said=said) if said else done
        with self.lock:  # sent twice: tell again what it did the first time
            heard = self.streams.told_again(viewer, until=command.id).heard
            return HandleResult(seq=self.stream(viewer).seq, viewer=viewer, heard=tuple(heard), said=said)

    def _meant(self, viewer: Viewer, data: Mapping[str, Any], by: Visitor) -> Command:
        """Make a command of what was sent, if it is theirs to give and legal as far as they know."""
        command, stream = authorised(self, data, by), self.stream(viewer)
        is_known = self.battle.log.find(command.id) is not None
        return command if is_known else as_meant(self.battle, stream, command)

    def _decide_for(self, viewer: Viewer, command: Command) -> tuple[Decision, Words]:
        """Decide a command as far as it goes; give what comes of it, and what its giver is told."""
        try:
            return self._decide(command), ""
        except Refusal as refusal:
            short = as_far_as_it_goes(self.battle, self.stream(viewer), command, refusal)
            if short is None:
                raise self._as_known(refusal, command, viewer) from None
        return self._decide(short), STOPPED_SHORT

    def _decide(self, command: Command) -> Decision:
        return self.battle.decide(command, self.faces(self.last_seq + 1))

    def _keep(self, decisions: Sequence[Decision], viewer: Viewer) -> list[HandleResult]:
        """Keep what was decided, and then let it be so and tell it; if it cannot be kept, it never was.

        Called in the queue and without the lock: the disk may take its time.

        Args:
            decisions: new ones, each on what the one before it leads to: of all or nothing.
            viewer: who gave the commands; what is given back is what they hear of each.
        """
        commands = [
            (one.entries[-1].command.id, [(event.kind, event_as_json(event)) for event in one.events])
            for one in decisions
        ]
        get_ready = self._getting_ready(decisions)
        begin_if_it_waits(get_ready)
        last = self.store.append_all(self.scene.id, self.last_seq + 1, commands)
        self.others.kept(
            self, self.scene.id, self.last_seq + 1, [row for _, rows in commands for row in rows]
        )
        with self.lock:
            get_ready()
            self.last_seq, done = last, list[HandleResult]()
            for decision in decisions[:-1]:
                self.accept(decision)
                done.append(self._heard_by(viewer))
            self.accept(decisions[-1])
            self.publish()
            done.append(self._heard_by(viewer))
        return done

    def _getting_ready(self, decisions: Sequence[Decision]) -> Callable[[], None]:
        """Give what tells of decisions that are being kept, once, however often it is called."""
        left = [*self.ahead_listeners]

        def get_ready() -> None:
            with self.lock:
                while left:
                    try:
                        left.pop()(self, decisions)
                    except Exception:
                        _log.exception("Getting ready to tell of a change failed")

        return get_ready

    def _heard_by(self, viewer: Viewer) -> HandleResult:
        """Give what viewers of this knowledge heard of the last command."""
        stream = self.stream(viewer)
        return HandleResult(seq=stream.seq, viewer=viewer, heard=tuple(stream.heard))

    def _as_known(self, refusal: Refusal, command: Command, viewer: Viewer) -> Refusal:
        """Word a refusal for a viewer: it says nothing of where anybody unknown stands."""
        state, action = self.battle.state, self.battle.system.action(command.do)
        is_all_known = viewer.is_gm or self.stream(viewer).as_known(state) is state
        if action is None or is_all_known or refusal.code in _SHARED_CODES:
            return refusal
        said = text("Something that cannot be seen from here stands against it: ask the GM.")
        return Refusal(refusal.code, said, refusal.rule)

    def publish(self) -> None:
        """Tell the listeners that something has changed.

        What has happened is in the store by now: a listener that fails is logged, and does not undo it.
        """
        for listener in self.listeners:
            try:
                listener(self)
            except Exception:
                _log.exception("Telling a table's pages of a change failed")
        try:
            self.streams.tell_rest()
        except Exception:
            _log.exception("Telling a change to who has no page of it failed")

    # ----------------------------------------------------------------------- what others have written
    def catch_up(self) -> None:
        """Take in what others have written to this table, and show it.

        Raises:
            Refusal: `no-table`, if it was deleted.
            StoreTrouble: if it cannot be read, or is damaged.
        """
        with self.queue:
            told, table = self.store.told(self.scene.id, self.last_seq), self.store.table(self.table_id)
            with self.lock:
                if not self.is_before_table(table) or not self.take_in(told):
                    self.load()
                else:
                    self.look_up()
                    self.seats = self.store.people.seats(self.scene.id)
                if not self.is_prepared:
                    self.talk.catch_up()
                self.publish()

    def follow(self, first_seq: int, events: Sequence[tuple[str, str]]) -> None:
        """Take in what another process has just written to this scene's log, and show it.

        Args:
            first_seq: the place of the first of the events, each of which is its kind and its JSON.

        Raises:
            StoreTrouble: if what came before cannot be read, or is damaged.
        """
        with self.queue:
            known = self.last_seq + 1 - first_seq
            if known >= len(events):
                return
            told = events[known:] if known >= 0 else self.store.told(self.scene.id, self.last_seq)
            with self.lock:
                if not self.take_in(told):
                    self.load()
                self.publish()

    def require_news(self) -> None:
        """Take in what other processes have written, if they have: it may not have been told here yet.

        Raises:
            Refusal: `no-table`, if it was deleted.
            StoreTrouble: if it cannot be read, or is damaged.
        """
        if not self.others.is_alone:
            self._catches_up()

    def _catches_up(self) -> bool:
        """Take in what other processes have written; say whether there was anything."""
        if self.others.is_alone or not self.is_behind(
            self.store.counts.of_table(self.table_id, self.scene.id)
        ):
            return False
        with self.queue:
            if self.is_behind(self.store.counts.of_table(self.table_id, self.scene.id)):
                self.catch_up()
        return True

    def is_behind(self, counts: TableCounts | None) -> bool:
        """Say whether there is more in the database than is known here; None: it has no such table."""
        if counts is None:
            return True
        is_elsewhere = not self.is_prepared and counts.scene_id != self.scene.id
        more = counts.changes != self.changes or counts.last_seq > self.last_seq
        return is_elsewhere or more or (not self.is_prepared and counts.said > self.talk.last_number)

    # ----------------------------------------------------------------------------- table and people
    def reload_seats(self) -> None:
        """Take in who plays whom, and show everybody what they may see now."""
        with self.queue:
            with self.lock:
                self.seats = self.store.people.seats(self.scene.id)
                self.look_up()
            self.others.changed(self.table_id)
            self._keep_what_players_explore()
            with self.lock:
                self.publish()

    def _keep_what_players_explore(self) -> None:
        """Let the fog keep what a side explores that somebody has just begun to play on."""
        fog = self.battle.state.fog
        added = sorted(self.party() - {*fog.sides})
        if is_foggy(self.battle.state) and fog.sides and added:
            gm = Visitor(role="gm", table_id=self.table_id, person_id=None, name=str(text("GM")))
            self.handle({"do": "set-fog", "sides": [*fog.sides, *added]}, gm)

    def switch(self, battle_id: str, *, as_it_was: bool = False) -> None:
        """Bring another scene onto the table; every page is loaded anew.

        Args:
            as_it_was: leave it the house rules that it was played by; else the table's own of now count.
        """
        assert not self.is_prepared, "a scene that is looked at alone is brought by the table's own host"
        with self.queue:
            system, house = self.scene.system, self.battle.state.house
            self.store.set_current(self.table_id, battle_id)
            with self.lock:
                self.load()
            self.others.changed(self.table_id)
            same = system == self.scene.system
            if same and not as_it_was and self.battle.state.prompt is None:
                self._play_by(house)
            with self.lock:
                self.publish()

    def _play_by(self, house: House) -> None:
        """Let this scene be played by the table's house rules as they are now."""
        changes = changes_between(self.battle.state.house, house)
        if changes:
            params = {"changes": changes}
            with self.lock:
                decision = self._decide(
                    Command(do="set-house", id=secrets.token_hex(16), by="gm", params=params)
                )
            if decision.is_new:
                self._keep([decision], Viewer(role="gm"))

    def change_settings(self, **chosen: Any) -> None:
        """Keep what the GM chose for the table, and show everybody what they may see by it."""
        with self.queue:
            self.store.change_settings(self.table_id, **chosen)
            self.tell_people_changed()

    def tell_people_changed(self) -> None:
        """Take in who is here and what the table's settings are, and show everybody what they may see now."""
        with self.lock:
            self.look_up()
            self.others.changed(self.table_id)
            self.publish()


def _with_id(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Give a command an id if it has none: the same, however often it is tried."""
    return data if data.get("id") else {**data, "id": secrets.token_hex(16)}
