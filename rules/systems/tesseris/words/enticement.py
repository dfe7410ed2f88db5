"""What the nearness of who entices does for the enticed (TS-317, TS-C8)."""

from rules.engine.exchange import Exchange
from rules.engine.state import BattleState, BattleView
from rules.map.line_of_fire import sees
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.events.injury_events import ENTICED_EGO
from rules.systems.tesseris.moves.places import stand_of, yards_apart
from rules.systems.tesseris.state import Fighter

NEAR = 10
"""Within so many squares somebody is near."""


def feel_nearness(view: BattleView) -> Exchange[None]:
    """Give or take the ego that the enticed have only while they are near who entices them (TS-C8).

    The enthralled keep what they had: their condition stays, and so does this.
    """
    for who, combatant in list(view.state.combatants.items()):
        now = combatant.state
        if now.dead or not (now.cheer or now.has("enticed")):
            continue
        if now.has("enthralled"):
            yield ev.CheerChanged(who=who, cheer=0, keeps=True)
            continue
        is_near = now.has("enticed") and _is_near(view.state, combatant)
        if is_near != bool(now.cheer):
            yield ev.CheerChanged(who=who, cheer=ENTICED_EGO if is_near else 0)


def _is_near(state: BattleState, who: Fighter) -> bool:
    """Tell whether somebody is near who entices it and sees them; where nobody is named, that is so."""
    by = who.state.conditions["enticed"].get("by")
    if by is None:
        return True
    other = state.combatants.get(by)
    if other is None or who.state.is_out or who.state.has("blinded") or other.is_hidden_from(who.side):
        return False
    here, there = stand_of(state, who), stand_of(state, other)
    if yards_apart(state, who, other) > NEAR:
        return False
    return state.map is None or here is None or there is None or sees(state.map, here, there)
