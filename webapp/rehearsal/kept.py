"""A rehearsal written down to be kept with its scene, and read again at any time by any process.

Only fights are kept, and the keys of what was changed: the state they began with is in the scene's log, and
all else follows from both.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from rules.engine.battle import Battle
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.system import find_system
from rules.engine.text import text
from rules.rehearsal.changes import with_change
from rules.rehearsal.outcome import Outcome, sides_standing
from webapp.rehearsal.changes import Key, change_of
from webapp.rehearsal.fair_fight import FairSearch
from webapp.rehearsal.kept_outcomes import OutcomeWriter, packed, read_labels, read_outcomes, unpacked
from webapp.rehearsal.rehearsal import Rehearsal
from webapp.rehearsal.runs import Run
from webapp.table.host import Host


def changed_run(state: BattleState, heroes: str, key: Key) -> Run:
    """Give the fights with a change, none played yet. Raises `Refusal` where there is no such fight."""
    change = change_of(state, heroes, key)
    after = with_change(state, change)
    if len(sides_standing(find_system(after.system), after)) < 2:
        raise Refusal("no-fight", text("Then there are no two sides left that can fight."))
    return Run(after, key, change.words, change.begin)


def begun_from(host: Host, entries: int | None = None) -> Rehearsal | None:
    """Give a rehearsal of a scene as it was when its log had so many entries; None where it never had.

    Args:
        entries: None for all that there are.
    """
    with host.lock:
        battle, heroes = host.battle, host.heroes()
        every = battle.entries
    if entries is not None and entries != len(every):
        if entries > len(every):
            return None
        events = (event for entry in every[:entries] for event in entry.events)
        battle = Battle.load(battle.system.id, events)
    asked = battle.state.prompt is not None and not battle.is_stuck
    return Rehearsal(
        host.scene.id,
        len(battle.entries),
        heroes,
        Run(battle.state),
        battle.open_exchange() if asked else None,
    )


def written_down(rehearsal: Rehearsal) -> bytes:
    """Write down what was found by now."""
    writer = OutcomeWriter()

    def run(one: Run) -> dict[str, Any]:
        return {"key": one.key, "fights": writer.written(one.in_order)}

    search = rehearsal.fair
    fair = None
    if search is not None:
        fair = {"wish": search.wish_id, "steps": [run(one) for one in (*search.reached, *search.nearest)]}
    return packed(
        {
            "entries": rehearsal.entries,
            "heroes": rehearsal.heroes,
            "plain": run(rehearsal.plain),
            "rows": [run(one) for one in rehearsal.rows.values()],
            "fair": fair,
            "labels": writer.labels,
        }
    )


def fights_in(kept: bytes) -> tuple[str, Sequence[Outcome]]:
    """Read the fights without a change of what was written down, and whose side the heroes' was."""
    data = unpacked(kept)
    if data is None:
        return "", ()
    return data["heroes"], read_outcomes(data["plain"]["fights"], read_labels(data["labels"]))


def read_again(host: Host, kept: bytes) -> Rehearsal | None:
    """Read what was written down of a scene's rehearsal; None where it is of no use any more."""
    data = unpacked(kept)
    found = None if data is None else begun_from(host, data["entries"])
    if data is None or found is None:
        return None
    labels = read_labels(data["labels"])
    found.heroes = data["heroes"]
    found.plain.in_order = read_outcomes(data["plain"]["fights"], labels)

    def runs(written: list[dict[str, Any]]) -> list[Run]:
        read = []
        for one in written:
            with suppress(Refusal):  # what a newer version of the rules no longer offers
                run = changed_run(found.state, found.heroes, tuple(one["key"]))
                run.in_order = read_outcomes(one["fights"], labels)
                read.append(run)
        return read

    found.rows = {run.key: run for run in runs(data["rows"])}
    if data["fair"] is not None:
        steps = runs(data["fair"]["steps"])
        found.fair = FairSearch.over(data["fair"]["wish"], found.plain, found.heroes, steps)
    return found
