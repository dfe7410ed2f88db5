"""The GM's commands over marks, `put-mark` and `take-mark`.

put-mark   {"target": ID, "name": "Cursed", "tone": "harm", "rounds": 3, "unit": "round", "seen_by": "gm"}
take-mark  {"target": ID, "name": "Cursed", "seen_by": "gm"}
"""

from typing import cast, get_args

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.gm.gm_mark_events import MarkPut, MarkTaken
from rules.engine.gm.gm_marks import MOST_MARKS, SEEN_BY, GmMark, SeenBy
from rules.engine.gm.gm_parameters import MARK_ROUNDS, MARK_TONE, NAME, SEEN_BY_WHOM, TARGET
from rules.engine.gm.time_units import read_unit
from rules.engine.house.house import Tone
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.text import combatant as named
from rules.engine.text import text

LONGEST_NAME = 40
"""Letters that a mark's name has at most."""


def put_mark(view: BattleView, command: Command) -> Exchange[None]:
    """Put a mark on somebody, or change the one of that name. Refuses `bad-mark` and `no-change`."""
    combatant = view.combatant(TARGET.of(command), "target")
    name = " ".join((NAME.of(command) or "").split())
    if not name:
        raise Refusal("bad-mark", text("A mark needs a name."))
    if len(name) > LONGEST_NAME:
        raise Refusal("bad-mark", text("A mark's name has at most {most} letters.", most=LONGEST_NAME))
    tone = MARK_TONE.of(command) or "warn"
    if tone not in get_args(Tone):
        raise Refusal("bad-mark", text("A mark is red, yellow, blue or green."))
    made = GmMark(
        name=name,
        tone=cast(Tone, tone),
        rounds=MARK_ROUNDS.of(command) or None,
        unit=read_unit(view.state, command),
        seen_by=_seen_by(command),
    )
    if made in combatant.gm_marks:
        raise Refusal("no-change", text("{who} has just this mark already.", who=named(combatant)))
    is_new = all(mark.key != made.key for mark in combatant.gm_marks)
    if is_new and len(combatant.gm_marks) >= MOST_MARKS:
        most = text("{who} has {most} marks already: take one away first.", most=MOST_MARKS)
        said = most.filled(who=named(combatant))
        raise Refusal("bad-mark", said)
    yield MarkPut(
        who=combatant.id,
        name=name,
        tone=made.tone,
        rounds=made.rounds,
        unit=made.unit,
        seen_by=made.seen_by,
    )


def take_mark(view: BattleView, command: Command) -> Exchange[None]:
    """Take a mark away. Refuses `bad-mark`."""
    combatant = view.combatant(TARGET.of(command), "target")
    key = NAME.of(command) or "", _seen_by(command)
    if all(mark.key != key for mark in combatant.gm_marks):
        raise Refusal("bad-mark", text("{who} has no such mark any more.", who=named(combatant)))
    yield MarkTaken(who=combatant.id, name=key[0], seen_by=key[1])


def _seen_by(command: Command) -> SeenBy:
    said = SEEN_BY_WHOM.of(command) or "all"
    if said not in SEEN_BY:
        wanted = text("A mark is seen by all, by its side, by who plays it, or by the GM alone.")
        raise Refusal("bad-mark", wanted)
    return cast(SeenBy, said)
