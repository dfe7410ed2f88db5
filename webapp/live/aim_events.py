"""What a page asks before it acts: where one may go, what an answer or an attack would come to, what is wise.

Odds that take long are worked out beside the loop, and come later.
"""

from collections.abc import Callable, Mapping
from typing import Any

from flask import current_app, render_template

from rules.engine.chances.aim_odds import Found, WithStrays, chance_of
from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.system import System
from rules.engine.text import text
from webapp.drawing.drag_cover import HeavyChance, as_answer, meetings_from, strikes_on_the_way
from webapp.drawing.tokens import place_key
from webapp.live.advice_requests import advise, of_advice
from webapp.live.audiences import audiences
from webapp.live.ground_requests import ground, of_ground
from webapp.live.message_checks import Reply, guarded, own_sid, seq, socketio
from webapp.live.odds_pool import Tell, odds_pool
from webapp.live.remedy_requests import of_remedies, remedies
from webapp.live.several_requests import orders, places_together, several
from webapp.live.spot_requests import of_spots, spots
from webapp.panels.aim import HeavyOdds, aim_on_page, aim_view, as_aimed, default_aim, draft
from webapp.panels.pages import shared_frame
from webapp.panels.targets import targets_of
from webapp.server.language import speaking
from webapp.table.authority import authorised, require_own
from webapp.table.grants import Visitor
from webapp.table.host import Host
from webapp.table.known_reach import known_reach
from webapp.visibility.player_checks import AIM_AT
from webapp.visibility.seen_prompt import seen_offer


@socketio.on("reach")
@guarded
def _reach(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Tell where a combatant may move, and by their numbers the places before.

    A place without a cost is one to pass through alone.
    """
    actor = Command.parse({"do": "move", "actor": data.get("actor")}).actor
    within = authorised(host, as_aimed(host.battle.system, data), visitor) if "do" in data else None
    reach = known_reach(host, host.viewer(visitor), actor or "", within)
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
@guarded
def _weigh(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Show what an answer to the open question would come to, with all that is said along with it."""
    stream = host.stream(host.viewer(visitor))
    answer = authorised(host, {**data, "do": "answer"}, visitor)
    state = host.battle.state
    shown = None if stream.is_gm else stream.as_known(state)
    offer = seen_offer(host.battle.weigh(answer), state, stream.now, stream.map_knowledge, shown)
    return {
        "words": render_template("panels/card/offer.html", offer=offer),
        "counts": render_template("panels/card/offer_counts.html", offer=offer),
    }


@socketio.on("cover")
@guarded
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
    odds_pool().drop(_of_drag(own_sid()))
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
    about = {"actor": heavy.command.actor, "at": at, "who": heavy.target}
    tell = _tell_chance(visitor, heavy.target, about)
    odds_pool().ask(_of_drag(own_sid()), heavy.state, heavy.command, tell)


def _tell_chance(visitor: Visitor, target: str, about: Mapping[str, Any]) -> Tell:
    app, sid = current_app._get_current_object(), own_sid()  # type: ignore[attr-defined]
    room = audiences().sockets[sid]

    def tell(found: Found | None, is_last: bool) -> None:
        hit = chance_of(found or (), target)
        with app.app_context(), room.host.lock:
            if hit is not None and room.guest(sid) is visitor:
                socketio.emit("chance", {**about, "hit": round(hit, 4), "exact": is_last}, to=sid)

    return tell


_MOST_STRIKES = 3
"""Of so many who may strike along a way a chance is worked out that takes long."""


def _of_strikes(sid: str) -> list[str]:
    """Name what a page asks about each who may strike along the way of a drag."""
    return [f"{sid} strike {n}" for n in range(_MOST_STRIKES)]


def _provoked(host: Host, visitor: Visitor, asked: Command, data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """List those known who may do something about a way: who strikes at a passer-by, say, with the chance.

    A chance that takes long is worked out beside the loop, and comes later.
    """
    strikes = _of_strikes(own_sid())
    for name in strikes:
        odds_pool().drop(name)
    by = data.get("by")
    if not isinstance(by, Mapping):
        return []
    at = asked.place("to")
    command = authorised(
        host, {**by, "actor": asked.actor, "to": None if at is None else data.get("at")}, visitor
    )
    stream = host.stream(host.viewer(visitor))
    action = host.battle.system.action(command.do)
    if action is None or at is None:
        return []
    seen = stream.as_known(host.battle.state)
    found = strikes_on_the_way(host.battle.system, seen, action, command, stream.now)
    heavy = ((one.who, one.heavy) for one in found if one.heavy is not None)
    for name, (who, strike) in zip(strikes, heavy, strict=False):
        about = {"actor": asked.actor, "at": place_key(at), "who": who, "strike": True}
        odds_pool().ask(name, strike.state, strike.asked, _tell_chance(visitor, strike.target, about))
    return [{"who": one.who, "hit": None if one.hit is None else round(one.hit, 4)} for one in found]


@socketio.on("aim")
@guarded
def _aim(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Show what an aimed action rests on and would do: facts, modifiers, line of fire, odds."""
    viewer = host.viewer(visitor)
    stream = host.stream(viewer)
    own = ("draft", "number")
    said = as_aimed(host.battle.system, {key: value for key, value in data.items() if key not in own})
    asked = authorised(host, {"do": AIM_AT, **said}, visitor)
    if data.get("draft") is True:
        return draft(host.battle, stream, asked)
    odds_pool().drop(own_sid())
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
        _work_out(view.heavy, host.battle.system, visitor, seq(data.get("number")))
    return {"panel": panel, **aim_on_page(host.battle, stream, view)}


@socketio.on("targets")
@guarded
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
    app, sid = current_app._get_current_object(), own_sid()  # type: ignore[attr-defined]
    room = audiences().sockets[sid]

    def tell(found: Found | None, is_last: bool) -> None:
        with app.app_context(), room.host.lock:
            if room.guest(sid) is not visitor:
                return
            with speaking(room.language_at(sid)):
                odds = heavy.view(system, found, is_last=is_last)
                panel = render_template("panels/card/aim_odds.html", odds=odds)
            socketio.emit("odds", {"of": number, "panel": panel}, to=sid)

    odds_pool().ask(sid, heavy.state, WithStrays(heavy.command), tell)


@socketio.on("advise")
@guarded
def _advise(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Have it thought out what somebody should do."""
    sid = own_sid()
    return advise(
        host, visitor, sid, data, _aloud(visitor), lambda advice: socketio.emit("advice", advice, to=sid)
    )


@socketio.on("ground")
@guarded
def _ground(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Tell what somebody would find where they may go: one figure of each place."""
    sid, own = own_sid(), ("show", "number", "foe")
    said = {key: value for key, value in data.items() if key not in own}
    within = authorised(host, as_aimed(host.battle.system, said), visitor) if "do" in data else None
    return ground(
        host, visitor, sid, data, within, _aloud(visitor), lambda late: socketio.emit("ground", late, to=sid)
    )


@socketio.on("spots")
@guarded
def _spots(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Have it found out from where somebody could do what they have in mind."""
    sid, own = own_sid(), ("number", "foe", "least", "cover", "unseen", "close")
    said = {key: value for key, value in data.items() if key not in own}
    within = authorised(host, as_aimed(host.battle.system, said), visitor) if "do" in data else None
    return spots(
        host, visitor, sid, data, within, _aloud(visitor), lambda late: socketio.emit("spots", late, to=sid)
    )


@socketio.on("remedies")
@guarded
def _remedies(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Have it found out what would make legal what was refused."""
    sid, number = own_sid(), data.get("number")
    said = {key: value for key, value in data.items() if key not in ("number", "whole")}
    refused = authorised(host, {"do": AIM_AT, **as_aimed(host.battle.system, said)}, visitor)
    return remedies(
        *(host, visitor, sid, refused, number, _aloud(visitor)),
        lambda late: socketio.emit("remedies", late, to=sid),
        is_whole=data.get("whole") is True,
    )


@socketio.on("several")
@guarded
def _several(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Show what can be done with several at once."""
    return several(host, visitor, data)


@socketio.on("formation")
@guarded
def _formation(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Tell where each of several would go with the first of them, in what order, and why one cannot."""
    return places_together(host, visitor, data)


@socketio.on("orders")
@guarded
def _orders(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Complete what several are told, each as a page would, and say who may not do it now."""
    return orders(host, visitor, data)


def _aloud(visitor: Visitor) -> Callable[[Tell], Tell]:
    """Give what lets something be told to the present page in its language, as long as it is there."""
    app, sid = current_app._get_current_object(), own_sid()  # type: ignore[attr-defined]
    room = audiences().sockets[sid]

    def aloud(tell: Tell) -> Tell:
        def told(found: Any, is_last: bool) -> None:
            with app.app_context(), room.host.lock:
                if room.guest(sid) is visitor:
                    with speaking(room.language_at(sid)):
                        tell(found, is_last)

        return told

    return aloud


@socketio.on("aim-closed")
@guarded
def _aim_closed(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Work no more on the odds of what is not aimed any more."""
    odds_pool().drop(own_sid())
    return {}


def stop_working_for(sid: str) -> None:
    """Work no more on what a page that is gone has asked for."""
    for name in (
        sid,
        _of_drag(sid),
        of_advice(sid),
        of_ground(sid),
        of_spots(sid),
        of_remedies(sid),
        *_of_strikes(sid),
    ):
        odds_pool().drop(name)
