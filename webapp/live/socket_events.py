"""The socket: lets pages in, takes commands and questions from them, and answers each with a reply.

What a page sends is never trusted: who sends it is what the session says, now, and whatever it holds comes to
a reply, a refusal at worst.
"""

import json
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from flask import Flask, current_app, render_template, request
from flask_socketio import ConnectionRefusedError

from rules.engine.aim_odds import Found
from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import System
from rules.engine.text import Words, text
from webapp.context import ask_for_scene
from webapp.drawing.drag_cover import HeavyChance, as_answer, chance_of, meetings_from
from webapp.drawing.measurements import template_list
from webapp.drawing.tokens import place_key
from webapp.drawing.zone_ranges import zones_from
from webapp.live.audience import AUDIENCES, Audience, Audiences, audiences
from webapp.live.odds_pool import odds_pool
from webapp.live.precompute import needs_warming, warm
from webapp.live.projector_view import FRAMINGS, Framings, framings
from webapp.live.shared_rulers import KINDS, SHOWINGS, Showings, known_table, showings
from webapp.panels.aim import HeavyOdds, aim_on_page, aim_view, as_aimed, default_aim, draft
from webapp.panels.pages import shared_frame
from webapp.panels.targets import targets_of
from webapp.server.language import known_language, language, speaking, told, told_all
from webapp.server.limits import counted_address, counted_as, limits
from webapp.sockets.line import line_of
from webapp.sockets.message_contexts import Sockets
from webapp.sockets.packets import NO_MESSAGE, CheckedPacket, drop_quietly
from webapp.store.store import StoreTrouble
from webapp.table.authority import authorised, require_own
from webapp.table.grants import EYES, NotGranted, Visitor, is_read_by, visitor_of
from webapp.table.host import Host
from webapp.table.hosts import Hosts, hosts
from webapp.table.sleep import SLEEP, Sleep, sleep_of
from webapp.talk.page import hearers
from webapp.talk.push import TALK, TalkPushes, pushes
from webapp.visibility.audit import note_flood, note_forged, note_not_granted, noting
from webapp.visibility.player_checks import AIM_AT
from webapp.visibility.told_refusal import told_refusal
from webapp.visibility.viewer import cloak_offer

socketio = Sockets(serializer=CheckedPacket)

Reply = dict[str, Any]
_Handler = Callable[[Host, Visitor, Mapping[str, Any]], Reply]


def listen(app: Flask, opened: Hosts, idle: float) -> None:
    """Publish what the hosts of an app change, and let those sleep that are idle for so many seconds."""
    app.extensions[AUDIENCES] = everybody = Audiences(app, socketio)
    opened.listeners.append(everybody.publish)
    app.extensions[SHOWINGS] = shown = Showings(app, socketio)
    opened.listeners.append(shown.publish)
    app.extensions[FRAMINGS] = framed = Framings(app, socketio)
    opened.listeners.append(framed.publish)
    app.extensions[TALK] = talk = TalkPushes(app, socketio)
    opened.talk_listeners.append(talk.say)
    app.extensions[SLEEP] = Sleep(app, socketio, opened, idle)
    drop_quietly()


# ----------------------------------------------------------------------------------------- the door
@socketio.on("connect")
def _connect(auth: Any = None) -> bool:
    """Let in who has a grant for the table and the role it asks for."""
    wanted = auth if isinstance(auth, Mapping) else {}
    table_id, role = ask_for_scene(str(wanted.get("table", ""))), str(wanted.get("role", ""))
    if not limits().pages.spend(counted_address()):
        return False
    try:
        visitor = visitor_of(role, table_id)
        host = hosts().get(table_id)
        host.require_news()  # the page may have been made by another process, and know more
    except NotGranted:
        note_not_granted(table_id, role)
        return False
    except (Refusal, StoreTrouble):
        return False
    if limits().flooders.has(counted_as(visitor, _sid())):
        farewell = _farewell(known_language(wanted.get("language")))
        raise ConnectionRefusedError(farewell["message"], farewell)
    with host.lock:
        room = audiences().of(host)
        audiences().sockets[_sid()] = room
        spoken = known_language(wanted.get("language"))
        room.enter(_sid(), visitor, _number_given(host, visitor, wanted.get("seq")), spoken)
        showings().of(host).welcome(_sid())
        if visitor.role == "gm":
            framings().of(host).welcome(_sid())
        if not host.is_prepared:
            pushes().catch_up(host, _sid(), visitor, _seq(wanted.get("said")))
        state = host.battle.state
    _grant_line(host, visitor, spoken)
    if needs_warming(state):
        socketio.start_background_task(warm, state)
    return True


@socketio.on("disconnect")
def _disconnect(reason: Any = None) -> None:
    """Let a page go."""
    line = line_of(request.environ)
    if line is not None:
        line.withdraw()
    odds_pool().drop(_sid())
    odds_pool().drop(_of_drag(_sid()))
    room = audiences().sockets.pop(_sid(), None)
    if room is not None:
        with room.host.lock:
            room.leave(_sid())
            showings().of(room.host).leave(_sid())
            framings().of(room.host).leave(_sid())
        sleep_of(current_app).watch()


def _grant_line(host: Host, visitor: Visitor, spoken: str) -> None:
    """Let the page's line take as much as this visitor may send, with the words for what is more."""
    line = line_of(request.environ)
    if line is None:
        return
    with speaking(spoken):
        refusal = _refused("too-often", text("That is more than the table can take at once. Wait a second."))
    line.refusal, line.farewell = json.dumps(refusal), json.dumps(_farewell(spoken))
    app = current_app._get_current_object()  # type: ignore[attr-defined]

    def note(ended: bool) -> None:
        with app.app_context():
            note_flood(host, visitor, ended=ended)

    line.note = note
    line.grant(counted_as(visitor, _sid()), is_gm=visitor.role == "gm")


def _farewell(spoken: str) -> Reply:
    """Say to a page why it is disconnected, and after how many seconds it may come back."""
    seconds = limits().flooders.seconds
    with speaking(spoken):
        words = Refusal(
            "ended", text("This page sent more than any hand could. It may come back in a moment.")
        )
        return {"message": told(words.text), "seconds": seconds}


def _sid() -> str:
    return str(request.sid)  # type: ignore[attr-defined]


def _seq(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _number_given(host: Host, visitor: Visitor, value: Any) -> int | None:
    """Give the number of what a page shows; None, and a line for the GM, for one that it was never given."""
    if type(value) is not int:
        return None
    if host.stream(host.viewer(visitor)).may_have_given(value):
        return value
    note_forged(host, visitor, text("goes on from a number that no page was given"))
    return None


def _sender() -> tuple[Audience, Visitor]:
    """Tell whose page the message came from. Raises `Refusal` for who has been sent away since."""
    room = audiences().sockets.get(_sid())
    guest = room.guest(_sid()) if room is not None else None
    if room is None or guest is None:
        raise _gone()
    if not room.is_known(_sid()):
        note_known = room.looks_up(_sid())
        now = _as_now(guest)
        if now is None or now.person_id != guest.person_id:
            raise _gone()
        note_known()
    return room, guest


def _gone() -> Refusal:
    return Refusal("not-allowed", text("You are not at this table any more: open its link again."))


def _as_now(guest: Visitor) -> Visitor | None:
    """Tell who a guest is by its grants as they are now."""
    try:
        return visitor_of(EYES + guest.through if guest.through else guest.role, guest.table_id)
    except NotGranted:
        return None


def _guarded(handler: _Handler) -> Callable[..., Reply]:
    """Look up who sends, check that what is sent can be read, and look at the table as nobody changes it."""

    def locked(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
        with host.lock:
            return handler(host, visitor, data)

    return _checked(wraps(handler)(locked))


def _checked(handler: _Handler) -> Callable[..., Reply]:
    """Look up who sends, and check that what is sent can be read."""

    @wraps(handler)
    def answer(*sent: Any) -> Reply:
        room, visitor = _sender()
        is_read_by(visitor, sent)
        with noting(room.host, visitor, handler.__name__.strip("_"), sent[0] if sent else None):
            if len(sent) != 1 or not isinstance(sent[0], Mapping):
                raise Refusal("bad-command", text("A message to the table must be one object with keys."))
            with speaking(room.language_at(_sid())):
                return {"ok": True, **told_all(handler(room.host, visitor, sent[0]))}

    return answer


@socketio.on_error_default
def _failed(error: Exception) -> Reply:
    """Tell a refusal to who asked; a bug is logged, and told as one."""
    room = audiences().sockets.get(_sid())
    with speaking(room.language_at(_sid()) if room is not None and room.guest(_sid()) else language()):
        return _refusal_of(error)


def _refusal_of(error: Exception) -> Reply:
    if isinstance(error, Refusal):
        refusal = told_refusal(error)
        return _refused(refusal.code, refusal.text, refusal.rule)
    if isinstance(error, StoreTrouble):
        return _refused("store-trouble", error.text)
    current_app.logger.error("A message to a table failed", exc_info=error)
    return _refused("bug", text("Something went wrong in Battlemat itself. The terminal says more."))


def _refused(code: str, message: Words, rule: str | None = None) -> Reply:
    return {"ok": False, "refusal": {"code": code, "message": told(message), "rule": rule}}


# ----------------------------------------------------------------------------------- what pages send
@socketio.on(NO_MESSAGE)
def _no_message(*sent: Any) -> Reply:
    """Refuse a message that goes by a name of the protocol: to obey it would end the page's own grant."""
    name = sent[0] if sent and isinstance(sent[0], str) else NO_MESSAGE
    raise Refusal(
        "bad-command",
        text("'{name}' is a word of the socket itself: no message goes by that name.", name=name),
    )


@socketio.on("command")
@_checked
def _command(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Carry out a command or an answer."""
    done = host.handle(data, by=visitor)
    return {"seq": done.seq, "said": told(done.said)} if done.said else {"seq": done.seq}


@socketio.on("resume")
@_guarded
def _resume(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Send everything again to a page that noticed a gap."""
    _number_given(host, visitor, data.get("seq"))
    audiences().of(host).bring_up_to_date(_sid(), None)
    return {}


@socketio.on("reach")
@_guarded
def _reach(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Tell where a combatant may move, and by their numbers the places before.

    A place without a cost is one to pass through alone.
    """
    actor = Command.parse({"do": "move", "actor": data.get("actor")}).actor
    within = authorised(host, as_aimed(host.battle.system, data), visitor) if "do" in data else None
    reach = host.reach(host.viewer(visitor), actor or "", within)
    places = list(dict.fromkeys((*reach.costs, *reach.came_from, *reach.came_from.values())))
    number = {place: n for n, place in enumerate(places)}
    return {
        "words": reach.words,
        "rule": reach.rule,
        "places": [place_key(place) for place in places],
        "costs": [reach.costs.get(place) for place in places],
        "before": [number.get(reach.came_from.get(place, "")) for place in places],
        "ways": {place_key(to): [place_key(place) for place in way] for to, way in reach.ways.items()},
    }


@socketio.on("weigh")
@_guarded
def _weigh(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Show what an answer to the open question would come to, with all that is said along with it."""
    stream = host.stream(host.viewer(visitor))
    answer = authorised(host, {**data, "do": "answer"}, visitor)
    state = host.battle.state
    shown = None if stream.is_gm else stream.as_known(state)
    offer = cloak_offer(host.battle.weigh(answer), state, stream.now, stream.map_knowledge, shown)
    return {
        "words": render_template("panels/offer.html", offer=offer),
        "counts": render_template("panels/offer_counts.html", offer=offer),
    }


@socketio.on("cover")
@_guarded
def _cover(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Tell what shots there would be between a combatant and its enemies if it stood elsewhere."""
    viewer = host.viewer(visitor)
    asked = Command.parse(
        {"do": "move", "actor": data.get("actor"), "to": data.get("at"), "target": data.get("target")}
    )
    require_own(host, viewer, asked.actor)
    at, aimed = asked.place("to"), asked.text("target")
    if at is None:
        raise Refusal("bad-command", text("Say from where ('at')."))
    stream = host.stream(viewer)
    target = aimed if isinstance(aimed, str) else None
    seen = stream.as_known(host.battle.state)
    found = meetings_from(host.battle, stream.now, asked.actor or "", at, target, state=seen)
    odds_pool().drop(_of_drag(_sid()))
    if found.heavy is not None:
        _work_out_chance(found.heavy, visitor, place_key(at))
    return {"meetings": as_answer(found), "provoked": _provoked(host, visitor, asked, data)}


def _of_drag(sid: str) -> str:
    """Name what a page asks while something is dragged there: it takes nothing from its aim."""
    return f"{sid} drag"


def _work_out_chance(heavy: HeavyChance, visitor: Visitor, at: str) -> None:
    """Have a chance worked out beside the loop, and send it to the page as it comes: an estimate first.

    Args:
        at: the place for which it was asked.
    """
    app, sid = current_app._get_current_object(), _sid()  # type: ignore[attr-defined]
    room = audiences().sockets[sid]

    def tell(found: Found | None, is_last: bool) -> None:
        hit = chance_of(found or (), heavy.target)
        with app.app_context(), room.host.lock:
            if hit is not None and room.guest(sid) is visitor:
                about = {"actor": heavy.command.actor, "at": at, "who": heavy.target}
                socketio.emit("chance", {**about, "hit": round(hit, 4), "exact": is_last}, to=sid)

    odds_pool().ask(_of_drag(sid), heavy.state, heavy.command, tell)


def _provoked(host: Host, visitor: Visitor, asked: Command, data: Mapping[str, Any]) -> list[str]:
    """List those known who may do something about a way: who strikes at a passer-by, say."""
    by = data.get("by")
    if not isinstance(by, Mapping):
        return []
    at = None if asked.place("to") is None else data.get("at")
    command = authorised(host, {**by, "actor": asked.actor, "to": at}, visitor)
    stream = host.stream(host.viewer(visitor))
    action = host.battle.system.action(command.do)
    if action is None:
        return []
    try:
        view = BattleView(stream.as_known(host.battle.state))
        return [who for who in action.provokes(view, command) if who in stream.now]
    except Refusal:  # it does not lead there: the move itself will say so
        return []


@socketio.on("aim")
@_guarded
def _aim(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Show what an aimed action rests on and would do: facts, modifiers, line of fire, odds."""
    viewer = host.viewer(visitor)
    stream = host.stream(viewer)
    own = ("draft", "number")
    said = as_aimed(host.battle.system, {key: value for key, value in data.items() if key not in own})
    asked = authorised(host, {"do": AIM_AT, **said}, visitor)
    if data.get("draft") is True:
        return draft(host.battle, stream, asked)
    odds_pool().drop(_sid())
    if "do" not in data:  # no more than whom to aim at: choose what to aim with
        actor = host.battle.state.combatant(asked.actor, "actor").id
        target = host.battle.state.combatant(asked.text("target"), "target").id
        found = default_aim(host.battle, stream, actor, target)
        if found is None:
            raise Refusal("unknown-action", text("There is nothing to aim with here."))
        asked = authorised(host, {**{k: v for k, v in said.items() if k != "target"}, **found}, visitor)
    view = aim_view(host.battle, stream, shared_frame(host, viewer, frozenset()), asked)
    panel = render_template("panels/aim.html", aim=view)
    if view.heavy is not None:
        _work_out(view.heavy, host.battle.system, visitor, _seq(data.get("number")))
    return {"panel": panel, **aim_on_page(host.battle, stream, view)}


@socketio.on("targets")
@_guarded
def _targets(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """List whom an action may be aimed at, before one is chosen: how far each is, and the chance to hit."""
    viewer, battle = host.viewer(visitor), host.battle
    said = {key: value for key, value in data.items() if key != "targets"}
    actor = Command.parse({"do": AIM_AT, "actor": data.get("actor")}).actor or ""
    require_own(host, viewer, actor)
    asked = data.get("targets")
    if asked is not None and not (isinstance(asked, list) and all(isinstance(who, str) for who in asked)):
        raise Refusal("bad-command", text("The targets are a list of ids, or nothing at all."))

    def command_at(who: str) -> Command:
        return authorised(host, {"do": AIM_AT, **as_aimed(battle.system, {**said, "target": who})}, visitor)

    found = targets_of(battle, host.stream(viewer), actor, tuple(asked or ()), command_at)
    frame = shared_frame(host, viewer, frozenset())
    return {"panel": render_template("panels/targets.html", targets=found, frame=frame)}


def _work_out(heavy: HeavyOdds, system: System, visitor: Visitor, number: int | None) -> None:
    """Have odds worked out beside the loop, and send them to the page as they come.

    Args:
        number: what the page calls the aim that it asked about.
    """
    app, sid = current_app._get_current_object(), _sid()  # type: ignore[attr-defined]
    room = audiences().sockets[sid]

    def tell(found: Found | None, is_last: bool) -> None:
        with app.app_context(), room.host.lock:
            if room.guest(sid) is not visitor:
                return
            with speaking(room.language_at(sid)):
                odds = heavy.view(system, found, is_last=is_last)
                panel = render_template("panels/aim_odds.html", odds=odds)
            socketio.emit("odds", {"of": number, "panel": panel}, to=sid)

    odds_pool().ask(sid, heavy.state, heavy.command, tell)


@socketio.on("aim-closed")
@_guarded
def _aim_closed(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Work no more on the odds of what is not aimed any more."""
    odds_pool().drop(_sid())
    return {}


@socketio.on("measure")
@_guarded
def _measure(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Tell how far a way is, and show it to the others if that is wanted."""
    return _answer_and_show(host, visitor, "ruler", data)


@socketio.on("area")
@_guarded
def _area(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Tell whom an area catches, and show it to the others if that is wanted."""
    return _answer_and_show(host, visitor, "area", data)


def _answer_and_show(host: Host, visitor: Visitor, kind: str, data: Mapping[str, Any]) -> Reply:
    _require_hands(visitor)
    answer = KINDS[kind](known_table(host, host.viewer(visitor)), data)
    wanted = data.get("show") is True
    return {**answer, "shown": wanted and showings().of(host).show(_sid(), visitor, kind, data)}


@socketio.on("ping")
@_guarded
def _ping(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Point at a spot of the map for a moment."""
    return _point(host, visitor, "ping", data)


@socketio.on("stroke")
@_guarded
def _stroke(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Draw on the map for a moment."""
    return _point(host, visitor, "stroke", data)


def _point(host: Host, visitor: Visitor, kind: str, data: Mapping[str, Any]) -> Reply:
    _require_hands(visitor)
    KINDS[kind](known_table(host, host.viewer(visitor)), data)
    return {"shown": showings().of(host).show(_sid(), visitor, kind, data)}


@socketio.on("hearers")
@_guarded
def _hearers(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """List whom one can whisper to by now."""
    _require_hands(visitor)
    return {
        "hearers": [
            {"id": one.id, "name": told(one.name) if one.id == "gm" else one.name}
            for one in hearers(host, visitor)
        ]
    }


@socketio.on("put-away")
@_guarded
def _put_away(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Take a ruler or an area off the other pages."""
    _require_hands(visitor)
    showings().of(host).put_away(visitor, str(data.get("kind")), data)
    return {}


@socketio.on("zones")
@_guarded
def _zones(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Give the zones that the system counts in, and how far each is from somebody."""
    return zones_from(known_table(host, host.viewer(visitor)), data)


@socketio.on("window")
@_guarded
def _window(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Take in how much of the map a projector can show, and tell it where to look."""
    if visitor.role != "screen" or visitor.through:
        raise Refusal("not-allowed", text("Only a projector says how large it is."))
    return framings().of(host).report(_sid(), data)


@socketio.on("frame")
@_checked
def _frame(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Let the projector look elsewhere."""
    _require_gm(visitor)
    framings().of(host).command(data)
    return {}


@socketio.on("measure-screen")
@_guarded
def _measure_screen(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Measure the screens of the table from the GM's page."""
    _require_gm(visitor)
    framings().of(host).measure(data)
    return {}


def _require_gm(visitor: Visitor) -> None:
    if visitor.role != "gm":
        raise Refusal("not-allowed", text("Only the GM may do that."))


def _require_hands(visitor: Visitor) -> None:
    if visitor.role not in ("gm", "play"):
        raise Refusal("not-allowed", text("This page only shows the table; it cannot measure."))


@socketio.on("templates")
@_guarded
def _templates(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Give the areas that the system's book has a name for, in the map's unit."""
    return template_list(known_table(host, host.viewer(visitor)))
