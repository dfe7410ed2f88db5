"""Flying, climbing and falling, whatever the system: how altitude is set, goes along with a move, and ends.

Altitude is how far somebody is above the ground under them, in the grid's unit. Who flies rises or sinks
with a move, by up to a cell for each cell that it goes, which costs no more; the GM sets it as they like. Who
is out of the fight falls, and so does who is let fall: the system says what harm so many cells are
(`HarmRules.fall`).
"""

from collections.abc import Mapping
from typing import Any

from rules.engine.battle_events import Moved
from rules.engine.combatant_events import AltitudeSet
from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.gm.gm_parameters import ALTITUDE, FALLS, FLIES, TARGET
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView, Combatant
from rules.engine.system import find_system
from rules.engine.text import combatant as named
from rules.engine.text import text


def set_altitude(view: BattleView, command: Command) -> Exchange[None]:
    """Put somebody so far above the ground, say whether it flies by itself, or let it fall (GM)."""
    who = view.combatant(TARGET.of(command), "target")
    if FALLS.of(command):
        if not who.altitude:
            raise Refusal("no-change", text("{who} is on the ground already.", who=named(who)))
        yield from _fall(view, who)
        return
    asked = ALTITUDE.of(command)
    altitude, flies = who.altitude if asked is None else asked, FLIES.of(command)
    if altitude == who.altitude and (flies is None or flies == who.flies):
        raise Refusal("no-change", text("{who} is that high up already.", who=named(who)))
    yield AltitudeSet(who=who.id, altitude=altitude, flies=flies)


def require_flight(state: BattleState, command: Command) -> None:
    """Refuse a move that is to end higher or lower to who does not fly. Raises `Refusal` `no-flight`."""
    who = state.combatants.get(command.actor or "")
    altitude = _wanted(state, command)
    if who is not None and altitude is not None and altitude != who.altitude and not who.flies:
        said = text("{who} cannot fly: the GM says who may.", who=named(who))
        raise Refusal("no-flight", said)


def _wanted(state: BattleState, command: Command) -> float | None:
    """Give how high up a move is to end; None where nothing is said of it, and for what is no move."""
    return ALTITUDE.of(command) if command.do in find_system(state.system).on_the_way else None


def in_flight(view: BattleView, exchange: Exchange[None], command: Command) -> Exchange[None]:
    """Run an exchange; who moves in it rises or sinks as the command says, and who is out falls.

    Where ways are only declared, the system lets its movers rise as they go (`risen`).
    """
    wanted = None if find_system(view.state.system).map.has_ways else _wanted(view.state, command)
    reply = None
    while True:
        try:
            request = exchange.send(reply)
        except StopIteration:
            break
        reply = yield request
        if isinstance(request, Moved) and request.who == command.actor and wanted is not None:
            yield from risen(view.state, view.combatant(request.who), len(request.path), wanted)
    yield from fallen(view)


def risen(state: BattleState, mover: Combatant, cells: int, wanted: float) -> tuple[AltitudeSet, ...]:
    """Let somebody rise or sink towards an altitude, by a cell with each of the cells that it goes."""
    most = max(1, cells) * (1.0 if state.map is None else state.map.grid.per_cell)
    altitude = min(max(wanted, mover.altitude - most), mover.altitude + most)
    return () if altitude == mover.altitude else (AltitudeSet(who=mover.id, altitude=altitude),)


def fallen(view: BattleView) -> Exchange[None]:
    """Let those fall who are off the ground and out of the fight."""
    for who in tuple(view.state.combatants.values()):
        if who.altitude and who.state.is_out:
            yield from _fall(view, who)


def _fall(view: BattleView, who: Combatant) -> Exchange[None]:
    yield AltitudeSet(who=who.id, altitude=0.0, fell=who.altitude)
    harm = find_system(view.state.system).harm
    battle_map = view.state.map
    cells = who.altitude / (1.0 if battle_map is None else battle_map.grid.per_cell)
    params: Mapping[str, Any] = harm.fall(cells)
    if params and harm.take is not None:
        yield from harm.take(view, who.id, Command(do="harm", params={"target": who.id, **params}))
