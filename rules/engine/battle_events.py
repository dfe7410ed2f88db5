"""The events of any battle: commands, moves, rolls, questions, turns, and what is taken back or amended."""

from collections.abc import Collection
from dataclasses import field, replace
from typing import Any, ClassVar

from rules.engine.areas.kept_areas import still_lies
from rules.engine.caches import ReadOnce
from rules.engine.dice import Modifier, RollResult, ThrownAgain, ThrownDie
from rules.engine.events import Event, OfOne, event
from rules.engine.notes.map_notes import lies_on
from rules.engine.state import BattleState, Offer, Prompt, has_place, still_there
from rules.engine.text import Words, in_full
from rules.map.map_changes import edited, read_patch
from rules.map.map_json import read_map
from rules.map.model import BattleMap, DoorState, Place, WallKind, with_door


@event("command")
class Commanded(Event):
    """Somebody's command was accepted; the events up to the next one are what it did."""

    id: str
    do: str
    actor: str | None = None
    params: dict[str, Any] = field(default_factory=dict)
    by: str = ""
    """Who gave it, as the app names people; empty in scenarios."""

    def subjects(self) -> tuple[str, ...]:
        """Name its actor."""
        return (self.actor,) if self.actor else ()


@event("map-set")
class MapSet(Event):
    """The map was laid out or replaced (JSON as in rules/map/README.md)."""

    map: dict[str, Any] | None

    def apply(self, state: BattleState) -> BattleState:
        """Put the map down; what lies or stands on a place that it has stays, other tokens stand nowhere."""
        battle_map = None if self.map is None else _MAPS.read(self.map, read_map)
        state = replace(state, fog=state.fog.over_another_map())
        if state.map_notes:
            state = replace(
                state, map_notes=tuple(note for note in state.map_notes if lies_on(note, battle_map))
            )
        return _on_map(state, battle_map)


@event("map-edited")
class MapEdited(Event):
    """The GM changed the map: a patch, as `rules.map.map_changes.write_patch` writes it."""

    patch: dict[str, Any]

    def apply(self, state: BattleState) -> BattleState:
        """Change what of it fits the map; whoever stood in a zone that is gone stands nowhere."""
        if state.map is None:
            return state  # the map that it changed has been taken back since
        return _on_map(state, edited(state.map, read_patch(self.patch)))


_MAPS: ReadOnce[BattleMap] = ReadOnce(16)


def _on_map(state: BattleState, battle_map: BattleMap | None) -> BattleState:
    if state.areas:
        state = replace(state, areas=tuple(one for one in state.areas if still_lies(one, battle_map)))
    standing = {
        c.id: c if c.at is None or has_place(battle_map, c.at, c.size) else replace(c, at=None)
        for c in state.combatants.values()
    }
    return replace(state, map=battle_map, combatants=standing)


@event("moved")
class Moved(OfOne):
    """A combatant went somewhere, over the cells of `path` (its last is the place)."""

    to: Place | None
    path: tuple[Place, ...] = ()
    cost: float | None = None

    def apply(self, state: BattleState) -> BattleState:
        """Stand there; without a map nothing is known of places."""
        if self.to is None:
            return state
        return state.with_changes(
            self.who, at=still_there(state.map, self.to, state.combatants[self.who].size)
        )


@event("door-set")
class DoorSet(Event):
    """A door was opened, closed, locked, unlocked or found."""

    wall: str
    state: DoorState
    who: str | None = None

    def apply(self, state: BattleState) -> BattleState:
        """Leave the map with the door as it now stands, unless it has been undrawn since."""
        walls = () if state.map is None else state.map.walls
        if state.map is None or not any(w.id == self.wall and w.kind is WallKind.DOOR for w in walls):
            return state
        return replace(state, map=with_door(state.map, self.wall, self.state))


@event("roll")
class Rolled(OfOne):
    """Dice were thrown, or typed in, and read."""

    purpose: str
    label: Words
    notation: Words
    faces: tuple[int, ...]
    modifiers: tuple[Modifier, ...]
    total: int
    target: int | None
    outcome: str
    details: dict[str, Any] = field(default_factory=dict)
    dice: tuple[ThrownDie, ...] = ()
    quiet: bool = False
    """Whether another event tells it: it is kept for replay alone."""
    thrown: bool = True
    """Whether dice were thrown for it: not where it tells a roll again, or what is taken without a throw."""
    amendable: bool = True
    """Whether the GM may add a modifier to it (`reconsider`)."""
    threw: tuple[int, ...] = ()
    """The sides of the dice that the server threw, one for each face; none for real dice."""
    serial: int = 0
    """Which of its thrower's rolls it is, from 1, where dice are under a seal; else 0. For the GM alone."""

    def as_known(self, known: Collection[str]) -> "Rolled":
        """Give it without its number, which tells how often somebody threw out of sight."""
        return replace(self, serial=0)

    @classmethod
    def of(
        cls,
        result: RollResult,
        label: Words,
        notation: Words,
        *,
        quiet: bool = False,
        thrown: bool = True,
        amendable: bool = True,
        threw: tuple[int, ...] = (),
        serial: int = 0,
    ) -> "Rolled":
        """Record a result."""
        return cls(
            quiet=quiet,
            thrown=thrown,
            amendable=amendable,
            threw=threw,
            serial=serial,
            who=result.who,
            purpose=result.purpose,
            label=label,
            notation=notation,
            faces=result.faces,
            modifiers=result.modifiers,
            total=result.total,
            target=result.target,
            outcome=result.outcome,
            details=result.details(),
            dice=result.dice,
        )

    def as_result(self) -> dict[str, Any]:
        """Give the result with the keys that scenario files expect."""
        modifiers = [{"label": in_full(m.label), "value": m.value, "rule": m.rule} for m in self.modifiers]
        common = {
            "who": self.who,
            "purpose": self.purpose,
            "faces": list(self.faces),
            "modifiers": modifiers,
            "modifier": sum(m.value for m in self.modifiers),
            "total": self.total,
            "target": self.target,
            "outcome": self.outcome or None,
        }
        return {**common, **self.details}


@event("prompt-opened")
class PromptOpened(Event):
    """Somebody was asked, and the exchange waits."""

    to: str
    purpose: str
    question: Words
    offers: tuple[Offer, ...]
    default: str
    about: str | None = None
    dice: str | None = None
    explodes: bool = False
    again: ThrownAgain | None = None
    interrupts: bool = False

    def apply(self, state: BattleState) -> BattleState:
        """Let the question stand."""
        prompt = Prompt(
            number=state.prompts + 1,
            to=self.to,
            purpose=self.purpose,
            question=self.question,
            offers=self.offers,
            default=self.default,
            about=self.about,
            dice=self.dice,
            explodes=self.explodes,
            again=self.again,
            interrupts=self.interrupts,
        )
        return replace(state, prompt=prompt, prompts=prompt.number)

    def subjects(self) -> tuple[str, ...]:
        """Name who is asked and whom it is about."""
        return (self.to, self.about) if self.about else (self.to,)


@event("prompt-answered")
class PromptAnswered(Event):
    """The open question was answered; `extra` holds what the prompt asked for besides (typed faces, say)."""

    to: str
    purpose: str
    answer: str
    extra: dict[str, Any] = field(default_factory=dict)

    def apply(self, state: BattleState) -> BattleState:
        """Take the question away."""
        return replace(state, prompt=None)

    def subjects(self) -> tuple[str, ...]:
        """Name who answered."""
        return (self.to,)


@event("battle-begun")
class BattleBegun(Event):
    """Turn order began, with this order and clock."""

    order: tuple[str, ...]
    clock: dict[str, int | bool | str]

    def apply(self, state: BattleState) -> BattleState:
        """Keep time from here; nobody is active yet."""
        return replace(state, running=True, order=self.order, clock=self.clock, active=None)


@event("battle-ended")
class BattleEnded(Event):
    """Turn order ended; free play goes on."""

    def apply(self, state: BattleState) -> BattleState:
        """Forget order and clock."""
        return replace(state, running=False, order=(), clock={}, active=None)


@event("turn-started")
class TurnStarted(Event):
    """A combatant's turn started; in free play nobody becomes active by it."""

    of_turns: ClassVar[bool] = True
    who: str
    clock: dict[str, int | bool | str] = field(default_factory=dict)

    def apply(self, state: BattleState) -> BattleState:
        """Make it active and set the clock."""
        return replace(state, active=self.who, clock=self.clock) if state.running else state


@event("turn-ended")
class TurnEnded(Event):
    """A combatant's turn ended."""

    ends_turn: ClassVar[bool] = True
    who: str


@event("order-changed")
class OrderChanged(Event):
    """The turn order became another one."""

    order: tuple[str, ...]

    def apply(self, state: BattleState) -> BattleState:
        """Use the new order, unless the fight that it belongs to has been taken back since."""
        return replace(state, order=self.order) if state.running else state


@event("undone")
class Undone(Event):
    """The GM took back these commands, last first; they stay in the log."""

    commands: tuple[str, ...]
    of: str = ""
    """`map`: the last change of the map, wherever it stands; `turn`: all since the turn began; `line`: all
    from a line of the log on; else what was done last."""
    restored: tuple[str, ...] = ()
    """The commands that stand again: what was amended by one of those that are taken back."""

    @property
    def touched(self) -> tuple[str, ...]:
        """Name all whose lines are marked anew."""
        return (*self.commands, *self.restored)


@event("redone")
class Redone(Event):
    """The GM put back these commands that had been undone."""

    commands: tuple[str, ...]
    of: str = ""
    """As in `Undone`."""
    removed: tuple[str, ...] = ()
    """The commands that had been restored meanwhile, and are taken back again."""

    @property
    def touched(self) -> tuple[str, ...]:
        """Name all whose lines are marked anew."""
        return (*self.commands, *self.removed)


@event("amended")
class Amended(OfOne):
    """The GM added a modifier to a roll that had been thrown; what came of it anew follows.

    `was` and `now` are the roll's outcomes; `changes` are who, which part of the state, what it had come to
    and what it comes to now.
    """

    purpose: str
    label: str
    value: int
    was: str
    now: str
    changes: tuple[tuple[str, str, str, str], ...] = ()

    def subjects(self) -> tuple[str, ...]:
        """Name who rolled."""
        return (self.who,)

    def as_known(self, known: Collection[str]) -> "Amended":
        """Leave out what has changed for others."""
        return replace(self, changes=tuple(change for change in self.changes if change[0] in known))
