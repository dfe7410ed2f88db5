"""What follows an action: others react to it, and what cannot stand any more ends (TS-200)."""

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.state import BattleState, BattleView
from rules.systems.tesseris.attack.facts import read_given
from rules.systems.tesseris.attack.grapple_ties import loosen
from rules.systems.tesseris.defence.exposure import Exposure
from rules.systems.tesseris.defence.overwatch import watched
from rules.systems.tesseris.defence.reaction_strike import provoke
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.moves.places import are_adjacent, knows_places
from rules.systems.tesseris.sheet.gear import FISTS
from rules.systems.tesseris.state import Fighter
from rules.systems.tesseris.words.enticement import feel_nearness


def follow_up(
    view: BattleView, who: str, command: Command, exposure: Exposure, *, provokes: bool
) -> Exchange[None]:
    """Let others react to what somebody has done (TS-200, step 15)."""
    given = read_given(view.state, command)
    if provokes or given.get("provokes"):
        yield from provoke(view, who, exposure, given)
    yield from watched(view, who, exposure, given)


def tidy(view: BattleView) -> Exchange[None]:
    """End what cannot stand any more: grapples of nobody, fire of the dead, broken holds, cheer from afar."""
    yield from loosen(view)
    yield from feel_nearness(view)
    for who, combatant in list(view.state.combatants.items()):
        hold = combatant.state.swordpoint
        if hold is not None and not _still_holds(view.state, combatant, hold.on):
            yield ev.SwordpointOver(who=who, target=hold.on)
        fire = combatant.state.conditions.get("suppressed", {}).get("by")
        if fire is not None and (fire not in view.state.combatants or view.combatant(fire).state.dead):
            yield ev.ConditionEnded(who=who, condition="suppressed")  # no turn of its own will end it
        by = view.combatant(who).state.held_by
        if by is not None:
            holder = view.state.combatants.get(by)
            if holder is None or holder.state.swordpoint is None or holder.state.swordpoint.on != who:
                yield ev.Kept(who=who, values={"held_by": None})


def _still_holds(state: BattleState, holder: Fighter, target: str) -> bool:
    other = state.combatants.get(target)
    if other is None or other.state.dead or holder.state.is_out:
        return False
    armed = any(weapon != FISTS.id for weapon in holder.state.held)
    return armed and (not knows_places(state, holder, other) or are_adjacent(state, holder, other))
