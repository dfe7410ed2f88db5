"""What the GM's drawing tools ask for: the map as data."""

from typing import Any

from flask import Blueprint
from flask.typing import ResponseReturnValue

from rules.map.map_writer import write_map
from rules.map.model import BattleMap
from webapp.drawing.zone_layout import UNIT, lay_out
from webapp.table.grants import Visitor, granted
from webapp.table.hosts import hosts

bp = Blueprint("map_tools", __name__, url_prefix="/tables/<table_id>/gm")


@bp.get("/map.json")
@granted("gm")
def map_data(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Give the map as it is saved, secrets and all, with the number of what the GM has been told so far."""
    host = hosts().get(table_id)
    with host.lock:
        battle_map = host.battle.state.map
        answer = {
            "seq": host.stream(host.viewer(visitor)).seq,
            "map": None if battle_map is None else write_map(battle_map),
            "outlines": {} if battle_map is None else _outlines(battle_map),
            "can_undo": host.battle.can_undo_map,
            "can_redo": host.battle.can_redo_map,
        }
    return answer, {"Cache-Control": "no-store"}


def _outlines(battle_map: BattleMap) -> dict[str, Any]:
    """Give where zones without an outline of their own are drawn, in cells."""
    drawn = lay_out(battle_map).outlines
    return {
        zone.id: [[x / UNIT, y / UNIT] for x, y in drawn[zone.id]]
        for zone in battle_map.zones
        if not zone.polygon and zone.id in drawn
    }
