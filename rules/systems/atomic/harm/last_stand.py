"""The last stand of the dying (AT-97 to AT-102)."""

from rules.engine.exchange import Exchange, throw
from rules.engine.state import BattleView
from rules.engine.text import text
from rules.systems.atomic.events import ConditionChanged, LastStandMade
from rules.systems.atomic.house import GRANTED
from rules.systems.atomic.rolls import PercentileRoll, tens
from rules.systems.atomic.state import INCAPACITATED_AT, Condition, Fighter
from rules.systems.atomic.turns.turn_order import end_turn_if_out

_LAST_STAND = text("last stand")


def last_stand_roll(actor: Fighter) -> PercentileRoll:
    """Give the roll of a last stand: NERVE times 5, and what a table's own conditions add (AT-97)."""
    return PercentileRoll(
        who=actor.id,
        purpose="last-stand",
        label=_LAST_STAND,
        base=actor.sheet.last_stand(actor.house),
        house=actor.house,
        modifiers=actor.own_modifiers("last-stand"),
    )


def last_stand(view: BattleView, who: str) -> Exchange[None]:
    """Roll NERVE times 5, and grant what the grade grants (AT-97)."""
    penalty = GRANTED.value(view.state.house)
    roll = yield from throw(last_stand_roll(view.combatant(who)))

    if not roll.succeeded:  # AT-102
        yield LastStandMade(who=who, outcome=roll.outcome)
        yield ConditionChanged(who=who, condition=Condition.COLLAPSED)
    elif roll.critical:  # AT-101
        yield LastStandMade(who=who, outcome=roll.outcome, granted=0, wounds=INCAPACITATED_AT)
        yield ConditionChanged(who=who, condition=Condition.INCAPACITATED)
    elif roll.special:  # AT-100: at least one round
        yield LastStandMade(
            who=who, outcome=roll.outcome, granted=penalty, conscious_rounds=max(1, tens(roll.face))
        )
    else:  # AT-98, AT-99
        yield LastStandMade(who=who, outcome=roll.outcome, granted=penalty)
    yield from end_turn_if_out(view)
