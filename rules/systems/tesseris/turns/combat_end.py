"""What a fight leaves behind once it is over."""

from typing import Any

from rules.engine.battle_events import BattleEnded
from rules.engine.exchange import Exchange
from rules.engine.state import BattleView
from rules.systems.tesseris.defence.overwatch import end_watch
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.moves.cover_state import leave
from rules.systems.tesseris.state import LEVELS, SOCIAL, TesserisState, max_stamina
from rules.systems.tesseris.turns.turn_order import FALLS


def end_combat(view: BattleView) -> Exchange[None]:
    """End a combat: what it brought ends or falls (TS-059, TS-323)."""
    for who in tuple(view.state.combatants):
        yield from _calm_down(view, who)
    if view.state.running:
        yield BattleEnded()


def _calm_down(view: BattleView, who: str) -> Exchange[None]:
    combatant = view.combatant(who)
    if combatant.state.watch is not None:
        yield end_watch(combatant)
    yield from leave(view, who)
    now: TesserisState = view.combatant(who).state
    stays = ("prone", "bloodied")
    for id_ in tuple(now.conditions):
        if id_ in stays or LEVELS[id_] == 3:
            continue
        yield ev.ConditionEnded(who=who, condition=id_)
        falls_to = FALLS.get(id_)
        if falls_to is not None:
            data = now.conditions[id_]
            kept = {"by": data["by"]} if id_ in SOCIAL and "by" in data else {}
            yield ev.ConditionGained(who=who, condition=falls_to, data=kept)
    values: dict[str, Any] = {
        "mayhem": 0,  # TS-282
        "stance": [],
        "swordpoint": None,
        "held_by": None,
        "initiative": None,
        "is_guarding": False,
        "aim": None,
        "assist": 0,
        "inspired": 0,
        "is_inspired_now": False,
        "struck_unaware": [],
    }
    state = view.combatant(who).state
    if not state.is_out:  # TS-261
        values["stamina"] = max_stamina(combatant.sheet, state.wounds)
    yield ev.Kept(who=who, values=values)
