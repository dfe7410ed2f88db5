"""What the GM says of a combatant: who comes into the fight, and what they are called and look like."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine.combatant_events import (
    CombatantAdded,
)
from rules.engine.command import Said
from rules.engine.declared.tempers import STEADY
from rules.engine.dice import TABLE
from rules.engine.fog.lamp_commands import read_lamp
from rules.engine.gm.gm_parameters import (
    ALTITUDE,
    AT,
    COMBATANTS,
    FLIES,
    ID,
    LAMP,
    LOOKS,
    PICTURE,
    PORTRAIT,
    SHEET,
    STATE,
    TEMPER,
)
from rules.engine.moves.places import require_place
from rules.engine.parameters import read_all
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import find_system
from rules.engine.text import text

LONGEST_NAME = 60
"""Letters of the longest name that goes with a new sheet."""


_ADD_KEYS = frozenset(part.id for part in COMBATANTS.parts)


def combatant_added(view: BattleView, data: Said) -> CombatantAdded:
    """Check what is asked of `add` for one combatant: id, name, side, sheet, state, at, size and the like.

    Raises:
        Refusal: `bad-command`, `bad-sheet`, `bad-state` or `no-place`, naming who and which key.
    """
    id_ = ID.of(data)
    if not id_:
        raise Refusal("bad-command", text("Each combatant needs an id."))
    if id_ == TABLE:
        raise Refusal(
            "bad-command",
            text("Nobody can have the id {id}: rolls for nobody in particular have it.", id=f"{TABLE!r}"),
        )
    if unknown := sorted(data.params.keys() - _ADD_KEYS):
        raise Refusal(
            "bad-command",
            text("{id}: there is no key {unknown} for a combatant.", id=id_, unknown=f"{unknown[0]!r}"),
        )
    if id_ in view.state.combatants:
        raise Refusal(
            "bad-command", text("There is a combatant {id} already; give another id.", id=f"{id_!r}")
        )
    try:
        return _read_combatant(view, id_, data)
    except Refusal as refusal:
        name = data.params.get("name", id_)
        said = text(
            "{name} ({id}): {why}",
            name=name if isinstance(name, str) else repr(name),  # be it no name at all
            id=id_,
            why=refusal.text,
        )
        raise Refusal(refusal.code, said, refusal.rule) from None


def _read_combatant(view: BattleView, id_: str, given: Said) -> CombatantAdded:
    look = read_looks(given, {"name": id_, "side": "", "size": 1, **dict.fromkeys(_SIGNS, False)})
    picture, lamp = PICTURE.of(given) or "", read_lamp(LAMP.of(given) or Said())
    at = AT.of(given)
    if at is not None:
        require_place(view, at, look["size"])
    system = find_system(view.state.system)
    sheet_json = system.with_house_stock(SHEET.of(given) or {}, view.state.house)
    sheet = system.read_sheet(sheet_json)
    event = CombatantAdded(
        who=id_,
        sheet=sheet_json,
        state=system.starting_state(sheet).as_json(),
        at=at,
        picture=picture,
        lamp=lamp if lamp.dim else None,
        portrait=PORTRAIT.of(given) or "",
        temper=TEMPER.of(given) or STEADY,
        altitude=ALTITUDE.of(given) or 0.0,
        flies=bool(FLIES.of(given)),
        **look,
    )
    patch = STATE.of(given)
    if not patch:
        return event
    fresh = event.apply(view.state).combatants[id_]
    return replace(event, state=system.sheets.set_state(fresh, patch).as_json())


_SIGNS = ("hidden", "by_hand", "miniature")


def read_looks(said: Said, now: Mapping[str, Any]) -> dict[str, Any]:
    """Read name, side, size, hidden and the like; what is left out stays as it is. Raises `bad-command`."""
    values = {**now, **read_all(LOOKS, said)}
    if not values["name"].strip():
        raise Refusal("bad-command", text("A combatant needs a name."))
    return values
