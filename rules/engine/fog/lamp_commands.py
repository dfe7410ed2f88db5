"""The commands over lights that are carried.

set-lamp      {"target": ID, "bright": 4, "dim": 8, "lasts": 60, "unit": "round"}
put-out-lamp  {"target": ID}
light-lamp    {"target": ID}

A `dim` of 0 takes the light away. One that is put out keeps what is left of it, and burns on as it is lit
again; one that has burnt down is gone. All are the GM's; who plays the bearer may put it out and light it,
which the app sees to.
"""

from collections.abc import Callable, Mapping

from rules.engine.command import Command, Said
from rules.engine.exchange import Exchange, tell
from rules.engine.fog.fog_events import LampLit, LampOut, LampSet, LampTimed
from rules.engine.gm.gm_parameters import BRIGHT, DIM, TARGET
from rules.engine.gm.time_parameters import LASTS
from rules.engine.gm.time_units import read_unit
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView, Lamp
from rules.engine.text import combatant as named
from rules.engine.text import text


def set_lamp(view: BattleView, command: Command) -> Exchange[None]:
    """Let somebody carry a light, or none. Refuses `bad-command` and `no-change`."""
    combatant = view.combatant(TARGET.of(command), "target")
    lamp, unit = read_lamp(command), read_unit(view.state, command)
    wanted = Lamp(lamp.bright, lamp.dim, LASTS.of(command) or None, unit) if lamp.dim else None
    if wanted == combatant.lamp and (wanted or combatant.put_out is None):
        raise Refusal(
            "no-change",
            text("The light that {combatant} carries is like that already.", combatant=named(combatant)),
        )
    was = combatant.lamp
    if was is None or (was.bright, was.dim) != (lamp.bright, lamp.dim):
        yield from tell(LampSet(who=combatant.id, bright=lamp.bright, dim=lamp.dim))
        was = Lamp(lamp.bright, lamp.dim)
    if wanted is not None and wanted != was:  # nobody else is to notice that the time alone is another
        yield from tell(LampTimed(who=combatant.id, left=wanted.left, unit=wanted.unit))


def read_lamp(given: Said) -> Lamp:
    """Read how far a light is bright and dim, in cells. Raises `Refusal` `bad-command`."""
    bright, dim = BRIGHT.of(given) or 0.0, DIM.of(given) or 0.0
    if bright > dim:
        said = text(
            "A light is dim at least as far as it is bright; {dim} cells are less than {bright}.",
            dim=dim,
            bright=bright,
        )
        raise Refusal("bad-command", said)
    return Lamp(bright, dim)


def put_out_lamp(view: BattleView, command: Command) -> Exchange[None]:
    """Put out the light that somebody carries. Refuses `no-light`."""
    combatant = view.combatant(TARGET.of(command), "target")
    if combatant.lamp is None:
        raise Refusal("no-light", text("{who} carries no light that burns.", who=named(combatant)))
    yield from tell(LampOut(who=combatant.id))


def light_lamp(view: BattleView, command: Command) -> Exchange[None]:
    """Light again what was put out. Refuses `no-light`."""
    combatant = view.combatant(TARGET.of(command), "target")
    if combatant.put_out is None:
        raise Refusal("no-light", text("{who} has no light that was put out.", who=named(combatant)))
    yield from tell(LampLit(who=combatant.id))


LAMP_COMMANDS: Mapping[str, Callable[[BattleView, Command], Exchange[None]]] = {
    "set-lamp": set_lamp,
    "put-out-lamp": put_out_lamp,
    "light-lamp": light_lamp,
}
"""By what they are called; all of them may come while somebody is asked."""
