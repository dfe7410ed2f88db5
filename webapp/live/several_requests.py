"""What a page asks about several whom it has chosen: what they can be told, where they would go together."""

from collections.abc import Mapping
from typing import Any

from flask import render_template

from rules.engine.action import Reach
from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.text import text
from webapp.drawing.tokens import place_key
from webapp.live.message_checks import Reply
from webapp.panels.aim import as_aimed
from webapp.panels.pages import shared_frame
from webapp.panels.several import order_of, several_view
from webapp.table.authority import authorised, require_own
from webapp.table.formation import MOST, formation
from webapp.table.grants import Visitor
from webapp.table.host import Host
from webapp.table.known_reach import on_known_ground
from webapp.visibility.player_checks import AIM_AT
from webapp.visibility.seen_words import seen_refusal
from webapp.visibility.viewer import Viewer

_OWN = ("people", "lead", "at", "freely")


def _chosen(host: Host, viewer: Viewer, data: Mapping[str, Any]) -> tuple[str, ...]:
    """Read who is chosen: each known to who asks, and theirs. Raises `Refusal`."""
    people = data.get("people")
    if not isinstance(people, list) or not all(isinstance(who, str) for who in people):
        raise Refusal("bad-command", text("Say whom you have chosen: a list of ids."))
    if not 0 < len(people) <= MOST:
        raise Refusal("bad-command", text("Choose between 1 and {most} at once.", most=MOST))
    for who in people:
        require_own(host, viewer, who)
        host.battle.state.combatant(who)
    return tuple(dict.fromkeys(people))


def several(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Show what can be done with several at once."""
    viewer = host.viewer(visitor)
    people, frame = _chosen(host, viewer, data), shared_frame(host, viewer, frozenset())
    view = several_view(host.battle, host.stream(viewer), frame, people)
    return {"panel": render_template("panels/several.html", several=view, frame=frame)}


def places_together(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Tell where each of several would go with the first of them, in what order, and why one cannot."""
    viewer = host.viewer(visitor)
    people, stream = _chosen(host, viewer, data), host.stream(viewer)
    asked = Command.parse({"do": "move", "actor": data.get("lead"), "to": data.get("at")})
    at = asked.place("to")
    if at is None or asked.actor not in people:
        raise Refusal("bad-command", text("Say who goes first ('lead'), and where ('at')."))
    said = {key: value for key, value in data.items() if key not in _OWN}

    def within(who: str) -> Command | None:
        if "do" not in said:
            return None
        return authorised(host, as_aimed(host.battle.system, {**said, "actor": who}), visitor)

    def known(reach: Reach) -> Reach:
        return on_known_ground(host, viewer, reach)

    state = stream.as_known(host.battle.state)
    freely = data.get("freely") is True and viewer.is_gm
    steps = formation(state, people, asked.actor, at, within=within, known=known, freely=freely)
    return {
        "steps": [
            {
                "who": step.who,
                "at": None if step.at is None else place_key(step.at),
                "cost": step.cost,
                "why": _why(host, viewer, step.refusal),
                "rule": None if step.refusal is None else step.refusal.rule,
                "code": None if step.refusal is None else step.refusal.code,
            }
            for step in steps
        ]
    }


def orders(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Complete what several are told, each as a page would, and say who may not do it now."""
    viewer = host.viewer(visitor)
    people, stream = _chosen(host, viewer, data), host.stream(viewer)
    said = {key: value for key, value in data.items() if key != "people"}
    told = []
    for who in people:
        asked = authorised(host, {"do": AIM_AT, **said, "actor": who}, visitor)
        command, refusal = order_of(host.battle, stream, asked)
        told.append(
            {
                "who": who,
                "command": {"do": command.do, "actor": who, **command.params},
                "why": _why(host, viewer, refusal),
                "rule": None if refusal is None else refusal.rule,
                "code": None if refusal is None else refusal.code,
            }
        )
    return {"orders": told}


def _why(host: Host, viewer: Viewer, refusal: Refusal | None) -> Any:
    """Word why one of them cannot, as who asks may read it."""
    if refusal is None:
        return None
    return seen_refusal(refusal, host.battle.state, host.stream(viewer).now).text
