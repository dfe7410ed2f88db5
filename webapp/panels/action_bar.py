"""The buttons of what may be done now: with what each needs, costs and leaves, and why it cannot be done."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView, Combatant
from rules.engine.system import Action, Choice, Parameter
from rules.engine.text import Words, combatant, text
from webapp.visibility.seen_words import seen_refusal, seen_shown, seen_words
from webapp.visibility.stream import Stream


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """Something that an action still needs to know, as a form asks for it."""

    id: str
    kind: str
    label: Words
    optional: bool
    low: int
    high: int
    choices: tuple[Choice, ...]
    apart_from: str = ""
    """The list in which nobody stands who is in this one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """An action, with a weapon perhaps, and why it cannot be done now."""

    do: str
    label: Words
    detail: Words
    fixed: Mapping[str, str]
    refusal: Refusal | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionEntry(Button):
    """A button of the action bar. One that is refused says why, and nothing of what it would come to."""

    help: Words
    cost: Words
    rule: str
    group: Words
    """The heading that it stands under; empty for none."""
    aimed: bool
    whom: str
    """The key that says at whom it is aimed."""
    leaves: Words = ""
    """What somebody who does it has left afterwards."""
    chance: float | None = None
    """The chance that it succeeds, for what is rolled at a press; what is aimed shows its odds elsewhere."""
    takes: int = 0
    """How many pieces of the track it takes."""
    provokes: tuple[str, ...] = ()
    """The names of those who may do something about it."""
    needs: tuple[Need, ...] = ()
    laid: bool = False
    """Whether it covers an area: it is aimed at a place of the map."""

    @property
    def cell(self) -> Need | None:
        """Give the place of the map that it needs, if it needs one."""
        return next((n for n in self.needs if n.kind == "cell" and not n.optional), None)

    @property
    def asked(self) -> tuple[Need, ...]:
        """List what its own form asks for; without a form, whoever it needs is tapped on the map."""
        asked = tuple(n for n in self.needs if n.kind not in _TAPPED or (n.kind == "cell" and _is_listed(n)))
        if self.aimed or self.cell is not None or not asked:
            return asked
        return (*(n for n in self.needs if n.kind == "combatant"), *asked)

    @property
    def someone(self) -> Need | None:
        """Give the combatant that it needs, if it needs one."""
        return next((n for n in self.needs if n.kind == "combatant"), None)

    @property
    def mode(self) -> str:
        """Say what a press on it begins on the map: `lay`, `aim`, `move`, `pick`; empty for what is sent."""
        if self.aimed:
            return "lay" if self.laid else "aim"
        if self.cell is not None:
            return "move"
        return "pick" if self.someone is not None and not self.asked else ""

    @property
    def param(self) -> str:
        """Name the parameter that a tap on the map gives."""
        tapped = self.cell or self.someone
        return tapped.id if tapped is not None else ""


_TAPPED = ("combatant", "cell")


def _is_listed(need: Need) -> bool:
    return need.optional and bool(need.choices)


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """An option of the table, whether it is on, and why it cannot be changed now."""

    do: str
    label: Words
    help: Words
    rule: str
    on: bool
    why_not: Words
    """Why it cannot be changed now; empty where it can."""


def action_entries(battle: Battle, stream: Stream, who: str) -> tuple[ActionEntry, ...]:
    """List what a combatant may do: a button an action, or one for each choice of the action's parameter."""
    asked = Asked(battle, stream.as_known(battle.state), stream.now, stream.is_gm)
    return tuple(_entry(asked, *way) for way in ways_of(asked, who, lambda action: True))


def aimed_buttons(
    battle: Battle, stream: Stream, who: str, at: Mapping[str, Any], wanted: Callable[[Action], bool]
) -> list[tuple[Action, Button]]:
    """List what a combatant may aim, and why it may not be aimed there.

    Args:
        at: the cell that it is aimed at, and `target`, at whom; what covers an area needs nobody.
        wanted: which of the actions are asked about.
    """
    asked, found = Asked(battle, stream.as_known(battle.state), stream.now, stream.is_gm), []
    view = BattleView(asked.seen)
    for action, command, detail in ways_of(asked, who, wanted):
        if action.is_aimed(view, command) and ("target" in at or action.is_laid(view, command)):
            said = {action.aimed_key if key == "target" else key: value for key, value in at.items()}
            refusal = asked.why_not(replace(command, params={**command.params, **said}))
            button = Button(
                do=action.id,
                label=action.label,
                detail=asked.told(detail),
                fixed=command.params,
                refusal=refusal,
            )
            found.append((action, button))
    return found


def may_aim(entries: Iterable[ActionEntry]) -> bool:
    """Say whether anything that may be done now is aimed."""
    return any(entry.aimed and entry.refusal is None for entry in entries)


def table_actions(battle: Battle, known: Collection[str]) -> tuple[ActionEntry, ...]:
    """List what the GM may do now for the whole table, in nobody's name.

    Args:
        known: whom the GM knows of.
    """
    view = BattleView(battle.state)
    actions = (a for a in battle.system.actions if a.of_table and a.switched(view) is None)
    asked = Asked(battle, battle.state, known, is_gm=True)
    entries = (_entry(asked, action, Command(do=action.id), "") for action in actions)
    return tuple(entry for entry in entries if entry.refusal is None)


def switches(battle: Battle) -> tuple[Switch, ...]:
    """List the table's options that the system knows."""
    found = []
    for action in battle.system.actions:
        on = action.switched(BattleView(battle.state))
        if on is not None:
            refusal = battle.now.check(Command(do=action.id, params={"on": not on}))
            found.append(
                Switch(
                    do=action.id,
                    label=action.label,
                    help=action.help,
                    rule=action.rule,
                    on=on,
                    why_not="" if refusal is None else seen_shown(refusal.text, battle.state.combatants),
                )
            )
    return tuple(found)


def can_begin(battle: Battle) -> bool:
    """Say whether a fight can begin: somebody is there who could act in it."""
    passed_over = battle.system.turns.passed_over
    return not all(map(passed_over, battle.state.combatants.values()))


def begin_needs(battle: Battle) -> tuple[Need, ...]:
    """List what may be said as a fight begins, where anybody is here to say it of."""
    if not battle.state.combatants:
        return ()
    state = battle.state
    begin = Command(do="begin")
    return tuple(_need(battle, state, begin, p, listed=True) for p in battle.system.begin_needs(state))


def why_not(battle: Battle, command: Command, known: Collection[str], seen: BattleState) -> Refusal | None:
    """Say why a command may not be done now, as far as those can know who ask; None if it may.

    Args:
        known: whom they know of.
        seen: the battle as they know it.
    """
    refusal = battle.now.check(command, BattleView(seen))
    return None if refusal is None else seen_refusal(refusal, battle.state, known)


@dataclass(frozen=True, slots=True)
class Asked:
    """A battle, and what those know of it who ask what may be done: how they see it, and who is there."""

    battle: Battle
    seen: BattleState
    known: Collection[str]
    is_gm: bool

    def why_not(self, command: Command) -> Refusal | None:
        """Say why a command may not be done now, as they may read it; None if it may."""
        return why_not(self.battle, command, self.known, self.seen)

    def as_told(self, refusal: Refusal) -> Refusal:
        """Give a refusal as they may read it."""
        return seen_refusal(refusal, self.battle.state, self.known)

    def told(self, words: Words) -> Words:
        """Give words as they may read them."""
        return seen_words(words, self.battle.state, self.known)


def ways_of(
    asked: Asked, who: str, wanted: Callable[[Action], bool]
) -> Iterator[tuple[Action, Command, Words]]:
    """List the buttons of what a combatant does: the action, what the button says, and the words for it."""
    view, actor = BattleView(asked.seen), asked.seen.combatants[who]
    for action in asked.battle.system.actions:
        if action.of_table or not action.listed or not wanted(action):
            continue
        people = {p.id for p in action.parameters if p.kind == "combatant"}
        for fixed, detail in action.ways(view, actor):
            if all(value in asked.known for key, value in fixed.items() if key in people):
                yield action, Command(do=action.id, actor=who, params=dict(fixed)), detail


def _entry(asked: Asked, action: Action, command: Command, detail: Words) -> ActionEntry:
    view = BattleView(asked.seen)
    aimed = action.is_aimed(view, command)
    refusal = why_not_now(asked, action, command, aimed=aimed)
    entry = ActionEntry(
        do=action.id,
        label=action.label,
        detail=asked.told(detail),
        fixed=command.params,
        refusal=refusal,
        help=action.help,
        cost=asked.battle.system.looks.price(action.price(view, command)),
        rule=action.rule,
        group=action.group,
        aimed=aimed,
        whom=action.aimed_key,
    )
    return entry if refusal is not None else _with_outcome(asked, action, command, entry)


def why_not_now(asked: Asked, action: Action, command: Command, *, aimed: bool) -> Refusal | None:
    """Say why a button cannot be pressed; the GM may aim what only facts forbid that the GM says then."""
    view = BattleView(asked.seen)
    try:
        asked.battle.now.legal_action(command, view)
    except Refusal as refusal:
        return asked.as_told(refusal)
    own_refusal = action.why_not(view, command)
    if own_refusal is None or (asked.is_gm and aimed and action.doubts(view, command)):
        return None
    return asked.as_told(own_refusal)


def _with_outcome(asked: Asked, action: Action, command: Command, entry: ActionEntry) -> ActionEntry:
    """Add to a button what it needs and what it comes to, as it may be pressed."""
    seen, view = asked.seen, BattleView(asked.seen)
    listed = not entry.aimed  # what is aimed has a panel of its own, where all of it is chosen
    entry = replace(
        entry,
        needs=tuple(_need(asked.battle, seen, command, p, listed=listed) for p in action.asks(view, command)),
        laid=entry.aimed and action.is_laid(view, command),
    )
    if command.actor is None:
        return entry
    actor = seen.combatants[command.actor]
    return replace(
        entry,
        leaves=asked.told(action.leaves(view, actor)),
        chance=action.chance(view, actor),
        takes=action.takes(view, command),
        provokes=_provoked(action, command, seen),
    )


def _provoked(action: Action, command: Command, seen: BattleState) -> tuple[str, ...]:
    """Name those who may do something about an action, as far as they are known."""
    try:
        found = action.provokes(BattleView(seen), command)
    except Refusal:
        return ()
    return tuple(seen.combatants[who].name for who in found)


def _need(battle: Battle, seen: BattleState, command: Command, parameter: Parameter, *, listed: bool) -> Need:
    """Say what a parameter asks for.

    Args:
        seen: the battle as who chooses knows it.
        command: what is said already; without an actor it is done for the whole table.
        listed: whether what may be chosen is listed.
    """
    return Need(
        id=parameter.id,
        kind=parameter.kind,
        label=parameter.label,
        optional=parameter.optional,
        low=parameter.low,
        high=parameter.high,
        choices=seen_shown(_choices(battle, seen, command, parameter), seen.combatants) if listed else (),
        apart_from=parameter.apart_from,
    )


def _choices(battle: Battle, seen: BattleState, command: Command, parameter: Parameter) -> tuple[Choice, ...]:
    """List what may be chosen: what the system lists, or of the people those whom it may be done to."""
    if parameter.choices is not None and seen.combatants:
        actor = seen.combatants.get(command.actor or "") or next(iter(seen.combatants.values()))
        return parameter.choices(BattleView(seen), actor)
    if parameter.kind not in ("combatant", "combatants"):
        return ()
    people: Iterable[Combatant] = seen.combatants.values()
    if parameter.kind == "combatant" and battle.system.action(command.do) is not None:
        people = (c for c in people if _may_be_done_to(battle, seen, command, parameter, c))
    return tuple(Choice(id=c.id, label=text("{who}", who=combatant(c))) for c in people)


def _may_be_done_to(
    battle: Battle, seen: BattleState, command: Command, parameter: Parameter, one: Combatant
) -> bool:
    said = replace(command, params={**command.params, parameter.id: one.id})
    return battle.now.check(said, BattleView(seen)) is None
