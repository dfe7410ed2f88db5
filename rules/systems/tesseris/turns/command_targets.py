"""Whom a command names or may be for, and with which weapon."""

from functools import lru_cache

from rules.engine.caches import Same
from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.text import combatant as named
from rules.engine.text import text
from rules.systems.tesseris.moves.places import yards_apart
from rules.systems.tesseris.parameters import TARGET
from rules.systems.tesseris.sheet.gear import Weapon
from rules.systems.tesseris.state import Fighter


def find_weapon(actor: Fighter, id_: str | None) -> Weapon:
    """Find a weapon on somebody's sheet. Raises `Refusal` `unknown-weapon`."""
    found: Weapon | None = actor.sheet.weapon(id_)
    if found is None:
        known = ", ".join(w.id for w in actor.sheet.weapons)
        said = (
            text(
                "{actor} has no {weapon}; there are: {known}.",
                actor=named(actor),
                weapon=f"{id_!r}",
                known=known,
            )
            if id_
            else text("Say which weapon ('with').")
        )
        raise Refusal("unknown-weapon", said, "TS-020")
    return found


def find_target(
    view: BattleView, actor: Fighter, command: Command, *, itself: bool = False, complete: bool = True
) -> Fighter | None:
    """Find whom a command names; None where it names nobody and need not yet. Raises `Refusal`."""
    return find_named(view, actor, TARGET.of(command), itself=itself, complete=complete)


def find_named(
    view: BattleView, actor: Fighter, wanted: str | None, *, itself: bool = False, complete: bool = True
) -> Fighter | None:
    """Find whom an action is for; None where nobody is named and need not be yet. Raises `Refusal`."""
    if wanted is None:
        if complete:
            raise Refusal("no-target", text("Say who it is for ('target')."), "TS-200")
        return None
    target = view.combatant(wanted, "target")
    if target.id == actor.id and not itself:
        raise Refusal("no-target", text("{actor} cannot do that to itself.", actor=named(actor)), "TS-200")
    if target.state.dead:
        raise Refusal("no-target", text("{target} is dead.", target=named(target)), "TS-275")
    return target


def target_of(view: BattleView, command: Command) -> str:
    """Name whom a complete command is for."""
    return view.combatant(TARGET.of(command), "target").id


def likeliest(state: BattleState, actor: Fighter) -> tuple[tuple[Fighter, int], ...]:
    """List whom it may be done to, with the yards to them: foes first, then the nearest, oneself last."""
    return _ranked(Same(state), actor.id)


@lru_cache(maxsize=32)
def _ranked(state: Same, who: str) -> tuple[tuple[Fighter, int], ...]:
    actor: Fighter = state.thing.combatants[who]
    found = [(other, yards_apart(state.thing, actor, other)) for other in state.thing.combatants.values()]
    found.sort(key=lambda pair: (pair[0].id == who, pair[0].side == actor.side, pair[1]))
    return tuple(found)
