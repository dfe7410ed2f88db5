"""Who is surprised as a fight begins: ambushes, and looking out for them (TS-050 to TS-053)."""

from collections.abc import Sequence

from rules.engine.dice import Modifier
from rules.engine.exchange import Exchange
from rules.engine.parameters import several
from rules.engine.state import BattleState, BattleView
from rules.engine.text import text
from rules.systems.tesseris.attack.checks import TEST, roll_trial, skill_trial
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.parameters import Given
from rules.systems.tesseris.rolls import FAILURE, SUCCESS

HIDDEN = several("hidden", text("Who lies in ambush"))
UNAWARE = several("unaware", text("Who knows of nothing"), apart_from=HIDDEN.id)


def known_ids(state: BattleState, value: Sequence[str]) -> tuple[str, ...]:
    """Give those who are named, in their own order. Raises `Refusal` `unknown-combatant`."""
    for id_ in value:
        state.combatant(id_, "combatant")
    return tuple(id_ for id_ in state.combatants if id_ in value)


def surprising(state: BattleState, side: str) -> Given:
    """Say how a fight begins in which a side may be surprised by all others (TS-050)."""
    others = [c.id for c in state.combatants.values() if c.side != side]
    return {HIDDEN.id: others, UNAWARE.id: [c.id for c in state.combatants.values() if c.side == side]}


def surprise(view: BattleView, hidden: Sequence[str], unaware: Sequence[str]) -> Exchange[list[str]]:
    """Roll stealth against awareness; give who is surprised (TS-051)."""
    totals: dict[str, int] = {}
    for who in hidden:
        if view.combatant(who).state.is_out:
            continue
        result = yield from roll_trial(view, who, skill_trial("stealth", TEST, "stealth"))
        totals[who] = result.total
    surprised = []
    for who in unaware:
        watcher = view.combatant(who)
        foes = [total for other, total in totals.items() if view.combatant(other).side != watcher.side]
        if not foes or watcher.state.is_out:
            continue
        noticed = yield from look_around(view, who, min(foes))
        if not noticed:
            surprised.append(who)
    return surprised


def look_around(view: BattleView, who: str, difficulty: int) -> Exchange[bool]:
    """Throw awareness (TS-046, TS-234, TS-305)."""
    watcher = view.combatant(who)
    alert: int = watcher.state.alert
    extra = (Modifier(text("on the alert"), alert, "TS-234"),) if alert else ()
    if alert:
        yield ev.Kept(who=who, values={"alert": 0})
    trial = skill_trial(
        "awareness",
        TEST,
        "awareness",
        extra=extra,
        touches=("awareness",),
        difficulty=difficulty,
        words=(SUCCESS, FAILURE),
    )
    result = yield from roll_trial(view, who, trial)
    return bool(result.outcome == SUCCESS) and not watcher.state.has("blinded")
