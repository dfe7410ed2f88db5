"""The GM's commands over auras.

put-aura   {"target": ID, "name": "Dread", "radius": 3, "tone": "harm", "holds": "foes", "seen_by": "side",
            "lasts": 5, "unit": "round"}
take-aura  {"target": ID, "name": "Dread"}

The radius is in the unit of the map's grid. What is left out is as at first: an aura is put whole.
"""

from collections.abc import Callable, Mapping
from typing import cast, get_args

from rules.engine.areas.aura_events import AuraPut, AuraTaken
from rules.engine.areas.auras import HOLDS, MOST_AURAS, Aura, Holds
from rules.engine.areas.kept_areas import FARTHEST
from rules.engine.command import Command
from rules.engine.exchange import Exchange, tell
from rules.engine.gm.gm_marks import SEEN_BY, SeenBy
from rules.engine.gm.gm_parameters import AURA_HOLDS, MARK_TONE, NAME, RADIUS, SEEN_BY_WHOM, TARGET
from rules.engine.gm.time_parameters import LASTS
from rules.engine.gm.time_units import read_unit
from rules.engine.house.house import Tone
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView, Combatant
from rules.engine.text import combatant as named
from rules.engine.text import text

LONGEST_NAME = 40
"""Letters that an aura's name has at most."""


def put_aura(view: BattleView, command: Command) -> Exchange[None]:
    """Give somebody an aura, or set up the one of that name otherwise. Refuses `bad-aura` and `no-change`."""
    combatant = view.combatant(TARGET.of(command), "target")
    made = _wanted(view.state, command)
    before = _find(combatant, made.name)
    if made == before:
        raise Refusal("no-change", text("{who} has just this aura already.", who=named(combatant)))
    if before is None and len(combatant.auras) >= MOST_AURAS:
        said = text("{who} has {most} auras already: take one away first.", most=MOST_AURAS)
        raise Refusal("bad-aura", said.filled(who=named(combatant)))
    if before is not None and before.seen_by != made.seen_by:  # to who sees it no more it is gone
        yield from tell(AuraTaken(who=combatant.id, name=made.name, seen_by=before.seen_by))
    yield AuraPut(
        who=combatant.id,
        name=made.name,
        radius=made.radius,
        tone=made.tone,
        seen_by=made.seen_by,
        holds=made.holds,
        left=made.left,
        unit=made.unit,
    )


def take_aura(view: BattleView, command: Command) -> Exchange[None]:
    """Take an aura away. Refuses `bad-aura`."""
    combatant = view.combatant(TARGET.of(command), "target")
    aura = _find(combatant, NAME.of(command) or "")
    if aura is None:
        raise Refusal("bad-aura", text("{who} has no such aura any more.", who=named(combatant)))
    yield AuraTaken(who=combatant.id, name=aura.name, seen_by=aura.seen_by)


def _find(combatant: Combatant, name: str) -> Aura | None:
    return next((aura for aura in combatant.auras if aura.name == name), None)


def _wanted(state: BattleState, command: Command) -> Aura:
    name = " ".join((NAME.of(command) or "").split())
    if not name:
        raise Refusal("bad-aura", text("An aura needs a name."))
    if len(name) > LONGEST_NAME:
        raise Refusal("bad-aura", text("An aura's name has at most {most} letters.", most=LONGEST_NAME))
    radius = RADIUS.of(command) or 0.0
    per_cell = state.map.grid.per_cell if state.map is not None else 1.0
    if not radius:
        raise Refusal("bad-aura", text("Say how far the aura reaches."))
    if radius / per_cell > FARTHEST:
        raise Refusal("bad-aura", text("An aura reaches {most} cells at most.", most=int(FARTHEST)))
    tone = MARK_TONE.of(command) or "info"
    if tone not in get_args(Tone):
        raise Refusal("bad-aura", text("An aura is red, yellow, blue or green."))
    seen_by, holds = SEEN_BY_WHOM.of(command) or "gm", AURA_HOLDS.of(command) or "all"
    if seen_by not in SEEN_BY:
        wanted = text("An aura is seen by all, by its side, by who plays it, or by the GM alone.")
        raise Refusal("bad-aura", wanted)
    if holds not in HOLDS:
        raise Refusal("bad-aura", text("An aura holds all, its bearer's foes, or its bearer's allies."))
    return Aura(
        name=name,
        radius=radius,
        tone=cast(Tone, tone),
        seen_by=cast(SeenBy, seen_by),
        holds=cast(Holds, holds),
        left=LASTS.of(command) or None,
        unit=read_unit(state, command),
    )


AURA_COMMANDS: Mapping[str, Callable[[BattleView, Command], Exchange[None]]] = {
    "put-aura": put_aura,
    "take-aura": take_aura,
}
"""By what they are called; all of them may come while somebody is asked."""
