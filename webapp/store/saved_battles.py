"""The battles that the store keeps, told again; one whose log is damaged is no bug, and said plainly."""

import logging
from collections.abc import Sequence

from rules.engine.battle import Battle
from rules.engine.events import SavedBattleError, event_from_text
from rules.engine.refusal import Refusal
from rules.engine.system import find_system
from rules.engine.text import Gap, Text, text
from webapp.store.database import StoreTrouble
from webapp.store.rows import BattleRow

_log = logging.getLogger(__name__)


def battle_of(row: BattleRow, stored: Sequence[tuple[str, str]], last: int) -> Battle:
    """Tell a battle again from its events: the kind of each, and its fields as JSON.

    Args:
        last: the number of its last event, or of an earlier one.

    Raises:
        Refusal: if no such system is here.
        StoreTrouble: if its log holds what no fight comes to.
    """
    if len(stored) < last:
        said = text(
            "Of the {last} events of the scene {scene}, {missing} are missing.",
            last=last,
            scene=row.name,
            missing=last - len(stored),
        )
        raise StoreTrouble(_restore(said))
    kinds = find_system(row.system).event_kinds()
    try:
        return Battle.load(row.system, (event_from_text(kinds, *event) for event in stored))
    except Refusal:
        raise
    except Exception as error:  # whatever the rules stumble over: they need not bear what they never wrote
        _log.warning("The log of the scene %s cannot be told: %r", row.id, error)
        said = text(
            "The log of the scene {scene} is damaged ({error}).",
            scene=row.name,
            error=_why(error),
        )
        raise StoreTrouble(_restore(said)) from error


def _restore(trouble: Text) -> Text:
    return text("{trouble} Restore a backup.", trouble=trouble)


def _why(error: Exception) -> Gap:
    """Say what the rules stumbled over: in their words where they have any, else in Python's."""
    if isinstance(error, Refusal | SavedBattleError):
        return error.text
    return str(error) or type(error).__name__
