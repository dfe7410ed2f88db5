"""Secret declaration, an option of the table: declared to the GM, revealed together (our ruling PH-R29).

What was declared in secret stands in the state like any other declaration, so that the rules need not know;
who has declared so and is not revealed yet stands in the table's notes. Nobody but its player and the GM may
be told what it is, or whether it is anything at all.
"""

from collections.abc import Collection
from dataclasses import replace

from rules.engine.battle_events import Commanded
from rules.engine.events import Event, OfOne, event
from rules.engine.exchange import Exchange
from rules.engine.state import BattleState, BattleView, changed
from rules.systems.phases.events.declaration_events import ActionLost, Declared, Passed, defence_of
from rules.systems.phases.events.event_state import notes_of
from rules.systems.phases.state import Declaration


@event("secrecy-switched")
class SecrecySwitched(Event):
    """The GM let declarations be secret from now on, or heard by all again."""

    on: bool

    def apply(self, state: BattleState) -> BattleState:
        """Let declarations be secret, or heard, from here on."""
        return changed(state, shared=replace(notes_of(state), secret=self.on))


@event("declared-secretly")
class DeclaredSecretly(OfOne):
    """Somebody told the GM alone what it will do; no action is passing."""

    action: Declaration | None = None
    target_name: str = ""
    weapon_name: str = ""

    def apply(self, state: BattleState) -> BattleState:
        """Let it stand, sealed."""
        notes = notes_of(state)
        sealed = replace(notes, unrevealed=(*notes.unrevealed, self.who))
        state = changed(state, shared=sealed)
        if self.action is None:
            return state
        return state.with_state(self.who, action=self.action, defence=defence_of(self.action))

    def subjects(self) -> tuple[str, ...]:
        """Name who declares, and against whom."""
        target = self.action.target if self.action is not None else None
        return (self.who, target) if target else (self.who,)


@event("revealed")
class Revealed(Event):
    """All that was declared in secret is revealed."""

    def apply(self, state: BattleState) -> BattleState:
        """Break the seals."""
        return changed(state, shared=replace(notes_of(state), unrevealed=()))


def is_secret(view: BattleView) -> bool:
    """Say whether what is declared now is told to the GM alone."""
    return view.state.running and notes_of(view.state).secret


def reveal(view: BattleView) -> Exchange[None]:
    """Tell all what was declared in secret, in the order of declaration."""
    sealed = notes_of(view.state).unrevealed
    if not sealed:
        return
    yield Revealed()
    for who in sealed:
        fighter = view.state.combatants.get(who)
        if fighter is None or not fighter.state.is_able:
            continue  # it has fallen since, and lost what it declared
        action = fighter.state.action
        if action is None:
            yield Passed(who=who)
            continue
        target = view.state.combatants.get(action.target or "")
        weapon = fighter.sheet.weapon(action.weapon)
        yield Declared(
            who=who,
            action=action,
            target_name="" if target is None else target.name,
            weapon_name="" if weapon is None else weapon.name,
        )


def as_known(state: BattleState, owns: Collection[str]) -> BattleState:
    """Give the state as it is known to who plays these: what others have declared in secret is not in it."""
    notes = notes_of(state)
    veiled = tuple(who for who in notes.unrevealed if who in state.combatants and who not in owns)
    for who in veiled:
        state = state.with_state(who, action=None, defence=None)
    return changed(state, shared=replace(notes, veiled=veiled)) if veiled else state


def secret_of(event: Event, before: BattleState) -> str | None:
    """Name whose player alone is told of an event, besides the GM; None if all are."""
    match event:
        case DeclaredSecretly():
            return event.who
        case ActionLost() if event.who in notes_of(before).unrevealed:
            return event.who
        case Commanded() if before.running and notes_of(before).secret:
            return event.actor  # that the GM overruled facts would tell that it attacks
    return None
