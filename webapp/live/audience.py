"""Everybody who has a page of one table open, and what is sent to them when something changes.

Viewers who know the same things share a room, and what is sent to it is made and encoded once. A room is sent
nothing when nothing changed for it, so that silence and counting tell nobody of what they cannot see.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from hashlib import sha256
from itertools import takewhile
from time import monotonic
from typing import Any

from flask import Flask
from flask_socketio import SocketIO

from rules.engine.decision import Decision
from rules.engine.state import BattleState
from rules.engine.system import System, find_system
from webapp.drawing.kept_parts import KeptParts, WithoutPlaces
from webapp.live.answer_clock import AnswerClock
from webapp.live.log_entries import LogEntries
from webapp.live.moves_ahead import MovesAhead, looks_as_before, moves_ahead, who_moves
from webapp.live.page_changes import (
    Update,
    flash_of,
    map_parts,
    moves_between,
    panels_of,
    parts_of,
    people_of,
    render_panel,
    update_of,
)
from webapp.live.rooms import Guest, Room
from webapp.live.seen_throws import throws_of
from webapp.panels.pages import shared_frame
from webapp.panels.presenter import TableView, table_view
from webapp.server.background import let_others_run
from webapp.server.catalogue import SOURCE
from webapp.server.language import page_language, speaking
from webapp.store.store import TableRow
from webapp.table.grants import Visitor
from webapp.table.host import Host
from webapp.table.links import link_mark
from webapp.visibility.viewer import SCREEN, Viewer

_UNCOUNTED = ("top", "people", "groups", "scenes")
"""Panels that may change without anything that is counted: settings, who is here, what is kept: the GM's."""
HERE = "here"
"""The part of a table that each process shows the others: the people who have a page open there."""
_HOLDS, _AGES = 2.0, 1.0
"""Seconds for which a page's rights are taken for what they were, where nobody tells of a change; and after
which they are looked up between its messages, so that none of these waits for it."""
_GATHER = 0.3
"""Seconds for which people who come and go are gathered into one message: many come at once."""


class Audience:
    """The open pages of one table, by rooms. Its methods are called with the host's lock held."""

    def __init__(self, app: Flask, socketio: SocketIO, host: Host) -> None:
        self.host = host
        self._app, self._socketio = app, socketio
        self.entries = LogEntries()
        self._guests: dict[str, Guest] = {}
        self._rooms: dict[str, Room] = {}
        self._grouping: tuple[Any, ...] = ()
        self.clock = AnswerClock(app, socketio, host)
        self._gathering = False
        self._here: frozenset[str] | None = None
        self._lifted = WithoutPlaces()
        self._ready: tuple[BattleState, dict[str, MovesAhead]] | None = None
        """A state that is being kept, and what the rooms are sent as soon as that is so."""

    # ------------------------------------------------------------------------------ coming and going
    def guest(self, sid: str) -> Visitor | None:
        """Tell who has the page of a socket open."""
        guest = self._guests.get(sid)
        return guest.visitor if guest else None

    def is_known(self, sid: str) -> bool:
        """Say whether a page's rights were looked up a moment ago, and are what they were.

        They change by what this process writes, or another one that serves the table; the others tell, but
        for a second server on the same folder.
        """
        guest = self._guests.get(sid)
        if guest is None or guest.found is None:
            return False
        *then, when = guest.found
        return tuple(then) == self._as_known() and monotonic() - when < _HOLDS

    def begins_to_age(self, sid: str) -> bool:
        """Say, once, whether a page's rights, which are known, should be looked up again soon."""
        guest = self._guests.get(sid)
        if guest is None or guest.found is None or guest.is_looked_up:
            return False
        guest.is_looked_up = monotonic() - guest.found[-1] > _AGES
        return guest.is_looked_up

    def looked_up(self, sid: str, *, is_found: bool) -> None:
        """Take in that a page's rights were looked up between messages; if in vain, the next one does so."""
        if sid in self._guests:
            guest = self._guests[sid]
            guest.is_looked_up, guest.found = False, guest.found if is_found else None

    def looks_up(self, sid: str) -> Callable[[], None]:
        """Begin to look up a page's rights; what is given notes that they were found."""
        as_known = self._as_known()

        def note_known() -> None:
            if sid in self._guests:
                self._guests[sid].found = *as_known, monotonic()

        return note_known

    def _as_known(self) -> tuple[TableRow, int]:
        return self.host.table, self.host.store.writes

    @property
    def is_open(self) -> bool:
        """Say whether any page is open."""
        return bool(self._guests)

    def here(self) -> frozenset[str]:
        """List the people who have a page open, in this process or another one."""
        if self._here is None:
            self._here = self._people_here().union(*self.host.others.parts(self.host, HERE))
        return self._here

    def _people_here(self) -> frozenset[str]:
        visitors = [guest.visitor for guest in self._guests.values()]
        people = (one.second if one.role == "gm" else one.person_id for one in visitors)
        return frozenset(person for person in people if person)

    def _pages_changed(self) -> None:
        """Work out anew who is here, and show the other processes who is here."""
        self._here = None
        if not self.host.others.is_alone:
            self.host.others.show(self.host, HERE, sorted(self._people_here()))

    def others_changed(self) -> None:
        """Show the GM who is here, now that the pages of other processes have changed."""
        self._here = None
        self.tell_gm()

    def visitors(self) -> list[tuple[str, Visitor]]:
        """List the sockets of all open pages, each with who has it open."""
        return [(sid, guest.visitor) for sid, guest in self._guests.items()]

    def rooms(self) -> list[tuple[str, Viewer]]:
        """List the rooms that somebody is in, each with what its viewers know."""
        return [(room.name, room.viewer) for room in self._rooms.values()]

    def room_of(self, sid: str) -> tuple[str, Viewer]:
        """Give the room of a page."""
        room = self._rooms[self._guests[sid].room]
        return room.name, room.viewer

    def language_of(self, room: str) -> str:
        """Give the language of a room."""
        return self._rooms[room].language

    def language_at(self, sid: str) -> str:
        """Give the language of a page."""
        return self.language_of(self._guests[sid].room)

    def enter(self, sid: str, visitor: Visitor, seq: int | None, spoken: str = SOURCE) -> None:
        """Let a page in, and bring it up to date unless it is.

        Args:
            seq: the number of what it shows.
            spoken: its language.
        """
        self.clock.run()
        self._regroup()
        self._guests[sid] = guest = Guest(visitor, "", spoken)
        self._pages_changed()
        self._join(sid, self._room_for(guest))
        self.bring_up_to_date(sid, seq)
        self.tell_gm()

    def leave(self, sid: str) -> None:
        """Let a page go."""
        if self._guests.pop(sid, None) is not None:
            self.host.used = monotonic()
            self._pages_changed()
            self._close_empty_rooms()
            self.tell_gm()

    def bring_up_to_date(self, sid: str, seq: int | None) -> None:
        """Send one page everything it shows, or little more than its number if it has seen everything."""
        room = self._rooms[self._guests[sid].room]
        with speaking(room.language):
            self._socketio.emit("update", self._all_of(room, seq), to=sid)

    def _all_of(self, room: Room, seq: int | None) -> Update:
        view = room.shown
        now = self._view(room.viewer, room.kept) if view.is_gm or self.clock.is_running else view
        if seq == view.seq:
            names: tuple[str, ...] = _UNCOUNTED if view.is_gm else ()
            names += ("prompt",) if self.clock.is_running and view.prompt is not None else ()
            return update_of(view, seq, "".join(render_panel(name, now) for name in names))
        if room.whole is None or self.clock.is_running:
            room.whole = update_of(view, None, "".join(render_panel(name, now) for name in panels_of(view)))
            room.whole["drawn"] = map_parts(view, None)
        return room.whole

    def _room_for(self, guest: Guest) -> Room:
        settings, visitor = self.host.settings, guest.visitor
        return self._room(self.host.viewer(visitor), page_language(visitor, settings, guest.wanted))

    def _room(self, viewer: Viewer, spoken: str) -> Room:
        digest = sha256(repr(viewer.page).encode()).hexdigest()[:16]
        name = f"{self.host.address}/{viewer.role}/{digest}" + (f"/{spoken}" if spoken != SOURCE else "")
        if name not in self._rooms:
            view = self._view(viewer, kept := KeptParts(self._lifted))
            rewritten = self.host.stream(viewer).rewritten
            ground, parts = self._ground(view), parts_of(view)
            self._rooms[name] = Room(name, viewer, spoken, view, ground, rewritten, kept, parts)
        return self._rooms[name]

    def _join(self, sid: str, room: Room) -> None:
        self._guests[sid].room = room.name
        self._socketio.server.enter_room(sid, room.name, namespace="/")

    def _regroup(self) -> None:
        """Move the pages whose viewers know more or less than before to the rooms where they belong."""
        host = self.host
        people = {person.id for person in host.people}
        sides = {who: c.side for who, c in host.battle.state.combatants.items()}
        fog = host.battle.state.fog
        settings, keys = host.settings, (host.table.screen_key, host.table.gm_key, host.table.is_closed)
        grouping = (
            host.seats,
            sides,
            settings.sight,
            settings.enemy_harm,
            settings.secret_turns,
            settings.screen_language,
            settings.exceptions,
            settings.second_gms,
            settings.run_by,
            people,
            keys,
            fog.on,
            fog.each,
        )
        if grouping == self._grouping:
            return
        self._grouping, before = grouping, self._knowledges()
        for sid, guest in list(self._guests.items()):
            room = None if self._is_gone(guest.visitor, people) else self._room_for(guest)
            if room is not None and room.name == guest.room:
                continue
            self._socketio.server.leave_room(sid, guest.room, namespace="/")
            if room is not None and self._rooms[guest.room].differs_by_who_runs(room):
                self._join(sid, room)
                self.bring_up_to_date(sid, None)
                continue
            is_player = room is None and guest.visitor.second in people
            at = {"at": f"/tables/{host.table_id}/play"} if is_player else {}
            self._socketio.emit("update", {"reload": True} | at, to=sid)
            if room is not None:
                self._join(sid, room)
            else:  # removed: the page will not be let in again
                del self._guests[sid]
                self._pages_changed()
                self._socketio.server.disconnect(sid, namespace="/")
        self._close_empty_rooms()
        host.streams.let_go(before - self._knowledges())

    def _knowledges(self) -> set[tuple[Any, ...]]:
        """Give what those know who have a page open."""
        return {room.viewer.knowledge for room in self._rooms.values()}

    def _is_gone(self, visitor: Visitor, people: set[str]) -> bool:
        """Say whether somebody was sent away: removed, come by a key that was changed, or the GM was."""
        if self.host.table.is_closed:
            return True
        role = "gm" if visitor.through else visitor.role
        if visitor.link and visitor.link != link_mark(self.host.table, role):
            return True
        if visitor.second and not self.host.settings.is_gm_beside(visitor.second):
            return True
        persons = {visitor.person_id, visitor.second} - {None, ""}
        return not persons <= people

    def _close_empty_rooms(self) -> None:
        used = {guest.room for guest in self._guests.values()}
        self._rooms = {name: room for name, room in self._rooms.items() if name in used}

    # ------------------------------------------------------------------------------ what has changed
    def get_ready(self, decisions: Sequence[Decision]) -> None:
        """Work out where rooms will see tokens go by what is being kept now."""
        before, after, movers = decisions[0].before, decisions[-1].state, who_moves(decisions)
        self._ready = None
        if not any(movers):
            return
        found = {
            room.name: moves_ahead(room.shown.tokens, self.host.stream(room.viewer), after, movers)
            for room in self._rooms.values()
            if looks_as_before(room.viewer, before, after)
        }
        self._ready = after, {name: ahead for name, ahead in found.items() if ahead is not None}

    def _send_ahead(self) -> None:
        """Send rooms what was made ready, if that is what has come about. It has no number: the rest has."""
        ready, self._ready = self._ready, None
        if ready is None or ready[0] is not self.host.battle.state:
            return
        sent: dict[str, tuple[list[dict[str, Any]], list[str]]] = {}
        for name, ahead in ready[1].items():
            room = self._rooms.get(name)
            if room is not None and room.shown.tokens is ahead.was:
                room.ahead = ahead
                sent.setdefault(repr(ahead.moves), (ahead.moves, []))[1].append(name)
        for moves, names in sent.values():
            self._socketio.emit("update", {"ahead": True, "moves": moves}, to=names)
        if sent:
            let_others_run()

    def publish(self) -> None:
        """Send every room what changed for it: where tokens go, and then the rest.

        First are those where something is seen to happen. Last are those whose own characters did it: in the
        fog these see other ground, and so take longest.
        """
        self._send_ahead()
        self.clock.run()
        self._regroup()
        entries = self.host.battle.entries
        doers = {who for event in entries[-1].events for who in event.subjects()} if entries else set[str]()

        def wait(room: Room) -> int:
            if not room.viewer.is_gm and not doers.isdisjoint(room.viewer.owns):
                return 2
            return 0 if any(token.who in doers for token in room.shown.tokens) else 1

        for room in sorted(self._rooms.values(), key=wait):
            with speaking(room.language):
                self._send_changes(room)
        if any(room.people != people_of(room.shown) for room in self._rooms.values()):
            self.tell_gm()

    def tell_gm(self) -> None:
        """Show the GM who is here and what was refused, in a moment: much of it may come at once."""
        if not self._gathering and any(room.viewer.is_gm for room in self._rooms.values()):
            self._gathering = True
            self._socketio.start_background_task(self._send_people)

    def _send_people(self) -> None:
        self._socketio.sleep(_GATHER)
        with self._app.app_context(), self.host.lock:
            self._gathering = False
            for room in self._rooms.values():
                view = self._view(room.viewer, room.kept) if room.viewer.is_gm else room.shown
                if room.people != (people := people_of(view)):
                    room.people, room.whole = people, None
                    with speaking(room.language):
                        panels = render_panel("people", view)
                        if room.parts["first_steps"] != view.first_steps:  # somebody has joined
                            room.parts["first_steps"] = view.first_steps
                            panels += render_panel("first_steps", view)
                        update = update_of(room.shown, room.shown.seq, panels)
                    self._socketio.emit("update", update, to=room.name)

    def _send_changes(self, room: Room) -> None:
        update = self._changes(room)
        if update is not None:
            self._socketio.emit("update", update, to=room.name)

    def _view(self, viewer: Viewer, kept: KeptParts) -> TableView:
        """Put the page of some viewers together.

        Args:
            kept: the parts of what they have, of which those are taken that have not changed.
        """
        frame = shared_frame(self.host, viewer, self.here(), kept=kept)
        return table_view(self.host.battle, viewer, frame, self.host.stream(viewer), kept)

    def _ground(self, view: TableView) -> tuple[Any, ...]:
        m = view.map
        size = (m.kind, m.cols, m.rows, m.width, m.height)
        return (self.host.scene.id, view.frame.picture_url, *size)

    def _changes(self, room: Room) -> Update | None:
        """Work out what a room is to be sent, and take it for sent."""
        old, view = room.shown, self._view(room.viewer, room.kept)
        tokens, room.ahead = room.ahead.tokens if room.ahead else old.tokens, None
        if view is old:
            return None
        old_ground, rewritten = room.ground, room.rewritten
        room.shown, room.rewritten = view, self.host.stream(room.viewer).rewritten
        if view.map is not old.map:
            room.ground = self._ground(view)
        if room.ground != old_ground:
            room.whole = None
            return {"reload": True}
        moves = moves_between(tokens, view.tokens)
        were, room.parts = room.parts, parts_of(view)
        stale = [name for name, part in room.parts.items() if were[name] != part]
        drawn = map_parts(view, old)
        if "tokens" in stale and (moves or tokens == view.tokens):
            stale.remove("tokens")
        panels = [render_panel(name, view) for name in stale]
        last = old.log[-1].number if old.log else 0
        fresh = list(takewhile(lambda line: line.number > last, reversed(view.log)))[::-1]
        if room.rewritten != rewritten:
            panels.append(render_panel("log", view))
        elif fresh:
            panels.append(self.entries.fresh(fresh, view.is_gm))
        if not panels and not moves and not drawn and view.seq == old.seq:
            return None
        room.whole = None
        return {
            **update_of(view, old.seq, "".join(panels)),
            "moves": moves,
            "drawn": drawn,
            "flash": [flash for line in fresh if (flash := flash_of(line)) is not None],
            "throws": throws_of(fresh, self._system()) if self._shows_throws(room.viewer) else [],
            "traces": [asdict(line.trace) | {"tone": line.tone} for line in fresh if line.trace],
        }

    def _system(self) -> System:
        return find_system(self.host.battle.state.system)

    def _shows_throws(self, viewer: Viewer) -> bool:
        """Say whether dice are sent to roll: the GM chooses for the projector, on others the page."""
        return viewer.role != SCREEN or self.host.settings.screen_dice
