"""The throw, what may happen, and the strike: read it beside CB-3 and CB-4, line by line."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from crossed_blades.sheet import TIES, WINDED
from rules.engine.command import Command
from rules.engine.dice import Faces, Modifier, Roll, RollResult
from rules.engine.events import Event, OfOne, event
from rules.engine.exchange import Exchange, throw
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView, Combatant
from rules.engine.system import Action, Parameter, Plan
from rules.map.grid import Footprint, cells_apart, has_cells


@dataclass(frozen=True, slots=True, kw_only=True)
class Throw(Roll[RollResult]):
    """A d20 and a number of the sheet."""

    adds: int

    @property
    def notation(self) -> str:
        """The dice in words."""
        return "d20"

    def throw(self, faces: Faces) -> RollResult:
        """Throw one die."""
        return self._read(faces(20))

    def outcomes(self) -> Sequence[tuple[RollResult, float]]:
        """List all twenty faces: which of them differ, only the other throw can tell."""
        return [(self._read(face), 1 / 20) for face in range(1, 21)]

    def _read(self, face: int) -> RollResult:
        total = face + self.adds + sum(m.value for m in self.modifiers)
        return RollResult(
            who=self.who,
            purpose=self.purpose,
            faces=(face,),
            modifiers=self.modifiers,
            total=total,
            outcome="",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Parried(Event):
    """A strike did not land."""

    kind: ClassVar[str] = "cb-parried"  # in every saved battle: never renamed
    who: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched(Event):
    """A strike landed: one touch more, and winded."""

    kind: ClassVar[str] = "cb-touched"
    who: str
    by: str

    def apply(self, state: BattleState) -> BattleState:
        """Count the touch (CB-4, CB-5)."""
        touches = state.combatants[self.who].state.touches + 1
        return state.with_state(self.who, touches=touches, winded=True)


@event("cb-recovered")
class Recovered(OfOne):
    """A fencer has caught their breath."""

    def apply(self, state: BattleState) -> BattleState:
        """Be winded no more."""
        return state.with_state(self.who, winded=False)


def fencing(fencer: Combatant, purpose: str, adds: int) -> Throw:
    """Give a fencer's throw, worse for who is winded (CB-4)."""
    worse = (WINDED.added(fencer.house, "winded"),) if fencer.state.winded else ()
    return Throw(who=fencer.id, purpose=purpose, adds=adds, modifiers=worse)


def strike(view: BattleView, actor: str, target: str) -> Exchange[None]:
    """Let both throw; the higher total wins (CB-3)."""
    striker, struck = view.combatant(actor), view.combatant(target)
    blow = yield from throw(fencing(striker, "strike", striker.sheet.blade))
    guard = yield from throw(fencing(struck, "guard", struck.sheet.guard))
    tie = blow.total == guard.total and not TIES.on(striker.house)
    if blow.total > guard.total or tie:
        yield Touched(who=target, by=actor)
    else:
        yield Parried(who=target, by=actor)


class Strike(Action):
    """The one thing that one can do."""

    id = "strike"
    label = "Strike"
    help = "Both throw a d20; the higher total wins."
    rule = "CB-3"
    parameters = (Parameter(id="target", kind="combatant", label="Whom"),)
    aimed = True

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse who has yielded, and whom the blade does not reach."""
        striker = view.combatant(command.actor)
        if striker.state.is_out:
            raise Refusal("cannot-act", f"{striker.name} has yielded, and strikes no more.", "CB-5")
        if command.params.get("target") is None:
            return
        target = view.combatant(command.text("target"), "target")
        if target.id == striker.id:
            raise Refusal("out-of-range", "Nobody strikes at themselves: choose somebody else.", "CB-3")
        _require_reach(view, striker, target)

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Prepare a strike."""
        self.check(view, command)
        actor = view.combatant(command.actor)
        target = view.combatant(command.text("target"), "target")
        return Plan(
            exchange=lambda now: strike(now, actor.id, target.id),
            roll=f"d20 + {actor.sheet.blade}",
            modifiers=fencing(actor, "strike", 0).modifiers,
            notes=(Modifier("the target adds its guard", -target.sheet.guard, "CB-3"),),
            target=target.id,
        )


def _require_reach(view: BattleView, striker: Combatant, target: Combatant) -> None:
    """Refuse whom the blade does not reach: beyond the next cell, or in another zone (CB-3)."""
    battle_map = view.state.map
    if battle_map is None or striker.at is None or target.at is None:
        return
    if not has_cells(battle_map.grid):
        if striker.at != target.at:
            raise Refusal("out-of-range", f"{target.name} is in another zone: go there first.", "CB-3")
        return
    here, there = Footprint(striker.at, striker.size), Footprint(target.at, target.size)
    away = cells_apart(battle_map.grid, here, there)
    if away > 1:
        text = f"{target.name} is {away} cells away; a blade reaches 1. Step closer first."
        raise Refusal("out-of-range", text, "CB-3")
